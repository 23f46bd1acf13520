#include <algorithm>
#include <boost/container/flat_map.hpp>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "reductions/polycube/formats.hpp"
#include "reductions/polycube/lines.hpp"

namespace dlx::polycube {
namespace {

class BuscheReader {
 public:
  explicit BuscheReader(std::string_view text) : lines_(text) {}

  Collection read() {
    Collection collection;
    std::string_view line;
    while (next_line(line)) {
      const auto fields = split(line, ':');
      if (trimmed(fields.front()) != "D") {
        throw lines_.error("a puzzle begins with D:", trimmed(fields.front()));
      }
      collection.puzzles.push_back(read_definition(fields));
    }
    if (collection.puzzles.empty()) throw TextError("no puzzle in it", 0);
    return collection;
  }

 private:
  struct Named {
    Cells cells;
    bool stationary = false;
  };
  /// Pieces in the order of their first appearance.
  class Pieces {
   public:
    [[nodiscard]] bool contains(std::string_view name) const { return places_.count(name) != 0; }
    /// Returns the piece with a given name. If the name is new, a piece is added.
    Named& add(std::string_view name) {
      const auto [place, is_new] = places_.emplace(name, all_.size());
      if (is_new) all_.emplace_back(name, Named{});
      return all_[place->second].second;
    }
    [[nodiscard]] auto begin() { return all_.begin(); }
    [[nodiscard]] auto end() { return all_.end(); }

   private:
    std::vector<std::pair<std::string_view, Named>> all_;
    std::unordered_map<std::string_view, std::size_t> places_;
  };

  /// Reads the next line that has words, and removes its comment.
  bool next_line(std::string_view& line) {
    while (lines_.next(line)) {
      line = trimmed(line.substr(0, line.find('#')));
      if (!line.empty()) return true;
    }
    return false;
  }

  using Tags = boost::container::flat_map<std::string_view, std::string_view>;

  /// Reads fields of the form tag=value. Only the tags in `known` are allowed.
  Tags tags_of(const std::vector<std::string_view>& fields,
               std::initializer_list<std::string_view> known) const {
    Tags tags;
    for (std::size_t i = 1; i < fields.size(); ++i) {
      const std::string_view field = trimmed(fields[i]);
      const std::size_t equals = field.find('=');
      const std::string_view tag = trimmed(field.substr(0, equals));
      if (std::find(known.begin(), known.end(), tag) == known.end()) {
        throw lines_.error("unknown tag", tag.empty() ? field : tag);
      }
      const std::string_view value =
          equals == std::string_view::npos ? std::string_view{} : trimmed(field.substr(equals + 1));
      if (!tags.emplace(tag, value).second) throw lines_.error("a tag that is there twice", tag);
    }
    return tags;
  }

  int dimension(const Tags& tags, std::string_view tag) const {
    const auto found = tags.find(tag);
    if (found == tags.end()) throw lines_.error(std::string(tag) + " is missing");
    const auto value = to_number<int>(found->second);
    if (!value || *value < 1 || *value > 10'000) {
      throw lines_.error("wanted a whole number from 1 to 10000",
                         found->second.empty() ? found->first : found->second);
    }
    return *value;
  }

  /// Checks the name of a piece on the last line read.
  void check_name(const Pieces& pieces, std::string_view name) const {
    if (!is_name(name)) throw lines_.error("not the name of a piece", name);
    if (pieces.contains(name)) throw lines_.error("a second piece of this name", name);
  }

  NamedPuzzle read_definition(const std::vector<std::string_view>& fields) {
    const Tags tags = tags_of(fields, {"xDim", "yDim", "zDim", "oneSide"});
    size_ = {dimension(tags, "xDim"), dimension(tags, "yDim"), dimension(tags, "zDim")};
    const std::size_t opened = lines_.number();
    const auto one_side = tags.find("oneSide");
    if (one_side != tags.end() && !one_side->second.empty() && one_side->second != "0" &&
        one_side->second != "1") {
      throw lines_.error("oneSide is 0 or 1", one_side->second);
    }
    const bool flat = one_side != tags.end() && one_side->second != "0";
    constexpr std::int64_t most_cells = 1'000'000;
    if (std::int64_t{size_.x} * size_.y * size_.z > most_cells) {
      throw lines_.error("a box of more than " + std::to_string(most_cells) + " cells");
    }
    if (flat && size_.z != 1) throw lines_.error("oneSide wants zDim=1", one_side->first);
    NamedPuzzle named{.name = {}, .puzzle = {}};
    named.puzzle.target = lattice::box(size_.x, size_.y, size_.z);
    if (flat) named.puzzle.turning = Turning::flat_rotations;

    Pieces pieces = read_pieces(opened);
    place(pieces, named.puzzle);
    return named;
  }

  /// Reads the definition of a puzzle, up to the line ~D. `opened` is the number of the line with
  /// D:, for messages.
  Pieces read_pieces(std::size_t opened) {
    Pieces pieces;
    std::string_view line;
    for (;;) {
      if (!next_line(line)) throw TextError("a D: without ~D", opened);
      if (line == "~D") break;
      const auto parts = split(line, ':');
      if (trimmed(parts.front()) == "C") {
        read_by_coordinates(pieces, parts);
      } else if (trimmed(parts.front()) == "L") {
        read_by_layers(pieces, parts);
      } else {
        throw lines_.error("wanted C:, L or ~D", trimmed(parts.front()));
      }
    }
    return pieces;
  }

  /// Adds the pieces to the puzzle. Stationary pieces are not added; their cells are removed from
  /// the target.
  void place(Pieces& pieces, Puzzle& puzzle) const {
    std::size_t volume = 0;
    Cells fixed;
    for (auto& [name, piece] : pieces) {
      volume += piece.cells.size();
      if (piece.stationary) {
        fixed.insert(fixed.end(), piece.cells.begin(), piece.cells.end());
      } else {
        puzzle.pieces.push_back(
            {.name = std::string(name), .cells = lattice::normalised(piece.cells)});
      }
    }
    Cells& target = puzzle.target;
    if (volume != target.size()) {
      throw lines_.error("the pieces have " + std::to_string(volume) + " cells and the box " +
                         std::to_string(target.size()));
    }
    std::sort(fixed.begin(), fixed.end());
    if (const auto twice = std::adjacent_find(fixed.begin(), fixed.end()); twice != fixed.end()) {
      throw lines_.error("two stationary pieces have the cell " + lattice::name(*twice, true));
    }
    std::erase_if(target, [&](const Cell& cell) {
      return std::binary_search(fixed.begin(), fixed.end(), cell);
    });
    if (target.size() + fixed.size() != volume) {
      throw lines_.error("a stationary piece does not lie in the box");
    }
  }

  void read_by_coordinates(Pieces& pieces, const std::vector<std::string_view>& fields) const {
    const Tags tags = tags_of(fields, {"name", "type", "layout"});
    const auto name = tags.find("name");
    const auto layout = tags.find("layout");
    if (name == tags.end() || layout == tags.end()) {
      throw lines_.error("a piece has a name and a layout");
    }
    Named piece;
    if (const auto type = tags.find("type"); type != tags.end()) {
      if (type->second != "M" && type->second != "S") {
        throw lines_.error("type is M, mobile, or S, stationary", type->second);
      }
      piece.stationary = type->second == "S";
    }
    for (const std::string_view triple : split(layout->second, ',')) {
      const auto coordinates = words(triple);
      if (coordinates.size() != 3) {
        throw lines_.error("a cell is x y z", trimmed(triple).empty() ? layout->first : triple);
      }
      int values[3];
      for (std::size_t i = 0; i < 3; ++i) {
        const auto value = to_number<int>(coordinates[i]);
        if (!value || *value < -10'000 || *value > 10'000) {
          throw lines_.error("wanted a whole number from -10000 to 10000", coordinates[i]);
        }
        values[i] = *value;
      }
      piece.cells.push_back({values[0], values[1], values[2]});
    }
    std::sort(piece.cells.begin(), piece.cells.end());
    if (std::adjacent_find(piece.cells.begin(), piece.cells.end()) != piece.cells.end()) {
      throw lines_.error("a cell is there twice", layout->second);
    }
    check_name(pieces, name->second);
    pieces.add(name->second) = std::move(piece);
  }

  void read_by_layers(Pieces& pieces, const std::vector<std::string_view>& fields) {
    const Tags tags = tags_of(fields, {"stationary"});
    const std::size_t opened = lines_.number();
    std::vector<std::string_view> stationary;
    if (const auto found = tags.find("stationary"); found != tags.end()) {
      stationary = words(found->second);
    }
    Pieces found;
    std::string_view line;
    for (int y = size_.y - 1;; --y) {
      if (!next_line(line)) throw TextError("an L without ~L", opened);
      if (line == "~L") {
        if (y != -1) throw lines_.error(std::to_string(y + 1) + " rows are missing", line);
        break;
      }
      if (y < 0) throw lines_.error("more rows than yDim", line);
      const auto layers = split(line, ',');
      if (layers.size() != static_cast<std::size_t>(size_.z)) {
        throw lines_.error(std::to_string(layers.size()) + " layers; zDim is " +
                           std::to_string(size_.z));
      }
      for (int z = 0; z < size_.z; ++z) {
        const auto names = words(layers[static_cast<std::size_t>(z)]);
        if (names.size() != static_cast<std::size_t>(size_.x)) {
          throw lines_.error(std::to_string(names.size()) + " cells in a layer; xDim is " +
                             std::to_string(size_.x));
        }
        for (int x = 0; x < size_.x; ++x) {
          const std::string_view name = names[static_cast<std::size_t>(x)];
          if (name == ".") continue;
          if (!found.contains(name)) check_name(pieces, name);
          found.add(name).cells.push_back({x, y, z});
        }
      }
    }
    for (const std::string_view name : stationary) {
      if (!found.contains(name)) {
        throw TextError("no piece of this name in the block: " + in_quotes(name), opened, name);
      }
      found.add(name).stationary = true;
    }
    for (auto& [name, piece] : found) {
      std::sort(piece.cells.begin(), piece.cells.end());
      pieces.add(name) = std::move(piece);
    }
  }

  Lines lines_;
  Cell size_;
};

}  // namespace

Collection read_busche(std::string_view text) {
  return BuscheReader(text).read();
}

}  // namespace dlx::polycube
