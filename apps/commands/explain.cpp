#include "apps/run/explain.hpp"

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/reading.hpp"
#include "dlx/core/text.hpp"

namespace dlx::app {
namespace {

int explain(const Request& request, Console& console, const Explained& flags) {
  const std::string& file = request.read.file;
  Explained explained = flags;
  explained.title = printable(file.substr(file.rfind('/') + 1));
  return explain_problem(request, console, read_problem(request, console), explained);
}

}  // namespace

void add_explain(CLI::App& command, CommandLine& line) {
  add_read_options(command, line.request);
  auto& explained = set_action(command, line, explain);
  add_value(command, "--html FILE", explained.html,
            "Write an HTML page that shows matrix, links and tree step by step, with a quiz");
  add_number<std::size_t>(command, "--most", explained.most_nodes,
                          "Visit at most N nodes; 500 unless given");
  add_general_options(command, line.request);
  command.footer(
      "dlx explain shows the search of Knuth's Algorithm X with dancing links, as the engine\n"
      "dancing_links makes it. Each node covers the first of the items with the fewest options\n"
      "left, and tries each of these options in turn. An option is shown by its number and its\n"
      "items. The page of --html also shows every move of the links.\n"
      "Puzzles with a board have the option --explain: dlx queens 6 --explain queens.html\n\n"
      "Examples:\n"
      "  printf 'a b c\\na b\\nc\\na\\nb c\\n' | dlx explain -\n"
      "  dlx explain toy.dlx --html toy.html\n");
}

}  // namespace dlx::app
