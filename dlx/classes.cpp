#include "dlx/classes.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

#include "dlx/class_way.hpp"
#include "dlx/exclusions.hpp"
#include "dlx/search/options.hpp"
#include "dlx/symmetry/merged_group.hpp"

namespace dlx {
namespace {

using Clock = std::chrono::steady_clock;

/// Counts classes under a group with too many members to be listed. A search visits one solution of
/// each class, and a few more solutions that it recognises as equivalent to earlier solutions.
/// After 100 nodes a count by Burnside's lemma (member_classes()), the count by members, takes
/// turns with the search. It gets a fifth of the time until the number of all solutions is known,
/// and half of the time afterwards. Once this number is known, the search ends as soon as the sizes
/// of the classes found add up to it. So the count by members at most doubles the time of the
/// search, and it leaves three quarters of the memory for the table of classes. With a limit on
/// nodes or solutions only the search runs.
class CanonicalClasses final : public ClassWay {
 public:
  CanonicalClasses(const Problem& problem, const symmetry::SymmetryGroup& group,
                   const Options& options, counting::Resources resources,
                   std::optional<Natural> all)
      : left_(options),
        found_(problem, group, with_memory(options, memory_of(options) - memory_of_all(options)),
               resources.jobs),
        all_(std::move(all)) {
    if (!counts_all(options)) return;
    Options counts = with_memory(options, memory_of_all(options));
    counts.method = CountMethod::automatic;
    counts.time.reset();
    counts.on_progress = {};
    resources.tables = nullptr;
    resources.longest_step = turn;
    by_members_ = member_classes(problem, group, counts, resources, all_);
  }

  Status run(Time time) override {
    const auto start = Clock::now();
    do {
      Time rest = time;
      if (time) rest = std::max(std::chrono::nanoseconds(0), *time - (Clock::now() - start));
      status_ = take_turn(rest);
      if (time && Clock::now() - start >= *time) break;
    } while (status_ == Status::running);
    return status_;
  }

  [[nodiscard]] Status status() const override { return status_; }

  [[nodiscard]] ClassesResult result() const override {
    if (is_counted_by_members()) {
      ClassesResult result = by_members_->result();
      search::add(result.statistics, found_.statistics());
      result.problems += found_.problems();
      return result;
    }
    ClassesResult result{.classes = classes_,
                         .solutions = solutions_,
                         .status = status_,
                         .statistics = found_.statistics(),
                         .problems = found_.problems(),
                         .engine = found_.engine(),
                         .why = "by one solution of each class, told apart by its canonical form"};
    if (by_members_ && spent_on_members_.count() > 0) {
      const ClassesResult counted = by_members_->result();
      search::add(result.statistics, counted.statistics);
      result.problems += counted.problems;
    }
    if (are_all_found() && found_.status() != Status::exhausted) {
      result.why += ", until these were all " + solutions_.to_string() + " solutions";
    }
    return result;
  }
  [[nodiscard]] double share() const override {
    if (status_ == Status::exhausted) return 1;
    const double by_members = by_members_ && all_ ? by_members_->share() : 0;
    return std::max(found_.statistics().share, by_members);
  }

 private:
  // The number of nodes that the search visits before the count by Burnside's lemma begins. Each
  // node takes at most some milliseconds.
  static constexpr std::uint64_t nodes_alone = 100;
  static constexpr std::chrono::nanoseconds turn = std::chrono::milliseconds(100);
  // The seconds that the search gets for each second of the count by Burnside's lemma, until the
  // number of all solutions is known.
  static constexpr int share_of_all = 4;
  static constexpr auto shortest = std::chrono::milliseconds(5);

  static bool counts_all(const Options& options) {
    return !options.solutions && !options.nodes && options.trace == nullptr;
  }
  static std::size_t memory_of_all(const Options& options) {
    return counts_all(options) ? memory_of(options) / 4 : 0;
  }
  static Options with_memory(Options options, std::size_t bytes) {
    options.memory = bytes;
    return options;
  }

  /// Runs either the search or the count by Burnside's lemma for a short time.
  Status take_turn(const Time& time) {
    if (are_all_found() || is_counted_by_members()) return Status::exhausted;
    const auto start = Clock::now();
    search::Limits left = left_.limits();
    std::chrono::nanoseconds longest = std::min(turn, time.value_or(turn));
    if (is_turn_of_members()) {
      if (left.time && left.time->count() == 0) return Status::time_limit;
      longest = std::min({longest, earned_by_members(), left.time.value_or(longest)});
      return count_by_members(longest);
    }
    // The first call of the search is limited by nodes instead of time, because the search begins
    // with a step that cannot be interrupted: choosing the options to begin with.
    const bool is_alone = by_members_ && found_.statistics().nodes < nodes_alone;
    if (is_alone) left.nodes = nodes_alone;
    const Time slice = by_members_ && !is_alone ? Time(longest) : time;
    Status status = visit_on(found_, left, slice, [&] {
      ++classes_;
      solutions_ += found_.class_size();
      return !are_all_found();
    });
    if (is_alone && status == Status::node_limit) status = Status::running;
    spent_on_search_ += Clock::now() - start;
    return are_all_found() ? Status::exhausted : status;
  }
  Status count_by_members(std::chrono::nanoseconds longest) {
    const auto start = Clock::now();
    Status status = Status::running;
    try {
      status = by_members_->run(longest);
      if (!all_ && by_members_->has_all_solutions()) all_ = by_members_->result().solutions;
    } catch (const std::bad_alloc&) {
      status = Status::memory_limit;
    }
    spent_on_members_ += Clock::now() - start;
    // If the count by Burnside's lemma runs out of memory, only the search continues.
    if (status == Status::memory_limit) {
      by_members_.reset();
      return Status::running;
    }
    return status;
  }
  [[nodiscard]] std::chrono::nanoseconds earned_by_members() const {
    return spent_on_search_ / (all_ ? 1 : share_of_all) - spent_on_members_;
  }
  [[nodiscard]] bool is_turn_of_members() const {
    return by_members_ && earned_by_members() >= shortest &&
           found_.statistics().nodes >= nodes_alone;
  }
  [[nodiscard]] bool are_all_found() const { return all_ && solutions_ == *all_; }
  [[nodiscard]] bool is_counted_by_members() const {
    return by_members_ && by_members_->status() == Status::exhausted;
  }

  search::Allowance left_;
  Representatives found_;
  std::optional<Natural> all_;  // the number of all solutions, once it is known
  // The count by Burnside's lemma; null if it is not made, or has run out of memory.
  std::unique_ptr<ClassWay> by_members_ = {};
  std::chrono::nanoseconds spent_on_members_{0}, spent_on_search_{0};
  Natural classes_, solutions_;
  Status status_ = Status::running;
};

}  // namespace

ClassCounter::ClassCounter(const Problem& problem, const symmetry::SymmetryGroup& group,
                           const Options& options, const counting::Resources& resources,
                           std::optional<Natural> all) {
  refuse(options, {"up_to", "certificate", "checkpoint", "max_cost"}, "a ClassCounter");
  const symmetry::MergedGroup* const merged = group.merged();
  const OptionSymmetries* const listed = group.listed();
  if (options.trace != nullptr && listed == nullptr) {
    throw std::invalid_argument("no certificate: the symmetries are too many to be listed");
  }
  const bool is_merged = merged != nullptr && merged->group.listed() != nullptr;
  if (listed != nullptr || (is_merged && !options.solutions)) {
    way_ = member_classes(problem, group, options, resources, std::move(all));
  } else {
    way_ = std::make_unique<CanonicalClasses>(problem, group, options, resources, std::move(all));
  }
}
ClassCounter::~ClassCounter() = default;
ClassCounter::ClassCounter(ClassCounter&&) noexcept = default;
ClassCounter& ClassCounter::operator=(ClassCounter&&) noexcept = default;

Status ClassCounter::run(std::optional<std::chrono::nanoseconds> time) {
  Status status = way_->run(time);
  while (!time && status == Status::running) status = way_->run(time);
  return status;
}

void ClassCounter::keep_tables() {
  way_->keep_tables();
}

Status ClassCounter::status() const {
  return way_->status();
}

ClassesResult ClassCounter::result() const {
  return way_->result();
}

double ClassCounter::share() const {
  return way_->share();
}

ClassesResult count_classes(const Problem& problem, const symmetry::SymmetryGroup& group,
                            const Options& options, const counting::Resources& resources) {
  ClassCounter counter(problem, group, options, resources);
  counter.run();
  return counter.result();
}

}  // namespace dlx
