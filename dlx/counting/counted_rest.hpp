#pragma once

#include <memory>
#include <utility>

#include "dlx/counting/ways.hpp"
#include "dlx/preprocess/subproblem.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/trace.hpp"

namespace dlx::counting {

/// The problem that is left after some options are chosen, together with the Way (counting method)
/// that counts its solutions.
struct CountedRest {
  /// `the_rest` is the problem that is left. The constructor restricts the branching order and the
  /// certificate of `context` to this problem. `problem` must outlive the object.
  CountedRest(const Problem& problem, const Tally& weights_of, Context context,
              preprocess::Rest the_rest, const MakeWay& make_way)
      : rest(std::move(the_rest)) {
    context.order = search::order_on(rest.problem, context.order);
    if (context.trace != nullptr) {
      trace =
          std::make_unique<search::Trace>(*context.trace, problem, rest.problem, rest.originals);
      context.trace = trace.get();
    }
    way = make_way(rest.problem, restricted(weights_of, rest.originals), context);
  }
  // A CountedRest cannot be copied, because its member `way` keeps a reference to its member
  // `rest`.
  CountedRest(const CountedRest&) = delete;
  CountedRest& operator=(const CountedRest&) = delete;

  preprocess::Rest rest;
  std::unique_ptr<search::Trace> trace = {};
  std::unique_ptr<Way> way = {};
};

}  // namespace dlx::counting
