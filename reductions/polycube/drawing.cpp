#include <algorithm>
#include <boost/container/flat_map.hpp>
#include <boost/container/flat_set.hpp>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>

#include "dlx/core/text.hpp"
#include "reductions/drawing/palette.hpp"
#include "reductions/drawing/sheet.hpp"
#include "reductions/polycube/apart.hpp"
#include "reductions/polycube/lattice_drawing.hpp"
#include "reductions/polycube/polycube.hpp"

namespace dlx::polycube {
namespace {

/// The piece's name, with the number of the copy where there may be several: S2.1 and S2.2 as
/// BurrTools has them, but I1 and I2.
std::string label(const Piece& piece, std::size_t copy) {
  if (piece.copies && piece.copies->at_most == 1) return piece.name;
  const bool ends_in_digit =
      !piece.name.empty() && piece.name.back() >= '0' && piece.name.back() <= '9';
  return piece.name + (ends_in_digit ? "." : "") + std::to_string(copy + 1);
}

/// Whether each piece is drawn with the only letter of its name.
bool are_initials(const Model& model) {
  boost::container::flat_set<char> initials;
  return std::all_of(
      model.puzzle.pieces.begin(), model.puzzle.pieces.end(), [&](const Piece& piece) {
        return piece.copies && piece.copies->at_most == 1 && !piece.name.empty() &&
               visible_length(piece.name) == 1 && initials.insert(piece.name.front()).second;
      });
}

/// How many copies of a piece need colours: as many as there may be, if so many fit.
std::size_t most_copies(const Puzzle& puzzle, const Piece& piece) {
  const std::size_t cells = puzzle.target.size() + puzzle.optional_cells.size();
  const std::size_t fit = std::max<std::size_t>(1, cells / piece.cells.size());
  return piece.copies ? std::clamp<std::size_t>(piece.copies->at_most, 1, fit) : fit;
}

/// Which copy of its piece each placement is, from 0, in the order of numbers().
std::vector<std::size_t> copies_in(const Assembly& assembly) {
  std::vector<std::size_t> order(assembly.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return assembly[a] < assembly[b]; });
  std::vector<std::size_t> copies(assembly.size());
  std::size_t copy = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool is_first = k == 0 || assembly[order[k]].piece != assembly[order[k - 1]].piece;
    copy = is_first ? 0 : copy + 1;
    copies[order[k]] = copy;
  }
  return copies;
}

/// The colours of a puzzle's pieces.
class Colours {
 public:
  explicit Colours(const Puzzle& puzzle) {
    std::vector<drawing::palette::Kind> kinds;
    for (const Piece& piece : puzzle.pieces) {
      kinds.push_back({piece.name, most_copies(puzzle, piece)});
    }
    colours_ = drawing::palette::colours(kinds);
  }
  /// Shapes that a piece takes instead may be smaller, so that more copies fit than was thought.
  [[nodiscard]] const std::string& of(std::uint32_t piece, std::size_t copy) const {
    return colours_[piece][copy % colours_[piece].size()];
  }

 private:
  std::vector<std::vector<std::string>> colours_;
};

/// A copy of a piece.
struct Copy {
  std::uint32_t piece;
  std::size_t copy;
  friend auto operator<=>(const Copy&, const Copy&) = default;
};

/// The copies in some assemblies, and the letter that each has.
boost::container::flat_map<Copy, char> copies_used(const Model& model,
                                                   std::span<const Assembly> assemblies) {
  boost::container::flat_map<Copy, char> used;
  for (const Assembly& assembly : assemblies) {
    const auto copies = copies_in(assembly);
    const auto letter = letters(model, assembly);
    for (std::size_t i = 0; i < assembly.size(); ++i) {
      used.emplace(Copy{assembly[i].piece, copies[i]}, letter[i]);
    }
  }
  return used;
}

std::string copies_in_words(const Piece& piece) {
  if (!piece.copies) return "any number";
  const auto [least, most] = std::pair(piece.copies->at_least, piece.copies->at_most);
  if (least == most) return most == 1 ? "" : std::to_string(most);
  return std::to_string(least) + " to " + std::to_string(most);
}

std::string name_in_legend(const Model& model, std::size_t piece) {
  const std::string& name = model.puzzle.pieces[piece].name;
  return name.empty() ? "piece " + std::to_string(piece + 1) : name;
}

/// Which piece each cell of an assembly has: its position in the assembly.
using Owners = boost::container::flat_map<Cell, std::size_t>;

Owners owners_of(const Assembly& assembly) {
  Owners owner;
  for (std::size_t i = 0; i < assembly.size(); ++i) {
    for (const Cell& cell : assembly[i].cells) owner.emplace(cell, i);
  }
  return owner;
}

/// A cell for the letter of each region that a piece has in a layer: the one nearest to its middle.
std::vector<Cell> lettered_cells(const Assembly& assembly) {
  std::vector<Cell> result;
  for (const Placement& placement : assembly) {
    Cells left = placement.cells;
    while (!left.empty()) {
      Cells region{left.back()};
      left.pop_back();
      for (std::size_t k = 0; k < region.size(); ++k) {
        const auto beside = std::partition(left.begin(), left.end(), [&](const Cell& c) {
          const Cell d = c - region[k];
          return d.z != 0 || std::abs(d.x) + std::abs(d.y) != 1;
        });
        region.insert(region.end(), beside, left.end());
        left.erase(beside, left.end());
      }
      const auto size = static_cast<int>(region.size());
      Cell sum{0, 0, 0};
      for (const Cell& c : region) sum = sum + c;
      std::sort(region.begin(), region.end());
      result.push_back(*std::min_element(region.begin(), region.end(), [&](Cell a, Cell b) {
        const auto far = [&](const Cell& c) {
          return std::abs(size * c.x - sum.x) + std::abs(size * c.y - sum.y);
        };
        return far(a) < far(b);
      }));
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

/// Where the layers of a puzzle are drawn: side by side, in several lines if they are many.
class LayerPlan {
 public:
  static constexpr int side = 28;
  static constexpr int margin = 14;

  explicit LayerPlan(const Cells& cells) {
    const auto [low, high] = lattice::extent(cells);
    low_ = low;
    across_ = (high.x - low.x + 1) * side + margin;
    down_ = (high.y - low.y + 1) * side + margin;
    depth_ = high.z - low.z + 1;
    constexpr int widest = 2400;
    const int lines = (depth_ * across_ + widest - 1) / widest;
    beside_ = std::max(1, (depth_ + lines - 1) / lines);
  }
  [[nodiscard]] int width() const { return margin + std::min(beside_, depth_) * across_; }
  [[nodiscard]] int height() const { return margin + (depth_ + beside_ - 1) / beside_ * down_; }
  [[nodiscard]] int x(const Cell& c) const {
    return margin + (c.z - low_.z) % beside_ * across_ + (c.x - low_.x) * side;
  }
  [[nodiscard]] int y(const Cell& c) const {
    return margin + (c.z - low_.z) / beside_ * down_ + (c.y - low_.y) * side;
  }

 private:
  Cell low_;
  int across_ = 0;
  int down_ = 0;
  int depth_ = 0;
  int beside_ = 1;
};

/// Lines around what a piece has in a layer, as path data.
std::string borders(const Cells& cells, const Owners& owner, const LayerPlan& plan) {
  std::string lines;
  const auto owner_of = [&](const Cell& cell) {
    const auto found = owner.find(cell);
    return found == owner.end() ? SIZE_MAX : found->second;
  };
  for (const Cell& cell : cells) {
    const auto is_border = [&](int dx, int dy) {
      const Cell next{cell.x + dx, cell.y + dy, cell.z};
      return !std::binary_search(cells.begin(), cells.end(), next) ||
             owner_of(next) != owner_of(cell);
    };
    const int x = plan.x(cell);
    const int y = plan.y(cell);
    const auto add = [&](int from_x, int from_y, char way) {
      lines += 'M' + std::to_string(from_x) + ' ' + std::to_string(from_y) + way +
               std::to_string(LayerPlan::side);
    };
    if (is_border(-1, 0)) add(x, y, 'v');
    if (is_border(0, -1)) add(x, y, 'h');
    // Another cell to the right or below draws this line as its own.
    const auto is_edge = [&](int dx, int dy) {
      return !std::binary_search(cells.begin(), cells.end(),
                                 Cell{cell.x + dx, cell.y + dy, cell.z});
    };
    if (is_edge(1, 0)) add(x + LayerPlan::side, y, 'v');
    if (is_edge(0, 1)) add(x, y + LayerPlan::side, 'h');
  }
  return lines;
}

}  // namespace

std::vector<std::size_t> numbers(const Model& model, const Assembly& assembly) {
  const auto& pieces = model.puzzle.pieces;
  std::vector<std::size_t> first(pieces.size() + 1);  // number of a piece's first copy
  for (const Placement& placement : assembly) ++first[placement.piece + std::size_t{1}];
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    if (pieces[p].copies) first[p + 1] = pieces[p].copies->at_most;
    first[p + 1] += first[p];
  }
  std::vector<std::size_t> result = copies_in(assembly);
  for (std::size_t i = 0; i < assembly.size(); ++i) result[i] += first[assembly[i].piece];
  return result;
}

std::vector<char> letters(const Model& model, const Assembly& assembly) {
  const bool by_name = are_initials(model);
  const auto number = numbers(model, assembly);
  std::vector<char> shown;
  for (std::size_t i = 0; i < assembly.size(); ++i) {
    shown.push_back(by_name ? model.puzzle.pieces[assembly[i].piece].name.front()
                            : lattice::base62[(number[i] + 10) % lattice::base62.size()]);
  }
  return shown;
}

std::vector<std::string> colours(const Model& model, const Assembly& assembly) {
  const Colours of_copies(model.puzzle);
  const auto copies = copies_in(assembly);
  std::vector<std::string> result;
  for (std::size_t i = 0; i < assembly.size(); ++i) {
    result.push_back(of_copies.of(assembly[i].piece, copies[i]));
  }
  return result;
}

std::string draw(const Model& model, const Assembly& assembly, drawing::palette::Paint paint) {
  const Cells cells = all_cells(model.puzzle);
  if (cells.empty()) return "\n";
  const auto [low, high] = lattice::extent(cells);
  boost::container::flat_map<Cell, std::string> shown;
  for (const Cell& cell : cells) shown.emplace_hint(shown.end(), cell, ".");
  const std::vector<char> letter = letters(model, assembly);
  std::vector<std::string> marks;
  for (const char c : letter) marks.emplace_back(1, c);
  if (paint == drawing::palette::Paint::truecolor) {
    const auto colour = colours(model, assembly);
    for (std::size_t i = 0; i < marks.size(); ++i)
      marks[i] = drawing::palette::painted(marks[i], colour[i]);
  }
  for (std::size_t i = 0; i < assembly.size(); ++i) {
    for (const Cell& cell : assembly[i].cells) shown[cell] = marks[i];
  }

  const bool bars = low.z != high.z;
  std::string picture;
  for (int y = low.y; y <= high.y; ++y) {
    std::string row;
    for (int z = low.z; z <= high.z; ++z) {
      if (bars) row += z == low.z ? "|" : "  |";
      for (int x = low.x; x <= high.x; ++x) {
        const auto found = shown.find({x, y, z});
        row += found == shown.end() ? " " : found->second;
      }
      if (bars) row += '|';
    }
    while (row.ends_with(' ')) row.pop_back();
    picture += row + '\n';
  }
  return picture + '\n';
}

std::vector<drawing::svg::Picture> drawings(const Model& model,
                                            std::span<const Assembly> assemblies) {
  const Cells cells = all_cells(model.puzzle);
  if (cells.empty()) return {};
  if (model.puzzle.grid != lattice::Grid::cubes) return lattice_drawings(model, assemblies);
  const LayerPlan plan(cells);
  constexpr int side = LayerPlan::side;
  std::vector<drawing::svg::Picture> result;
  for (const Assembly& assembly : assemblies) {
    drawing::svg::Picture& picture =
        result.emplace_back(plan.width(), plan.height(), "Assembly, layer by layer");
    const auto colour = colours(model, assembly);
    const auto letter = letters(model, assembly);
    const Owners owner = owners_of(assembly);
    for (const Cell& cell : cells) {
      const auto found = owner.find(cell);
      picture.rectangle(plan.x(cell), plan.y(cell), side, side,
                        found == owner.end() ? "#eeeeee" : colour[found->second]);
    }
    picture.path(borders(cells, owner, plan), 2);
    for (const Cell& cell : lettered_cells(assembly)) {
      const std::size_t i = owner.at(cell);
      picture.text(plan.x(cell) + side / 2.0, plan.y(cell) + side / 2.0, side * 0.5,
                   std::string(1, letter[i]), {.colour = drawing::palette::ink_on(colour[i])});
    }
  }
  return result;
}

drawing::svg::Legend legend(const Model& model, std::span<const Assembly> assemblies) {
  const Colours of_copies(model.puzzle);
  drawing::svg::Legend result;
  std::optional<std::uint32_t> last;
  for (const auto& [copy, letter] : copies_used(model, assemblies)) {
    if (last != copy.piece) {
      result.push_back({.marks = {},
                        .name = name_in_legend(model, copy.piece),
                        .copies = copies_in_words(model.puzzle.pieces[copy.piece])});
    }
    last = copy.piece;
    result.back().marks.push_back({of_copies.of(copy.piece, copy.copy), std::string(1, letter)});
  }
  return result;
}

std::string letters_in_words(const Model& model) {
  const auto& pieces = model.puzzle.pieces;
  std::vector<std::string> words;
  std::size_t first = 10;  // in base62
  bool differs = false;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const std::string name = name_in_legend(model, p);
    if (!pieces[p].copies) {
      // Further letters depend on how many copies an assembly has.
      if (p + 1 < pieces.size()) return "";
      words.push_back(std::string("from ") + lattice::base62[first % 62] + " on: " + name);
      differs = true;
      continue;
    }
    const std::size_t copies = pieces[p].copies->at_most;
    if (copies == 0) continue;
    if (first + copies > 10 + lattice::base62.size()) return "";
    std::string text(1, lattice::base62[first % 62]);
    if (copies > 1) {
      text += (copies == 2 ? " and " : " to ") +
              std::string(1, lattice::base62[(first + copies - 1) % 62]);
    }
    differs = differs || text != name;
    words.push_back(text + ": " + name);
    first += copies;
  }
  if (!differs || are_initials(model)) return "";
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : ", ") + word;
  return all;
}

std::string draw_svg(const Model& model, std::span<const Assembly> assemblies) {
  return drawing::svg::one_page(drawings(model, assemblies));
}

drawing::scene::Scene to_scene(const Model& model, std::span<const Analysed> analysed,
                               std::string title) {
  std::vector<Assembly> assemblies;
  for (const Analysed& each : analysed) assemblies.push_back(each.assembly);
  drawing::scene::Scene result{.title = std::move(title)};
  result.grid = model.puzzle.grid;
  const Colours of_copies(model.puzzle);
  const auto used = copies_used(model, assemblies);
  for (const auto& [copy, letter] : used) {
    result.pieces.push_back(label(model.puzzle.pieces[copy.piece], copy.copy));
    result.colours.push_back(of_copies.of(copy.piece, copy.copy));
  }
  std::uint64_t states = 300'000;
  Disassembler disassembler({}, model.puzzle.grid);
  for (const auto& [assembly, known] : analysed) {
    Disassembly found = known;
    if (known.verdict == Verdict::undecided && known.states == 0) {
      disassembler.set_limits({.states = states});
      found = take_apart(disassembler, model.puzzle, assembly);
      states -= std::min(states, found.states + 1);
    }
    const auto copies = copies_in(assembly);
    const auto letter = letters(model, assembly);
    drawing::scene::Parts parts;
    for (std::size_t i = 0; i < assembly.size(); ++i) {
      const auto at = used.find(Copy{assembly[i].piece, copies[i]});
      parts.push_back({.piece = static_cast<std::uint32_t>(at - used.begin()),
                       .label = std::string(1, letter[i]),
                       .cells = assembly[i].cells});
    }
    // If every part made of cubes leaves by one slide, an order of building says as much.
    if (model.puzzle.grid == lattice::Grid::cubes &&
        std::all_of(found.stages.begin(), found.stages.end(),
                    [](const Stage& stage) { return stage.slides.size() == 1; })) {
      found.stages.clear();
      drawing::scene::put_in_building_order(parts);
    }
    drawing::scene::TakenApart apart;
    if (found.verdict != Verdict::undecided) {
      apart = {.verdict = std::string(in_words(found.verdict)) +
                          (has_turns(found.stages) ? " with a turn" : ""),
               .level = to_string(found.level),
               .stages = std::move(found.stages)};
    }
    result.assemblies.push_back(std::move(parts));
    result.apart.push_back(std::move(apart));
  }
  return result;
}

drawing::scene::Scene to_scene(const Model& model, std::span<const Assembly> assemblies,
                               std::string title) {
  std::vector<Analysed> analysed;
  for (const Assembly& assembly : assemblies) analysed.push_back({assembly, {}});
  return to_scene(model, std::span<const Analysed>(analysed), std::move(title));
}

}  // namespace dlx::polycube
