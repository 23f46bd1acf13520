#include "reductions/polycube/separations.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <pugixml.hpp>
#include <string_view>
#include <utility>

#include "dlx/core/text.hpp"
#include "reductions/lattice/directions.hpp"
#include "reductions/polycube/lines.hpp"
#include "reductions/polycube/xmpuzzle_xml.hpp"

namespace dlx::polycube {
namespace {

using lattice::Cell;
using lattice::Slide;
using lattice::Stage;

/// A removed piece is written as moved by `removed_by` steps, and a piece that moves at least
/// `least_removed` steps is read as removed. BurrTools moves a removed piece by 20000 or 30000
/// steps, and other pieces by far less.
constexpr int removed_by = 20'000;
constexpr int least_removed = 10'000;

/// The reason why a saved separation cannot be read.
struct Fault {
  std::string text;
};

std::vector<int> numbers_in(const pugi::xml_node& node) {
  constexpr int far = 1'000'000;
  std::vector<int> numbers;
  for (const std::string_view word : words(node.child_value(), xml_blanks)) {
    const auto number = to_number<int>(word);
    if (!number || *number < -far || *number > far) {
      throw Fault{"<" + std::string(node.name()) + "> holds no list of whole numbers"};
    }
    numbers.push_back(*number);
  }
  return numbers;
}

/// The positions of the pieces of a part of an assembly.
using Places = std::vector<Cell>;

class Reader {
 public:
  Reader(std::span<const std::int64_t> places, lattice::Grid grid)
      : places_(places), steps_(slide_directions(lattice::Lattice::of(grid))) {}

  std::vector<Stage> read(const pugi::xml_node& node) {
    static_cast<void>(add(node, nullptr));
    return std::move(stages_);
  }

 private:
  using Numbers = std::vector<std::uint32_t>;

  /// Appends the separation that an XML node describes, and the separations nested in the node.
  /// Returns the index of the node's separation. `expected` has the pieces that the node separates,
  /// in ascending order; null if they are unknown.
  std::size_t add(const pugi::xml_node& node, const Numbers* expected) {
    const Numbers pieces = pieces_of(node.child("pieces"));
    Stage stage{.pieces = pieces, .slides = {}, .staying = {}, .removed = {}};
    std::sort(stage.pieces.begin(), stage.pieces.end());
    if (std::adjacent_find(stage.pieces.begin(), stage.pieces.end()) != stage.pieces.end()) {
      throw Fault{"<pieces> names a piece twice"};
    }
    if (pieces.size() < 2) throw Fault{"<pieces> names fewer than two pieces"};
    if (expected != nullptr && stage.pieces != *expected) {
      throw Fault{"<pieces> are not those that were separated before"};
    }
    std::optional<Places> before;
    for (const auto state : node.children("state")) {
      Places places = places_of(state, pieces.size());
      if (!stage.slides.empty() && stage.slides.back().distance == 0) {
        throw Fault{"a <state> follows the one that separates"};
      }
      if (before) stage.slides.push_back(slide(pieces, *before, places));
      before = std::move(places);
    }
    if (stage.slides.empty() || stage.slides.back().distance != 0) {
      throw Fault{"no <state> removes a piece"};
    }
    const Numbers removed = stage.slides.back().pieces;
    Numbers staying;
    std::set_difference(stage.pieces.begin(), stage.pieces.end(), removed.begin(), removed.end(),
                        std::back_inserter(staying));
    const std::size_t position = stages_.size();
    stages_.push_back(std::move(stage));
    for (const auto child : node.children("separation")) {
      const bool left = std::string_view(child.attribute("type").value()) == "left";
      const std::size_t below = add(child, left ? &staying : &removed);
      std::optional<std::size_t>& part =
          left ? stages_[position].staying : stages_[position].removed;
      if (part) throw Fault{"two <separation> elements are for the same part"};
      part = below;
    }
    return position;
  }

  [[nodiscard]] Numbers pieces_of(const pugi::xml_node& node) const {
    Numbers pieces;
    for (const int number : numbers_in(node)) {
      const auto at = static_cast<std::size_t>(number);
      if (number < 0 || at >= places_.size() || places_[at] < 0) {
        throw Fault{"<pieces> names a piece that the assembly lacks"};
      }
      pieces.push_back(static_cast<std::uint32_t>(places_[at]));
    }
    return pieces;
  }

  static Places places_of(const pugi::xml_node& state, std::size_t count) {
    const auto x = numbers_in(state.child("dx"));
    const auto y = numbers_in(state.child("dy"));
    const auto z = numbers_in(state.child("dz"));
    if (x.size() != count || y.size() != count || z.size() != count) {
      throw Fault{"a <state> has not one place for each piece"};
    }
    Places places;
    for (std::size_t i = 0; i < count; ++i) places.push_back({x[i], y[i], z[i]});
    return places;
  }

  /// The slide that leads from one state (the positions of the pieces) to the next state.
  [[nodiscard]] Slide slide(const Numbers& pieces, const Places& before,
                            const Places& after) const {
    const Cell first = after[0] - before[0];
    std::optional<Cell> difference;
    Numbers same;
    Numbers others;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const Cell moved = after[i] - before[i] - first;
      if (moved == Cell{}) {
        same.push_back(pieces[i]);
        continue;
      }
      if (difference && *difference != moved) throw Fault{"a <state> moves pieces in two ways"};
      difference = moved;
      others.push_back(pieces[i]);
    }
    if (!difference) throw Fault{"a <state> moves nothing"};
    const auto step = std::find_if(steps_.begin(), steps_.end(), [&](const Cell& c) {
      return lattice::multiple_of(*difference, c) != 0;
    });
    if (step == steps_.end()) throw Fault{"a <state> moves pieces along no axis of the grid"};
    int distance = lattice::multiple_of(*difference, *step);
    const bool ends = std::abs(distance) >= least_removed;
    const auto size = [](const Cell& c) { return std::abs(c.x) + std::abs(c.y) + std::abs(c.z); };
    // In the last slide, the pieces that move far are the removed pieces. In other slides, the
    // smaller group of pieces moves.
    if (ends ? size(first) >= least_removed : others.size() > same.size()) {
      std::swap(same, others);
      distance = -distance;
    }
    std::sort(others.begin(), others.end());
    return {std::move(others), distance > 0 ? *step : Cell{} - *step,
            ends ? 0 : static_cast<std::uint32_t>(std::abs(distance))};
  }

  std::span<const std::int64_t> places_;
  const lattice::Cells& steps_;
  std::vector<Stage> stages_;
};

class Writer {
 public:
  Writer(std::span<const Stage> stages, std::span<const NumberedPiece> pieces)
      : stages_(stages), pieces_(pieces) {}

  void write(pugi::xml_node& parent, const std::string& blanks) const {
    Places places;
    for (const NumberedPiece& piece : pieces_) places.push_back(piece.at);
    write(parent, 0, nullptr, places, blanks);
  }

 private:
  static pugi::xml_node append(pugi::xml_node& parent, const char* name,
                               const std::string& blanks) {
    append_blanks(parent, blanks);
    return add(parent, name);
  }
  static void put_list(pugi::xml_node node, const std::vector<std::int64_t>& numbers) {
    std::string text;
    for (const auto number : numbers) text += (text.empty() ? "" : " ") + std::to_string(number);
    set_text(node, text.c_str());
  }

  void write(pugi::xml_node& parent, std::size_t number, const char* type, Places places,
             const std::string& blanks) const {
    const Stage& stage = stages_[number];
    const std::string inner = blanks.empty() ? "" : blanks + " ";
    pugi::xml_node node = append(parent, "separation", blanks);
    if (type != nullptr) put(node, "type", type);
    pugi::xml_node list = append(node, "pieces", inner);
    put(list, "count", stage.pieces.size());
    std::vector<std::int64_t> numbers;
    for (const std::uint32_t p : stage.pieces) numbers.push_back(pieces_[p].number);
    put_list(list, numbers);
    write_state(node, stage, places, inner);
    for (const Slide& slide : stage.slides) {
      Places after = places;
      const int distance = slide.distance == 0 ? removed_by : static_cast<int>(slide.distance);
      for (const std::uint32_t p : slide.pieces) {
        after[p] = after[p] + times(distance, slide.direction);
      }
      write_state(node, stage, after, inner);
      if (slide.distance != 0) places = std::move(after);
    }
    if (stage.staying) write(node, *stage.staying, "left", places, inner);
    if (stage.removed) write(node, *stage.removed, "removed", places, inner);
    append_blanks(node, blanks);
  }

  static void write_state(pugi::xml_node& parent, const Stage& stage, const Places& places,
                          const std::string& blanks) {
    pugi::xml_node state = append(parent, "state", blanks);
    const std::string inner = blanks.empty() ? "" : blanks + " ";
    const auto put = [&](const char* name, auto coordinate) {
      std::vector<std::int64_t> numbers;
      for (const std::uint32_t p : stage.pieces) numbers.push_back(coordinate(places[p]));
      put_list(append(state, name, inner), numbers);
    };
    put("dx", [](const Cell& c) { return c.x; });
    put("dy", [](const Cell& c) { return c.y; });
    put("dz", [](const Cell& c) { return c.z; });
    append_blanks(state, blanks);
  }

  std::span<const Stage> stages_;
  std::span<const NumberedPiece> pieces_;
};

}  // namespace

SavedStages read_separation(const pugi::xml_node& node, std::span<const std::int64_t> places,
                            lattice::Grid grid) {
  try {
    return {.stages = Reader(places, grid).read(node)};
  } catch (const Fault& fault) {
    return {.fault = fault.text};
  }
}

void add_separation(pugi::xml_node& solution, std::span<const Stage> stages,
                    std::span<const NumberedPiece> pieces, const std::string& blanks) {
  Writer(stages, pieces).write(solution, blanks);
}

}  // namespace dlx::polycube
