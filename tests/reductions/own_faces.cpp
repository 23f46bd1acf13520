#include "tests/reductions/own_faces.hpp"

#include <algorithm>
#include <stdexcept>

namespace dlx::test {
namespace {

Point sum(const Point& a, const Point& b, int times) {
  return {a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]};
}

/// Where cell i of a word lies: its row and column.
std::array<std::size_t, 2> on_rim(std::size_t i) {
  if (i < 4) return {0, i};
  if (i < 8) return {i - 4, 4};
  if (i < 12) return {4, 12 - i};
  return {16 - i, 0};
}

}  // namespace

Bitmap bitmap(const std::string& rows) {
  if (rows.size() != 29) throw std::invalid_argument("a piece of other than five rows");
  Bitmap piece{};
  for (std::size_t r = 0; r < 5; ++r) {
    for (std::size_t c = 0; c < 5; ++c) piece[r][c] = rows[6 * r + c] == '1';
  }
  return piece;
}

Bitmap bitmap_of_word(const std::string& word) {
  Bitmap piece{};
  for (std::size_t r = 1; r < 4; ++r) {
    for (std::size_t c = 1; c < 4; ++c) piece[r][c] = true;
  }
  for (std::size_t i = 0; i < 16; ++i) {
    const auto [r, c] = on_rim(i);
    piece[r][c] = word.at(i) == '1';
  }
  return piece;
}

std::string word_of(const Bitmap& piece) {
  std::string word;
  for (std::size_t i = 0; i < 16; ++i) {
    const auto [r, c] = on_rim(i);
    word += piece[r][c] ? '1' : '0';
  }
  return word;
}

Bitmap turned_right(const Bitmap& piece) {
  Bitmap result{};
  for (std::size_t r = 0; r < 5; ++r) {
    for (std::size_t c = 0; c < 5; ++c) result[c][4 - r] = piece[r][c];
  }
  return result;
}

Bitmap turned_over(const Bitmap& piece) {
  Bitmap result{};
  for (std::size_t r = 0; r < 5; ++r) {
    for (std::size_t c = 0; c < 5; ++c) result[r][4 - c] = piece[r][c];
  }
  return result;
}

std::set<Bitmap> own_ways(const Bitmap& piece, bool turn_over) {
  std::set<Bitmap> ways;
  Bitmap way = piece;
  for (int i = 0; i < 4; ++i) {
    ways.insert(way);
    if (turn_over) ways.insert(turned_over(way));
    way = turned_right(way);
  }
  return ways;
}

int cells_in(const Bitmap& piece) {
  int n = 0;
  for (const auto& row : piece) n += static_cast<int>(std::count(row.begin(), row.end(), true));
  return n;
}

Shape OwnPanel::covered(const Bitmap& piece) const {
  Shape shape;
  for (std::size_t r = 0; r < 5; ++r) {
    for (std::size_t c = 0; c < 5; ++c) {
      if (piece[r][c]) shape.push_back(cells[r][c]);
    }
  }
  std::sort(shape.begin(), shape.end());
  return shape;
}

std::vector<OwnPanel> own_shell(int side) {
  const int m = 4 * side;
  struct Face {
    char name;
    Point origin, right, down;
  };
  const std::vector<Face> faces = {
      {'U', {0, m, m}, {1, 0, 0}, {0, -1, 0}},  {'D', {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
      {'F', {0, 0, m}, {1, 0, 0}, {0, 0, -1}},  {'B', {m, m, m}, {-1, 0, 0}, {0, 0, -1}},
      {'L', {0, m, m}, {0, -1, 0}, {0, 0, -1}}, {'R', {m, 0, m}, {0, 1, 0}, {0, 0, -1}}};
  std::vector<OwnPanel> panels;
  for (const Face& face : faces) {
    for (int row = 0; row < side; ++row) {
      for (int column = 0; column < side; ++column) {
        OwnPanel panel{std::string(1, face.name), {}};
        if (side > 1) panel.name += std::to_string(row) + std::to_string(column);
        const Point corner = sum(sum(face.origin, face.down, 4 * row), face.right, 4 * column);
        for (int r = 0; r < 5; ++r) {
          for (int c = 0; c < 5; ++c) {
            panel.cells[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] =
                sum(sum(corner, face.down, r), face.right, c);
          }
        }
        panels.push_back(panel);
      }
    }
  }
  return panels;
}

std::set<Point> cells_of(const std::vector<OwnPanel>& panels) {
  std::set<Point> cells;
  for (const OwnPanel& panel : panels) {
    for (const auto& row : panel.cells) cells.insert(row.begin(), row.end());
  }
  return cells;
}

std::vector<std::uint32_t> own_kinds(const std::vector<Bitmap>& pieces, bool turn_over,
                                     const std::vector<std::string>& sets) {
  std::map<std::pair<std::string, std::set<Bitmap>>, std::uint32_t> first;
  std::vector<std::uint32_t> kinds;
  for (std::uint32_t p = 0; p < pieces.size(); ++p) {
    kinds.push_back(
        first.try_emplace({sets.empty() ? "" : sets[p], own_ways(pieces[p], turn_over)}, p)
            .first->second);
  }
  return kinds;
}

namespace {

/// Puts pieces down panel after panel.
class Filler {
 public:
  explicit Filler(const OwnFaces& puzzle)
      : puzzle_(&puzzle), copies_(puzzle.pieces.size()), cells_(puzzle.panels.size()) {
    std::map<Point, std::size_t> number;
    for (const Point& cell : cells_of(puzzle.panels)) number.emplace(cell, number.size());
    filled_.resize(number.size());
    closed_.resize(puzzle.panels.size());
    std::vector<std::size_t> last(number.size());
    for (std::size_t p = 0; p < puzzle.panels.size(); ++p) {
      for (std::size_t i = 0; i < 25; ++i) {
        const std::size_t cell = number.at(puzzle.panels[p].cells[i / 5][i % 5]);
        cells_[p][i] = cell;
        last[cell] = p;
      }
    }
    for (std::size_t cell = 0; cell < last.size(); ++cell) closed_[last[cell]].push_back(cell);
    kinds_ = own_kinds(puzzle.pieces, puzzle.turn_over, puzzle.sets);
    for (const std::uint32_t kind : kinds_) ++copies_[kind];
    for (const Bitmap& piece : puzzle.pieces) ways_.push_back(own_ways(piece, puzzle.turn_over));
  }

  std::set<Filling> run() {
    fill();
    return std::move(found_);
  }

 private:
  void fill() {
    const std::size_t at = filling_.size();
    if (at == puzzle_->panels.size()) {
      found_.insert(filling_);
      return;
    }
    if (at < puzzle_->given.size()) {
      const auto& [piece, way] = puzzle_->given[at];
      put(kinds_[piece], way);
      return;
    }
    for (std::uint32_t kind = 0; kind < copies_.size(); ++kind) {
      if (copies_[kind] == 0) continue;
      for (const Bitmap& way : ways_[kind]) put(kind, way);
    }
  }

  void put(std::uint32_t kind, const Bitmap& way) {
    const std::size_t at = filling_.size();
    std::vector<std::size_t> covered;
    for (std::size_t i = 0; i < 25; ++i) {
      if (way[i / 5][i % 5]) covered.push_back(cells_[at][i]);
    }
    if (std::any_of(covered.begin(), covered.end(), [&](std::size_t c) { return filled_[c]; })) {
      return;
    }
    for (const std::size_t c : covered) filled_[c] = true;
    --copies_[kind];
    filling_.emplace_back(kind, way);
    // No later panel reaches these cells.
    if (std::all_of(closed_[at].begin(), closed_[at].end(),
                    [&](std::size_t c) { return filled_[c]; })) {
      fill();
    }
    filling_.pop_back();
    ++copies_[kind];
    for (const std::size_t c : covered) filled_[c] = false;
  }

  const OwnFaces* puzzle_;
  std::vector<int> copies_;                         // left of each kind, by its first piece
  std::vector<std::array<std::size_t, 25>> cells_;  // of each panel
  std::vector<std::vector<std::size_t>> closed_;
  std::vector<std::uint32_t> kinds_;
  std::vector<std::set<Bitmap>> ways_;
  std::vector<bool> filled_;
  Filling filling_;
  std::set<Filling> found_;
};

}  // namespace

std::set<Filling> own_fillings(const OwnFaces& puzzle) {
  return Filler(puzzle).run();
}

OwnSolid solid(const std::vector<OwnPanel>& panels, const Filling& filling) {
  OwnSolid result;
  for (std::size_t p = 0; p < panels.size(); ++p) {
    result.emplace(filling.at(p).first, panels[p].covered(filling[p].second));
  }
  return result;
}

OwnSolid least_image(const OwnSolid& solid, int side, const std::vector<Matrix>& turns) {
  std::optional<OwnSolid> least;
  const int middle = 2 * side;
  for (const Matrix& turn : turns) {
    OwnSolid image;
    for (const auto& [piece, cells] : solid) {
      Shape moved;
      for (const Point& cell : cells) {
        const Point p = turned(turn, Point{cell[0] - middle, cell[1] - middle, cell[2] - middle});
        moved.push_back({p[0] + middle, p[1] + middle, p[2] + middle});
      }
      std::sort(moved.begin(), moved.end());
      image.emplace(piece, std::move(moved));
    }
    if (!least || image < *least) least = std::move(image);
  }
  return *least;
}

std::vector<Bitmap> cut_cube(Random& random, Cut cut) {
  const auto panels = own_shell(1);
  struct Use {
    std::size_t panel, row, column;
  };
  std::map<Point, std::vector<Use>> uses;
  for (std::size_t p = 0; p < panels.size(); ++p) {
    for (std::size_t r = 0; r < 5; ++r) {
      for (std::size_t c = 0; c < 5; ++c) uses[panels[p].cells[r][c]].push_back({p, r, c});
    }
  }
  std::map<Point, std::size_t> owner;  // a panel
  if (cut == Cut::regular) {
    for (const auto& [cell, by] : uses) {
      if (by.size() != 2) continue;
      // The cell's mirror image in the middle of its edge: the coordinate that is neither 0 nor 4.
      Point partner = cell;
      for (int& x : partner) x = x == 0 || x == 4 ? x : 4 - x;
      const auto known = owner.find(partner);
      owner[cell] = known != owner.end() ? known->second : by[random.below(2)].panel;
    }
  } else if (cut == Cut::turned) {
    const auto turns = own_turns(false, false);
    const Matrix turn = turns[random.below(turns.size())];
    const auto image = [&](const Point& p) {
      const Point q = turned(turn, Point{p[0] - 2, p[1] - 2, p[2] - 2});
      return Point{q[0] + 2, q[1] + 2, q[2] + 2};
    };
    std::map<Point, std::size_t> by_middle;
    for (std::size_t p = 0; p < panels.size(); ++p) by_middle[panels[p].cells[2][2]] = p;
    for (const auto& [cell, by] : uses) {
      if (owner.contains(cell)) continue;
      std::size_t panel = by[random.below(by.size())].panel;
      for (Point at = cell; !owner.contains(at); at = image(at)) {
        owner[at] = panel;
        panel = by_middle.at(image(panels[panel].cells[2][2]));
      }
    }
  }
  std::vector<Bitmap> pieces(panels.size());
  for (const auto& [cell, by] : uses) {
    const auto known = owner.find(cell);
    const std::size_t panel =
        known != owner.end() ? known->second : by[random.below(by.size())].panel;
    for (const Use& use : by) {
      if (use.panel == panel) pieces[panel][use.row][use.column] = true;
    }
  }
  return pieces;
}

const std::vector<OwnHappyCube>& own_happy_cubes() {
  static const std::vector<OwnHappyCube> cubes = {
      {"blue",
       {"10101/11111/01110/11111/10101", "01010/11110/01111/11110/11011",
        "00100/01110/11111/01110/00100", "00100/01110/11111/01110/01010",
        "00101/11111/01110/11111/01010", "00100/11111/01110/11111/11010"},
       {"111111111111111", "111010101010111", "110000000000001", "100000000000011",
        "110000000000001", "110000000000011", "100000000000001", "110000000000011",
        "100000000000001", "100100101001001", "111111111111111"}},
      {"green",
       {"01011/11110/01111/11110/11011", "00100/11111/01110/11111/00100",
        "00100/01110/11111/01110/11011", "00100/11110/01111/11110/11011",
        "01010/11111/01110/11111/00100", "00100/01110/11111/01110/11010"},
       {"111111111111111", "110100101110111", "100000000000011", "110000000000001",
        "100000000000011", "100000000000001", "100000000000011", "110000000000001",
        "100000000000011", "100100101001011", "111111111111111"}},
      {"yellow",
       {"00100/11110/01111/11110/01011", "00101/11111/01110/11110/01010",
        "00101/01111/11110/11111/10100", "10100/11111/01110/11111/10101",
        "00100/01111/11110/01111/01010", "01010/01110/11111/01110/01011"},
       {"111111111111111", "111011101010101", "100000000000001", "110000000000011",
        "100000000000001", "100000000000011", "100000000000011", "110000000000001",
        "100000000000011", "101010010101001", "111111111111111"}},
      {"orange",
       {"10101/11111/01110/11111/00100", "00110/01111/11110/01111/11010",
        "01010/01111/11110/01110/00100", "01010/11110/01110/11111/10101",
        "00100/11111/11111/01110/00100", "11011/01110/01111/11110/01011"},
       {"111111111111111", "101010100101011", "100000000000001", "110000000000011",
        "100000000000011", "110000000000001", "100000000000011", "110000000000001",
        "100000000000011", "101010101101001", "111111111111111"}},
      {"red",
       {"00011/01110/11111/01110/01011", "01010/11110/01111/11110/01000",
        "01101/11111/01110/11111/10011", "00100/11110/01111/11110/00100",
        "00110/11111/01110/11111/10100", "01100/01110/11111/01110/11011"},
       {"111111111111111", "111100010100101", "110000000000001", "100000000000011",
        "110000000000001", "110000000000001", "100000000000011", "110000000000001",
        "100000000000011", "111010101001001", "111111111111111"}},
      {"purple",
       {"00010/01111/11110/01111/00100", "11000/01111/11111/01110/01010",
        "01011/01111/01111/11110/00100", "11010/01110/11110/01111/01011",
        "10100/11110/11111/01111/01101", "11011/11110/01111/01110/01010"},
       {"111111111111111", "111100011101001", "110000000000001", "100000000000001",
        "110000000000011", "100000000000001", "110000000000011", "100000000000001",
        "110000000000011", "110100001001011", "111111111111111"}}};
  return cubes;
}

}  // namespace dlx::test
