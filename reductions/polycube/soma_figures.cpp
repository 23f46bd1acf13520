#include <algorithm>
#include <array>
#include <boost/container/flat_map.hpp>
#include <cstdlib>
#include <utility>

#include "reductions/polycube/formats.hpp"
#include "reductions/polycube/lines.hpp"
#include "reductions/polycube/soma.hpp"

namespace dlx::polycube {
namespace {

bool is_empty(char c) {
  return c == '.' || c == '-' || c == '0';
}

class FigureReader {
 public:
  explicit FigureReader(std::string_view text) : lines_(text) {}

  Collection read() {
    Collection collection;
    std::string_view line;
    while (lines_.next(line)) {
      line = trimmed(line);
      if (line.empty() || line.find(';') != std::string_view::npos) continue;
      if (line.front() != '/') {
        throw lines_.error("a line of a figure begins with '/', and a comment has ';' in it", line);
      }
      if (line.starts_with("/SOMA")) {
        finish(collection);
        begin(line);
      } else {
        if (rows_.empty() && name_.empty()) begin("/SOMA");
        rows_.push_back(line);
        numbers_.push_back(lines_.number());
        check_width();
      }
    }
    finish(collection);
    if (collection.puzzles.empty()) throw TextError("no figure in it", 0);
    return collection;
  }

 private:
  void begin(std::string_view header) {
    header.remove_prefix(1);
    name_ = as_utf8(header);
    header_ = lines_.number();
  }

  static std::vector<std::string_view> fields_of(std::string_view row) {
    auto fields = split(row.substr(1), '/');
    if (fields.size() > 1 && fields.back().empty()) fields.pop_back();  // the row ends with '/'
    return fields;
  }

  void check_width() const {
    const auto fields = fields_of(rows_.back());
    const auto first = fields_of(rows_.front());
    if (fields.size() != first.size()) {
      throw lines_.error(std::to_string(fields.size()) + " layers, and the line above has " +
                         std::to_string(first.size()));
    }
    for (const std::string_view field : fields) {
      if (field.empty() || field.size() != first.front().size()) {
        throw lines_.error("all fields of a figure are of one width",
                           field.empty() ? rows_.back() : field);
      }
      for (std::size_t i = 0; i < field.size(); ++i) {
        if (visible_length(field.substr(i)) != 1) {
          throw lines_.error("a cell is one character", field);
        }
      }
    }
  }

  void finish(Collection& collection) {
    if (rows_.empty()) {
      if (!name_.empty()) throw TextError("a figure without lines", header_);
      return;
    }
    boost::container::flat_map<char, Cells> by_character;
    Puzzle puzzle = soma();
    puzzle.target.clear();
    for (std::size_t y = 0; y < rows_.size(); ++y) {
      const auto fields = fields_of(rows_[y]);
      for (std::size_t z = 0; z < fields.size(); ++z) {
        for (std::size_t x = 0; x < fields[z].size(); ++x) {
          if (is_empty(fields[z][x])) continue;
          const Cell cell{static_cast<int>(x), static_cast<int>(y), static_cast<int>(z)};
          puzzle.target.push_back(cell);
          by_character[fields[z][x]].push_back(cell);
        }
      }
    }
    const std::size_t volume = puzzle.target.size();
    constexpr std::size_t volume_of_set = 27;
    if (volume == 0 || volume % volume_of_set != 0) {
      throw TextError("figure " + in_quotes(name_) + " has " + std::to_string(volume) +
                          " cells; sets of Soma pieces have 27",
                      numbers_.front());
    }
    const auto sets = static_cast<std::uint32_t>(volume / volume_of_set);
    for (Piece& piece : puzzle.pieces) piece.copies = Bounds{sets, sets};
    NamedPuzzle named{.name = name_, .puzzle = std::move(puzzle)};
    const auto digits = std::count_if(by_character.begin(), by_character.end(), [](const auto& c) {
      return c.first >= '1' && c.first <= '7';
    });
    // With six of the seven digits, the figure is an assembly in which a digit is mistyped.
    if (digits >= 6 && sets == 1) {
      named.saved.push_back(assembly(named, by_character));
      named.saved_stages.emplace_back();
    }
    collection.puzzles.push_back(std::move(named));
    rows_.clear();
    numbers_.clear();
    name_.clear();
  }

  /// The assembly that the digits of a figure describe. P and Q are mirror images of each other,
  /// and exchange their roles if a figure is seen from the other side. So the digit 5 may mean P or
  /// Q, and the digit 6 means the other of the two.
  Assembly assembly(const NamedPuzzle& named,
                    boost::container::flat_map<char, Cells>& by_character) const {
    constexpr std::array<std::string_view, 7> names = {"R", "L", "T", "S", "PQ", "PQ", "Y"};
    for (const auto& [digit, cells] : by_character) {
      if (digit >= '1' && digit <= '7') continue;
      throw error_at(cells.front(), "the digits 1 to 7 are the pieces of Soma, not " +
                                        in_quotes(std::string_view(&digit, 1)));
    }
    Assembly found;
    for (auto& [digit, cells] : by_character) {
      std::sort(cells.begin(), cells.end());
      const Cells normal = lattice::normalised(cells);
      const std::string_view allowed = names[static_cast<std::size_t>(digit - '1')];
      const auto& pieces = named.puzzle.pieces;
      const auto piece = std::find_if(pieces.begin(), pieces.end(), [&](const Piece& one) {
        const auto turns = lattice::turns();
        return allowed.find(one.name) != std::string_view::npos &&
               std::any_of(turns.begin(), turns.end(), [&](const lattice::Turn& turn) {
                 return turn.determinant() > 0 &&
                        lattice::normalised(lattice::image(one.cells, turn)) == normal;
               });
      });
      if (piece == pieces.end()) {
        throw error_at(odd_cell(cells),
                       "the cells " + std::string(1, digit) + " are not that piece of Soma");
      }
      found.push_back({static_cast<std::uint32_t>(piece - pieces.begin()), cells});
    }
    return found;
  }

  /// An error at a cell of the figure.
  [[nodiscard]] TextError error_at(const Cell& cell, const std::string& message) const {
    const auto y = static_cast<std::size_t>(cell.y);
    const std::string_view field = fields_of(rows_[y])[static_cast<std::size_t>(cell.z)];
    return {"figure " + in_quotes(name_) + ": " + message, numbers_[y],
            field.substr(static_cast<std::size_t>(cell.x), 1)};
  }

  /// A cell that touches no other cell; the first cell if each touches another one.
  static Cell odd_cell(const Cells& cells) {
    const auto touches = [](const Cell& a, const Cell& b) {
      return std::abs(a.x - b.x) + std::abs(a.y - b.y) + std::abs(a.z - b.z) == 1;
    };
    const auto odd = std::find_if(cells.begin(), cells.end(), [&](const Cell& cell) {
      return std::none_of(cells.begin(), cells.end(),
                          [&](const Cell& other) { return touches(cell, other); });
    });
    return odd == cells.end() ? cells.front() : *odd;
  }

  Lines lines_;
  std::string name_;
  std::size_t header_ = 0;
  std::vector<std::string_view> rows_;
  std::vector<std::size_t> numbers_;  // line number of each row
};

}  // namespace

Collection read_soma_figures(std::string_view text) {
  return FigureReader(text).read();
}

}  // namespace dlx::polycube
