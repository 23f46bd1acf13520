#include "dlx/estimate.hpp"

#include <fmt/format.h>

#include <memory>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/control.hpp"
#include "apps/run/foresight.hpp"
#include "apps/run/progress.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/report.hpp"

namespace dlx::app {
namespace {

struct Flags {
  std::optional<std::uint64_t> probes;
  std::uint64_t seed = 1;
};

std::string with_range(const WideReal& value, const WideReal& error, bool error_known) {
  return value.to_string(4) + " +- " + (error_known ? error.to_string(2) : "unknown");
}

int run_estimate(const Request& request, Console& console, const Flags& flags) {
  const Problem problem = read_problem(request, console);
  const SearchOptions search = Control(request, console).search_options();
  EstimateOptions options;
  options.probes = flags.probes;
  options.seed = flags.seed;
  options.time = search.limits.time;
  options.stop = search.stop;
  options.on_progress = [&](std::uint64_t probes) {
    if (request.conduct.progress || console.on_terminal()) {
      console.transient(fmt::format("{} probes", probes));
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
  const bool known = e.probes >= 2;
  SearchOptions after_all = search;
  after_all.stop = nullptr;  // what was found is told, with its time
  const Pace pace = pace_of(problem, after_all, std::chrono::milliseconds(200));
  const WideReal seconds = e.nodes * pace.seconds_per_node;
  const WideReal seconds_error = e.nodes_error * pace.seconds_per_node;
  if (request.json) {
    const auto error = [&](const WideReal& value) {
      return known ? number_as_json(value) : Json();
    };
    Json line = Json::object();
    line["solutions"] = number_as_json(e.solutions);
    line["solutions_error"] = error(e.solutions_error);
    line["nodes"] = number_as_json(e.nodes);
    line["nodes_error"] = error(e.nodes_error);
    line["seconds"] = number_as_json(seconds);
    line["seconds_error"] = error(seconds_error);
    line["probes"] = e.probes;
    line["hits"] = e.hits;
    line["seed"] = flags.seed;
    if (status != Status::exhausted) {
      line["INCOMPLETE"] = true;
      line["status"] = to_string(status);
    }
    console.print_json(line);
  } else {
    console.print(fmt::format(
        "solutions {}\nnodes     {}\nseconds   {} by search, which is {}\nprobes    {}, {} of "
        "which ended in a solution\n",
        with_range(e.solutions, e.solutions_error, known),
        with_range(e.nodes, e.nodes_error, known), with_range(seconds, seconds_error, known),
        time_in_words(seconds), e.probes, e.hits));
    if (status != Status::exhausted) console.print(incomplete_line(status));
  }
  console.flush();
  if (pace.finished) console.note("the search itself takes less than 0.2 s: dlx count");
  if (e.hits < 10) {
    console.warning(
        fmt::format("{} probes ended in a solution: the range of the solutions "
                    "says little",
                    e.hits));
  }
  return exit_code(status);
}

}  // namespace

void add_estimate(CLI::App& app, CommandLine& line) {
  CLI::App* command =
      app.add_subcommand("estimate", "Estimate the number of solutions and the time of a search");
  const auto flags = std::make_shared<Flags>();
  add_read_options(*command, line.request);
  add_number<std::uint64_t>(*command, "--probes", flags->probes,
                            "How many random probes; 10000 unless given, or as the time allows")
      ->group("Search");
  add_number<std::uint64_t>(*command, "--seed", flags->seed, "The same seed gives the same probes")
      ->group("Search");
  add_time_options(*command, line.request);
  add_general_options(*command, line.request);
  command->footer(
      "Random probes of the search tree (Knuth 1975), as many as --time-limit allows. The ranges\n"
      "are standard errors. If solutions are spread unevenly, true values often lie outside.\n"
      "Seconds are for the engine that dlx would choose, at the pace of a short run. With --json,\n"
      "numbers above 1e308 are strings.\n\n"
      "Examples:\n"
      "  dlx estimate problem.dlx\n"
      "  dlx soma --emit | dlx estimate - --probes 2000 --seed 7\n");
  command->callback([&line, flags] {
    line.action = [flags](const Request& request, Console& console) {
      return run_estimate(request, console, *flags);
    };
  });
}

}  // namespace dlx::app
