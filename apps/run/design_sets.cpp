// Set by set. Each set is a small problem of its own, whose search ends as soon as the set is known
// not to be wanted: for `unique`, at the second assembly that no symmetry takes to the first.
//
// Where all wanted sets are asked for, sets come in their order. Where some are, the order matters:
// most sets of a large bag have no assembly or very many. The estimate of a set's assemblies
// (design::Estimate) orders the sets, but not where on its scale one assembly lies. That is found
// as thresholds are found by psychologists, by a staircase: a set without assemblies moves the
// place where the next sets are taken from towards more, a set with several towards fewer, by steps
// that shrink. It settles where both are equally likely, and there single assemblies are most
// likely. Sets that take too long are put off, and come back with a larger limit when no others are
// left, so every set is decided in the end.
//
// Sets are taken in rounds of a fixed size: which ones depends on the results of the rounds before,
// and not on threads or time. So a run that goes on takes the same sets, and finds their results in
// its records.

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "apps/run/design.hpp"
#include "apps/run/design_measure.hpp"
#include "apps/run/design_records.hpp"
#include "apps/run/watch.hpp"
#include "dlx/classes.hpp"
#include "dlx/core/text.hpp"
#include "dlx/estimate.hpp"
#include "dlx/representatives.hpp"
#include "dlx/runs/pipeline.hpp"
#include "dlx/search/steady_progress.hpp"
#include "dlx/solver.hpp"
#include "reductions/design/set_space.hpp"

namespace dlx::app {
namespace {

using design::Bag;
using design::Design;
using design::Measure;
using design::Set;
using design::Want;

constexpr std::uint64_t first_limit = 200'000;  // nodes of a test
constexpr std::uint64_t next_limit = 16;        // times as many

/// What a test says of a set.
struct Tested {
  bool decided = true;           ///< false: the limit on nodes was reached
  std::uint64_t assemblies = 0;  ///< in all boxes; 0: some box has none
  bool more = false;             ///< there are more
  SetMeasure measure = {};

  [[nodiscard]] std::string to_text() const {
    return fmt::format("{} {} {} {}", decided ? 1 : 0, assemblies, more ? 1 : 0, measure.to_text());
  }
  static Tested from_text(std::string_view text) {
    const auto number = [&] { return to_number<std::uint64_t>(next_word(text)); };
    Tested tested;
    tested.decided = number().value_or(0) != 0;
    tested.assemblies = number().value_or(0);
    tested.more = number().value_or(0) != 0;
    tested.measure = SetMeasure::from_text(text);
    return tested;
  }
};

/// Tests sets; each thread has its own.
class Tester {
 public:
  Tester(const DesignTask& task, const Watch& control) : task_(task), control_(control) {}

  /// `cap`: assemblies in all boxes after which the number does not matter; 0: it always does.
  Tested test(const Set& set, std::uint64_t limit, std::uint64_t cap) {
    Tested tested;
    for (const Bag& bag : task_.bags) {
      const Bag::Part part = bag.part(set);
      const std::uint64_t in_box =
          count(part, symmetries_for_set(task_, bag, part), limit, cap, tested);
      if (!tested.decided) return tested;
      if (in_box == 0) return {};
      tested.assemblies += in_box;
      tested.more = (task_.design.want == Want::unique && in_box > 1) ||
                    (cap != 0 && tested.assemblies > cap);
      if (tested.more) return tested;
    }
    return tested;
  }

 private:
  /// The number of classes in a box, or as many as matter.
  std::uint64_t count(const Bag::Part& part, OptionSymmetries group, std::uint64_t limit,
                      std::uint64_t cap, Tested& tested) const {
    const bool unique = task_.design.want == Want::unique;
    const std::uint64_t enough = unique ? 2 : cap != 0 ? cap + 1 : 0;
    if (enough == 0) {
      counting::CountOptions options;
      options.search = options_for_set(control_);
      options.memory_limit = control_.memory_limit() / control_.threads();
      const ClassesResult result =
          count_classes(part.problem, symmetry::SymmetryGroup(group), options);
      if (!result.complete()) throw TestEnded();
      return static_cast<std::uint64_t>(result.classes.to_double());
    }
    Representatives classes(part.problem, symmetry::SymmetryGroup(std::move(group)),
                            options_for_set(control_, limit));
    std::uint64_t found = 0;
    while (found < enough && classes.next()) ++found;
    if (found < enough && classes.status() != Status::exhausted) {
      if (classes.status() != Status::node_limit) throw TestEnded();
      tested.decided = false;
    }
    return found;
  }

  const DesignTask& task_;
  const Watch& control_;
};

/// Which sets to test next.
class Order {
 public:
  explicit Order(const DesignTask& task)
      : task_(task),
        space_(task.design),
        colours_(),
        estimate_(task.design.boxes.front(), task.bags.front().model()),
        sorted_(task.wanted.has_value()) {
    for (std::size_t b = 0; b < task.bags.size(); ++b) {
      colours_.emplace_back(task.design.boxes[b], task.bags[b].model());
    }
    // Multiples of this number modulo count() are all places, and spread evenly from the first on.
    const std::uint64_t count = std::max<std::uint64_t>(space_.count(), 1);
    stride_ = sorted_
                  ? std::max<std::uint64_t>(
                        1, static_cast<std::uint64_t>(0.6180339887 * static_cast<double>(count)))
                  : 1;
    while (std::gcd(stride_, count) != 1) ++stride_;
  }

  [[nodiscard]] const design::SetSpace& space() const { return space_; }

  /// A set to be tested, and how many nodes that may take.
  struct Next {
    std::uint64_t place;
    std::uint64_t limit;
  };
  std::optional<Next> next() {
    if (pool_.empty()) fill();
    if (!pool_.empty()) {
      auto best = pool_.lower_bound({centre_, 0});
      if (best == pool_.end()) {
        --best;
      } else if (best != pool_.begin()) {
        const auto below = std::prev(best);
        if (centre_ - below->first < best->first - centre_) best = below;
      }
      const std::uint64_t place = best->second;
      pool_.erase(best);
      return Next{place, first_limit};
    }
    if (put_off_.empty()) return std::nullopt;
    const Next again = put_off_.begin()->second;
    put_off_.erase(put_off_.begin());
    return again;
  }

  void put_off(const Next& next) {
    const Next later{next.place, next.limit * next_limit};
    put_off_.emplace(std::pair(later.limit, later.place), later);
  }

  /// What a test has found moves the staircase.
  void learn(const Tested& tested) {
    if (!sorted_ || !tested.decided || (tested.assemblies == 1 && !tested.more)) return;
    const bool up = tested.assemblies == 0;
    if (last_up_ && *last_up_ != up) step_ = std::max(step_ / 2, 0.05);
    last_up_ = up;
    centre_ += up ? step_ : -step_;
  }

  /// Sets that were looked at and never need a test.
  [[nodiscard]] std::uint64_t excluded() const { return excluded_; }

 private:
  static constexpr std::uint64_t pool_size = 1 << 16;

  void fill() {
    const std::uint64_t count = space_.count();
    while (pool_.size() < (sorted_ ? pool_size : 1) && taken_ < count) {
      const std::uint64_t place = place_;
      place_ = (place_ + stride_) % count;  // both below 2^62
      ++taken_;
      const Set set = space_.at(place);
      if (!is_candidate(set)) {
        ++excluded_;
        continue;
      }
      pool_.emplace(sorted_ ? estimate_.of(set) : static_cast<double>(taken_), place);
    }
  }

  [[nodiscard]] bool is_candidate(const Set& set) const {
    const auto mirror = mirror_image(task_.design, set);
    if (task_.design.symmetric && *task_.design.symmetric != (mirror == set)) return false;
    if (task_.up_to == UpTo::reflections && mirror && set < *mirror && space_.place_of(*mirror)) {
      return false;
    }
    return std::all_of(colours_.begin(), colours_.end(),
                       [&](const design::ColourTest& test) { return test.allows(set); });
  }

  const DesignTask& task_;
  design::SetSpace space_;
  std::vector<design::ColourTest> colours_;  // of each box
  design::Estimate estimate_;
  bool sorted_;
  std::uint64_t stride_ = 1, place_ = 0, taken_ = 0, excluded_ = 0;
  std::set<std::pair<double, std::uint64_t>> pool_;  // by estimate, or in order
  std::map<std::pair<std::uint64_t, std::uint64_t>, Next> put_off_;
  double centre_ = 3;  // one assembly in each orientation of a box
  double step_ = 2;
  std::optional<bool> last_up_;
};

class SetsRun {
 public:
  SetsRun(const Request& request, Console& console, const DesignTask& task)
      : task_(task),
        control_(request, console, &more_progress_),
        records_(request, task.design, task.text, "set by set", "records"),
        order_(task) {
    if (records_.found() > 0) {
      console.note(fmt::format("{}: continuing after {}", request.checkpoint.file,
                               quantity(records_.found(), "set")));
    }
  }

  DesignOutcome run() {
    outcome_.allowed = order_.space().count();
    outcome_.method = "set by set";
    report_ = control_.search_options().control.on_progress;
    try {
      while (outcome_.status == Status::exhausted && run_round()) continue;
      records_.flush();
    } catch (const TestEnded&) {
      records_.flush();
      outcome_.status = stop_requested() ? Status::stopped : Status::time_limit;
    }
    outcome_.tested = tested_ + order_.excluded();
    return std::move(outcome_);
  }

 private:
  struct Job {
    Order::Next next;
    Set set;
    std::optional<std::uint64_t> best;  // assemblies of the best sets, as of the round's beginning
    std::optional<Tested> known;
  };

  static constexpr std::size_t round = 64;

  /// Assemblies after which the number of a set does not matter; 0: it always does.
  [[nodiscard]] std::uint64_t cap(const Job& job) const {
    return task_.design.want == Want::fewest ? job.best.value_or(0) : 0;
  }

  /// Whether a set is wanted by the number of its assemblies. `best`: that of the best sets.
  [[nodiscard]] bool is_wanted(const Tested& tested, std::optional<std::uint64_t> best) const {
    if (!tested.decided || tested.assemblies == 0) return false;
    switch (task_.design.want) {
      case Want::unique:
        return !tested.more && tested.assemblies == task_.bags.size();
      case Want::fewest:
        return !tested.more && (!best || tested.assemblies <= *best);
      case Want::most:
        return !best || tested.assemblies >= *best;
      case Want::any:
        return true;
    }
    return false;
  }

  /// Where sets must come apart, the best are known only with their levels.
  [[nodiscard]] bool measured_at_once() const {
    if (task_.design.apart) return true;
    return task_.design.hardest != Measure::none &&
           (task_.design.want == Want::unique || task_.design.want == Want::any);
  }

  /// Tests the next sets; false: there are none.
  bool run_round() {
    bool any = false;
    runs::Pipeline<Job, Tested> pipeline(
        control_.threads(),
        [this] {
          auto tester = std::make_shared<Tester>(task_, control_);
          auto meter = std::make_shared<SetMeter>(task_, control_);
          return [this, tester, meter](const Job& job) {
            if (job.known) return *job.known;
            Tested tested = tester->test(job.set, job.next.limit, cap(job));
            if (measured_at_once() && is_wanted(tested, job.best)) {
              tested.measure = meter->measure(job.set);
            }
            return tested;
          };
        },
        [this](Job&& job, Tested&& tested) { take(std::move(job), std::move(tested)); });
    const std::optional<std::uint64_t> best_of_round = best_;
    std::vector<Job> jobs;
    while (jobs.size() < round) {
      const auto next = order_.next();
      if (!next) break;
      const std::string* record = records_.find(key_of(*next));
      jobs.push_back(
          {*next, order_.space().at(next->place), best_of_round,
           record != nullptr ? std::optional(Tested::from_text(*record)) : std::nullopt});
      any = true;
    }
    for (Job& job : jobs) pipeline.push(std::move(job));
    pipeline.finish();
    report();
    if (stop_requested()) throw TestEnded();
    return any;
  }

  static std::string key_of(const Order::Next& next) {
    return fmt::format("{}/{}", next.place, next.limit);
  }

  void take(Job&& job, Tested&& tested) {
    if (!job.known) records_.add(key_of(job.next), tested.to_text());
    if (job.known && tested.decided) ++replayed_;
    order_.learn(tested);
    if (!tested.decided) {
      order_.put_off(job.next);
      return;
    }
    ++tested_;
    if (outcome_.status != Status::exhausted || !is_wanted(tested, best_) ||
        !is_apart_as_asked(task_.design, tested.measure, outcome_)) {
      return;
    }
    const bool bounds = task_.design.want == Want::fewest || task_.design.want == Want::most;
    if (bounds && (!best_ || tested.assemblies != *best_)) outcome_.found.clear();
    if (bounds) best_ = tested.assemblies;
    outcome_.found.push_back({.set = std::move(job.set),
                              .assemblies = tested.assemblies,
                              .measure = std::move(tested.measure)});
    if (task_.wanted && !bounds && outcome_.found.size() >= *task_.wanted) {
      outcome_.status = Status::solution_limit;
    }
  }

  void report() {
    const double seconds = control_.seconds();
    if (!report_ || seconds - reported_ < 1) return;
    reported_ = seconds;
    more_progress_["sets tested"] = tested_;
    more_progress_["found"] = outcome_.found.size();
    search::Progress progress;
    progress.states = tested_;
    progress.solutions_known = false;
    progress.seconds = seconds;
    progress.threads = control_.threads();
    progress.share = static_cast<double>(tested_ + order_.excluded()) /
                     static_cast<double>(std::max<std::uint64_t>(outcome_.allowed, 1));
    const std::uint64_t without_work = replayed_ + order_.excluded();
    const auto share_of_work =
        static_cast<double>(tested_ - replayed_) /
        static_cast<double>(std::max<std::uint64_t>(outcome_.allowed - without_work, 1));
    progress.left = search::seconds_left(seconds, share_of_work, false);
    report_(progress);
  }

  const DesignTask& task_;
  Json more_progress_ = Json::object();
  Watch control_;
  DesignRecords records_;
  Order order_;
  search::ProgressCallback report_;
  double reported_ = 0;
  std::uint64_t tested_ = 0;
  std::uint64_t replayed_ = 0;         // sets tested in an earlier run
  std::optional<std::uint64_t> best_;  // assemblies of the best sets so far
  DesignOutcome outcome_;
};

/// Whether the bag goes with the symmetries of its box: up to reflections each piece needs its
/// mirror image, in the same number.
bool has_mirror_images(const DesignTask& task) {
  if (task.up_to != UpTo::reflections) return true;
  const Design& design = task.design;
  for (std::size_t k = 0; k < design.kinds.size(); ++k) {
    const auto image = design.mirror_images[k];
    if (!image || design.kinds[*image].copies != design.kinds[k].copies) return false;
  }
  return true;
}

/// Nodes of a search of the whole bag, as random probes estimate them; infinite if they cannot.
double estimated_nodes(const Bag& bag) {
  const Problem problem = bag.whole().problem;
  if (problem.has_multiplicities()) return std::numeric_limits<double>::infinity();
  const auto found = estimate(problem, {.probes = 200, .seed = 1, .control = {}});
  return found.nodes.to_double();
}

}  // namespace

MethodChoice choose_method(const DesignTask& task, DesignMethod given) {
  const bool one_box = task.design.boxes.size() == 1;
  const bool has_group = one_box && has_mirror_images(task);
  if (given == DesignMethod::graded) {
    if (!one_box) throw std::invalid_argument("--method graded is for designs of one box");
    if (!has_group) {
      throw std::invalid_argument(
          "--method graded with --up-to reflections needs the mirror image of each piece in the "
          "bag, in the same number; use --method sets");
    }
    if (task.wanted) {
      throw std::invalid_argument(
          "-n does not go with --method graded: it counts the assemblies of all sets at once");
    }
    return {given, "it was asked for"};
  }
  if (given == DesignMethod::sets) return {given, "it was asked for"};
  if (!one_box) return {DesignMethod::sets, "there are several boxes"};
  if (task.wanted) return {DesignMethod::sets, "not all wanted sets are asked for"};
  if (!has_group) return {DesignMethod::sets, "the bag lacks mirror images of its pieces"};
  constexpr double nodes_of_a_set = 2000;
  const double sets = static_cast<double>(design::SetSpace(task.design).count());
  const double nodes = estimated_nodes(task.bags.front());
  if (nodes <= nodes_of_a_set * sets) {
    return {DesignMethod::graded, fmt::format("there are {:.0f} sets, and a search of the whole "
                                              "bag has about {:.2g} nodes",
                                              sets, nodes)};
  }
  return {DesignMethod::sets, fmt::format("there are {:.0f} sets, and a search of the whole bag is "
                                          "longer",
                                          sets)};
}

DesignOutcome count_sets(const Request& request, Console& console, const DesignTask& task) {
  return SetsRun(request, console, task).run();
}

}  // namespace dlx::app
