#include "dlx/counting/way_for.hpp"

#include <stdexcept>

#include "dlx/counting/policy.hpp"
#include "dlx/counting/ways.hpp"

namespace dlx::counting {
namespace {

// The first search counts alone while it is expected to need at most this many nominal seconds in
// total, so that small problems do not pay for methods that end later than the search. A count by
// another method takes at most this much longer.
constexpr double longest_search_alone = 0.025;

/// Makes the Way (the object that counts) for the given method.
std::unique_ptr<Way> way_by(CountMethod method, const Problem& problem, const Tally& weights_of,
                            const Context& context) {
  switch (method) {
    case CountMethod::automatic:
    case CountMethod::search: {
      auto search = search_way(problem, weights_of, context, context.options->engine);
      search->allow_threads();
      return search;
    }
    case CountMethod::sweep:
      return sweep_way(problem, weights_of, context);
    case CountMethod::fold:
      return sweep_way(problem, weights_of, context, {}, FoldRule());
    case CountMethod::memo:
      return memo_way(problem, weights_of, context);
    case CountMethod::zdd:
      return zdd_way(problem, weights_of, context);
    case CountMethod::invariant:
      return invariant_way(problem, context);
    case CountMethod::signs:
      return sign_way(problem, weights_of, context);
  }
  throw std::logic_error("no such method");
}

std::unique_ptr<Way> reduced(const Problem& problem, const Tally& weights_of,
                             const Context& context) {
  preprocess::ReduceOptions reduce;
  reduce.with_steps = context.trace != nullptr;
  reduce.control = context.deadline().rest();
  return parts_way(
      problem,
      preprocess::ReducedProblem::for_counting(problem, weights_of, reduce, context.copy_use()),
      context,
      [method = context.options->method](const Problem& part, const Tally& weights,
                                         const Context& part_context) {
        return way_by(method, part, weights, part_context);
      });
}

}  // namespace

std::unique_ptr<Way> way_for(const Problem& problem, const Tally& weights_of,
                             const Context& context, SymmetryUse symmetry) {
  const Options& options = *context.options;
  // The problem must not be reduced if an order of branching is given, because this order names
  // items of the unreduced problem.
  const bool may_reduce =
      options.preprocess.value_or(true) && context.rule() != BranchingRule::given_order;
  if (options.method == CountMethod::automatic && !options.nodes) {
    return std::make_unique<Policy>(
        problem, weights_of, context,
        PolicySteps{.reduce = may_reduce,
                    .symmetry = may_reduce && symmetry == SymmetryUse::allowed,
                    .search_alone = longest_search_alone});
  }
  // An invariant of one independent part already excludes all solutions, so the problem is not
  // split into parts for the method `invariant`.
  const bool splits = options.method != CountMethod::invariant;
  if (may_reduce && splits) return reduced(problem, weights_of, context);
  return way_by(options.method, problem, weights_of, context);
}

}  // namespace dlx::counting
