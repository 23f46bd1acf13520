// Puzzles of foam pieces: happy cubes, the big cube of 24 pieces, and pieces from a file.

#include <stdexcept>

#include "dlx/core/text.hpp"
#include "dlx/io/input.hpp"
#include "dlx/solver.hpp"
#include "puzzle.hpp"
#include "reductions/faces/faces.hpp"
#include "reductions/faces/facts.hpp"
#include "reductions/faces/happy_cubes.hpp"

namespace dlx::python {
namespace {

/// Whether foam pieces may be turned over, and how the puzzle is formulated as an exact cover:
/// "edges" or "cells".
using Laying = std::pair<bool, std::string>;

faces::Formulation formulation_of(const Laying& laying) {
  if (laying.second == "edges") return faces::Formulation::edges;
  if (laying.second == "cells") return faces::Formulation::cells;
  throw std::invalid_argument("unknown formulation " + in_quotes(laying.second) +
                              "; there are 'edges', 'cells'");
}

faces::Facts read_facts(const TextSource& source) {
  return io::parsed(source.first, source.second, faces::read_facts);
}

PuzzleHandle assembled(faces::Puzzle puzzle, const Laying& laying) {
  puzzle.turn_over = laying.first;
  return catalogue::puzzle(faces::build_if_fillable(std::move(puzzle), formulation_of(laying)));
}

/// `mix`: "any" if the cube may consist of any six of the pieces, "one-of-each" if it has a piece
/// of each colour, or empty.
PuzzleHandle make_cube(const std::vector<std::string>& colours, const std::string& mix,
                       const Laying& laying) {
  faces::Puzzle puzzle{
      .layout = faces::cube(1), .pieces = {}, .one_of_each_set = mix == "one-of-each"};
  for (const std::string& colour : colours) {
    for (faces::Piece piece : faces::happy_cube(colour).pieces) {
      piece.letter = faces::letter(puzzle.pieces.size());
      if (mix == "any") piece.set.clear();
      puzzle.pieces.push_back(std::move(piece));
    }
  }
  return assembled(std::move(puzzle), laying);
}

PuzzleHandle read_cube(const TextSource& source, const Laying& laying) {
  faces::Facts facts = read_facts(source);
  faces::Layout layout = facts.layout ? std::move(*facts.layout) : faces::cube(1);
  return assembled({.layout = std::move(layout), .pieces = std::move(facts.pieces)}, laying);
}

/// `sides` and `picture` describe a region that the pieces fill. If both are empty, the pieces fill
/// the flat tray in which the cube is sold.
PuzzleHandle make_tray(const std::string& colour, const std::vector<int>& sides,
                       const std::string& picture, bool turn_over) {
  const faces::HappyCube& cube = faces::happy_cube(colour);
  polycube::Puzzle puzzle = faces::tray_puzzle(cube.pieces, cube.tray, turn_over);
  if (!sides.empty()) puzzle.target = lattice::region(sides);
  if (!picture.empty()) puzzle.target = lattice::from_picture(picture);
  if (lattice::extent(puzzle.target).high.z != 0) {
    throw std::invalid_argument("a tray is flat, and this region is not");
  }
  return catalogue::puzzle(polycube::build_if_fillable(std::move(puzzle)));
}

/// A panel (a place on the cube), its piece, and optionally the 16 outer cells of the piece in this
/// place, as letters 0 and 1.
using FixedTuple = std::tuple<std::string, std::string, std::optional<std::string>>;

/// The first `count` panels with the pieces that they have in the first cube that a search finds.
std::vector<faces::Fixed> first_panels(const faces::Puzzle& puzzle, const Laying& laying,
                                       std::uint32_t count, const std::atomic<bool>* stop) {
  if (count > puzzle.layout.size()) {
    throw std::invalid_argument("fixed: " + std::to_string(count) + " panels; the cube has " +
                                std::to_string(puzzle.layout.size()));
  }
  const faces::Model model = faces::build_if_fillable(puzzle, formulation_of(laying));
  Solver solver(model.problem, {.preprocess = true, .stop = stop});
  if (!solver.next()) {
    throw std::invalid_argument("fixed: no cube was found whose panels could be fixed");
  }
  return first_fixed(model, solver.solution(), count);
}

/// `panels`: how many of the first panels are fixed in addition to `fixed`; see first_panels().
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
    for (const auto& [panel, piece, word] : fixed) {
      try {
        all.push_back(faces::fixed(puzzle, panel, piece, word));
      } catch (const std::invalid_argument& e) {
        throw std::invalid_argument("fixed: " + std::string(e.what()));
      }
    }
    puzzle.fixed = std::move(all);
    return assembled(std::move(puzzle), laying);
  });
}

}  // namespace

void bind_faces(py::module_& module) {
  module.def("happy_cube_colours", [] {
    std::vector<std::string> colours;
    for (const faces::HappyCube& cube : faces::happy_cubes()) colours.push_back(cube.colour);
    return colours;
  });
  module.def("cube", &make_cube);
  module.def("read_cube", &read_cube);
  module.def("tray", &make_tray);
  module.def("big_cube", &make_big_cube);
}

}  // namespace dlx::python
