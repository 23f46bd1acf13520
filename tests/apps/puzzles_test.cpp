#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/apps/process.hpp"
#include "tests/support/random.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

TEST_CASE("dlx soma: 34 items, 688 options, 11520, 480 and 240, the last two in two ways") {
  const std::string text = dlx_out("soma");
  for (const char* part : {"34 items", "688 options", "11520", " 480 ", " 240 ", "548 options"}) {
    INFO(part);
    CHECK(contains(text, part));
  }
  CHECK_FALSE(contains(text, "INCOMPLETE"));
  const auto object = json_lines(dlx_out("soma --json")).at(0);
  CHECK(object.at("count") == "11520");
  CHECK(object.at("complete") == true);
  CHECK(object.at("up_to") == "none");
  CHECK(object.at("verified") == "11520");
  CHECK(object.at("items") == 34);
  CHECK(object.at("options") == 688);
  for (const auto& [group, count] : {std::pair{"rotations", "480"}, {"reflections", "240"}}) {
    CHECK(object.at(group).at("by_collecting_classes") == count);
    CHECK(object.at(group).at("by_restricting_L") == count);
    CHECK(object.at(group).at("with_L_in_a_symmetric_place") == "0");
  }
  CHECK(object.at("reflections").at("options_with_L_restricted") == 548);
}

TEST_CASE("dlx soma as asked") {
  CHECK(dlx_out("soma --count") == "11520\n");
  CHECK(dlx_out("soma --count --up-to rotations") == "480\n");
  CHECK(dlx_out("soma --count --up-to reflections") == "240\n");
  const std::string first = dlx_out("soma --first");
  CHECK(lines(first).size() == 4);
  CHECK(first.ends_with("|\n\n"));
  const auto classes = lines(dlx_out("soma --all --up-to reflections"));
  CHECK(classes.size() == 4 * 240);
  const auto objects = json_lines(dlx_out("soma -n 3 --up-to rotations --json"));
  REQUIRE(objects.size() == 4);
  CHECK(objects[0].at("options").size() == 7);
  CHECK(contains(objects[0].at("picture").get<std::string>(), "|"));
  CHECK(objects[3].at("up_to") == "rotations");
  CHECK(objects[3].at("complete") == false);
}

#ifndef DLX_SANITIZE
TEST_CASE("the race tells the same count twice") {
  const auto object = json_lines(dlx_out("soma --naive --json")).at(0);
  CHECK(object.at("count") == "11520");
  CHECK(object.at("naive").at("placements") == 14'852'880);
  CHECK(object.at("dancing_links").at("nodes").is_number_unsigned());
  CHECK(object.at("ratio").get<double>() > 1);
}
#endif

struct Asked {
  std::string puzzle;
  std::string count;
  std::string rotations;    // empty: not asked
  std::string reflections;  // empty: not asked
};

TEST_CASE("counts of the classics, and of what they emit") {
  const std::vector<Asked> table{
      {"queens 1", "1", "1", "1"},
      {"queens 3", "0", "0", "0"},
      {"queens 6", "4", "2", "1"},
      {"queens", "92", "24", "12"},
      {"langford 3", "2", "", "1"},
      {"langford 5", "0", "", "0"},
      {"langford", "52", "", "26"},
      {"dominoes 2x2", "2", "1", "1"},
      {"dominoes 4x4", "36", "12", "9"},
      {"dominoes 3x3", "0", "0", "0"},
      {"dominoes 1x1", "0", "0", "0"},
      {"pentominoes 3x20", "8", "4", "2"},
      {"pentominoes 5x2 --pieces 2*P", "2", "2", "1"},
      {"pentominoes 1x1x5 --pieces I", "1", "1", "1"},
      {"pentominoes 5x10 --pieces 10*Y", "10", "8", "4"},
      {"sudoku 1...............", "72", "", ""},
      {"sudoku ................ --rules x", "48", "", ""},
      {"sudoku 123456.............................. --box-width 3", "39168", "", ""},
      {"soma", "11520", "480", "240"},
  };
  for (const Asked& asked : table) {
    INFO(asked.puzzle);
#ifdef DLX_SANITIZE
    if (contains(asked.puzzle, "--box-width") || contains(asked.puzzle, "3x20")) continue;
#endif
    const auto count = [&](const std::string& options) {
      const Result r = dlx_run(asked.puzzle + " --count" + options);
      CHECK(r.exit_code == 0);
      return r.out;
    };
    CHECK(count("") == asked.count + "\n");
    if (!asked.rotations.empty()) CHECK(count(" --up-to rotations") == asked.rotations + "\n");
    if (!asked.reflections.empty()) {
      CHECK(count(" --up-to reflections") == asked.reflections + "\n");
    }
    for (const char* strict : {"", " --knuth-strict"}) {
      const std::string text = run({.arguments = words(asked.puzzle + " --emit" + strict)}).out;
      CHECK(dlx_run("count - --from knuth", text).out == asked.count + "\n");
    }
  }
}

/// What Knuth's programs would refuse: names over 8 characters, colours over one.
bool knuth_would_read(const std::string& text) {
  for (const std::string& line : lines(text)) {
    if (line.starts_with("|")) continue;
    for (const std::string& word : words(line)) {
      std::string name = word;
      if (const auto bar = name.find('|'); bar != std::string::npos && name != "|") {
        name = name.substr(bar + 1);
      }
      if (const auto colon = name.find(':'); colon != std::string::npos) {
        if (name.size() != colon + 2) return false;
        name = name.substr(0, colon);
      }
      if (name.size() > 8 || name.empty()) return false;
      if (std::any_of(name.begin(), name.end(), [](char c) { return c < '!' || c > '~'; })) {
        return false;
      }
    }
  }
  return true;
}

TEST_CASE("--knuth-strict writes what Knuth's programs read") {
  for (const char* puzzle :
       {"soma", "queens 20", "langford 12", "dominoes 2x70", "dominoes 70x70", "pentominoes 6x10",
        "pentominoes 100x3 --pieces 60*Y", "sudoku 1...............", "queens 1000"}) {
    INFO(puzzle);
#ifdef DLX_SANITIZE
    if (std::string(puzzle) == "queens 1000") continue;
#endif
    CHECK(knuth_would_read(
        run({.arguments = words(std::string(puzzle) + " --emit --knuth-strict")}).out));
  }
}

TEST_CASE("regions from pictures: files, standard input, gzip, holes") {
  const std::string cross = ".##.\n####\n####\n.##.\n";
  const TemporaryFolder folder;
  const std::string file = folder.write("cross.txt", cross);
  const std::string expected = dlx_out("dominoes - --count", cross);
  CHECK(expected == "8\n");
  CHECK(dlx_out("dominoes " + file + " --count") == expected);
  CHECK(dlx_out("dominoes - --count", gzipped(cross)) == expected);
  CHECK(dlx_out("dominoes - --count", ".XX.\r\nXXXX\r\nXXXX\r\n.XX.") == expected);
  CHECK(dlx_out("dominoes - --count", " ##\n####\n####\n ##\n") == expected);
  CHECK(dlx_out("dominoes - --count", "###\n#.#\n###\n") == "2\n");
  CHECK(dlx_out("dominoes - --count", "##..##\n##..##\n") == "4\n");
  // Layers are parted by an empty line.
  CHECK(dlx_out("pentominoes - --count --pieces PI", "###\n##.\n\n#####\n").size() > 1);
  CHECK(dlx_run("dominoes -", "##\n\n##\n").exit_code == 2);
}

TEST_CASE("bad pictures: exit code 2, the place and a caret") {
  for (const char* picture : {"##\n#?\n", "a\n", "##\t\n"}) {
    const Result r = dlx_run("dominoes - --count", picture);
    INFO(r.err);
    CHECK(r.exit_code == 2);
    CHECK(r.out.empty());
    CHECK(contains(r.err, "<stdin>:"));
    CHECK(contains(r.err, "^"));
  }
  for (const char* picture : {"", "\n", "...\n"}) {
    const Result r = dlx_run("dominoes - --count", picture);
    CHECK(r.exit_code == 2);
    CHECK(contains(r.err, "<stdin>:"));
  }
}

TEST_CASE("sudokus: a line each, rows, comments, several in a file") {
  const std::string hard =
      "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
  const std::string solved = dlx_out("sudoku " + hard);
  CHECK(solved.starts_with("8 1 2  7 5 3  6 4 9\n"));
  std::string rows;
  for (std::size_t i = 0; i < 81; i += 9) rows += hard.substr(i, 9) + "\n";
  CHECK(dlx_out("sudoku -", hard + "\n") == solved);
  CHECK(dlx_out("sudoku -", "# a comment\n" + hard + " # hard\n\n") == solved);
  CHECK(dlx_out("sudoku -", rows) == solved);
  CHECK(dlx_out("sudoku - --count", rows + "\n" + rows) == "1\n1\n");
  CHECK(dlx_out("sudoku -", gzipped(rows)) == solved);
  CHECK(dlx_out("sudoku -", solved) == solved);
  for (const std::string& bad :
       {hard.substr(1) + "\n", rows.substr(10), rows.substr(1),
        "1...1..........." + std::string("\n"), std::string(), rows + "12\n"}) {
    const Result r = dlx_run("sudoku -", bad);
    INFO(bad << r.err);
    CHECK(r.exit_code == 2);
    CHECK(contains(r.err, "error: "));
  }
}

TEST_CASE("unasked, a sudoku says whether its solution is the only one") {
  const Result one = dlx_run("sudoku 1234341221434321");
  CHECK(one.exit_code == 0);
  CHECK(one.out == "1 2  3 4\n3 4  1 2\n\n2 1  4 3\n4 3  2 1\n\n");
  CHECK(contains(one.err, "no others"));
  const Result many = dlx_run("sudoku 1...............");
  CHECK(contains(many.err, "there may be others"));
  CHECK(contains(many.err, "not unique"));
  CHECK_FALSE(contains(one.err, "not unique"));
  CHECK(lines(many.out).size() == 12);
  const Result none = dlx_run("sudoku 123...4.........");
  CHECK(none.out == "no solution\n");
  CHECK(contains(none.err, "a clue may be mistyped; --hint may show the reason"));
  CHECK_FALSE(contains(dlx_run("sudoku 123...4......... --hint").err, "mistyped"));
  CHECK_FALSE(contains(dlx_run("sudoku 1............... --count").err, "not unique"));
  CHECK(lines(dlx_out("sudoku 1............... --first")).size() == 6);
}

TEST_CASE("variants of sudoku: every option, alone and in a batch") {
  const TemporaryFolder folder;
  const std::string diagonal =
      ".....1....7....1.4.1..9.............2.6.8.....4...........38........5.9.6.74....5";
  const std::string solved =
      "365741982972863154814592763789154326256387419143926578591638247438275691627419835";
  CHECK(dlx_out("sudoku - --rules x", diagonal + "\n" + diagonal + "\n") ==
        solved + " unique\n" + solved + " unique\n");
  CHECK(dlx_out("sudoku - --unique", "x\n" + diagonal + "\n") == "unique\n");
  CHECK(contains(dlx_out("sudoku " + diagonal + " --rules x --hint"), "diagonal 1"));
  CHECK(contains(dlx_out("sudoku " + diagonal + " --rules x --rate"), "level"));
  // Where 0 is a value, others are even.
  CHECK(dlx_out("sudoku - --count", "even r1c1\n.0.1............\n.1..............\n") ==
        "12\n48\n");
  const std::string killer = "box 2x2\ncages\naabb\naacb\nddcb\nddcc\na=10 b=10 c=10 d=10\n";
  const std::string count = dlx_out("sudoku - --count", killer);
  CHECK(dlx_out("sudoku - --count --checkpoint " + folder.path("killer.run"), killer) == count);
  const std::string file = folder.write("killer.txt", killer);
  CHECK(dlx_run("sudoku " + file + " --count --certificate " + folder.path("killer.cert"))
            .exit_code == 0);
  // Cages have sets of values on the way to a hint, which is a value.
  const auto hints =
      lines(dlx_out("sudoku - --hint",
                    "box 3x2\ncages\nabbcde\naffcde\nggfchh\niijkkh\nljjmkn\nlllmmn\n"
                    "a=7 b=4 c=9 d=8 e=7 f=11 g=11\nh=7 i=7 j=11 k=14 l=12 m=7 n=11"));
  CHECK(contains(hints.front(), "the only set of values"));
  CHECK(hints.back() == "row 5 column 5 is 3: the only place for 3 in box 6");
  CHECK(dlx_out("count -", dlx_out("sudoku " + file + " --emit")) == count);
  CHECK(dlx_run("sudoku " + file + " --minimal").out == "several\n");
  const Result made = dlx_run("sudoku --rules " + file + " --generate 1");
  CHECK(made.exit_code == 0);
  CHECK(dlx_out("sudoku - --rules " + file + " --unique", made.out) == "unique\n");
  const std::string regions = folder.write("regions.txt", "aabb\naabb\nccdd\nccdd\n");
  CHECK(dlx_out("sudoku --rules " + regions + " --count") == "288\n");
  CHECK(contains(dlx_run("sudoku 1............... --rules foo").err, "--rules: no rule 'foo'"));
  CHECK(contains(dlx_run("sudoku --rules " + folder.write("bad.txt", "x\neven r9\n")).err,
                 "bad.txt:2: rule 'even': 'r9' is not a square"));
}

TEST_CASE("of several sudokus: a line each") {
  const std::string proper = "1.....3..4.....2";
  const std::string filled = "1324423124133142";
  const std::string open = "1...............";
  const std::string none = "123...4.........";
  const std::string three = proper + "\n" + open + "\n" + none + "\n";
  const auto told = lines(dlx_out("sudoku -", three));
  REQUIRE(told.size() == 3);
  CHECK(told[0] == filled + " unique");
  CHECK(told[1].size() == 16 + std::string(" 2 or more").size());
  CHECK(told[1].ends_with(" 2 or more"));
  CHECK(told[2] == "none");
  CHECK(dlx_run("sudoku - --quiet", three).err.empty());
  CHECK(dlx_out("sudoku - --count", three) == "1\n72\n0\n");
  CHECK(lines(dlx_out("sudoku - --first", three)) ==
        std::vector<std::string>{filled, told[1].substr(0, 16), "none"});
  const auto all = lines(dlx_out("sudoku - --all", three));
  REQUIRE(all.size() == 1 + 72 + 1);
  CHECK(all[0] == filled);
  CHECK(all[73] == "no solution");
  CHECK(lines(dlx_out("sudoku - -n 3", three)).size() == 1 + 3 + 1);
  CHECK(contains(dlx_out("sudoku - --up-to all", open + "\n" + proper + "\n"),
                 filled + " unique up to symmetry\n"));
  const auto objects = json_lines(dlx_out("sudoku - --json", three));
  REQUIRE(objects.size() == 2 + 3 + 1);
  CHECK(objects[1].at("puzzle") == "1");
  CHECK(objects[1].at("count") == "1");
  CHECK(objects[4].at("puzzle") == "2");
  CHECK(objects[5].at("puzzle") == "3");
  // Numbers of two digits have commas between them.
  std::string numbers;
  for (int r = 0; r < 10; ++r) {
    for (int c = 0; c < 10; ++c) {
      const int value = (r % 2 * 5 + r / 2 + c) % 10 + 1;
      numbers += (c > 0 ? " " : "") + std::to_string(r == c ? 0 : value);
    }
    numbers += "\n";
  }
  const auto large = lines(dlx_out("sudoku - --box-width 5", numbers + "\n" + numbers));
  REQUIRE(large.size() == 2);
  CHECK(large[0].starts_with("1,2,3,4,5,6,7,8,9,10,6,"));
  CHECK(large[0].ends_with(" unique"));
  // A limit does not hide what was asked.
  const Result limited =
      dlx_run("sudoku - --node-limit 1", std::string(81, '.') + "\n" + proper + "\n");
  CHECK(limited.exit_code == 3);
  CHECK(contains(limited.out, "INCOMPLETE: stopped by the node limit"));
}

/// Boards with some values of a solution, of which one may be wrong; some contradict themselves.
std::string random_boards(Random& random, int width, int height, int count) {
  const int n = width * height;
  std::string text;
  for (int k = 0; k < count; ++k) {
    const double kept = 0.38 + 0.01 * random.below(30);
    const auto shift = random.below(static_cast<std::size_t>(n));
    for (int s = 0; s < n * n; ++s) {
      const auto value =
          static_cast<std::uint32_t>(s / n % height * width + s / n / height + s % n);
      const bool is_wrong = random.chance(0.002);
      const std::uint32_t sign =
          (value + shift + (is_wrong ? 1 : 0)) % static_cast<std::uint32_t>(n);
      text += random.chance(kept) ? static_cast<char>('1' + sign) : '.';
    }
    text += '\n';
  }
  return text;
}

std::string solution_or_line(const std::string& line) {
  return line.ends_with(" 2 or more") ? line.substr(line.find(' ')) : line;
}

TEST_CASE("a batch of sudokus is answered as each of them is alone") {
  const std::uint64_t seed = drawn_seed();
  CAPTURE(seed);
  Random random(seed);
  for (const auto& [width, height] : {std::pair{2, 2}, {3, 2}, {3, 3}}) {
    const std::string text = random_boards(random, width, height, 150);
    const std::string box = " --quiet --box-width " + std::to_string(width);
    for (const std::string flags : {"", " --count", " --unique", " --first"}) {
      CAPTURE(width, flags);
      const Result batch = dlx_run("sudoku -" + box + flags, text);
      // With a limit on memory each puzzle is searched by itself.
      const Result alone = dlx_run("sudoku - --memory-limit 1" + box + flags, text);
      CHECK(batch.exit_code == alone.exit_code);
      CHECK(batch.err == alone.err);
      const auto told = lines(batch.out);
      const auto expected = lines(alone.out);
      REQUIRE(told.size() == expected.size());
      for (std::size_t k = 0; k < told.size(); ++k) {
        if (flags == " --first") {
          CHECK((told[k] == "none") == (expected[k] == "none"));
        } else {
          CHECK(solution_or_line(told[k]) == solution_or_line(expected[k]));
        }
      }
    }
  }
}

TEST_CASE("sudokus in threads are answered in their order") {
  Random random(7);
  const std::string text = random_boards(random, 3, 3, 900) + std::string(80, '.') + "\n" +
                           random_boards(random, 3, 3, 300);
  const Result one = dlx_run("sudoku -", text);
  const Result several = dlx_run("sudoku - --threads 3", text);
  CHECK(one.exit_code == 2);
  CHECK(several.exit_code == one.exit_code);
  CHECK(several.out == one.out);
  CHECK(several.err == one.err);
  CHECK(lines(one.out).size() > 900);
}

TEST_CASE("a board among sudokus whose search is long is searched by itself") {
  const std::string empty = std::string(81, '.') + "\n";
  const auto told = lines(dlx_out("sudoku -", "8" + std::string(80, '.') + "\n" + empty));
  REQUIRE(told.size() == 2);
  CHECK(told[1].ends_with(" 2 or more"));
  // A board of 25 x 25 is too large for the tables of a batch.
  std::string large(625, '.');
  large[0] = 'A';
  const auto sizes = lines(dlx_out("sudoku - --first", large + "\n" + large + "\n"));
  REQUIRE(sizes.size() == 2);
  CHECK(sizes[0].size() == 625);
  const Result counted = dlx_run("sudoku - --count --time-limit 0.2", empty + empty);
  CHECK(counted.exit_code == 3);
  CHECK(contains(counted.out, "INCOMPLETE: stopped by the time limit"));
}

TEST_CASE("a bad line among sudokus is reported, the others are solved") {
  const std::string first =
      ".38.2..........5677...4.....2.6...7....93....8.9..........5..8..9...21.5...4.3...";
  const std::string third =
      "...579...89....4.......6.......2....1...4...8..59..7.4....51.....47....3..6...9..";
  const std::string batch = first + "\n11" + std::string(79, '.') + "\n" + third + "\n";
  for (const char* const options : {"", " --first", " --count", " --all", " --json", " --quiet"}) {
    CAPTURE(options);
    const Result r = dlx_run(std::string("sudoku -") + options, batch);
    CHECK(r.exit_code == 2);
    CHECK(contains(
        r.err, "dlx: error: <stdin>:2:2: two 1 in row 1: at row 1 column 1 and row 1 column 2"));
    CHECK(lines(r.out).size() == (std::string(options) == " --json" ? 4 : 2));
  }
  const auto solved = lines(dlx_run("sudoku -", batch).out);
  CHECK(solved[0].ends_with(" unique"));
  CHECK(solved[1].ends_with(" unique"));
  // Lines of text, and of a square too many.
  const Result words = dlx_run("sudoku -", first + "\nhello world\n" + third + "5\n");
  CHECK(words.exit_code == 2);
  CHECK(contains(words.err, "<stdin>:2:1: 10 squares in this line; a sudoku of 4 x 4 has 16"));
  CHECK(contains(words.err, "<stdin>:3:1: 82 squares in this line; a sudoku of 9 x 9 has 81"));
  CHECK(lines(words.out).size() == 1);
  // Many errors end in a number.
  std::string many = first + "\n";
  for (int i = 0; i < 150; ++i) many += third + "5\n";
  const Result counted = dlx_run("sudoku -", many);
  CHECK(contains(counted.err, "150 errors; 100 of them are shown"));
  for (const char* const one : {" --emit", " --explain x.html", " --count --checkpoint x.dlxr",
                                " --count --certificate x.cert", " --svg x.svg -n 2"}) {
    CAPTURE(one);
    const Result r = dlx_run(std::string("sudoku -") + one, batch);
    CHECK(r.exit_code == 2);
    CHECK(contains(r.err, "there are 3"));
  }
}

TEST_CASE("a sudoku is printed in its own alphabet") {
  const std::string zero = dlx_out("sudoku 0.....2..3.....1");
  CHECK(zero.find('4') == std::string::npos);
  CHECK(zero.starts_with("0 "));
  CHECK(dlx_out("sudoku ABCDCDABBADCDC..").ends_with("D C  B A\n\n"));
  CHECK(dlx_out("sudoku abcdcdabbadcdc..").ends_with("d c  b a\n\n"));
  CHECK(contains(dlx_out("sudoku 0.....2..3.....1 --emit"), "r10"));
  CHECK_FALSE(contains(dlx_out("sudoku 0.....2..3.....1 --emit"), "r14"));
  const Result both = dlx_run("sudoku 0..4............");
  CHECK(both.exit_code == 2);
  CHECK(contains(both.err, "'4' in row 1 column 4 is not a value"));
  CHECK(contains(both.err, "because '.' marks empty squares"));
  CHECK(contains(dlx_run("sudoku nosuchfile.txt").err, "is neither a file nor a sudoku"));
  const Result cage =
      run({.arguments = {"sudoku", "12..............", "--rules", "cage 4 r1c1 r1c2"}});
  CHECK(cage.exit_code == 2);
  CHECK(contains(cage.err, "has the sum 3, not 4"));
  CHECK_FALSE(contains(cage.err, "neither a file"));
  CHECK(contains(dlx_run("sudoku 12.............. --rules x --rules x").err,
                 "--rules is given more than once"));
}

TEST_CASE("gaps, and edges that touch") {
  const TemporaryFolder folder;
  const Result small = dlx_run("pentominoes 8x8 --gaps 2x1 --count");
  CHECK(small.exit_code == 2);
  CHECK(contains(small.err, "--gaps 4 allows"));
  // Rows and columns are counted from 1.
  const auto placed = [](const std::string& place) {
    return run({.arguments = {"pentominoes", "3x5", "--pieces", "2*UX", "--count", "--quiet",
                              "--place", place}});
  };
  CHECK(placed("X at 1,2").out == "1\n");
  CHECK(contains(placed("X at 1,0").err, "counted from 1"));
  CHECK(contains(placed("").err, "--place: the value is empty"));
  const std::string holes = folder.write("holes.txt", ".#.###\n######\n######\n");
  CHECK(dlx_out("pentominoes " + holes +
                " --pieces V --gaps 11 --wrap x --count --up-to reflections") == "5\n");
  const std::string edge = folder.write("edge.txt", ".####\n.####\n.####\n.####\n.####\n");
  const std::string asked = "pentominoes " + edge + " --pieces LPVY --count";
  CHECK(dlx_out(asked) == "12\n");
  CHECK(contains(dlx_run(asked + " --wrap x").err, "--wrap x: the picture has an empty column"));
}

TEST_CASE("pieces that cannot fill the region are warned of") {
  const Result r = dlx_run("pentominoes 5x5 --pieces P --count");
  CHECK(r.exit_code == 0);
  CHECK(r.out == "0\n");
  CHECK(contains(r.err, "warning"));
  CHECK(contains(r.err, "5 cells"));
}

TEST_CASE("dlx districts: boards, graphs, limits and errors") {
  CHECK(dlx_out("districts 6x6 --size 6") == "451206\n");
  CHECK(dlx_out("districts 3x3 --parts 3 --size 2:4 --corners") == "224\n");
  const auto object = json_lines(dlx_out("districts 4x4 --parts 2 --json")).at(0);
  CHECK(object.at("count") == "627");
  CHECK(object.at("complete") == true);
  CHECK(dlx_run("districts - --parts 2", "a b\nb c\nc a\n").out == "3\n");
  CHECK(dlx_run("districts - --size 3", "a b\nb c\nb = 2\n").out == "0\n");
  // Of the partitions of 1x3 into two parts, A|BB and AA|B, both are drawn soon.
  const std::string rows = dlx_out("districts 3x1 --parts 2 --sample 20");
  CHECK(contains(rows, "ABB\n"));
  CHECK(contains(rows, "AAB\n"));
  CHECK(rows == dlx_out("districts 3x1 --parts 2 --sample 20 --seed 1"));
  CHECK(dlx_run("districts - --parts 1 --sample 1", "a b\n").out == "a b\n");
  const auto drawn = json_lines(dlx_out("districts 2x1 --parts 2 --sample 1 --json"));
  CHECK(drawn.at(0).at("parts").dump() == R"([["r1c1"],["r1c2"]])");
  CHECK(drawn.at(1).at("count") == "1");
  CHECK(dlx_run("districts 2x1 --parts 3 --sample 2").out == "no solution\n");
  CHECK(contains(dlx_run("districts 4x4 --svg a.svg").err, "--sample N"));
  const Result stopped = dlx_run("districts 9x9 --size 9 --time-limit 0.2");
  CHECK(stopped.exit_code == 3);
  CHECK(stopped.out == "INCOMPLETE: stopped by the time limit; there may be more\n");
  const Result small = dlx_run("districts 8x8 --size 8 --memory-limit 0.001 --json");
  CHECK(small.exit_code == 4);
  CHECK(json_lines(small.out).at(0).at("status") == "memory_limit");
  const Result bad = dlx_run("districts -", "a b\na a\n");
  CHECK(bad.exit_code == 2);
  CHECK(contains(bad.err, "<stdin>:2:3: an edge must join two different vertices"));
  for (const char* wrong : {"districts 0x5", "districts 200x200", "districts 40x40",
                            "districts 4x4 --size 5:4", "districts 4x4 --parts 0"}) {
    CHECK(dlx_run(wrong).exit_code == 2);
  }
}

TEST_CASE("the same command prints the same, byte for byte") {
  for (const char* command : {"queens 6 --all", "soma -n 5", "langford --all", "dominoes 4x4 --all",
                              "pentominoes 5x10 --pieces 10*Y --all"}) {
    CHECK(dlx_out(command) == dlx_out(command));
  }
}

TEST_CASE("--csv prints the solutions of puzzles as a table, also beside pictures") {
  const TemporaryFolder folder;
  const std::string svg = " --svg " + folder.path("all.svg");
  int rows = 0;
  for (const std::string puzzle :
       {"queens 6 --all", "pentominoes 3x20 -n 3", "soma -n 2", "cube blue --all", "bigcube",
        "snake christmas", "langford 4 --all", "queens 6 --all --fix 2", "queens 3 --all"}) {
    CAPTURE(puzzle);
    std::string expected, table;
    for (const auto& object : json_lines(dlx_run(puzzle + " --json").out)) {
      if (!object.contains("options") || !object.contains("n")) continue;
      const auto n = object.at("n").get<std::string>();
      for (const auto& option : object.at("options")) expected += n + ',' + option.dump() + '\n';
    }
    const std::vector<std::string> printed = lines(dlx_run(puzzle + " --csv").out);
    REQUIRE(!printed.empty());
    CHECK(printed[0] == "solution,option,items");
    for (std::size_t k = 1; k < printed.size(); ++k, ++rows) {
      table += printed[k].substr(0, printed[k].find(',', printed[k].find(',') + 1)) + '\n';
    }
    CHECK(table == expected);
    if (!expected.empty()) CHECK(lines(dlx_run(puzzle + " --csv" + svg).out) == printed);
  }
  CHECK(rows > 100);
  CHECK(lines(dlx_out("soma --csv")).size() == 8);
  CHECK(lines(dlx_out("cube blue --csv")).size() > 6);
  for (const char* command :
       {"cube all --csv", "sudoku --generate 1 --csv", "queens 6 --emit --csv",
        "queens 6 --count --csv", "soma --blank --svg x.svg --csv", "cube blue --facts --csv",
        "snake --list --csv", "soma --naive --csv"}) {
    CAPTURE(command);
    CHECK(dlx_run(command).exit_code == 2);
  }
}

TEST_CASE("pictures in JSON are those of the text") {
  for (const char* command :
       {"queens 6", "langford 4", "dominoes 4x4", "pentominoes 5x10 --pieces 10*Y"}) {
    std::string pictures;
    for (const auto& object : json_lines(dlx_out(std::string(command) + " --all --json"))) {
      if (object.contains("picture")) pictures += object.at("picture").get<std::string>();
    }
    CHECK(pictures == dlx_out(std::string(command) + " --all"));
  }
}

}  // namespace
}  // namespace dlx::test
