#include "dlx/reduction_trace.hpp"

#include <cstddef>
#include <vector>

namespace dlx {

std::unique_ptr<Trace> trace_reduction(Trace& trace, const Problem& problem,
                                       const Reduction& reduction) {
  for (const ReduceStep& step : reduction.steps) {
    switch (step.kind) {
      case ReduceStep::Kind::branch:
        trace.branch(index(step.item));
        break;
      case ReduceStep::Kind::drop:
        trace.step(Step::drop);
        trace.option(step.option);
        trace.item(step.item);
        break;
      case ReduceStep::Kind::merge:
        trace.step(Step::merge);
        trace.option(step.option);
        trace.option(step.second);
        break;
    }
  }
  std::vector<OptionId> kept;
  for (std::size_t g = 0; g < reduction.originals.size(); ++g) {
    kept.push_back(reduction.originals[g].front());
  }
  return std::make_unique<Trace>(trace, problem, reduction.problem, kept);
}

}  // namespace dlx
