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
  TripleReader(std::string_view text, bool with_gaps)
      : lines_(text), cells_(lines_), with_gaps_(with_gaps) {}

  Collection read() {
    NamedPuzzle named{.name = {}, .puzzle = {}};
    Puzzle& puzzle = named.puzzle;
    bool has_target = false;
    std::string_view line;
    while (lines_.next(line)) {
      const auto found = words(line);
      if (found.empty() && !rows_.empty()) rows_ += '\n';
      if (found.empty() || found.front().front() == '|') continue;
      if (!has_target) require_once(found.front());
      if (!has_target && found.front() == "grid") {
        read_grid(puzzle, found);
      } else if (!has_target && found.front() == "turning") {
        read_turning(puzzle, found);
      } else if (!has_target && found.front() == "wrap") {
        read_wrap(puzzle, found);
      } else if (!has_target && found.front() == "gaps") {
        read_gaps(found);
      } else if (!has_target) {
        lattice_ = &lattice::Lattice::of(puzzle.grid);
        has_target = true;
        if (is_row(found)) {
          first_row_ = lines_.number();
          add_row(found);
        }
        if (!is_row(found) || has_cell(found.front())) {
          puzzle.target = cells_.read(found, "", *lattice_);
        }
      } else if (!rows_.empty() && is_row(found)) {
        add_row(found);
      } else {
        end_picture(puzzle);
        if (found.front() == "optional" && found.size() > 1) {
          read_optional(puzzle, found);
        } else {
          read_piece(puzzle, found);
        }
      }
    }
    end_picture(puzzle);
    cells_.check();
    if (!has_target) throw TextError("no target in it", 0);
    if (puzzle.pieces.empty()) throw TextError("no piece in it", 0);
    Collection collection;
    collection.notes = notes(puzzle);
    leave_gaps(puzzle);
    collection.puzzles.push_back(std::move(named));
    return collection;
  }

 private:
  /// Throws TextError if an earlier line above the target began with the same word.
  void require_once(std::string_view word) {
    if (std::find(began_.begin(), began_.end(), word) != began_.end()) {
      throw lines_.error("a second " + std::string(word), word);
    }
    began_.push_back(word);
  }

  void read_grid(Puzzle& puzzle, const std::vector<std::string_view>& found) {
    const auto grid = found.size() == 2 ? lattice::grid_of(found[1]) : std::nullopt;
    if (!grid) {
      std::string names;
      for (const lattice::Grid each : lattice::all_grids) {
        names += (names.empty() ? "" : ", ") + std::string(to_string(each));
      }
      throw lines_.error("after 'grid' stands one of " + names, found.back());
    }
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

  void read_gaps(const std::vector<std::string_view>& found) {
    if (found.size() != 2) {
      throw lines_.error("after 'gaps' stands how many cells stay empty, such as 5 or 0..5",
                         found.back());
    }
    gaps_ = found[1];
    gaps_line_ = lines_.number();
  }

  void leave_gaps(Puzzle& puzzle) const {
    if (gaps_.empty() || !with_gaps_) return;
    try {
      leave_empty(puzzle, gaps_);
    } catch (const std::invalid_argument& e) {
      throw TextError(e.what(), gaps_line_, gaps_);
    }
  }

  void read_optional(Puzzle& puzzle, const std::vector<std::string_view>& found) {
    const auto rest = std::span(found).subspan(1);
    add_optional(lines_, puzzle.target, cells_.read(rest, "", *lattice_), rest.front(),
                 puzzle.optional_cells);
  }

  /// Whether a line is one row of a target that is drawn on several lines.
  static bool is_row(const std::vector<std::string_view>& found) {
    return is_picture(found) && found.front().find('/') == std::string_view::npos;
  }
  static bool has_cell(std::string_view rows) {
    return rows.find_first_of("X#") != std::string_view::npos;
  }
  void add_row(const std::vector<std::string_view>& found) {
    rows_ += found.front();
    rows_ += '\n';
  }
  /// Makes the target from the rows read so far, if there are any.
  void end_picture(Puzzle& puzzle) {
    if (rows_.empty()) return;
    if (!has_cell(rows_)) {
      throw TextError("a picture without cells", first_row_);
    }
    puzzle.target = lattice::from_picture(std::exchange(rows_, {}));
    check_cells(lines_, puzzle.target, {}, *lattice_);
  }

  void read_piece(Puzzle& puzzle, const std::vector<std::string_view>& found) {
    constexpr std::uint32_t most = std::numeric_limits<int>::max();
    std::string_view name = found.front();
    if (found.size() == 1 && is_number_sign_comment(name)) {
      throw lines_.error("a comment begins with |, not with #", name);
    }
    const std::optional<Bounds> given = take_copies(lines_, name, most);
    if (given && given->at_most == 0) {
      throw lines_.error("before '*' stands how often a piece is used", found.front());
    }
    if (name == "gaps" && found.size() == 2 && found[1].size() != 3 &&
        found[1].find_first_not_of("0123456789.") == std::string_view::npos) {
      throw lines_.error("the line 'gaps' stands before the box", name);
    }
    if (found.size() == 1) throw lines_.error("a piece without cells", name);
    Cells cells = lattice::normalised(
        *lattice_, cells_.read(std::span(found).subspan(1), found.front(), *lattice_));
    const auto same = std::find_if(puzzle.pieces.begin(), puzzle.pieces.end(),
                                   [&](const Piece& piece) { return piece.name == name; });
    if (same == puzzle.pieces.end()) {
      puzzle.pieces.push_back({.name = std::string(name),
                               .cells = std::move(cells),
                               .copies = given.value_or(Bounds{})});
      shape_lines_.push_back({lines_.number()});
    } else if (given && same->copies != given) {
      throw lines_.error("another number of copies than before", name);
    } else {
      same->alternatives.push_back(std::move(cells));
      shape_lines_[static_cast<std::size_t>(same - puzzle.pieces.begin())].push_back(
          lines_.number());
    }
  }

  /// A note on the first name that is on several lines, because these lines may be meant as
  /// different pieces.
  [[nodiscard]] std::vector<std::string> notes(const Puzzle& puzzle) const {
    std::size_t others = 0;
    std::string note;
    for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) {
      const std::string& name = puzzle.pieces[p].name;
      const std::vector<std::size_t>& lines = shape_lines_[p];
      const std::size_t shapes = lines.size();
      if (shapes == 1 || puzzle.pieces[p].copies != Bounds{}) continue;
      if (!note.empty()) {
        ++others;
        continue;
      }
      note = "piece " + name + ": lines " + std::to_string(lines[0]) +
             (shapes == 2 ? " and " : ", ") + std::to_string(lines[1]) +
             (shapes == 2 ? "" : " and " + std::to_string(shapes - 2) + " more") +
             " are shapes of one piece; for " + std::to_string(shapes) + " pieces write " +
             std::to_string(shapes) + "*" + name + " or another name";
    }
    if (note.empty()) return {};
    if (others > 0)
      note += " (" + quantity(others, "more piece has", "more pieces have") + " several shapes)";
    return {note};
  }

  Lines lines_;
  CellReader cells_;
  bool with_gaps_;
  std::vector<std::string_view> began_;  // the first words of the lines above the target
  std::string_view gaps_;                // the word after "gaps"
  std::size_t gaps_line_ = 0;
  std::vector<std::vector<std::size_t>> shape_lines_;  // for each piece, the lines of its shapes
  std::string rows_;           // rows of a target that is drawn on several lines
  std::size_t first_row_ = 0;  // line number of the first row of the drawn target
  // Lattice of the puzzle; set before the target is read.
  const lattice::Lattice* lattice_ = nullptr;
};

}  // namespace

Collection read_triples(std::string_view text, bool with_gaps) {
  return TripleReader(text, with_gaps).read();
}

std::string write_triples(const Puzzle& puzzle) {
  const auto refuse = [](const std::string& what) {
    throw std::invalid_argument(what + ", which triples cannot say");
  };
  if (!puzzle.target_colours.empty() || !puzzle.optional_colours.empty()) refuse("colours");
  const Cells all = all_cells(puzzle);
  if (all.empty()) refuse("a target without cells");
  if (const auto left = cells_left(puzzle);
      left && puzzle.holes && !puzzle.optional_cells.empty() && *left > *puzzle.holes) {
    refuse("pieces that leave " + quantity(*left, "cell") + " empty where at most " +
           std::to_string(*puzzle.holes) + " may be");
  }
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
  if (const std::string gaps = gaps_in_words(puzzle); !gaps.empty()) text += "gaps " + gaps + '\n';
  const Cell shift = lattice::normalised(lattice, all).front() - all.front();
  const auto moved_cells = [&](const Cells& some) {
    return words_of_cells(lattice::image(some, [&](const Cell& cell) { return cell + shift; })) +
           '\n';
  };
  if (puzzle.target.empty()) {
    text += moved_cells(puzzle.optional_cells);
  } else {
    text += moved_cells(puzzle.target);
    if (!puzzle.optional_cells.empty()) text += "optional " + moved_cells(puzzle.optional_cells);
  }
  for (const Piece& piece : puzzle.pieces) {
    if (piece.is_gap) continue;
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
      // A number of copies is written before a name such as 3xred or optional, because the name
      // would otherwise not be read as a name.
      const bool is_odd = piece.name == "optional" || !copies_with_star(piece.name).empty();
      if (*piece.copies != Bounds{} || is_odd) text += std::to_string(most) + '*';
      text += piece.name + ' ' + words_of_cells(lattice::normalised(lattice, cells)) + '\n';
    };
    line(piece.cells);
    for (const Cells& cells : piece.alternatives) line(cells);
  }
  return text;
}

}  // namespace dlx::polycube
