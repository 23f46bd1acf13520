#include <algorithm>
#include <array>
#include <boost/container/flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <pugixml.hpp>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "dlx/core/text.hpp"
#include "reductions/polycube/burr_turns.hpp"
#include "reductions/polycube/separations.hpp"
#include "reductions/polycube/xmpuzzle.hpp"
#include "reductions/polycube/xmpuzzle_xml.hpp"

namespace dlx::polycube {
namespace {

class XmpuzzleWriter {
 public:
  std::string write(const Collection& collection) {
    pugi::xml_document document;
    pugi::xml_node declaration = document.append_child(pugi::node_declaration);
    put(declaration, "version", "1.0");
    pugi::xml_node root = add(document, "puzzle");
    put(root, "version", 2);
    if (!collection.puzzles.empty()) grid_ = collection.puzzles.front().puzzle.grid;
    static_cast<void>(BurrTurns::of(grid_));  // throws if BurrTools does not have this grid
    put(add(root, "gridType"), "type", static_cast<int>(grid_));
    pugi::xml_node colours = add(root, "colors");
    shapes_ = add(root, "shapes");
    pugi::xml_node problems = add(root, "problems");
    for (const NamedPuzzle& named : collection.puzzles) {
      if (named.puzzle.grid != grid_) {
        throw std::invalid_argument("puzzles on several grids, which the format cannot say");
      }
      add_problem(problems, from_origin(named));
    }
    if (collection.colours.size() > largest_colour) refuse_colour();
    for (std::size_t c = 0; c < std::max<std::size_t>(collection.colours.size(), colours_used_);
         ++c) {
      // A colour that the file does not define becomes a shade of grey.
      const auto grey = static_cast<std::uint8_t>(40 + c * 97 % 200);
      const auto rgb = c < collection.colours.size()
                           ? collection.colours[c]
                           : std::array<std::uint8_t, 3>{grey, grey, grey};
      pugi::xml_node colour = add(colours, "color");
      put(colour, "red", rgb[0]);
      put(colour, "green", rgb[1]);
      put(colour, "blue", rgb[2]);
    }
    set_text(add(root, "comment"), collection.comment.c_str());
    TextWriter out;
    document.save(out, " ", pugi::format_indent, pugi::encoding_utf8);
    return std::move(out.text);
  }

 private:
  struct Voxels {
    std::string name;
    Cell size;
    Cell hotspot;
    std::string text;
    friend bool operator<(const Voxels& a, const Voxels& b) {
      return std::tie(a.name, a.size, a.hotspot, a.text) <
             std::tie(b.name, b.size, b.hotspot, b.text);
    }
  };

  /// The puzzle after every shape is moved by a translation to coordinates of at least 0, as near
  /// to 0 as the grid allows.
  [[nodiscard]] NamedPuzzle from_origin(NamedPuzzle named) const {
    const lattice::Lattice& lattice = lattice::Lattice::of(grid_);
    const auto move = [](Cells& cells, const Cell& shift) {
      for (Cell& cell : cells) cell = cell - shift;
    };
    for (Piece& piece : named.puzzle.pieces) {
      if (piece.cells.empty()) continue;
      move(piece.cells, lattice.shift_below(lattice::extent(piece.cells).low));
      // For spheres, BurrTools turns a piece about one of its cells.
      piece.anchor = grid_ == lattice::Grid::spheres ? piece.cells.front() : Cell{};
    }
    const Cell shift = lattice.shift_below(lattice::extent(all_cells(named.puzzle)).low);
    move(named.puzzle.target, shift);
    move(named.puzzle.optional_cells, shift);
    for (Assembly& assembly : named.saved) {
      for (Placement& placement : assembly) move(placement.cells, shift);
    }
    return named;
  }

  /// The side of a block of cells. The sides of a box are multiples of this number.
  [[nodiscard]] int block() const {
    return grid_ == lattice::Grid::rhombic ? 5 : grid_ == lattice::Grid::tetra_octahedra ? 3 : 1;
  }

  /// The box of voxels that contains a shape with coordinates of at least 0. `marks` has the text
  /// of each cell.
  [[nodiscard]] Voxels voxels(const std::string& name,
                              const boost::container::flat_map<Cell, std::string>& marks,
                              const Cell& hotspot = {}) const {
    Cell size{1, 1, 1};
    for (const auto& [cell, mark] : marks) {
      size = {std::max(size.x, cell.x + 1), std::max(size.y, cell.y + 1),
              std::max(size.z, cell.z + 1)};
    }
    for (int* side : {&size.x, &size.y, &size.z}) *side += (block() - *side % block()) % block();
    // The product is computed as double, because the product of numbers up to 2^32 might not fit in
    // 64 bits.
    const auto volume = static_cast<double>(size.x) * size.y * size.z;
    if (volume > static_cast<double>(most_cells)) {
      throw std::invalid_argument("shape " + in_quotes(name) + " lies in a box of more than " +
                                  std::to_string(most_cells) + " cells, which is not read again");
    }
    std::string text;
    for (const Cell& cell : lattice::box(size.x, size.y, size.z)) {
      const auto found = marks.find(cell);
      text += found == marks.end() ? "_" : found->second;
    }
    return {name, size, hotspot, std::move(text)};
  }

  [[noreturn]] static void refuse_colour() {
    throw std::invalid_argument("the format has colours from 1 to " +
                                std::to_string(largest_colour));
  }

  std::string mark(char kind, const CellColours& colours, std::size_t i) {
    if (colours.empty() || colours[i] == 0) return std::string(1, kind);
    if (colours[i] > largest_colour) refuse_colour();
    colours_used_ = std::max<std::size_t>(colours_used_, colours[i]);
    return kind + std::to_string(colours[i]);
  }

  int shape_id(Voxels wanted) {
    const auto [found, is_new] = ids_.emplace(std::move(wanted), static_cast<int>(ids_.size()));
    const auto& [shape, id] = *found;
    if (is_new) {
      pugi::xml_node voxel = add(shapes_, "voxel");
      put(voxel, "x", shape.size.x);
      put(voxel, "y", shape.size.y);
      put(voxel, "z", shape.size.z);
      if (shape.hotspot != Cell{}) {
        put(voxel, "hx", shape.hotspot.x);
        put(voxel, "hy", shape.hotspot.y);
        put(voxel, "hz", shape.hotspot.z);
      }
      if (!shape.name.empty()) put(voxel, "name", shape.name.c_str());
      put(voxel, "type", 0);
      set_text(voxel, shape.text.c_str());
    }
    return id;
  }

  void add_problem(pugi::xml_node& problems, const NamedPuzzle& named) {
    const Puzzle& puzzle = named.puzzle;
    if (puzzle.turning != Turning::rotations) {
      throw std::invalid_argument(
          "pieces that may not be turned freely, which the format cannot say");
    }
    if (!axes_in_words(puzzle.wraps).empty()) {
      throw std::invalid_argument("a target that wraps, which the format cannot say");
    }
    pugi::xml_node problem = add(problems, "problem");
    if (!named.name.empty()) put(problem, "name", named.name.c_str());
    // The state `started` is written as `unsolved`, because BurrTools accepts `started` only if the
    // file also says where the search stopped.
    const bool started = named.state == SolveState::started;
    put(problem, "state",
        static_cast<int>(started ? SolveState::unsolved
                                 : named.state.value_or(SolveState::unsolved)));
    if (!started) {
      if (named.stated_assemblies) put(problem, "assemblies", *named.stated_assemblies);
      if (named.stated_solutions) put(problem, "solutions", *named.stated_solutions);
    }
    if (puzzle.holes) put(problem, "maxHoles", *puzzle.holes);
    add_pieces(problem, puzzle);
    add_target(problem, puzzle);
    if (!named.saved.empty()) add_solutions(problem, named);
  }

  void add_pieces(pugi::xml_node& problem, const Puzzle& puzzle) {
    std::uint64_t most_pieces = 0;
    pugi::xml_node shapes = add(problem, "shapes");
    for (const Piece& piece : puzzle.pieces) {
      if (piece.is_gap) {
        throw std::invalid_argument(std::string(piece.cells.size() > 1
                                                    ? "a block of cells that stays empty"
                                                    : "a least number of cells that stay empty") +
                                    ", which the format cannot say");
      }
      if (!piece.alternatives.empty()) {
        throw std::invalid_argument("piece " + in_quotes(piece.name) +
                                    " has several shapes, which the format cannot say");
      }
      boost::container::flat_map<Cell, std::string> marks;
      for (std::size_t i = 0; i < piece.cells.size(); ++i) {
        marks[piece.cells[i]] = mark('#', piece.colours, i);
      }
      if (piece.corner) {
        throw std::invalid_argument("piece " + in_quotes(piece.name) +
                                    " is placed already, which the format cannot say");
      }
      if (!piece.copies) {
        throw std::invalid_argument(
            "piece " + in_quotes(piece.name) +
            " may be used any number of times, which the format cannot say");
      }
      most_pieces += piece.copies->at_most;
      if (most_pieces > most_copies) {
        throw std::invalid_argument("more than " + std::to_string(most_copies) +
                                    " pieces, which are not read again");
      }
      pugi::xml_node shape = add(shapes, "shape");
      put(shape, "id", shape_id(voxels(piece.name, marks, piece.anchor)));
      if (piece.copies->at_least == piece.copies->at_most) {
        put(shape, "count", piece.copies->at_most);
      } else {
        put(shape, "min", piece.copies->at_least);
        put(shape, "max", piece.copies->at_most);
      }
      add_groups(shape, piece);
    }
  }

  static void add_groups(pugi::xml_node& shape, const Piece& piece) {
    if (piece.groups.size() == 1 && piece.groups[0].copies >= piece.copies->at_most) {
      put(shape, "group", piece.groups[0].number);
      return;
    }
    for (const PieceGroup& group : piece.groups) {
      pugi::xml_node node = add(shape, "group");
      put(node, "group", group.number);
      put(node, "count", group.copies);
    }
  }

  void add_target(pugi::xml_node& problem, const Puzzle& puzzle) {
    boost::container::flat_map<Cell, std::string> marks;
    for (std::size_t i = 0; i < puzzle.target.size(); ++i) {
      marks[puzzle.target[i]] = mark('#', puzzle.target_colours, i);
    }
    for (std::size_t i = 0; i < puzzle.optional_cells.size(); ++i) {
      marks[puzzle.optional_cells[i]] = mark('+', puzzle.optional_colours, i);
    }
    put(add(problem, "result"), "id", shape_id(voxels("Result", marks)));
    pugi::xml_node bitmap = add(problem, "bitmap");
    for (const auto& [piece_colour, target_colour] : puzzle.fitting) {
      for (const CellColour colour : {piece_colour, target_colour}) {
        if (colour == 0 || colour > largest_colour) refuse_colour();
        colours_used_ = std::max<std::size_t>(colours_used_, colour);
      }
      pugi::xml_node pair = add(bitmap, "pair");
      put(pair, "piece", piece_colour - 1);
      put(pair, "result", target_colour - 1);
    }
  }

  static void add_solutions(pugi::xml_node& problem, const NamedPuzzle& named) {
    pugi::xml_node solutions = add(problem, "solutions");
    for (std::size_t n = 0; n < named.saved.size(); ++n) {
      pugi::xml_node solution = add(solutions, "solution");
      put(solution, "asmNum", n);
      const auto [text, pieces] = written(named.puzzle, named.saved[n]);
      set_text(add(solution, "assembly"), text.c_str());
      if (n < named.saved_stages.size() && !named.saved_stages[n].stages.empty()) {
        add_separation(solution, named.saved_stages[n].stages, pieces, "");
      }
    }
  }

  lattice::Grid grid_ = lattice::Grid::cubes;  // the grid of all puzzles
  pugi::xml_node shapes_;
  boost::container::flat_map<Voxels, int> ids_;
  std::size_t colours_used_ = 0;
};

}  // namespace

std::string write_xmpuzzle(const Collection& collection) {
  return XmpuzzleWriter().write(collection);
}

}  // namespace dlx::polycube
