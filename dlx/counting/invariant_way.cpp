#include "dlx/counting/invariant_way.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace dlx::counting {

InvariantWay::InvariantWay(const Problem& problem, const Context& context)
    : problem_(&problem), context_(recording(context, problem)) {}

InvariantWay::InvariantWay(const Problem& problem, const Context& context,
                           preprocess::Invariant found)
    : problem_(&problem), context_(recording(context, problem)), found_(std::move(found)) {}

Status InvariantWay::run(const Slice&) {
  if (!found_) {
    const search::Deadline deadline = context_.deadline();
    preprocess::InvariantSearch search = preprocess::refuting_invariant(*problem_, deadline);
    if (!search.complete) return deadline.why_ended();
    found_ = std::move(search.found);
  }
  if (!found_) throw std::invalid_argument("there is no invariant that excludes all solutions");
  if (context_.trace != nullptr) context_.trace->invariant(found_->modulus, found_->weights);
  return Status::exhausted;
}

void InvariantWay::report_into(CountResult& result) const {
  result.method = CountMethod::invariant;
  if (!found_) return;
  result.why = "by weights of items modulo " + std::to_string(found_->modulus) +
               " every option weighs 0, and what is to be covered does not";
}

}  // namespace dlx::counting
