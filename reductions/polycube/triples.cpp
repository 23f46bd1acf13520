#include <algorithm>
#include <limits>
#include <optional>
#include <span>
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
      const auto found = words(line);
      if (found.empty() && !rows_.empty()) rows_ += '\n';
      if (found.empty() || found.front().front() == '|') continue;
      if (!has_target && found.front() == "grid") {
        read_grid(puzzle, found);
      } else if (!has_target && found.front() == "turning") {
        read_turning(puzzle, found);
      } else if (!has_target && found.front() == "wrap") {
        read_wrap(puzzle, found);
      } else if (!has_target) {
        lattice_ = &lattice::Lattice::of(puzzle.grid);
        puzzle.target = cells_of_words(lines_, found, *lattice_);
        has_target = true;
        if (is_row(found)) add_row(found);
      } else if (!rows_.empty() && is_row(found)) {
        add_row(found);
      } else {
        end_picture(puzzle);
        read_piece(puzzle, found);
      }
    }
    end_picture(puzzle);
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
    const auto turning = found.size() == 2 ? from_string<Turning>(found[1]) : std::nullopt;
    if (!turning) {
      throw lines_.error("after 'turning' stands one of any, no-flip, no-turn", found.back());
    }
    puzzle.turning = *turning;
  }

  void read_wrap(Puzzle& puzzle, const std::vector<std::string_view>& found) {
    try {
      puzzle.wraps = axes_in(found.size() == 2 ? found[1] : "none");
    } catch (const std::invalid_argument&) {
      throw lines_.error("after 'wrap' stand axes: x, y or x,y", found.back());
    }
  }

  /// Whether a line is one row of a target that is drawn on several lines.
  static bool is_row(const std::vector<std::string_view>& found) {
    return is_picture(found) && found.front().find('/') == std::string_view::npos;
  }
  void add_row(const std::vector<std::string_view>& found) {
    rows_ += found.front();
    rows_ += '\n';
  }
  /// Makes the target from the rows read so far, if there are any.
  void end_picture(Puzzle& puzzle) {
    if (rows_.empty()) return;
    puzzle.target = lattice::from_picture(std::exchange(rows_, {}));
    check_cells(lines_, puzzle.target, {}, *lattice_);
  }

  void read_piece(Puzzle& puzzle, const std::vector<std::string_view>& found) {
    constexpr std::uint32_t most = std::numeric_limits<int>::max();
    std::string_view name = found.front();
    const std::optional<Bounds> given = take_copies(lines_, name, most);
    if (given && given->at_most == 0) {
      throw lines_.error("before '*' stands how often a piece is used", found.front());
    }
    if (found.size() == 1) throw lines_.error("a piece without cells", name);
    Cells cells = lattice::normalised(
        *lattice_, cells_of_words(lines_, std::span(found).subspan(1), *lattice_));
    const auto same = std::find_if(puzzle.pieces.begin(), puzzle.pieces.end(),
                                   [&](const Piece& piece) { return piece.name == name; });
    if (same == puzzle.pieces.end()) {
      puzzle.pieces.push_back({.name = std::string(name),
                               .cells = std::move(cells),
                               .copies = given.value_or(Bounds{})});
    } else if (given.value_or(Bounds{}) != Bounds{} && same->copies != given) {
      throw lines_.error("another number of copies than before", name);
    } else {
      same->alternatives.push_back(std::move(cells));
    }
  }

  Lines lines_;
  bool has_grid_ = false;
  std::string rows_;                           // rows of a target that is drawn on several lines
  const lattice::Lattice* lattice_ = nullptr;  // set before the target is read
};

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
    text += "turning " + std::string(dlx::to_string(puzzle.turning)) + '\n';
  }
  if (const std::string axes = axes_in_words(puzzle.wraps); !axes.empty()) {
    text += "wrap " + axes + '\n';
  }
  text += words_of_cells(lattice::normalised(lattice, puzzle.target)) + '\n';
  for (const Piece& piece : puzzle.pieces) {
    if (!is_name(piece.name) || piece.name.find('*') != std::string::npos) {
      refuse("a piece of the name " + in_quotes(piece.name));
    }
    if (!piece.colours.empty()) refuse("colours");
    if (piece.corner) refuse("a piece that is placed already");
    if (!piece.copies) refuse("any number of copies");
    if (piece.copies->at_most == 0 ||
        piece.copies->at_most > static_cast<std::uint32_t>(std::numeric_limits<int>::max())) {
      refuse("piece " + in_quotes(piece.name) + " in that number");
    }
    const auto line = [&](const Cells& cells) {
      const auto [least, most] = *piece.copies;
      if (least != most) text += std::to_string(least) + "..";
      if (*piece.copies != Bounds{}) text += std::to_string(most) + '*';
      text += piece.name + ' ' + words_of_cells(lattice::normalised(lattice, cells)) + '\n';
    };
    line(piece.cells);
    for (const Cells& cells : piece.alternatives) line(cells);
  }
  return text;
}

}  // namespace dlx::polycube
