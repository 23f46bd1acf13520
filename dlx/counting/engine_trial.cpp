#include "dlx/counting/engine_trial.hpp"

#include <algorithm>

#include "dlx/engines/bit_matrix.hpp"
#include "dlx/search/vectors.hpp"

namespace dlx::counting {
namespace {

// What becomes of a small problem depends on no clock.
constexpr std::uint64_t least_nodes = 2'000;
constexpr double least_seconds = 4e-3;  // at 1e-3 trials doubled searches of 3 ms
constexpr double least_left = 10;       // times what a trial costs
constexpr double stretch_by_spent = 1 / 8.0;
constexpr double clearly_quicker = 0.9;
// Seconds, as measured on the instances of bench/.
constexpr double entry_of_cells = 60e-9;
constexpr double entry_of_bits = 120e-9;
constexpr double word_of_bits = 1e-9;  // of a vector of options, of which each option has one

}  // namespace

EngineTrial::EngineTrial(const Problem& problem, const Context& context, EngineKind present,
                         std::optional<FixedTrial> fixed)
    : fixed_(fixed) {
  if (context.options->search.engine != EngineKind::automatic || problem.has_multiplicities() ||
      context.branching.rule != BranchingRule::minimum_remaining) {
    return;
  }
  const double entries = static_cast<double>(problem.entry_count());
  const double options = problem.option_count();
  if (present == EngineKind::bit_matrix) {
    rival_ = EngineKind::dancing_cells;
    cost_ = entry_of_cells * entries;
  } else if (engines::bit_matrix_objection(problem).empty() &&
             search::best_vectors() != search::VectorKind::plain) {
    rival_ = EngineKind::bit_matrix;
    cost_ = entry_of_bits * entries + word_of_bits * options * options / 64;
  }
}

bool EngineTrial::is_worth_it(double seconds, double left) const {
  return rival_ &&
         (has_begun() || fixed_ || left >= least_left * (cost_ + stretch_by_spent * seconds));
}

bool EngineTrial::is_due(double seconds, std::uint64_t nodes, double left) const {
  if (!is_worth_it(seconds, left)) return false;
  if (fixed_) return nodes >= fixed_->nodes;
  return has_begun() || (nodes >= least_nodes && seconds >= std::max(least_seconds, cost_));
}

void EngineTrial::begin(double seconds_so_far) {
  stretch_ = stretch_by_spent * (seconds_so_far + cost_);
}

Slice EngineTrial::within_stretch(const Slice& slice) const {
  if (!fixed_) return slice.at_most(stretch_ - run_[running_].seconds);
  Slice shorter = slice;
  const std::uint64_t left = fixed_->nodes - run_[running_].nodes;
  shorter.work = std::min(slice.work.value_or(left), left);
  return shorter;
}

bool EngineTrial::stretch_is_over() const {
  const Run& run = run_[running_];
  return fixed_ ? run.nodes >= fixed_->nodes : run.seconds >= stretch_;
}

void EngineTrial::add(double seconds, std::uint64_t nodes, std::uint64_t nodes_spared) {
  run_[running_].seconds += seconds;
  run_[running_].nodes += nodes;
  run_[running_].spared += nodes_spared;
}

bool EngineTrial::rival_wins() {
  rival_.reset();
  // Seconds for a node; a stretch in which no node ended is as long as one node at least.
  const auto pace = [](const Run& run) {
    return run.seconds / static_cast<double>(std::max<std::uint64_t>(1, run.nodes + run.spared));
  };
  ratio_ = pace(run_[rival_run]) / pace(run_[present_run]);
  return fixed_ ? fixed_->rival_wins : ratio_ < clearly_quicker;
}

}  // namespace dlx::counting
