#include "reductions/classics/langford.hpp"

#include <memory>
#include <string>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/puzzle.hpp"

namespace dlx::app {

void add_langford(CLI::App& app, CommandLine& line) {
  CLI::App* command =
      app.add_subcommand("langford", "Arrange 1 to n, each twice, with k places between the two k");
  auto n = std::make_shared<int>(7);
  add_number<std::uint16_t>(*command, "N", *n, "The largest number")->default_str("7");
  add_explain_option(*command, line.request);
  add_puzzle_options(*command, line.request, PictureKind::board,
                     {UpTo::none, UpTo::reflections, UpTo::all});
  command->footer(
      "Up to reflections, a row and the same row read backwards count once.\n\n"
      "Examples:\n"
      "  dlx langford 4 --all\n"
      "  dlx langford 8 --count                 300\n"
      "  dlx langford 8 --count --up-to reflections\n"
      "  dlx langford 7 --all --up-to reflections --html langford.html\n");
  set_action(*command, line, n, [](const Request& request, Console& console, int largest) {
    return run_puzzle(request, console, classics::langford::build(largest),
                      {.title = "Langford pairs of 1 to " + std::to_string(largest)});
  });
}

}  // namespace dlx::app
