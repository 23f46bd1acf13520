#include "dlx/solve/questions.hpp"

#include "dlx/engines/learning_cells.hpp"
#include "dlx/search/options.hpp"

namespace dlx::solve {

struct Questions::State {
  Options options;
  std::unique_ptr<engines::LearningEngine> search;
};

Questions::Questions(const Problem& problem, const Options& options)
    : state_(new State{options, engines::make_learning_engine(problem, options)}) {}

Questions::~Questions() = default;

Status Questions::status() const {
  return state_->search->status();
}

std::optional<std::vector<OptionId>> Questions::ask(std::span<const Assumption> assumptions) {
  state_->search->assume(assumptions);
  search::Limits limits = search::limits_of(state_->options);
  const search::Statistics so_far = state_->search->statistics();
  if (limits.nodes) *limits.nodes += so_far.nodes;
  if (limits.solutions) *limits.solutions += so_far.solutions;
  state_->search->set_limits(limits);
  return another();
}

std::optional<std::vector<OptionId>> Questions::another() {
  if (!state_->search->next()) return {};
  const auto solution = state_->search->solution();
  return std::vector<OptionId>(solution.begin(), solution.end());
}

Questions::Core Questions::core() {
  Core core{{state_->search->core().begin(), state_->search->core().end()}};
  // Those at the end have been tried: without one of them there is a solution, as far as is known.
  std::size_t tried = 0;
  while (tried < core.assumptions.size()) {
    std::vector<Assumption> fewer = core.assumptions;
    fewer.erase(fewer.end() - 1 - static_cast<std::ptrdiff_t>(tried));
    const bool is_needed = ask(fewer).has_value();
    if (is_needed || status() != Status::exhausted) {
      core.is_minimal &= is_needed;
      ++tried;
    } else {
      core.assumptions.assign(state_->search->core().begin(), state_->search->core().end());
    }
  }
  return core;
}

}  // namespace dlx::solve
