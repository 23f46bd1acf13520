#include "reductions/polycube/xmpuzzle.hpp"

#include <algorithm>
#include <array>
#include <boost/container/flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <pugixml.hpp>
#include <span>
#include <stdexcept>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "dlx/core/text.hpp"
#include "reductions/polycube/lines.hpp"
#include "reductions/polycube/separations.hpp"

namespace dlx::polycube {
namespace {

using lattice::Motion;
using lattice::Turn;

constexpr int largest_colour = 63;
constexpr std::uint64_t most_cells = 1'000'000;
constexpr int most_copies = 1'000'000;

/// Rotations 0 to 23 and, after them, the same with x mirrored first: G[t / 4] · X^(t mod 4), where
/// X is a quarter turn about x and G turns x to each of its six directions.
std::array<Turn, 48> numbered_turns() {
  using Matrix = std::array<std::array<int, 3>, 3>;
  const auto times = [](const Matrix& a, const Matrix& b) {
    Matrix result{};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        for (std::size_t k = 0; k < 3; ++k) result[i][j] += a[i][k] * b[k][j];
      }
    }
    return result;
  };
  constexpr Matrix one{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  constexpr Matrix about_x{{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}};
  constexpr Matrix about_y{{{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}};
  constexpr Matrix about_z{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
  constexpr Matrix mirror{{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const Matrix twice_y = times(about_y, about_y);
  const Matrix to_directions[] = {one,     about_y,
                                  twice_y, times(twice_y, about_y),
                                  about_z, times(times(about_z, about_z), about_z)};
  std::array<Turn, 48> turns;
  for (std::size_t t = 0; t < 24; ++t) {
    Matrix matrix = to_directions[t / 4];
    for (std::size_t quarter = 0; quarter < t % 4; ++quarter) matrix = times(matrix, about_x);
    for (const bool mirrored : {false, true}) {
      const Matrix m = mirrored ? times(matrix, mirror) : matrix;
      Turn& turn = turns[t + (mirrored ? 24 : 0)];
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
          if (m[i][k] != 0) {
            turn.axis[i] = static_cast<int>(k);
            turn.sign[i] = m[i][k];
          }
        }
      }
    }
  }
  return turns;
}

const std::array<Turn, 48>& turn_numbers() {
  static const auto turns = numbered_turns();
  return turns;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// A name that an item can have.
std::string as_item_name(std::string_view name) {
  if (is_name(name)) return std::string(name);
  std::string result;
  while (!name.empty()) {
    const std::size_t length = visible_length(name);
    if (length == 0) {
      if (!result.empty() && result.back() != '_') result += '_';
    } else if (name.front() == ':' || name.front() == '|') {
      result += '_';
    } else {
      result += name.substr(0, length);
    }
    name.remove_prefix(std::max<std::size_t>(length, 1));
  }
  while (!result.empty() && result.back() == '_') result.pop_back();
  return result;
}

/// Gives pieces of one name numbers.
class UnusedNames {
 public:
  std::string take(const std::string& name) {
    std::string candidate = name;
    while (!taken_.insert(candidate).second) {
      candidate = name + "_" + std::to_string(++numbers_.try_emplace(name, 1).first->second);
    }
    return candidate;
  }

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, int> numbers_;  // the last given
};

struct Shape {
  std::string name;
  Cell size;
  Cell hotspot;
  Cells filled;
  CellColours filled_colours;
  Cells variable;
  CellColours variable_colours;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Collection read() {
    // There the parser would take the text for ended, and drop the rest.
    if (const std::size_t nul = text_.find('\0'); nul != std::string_view::npos) {
      refuse_at(nul, 1, "a NUL byte");
    }
    pugi::xml_document document;
    const auto parsed = document.load_buffer(
        text_.data(), text_.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
    if (parsed.status == pugi::status_out_of_memory) throw std::bad_alloc();
    if (!parsed) {
      const auto offset = std::min(text_.size(), static_cast<std::size_t>(parsed.offset));
      // The word is what can be shown of the place; at the end of the text there is none.
      throw TextError(
          std::string("not well-formed XML: ") + parsed.description(), line_of(offset),
          text_.substr(offset, 1) == "\n" ? std::string_view{} : text_.substr(offset, 1));
    }
    for (const pugi::xml_node node : document.children()) {
      if (node.type() == pugi::node_doctype) {
        throw TextError("a document type, which these files do not have", 0);
      }
    }
    const pugi::xml_node puzzle = document.child("puzzle");
    if (!puzzle) throw TextError("no <puzzle> in it: not a file of BurrTools", 0);
    const int version = integer(puzzle, "version", 1, 1'000'000);
    if (version > 2) refuse(puzzle, "version", "versions 1 and 2 are known");
    check_grid(only_child(puzzle, "gridType"));

    Collection collection;
    for (const auto colour : only_child(puzzle, "colors").children("color")) {
      const auto part = [&](const char* name) {
        return static_cast<std::uint8_t>(integer(colour, name, 0, 255));
      };
      collection.colours.push_back({part("red"), part("green"), part("blue")});
      if (collection.colours.size() > largest_colour) refuse(colour, "the 64th colour");
    }
    for (const auto voxel : only_child(puzzle, "shapes").children("voxel")) read_shape(voxel);
    for (const auto problem : only_child(puzzle, "problems").children("problem")) {
      collection.puzzles.push_back(read_problem(problem));
    }
    if (collection.puzzles.empty()) throw TextError("no <problem> in it", 0);
    collection.comment = as_utf8(puzzle.child_value("comment"));
    return collection;
  }

 private:
  [[nodiscard]] std::size_t line_of(std::size_t offset) const {
    const auto end = text_.begin() + static_cast<std::ptrdiff_t>(offset);
    return 1 + static_cast<std::size_t>(std::count(text_.begin(), end, '\n'));
  }
  [[noreturn]] void refuse_at(std::size_t offset, std::size_t length,
                              const std::string& message) const {
    throw TextError(message, line_of(offset), text_.substr(offset, length));
  }
  /// At an element's name.
  [[noreturn]] void refuse(const pugi::xml_node& node, const std::string& message) const {
    refuse_at(static_cast<std::size_t>(node.offset_debug()), std::string_view(node.name()).size(),
              std::string("<") + node.name() + ">: " + message);
  }
  /// At a part of the text in an element. Where entities stand before it, its place is not known.
  [[noreturn]] void refuse_in(const pugi::xml_node& node, const pugi::xml_node& data,
                              std::size_t at, std::size_t length,
                              const std::string& message) const {
    const auto start = static_cast<std::size_t>(data.offset_debug());
    const std::string_view before = std::string_view(data.value()).substr(0, at + length);
    if (text_.substr(start, before.size()) != before) refuse(node, message);
    refuse_at(start + at, length, message);
  }
  /// The text in an element and nothing else; null if there is none.
  [[nodiscard]] pugi::xml_node only_text(const pugi::xml_node& node) const {
    const pugi::xml_node data = node.first_child();
    if (data.next_sibling() || (data && data.type() != pugi::node_pcdata)) {
      refuse(node, "something stands in its text");
    }
    return data;
  }
  /// The child of this name, or null.
  [[nodiscard]] pugi::xml_node only_child(const pugi::xml_node& node, const char* name) const {
    const pugi::xml_node child = node.child(name);
    if (const pugi::xml_node second = child.next_sibling(name)) {
      refuse(second, std::string("a second one in <") + node.name() + ">");
    }
    return child;
  }
  /// At the value of one of its attributes.
  [[noreturn]] void refuse(const pugi::xml_node& node, const char* attribute,
                           const std::string& message) const {
    const auto start = static_cast<std::size_t>(node.offset_debug());
    const std::string_view tag = text_.substr(start, text_.find('>', start) - start);
    const std::string_view value = node.attribute(attribute).value();
    const std::string about = std::string("<") + node.name() + " " + attribute + ">: " + message;
    for (std::size_t at = tag.find(attribute); at != std::string_view::npos;
         at = tag.find(attribute, at + 1)) {
      // Not a part of another name, and not the element's own.
      constexpr std::string_view blanks = " \t\r\n";
      const std::size_t behind = at + std::string_view(attribute).size();
      if (at == 0 || blanks.find(tag[at - 1]) == std::string_view::npos || behind == tag.size() ||
          (tag[behind] != '=' && blanks.find(tag[behind]) == std::string_view::npos)) {
        continue;
      }
      const std::size_t quote = tag.find_first_of("\"'", at);
      if (quote == std::string_view::npos) break;
      if (!value.empty() && tag.substr(quote + 1, value.size()) == value) {
        refuse_at(start + quote + 1, value.size(), about);
      }
    }
    refuse(node, std::string(attribute) + ": " + message);
  }

  [[nodiscard]] int integer(const pugi::xml_node& node, const char* name, int least, int greatest,
                            std::optional<int> unless_given = {}) const {
    const pugi::xml_attribute attribute = node.attribute(name);
    if (!attribute) {
      if (unless_given) return *unless_given;
      refuse(node, std::string("no ") + name);
    }
    const std::string_view word = attribute.value();
    const auto value = to_number<int>(word);
    if (!value || *value < least || *value > greatest) {
      refuse(node, name,
             "wanted a whole number from " + std::to_string(least) + " to " +
                 std::to_string(greatest));
    }
    return *value;
  }

  void check_grid(const pugi::xml_node& grid) const {
    constexpr const char* names[] = {"cubes", "triangular prisms", "spheres", "rhombic tetrahedra",
                                     "tetrahedra and octahedra"};
    const int type = grid ? integer(grid, "type", 0, 1'000, 0) : 0;
    if (type == 0) return;
    refuse(
        grid, "type",
        (static_cast<std::size_t>(type) < std::size(names) ? std::string("a grid of ") + names[type]
                                                           : std::string("an unknown grid")) +
            "; only the grid of cubes is understood");
  }

  void read_shape(const pugi::xml_node& node) {
    Shape shape;
    shape.size = {integer(node, "x", 1, most_cells), integer(node, "y", 1, most_cells),
                  integer(node, "z", 1, most_cells)};
    const std::uint64_t area =
        static_cast<std::uint64_t>(shape.size.x) * static_cast<std::uint64_t>(shape.size.y);
    const std::uint64_t volume = area * static_cast<std::uint64_t>(shape.size.z);  // at most 10^18
    if (volume > most_cells) {
      refuse(node, "a box of " + std::to_string(volume) + " cells; at most " +
                       std::to_string(most_cells) + " are read");
    }
    constexpr int far = 1'000'000;
    shape.hotspot = {integer(node, "hx", -far, far, 0), integer(node, "hy", -far, far, 0),
                     integer(node, "hz", -far, far, 0)};
    shape.name = as_item_name(as_utf8(node.attribute("name").value()));
    if (shape.name.empty()) shape.name = "S" + std::to_string(shapes_.size() + 1);
    read_cells(node, volume, shape);
    drop_if_neutral(shape.filled_colours);
    drop_if_neutral(shape.variable_colours);
    shapes_.push_back(std::move(shape));
  }

  /// The cells of a shape, one character and perhaps a colour each; x runs fastest.
  void read_cells(const pugi::xml_node& node, std::uint64_t volume, Shape& shape) const {
    const pugi::xml_node data = only_text(node);
    const std::string_view all = data.value();
    const std::string_view cells = trimmed(all);
    const std::size_t start = std::min(all.find_first_not_of(" \t\r\n"), all.size());
    std::uint64_t cell = 0;
    for (std::size_t i = 0; i < cells.size();) {
      const std::size_t at = i;
      const char kind = cells[i++];
      if (kind != '_' && kind != '#' && kind != '+') {
        refuse_in(node, data, start + at, 1,
                  "in a shape '_' is an empty cell, '#' a filled one and '+' one "
                  "that may be filled");
      }
      int colour = 0;
      std::size_t digits = 0;
      for (; i < cells.size() && cells[i] >= '0' && cells[i] <= '9'; ++i, ++digits) {
        colour = std::min(colour * 10 + (cells[i] - '0'), 1'000);
      }
      if (digits > 0 && (kind == '_' || colour > largest_colour)) {
        refuse_in(node, data, start + at, digits + 1,
                  kind == '_' ? "an empty cell has no colour"
                              : "colours go up to " + std::to_string(largest_colour));
      }
      if (cell == volume) refuse(node, "more cells than its box of " + std::to_string(volume));
      const auto width = static_cast<std::uint64_t>(shape.size.x);
      const auto height = static_cast<std::uint64_t>(shape.size.y);
      const Cell place{static_cast<int>(cell % width), static_cast<int>(cell / width % height),
                       static_cast<int>(cell / width / height)};
      if (kind == '#') {
        shape.filled.push_back(place);
        shape.filled_colours.push_back(static_cast<CellColour>(colour));
      } else if (kind == '+') {
        shape.variable.push_back(place);
        shape.variable_colours.push_back(static_cast<CellColour>(colour));
      }
      ++cell;
    }
    if (cell < volume) {
      refuse(node, std::to_string(cell) + " cells, and its box has " + std::to_string(volume));
    }
  }

  static void drop_if_neutral(CellColours& colours) {
    if (std::all_of(colours.begin(), colours.end(), [](CellColour c) { return c == 0; })) {
      colours.clear();
    }
  }

  [[nodiscard]] const Shape& shape_of(const pugi::xml_node& node) const {
    if (shapes_.empty()) refuse(node, "there are no shapes");
    return shapes_[static_cast<std::size_t>(
        integer(node, "id", 0, static_cast<int>(shapes_.size()) - 1))];
  }

  NamedPuzzle read_problem(const pugi::xml_node& node) const {
    NamedPuzzle result{.name = as_utf8(node.attribute("name").value()), .puzzle = {}};
    const std::vector<std::uint32_t> places = read_pieces(node, result.puzzle);
    read_target(node, result.puzzle);
    read_solutions(node, places, result);
    return result;
  }

  /// Reads the pieces, and returns which piece has each place of an assembly.
  std::vector<std::uint32_t> read_pieces(const pugi::xml_node& node, Puzzle& puzzle) const {
    std::vector<std::uint32_t> places;
    UnusedNames names;
    for (const auto entry : only_child(node, "shapes").children("shape")) {
      const Shape& shape = shape_of(entry);
      if (!shape.variable.empty()) {
        refuse(entry, "shape " + in_quotes(shape.name) +
                          " has cells that may or may not be filled ('+'), and is a piece here");
      }
      Bounds copies{1, 1};
      const bool ranged = entry.attribute("min") || entry.attribute("max");
      if (ranged) {
        const int most = integer(entry, "max", 0, most_copies);
        copies = {static_cast<std::uint32_t>(integer(entry, "min", 0, most, 0)),
                  static_cast<std::uint32_t>(most)};
      } else {
        const auto count = static_cast<std::uint32_t>(integer(entry, "count", 0, most_copies, 1));
        copies = {count, count};
      }
      if (copies.at_most == 0) continue;
      if (shape.filled.empty()) refuse(entry, "shape " + in_quotes(shape.name) + " has no cells");
      Piece piece{
          .name = names.take(shape.name),
          .cells = lattice::image(shape.filled, [&](const Cell& c) { return c - shape.hotspot; }),
          .copies = copies,
          .colours = shape.filled_colours,
          .groups = read_groups(entry, copies.at_most)};
      places.insert(places.end(), copies.at_most, static_cast<std::uint32_t>(puzzle.pieces.size()));
      if (places.size() > most_cells) refuse(entry, "more than a million pieces");
      puzzle.pieces.push_back(std::move(piece));
    }
    return places;
  }

  /// The groups of a piece: one for all copies, or elements with a number of copies each.
  [[nodiscard]] std::vector<PieceGroup> read_groups(const pugi::xml_node& entry,
                                                    std::uint32_t copies) const {
    std::vector<PieceGroup> groups;
    const auto read = [&](const pugi::xml_node& node, std::optional<int> all) {
      const auto number = static_cast<std::uint32_t>(integer(node, "group", 0, most_copies));
      const auto count =
          static_cast<std::uint32_t>(all ? *all : integer(node, "count", 0, most_copies, 1));
      if (number != 0 && count != 0) groups.push_back({number, std::min(count, copies)});
    };
    if (entry.attribute("group")) read(entry, static_cast<int>(copies));
    for (const auto group : entry.children("group")) read(group, {});
    return groups;
  }

  void read_target(const pugi::xml_node& node, Puzzle& puzzle) const {
    const pugi::xml_node result_node = only_child(node, "result");
    if (!result_node) refuse(node, "no <result>");
    const Shape& target = shape_of(result_node);
    puzzle.target = target.filled;
    puzzle.target_colours = target.filled_colours;
    puzzle.optional_cells = target.variable;
    puzzle.optional_colours = target.variable_colours;
    if (node.attribute("maxHoles")) {
      puzzle.holes =
          static_cast<std::uint32_t>(integer(node, "maxHoles", 0, std::numeric_limits<int>::max()));
    }
    for (const auto pair : only_child(node, "bitmap").children("pair")) {
      puzzle.fitting.emplace_back(
          static_cast<CellColour>(integer(pair, "piece", 0, largest_colour - 1) + 1),
          static_cast<CellColour>(integer(pair, "result", 0, largest_colour - 1) + 1));
    }
  }

  /// The saved assemblies, and what the file states of a search for all of them.
  void read_solutions(const pugi::xml_node& node, std::span<const std::uint32_t> places,
                      NamedPuzzle& result) const {
    result.stated_assemblies = stated_count(node, "assemblies");
    result.stated_solutions = stated_count(node, "solutions");
    if (node.attribute("state")) {
      result.state = static_cast<SolveState>(integer(node, "state", 0, 2));
    }
    result.has_search = static_cast<bool>(node.child("assembler"));
    const std::string_view time = node.attribute("time").value();
    result.has_time = !time.empty() && time != "0";  // BurrTools states 0 seconds for less than one
    for (const auto solution : only_child(node, "solutions").children("solution")) {
      const pugi::xml_node assembly = solution.child("assembly");
      if (!assembly) refuse(solution, "no <assembly>");
      if (solution.first_child() != assembly) {
        refuse(solution, "something stands before its <assembly>");
      }
      std::vector<std::int64_t> places_in_assembly;
      result.saved.push_back(read_assembly(assembly, result.puzzle, places, places_in_assembly));
      const pugi::xml_node separation = solution.child("separation");
      result.saved_stages.push_back(separation ? read_separation(separation, places_in_assembly)
                                               : SavedStages{});
      result.separations.push_back(solution.child("separation")       ? Separation::moves
                                   : solution.child("separationInfo") ? Separation::move_counts
                                                                      : Separation::none);
    }
  }

  [[nodiscard]] std::optional<std::uint64_t> stated_count(const pugi::xml_node& node,
                                                          const char* name) const {
    const pugi::xml_attribute stated = node.attribute(name);
    if (!stated) return std::nullopt;
    const std::string_view word = stated.value();
    const auto number = to_number<std::uint64_t>(word);
    if (!number) refuse(node, name, "wanted a whole number");
    return number;
  }

  /// `numbers` becomes, for each place of an assembly, the piece's position in it; -1: not used.
  [[nodiscard]] Assembly read_assembly(const pugi::xml_node& node, const Puzzle& puzzle,
                                       std::span<const std::uint32_t> places,
                                       std::vector<std::int64_t>& numbers) const {
    const pugi::xml_node data = only_text(node);
    const std::string_view text = data.value();
    std::size_t at = 0;
    const auto word = [&]() -> std::string_view {
      at = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
      const std::size_t end = std::min(text.find_first_of(" \t\r\n", at), text.size());
      const std::string_view found = text.substr(at, end - at);
      at = end;
      return found;
    };
    const auto number = [&](int least, int greatest) {
      const std::string_view found = word();
      if (found.empty()) {
        refuse(node, "it ends too soon: for each of " + std::to_string(places.size()) +
                         " pieces four numbers or an x are wanted");
      }
      const auto value = to_number<int>(found);
      if (!value || *value < least || *value > greatest) {
        refuse_in(node, data, at - found.size(), found.size(),
                  "wanted a whole number from " + std::to_string(least) + " to " +
                      std::to_string(greatest));
      }
      return *value;
    };
    Assembly assembly;
    for (const std::uint32_t piece : places) {
      const std::size_t before = at;
      if (word() == "x") {  // not used
        numbers.push_back(-1);
        continue;
      }
      numbers.push_back(static_cast<std::int64_t>(assembly.size()));
      at = before;
      constexpr int far = 1'000'000;
      Motion motion;
      motion.shift.x = number(-far, far);
      motion.shift.y = number(-far, far);
      motion.shift.z = number(-far, far);
      motion.turn = turn_numbers()[static_cast<std::size_t>(number(0, 47))];
      assembly.push_back(placed(puzzle.pieces[piece], piece, motion));
    }
    if (const std::string_view more = word(); !more.empty()) {
      refuse_in(node, data, at - more.size(), more.size(),
                "more than its " + std::to_string(places.size()) + " pieces want");
    }
    return assembly;
  }

  std::string_view text_;
  std::vector<Shape> shapes_;
};

/// The number of a turn and the shift that bring a piece to where it is placed.
std::pair<std::size_t, Cell> motion_of(const Piece& piece, const Placement& placement) {
  const Cell low = lattice::extent(placement.cells).low;
  for (std::size_t t = 0; t < 24; ++t) {
    const Turn& turn = turn_numbers()[t];
    const Cell shift = low - lattice::extent(lattice::image(piece.cells, turn)).low;
    if (placed(piece, placement.piece, {turn, shift}) == placement) return {t, shift};
  }
  throw std::invalid_argument("a saved placement is no turn of its piece");
}

/// The text of <assembly>, and the pieces as it has them.
struct WrittenAssembly {
  std::string text;
  std::vector<NumberedPiece> pieces;  // by their positions in the assembly
};

/// `position` gives, for a piece, its turn and its shift, the position that the file states.
template <class Position>
WrittenAssembly written(const Puzzle& puzzle, const Assembly& assembly, Position position) {
  WrittenAssembly result{{}, std::vector<NumberedPiece>(assembly.size())};
  std::string& text = result.text;
  std::uint32_t number = 0;
  if (std::any_of(assembly.begin(), assembly.end(),
                  [&](const Placement& p) { return p.piece >= puzzle.pieces.size(); })) {
    throw std::invalid_argument("a saved placement is of no piece");
  }
  for (std::uint32_t p = 0; p < puzzle.pieces.size(); ++p) {
    const Piece& piece = puzzle.pieces[p];
    const std::uint32_t most = piece.copies.value_or(Bounds{}).at_most;
    std::uint32_t copies = 0;
    for (std::size_t i = 0; i < assembly.size(); ++i) {
      if (assembly[i].piece != p) continue;
      ++copies;
      const auto [turn, shift] = motion_of(piece, assembly[i]);
      const Cell at = position(piece, turn_numbers()[turn], shift);
      result.pieces[i] = {number++, at};
      for (const int c : {at.x, at.y, at.z}) text += std::to_string(c) + ' ';
      text += std::to_string(turn) + ' ';
    }
    if (copies > most) {
      throw std::invalid_argument("piece " + in_quotes(piece.name) +
                                  " is saved more often than it may be used");
    }
    for (; copies < most; ++copies, ++number) text += "x ";
  }
  if (!text.empty()) text.pop_back();
  return result;
}

// pugixml says by an empty node or by false that it has no memory.

void check_memory(bool has_it) {
  if (!has_it) throw std::bad_alloc();
}

pugi::xml_node add(pugi::xml_node node, const char* name) {
  const pugi::xml_node child = node.append_child(name);
  check_memory(static_cast<bool>(child));
  return child;
}

template <class Value>
void put(pugi::xml_node node, const char* name, Value value) {
  pugi::xml_attribute attribute = node.append_attribute(name);
  check_memory(attribute && attribute.set_value(value));
}

void set_text(pugi::xml_node node, const char* text) {
  check_memory(node.text().set(text));
}

struct TextWriter : pugi::xml_writer {
  std::string text;
  void write(const void* data, std::size_t size) override {
    text.append(static_cast<const char*>(data), size);
  }
};

class Writer {
 public:
  std::string write(const Collection& collection) {
    pugi::xml_document document;
    pugi::xml_node declaration = document.append_child(pugi::node_declaration);
    put(declaration, "version", "1.0");
    pugi::xml_node root = add(document, "puzzle");
    put(root, "version", 2);
    put(add(root, "gridType"), "type", 0);
    pugi::xml_node colours = add(root, "colors");
    shapes_ = add(root, "shapes");
    pugi::xml_node problems = add(root, "problems");
    for (const NamedPuzzle& named : collection.puzzles) add_problem(problems, named);
    if (collection.colours.size() > largest_colour) refuse_colour();
    for (std::size_t c = 0; c < std::max<std::size_t>(collection.colours.size(), colours_used_);
         ++c) {
      // A colour without a name is a shade of grey.
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
    std::string text;
    friend bool operator<(const Voxels& a, const Voxels& b) {
      return std::tie(a.name, a.size, a.text) < std::tie(b.name, b.size, b.text);
    }
  };

  /// Cells from the origin on.
  static Voxels voxels(const std::string& name,
                       const boost::container::flat_map<Cell, std::string>& marks) {
    Cell size{1, 1, 1};
    for (const auto& [cell, mark] : marks) {
      size = {std::max(size.x, cell.x + 1), std::max(size.y, cell.y + 1),
              std::max(size.z, cell.z + 1)};
    }
    // As a product of numbers up to 2^32 it might not fit.
    const auto volume = static_cast<double>(size.x) * size.y * size.z;
    if (volume > static_cast<double>(most_cells)) {
      throw std::invalid_argument("shape " + in_quotes(name) + " lies in a box of more than " +
                                  std::to_string(most_cells) + " cells, which is not read again");
    }
    std::string text;
    for (int z = 0; z < size.z; ++z) {
      for (int y = 0; y < size.y; ++y) {
        for (int x = 0; x < size.x; ++x) {
          const auto found = marks.find({x, y, z});
          text += found == marks.end() ? "_" : found->second;
        }
      }
    }
    return {name, size, std::move(text)};
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
      if (!shape.name.empty()) put(voxel, "name", shape.name.c_str());
      put(voxel, "type", 0);
      set_text(voxel, shape.text.c_str());
    }
    return id;
  }

  void add_problem(pugi::xml_node& problems, const NamedPuzzle& named) {
    const Puzzle& puzzle = named.puzzle;
    if (puzzle.turning != Turning::rotations) {
      throw std::invalid_argument("pieces that must stay flat, which the format cannot say");
    }
    pugi::xml_node problem = add(problems, "problem");
    if (!named.name.empty()) put(problem, "name", named.name.c_str());
    // BurrTools takes a search for started only if it finds where that stopped.
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
    const Cell low = add_target(problem, puzzle);
    if (!named.saved.empty()) add_solutions(problem, named, low);
  }

  void add_pieces(pugi::xml_node& problem, const Puzzle& puzzle) {
    std::uint64_t most_pieces = 0;
    pugi::xml_node shapes = add(problem, "shapes");
    for (const Piece& piece : puzzle.pieces) {
      if (!piece.alternatives.empty()) {
        throw std::invalid_argument("piece " + in_quotes(piece.name) +
                                    " has several shapes, which the format cannot say");
      }
      const Cell low = lattice::extent(piece.cells).low;
      boost::container::flat_map<Cell, std::string> marks;
      for (std::size_t i = 0; i < piece.cells.size(); ++i) {
        marks[piece.cells[i] - low] = mark('#', piece.colours, i);
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
      put(shape, "id", shape_id(voxels(piece.name, marks)));
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

  /// Returns the lowest corner of the target, which is written from the origin on.
  Cell add_target(pugi::xml_node& problem, const Puzzle& puzzle) {
    Cells all = puzzle.target;
    all.insert(all.end(), puzzle.optional_cells.begin(), puzzle.optional_cells.end());
    const Cell low = lattice::extent(all).low;
    boost::container::flat_map<Cell, std::string> marks;
    for (std::size_t i = 0; i < puzzle.target.size(); ++i) {
      marks[puzzle.target[i] - low] = mark('#', puzzle.target_colours, i);
    }
    for (std::size_t i = 0; i < puzzle.optional_cells.size(); ++i) {
      marks[puzzle.optional_cells[i] - low] = mark('+', puzzle.optional_colours, i);
    }
    put(add(problem, "result"), "id", shape_id(voxels("Result", marks)));
    pugi::xml_node bitmap = add(problem, "bitmap");
    for (const auto& [piece_colour, target_colour] : puzzle.fitting) {
      for (const CellColour colour : {piece_colour, target_colour}) {
        if (colour == 0 || colour > largest_colour) refuse_colour();
      }
      pugi::xml_node pair = add(bitmap, "pair");
      put(pair, "piece", piece_colour - 1);
      put(pair, "result", target_colour - 1);
    }
    return low;
  }

  static void add_solutions(pugi::xml_node& problem, const NamedPuzzle& named, const Cell& low) {
    pugi::xml_node solutions = add(problem, "solutions");
    for (std::size_t n = 0; n < named.saved.size(); ++n) {
      pugi::xml_node solution = add(solutions, "solution");
      put(solution, "asmNum", n);
      // Each shape is written from the origin on.
      const auto position = [&](const Piece& piece, const Turn& turn, const Cell& shift) {
        return shift + turn(lattice::extent(piece.cells).low) - low;
      };
      const auto [text, pieces] = written(named.puzzle, named.saved[n], position);
      set_text(add(solution, "assembly"), text.c_str());
      if (n < named.saved_stages.size() && !named.saved_stages[n].stages.empty()) {
        add_separation(solution, named.saved_stages[n].stages, pieces, "");
      }
    }
  }

  pugi::xml_node shapes_;
  boost::container::flat_map<Voxels, int> ids_;
  std::size_t colours_used_ = 0;
};

/// Changes a file's problem in place. The document is parsed so that it is saved as it was spelled:
/// references such as &amp; are not resolved, and blanks and comments are nodes.
class Editor {
 public:
  explicit Editor(std::string_view text) {
    // What stands before the root may be anything that readers skip.
    check_parsed(load(text, pugi::parse_default));
    const auto root = static_cast<std::size_t>(document_.child("puzzle").offset_debug()) - 1;
    head_ = text.substr(0, root);
    text.remove_prefix(root);
    constexpr unsigned as_spelled =
        pugi::parse_comments | pugi::parse_cdata | pugi::parse_ws_pcdata | pugi::parse_fragment;
    if (load(text, as_spelled | pugi::parse_pi)) return;
    check_parsed(load(text, as_spelled));  // without instructions that are malformed
  }

  void change(std::size_t position, const NamedPuzzle& named, const Changes& changes) {
    pugi::xml_node problem = document_.child("puzzle").child("problems").child("problem");
    for (; position > 0; --position) problem = problem.next_sibling("problem");
    if (!problem) throw std::out_of_range("no such problem in the file");
    if (changes.state) set_attribute(problem, "state", static_cast<unsigned>(*changes.state));
    if (!changes.keeps_counts) {
      for (const char* name : {"solutions", "time"}) problem.remove_attribute(name);
      if (changes.solutions) set_attribute(problem, "solutions", *changes.solutions);
      if (changes.assemblies) {
        set_attribute(problem, "assemblies", *changes.assemblies);
      } else {
        problem.remove_attribute("assemblies");
      }
    }
    if (!changes.keeps_search) {
      while (const pugi::xml_node search = problem.child("assembler")) remove(search);
    }
    change_solutions(problem, named, changes);
  }

  [[nodiscard]] std::string text() {
    struct : pugi::xml_tree_walker {
      bool for_each(pugi::xml_node& node) override {
        for (pugi::xml_attribute attribute : node.attributes()) {
          std::string value = attribute.value();
          if (value.find('"') == std::string::npos) continue;  // it is the mark around values
          for (std::size_t at = 0; (at = value.find('"', at)) != std::string::npos;) {
            value.replace(at, 1, "&quot;");
          }
          check_memory(attribute.set_value(value.c_str()));
        }
        return true;
      }
    } quotes;
    document_.traverse(quotes);
    TextWriter out;
    out.text = head_;
    document_.save(out, "",
                   pugi::format_raw | pugi::format_no_escapes | pugi::format_no_declaration,
                   pugi::encoding_utf8);
    return std::move(out.text);
  }

 private:
  pugi::xml_parse_result load(std::string_view text, unsigned flags) {
    const auto parsed = document_.load_buffer(text.data(), text.size(), flags, pugi::encoding_utf8);
    if (parsed.status == pugi::status_out_of_memory) throw std::bad_alloc();
    return parsed;
  }

  static void check_parsed(const pugi::xml_parse_result& parsed) {
    if (!parsed) throw std::logic_error("a file that was read is not well-formed XML");
  }

  template <class Value>
  static void set_attribute(pugi::xml_node node, const char* name, Value value) {
    pugi::xml_attribute attribute = node.attribute(name);
    if (!attribute) {
      const pugi::xml_attribute state = node.attribute("state");
      attribute = state ? node.insert_attribute_after(name, state) : node.append_attribute(name);
    }
    check_memory(attribute && attribute.set_value(value));
  }

  static bool is_blank(const pugi::xml_node& node) {
    return node.type() == pugi::node_pcdata && trimmed(node.value()).empty();
  }

  /// Removes a node and the blanks before it.
  static void remove(pugi::xml_node node) {
    pugi::xml_node parent = node.parent();
    if (const pugi::xml_node before = node.previous_sibling(); before && is_blank(before)) {
      parent.remove_child(before);
    }
    parent.remove_child(node);
  }

  /// The blanks before the first child: a line's end and an indentation, where the file has them.
  static std::string indentation(const pugi::xml_node& parent) {
    const pugi::xml_node first = parent.first_child();
    return first && is_blank(first) ? first.value() : "";
  }

  static void append_blanks(pugi::xml_node parent, const std::string& blanks) {
    if (blanks.empty()) return;
    pugi::xml_node node = parent.append_child(pugi::node_pcdata);
    check_memory(node && node.set_value(blanks.c_str()));
  }

  /// Appends a child on a line of its own, before the blanks that end the parent.
  static pugi::xml_node append(pugi::xml_node parent, const char* name, const std::string& blanks) {
    std::string end;
    if (const pugi::xml_node last = parent.last_child(); last && is_blank(last)) {
      end = last.value();
      parent.remove_child(last);
    }
    append_blanks(parent, blanks);
    const pugi::xml_node child = add(parent, name);
    append_blanks(parent, end);
    return child;
  }

  static void change_solutions(pugi::xml_node problem, const NamedPuzzle& named,
                               const Changes& changes) {
    pugi::xml_node solutions = problem.child("solutions");
    std::vector<pugi::xml_node> saved;
    for (const pugi::xml_node solution : solutions.children("solution")) saved.push_back(solution);
    for (const auto& [n, stages] : changes.separated) separate(saved.at(n), named, n, stages);
    for (const std::size_t n : changes.dropped) remove(saved.at(n));
    if (changes.added.empty()) {
      if (solutions && !solutions.child("solution")) remove(solutions);
      return;
    }
    const std::string outer = indentation(problem);
    // One step further in, by the width of the step from the file's problems to their children.
    const std::string before = indentation(problem.parent());
    const std::string step =
        outer.starts_with(before) && !before.empty() ? outer.substr(before.size()) : "";
    if (!solutions) solutions = append(problem, "solutions", outer);
    if (!solutions.first_child()) append_blanks(solutions, outer);
    std::string inner = indentation(solutions);
    if (inner == outer) inner += step;
    std::unordered_set<std::uint64_t> taken;
    for (const pugi::xml_node solution : solutions.children("solution")) {
      taken.insert(solution.attribute("asmNum").as_ullong());  // without one it is 0
    }
    std::uint64_t number = 0;
    for (std::size_t n = 0; n < changes.added.size(); ++n) {
      while (!taken.insert(number).second) ++number;
      pugi::xml_node solution = append(solutions, "solution", inner);
      if (number > 0) put(solution, "asmNum", number);
      const std::string innermost = inner.empty() ? "" : inner + step;
      append_blanks(solution, innermost);
      const auto [text, pieces] = written(named.puzzle, changes.added[n], as_placed);
      set_text(add(solution, "assembly"), text.c_str());
      if (n < changes.added_stages.size() && !changes.added_stages[n].empty()) {
        add_separation(solution, changes.added_stages[n], pieces, innermost);
      }
      append_blanks(solution, inner);
    }
  }

  /// Shapes are placed where the file has them.
  static Cell as_placed(const Piece&, const Turn&, const Cell& shift) { return shift; }

  /// Gives a saved assembly a separation.
  static void separate(pugi::xml_node solution, const NamedPuzzle& named, std::size_t n,
                       std::span<const lattice::Stage> stages) {
    const std::string blanks = indentation(solution);
    std::string end;
    if (const pugi::xml_node last = solution.last_child(); last && is_blank(last)) {
      end = last.value();
      solution.remove_child(last);
    }
    // BurrTools has no more than one of the two.
    while (const pugi::xml_node counts = solution.child("separationInfo")) remove(counts);
    add_separation(solution, stages, written(named.puzzle, named.saved.at(n), as_placed).pieces,
                   blanks);
    append_blanks(solution, end);
  }

  std::string head_;  // what stands before the root
  pugi::xml_document document_;
};

}  // namespace

Collection read_xmpuzzle(std::string_view text) {
  return Reader(text).read();
}

std::string update_xmpuzzle(std::string_view text, std::size_t position, const NamedPuzzle& named,
                            const Changes& changes) {
  Editor editor(text);
  editor.change(position, named, changes);
  return editor.text();
}

std::string write_xmpuzzle(const Collection& collection) {
  return Writer().write(collection);
}

}  // namespace dlx::polycube
