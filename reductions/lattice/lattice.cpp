#include "reductions/lattice/lattice.hpp"

#include <stdexcept>

namespace dlx::lattice {
namespace {

std::vector<Turn> all_turns() {
  std::vector<Turn> all;
  std::array<int, 3> axis{0, 1, 2};
  do {
    for (unsigned signs = 0; signs < 8; ++signs) {
      Turn turn{.axis = axis, .sign = {}};
      for (unsigned i = 0; i < 3; ++i) turn.sign[i] = (signs >> i & 1U) != 0 ? -1 : 1;
      all.push_back(turn);
    }
  } while (std::next_permutation(axis.begin(), axis.end()));
  return all;
}

}  // namespace

Cell Turn::operator()(const Cell& cell) const noexcept {
  const auto from = as_array(cell);
  const auto coordinate = [&](std::size_t i) {
    return sign[i] * from[static_cast<std::size_t>(axis[i])];
  };
  return {coordinate(0), coordinate(1), coordinate(2)};
}

int Turn::determinant() const noexcept {
  const auto column = [this](std::size_t i) { return (*this)(unit_vector(i)); };
  return static_cast<int>(dot(column(0), cross(column(1), column(2))));
}

std::span<const Turn> turns() {
  static const std::vector<Turn> all = all_turns();
  return all;
}

Extent extent(const Cells& cells) noexcept {
  if (cells.empty()) return {};
  Extent e{.low = cells.front(), .high = cells.front()};
  for (const Cell& c : cells) {
    e.low = {std::min(e.low.x, c.x), std::min(e.low.y, c.y), std::min(e.low.z, c.z)};
    e.high = {std::max(e.high.x, c.x), std::max(e.high.y, c.y), std::max(e.high.z, c.z)};
  }
  return e;
}

Cells normalised(const Cells& cells) {
  const Cell low = extent(cells).low;
  return image(cells, [&](const Cell& c) { return c - low; });
}

bool is_flat(const Cells& cells) noexcept {
  return std::all_of(cells.begin(), cells.end(),
                     [&](const Cell& c) { return c.z == cells.front().z; });
}

std::optional<std::size_t> thin_axis(const Cells& cells) noexcept {
  const auto [low, high] = extent(cells);
  for (std::size_t axis = 3; axis-- > 0;) {
    if (as_array(low)[axis] == as_array(high)[axis]) return axis;
  }
  return std::nullopt;
}

std::vector<Motion> symmetries(const Cells& cells, UpTo up_to) {
  const auto thin = thin_axis(cells);
  std::vector<Motion> found;
  for (const Turn& turn : turns()) {
    if (up_to == UpTo::none && !found.empty()) break;
    if (up_to == UpTo::rotations && turn.determinant() < 0) continue;
    if (thin && !turn.keeps(*thin)) continue;
    const Cells turned = image(cells, turn);
    if (normalised(turned) != normalised(cells)) continue;
    found.push_back({turn, extent(cells).low - extent(turned).low});
  }
  return found;
}

Cells cells_between(const Cell& low, const Cell& high) {
  Cells cells;
  for (int z = low.z; z <= high.z; ++z) {
    for (int y = low.y; y <= high.y; ++y) {
      for (int x = low.x; x <= high.x; ++x) cells.push_back({x, y, z});
    }
  }
  return cells;
}

Cells divided(const Cells& cells, int parts) {
  const Cells within = cells_between({0, 0, 0}, {parts - 1, parts - 1, parts - 1});
  Cells result;
  result.reserve(cells.size() * within.size());
  for (const Cell& cell : cells) {
    for (const Cell& part : within) result.push_back(times(parts, cell) + part);
  }
  std::sort(result.begin(), result.end());
  return result;
}

Cells box(int width, int height, int depth) {
  constexpr std::int64_t largest = 1'000'000;
  if (width < 1 || height < 1 || depth < 1 || width > largest || height > largest ||
      std::int64_t{width} * height > largest || std::int64_t{width} * height * depth > largest) {
    throw std::invalid_argument("a box must have sides of at least 1 and at most " +
                                std::to_string(largest) + " cells");
  }
  return cells_between({}, {width - 1, height - 1, depth - 1});
}

Cells region(std::vector<int> sides) {
  if (sides.size() == 3) {
    if (const auto thin = std::find(sides.begin(), sides.end(), 1); thin != sides.end()) {
      sides.erase(thin);
    }
  }
  return sides.size() == 2 ? box(sides[1], sides[0]) : box(sides.at(2), sides.at(1), sides.at(0));
}

Cells from_picture(std::string_view picture) {
  Cells cells;
  Cell at;
  bool row_is_empty = true;
  for (const char c : picture) {
    switch (c) {
      case 'X':
      case '#':
        cells.push_back(at);
        [[fallthrough]];
      case ' ':
      case '_':
      case '.':
        ++at.x;
        row_is_empty = false;
        break;
      case '/':
      case '\n':
        if (!row_is_empty) {
          at = {0, at.y + 1, at.z};
        } else if (at.y > 0) {  // the first empty row after a layer
          at = {0, 0, at.z + 1};
        }
        row_is_empty = true;
        break;
      case '\r':
        break;
      default:
        throw std::invalid_argument(std::string("unexpected '") + c +
                                    "' in a picture of cells; wanted X or #, and . or _ or blanks");
    }
  }
  if (cells.empty()) throw std::invalid_argument("a picture without cells");
  return normalised(cells);
}

std::string name(const Cell& cell, bool with_layer) {
  const auto large = [](int v) { return v < 0 || static_cast<std::size_t>(v) >= base62.size(); };
  const bool commas = large(cell.x) || large(cell.y) || (with_layer && large(cell.z));
  std::string text;
  const auto add = [&](int v) {
    if (commas) {
      text += (text.empty() ? "" : ",") + std::to_string(v);
    } else {
      text += base62[static_cast<std::size_t>(v)];
    }
  };
  add(cell.x);
  add(cell.y);
  if (with_layer) add(cell.z);
  return text;
}

}  // namespace dlx::lattice
