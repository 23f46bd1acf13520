// The problem. A sweep makes the decision diagram of 10^16 tilings by dominoes within a moment. For
// pentominoes in 8x8 with four empty cells the sweep runs out of memory, but a search lists the
// 129168 tilings in two seconds. Estimates do not show whether a sweep or a search is faster, so
// both methods take turns, as dlx/search/scheduler.hpp describes. Once all solutions are listed,
// their diagram is made in time proportional to the length of the list. If the problem has
// symmetries, a third method lists one solution of each class and adds the images of this solution.
// With the third method, the pentomino tilings take 0.6 s instead of 4 s.
//
// Queries are not answered from the list of solutions, without a diagram. This would be a quarter
// faster, but every function on diagrams would need a second implementation for lists. At the end
// of its turn, the sweep pauses. If it were restarted in each turn with a higher limit on states,
// it would take up to three times as long.

#include "dlx/diagram.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "dlx/core/heap_bytes.hpp"
#include "dlx/representatives.hpp"
#include "dlx/search/price.hpp"
#include "dlx/search/progress.hpp"
#include "dlx/search/scheduler.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/tables/sweep_plan.hpp"

namespace dlx {
namespace {

// A method that is not expected to end first gets this part of the time.
constexpr double share_of_other = 1 / 4.0;
constexpr double longest_first_turn = 2e-3;
// Estimated seconds to plan a sweep, for each entry of the problem.
constexpr double plan_per_entry = 5e-7;
// The time limit of the search for symmetries, in estimated seconds for each entry of the problem.
constexpr double group_per_entry = 5e-6;
constexpr double seconds_of_look = 1e-7;
// Estimated seconds to store an option of a solution, in addition to the time of the search.
constexpr double seconds_of_chosen = 1e-8;
constexpr std::uint64_t first_nodes = 1'000;
// A list of solutions may use an eighth of the memory: the memory divided by this number.
constexpr std::size_t part_of_list = 8;
// Larger symmetry groups are not used, because every symmetry is applied to every solution found.
constexpr std::size_t most_symmetries = 1'000;

/// One of the methods of making the diagram that take turns. Its seconds are nominal: computed from
/// the work done, not measured.
class Contestant {
 public:
  Contestant() = default;
  Contestant(const Contestant&) = delete;
  Contestant& operator=(const Contestant&) = delete;
  virtual ~Contestant() = default;

  /// Continues for this number of nominal seconds (time computed from work done). Returns `running`
  /// if the method has not ended.
  virtual Status run(double seconds) = 0;
  [[nodiscard]] virtual double nominal_seconds() const = 0;
  [[nodiscard]] virtual double share() const = 0;
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;
  virtual void set_memory_limit(std::size_t bytes) = 0;
  /// Returns the diagram, after run() has returned `exhausted`. `memory` is the memory limit in
  /// bytes, which the other methods no longer share.
  virtual tables::ZddResult take(std::size_t memory) = 0;
};

/// The method that lists all solutions by a search, or lists one solution of each class and adds
/// its images under the symmetries.
class List final : public Contestant {
 public:
  List(const Problem& problem, std::span<const ItemId> order, const search::Control& control)
      : List(problem, order, control, Solver(problem, options(control))) {}
  List(const Problem& problem, std::span<const ItemId> order, const search::Control& control,
       const OptionSymmetries& group)
      : List(problem, order, control, Representatives(problem, {group}, options(control))) {
    group_ = group;
  }

  Status run(double seconds) override {
    const search::Statistics before = statistics();
    const double spent = nominal_seconds();
    std::uint64_t end = before.nodes + first_nodes;
    if (spent > 0) {
      const double nodes = seconds * static_cast<double>(before.nodes) / spent;
      end = before.nodes + static_cast<std::uint64_t>(std::clamp(nodes, 100.0, 1e15));
    }
    if (most_nodes_) end = std::min(end, *most_nodes_);
    return std::visit(
        [&](auto& search) {
          search.set_limits({.nodes = end, .time = deadline_.left()});
          while (search.next()) {
            if (!add(search.solution())) return Status::memory_limit;
          }
          const bool is_paused = search.status() == Status::node_limit && end != most_nodes_;
          return is_paused ? Status::running : search.status();
        },
        search_);
  }

  [[nodiscard]] double nominal_seconds() const override {
    const search::Statistics done = statistics();
    if (done.nodes == 0) return 0;
    const EngineKind engine = std::visit([](const auto& s) { return s.engine(); }, search_);
    return search::nominal_seconds(engine, problem_, done) +
           seconds_of_chosen * static_cast<double>(chosen_.size());
  }
  [[nodiscard]] double share() const override { return statistics().share; }
  [[nodiscard]] std::size_t memory_bytes() const override {
    const std::size_t images = group_ ? group_->order() * problem_.option_count() : 0;
    return heap_bytes(chosen_, ends_) + images * sizeof(OptionId);
  }
  void set_memory_limit(std::size_t bytes) override { memory_ = bytes; }

  tables::ZddResult take(std::size_t memory) override {
    tables::ZddResult result;
    result.zdd = tables::Zdd::of(tables::options_in_order(problem_, order_), std::move(chosen_),
                                 ends_, memory - std::min(memory, heap_bytes(ends_)), deadline_);
    const Status why = deadline_.why();
    result.status = result.zdd               ? Status::exhausted
                    : why == Status::running ? Status::memory_limit
                                             : why;
    if (result.zdd) result.memory_bytes = result.zdd->memory_bytes();
    return result;
  }

 private:
  using Search = std::variant<Solver, Representatives>;

  List(const Problem& problem, std::span<const ItemId> order, const search::Control& control,
       Search search)
      : problem_(problem),
        order_(order),
        deadline_(control),
        most_nodes_(control.limits.nodes),
        search_(std::move(search)) {}

  static Options options(const search::Control& control) {
    Options options{.preprocess = true, .contest = false};
    options.stop = control.stop;
    options.on_progress = control.on_progress;
    options.progress_interval = control.progress_interval;
    return options;
  }

  [[nodiscard]] search::Statistics statistics() const {
    return std::visit([](const auto& search) { return search.statistics(); }, search_);
  }

  /// Adds a solution and its images under the symmetries to the list. Returns false if the memory
  /// limit is reached.
  bool add(std::span<const OptionId> solution) {
    if (!group_) return add_one(solution);
    const auto images = group_->images(solution);
    return std::all_of(images.begin(), images.end(),
                       [&](const std::vector<OptionId>& image) { return add_one(image); });
  }

  bool add_one(std::span<const OptionId> solution) {
    if (!may_grow(chosen_, solution.size())) return false;
    chosen_.insert(chosen_.end(), solution.begin(), solution.end());
    if (!may_grow(ends_, 1)) return false;
    ends_.push_back(chosen_.size());
    return true;
  }

  /// Whether a vector may grow by `more` elements within the memory limit. While it is copied to a
  /// larger block of memory, both blocks are in use.
  template <class T>
  [[nodiscard]] bool may_grow(const std::vector<T>& values, std::size_t more) const {
    const std::size_t wanted = values.size() + more;
    return wanted <= values.capacity() ||
           memory_bytes() + std::max(2 * values.size(), wanted) * sizeof(T) <= memory_;
  }

  const Problem& problem_;
  std::span<const ItemId> order_;
  search::Deadline deadline_;
  std::optional<std::uint64_t> most_nodes_;
  Search search_;
  std::optional<OptionSymmetries> group_ = {};
  std::size_t memory_ = 0;
  std::vector<OptionId> chosen_;
  std::vector<std::size_t> ends_;
};

class Sweep final : public Contestant {
 public:
  /// Constructs a sweep. Throws std::invalid_argument if its states would have too many bits.
  Sweep(const Problem& problem, std::span<const ItemId> order, const tables::TableOptions& options)
      : building_(problem, order, options) {}

  Status run(double seconds) override {
    return building_.run(
        static_cast<std::uint64_t>(std::clamp(seconds / seconds_of_look, 100.0, 1e15)));
  }
  [[nodiscard]] double nominal_seconds() const override {
    return seconds_of_look * static_cast<double>(building_.looks());
  }
  [[nodiscard]] double share() const override { return building_.share(); }
  [[nodiscard]] std::size_t memory_bytes() const override { return building_.memory_bytes(); }
  void set_memory_limit(std::size_t bytes) override { building_.set_memory_limit(bytes); }
  /// Returns the diagram. Before run() has returned `exhausted`, returns only the numbers of
  /// states.
  tables::ZddResult take(std::size_t) override { return building_.take(); }

 private:
  tables::Zdd::Building building_;
};

class DiagramContest {
 public:
  DiagramContest(const Problem& problem, const tables::TableOptions& options)
      : problem_(problem),
        options_(options),
        deadline_(options.control),
        order_(tables::narrow_order(problem, deadline_, options.memory_limit)) {
    options_.control.on_progress = search::steady(std::move(options_.control.on_progress));
    add(std::make_unique<List>(problem, order_, options_.control));
    const auto entries = static_cast<double>(problem.entry_count());
    scheduler_.add({.take = [this] { begin_sweep(); },
                    .cost = plan_per_entry * entries,
                    .worth = 2,
                    .latest = 4});
    scheduler_.add({.take = [this] { begin_classes(); },
                    .cost = group_per_entry * entries,
                    .worth = 2,
                    .latest = 4});
  }

  tables::ZddResult run() {
    for (;;) {
      take_steps();
      const auto [number, seconds] = next_turn();
      Contestant& contestant = *contestants_[number];
      const double before = contestant.nominal_seconds();
      const Status status = contestant.run(seconds);
      scheduler_.record(number, contestant.nominal_seconds() - before, contestant.share());
      note_memory();
      if (status == Status::running) continue;
      const bool may_drop =
          status != Status::exhausted && status != Status::time_limit && status != Status::stopped;
      if (may_drop && drop(number)) continue;
      return end(number, status);
    }
  }

 private:
  void take_steps() {
    std::size_t from = 0;
    while (const auto step = scheduler_.due_step(from)) {
      step->take();
      scheduler_.spend(step->cost);
    }
  }

  /// Which method runs next, and for how long. If only one method is left and no other will begin,
  /// it runs to its end.
  search::Scheduler::Turn next_turn() {
    const search::Scheduler::Turn turn = scheduler_.next_turn();
    const bool is_alone = left_ == 1 && sweep_begun_ && classes_begun_;
    return is_alone ? search::Scheduler::Turn{turn.number, search::Scheduler::unknown} : turn;
  }

  void add(std::unique_ptr<Contestant> contestant, search::Pace pace = search::Pace::uncertain) {
    contestants_.push_back(std::move(contestant));
    scheduler_.add({.share = share_of_other, .first_turn = longest_first_turn, .pace = pace});
    ++left_;
    share_memory();
  }

  void begin_sweep() {
    if (std::exchange(sweep_begun_, true)) return;
    tables::TableOptions options = options_;
    options.control.limits.time = deadline_.left();
    try {
      auto sweep = std::make_unique<Sweep>(problem_, order_, options);
      sweep_ = sweep.get();
      add(std::move(sweep), search::Pace::slowing);
    } catch (const std::invalid_argument&) {
      // The states of the sweep would have too many bits.
      if (left_ == 0) throw;
    }
  }

  void begin_classes() {
    if (std::exchange(classes_begun_, true)) return;
    const double seconds = group_per_entry * static_cast<double>(problem_.entry_count());
    const auto group = symmetry::whole_group(
        problem_, {.control = deadline_.by_work(seconds).rest()}, most_symmetries);
    if (!group || group->listed() == nullptr || group->listed()->order() == 1) return;
    search::Control control = options_.control;
    control.limits.time = deadline_.left();
    add(std::make_unique<List>(problem_, order_, control, *group->listed()));
  }

  /// Divides the memory among the methods that take turns. While the sweep runs or may still begin,
  /// each List may use an eighth of the memory, and the sweep the rest.
  void share_memory() {
    const std::size_t all = options_.memory_limit;
    const std::size_t lists = left_ - (sweep_ != nullptr ? 1 : 0);
    const bool may_sweep = sweep_ != nullptr || !sweep_begun_;
    const std::size_t of_list = all / (may_sweep ? part_of_list : std::max<std::size_t>(lists, 1));
    for (const std::unique_ptr<Contestant>& contestant : contestants_) {
      if (!contestant) continue;
      contestant->set_memory_limit(contestant.get() == sweep_ ? all - lists * of_list : of_list);
    }
  }

  /// Ends a method that needs more memory than it may use. If the method is a List, the other List
  /// is ended too, because it would store the same solutions. The methods that are left share the
  /// memory. Returns false if no method is left.
  bool drop(std::size_t number) {
    const bool is_sweep = contestants_[number].get() == sweep_;
    if (is_sweep) note_states();
    for (std::size_t other = 0; other < contestants_.size(); ++other) {
      std::unique_ptr<Contestant>& contestant = contestants_[other];
      if (!contestant || (contestant.get() == sweep_) != is_sweep) continue;
      contestant.reset();
      scheduler_.drop(other);
      --left_;
    }
    if (is_sweep) {
      sweep_ = nullptr;
    } else {
      classes_begun_ = true;
    }
    if (left_ == 0) begin_sweep();
    share_memory();
    return left_ != 0;
  }

  tables::ZddResult end(std::size_t winner, Status status) {
    const bool is_made = status == Status::exhausted;
    const bool is_swept = is_made && contestants_[winner].get() == sweep_;
    if (sweep_ != nullptr && !is_swept) note_states();
    const std::size_t most = result_.memory_bytes;
    result_.status = status;
    if (is_made) {
      tables::ZddResult made = contestants_[winner]->take(options_.memory_limit);
      if (!is_swept) {
        made.states = result_.states;
        made.most_states = result_.most_states;
      }
      result_ = std::move(made);
    }
    note_memory(most);
    return std::move(result_);
  }

  void note_states() {
    const tables::ZddResult unfinished = sweep_->take(0);
    result_.states = unfinished.states;
    result_.most_states = unfinished.most_states;
  }

  void note_memory() {
    std::size_t sum = 0;
    for (const std::unique_ptr<Contestant>& contestant : contestants_) {
      if (contestant) sum += contestant->memory_bytes();
    }
    note_memory(sum);
  }
  void note_memory(std::size_t bytes) {
    result_.memory_bytes = std::max(result_.memory_bytes, bytes);
  }

  const Problem& problem_;
  tables::TableOptions options_;
  search::Deadline deadline_;
  std::vector<ItemId> order_;
  // The methods that take turns, by their numbers in the scheduler; null if drop() has ended the
  // method.
  std::vector<std::unique_ptr<Contestant>> contestants_;
  Contestant* sweep_ = nullptr;  // the sweep in contestants_; null if there is none
  std::size_t left_ = 0;         // the number of methods that drop() has not ended
  bool sweep_begun_ = false;
  bool classes_begun_ = false;
  search::Scheduler scheduler_;
  tables::ZddResult result_;
};

}  // namespace

tables::ZddResult make_diagram(const Problem& problem, const tables::TableOptions& options) {
  return DiagramContest(problem, options).run();
}

}  // namespace dlx
