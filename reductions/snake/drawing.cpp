#include <algorithm>
#include <array>
#include <boost/container/flat_map.hpp>
#include <string_view>
#include <utility>

#include "reductions/drawing/sheet.hpp"
#include "reductions/snake/snake.hpp"

namespace dlx::snake {
namespace {

constexpr std::string_view arrow_of = "><^v.o";
constexpr std::string_view letter_of = "RLUDFB";

}  // namespace

std::string arrows(const Folding& folding) {
  std::string text;
  for (const Direction d : folding.directions) {
    text.append(text.empty() ? "" : " ") += arrow_of[d];
  }
  return text;
}

std::string turns(const Folding& folding) {
  std::string text;
  std::size_t first = 0;
  for (const Direction d : folding.directions) {
    std::size_t last = first + 1;
    while (last + 1 < folding.cells.size() &&
           folding.cells[last + 1] - folding.cells[last] == step(d)) {
      ++last;
    }
    text += (text.empty() ? "" : " ") + std::to_string(last - first + 1) + letter_of[d];
    first = last;
  }
  return text;
}

std::string coordinates(const Folding& folding) {
  std::string text;
  for (const Cell& c : folding.cells) {
    text += (text.empty() ? "" : " ") + std::to_string(c.x) + ',' + std::to_string(c.y) + ',' +
            std::to_string(c.z);
  }
  return text;
}

std::string layers(const Folding& folding) {
  boost::container::flat_map<Cell, std::size_t> visit;
  for (const Cell& cell : folding.cells) visit.emplace(cell, visit.size() + 1);
  const auto [low, high] = lattice::extent(folding.cells);
  const std::size_t width = std::to_string(folding.cells.size()).size();
  std::string picture;
  for (int y = high.y; y >= low.y; --y) {
    for (int z = high.z; z >= low.z; --z) {  // y upward and z toward the viewer: the top one first
      if (z < high.z) picture += "   ";
      for (int x = low.x; x <= high.x; ++x) {
        const auto found = visit.find({x, y, z});
        const std::string number = found == visit.end() ? "" : std::to_string(found->second);
        if (x > low.x) picture += ' ';
        picture.append(width - number.size(), ' ') += number;
      }
    }
    picture += '\n';
  }
  return picture;
}

std::string draw(const Model&, const Folding& folding) {
  return arrows(folding) + "\n" + layers(folding) + "\n";
}

std::vector<drawing::svg::Picture> drawings(std::span<const Folding> foldings) {
  constexpr int square = 40;
  constexpr int margin = 20;
  std::vector<drawing::svg::Picture> result;
  if (foldings.empty()) return result;
  const auto [low, high] = lattice::extent(foldings[0].cells);
  const int side = high.x - low.x + 1;
  const int block = square * side + margin;
  const std::string length = std::to_string(square);
  for (const Folding& folding : foldings) {
    drawing::svg::Picture& picture = result.emplace_back(
        block * side + margin, square * side + 2 * margin, "Folding by layers: " + arrows(folding));
    // The middle of a cell.
    const auto x = [&](const Cell& c) {
      return margin + (side - 1 - c.z) * block + c.x * square + square / 2;
    };
    const auto y = [&](const Cell& c) { return margin + (side - 1 - c.y) * square + square / 2; };
    const auto point = [&](char command, const Cell& c) {
      return command + std::to_string(x(c)) + " " + std::to_string(y(c));
    };
    std::string grid;
    std::string thread;
    for (std::size_t i = 0; i < folding.cells.size(); ++i) {
      const Cell& c = folding.cells[i];
      picture.rectangle(
          x(c) - square / 2.0, y(c) - square / 2.0, square, square,
          drawing::svg::light_colour(static_cast<int>(300 * i / folding.cells.size()), 85));
      grid += "M" + std::to_string(x(c) - square / 2) + " " + std::to_string(y(c) - square / 2) +
              "h" + length + "v" + length + "h-" + length + "z";
      const bool same_layer = i > 0 && folding.cells[i - 1].z == c.z;
      thread += point(same_layer ? 'L' : 'M', c);
    }
    picture.path(grid, 0.6, "#555");
    picture.path(thread, 5, "#333");
    for (std::size_t i = 0; i < folding.cells.size(); ++i) {
      const Cell& c = folding.cells[i];
      const auto goes = [&](std::size_t from, std::size_t to) {
        return to < folding.cells.size() && folding.cells[from].z != folding.cells[to].z;
      };
      const bool end = i == 0 || i + 1 == folding.cells.size();
      // Where the thread leaves the layer there is a dot; the two ends are large.
      if (end) {
        picture.circle(x(c), y(c), 9, i == 0 ? "#8f8" : "#f88");
      } else if (goes(i, i + 1) || goes(i - 1, i)) {
        picture.circle(x(c), y(c), 5, "white");
      }
      picture.text(x(c) - 12, y(c) - 12, 11, std::to_string(i + 1));
    }
  }
  return result;
}

std::string draw_svg(std::span<const Folding> foldings) {
  return drawing::svg::one_page(drawings(foldings));
}

drawing::scene::Scene to_scene(std::span<const Folding> foldings, std::string title) {
  drawing::scene::Scene result{.title = std::move(title)};
  for (const Folding& folding : foldings) result.walks.push_back(folding.cells);
  return result;
}

}  // namespace dlx::snake
