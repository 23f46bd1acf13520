// The problem. A sweep makes the diagram of 10^16 tilings by dominoes in a moment. On pentominoes
// in 8x8 with four empty cells it runs out of memory, but a search lists the 129168 tilings in two
// seconds. An estimate cannot tell these cases apart, so sweep and search take turns, as
// dlx/search/scheduler.hpp says. Once all solutions are listed, their diagram takes a step for each
// option of each solution.
//
// Considered. Numbers from the list alone, without a diagram: quicker by a quarter, but then each
// question needs two implementations. A sweep that begins again with more states each time, so that
// it need not pause: up to three times as long.

#include "dlx/diagram.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dlx/core/heap_bytes.hpp"
#include "dlx/search/price.hpp"
#include "dlx/search/progress.hpp"
#include "dlx/search/scheduler.hpp"
#include "dlx/solver.hpp"
#include "dlx/tables/sweep_plan.hpp"

namespace dlx {
namespace {

// Time of the way that does not lead, as a part of all time.
constexpr double share_of_other = 1 / 4.0;
constexpr double longest_first_turn = 2e-3;
constexpr double plan_per_entry = 5e-7;  // nominal seconds, like the constants below
constexpr double seconds_of_look = 1e-7;
constexpr double seconds_of_chosen = 1e-8;  // seconds for an option of a solution
constexpr std::uint64_t first_nodes = 1'000;
constexpr std::size_t part_of_list = 8;  // the list has an eighth of the memory

/// All solutions, one after another.
class List {
 public:
  List(const Problem& problem, const search::Control& control, std::size_t memory)
      : problem_(problem), deadline_(control), most_nodes_(control.limits.nodes), memory_(memory) {
    Options options{.preprocess = true, .contest = false};
    options.stop = control.stop;
    options.on_progress = control.on_progress;
    options.progress_interval = control.progress_interval;
    solver_.emplace(problem, options);
  }

  /// Goes on for a time in nominal seconds. Returns running if there may be more solutions.
  Status run(double seconds) {
    const search::Statistics before = solver_->statistics();
    const double spent = nominal_seconds();
    std::uint64_t end = before.nodes + first_nodes;
    if (spent > 0) {
      const double nodes = seconds * static_cast<double>(before.nodes) / spent;
      end = before.nodes + static_cast<std::uint64_t>(std::clamp(nodes, 100.0, 1e15));
    }
    if (most_nodes_) end = std::min(end, *most_nodes_);
    solver_->set_limits({.nodes = end, .time = deadline_.left()});
    while (solver_->next()) {
      const auto solution = solver_->solution();
      if (!may_grow(chosen_, solution.size())) return Status::memory_limit;
      chosen_.insert(chosen_.end(), solution.begin(), solution.end());
      if (!may_grow(ends_, 1)) return Status::memory_limit;
      ends_.push_back(chosen_.size());
    }
    const bool is_paused = solver_->status() == Status::node_limit && end != most_nodes_;
    return is_paused ? Status::running : solver_->status();
  }

  [[nodiscard]] double nominal_seconds() const {
    const search::Statistics done = solver_->statistics();
    if (done.nodes == 0) return 0;
    return search::nominal_seconds(solver_->engine(), problem_, done) +
           seconds_of_chosen * static_cast<double>(chosen_.size());
  }
  [[nodiscard]] double share() const { return solver_->statistics().share; }
  [[nodiscard]] std::size_t memory_bytes() const { return heap_bytes(chosen_, ends_); }
  void set_memory_limit(std::size_t bytes) { memory_ = bytes; }

  std::optional<tables::Zdd> diagram(std::vector<OptionId> variables, std::size_t memory) {
    return tables::Zdd::of(std::move(variables), std::move(chosen_), ends_,
                           memory - std::min(memory, heap_bytes(ends_)), deadline_);
  }

 private:
  /// While values move, both old and new memory are in use.
  template <class T>
  [[nodiscard]] bool may_grow(const std::vector<T>& values, std::size_t more) const {
    const std::size_t wanted = values.size() + more;
    return wanted <= values.capacity() ||
           memory_bytes() + std::max(2 * values.size(), wanted) * sizeof(T) <= memory_;
  }

  const Problem& problem_;
  search::Deadline deadline_;
  std::optional<std::uint64_t> most_nodes_;
  std::size_t memory_;
  std::optional<Solver> solver_;
  std::vector<OptionId> chosen_;
  std::vector<std::size_t> ends_;
};

class DiagramContest {
 public:
  DiagramContest(const Problem& problem, const tables::TableOptions& options)
      : problem_(problem),
        options_(options),
        deadline_(options.control),
        order_(tables::narrow_order(problem, deadline_, options.memory_limit)) {
    options_.control.on_progress = search::steady(std::move(options_.control.on_progress));
    list_.emplace(problem, options_.control, options.memory_limit / part_of_list);
    const search::Contestant facts{.share = share_of_other, .first_turn = longest_first_turn};
    scheduler_.add(facts);
    scheduler_.add({.take = [this] { begin_sweep(); },
                    .cost = plan_per_entry * static_cast<double>(problem.entry_count()),
                    .worth = 2,
                    .latest = 4});
  }

  tables::ZddResult run() {
    while (list_ || sweep_) {
      const auto [number, seconds] = next_turn();
      result_.status = number == 0 ? run_list(seconds) : run_sweep(seconds);
      if (result_.status == Status::running) continue;
      if (result_.status == Status::exhausted) {
        number == 0 ? take_list() : take_sweep();
        break;
      }
      if (result_.status == Status::time_limit || result_.status == Status::stopped) break;
      drop(number);
    }
    if (sweep_) note_states();
    return std::move(result_);
  }

 private:
  search::Scheduler::Turn next_turn() {
    std::size_t from = 0;
    while (const auto step = scheduler_.due_step(from)) {
      step->take();
      scheduler_.spend(step->cost);
    }
    if (!sweep_)
      return {0, sweep_begun_ ? search::Scheduler::unknown : scheduler_.next_turn().seconds};
    return list_ ? scheduler_.next_turn() : search::Scheduler::Turn{1, search::Scheduler::unknown};
  }

  Status run_list(double seconds) {
    const double before = list_->nominal_seconds();
    const Status status = list_->run(seconds);
    scheduler_.record(0, list_->nominal_seconds() - before, list_->share());
    note_memory();
    return status;
  }

  Status run_sweep(double seconds) {
    const std::uint64_t before = sweep_->looks();
    const Status status =
        sweep_->run(static_cast<std::uint64_t>(std::clamp(seconds / seconds_of_look, 100.0, 1e15)));
    scheduler_.record(1, seconds_of_look * static_cast<double>(sweep_->looks() - before),
                      sweep_->share());
    note_memory();
    return status;
  }

  void begin_sweep() {
    if (std::exchange(sweep_begun_, true)) return;
    tables::TableOptions options = options_;
    options.control.limits.time = deadline_.left();
    if (list_) options.memory_limit -= options.memory_limit / part_of_list;
    try {
      sweep_ = std::make_unique<tables::Zdd::Building>(problem_, order_, options);
    } catch (const std::invalid_argument&) {
      if (!list_) throw;  // no order is narrow enough
      list_->set_memory_limit(options_.memory_limit);
      return;
    }
    scheduler_.add(
        {.share = share_of_other, .first_turn = longest_first_turn, .pace = search::Pace::slowing});
  }

  /// Drops a contestant. The other one then has all the memory.
  void drop(std::size_t number) {
    if (number == 1) {
      note_states();
      sweep_.reset();
      if (list_) list_->set_memory_limit(options_.memory_limit);
    } else {
      list_.reset();
      begin_sweep();
      if (sweep_) sweep_->set_memory_limit(options_.memory_limit);
    }
    scheduler_.drop(number);
  }

  void take_list() {
    result_.zdd = list_->diagram(tables::options_in_order(problem_, order_), options_.memory_limit);
    if (!result_.zdd) {
      const Status why = deadline_.why();
      result_.status = why == Status::running ? Status::memory_limit : why;
    } else {
      note_memory(result_.zdd->memory_bytes());
    }
  }

  void take_sweep() {
    const std::size_t most = result_.memory_bytes;
    result_ = sweep_->take();
    sweep_.reset();
    note_memory(most);
  }

  void note_states() {
    const tables::ZddResult unfinished = sweep_->take();
    result_.states = unfinished.states;
    result_.most_states = unfinished.most_states;
  }

  void note_memory() {
    note_memory((list_ ? list_->memory_bytes() : 0) + (sweep_ ? sweep_->memory_bytes() : 0));
  }
  void note_memory(std::size_t bytes) {
    result_.memory_bytes = std::max(result_.memory_bytes, bytes);
  }

  const Problem& problem_;
  tables::TableOptions options_;
  search::Deadline deadline_;
  std::vector<ItemId> order_;
  std::optional<List> list_;
  std::unique_ptr<tables::Zdd::Building> sweep_;
  bool sweep_begun_ = false;
  search::Scheduler scheduler_;
  tables::ZddResult result_;
};

}  // namespace

tables::ZddResult make_diagram(const Problem& problem, const tables::TableOptions& options) {
  return DiagramContest(problem, options).run();
}

}  // namespace dlx
