#include "dlx/estimate.hpp"
#include "dlx/core/text.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/foresight.hpp"
#include "apps/run/progress.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/report.hpp"
#include "apps/run/watch.hpp"
#include "dlx/counting/ways.hpp"
#include "dlx/tables/memo_search.hpp"
#include "dlx/tables/sign_plan.hpp"

namespace dlx::app {
namespace {

struct Flags {
  std::optional<std::uint64_t> probes;
  std::uint64_t seed = 1;
};

std::string with_range(const WideReal& value, const WideReal& error, bool error_known) {
  return value.to_string(4) + " +- " + (error_known ? error.to_string(2) : "unknown");
}

/// The estimate and the time of a search of that size.
struct Expected {
  Estimate tree;
  WideReal seconds, seconds_error;
  Status status;
  std::vector<std::string> other_ways;

  [[nodiscard]] bool errors_known() const { return tree.probes >= 2; }
};

/// Ways of counting the problem whose time is not estimated, in words.
std::vector<std::string> ways_beside_search(const Problem& problem) {
  std::vector<std::string> ways = {"symmetry"};
  if (!tables::every_frontier_exceeds(problem, counting::widest_sweep)) ways.emplace_back("sweep");
  if (tables::memo_objection(problem).empty()) ways.emplace_back("memo");
  if (tables::sign_objection(problem).empty()) ways.emplace_back("signs");
  return ways;
}

Json to_json(const Expected& e, std::uint64_t seed) {
  const auto error = [&](const WideReal& value) {
    return e.errors_known() ? number_as_json(value) : Json();
  };
  Json line = {{"solutions", number_as_json(e.tree.solutions)},
               {"solutions_error", error(e.tree.solutions_error)},
               {"nodes", number_as_json(e.tree.nodes)},
               {"nodes_error", error(e.tree.nodes_error)},
               {"seconds", number_as_json(e.seconds)},
               {"seconds_error", error(e.seconds_error)},
               {"probes", e.tree.probes},
               {"hits", e.tree.hits},
               {"seed", seed},
               {"not_estimated", e.other_ways}};
  if (e.status != Status::exhausted) {
    line["INCOMPLETE"] = true;
    line["status"] = to_string(e.status);
  }
  return line;
}

std::string to_text(const Expected& e) {
  const bool known = e.errors_known();
  const std::string text = fmt::format(
      "solutions {}\nnodes     {}\nseconds   {} by search, which is {}\nprobes    {}, {} of "
      "which ended in a solution\n",
      with_range(e.tree.solutions, e.tree.solutions_error, known),
      with_range(e.tree.nodes, e.tree.nodes_error, known),
      with_range(e.seconds, e.seconds_error, known), time_in_words(e.seconds), e.tree.probes,
      e.tree.hits);
  return e.status == Status::exhausted ? text : text + incomplete_line(e.status);
}

int run_estimate(const Request& request, Console& console, const Flags& flags) {
  const Problem problem = read_problem(request, console, OptionsMade::if_solvable);
  const Options search = Watch(request, console).options();
  EstimateOptions options;
  options.probes = flags.probes;
  options.seed = flags.seed;
  options.control = {.limits = {.time = search.time}, .stop = search.stop};
  options.control.on_progress = [&](const search::Progress& progress) {
    if (request.conduct.progress || console.on_terminal()) {
      console.transient(quantity(progress.probes, "probe"));
    }
  };
  const Estimate e = estimate(problem, options);
  // A time limit alone says how many probes are wanted; beside --probes it cuts them short.
  const Status status = e.stopped                                              ? Status::stopped
                        : e.probes == 0 || e.probes < flags.probes.value_or(0) ? Status::time_limit
                                                                               : Status::exhausted;
  if (e.probes == 0) {
    if (!e.stopped) {
      console.warning("INCOMPLETE: no probe was over; give more time by --time-limit");
    }
    return print_incomplete(request, console, status);
  }
  Options after_all = search;
  after_all.stop = nullptr;  // what was found is told, with its time
  const Pace pace = pace_of(problem, after_all, std::chrono::milliseconds(200));
  const Expected expected{e, e.nodes * pace.seconds_per_node, e.nodes_error * pace.seconds_per_node,
                          status, ways_beside_search(problem)};
  console.print(request.json ? to_json(expected, flags.seed).dump() + "\n" : to_text(expected));
  console.flush();
  if (pace.finished) {
    console.note("a full count takes less than 0.2 s; use dlx count");
  } else {
    console.note(fmt::format(
        "these are the seconds of a search. dlx count also tries other ways, which were not "
        "estimated here and may take far less: {}",
        fmt::join(expected.other_ways, ", ")));
  }
  if (e.hits < 10) {
    console.warning(quantity(e.hits, "probe") +
                    " ended in a solution: the range of the solutions says little");
  }
  return exit_code(status);
}

}  // namespace

void add_estimate(CLI::App& command, CommandLine& line) {
  auto& flags = set_action(command, line, run_estimate);
  add_read_options(command, line.request);
  const Group group(command, "Search");
  add_number<std::uint64_t>(
      command, "--probes", flags.probes,
      "Number of random probes; unless given 10000, or as many as --time-limit allows");
  add_number<std::uint64_t>(command, "--seed", flags.seed, "The same seed gives the same probes");
  add_time_options(command, line.request);
  add_general_options(command, line.request);
  command.footer(
      "The estimate comes from random probes of the search tree (Knuth 1975). The number after\n"
      "+- is a standard error. If solutions are spread unevenly over the tree, true values often\n"
      "lie further away. The seconds are those of the engine that dlx would choose, at the pace\n"
      "of a short run. Symmetries, sweeps, memos and sums over signs, which dlx count tries "
      "beside\n"
      "a search, may take far less; they are not estimated. With --json, numbers above 1e308 are "
      "strings.\n\n"
      "Examples:\n"
      "  dlx estimate problem.dlx\n"
      "  dlx soma --emit | dlx estimate - --probes 2000 --seed 7\n");
}

}  // namespace dlx::app
