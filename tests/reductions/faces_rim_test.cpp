#include "reductions/faces/rim.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/reductions/own_faces.hpp"

namespace dlx::test {
namespace {

using faces::Corner;
using faces::Lay;
using faces::Rim;
using faces::Side;

constexpr unsigned all_rims = 1U << 16;

std::vector<Lay> all_lays() {
  std::vector<Lay> lays;
  for (const bool over : {false, true}) {
    for (std::uint8_t quarters = 0; quarters < 4; ++quarters) lays.push_back({over, quarters});
  }
  return lays;
}

Bitmap own(Rim rim) {
  return bitmap_of_word(faces::word(rim));
}

TEST_CASE("words and pictures of all rims") {
  std::size_t wrong = 0;
  for (unsigned i = 0; i < all_rims; ++i) {
    const auto rim = static_cast<Rim>(i);
    const std::string word = faces::word(rim);
    std::string bits;
    for (unsigned k = 0; k < 16; ++k) bits += (i >> k & 1U) != 0 ? '1' : '0';
    const Bitmap picture = own(rim);
    bool same = word == bits && faces::from_word(word) == rim && faces::from_rows(picture) == rim &&
                faces::cell_count(rim) == cells_in(picture) && word_of(picture) == word;
    for (int r = 0; r < 5; ++r) {
      for (int c = 0; c < 5; ++c) {
        const bool there = picture[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
        same = same && faces::filled(rim, r, c) == there;
        if (r == 0 || r == 4 || c == 0 || c == 4) {
          same = same && faces::has_cell(rim, faces::rim_cell(r, c)) == there;
        }
      }
    }
    if (!same) ++wrong;
  }
  CHECK(wrong == 0);

  // One of them by hand.
  const Rim rim = faces::from_word("1000001110001100");
  CHECK(own(rim) == bitmap("10000/01110/01111/11111/10001"));
  CHECK(faces::cell_count(rim) == 15);
}

TEST_CASE("what is not a piece is refused") {
  for (const char* bad : {"", "0", "010101010101010", "01010101010101010", "0101010101010102",
                          "010101 101010101", "-010101010101010"}) {
    CHECK_THROWS_AS(faces::from_word(bad), std::invalid_argument);
  }
  for (std::size_t r = 0; r < 5; ++r) {
    for (std::size_t c = 0; c < 5; ++c) {
      Bitmap piece = own(0xFFFF);
      piece[r][c] = false;
      if (r % 4 == 0 || c % 4 == 0) {
        CHECK(faces::cell_count(faces::from_rows(piece)) == 24);
      } else {
        CHECK_THROWS_WITH(
            faces::from_rows(piece),
            Catch::Contains("row " + std::to_string(r + 1) + ", column " + std::to_string(c + 1)));
      }
    }
  }
}

TEST_CASE("laying a piece is what it does to the picture") {
  std::size_t wrong = 0;
  for (unsigned i = 0; i < all_rims; i += 3) {
    const auto rim = static_cast<Rim>(i);
    for (const Lay lay : all_lays()) {
      Bitmap expected = lay.over ? turned_over(own(rim)) : own(rim);
      for (int q = 0; q < lay.quarters; ++q) expected = turned_right(expected);
      if (own(faces::laid(rim, lay)) != expected) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

using Permutation = std::array<unsigned, 16>;

Permutation cell_permutation(Lay lay) {
  Permutation result{};
  for (unsigned cell = 0; cell < 16; ++cell) result[cell] = lay(cell);
  return result;
}

Permutation then(const Permutation& a, const Permutation& b) {
  Permutation result{};
  for (unsigned cell = 0; cell < 16; ++cell) result[cell] = b[a[cell]];
  return result;
}

TEST_CASE("the eight lays are the square's group") {
  std::set<Permutation> lays;
  for (const Lay lay : all_lays()) lays.insert(cell_permutation(lay));
  CHECK(lays.size() == 8);
  for (const Permutation& a : lays) {
    for (const Permutation& b : lays) CHECK(lays.contains(then(a, b)));
  }
  const Permutation identity = cell_permutation({});
  const Permutation over = cell_permutation({true, 0});
  const Permutation quarter = cell_permutation({false, 1});
  CHECK(identity[5] == 5);
  CHECK(then(over, over) == identity);
  CHECK(then(then(quarter, quarter), then(quarter, quarter)) == identity);
  CHECK(then(quarter, quarter) != identity);
  CHECK(then(then(over, quarter), then(over, quarter)) == identity);
  // Over comes first, then the quarters.
  for (std::uint8_t q = 0; q < 4; ++q) {
    Permutation expected = over;
    for (int i = 0; i < q; ++i) expected = then(expected, quarter);
    CHECK(cell_permutation({true, q}) == expected);
  }
  // A quarter turn to the right takes the top side to the right one.
  CHECK(quarter[0] == 4);
  CHECK(over[0] == 4);
  CHECK(over[1] == 3);
}

TEST_CASE("sides and corners go where their cells go") {
  const auto cells_of_side = [](Side side) {
    std::set<unsigned> cells;
    for (unsigned k = 0; k < 5; ++k) cells.insert((4U * side + k) % 16);
    return cells;
  };
  for (const Lay lay : all_lays()) {
    for (std::uint8_t i = 0; i < 4; ++i) {
      std::set<unsigned> image;
      for (const unsigned cell : cells_of_side(i)) image.insert(lay(cell));
      CHECK(image == cells_of_side(lay.side(i)));
      CHECK(faces::corner_cell(lay.corner(i)) == lay(faces::corner_cell(i)));
    }
  }
}

TEST_CASE("sides are read clockwise, and neighbours complement each other") {
  const std::array<const char*, 4> first_of_side = {
      "01000/01110/01110/01110/00000", "00000/01111/01110/01110/00000",
      "00000/01110/01110/01110/00010", "00000/01110/01110/11110/00000"};
  for (Side side = 0; side < 4; ++side) {
    const Rim rim = faces::from_rows(bitmap(first_of_side[side]));
    for (Side other = 0; other < 4; ++other) {
      CHECK(faces::side_cells(rim, other) == (other == side ? 1U : 0U));
    }
  }
  std::set<unsigned> images;
  for (unsigned cells = 0; cells < 8; ++cells) {
    images.insert(faces::complement(cells));
    CHECK(faces::complement(faces::complement(cells)) == cells);
    for (unsigned k = 0; k < 3; ++k) {
      CHECK((faces::complement(cells) >> (2 - k) & 1U) == (~cells >> k & 1U));
    }
  }
  CHECK(images.size() == 8);

  // Two pieces side by side, and one above the other: they fit if each row, each column of the
  // shared line is filled once.
  for (unsigned a = 0; a < 8; ++a) {
    for (unsigned b = 0; b < 8; ++b) {
      const Bitmap left = own(static_cast<Rim>(a << 5));    // e
      const Bitmap right = own(static_cast<Rim>(b << 13));  // w
      const Bitmap upper = own(static_cast<Rim>(a << 9));   // s
      const Bitmap lower = own(static_cast<Rim>(b << 1));   // n
      bool beside = true;
      bool below = true;
      for (std::size_t i = 1; i < 4; ++i) {
        beside = beside && left[i][4] != right[i][0];
        below = below && upper[4][i] != lower[0][i];
      }
      CHECK(beside == (faces::complement(a) == b));
      CHECK(below == (faces::complement(a) == b));
    }
  }
}

TEST_CASE("1, 2, 4 or 8 ways to lay a piece") {
  std::map<std::size_t, int> sizes[2];
  std::size_t wrong = 0;
  for (unsigned i = 0; i < all_rims; ++i) {
    const auto rim = static_cast<Rim>(i);
    for (const bool turn_over : {false, true}) {
      const auto ways = faces::ways_to_lay(rim, turn_over);
      ++sizes[turn_over ? 1 : 0][ways.size()];
      if (i % 5 != 0) continue;
      std::set<Bitmap> pictures;
      for (const Rim way : ways) pictures.insert(own(way));
      if (pictures != own_ways(own(rim), turn_over) || pictures.size() != ways.size() ||
          ways[0] != rim) {
        ++wrong;
      }
    }
  }
  CHECK(wrong == 0);
  // 16 cells in 4 orbits under quarter turns, in 8 under half turns.
  CHECK(sizes[0] == std::map<std::size_t, int>{{1, 16}, {2, 256 - 16}, {4, 65536 - 256}});
  // All eight: orbits of 4, 4 and 8 cells. The others add up.
  CHECK(sizes[1][1] == 8);
  CHECK(sizes[1].size() == 4);
  CHECK(sizes[1][1] + sizes[1][2] + sizes[1][4] + sizes[1][8] == 65536);
  // Kept by everything, by the turns, by one mirror, by nothing.
  CHECK(faces::ways_to_lay(faces::from_word("0010001000100010"), true).size() == 1);
  CHECK(faces::ways_to_lay(faces::from_word("0100010001000100"), true).size() == 2);
  CHECK(faces::ways_to_lay(faces::from_word("0010000000000000"), true).size() == 4);
  CHECK(faces::ways_to_lay(faces::from_word("0100000000000000"), true).size() == 8);
}

TEST_CASE("a loose corner hangs on no other cell") {
  std::size_t wrong = 0;
  for (unsigned i = 0; i < all_rims; ++i) {
    const auto rim = static_cast<Rim>(i);
    const Bitmap p = own(rim);
    const std::array<bool, 4> loose = {
        p[0][0] && !p[0][1] && !p[1][0], p[0][4] && !p[0][3] && !p[1][4],
        p[4][4] && !p[4][3] && !p[3][4], p[4][0] && !p[4][1] && !p[3][0]};
    const auto found = faces::loose_corner(rim);
    const bool any = std::find(loose.begin(), loose.end(), true) != loose.end();
    if (found.has_value() != any || (found && !loose.at(*found))) ++wrong;
  }
  CHECK(wrong == 0);
}

}  // namespace
}  // namespace dlx::test
