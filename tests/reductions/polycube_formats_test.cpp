#include "reductions/polycube/formats.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "dlx/counting/counter.hpp"
#include "dlx/solver.hpp"
#include "reductions/polycube/soma.hpp"
#include "tests/reductions/own_polycubes.hpp"
#include "tests/reductions/own_variants.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using lattice::Cells;
using polycube::Assembly;
using polycube::Collection;
using polycube::Format;
using polycube::format_of;
using polycube::Model;
using polycube::NamedPuzzle;
using polycube::Piece;
using polycube::Puzzle;
using polycube::read_busche;
using polycube::read_soma_figures;
using polycube::read_triples;
using polycube::write_triples;

struct Refused {
  std::string text;
  std::size_t line;  // 0: of the whole
  std::string word;
  std::string message;  // a part of it
};

void check_refused(const Refused& wanted, Format format) {
  const std::string& text = wanted.text;
  INFO(text);
  try {
    static_cast<void>(polycube::read(text, format));
    FAIL_CHECK("it was read");
  } catch (const TextError& e) {
    INFO("it said: " << e.what() << " (line " << e.line() << ", word '" << e.word() << "')");
    CHECK(e.line() == wanted.line);
    CHECK(std::string(e.word()) == wanted.word);
    CHECK_THAT(e.what(), Catch::Contains(wanted.message));
    if (!e.word().empty()) {
      REQUIRE(e.word().data() >= text.data());
      REQUIRE(e.word().data() + e.word().size() <= text.data() + text.size());
      CHECK(static_cast<std::size_t>(std::count(text.data(), e.word().data(), '\n')) + 1 ==
            e.line());
    }
  } catch (const std::exception& e) {
    FAIL_CHECK("another exception: " << e.what());
  }
}

const Puzzle& only(const Collection& collection) {
  REQUIRE(collection.puzzles.size() == 1);
  return collection.puzzles.front().puzzle;
}

Natural count_of(const Puzzle& puzzle) {
  return dlx::counting::count(polycube::build(puzzle).problem).value;
}

TEST_CASE("triples: digits, sets, ranges, copies, unions, comments") {
  const Collection all = read_triples(
      "| a comment\n\n  | another\r\n[0-3]0[01] [0-3][1]1\t[0-24]10\n"
      "4*I 000 100\n| between\nL [0-1]00 010\n  \nL 000 001 \nlong-name aZ0 aZ1");
  const Puzzle& puzzle = only(all);
  // [0-3]0[01] is 8 cells, [0-3][1]1 4, and [0-24]10 is 0, 1, 2, 4.
  Shape target;
  for (int x = 0; x < 4; ++x) {
    target.push_back({x, 0, 0});
    target.push_back({x, 0, 1});
    target.push_back({x, 1, 1});
  }
  for (const int x : {0, 1, 2, 4}) target.push_back({x, 1, 0});
  std::sort(target.begin(), target.end());
  CHECK(own(puzzle.target) == target);
  CHECK(puzzle.turning == polycube::Turning::rotations);
  CHECK(puzzle.optional_cells.empty());
  REQUIRE(puzzle.pieces.size() == 3);
  CHECK(puzzle.pieces[0].name == "I");
  CHECK(puzzle.pieces[0].copies == Bounds{4, 4});
  CHECK(own(puzzle.pieces[0].cells) == Shape{{0, 0, 0}, {1, 0, 0}});
  CHECK(puzzle.pieces[1].name == "L");
  CHECK(puzzle.pieces[1].copies == Bounds{1, 1});
  CHECK(own(puzzle.pieces[1].cells) == Shape{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}});
  REQUIRE(puzzle.pieces[1].alternatives.size() == 1);
  CHECK(own(puzzle.pieces[1].alternatives[0]) == Shape{{0, 0, 0}, {0, 0, 1}});
  CHECK(puzzle.pieces[2].name == "long-name");
  CHECK(at_origin(own(puzzle.pieces[2].cells)) == Shape{{0, 0, 0}, {0, 0, 1}});
  CHECK_NOTHROW(polycube::build(puzzle));
  CHECK(own(only(read_triples("9aZ ZA9\na 000\n")).target) == Shape{{9, 10, 61}, {61, 36, 9}});
}

TEST_CASE("triples: boxes, pictures, and unions of ranges") {
  const auto target = [](const std::string& line) {
    return only(read_triples(line + "\na 000\n")).target;
  };
  CHECK(target("4x3x2") == lattice::box(4, 3, 2));
  CHECK(target("12x5") == lattice::box(12, 5));
  CHECK(target("4x3") == lattice::box(4, 3));
  CHECK(target("X_X/XXX//__X") == lattice::from_picture("X_X/XXX//__X"));
  CHECK(target("##/##") == lattice::box(2, 2));
  CHECK(target("XXX") == lattice::box(3, 1));
  CHECK(target("[0-3][0-1]0 [0-1][0-3]0") == target("XXXX/XXXX/XX/XX"));
  CHECK(target("000 [0-2]00 100") == lattice::box(3, 1));
  CHECK(target("2x2x2 3x1x1 [0-4]00") == target("[0-1][0-1][0-1] 200 300 400"));
  CHECK(target("10x2 000") == lattice::box(10, 2));
  // Among other words x is a digit, as everywhere else in triples.
  CHECK(target("1x2 1x3") == Cells{{1, 33, 2}, {1, 33, 3}});
  // Drawn on several lines, with an empty line between layers.
  CHECK(target("XXX\nX_X\n\n___\n__X\n| a comment\n") == lattice::from_picture("XXX/X_X//___/__X"));
  CHECK(target("XX\n\n\n") == lattice::box(2, 1));
  CHECK(target("...\nXXX\n\n\n\nX..\nX..\n") == lattice::from_picture("___/XXX//X/X"));

  const Puzzle puzzle = only(read_triples("XXXX\nXXXX\n\n2*L XXX/X\nL 000 100\nI 3x1x1\n"));
  REQUIRE(puzzle.pieces.size() == 2);
  CHECK(puzzle.pieces[0].cells == lattice::from_picture("XXX/X"));
  CHECK(puzzle.pieces[0].alternatives == std::vector<Cells>{lattice::box(2, 1)});
  CHECK(puzzle.pieces[1].cells == lattice::box(3, 1));

  // The six sticks of a burr.
  const Cells burr = target("[0-5][1-4][23] [23][0-5][1-4] [1-4][23][0-5]");
  CHECK(burr.size() == 104);
}

TEST_CASE("triples: pieces used so often, or at most so often") {
  // All tilings of a square of side 4 by tetrominoes, by the count of an independent program.
  const std::string pieces = "*I XXXX\nA*O XX/XX\nA*T XXX/_X\nA*L XXX/X\nA*S _XX/XX\n";
  const auto square = [&](const std::string& copies) {
    std::string text = "4x4\nA" + pieces;
    for (std::size_t at; (at = text.find('A')) != std::string::npos;) text.replace(at, 1, copies);
    return count_of(only(read_triples(text)));
  };
  CHECK(square("0..4") == Natural(117));
  CHECK(count_of(only(read_triples("4x4\nS _XX/XX\n2*L XXX/X\nI XXXX\n"))) == Natural(24));
  CHECK(count_of(only(read_triples("4x4\nI XXXX\nO XX/XX\nL XXX/X\nS _XX/XX\n"))) == Natural(0));
}

TEST_CASE("triples: what they mean") {
  // Dominoes on 2 x 4, and a choice of a domino or two squares' worth of a bar.
  CHECK(count_of(only(read_triples("[0-3][01]0\n4*d 000 100\n"))) == Natural(5));
  CHECK(count_of(only(read_triples("[0-3]00\na 000 100\nb 000 100\n"))) == Natural(2));
  CHECK(count_of(only(read_triples("[0-3]00\na 000 100\na 000 100 200\nb 000\nb 000 010\n"))) ==
        Natural(4));
#ifndef DLX_SANITIZE
  // Soma, spelled as Knuth would.
  CHECK(count_of(only(read_triples("[0-2][0-2][0-2]\nL 000 100 200 210\nS 000 100 110 210\n"
                                   "T 000 100 200 110\nR 000 100 010\nP 000 100 110 111\n"
                                   "Q 000 100 110 001\nY 000 100 010 001\n"))) == Natural(11520));
#endif
}

TEST_CASE("triples: every error with its place") {
  const std::vector<Refused> table{
      {"", 0, "", "no target"},
      {"| only\n\n", 0, "", "no target"},
      {"[0-2]00\n", 0, "", "no piece"},
      {"| nothing\n...\n...\na 000\n", 2, "", "a picture without cells"},
      {"000 100\n2*a 000\n1*a 000\n", 3, "a", "another number of copies"},
      {"0 0 0, 1 0 0\na 000\n", 1, "0", "three coordinates, without blanks"},
      {"00\na 000\n", 1, "00", "three coordinates"},
      {"0000\na 000\n", 1, "0000", "three coordinates"},
      {"0[12]\na 000\n", 1, "0[12]", "three coordinates"},
      {"[]00\na 000\n", 1, "[]00", "nothing between"},
      {"[0-]00\na 000\n", 1, "[0-]00", "range without an end"},
      {"[2-1]00\na 000\n", 1, "[2-1]00", "downward"},
      {"[-2]00\na 000\n", 1, "[-2]00", "three digits"},
      {"[0-200\na 000\n", 1, "[0-200", "']'"},
      {"0]0\na 000\n", 1, "0]0", "three digits"},
      {"[[0]00\na 000\n", 1, "[[0]00", "three digits"},
      {"000 100 000\na 000\n", 1, "000", "named before"},
      {"[0-2]00 000 000\na 000\n", 1, "000", "named before"},
      {"4x0x4\na 000\n", 1, "0", "from 1 to 62"},
      {"4x4x63\na 000\n", 1, "63", "from 1 to 62"},
      {"4x4x\na 000\n", 1, "4x4x", "WIDTHxHEIGHTxDEPTH"},
      {"2x2x2x2\na 000\n", 1, "2x2x2x2", "three"},
      {"__/_\na 000\n", 1, "__/_", "a picture without cells"},
      {"2x2x2\na XX XX\n", 2, "XX", "a picture is one word"},
      {"2x2x2\na 000 X/X\n", 2, "X/X", "a picture is one word"},
      {"2x2x2\na XX long\n", 2, "long", "a picture is one word"},
      {"2x2x2\na XX | long\n", 2, "|", "a comment is on a line of its own"},
      {"2x2x2\na 000 100 |long\n", 2, "|long", "a comment is on a line of its own"},
      {"3*3*3\na 000\n", 1, "3*3*3", "3x3x3, with x between the numbers"},
      {"2x2x2\na xx/x\n", 2, "x", "'x' in a picture: X or # is a cell, _ or . is none"},
      {"XX\nX\n", 0, "", "no piece"},
      {"XX\na\n", 2, "a", "without cells"},
      {"grid spheres\nXX\na 000\n", 2, "XX", "has no cell 100"},
      {"[00]00\na 000\n", 1, "[00]00", "twice"},
      {"[0-31-4]00\na 000\n", 1, "[0-31-4]00", "twice"},
      {"0_0\na 000\n", 1, "0_0", "three digits"},
      {"000\na\n", 2, "a", "without cells"},
      {"000\n|\n\n3*\n", 4, "3*", "name of a piece"},
      {"000\n*a 000\n", 2, "*a", "how often"},
      {"000\n0*a 000\n", 2, "0*a", "how often"},
      {"000\n-1*a 000\n", 2, "-1*a", "how often"},
      {"000\n99999999999*a 000\n", 2, "99999999999", "not a whole number from"},
      {"000\n3..2*a 000\n", 2, "3..2", "downward"},
      {"000\n0..0*a 000\n", 2, "0..0*a", "how often"},
      {"000\n1..*a 000\n", 2, "1..", "range without an end"},
      {"000\n2*3*a 000\n", 2, "2*3*a", "name of a piece"},
      {"000\nx*a 000\n", 2, "x*a", "how often"},
      {"000\na:b 000\n", 2, "a:b", "name of a piece"},
      {"000\na|b 000\n", 2, "a|b", "name of a piece"},
      {"000\n\xff 000\n", 2, "\xff", "name of a piece"},
      {"000\na 000\n2*a 001\n", 3, "a", "another number"},
      {"000\n2*a 000\n3*a 001\n", 3, "a", "another number"},
      {"000\na 0 0 0\n", 2, "0", "three coordinates"},
      {"000\na 000 \xc3\xa9\n", 2, "\xc3\xa9", "three digits"},
      {std::string("0\0"
                   "00\na 000\n",
                   11),
       1,
       std::string("0\0"
                   "00",
                   4),
       ""},
  };
  for (const Refused& refused : table) check_refused(refused, Format::triples);
}

TEST_CASE("triples: words are not silently read as cells") {
  const std::vector<Refused> table{
      {"box 3x3x3\na 000\n", 1, "box", "without the word 'box': 3x3x3 (only designs say box)"},
      {"box 3 x 3 x 3\na 000\n", 1, "box", "without the word 'box': 3x3x3"},
      {"box XXX/XXX\na 000\n", 1, "box", "without the word 'box': XXX/XXX"},
      {"5 x 5 x 5\na 000\n", 1, "5", "a box is one word: 5x5x5"},
      {"5X5X5\na 000\n", 1, "5X5X5", "a box is one word: 5x5x5"},
      {"5\xc3\x97"
       "5\na 000\n",
       1,
       "5\xc3\x97"
       "5",
       "a box is one word: 5x5"},
      {"3x3\nred: XXX\n", 2, "red:", "not the name of a piece, which stands without a colon"},
      {"3X3\n0..9*a X\n", 1, "3X3", "a box is one word: 3x3, with x between"},
      {"3x3\noptional 1X9\na X\n", 2, "1X9", "a box is one word: 1x9"},
      {"3x3x3\n3 red XXX\n", 2, "3", "'3' before a name: for 3 copies write 3*red"},
      {"3x3x3\n3 x red XXX\n", 2, "3", "for 3 copies write 3*red"},
      {"3x3x3\n3 wheel XXX\n", 2, "3", "for 3 copies write 3*wheel"},
      {"3x3x3\n2 bar 000 100 200\n", 2, "2", "for 2 copies write 2*bar"},
      {"3x3x3\n2 p12 000 100 200\n", 2, "2", "for 2 copies write 2*p12"},
      {"3x3x3\n3xred XXX\n", 2, "3xred", "for 3 copies write 3*red"},
      {"3x3x3\n0..3Xred XXX\n", 2, "0..3Xred", "for 0..3 copies write 0..3*red"},
      {"3x3x3\n3\xc3\x97I XXX\n", 2, "3\xc3\x97I", "for 3 copies write 3*I"},
      {"3x3x3\nbar\xe2\x9c\x95"
       "3 XXX\n",
       2,
       "bar\xe2\x9c\x95"
       "3",
       "for 3 copies write 3*bar"},
      {"3x3x3\nIx3 XXX\n", 2, "Ix3", "for 3 copies write 3*I"},
      {"3x3x3\nbig red XXX\n", 2, "red", "a name is one word, such as big_red"},
      {"3x3x3\nbig red XXX/X\n", 2, "red", "a name is one word, such as big_red"},
      {"3x3x3\nbig red 000 100\n", 2, "red", "a name is one word, such as big_red"},
      {"3x3x3\nlong name 000 100\n", 2, "name", "a name is one word, such as long_name"},
      {"3x3x3\npiece red XXX\n", 2, "piece", "without the word 'piece': red"},
      {"3x3x3\na 000 100 bar\n", 2, "bar", "the cell with x 11, y 10 and z 27 is far"},
      {"3x3x3\na 000 100 b12\n", 2, "b12", "is far from all other cells"},
      {"3x3x3\na XXX/_Y\n", 2, "Y", "'Y' in a picture"},
      {"3x3x3\na XX_x\n", 2, "x", "'x' in a picture"},
      {"3x3x3\na xxx\n", 2, "x", "'x' in a picture"},
      {"3x3x3\n# the red one\na 000\n", 2, "#", "a comment begins with |, not with #"},
      {"3x3x3\n#comment\na 000\n", 2, "#comment", "a comment begins with |, not with #"},
      {"# a box\n3x3x3\na 000\n", 1, "#", "a comment begins with |, not with #"},
      {"gaps\n3x3x3\na 000\n", 1, "gaps", "how many cells stay empty"},
      {"gaps few\n3x3x3\na 000\n", 1, "few", "'few' is neither a number of empty cells"},
      {"gaps 25\n3x3x3\na 000\n", 1, "25", "the pieces leave 26 cells empty, not 25"},
      {"3x3x3\ngaps 26\na 000\n", 2, "gaps", "stands before the box"},
      {"3x3x3\noptional 222\na 000\n", 2, "222", "the box has the cell 222 already"},
  };
  for (const Refused& refused : table) check_refused(refused, Format::triples);
  // Knuth's format has letters as digits, and names may be words that are cells.
  CHECK(only(read_triples("12x1x1\na a00\n")).pieces.size() == 1);
  CHECK(only(read_triples("3x3\nbox3 XXX\nx XXX\n3x 3X3 3Y3\n")).pieces.size() == 3);
  CHECK(only(read_triples("12x12x12\na abb aba\n")).pieces[0].cells == lattice::box(1, 1, 2));
  CHECK(only(read_triples("[a-d][a-c]0\na ba0 ca0\n")).pieces[0].cells == lattice::box(2, 1));
  CHECK(only(read_triples("000 100\n# X\nred [a-b]00\n#1 bZ0 cZ0\n| # \ny d00 c00 900\n"))
            .pieces.size() == 4);
}

TEST_CASE("triples: cells that may stay empty") {
  const auto count = [](const std::string& text) { return count_of(only(read_triples(text))); };
  const std::string pieces = "2*L XXX/X\nT XXX/_X\n";
  CHECK(count("gaps 4\n4x4\n" + pieces) == count("4x4\n" + pieces + "4*gap X\n"));
  CHECK(count("gaps 0..9\n4x4\n" + pieces) == count("4x4\n" + pieces + "4*gap X\n"));
  const std::string some = "1..3*L XXX/X\n0..2*T XXX/_X\n";
  for (const std::string gaps : {"4", "0..4", "0..8", "8..9", "3"}) {
    CAPTURE(gaps);
    CHECK(count("gaps " + gaps + "\n4x4\n" + some) == count("4x4\n" + some + gaps + "*gap X\n"));
  }
  // Only cells outside the box of 3 x 4, and only two of these four.
  CHECK(count("3x4\noptional 300 310\noptional 320 330\n" + pieces) <
        count("gaps 4\n4x4\n" + pieces));
  CHECK(count("gaps 0..2\n3x4\noptional 300 310 320 330\n" + some) <
        count("3x4\noptional 300 310 320 330\n" + some));
  // A block of empty cells is among the cells that may stay empty, as single empty cells are.
  Puzzle block = only(read_triples("3x3\noptional 300 310 320\n3*A XXX\n"));
  Puzzle single = block;
  polycube::leave_empty(block, "1x3");
  polycube::leave_empty(single, "3");
  CHECK(count_of(block) == 2);
  CHECK(count_of(single) == 2);
  CHECK(only(polycube::read("gaps 9\n4x4\n" + pieces, Format::triples, false)).holes ==
        std::nullopt);
  const Puzzle puzzle = only(read_triples("gaps 4\n4x4\n" + pieces));
  CHECK(polycube::cells_left(puzzle) == 4);
  CHECK(puzzle.holes == 4U);
  CHECK(puzzle.optional_cells.size() == 16);
  CHECK(puzzle.pieces.size() == 2);
}

TEST_CASE("triples: a name on several lines is noted") {
  CHECK(read_triples("3x3\nred XXX\nred XX\n").notes ==
        std::vector<std::string>{"piece red: lines 2 and 3 are shapes of one piece; for 2 pieces "
                                 "write 2*red or another name"});
  CHECK(read_triples("3x3\na XXX\na XX\na X\nb X\nb XX\n").notes ==
        std::vector<std::string>{"piece a: lines 2, 3 and 1 more are shapes of one piece; for 3 "
                                 "pieces write 3*a or another name (1 more piece has several "
                                 "shapes)"});
  CHECK(read_triples("3x3\n2*a XXX\n2*a XX\nb XX\n").notes.empty());
}

TEST_CASE(
    "triples: a list of digits does not multiply without end, nor a long line take for ever") {
  const std::string digits(5000, '0');
  const std::string many = "[" + digits + "][" + digits + "][" + digits + "]";
  check_refused({many + "\na 000\n", 1, many, "twice"}, Format::triples);
  std::string line;
  for (const char x : lattice::base62) {
    for (const char y : lattice::base62) {
      for (const char z : std::string("0123456789")) line += {' ', x, y, z};
    }
  }
  CHECK(only(read_triples(line.substr(1) + "\na 000\n")).target.size() == 62 * 62 * 10);
  CHECK(only(read_triples("[0-Z][0-Z][0-Z]\na 000\n")).target.size() == 62 * 62 * 62);
}

TEST_CASE("triples written and read back") {
  Random random(31);
  int written = 0;
  int refused = 0;
  for (int round = 0; round < 300; ++round) {
    Puzzle puzzle = random_variant(random);
    if (round % 2 == 0) {  // most are not
      puzzle.target.insert(puzzle.target.end(), puzzle.optional_cells.begin(),
                           puzzle.optional_cells.end());
      puzzle.optional_cells.clear();
      puzzle.optional_colours.clear();
      puzzle.target_colours.clear();
      for (Piece& piece : puzzle.pieces) {
        piece.colours.clear();
        const std::uint32_t copies = random.between(1, 3);
        piece.copies = Bounds{random.chance(0.7) ? copies : random.below(copies), copies};
      }
    }
    const auto left = polycube::cells_left(puzzle);
    const bool sayable =
        !(!puzzle.optional_cells.empty() && puzzle.holes && left && *left > *puzzle.holes) &&
        puzzle.optional_colours.empty() && puzzle.target_colours.empty() &&
        !(puzzle.target.empty() && puzzle.optional_cells.empty()) &&
        std::all_of(puzzle.pieces.begin(), puzzle.pieces.end(), [](const Piece& p) {
          return p.copies && p.copies->at_most > 0 && p.colours.empty();
        });
    INFO(described(puzzle));
    if (!sayable) {
      ++refused;
      CHECK_THROWS_AS(write_triples(puzzle), std::invalid_argument);
      continue;
    }
    ++written;
    const std::string text = write_triples(puzzle);
    CHECK(format_of(text) == Format::triples);
    const Puzzle back = only(read_triples(text));
    CHECK(write_triples(back) == text);
    CHECK(back.turning == puzzle.turning);
    REQUIRE(back.pieces.size() == puzzle.pieces.size());
    CHECK(at_origin(own(all_cells(back))) == at_origin(own(all_cells(puzzle))));
    const bool fills_all = puzzle.target.empty() && puzzle.holes == 0U;
    CHECK(back.optional_cells.size() == (fills_all ? 0 : puzzle.optional_cells.size()));
    for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) {
      CHECK(back.pieces[p].name == puzzle.pieces[p].name);
      CHECK(back.pieces[p].copies == puzzle.pieces[p].copies);
      CHECK(back.pieces[p].alternatives.size() == puzzle.pieces[p].alternatives.size());
    }
    CHECK(count_of(back) == count_of(puzzle));
    CHECK(polycube::build(back).placements.size() == polycube::build(puzzle).placements.size());
  }
  CHECK(written >= 150);
  CHECK(refused > 50);
}

TEST_CASE("what triples cannot say is refused") {
  const Puzzle good{.pieces = {{.name = "a", .cells = lattice::box(2, 1)}},
                    .target = lattice::box(2, 1)};
  CHECK(write_triples(good) == "000 100\na 000 100\n");
  const auto refused = [&](const auto& change) {
    Puzzle bad = good;
    change(bad);
    CHECK_THROWS_AS(write_triples(bad), std::invalid_argument);
  };
  refused([](Puzzle& p) { p.target.clear(); });
  refused([](Puzzle& p) { p.pieces.clear(); });
  refused([](Puzzle& p) { p.target = {{0, 0, 0}, {62, 0, 0}}; });
  refused([](Puzzle& p) { p.pieces[0].cells = {{0, 0, 0}, {0, 62, 0}}; });
  refused([](Puzzle& p) { p.pieces[0].alternatives = {{{0, 0, 0}, {0, 0, 62}}}; });
  refused([](Puzzle& p) { p.pieces[0].copies.reset(); });
  refused([](Puzzle& p) { p.pieces[0].copies = Bounds{0, 0}; });
  refused([](Puzzle& p) { p.pieces[0].copies = Bounds{4'000'000'000U, 4'000'000'000U}; });
  refused([](Puzzle& p) { p.pieces[0].colours = {1, 0}; });
  refused([](Puzzle& p) { p.target_colours = {1, 0}; });
  refused([](Puzzle& p) {
    p.optional_cells = {{0, 1, 0}};
    p.optional_colours = {1};
  });
  refused([](Puzzle& p) {
    p.target = lattice::box(2, 2);
    leave_empty(p, "2x1");
  });
  refused([](Puzzle& p) { p.pieces[0].name = "2*a"; });
  refused([](Puzzle& p) { p.pieces[0].name = "a b"; });
  refused([](Puzzle& p) { p.pieces[0].name = "|a"; });
  refused([](Puzzle& p) { p.pieces[0].name = ""; });
  // Cells far apart, and names that would be read otherwise.
  const Puzzle odd{.pieces = {{.name = "3xred", .cells = {{0, 0, 0}, {35, 35, 35}}},
                              {.name = "optional", .cells = {{0, 0, 0}}}},
                   .target = {{0, 0, 0}, {1, 0, 0}, {36, 35, 35}}};
  CHECK(write_triples(odd) == "000 100 [A]zz\n1*3xred 000 [z]zz\n1*optional 000\n");
  CHECK(write_triples(only(read_triples(write_triples(odd)))) == write_triples(odd));
  // Coordinates count from the least one.
  Puzzle far = good;
  for (lattice::Cell& c : far.target) c = c + lattice::Cell{-100, 100, 5};
  CHECK(write_triples(far) == write_triples(good));
}

TEST_CASE("Busche: pieces by coordinates and by layers") {
  const Collection all = read_busche(
      "# two puzzles\n\nD:xDim=3:yDim=2:zDim=2  # a box\n"
      "C:name=A:layout=0 0 0, 1 0 0,2 0 0\n"
      " C : name = B : type=M : layout = 5 5 5, 5 6 5, 5 6 6 \n"
      "C:name=F:type=S:layout=2 1 1\n"
      "L:stationary=G H\n"
      "# rows from the top, layers side by side\n"
      ". G ., H . .\n"
      "c . c, . . c # disconnected\n"
      "~L\n~D\n"
      "D:xDim=2:yDim=2:zDim=1:oneSide\nL\na a\na b\n~L\n~D\n"
      "D:xDim=1:yDim=1:zDim=1:oneSide=0\nC:name=x:layout=7 7 7\n~D");
  REQUIRE(all.puzzles.size() == 3);
  const Puzzle& first = all.puzzles[0].puzzle;
  CHECK(first.pieces.size() == 3);  // F, G and H lie where they are
  CHECK(own(first.target) == Shape{{0, 0, 0},
                                   {0, 0, 1},
                                   {0, 1, 0},
                                   {1, 0, 0},
                                   {1, 0, 1},
                                   {1, 1, 1},
                                   {2, 0, 0},
                                   {2, 0, 1},
                                   {2, 1, 0}});
  const Puzzle& flat = all.puzzles[1].puzzle;
  CHECK(flat.turning == polycube::Turning::flat_rotations);
  CHECK(all.puzzles[2].puzzle.turning == polycube::Turning::rotations);
  CHECK(count_of(flat) == Natural(4));
  CHECK(count_of(all.puzzles[2].puzzle) == Natural(1));
}

TEST_CASE("Busche: rows go down from the highest y, layers up from z = 0") {
  const Puzzle puzzle = only(
      read_busche("D:xDim=3:yDim=2:zDim=2\nL:stationary=S\nS n m, m m m\nS S m, m m m\n~L\n~D\n"));
  // S has 0 1 0, 0 0 0 and 1 0 0.
  CHECK(own(puzzle.target) == Shape{{0, 0, 1},
                                    {0, 1, 1},
                                    {1, 0, 1},
                                    {1, 1, 0},
                                    {1, 1, 1},
                                    {2, 0, 0},
                                    {2, 0, 1},
                                    {2, 1, 0},
                                    {2, 1, 1}});
}

TEST_CASE("Busche: one side is not turned over") {
  // An S and a Z tetromino side by side, the S given: turned over it would be a Z too.
  const std::string pieces = "L\n. s s\ns s .\n~L\nC:name=fill:type=S:layout=0 1 0, 2 0 0\n~D\n";
  CHECK(count_of(only(read_busche("D:xDim=3:yDim=2:zDim=1:oneSide\n" + pieces))) == Natural(1));
  const std::string other = "L\ns s .\n. s s\n~L\nC:name=fill:type=S:layout=0 1 0, 2 0 0\n~D\n";
  CHECK(count_of(only(read_busche("D:xDim=3:yDim=2:zDim=1:oneSide=1\n" + other))) == Natural(0));
  CHECK(count_of(only(read_busche("D:xDim=3:yDim=2:zDim=1:oneSide=0\n" + other))) == Natural(1));
  CHECK(count_of(only(read_busche("D:xDim=3:yDim=2:zDim=1\n" + other))) == Natural(1));
}

TEST_CASE("Busche: every error with its place") {
  const std::string box = "D:xDim=2:yDim=1:zDim=1\n";
  const std::vector<Refused> table{
      {"", 0, "", "no puzzle"},
      {"# nothing\n", 0, "", "no puzzle"},
      {"X:xDim=1\n", 1, "X", "begins with D:"},
      {"~D\n", 1, "~D", "begins with D:"},
      {"D:yDim=1:zDim=1\n", 1, "", "xDim is missing"},
      {"D\n", 1, "", "xDim is missing"},
      {"D:xDim=1:xDim=1:yDim=1:zDim=1\n", 1, "xDim", "twice"},
      {"D:xDim=1:yDim=1:zDim=1:wDim=1\n", 1, "wDim", "unknown tag"},
      {"D:xDim=0:yDim=1:zDim=1\n", 1, "0", "whole number"},
      {"D:xDim=-1:yDim=1:zDim=1\n", 1, "-1", "whole number"},
      {"D:xDim=two:yDim=1:zDim=1\n", 1, "two", "whole number"},
      {"D:xDim:yDim=1:zDim=1\n", 1, "xDim", "whole number"},
      {"D:xDim=99999999999:yDim=1:zDim=1\n", 1, "99999999999", "whole number"},
      {"D:xDim=10000:yDim=10000:zDim=10000\n~D\n", 1, "", "cells"},
      {"D:xDim=10000:yDim=10000:zDim=1\n~D\n", 1, "", "cells"},
      {"D:xDim=1:yDim=1:zDim=2:oneSide\n", 1, "oneSide", "zDim=1"},
      {"D:xDim=1:yDim=1:zDim=1:oneSide=maybe\n~D\n", 1, "maybe", "0 or 1"},
      {"\n" + box + "C:name=a:layout=0 0 0, 1 0 0\n", 2, "", "without ~D"},
      {box + "~D\n", 2, "", "0 cells"},
      {box + "C:name=a:layout=0 0 0\n~D\n", 3, "", "1 cells"},
      {box + "Q\n~D\n", 2, "Q", "wanted C:"},
      {box + "C:layout=0 0 0\n~D\n", 2, "", "name and a layout"},
      {box + "C:name=a\n~D\n", 2, "", "name and a layout"},
      {box + "C:name=a:name=b:layout=0 0 0\n~D\n", 2, "name", "twice"},
      {box + "C:name=a:type=X:layout=0 0 0\n~D\n", 2, "X", "mobile"},
      {box + "C:name=a:colour=1:layout=0 0 0\n~D\n", 2, "colour", "unknown tag"},
      {box + "C:name=a:layout=0 0\n~D\n", 2, "0 0", "x y z"},
      {box + "C:name=a:layout=0 0 0 0\n~D\n", 2, "0 0 0 0", "x y z"},
      {box + "C:name=a:layout=0 0 0,\n~D\n", 2, "layout", "x y z"},
      {box + "C:name=a:layout=\n~D\n", 2, "layout", "x y z"},
      {box + "C:name=a:layout=0 0 z\n~D\n", 2, "z", "whole number"},
      {box + "C:name=a:layout=0 0 10001\n~D\n", 2, "10001", "whole number"},
      {box + "C:name=a:layout=0 0 0, 0 0 0\n~D\n", 2, "0 0 0, 0 0 0", "twice"},
      {box + "C:name=a b:layout=0 0 0\n~D\n", 2, "a b", "name of a piece"},
      {box + "C:name=:layout=0 0 0\n~D\n", 2, "", "name of a piece"},
      {box + "C:name=a:layout=0 0 0\nC:name=a:layout=1 0 0\n~D\n", 3, "a", "second piece"},
      {box + "C:name=a:layout=0 0 0\nL\n. a\n~L\n~D\n", 4, "a", "second piece"},
      {box + "L\n. a\n~L\nL\na .\n~L\n~D\n", 6, "a", "second piece"},
      {box + "L\n. a\n~L\nC:name=a:layout=0 0 0\n~D\n", 5, "a", "second piece"},
      {box + "L\na a\n", 2, "", "without ~L"},
      {box + "L\n~L\n~D\n", 3, "~L", "1 rows are missing"},
      {box + "L\na a\na a\n~L\n~D\n", 4, "a a", "more rows"},
      {box + "L\na\n~L\n~D\n", 3, "", "1 cells in a layer"},
      {box + "L\na a a\n~L\n~D\n", 3, "", "3 cells in a layer"},
      {box + "L\na a, a a\n~L\n~D\n", 3, "", "2 layers"},
      {box + "L\na:b a:b\n~L\n~D\n", 3, "a:b", "name of a piece"},
      {box + "L:stationary=b\na a\n~L\n~D\n", 2, "b", "no piece of this name"},
      {box + "L:mobile=a\na a\n~L\n~D\n", 2, "mobile", "unknown tag"},
      {box + "C:name=a:type=S:layout=0 0 0\nC:name=b:type=S:layout=0 0 0\n~D\n", 4, "",
       "two stationary"},
      {box + "C:name=a:type=S:layout=0 0 0, 0 1 0\n~D\n", 3, "", "in the box"},
      {box + "C:name=a:layout=0 0 0, 1 0 0\n~D\nnonsense\n", 4, "nonsense", "begins with D:"},
  };
  for (const Refused& refused : table) check_refused(refused, Format::busche);
}

/// The rows of an assembly in Bundgaard's notation, under these letters for the pieces.
std::string bundgaard(const std::map<Point, char>& cells) {
  Point high{0, 0, 0};
  for (const auto& [p, c] : cells) {
    for (std::size_t i = 0; i < 3; ++i) high[i] = std::max(high[i], p[i]);
  }
  std::string text;
  for (int y = 0; y <= high[1]; ++y) {
    for (int z = high[2]; z >= 0; --z) {
      text += '/';
      for (int x = 0; x <= high[0]; ++x) {
        const auto found = cells.find({x, y, z});
        text += found == cells.end() ? '.' : found->second;
      }
    }
    text += '\n';
  }
  return text;
}

/// Which of V L T Z A B P a piece of four cubes or three is; A and B are both 5 here.
char digit_of(const Shape& piece) {
  if (piece.size() == 3) return '1';
  std::array<std::set<int>, 3> values;
  for (const Point& p : piece) {
    for (std::size_t i = 0; i < 3; ++i) values[i].insert(p[i]);
  }
  const auto neighbours = [&](const Point& a) {
    return std::count_if(piece.begin(), piece.end(), [&](const Point& b) {
      return std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]) == 1;
    });
  };
  std::ptrdiff_t most_neighbours = 0;
  Shape tips;
  for (const Point& a : piece) {
    most_neighbours = std::max(most_neighbours, neighbours(a));
    if (neighbours(a) == 1) tips.push_back(a);
  }
  const bool flat = std::any_of(values.begin(), values.end(),
                                [](const std::set<int>& v) { return v.size() == 1; });
  if (!flat) return most_neighbours == 3 ? '7' : '5';
  if (most_neighbours == 3) return '3';
  REQUIRE(tips.size() == 2);
  // Z has a half turn that exchanges its ends; L has none.
  Shape image;
  for (const Point& p : piece) {
    image.push_back({tips[0][0] + tips[1][0] - p[0], tips[0][1] + tips[1][1] - p[1],
                     tips[0][2] + tips[1][2] - p[2]});
  }
  std::sort(image.begin(), image.end());
  return image == piece ? '4' : '2';
}

/// Assemblies of the cube in digits. The screws: 5 for one and 6 for the other, or the reverse.
std::vector<std::string> soma_in_digits(std::size_t number) {
  const Model model = polycube::build(polycube::soma());
  std::vector<std::string> texts;
  for (Solver solver(model.problem); solver.next() && texts.size() < number;) {
    std::map<Point, char> cells;
    char screw = texts.size() % 2 == 0 ? '5' : '6';
    for (const auto& placement : polycube::decode(model, solver.solution())) {
      char digit = digit_of(own(placement.cells));
      if (digit == '5') {
        digit = screw;
        screw = static_cast<char>('5' + '6' - screw);
      }
      for (const Point& p : own(placement.cells)) cells[p] = digit;
    }
    CHECK(cells.size() == 27);
    texts.push_back(bundgaard(cells));
  }
  return texts;
}

const std::string cube = "/SOMA001 The cube\n/###/###/###\n/###/###/###\n/###/###/###\n";

TEST_CASE("Soma: figures, names, comments, any character for a cell") {
  const Collection all =
      read_soma_figures("; THE CUBE\n\n" + cube + "this is a comment;\n" +
                        "/SOMA002 Tower\r\n/XX./ab1\r\n; between\n/7-0/...\r\n  /..*/***  \n"
                        "/X../XXX/\n/X.X/...\n/.../.XX\n/XXX/XXX\n/XX./..X\n");
  REQUIRE(all.puzzles.size() == 2);
  CHECK(all.puzzles[0].name == "SOMA001 The cube");
  CHECK(all.puzzles[1].name == "SOMA002 Tower");
  CHECK(all.puzzles[0].saved.empty());
  CHECK(own(all.puzzles[0].puzzle.target) == own(lattice::box(3, 3, 3)));
  CHECK(all.puzzles[1].puzzle.target.size() == 27);
  CHECK(all.puzzles[0].puzzle.pieces.size() == 7);
  for (const Piece& piece : all.puzzles[0].puzzle.pieces) CHECK(piece.copies == Bounds{});
#ifndef DLX_SANITIZE
  CHECK(count_of(all.puzzles[0].puzzle) == Natural(11520));
#endif
  // Without a header it is a figure too.
  CHECK(read_soma_figures("/###/###/###\n/###/###/###\n/###/###/###\n").puzzles.size() == 1);
  // A header in Latin-1.
  CHECK(read_soma_figures("/SOMA3 Br\xfc"
                          "cke\n" +
                          cube.substr(cube.find('\n') + 1))
            .puzzles[0]
            .name ==
        "SOMA3 Br\xc3\xbc"
        "cke");
}

TEST_CASE("Soma: two sets") {
  std::string text = "/SOMA900 double\n";
  for (int y = 0; y < 6; ++y) text += "/###/###/###\n";
  const Puzzle puzzle = only(read_soma_figures(text));
  CHECK(puzzle.target.size() == 54);
  for (const Piece& piece : puzzle.pieces) CHECK(piece.copies == Bounds{2, 2});
  // With the digits 1 to 7 in it, the figure is no assembly, because each digit may be two pieces.
  std::string digits = text;
  int next = 0;
  for (char& c : digits) c = c == '#' ? static_cast<char>('1' + next++ % 7) : c;
  CHECK(only(read_soma_figures(digits)).target == puzzle.target);
  const Model model = polycube::build(puzzle);
  Solver solver(model.problem);
  REQUIRE(solver.next());
  CHECK(polycube::faults(model, polycube::decode(model, solver.solution())).empty());
}

TEST_CASE("Soma: assemblies in digits are read and right") {
  const auto texts = soma_in_digits(200);
  REQUIRE(texts.size() == 200);
  std::set<OwnAssembly> different;
  for (const std::string& text : texts) {
    INFO(text);
    const Collection all = read_soma_figures("/SOMA001\n" + text);
    CHECK(format_of(text) == Format::soma_figures);
    REQUIRE(all.puzzles.size() == 1);
    REQUIRE(all.puzzles[0].saved.size() == 1);
    const Model model = polycube::build(all.puzzles[0].puzzle);
    CHECK(polycube::faults(model, all.puzzles[0].saved[0]).empty());
    different.insert(own(all.puzzles[0].saved[0]));
  }
  CHECK(different.size() == texts.size());
}

TEST_CASE("Soma: digits that are no assembly are refused, or have faults") {
  const std::string right = soma_in_digits(1).at(0);
  Random random(99);
  int refused = 0;
  for (int round = 0; round < 200; ++round) {
    std::string wrong = right;
    std::size_t a = 0;
    std::size_t b = 0;
    while (wrong[a] < '1' || wrong[b] < '1' || wrong[a] == wrong[b]) {
      a = random.below(wrong.size());
      b = random.below(wrong.size());
    }
    std::swap(wrong[a], wrong[b]);
    INFO(wrong);
    try {
      const Collection all = read_soma_figures(wrong);
      // Two pieces have exchanged a cell and are again pieces: it may be right.
      const Model model = polycube::build(all.puzzles.at(0).puzzle);
      REQUIRE(all.puzzles[0].saved.size() == 1);
      CHECK(polycube::faults(model, all.puzzles[0].saved[0]).empty());
    } catch (const TextError& e) {
      REQUIRE(e.word().size() == 1);
      const auto at = e.word().data() - wrong.data();
      CHECK(e.line() ==
            1U + static_cast<std::size_t>(std::count(wrong.begin(), wrong.begin() + at, '\n')));
      CHECK_THAT(e.what(),
                 Catch::Contains("the cells " + std::string(e.word()) + " are not that piece"));
      ++refused;
    }
  }
  CHECK(refused > 150);
  // A digit that is no piece, where the other digits are an assembly.
  std::string eighth = right;
  eighth[right.find('3')] = '8';
  check_refused(
      {"/SOMA1\n" + eighth,
       2U + static_cast<std::size_t>(std::count(
                right.begin(), right.begin() + static_cast<std::ptrdiff_t>(right.find('3')), '\n')),
       "8", "the digits 1 to 7 are the pieces"},
      Format::soma_figures);
  // All pieces, but with other digits: V has three cells.
  std::string exchanged = right;
  for (char& c : exchanged) c = c == '1' ? '2' : c == '2' ? '1' : c;
  CHECK_THROWS_AS(read_soma_figures(exchanged), TextError);
}

TEST_CASE("Soma: every error with its place") {
  const std::vector<Refused> table{
      {"", 0, "", "no figure"},
      {"; only a comment\n", 0, "", "no figure"},
      {"/SOMA1\n", 1, "", "without lines"},
      {"\n/SOMA1\n/SOMA2\n" + cube, 2, "", "without lines"},
      {"words\n" + cube, 1, "words", "begins with '/'"},
      {cube + "###\n", 5, "###", "begins with '/'"},
      {"/SOMA1\n/##/###\n", 2, "###", "one width"},
      {"/SOMA1\n/##/##\n/##/#\n", 3, "#", "one width"},
      {"/SOMA1\n/##/##\n/##\n", 3, "", "1 layers"},
      {"/SOMA1\n/##//##\n", 2, "/##//##", "one width"},
      {"/SOMA1\n/\n", 2, "/", "one width"},
      {"/SOMA1\n/# #/###\n", 2, "# #", "one character"},
      {"/SOMA1\n/#\xc3\xa9/###\n", 2, "#\xc3\xa9", "one character"},
      {"/SOMA1\n/##/##\n/##/##\n", 2, "", "8 cells"},
      {"/SOMA1\n/../00\n/--/--\n", 2, "", "0 cells"},
  };
  for (const Refused& refused : table) check_refused(refused, Format::soma_figures);
}

TEST_CASE("the format by the looks of a text") {
  CHECK(format_of("<?xml version=\"1.0\"?>\n<puzzle/>") == Format::xmpuzzle);
  CHECK(format_of("\n  <puzzle version=\"2\">") == Format::xmpuzzle);
  CHECK(format_of("| <comment>\n[0-2]00\na 000\n") == Format::triples);
  CHECK(format_of("000 100\r\na 000\r\n") == Format::triples);
  CHECK(format_of("# D: no\n\nD:xDim=1:yDim=1:zDim=1\n") == Format::busche);
  CHECK(format_of("D : xDim=1") == Format::busche);
  CHECK(format_of("D00 000\na 000\n") == Format::triples);
  CHECK(format_of("; cube\n/SOMA1\n") == Format::soma_figures);
  CHECK(format_of("/###\n") == Format::soma_figures);
  CHECK(format_of("") == Format::triples);
  for (const auto& [format, word, help] : names<Format>) {
    CHECK_FALSE(word.empty());
  }
  // Exact-cover problems may begin with all of these.
  for (const char* text : {"D E F\nD E\n", "D: x\n", "<a> b\n<a>\n", "[1] [a]\n", "[0][1] 2\n",
                           "| /SOMA1\na b\n", "/a b\n", "000 100\n", "a ;\n", ""}) {
    CAPTURE(text);
    CHECK_FALSE(polycube::sign_of(text));
  }
  CHECK(polycube::sign_of("[0-2]00 1[01]1\n") == Format::triples);
  CHECK(polycube::sign_of("gaps 1\n3x3\n2*L XXX/X\n") == Format::triples);
  CHECK_FALSE(polycube::sign_of("gaps 1\nbox 3x3\nall 4 free\n"));
  CHECK(polycube::sign_of("; a comment\n/SOMA1\n") == Format::soma_figures);
}

}  // namespace
}  // namespace dlx::test
