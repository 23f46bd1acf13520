// What is said about pieces before any search.

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "reductions/faces/faces.hpp"
#include "reductions/faces/happy_cubes.hpp"
#include "tests/reductions/faces_puzzles.hpp"

namespace dlx::test {
namespace {

using Catch::Contains;

/// What should be said, from the pictures.
std::multiset<std::string> own_complaints(const std::vector<Bitmap>& pieces, bool turn_over) {
  std::multiset<std::string> said;
  int cells = 0;
  int corners = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::string name = "piece p" + std::to_string(i + 1) + ": ";
    cells += cells_in(pieces[i]);
    // Turned to the left side by side, so that each of n, e, s, w and its first corner comes on
    // top.
    bool loose = false;
    Bitmap p = pieces[i];
    for (const char* side : {"n", "e", "s", "w"}) {
      if (p[0][0]) ++corners;
      if (p[0][0] && !p[0][1] && !p[1][0] && !loose) {
        loose = true;  // one is enough
        const std::string corner = *side == 'n'   ? "nw"
                                   : *side == 'e' ? "ne"
                                   : *side == 's' ? "se"
                                                  : "sw";
        said.insert(name + "its corner " + corner + " hangs on no other cell");
      }
      bool fits = false;
      for (std::size_t k = 0; k < pieces.size(); ++k) {
        for (const Bitmap& way : own_ways(pieces[k], turn_over)) {
          // `way` above p: its bottom row meets p's top row.
          fits = fits ||
                 (k != i && way[4][1] != p[0][1] && way[4][2] != p[0][2] && way[4][3] != p[0][3]);
        }
      }
      if (!fits) said.insert(name + "its side " + side + " fits no side of another piece");
      p = turned_right(turned_right(turned_right(p)));
    }
  }
  if (cells != 98) {
    said.insert("the pieces have " + std::to_string(cells) + " cells and the assembly 98");
  }
  if (corners != 8) {
    said.insert("the pieces have " + std::to_string(corners) +
                " corners, and 8 points are to be filled by one each");
  }
  return said;
}

std::multiset<std::string> said(const faces::Puzzle& puzzle) {
  std::multiset<std::string> lines;
  for (const faces::Complaint& complaint : faces::complaints(puzzle)) {
    lines.insert(complaint.text);
    const std::string about =
        complaint.piece ? "piece " + puzzle.pieces.at(*complaint.piece).name + ":" : "the pieces";
    CHECK(complaint.text.starts_with(about));
  }
  return lines;
}

TEST_CASE("nothing is wrong with the six cubes") {
  for (const faces::HappyCube& cube : faces::happy_cubes()) {
    INFO(cube.colour);
    faces::Puzzle puzzle;
    puzzle.layout = faces::cube(1);
    puzzle.pieces = cube.pieces;
    CHECK(said(puzzle).empty());
    puzzle.fixed = {{0, 0, {}}};
    CHECK(said(puzzle).empty());
  }
}

TEST_CASE("one cell changed in one piece is reported") {
  for (const OwnHappyCube& cube : own_happy_cubes()) {
    std::vector<Bitmap> pieces;
    for (const std::string& rows : cube.pieces) pieces.push_back(bitmap(rows));
    for (std::size_t i = 0; i < 6; ++i) {
      for (std::size_t r = 0; r < 5; ++r) {
        for (std::size_t c = 0; c < 5; ++c) {
          if (r % 4 != 0 && c % 4 != 0) continue;
          auto changed = pieces;
          changed[i][r][c] = !changed[i][r][c];
          const auto lines = said(puzzle_of(changed, true));
          const std::string cells = changed[i][r][c] ? "99" : "97";
          CHECK(lines.contains("the pieces have " + cells + " cells and the assembly 98"));
          if (r % 4 == 0 && c % 4 == 0) {
            CHECK(std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
              return line.find(" corners, and 8 points") != std::string::npos;
            }));
          }
          CHECK(lines == own_complaints(changed, true));
        }
      }
    }
  }
}

void check_random(std::uint64_t seed, int rounds) {
  Random random(seed);
  int spoken = 0;
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(seed, round);
    auto pieces = cut_cube(random, static_cast<Cut>(random.below(3U)));
    const bool turn_over = random.chance(0.5);
    // The pieces of a cube fit; all that may be said is that a corner is loose.
    for (const std::string& line : said(puzzle_of(pieces, turn_over))) {
      CHECK_THAT(line, Contains("hangs on no other cell"));
    }
    for (std::uint32_t n = random.below(9U); n > 0; --n) {
      Bitmap& piece = pieces[random.below(6U)];
      const std::size_t at = random.below(5U);
      const std::size_t edge = 4 * random.below(2U);
      bool& cell = random.chance(0.5) ? piece[edge][at] : piece[at][edge];
      cell = !cell;
    }
    const auto lines = said(puzzle_of(pieces, turn_over));
    CHECK(lines == own_complaints(pieces, turn_over));
    if (!lines.empty()) ++spoken;
  }
  CHECK(spoken > 0);
}

TEST_CASE("what is said of random pieces, fixed seed") {
  check_random(17, 300);
}

TEST_CASE("what is said of random pieces, drawn seed") {
  check_random(drawn_seed(), 100);
}

TEST_CASE("nothing is said where pieces are left over or sides are free") {
  faces::Puzzle puzzle;
  puzzle.layout = faces::cube(2);
  puzzle.pieces = faces::all_pieces();
  CHECK(faces::complaints(puzzle).empty());
  puzzle.layout = faces::cube(1);
  puzzle.layout.joints.pop_back();
  puzzle.pieces = {6, {.name = "x", .rim = 0, .letter = "x", .set = ""}};
  CHECK(faces::complaints(puzzle).empty());
  puzzle.layout = faces::cube(1);
  CHECK(!faces::complaints(puzzle).empty());
}

}  // namespace
}  // namespace dlx::test
