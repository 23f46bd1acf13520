#include "dlx/estimate.hpp"
#include "dlx/core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/foresight.hpp"
#include "apps/run/progress.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/report.hpp"
#include "apps/run/watch.hpp"

namespace dlx::app {
namespace {

struct Flags {
  std::optional<std::uint64_t> probes;
  std::uint64_t seed = 1;
};

std::string with_range(const WideReal& value, const WideReal& error, bool error_known) {
  return value.to_string(4) + " +- " + (error_known ? error.to_string(2) : "unknown");
}

/// The estimate of the search tree, the expected time of the search, and the result of counting for
/// a short time.
struct Expected {
  Estimate tree;
  WideReal seconds, seconds_error;
  TriedCount count;
  Status status;

  [[nodiscard]] bool errors_known() const { return tree.probes >= 2; }
};

/// The likely range of the total time of the count; nothing if unknown.
std::optional<search::SecondsLeft> whole_count(const TriedCount& count) {
  if (count.result.complete()) return search::SecondsLeft{count.seconds, count.seconds};
  if (!count.left) return {};
  return search::SecondsLeft{count.seconds + count.left->low, count.seconds + count.left->high};
}

std::string count_in_words(const TriedCount& count) {
  const std::string_view method = to_string(count.result.method);
  if (count.result.complete()) {
    return fmt::format("{} solutions, counted in {} by {}", count.result.value.to_string(),
                       time_in_words(count.seconds), method);
  }
  if (const auto whole = whole_count(count)) {
    return fmt::format("takes about {}, by {}", times_in_words(whole->low, whole->high), method);
  }
  return fmt::format("not known after {}, in which {} led", time_in_words(count.seconds), method);
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
               {"seed", seed}};
  const auto whole = whole_count(e.count);
  line["counting"] = {{"method", to_string(e.count.result.method)},
                      {"complete", e.count.result.complete()},
                      {"tried", e.count.seconds},
                      {"seconds_low", whole ? Json(whole->low) : Json()},
                      {"seconds_high", whole ? Json(whole->high) : Json()}};
  if (e.status != Status::exhausted) mark_incomplete(line, e.status);
  return line;
}

std::string to_text(const Expected& e) {
  const bool known = e.errors_known();
  const std::string text = fmt::format(
      "solutions {}\nnodes     {}\nseconds   {} by search, which is {}\nprobes    {}, {} of "
      "which ended in a solution\ncount     {}\n",
      with_range(e.tree.solutions, e.tree.solutions_error, known),
      with_range(e.tree.nodes, e.tree.nodes_error, known),
      with_range(e.seconds, e.seconds_error, known), time_in_words(e.seconds), e.tree.probes,
      e.tree.hits, count_in_words(e.count));
  return e.status == Status::exhausted ? text : text + incomplete_line(e.status);
}

/// The time to spend on a trial count: a quarter of the time limit, and at most 3 s.
std::chrono::nanoseconds time_of_trial(const Options& search) {
  constexpr std::chrono::nanoseconds most = std::chrono::seconds(3);
  return search.time ? std::min(most, *search.time / 4) : most;
}

int run_estimate(const Request& request, Console& console, const Flags& flags) {
  const Problem problem = read_problem(request, console, OptionsMade::if_solvable);
  const Options search = Watch(request, console).options();
  const std::chrono::nanoseconds trial = time_of_trial(search);
  EstimateOptions options;
  options.probes = flags.probes;
  options.seed = flags.seed;
  options.control = {.stop = search.stop};
  if (search.time) options.control.limits.time = *search.time - trial;
  options.control.on_progress = [&](const search::Progress& progress) {
    if (request.conduct.progress || console.on_terminal()) {
      console.transient(quantity(progress.probes, "probe"));
    }
  };
  const Estimate e = estimate(problem, options);
  // Without --probes, the estimate always runs until the time limit, so reaching it is not an
  // error. With --probes, reaching the time limit means that fewer probes were made than --probes
  // asks for.
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
  // The stop flag is removed, because the expected time is computed and printed even after a stop
  // signal.
  after_all.stop = nullptr;
  const Pace pace = pace_of(problem, after_all, std::chrono::milliseconds(200));
  Options tried = search;
  search::limit(tried, {.time = trial});
  const Expected expected{e, e.nodes * pace.seconds_per_node, e.nodes_error * pace.seconds_per_node,
                          try_count(problem, tried), status};
  console.print(request.json ? to_json(expected, flags.seed).dump() + "\n" : to_text(expected));
  console.flush();
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
  add_number<std::uint64_t>(command, "--seed", flags.seed,
                            "Seed of the random numbers: the same seed makes the same probes");
  add_time_options(command, line.request);
  add_rows(command, line.request, {"method", "threads"});
  add_general_options(command, line.request);
  command.footer(
      "The estimate comes from random probes of the search tree (Knuth 1975). The number after\n"
      "+- is a standard error. If solutions are distributed unevenly over the tree, the true\n"
      "values are often further away. The time in seconds is that of one search by the engine\n"
      "that dlx would choose, at the speed measured in a short run. The last line forecasts the\n"
      "time of dlx count, which also tries symmetries, sweeps, memos and sums over signs. For\n"
      "this forecast, dlx counts for 3 seconds, or for a quarter of --time-limit, and prints how\n"
      "long the method that is then in the lead will take. Another method may still be faster,\n"
      "or the method may run out of memory. With --json, numbers above 1e308 are strings.\n\n"
      "Examples:\n"
      "  dlx estimate problem.dlx\n"
      "  dlx soma --emit | dlx estimate - --probes 2000 --seed 7\n");
}

}  // namespace dlx::app
