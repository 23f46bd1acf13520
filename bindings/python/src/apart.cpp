// Takes assemblies of packing puzzles apart.

#include <chrono>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "puzzle.hpp"
#include "reductions/polycube/apart.hpp"
#include "reductions/polycube/xmpuzzle.hpp"

namespace dlx::python {
namespace {

/// A solution of a packing puzzle, and the result of taking it apart.
struct Apart {
  std::shared_ptr<const polycube::Model> model;
  polycube::Analysed analysed;
};

py::tuple numbers(const std::vector<std::uint32_t>& pieces) {
  return py::tuple(py::cast(pieces));
}

/// The Python classes from which a disassembly is built.
struct Classes {
  py::object stage, move, turn;

  [[nodiscard]] py::object move_of(const lattice::Slide& slide, int divided) const {
    if (slide.turn) {
      const lattice::Cell &axis = slide.turn->axis, &twice = slide.turn->twice;
      const double parts = 2.0 * divided;
      const py::object found =
          turn(py::make_tuple(axis.x, axis.y, axis.z),
               py::make_tuple(twice.x / parts, twice.y / parts, twice.z / parts));
      return move(numbers(slide.pieces), py::none(), py::none(), found);
    }
    const lattice::Cell& direction = slide.direction;
    return move(numbers(slide.pieces), py::make_tuple(direction.x, direction.y, direction.z),
                slide.distance == 0 ? py::object(py::none())
                : divided == 1      ? py::object(py::int_(slide.distance))
                                    : py::float_(static_cast<double>(slide.distance) / divided));
  }
  [[nodiscard]] py::object stage_of(const lattice::Stage& found) const {
    py::list moves;
    for (const lattice::Slide& slide : found.slides) moves.append(move_of(slide, found.divided));
    return stage(numbers(found.pieces), py::tuple(moves), found.staying, found.removed);
  }
};

std::string page_of(const std::shared_ptr<Apart>& apart, const std::string& title) {
  return run_job([=](Job&) {
    return drawing::scene::to_html(to_scene(*apart->model, std::span(&apart->analysed, 1), title));
  });
}

/// The text of a BurrTools file that contains the solution and the moves that take it apart.
std::string xmpuzzle_of(const std::shared_ptr<Apart>& apart, const std::string& title) {
  const auto& [assembly, disassembly] = apart->analysed;
  if (apart::has_turns(disassembly.stages)) {
    throw std::invalid_argument("BurrTools saves no turns; save the solution, without its moves");
  }
  polycube::Changes changes;
  changes.added = {assembly};
  changes.added_stages = {disassembly.stages};
  return polycube::write_xmpuzzle(
      {.puzzles = {changed({.name = title, .puzzle = apart->model->puzzle}, changes)}});
}

/// A dict with the fields of the Python class Disassembly, and with two functions. One function
/// makes an HTML page with a given title, and the other makes a BurrTools file.
py::dict disassembly_of(const std::shared_ptr<Apart>& apart, const Classes& classes) {
  const apart::Disassembly& found = apart->analysed.disassembly;
  py::list stages;
  for (const lattice::Stage& stage : found.stages) stages.append(classes.stage_of(stage));
  py::dict d;
  d["verdict"] = std::string(in_words(found.verdict));
  d["level"] = numbers(found.level);
  d["turns"] = apart::has_turns(found.stages);
  d["least"] = found.least;
  d["states"] = found.states;
  d["stages"] = py::tuple(stages);
  d["page"] = py::cpp_function([apart](const std::string& title) { return page_of(apart, title); });
  d["xmpuzzle"] =
      py::cpp_function([apart](const std::string& title) { return xmpuzzle_of(apart, title); });
  return d;
}

/// Takes a solution apart. `half_cells` implies `with_turns`. `states` limits the positions that
/// are tried, see AnalysisOptions::states. Of `options`, only `time` and `memory` are used. Throws
/// std::invalid_argument if the puzzle is not a packing, or if turns are requested and the pieces
/// are not made of cubes.
py::dict take_apart(const PuzzleHandle& puzzle, const std::vector<std::uint32_t>& solution,
                    bool with_turns, bool half_cells, std::optional<std::uint64_t> states,
                    const Options& options,
                    const std::tuple<py::object, py::object, py::object>& classes) {
  const std::shared_ptr<const polycube::Model> model(puzzle, puzzle->packing());
  if (model == nullptr) {
    throw std::invalid_argument("only packings of pieces are taken apart, and this puzzle is none");
  }
  const auto turns = half_cells   ? apart::Turns::at_halves
                     : with_turns ? apart::Turns::at_cells
                                  : apart::Turns::none;
  if (turns != apart::Turns::none) polycube::check_turns(model->puzzle.grid);
  const auto apart = run_job([=, chosen = options_of(model->problem, solution)](Job& job) {
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
  const auto& [stage, move, turn] = classes;
  return disassembly_of(apart, {stage, move, turn});
}

}  // namespace

void bind_apart(py::module_& module) {
  module.def("take_apart", &take_apart);
}

}  // namespace dlx::python
