#include "reductions/classics/langford.hpp"

#include <memory>

#include "apps/commands.hpp"
#include "apps/flags.hpp"
#include "apps/puzzle.hpp"

namespace dlx::app {

void add_langford(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("langford", "Arrange two each of 1..n, k places between the two k");
  auto n = std::make_shared<int>(7);
  add_number<std::uint16_t>(*command, "N", *n, "The largest number")->default_str("7");
  add_puzzle_options(*command, session, {UpTo::none, UpTo::reflections, UpTo::all});
  command->footer(
      "Up to reflections, a row and the same row read backwards count once.\n\n"
      "Examples:\n"
      "  dlx langford 4 --all\n"
      "  dlx langford 8 --count                 300\n"
      "  dlx langford 8 --count --up-to reflections\n");
  command->callback([&session, n] {
    session.action = [&session, n] { return run_puzzle(session, langford::build(*n)); };
  });
}

}  // namespace dlx::app
