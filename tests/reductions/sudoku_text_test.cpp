// The formats in which people and programs write sudokus; see the head of sudoku_text.cpp.

#include "reductions/classics/sudoku_text.hpp"

#include <catch2/catch.hpp>
#include <cctype>
#include <string>
#include <variant>
#include <vector>

#include "dlx/solver.hpp"
#include "reductions/catalogue/puzzle.hpp"
#include "reductions/classics/sudoku.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using classics::sudoku::Entry;
using classics::sudoku::Puzzle;

const std::string rows =
    "..82.....\n..6.53...\n..2..1..3\n..7....48\n...5...2.\n.9...87..\n7.4..6...\n.3...4.8.\n"
    "...3...9.\n";
const std::string squares =
    "..82.......6.53.....2..1..3..7....48...5...2..9...87..7.4..6....3...4.8....3...9.";
const std::string solution =
    "378269154916453872452781963167932548843517629295648731724896315539174286681325497";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

/// The rows, each between two texts, its squares with another text between them.
std::string rows_as(const std::string& before, const std::string& between, const std::string& after,
                    const std::string& empty) {
  std::string text;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    text += i % 9 == 0 ? before : between;
    text += squares[i] == '.' ? empty : squares.substr(i, 1);
    if (i % 9 == 8) text += after;
  }
  return text;
}

/// The only solution, in the alphabet of the puzzle; "none" or "several" otherwise.
std::string solved(const Puzzle& puzzle) {
  const classics::sudoku::Model model = classics::sudoku::build(puzzle);
  Solver solver(model.problem);
  if (!solver.next()) return "none";
  std::string line = one_line(decode(model, solver.solution()));
  return solver.next() ? "several" : line;
}

std::string message(const Entry& entry) {
  const auto* const error = std::get_if<TextError>(&entry.contents);
  return error == nullptr ? "" : error->what();
}

/// The lines where entries begin, errors as negative numbers.
std::vector<int> outline(const std::string& text, int box_width = 0) {
  std::vector<int> lines;
  for (const Entry& entry : classics::sudoku::read(text, {box_width})) {
    lines.push_back(static_cast<int>(entry.line) * (message(entry).empty() ? 1 : -1));
  }
  return lines;
}

TEST_CASE("one sudoku in many formats") {
  const std::string zeros = replaced(squares, ".", "0");
  const std::string dotted = replaced(replaced(rows, ".", "0"), "\n", ".");
  const std::string frame = " +-------+-------+-------+\n";
  std::string framed = frame;
  std::string simple;     // of Simple Sudoku
  std::string cornered;   // the same with corners
  std::string by_blocks;  // frames of Unicode
  for (std::size_t r = 0; r < 9; ++r) {
    const std::string row = squares.substr(9 * r, 9);
    const auto three = [&](std::size_t at) { return row.substr(at, 3); };
    const auto wide = [&](std::size_t at) {
      return std::string{' ', row[at], ' ', row[at + 1], ' ', row[at + 2], ' ', '|'};
    };
    framed += " |" + wide(0) + wide(3) + wide(6) + "\n" + (r % 3 == 2 ? frame : "");
    simple += three(0) + "|" + three(3) + "|" + three(6) + "\n";
    if (r == 2 || r == 5) simple += "-----------\n";
    if (r == 0) cornered += " *-----------*\n";
    cornered += " |" + three(0) + "|" + three(3) + "|" + three(6) + "|\n";
    cornered += r == 8 ? " *-----------*\n" : r % 3 == 2 ? " |---+---+---|\n" : "";
    by_blocks += "\u2502" + three(0) + "\u2502" + three(3) + "\u2551" + three(6) + "\u2502\n";
    if (r == 2) by_blocks += "\u251C\u2500\u2500\u2500\u253C\u2550\u2550\n";
  }
  std::string stripped = rows_as("", "", "\n", " ");
  while (stripped.find(" \n") != std::string::npos) stripped = replaced(stripped, " \n", "\n");
  const std::string list = rows_as("[", ", ", "],\n", "0");
  std::string bands;
  for (std::size_t i = 0; i < rows.size(); i += 30) bands += rows.substr(i, 30) + "\n";
  const std::vector<std::string> texts{
      squares,
      zeros + "\n",
      rows,
      replaced(rows, "\n", "\r\n"),
      "\xEF\xBB\xBF" + squares,
      rows_as("", " ", "\n", "0"),
      rows_as("", " ", "\n", "."),
      replaced(squares, ".", "*"),
      replaced(squares, ".", "_"),
      replaced(squares, ".", "-"),
      replaced(rows, ".", "-"),
      replaced(squares, ".", "?"),
      framed,
      simple,
      cornered,
      by_blocks,
      bands,
      "[Puzzle]\n" + rows,
      "[Puzzle]\r\n" + replaced(rows, "\n", "\r\n") + "[State]\r\n" + solution + "\r\n",
      "#ASomebody\n#DA test puzzle\n[Puzzle]\n" + rows,
      dotted.substr(0, dotted.size() - 1),
      replaced(rows, "\n", "/"),
      rows_as("", ",", "\n", "0"),
      rows_as("", ",", ",\n", "0"),
      rows_as("", ",", "\n", ""),
      rows_as("", ";", "\n", ""),
      rows_as("", "\t", "\n", ""),
      "[" + list.substr(0, list.size() - 2) + "]",
      replaced("[" + list.substr(0, list.size() - 2) + "]", "\n", " "),
      "int grid[9][9] = {\n" + rows_as("  {", ", ", "},\n", "0") + "};\n",
      "board = [\n" + rows_as("  [\"", "\", \"", "\"],\n", ".") + "]\n",
      "grid = [\n" + rows_as("  '", "", "',\n", ".") + "]\n",
      "[" + rows_as("[", " ", "]\n", "0") + "]",
      rows_as("", "", "\n", " "),
      stripped,
      squares + ",0.5\n",
      squares + ";9.1;hard\n",
      squares + " 9.1 hard # the first\n",
      squares + " ED=2.3/1.2/1.2\n",
      squares + "," + solution + "\n",
      zeros + "\t" + solution + "\n",
      "puzzle,solution\n" + squares + "," + solution + "\n",
      "id,puzzle,solution,clues,difficulty\n7," + squares + "," + solution + ",24,2.2\n",
      "Grid 01\n" + replaced(rows, ".", "0"),
      squares.substr(0, 27) + "\n" + squares.substr(27, 27) + "\n" + squares.substr(54),
  };
  for (const std::string& text : texts) {
    CAPTURE(text);
    const Puzzle puzzle = classics::sudoku::parse(text);
    CHECK(one_line(puzzle) == squares);
    CHECK(puzzle.alphabet.kind == classics::sudoku::Alphabet::Kind::digits);
    CHECK(puzzle.alphabet.least == 1);
  }
  CHECK(solved(classics::sudoku::parse(squares)) == solution);
}

const std::string numbers_of_10 =
    "7 5 9 0 0 3 2 0 4 0\n"
    "0 1 0 3 0 0 0 0 6 0\n"
    "0 0 0 7 4 0 10 0 0 0\n"
    "8 0 0 1 10 0 5 0 7 2\n"
    "0 9 0 0 7 0 1 4 8 0\n"
    "0 0 8 2 3 0 0 6 0 0\n"
    "0 7 1 10 0 8 0 5 0 0\n"
    "2 0 3 0 8 0 7 10 9 0\n"
    "0 8 7 0 0 9 0 2 0 5\n"
    "0 0 0 9 5 7 4 3 1 8\n";
const std::string numbers_of_12 =
    "0 0 2 0 10 3 6 0 0 0 11 0\n"
    "0 0 0 0 0 5 0 7 8 6 1 0\n"
    "7 0 6 4 0 0 9 1 0 12 0 0\n"
    "0 5 11 0 0 12 0 0 6 0 3 4\n"
    "9 6 0 10 2 0 0 4 12 5 0 0\n"
    "1 0 0 12 0 0 8 11 7 10 0 2\n"
    "0 0 0 11 12 10 1 0 4 0 0 0\n"
    "4 7 0 2 9 0 0 3 0 0 6 0\n"
    "0 12 0 9 0 0 4 8 0 11 10 0\n"
    "10 3 12 0 8 9 0 5 0 0 4 1\n"
    "11 9 4 1 0 2 0 6 10 7 5 8\n"
    "0 2 0 7 0 0 0 0 0 0 12 6\n";
const std::string numbers_of_16 =
    "3 0 0 0 0 0 16 0 0 0 0 8 2 0 0 0\n"
    "0 2 0 6 0 0 1 0 0 0 0 7 5 0 0 0\n"
    "14 0 4 1 8 0 3 7 0 16 5 0 0 6 15 0\n"
    "16 0 8 0 13 9 2 0 15 3 0 4 0 7 14 1\n"
    "8 0 6 11 1 16 10 5 0 0 12 9 0 0 0 15\n"
    "0 0 0 0 15 4 11 13 8 0 14 6 16 0 1 0\n"
    "15 1 16 12 0 0 9 0 5 11 4 0 6 0 10 0\n"
    "10 0 9 13 6 8 0 0 0 0 0 15 0 11 0 0\n"
    "0 0 0 16 7 0 0 11 0 12 0 0 0 0 6 4\n"
    "0 15 10 0 12 14 5 0 6 0 8 16 11 0 3 13\n"
    "6 12 13 0 0 0 4 8 0 5 15 11 9 10 16 0\n"
    "9 0 0 4 16 0 6 0 13 1 0 0 8 5 12 14\n"
    "4 6 15 8 0 0 7 1 0 9 2 5 10 0 0 0\n"
    "11 13 0 0 9 5 15 16 4 0 3 0 0 14 0 8\n"
    "0 16 0 9 0 0 14 12 0 8 13 10 0 1 5 0\n"
    "0 5 0 3 0 0 8 0 0 15 0 1 0 9 0 6\n";

/// A line of squares as rows of numbers.
std::string as_numbers(const Puzzle& board) {
  Puzzle other = board;
  other.alphabet = {.kind = classics::sudoku::Alphabet::Kind::numbers};
  return one_line(other);
}

TEST_CASE("boards of other sizes, as signs and as numbers of two digits") {
  struct Row {
    int size, box_width;
    std::string signs, numbers, solution;
  };
  const std::vector<Row> table{
      {4, 0, "4..3...13....4..", "", "4123234132141432"},
      {6, 3, "3..2..5..3.6.....2..6.1..2....1.....", "", "364251512346431562256413625134143625"},
      {10, 5,
       "759..32.4..1.3....6....74.A...8..1A.5.72.9..7.148...823..6...71A.8.5..2.3.8.7A9..87..9.2"
       ".5...9574318",
       numbers_of_10,
       "759863214AA143258769925746A8318361A4597259A672148314823A9657471A9835262635817A9438741962"
       "A56A29574318"},
      {12, 4,
       "..2.A36...B......5.7861.7.64..91.C...5B..C..6.3496.A2..4C5..1..C..8B7A.2...BCA1.4...47.2"
       "9..3..6..C.9..48.BA.A3C.89.5..41B941.2.6A758.2.7......C6",
       numbers_of_12,
       "8125A36C94B7CB934527861A7A64B8915C2325B87CA96134967A2134C58B143C568B7A92685BCA12437947A2"
       "9B53186C3C1967482BA5A3C68975B241B94132C6A758528714BA39C6"},
      {16, 0,
       "3.....G....82....2.6..1....75...E.418.37.G5..6F.G.8.D92.F3.4.7E18.6B1GA5..C9...F....F4BD"
       "8.E6G.1.F1GC..9.5B4.6.A.A.9D68.....F.B.....G7..B.C....64.FA.CE5.6.8GB.3D6CD...48.5FB9AG."
       "9..4G.6.D1..85CE46F8..71.925A...BD..95FG4.3..E.8.G.9..EC.8DA.15..5.3..8..F.1.9.6",
       numbers_of_16,
       "37CF5BGE1D68249AD2B6AF14CE97538GE9418C37AG52D6FBGA85D926F3B4C7E1846B1GA532C9ED7F7352F4BD"
       "8AE6GC19F1GCE7935B4D68A2AE9D68C2G71F3B45583G72DB9CAE1F641FA7CE59648GB23D6CDE314825FB9AG7"
       "9B24GA6FD17385CE46F8B371E925AGDCBD1A95FG463C7E282G7946ECB8DAF153C5E32D8A7FG149B6"},
  };
  for (const Row& row : table) {
    CAPTURE(row.size);
    const Puzzle signs = classics::sudoku::parse(row.signs, {row.box_width});
    CHECK(signs.size() == row.size);
    CHECK(solved(signs) == row.solution);
    if (row.numbers.empty()) continue;
    const std::vector<std::string> spellings{
        row.numbers,
        replaced(row.numbers, "\n", " "),
        replaced(row.numbers, " ", ","),
        replaced(row.numbers, " ", ", "),
        replaced(replaced(" " + replaced(row.numbers, "\n", "\n "), " 0", " ."), " ", "  "),
        replaced(replaced(replaced("," + replaced(row.numbers, "\n", "\n,"), " ", ","), ",0", ","),
                 "\n,", "\n")
            .substr(1),
        "[[" + replaced(replaced(row.numbers, " ", ", "), "\n", "],\n [") + "]]",
    };
    for (const std::string& numbers : spellings) {
      CAPTURE(numbers);
      const Puzzle puzzle = classics::sudoku::parse(numbers, {row.box_width});
      CHECK(puzzle.squares == signs.squares);
      CHECK(puzzle.alphabet.kind == classics::sudoku::Alphabet::Kind::numbers);
      CHECK(solved(puzzle) == as_numbers(classics::sudoku::parse(row.solution, {row.box_width})));
    }
    // What is drawn is read, empty squares as well.
    const Puzzle puzzle = classics::sudoku::parse(row.numbers, {row.box_width});
    const std::string drawn = catalogue::draw(classics::sudoku::build(puzzle), puzzle);
    CHECK(one_line(classics::sudoku::parse(drawn, {row.box_width})) == one_line(puzzle));
  }
}

TEST_CASE("0 is a value where something else marks empty squares") {
  const std::string hex =
      "2.....F....71...\n"
      ".1.5..0....64...\n"
      "D.307.26.F4..5E.\n"
      "F.7.C81.E2.3.6D0\n"
      "7.5A0F94..B8...E\n"
      "....E3AC7.D5F.0.\n"
      "E0FB..8.4A3.5.9.\n"
      "9.8C57.....E.A..\n"
      "...F6..A.B....53\n"
      ".E9.BD4.5.7FA.2C\n"
      "5BC...37.4EA89F.\n"
      "8..3F.5.C0..74BD\n"
      "35E7..60.8149...\n"
      "AC..84EF3.2..D.7\n"
      ".F.8..DB.7C9.04.\n"
      ".4.2..7..E.0.8.5\n";
  const std::string filled = solved(classics::sudoku::parse(hex));
  REQUIRE(filled.size() == 256);
  CHECK(filled.find('G') == std::string::npos);
  CHECK(filled.find('0') != std::string::npos);
  for (const char* const mark : {"*", "_", "?", "-"}) {
    CHECK(solved(classics::sudoku::parse(replaced(hex, ".", mark))) == filled);
  }
  std::string blanks = replaced(hex, ".", " ");
  CHECK(solved(classics::sudoku::parse(blanks)) == filled);
  std::string small = hex;
  for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  CHECK(classics::sudoku::parse(small).squares == classics::sudoku::parse(hex).squares);
  CHECK(one_line(classics::sudoku::parse(small)) == replaced(small, "\n", ""));
  CHECK(one_line(classics::sudoku::parse("0..3\n..0.\n.0..\n1..2\n")) == "0..3..0..0..1..2");
  CHECK(one_line(classics::sudoku::parse("0,,,3\n,,0,\n,0,,\n1,,,2\n")) == "0..3..0..0..1..2");
  CHECK(one_line(classics::sudoku::parse("0 . . 3\n. . 0 .\n. 0 . .\n1 . . 2\n")) ==
        "0..3..0..0..1..2");
  // Numbers from 0 to 15.
  const std::string from_zero = replaced(
      replaced(
          replaced(replaced(" " + replaced(numbers_of_16, "\n", " \n "), " 0", " ."), " 16", " 0"),
          " \n", "\n"),
      "  ", " ");
  const Puzzle puzzle = classics::sudoku::parse(from_zero);
  CHECK(puzzle.alphabet.kind == classics::sudoku::Alphabet::Kind::numbers);
  CHECK(puzzle.alphabet.least == 0);
  CHECK(one_line(puzzle).starts_with("3,.,.,.,.,.,0,"));
  // The last value does not go with it.
  CHECK_THROWS_WITH(classics::sudoku::parse("0" + squares.substr(1)),
                    "'9' in row 6 column 2 is not a value of a sudoku of 9 x 9, which has 0 to 8; "
                    "0 is a value here, because '.' marks empty squares");
  CHECK_THROWS_WITH(classics::sudoku::parse("0,,,3\n,,0,\n,0,,\n1,,,4\n"),
                    Catch::Contains("'4' in row 4 column 4") &&
                        Catch::Contains("because empty squares are left blank"));
  CHECK_THROWS_WITH(classics::sudoku::parse("0..0............"),
                    "two 0 in row 1: at row 1 column 1 and row 1 column 4; 0 is a value here, "
                    "because '.' marks empty squares");
}

TEST_CASE("letters are values") {
  CHECK(one_line(classics::sudoku::parse("A.C...A..A.....B")) == "A.C...A..A.....B");
  CHECK(one_line(classics::sudoku::parse("a0c000a00a00000b")) == "a.c...a..a.....b");
  CHECK(solved(classics::sudoku::parse("A.....C..D.....B")) == "ACBDDBCABDACCADB");
  CHECK_THROWS_WITH(classics::sudoku::parse("A.E............."),
                    Catch::Contains("which has A to D"));
  CHECK_THROWS_WITH(classics::sudoku::parse("A.1............."),
                    Catch::Contains("which has 1 to 4"));
}

TEST_CASE("words of two signs are numbers or pairs") {
  const std::string wanted = "12343412214343..";
  CHECK(one_line(classics::sudoku::parse("12 34\n34 12\n21 43\n43 ..\n")) == wanted);
  CHECK(one_line(classics::sudoku::parse("12 34 34 12 21 43 43 ..")) == wanted);
  CHECK(one_line(classics::sudoku::parse("01 02 03 04\n03 04 01 02\n02 01 04 03\n04 03 00 00\n")) ==
        wanted);
  CHECK(one_line(classics::sudoku::parse("1234.3412.2143.4300")) == wanted);
  CHECK_THROWS_WITH(classics::sudoku::parse("1 2 3 12\n0 0 0 0\n0 0 0 0\n0 0 0 0\n"),
                    Catch::Contains("'12' in row 1 column 4"));
}

TEST_CASE("several sudokus, and what is not one of them") {
  const std::string line = squares + "\n";
  CHECK(outline("# two puzzles\n" + squares + " # easy\n" + squares + ",0.5\n") ==
        std::vector<int>{2, 3});
  CHECK(outline(rows + rows) == std::vector<int>{1, 10});
  CHECK(outline(rows + "\n" + rows) == std::vector<int>{1, 11});
  CHECK(outline("Grid 01\n" + rows + "Grid 02\n" + rows) == std::vector<int>{2, 12});
  CHECK(outline("[Puzzle]\n" + rows + "[State]\n" + rows + "[Puzzle]\n" + rows) ==
        std::vector<int>{2, 22});
  CHECK(outline(line + rows + line) == std::vector<int>{1, 2, 11});
  CHECK(outline("1.....3..4.....2\n" + line) == std::vector<int>{1, 2});
  // Bad lines among good ones.
  CHECK(outline(line + squares + "1\n" + line + "hello world\n" + squares.substr(1) + "\n" +
                line) == std::vector<int>{1, -2, 3, -4, -5, 6});
  CHECK(outline(line + squares + " " + squares + "\n" + line) == std::vector<int>{1, -2, 3});
  CHECK(outline(line + "11" + squares.substr(2) + "\n" + line) == std::vector<int>{1, -2, 3});
  CHECK(outline(replaced(rows, "48\n", "481\n") + rows) == std::vector<int>{-4, 10});
  CHECK(outline(rows + "12\n" + rows) == std::vector<int>{1, -10, 11});
  CHECK(outline(rows.substr(10) + "\n" + rows) == std::vector<int>{-1, 10});
  CHECK(outline(rows.substr(10) + "# next\n" + rows) == std::vector<int>{-1, 10});
  // Where a row is missing and nothing says which puzzle lacks it, none is guessed.
  CHECK(outline(rows.substr(10) + rows) == std::vector<int>{-1});
  std::string bands;
  for (std::size_t i = 0; i < rows.size(); i += 30) bands += rows.substr(i, 30) + "\n";
  CHECK(outline(bands + bands) == std::vector<int>{1, 13});
  CHECK(outline(bands.substr(10) + bands) == std::vector<int>{-1, -4});
  CHECK(outline(bands.substr(31) + bands) == std::vector<int>{-1});
  CHECK(outline(bands.substr(31) + "# next\n" + bands) == std::vector<int>{-1, 10});

  const auto complains = [](const std::string& text, const std::string& words) {
    CAPTURE(text);
    CHECK_THROWS_WITH(classics::sudoku::parse(text), Catch::Contains(words));
  };
  complains(rows + rows, "2 sudokus in the text; one is wanted");
  complains(rows.substr(10), "8 rows of 9 squares; a sudoku of 9 x 9 has 9 rows");
  complains(replaced(rows, "48\n", "481\n"), "this row has 10 squares; the rows around it have 9");
  complains(squares + "1", "82 squares in this line; a sudoku of 9 x 9 has 81");
  complains(numbers_of_16.substr(0, numbers_of_16.size() - 35),
            "15 rows of 16 squares; a sudoku of 16 x 16 has 16 rows");
  complains(squares + " " + squares, "several words of this line are puzzles");
  const std::string wrong = "the solution on the line of its puzzle is wrong: ";
  complains(squares + " " + replaced(solution, "3782", "3728"),
            wrong + "two 2 in column 3: at row 1 column 3 and row 3 column 3");
  complains("puzzle,solution\n" + squares + "," + replaced(replaced(solution, "8", "x"), "x", "7"),
            wrong);
  complains(squares + " " + solution.substr(1), "beside the puzzle are 80 digits; its solution");
  complains(replaced("4..3...13....4..", "..", "--") + ",1234341221434321", wrong);
  complains("Ben \"4--3---13----4--\" \"1234341221434321\" easy", wrong);
  complains("4..3...13....4.. 1234 3412 2143 432", "beside the puzzle are 15 digits");
  complains("4..3...13....4.. 1234341221434321",
            wrong + "row 1 column 1 has 1, and the puzzle has 4 there");
  complains("4..3...13....4.. 4123234132141436",
            wrong + "'6' in row 4 column 4 is not a value of a sudoku of 4 x 4");
  CHECK(outline(line + squares + "," + solution + "\n" + squares + ";9" + solution.substr(1)) ==
        std::vector<int>{1, 2, -3});
  complains("\n# nothing\n", "no squares");
  const std::string advice = "; if the line is a title, put '#' before it";
  complains("Sudoku no. 7\n" + rows, "the rows around it have 9" + advice);
  complains("Sudoku no. 7\n\n" + rows, "a sudoku of 4 x 4 has 16" + advice);
}

TEST_CASE("16 lines of 16 squares: the values say what they are") {
  std::string small;
  for (int i = 0; i < 16; ++i) small += "1.....3..4.....2\n";
  CHECK(classics::sudoku::read(small).size() == 16);
  const std::string large =
      "3.....G....82...\n"
      ".2.6..1....75...\n"
      "E.418.37.G5..6F.\n"
      "G.8.D92.F3.4.7E1\n"
      "8.6B1GA5..C9...F\n"
      "....F4BD8.E6G.1.\n"
      "F1GC..9.5B4.6.A.\n"
      "A.9D68.....F.B..\n"
      "...G7..B.C....64\n"
      ".FA.CE5.6.8GB.3D\n"
      "6CD...48.5FB9AG.\n"
      "9..4G.6.D1..85CE\n"
      "46F8..71.925A...\n"
      "BD..95FG4.3..E.8\n"
      ".G.9..EC.8DA.15.\n"
      ".5.3..8..F.1.9.6\n";
  CHECK(classics::sudoku::parse(large).size() == 16);
  CHECK_THROWS_WITH(classics::sudoku::parse(large.substr(17)),
                    "15 rows of 16 squares; a sudoku of 16 x 16 has 16 rows");
  std::string empty;
  for (int i = 0; i < 16; ++i) empty += std::string(16, '.') + "\n";
  CHECK_THROWS_WITH(classics::sudoku::parse(empty), Catch::Contains("or as many of 4 x 4"));
  CHECK(classics::sudoku::parse(replaced(empty, "\n", "")).size() == 16);
}

TEST_CASE("errors point into the text") {
  const std::string text = "# one\n1...\n..1.\n.1..\n1..2\n";
  const std::vector<Entry> entries = classics::sudoku::read(text);
  REQUIRE(entries.size() == 1);
  const auto& error = std::get<TextError>(entries[0].contents);
  CHECK(error.line() == 5);
  CHECK(error.word().data() == text.data() + text.find("1..2"));
  CHECK(error.what() == std::string("two 1 in column 1: at row 1 column 1 and row 4 column 1"));
}

/// Lines of digits, of which some are not puzzles.
std::vector<std::string> random_lines(Random& random, std::size_t n, std::uint32_t count) {
  const char empty = random.chance(0.5) ? '.' : '0';
  const std::uint32_t clues = random.below(n);
  std::vector<std::string> lines(count, std::string(n * n, empty));
  for (std::string& line : lines) {
    for (std::uint32_t k = 0; k < clues; ++k) {
      line[random.below(line.size())] = static_cast<char>('1' + random.below(n));
    }
    if (random.chance(0.02)) line[random.below(line.size())] = "xA0.9"[random.below(5)];
    if (random.chance(0.05)) line = "# " + line;
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines, const std::string& end) {
  std::string text;
  for (const std::string& line : lines) text += line + end;
  return text;
}

TEST_CASE("puzzles in digits on lines are read the same with a bar behind them") {
  const std::uint64_t seed = drawn_seed();
  CAPTURE(seed);
  Random random(seed);
  int puzzles = 0;
  int errors = 0;
  for (int round = 0; round < 2'000; ++round) {
    const std::size_t n = random.between(3, 10);
    const int width = n == 6 ? 3 : n == 8 ? 2 : random.chance(0.1) ? 2 : 0;
    const auto lines = random_lines(random, n, random.between(1, 40));
    const std::string plain = joined(lines, random.chance(0.5) ? "\n" : "\r\n");
    // With bars it takes the long way.
    const std::string barred = joined(lines, "|\n");
    CAPTURE(plain, width);
    std::vector<Entry> expected;
    try {
      expected = classics::sudoku::read(barred, {width});
    } catch (const TextError& e) {
      CHECK_THROWS_AS(classics::sudoku::read(plain, {width}), TextError);
      continue;
    }
    const std::vector<Entry> entries = classics::sudoku::read(plain, {width});
    REQUIRE(entries.size() == expected.size());
    for (std::size_t k = 0; k < entries.size(); ++k) {
      REQUIRE(entries[k].line == expected[k].line);
      REQUIRE(message(entries[k]) == message(expected[k]));
      if (const auto* const error = std::get_if<TextError>(&entries[k].contents)) {
        ++errors;
        const std::string_view word = std::get<TextError>(expected[k].contents).word();
        REQUIRE(error->word() == word.substr(0, word.find('|')));
        continue;
      }
      ++puzzles;
      const auto& puzzle = std::get<Puzzle>(entries[k].contents);
      const auto& other = std::get<Puzzle>(expected[k].contents);
      REQUIRE(puzzle.squares == other.squares);
      REQUIRE(puzzle.box_width == other.box_width);
      REQUIRE(puzzle.box_height == other.box_height);
      REQUIRE(one_line(puzzle) == one_line(other));
    }
  }
  CHECK(puzzles > 5'000);
  CHECK(errors > 500);
}

}  // namespace
}  // namespace dlx::test
