// Happy cubes: six foam pieces, 24 of them, or the pieces of a file.

#include <algorithm>
#include <functional>

#include "dlx/core/text.hpp"
#include "dlx/solver.hpp"
#include "puzzle.hpp"
#include "reductions/faces/facts.hpp"
#include "reductions/faces/happy_cubes.hpp"

namespace dlx::python {
namespace {

/// Whether pieces may be turned over, and the formulation: edges or cells.
using Laying = std::pair<bool, std::string>;

faces::Formulation formulation_of(const Laying& laying) {
  if (laying.second == "edges") return faces::Formulation::edges;
  if (laying.second == "cells") return faces::Formulation::cells;
  throw std::invalid_argument("unknown formulation " + in_quotes(laying.second) +
                              "; there are 'edges', 'cells'");
}

faces::Facts read_facts(const TextSource& source) {
  io::Input input = open(source);
  faces::FactsReader reader;
  try {
    std::string_view line;
    while (input.next_line(line)) reader.line(line);
    return reader.finish();
  } catch (const TextError& e) {
    throw input.error_at(e.word(), e.line(), e.what());
  }
}

const faces::HappyCube& cube_of(const std::string& colour) {
  std::string known;
  for (const faces::HappyCube& cube : faces::happy_cubes()) {
    if (cube.colour == colour) return cube;
    known += (known.empty() ? "'" : ", '") + cube.colour + "'";
  }
  throw std::invalid_argument("no happy cube is " + in_quotes(colour) + "; there are " + known);
}

PuzzleHandle assembled(faces::Puzzle puzzle, const Laying& laying) {
  puzzle.turn_over = laying.first;
  return catalogue::puzzle(faces::build_if_fillable(std::move(puzzle), formulation_of(laying)));
}

PuzzleHandle make_cube(const std::string& colour, const Laying& laying) {
  return assembled({.layout = faces::cube(1), .pieces = cube_of(colour).pieces}, laying);
}

PuzzleHandle read_cube(const TextSource& source, const Laying& laying) {
  faces::Facts facts = read_facts(source);
  faces::Layout layout = facts.layout ? std::move(*facts.layout) : faces::cube(1);
  return assembled({.layout = std::move(layout), .pieces = std::move(facts.pieces)}, laying);
}

PuzzleHandle make_tray(const std::string& colour, bool turn_over) {
  const faces::HappyCube& cube = cube_of(colour);
  return catalogue::puzzle(polycube::build(faces::tray_puzzle(cube.pieces, cube.tray, turn_over)));
}

template <class List, class NameOf = std::identity>
std::uint32_t find_named(const List& list, const std::string& name, const std::string& what,
                         NameOf name_of = {}) {
  const auto found = std::ranges::find(list, name, name_of);
  if (found == list.end()) {
    throw std::invalid_argument("fixed: no " + what + " is named " + in_quotes(name));
  }
  return static_cast<std::uint32_t>(found - list.begin());
}

/// A panel, a piece, and perhaps how it lies: 16 letters 0 and 1.
using FixedTuple = std::tuple<std::string, std::string, std::optional<std::string>>;

faces::Fixed fixed_of(const faces::Puzzle& puzzle, const FixedTuple& given) {
  const auto& [panel, piece, word] = given;
  faces::Fixed fixed;
  fixed.position = find_named(puzzle.layout.names, panel, "panel");
  fixed.piece = find_named(puzzle.pieces, piece, "piece", &faces::Piece::name);
  if (word) fixed.rim = faces::from_word(*word);
  return fixed;
}

/// The first panels as they are in the first cube that a search finds.
std::vector<faces::Fixed> first_panels(const faces::Puzzle& puzzle, const Laying& laying,
                                       std::uint32_t count, const std::atomic<bool>* stop) {
  if (count > puzzle.layout.size()) {
    throw std::invalid_argument("fixed: " + std::to_string(count) + " panels; the cube has " +
                                std::to_string(puzzle.layout.size()));
  }
  const faces::Model model = faces::build_if_fillable(puzzle, formulation_of(laying));
  Solver solver(model.problem, {.control = {.stop = stop}, .preprocess = true});
  std::vector<faces::Fixed> fixed;
  if (!solver.next()) {
    throw std::invalid_argument("fixed: no cube was found whose panels could be fixed");
  }
  for (const faces::Placement& p : decode(model, solver.solution())) {
    if (fixed.size() < count) fixed.push_back({p.position, p.piece, p.rim});
  }
  return fixed;
}

/// `panels`: how many first panels are fixed too.
PuzzleHandle make_big_cube(const std::optional<TextSource>& source,
                           const std::vector<FixedTuple>& fixed, std::uint32_t panels,
                           bool colour_faces, const Laying& laying) {
  return run_job([=](Job& job) {
    faces::Puzzle puzzle{.layout = faces::cube(2),
                         .pieces = source ? read_facts(*source).pieces : faces::all_pieces(),
                         .turn_over = laying.first,
                         .one_set_a_face = colour_faces};
    std::vector<faces::Fixed> all;
    if (panels > 0) all = first_panels(puzzle, laying, panels, job.stop());
    for (const FixedTuple& each : fixed) all.push_back(fixed_of(puzzle, each));
    puzzle.fixed = std::move(all);
    return assembled(std::move(puzzle), laying);
  });
}

}  // namespace

void bind_faces(py::module_& module) {
  module.def("cube", &make_cube);
  module.def("read_cube", &read_cube);
  module.def("tray", &make_tray);
  module.def("big_cube", &make_big_cube);
}

}  // namespace dlx::python
