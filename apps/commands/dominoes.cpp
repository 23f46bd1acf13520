#include "reductions/classics/dominoes.hpp"

#include <memory>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/commands/region.hpp"
#include "apps/run/puzzle.hpp"
#include "apps/run/puzzle_file.hpp"

namespace dlx::app {

void add_dominoes(CLI::App& app, CommandLine& line) {
  CLI::App* command = app.add_subcommand("dominoes", "Tile a flat region with dominoes");
  auto where = std::make_shared<std::string>("8x8");
  command->add_option("REGION", *where, "ROWSxCOLUMNS, or a file with a picture of # and .")
      ->capture_default_str();
  add_explain_option(*command, line.request);
  add_puzzle_options(*command, line.request, PictureKind::solid);
  command->footer(
      "Examples:\n"
      "  dlx dominoes 8x8 --count               12988816\n"
      "  dlx dominoes 4x4 --all --up-to reflections\n"
      "  printf '.##.\\n####\\n####\\n.##.\\n' | dlx dominoes - --count\n");
  set_action(
      *command, line, where, [](const Request& request, Console& console, const std::string& word) {
        const classics::dominoes::Model model{
            build_puzzle(request, console, classics::dominoes::puzzle(region(word)))};
        return run_puzzle(request, console, model, {.title = "Dominoes " + name_of_region(word)});
      });
}

}  // namespace dlx::app
