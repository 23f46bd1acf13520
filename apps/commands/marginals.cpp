#include <fmt/format.h>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/diagram.hpp"
#include "apps/run/reading.hpp"
#include "dlx/io/solution_text.hpp"

namespace dlx::app {
namespace {

int marginals(const Request& request, Console& console) {
  const FileProblem read = read_file_problem(request, console);
  const Problem& problem = read.left();
  DiagramTask task(request, console);
  return task.run(problem, [&](const tables::Zdd& zdd) {
    const auto print = [&](OptionId option, const tables::Zdd::Membership& in) {
      task.look();
      if (request.json) {
        Json line = {{"option", problem.number(option)}};
        if (const auto name = problem.name(option); !name.empty()) line["name"] = name;
        line["solutions"] = in.solutions.to_string();
        line["probability"] = in.probability;
        console.print_json(line);
      } else {
        console.print(fmt::format(
            "{:.6f} {} {}\n", in.probability, in.solutions.to_string(),
            io::option_text(read.whole, read.whole.find_option(problem.number(option)).value())));
      }
    };
    const Natural all = zdd.for_each_membership(print, task.limits());
    console.flush();
    console.note("of " + solutions_in_words(all));
    return success;
  });
}

}  // namespace

void add_marginals(CLI::App& command, CommandLine& line) {
  add_read_options(command, line.request);
  add_time_options(command, line.request);
  add_rows(command, line.request, {"memory_limit"});
  add_general_options(command, line.request);
  command.footer(
      "Each line describes an option: the share of all solutions that contain it, the number of\n"
      "these solutions, the option's number in the file, its name, if options have names, and its\n"
      "items. For this, dlx makes the decision diagram of all solutions, by a sweep or from a "
      "list\n"
      "of the solutions, whichever ends first. The diagram must fit in memory.\n\n"
      "Examples:\n"
      "  dlx marginals problem.dlx\n"
      "  dlx dominoes 4x4 --emit | dlx marginals - --json\n");
  command.callback([&line] { line.action = marginals; });
}

}  // namespace dlx::app
