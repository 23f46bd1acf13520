#include "bindings/web/downloads.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>

#include "dlx/core/text.hpp"
#include "reductions/drawing/solid.hpp"
#include "reductions/polycube/apart.hpp"
#include "reductions/polycube/xmpuzzle.hpp"

namespace dlx::web {
namespace {

constexpr std::size_t disassembly_memory = std::size_t{256} << 20;

Json as_json(const drawing::scene::Scene& scene) {
  return Json::parse(drawing::scene::to_json(scene));
}

/// Tries to take an assembly apart, within limits on time and memory that suit a browser.
apart::Disassembly taken_apart(const polycube::Model& model, const polycube::Assembly& assembly,
                               const TakingApart& taking_apart) {
  polycube::CheckedDisassembler disassembler(
      model.puzzle.grid,
      {.turns = taking_apart.turns,
       .states = std::numeric_limits<std::uint64_t>::max(),
       .limits = {.memory = disassembly_memory,
                  .deadline = std::chrono::steady_clock::now() + taking_apart.patience}});
  return disassembler.take_apart(model.puzzle, assembly);
}

std::string as_xmpuzzle(const polycube::Model& model, const Search& search,
                        const Separations& separations, const std::string& title) {
  polycube::NamedPuzzle named{.name = title, .puzzle = model.puzzle};
  auto changes = merge(model, named, search.solutions(), search.complete(), search.request().up_to);
  // Every stored solution is added to the file, because the page has no file with earlier
  // solutions.
  changes.added_stages.resize(changes.added.size());
  for (const auto& [number, stages] : separations) {
    changes.added_stages.at(static_cast<std::size_t>(number)) = stages;
  }
  polycube::Collection collection;
  collection.puzzles.push_back(changed(std::move(named), changes));
  return write_xmpuzzle(collection);
}

}  // namespace

const Solution& kept_solution(const Search& search, int number) {
  const std::span<const Solution> kept = search.solutions();
  if (number < 0 || static_cast<std::size_t>(number) >= kept.size()) {
    throw std::invalid_argument("the list has no solution " + std::to_string(number + 1));
  }
  return kept[static_cast<std::size_t>(number)];
}

Json scene_of(const Game& game, const Search& search, int number, const std::string& title,
              const TakingApart& taking_apart, Separations& separations) {
  const Solution& solution = kept_solution(search, number);
  if (!is_solid(game)) throw std::invalid_argument("these solutions are not solid");
  if (taking_apart.patience.count() == 0) {
    return {{"scene", as_json(game.scene(std::span(&solution, 1), title))}};
  }
  const polycube::Model* const model = game.packing();
  if (model == nullptr) throw std::invalid_argument("only packings of pieces are taken apart");
  polycube::Assembly assembly = decode(*model, solution);
  const apart::Disassembly found = taken_apart(*model, assembly, taking_apart);
  // BurrTools files cannot represent rotations, so moves that contain rotations are not stored.
  if (!found.stages.empty() && !apart::has_turns(found.stages)) separations[number] = found.stages;
  const polycube::Analysed analysed{std::move(assembly), found};
  return {{"scene", as_json(to_scene(*model, std::span(&analysed, 1), title))},
          {"verdict", apart::in_words(found.verdict)},
          {"level", apart::to_string(found.level)},
          {"turns", apart::has_turns(found.stages)},
          {"states", found.states},
          {"least", found.least}};
}

std::string download(const Game& game, const Search& search, const Separations& separations,
                     const Json& request) {
  const std::string what = request.at("what").get<std::string>();
  const std::string title = request.value("title", std::string());
  if (what == "xmpuzzle") {
    if (game.packing() == nullptr) throw std::invalid_argument("this is not a packing of pieces");
    return as_xmpuzzle(*game.packing(), search, separations, title);
  }
  if (what == "blank") return game.blank().file(title);
  const Solution& solution = kept_solution(search, request.value("number", 0));
  if (what == "svg") return drawing::draw_svg(game.pictures(std::span(&solution, 1)));
  const drawing::scene::Scene scene = game.scene(std::span(&solution, 1), title);
  if (scene.assemblies.empty()) throw std::invalid_argument("it has no parts to print");
  const drawing::scene::Parts& parts = scene.assemblies.front();
  if (what == "stl") return drawing::solid::to_stl(parts, {}, scene.grid);
  if (what == "obj") return drawing::solid::to_obj(parts, {}, scene.grid);
  if (what == "scad") return drawing::solid::to_scad(parts, {}, title, {}, scene.grid);
  throw std::invalid_argument("no file is called " + in_quotes(what));
}

}  // namespace dlx::web
