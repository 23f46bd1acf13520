// dlx design: sets of pieces that fill a box

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "dlx/runs/ledger.hpp"
#include "tests/apps/own_designs.hpp"
#include "tests/apps/process.hpp"
#include "tests/support/random.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

using Sets = std::map<std::vector<int>, std::uint64_t>;

/// The sets that the command lists, with their assemblies.
Sets listed(const OwnDesign& design, const std::string& want, const std::string& arguments) {
  const std::string text = design.to_text() + "want " + want + "\n";
  CAPTURE(text, arguments);
  const auto lines = json_lines(dlx_out("design - --json --quiet " + arguments, text));
  Sets sets;
  for (std::size_t l = 0; l + 1 < lines.size(); ++l) {
    std::vector<int> set(design.pieces.size(), 0);
    for (const auto& [name, copies] : lines[l].at("set").items()) {
      for (std::size_t p = 0; p < set.size(); ++p) {
        if (design.pieces[p].name == name) set[p] = copies.get<int>();
      }
    }
    sets[set] = std::stoull(lines[l].at("assemblies").get<std::string>());
  }
  CHECK(lines.back().at("sets") == std::to_string(sets.size()));
  CHECK(lines.back().at("complete") == true);
  return sets;
}

/// The sets of those that are wanted.
Sets wanted(Sets sets, const std::string& want) {
  std::uint64_t bound = 1;
  for (const auto& [set, assemblies] : sets) {
    if (want == "fewest") bound = bound == 1 ? assemblies : std::min(bound, assemblies);
    if (want == "most") bound = std::max(bound, assemblies);
  }
  if (want == "fewest") {
    for (const auto& [set, assemblies] : sets) bound = std::min(bound, assemblies);
  }
  if (want != "any") {
    std::erase_if(sets, [&](const auto& each) { return each.second != bound; });
  }
  return sets;
}

OwnDesign random_design(Random& random) {
  const std::vector<OwnPiece> shapes = {{"M", {{0, 0, 0}}},
                                        {"D", {{0, 0, 0}, {1, 0, 0}}},
                                        {"I", {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}},
                                        {"V", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}},
                                        {"L", {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}}},
                                        {"T", {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 1, 0}}},
                                        {"A", {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}}},
                                        {"B", {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 1}}},
                                        {"Y", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                                        {"O", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}}};
  const std::vector<std::array<int, 3>> boxes = {{2, 2, 2}, {3, 2, 1}, {3, 3, 1},
                                                 {2, 2, 3}, {4, 2, 1}, {2, 3, 2}};
  OwnDesign design;
  design.sides = boxes[random.below(boxes.size())];
  for (const OwnPiece& shape : shapes) {
    if (!random.chance(0.6)) continue;
    design.pieces.push_back(shape);
    design.pieces.back().most = random.chance(0.6) ? 1 : static_cast<int>(random.between(2, 3));
    design.pieces.back().least = random.chance(0.1) ? 1 : 0;
  }
  if (design.pieces.empty()) design.pieces.push_back(shapes[1]);
  return design;
}

const std::string five = "box 3x3x2\nall 3 one-sided\nall 4 one-sided 0..2\n";

}  // namespace

TEST_CASE("dlx design says what to do if no set fills the box in one way") {
  const TemporaryFolder folder;
  const std::string text = "box 3x2\npiece 0..3*I XX\npiece 0..2*q X\n";
  const std::string svg = folder.path("none.svg");
  for (const std::string method : {"graded", "sets"}) {
    const Result none = dlx_run("design - --svg " + svg + " --method " + method, text);
    CHECK(none.out ==
          "0 sets of 2 fill the box in exactly one way, up to rotations; 2 fill it in several "
          "ways, which --want any lists\n");
    CHECK(contains(none.err, "not written, because there is no set to show: " + svg));
  }
  const Result merged = dlx_run("design - --as-text", "[0-3]00\np7 000 100\np11 000 010\n");
  CHECK(contains(merged.err, "p11 has the shape of p7: counted as a copy"));
  CHECK(dlx_run("design - --as-text", "4x1\np7 000 100\np11 000 010\n").out == merged.out);
  const std::string mirrored = "3x2\noptional 300\na XXX/X\nb XXX/__X\n";
  CHECK(contains(dlx_out("design - --as-text", mirrored), "\npiece 0..2*a "));
  const std::string flat = dlx_out("design - --as-text", "turning no-flip\n" + mirrored);
  CHECK(contains(flat, "\npiece 0..1*b "));
  CHECK(dlx_out("design - --as-text --no-flip", mirrored) == flat);
}

TEST_CASE("dlx design lets cells stay empty") {
  const auto sets = [](const std::string& text) {
    return dlx_out("design - --want any --json --quiet", text);
  };
  const auto number = [&](const std::string& text) {
    const auto lines = json_lines(sets(text));
    return lines.back().at("sets");
  };
  const std::string pieces = "piece 0..2*L XXX/X\npiece 0..3*I XX\n";
  CHECK(number("box 3x3\ngaps 1\n" + pieces) == number("box 3x3\npiece 1..1*gap X\n" + pieces));
  CHECK(number("box 3x3\ngaps 0..3\n" + pieces) == number("box 3x3\npiece 0..3*gap X\n" + pieces));
}

TEST_CASE("dlx design lists the sets that brute force finds, by both methods") {
  const std::uint64_t seed = drawn_seed();
  CAPTURE(seed);
  Random random(seed);
  for (std::size_t round = 0; round < 12; ++round) {
    const OwnDesign design = random_design(random);
    const Sets truth = own_sets(design, false);
    const std::string want = std::vector<std::string>{"unique", "fewest", "most", "any"}[round % 4];
    CHECK(listed(design, want, "--method graded --threads 1") == wanted(truth, want));
    CHECK(listed(design, want, "--method sets --threads 2") == wanted(truth, want));
    CHECK(listed(design, want, "--method sets --up-to reflections") ==
          wanted(own_sets(design, true), want));
  }
}

TEST_CASE("dlx design --up-to reflections: both methods agree where the bag has mirror images") {
  OwnDesign design;
  design.sides = {2, 2, 3};
  design.pieces = {{"V", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, 0, 2},
                   {"A", {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}}, 0, 2},
                   {"B", {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 1}}, 0, 2},
                   {"D", {{0, 0, 0}, {1, 0, 0}}, 0, 2}};
  const Sets truth = own_sets(design, true);
  REQUIRE(truth.size() > 2);
  CHECK(listed(design, "any", "--method graded --up-to reflections") == truth);
  CHECK(listed(design, "any", "--method sets --up-to reflections") == truth);
  design.pieces[1].most = 1;  // not as often as its mirror image
  const auto refused = dlx_run("design - --method graded --up-to reflections", design.to_text());
  CHECK(refused.exit_code == 2);
  CHECK(contains(refused.err, "needs the mirror image of each piece in the bag"));
}

TEST_CASE("dlx design prints the table as text, CSV and JSON, and the first set's assembly") {
  const std::string text =
      "box 3x2x1\npiece L 000 100 010\npiece I 000 100 200\npiece D 000 100\n"
      "piece M 000\nwant any\n";
  const auto both = dlx_out("design - --quiet", text);
  CHECK(contains(both, "I D M: "));
  CHECK(contains(both, " sets of "));
  CHECK(contains(both, " fill the box in at least one way, up to rotations\n"));
  const auto csv = lines(dlx_out("design - --quiet --format csv", text));
  REQUIRE(csv.size() > 1);
  CHECK(csv.front() == "set,pieces,assemblies");
  const auto json = json_lines(dlx_out("design - --quiet --json", text));
  CHECK(json.size() == csv.size());
  CHECK(json.back().at("sets") == std::to_string(csv.size() - 1));
  CHECK(json.back().at("up_to") == "rotations");
}

TEST_CASE("dlx design: a free piece is used as itself or as its mirror image") {
  const std::string free = "box 2x2x2\nall 4 free 0..2\nwant any\n";
  const std::string sided = "box 2x2x2\nall 4 one-sided 0..2\nwant any\n";
  const auto count = [](const std::string& text) {
    return json_lines(dlx_out("design - --quiet --json", text)).size() - 1;
  };
  CHECK(count(free) > 0);
  CHECK(count(free) < count(sided));
  const auto both = json_lines(dlx_out("design - --quiet --json --method sets", free));
  CHECK(both == [&] {
    auto graded = json_lines(dlx_out("design - --quiet --json --method graded", free));
    graded.back()["method"] = "set by set";
    return graded;
  }());
}

TEST_CASE("dlx design counts near solutions as brute force does") {
  const std::uint64_t seed = drawn_seed();
  CAPTURE(seed);
  Random random(seed);
  std::size_t compared = 0;
  for (std::size_t round = 0; round < 12; ++round) {
    OwnDesign design = random_design(random);
    if (round % 3 == 2) design.optional = {{0, 0, design.sides[2]}, {0, 0, design.sides[2] + 1}};
    const std::string text = design.to_text() + "pieces 1..4\nwant any\nhardest near-solutions\n";
    CAPTURE(text);
    const auto lines = json_lines(dlx_out("design - --json --quiet", text));
    for (std::size_t l = 0; l + 1 < lines.size() && l < 6; ++l) {
      std::vector<int> set;
      for (const OwnPiece& piece : design.pieces) {
        set.push_back(lines[l].at("set").value(piece.name, 0));
      }
      CAPTURE(set);
      CHECK(lines[l].at("near_solutions") == own_near_solutions(design, set));
      ++compared;
    }
  }
  CHECK(compared > 10);
}

TEST_CASE("dlx design compares sets by each measure, the same by both methods") {
  const std::string bag =
      "box 3x3x1\nall 3 one-sided 0..3\nall 2 one-sided 0..2\n"
      "all 1 one-sided\nwant unique\n";
  const std::map<std::string, std::string> keys = {{"nodes", "nodes"},
                                                   {"dead-ends", "dead_ends"},
                                                   {"near-solutions", "near_solutions"},
                                                   {"level", "level"}};
  for (const auto& [measure, key] : keys) {
    CAPTURE(measure);
    const std::string text = bag + "hardest " + measure + "\n";
    const auto graded = json_lines(dlx_out("design - --quiet --json --method graded", text));
    const auto sets = json_lines(dlx_out("design - --quiet --json --method sets", text));
    REQUIRE(graded.size() > 1);
    REQUIRE(graded.size() == sets.size());
    for (std::size_t l = 0; l + 1 < sets.size(); ++l) CHECK(graded[l] == sets[l]);
    CHECK(sets.front().contains(key));
  }
}

TEST_CASE("dlx design: sets that come apart, and how the others are counted") {
  const auto summary = [](const std::string& text, const std::string& arguments) {
    return json_lines(dlx_out("design - --quiet --json " + arguments, text)).back();
  };
  // A cube with a hollow, and what fills the hollow.
  const std::string cage =
      "box 3x3x3\npiece K XXX/XXX/XXX//XXX/X_X/XXX//XXX/XXX/XXX\npiece C X\nwant any\n";
  const Result whole = dlx_run("design - --quiet --come-apart yes", cage);
  CHECK(whole.exit_code == 0);
  CHECK(whole.out ==
        "0 sets of 1 fill the box in at least one way and come apart, up to rotations; 1 more "
        "fills it so, but does not come apart\n");
  CHECK(contains(dlx_out("design - --quiet", cage + "hardest level\n"),
                 "K C: 1 assembly, does not come apart\n"
                 "1 set of 1 fills the box in at least one way, up to rotations; it does not come "
                 "apart\n"));
  for (const char* want : {"unique", "fewest", "most", "any"}) {
    for (const char* method : {"graded", "sets"}) {
      const auto last =
          summary(cage, std::string("--come-apart yes --want ") + want + " --method " + method);
      CHECK(last.at("sets") == "0");
      CHECK(last.at("not_apart") == "1");
      CHECK(last.at("apart") == 1);
    }
  }
  // A single piece needs no taking apart, and does not come apart.
  const std::string single = "box 2x1\npiece D XX\nhardest level\n";
  CHECK(contains(dlx_out("design - --quiet", single), "D: 1 assembly, a single piece\n"));
  CHECK(summary(single, "--come-apart yes").at("sets") == "0");
}

TEST_CASE("dlx design --come-apart lists the sets whose level is that great") {
  const std::string text = "box 3x3x2\nall 4 one-sided\nall 5 one-sided\nhardest level\n";
  const auto all = json_lines(dlx_out("design - --quiet --json --want any", text));
  for (const int least : {1, 2}) {
    std::vector<nlohmann::json> expected;
    for (std::size_t l = 0; l + 1 < all.size(); ++l) {
      const std::string level = all[l].at("level");
      if (level != "-" && std::stoi(level) >= least) expected.push_back(all[l]);
    }
    for (const char* method : {"graded", "sets --threads 2"}) {
      auto found = json_lines(dlx_out("design - --quiet --json --want any --come-apart " +
                                          std::to_string(least) + " --method " + method,
                                      text));
      CHECK(found.back().at("not_apart") == std::to_string(all.size() - 1 - expected.size()));
      found.pop_back();
      CHECK(found == expected);
    }
  }
}

TEST_CASE("dlx design: the best sets are the best of those that come apart") {
  const std::string bag = "box 3x3x2\nall 4 one-sided\nall 5 one-sided\napart yes\n";
  const auto any = json_lines(dlx_out("design - --quiet --json --want any", bag));
  std::uint64_t fewest = 1'000'000;
  std::uint64_t most = 0;
  for (std::size_t l = 0; l + 1 < any.size(); ++l) {
    const std::uint64_t assemblies = std::stoull(any[l].at("assemblies").get<std::string>());
    fewest = std::min(fewest, assemblies);
    most = std::max(most, assemblies);
  }
  for (const char* method : {"graded", "sets"}) {
    const std::string arguments = std::string("design - --quiet --json --method ") + method;
    CHECK(json_lines(dlx_out(arguments + " --want fewest", bag))[0].at("assemblies") ==
          std::to_string(fewest));
    CHECK(json_lines(dlx_out(arguments + " --want most", bag))[0].at("assemblies") ==
          std::to_string(most));
  }
  const auto csv = lines(dlx_out("design - --quiet --format csv --hardest nodes", bag));
  CHECK(csv.front() == "set,pieces,assemblies,nodes,level");
}

TEST_CASE("dlx design takes a puzzle as a bag") {
  const std::string burr = DLX_DATA_XMPUZZLE "/burr6_038.xmpuzzle";
  const std::string text = dlx_out("design " + burr + " --as-text");
  CHECK(contains(text, "piece 0..2*s0 "));
  CHECK(contains(text, "want unique\n"));
  const auto found =
      json_lines(dlx_out("design " + burr + " --quiet --json --want any --come-apart 3"));
  REQUIRE(found.size() == 2);
  // --apart --as-burrtools counts 30, because s0 and s5, which look the same, are two pieces there.
  CHECK(found[0].at("assemblies") == "15");
  CHECK(found[0].at("set").at("s0") == 2);
  CHECK(found[0].at("level") == "3.3");
  CHECK(json_lines(dlx_out("design - --quiet --json --want any --come-apart 3", text)) == found);
  CHECK(json_lines(dlx_out("design " + burr + " --quiet --json --want any --come-apart 4"))
            .back()
            .at("not_apart") == "1");

  const TemporaryFolder folder;
  const std::string run_file = folder.path("bag.dlxr");
  CHECK(json_lines(dlx_out("design " + burr +
                           " --quiet --json --want any --come-apart 3 --checkpoint " + run_file)) ==
        found);
  CHECK(json_lines(dlx_out("resume " + run_file)) == found);

  const auto refused = dlx_run("design -", "grid hexagons\n000 100\nA 000\n");
  CHECK(refused.exit_code == 2);
  CHECK(contains(refused.err, "<stdin>: a design has no cells of the grid 'hexagons'"));
  CHECK(contains(dlx_run("design - --problem 2", "box 2x2\npiece D X\n").err,
                 "is a design, not a file of puzzles"));
  CHECK(contains(dlx_run("design - --want one", "box 2x2\npiece D X\n").err, "one"));
  CHECK(contains(dlx_run("design - --come-apart 0", "box 2x2\npiece D X\n").err,
                 "not a level from 1"));
  // Triples with 117 tilings of a square; the tilings of each set add up to them.
  const auto sets = json_lines(dlx_out("design - --quiet --json --want any",
                                       "[0-3][0-3]0\n4*I XXXX\n4*O XX/XX\n4*T XXX/_X\n"
                                       "4*L XXX/X\n4*S _XX/XX\n"));
  CHECK(sets.size() == 13);
}

TEST_CASE("dlx design: the first set as a puzzle, a picture and a certificate that is right") {
  const TemporaryFolder folder;
  const std::string puzzle = folder.path("best.xmpuzzle");
  const std::string certificate = folder.path("best.cert");
  const std::string page = folder.path("best.html");
  const std::string svg = folder.path("best.svg");
  const std::string text = "box 3x3x2\nall 4 one-sided\nall 5 one-sided\nwant unique\n";
  const auto found =
      json_lines(dlx_out("design - --quiet --json -n 1 --xmpuzzle " + puzzle + " --certificate " +
                             certificate + " --html " + page + " --svg " + svg,
                         text));
  REQUIRE(found.size() == 2);
  CHECK(found[0].at("assemblies") == "1");
  CHECK(dlx_out("polycube " + puzzle + " --count --quiet --up-to rotations") == "1\n");
  CHECK(contains(dlx_out("polycube " + puzzle + " --saved"), "1 saved assembly, 1 verified\n"));
  CHECK(std::filesystem::file_size(page) > 1000);
  CHECK(std::filesystem::file_size(svg) > 100);
  const std::string problem = folder.path("best.dlx");
  REQUIRE(run({.arguments = words("polycube " + puzzle + " --emit"), .output_file = problem})
              .exit_code == 0);
  const auto checked = run({.arguments = {problem, certificate}, .program = DLX_CHECK_BINARY});
  CHECK(checked.exit_code == 0);
  CHECK(contains(checked.out, "classes 1"));
}

TEST_CASE("dlx design refuses what it cannot do, and says where") {
  const auto refused = [](const std::string& text, const std::string& arguments = "") {
    const auto result = dlx_run("design - " + arguments, text);
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    return result.err;
  };
  CHECK(contains(refused("box 3x3x3\npeice L 000\n"), "2:1: a line begins with box"));
  CHECK(contains(refused("box 3x3x3\nall 4 sided\n"), "2:7: after the number of cells"));
  CHECK(contains(refused("box 2x2x2\nall 2 one-sided 3..1\n"), "2:17: a range that runs downward"));
  CHECK(
      contains(refused("box 2x2x2\npiece E XX\npiece D 000 001\n"), "3:7: piece D has the shape"));
  CHECK(contains(refused(five, "--method graded -n 2"), "-n does not go with --method graded"));
  CHECK(contains(refused("box 2x2\nbox 2x2x1\nall 2 free\n", "--method graded"),
                 "--method graded is for designs of one box"));
  CHECK(contains(refused("box 2x2x2\nall 4 free\n", "--xmpuzzle x.xmpuzzle"), "one-sided"));
}

TEST_CASE("dlx design --no-flip: one-sided pieces in a flat box, however it lies") {
  // The seven one-sided tetrominoes are there, and L and J are two pieces.
  for (const std::string box : {"8x3x1", "8x1x3", "1x8x3"}) {
    INFO(box);
    const std::string text = "box " + box + "\nall 4 one-sided 0..2\nwant any\n";
    const auto graded =
        json_lines(dlx_out("design - --quiet --json --no-flip --method graded", text));
    const auto sets =
        json_lines(dlx_out("design - --quiet --json --method sets", "turning no-flip\n" + text));
    REQUIRE(graded.size() == sets.size());
    CHECK(std::equal(graded.begin(), graded.end() - 1, sets.begin()));
    CHECK(graded.back().at("sets") == sets.back().at("sets"));
    std::set<std::string> kinds;
    for (const auto& line : graded) {
      if (!line.contains("set")) continue;
      for (const auto& [kind, copies] : line.at("set").items()) kinds.insert(kind);
    }
    CHECK(kinds.size() == 7);
    CHECK(graded.back().at("up_to") == "rotations");
  }
  const std::string pair = "box 4x2x1\npiece 0..2*L XXX/X\npiece 0..2*J XXX/..X\nwant any\n";
  CHECK(contains(dlx_run("design -", pair).err, "has the shape of piece L"));
  const std::string found = dlx_out("design - --quiet --no-flip", pair);
  CHECK(contains(found, "2*L: 1 assembly\n2*J: 1 assembly\n"));
  CHECK(contains(dlx_out("design - --quiet --no-flip --up-to reflections", pair),
                 "up to reflections"));
  const std::string still = dlx_out("design - --quiet --no-turn",
                                    "box 4x1x1\npiece 0..4*D XX\npiece 0..4*M X\nwant any\n");
  CHECK(contains(still, "D 2*M: 3 assemblies\n"));
  CHECK_FALSE(contains(still, "up to"));
  const auto refused = [](const std::string& text, const std::string& arguments) {
    const auto result = dlx_run("design - " + arguments, text);
    CHECK(result.exit_code == 2);
    return result.err;
  };
  CHECK(contains(refused("box 4x2x1\nall 4 free\n", "--no-turn"), "2:7: mirror images"));
  CHECK(contains(refused(pair, "--no-turn --up-to reflections"), "may not be turned"));
  CHECK(contains(refused(pair, "--no-flip --xmpuzzle x.xmpuzzle"), "BurrTools turns"));
  CHECK(
      contains(refused("box 4x2x1\nbox 2x2x2\nall 4 free\n", "--no-flip"), "along the same axis"));
  CHECK(contains(dlx_out("design - --quiet", "box 2x2\nbox 2x2x1\nall 2 free 0..2\n"),
                 ": 2 assemblies in 2 boxes\n"));
  CHECK(contains(refused("box 4x2x1\nturning over\nall 4 free\n", ""), "2:9: turning is any"));
}

TEST_CASE("dlx design --no-flip belongs to a saved run") {
  const TemporaryFolder folder;
  const std::string file = folder.path("bag.design");
  std::ofstream(file) << "box 4x4x1\nall 4 one-sided 0..4\nwant any\n";
  for (const std::string method : {"graded", "sets"}) {
    const std::string begin = "design " + file + " --json --method " + method + " --checkpoint " +
                              folder.path(method + ".dlxr");
    const auto found = json_lines(dlx_out(begin + " --no-flip"));
    CHECK(json_lines(dlx_out("resume " + folder.path(method + ".dlxr"))) == found);
    CHECK(dlx_run(begin).exit_code == 6);
  }
}

TEST_CASE("dlx design: a box and a second one that the same set must fill") {
  const std::string text =
      "box 3x2x1\nbox 6x1x1\npiece I 000 100 200\npiece 0..3*D 000 100\n"
      "piece M 000\npiece V 000 100 010\nwant any\n";
  const auto found = json_lines(dlx_out("design - --quiet --json", text));
  REQUIRE(found.size() > 1);
  for (std::size_t l = 0; l + 1 < found.size(); ++l) CHECK_FALSE(found[l].at("set").contains("V"));
  CHECK(found.back().at("method") == "set by set");
}

TEST_CASE("dlx design --checkpoint loses and doubles nothing when it is killed") {
  const TemporaryFolder folder;
  const std::uint64_t seed = drawn_seed();
  CAPTURE(seed);
  Random random(seed);
  const std::string file = folder.path("bag.design");
  std::ofstream(file) << "box 3x3x2\nall 3 one-sided 0..2\nall 4 one-sided 0..2\n"
                         "all 5 one-sided\nwant unique\nhardest level\n";
  const auto truth = json_lines(dlx_out("design " + file + " --json --quiet"));
  REQUIRE(truth.size() > 10);
  for (const std::string method : {"graded", "sets"}) {
    CAPTURE(method);
    const std::string run_file = folder.path(method + ".dlxr");
    const auto start = std::chrono::steady_clock::now();
    (void)dlx_out("design " + file + " --json --quiet --method " + method);
    const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - start;
    const std::string first =
        "design " + file + " --json --method " + method + " --checkpoint " + run_file;
    int killed = 0;
    Result r;
    for (int round = 0; round < 200; ++round) {
      const bool begun = std::filesystem::exists(run_file);
      // The first one is killed even if the machine was slow when the whole was measured.
      const double part = round == 0 ? 0.1 : 0.2 + 0.05 * random.below(12);
      r = dlx::test::run({.arguments = words(begun ? "resume " + run_file : first),
                          .timeout_s = part * whole.count() + 0.05 * round});
      if (!r.timed_out) break;
      ++killed;
    }
    CAPTURE(r.err);
    CHECK(killed > 0);
    REQUIRE(r.exit_code == 0);
    auto found = json_lines(r.out);
    REQUIRE(found.size() == truth.size());
    found.back()["method"] = truth.back()["method"];
    CHECK(found == truth);
    CHECK(contains(dlx_out("status " + run_file), ": complete\n"));
  }
}

TEST_CASE("dlx design --checkpoint keeps what was measured") {
  const TemporaryFolder folder;
  const std::string file = folder.path("bag.design");
  for (const std::string method : {"graded", "sets"}) {
    // Of the fewest it is known last which sets are wanted, so that they are measured at the end.
    std::ofstream(file) << "box 3x3x2\nall 3 one-sided\nall 4 one-sided 0..2\nwant fewest\n"
                           "hardest dead-ends\n";
    const std::string run_file = folder.path(method + ".dlxr");
    const auto found = json_lines(dlx_out("design " + file + " --json --quiet --method " + method +
                                          " --checkpoint " + run_file));
    REQUIRE(found.size() > 2);
    CHECK(json_lines(dlx_out("resume " + run_file)) == found);
    {  // What is in the file is not measured again.
      runs::Ledger ledger(run_file);
      std::string measures = ledger.facts().at("measures 0");
      CHECK(std::count(measures.begin(), measures.end(), '\n') ==
            static_cast<std::ptrdiff_t>(found.size()) - 1);
      const std::size_t begin = measures.find('=') + 1;
      measures.replace(begin, measures.find(' ', begin) - begin, "123456789");
      ledger.note({{"measures 0", measures}});
    }
    CHECK(json_lines(dlx_out("resume " + run_file))[0].at("dead_ends") == 123456789);
  }
}

TEST_CASE("dlx design ends at a limit, and says INCOMPLETE") {
  const auto r = dlx_run("design - --json --method sets --time-limit 0.05",
                         "box 3x3x3\nall 3 one-sided\nall 4 one-sided\nall 5 one-sided\n");
  CHECK(r.exit_code == 3);
  CHECK(json_lines(r.out).back().at("INCOMPLETE") == true);
  CHECK(json_lines(r.out).back().at("status") == "time_limit");
}

}  // namespace dlx::test
