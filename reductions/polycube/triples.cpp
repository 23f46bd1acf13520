#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "reductions/polycube/cell_words.hpp"
#include "reductions/polycube/formats.hpp"
#include "reductions/polycube/lines.hpp"

namespace dlx::polycube {
namespace {

class TripleReader {
 public:
  explicit TripleReader(std::string_view text) : lines_(text) {}

  Collection read() {
    NamedPuzzle named{.name = {}, .puzzle = {}};
    Puzzle& puzzle = named.puzzle;
    bool has_target = false;
    std::string_view line;
    while (lines_.next(line)) {
      auto found = words(line);
      if (found.empty() || found.front().front() == '|') continue;
      if (!has_target && found.front() == "grid") {
        read_grid(puzzle, found);
        continue;
      }
      if (!has_target && found.front() == "turning") {
        read_turning(puzzle, found);
        continue;
      }
      if (!has_target) {
        lattice_ = &lattice::Lattice::of(puzzle.grid);
        puzzle.target = cells_of_words(lines_, found, *lattice_);
        has_target = true;
        continue;
      }
      read_piece(puzzle, found);
    }
    if (!has_target) throw TextError("no target in it", 0);
    if (puzzle.pieces.empty()) throw TextError("no piece in it", 0);
    Collection collection;
    collection.puzzles.push_back(std::move(named));
    return collection;
  }

 private:
  void read_grid(Puzzle& puzzle, const std::vector<std::string_view>& found) {
    const auto grid = found.size() == 2 ? lattice::grid_of(found[1]) : std::nullopt;
    if (!grid) {
      std::string names;
      for (const lattice::Grid each : lattice::all_grids) {
        names += (names.empty() ? "" : ", ") + std::string(to_string(each));
      }
      throw lines_.error("after 'grid' stands one of " + names, found.back());
    }
    if (has_grid_) throw lines_.error("a second grid", found.back());
    has_grid_ = true;
    puzzle.grid = *grid;
  }

  void read_turning(Puzzle& puzzle, const std::vector<std::string_view>& found) {
    const auto turning = found.size() == 2 ? turning_of(found[1]) : std::nullopt;
    if (!turning) {
      throw lines_.error("after 'turning' stands one of any, no-flip, no-turn", found.back());
    }
    puzzle.turning = *turning;
  }

  void read_piece(Puzzle& puzzle, std::vector<std::string_view>& found) {
    std::string_view name = found.front();
    std::uint32_t copies = 1;
    if (const std::size_t star = name.find('*'); star != std::string_view::npos) {
      const auto times = to_number<int>(name.substr(0, star));
      if (!times || *times < 1) {
        throw lines_.error("before '*' stands how often a piece is used", name);
      }
      copies = static_cast<std::uint32_t>(*times);
      name.remove_prefix(star + 1);
    }
    if (!is_name(name)) throw lines_.error("not the name of a piece", found.front());
    found.erase(found.begin());
    if (found.empty()) throw lines_.error("a piece without cells", name);
    Cells cells = lattice::normalised(*lattice_, cells_of_words(lines_, found, *lattice_));
    const auto same = std::find_if(puzzle.pieces.begin(), puzzle.pieces.end(),
                                   [&](const Piece& piece) { return piece.name == name; });
    if (same == puzzle.pieces.end()) {
      puzzle.pieces.push_back(
          {.name = std::string(name), .cells = std::move(cells), .copies = Bounds{copies, copies}});
    } else if (same->copies != Bounds{copies, copies} && copies != 1) {
      throw lines_.error("another number of copies than before", name);
    } else {
      same->alternatives.push_back(std::move(cells));
    }
  }

  Lines lines_;
  bool has_grid_ = false;
  const lattice::Lattice* lattice_ = nullptr;  // from the target on
};

std::string triples(const Cells& cells) {
  std::string text;
  for (const Cell& cell : cells) {
    text += ' ';
    for (const int c : {cell.x, cell.y, cell.z}) {
      if (c < 0 || c >= static_cast<int>(lattice::base62.size())) {
        throw std::invalid_argument("triples have coordinates from 0 to 61");
      }
      text += lattice::base62[static_cast<std::size_t>(c)];
    }
  }
  return text;
}

}  // namespace

Collection read_triples(std::string_view text) {
  return TripleReader(text).read();
}

std::string write_triples(const Puzzle& puzzle) {
  const auto refuse = [](const std::string& what) {
    throw std::invalid_argument(what + ", which triples cannot say");
  };
  if (!puzzle.optional_cells.empty()) refuse("cells that may stay empty");
  if (!puzzle.target_colours.empty()) refuse("colours");
  if (puzzle.target.empty()) refuse("a target without cells");
  if (puzzle.pieces.empty()) refuse("a puzzle without pieces");
  const lattice::Lattice& lattice = lattice::Lattice::of(puzzle.grid);
  std::string text;
  if (puzzle.grid != lattice::Grid::cubes) {
    text = "grid " + std::string(to_string(puzzle.grid)) + '\n';
  }
  if (puzzle.turning != Turning::rotations) {
    text += "turning " + std::string(to_string(puzzle.turning)) + '\n';
  }
  text += triples(lattice::normalised(lattice, puzzle.target)).substr(1) + '\n';
  for (const Piece& piece : puzzle.pieces) {
    if (!is_name(piece.name) || piece.name.find('*') != std::string::npos) {
      refuse("a piece of the name " + in_quotes(piece.name));
    }
    if (!piece.colours.empty()) refuse("colours");
    if (!piece.copies || piece.copies->at_least != piece.copies->at_most) {
      refuse("a range of copies");
    }
    if (piece.copies->at_most == 0 ||
        piece.copies->at_most > static_cast<std::uint32_t>(std::numeric_limits<int>::max())) {
      refuse("piece " + in_quotes(piece.name) + " in that number");
    }
    const auto line = [&](const Cells& cells) {
      if (piece.copies->at_most != 1) text += std::to_string(piece.copies->at_most) + '*';
      text += piece.name + triples(lattice::normalised(lattice, cells)) + '\n';
    };
    line(piece.cells);
    for (const Cells& cells : piece.alternatives) line(cells);
  }
  return text;
}

}  // namespace dlx::polycube
