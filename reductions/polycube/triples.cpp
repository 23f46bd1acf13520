#include <algorithm>
#include <limits>
#include <set>
#include <stdexcept>
#include <utility>

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
      if (!has_target) {
        puzzle.target = cells_of(found);
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
    Cells cells = lattice::normalised(cells_of(found));
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

  /// The digits that stand for one coordinate; takes them from `word`.
  std::vector<int> coordinate(std::string_view& word, std::string_view whole) const {
    const auto digit = [&](char c) {
      const std::size_t value = lattice::base62.find(c);
      if (value == std::string_view::npos) {
        throw lines_.error("a cell is three digits of 0-9, a-z, A-Z, or [..] for several", whole);
      }
      return static_cast<int>(value);
    };
    if (word.empty()) throw lines_.error("a cell has three coordinates", whole);
    if (word.front() != '[') {
      const int only = digit(word.front());
      word.remove_prefix(1);
      return {only};
    }
    const std::size_t end = word.find(']');
    if (end == std::string_view::npos) throw lines_.error("a '[' without ']'", whole);
    const std::string_view inside = word.substr(1, end - 1);
    word.remove_prefix(end + 1);
    std::vector<int> values;
    for (std::size_t i = 0; i < inside.size(); ++i) {
      const int low = digit(inside[i]);
      int high = low;
      if (i + 1 < inside.size() && inside[i + 1] == '-') {
        if (i + 2 == inside.size()) throw lines_.error("a range without an end", whole);
        high = digit(inside[i + 2]);
        i += 2;
      }
      if (high < low) throw lines_.error("a range that runs downward", whole);
      for (int v = low; v <= high; ++v) {
        // Before they are multiplied: a long list would make more cells than there are.
        if (std::find(values.begin(), values.end(), v) != values.end()) {
          throw lines_.error("a digit that is there twice", whole);
        }
        values.push_back(v);
      }
    }
    if (values.empty()) throw lines_.error("nothing between brackets", whole);
    return values;
  }

  Cells cells_of(const std::vector<std::string_view>& found) const {
    std::set<Cell> named;
    for (const std::string_view whole : found) {
      std::string_view rest = whole;
      const auto xs = coordinate(rest, whole);
      const auto ys = coordinate(rest, whole);
      const auto zs = coordinate(rest, whole);
      if (!rest.empty()) throw lines_.error("a cell has three coordinates", whole);
      for (const int x : xs) {
        for (const int y : ys) {
          for (const int z : zs) {
            if (!named.insert({x, y, z}).second) {
              throw lines_.error("a cell that has been named before", whole);
            }
          }
        }
      }
    }
    return {named.begin(), named.end()};
  }

  Lines lines_;
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
  if (puzzle.turning != Turning::rotations) refuse("pieces that must stay flat");
  if (!puzzle.target_colours.empty()) refuse("colours");
  if (puzzle.target.empty()) refuse("a target without cells");
  if (puzzle.pieces.empty()) refuse("a puzzle without pieces");
  std::string text = triples(lattice::normalised(puzzle.target)).substr(1) + '\n';
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
      text += piece.name + triples(lattice::normalised(cells)) + '\n';
    };
    line(piece.cells);
    for (const Cells& cells : piece.alternatives) line(cells);
  }
  return text;
}

}  // namespace dlx::polycube
