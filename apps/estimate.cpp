#include "dlx/estimate.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "apps/commands.hpp"
#include "apps/flags.hpp"
#include "apps/outcome.hpp"
#include "apps/reading.hpp"
#include "apps/run.hpp"
#include "apps/settings.hpp"
#include "dlx/solver.hpp"

namespace dlx::app {
namespace {

struct Flags {
  std::optional<std::uint64_t> probes;
  std::uint64_t seed = 1;
};

/// Nodes a second, from a short run of the engine that would be chosen; and whether it was over.
struct Pace {
  double seconds_per_node = 0;
  bool finished = false;
};

Pace pace_of(const Problem& problem, SearchOptions options) {
  options.limits = {.time = std::chrono::milliseconds(200)};
  options.on_progress = {};
  options.preprocess = false;  // the probes do not either
  Solver solver(problem, options);
  const auto start = std::chrono::steady_clock::now();
  Tally tally;
  solver.count(tally);
  const double seconds = seconds_since(start);
  const std::uint64_t nodes = solver.statistics().nodes;
  return {nodes == 0 ? 0 : seconds / static_cast<double>(nodes),
          solver.status() == Status::exhausted};
}

std::string with_range(double value, double error) {
  return fmt::format("{:.4g} +- {:.2g}", value, error);
}

int run_estimate(Session& session, const Flags& flags) {
  const Problem problem = read_problem(session);
  const SearchOptions search = search_options(session);
  EstimateOptions options;
  options.probes = flags.probes;
  options.seed = flags.seed;
  options.time = search.limits.time;
  options.stop = search.stop;
  options.on_progress = [&](std::uint64_t probes) {
    if (session.search.progress || session.messages.on_terminal()) {
      session.messages.transient(fmt::format("{} probes", probes));
    }
  };
  const Estimate e = estimate(problem, options);
  if (e.stopped) {
    Outcome outcome;
    outcome.status = Status::stopped;
    session.out.print(incomplete_line(outcome.status));
    session.out.flush();
    return exit_code(outcome);
  }
  const Pace pace = pace_of(problem, search);
  const double seconds = e.nodes * pace.seconds_per_node;
  const double seconds_error = e.nodes_error * pace.seconds_per_node;
  if (session.general.json) {
    Json line = Json::object();
    line["solutions"] = e.solutions;
    line["solutions_error"] = e.solutions_error;
    line["nodes"] = e.nodes;
    line["nodes_error"] = e.nodes_error;
    line["seconds"] = seconds;
    line["seconds_error"] = seconds_error;
    line["probes"] = e.probes;
    line["hits"] = e.hits;
    line["seed"] = flags.seed;
    session.out.print(line.dump() + "\n");
  } else {
    session.out.print(fmt::format(
        "solutions {}\nnodes     {}\nseconds   {} by search\nprobes    {}, {} of which ended in a "
        "solution\n",
        with_range(e.solutions, e.solutions_error), with_range(e.nodes, e.nodes_error),
        with_range(seconds, seconds_error), e.probes, e.hits));
  }
  session.out.flush();
  if (pace.finished) session.messages.note("the search itself takes less than 0.2 s: dlx count");
  if (e.hits < 10) {
    session.messages.warning(
        fmt::format("{} probes ended in a solution: the range of the solutions "
                    "says little",
                    e.hits));
  }
  return success;
}

}  // namespace

void add_estimate(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "estimate", "Estimate how many solutions a problem has, and how long a search takes");
  const auto flags = std::make_shared<Flags>();
  add_read_options(*command, session);
  add_number<std::uint64_t>(*command, "--probes", flags->probes,
                            "How many random probes; 10000 unless given, or as the time allows")
      ->group("Search");
  add_number<std::uint64_t>(*command, "--seed", flags->seed, "The same seed gives the same probes")
      ->group("Search");
  add_time_options(*command, session);
  add_general_options(*command, session);
  command->footer(
      "Random probes of the search tree (Knuth 1975), as many as --time-limit allows. The ranges "
      "are standard errors: true values\n"
      "often lie outside where solutions are spread unevenly, and nothing here is proven. Seconds\n"
      "are for the engine that would be chosen, at the pace of a short run.\n\n"
      "Examples:\n"
      "  dlx estimate problem.dlx\n"
      "  dlx soma --emit | dlx estimate - --probes 2000 --seed 7\n");
  command->callback([&session, flags] {
    session.action = [&session, flags] { return run_estimate(session, *flags); };
  });
}

}  // namespace dlx::app
