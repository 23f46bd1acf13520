#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/apps/process.hpp"
#include "tests/support/shared_instances.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

using namespace std::string_literals;

const std::string bars = "[0-2][0-2]0\n3*I 000 100 200\n";
const std::string soma =
    "[0-2][0-2][0-2]\nL 000 100 200 210\nS 000 100 110 210\nT 000 100 200 110\nR 000 100 010\n"
    "P 000 100 110 111\nQ 000 100 110 001\nY 000 100 010 001\n";
const std::string busche =
    "D:xDim=2:yDim=2:zDim=1\nL\na a\na b\n~L\n~D\nD:xDim=2:yDim=1:zDim=1:oneSide\nL\na a\n~L\n~D\n";
const std::string figure = "/SOMA001 cube\n/###/###/###\n/###/###/###\n/###/###/###\n";
/// Two problems; the first has a coloured piece and an assembly that is right, and one that is not.
const std::string xml =
    "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n"
    "<colors><color red=\"9\" green=\"8\" blue=\"7\"/></colors>\n<shapes>\n"
    "<voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\" name=\"half\">#1#</voxel>\n"
    "<voxel x=\"3\" y=\"1\" z=\"1\" type=\"0\">#1#+</voxel>\n"
    "<voxel x=\"4\" y=\"1\" z=\"1\" type=\"0\">####</voxel>\n</shapes>\n<problems>\n"
    "<problem name=\"one &lt;\" state=\"2\" assemblies=\"1\" maxHoles=\"1\">"
    "<shapes><shape id=\"0\"/></shapes><result id=\"1\"/>"
    "<bitmap><pair piece=\"0\" result=\"0\"/></bitmap><solutions>"
    "<solution><assembly>0 0 0 0</assembly></solution>"
    "<solution><assembly>1 0 0 0</assembly></solution></solutions></problem>\n"
    "<problem name=\"two\" state=\"0\"><shapes><shape id=\"0\" min=\"1\" max=\"2\"/></shapes>"
    "<result id=\"2\"/><bitmap/></problem>\n</problems></puzzle>\n";

/// A domino and a single cube in a box of three, with a saved assembly that comes apart; and a
/// puzzle whose search was interrupted.
const std::string kept =
    R"(<?xml version="1.0"?>
<puzzle version="2">
 <colors/>
 <shapes>
  <voxel x="2" y="1" z="1" hx="1" type="0">##</voxel>
  <voxel x="1" y="1" z="1" weight="2" type="0">#</voxel>
  <voxel x="3" y="1" z="1" type="0">###</voxel>
 </shapes>
 <problems>
  <problem name="solved" state="2" assemblies="1" solutions="1" time="9">
   <shapes><shape id="0" group="1"/><shape id="1"/></shapes>
   <result id="2"/>
   <solutions>
    <solution>
     <assembly>1 0 0 0 2 0 0 0</assembly>
     <separation><pieces count="2">0 1</pieces><state><dx>1 2</dx><dy>0 0</dy><dz>0 0</dz></state><state><dx>1 20002</dx><dy>0 0</dy><dz>0 0</dz></state></separation>
    </solution>
   </solutions>
  </problem>
  <problem name="begun" state="1" assemblies="1" solutions="0">
   <shapes><shape id="0"/><shape id="1"/></shapes>
   <result id="2"/>
   <assembler version="1.4">-1 87</assembler>
   <solutions>
    <solution><assembly>1 0 0 0 2 0 0 0</assembly><separationInfo>1 2</separationInfo></solution>
   </solutions>
  </problem>
 </problems>
 <comment popup="">by hand</comment>
</puzzle>
)";

TEST_CASE("dlx polycube --gaps leaves cells empty in every output") {
  const TemporaryFolder folder;
  const std::string two = "3x3\n2*L XXX/X\n";
  const std::string by_line = "gaps 1\n" + two;
  CHECK(dlx_out("polycube - --gaps 1 --count --quiet", two) ==
        dlx_out("polycube - --count --quiet", "3x3\n2*L XXX/X\ngap X\n"));
  const std::string all = dlx_out("polycube - --gaps 1 --all --quiet", two);
  CHECK(all == dlx_out("polycube - --all --quiet", by_line));
  CHECK(dlx_out("polycube - --all --quiet --gaps 0..1", two) == all);
  CHECK(std::count(all.begin(), all.end(), '.') ==
        std::stoi(dlx_out("polycube - --count --quiet", by_line)));
  const std::string svg = folder.path("gaps.svg");
  CHECK(dlx_run("polycube - --svg " + svg, by_line).exit_code == 0);
  // The file of BurrTools has cells that may stay empty, and no piece of one cell.
  const std::string burr = folder.path("gaps.xmpuzzle");
  CHECK(dlx_run("polycube - --gaps 1 -n 1 --xmpuzzle " + burr, two).exit_code == 0);
  CHECK(contains(dlx_out("polycube " + burr + " --info"),
                 "0 cells and 9 that may stay empty, at most 1 of them"));
  CHECK(dlx_out("polycube " + burr + " --count --quiet") ==
        dlx_out("polycube - --count --quiet", by_line));
  // Empty cells are no pieces when an assembly is taken apart.
  const std::string some = "3x3\n1..2*L XXX/X\n0..2*I XX\n";
  for (const std::string gaps : {"1", "0..1"}) {
    CHECK(contains(dlx_out("polycube - --apart --quiet --gaps " + gaps, some),
                   "52 assemblies, 52 come apart\n  level 1: 52\n"));
  }
  const Result refused = dlx_run("polycube - --gaps 1 --xmpuzzle " + burr, some);
  CHECK(refused.exit_code == 2);
  CHECK(contains(refused.err,
                 "--xmpuzzle: <stdin> cannot be written as xmpuzzle: a least number of cells that "
                 "stay empty, which the format cannot say"));
  CHECK(contains(dlx_run("convert - --to xmpuzzle", "gaps 1x2\n4x4\n0..9*L XXX/X\n").err,
                 "<stdin> cannot be written as xmpuzzle: a block of cells that stays empty"));
  // A block must have as many cells as the pieces leave empty.
  const Result block = dlx_run("polycube - --gaps 1x2 --count", two);
  CHECK(block.exit_code == 2);
  CHECK(contains(block.err,
                 "--gaps: the pieces leave 1 cell empty, and a block of 1x2 has 2; "
                 "--gaps 1 allows any cell"));
  CHECK(dlx_out("polycube - --gaps 1x1 --count --quiet", two) ==
        dlx_out("polycube - --gaps 1 --count --quiet", two));
  CHECK(contains(run({.arguments = {"polycube", "-", "--gaps", ""}, .input = two}).err,
                 "--gaps: the value is empty"));
  CHECK(contains(dlx_run("polycube - --gaps 2", two).err,
                 "--gaps: the pieces leave 1 cell empty, not 2"));
  // The option counts, not the line of the file.
  CHECK(dlx_out("polycube - --gaps 1 --all --quiet", "gaps 2\n" + two) == all);
  CHECK(contains(dlx_run("polycube - --count", two).err, "--gaps 1 lets 1 cell stay empty"));
}

TEST_CASE("dlx polycube --place keeps pieces in their places") {
  const std::string puzzle = "3x3x1\nL XXX/X\nT XXX/_X\nd X\n";
  const auto placed = [&](const std::string& place) {
    return run(
        {.arguments = {"polycube", "-", "--count", "--quiet", "--place", place}, .input = puzzle});
  };
  int all = 0;
  for (const std::string x : {"0", "1", "2"}) {
    for (const std::string y : {"0", "1", "2"}) {
      all += std::stoi(placed("d at " + x + "," + y + ",0").out);
    }
  }
  CHECK(all > 0);
  CHECK(all == std::stoi(dlx_out("polycube - --count --quiet", puzzle)));
  const Result empty = placed("");
  CHECK(empty.exit_code == 2);
  CHECK(contains(empty.err, "--place: the value is empty"));
  CHECK(contains(placed("d in 1").err, "for x 0, y 2 and z 1"));
  CHECK(contains(dlx_out("polycube --help-all"), "These are coordinates, which begin"));
  CHECK(contains(placed("e at 0,0").err, "--place: the puzzle has no piece 'e'"));
  CHECK(contains(placed("d at 7,7").err, "piece 'd' does not fit at the place that it is given"));
  CHECK(contains(run({.arguments = {"polycube", "-", "--place", "L at 0,0"},
                      .input = "3x3x1\n2*L XXX/X\nd X\n"})
                     .err,
                 "--place: only a piece that is used once can be placed, not 'L'"));
  CHECK(contains(dlx_run("polycube - --count", "3x3x1\n4*L XXX/X\n").err,
                 "4*L means that all 4 copies are used; 0..4*L allows fewer"));
  CHECK_FALSE(
      contains(dlx_run("polycube - --count", "9x9x1\n4*L XXX/X\n0..3*I XX\n").err, "allows fewer"));
}

TEST_CASE("--fix of a flat box says how its cells are named") {
  const std::string puzzle = "[0-2][0-1]0\nQ 000 100 110\nR 000 100 110\n";
  const auto fixed = [&](const std::string& items) {
    return run(
        {.arguments = {"polycube", "-", "--count", "--quiet", "--fix", items}, .input = puzzle});
  };
  CHECK(fixed("Q 00 10 11").out == "0\n");
  CHECK(fixed("Q 00 10 01").out == "1\n");
  CHECK(contains(fixed("Q 000 100 110").err,
                 "no option has the items 'Q 000 100 110'; '000' is not an item, and option 1 has "
                 "the items 'Q 00 10 01'"));
}

TEST_CASE("dlx polycube --place does not go with rotations, which may move the piece") {
  const auto count = [](const char* up_to) {
    return run({.arguments = {"polycube", "-", "--gaps", "3", "--place", "I at 0,0,0", "--count",
                              "--up-to", up_to},
                .input = "3x3\nI XXX\nJ XXX\n"});
  };
  for (const char* up_to : {"rotations", "reflections"}) {
    const Result r = count(up_to);
    CHECK(r.exit_code == 2);
    CHECK(contains(r.err, "rotations and reflections may move piece 'I', which has a place"));
  }
  CHECK(count("none").exit_code == 0);
  CHECK(count("all").exit_code == 0);
}

TEST_CASE("dlx polycube draws a single piece by its name of one letter") {
  const std::string out =
      dlx_out("polycube - --first --quiet", "5x2\nb XX\n2*T XX\na XX\nlong XX\n");
  for (const char letter : std::string("abcde"))
    CHECK(std::count(out.begin(), out.end(), letter) == 2);
  const Result legend = dlx_run("polycube - --first", "5x2\nb XX\n2*T XX\nd XX\nlong XX\n");
  CHECK(contains(legend.err + legend.out, "a and c: T, e: long"));
}

TEST_CASE("dlx polycube: counts of all formats, from files, standard input and gzip") {
  const TemporaryFolder folder;
  struct {
    std::string text;
    std::string more;
    std::string format;
    std::string count;
  } const table[] = {
      {bars, "", "triples", "2\n"},
      {busche, " --problem 1", "busche", "4\n"},
      {xml, " --problem 1", "xmpuzzle", "2\n"},
      {xml, " --problem two", "xmpuzzle", "4\n"},
#ifndef DLX_SANITIZE
      {figure, "", "soma-figures", "11520\n"},
      {soma, "", "triples", "11520\n"},
#endif
  };
  for (const auto& [text, more, format, count] : table) {
    INFO(text);
    const std::string options = " --count" + more;
    CHECK(dlx_out("polycube -" + options, text) == count);
    CHECK(dlx_out("polycube -" + options, gzipped(text)) == count);
    CHECK(dlx_out("polycube " + folder.write("puzzle", text) + options) == count);
    CHECK(dlx_out("polycube -" + options + " --from " + format, text) == count);
    // As a problem it is the same.
    const std::string emitted = dlx_run("polycube - --emit" + more, text).out;
    CHECK(dlx_run("count -", emitted).out == count);
  }
}

TEST_CASE("dlx polycube --up-to: classes, and no reflections without mirror images") {
  CHECK(dlx_out("polycube - --count --up-to rotations", bars) == "1\n");
  CHECK(dlx_out("polycube - --count --up-to reflections", bars) == "1\n");
  CHECK(dlx_out("polycube - --count --up-to all", bars) == "1\n");
#ifndef DLX_SANITIZE
  CHECK(dlx_out("polycube - --count --up-to rotations", soma) == "480\n");
  CHECK(dlx_out("polycube - --count --up-to reflections", soma) == "240\n");
#endif
  const std::string chiral = "[01][01][01]\ncorner 000 100 110 111\nrest 000 100 110 111\n";
  const Result r = dlx_run("polycube - --count --up-to reflections", chiral);
  CHECK(r.exit_code == 2);
  CHECK(contains(r.err, "'corner' has no mirror image"));
}

const std::string one_sided =
    "[0-7][0-4]0\n2*I 000 100 200 300\n2*O 000 100 010 110\n2*T 000 100 200 110\n"
    "L 000 100 200 010\nJ 000 100 200 210\nS 100 200 010 110\nZ 000 100 110 210\n";

TEST_CASE("dlx polycube --up-to: a flat box has the same classes in every plane") {
  for (const std::string box : {"4x3", "4x3x1", "4x1x3", "1x4x3"}) {
    const std::string puzzle = box + "\npq X/X\n2*pr X\nps XX/XX\npt XXX/__X\n";
    CAPTURE(box);
    CHECK(dlx_out("polycube - --count", puzzle) == "84\n");
    CHECK(dlx_out("polycube - --count --up-to rotations", puzzle) == "42\n");
    CHECK(dlx_out("polycube - --count --up-to reflections", puzzle) == "21\n");
  }
}

TEST_CASE("dlx polycube --no-flip and --no-turn: pieces are turned as far as is said") {
  const TemporaryFolder folder;
  CHECK(dlx_out("polycube - --count --no-flip", one_sided) == "740\n");
  CHECK(dlx_out("polycube - --count --no-flip --up-to rotations", one_sided) == "370\n");
  CHECK(dlx_out("polycube - --count --no-flip --up-to reflections", one_sided) == "185\n");
  CHECK(dlx_out("polycube - --count", "turning no-flip\n" + one_sided) == "740\n");
  CHECK(dlx_out("count - --from triples", "turning no-flip\n" + one_sided) == "740\n");
  // The stricter of both counts.
  CHECK(dlx_out("polycube - --count --no-flip", "turning no-turn\n" + bars) == "1\n");
  CHECK(dlx_out("polycube - --count --no-flip --no-turn", bars) == "1\n");
  CHECK(dlx_out("polycube - --count --no-flip", bars) == "2\n");
  CHECK(dlx_out("polycube - --count --no-turn --up-to rotations", bars) == "1\n");
  const Result chiral = dlx_run("polycube - --count --no-flip --up-to reflections",
                                "[0-3][01]0\n2*L 000 100 200 010\n");
  CHECK(chiral.exit_code == 2);
  CHECK(contains(chiral.err, "'L' has no mirror image"));
  // BurrTools knows nothing of it; triples do.
  const std::string file = folder.write("one-sided.triples", "turning no-flip\n" + one_sided);
  for (const std::string how : {" --all", " --apart"}) {
    const Result r = dlx_run("polycube " + file + how + " --xmpuzzle " + folder.path("x.xmpuzzle"));
    CHECK(r.exit_code == 2);
    CHECK(contains(r.err, "BurrTools turns pieces in every way"));
  }
  CHECK(contains(dlx_out("convert " + file + " --to triples"), "turning no-flip\n"));
  CHECK(contains(dlx_run("convert " + file + " --to xmpuzzle").err, "turned freely"));
}

TEST_CASE("dlx polycube --no-flip belongs to a saved run") {
  const TemporaryFolder folder;
  const std::string file = folder.write("pieces.triples", one_sided);
  const std::string saved = folder.path("run.dlxr");
  const std::string begin = "polycube " + file + " --count --checkpoint " + saved;
  CHECK(dlx_out(begin + " --no-flip") == "740\n");
  CHECK(dlx_out("resume " + saved) == "740\n");
  const Result other = dlx_run(begin);
  CHECK(other.exit_code == 6);
  CHECK(contains(other.err, "another run"));
  const std::string certificate = folder.path("flat.cert");
  CHECK(dlx_out("polycube " + file + " --count --no-flip --certificate " + certificate) == "740\n");
  const std::string problem = folder.path("flat.dlx");
  CHECK(dlx::test::run(
            {.arguments = words("polycube " + file + " --no-flip --emit"), .output_file = problem})
            .exit_code == 0);
  CHECK(dlx::test::run({.arguments = {problem, certificate}, .program = DLX_CHECK_BINARY})
            .exit_code == 0);
}

TEST_CASE("dlx polycube warns of a piece in parts, from every format") {
  const std::string parts = "piece 'A' is in 2 parts, which share no face";
  const std::string text = "000 100 200\nA 000 200\nB 000\n";
  for (const std::string command :
       {"polycube - --count", "count - --from triples", "polycube - --all --json",
        "convert - --to knuth --from triples", "polycube - --apart"}) {
    INFO(command);
    const Result r = dlx_run(command, text);
    CHECK(r.exit_code == 0);
    CHECK(contains(r.err, parts));
  }
  const std::string burrtools = dlx_run("convert - --to xmpuzzle --from triples", text).out;
  CHECK(contains(dlx_run("polycube - --count", burrtools).err, parts));
  CHECK(contains(dlx_run("design - --quiet", "box 3x1x1\npiece A X.X\npiece B X\n").err, parts));
  CHECK(dlx_run("polycube - --count", bars).err.empty());
}

TEST_CASE("a puzzle whose volume excludes every solution is not built and not searched") {
  // With their options, these would take gigabytes and minutes.
  const std::string large = "[0-9a-zA-Z][0-9a-zA-Z][0-9a-zA-Z]\n9*Y 000 100 010 001 101 011\n";
  const std::string reason = "the pieces have 54 cells, and 238328 must be filled, so no ";
  for (const std::string command :
       {"polycube - --count", "polycube - --count --up-to rotations",
        "polycube - --count --threads 2", "polycube - --count --trust T2", "count -",
        "polycube - --count --method zdd"}) {
    INFO(command);
    const Result r = dlx_run(command, large);
    CHECK(r.exit_code == 0);
    CHECK(r.out == "0\n");
    CHECK(contains(r.err, reason));
  }
  for (const std::string command :
       {"polycube - --all", "polycube -", "solve -", "polycube - --apart"}) {
    INFO(command);
    const Result r = dlx_run(command, large);
    CHECK(r.exit_code == 0);
    CHECK(contains(r.err, reason));
  }
  const auto object = json_lines(dlx_run("polycube - --all --json", large).out).back();
  CHECK(object.at("count") == "0");
  CHECK(object.at("complete") == true);
  const Result pentominoes = dlx_run("pentominoes 400x400 --count");
  CHECK(pentominoes.out == "0\n");
  CHECK(contains(pentominoes.err, "the pieces have 60 cells, and 160000 must be filled"));
  CHECK(contains(dlx_run("dominoes 501x501 --count").err, "251000 cells, and 251001 must be"));
  CHECK(contains(dlx_run("design -", "box 61x61x61\nall 5 one-sided\n").err,
                 "the pieces have at most 145 cells, and 226981 must be filled"));
  CHECK(contains(dlx_run("design -", "box 3x3x1\nall 4 one-sided 0..9\n").err,
                 "no choice of copies has the 9 cells"));
  CHECK(contains(dlx_run("design -", "box 4x2x1\nall 4 one-sided\npieces 3\n").err,
                 "no set within the limits"));
  CHECK(contains(dlx_out("polycube - --apart --apart-only -n 1", "2x1\nA X\nB X\n"),
                 "1 assembly that falls in two by a slide, 1 comes apart"));
  // A piece that fits nowhere is named in every kind of search, in the words of puzzles.
  for (const std::string command :
       {"polycube - --count", "polycube -", "polycube - -n 2", "polycube - --apart",
        "polycube - --all --up-to rotations", "count - --from triples"}) {
    INFO(command);
    const Result r = dlx_run(command, "3x3\nA XXXX\nB XXX/XX\n");
    CHECK(contains(r.err, "piece 'A' fits nowhere, so no "));
    CHECK_FALSE(contains(r.err, "option"));
  }
  const std::string odd = "5x4\nI XXXX\nO XX/XX\nT XXX/_X\nL XXX/X\nS XX/_XX\n";
  CHECK(contains(dlx_run("polycube -", odd).err, "dlx info, applied to the output of --emit"));
  // Options are still written, and a certificate is of them.
  const std::string small = "[0-3]00\nA 000 100\n";
  CHECK(lines(dlx_run("polycube - --emit", small).out).size() == 4);
  const TemporaryFolder folder;
  const std::string problem = folder.path("small.dlx");
  CHECK(dlx::test::run(
            {.arguments = words("polycube - --emit"), .input = small, .output_file = problem})
            .exit_code == 0);
  const std::string certificate = folder.path("small.cert");
  CHECK(dlx_run("polycube - --count --certificate " + certificate, small).out == "0\n");
  CHECK(dlx::test::run({.arguments = {problem, certificate}, .program = DLX_CHECK_BINARY})
            .exit_code == 0);
}

TEST_CASE("dlx polycube --all: pictures, and JSON lines with the same") {
  const std::string text = dlx_out("polycube - --all", bars);
  CHECK(text == "aaa\nbbb\nccc\n\nabc\nabc\nabc\n\n");
  std::string pictures;
  const auto objects = json_lines(dlx_out("polycube - --all --json", bars));
  REQUIRE(objects.size() == 3);
  for (std::size_t i = 0; i < 2; ++i) pictures += objects[i].at("picture").get<std::string>();
  CHECK(pictures == text);
  CHECK(objects[2].at("count") == "2");
  CHECK(objects[2].at("complete") == true);
  CHECK(dlx_out("polycube - --first", bars) == "aaa\nbbb\nccc\n\n");
}

TEST_CASE("dlx polycube --info") {
  const std::string text = dlx_out("polycube - --info", xml);
  for (const char* part :
       {"1 'one <': 2 cells and 1 that may stay empty, at most 1 of them", "2 'two': 4 cells",
        "piece half: 2 cells, coloured, 1", "1 to 2", "saved assemblies: 2, 0 with a separation",
        "the file states: solved, 1 assembly\n", "saved assemblies: 0\n",
        "the file states: unsolved\n"}) {
    INFO(part << " in\n" << text);
    CHECK(contains(text, part));
  }
  const auto objects = json_lines(dlx_out("polycube - --info --json", xml));
  REQUIRE(objects.size() == 2);
  CHECK(objects[0].at("name") == "one <");
  CHECK(objects[0].at("holes") == 1);
  CHECK(objects[0].at("saved_assemblies") == 2);
  CHECK(objects[0].at("saved_separations") == 0);
  CHECK(objects[0].at("saved_separation_move_counts") == 0);
  CHECK(objects[0].at("stated_assemblies") == "1");
  CHECK_FALSE(objects[0].contains("stated_solutions"));
  CHECK(objects[0].at("state") == "solved");
  CHECK(objects[1].at("state") == "unsolved");
  CHECK_FALSE(objects[1].contains("stated_assemblies"));
  CHECK(objects[1].at("pieces").at(0).at("copies") == nlohmann::json::array({1, 2}));
  CHECK_FALSE(objects[1].contains("holes"));
  // Bytes that are no UTF-8 do no harm to either.
  const std::string latin =
      "/SOMA1 Br\xfc"
      "cke\n" +
      figure.substr(figure.find('\n') + 1);
  CHECK(json_lines(dlx_out("polycube - --info --json", latin)).at(0).at("name") ==
        "SOMA1 Br\xc3\xbc"
        "cke");
}

TEST_CASE("dlx polycube --info says what was saved of each puzzle") {
  const std::string text = dlx_out("polycube - --info", kept);
  for (const char* part :
       {"  saved assemblies: 1, 1 with a separation; hardest level 1\n"
        "  the file states: solved, 1 assembly, 1 of them comes apart\n",
        "  saved assemblies: 1, 0 with a separation, 1 with its move counts only\n"
        "  the file states: started, 1 assembly so far, 0 of them come apart so far\n"}) {
    INFO(part << " in\n" << text);
    CHECK(contains(text, part));
  }
  const auto objects = json_lines(dlx_out("polycube - --info --json", kept));
  REQUIRE(objects.size() == 2);
  CHECK(objects[0].at("saved_separations") == 1);
  CHECK(objects[0].at("stated_solutions") == "1");
  CHECK(objects[1].at("saved_separations") == 0);
  CHECK(objects[1].at("saved_separation_move_counts") == 1);
  CHECK(objects[1].at("stated_solutions") == "0");
  CHECK(objects[1].at("state") == "started");
  // Other formats state nothing.
  CHECK_FALSE(contains(dlx_out("polycube - --info", bars), "saved"));
  CHECK_FALSE(json_lines(dlx_out("polycube - --info --json", bars)).at(0).contains("state"));
}

TEST_CASE("dlx polycube --saved: every assembly is checked, and a wrong one is an error") {
  const Result r = dlx_run("polycube - --saved --problem 1", xml);
  CHECK(r.exit_code == 2);
  CHECK(contains(r.out, "2 saved assemblies, 1 verified"));
  CHECK(contains(r.out, "hh.\n"));
  CHECK(contains(r.err, "saved assembly 2"));
  const Result j = dlx_run("polycube - --saved --problem 1 --json", xml);
  CHECK(j.exit_code == 2);
  const auto objects = json_lines(j.out);
  REQUIRE(objects.size() == 3);
  CHECK(objects[0].at("verified") == true);
  CHECK(objects[1].at("verified") == false);
  CHECK_FALSE(objects[1].at("faults").empty());
  CHECK(objects[2].at("verified") == 1);
  CHECK(dlx_out("polycube - --saved", bars) == "0 saved assemblies, 0 verified\n");
}

TEST_CASE("dlx polycube --xmpuzzle: what is written is read, and verified") {
  const TemporaryFolder folder;
  const std::string file = folder.write("solved.xmpuzzle", "");
  for (const char* json : {"", " --json"}) {
    const std::string shown =
        dlx_out("polycube - --all --problem two" + std::string(json) + " --xmpuzzle " + file, xml);
    CHECK_FALSE(shown.empty());
    // The other puzzle of the file is still there, as it was.
    const std::string two = "polycube " + file + " --problem two";
    CHECK(contains(dlx_out(two + " --saved"), "4 saved assemblies, 4 verified"));
    CHECK(dlx_out(two + " --count") == "4\n");
    CHECK(contains(dlx_out("polycube " + file + " --info"), "states: solved, 4 assemblies\n"));
    CHECK(contains(dlx_out("polycube " + file + " --info"), "'one <'"));
  }
  CHECK_FALSE(dlx_out("polycube - -n 5 --xmpuzzle " + file, soma).empty());
  CHECK(contains(dlx_out("polycube " + file + " --saved"), "5 saved assemblies, 5 verified"));
  // Not all were asked for, so their number is not stated.
  CHECK(contains(dlx_out("polycube " + file + " --info"), "the file states: unsolved\n"));
  CHECK(dlx_run("polycube - --count --xmpuzzle " + file, bars).exit_code == 2);
  CHECK(dlx_run("polycube - --all --checkpoint " + folder.path("r") + " --xmpuzzle " + file, bars)
            .exit_code == 2);
  (void)dlx_out("polycube - --all --xmpuzzle " + file, bars);
  CHECK(dlx_out("polycube " + file + " --count") == "2\n");
  // What the format cannot say is refused before anything is shown.
  const Result flat = dlx_run("polycube - --all --problem 2 --xmpuzzle " + file, busche);
  CHECK(flat.exit_code == 2);
  CHECK(flat.out.empty());
  CHECK(contains(flat.err, "flat"));
  CHECK(dlx_out("polycube " + file + " --count") == "2\n");
  CHECK(dlx_run("polycube - --xmpuzzle /nonexistent/folder/out", bars).exit_code == 5);
}

TEST_CASE("dlx polycube --xmpuzzle onto the same file keeps what it holds") {
  const TemporaryFolder folder;
  const std::string added =
      "    <solution asmNum=\"1\">\n     <assembly>2 0 0 0 0 0 0 0</assembly>\n    </solution>\n";
  std::string with_both = kept;
  with_both.insert(kept.find("   </solutions>\n"), added);
  for (const std::string& packed : {kept, gzipped(kept)}) {
    const std::string file = folder.write("puzzle.xmpuzzle", packed);
    const std::string onto_itself =
        "polycube " + file + " --problem solved --xmpuzzle " + file + " ";
    for (const char* options : {"--all --up-to rotations", "--all --up-to reflections --json"}) {
      CAPTURE(options);
      (void)dlx_out(onto_itself + options);
      CHECK(unpacked(file) == kept);
    }
    for (const char* options : {"--all", "--all --json", "--first", "-n 1", "--all --up-to all"}) {
      CAPTURE(options);
      (void)dlx_out(onto_itself + options);
      CHECK((unpacked(file) == with_both || !contains(options, "--all")));
      CHECK(contains(unpacked(file), "<separation><pieces"));
      CHECK(contains(unpacked(file), "state=\"2\" assemblies=\"1\" solutions=\"1\" time=\"9\""));
    }
    CHECK_FALSE(std::filesystem::exists(file + ".part"));
    CHECK(contains(dlx_out("polycube " + file + " --problem 1 --saved"), "2 verified"));
  }
}

TEST_CASE("dlx polycube --xmpuzzle warns of what it drops, and names it") {
  const TemporaryFolder folder;
  const std::string file = folder.path("out.xmpuzzle");
  const Result begun = dlx_run("polycube - --problem begun --all --xmpuzzle " + file, kept);
  CHECK(begun.exit_code == 0);
  CHECK(contains(begun.err, "warning: " + file +
                                ": puzzle 2: dropped assemblies=1 and solutions=0: the search is "
                                "complete and found 2\n"));
  CHECK(contains(begun.err, file + ": puzzle 2: dropped the interrupted search: "));
  const auto objects = json_lines(dlx_out("polycube " + file + " --info --json"));
  CHECK(objects.at(0) == json_lines(dlx_out("polycube - --info --json", kept)).at(0));
  CHECK(objects.at(1).at("state") == "solved");
  CHECK(objects.at(1).at("stated_assemblies") == "2");
  CHECK(objects.at(1).at("saved_assemblies") == 2);
  CHECK(objects.at(1).at("saved_separation_move_counts") == 1);
  CHECK_FALSE(objects.at(1).contains("stated_solutions"));
  // A search that is cut short says nothing about the number.
  const Result cut =
      dlx_run("polycube - --problem begun --all --node-limit 1 --xmpuzzle " + file, kept);
  CHECK(cut.exit_code == 3);
  CHECK_FALSE(contains(cut.err, "dropped"));
  CHECK(json_lines(dlx_out("polycube " + file + " --info --json")).at(1).at("state") == "started");
  // A saved assembly that is wrong; in quiet as well, for it concerns the file.
  const Result wrong = dlx_run("polycube - -q --problem 1 --all --xmpuzzle " + file, xml);
  CHECK(wrong.exit_code == 0);
  CHECK(contains(wrong.err, "puzzle 1: dropped saved assembly 2: item '00' is not covered"));
  CHECK(contains(wrong.err, "puzzle 1: dropped assemblies=1: "));
  CHECK(contains(dlx_out("polycube " + file + " --problem 1 --saved"), "2 verified"));
  // If nothing can be written, the old file stays.
  const Result full = run({.arguments = words("polycube - --problem 1 --all --xmpuzzle " + file),
                           .input = xml,
                           .file_size = 100});
  CHECK(full.exit_code == 5);
  CHECK(contains(dlx_out("polycube " + file + " --problem 1 --saved"), "2 verified"));
}

TEST_CASE("dlx polycube --xmpuzzle: a file in another format becomes one with everything found") {
  const TemporaryFolder folder;
  const std::string file = folder.path("figure.xmpuzzle");
  const std::string cell = "D:xDim=2:yDim=1:zDim=1\nL\na b\n~L\n~D\n";
  CHECK_FALSE(dlx_out("polycube - --all --xmpuzzle " + file, cell).empty());
  const auto info = json_lines(dlx_out("polycube " + file + " --info --json")).at(0);
  CHECK(info.at("saved_assemblies") == 2);
  CHECK(info.at("stated_assemblies") == "2");
  CHECK(info.at("state") == "solved");
}

TEST_CASE("shared: dlx polycube --xmpuzzle keeps the separation of DraculasDentalDesaster",
          "[.shared]") {
  const std::string shared = shared_path("xmpuzzle/DraculasDentalDesaster.xmpuzzle");
  const auto states = [](const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find("<state>", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  const TemporaryFolder folder;
  const std::string file = folder.write("dracula.xmpuzzle", unpacked(shared));
  for (const char* options : {"", " --all --up-to rotations", " --all"}) {
    CAPTURE(options);
    CHECK_FALSE(dlx_out("polycube " + file + " --xmpuzzle " + file + options).empty());
    CHECK(states(unpacked(file)) == 45);
    CHECK(contains(dlx_out("polycube " + file + " --info"),
                   "the file states: solved, 84 assemblies, 1 of them comes apart\n"));
  }
  CHECK(contains(dlx_out("polycube " + file + " --saved"), "168 verified"));
}

TEST_CASE("dlx polycube --saved draws what is saved, as what is found is drawn") {
  const TemporaryFolder folder;
  const auto files = [&](const std::string& name) {
    std::string options;
    for (const char* kind : {"svg", "html", "stl", "obj", "scad"}) {
      options += " --" + std::string(kind) + " " + folder.path(name + "." + kind);
    }
    return options;
  };
  const std::string puzzle = folder.write("bars.xmpuzzle", "");
  (void)dlx_out("polycube - --all --xmpuzzle " + puzzle, bars);
  const std::string command = "polycube " + puzzle;
  const std::string found = dlx_out(command + " --all --gap 0.5" + files("found"));
  const std::string saved = dlx_out(command + " --saved --gap 0.5" + files("saved"));
  CHECK(saved == found + "2 saved assemblies, 2 verified\n");
  for (const char* kind : {"svg", "stl", "obj", "scad"}) {
    CAPTURE(kind);
    CHECK_FALSE(unpacked(folder.path(std::string("found.") + kind)).empty());
    // The captions tell which is which.
    std::string saved_picture = unpacked(folder.path(std::string("saved.") + kind));
    for (auto at = saved_picture.find("2 saved"); at != saved_picture.npos;
         at = saved_picture.find("2 saved")) {
      saved_picture.erase(at + 1, 6);
    }
    CHECK(unpacked(folder.path(std::string("found.") + kind)) == saved_picture);
  }
  CHECK(contains(unpacked(folder.path("saved.html")), "\"2 saved assemblies\""));
  (void)dlx_out(command + " --saved --json" + files("json"));
  CHECK(unpacked(folder.path("json.html")) == unpacked(folder.path("saved.html")));
  // A wrong one is left out.
  const Result wrong = dlx_run("polycube - --saved --problem 1" + files("wrong"), xml);
  CHECK(wrong.exit_code == 2);
  CHECK(contains(unpacked(folder.path("wrong.html")), "\"1 saved assembly\""));
  CHECK(contains(unpacked(folder.path("wrong.svg")), "1 saved assembly"));
  // Nothing is saved: a page that says so, and no body.
  (void)dlx_out("polycube - --saved" + files("none"), bars);
  CHECK(contains(unpacked(folder.path("none.html")), "\"0 saved assemblies\""));
  CHECK_FALSE(std::filesystem::exists(folder.path("none.stl")));
  // What cannot be written or made is refused before anything is shown.
  for (const auto& [options, code] :
       {std::pair{"--html " + folder.path("no/such.html"), 5}, std::pair{"--gap -1 --stl x"s, 2}}) {
    const Result r = dlx_run(command + " --saved " + options);
    CHECK(r.exit_code == code);
    CHECK(r.out.empty());
  }
  CHECK(dlx_run(command + " --info --svg x").exit_code == 2);
}

TEST_CASE("a run of dlx polycube goes on without its file") {
  const TemporaryFolder folder;
  const std::string file = folder.write("soma.triples", soma);
  const std::string run_file = folder.path("run.dlxr");
  const Result first = dlx_run("polycube " + file + " --count --node-limit 2000 --unit-nodes 100" +
                               " --checkpoint " + run_file);
  CHECK(first.exit_code == 3);
  std::filesystem::remove(file);
  CHECK(dlx_out("resume " + run_file) == "11520\n");
}

TEST_CASE("dlx polycube --problem: a number, a name, or the list of those there are") {
  CHECK(dlx_run("polycube - --count --problem 2", xml).out == "4\n");
  const Result name =
      run({.arguments = {"polycube", "-", "--count", "--problem", "one <"}, .input = xml});
  CHECK(name.out == "2\n");
  for (const char* wrong :
       {"", " --problem three", " --problem 0", " --problem 3", " --problem -1", " --problem 1x"}) {
    const Result r = dlx_run("polycube - --count" + std::string(wrong), xml);
    INFO(wrong << ": " << r.err);
    CHECK(r.exit_code == 2);
    CHECK(r.out.empty());
    CHECK(contains(r.err, "1 'one <'"));
    CHECK(contains(r.err, "2 'two'"));
  }
}

TEST_CASE("dlx polycube: puzzles on other grids than that of cubes") {
  const TemporaryFolder folder;
  const std::string rows = folder.write("rows", "grid spheres\n000 110 101 011\n2*I 000 110\n");
  CHECK(contains(dlx_run("polycube " + rows + " --all").err, "3 assemblies, each verified"));
  CHECK(lines(dlx_out("polycube " + rows + " --count --as-burrtools"))[0] == "1");
  CHECK(contains(dlx_out("polycube " + rows + " --info"), "4 cells, grid of spheres\n"));
  CHECK(json_lines(dlx_out("polycube " + rows + " --info --json")).at(0).at("grid") == "spheres");

  // Written for BurrTools and read again.
  const std::string written = folder.path("rows.xmpuzzle");
  CHECK(
      dlx_run("polycube " + rows + " --all --up-to reflections --xmpuzzle " + written).exit_code ==
      0);
  CHECK(contains(dlx_out("polycube " + written + " --saved"), "1 saved assembly, 1 verified"));

  const std::string svg = folder.path("rows.svg");
  CHECK(dlx_run("polycube " + rows + " --all --svg " + svg).exit_code == 0);
  CHECK(contains(unpacked(svg), "<circle"));
  const std::string bees = folder.write("bees", "grid hexagons\n000 100\n2*I 000\n");
  CHECK(dlx_run("polycube " + bees + " --all --svg " + svg).exit_code == 0);
  CHECK(contains(unpacked(svg), "<path d=\"M "));
  for (const std::string kind : {"html", "stl", "obj", "scad"}) {
    const std::string file = folder.path("x." + kind);
    CHECK(dlx_run("polycube " + rows + " --all --" + kind + " " + file).exit_code == 0);
    const std::string text = unpacked(file);
    CHECK(contains(text, kind == "html"  ? "\"grid\":{\"name\":\"spheres\""
                         : kind == "stl" ? "parts on the grid of spheres"
                         : kind == "obj" ? "\nv "
                                         : "polyhedron("));
  }
  const Result thin = dlx_run("polycube " + rows + " --all --gap 15 --obj " + folder.path("x"));
  CHECK(thin.exit_code == 2);
  const std::string rhombic = folder.write("rhombic", "grid rhombic\n210 120\n2*I 210\n");
  const Result gap = dlx_run("polycube " + rhombic + " --all --gap 4 --stl " + folder.path("x"));
  CHECK(gap.exit_code == 2);
  CHECK(contains(gap.err, "--gap: less than 3.91"));
  const Result layers = dlx_run("polycube " + rhombic + " --all --svg " + svg);
  CHECK(layers.exit_code == 2);
  CHECK(contains(layers.err, "--svg draws layers"));
  const Result hexagons = dlx_run("polycube " + bees + " --all --xmpuzzle " + written);
  CHECK(hexagons.exit_code == 2);
  CHECK(contains(hexagons.err, "'hexagons'"));
}

TEST_CASE("dlx polycube: files that are wrong, or not there") {
  const TemporaryFolder folder;
  struct {
    std::string text;
    std::string place;
  } const table[] = {
      {"[0-2]00\nI 000 1_0\n", ":2:7:"},
      {"D:xDim=2:yDim=2:zDim=none\n", ":1:22:"},
      {"/SOMA1\n/##/#\n", ":2:5:"},
      {"<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n <gridType type=\"7\"/></puzzle>\n",
       ":3:18:"},
  };
  for (const auto& [text, place] : table) {
    const std::string file = folder.write("bad", text);
    const Result r = dlx_run("polycube " + file + " --count");
    INFO(r.err);
    CHECK(r.exit_code == 2);
    CHECK(r.out.empty());
    CHECK(contains(r.err, file + place));
    CHECK(contains(r.err, "^"));
    const Result from_input = dlx_run("polycube - --count", gzipped(text));
    CHECK(from_input.exit_code == 2);
    CHECK(contains(from_input.err, "<stdin>" + place));
  }
  CHECK(dlx_run("polycube " + folder.write("empty", "") + " --count").exit_code == 2);
  CHECK(dlx_run("polycube - --count", gzipped(bars).substr(0, 30)).exit_code == 2);
  CHECK(dlx_run("polycube - --count --from busche", bars).exit_code == 2);
  const Result missing = dlx_run("polycube /nonexistent --count");
  CHECK(missing.exit_code == 5);
  CHECK(contains(missing.err, "/nonexistent"));
}

TEST_CASE("dlx polycube warns where the volume says that there is no assembly") {
  for (const char* text : {"[0-2][0-2]0\n2*I 000 100 200\n", "[0-2]00\nI 000 100 200\nJ 000\n"}) {
    const Result r = dlx_run("polycube - --count", text);
    CHECK(r.exit_code == 0);
    CHECK(r.out == "0\n");
    CHECK(contains(r.err, "warning"));
    CHECK(contains(r.err, "no assembly"));
  }
  CHECK_FALSE(contains(dlx_run("polycube - --count", bars).err, "warning"));
}

TEST_CASE("dlx polycube: options that do not go together, and unknown ones") {
  for (const char* options : {"--info --saved", "--info --count", "--saved --all", "--info --emit",
                              "--saved --up-to none", "--info --xmpuzzle x", "--saved --xmpuzzle x",
                              "--emit --xmpuzzle x", "--from yass", "--up-to mirrors", "--no-such",
                              "--problem", "-n x"}) {
    const Result r = dlx_run("polycube - " + std::string(options), bars);
    INFO(options << ": " << r.err);
    CHECK(r.exit_code == 2);
    CHECK(r.out.empty());
    CHECK_FALSE(r.err.empty());
  }
  CHECK(dlx_run("polycube").exit_code == 2);
  CHECK_FALSE(std::filesystem::exists("x"));
}

}  // namespace
}  // namespace dlx::test
