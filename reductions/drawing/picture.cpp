#include "reductions/drawing/picture.hpp"

#include <algorithm>
#include <boost/container/flat_map.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "reductions/drawing/styles.hpp"

namespace dlx::drawing {
namespace {

using Json = nlohmann::ordered_json;

bool is_tiled(Style style) {
  return style == Style::layers || style == Style::dominoes;
}

/// The sign on each square of a board, row by row; an empty text for an empty square.
std::vector<std::string> signs_on(const Picture& picture) {
  const auto width = static_cast<std::size_t>(picture.frame->width);
  std::vector<std::string> signs(width * static_cast<std::size_t>(picture.frame->height));
  for (const Body& body : picture.bodies) {
    for (const Cell& c : body.cells) {
      signs[static_cast<std::size_t>(c.y) * width + static_cast<std::size_t>(c.x)] = body.sign;
    }
  }
  return signs;
}

/// A board as text, one line for each row. Squares are separated by a blank, boxes by two blanks
/// and an empty line.
std::string board_text(const Picture& picture) {
  const Frame& frame = *picture.frame;
  const std::vector<std::string> signs = signs_on(picture);
  std::size_t widest = 1;
  for (const Piece& piece : frame.pieces) widest = std::max(widest, piece.name.size());
  std::string text;
  for (int y = 0; y < frame.height; ++y) {
    if (frame.box_height > 1 && y > 0 && y % frame.box_height == 0) text += '\n';
    for (int x = 0; x < frame.width; ++x) {
      if (x > 0) text += frame.box_width > 0 && x % frame.box_width == 0 ? "  " : " ";
      const std::string& found = signs[static_cast<std::size_t>(y * frame.width + x)];
      const std::string sign = found.empty() ? "." : found;
      text += std::string(widest - sign.size(), ' ') + sign;
    }
    text += '\n';
  }
  return text + '\n';
}

std::string row_text(const Picture& picture) {
  std::string line;
  for (const std::string& sign : signs_on(picture)) line += (line.empty() ? "" : " ") + sign;
  return line + '\n';
}

/// The sign of a body's cell. The signs of a domino's two ends show its direction: "<>" in a row,
/// and ">" and "<" at the two ends of a row whose ends are joined.
std::string_view sign_of(const Picture& picture, const Body& body, std::size_t cell) {
  if (picture.frame->style != Style::dominoes) return body.sign;
  if (crosses_edge(body.cells)) cell = 1 - cell;
  return std::string_view(body.cells[0].y == body.cells[1].y ? "<>" : "^v").substr(cell, 1);
}

/// The classical picture: layers side by side between bars, rows downward. An empty cell is a dot,
/// except on boards of dominoes.
std::string layers_text(const Picture& picture, palette::Paint paint) {
  const Frame& frame = *picture.frame;
  if (frame.cells.empty()) return "\n";
  const auto [low, high] = lattice::extent(frame.cells);
  boost::container::flat_map<Cell, std::string> shown;
  if (frame.style == Style::layers) {
    for (const Cell& cell : frame.cells) shown.emplace_hint(shown.end(), cell, ".");
  }
  for (const Body& body : picture.bodies) {
    for (std::size_t i = 0; i < body.cells.size(); ++i) {
      const std::string_view sign = sign_of(picture, body, i);
      shown[body.cells[i]] =
          paint == palette::Paint::plain
              ? std::string(sign)
              : palette::painted(sign, frame.style == Style::dominoes
                                           ? domino_colour(body.cells)
                                           : frame.colour(body.piece, body.copy));
    }
  }
  const bool bars = low.z != high.z;
  std::string text;
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
    text += row + '\n';
  }
  return text + '\n';
}

}  // namespace

std::string text(const Picture& picture, palette::Paint paint) {
  switch (picture.frame->style) {
    case Style::chess:
    case Style::sudoku:
      return picture.frame->markings ? marked_text(picture) : board_text(picture);
    case Style::row:
      return row_text(picture);
    case Style::layers:
    case Style::dominoes:
      return layers_text(picture, paint);
    case Style::net:
      return net_text(picture, paint);
    case Style::walk:
      return arrows_of(picture) + "\n" + numbered_layers(picture) + "\n";
  }
  return {};
}

std::vector<svg::Drawing> drawings(std::span<const Picture> pictures) {
  if (pictures.empty()) return {};
  const Frame& frame = *pictures.front().frame;
  if (is_tiled(frame.style) && frame.cells.empty()) return {};
  switch (frame.style) {
    case Style::chess:
      return draw_chess(pictures);
    case Style::sudoku:
      return draw_sudoku(pictures);
    case Style::row:
      return draw_row(pictures);
    case Style::layers:
      return draw_layers(pictures);
    case Style::dominoes:
      return draw_dominoes(pictures);
    case Style::net:
      return draw_net(pictures);
    case Style::walk:
      return draw_walk(pictures);
  }
  return {};
}

svg::Legend legend(std::span<const Picture> pictures) {
  svg::Legend result;
  if (pictures.empty() || !pictures.front().frame->has_legend) return result;
  const Frame& frame = *pictures.front().frame;
  std::map<std::pair<std::uint32_t, std::size_t>, std::string> used;
  for (const Picture& picture : pictures) {
    for (const Body& body : picture.bodies) {
      used.emplace(std::pair(body.piece, body.copy), frame.signs_are_pieces ? body.sign : "");
    }
  }
  std::optional<std::uint32_t> last;
  for (const auto& [which, sign] : used) {
    const auto [piece, copy] = which;
    if (last != piece) {
      const Piece& entry = frame.pieces[piece];
      result.push_back({.marks = {}, .name = entry.name, .copies = entry.copies});
    }
    last = piece;
    result.back().marks.push_back({frame.colour(piece, copy), sign});
  }
  return result;
}

std::string draw_svg(std::span<const Picture> pictures) {
  return svg::one_page(drawings(pictures));
}

std::string layers_in_words(const Frame& frame) {
  const auto [low, high] = lattice::extent(frame.cells);
  return low.z == high.z ? "" : "layers from left to right, the top one first";
}

bool is_in_space(Style style) {
  return style != Style::chess && style != Style::sudoku && style != Style::row;
}

scene::Scene to_scene(const Frame& frame, std::span<const Picture> pictures, std::string title) {
  scene::Scene result{.title = std::move(title)};
  if (frame.style == Style::walk) {
    for (const Picture& picture : pictures) {
      Cells& walk = result.walks.emplace_back();
      for (const Body& cubelet : picture.bodies) walk.push_back(cubelet.cells.front());
    }
    return result;
  }
  if (frame.panels.empty()) {
    throw std::invalid_argument("only cubes can be shown in space; the positions here are tables");
  }
  for (const Piece& piece : frame.pieces) {
    result.pieces.push_back(piece.name);
    result.colours.push_back(piece.colours.front());
  }
  for (const Picture& picture : pictures) {
    scene::Parts parts;
    for (const Body& body : picture.bodies) {
      scene::Part& part = parts.emplace_back();
      part.piece = body.piece;
      part.label = body.sign;
      // The z of panels points upward. z is negated to point downward, and y is negated, too, so
      // that the scene is not mirrored.
      for (const Cell& c : body.cells) part.cells.push_back({c.x, -c.y, -c.z});
      std::sort(part.cells.begin(), part.cells.end());
    }
    scene::put_in_building_order(parts);
    result.assemblies.push_back(std::move(parts));
  }
  return result;
}

std::string board_as_json(const Frame& frame, std::span<const Body> given,
                          std::span<const std::vector<Body>> options) {
  const bool tiled = is_tiled(frame.style);
  const lattice::Extent around = lattice::extent(frame.cells);
  if (around.low.z != around.high.z) {
    throw std::invalid_argument("a board is flat, and this region has several layers");
  }
  /// A JSON array [x, y, sign]. A tile has its sign only on its first square; its other squares
  /// have arrays [x, y].
  const auto mark = [&](const Cell& c, const std::string& sign) {
    Json entry = Json::array({c.x - around.low.x, c.y - around.low.y});
    if (!sign.empty()) entry.push_back(sign);
    return entry;
  };
  const auto marks = [&](std::span<const Body> bodies) {
    Json list = Json::array();
    for (const Body& body : bodies) {
      for (const Cell& c : body.cells) {
        const bool is_signed = !tiled || (c == body.cells.front() && frame.pieces.size() > 1);
        const std::string& name = frame.pieces[body.piece].name;
        list.push_back(mark(c, !is_signed ? "" : frame.style == Style::chess ? "\u265B" : name));
      }
    }
    return list;
  };
  const std::string_view kind = tiled                          ? "tiles"
                                : frame.style == Style::chess  ? "chess"
                                : frame.style == Style::sudoku ? "sudoku"
                                                               : "row";
  Json json{{"kind", kind},
            {"width", !tiled ? frame.width : around.high.x - around.low.x + 1},
            {"height", !tiled ? frame.height : around.high.y - around.low.y + 1}};
  for (const Cell& c : frame.cells) json["squares"].push_back(mark(c, ""));
  if (frame.box_width > 0) json["boxes"] = {frame.box_width, frame.box_height};
  json["given"] = marks(given);
  json["options"] = Json::array();
  for (const std::vector<Body>& bodies : options) json["options"].push_back(marks(bodies));
  return json.dump();
}

}  // namespace dlx::drawing
