#include "reductions/design/design.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "reductions/design/bag.hpp"
#include "reductions/design/set_space.hpp"
#include "reductions/design/shapes.hpp"

namespace dlx::test {
namespace {

using design::Cells;
using design::Design;
using design::Range;
using design::read_design;
using design::Set;

/// Where and why a text is refused.
void check_refused(const std::string& text, std::size_t line, const std::string& word,
                   const std::string& message) {
  INFO(text);
  try {
    static_cast<void>(read_design(text));
    FAIL_CHECK("it was read");
  } catch (const TextError& e) {
    INFO("it said: " << e.what());
    CHECK(e.line() == line);
    CHECK(std::string(e.word()) == word);
    CHECK_THAT(e.what(), Catch::Contains(message));
  }
}

/// All sets that a design allows, by going through all numbers of copies.
std::vector<Set> all_sets(const Design& design) {
  std::vector<Set> sets;
  Set set;
  const auto go_on = [&](const auto& self, std::uint64_t pieces, std::uint64_t cells) -> void {
    if (cells > design.volume.most) return;
    if (set.size() == design.kinds.size()) {
      if (design.pieces.has(pieces) && design.volume.has(cells)) sets.push_back(set);
      return;
    }
    const auto& kind = design.kinds[set.size()];
    for (std::uint32_t n = kind.copies.least; n <= kind.copies.most; ++n) {
      set.push_back(n);
      self(self, pieces + n, cells + n * kind.cells.size());
      set.pop_back();
    }
  };
  go_on(go_on, 0, 0);
  return sets;
}

}  // namespace

TEST_CASE("there are as many polycubes and burr sticks as are known") {
  const std::vector<std::size_t> one_sided = {1, 1, 2, 8, 29, 166};
  for (std::uint32_t n = 1; n <= one_sided.size(); ++n) {
    CHECK(design::polycubes(n).size() == one_sided[n - 1]);
  }
  // Free: OEIS A038119.
  CHECK(read_design("box 3x3x3\nall 4 free\n").kinds.size() == 7);
  CHECK(read_design("box 3x3x3\nall 5 free\n").kinds.size() == 23);
  CHECK(design::burr_sticks(6).size() == 837);
  CHECK_THROWS_AS(design::polycubes(9), std::invalid_argument);
  CHECK_THROWS_AS(design::burr_sticks(7), std::invalid_argument);
}

TEST_CASE("a design is read: boxes, bag, limits and what is wanted") {
  const Design d = read_design(
      "| a comment\nbox 2x2x2\noptional 200 [2]10\n\nbox XX/XX//XX/XX\n"
      "optional 002 012\n"
      "piece L 000 100 010\npiece 2..5*D XX\nall 1 free 0..9\n"
      "pieces 3..20\nvolume 9..11\nat-most 4\nsymmetric yes\nwant fewest\nhardest level\n");
  REQUIRE(d.boxes.size() == 2);
  CHECK(d.boxes[0].target.size() == 8);
  CHECK(d.boxes[0].optional_cells.size() == 2);
  CHECK(d.boxes[1].target == lattice::box(2, 2, 2));
  REQUIRE(d.kinds.size() == 3);
  CHECK(d.kinds[0].copies == Range{0, 1});
  CHECK(d.kinds[1].copies == Range{2, 4});
  CHECK(d.kinds[2].name == "1a");
  CHECK(d.kinds[2].copies == Range{0, 4});
  CHECK(d.pieces == Range{3, 10});
  CHECK(d.volume == Range{9, 10});
  CHECK(d.symmetric == true);
  CHECK(d.want == design::Want::fewest);
  CHECK(d.hardest == design::Measure::level);
}

TEST_CASE("ranges of a box may overlap, and the wish for sets that come apart") {
  const Design burr = read_design(
      "box [05][1-4][23] [14][14][23] [23][05][1-4] [23][14][14] [1-4][23][05] [14][23][14]\n"
      "optional [1-4][23][23] [23][1-4][23] [23][23][1-4]\nsticks 6\npieces 6\napart 3\n");
  REQUIRE(burr.boxes.size() == 1);
  CHECK(burr.boxes[0].target.size() == 72);
  CHECK(burr.boxes[0].optional_cells.size() == 32);
  CHECK(burr.apart == 3);
  CHECK(read_design("box 2x2\nall 2 free\napart yes\n").apart == 1);
  CHECK_FALSE(read_design("box 2x2\nall 2 free\n").apart);
}

TEST_CASE("the pieces of a puzzle as a bag") {
  using polycube::Puzzle;
  const Cells domino = lattice::box(2, 1);
  const Cells upright = {{0, 0, 5}, {0, 0, 6}};
  const Puzzle puzzle{
      .pieces = {{.name = "d", .cells = domino},
                 {.name = "e", .cells = upright, .copies = Bounds{2, 2}},
                 {.name = "f", .cells = lattice::box(3, 1), .copies = Bounds{1, 4}},
                 {.name = "g", .cells = lattice::box(2, 2), .copies = std::nullopt}},
      .target = {{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}},
      .optional_cells = {{2, 0, 0}, {3, 0, 0}},
      .holes = 1};
  const auto [text, merged] = design::design_text_of(puzzle);
  CHECK(merged == std::vector<std::string>{"e has the shape of d: counted as a copy"});
  CHECK(text ==
        "box 000 100 200\noptional 300 400\npiece 0..3*d 000 100\npiece 1..4*f 000 100 200\n"
        "piece 0..1000*g 000 100 010 110\nvolume 4..5\nwant unique\n");
  const Design design = read_design(text);
  CHECK(design.volume == Range{4, 5});
  const auto refused = [&](const auto& change, const char* why) {
    Puzzle other = puzzle;
    change(other);
    CHECK_THROWS_WITH(design::design_text_of(other), Catch::Contains(why));
  };
  refused([](Puzzle& p) { p.grid = lattice::Grid::hexagons; }, "hexagons");
  refused([](Puzzle& p) { p.wraps[0] = true; }, "edges that touch");
  refused([](Puzzle& p) { p.target_colours = {1, 0, 0}; }, "colours");
  refused([](Puzzle& p) { p.pieces[0].colours = {1, 0}; }, "colours");
  refused([&](Puzzle& p) { p.pieces[0].alternatives = {domino}; }, "several shapes");
  refused([](Puzzle& p) { p.target.push_back({70, 0, 0}); }, "0 to 61");
}

TEST_CASE("text puzzles and designs are told apart") {
  using polycube::Puzzle;
  using polycube::Turning;
  for (const char* text :
       {"", "box 3x3\n", "| a\ngaps 1\n\nat-most 3\n", "turning no-flip\nbxo\n"}) {
    CAPTURE(text);
    CHECK(design::is_design(text));
  }
  for (const char* text : {"3x3\noptional 300\n", "XX\nXX\n", "000 100\n", "turning no-flip\n3x3\n",
                           "wrap x\n3x3\n", "<!-- a -->\n", "; a\n"}) {
    CAPTURE(text);
    CHECK_FALSE(design::is_design(text));
  }
  // Mirror images of flat pieces are different pieces unless pieces may be turned over.
  const Cells piece = lattice::from_picture("XXX/X");
  const Cells mirrored = lattice::from_picture("XXX/__X");
  for (const Turning turning : {Turning::rotations, Turning::flat_rotations, Turning::none}) {
    const auto made =
        design::design_text_of({.pieces = {{.name = "a", .cells = piece},
                                           {.name = "b", .cells = mirrored},
                                           {.name = "c", .cells = lattice::from_picture("X/X/XX")}},
                                .target = lattice::box(4, 3),
                                .turning = turning});
    CHECK(made.merged.size() == (turning == Turning::rotations ? 2
                                 : turning == Turning::none    ? 0
                                                               : 1));
    CHECK(read_design(made.text).turning == turning);
    CHECK(read_design(made.text).kinds.size() == 3 - made.merged.size());
  }
}

TEST_CASE("a design that is not one is refused at its place") {
  const std::string box = "box 2x2x2\n";
  check_refused("", 0, "", "no box");
  for (const std::string lines : {"all 2 free\n", "all 2 one-sided\n", "sticks 6\n",
                                  "piece D 000\n", "all 2 free\npiece D 000\n", "symmetric no\n"}) {
    check_refused(lines, 0, "", "no box");
  }
  check_refused(box, 0, "", "no piece");
  check_refused(box + "bag 4\n", 2, "bag", "a line begins with box");
  check_refused(box + "piece\n", 2, "piece", "something is missing");
  check_refused(box + "piece D\n", 2, "D", "without cells");
  check_refused(box + "piece x*D 000\n", 2, "x*D", "how often");
  check_refused(box + "piece 2000*D 000\n", 2, "2000", "from 0 to 1000");
  check_refused(box + "piece D XX/X X\n", 2, "XX/X", "a picture is one word");
  check_refused(box + "all 2 free\napart never\n", 3, "never", "yes, or the least level");
  check_refused(box + "all 2 free\napart 0\n", 3, "0", "from 1 to");
  check_refused(box + "all 2 free\napart yes 2\n", 3, "2", "one word too many");
  check_refused(box + "piece 2..1*D 000\n", 2, "2..1", "runs downward");
  check_refused(box + "piece D 000 000\n", 2, "000", "named before");
  check_refused(box + "piece D 00\n", 2, "00", "three coordinates");
  check_refused(box + "piece D 000\npiece D 000 001\n", 3, "D", "a second piece");
  check_refused(box + "piece D 000 100\npiece E 000 001\n", 3, "E", "the shape of piece D");
  check_refused(box + "all 9 free\n", 2, "9", "from 1 to 8");
  check_refused(box + "all 4\n", 2, "4", "free or one-sided");
  check_refused(box + "all 4 both\n", 2, "both", "free or one-sided");
  check_refused(box + "all 4 free 1 2\n", 2, "2", "one word too many");
  check_refused(box + "sticks 7\n", 2, "7", "even length");
  check_refused(box + "all 2 free\nvolume 9\n", 3, "9", "no box has that volume");
  check_refused(box + "box 3x3x3\nall 2 free\n", 0, "", "differ in volume");
  check_refused(box + "piece 3*D 000\nat-most 2\n", 0, "", "more often than at-most");
  check_refused(box + "all 2 free\nwant one\n", 3, "one", "unique, fewest, most or any");
  check_refused(box + "all 2 free\nhardest luck\n", 3, "luck",
                "dead-ends, near-solutions or level");
  check_refused(box + "all 2 free\nsymmetric maybe\n", 3, "maybe", "yes or no");
  check_refused("optional 000\n", 1, "optional", "no box stands before");
  check_refused(box + "optional 000\n", 2, "000", "has the cell 000 already");
  check_refused("box 63x1x1\n", 1, "63", "from 1 to 62");
  check_refused("box ../..\n", 1, "../..", "a picture without cells");
  check_refused("box 5 x 5 x 5\n", 1, "5", "a box is one word: 5x5x5");
  check_refused(box + "piece big red XX\n", 2, "red", "a name is one word, such as big_red");
  check_refused(box + "piece 2 red XX\n", 2, "2", "for 2 copies write 2*red");
  check_refused(box + "piece 2xred XX\n", 2, "2xred", "for 2 copies write 2*red");
  check_refused(box + "piece D 000 bar\n", 2, "bar", "far from all other cells");
  check_refused(box + "piece D X/Y\n", 2, "Y", "'Y' in a picture");
  check_refused(box + "# comment\n", 2, "#", "a comment begins with |, not with #");
  check_refused(box + "all 2 free\ngaps 9\n", 3, "9", "no set leaves that many cells empty");
  check_refused(box + "all 2 free\ngaps few\n", 3, "few", "not a whole number");
}

TEST_CASE("gaps of a design are cells that may stay empty") {
  const Design d = read_design("gaps 2..3\nbox 2x2x2\nall 2 free 0..9\nall 3 free 0..2\n");
  CHECK(d.boxes[0].target.empty());
  CHECK(d.boxes[0].optional_cells == lattice::box(2, 2, 2));
  CHECK(d.volume == Range{5, 6});
  const Design some = read_design("box 2x2x2\noptional 200 201\ngaps 1\nall 3 free 0..3\n");
  CHECK(some.boxes[0].target == lattice::box(2, 2, 2));
  CHECK(some.volume == Range{9, 9});
  // A puzzle whose cells may all stay empty is read back.
  polycube::Puzzle puzzle{.pieces = {{.name = "d", .cells = lattice::box(2, 1)}},
                          .target = lattice::box(3, 1)};
  leave_empty(puzzle, "1");
  CHECK(design::design_text_of(puzzle).text ==
        "box 000 100 200\ngaps 0..1\npiece 0..1*d 000 100\nwant unique\n");
}

TEST_CASE("a line 'piece' wins over 'all' and 'sticks'") {
  for (const std::string text : {"box 2x2\npiece 1..1*bar XX\nall 2 one-sided 0..3\n",
                                 "box 2x2\nall 2 one-sided 0..3\npiece 1..1*bar XX\n"}) {
    const Design d = read_design(text);
    REQUIRE(d.kinds.size() == 1);
    CHECK(d.kinds[0].name == "bar");
    CHECK(d.kinds[0].copies == Range{1, 1});
  }
  // Kinds are in the order of the lines.
  const Design d = read_design("box 3x3\nall 1 free\npiece bar XXX\nall 3 free\n");
  REQUIRE(d.kinds.size() == 3);
  CHECK(d.kinds[0].name == "1a");
  CHECK(d.kinds[1].name == "bar");
}

TEST_CASE("the sets of a design are numbered in order, each once") {
  for (const std::string text :
       {"box 3x3x2\nall 3 one-sided 0..2\nall 4 one-sided 0..2\n",
        "box 3x3x3\nall 3 one-sided 1..2\nall 5 one-sided\npieces 6..7\n",
        "box 2x2x2\noptional 200 201\nall 2 free 0..9\nall 3 free 0..2\npiece 1*M 000\n",
        "box 2x2x2\nall 4 free 0..3\n"}) {
    CAPTURE(text);
    const Design d = read_design(text);
    const design::SetSpace space(d);
    const std::vector<Set> sets = all_sets(d);
    REQUIRE(space.count() == sets.size());
    for (std::size_t place = 0; place < sets.size(); ++place) {
      REQUIRE(space.at(place) == sets[place]);
      REQUIRE(space.place_of(sets[place]) == place);
    }
    CHECK_FALSE(space.place_of(Set(d.kinds.size(), 1000)));
  }
  CHECK_THROWS_AS(design::SetSpace(read_design("box 5x8x6\nall 5 one-sided 0..48\n")),
                  std::invalid_argument);
}

TEST_CASE("mirror images of sets, and the symmetries of parts") {
  const Design d = read_design("box 3x3x2\nall 4 one-sided 0..2\n");
  std::size_t own = 0;
  for (std::size_t k = 0; k < d.kinds.size(); ++k) {
    Set set(d.kinds.size(), 0);
    set[k] = 2;
    const auto image = mirror_image(d, set);
    REQUIRE(image);
    CHECK(mirror_image(d, *image) == set);
    if (*image == set) ++own;
  }
  CHECK(own == 6);  // of 8, all but the two of Soma that are mirror images
  const design::Bag bag(d, d.boxes.front());
  const auto whole = bag.whole();
  CHECK(bag.symmetries(whole, UpTo::none)->order() == 1);
  CHECK(bag.symmetries(whole, UpTo::rotations)->order() == 8);
  CHECK(bag.symmetries(whole, UpTo::reflections)->order() == 16);
  const Design chiral = read_design("box 3x3x2\npiece A 000 100 110 111\n");
  const design::Bag lone(chiral, chiral.boxes.front());
  CHECK(lone.symmetries(lone.whole(), UpTo::rotations));
  CHECK_FALSE(lone.symmetries(lone.whole(), UpTo::reflections));
}

TEST_CASE("colours exclude sets that cannot fill the box, and no others") {
  // A chessboard of 5 and 4: T tetrominoes and single cells.
  const Design d = read_design(
      "box 3x3x1\npiece 0..2*T 000 100 200 110\npiece 0..9*M 000\n"
      "piece 0..2*O 000 100 010 110\npiece I 000 100 200\n");
  const design::Bag bag(d, d.boxes.front());
  const design::ColourTest test(d.boxes.front(), bag.model());
  CHECK(test.allows({1, 5, 0, 0}));
  CHECK(test.allows({0, 9, 0, 0}));
  CHECK(test.allows({0, 5, 1, 0}));
  CHECK_FALSE(test.allows({0, 1, 2, 0}));  // each square has one cell of the corners
  const design::Estimate estimate(d.boxes.front(), bag.model());
  CHECK(estimate.of({0, 9, 0, 0}) > -1e-9);
}

}  // namespace dlx::test
