#include "reductions/classics/queens.hpp"
#include "dlx/core/text.hpp"

#include <memory>
#include <string>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/puzzle.hpp"

namespace dlx::app {

void add_queens(CLI::App& app, CommandLine& line) {
  CLI::App* command = app.add_subcommand("queens", "Place n queens, none attacking another");
  auto n = std::make_shared<int>(8);
  add_number<std::uint16_t>(*command, "N", *n, "Number of queens, of rows and of columns")
      ->default_str("8");
  add_explain_option(*command, line.request);
  add_puzzle_options(*command, line.request, PictureKind::board);
  command->footer(
      "Examples:\n"
      "  dlx queens                             one placement of eight queens\n"
      "  dlx queens 8 --count                   92\n"
      "  dlx queens 8 --count --up-to reflections\n"
      "  dlx queens 8 --all --up-to reflections --svg queens.svg\n");
  set_action(*command, line, n, [](const Request& request, Console& console, int queens) {
    return run_puzzle(request, console, classics::queens::build(queens),
                      {.title = quantity(queens, "queen")});
  });
}

}  // namespace dlx::app
