#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <pugixml.hpp>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "dlx/core/text.hpp"
#include "reductions/polycube/burr_turns.hpp"
#include "reductions/polycube/lines.hpp"
#include "reductions/polycube/separations.hpp"
#include "reductions/polycube/xmpuzzle.hpp"
#include "reductions/polycube/xmpuzzle_xml.hpp"

namespace dlx::polycube {
namespace {

constexpr int grids_of_burrtools = 5;

/// Converts a name to a valid name of an item.
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

/// Makes names of pieces unique by appending numbers.
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
  std::unordered_map<std::string, int> numbers_;  // the last number that was appended to each name
};

struct XmlShape {
  std::string name;
  Cell size;
  Cell hotspot;
  Cells filled;
  CellColours filled_colours;
  Cells variable;
  CellColours variable_colours;
};

class XmpuzzleReader {
 public:
  explicit XmpuzzleReader(std::string_view text) : text_(text) {}

  Collection read() {
    // A text with a NUL byte is refused, because the parser would ignore the rest of the text.
    if (const std::size_t nul = text_.find('\0'); nul != std::string_view::npos) {
      refuse_at(nul, 1, "a NUL byte");
    }
    pugi::xml_document document;
    const auto parsed = document.load_buffer(
        text_.data(), text_.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
    if (parsed.status == pugi::status_out_of_memory) throw std::bad_alloc();
    if (!parsed) {
      const auto offset = std::min(text_.size(), static_cast<std::size_t>(parsed.offset));
      // The word of the error is the character at this position; it is empty at a line end or at
      // the end of the text.
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
    read_grid(only_child(puzzle, "gridType"));

    Collection collection;
    for (const auto colour : only_child(puzzle, "colors").children("color")) {
      const auto part = [&](const char* name) {
        return static_cast<std::uint8_t>(integer(colour, name, 0, 255));
      };
      collection.colours.push_back({part("red"), part("green"), part("blue")});
      if (collection.colours.size() > largest_colour) refuse(colour, "the 64th colour");
    }
    colours_ = static_cast<int>(collection.colours.size());
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
  /// Throws an error that points to an element's name.
  [[noreturn]] void refuse(const pugi::xml_node& node, const std::string& message) const {
    refuse_at(static_cast<std::size_t>(node.offset_debug()), std::string_view(node.name()).size(),
              std::string("<") + node.name() + ">: " + message);
  }
  /// Throws an error that points to a part of an element's text. If the text before that part
  /// contains entities, the position is unknown, and the error points to the element's name.
  [[noreturn]] void refuse_in(const pugi::xml_node& node, const pugi::xml_node& data,
                              std::size_t at, std::size_t length,
                              const std::string& message) const {
    const auto start = static_cast<std::size_t>(data.offset_debug());
    const std::string_view before = std::string_view(data.value()).substr(0, at + length);
    if (text_.substr(start, before.size()) != before) refuse(node, message);
    refuse_at(start + at, length, message);
  }
  /// The text of an element that must not contain anything else; null if the element has no text.
  [[nodiscard]] pugi::xml_node only_text(const pugi::xml_node& node) const {
    const pugi::xml_node data = node.first_child();
    if (data.next_sibling() || (data && data.type() != pugi::node_pcdata)) {
      refuse(node, "something stands in its text");
    }
    return data;
  }
  /// The only child with a given name; null if the element has no such child.
  [[nodiscard]] pugi::xml_node only_child(const pugi::xml_node& node, const char* name) const {
    const pugi::xml_node child = node.child(name);
    if (const pugi::xml_node second = child.next_sibling(name)) {
      refuse(second, std::string("a second one in <") + node.name() + ">");
    }
    return child;
  }
  /// Throws an error that points to the value of an attribute.
  [[noreturn]] void refuse(const pugi::xml_node& node, const char* attribute,
                           const std::string& message) const {
    const auto start = static_cast<std::size_t>(node.offset_debug());
    const std::string_view tag = text_.substr(start, text_.find('>', start) - start);
    const std::string_view value = node.attribute(attribute).value();
    const std::string about = std::string("<") + node.name() + " " + attribute + ">: " + message;
    for (std::size_t at = tag.find(attribute); at != std::string_view::npos;
         at = tag.find(attribute, at + 1)) {
      // The search for the attribute's name skips matches inside longer names, and the name of the
      // element.
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

  void read_grid(const pugi::xml_node& node) {
    const int type = node ? integer(node, "type", 0, 1'000, 0) : 0;
    if (type >= grids_of_burrtools) {
      refuse(
          node, "type",
          "an unknown grid; grids 0 to " + std::to_string(grids_of_burrtools - 1) + " are known");
    }
    grid_ = static_cast<lattice::Grid>(type);
  }

  void read_shape(const pugi::xml_node& node) {
    XmlShape shape;
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
    for (const CellColours* used : {&shape.filled_colours, &shape.variable_colours}) {
      for (const CellColour colour : *used) colours_ = std::max<int>(colours_, colour);
    }
    drop_if_neutral(shape.filled_colours);
    drop_if_neutral(shape.variable_colours);
    shapes_.push_back(std::move(shape));
  }

  /// Reads the cells of a shape. Each cell is one character, optionally followed by a colour. x
  /// increases fastest.
  void read_cells(const pugi::xml_node& node, std::uint64_t volume, XmlShape& shape) const {
    const pugi::xml_node data = only_text(node);
    const std::string_view all = data.value();
    const std::string_view cells = trimmed(all, xml_blanks);
    const std::size_t start = std::min(all.find_first_not_of(xml_blanks), all.size());
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
      if (kind != '_' && !lattice::Lattice::of(grid_).is_cell(place)) {
        refuse_in(node, data, start + at, 1,
                  "the grid '" + std::string(to_string(grid_)) + "' has no cell " +
                      lattice::name(place, true));
      }
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

  [[nodiscard]] const XmlShape& shape_of(const pugi::xml_node& node) const {
    if (shapes_.empty()) refuse(node, "it has no shapes");
    return shapes_[static_cast<std::size_t>(
        integer(node, "id", 0, static_cast<int>(shapes_.size()) - 1))];
  }

  NamedPuzzle read_problem(const pugi::xml_node& node) const {
    NamedPuzzle result{.name = as_utf8(node.attribute("name").value()), .puzzle = {}};
    result.puzzle.grid = grid_;
    const std::vector<std::uint32_t> places = read_pieces(node, result.puzzle);
    read_target(node, result.puzzle);
    read_solutions(node, places, result);
    return result;
  }

  /// Reads the pieces. An assembly in the file has a place for each copy of a piece. Returns the
  /// index of the piece for each place.
  std::vector<std::uint32_t> read_pieces(const pugi::xml_node& node, Puzzle& puzzle) const {
    std::vector<std::uint32_t> places;
    UnusedNames names;
    for (const auto entry : only_child(node, "shapes").children("shape")) {
      const XmlShape& shape = shape_of(entry);
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
      const Cell shift = lattice::Lattice::of(grid_).shift_below(shape.hotspot);
      Piece piece{.name = names.take(shape.name),
                  .cells = lattice::image(shape.filled, [&](const Cell& c) { return c - shift; }),
                  .copies = copies,
                  .colours = shape.filled_colours,
                  .groups = read_groups(entry, copies.at_most),
                  .anchor = shape.hotspot - shift};
      places.insert(places.end(), copies.at_most, static_cast<std::uint32_t>(puzzle.pieces.size()));
      if (places.size() > most_cells) refuse(entry, "more than a million pieces");
      puzzle.pieces.push_back(std::move(piece));
    }
    return places;
  }

  /// The groups of a piece: one group for all copies, or several elements, each with a number of
  /// copies.
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
    const XmlShape& target = shape_of(result_node);
    puzzle.target = target.filled;
    puzzle.target_colours = target.filled_colours;
    puzzle.optional_cells = target.variable;
    puzzle.optional_colours = target.variable_colours;
    if (node.attribute("maxHoles")) {
      puzzle.holes =
          static_cast<std::uint32_t>(integer(node, "maxHoles", 0, std::numeric_limits<int>::max()));
    }
    for (const auto pair : only_child(node, "bitmap").children("pair")) {
      if (colours_ == 0) refuse(pair, "the file has no colours");
      const auto colour = [&](const char* name) {
        return static_cast<CellColour>(integer(pair, name, 0, colours_ - 1) + 1);
      };
      puzzle.fitting.emplace_back(colour("piece"), colour("result"));
    }
  }

  /// Reads the saved assemblies, the stated counts, and the state of the saved search.
  void read_solutions(const pugi::xml_node& node, std::span<const std::uint32_t> places,
                      NamedPuzzle& result) const {
    result.stated_assemblies = stated_count(node, "assemblies");
    result.stated_solutions = stated_count(node, "solutions");
    if (node.attribute("state")) {
      result.state = static_cast<SolveState>(integer(node, "state", 0, 2));
    }
    result.has_search = static_cast<bool>(node.child("assembler"));
    const std::string_view time = node.attribute("time").value();
    // BurrTools writes 0 seconds for any time below one second.
    result.has_time = !time.empty() && time != "0";
    for (const auto solution : only_child(node, "solutions").children("solution")) {
      const pugi::xml_node assembly = solution.child("assembly");
      if (!assembly) refuse(solution, "no <assembly>");
      if (solution.first_child() != assembly) {
        refuse(solution, "something stands before its <assembly>");
      }
      std::vector<std::int64_t> places_in_assembly;
      result.saved.push_back(read_assembly(assembly, result.puzzle, places, places_in_assembly));
      const pugi::xml_node separation = solution.child("separation");
      result.saved_stages.push_back(
          separation ? read_separation(separation, places_in_assembly, grid_) : SavedStages{});
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

  /// Reads an assembly. For each place of the file's assembly, `numbers` gets the position of the
  /// piece in the result, or -1 if the piece is not used.
  [[nodiscard]] Assembly read_assembly(const pugi::xml_node& node, const Puzzle& puzzle,
                                       std::span<const std::uint32_t> places,
                                       std::vector<std::int64_t>& numbers) const {
    const pugi::xml_node data = only_text(node);
    const std::string_view text = data.value();
    std::size_t at = 0;
    const auto word = [&]() -> std::string_view {
      at = std::min(text.find_first_not_of(xml_blanks, at), text.size());
      const std::size_t end = std::min(text.find_first_of(xml_blanks, at), text.size());
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
    const BurrTurns& turns = BurrTurns::of(grid_);
    Assembly assembly;
    for (const std::uint32_t piece : places) {
      const std::size_t before = at;
      if (word() == "x") {  // the word x means that the piece is not used
        numbers.push_back(-1);
        continue;
      }
      numbers.push_back(static_cast<std::int64_t>(assembly.size()));
      at = before;
      constexpr int far = 1'000'000;
      Cell position;
      position.x = number(-far, far);
      position.y = number(-far, far);
      position.z = number(-far, far);
      const auto turn = static_cast<std::size_t>(number(0, static_cast<int>(turns.size()) - 1));
      const auto cells = turns.images(puzzle.pieces[piece], turn, position);
      if (!cells) {
        refuse_in(
            node, data, before, at - before,
            "piece " + in_quotes(puzzle.pieces[piece].name) + " is not on cells of the grid there");
      }
      assembly.push_back(placed(puzzle.pieces[piece], piece, *cells));
    }
    if (const std::string_view more = word(); !more.empty()) {
      refuse_in(node, data, at - more.size(), more.size(),
                "more than its " + std::to_string(places.size()) + " pieces want");
    }
    return assembly;
  }

  std::string_view text_;
  lattice::Grid grid_ = lattice::Grid::cubes;
  int colours_ = 0;  // number of colours that are declared or used
  std::vector<XmlShape> shapes_;
};

}  // namespace

Collection read_xmpuzzle(std::string_view text) {
  return XmpuzzleReader(text).read();
}

}  // namespace dlx::polycube
