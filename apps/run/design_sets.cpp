// Tests and measures sets of pieces in several threads. design::SetSearch determines the order of
// the tests, independently of the threads.

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "apps/run/apart.hpp"
#include "apps/run/design.hpp"
#include "apps/run/design_records.hpp"
#include "apps/run/watch.hpp"
#include "dlx/classes.hpp"
#include "dlx/core/text.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/estimate.hpp"
#include "dlx/representatives.hpp"
#include "dlx/runs/pipeline.hpp"
#include "dlx/search/progress.hpp"
#include "dlx/solver.hpp"
#include "reductions/design/set_search.hpp"
#include "reductions/design/set_tests.hpp"

namespace dlx::app {
namespace {

using design::Bag;
using design::Design;
using design::Set;
using design::SetSearch;
using design::Tested;

/// Thrown when a signal or the time limit ends the test or the measurement of a set of pieces.
struct TestEnded {};

/// The searches that `dlx design` needs, within the limits of the command line and without progress
/// reports.
class DesignSearches final : public design::Searches {
 public:
  explicit DesignSearches(const Watch& control) : control_(control) {}

  Tree tree(const Problem& problem, bool listed) override {
    Options options = search_options();
    options.engine = EngineKind::dancing_links;
    if (listed) options.preprocess = false;
    Solver solver(problem, options);
    Tally tally;
    if (listed) {
      while (solver.next()) continue;
    } else {
      solver.count(tally);
    }
    require_end(solver);
    const search::Statistics all = solver.statistics();
    return {static_cast<double>(all.nodes),
            static_cast<double>(all.nodes - all.inner_nodes - all.solutions),
            listed ? static_cast<double>(all.solutions) : tally.solutions().to_double()};
  }

  double solutions(const Problem& problem) override {
    const counting::CountResult result = counting::count(problem, count_options());
    require_end(result);
    return result.value.to_double();
  }

  std::uint64_t classes(const Problem& problem, OptionSymmetries group) override {
    const ClassesResult result =
        count_classes(problem, symmetry::SymmetryGroup(std::move(group)), count_options());
    require_end(result);
    return static_cast<std::uint64_t>(result.classes.to_double());
  }

  void visit(const Problem& problem, const Visit& visit) override {
    Solver solver(problem, search_options());
    while (solver.next()) visit(solver.solution());
    require_end(solver);
  }

  bool visit_classes(const Problem& problem, OptionSymmetries group,
                     std::optional<std::uint64_t> nodes, const Visit& visit) override {
    Options options = search_options();
    options.nodes = nodes;
    Representatives found(problem, symmetry::SymmetryGroup(std::move(group)), options);
    while (found.next()) {
      if (!visit(found.solution())) return true;
    }
    if (found.status() == Status::node_limit) return false;
    require_end(found);
    return true;
  }

  apart::DisassemblyLimits limits() override { return disassembly_limits(control_); }

  void check_stop() override {
    if (stop_requested()) throw TestEnded();
  }

 private:
  [[nodiscard]] Options search_options() const {
    Options options = control_.options();
    options.on_progress = {};
    options.nodes.reset();
    return options;
  }

  [[nodiscard]] Options count_options() const {
    Options options = search_options();
    options.method = CountMethod::automatic;
    options.memory = control_.memory_limit() / control_.threads();
    return options;
  }

  static void require_end(const auto& search) {
    const auto status = [&] {
      if constexpr (requires { search.status(); })
        return search.status();
      else
        return search.status;
    }();
    if (status != Status::exhausted) throw TestEnded();
  }

  const Watch& control_;
};

/// A tester of sets of pieces, with the searches that it uses. Each thread has its own tester.
struct TestThread {
  TestThread(const DesignTask& task, const Watch& control)
      : searches(control), tester(task.design, task.bags, task.up_to, searches) {}
  DesignSearches searches;
  design::SetTester tester;
};

Status why_ended() {
  return stop_requested() ? Status::stopped : Status::time_limit;
}

/// Reports progress about once a second while sets of pieces are tested or measured.
class SetsProgress {
 public:
  SetsProgress(const Watch& control, Json& more)
      : control_(control), more_(more), report_(control.options().on_progress) {}

  /// `more()` adds fields to the report. `share`: the fraction of the sets of pieces that are done.
  /// `share_of_work`: the fraction of the work that is done, from which the time left is estimated.
  template <class More>
  void look(std::uint64_t sets, double share, double share_of_work, More more) {
    const double seconds = control_.seconds();
    if (!report_ || seconds - reported_ < 1) return;
    reported_ = seconds;
    more(more_);
    report_({.states = sets,
             .solutions_known = false,
             .share = share,
             .seconds = seconds,
             .threads = control_.threads(),
             .left = search::seconds_left(seconds, share_of_work, false)});
  }

 private:
  const Watch& control_;
  Json& more_;
  search::ProgressCallback report_;
  double reported_ = 0;
};

/// Whether the bag of pieces is symmetric under the symmetries of its box. Up to reflections, the
/// bag must contain each piece and its mirror image in equal numbers.
bool has_mirror_images(const DesignTask& task) {
  if (task.up_to != UpTo::reflections) return true;
  const Design& design = task.design;
  for (std::size_t k = 0; k < design.kinds.size(); ++k) {
    const auto image = design.mirror_images[k];
    if (!image || design.kinds[*image].copies != design.kinds[k].copies) return false;
  }
  return true;
}

/// The number of nodes of a search with all pieces of the bag, estimated by random probes. The
/// result is infinite if probes cannot estimate this number.
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
  const std::string number =
      sets == 1 ? "there is 1 set" : fmt::format("there are {:.0f} sets", sets);
  if (nodes <= nodes_of_a_set * sets) {
    return {DesignMethod::graded,
            fmt::format("{}, and a search of the whole bag has about {:.2g} nodes", number, nodes)};
  }
  return {DesignMethod::sets, number + ", and a search of the whole bag is longer"};
}

design::Outcome count_sets(const Request& request, Console& console, const DesignTask& task) {
  Json more = Json::object();
  const Watch control(request, console, &more);
  DesignRecords records(request, task.design, task.text, "set by set", "records");
  SetSearch search(task.design, task.bags, task.up_to, task.wanted);
  if (records.found() > 0) {
    console.note(fmt::format("{}: continuing after {}", request.options.checkpoint,
                             quantity(records.found(), "set")));
  }
  SetsProgress progress(control, more);
  std::optional<Status> ended;
  try {
    for (auto jobs = search.next_round(); !jobs.empty(); jobs = search.next_round()) {
      runs::Pipeline<SetSearch::Job, Tested> pipeline(
          control.threads(),
          [&] {
            auto thread = std::make_shared<TestThread>(task, control);
            return [&search, thread](const SetSearch::Job& job) {
              if (job.known) return *job.known;
              design::SetTester& tester = thread->tester;
              Tested tested = tester.test(job.set, job.next.nodes, search.cap(job));
              if (search.is_measured(job, tested)) tested.measure = tester.measure(job.set);
              return tested;
            };
          },
          [&](SetSearch::Job&& job, Tested&& tested) {
            if (!job.known) records.add(job.key(), tested.to_text());
            search.take(std::move(job), std::move(tested));
          });
      for (SetSearch::Job& job : jobs) {
        if (const std::string* record = records.find(job.key())) {
          job.known = Tested::from_text(*record);
        }
        pipeline.push(std::move(job));
      }
      pipeline.finish();
      progress.look(search.tested(), search.share(), search.share_of_work(), [&](Json& words) {
        words["sets tested"] = search.tested();
        words["found"] = search.found();
      });
      if (stop_requested()) throw TestEnded();
    }
  } catch (const TestEnded&) {
    ended = why_ended();
  }
  records.flush();
  design::Outcome outcome = search.outcome();
  if (ended) outcome.status = *ended;
  return outcome;
}

void measure(const Request& request, Console& console, const DesignTask& task,
             DesignRecords& measures, design::Outcome& outcome) {
  if (task.design.hardest == design::Measure::none && !task.design.apart) return;
  std::vector<design::FoundSet>& found = outcome.found;
  Json more = Json::object();
  const Watch control(request, console, &more);
  SetsProgress progress(control, more);
  std::size_t measured = 0;
  runs::Pipeline<std::size_t, design::SetMeasure> pipeline(
      control.threads(),
      [&] {
        auto thread = std::make_shared<TestThread>(task, control);
        return [&found, thread](std::size_t place) {
          return thread->tester.measure(found[place].set);
        };
      },
      [&](std::size_t&& place, design::SetMeasure&& measure) {
        measures.add(kinds_of(found[place].set), measure.to_text());
        found[place].measure = std::move(measure);
        ++measured;
        const double share = static_cast<double>(measured) / static_cast<double>(found.size());
        progress.look(measured, share, share,
                      [&](Json& words) { words["sets measured"] = measured; });
      });
  try {
    for (std::size_t place = 0; place < found.size(); ++place) {
      if (const std::string* record = measures.find(kinds_of(found[place].set))) {
        std::string_view text = *record;
        found[place].measure = design::SetMeasure::from_text(text);
      }
      if (!found[place].measure.known()) pipeline.push(place);
    }
    pipeline.finish();
  } catch (const TestEnded&) {
    outcome.status = why_ended();
  }
  measures.flush();
}

}  // namespace dlx::app
