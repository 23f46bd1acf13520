#include "reductions/classics/queens.hpp"

#include <memory>

#include "apps/commands.hpp"
#include "apps/flags.hpp"
#include "apps/puzzle.hpp"

namespace dlx::app {

void add_queens(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("queens", "Place n queens, none attacking another");
  auto n = std::make_shared<int>(8);
  add_number<std::uint16_t>(*command, "N", *n, "Queens, and rows and columns of the board")
      ->default_str("8");
  add_puzzle_options(*command, session,
                     {UpTo::none, UpTo::rotations, UpTo::reflections, UpTo::all});
  command->footer(
      "Examples:\n"
      "  dlx queens                             one placement of eight queens\n"
      "  dlx queens 8 --count                   92\n"
      "  dlx queens 8 --count --up-to reflections\n");
  command->callback([&session, n] {
    session.action = [&session, n] { return run_puzzle(session, queens::build(*n)); };
  });
}

}  // namespace dlx::app
