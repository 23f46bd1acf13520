#include "dlx/reduction_trace.hpp"

#include <cstddef>
#include <vector>

namespace dlx {

std::unique_ptr<search::Trace> trace_reduction(search::Trace& trace, const Problem& problem,
                                               const preprocess::Reduction& reduction) {
  for (const preprocess::ReduceStep& step : reduction.steps) {
    switch (step.kind) {
      case preprocess::ReduceStep::Kind::branch:
        trace.branch(index(step.item));
        break;
      case preprocess::ReduceStep::Kind::drop:
        trace.step(search::Step::drop);
        trace.option(step.option);
        trace.item(step.item);
        break;
      case preprocess::ReduceStep::Kind::merge:
        trace.step(search::Step::merge);
        trace.option(step.option);
        trace.option(step.second);
        break;
    }
  }
  std::vector<OptionId> kept;
  for (std::size_t g = 0; g < reduction.originals.size(); ++g) {
    kept.push_back(reduction.originals[g].front());
  }
  return std::make_unique<search::Trace>(trace, problem, reduction.problem, kept);
}

}  // namespace dlx
