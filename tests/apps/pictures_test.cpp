// Files that show what is shown, the search tree, and puzzles converted.

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/apps/process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

using nlohmann::json;

/// The JSON that a page holds.
json data_of(const std::string& page, const std::string& id) {
  const std::string begin = "id=\"" + id + "\">";
  const std::size_t start = page.find(begin);
  REQUIRE(start != std::string::npos);
  const std::size_t end = page.find("</script>", start);
  return json::parse(page.substr(start + begin.size(), end - start - begin.size()));
}

TEST_CASE("every puzzle in space writes a page with what it has shown") {
  const TemporaryFolder folder;
  struct Row {
    const char* command;
    const char* kind;
    std::size_t solutions;
    const char* title;
  };
  const std::string bars = folder.write("bars.triples", "[0-2][0-2]0\n3*I 000 100 200\n");
  const std::string polycube = "polycube " + bars + " --all";
  const std::vector<Row> rows{
      {"soma --all --up-to reflections", "assembly", 240, "Soma"},
      {"cube red --all", "assembly", 2, "Happy cube, red"},
      {"cube red --flat --all", "assembly", 2, "Happy cube in its tray, red"},
      {"bigcube", "assembly", 1, "Happy cubes, the big cube"},
      {"snake christmas", "walk", 1, "Snake cube christmas"},
      {"pentominoes 3x20 --all --up-to reflections", "assembly", 2, "Pentominoes 3x20"},
      {"dominoes 2x3 --all", "assembly", 3, "Dominoes 2x3"},
      {polycube.c_str(), "assembly", 2, "bars"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.command);
    const std::string file = folder.path("page.html");
    const std::string shown = dlx_out(std::string(row.command) + " --html " + file);
    CHECK(shown.empty());  // the page shows the solutions, so they are not printed as well
    const std::string page = bytes_of(file);
    CHECK(page.size() < 900'000);
    const json scene = data_of(page, "scene");
    CHECK(scene.at("format") == "dlx-scene/1");
    CHECK(scene.at("kind") == row.kind);
    CHECK(scene.at("title") == row.title);
    CHECK(scene.at("solutions").size() == row.solutions);
    CHECK_FALSE(scene.contains("more"));
    // Nothing is asked of the network: no address but names of namespaces and those in comments.
    CHECK(contains(page, "default-src 'none'"));
    const json lines =
        json_lines(dlx_out(std::string(row.command) + " --json --html " + file)).back();
    CHECK(lines.at("count") == std::to_string(row.solutions));
    CHECK(data_of(bytes_of(file), "scene") == scene);
  }
}

TEST_CASE("a command that draws prints one line, and none with --quiet") {
  const TemporaryFolder folder;
  const std::string all = "soma --all --up-to reflections";
  for (const char* file : {"soma.html", "soma.svg", "soma.stl"}) {
    CAPTURE(file);
    const std::string option = " --" + std::string(file).substr(5) + " " + folder.path(file);
    const Result r = dlx_run(all + option);
    CHECK(r.exit_code == 0);
    CHECK(r.out.empty());
    CHECK(r.err == "240 solutions up to reflections, each verified; no others exist\n");
    const Result quiet = dlx_run(all + " -q" + option);
    CHECK(quiet.exit_code == 0);
    CHECK(quiet.out.empty());
    CHECK(quiet.err.empty());
  }
  // JSON was asked for by its own option.
  CHECK(json_lines(dlx_out(all + " --json --svg " + folder.path("a.svg"))).size() == 241);
}

/// The colours that the rectangles of a picture are filled with.
std::set<std::string> fills_in(const std::string& svg) {
  std::set<std::string> found;
  for (std::size_t at = svg.find("fill=\"#"); at != svg.npos; at = svg.find("fill=\"#", at + 1)) {
    found.insert(svg.substr(at + 6, 7));
  }
  return found;
}

TEST_CASE("a piece has one colour in space, on paper and on a terminal", "[.terminal]") {
  const TemporaryFolder folder;
  for (const std::string command : {"soma --first", "pentominoes 6x10 --first", "cube blue --first",
                                    "bigcube --first", "dominoes 4x4 --first"}) {
    CAPTURE(command);
    const std::string html = folder.path("a.html");
    const std::string svg = folder.path("a.svg");
    (void)dlx_out(command + " --html " + html + " --svg " + svg);
    const json scene = data_of(bytes_of(html), "scene");
    std::set<std::string> used;
    for (const json& part : scene.at("solutions").at(0).at("parts")) {
      used.insert(scene.at("pieces").at(part.at("piece").get<std::size_t>()).at("colour"));
    }
    const std::set<std::string> drawn = fills_in(bytes_of(svg));
    CHECK(std::includes(drawn.begin(), drawn.end(), used.begin(), used.end()));
    std::vector<std::string> arguments = words(command);
    arguments.insert(arguments.end(), {"--color", "always"});
    const Result shown = run({.arguments = arguments, .output_terminal = true});
    std::set<std::string> painted;
    const std::string begin = "\x1b[48;2;";
    for (std::size_t at = shown.out.find(begin); at != shown.out.npos;
         at = shown.out.find(begin, at + 1)) {
      unsigned r = 0;
      unsigned g = 0;
      unsigned b = 0;
      REQUIRE(std::sscanf(shown.out.c_str() + at + begin.size(), "%u;%u;%u", &r, &g, &b) == 3);
      std::array<char, 8> colour{};
      (void)std::snprintf(colour.data(), colour.size(), "#%02x%02x%02x", r, g, b);
      painted.insert(colour.data());
    }
    CHECK(painted == used);
    // No colour where it was not asked for, and none where another program reads.
    arguments.resize(arguments.size() - 2);
    CHECK_FALSE(contains(run({.arguments = arguments, .output_terminal = true}).out, "\x1b"));
    CHECK_FALSE(contains(dlx_out(command + " --color always"), "\x1b"));
  }
}

TEST_CASE("boards are drawn as SVG and as pages") {
  const TemporaryFolder folder;
  struct Row {
    const char* command;
    const char* title;
    std::size_t solutions;
  };
  const std::string grid = "1...5..56......6....4..2......6...41";
  const std::string file = folder.write("easy.sudoku", grid + "\n");
  const std::string sudoku = "sudoku " + grid + " --box-width 3";
  const std::string from_file = "sudoku " + file + " --box-width 3";
  for (const Row& row : {Row{"queens 6 --all", "6 queens", 4},
                         {"langford 7 --all --up-to reflections", "Langford pairs of 1 to 7", 26},
                         {sudoku.c_str(), "Sudoku", 1},
                         {from_file.c_str(), "Sudoku, easy", 1}}) {
    CAPTURE(row.command);
    const std::string svg = folder.path("a.svg");
    const std::string html = folder.path("a.html");
    CHECK(dlx_out(std::string(row.command) + " --svg " + svg + " --html " + html).empty());
    const std::string page = bytes_of(html);
    CHECK(contains(page, "<h1>" + std::string(row.title) + "</h1>"));
    std::size_t figures = 0;
    for (auto at = page.find("<figure>"); at != page.npos; at = page.find("<figure>", at + 1)) {
      ++figures;
    }
    CHECK(figures == row.solutions);
    CHECK(contains(bytes_of(svg), "<title>" + std::string(row.title) + ": "));
  }
  CHECK(dlx_run("queens 4 --stl x").exit_code == 2);  // a board has no bodies
  CHECK(dlx_run("queens 4 --count --svg x").exit_code == 2);
}

/// The numbers of texts in bold and of all texts of a picture, except its heading.
std::pair<std::size_t, std::size_t> values_in(const std::string& svg) {
  std::size_t bold = 0;
  std::size_t all = 0;
  for (const std::string& line : lines(svg)) {
    if (!line.starts_with("<text") || !contains(line, "font-size=\"18\"")) continue;
    ++all;
    bold += contains(line, "font-weight") ? 1U : 0U;
  }
  return {bold, all};
}

TEST_CASE("sheets of sudokus, with their clues alone or solved") {
  const TemporaryFolder folder;
  const std::string svg = folder.path("a.svg");
  const std::string html = folder.path("a.html");
  const std::string six = "sudoku --generate 11 -n 6 ";
  const std::string file = folder.write("six.txt", dlx_out(six));
  std::size_t clues = 0;
  for (std::uint64_t seed = 11; seed < 17; ++seed) {
    const auto one = json_lines(dlx_out("sudoku --json --generate " + std::to_string(seed))).at(0);
    clues += one.at("clues").get<std::size_t>();
    CHECK(contains(bytes_of(file), one.at("board").get<std::string>() + "\n"));
  }
  for (const std::string& command : {six, "sudoku " + file + " "}) {
    CAPTURE(command);
    CHECK(dlx_out(command + "--blank --paper a4 --svg " + svg + " --html " + html).empty());
    CHECK(values_in(bytes_of(svg)) == std::pair(clues, clues));
    CHECK(contains(bytes_of(html), "<figcaption>6</figcaption>"));
    CHECK(dlx_out(command + "--paper a4 --svg " + svg).empty());
    CHECK(values_in(bytes_of(svg)) == std::pair(clues, std::size_t{6 * 81}));
  }
  CHECK(dlx_out("sudoku --generate 11 --blank --svg " + svg).empty());
  CHECK(contains(bytes_of(svg), "level 1, seed 11"));
  const std::string three = folder.write("three.txt",
                                         "1.....3..4.....2\n1...............\n"
                                         "1..2..3..4.....2\n1..3..3..4.....2\n");
  const Result r = dlx_run("sudoku " + three + " --svg " + svg);
  CHECK(r.exit_code == 2);  // the third has two 2 in a column, and the fourth two 3
  CHECK(contains(r.err, "not unique: the sudoku of line 2"));
  CHECK(values_in(bytes_of(svg)) == std::pair(std::size_t{5}, std::size_t{32}));
  for (const char* wrong : {"-n 2", "--all", "--unique"}) {
    CAPTURE(wrong);
    CHECK(dlx_run("sudoku " + three + " --svg " + svg + " " + wrong).exit_code == 2);
  }
}

TEST_CASE("puzzles are drawn without a solution") {
  const TemporaryFolder folder;
  const std::string svg = folder.path("a.svg");
  const std::string html = folder.path("a.html");
  struct Row {
    std::string command;
    std::size_t letters;  // of the pieces in the drawing, without the legend
  };
  const std::string bars = folder.write("bars.triples", "[0-2][0-2]0\n3*I 000 100 200\n");
  for (const Row& row : {Row{"queens 6", 0}, Row{"langford 7", 0}, Row{"dominoes 2x3", 0},
                         Row{"pentominoes 6x10", 12}, Row{"cube green", 6},
                         Row{"cube green --flat", 6}, Row{"polycube " + bars, 1}}) {
    CAPTURE(row.command);
    CHECK(dlx_out(row.command + " --blank --svg " + svg + " --html " + html).empty());
    std::size_t letters = 0;
    for (const std::string& line : lines(bytes_of(svg))) {
      if (line.starts_with("<text") && contains(line, "text-anchor") &&
          !contains(line, "font-size=\"11.16\"")) {
        ++letters;
      }
    }
    CHECK(letters == row.letters);
    CHECK(contains(bytes_of(html), "<figure>"));
  }
  for (const char* wrong : {"", "--stl x", "--html x --all", "--html x -n 2", "--svg x --count"}) {
    CAPTURE(wrong);
    CHECK(dlx_run(std::string("soma --blank ") + wrong).exit_code == 2);
  }
}

/// The texts of a page without its heading and legend, in one word: the letters on the board, then
/// those on the pieces beside it.
std::string letters_in(const std::string& svg) {
  std::string letters;
  for (const std::string& line : lines(svg)) {
    if (!line.starts_with("<text") || !contains(line, "text-anchor") ||
        contains(line, "font-size=\"11.16\"")) {
      continue;
    }
    const std::size_t start = line.find('>') + 1;
    letters += line.substr(start, line.find('<', start) - start);
  }
  return letters;
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// Runs a command with --blank. A '_' between two words makes them one argument.
Result draw_sheet(const std::string& command, const std::string& svg, const std::string& html) {
  std::vector<std::string> arguments = words(command + " --blank --paper a4");
  for (std::string& argument : arguments) std::replace(argument.begin(), argument.end(), '_', ' ');
  arguments.insert(arguments.end(), {"--svg", svg, "--html", html});
  return run({.arguments = std::move(arguments)});
}

TEST_CASE("a sheet without a solution shows the pieces that are given") {
  const TemporaryFolder folder;
  const std::string svg = folder.path("a.svg");
  const std::string html = folder.path("a.html");
  const std::string bars =
      "polycube " + folder.write("bars.triples", "[0-2][0-2]0\n3*I 000 100 200\n");
  struct Row {
    std::string command;
    std::string letters;
  };
  for (const Row& row :
       {Row{"pentominoes 6x10 --place X_at_2,2", "XFILNPTUVWYZ"},
        Row{"pentominoes 6x10 --place L_at_1,1 --fix 315", "LFINPTUVWXYZ"},
        Row{"soma --fix 1", "LSTRPPQQYY"}, Row{"soma --fix 1 --fix 1", "LSTRPPQQYY"},
        // Copies have letters of their own, and no copy is left beside the board in the last row.
        Row{bars, "a"}, Row{bars + " --fix 1", "ab"}, Row{bars + " --fix 1 --fix 2", "abc"},
        Row{bars + " --fix 1 --fix 2 --fix 3", "abc"}, Row{"langford 4 --fix 1", "11"},
        Row{"dominoes 2x3 --fix 1", ""}}) {
    CAPTURE(row.command);
    const Result r = draw_sheet(row.command, svg, html);
    CHECK(r.exit_code == 0);
    CHECK(r.err.empty());
    CHECK(letters_in(bytes_of(svg)) == row.letters);
    CHECK(contains(bytes_of(html), "<figure>"));
  }
  (void)draw_sheet("pentominoes 6x10 --place X_at_2,2", svg, html);
  CHECK(times(bytes_of(svg), "font-size=\"11.16\"") == 12);  // the legend still has X

  const std::string sudoku = dlx_out("sudoku --generate 11");
  const std::string file = folder.write("one.txt", sudoku);
  (void)dlx_out("sudoku " + file + " --blank --svg " + svg);
  const std::size_t clues = values_in(bytes_of(svg)).first;
  (void)dlx_out("sudoku " + file + " --fix 1 --blank --svg " + svg);
  CHECK(values_in(bytes_of(svg)) == std::pair(clues + 1, clues + 1));

  struct Refusal {
    const char* command;
    const char* message;
  };
  for (const Refusal& row :
       {Refusal{"pentominoes 6x10 --place L_at_1,1", "can lie in 8 ways"},
        Refusal{"pentominoes 6x10 --place X_at_2,2 --fix 1", "option 1 conflicts"},
        Refusal{"soma --fix 1 --fix 2", "option 2 conflicts"},
        Refusal{"soma --fix 1000", "no option has the number 1000"},
        Refusal{"soma --forbid 1", "--blank does not go with --forbid"}}) {
    CAPTURE(row.command);
    const Result r = draw_sheet(row.command, svg, html);
    CHECK(r.exit_code == 2);
    CHECK(contains(r.err, row.message));
  }
}

TEST_CASE("the empty cells around a piece of several layers are outlined") {
  const TemporaryFolder folder;
  const std::string svg = folder.path("a.svg");
  const std::string faint = "stroke=\"#aaaaaa\"";
  (void)dlx_out("soma --blank --svg " + svg);
  CHECK(times(bytes_of(svg), faint) == 4);  // the box, and the pieces P, Q and Y
  const std::string spheres =
      "grid spheres\n000 110 200 020 220 101 011 121 211\n3*A 000 110 101\n";
  (void)dlx_out("polycube " + folder.write("s.triples", spheres) + " --blank --svg " + svg);
  CHECK(times(bytes_of(svg), faint) == 1);
  // Flat pieces have no outlines, even if the box has several layers.
  (void)dlx_out("pentominoes 2x3x10 --blank --svg " + svg);
  CHECK(times(bytes_of(svg), faint) == 1);
}

TEST_CASE("drawings that a page does not hold are on further pages") {
  const TemporaryFolder folder;
  const std::string svg = folder.path("soma.svg");
  const Result r = dlx_run("soma -n 500 --svg " + svg);
  CHECK(r.exit_code == 0);
  CHECK(contains(r.err, "3 pages: " + svg + " to " + folder.path("soma-3.svg")));
  CHECK(contains(bytes_of(folder.path("soma-2.svg")), "page 2 of 3"));
  CHECK_FALSE(std::filesystem::exists(folder.path("soma-4.svg")));
  (void)dlx_out("soma -n 5 --columns 5 --svg " + svg);
  CHECK(contains(bytes_of(svg), "translate(1232 "));
  CHECK(dlx_run("soma --first --columns 2").exit_code == 2);
  CHECK(dlx_run("soma --first --columns 0 --svg " + svg).exit_code == 2);
}

TEST_CASE("plates for a bed, and a file for each piece") {
  const TemporaryFolder folder;
  const std::string stl = folder.path("soma.stl");
  const Result r = dlx_run("soma --stl " + stl + " --bed 120x120");
  CHECK(r.exit_code == 0);
  CHECK(contains(r.err, "plates: " + stl + " to " + folder.path("soma-")));
  CHECK(std::filesystem::exists(folder.path("soma-2.stl")));
  const Result pieces = dlx_run("soma --stl " + stl + " --stl-pieces");
  CHECK(pieces.exit_code == 0);
  CHECK(contains(pieces.err, "7 files, one for each piece"));
  for (const char* name : {"L", "S", "T", "R", "P", "Q", "Y"}) {
    const std::string bytes = bytes_of(folder.path("soma-" + std::string(name) + ".stl"));
    CHECK(bytes.size() > 84);
    CHECK((bytes.size() - 84) % 50 == 0);
  }
  for (const char* bad :
       {"--bed 220", "--bed 0x9", "--bed 9x", "--bed ax9", "--bed 9x9x9", "--bed -1x9"}) {
    CAPTURE(bad);
    const Result wrong = dlx_run("soma --stl " + stl + " " + bad);
    CHECK(wrong.exit_code == 2);
    CHECK(contains(wrong.err, "--bed"));
  }
  const Result small = dlx_run("soma --stl " + stl + " --bed 25x25");
  CHECK(small.exit_code == 2);
  CHECK(contains(small.err, "does not fit on a bed of 25 x 25 mm"));
  CHECK(dlx_run("soma --first --bed 220x220").exit_code == 2);
  CHECK(dlx_run("soma --stl-pieces --bed 220x220 --stl " + stl).exit_code == 2);
}

TEST_CASE("letters are explained where they stand for names") {
  const std::string puzzle = "[0-2][0-2]0\n2*I 000 100 200\nlong 000 100 200\n";
  const Result r = dlx_run("polycube - --first", puzzle);
  CHECK(contains(r.err, "a and b: I, c: long\n"));
  CHECK_FALSE(contains(dlx_run("polycube - --first --quiet", puzzle).err, "long"));
  CHECK_FALSE(contains(dlx_run("polycube - --count", puzzle).err, "long"));
  CHECK_FALSE(contains(dlx_run("polycube - --first --json", puzzle).err, "long"));
  CHECK_FALSE(contains(dlx_run("soma --first").err, "L:"));
}

TEST_CASE("solid bodies and drawings of what is shown") {
  const TemporaryFolder folder;
  const std::string stl = folder.path("a.stl");
  const std::string obj = folder.path("a.obj");
  const std::string scad = folder.path("a.scad");
  const std::string svg = folder.path("a.svg");
  (void)dlx_out("soma --first --cell 20 --gap 0.5 --stl " + stl + " --obj " + obj + " --scad " +
                scad + " --svg " + svg);
  CHECK(bytes_of(stl).size() > 84);
  CHECK((bytes_of(stl).size() - 84) % 50 == 0);
  CHECK(contains(bytes_of(obj), "\no 1_"));
  CHECK(contains(bytes_of(scad), "cell = 20;"));
  CHECK(contains(bytes_of(scad), "gap = 0.5;"));
  CHECK(bytes_of(svg).starts_with("<svg"));
  for (const char* bad : {"--gap -1", "--cell 0", "--gap 20", "--gap nan", "--cell x"}) {
    CAPTURE(bad);
    CHECK(dlx_run("soma --first --stl " + stl + " " + bad).exit_code == 2);
  }
  CHECK(contains(dlx_run("soma --count --cell 10").err, "--cell needs --cut or --stl"));
  CHECK(dlx_run("soma --gap 1 --cut " + svg).exit_code == 2);
  CHECK(dlx_run("soma --count --html " + svg).exit_code == 2);
  CHECK(dlx_run("soma --emit --stl " + stl).exit_code == 2);
  CHECK(dlx_run("soma --all --checkpoint " + folder.path("run") + " --html " + svg).exit_code == 2);
  CHECK(dlx_run("soma --naive --html " + svg).exit_code == 2);
  CHECK(dlx_run("snake christmas --stl " + stl).exit_code == 2);  // there is no such option
  // What cannot be written is said before anything is searched.
  const Result nowhere = dlx_run("soma --all --html " + folder.path("no/such.html"));
  CHECK(nowhere.exit_code == 5);
  CHECK(nowhere.out.empty());
  CHECK(dlx_run("soma --first --svg " + folder.path("")).exit_code == 5);
  CHECK(dlx_run("soma --first --stl /dev/full").exit_code == 5);
  const Result all = dlx_run("soma --all --html " + folder.path("all.html"));
  CHECK(contains(all.err, "10000"));
  const json page = data_of(bytes_of(folder.path("all.html")), "scene");
  CHECK(page.at("solutions").size() + std::stoul(page.at("more").get<std::string>()) == 11'520);
  // A puzzle without an assembly has a page that says so, and no body.
  const std::string none = folder.path("none.html");
  const std::string nothing = folder.path("none.stl");
  (void)dlx_run("polycube - --html " + none + " --stl " + nothing, "000 100 200\nI 000 100\n");
  CHECK(data_of(bytes_of(none), "scene").at("solutions").empty());
  CHECK_FALSE(std::filesystem::exists(nothing));
  const std::string table = dlx_out("cube blue --facts");
  const std::string facts = folder.write("mine.pl", table);
  CHECK(dlx_run("cube " + facts + " --first --html " + none).exit_code == 0);
}

TEST_CASE("explain shows the tree of a search") {
  const TemporaryFolder folder;
  const std::string file = folder.write("toy.dlx", knuth_example);
  const auto shown = lines(dlx_out("explain " + file));
  CHECK(shown == std::vector<std::string>{
                     "cover A, 2 options left", "  2: A D G  ->  cover B, 1 option left",
                     "    3: B C F  ->  E has no option left",
                     "  4: A D F  ->  cover B, 1 option left",
                     "    5: B G  ->  cover C, 1 option left", "      1: C E  ->  solution 1"});
  const std::string page = folder.path("toy.html");
  (void)dlx_out("explain " + file + " --html " + page);
  const json tree = data_of(bytes_of(page), "tree");
  CHECK(tree == json_lines(dlx_out("explain " + file + " --json")).at(0));
  CHECK(tree.at("title") == "toy.dlx");
  CHECK(tree.at("nodes").size() == 6);
  CHECK(tree.at("complete") == true);
  const Result cut = dlx_run("explain " + file + " --most 3");
  CHECK(cut.exit_code == 3);
  CHECK(contains(cut.out, "INCOMPLETE"));
  CHECK(contains(cut.out, "..."));
  CHECK(contains(cut.err, "cut off after 3 nodes; --most N shows up to N nodes"));
  const Result board = dlx_run("queens 6 --node-limit 7 --explain " + page);
  CHECK(contains(board.err, ": 7 nodes, "));
  CHECK(contains(board.err, "cut off after 7 nodes; --node-limit N"));
  const Result puzzle = dlx_run("explain queens 5 --html " + page);
  CHECK(puzzle.exit_code == 2);
  CHECK(contains(puzzle.err, "'queens' is not a file but a puzzle: dlx queens 5 --explain FILE"));
  CHECK(contains(dlx_run("count soma").err, "dlx soma --emit | dlx count -"));
  CHECK(contains(dlx_run("explain soma").err, "dlx soma --emit | dlx explain -"));
  CHECK(dlx_run("explain -", counted_example).exit_code == 2);
  CHECK(dlx_run("explain -", dlx_out("soma --emit")).exit_code == 2);
  CHECK(contains(dlx_out("explain -", coloured_example), "x:A"));
}

TEST_CASE("explain records the moves of the links, by two rules") {
  const json page = json_lines(dlx_out("explain - --json", knuth_example)).at(0);
  CHECK(page.at("rule") == "minimum");
  CHECK(page.at("compared").at("rule") == "first");
  CHECK(page.at("compared").at("solutions") == 1);
  const auto& moves = page.at("moves");
  const auto& steps = page.at("steps");
  CHECK(moves.at(steps.front().at(0).get<std::size_t>()) == "choose");
  CHECK(moves.at(steps.back().at(0).get<std::size_t>()) == "finish");
  CHECK(page.at("nodes").at(0).at("arrival") == 1);
  CHECK(page.at("links").at("up").size() == 1 + 7 + 16);
  CHECK_FALSE(page.contains("board"));
  const Result refused = dlx_run("explain -", counted_example);
  CHECK(contains(refused.err, "Algorithm M"));
  const TemporaryFolder folder;
  CHECK(dlx_run("explain - --html " + folder.path("no/such.html"), knuth_example).exit_code == 5);
  const Result quiet = dlx_run("explain - --html " + folder.path("toy.html"), knuth_example);
  CHECK(quiet.out.empty());
  CHECK(contains(quiet.err, "6 nodes"));
}

TEST_CASE("puzzles with a board are explained on it") {
  const TemporaryFolder folder;
  const std::string file = folder.path("page.html");
  struct Puzzle {
    const char* command;
    const char* kind;
    int width, height;
  };
  for (const auto& [command, kind, width, height] :
       {Puzzle{"queens 5", "chess", 5, 5}, Puzzle{"langford 3", "row", 6, 1},
        Puzzle{"dominoes 2x3", "tiles", 3, 2},
        Puzzle{"pentominoes 3x5 --pieces PUV", "tiles", 5, 3},
        Puzzle{"sudoku 12..3.2.2..1...2", "sudoku", 4, 4}}) {
    CAPTURE(command);
    const Result result = dlx_run(std::string(command) + " --explain " + file);
    CHECK(result.exit_code == 0);
    CHECK(result.out.empty());
    const json page = data_of(bytes_of(file), "tree");
    const json& board = page.at("board");
    CHECK(board.at("kind") == kind);
    CHECK(board.at("width") == width);
    CHECK(board.at("height") == height);
    CHECK(board.at("options").size() == page.at("options").size());
    const auto printed = json_lines(dlx_out(std::string(command) + " --json --explain " + file));
    CHECK(printed.at(0) == page);
    // The options of a solution fill the board as the puzzle itself does.
    const std::string count = dlx_out(std::string(command) + " --count");
    CHECK(std::to_string(page.at("solutions").get<int>()) + "\n" == count);
  }
  const auto board_of = [&](const std::string& command) {
    (void)dlx_run(command + " --explain " + file);
    return data_of(bytes_of(file), "tree").at("board");
  };
  CHECK(board_of("queens 5").at("options").at(7) == json::parse("[[2, 1, \"\u265B\"]]"));
  CHECK(board_of("langford 3").at("options").at(0) ==
        json::parse("[[0, 0, \"1\"], [2, 0, \"1\"]]"));
  CHECK(board_of("dominoes 2x3").at("options").at(0) == json::parse("[[0, 0], [1, 0]]"));
  const json sudoku = board_of("sudoku 12..3.2.2..1...2");
  CHECK(sudoku.at("given").at(2) == json::parse("[0, 1, \"3\"]"));
  CHECK(sudoku.at("boxes") == json::parse("[2, 2]"));
  CHECK(sudoku.at("options").at(0).at(0).at(0) == 2);  // the first empty square
  CHECK(dlx_run("queens 6 --node-limit 5 --explain " + file).exit_code == 3);
  CHECK(data_of(bytes_of(file), "tree").at("complete") == false);
  for (const char* bad : {"queens 6 --count", "queens 6 --emit", "queens 30", "sudoku --all 1...",
                          "pentominoes 2x3x5 --pieces 6*P", "queens 6 --engine bit_matrix",
                          "dominoes 2x2 --svg x.svg", "soma"}) {
    CAPTURE(bad);
    const Result refused = dlx_run(std::string(bad) + " --explain " + file);
    CHECK(refused.exit_code == 2);
    CHECK_FALSE(refused.err.empty());
  }
}

TEST_CASE("puzzles are converted, and counted as problems") {
  const TemporaryFolder folder;
  const std::string triples = folder.write("bars.triples", "[0-2][0-2]0\n3*I 000 100 200\n");
  const std::string xmpuzzle = folder.path("bars.xmpuzzle");
  (void)dlx_out("convert " + triples + " " + xmpuzzle);
  CHECK(contains(bytes_of(xmpuzzle), "<puzzle"));
  CHECK(dlx_out("convert " + xmpuzzle + " - --to triples") ==
        "000 100 200 010 110 210 020 120 220\n3*I 000 100 200\n");
  CHECK(dlx_out("count " + xmpuzzle) == "2\n");
  CHECK(dlx_out("count " + triples) == "2\n");
  CHECK(dlx_out("count -", "[0-2][0-2]0\n3*I 000 100 200\n") == "2\n");
  CHECK(dlx_out("count - --from triples", "000 100\nI 000 100\n") == "1\n");
  CHECK(dlx_out("convert " + xmpuzzle + " - --to knuth") ==
        dlx_out("polycube " + triples + " --emit"));
  CHECK(dlx_out("info -", bytes_of(xmpuzzle)) ==
        dlx_out("info -", dlx_out("polycube " + triples + " --emit")));
  const Result no_puzzle = dlx_run("convert - --to xmpuzzle --from knuth", knuth_example);
  CHECK(no_puzzle.exit_code == 2);
  CHECK(contains(no_puzzle.err, "pieces"));
  CHECK(dlx_run("count - --problem 2", knuth_example).exit_code == 2);
  const Result bad =
      dlx_run("count -", "<puzzle version=\"2\">\n<gridType type=\"7\"/></puzzle>\n");
  CHECK(bad.exit_code == 2);
  CHECK(contains(bad.err, "<stdin>:2:17: "));
  CHECK(contains(bad.err, "an unknown grid"));
}

}  // namespace
}  // namespace dlx::test
