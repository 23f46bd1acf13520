#include "reductions/classics/queens.hpp"

#include <memory>

#include "apps/run.hpp"

namespace dlx::app {

void add_queens(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("queens", "Place n queens, none attacking another");
  auto n = std::make_shared<int>(8);
  command->add_option("N", *n, "Queens, and rows and columns of the board")->capture_default_str();
  add_up_to_option(*command, session, {UpTo::none, UpTo::rotations, UpTo::reflections});
  add_emit_option(*command, session);
  add_ask_options(*command, session);
  add_search_options(*command, session);
  add_general_options(*command, session);
  command->footer(
      "Examples:\n"
      "  dlx queens                             one placement of eight queens\n"
      "  dlx queens 8 --count                   92\n"
      "  dlx queens 8 --count --up-to reflections\n");
  command->callback([&session, n] {
    session.action = [&session, n] {
      return run_puzzle(
          session, queens::build(*n),
          [](const queens::Model& m, auto s) { return queens::draw(m, queens::decode(m, s)); },
          queens::symmetries);
    };
  });
}

}  // namespace dlx::app
