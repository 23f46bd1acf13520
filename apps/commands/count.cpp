#include "apps/cli/combinations.hpp"
#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/count_unit.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/search.hpp"

namespace dlx::app {
namespace {

int count_file(const Request& request, Console& console) {
  if (is_unit_file(request)) {
    check_kind(request, kind::unit);
    return count_unit(request, console);
  }
  const Problem problem = read_problem(request, console);
  return exit_code(run_search(request, console, problem, problem_presentation(problem)));
}

}  // namespace

void add_count(CLI::App& app, CommandLine& line) {
  CLI::App* command = app.add_subcommand("count", "Count the solutions of an exact-cover problem");
  add_read_options(*command, line.request);
  add_search_options(*command, line.request);
  add_threads_option(*command, line.request);
  add_checkpoint_options(*command, line.request);
  add_count_options(*command, line.request);
  add_trust_options(*command, line.request);
  add_up_to_option(*command, line.request, {UpTo::none, UpTo::all});
  add_general_options(*command, line.request);
  command->footer(
      "The count is exact, whatever its size, and stands alone on its line. If a limit or a\n"
      "signal ends the count, the next line contains INCOMPLETE, and the number is a lower\n"
      "bound.\n\n"
      "By default a search, a sweep, a memo, a sum over signs and counts by symmetry compete\n"
      "until one of them ends. --stats prints everything that was tried.\n\n"
      "FILE may also be a unit made by dlx split. Then the output is a result for dlx merge.\n\n"
      "Examples:\n"
      "  dlx count problem.dlx\n"
      "  dlx dominoes 20x20 --emit | dlx count -\n"
      "  dlx count problem.dlx --method zdd --fingerprint 1\n"
      "  dlx soma --emit | dlx count - --up-to all\n"
      "  dlx count problem.dlx --time-limit 10 --json\n"
      "  dlx count problem.dlx --trust T2\n"
      "  dlx dominoes 8x8 --emit | dlx count - --stats\n");
  command->callback([&line] {
    line.request.wanted.count = true;
    line.action = count_file;
  });
}

}  // namespace dlx::app
