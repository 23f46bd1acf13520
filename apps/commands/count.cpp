#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>

#include "apps/cli/combinations.hpp"
#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/report.hpp"
#include "apps/run/search.hpp"
#include "apps/run/watch.hpp"
#include "dlx/runs/parallel_count.hpp"
#include "dlx/runs/split.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/solver.hpp"

namespace dlx::app {
namespace {

/// Whether the request's file is a unit of work that `dlx split` has written.
bool is_unit_file(const Request& request) {
  const std::string& path = request.read.file;
  std::error_code error;
  // The file of a unit of work is read twice: to recognise it, and to count it. So it must be a
  // regular file.
  if (path == "-" || !std::filesystem::is_regular_file(path, error)) return false;
  io::Input input = io::Input::open(path, limits(request.read));
  std::string_view line;
  return input.next_line(line) && runs::is_unit(line);
}

/// Counts the solutions of a unit of work, and prints the result as text that `dlx merge` reads.
int count_unit(const Request& request, Console& console) {
  io::Input input = io::Input::open(request.read.file, limits(request.read));
  const runs::UnitFileContents unit = runs::read_unit(input);
  const Watch control(request, console);
  Options options = control.options();
  const auto start = std::chrono::steady_clock::now();
  Answer answer;
  runs::UnitResult result;
  if (unit.label.variables) {
    answer.status =
        count_sum(unit, search::control_of(options), runs::resources(options).jobs, result);
  } else {
    options.preprocess = false;
    options.engine = answer.engine = unit.label.engine;
    runs::ParallelCount search(
        [&](const Options& unit_options) { return Solver(unit.problem, unit_options); }, options,
        unit.parts, {}, unit.is_wanted);
    Tally tally = tally_for(unit.problem.option_count(), unit.label.seed);
    search.count(tally);
    answer.status = search.status();
    answer.statistics = search.statistics();
    result = {unit.label, tally.solutions(), tally.fingerprint(), answer.statistics.nodes};
  }
  answer.seconds = seconds_since(start);
  if (answer.complete()) {
    console.print(to_text(result));
  } else {
    console.print(incomplete_line(answer.status));
    console.warning("INCOMPLETE: the unit has no result yet, and begins anew next time");
  }
  console.flush();
  if (!unit.label.variables) {
    print_statistics(request, console, answer);
  } else if (request.conduct.stats) {
    console.line(fmt::format("steps of the sum over signs: {}", result.sums.step));
    console.line(fmt::format("seconds: {:.6f}", answer.seconds));
  }
  return exit_code(answer.status);
}

int count_file(const Request& request, Console& console) {
  if (is_unit_file(request)) {
    check_kind(request, kind::unit);
    return count_unit(request, console);
  }
  const Problem problem = read_problem(request, console, OptionsMade::if_solvable);
  return exit_code(run_search(request, console, problem, problem_presentation(problem)));
}

}  // namespace

void add_count(CLI::App& command, CommandLine& line) {
  add_read_options(command, line.request);
  add_search_options(command, line.request);
  add_rows(command, line.request, {"threads"});
  add_checkpoint_options(command, line.request);
  add_count_options(command, line.request);
  add_trust_options(command, line.request);
  add_up_to_option(command, line.request, {UpTo::none, UpTo::all});
  add_general_options(command, line.request);
  {
    const Group group(command, "Output");
    command.add_flag("--competition", line.request.competition,
                     "Print the count in the output format of the model counting competition");
  }
  command.footer(
      "The count is exact, whatever its size, and is printed on a line of its own. If a limit or\n"
      "a signal ends the count, the next line contains INCOMPLETE, and the number is a lower\n"
      "bound.\n\n"
      "By default, several methods take turns until one of them ends: a search, a sweep, a memo,\n"
      "a sum over signs and counts by symmetry. --stats prints all methods that were tried.\n\n"
      "FILE may also be a unit made by dlx split. Then the output is a result for dlx merge.\n\n"
      "Examples:\n"
      "  dlx count problem.dlx\n"
      "  dlx dominoes 20x20 --emit | dlx count -\n"
      "  dlx count problem.dlx --method zdd --fingerprint 1\n"
      "  dlx soma --emit | dlx count - --up-to all\n"
      "  dlx count problem.dlx --time-limit 10 --json\n"
      "  dlx count problem.dlx --trust T2\n"
      "  dlx count problem.dlx --competition\n"
      "  dlx dominoes 8x8 --emit | dlx count - --stats\n");
  command.callback([&line] {
    line.request.wanted.count = true;
    line.action = count_file;
  });
}

}  // namespace dlx::app
