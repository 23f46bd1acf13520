// The commands cube, bigcube, snake and snakes, as typed.

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "tests/apps/process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

/// The classical blue set, drawn by hand.
const std::string blue_pictures =
    "#.#.#\n#####\n.###.\n#####\n#.#.#\n\n.#.#.\n####.\n.####\n####.\n##.##\n\n"
    "..#..\n.###.\n#####\n.###.\n..#..\n\n..#..\n.###.\n#####\n.###.\n.#.#.\n\n"
    "..#.#\n#####\n.###.\n#####\n.#.#.\n\n..#..\n#####\n.###.\n#####\n##.#.\n";

const std::string classical = "0111011011101011110101010";

TEST_CASE("dlx cube counts the six cubes three ways") {
  struct Row {
    const char *colour, *raw, *rotations, *reflections, *tray;
  };
  // Blue, yellow and red: PUZZLES' public figures; the others by two formulations that agree.
  const std::vector<Row> rows{{"blue", "144", "6", "3", "2"},   {"green", "240", "10", "5", "2"},
                              {"yellow", "192", "8", "4", "2"}, {"orange", "48", "2", "1", "1"},
                              {"red", "48", "2", "1", "2"},     {"purple", "48", "2", "1", "1"}};
  const auto objects = json_lines(dlx_out("cube --json"));
  REQUIRE(objects.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CAPTURE(rows[i].colour);
    CHECK(objects[i].at("puzzle") == rows[i].colour);
    CHECK(objects[i].at("count") == rows[i].raw);
    CHECK(objects[i].at("rotations") == rows[i].rotations);
    CHECK(objects[i].at("reflections") == rows[i].reflections);
    CHECK(objects[i].at("tray") == rows[i].tray);
    CHECK(objects[i].at("complete") == true);
    const std::string colour = rows[i].colour;
    for (const char* how : {" --formulation cells", " --formulation edges", ""}) {
      CHECK(dlx_out("cube --count " + colour + how) == std::string(rows[i].raw) + "\n");
      CHECK(dlx_out("cube --count --up-to reflections " + colour + how) ==
            std::string(rows[i].reflections) + "\n");
    }
    CHECK(dlx_out("cube --flat --count " + colour) == std::string(rows[i].tray) + "\n");
  }
  const std::string text = dlx_out("cube blue red");
  CHECK(lines(text).size() == 3);
  CHECK(contains(text, "144"));
  CHECK_FALSE(contains(text, "green"));
}

TEST_CASE("dlx bigcube: pieces whose cells cannot add up are not searched") {
  const TemporaryFolder folder;
  std::string full;  // one more than there are panels, each without a notch
  for (int piece = 0; piece < 25; ++piece) full += std::string(16, '1') + "\n";
  const std::string file = folder.write("full.txt", full);
  const std::string reason = "no 24 of the pieces have the 386 cells of the assembly";
  const Result counted = dlx_run("bigcube --count --pieces " + file);
  CHECK(counted.out == "0\n");
  CHECK(contains(counted.err, reason + ", so no solution exists"));
  const Result fixed = dlx_run("bigcube --fix 3 --count --pieces " + file);
  CHECK(fixed.exit_code == 2);
  CHECK(contains(fixed.err, reason));
  CHECK(lines(dlx_run("bigcube --emit --pieces " + file).out).size() > 2);
}

TEST_CASE("assemblies are listed once each, not in their turned copies") {
  const std::string text = dlx_out("cube blue --all");
  const auto all = lines(text);
  CHECK(std::count(all.begin(), all.end(), "") == 6);
  std::size_t letters = 0;
  for (const char c : text) letters += c >= 'A' && c <= 'F' ? 1 : 0;
  // A cell on an edge that is cut open by the unfolding is drawn where its owner lies: each once.
  CHECK(letters == 6 * 98);
  CHECK(json_lines(dlx_out("cube blue --all --json")).size() == 7);
  CHECK(json_lines(dlx_out("cube blue --all --json --up-to none")).size() == 145);
  const auto line = json_lines(dlx_out("cube red --first --json")).at(0);
  CHECK(line.at("placements").size() == 6);
  CHECK(line.at("placements").at(0).at("word").get<std::string>().size() == 16);
}

TEST_CASE("pieces that may not be turned over") {
  CHECK(dlx_out("cube blue --no-flip --count") == "24\n");
  CHECK(dlx_out("cube green --no-flip --count") == "48\n");
  const Result refused = dlx_run("cube blue --no-flip --count --up-to reflections");
  CHECK(refused.exit_code == 2);
  CHECK(contains(refused.err, "turned over"));
  const auto object = json_lines(dlx_out("cube blue --no-flip --json")).at(0);
  CHECK(object.at("count") == "24");
  CHECK(object.at("reflections").is_null());
}

TEST_CASE("own pieces: pictures, words and facts make the same cube") {
  const TemporaryFolder folder;
  const std::string pictures = folder.write("blue.txt", blue_pictures);
  CHECK(dlx_out("cube " + pictures + " --count") == "144\n");
  const std::string facts = folder.write("blue.pl", dlx_out("cube blue --facts"));
  CHECK(dlx_out("cube " + facts + " --count") == "144\n");
  CHECK(dlx_out("cube " + facts + " --count --up-to rotations") == "6\n");
  std::string without_corners;
  for (const std::string& line : lines(bytes_of(facts))) {
    if (!line.starts_with("cr")) without_corners += line + "\n";
  }
  const Result overlapping = dlx_run("cube - --count", without_corners);
  CHECK(overlapping.out == "5760\n");
  CHECK(contains(overlapping.err, "no cr facts say where some of the corners meet"));
  CHECK_FALSE(contains(dlx_run("cube " + facts + " --count").err, "cr facts"));
  std::string open;
  for (const std::string& line : lines(bytes_of(facts))) {
    if (line != "p(s,'D','B')." && line != "p(s,'B','D').") open += line + "\n";
  }
  CHECK(contains(dlx_run("cube - --count", open).err,
                 "-: no p facts say what these sides meet, so they may have any form: s of "
                 "D, s of B"));
  CHECK_FALSE(contains(dlx_run("cube " + facts + " --count").err, "p facts"));
  // Written and read again, nothing changes.
  CHECK(dlx_out("cube " + facts + " --facts") == bytes_of(facts));
  CHECK(dlx_out("cube - --count", blue_pictures) == "144\n");
  std::string with_crlf;
  for (const char c : blue_pictures)
    with_crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  CHECK(dlx_out("cube - --count", "\xEF\xBB\xBF" + with_crlf) == "144\n");
  std::string words;
  const auto first = json_lines(dlx_out("cube blue --first --json")).at(0);
  for (const auto& p : first.at("placements")) {
    words += p.at("piece").get<std::string>() + ": " + p.at("word").get<std::string>() + "\n";
  }
  CHECK(dlx_out("cube - --count", words) == "144\n");
}

TEST_CASE("bad pieces are refused with their place") {
  struct Bad {
    std::string text, place, word;
  };
  const std::string facts = dlx_out("cube blue --facts");
  const auto line_count = [](const std::string& text) {
    return std::to_string(std::count(text.begin(), text.end(), '\n') + 1);
  };
  const std::string next = line_count(facts);
  const std::vector<Bad> table{
      {"#.#...\n", ":1:1:", "5 cells"},
      {"#.#\n", ":1:1:", "5 cells"},
      {"#.#.#\n#####\n.###.\n#####\n\n", ":5:1:", "4 rows"},
      {"#.#.#\n#####\n.#.#.\n#####\n#.#.#\n", ":3:3:", "middle"},
      {"#.#.?\n", ":1:", "'"},
      {"101010101010101\n", ":1:1:", "16 characters"},
      {facts + "cr([['U',nw]]).\n", ":" + next + ":5:", "named twice"},
      {facts + "c(nw,blue1,1).\n", ":" + next + ":3:", "named twice"},
      {facts + "p(n,'U','V').\n", ":" + next + ":3:", "named twice"},
      {facts + "p(n,x,y).\n", ":" + next + ":1:", "does not lead back"},
      {facts + "q(n,x,y).\n", ":" + next + ":1:", "wanted a fact"},
      {facts + "s(n,X,[0,1,0]).\n", ":" + next + ":5:", "variable"},
      {facts + "s(n,blue7,[0,1,0]).\n", ":" + next + ":1:", "no side e"},
      {facts + "pos('U',0,0).\n", ":" + next + ":5:", "has a place already"},
      {"", ":", "no piece"},
  };
  for (const Bad& bad : table) {
    const Result r = dlx_run("cube - --count", bad.text);
    INFO(bad.text.substr(bad.text.size() > 60 ? bad.text.size() - 60 : 0) << "\n" << r.err);
    CHECK(r.exit_code == 2);
    CHECK(r.out.empty());
    CHECK(contains(r.err, "<stdin>" + bad.place));
    CHECK(contains(r.err, bad.word));
  }
  const Result few = dlx_run("cube - --count", "1010101010101010\n");
  CHECK(few.exit_code == 2);
  CHECK(contains(few.err, "1 piece"));
  const Result missing = dlx_run("cube mauve");
  CHECK(missing.exit_code == 5);
  CHECK(contains(missing.err, "blue, green"));
  CHECK(dlx_run("cube --emit").exit_code == 2);
  CHECK(dlx_run("cube blue --flat --up-to none").exit_code == 2);
  CHECK(dlx_run("cube - --flat", blue_pictures).exit_code == 2);
}

TEST_CASE("a mistyped piece is found and named") {
  std::string wrong = blue_pictures;
  wrong[wrong.find(".####\n####.\n") + 4] = '.';  // piece 2 loses a cell of its right side
  const Result r = dlx_run("cube - --count", wrong);
  CHECK(r.exit_code == 0);
  CHECK(r.out == "0\n");
  CHECK(contains(r.err, "97 cells and the assembly 98"));
  CHECK(contains(r.err, "piece 2"));
  CHECK(contains(r.err,
                 "mistyped? It could be assembled if piece 2 were 0101001011011101\n"
                 "  typed    instead\n"
                 "  .#.#.    .#.#.\n"
                 "  ####.    ####.\n"
                 "  .###.    .###+\n"
                 "  ####.    ####.\n"
                 "  ##.##    ##.##\n"));

  // A piece that is typed twice does not hide the mistyped one.
  const Result seven = dlx_run("cube - --count", wrong + "\n" + blue_pictures.substr(0, 30));
  CHECK(seven.out == "0\n");
  CHECK(contains(seven.err, "-: piece 7 is typed like piece 1; without it:\n"));
  CHECK(contains(seven.err, "if piece 2 were 0101001011011101\n"));
  const std::string other = "\n#####\n#####\n#####\n#####\n#####\n";
  CHECK(contains(dlx_run("cube - --count", wrong + other).err,
                 "no 6 of the pieces have the 98 cells of the assembly"));
}

TEST_CASE("dlx cube --mix makes one cube of the pieces of several") {
  CHECK(dlx_out("cube all --mix any --count") == "215952\n");
  const Result each = dlx_run("cube --mix one-of-each --count");
  CHECK(each.out == "1200\n");
  CHECK(contains(each.err, "50 up to rotations"));
  // Two equal cubes have twice as many pieces. A file without names has a piece 1, as every other.
  CHECK(dlx_out("cube blue blue --mix any --count") == "288\n");
  const TemporaryFolder folder;
  const std::string mine = folder.write("mine.txt", blue_pictures);
  CHECK(dlx_out("cube " + mine + " " + mine + " --mix any --count") == "288\n");
  const std::string facts = folder.write("facts.pl", dlx_out("cube blue --facts"));
  CHECK(dlx_out("cube blue " + facts + " --mix any --count") == "288\n");
  const std::string three = dlx_out("cube blue red green blue red green --mix one-of-each --count");
  CHECK(three != "0\n");
  CHECK(three == dlx_out("cube red blue blue green green red --mix one-of-each --count"));
  const Result few = dlx_run("cube blue red --mix one-of-each");
  CHECK(few.exit_code == 2);
  CHECK(
      contains(few.err, "needs 6 cubes, a piece of each, and 2 are given; --mix any takes any 6"));
  CHECK(dlx_run("cube all --mix any --flat").exit_code == 2);
  CHECK(dlx_run("cube all --mix any --facts").exit_code == 2);
}

TEST_CASE("dlx cube --tray lays pieces into another tray") {
  const std::string tray =  // that of blue, drawn as cells to be filled
      "..#.#.#.#.#...\n.############.\n############..\n.############.\n.###########..\n"
      "#############.\n.###########..\n#############.\n##.##.#.##.##.\n";
  CHECK(dlx_run("cube blue --count --tray -", tray).out == "2\n");
  const Result small = dlx_run("cube blue --count --tray 9x10");
  CHECK(small.out == "0\n");
  CHECK(contains(small.err, "98 cells"));
  CHECK(contains(dlx_run("cube blue --tray 2x2x2").err, "a tray is flat"));
  CHECK(contains(dlx_run("cube - --flat", blue_pictures).err, "--tray FILE says it"));
}

TEST_CASE("a count of all assemblies says how many there are up to rotations") {
  const Result blue = dlx_run("cube blue --count");
  CHECK(blue.out == "144\n");
  CHECK(blue.err == "144 assemblies in all, 6 up to rotations, as --all lists them\n");
  CHECK(contains(dlx_run("cube blue --all").err, "6 assemblies up to rotations"));
  const Result mine = dlx_run("cube - --count", blue_pictures);
  CHECK(mine.err == blue.err);
  CHECK(dlx_run("cube blue --count --up-to rotations").err == "6 assemblies up to rotations\n");
  CHECK(dlx_run("cube blue --flat --count").err.empty());
  CHECK(contains(dlx_run("cube blue --all --node-limit 1").out, "by the node limit in blue;"));
  // With --fix and --forbid, --all lists every assembly, also those that are rotations of others.
  CHECK(dlx_run("cube red --fix 1 --count").err.empty());
  const Result big = dlx_run("bigcube --colour-faces --count");
  CHECK(big.out == "768\n");
  CHECK(contains(big.err, "768 assemblies in all, 32 up to rotations"));
}

TEST_CASE("dlx cube --facts prints the pieces of several cubes") {
  const std::string all = dlx_out("cube all --facts");
  CHECK(dlx_out("cube --facts") == all);
  CHECK(contains(all, "char(purple6,'j')."));
  CHECK(dlx_out("cube - --facts", all) == all);
  CHECK(contains(dlx_run("bigcube --pieces - --first", all).out, "U00="));
  const std::string two = dlx_out("cube red blue --facts");
  CHECK(contains(two, "char(red1,'A')."));
  CHECK(contains(two, "char(blue6,'L')."));
  CHECK(dlx_out("cube blue --facts") == dlx_out("cube Blue blue --facts"));
  const TemporaryFolder folder;
  const std::string file = folder.path("mine.txt");
  std::ofstream(file) << "red1 0101010101010101\n2 0101010101010101\n3 0101010101010101\n"
                         "4 0101010101010101\n5 0101010101010101\n6 0101010101010101\n";
  const Result twice = dlx_run("cube red " + file + " --facts");
  CHECK(twice.exit_code == 2);
  CHECK(contains(twice.err, "has a piece red1"));
}

TEST_CASE("a list says why it ended") {
  CHECK(contains(dlx_run("snake christmas").err,
                 "stopped at the first, there may be others: --all lists all"));
  CHECK(contains(dlx_run("snake christmas --first").err, "stopped as asked"));
  CHECK(contains(dlx_run("snake purple -n 2").err,
                 "2 foldings up to reflections, verified; "
                 "stopped as asked"));
  CHECK(contains(dlx_run("queens 6").err,
                 "stopped at the first, there may be others: --all lists all"));
  CHECK(contains(dlx_run("soma --up-to rotations").err, "stopped at the first"));
  // Without options a sudoku is searched for a second solution.
  const Result empty = dlx_run("sudoku ................");
  CHECK(contains(empty.err, "2 solutions"));
  CHECK_FALSE(contains(empty.err, "as asked"));
  CHECK(contains(dlx_run("sudoku ................ --first").err,
                 "1 solution, verified; "
                 "stopped as asked"));
}

TEST_CASE("under every drawing by layers it is said which one is on top") {
  const std::string words = "layers from left to right, the top one first\n";
  for (const char* command : {"soma --first", "soma -n 3", "snake christmas",
                              "snake two --all --format layers", "pentominoes 3x4x5 --first",
                              "polycube " DLX_DATA_XMPUZZLE "/soma333.xmpuzzle --apart -n 2"}) {
    INFO(command);
    CHECK(contains(dlx_run(command).err, words));
  }
  for (const char* command :
       {"snake christmas --all", "snake christmas --unique", "pentominoes 6x10 --first", "queens 6",
        "soma --count", "soma --first --json", "cube blue --first"}) {
    INFO(command);
    CHECK_FALSE(contains(dlx_run(command).err, "layers from"));
  }
  const std::string burr = "box 2x2x2\npiece 2*P XX/XX\n";
  CHECK(contains(dlx_run("design -", burr).err, words));
  const TemporaryFolder folder;
  for (const std::string command : {"soma --all --up-to reflections", "snake purple --all"}) {
    const std::string svg = folder.path("drawn.svg");
    (void)dlx_out(command + " --svg " + svg);
    CHECK(contains(unpacked(svg), "layers from left to right, the top one first"));
  }
}

TEST_CASE("the pieces of Soma have the same names in the files as in dlx soma") {
  const auto pieces = [](const std::string& file, const std::string& input = {}) {
    std::set<std::string> found;
    for (const std::string& line : lines(dlx_out("design " + file + " --as-text", input))) {
      if (line.starts_with("piece ") && !contains(line, "*box ")) found.insert(line);
    }
    return found;
  };
  const auto soma = pieces("-",
                           "[0-2][0-2][0-2]\nL XXX/X\nS _XX/XX\nT XXX/_X\nR XX/X\n"
                           "P X/X//XX\nQ _X/_X//XX\nY XX/X//X\n");
  CHECK(soma.size() == 7);
  for (const std::string file : {"soma333", "soma_window2x2"}) {
    CHECK(pieces(DLX_DATA_XMPUZZLE "/" + file + ".xmpuzzle") == soma);
  }
}

TEST_CASE("dlx bigcube finds, fixes, counts and estimates") {
  const std::string first = dlx_out("bigcube --first");
  const auto shown = lines(first);
  REQUIRE(shown.size() > 24);
  std::vector<std::string> panels;
  for (const std::string& line : shown) {
    if (line.find('=') != std::string::npos) panels.push_back(line);
  }
  REQUIRE(panels.size() == 24);
  std::set<std::string> pieces;
  for (const std::string& panel : panels) {
    pieces.insert(panel.substr(panel.find('=') + 1, panel.find(':') - panel.find('=') - 1));
  }
  CHECK(pieces.size() == 24);

  const std::string fixed = dlx_out("bigcube --fix 17 --count");
  CHECK(fixed != "0\n");
  CHECK(dlx_out("bigcube --fix 17 --count --formulation edges") == fixed);
  std::string all;
  for (const std::string& panel : panels) all += (all.empty() ? "" : ",") + panel;
  CHECK(dlx_out("bigcube --count --fix " + all) == "1\n");
  // The first seventeen by name are the same as by number.
  std::string some;
  for (std::size_t i = 0; i < 17; ++i) some += (i == 0 ? "" : ",") + panels[i];
  CHECK(dlx_out("bigcube --count --fix " + some) == fixed);
  CHECK(dlx_out("bigcube --count --formulation cells --fix " + some) == fixed);

  const auto object =
      json_lines(dlx_out("bigcube --estimate --probes 20 --seed 5 --json --fix " + some)).at(0);
  CHECK(object.at("probes") == 20);
  CHECK(object.at("complete") == false);
  CHECK(object.at("estimate").is_number());

  for (const char* wrong :
       {"bigcube --fix 25", "bigcube --fix U00", "bigcube --fix X=blue1", "bigcube --fix U00=pink1",
        "bigcube --fix U00=blue1:01", "bigcube --fix U00=blue1:1111111111111111",
        "bigcube --fix U00=blue1,U00=blue2", "bigcube --fix U00=blue1,U01=blue1",
        "bigcube --probes 5", "bigcube --estimate --count"}) {
    const Result r = dlx_run(wrong);
    INFO(wrong << "\n" << r.err);
    CHECK(r.exit_code == 2);
    CHECK(r.out.empty());
  }
}

TEST_CASE("big cubes with a colour on each face, all and up to symmetry") {
#if !defined(DLX_SANITIZE) && !defined(DLX_CHECK_INVARIANTS)
  CHECK(dlx_out("bigcube --colour-faces --count --threads 1") == "768\n");
  const std::string by = "bigcube --colour-faces --count --formulation ";
  CHECK(dlx_out(by + "edges --up-to rotations") == "32\n");
  CHECK(dlx_out(by + "edges --up-to reflections") == "16\n");
  CHECK(dlx_out("bigcube --colour-faces --count --up-to all") == "16\n");
  CHECK(json_lines(dlx_out("bigcube --colour-faces --all --json")).size() == 32 + 1);
  CHECK(json_lines(dlx_out("bigcube --colour-faces --all --json --up-to reflections")).size() ==
        16 + 1);
#endif
  // Of a cube that is nearly finished: what is fixed leaves no symmetry.
  const std::string some = "bigcube --fix 17 --count";
  CHECK(dlx_out(some + " --up-to reflections") == dlx_out(some));
  CHECK(dlx_run("bigcube --estimate --probes 2 --up-to rotations").exit_code == 2);
  const Result flat = dlx_run("bigcube --no-flip --count --up-to reflections");
  CHECK(flat.exit_code == 2);
  CHECK(contains(flat.err, "turned over"));
}

TEST_CASE("big cubes with a colour on each face, by cells and up to symmetry", "[slow]") {
  const std::string by_cells = "bigcube --colour-faces --formulation cells --count --up-to ";
  CHECK(dlx_out(by_cells + "rotations") == "32\n");
  CHECK(dlx_out(by_cells + "reflections") == "16\n");
}

TEST_CASE("a limit that is reached before the panels are fixed is no bad input") {
  const Result r = dlx_run("bigcube --fix 3 --count --node-limit 2");
  CHECK(r.exit_code == 3);
  CHECK(contains(r.out, "INCOMPLETE"));
  CHECK(json_lines(dlx_run("bigcube --fix 3 --node-limit 2 --json").out).at(0).at("complete") ==
        false);
}

TEST_CASE("an estimate that found nothing says so, and is bounded as asked") {
  const Result none = dlx_run("bigcube --colour-faces --estimate --probes 2");
  CHECK(none.exit_code == 0);
  CHECK(contains(none.out, "no estimate: 0 of 2"));
  CHECK(dlx_run("bigcube --estimate --probes 0").exit_code == 2);
  const auto object =
      json_lines(dlx_out("bigcube --estimate --probes 2 --time-limit 60 --json")).at(0);
  CHECK(object.at("probes") == 2);
}

TEST_CASE("pieces and positions of the same names come back as they were") {
  const TemporaryFolder folder;
  std::string facts = dlx_out("cube blue --facts");
  const std::string positions = "UDFBLR";
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const std::string name = std::to_string(i + 1);
    for (const std::string& old : {"'" + std::string(1, positions[i]) + "'", "blue" + name}) {
      for (std::size_t at; (at = facts.find(old)) != std::string::npos;) {
        facts.replace(at, old.size(), name);
      }
    }
  }
  std::string without_letters;
  for (const std::string& line : lines(facts)) {
    if (!line.starts_with("char")) without_letters += line + "\n";
  }
  const std::string once = dlx_out("cube - --facts", without_letters);
  CHECK(dlx_out("cube - --facts", once) == once);
  CHECK(dlx_out("cube - --first", once) == dlx_out("cube - --first", without_letters));
  CHECK(dlx_out("cube - --count", once) == "144\n");
  const Result far = dlx_run("cube - --first", once + "pos(7,-2147483648,0).\n");
  CHECK(far.exit_code == 2);
  CHECK(contains(far.err, "'-2147483648'"));
}

TEST_CASE("dlx snake folds the classical snake as it is known") {
  CHECK(dlx_out("snake christmas --start corner --all") ==
        "> ^ < . ^ o > . v < ^ o ^ . v > ^\n> . < ^ . v > ^ o < . v . ^ o > .\n");
  CHECK(dlx_out("snake christmas --count") == "1\n");
  CHECK(dlx_out("snake Christmas --count") == "1\n");
  CHECK(dlx_out("snake christmas --count --up-to rotations") == "2\n");
  CHECK(dlx_out("snake christmas --count --up-to none") == "48\n");
  CHECK(dlx_out("snake two --count") == "3\n");
  CHECK(dlx_out("snake purple --count") == "6\n");
  CHECK(dlx_out("snake red --count --engine dancing_links") == "10\n");
  // Spellings of one snake.
  for (const char* spelling :
       {"0111011011101011110101010", "001110110111010111101010100",
        "bwb/w/b/wb/w/bw/b/w/bw/bw/b/w/b/wb/wb/wb/wb", "3 2 2 3 2 3 2 2 3 3 2 2 2 3 3 3 3",
        "3,2,2,3,2,3,2,2,3,3,2,2,2,3,3,3,3", "32232322332223333", "ESCCCSCCSCCCSCSCCCCSCSCSCSE",
        "SSCCCSCCSCCCSCSCCCCSCSCSCSS"}) {
    INFO(spelling);
    CHECK(dlx_out(std::string("snake --all ") + spelling) == "> ^ < . ^ o > . v < ^ o ^ . v > ^\n");
  }
}

TEST_CASE("foldings in every format") {
  const std::string s = "snake two --first ";
  CHECK(dlx_out(s + "--format arrows") == "> ^ < . > v <\n");
  CHECK(dlx_out(s + "--format segments") == "2R 2U 2L 2F 2R 2D 2L\n");
  CHECK(dlx_out(s + "--format coordinates") == "0,0,0 1,0,0 1,1,0 0,1,0 0,1,1 1,1,1 1,0,1 0,0,1\n");
  CHECK(dlx_out(s + "--format layers") == "5 6   4 3\n8 7   1 2\n\n");
  const auto objects = json_lines(dlx_out(s + "--format json"));
  REQUIRE(objects.size() == 2);
  CHECK(objects[0].at("arrows") == "> ^ < . > v <");
  CHECK(objects[0].at("cells").size() == 8);
  CHECK(objects[0].at("cells")[1] == nlohmann::json({1, 0, 0}));
  CHECK(objects[1].at("up_to") == "reflections");
  const std::string names = dlx_out("snake --list");
  for (const char* name : {"christmas", "king", "two", "bluedi"}) CHECK(contains(names, name));
  // Emitted, it is an exact cover with colours; their names are longer than Knuth's programs read.
  const Result emitted = dlx_run("snake christmas --emit");
  CHECK(emitted.exit_code == 0);
  CHECK(emitted.out.starts_with("p1 p2"));
  CHECK(dlx_out("count - --quiet", emitted.out) == "1\n");
}

TEST_CASE("a saved list of foldings keeps its format") {
  const TemporaryFolder folder;
  const std::string command = "snake purple --all --checkpoint " + folder.path("saved.dlxr");
  CHECK(dlx_run(command + " --format layers").exit_code == 0);
  const Result other = dlx_run(command + " --format arrows");
  CHECK(other.exit_code == 6);
  CHECK(contains(other.err, "writes other files of solutions"));
  CHECK(dlx_run(command + " --format layers").exit_code == 0);
}

TEST_CASE("bad snakes are refused") {
  struct Bad {
    std::string arguments, word;
  };
  for (const Bad& bad : {Bad{"snake", "which snake"},
                         {"snake " + classical + "1", "28 cubelets"},
                         {"snake 011101101x101011110101010", "'x'"},
                         {"snake 0011011011101011110101011", "straight piece 1"},
                         {"snake 3 2 2 10", "'10'"},
                         {"snake 3 2 x", "'x'"},
                         {"snake 3 1 3", "'1'"},
                         {"snake bwb/w/bb", "colour"},
                         {"snake bwb//w", "'/'"},
                         {"snake bwbwbwbw", "write / after each corner"},
                         {"snake two --steps x.html", "--html folds a snake joint by joint"},
                         {"snake bwb/w/b/rb", "third colour"},
                         {"snake christmas purple", "known are"},
                         {"snakes --engine dancing_links", "--engine"},
                         {"snakes --json --format csv", "--format"},
                         {"snake zebra", "christmas"},
                         {"snake chrismas", "did you mean 'christmas'? Known are: "},
                         {"snake two --start nowhere", "--start"},
                         {"snake two --format knots", "--format"},
                         {"snakes --n 1", "side"},
                         {"snakes --n 99", "side"},
                         {"snakes --format pie", "--format"},
                         {"queens --engine path_links", "--engine"}}) {
    const Result r = dlx_run(bad.arguments);
    INFO(bad.arguments << "\n" << r.err);
    CHECK(r.exit_code == 2);
    CHECK(r.out.empty());
    CHECK(contains(r.err, bad.word));
  }
  // A snake that is one, and cannot be folded; cubelet 13 was straight.
  const Result mistyped = dlx_run("snake ESCCCSCCSCCCCCSCCCCSCSCSCSE");
  CHECK(mistyped.exit_code == 0);
  CHECK(contains(mistyped.err, "mistyped? It could be folded if cubelet "));
  // A snake that is one, and cannot be folded.
  CHECK(dlx_out("snake 1111111111111111111111111 --count").find_first_not_of("0123456789\n") ==
        std::string::npos);
}

TEST_CASE("pictures are written where they are asked for") {
  const TemporaryFolder folder;
  for (const char* command : {"cube red --first", "bigcube --first", "snake two --all"}) {
    const std::string file = folder.path("picture.svg");
    (void)dlx_out(std::string(command) + " --svg " + file);
    const std::string svg = bytes_of(file);
    INFO(command);
    CHECK(svg.starts_with("<svg xmlns="));
    CHECK(svg.ends_with("</svg>\n"));
  }
  const Result r = dlx_run("cube red --first --svg " + folder.path("no/such/folder.svg"));
  CHECK(r.exit_code == 5);
  CHECK(contains(r.err, "cannot write"));
  CHECK(dlx_run("snake two --first --svg /dev/full").exit_code == 5);
}

TEST_CASE("an interrupted count of foldings says what it has") {
  const Result r =
      run({.arguments = {"bigcube", "--count"}, .signal = 2, .signal_after_work = 0.3});
  CHECK(r.exit_code == 130);
  CHECK(contains(r.out, "INCOMPLETE"));
  const Result limited = dlx_run("snake king --count --node-limit 1000");
  CHECK(limited.exit_code == 3);
  CHECK(contains(limited.out, "INCOMPLETE"));
  CHECK(dlx_run("snakes --node-limit 1000").exit_code == 3);
}

#ifndef DLX_SANITIZE
TEST_CASE("dlx snakes: the known statistics of all snakes of side 3") {
  const auto object = json_lines(dlx_out("snakes --json")).at(0);
  CHECK(object.at("directed") == "4960608");
  CHECK(object.at("undirected_up_to_48") == "51704");
  CHECK(object.at("snakes") == "11487");
  CHECK(object.at("unique") == "3658");
  CHECK(object.at("complete") == true);
  const std::string text = dlx_out("snakes");
  for (const char* figure : {"4960608", "51704", "11487", "3658"}) CHECK(contains(text, figure));
  const auto listing = lines(dlx_out("snakes --list --format csv"));
  CHECK(listing.size() == 11'488);
  CHECK(listing[0] == "word,foldings");
}
#endif

TEST_CASE("dlx snakes: side 2 has one snake with three foldings") {
  const auto object = json_lines(dlx_out("snakes --n 2 --json")).at(0);
  CHECK(object.at("snakes") == "1");
  CHECK(object.at("undirected_up_to_48") == "3");
  CHECK(object.at("most_words") == nlohmann::json({"111111"}));
  CHECK(lines(dlx_out("snakes --n 2 --format csv")).size() == 4);
}

}  // namespace
}  // namespace dlx::test
