#include "reductions/classics/pentominoes.hpp"

#include <memory>
#include <string>
#include <utility>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/commands/pieces.hpp"
#include "apps/commands/region.hpp"
#include "apps/run/puzzle.hpp"
#include "apps/run/puzzle_file.hpp"

namespace dlx::app {
namespace {

struct PentominoArguments {
  std::string region = "6x10";
  std::string pieces{classics::pentominoes::letters};
  polycube::Turning freest = polycube::Turning::rotations;
};

int fill_region(const Request& request, Console& console, const PentominoArguments& a) {
  polycube::Puzzle puzzle = classics::pentominoes::puzzle(region(a.region), a.pieces);
  puzzle.turning = a.freest;
  return run_puzzle(request, console, build_puzzle(request, console, std::move(puzzle)),
                    {.title = "Pentominoes " + name_of_region(a.region)});
}

}  // namespace

void add_pentominoes(CLI::App& app, CommandLine& line) {
  CLI::App* command =
      app.add_subcommand("pentominoes", "Fill a region with pentominoes, flat or solid");
  auto a = std::make_shared<PentominoArguments>();
  command
      ->add_option("REGION", a->region,
                   "ROWSxCOLUMNS, LAYERSxROWSxCOLUMNS, or a file with a picture of # and .")
      ->capture_default_str();
  command
      ->add_option(
          "--pieces", a->pieces,
          "The pentominoes to use, by their letters; 20*Y means 20 copies of Y, and L' the "
          "mirror image of L")
      ->type_name("LETTERS")
      ->capture_default_str();
  add_turning_options(*command, a->freest);
  add_explain_option(*command, line.request);
  add_puzzle_options(*command, line.request, PictureKind::solid);
  command->footer(
      "Pieces may be turned over unless --no-flip is given. The symmetries of a flat region are\n"
      "those of the plane. If a pentomino is used several times, each copy is drawn with a letter\n"
      "of its own.\n\n"
      "Examples:\n"
      "  dlx pentominoes 3x20 --all --up-to reflections\n"
      "  dlx pentominoes 2x3x10 --count\n"
      "  dlx pentominoes 10x10 --pieces '20*Y' --svg y.svg\n"
      "  dlx pentominoes 4x5 --no-flip --pieces \"L'PUY\" --all\n"
      "  dlx pentominoes 3x4x5 -n 10 --html solid.html\n");
  set_action(*command, line, a, fill_region);
}

}  // namespace dlx::app
