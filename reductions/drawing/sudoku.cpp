// Draws sudokus: thin lines between squares, thick lines around boxes or regions, and the marks of
// their rules. Letters and digits have the contrast that level AA of WCAG 2.1 requires on every
// background.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "reductions/drawing/styles.hpp"

namespace dlx::drawing {
namespace {

constexpr int sudoku_margin = 14;
constexpr int sudoku_side = 30;

bool has(const Cells& cells, int x, int y) {
  return std::find(cells.begin(), cells.end(), Cell{x, y, 0}) != cells.end();
}

/// Kinds of lines between two squares, or at the edge of a board.
enum class Wall : std::uint8_t { none, cage, region };

/// The lines of a board: at the left side of each square, and above each square.
struct Walls {
  explicit Walls(const Frame& frame)
      : width(frame.width),
        height(frame.height),
        left(places(frame.width + 1, frame.height), Wall::none),
        above(places(frame.width, frame.height + 1), Wall::none) {
    for (const auto& [cells, sum] : frame.markings->cages) surround(cells, Wall::cage);
    for (const Cells& cells : frame.markings->regions) surround(cells, Wall::region);
  }

  /// The line at the left side of a square. The greatest possible x is that of the column to the
  /// right of the board.
  Wall& at_left(int x, int y) { return left[static_cast<std::size_t>(y * (width + 1) + x)]; }
  /// The line above a square. The greatest possible y is that of the row below the board.
  Wall& at_top(int x, int y) { return above[static_cast<std::size_t>(y * width + x)]; }

  /// The character at the upper left corner of a square. The character shows which border lines of
  /// regions meet or pass at this corner.
  char corner(int x, int y) {
    const bool down = (y > 0 && at_left(x, y - 1) == Wall::region) ||
                      (y < height && at_left(x, y) == Wall::region);
    const bool across =
        (x > 0 && at_top(x - 1, y) == Wall::region) || (x < width && at_top(x, y) == Wall::region);
    return down && across ? '+' : down ? '|' : across ? '-' : ' ';
  }

  int width;
  int height;
  std::vector<Wall> left;
  std::vector<Wall> above;

 private:
  static std::size_t places(int across, int down) {
    return static_cast<std::size_t>(across) * static_cast<std::size_t>(down);
  }

  void surround(const Cells& cells, Wall wall) {
    for (const Cell& c : cells) {
      if (!has(cells, c.x - 1, c.y)) at_left(c.x, c.y) = wall;
      if (!has(cells, c.x + 1, c.y)) at_left(c.x + 1, c.y) = wall;
      if (!has(cells, c.x, c.y - 1)) at_top(c.x, c.y) = wall;
      if (!has(cells, c.x, c.y + 1)) at_top(c.x, c.y + 1) = wall;
    }
  }
};

/// The character that shows a relation between the values of two neighbouring squares. Readers of
/// sudokus skip these characters.
char sign_of_link(const Link& link) {
  if (link.kind == Link::Kind::consecutive) return '~';
  if (link.kind == Link::Kind::twice) return '/';
  if (link.from.y == link.to.y) return link.from.x < link.to.x ? '<' : '>';
  return link.from.y < link.to.y ? '^' : 'v';
}

bool are_neighbours(const Cell& a, const Cell& b) {
  return std::abs(a.x - b.x) + std::abs(a.y - b.y) == 1;
}

/// A picture made of characters that are set one by one.
class Letters {
 public:
  Letters(std::size_t width, std::size_t height) : rows_(height, std::string(width, ' ')) {}
  void put(std::size_t x, std::size_t y, std::string_view words) {
    rows_[y].replace(x, words.size(), words);
  }
  /// The rows of the picture. A row between squares is left out if it contains only vertical lines.
  /// The other rows between squares begin and end with '+', so that readers can distinguish them
  /// from rows of squares.
  [[nodiscard]] std::string text() const {
    std::string all;
    for (std::size_t y = 0; y < rows_.size(); ++y) {
      std::string row = rows_[y];
      if (y % 2 == 0 && row.find_first_not_of(" |") == std::string::npos) continue;
      while (row.ends_with(' ')) row.pop_back();
      if (y % 2 == 0) row[row.find_first_not_of(' ')] = row.back() = '+';
      all += row + '\n';
    }
    return all;
  }

 private:
  std::vector<std::string> rows_;
};

/// The lines along the inner side of a cage's border, as path data.
std::string inner_edge(const Cells& cells, double inset) {
  std::string data;
  const auto line = [&](double x, double y, double x2, double y2) {
    const auto number = [](double value) {
      std::string digits = std::to_string(value);
      digits.erase(digits.find('.') + 2);
      return digits;
    };
    data += "M" + number(x) + ' ' + number(y) + 'L' + number(x2) + ' ' + number(y2);
  };
  for (const Cell& c : cells) {
    const double left = sudoku_margin + c.x * sudoku_side;
    const double top = sudoku_margin + c.y * sudoku_side;
    const double right = left + sudoku_side;
    const double bottom = top + sudoku_side;
    // Each line extends along the side of a square to the next square of the cage. If the cage has
    // no next square there, the line ends at the inset corner.
    const auto across = [&](double y, int dy) {
      if (has(cells, c.x, c.y + dy)) return;
      const double from = has(cells, c.x - 1, c.y)
                              ? (has(cells, c.x - 1, c.y + dy) ? left - inset : left)
                              : left + inset;
      const double to = has(cells, c.x + 1, c.y)
                            ? (has(cells, c.x + 1, c.y + dy) ? right + inset : right)
                            : right - inset;
      line(from, y, to, y);
    };
    const auto down = [&](double x, int dx) {
      if (has(cells, c.x + dx, c.y)) return;
      const double from = has(cells, c.x, c.y - 1)
                              ? (has(cells, c.x + dx, c.y - 1) ? top - inset : top)
                              : top + inset;
      const double to = has(cells, c.x, c.y + 1)
                            ? (has(cells, c.x + dx, c.y + 1) ? bottom + inset : bottom)
                            : bottom - inset;
      line(x, from, x, to);
    };
    across(top + inset, -1);
    across(bottom - inset, 1);
    down(left + inset, -1);
    down(right - inset, 1);
  }
  return data;
}

std::string point(double x, double y) {
  return std::to_string(static_cast<int>(x)) + ' ' + std::to_string(static_cast<int>(y));
}

double middle(int place) {
  return sudoku_margin + (place + 0.5) * sudoku_side;
}

/// A disc without an outline, as path data.
std::string disc(const Cell& c, int radius) {
  const std::string r = std::to_string(radius);
  const std::string half = "a" + r + ' ' + r + " 0 0 1 ";
  return "M" + point(middle(c.x) - radius, middle(c.y)) + half + point(2 * radius, 0) + half +
         point(-2 * radius, 0) + "z";
}

/// Draws the backgrounds below the values: shaded squares, marks of even and odd squares, diagonals
/// and chains.
void draw_grounds(svg::Drawing& drawing, const Markings& markings) {
  constexpr double inset = 3.5;
  const auto square = [&](const Cell& c, double in, std::string_view fill) {
    drawing.rectangle(sudoku_margin + c.x * sudoku_side + in,
                      sudoku_margin + c.y * sudoku_side + in, sudoku_side - 2 * in,
                      sudoku_side - 2 * in, fill);
  };
  for (const Cell& c : markings.shaded) square(c, 0, "#dcebd9");
  for (const Cell& c : markings.even) square(c, inset, "#cfcfcf");
  for (const Cell& c : markings.odd) drawing.shape(disc(c, 12), "#cfcfcf");
  for (const Link& link : markings.links) {
    const std::string line = "M" + point(middle(link.from.x), middle(link.from.y)) + 'L' +
                             point(middle(link.to.x), middle(link.to.y));
    if (link.kind == Link::Kind::diagonal) drawing.path(line, 1.2, "#c06a5a");
    if (link.kind != Link::Kind::less) continue;
    drawing.path(line, 9, "#d3d3e6");
    const bool is_bulb = std::none_of(
        markings.links.begin(), markings.links.end(),
        [&](const Link& other) { return other.kind == Link::Kind::less && other.to == link.from; });
    if (is_bulb) drawing.shape(disc(link.from, 11), "#d3d3e6");
  }
}

/// Draws the dots between neighbours, the borders of cages, and their sums.
void draw_signs(svg::Drawing& drawing, const Markings& markings) {
  for (const Link& link : markings.links) {
    const bool white = link.kind == Link::Kind::consecutive;
    if (!white && link.kind != Link::Kind::twice) continue;
    const double x = (middle(link.from.x) + middle(link.to.x)) / 2;
    const double y = (middle(link.from.y) + middle(link.to.y)) / 2;
    drawing.circle(x, y, 4, "black");
    if (white) drawing.circle(x, y, 3, "white");
  }
  for (const auto& [cells, sum] : markings.cages) {
    drawing.path(inner_edge(cells, 3), 0.9, "#3a3a3a", "2.5 2");
    if (sum.empty()) continue;
    const double x = sudoku_margin + cells.front().x * sudoku_side;
    const double y = sudoku_margin + cells.front().y * sudoku_side;
    drawing.rectangle(x + 2, y + 2, 3 + 4.6 * static_cast<double>(sum.size()), 9, "white");
    drawing.text(x + 3, y + 6.5, 8, sum, {.from_left = true});
  }
}

/// Lines between squares and around regions, as path data.
struct GridLines {
  std::string thin;
  std::string thick;

  explicit GridLines(const Frame& frame) {
    const auto at = [](int place) { return sudoku_margin + place * sudoku_side; };
    if (!frame.markings) {
      const std::string length = std::to_string(frame.width * sudoku_side);
      for (int i = 0; i <= frame.width; ++i) {
        (i % frame.box_height == 0 ? thick : thin) += "M" + point(at(0), at(i)) + "h" + length;
        (i % frame.box_width == 0 ? thick : thin) += "M" + point(at(i), at(0)) + "v" + length;
      }
      return;
    }
    const std::string side = std::to_string(sudoku_side);
    for (const Cell& c : frame.cells) {
      thin += "M" + point(at(c.x), at(c.y)) + "h" + side + "v" + side + "h-" + side + "z";
    }
    Walls walls(frame);
    for (int y = 0; y <= frame.height; ++y) {
      for (int x = 0; x <= frame.width; ++x) {
        if (y < frame.height && walls.at_left(x, y) == Wall::region) {
          thick += "M" + point(at(x), at(y)) + "v" + side;
        }
        if (x < frame.width && walls.at_top(x, y) == Wall::region) {
          thick += "M" + point(at(x), at(y)) + "h" + side;
        }
      }
    }
  }
};

}  // namespace

std::vector<svg::Drawing> draw_sudoku(std::span<const Picture> pictures) {
  const Frame& frame = *pictures.front().frame;
  const GridLines lines(frame);
  std::vector<svg::Drawing> result;
  for (const Picture& picture : pictures) {
    const auto is_found = [](const Body& value) { return !value.is_given; };
    const bool is_solved = std::any_of(picture.bodies.begin(), picture.bodies.end(), is_found);
    svg::Drawing& drawing = result.emplace_back(2 * sudoku_margin + frame.width * sudoku_side,
                                                2 * sudoku_margin + frame.height * sudoku_side,
                                                is_solved ? "Sudoku, solved" : "Sudoku");
    const auto x = [&](const Body& value) {
      return sudoku_margin + value.cells.front().x * sudoku_side;
    };
    const auto y = [&](const Body& value) {
      return sudoku_margin + value.cells.front().y * sudoku_side;
    };
    for (const Body& value : picture.bodies) {
      if (value.is_given) {
        drawing.rectangle(x(value), y(value), sudoku_side, sudoku_side, "#e6e3dc");
      }
    }
    if (frame.markings) draw_grounds(drawing, *frame.markings);
    drawing.path(lines.thin, 0.8, "#8a867d");
    drawing.path(lines.thick, 2.4);
    if (frame.markings) draw_signs(drawing, *frame.markings);
    for (const Body& value : picture.bodies) {
      drawing.text(x(value) + sudoku_side / 2.0, y(value) + sudoku_side / 2.0, 18, value.sign,
                   {.colour = value.is_given ? "black" : "#0b4f8a", .bold = value.is_given});
    }
  }
  return result;
}

std::string marked_text(const Picture& picture) {
  const Frame& frame = *picture.frame;
  const Markings& markings = *frame.markings;
  std::size_t widest = 1;
  for (const Piece& piece : frame.pieces) widest = std::max(widest, piece.name.size());
  // Width of a square in characters: a value, two signs and a line.
  const std::size_t step = widest + 3;
  const auto column = [&](int x) { return static_cast<std::size_t>(x) * step; };
  const auto row = [](int y) { return static_cast<std::size_t>(y) * 2; };
  Letters letters(column(frame.width) + 1, row(frame.height) + 1);
  Walls walls(frame);
  for (int y = 0; y <= frame.height; ++y) {
    for (int x = 0; x <= frame.width; ++x) {
      letters.put(column(x), row(y), std::string(1, walls.corner(x, y)));
      if (y < frame.height && walls.at_left(x, y) != Wall::none) {
        letters.put(column(x), row(y) + 1, walls.at_left(x, y) == Wall::region ? "|" : ":");
      }
      if (x == frame.width || walls.at_top(x, y) == Wall::none) continue;
      std::string line(step - 1, '-');
      if (walls.at_top(x, y) == Wall::cage) {
        for (std::size_t i = 1; i < line.size(); i += 2) line[i] = ' ';
      }
      letters.put(column(x) + 1, row(y), line);
    }
  }
  const auto beside = [&](const Cell& c, char left, char right) {
    if (left != ' ') letters.put(column(c.x) + 1, row(c.y) + 1, std::string(1, left));
    if (right != ' ') letters.put(column(c.x) + step - 1, row(c.y) + 1, std::string(1, right));
  };
  for (const Link& link : markings.links) {
    if (link.kind == Link::Kind::diagonal) {
      const int right = link.from.x < link.to.x ? 1 : -1;
      for (int i = 0; i <= link.to.y - link.from.y; ++i) {
        const Cell c{link.from.x + right * i, link.from.y + i, 0};
        beside(c, right > 0 ? '\\' : ' ', right > 0 ? ' ' : '/');
      }
    } else if (are_neighbours(link.from, link.to)) {
      const Cell& c = std::max(link.from, link.to);
      const std::string sign(1, sign_of_link(link));
      if (link.from.y == link.to.y) {
        letters.put(column(c.x), row(c.y) + 1, sign);
      } else {
        letters.put(column(c.x) + 1 + step / 2 - 1, row(c.y), sign);
      }
    }
  }
  for (const Cell& c : markings.even) beside(c, '[', ']');
  for (const Cell& c : markings.odd) beside(c, '(', ')');
  for (const auto& [cells, sum] : markings.cages) {
    letters.put(column(cells.front().x) + 1, row(cells.front().y), sum);
  }
  for (const Cell& c : frame.cells) {
    letters.put(column(c.x) + 2, row(c.y) + 1, std::string(widest - 1, ' ') + ".");
  }
  for (const Body& body : picture.bodies) {
    for (const Cell& c : body.cells) {
      letters.put(column(c.x) + 2, row(c.y) + 1,
                  std::string(widest - body.sign.size(), ' ') + body.sign);
    }
  }
  return letters.text() + '\n';
}

}  // namespace dlx::drawing
