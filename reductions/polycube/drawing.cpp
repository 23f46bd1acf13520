#include <algorithm>
#include <boost/container/flat_map.hpp>
#include <boost/container/flat_set.hpp>
#include <numeric>
#include <utility>

#include "dlx/core/text.hpp"
#include "reductions/draw/svg.hpp"
#include "reductions/polycube/apart.hpp"
#include "reductions/polycube/polycube.hpp"

namespace dlx::polycube {
namespace {

Cells all_cells(const Puzzle& puzzle) {
  Cells cells = puzzle.target;
  cells.insert(cells.end(), puzzle.optional_cells.begin(), puzzle.optional_cells.end());
  std::sort(cells.begin(), cells.end());
  return cells;
}

/// The piece's name, with the number of the copy where there may be several: S2.1 and S2.2 as
/// BurrTools has them, but I1 and I2.
std::string label(const Piece& piece, std::size_t copy) {
  if (piece.copies && piece.copies->at_most == 1) return piece.name;
  const bool ends_in_digit =
      !piece.name.empty() && piece.name.back() >= '0' && piece.name.back() <= '9';
  return piece.name + (ends_in_digit ? "." : "") + std::to_string(copy + 1);
}

/// The names of placed pieces by their numbers: the same piece has the same number everywhere.
std::vector<std::string> names_by_number(const Model& model, std::span<const Assembly> assemblies) {
  std::vector<std::string> names;
  for (const Assembly& assembly : assemblies) {
    const auto number = numbers(model, assembly);
    boost::container::flat_map<std::uint32_t, std::size_t> first;  // number of a piece's first copy
    for (std::size_t i = 0; i < assembly.size(); ++i) {
      const auto found = first.emplace(assembly[i].piece, number[i]).first;
      found->second = std::min(found->second, number[i]);
    }
    for (std::size_t i = 0; i < assembly.size(); ++i) {
      if (number[i] >= names.size()) names.resize(number[i] + 1);
      const std::uint32_t piece = assembly[i].piece;
      names[number[i]] = label(model.puzzle.pieces[piece], number[i] - first.at(piece));
    }
  }
  return names;
}

}  // namespace

std::vector<std::size_t> numbers(const Model& model, const Assembly& assembly) {
  std::vector<std::size_t> order(assembly.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return assembly[a] < assembly[b]; });
  std::vector<std::size_t> result(assembly.size());
  std::size_t first = 0;  // number of the piece's first copy
  std::size_t copy = 0;
  std::uint32_t piece = 0;
  for (const std::size_t i : order) {
    for (; piece < assembly[i].piece; ++piece) {
      const auto& copies = model.puzzle.pieces[piece].copies;
      first += copies ? copies->at_most : copy;
      copy = 0;
    }
    result[i] = first + copy++;
  }
  return result;
}

std::vector<char> letters(const Model& model, const Assembly& assembly) {
  boost::container::flat_set<char> initials;
  const bool by_name =
      std::all_of(model.puzzle.pieces.begin(), model.puzzle.pieces.end(), [&](const Piece& piece) {
        return piece.copies && piece.copies->at_most == 1 && !piece.name.empty() &&
               visible_length(piece.name) == 1 && initials.insert(piece.name.front()).second;
      });
  const auto number = numbers(model, assembly);
  std::vector<char> shown;
  for (std::size_t i = 0; i < assembly.size(); ++i) {
    shown.push_back(by_name ? model.puzzle.pieces[assembly[i].piece].name.front()
                            : lattice::base62[(number[i] + 10) % lattice::base62.size()]);
  }
  return shown;
}

std::string draw(const Model& model, const Assembly& assembly) {
  const Cells cells = all_cells(model.puzzle);
  if (cells.empty()) return "\n";
  const auto [low, high] = lattice::extent(cells);
  boost::container::flat_map<Cell, char> letter;
  for (const Cell& cell : cells) letter.emplace_hint(letter.end(), cell, '.');
  const std::vector<char> shown = letters(model, assembly);
  for (std::size_t i = 0; i < assembly.size(); ++i) {
    for (const Cell& cell : assembly[i].cells) letter[cell] = shown[i];
  }

  const bool bars = low.z != high.z;
  std::string picture;
  for (int y = low.y; y <= high.y; ++y) {
    std::string row;
    for (int z = low.z; z <= high.z; ++z) {
      if (bars) row += z == low.z ? "|" : "  |";
      for (int x = low.x; x <= high.x; ++x) {
        const auto found = letter.find({x, y, z});
        row += found == letter.end() ? ' ' : found->second;
      }
      if (bars) row += '|';
    }
    while (row.ends_with(' ')) row.pop_back();
    picture += row + '\n';
  }
  return picture + '\n';
}

std::string draw_svg(const Model& model, std::span<const Assembly> assemblies) {
  constexpr int side = 28;
  constexpr int margin = 14;
  const Cells cells = all_cells(model.puzzle);
  const auto [low, high] = lattice::extent(cells);
  const int width = high.x - low.x + 1;
  const int height = high.y - low.y + 1;
  const int depth = high.z - low.z + 1;
  const int step = height * side + margin;
  svg::Picture picture(depth * (width * side + margin) + margin,
                       static_cast<int>(assemblies.size()) * (step + margin) + margin);
  const std::vector<std::string> named = svg::named_colours(names_by_number(model, assemblies));
  const auto colour_of = [&](std::size_t number) {
    if (!named[number].empty()) return named[number];
    // Far apart on the circle of hues, by the golden angle.
    const auto hue = static_cast<int>(number * 1375 / 10 % 360);
    return svg::light_colour(hue, number % 2 == 0 ? 72 : 82);
  };
  for (std::size_t n = 0; n < assemblies.size(); ++n) {
    const Assembly& assembly = assemblies[n];
    const auto number = numbers(model, assembly);
    const auto letter = letters(model, assembly);
    boost::container::flat_map<Cell, std::size_t> owner;
    for (std::size_t i = 0; i < assembly.size(); ++i) {
      for (const Cell& cell : assembly[i].cells) owner.emplace(cell, i);
    }
    const auto owner_of = [&](const Cell& cell) {
      const auto found = owner.find(cell);
      return found == owner.end() ? assembly.size() : found->second;
    };
    std::string lines;
    const double top = margin + static_cast<double>(n) * (step + margin);
    for (const Cell& cell : cells) {
      const double x = margin + (cell.z - low.z) * (width * side + margin) +
                       static_cast<double>(cell.x - low.x) * side;
      const double y = top + static_cast<double>(cell.y - low.y) * side;
      const std::size_t i = owner_of(cell);
      if (i == assembly.size()) {
        picture.rectangle(x, y, side, side, "#eeeeee");
      } else {
        picture.rectangle(x, y, side, side, colour_of(number[i]));
        picture.text(x + side / 2.0, y + side / 2.0, side * 0.5, std::string(1, letter[i]));
      }
      const auto point = [](double a, double b) {
        return std::to_string(static_cast<int>(a)) + ' ' + std::to_string(static_cast<int>(b));
      };
      const auto other = [&](int dx, int dy) {
        const Cell next{cell.x + dx, cell.y + dy, cell.z};
        return !std::binary_search(cells.begin(), cells.end(), next) || owner_of(next) != i;
      };
      if (other(-1, 0)) lines += "M " + point(x, y) + " L " + point(x, y + side) + ' ';
      if (other(0, -1)) lines += "M " + point(x, y) + " L " + point(x + side, y) + ' ';
      if (other(1, 0)) lines += "M " + point(x + side, y) + " L " + point(x + side, y + side) + ' ';
      if (other(0, 1)) lines += "M " + point(x, y + side) + " L " + point(x + side, y + side) + ' ';
    }
    picture.path(lines, 2);
  }
  return picture.file(std::to_string(assemblies.size()) +
                      (assemblies.size() == 1 ? " assembly" : " assemblies") + ", by layers");
}

scene::Scene to_scene(const Model& model, std::span<const Analysed> analysed, std::string title) {
  std::vector<Assembly> assemblies;
  for (const Analysed& each : analysed) assemblies.push_back(each.assembly);
  scene::Scene result{.title = std::move(title), .pieces = names_by_number(model, assemblies)};
  std::uint64_t states = 300'000;
  Disassembler disassembler;
  for (const auto& [assembly, known] : analysed) {
    Disassembly found = known;
    if (known.verdict == Verdict::undecided && known.states == 0) {
      disassembler.set_limits({.states = states});
      found = take_apart(disassembler, model.puzzle, assembly);
      states -= std::min(states, found.states + 1);
    }
    const auto number = numbers(model, assembly);
    const auto letter = letters(model, assembly);
    scene::Parts parts;
    for (std::size_t i = 0; i < assembly.size(); ++i) {
      parts.push_back({.piece = static_cast<std::uint32_t>(number[i]),
                       .label = std::string(1, letter[i]),
                       .cells = assembly[i].cells});
    }
    // If every part leaves by one slide, an order of building says as much.
    if (std::all_of(found.stages.begin(), found.stages.end(),
                    [](const Stage& stage) { return stage.slides.size() == 1; })) {
      found.stages.clear();
      scene::put_in_building_order(parts);
    }
    scene::TakenApart apart;
    if (found.verdict != Verdict::undecided) {
      apart = {.verdict = std::string(in_words(found.verdict)),
               .level = to_string(found.level),
               .stages = std::move(found.stages)};
    }
    result.assemblies.push_back(std::move(parts));
    result.apart.push_back(std::move(apart));
  }
  return result;
}

scene::Scene to_scene(const Model& model, std::span<const Assembly> assemblies, std::string title) {
  std::vector<Analysed> analysed;
  for (const Assembly& assembly : assemblies) analysed.push_back({assembly, {}});
  return to_scene(model, std::span<const Analysed>(analysed), std::move(title));
}

}  // namespace dlx::polycube
