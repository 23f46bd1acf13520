#include "apps/commands/pieces.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/cli/options.hpp"
#include "apps/run/watch.hpp"
#include "dlx/classes.hpp"
#include "dlx/core/text.hpp"
#include "dlx/runs/threads.hpp"

namespace dlx::app {

faces::Facts read_facts(const std::string& file) {
  constexpr std::uint64_t largest_file = 1 << 20;
  io::Input input = io::Input::open(file, {.bytes = largest_file});
  const std::string text = input.rest();
  return io::parsed(text, input.name(), faces::read_facts);
}

void add_faces_options(CLI::App& command, FacesFlags& flags) {
  command.add_flag("--no-flip", flags.no_flip, "Do not turn pieces over");
  add_named<faces::Formulation>(
      command, "--formulation HOW", flags.formulation,
      "How the puzzle becomes a problem: with an item for each cell, or with coloured items for "
      "the edges; the solutions are the same");
}

void add_turning_options(CLI::App& command, polycube::Turning& freest) {
  struct Flag {
    const char* name;
    polycube::Turning leaves;
    const char* help;
  };
  constexpr Flag flags[] = {
      {"--no-flip", polycube::Turning::flat_rotations,
       "Do not turn pieces over: turn them about one axis only, across a flat box, otherwise z"},
      {"--no-turn", polycube::Turning::none, "Do not turn pieces at all"}};
  for (const Flag& flag : flags) {
    command.add_flag_callback(
        flag.name, [&freest, leaves = flag.leaves] { freest = std::max(freest, leaves); },
        flag.help);
  }
}

void note_rotations(const Request& request, Console& console, const faces::Model& model,
                    const Answer& answer) {
  const bool all = request.wanted.count && request.options.up_to == UpTo::none;
  if (!all || !answer.complete() || answer.count == "0") return;
  std::string rotations = "; --all lists them up to rotations";
  constexpr std::uint64_t few = 100'000;
  if (to_number<std::uint64_t>(answer.count).value_or(few) < few) {
    Options options = Watch(request, console).options(&model.problem);
    options.on_progress = {};
    const ClassesResult result =
        count_classes(model.problem, symmetry::SymmetryGroup(symmetries(model, UpTo::rotations)),
                      options, runs::resources(options));
    if (result.complete()) {
      rotations =
          fmt::format(", {} up to rotations, as --all lists them", result.classes.to_string());
    }
  }
  console.note(quantity(answer.count, "assembly", "assemblies") + " in all" + rotations);
}

Presentation assembly_presentation(const catalogue::Puzzle& puzzle) {
  Presentation show;
  show.noun = "assembly";
  show.nouns = "assemblies";
  show.fields = [&puzzle](Json& line, std::span<const OptionId> solution) {
    const drawing::Picture picture = puzzle.picture(solution);
    line["placements"] = Json::array();
    for (const drawing::Body& body : picture.bodies) {
      line["placements"].push_back({{"position", body.position},
                                    {"piece", picture.frame->pieces[body.piece].name},
                                    {"word", body.rim}});
    }
    line["picture"] = drawing::text(picture);
  };
  return show;
}

}  // namespace dlx::app
