// Writes a packing puzzle as the text of a design.

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "reductions/design/design.hpp"
#include "reductions/polycube/cell_words.hpp"

namespace dlx::design {
namespace {

/// The cells minus `low`, the low corner of the box around all cells of the target.
Cells moved(const Cells& cells, const Cell& low) {
  return lattice::image(cells, [&](const Cell& cell) { return cell - low; });
}

/// How many copies of a piece a set may have. For example, 0 to 3 copies of a piece that a puzzle
/// uses 3 times.
Range copies_in_bag(const polycube::Piece& piece) {
  if (!piece.copies) return {0, most_copies};
  const auto [least, most] = *piece.copies;
  return {least == most ? 0 : std::min(least, most_copies), std::min(most, most_copies)};
}

/// The pieces of a puzzle that have the same shape, so that they become one kind of piece.
struct Alike {
  std::string name;  ///< name of the first of these pieces in the puzzle
  Range copies = {0, 0};
};

}  // namespace

DesignText design_text_of(const polycube::Puzzle& puzzle) {
  const auto refuse = [](const std::string& what) {
    throw std::invalid_argument("a design has no " + what);
  };
  if (puzzle.grid != lattice::Grid::cubes) {
    refuse("cells of the grid '" + std::string(to_string(puzzle.grid)) + "'");
  }
  if (!polycube::axes_in_words(puzzle.wraps).empty()) refuse("edges that touch");
  if (!puzzle.target_colours.empty() || !puzzle.optional_colours.empty()) refuse("colours");

  Design design;
  design.boxes = {{puzzle.target, puzzle.optional_cells}};
  design.turning = puzzle.turning;
  std::vector<Cells> order;
  std::map<Cells, Alike> kinds;
  std::vector<std::string> merged;
  for (const polycube::Piece& piece : puzzle.pieces) {
    if (piece.is_gap) continue;
    if (!piece.colours.empty()) refuse("colours");
    if (!piece.alternatives.empty()) refuse("piece that may take several shapes");
    const auto [place, is_new] =
        kinds.try_emplace(first_turned(design, piece.cells), Alike{piece.name});
    if (is_new) {
      order.push_back(place->first);
    } else {
      merged.push_back(piece.name + " has the shape of " + place->second.name +
                       ": counted as a copy");
    }
    const Range copies = copies_in_bag(piece);
    Range& all = place->second.copies;
    all = {all.least + copies.least, std::min(all.most + copies.most, most_copies)};
  }

  const Cells all = polycube::all_cells(puzzle);
  const Cell low = lattice::extent(all).low;
  const std::string gaps =
      puzzle.target.empty() || puzzle.optional_cells.empty() ? gaps_in_words(puzzle) : "";
  const Cells& box = puzzle.target.empty() ? puzzle.optional_cells : puzzle.target;
  std::string text;
  if (puzzle.turning != polycube::Turning::rotations) {
    text = "turning " + std::string(to_string(puzzle.turning)) + "\n";
  }
  text += "box " + polycube::words_of_cells(moved(box, low)) + "\n";
  if (!gaps.empty()) {
    text += "gaps " + gaps + "\n";
  } else if (!puzzle.target.empty() && !puzzle.optional_cells.empty()) {
    text += "optional " + polycube::words_of_cells(moved(puzzle.optional_cells, low)) + "\n";
  }
  for (const Cells& cells : order) {
    const auto& [name, copies] = kinds.at(cells);
    text += "piece " + std::to_string(copies.least) + ".." + std::to_string(copies.most) + "*" +
            name + " " + polycube::words_of_cells(cells) + "\n";
  }
  if (gaps.empty() && puzzle.holes && *puzzle.holes < puzzle.optional_cells.size()) {
    text += "volume " + std::to_string(all.size() - *puzzle.holes) + ".." +
            std::to_string(all.size()) + "\n";
  }
  return {text + "want unique\n", std::move(merged)};
}

}  // namespace dlx::design
