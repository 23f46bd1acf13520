// Assemblies of packing puzzles, taken apart.

#include <chrono>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "puzzle.hpp"
#include "reductions/polycube/analysis.hpp"
#include "reductions/polycube/apart.hpp"

namespace dlx::python {
namespace {

/// A solution of a packing puzzle, and what was found out about taking it apart.
struct Apart {
  std::shared_ptr<const polycube::Model> model;
  polycube::Analysed analysed;
};

using CellTriple = std::tuple<int, int, int>;
using Pieces = std::vector<std::uint32_t>;
/// Axis, and twice a point on it.
using TurnTuple = std::tuple<CellTriple, CellTriple>;
/// Pieces, direction, distance (0: without end), turn.
using MoveTuple = std::tuple<Pieces, CellTriple, std::uint32_t, std::optional<TurnTuple>>;
/// Pieces, moves, positions of the stages of the pieces that stay and of those removed.
using StageTuple = std::tuple<Pieces, std::vector<MoveTuple>, std::optional<std::size_t>,
                              std::optional<std::size_t>>;

CellTriple triple(const lattice::Cell& cell) {
  return {cell.x, cell.y, cell.z};
}

MoveTuple move_of(const lattice::Slide& slide) {
  std::optional<TurnTuple> turn;
  if (slide.turn) turn = TurnTuple{triple(slide.turn->axis), triple(slide.turn->twice)};
  return {slide.pieces, triple(slide.direction), slide.distance, turn};
}

std::vector<StageTuple> stages_of(const Apart& apart) {
  std::vector<StageTuple> stages;
  for (const lattice::Stage& stage : apart.analysed.disassembly.stages) {
    std::vector<MoveTuple> moves;
    for (const lattice::Slide& slide : stage.slides) moves.push_back(move_of(slide));
    stages.emplace_back(stage.pieces, std::move(moves), stage.staying, stage.removed);
  }
  return stages;
}

std::string page_of(const std::shared_ptr<Apart>& apart, const std::string& title) {
  return run_job([=](Job&) {
    return drawing::scene::to_html(to_scene(*apart->model, std::span(&apart->analysed, 1), title));
  });
}

/// Takes a solution apart; `states` as in polycube::AnalysisOptions, of the options `seconds` and
/// `memory`. Throws std::invalid_argument for puzzles that pack no pieces, and for turns on another
/// grid than that of cubes.
std::shared_ptr<Apart> take_apart(const PuzzleHandle& puzzle,
                                  const std::vector<std::uint32_t>& solution, bool turns,
                                  std::optional<std::uint64_t> states, const Options& options) {
  const std::shared_ptr<const polycube::Model> model(puzzle, puzzle->packing());
  if (model == nullptr) {
    throw std::invalid_argument("only packings of pieces are taken apart, and this puzzle is none");
  }
  if (turns) polycube::check_turns(model->puzzle.grid);
  return run_job([=, chosen = options_of(model->problem, solution)](Job& job) {
    apart::DisassemblyLimits limits;
    limits.memory = options.memory.value_or(limits.memory);
    limits.stop = job.stop();
    if (options.time) {
      limits.deadline = std::chrono::steady_clock::now() + *options.time;
    }
    polycube::CheckedDisassembler disassembler(
        model->puzzle.grid, {.turns = turns, .states = states, .limits = limits});
    polycube::Assembly assembly = decode(*model, chosen);
    apart::Disassembly found = disassembler.take_apart(model->puzzle, assembly);
    return std::make_shared<Apart>(Apart{model, {std::move(assembly), std::move(found)}});
  });
}

}  // namespace

void bind_apart(py::module_& module) {
  const auto found = [](const Apart& apart) -> const apart::Disassembly& {
    return apart.analysed.disassembly;
  };
  py::class_<Apart, std::shared_ptr<Apart>>(module, "Apart", "A solution that was taken apart.")
      .def_property_readonly(
          "verdict",
          [=](const Apart& apart) { return std::string(in_words(found(apart).verdict)); })
      .def_property_readonly("level", [=](const Apart& apart) { return found(apart).level; })
      .def_property_readonly(
          "turns", [=](const Apart& apart) { return apart::has_turns(found(apart).stages); })
      .def_property_readonly("least", [=](const Apart& apart) { return found(apart).least; })
      .def_property_readonly("states", [=](const Apart& apart) { return found(apart).states; })
      .def("stages", &stages_of)
      .def("page", &page_of);
  module.def("take_apart", &take_apart);
}

}  // namespace dlx::python
