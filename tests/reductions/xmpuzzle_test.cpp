#include "reductions/polycube/xmpuzzle.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "dlx/core/verify.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/io/input.hpp"
#include "dlx/solver.hpp"
#include "reductions/polycube/formats.hpp"
#include "tests/reductions/own_polycubes.hpp"
#include "tests/reductions/own_variants.hpp"
#include "tests/support/random.hpp"
#include "tests/support/shared_instances.hpp"

namespace dlx::test {
namespace {

using polycube::Assembly;
using polycube::changed;
using polycube::Changes;
using polycube::Collection;
using polycube::merge;
using polycube::Model;
using polycube::NamedPuzzle;
using polycube::Piece;
using polycube::Placement;
using polycube::Puzzle;
using polycube::read_xmpuzzle;
using polycube::Separation;
using polycube::SolveState;
using polycube::update_xmpuzzle;
using polycube::write_xmpuzzle;

#ifdef DLX_SANITIZE
constexpr int rounds = 40;
#else
constexpr int rounds = 300;
#endif

/// A file around shapes and problems.
std::string file(const std::string& shapes, const std::string& problems,
                 const std::string& before = {}) {
  return "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n" + before + "<shapes>" + shapes +
         "</shapes>\n<problems>" + problems + "</problems>\n</puzzle>\n";
}

std::string voxel(int x, int y, int z, const std::string& cells, const std::string& more = {}) {
  return "<voxel x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" z=\"" +
         std::to_string(z) + "\" type=\"0\"" + more + ">" + cells + "</voxel>\n";
}

TEST_CASE("every feature of a file") {
  const std::string text = file(
      voxel(3, 1, 1, "##1#2", " name=\"L&amp;R &lt;1&gt; &quot;\"") +
          voxel(1, 2, 2, "#_##", " hx=\"0\" hy=\"1\" hz=\"1\" weight=\"3\"") +
          voxel(3, 2, 2, "##1#2_++63+#_###", " name=\"B\xf6x\"") + voxel(1, 1, 1, "_"),
      "\n<problem name=\"G\xf6tz\" state=\"2\" assemblies=\"12345678901\" solutions=\"7\" "
      "maxHoles=\"3\">\n"
      "<shapes><shape id=\"0\" min=\"1\" max=\"3\" group=\"1\"/>"
      "<shape id=\"1\" count=\"2\"><group group=\"1\" count=\"2\"/></shape>"
      "<shape id=\"1\"/><shape id=\"3\" count=\"0\"/></shapes>\n"
      "<result id=\"2\"/><bitmap><pair piece=\"0\" result=\"1\"/>"
      "<pair piece=\"62\" result=\"0\"/></bitmap>\n"
      "<assembler version=\"1.4\">-1 87 </assembler>"
      "<solutions><solution asmNum=\"4\" solNum=\"2\">\n"
      "<assembly>0 0 0 0 x x 1 2 3 1 x x</assembly>"
      "<separation><pieces count=\"1\">0</pieces></separation></solution></solutions>"
      "</problem>\n"
      "<problem state=\"0\"><shapes/><result id=\"3\"/><bitmap/></problem>\n"
      "<problem name=\"\xc3\xb6\" state=\"1\"><shapes/><result id=\"2\"/><bitmap/></problem>\n",
      "<colors><color red=\"1\" green=\"2\" blue=\"255\"/></colors>\n<comment/>");
  // The first comment counts; no gridType means cubes.
  const Collection all = read_xmpuzzle(text);
  REQUIRE(all.puzzles.size() == 3);
  CHECK(all.colours == std::vector<std::array<std::uint8_t, 3>>{{1, 2, 255}});
  const NamedPuzzle& first = all.puzzles[0];
  CHECK(first.name == "G\xc3\xb6tz");
  CHECK(all.puzzles[1].name.empty());
  CHECK(all.puzzles[2].name == "\xc3\xb6");
  CHECK(first.stated_assemblies == 12'345'678'901ULL);
  CHECK_FALSE(all.puzzles[1].stated_assemblies);
  CHECK(first.stated_solutions == 7U);
  CHECK_FALSE(all.puzzles[1].stated_solutions);
  CHECK(first.state == SolveState::solved);
  CHECK(all.puzzles[1].state == SolveState::unsolved);
  CHECK(all.puzzles[2].state == SolveState::started);
  CHECK(first.has_search);
  CHECK_FALSE(all.puzzles[1].has_search);
  CHECK(first.separations == std::vector{Separation::moves});
  const Puzzle& puzzle = first.puzzle;
  CHECK(puzzle.turning == polycube::Turning::rotations);
  CHECK(puzzle.holes == 3U);
  CHECK_FALSE(all.puzzles[1].puzzle.holes);
  using Pairs = std::vector<std::pair<polycube::CellColour, polycube::CellColour>>;
  CHECK(puzzle.fitting == Pairs{{1, 2}, {63, 1}});
  CHECK(tinted(puzzle.target, puzzle.target_colours) ==
        tinted({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}, {2, 1, 1}},
               {0, 1, 2, 0, 0, 0, 0}));
  CHECK(tinted(puzzle.optional_cells, puzzle.optional_colours) ==
        tinted({{1, 1, 0}, {2, 1, 0}, {0, 0, 1}}, {0, 63, 0}));
  REQUIRE(puzzle.pieces.size() == 3);
  CHECK(puzzle.pieces[0].copies == Bounds{1, 3});
  CHECK(puzzle.pieces[0].colours == polycube::CellColours{0, 1, 2});
  CHECK(puzzle.pieces[1].copies == Bounds{2, 2});
  CHECK(puzzle.pieces[2].copies == Bounds{1, 1});
  CHECK(own(lattice::normalised(puzzle.pieces[1].cells)) == Shape{{0, 0, 0}, {0, 0, 1}, {0, 1, 1}});
  std::set<std::string> names;
  for (const Piece& piece : puzzle.pieces) names.insert(piece.name);
  CHECK(names.size() == 3);
  CHECK(all.puzzles[1].puzzle.target.empty());
  CHECK_NOTHROW(polycube::build(all.puzzles[1].puzzle));
  CHECK_NOTHROW(polycube::build(puzzle));
  REQUIRE(first.saved.size() == 1);
  const Assembly& saved = first.saved[0];
  REQUIRE(saved.size() == 2);
  CHECK(saved[0].piece == 0);
  CHECK(tinted(saved[0].cells, saved[0].colours) ==
        tinted({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {0, 1, 2}));
  // A quarter about x takes (x, y, z) to (x, -z, y); the hotspot, the last cell, comes to 1 2 3.
  CHECK(saved[1].piece == 1);
  CHECK(own(saved[1].cells) == Shape{{1, 2, 2}, {1, 2, 3}, {1, 3, 2}});
}

TEST_CASE("names and comments: UTF-8 stays, also what shows nothing; Latin-1 becomes UTF-8") {
  const auto read = [](const std::string& name) {
    const Collection all = read_xmpuzzle(file(
        voxel(1, 1, 1, "#"), "<problem name=\"" + name + "\"><shapes/><result id=\"0\"/></problem>",
        "<comment>" + name + "</comment>"));
    CHECK(all.comment == all.puzzles.at(0).name);
    return all.comment;
  };
  for (const std::string name : {"plain", "\xc3\xa9t\xc3\xa9", "a\xc2\xa0z", "soft\xc2\xadhyphen",
                                 "\xe2\x80\x8b!", "\xf0\x9f\xa7\xa9", "\xef\xbf\xbd"}) {
    CHECK(read(name) == name);
  }
  CHECK(read("\xe9t\xe9") == "\xc3\xa9t\xc3\xa9");
  CHECK(read("\x85 \xc3") == "\xc2\x85 \xc3\x83");
  CHECK(read("&amp;&lt;&gt;&apos;&quot;") == "&<>'\"");
}

/// The turn of number t, from the text of the format and not from the code.
Matrix documented_turn(std::size_t t) {
  const Matrix one{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const Matrix x{{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}};
  const Matrix y{{{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}};
  const Matrix z{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
  const Matrix mirror{{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const Matrix first[] = {
      one, y, product(y, y), product(y, product(y, y)), z, product(z, product(z, z))};
  Matrix m = first[t % 24 / 4];
  for (std::size_t i = 0; i < t % 4; ++i) m = product(m, x);
  return t < 24 ? m : product(m, mirror);
}

TEST_CASE("the 48 turns by their numbers, with a hotspot and without") {
  // Chiral, and no turn of it is like another.
  const Shape piece{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {2, 1, 1}};
  std::set<Matrix> known;
  std::set<Shape> images;
  for (const bool with_hotspot : {false, true}) {
    for (std::size_t t = 0; t < 48; ++t) {
      const Matrix m = documented_turn(t);
      CHECK(determinant(m) == (t < 24 ? 1 : -1));
      known.insert(m);
      const Collection all = read_xmpuzzle(
          file(voxel(3, 2, 2, "###__#_____#", with_hotspot ? " hx=\"2\" hy=\"-1\" hz=\"4\"" : "") +
                   voxel(1, 1, 1, "#"),
               "<problem><shapes><shape id=\"0\"/></shapes><result id=\"1\"/><solutions><solution>"
               "<assembly>5 -6 70 " +
                   std::to_string(t) + "</assembly></solution></solutions></problem>"));
      const Point hotspot = turned(m, with_hotspot ? Point{2, -1, 4} : Point{0, 0, 0});
      const OwnMotion motion{m, {5 - hotspot[0], -6 - hotspot[1], 70 - hotspot[2]}};
      const Assembly& saved = all.puzzles.at(0).saved.at(0);
      REQUIRE(saved.size() == 1);
      CHECK(own(saved[0].cells) == motion(piece));
      images.insert(at_origin(own(saved[0].cells)));
    }
  }
  CHECK(known.size() == 48);
  CHECK(images.size() == 48);
}

/// What is in a problem, wherever it lies and whatever its items are called.
using Options = std::set<TintedPlacement>;
Options options_of(const Model& model) {
  const Point low = [&] {
    lattice::Cells all = model.puzzle.target;
    all.insert(all.end(), model.puzzle.optional_cells.begin(), model.puzzle.optional_cells.end());
    const lattice::Cell corner = lattice::extent(all).low;
    return Point{corner.x, corner.y, corner.z};
  }();
  Options options;
  for (const Placement& p : model.placements) {
    Tinted at = tinted(p.cells, p.colours);
    for (auto& [point, colour] : at) {
      for (std::size_t i = 0; i < 3; ++i) point[i] -= low[i];
    }
    options.emplace(p.piece, at);
  }
  return options;
}

TEST_CASE("puzzles and their assemblies written and read back") {
  Random random(424242);
  int with_assemblies = 0;
  int unsayable = 0;
  for (int round = 0; round < rounds; ++round) {
    Collection before;
    before.comment = round % 3 == 0 ? "two\nlines & <more>" : "";
    for (std::size_t i = 0, n = random.between(1, 3); i < n; ++i) {
      NamedPuzzle named{.name = "number \"" + std::to_string(i) + "\" <&>",
                        .puzzle = random_variant(random)};
      const bool sayable = std::all_of(
          named.puzzle.pieces.begin(), named.puzzle.pieces.end(),
          [](const Piece& piece) { return piece.copies && piece.alternatives.empty(); });
      if (!sayable || named.puzzle.turning != polycube::Turning::rotations) {
        ++unsayable;
        CHECK_THROWS_AS(write_xmpuzzle({.puzzles = {named}}), std::invalid_argument);
        named.puzzle.turning = polycube::Turning::rotations;
        for (Piece& piece : named.puzzle.pieces) {
          piece.alternatives.clear();
          if (!piece.copies) piece.copies = Bounds{0, 4};
        }
      }
      const Model model = polycube::build(named.puzzle);
      named.puzzle = model.puzzle;
      for (Solver solver(model.problem); solver.next() && named.saved.size() < 12;) {
        named.saved.push_back(polycube::decode(model, solver.solution()));
      }
      before.puzzles.push_back(named);
    }
    const std::string text = write_xmpuzzle(before);
    INFO(described(before.puzzles.front().puzzle) << "\n" << text);
    CHECK(polycube::format_of(text) == polycube::Format::xmpuzzle);
    const Collection after = read_xmpuzzle(text);
    CHECK(write_xmpuzzle(after) == text);
    CHECK(after.comment == before.comment);
    REQUIRE(after.puzzles.size() == before.puzzles.size());
    for (std::size_t i = 0; i < after.puzzles.size(); ++i) {
      const NamedPuzzle& a = before.puzzles[i];
      const NamedPuzzle& b = after.puzzles[i];
      CHECK(b.name == a.name);
      REQUIRE(b.puzzle.pieces.size() == a.puzzle.pieces.size());
      for (std::size_t p = 0; p < a.puzzle.pieces.size(); ++p) {
        CHECK(b.puzzle.pieces[p].name == a.puzzle.pieces[p].name);
        CHECK(b.puzzle.pieces[p].copies == a.puzzle.pieces[p].copies);
      }
      const Model model = polycube::build(b.puzzle);
      CHECK(options_of(model) == options_of(polycube::build(a.puzzle)));
      CHECK(model.puzzle.holes == a.puzzle.holes);
      std::set<TintedAssembly> different;
      REQUIRE(b.saved.size() == a.saved.size());
      for (const Assembly& saved : b.saved) {
        CHECK(polycube::faults(model, saved).empty());
        different.insert(tinted(saved));
        ++with_assemblies;
      }
      CHECK(different.size() == a.saved.size());
      const dlx::Options some{.solutions = 500};
      CHECK(counting::count_by_search(model.problem, some).value ==
            counting::count_by_search(polycube::build(a.puzzle).problem, some).value);
    }
  }
  CHECK(with_assemblies > rounds);
  CHECK(unsayable > rounds / 4);
}

/// Two puzzles of a domino with a hotspot and a single cube, each in a box of three, and whatever a
/// file may hold besides.
const std::string bar =
    R"(<?xml version="1.0"?>
<!-- drawn by hand -->
<puzzle version="2">
 <gridType type="0"/>
 <colors/>
 <shapes>
  <voxel x="2" y="1" z="1" hx="1" weight="3" name="long &amp; &#108;ean" type="0">##</voxel>
  <voxel x="1" y="1" z="1" type="0">#</voxel>
  <voxel x="3" y="1" z="1" name="B)"
    "\xf6"
    R"(x" type="0">###</voxel>
 </shapes>
 <problems>
  <problem name="one" state="2" assemblies="1" solutions="1" time="9">
   <shapes><shape id="0" count="1" group="1"/><shape id="1"><group group="2" count="1"/></shape></shapes>
   <result id="2"/>
   <bitmap/>
   <solutions>
    <solution solNum="7">
     <assembly>1 0 0 0 2 0 0 0</assembly>
     <separation>
      <pieces count="2">0 1</pieces>
      <state><dx>0 2</dx><dy>0 0</dy><dz>0 0</dz></state>
      <state><dx>0 20002</dx><dy>0 0</dy><dz>0 0</dz></state>
     </separation>
    </solution>
   </solutions>
  </problem>
  <problem name="two" state="1" assemblies="1" solutions="1" time="3">
   <shapes><shape id="0"/><shape id="1"/></shapes>
   <result id="2"/>
   <bitmap/>
   <assembler version="1.4">-1 87 &lt;</assembler>
   <solutions>
    <solution asmNum="4"><assembly>2 0 0 0 0 0 0 0</assembly><separationInfo>1</separationInfo></solution>
   </solutions>
  </problem>
  <problem name="three" state="0">
   <shapes><shape id="0"/><shape id="1"/></shapes>
   <result id="2"/>
  </problem>
 </problems>
 <unknown a="1"><b></b> c </unknown>
 <comment popup="">two
lines</comment>
</puzzle>
)";

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// The options of the first `most` solutions, up to a group.
std::vector<std::vector<OptionId>> solutions_of(const Model& model, UpTo up_to = UpTo::none,
                                                std::size_t most = 1'000'000) {
  const OptionSymmetries group = polycube::symmetries(model, up_to);
  std::vector<std::vector<OptionId>> found;
  for (Solver solver(model.problem); found.size() < most && solver.next();) {
    const auto solution = solver.solution();
    if (group.is_representative(solution)) found.emplace_back(solution.begin(), solution.end());
  }
  return found;
}

/// The file and what is lost when a search of one of its puzzles is recorded.
struct Recorded {
  std::string text;
  Changes changes;
};

Recorded recorded(const std::string& text, std::size_t position, bool complete,
                  UpTo up_to = UpTo::none, std::size_t most = 1'000'000) {
  const Collection all = read_xmpuzzle(text);
  const NamedPuzzle& named = all.puzzles.at(position);
  const Model model = polycube::build(named.puzzle);
  Changes changes = merge(model, named, solutions_of(model, up_to, most), complete, up_to);
  return {update_xmpuzzle(text, position, named, changes), changes};
}

TEST_CASE("a file without changes is written as it was") {
  const Collection all = read_xmpuzzle(bar);
  const std::string same = with(bar, "<b></b>", "<b/>");  // the same to every reader
  for (std::size_t p = 0; p < 3; ++p) {
    CHECK(update_xmpuzzle(bar, p, all.puzzles[p], {.state = all.puzzles[p].state}) == same);
  }
  // Quotation marks of one kind around the other.
  const std::string quoted = with(bar, "name=\"one\"", "name='the \"first\"'");
  const std::string after = update_xmpuzzle(quoted, 0, all.puzzles[0], {});
  CHECK(after == with(same, "name=\"one\"", "name=\"the &quot;first&quot;\""));
  CHECK(read_xmpuzzle(after).puzzles[0].name == "the \"first\"");
  // Line ends of another system, no declaration, nothing after the end.
  std::string lines;
  for (const char c :
       same.substr(same.find("<puzzle"), same.find("</puzzle>") + 9 - same.find("<puzzle"))) {
    lines += c == '\n' ? std::string("\r\n") : std::string(1, c);
  }
  CHECK(update_xmpuzzle(lines, 0, all.puzzles[0], {}) == lines);
}

TEST_CASE("a found assembly is added to the saved ones, which keep their separations") {
  const std::string same = with(bar, "<b></b>", "<b/>");
  const std::string mirrored =
      "    <solution asmNum=\"1\">\n     <assembly>2 0 0 0 0 0 0 0</assembly>\n    </solution>\n";
  // All are two; up to rotations, as the file counts, there is one.
  const Recorded all = recorded(bar, 0, true);
  CHECK(all.changes.losses.empty());
  CHECK_THAT(all.changes.note, Catch::Contains("assemblies=1 stays"));
  CHECK(all.text == with(same, "   </solutions>", mirrored + "   </solutions>"));
  for (const UpTo up_to : {UpTo::rotations, UpTo::reflections}) {
    const Recorded classes = recorded(bar, 0, true, up_to);
    CHECK(classes.changes.losses.empty());
    CHECK(classes.changes.note.empty());
    CHECK(classes.text == same);
  }
  // The one that is saved, or the other one.
  const Recorded first = recorded(bar, 0, false, UpTo::none, 1);
  CHECK(first.changes.losses.empty());
  CHECK((first.text == same || first.text == all.text));
  // Recording the same once more changes nothing.
  CHECK(recorded(all.text, 0, true).text == all.text);
}

TEST_CASE("a complete search replaces counts that are wrong, an interrupted search and the state") {
  const std::string same = with(bar, "<b></b>", "<b/>");
  const Recorded two = recorded(bar, 1, true);
  CHECK(two.changes.losses ==
        std::vector<std::string>{"dropped assemblies=1, solutions=1 and the time: the search is "
                                 "complete and found 2",
                                 "dropped the interrupted search: the search is complete and "
                                 "found 2"});
  const NamedPuzzle now = read_xmpuzzle(two.text).puzzles[1];
  CHECK(now.state == SolveState::solved);
  CHECK(now.stated_assemblies == 2U);
  CHECK_FALSE(now.stated_solutions);
  CHECK_FALSE(now.has_search);
  CHECK_FALSE(now.has_time);
  CHECK(now.separations == std::vector{Separation::move_counts, Separation::none});
  // Everything else is as it was.
  CHECK(two.text.substr(0, two.text.find("  <problem name=\"two\"")) ==
        same.substr(0, same.find("  <problem name=\"two\"")));
  CHECK(two.text.substr(two.text.find("  <problem name=\"three\"")) ==
        same.substr(same.find("  <problem name=\"three\"")));
  // One that stops before its end says nothing about the interrupted one.
  CHECK(recorded(bar, 1, false, UpTo::rotations).text == same);
  const Recorded started = recorded(bar, 1, false);
  CHECK(started.changes.losses.empty());
  CHECK(read_xmpuzzle(started.text).puzzles[1].state == SolveState::started);
  CHECK(read_xmpuzzle(started.text).puzzles[1].has_search);
  // Nothing was known.
  const Recorded three = recorded(bar, 2, true, UpTo::rotations);
  CHECK(three.changes.losses.empty());
  CHECK_THAT(three.text, Catch::Contains("name=\"three\" state=\"2\" assemblies=\"1\">"));
  const Recorded some = recorded(bar, 2, false);
  CHECK_THAT(some.text, Catch::Contains("name=\"three\" state=\"0\">"));
  CHECK(read_xmpuzzle(some.text).puzzles[2].saved.size() == 2);
  CHECK_FALSE(read_xmpuzzle(some.text).puzzles[2].stated_assemblies);
  // The search may have found nothing.
  const std::string impossible = with(with(bar, "<shape id=\"0\" count=\"1\" group=\"1\"/>", ""),
                                      "<assembly>1 0 0 0 2 0 0 0<", "<assembly>2 0 0 0<");
  const Recorded no = recorded(impossible, 0, true);
  CHECK_THAT(no.text, Catch::Contains("state=\"2\" assemblies=\"0\">"));
}

TEST_CASE("counts stay until more different assemblies are listed than they state") {
  // Three cubes of one shape as three pieces: six assemblies, three up to rotations or reflections.
  const auto cubes = [](const std::string& counts) {
    return file(voxel(1, 1, 1, "#") + voxel(3, 1, 1, "###"),
                "<problem state=\"2\" " + counts +
                    "><shapes><shape id=\"0\"/><shape id=\"0\"/><shape id=\"0\"/></shapes>"
                    "<result id=\"1\"/></problem>");
  };
  const auto counts_of = [](const Recorded& r) {
    const NamedPuzzle named = read_xmpuzzle(r.text).puzzles[0];
    return std::tuple(named.state, named.stated_assemblies, named.stated_solutions);
  };
  using Number = std::optional<std::uint64_t>;
  const Recorded right = recorded(cubes("assemblies=\"3\" solutions=\"0\""), 0, false);
  CHECK(right.changes.losses.empty());
  CHECK(counts_of(right) == std::tuple(SolveState::solved, Number(3), Number(0)));
  const Recorded wrong = recorded(cubes("assemblies=\"2\" solutions=\"0\" time=\"5\""), 0, false);
  CHECK(wrong.changes.losses ==
        std::vector<std::string>{"dropped assemblies=2, solutions=0, the time and the state "
                                 "'solved': 3 different assemblies are listed now"});
  CHECK(counts_of(wrong) == std::tuple(SolveState::unsolved, Number(), Number()));
  CHECK(counts_of(recorded(cubes("assemblies=\"2\""), 0, false, UpTo::none, 2)) ==
        std::tuple(SolveState::solved, Number(2), Number()));
  // After a complete search it is known.
  for (const UpTo up_to : {UpTo::none, UpTo::rotations, UpTo::reflections}) {
    for (const int total : {3, 6}) {
      CAPTURE(up_to, total);
      const Recorded complete = recorded(
          cubes("assemblies=\"" + std::to_string(total) + "\" solutions=\"1\""), 0, true, up_to);
      CHECK(complete.changes.losses.empty());
      CHECK(counts_of(complete) == std::tuple(SolveState::solved, Number(total), Number(1)));
    }
    const Recorded complete = recorded(cubes("assemblies=\"4\" solutions=\"1\""), 0, true, up_to);
    CHECK(complete.changes.losses.size() == 1);
    CHECK(counts_of(complete) ==
          std::tuple(SolveState::solved, Number(up_to == UpTo::none ? 6 : 3), Number()));
    const Recorded counted = recorded(cubes(""), 0, true, up_to);
    CHECK(counted.changes.losses.empty());
    CHECK(counts_of(counted) ==
          std::tuple(SolveState::solved, Number(up_to == UpTo::none ? 6 : 3), Number()));
  }
  // Up to all symmetries of the problem there is one, and a saved one may be like it unrecognised.
  const Recorded saved = recorded(cubes("assemblies=\"6\""), 0, true, UpTo::none);
  const Collection again = read_xmpuzzle(saved.text);
  const Model model = polycube::build(again.puzzles[0].puzzle);
  const Changes changes =
      merge(model, again.puzzles[0], solutions_of(model, UpTo::none, 1), true, UpTo::all);
  CHECK(changes.losses == std::vector<std::string>{"dropped assemblies=6: the search is complete "
                                                   "and found 1, while 6 are listed"});
  CHECK_FALSE(changes.assemblies);
}

TEST_CASE("a saved assembly that is wrong is dropped, and so is what was counted with it") {
  // The pieces overlap.
  const std::string wrong = with(bar, "<assembly>1 0 0 0 2 0 0 0<", "<assembly>1 0 0 0 1 0 0 0<");
  const Recorded part = recorded(wrong, 0, false, UpTo::rotations, 0);
  REQUIRE(part.changes.losses.size() == 2);
  CHECK_THAT(part.changes.losses[0],
             Catch::Contains("dropped saved assembly 1 and its separation: "));
  CHECK_THAT(
      part.changes.losses[1],
      Catch::Contains("dropped assemblies=1, solutions=1, the time and the state 'solved': "));
  CHECK_THAT(part.text, Catch::Contains("name=\"one\" state=\"0\">"));
  CHECK_THAT(part.text, Catch::Contains("<bitmap/>\n  </problem>"));  // no empty list
  const Recorded all = recorded(wrong, 0, true);
  const NamedPuzzle now = read_xmpuzzle(all.text).puzzles[0];
  CHECK(now.saved.size() == 2);
  CHECK(now.separations == std::vector(2, Separation::none));
  CHECK(now.state == SolveState::solved);
  CHECK(now.stated_assemblies == 2U);
  CHECK_FALSE(now.stated_solutions);
}

TEST_CASE("puzzles in other formats have the same changes made") {
  const Collection all = read_xmpuzzle(bar);
  for (std::size_t p = 0; p < 3; ++p) {
    for (const bool complete : {false, true}) {
      CAPTURE(p, complete);
      const Recorded r = recorded(bar, p, complete);
      NamedPuzzle now = changed(all.puzzles[p], r.changes);
      const NamedPuzzle read = read_xmpuzzle(r.text).puzzles[p];
      CHECK(now.saved == read.saved);
      CHECK(now.separations == read.separations);
      CHECK(now.state == read.state);
      CHECK(now.stated_assemblies == read.stated_assemblies);
      CHECK(now.stated_solutions == read.stated_solutions);
      CHECK(now.has_search == read.has_search);
      CHECK(now.has_time == read.has_time);
      // Without its interrupted search a search has not been started.
      const NamedPuzzle written = read_xmpuzzle(write_xmpuzzle({.puzzles = {now}})).puzzles[0];
      const bool started = now.state == SolveState::started;
      CHECK(written.saved.size() == now.saved.size());
      CHECK(written.state == (started ? SolveState::unsolved : now.state));
      CHECK(written.stated_assemblies == (started ? std::nullopt : now.stated_assemblies));
      CHECK(written.stated_solutions == (started ? std::nullopt : now.stated_solutions));
    }
  }
}

TEST_CASE("assemblies added to random files are read as they were found") {
  Random random(77);
  int added = 0;
  for (int round = 0; round < rounds; ++round) {
    NamedPuzzle named{.name = "r", .puzzle = random_variant(random)};
    named.puzzle.turning = polycube::Turning::rotations;
    for (Piece& piece : named.puzzle.pieces) {
      piece.alternatives.clear();
      if (!piece.copies) piece.copies = Bounds{0, 4};
    }
    std::string text = write_xmpuzzle({.puzzles = {named, named}});
    for (std::size_t at = 0; (at = text.find("type=\"0\">", at)) != std::string::npos; at += 20) {
      if (random.chance(0.5)) text.insert(at, "hx=\"-1\" hy=\"2\" hz=\"1\" ");
    }
    INFO(text);
    const Collection before = read_xmpuzzle(text);
    const Model model = polycube::build(before.puzzles[1].puzzle);
    const auto found = solutions_of(model, UpTo::none, 20);
    const Changes changes = merge(model, before.puzzles[1], found, found.size() < 20, UpTo::none);
    CHECK(changes.losses.empty());
    const std::string written = update_xmpuzzle(text, 1, before.puzzles[1], changes);
    const Collection after = read_xmpuzzle(written);
    CHECK(after.puzzles[0].saved.empty());
    REQUIRE(after.puzzles[1].saved.size() == found.size());
    for (std::size_t n = 0; n < found.size(); ++n, ++added) {
      auto options = found[n];
      std::sort(options.begin(), options.end());
      const auto checked = polycube::check(model, after.puzzles[1].saved[n]);
      CHECK(checked.faults.empty());
      CHECK(checked.options == options);
    }
    // Once more they are all there.
    CHECK(merge(model, after.puzzles[1], found, false, UpTo::none).added.empty());
  }
  CHECK(added > rounds);
}

TEST_CASE("what cannot be written is refused") {
  const Piece domino{.name = "d", .cells = lattice::from_picture("XX")};
  const auto refused = [](const NamedPuzzle& named) {
    CHECK_THROWS_AS(write_xmpuzzle({.puzzles = {named}}), std::invalid_argument);
  };
  const NamedPuzzle good{.name = "", .puzzle = {.pieces = {domino}, .target = lattice::box(2, 1)}};
  CHECK_NOTHROW(write_xmpuzzle({.puzzles = {good}}));
  NamedPuzzle bad = good;
  bad.puzzle.pieces[0].copies.reset();
  refused(bad);
  bad = good;
  bad.puzzle.pieces[0].copies = Bounds{0, 4'000'000'000U};
  refused(bad);
  bad.puzzle.pieces[0].copies = Bounds{0, 600'000};
  CHECK_NOTHROW(write_xmpuzzle({.puzzles = {bad}}));
  bad.puzzle.pieces.push_back(bad.puzzle.pieces[0]);
  refused(bad);
  bad = good;
  bad.puzzle.pieces[0].colours = {64, 0};
  refused(bad);
  bad = good;
  bad.puzzle.target_colours = {64, 0};
  refused(bad);
  bad = good;
  bad.puzzle.fitting = {{64, 1}};
  refused(bad);
  bad = good;
  bad.puzzle.fitting = {{1, 0}};
  refused(bad);
  bad = good;
  bad.puzzle.turning = polycube::Turning::flat_rotations;
  refused(bad);
  bad = good;
  bad.puzzle.pieces[0].alternatives = {lattice::box(1, 1)};
  refused(bad);
  bad = good;
  bad.puzzle.pieces[0].cells = {{0, 0, 0}, {10'000, 10'000, 10'000}};  // a box of 10^12 cells
  refused(bad);
  bad = good;
  bad.saved = {{Placement{0, {{0, 0, 0}, {1, 1, 0}}, {}}}};
  refused(bad);
  bad.saved = {{Placement{0, {{0, 0, 0}}, {}}}};
  refused(bad);
  bad.saved = {
      {Placement{0, {{0, 0, 0}, {1, 0, 0}}, {}}, Placement{0, {{0, 0, 0}, {1, 0, 0}}, {}}}};
  refused(bad);
  bad.saved = {{Placement{7, {{0, 0, 0}, {1, 0, 0}}, {}}}};
  refused(bad);
  Collection colours{.puzzles = {good}};
  colours.colours.resize(63);
  CHECK_NOTHROW(read_xmpuzzle(write_xmpuzzle(colours)));
  colours.colours.resize(64);
  CHECK_THROWS_AS(write_xmpuzzle(colours), std::invalid_argument);
}

const std::string valid =
    R"(<?xml version="1.0"?>
<puzzle version="2">
 <gridType type="0"/>
 <colors><color red="255" green="0" blue="1"/></colors>
 <shapes>
  <voxel type="0" x="3" y="1" z="1" name="bar">##1#</voxel>
  <voxel x="2" y="2" z="1" hx="1" hy="1" type="0">#__#</voxel>
  <voxel x="3" y="2" z="1" type="0">###+_+</voxel>
 </shapes>
 <problems>
  <problem name="first" state="2" assemblies="1" maxHoles="2">
   <shapes><shape id="0" count="1"/></shapes>
   <result id="2"/>
   <bitmap><pair piece="0" result="0"/></bitmap>
   <solutions>
    <solution asmNum="0">
     <assembly>0 0 0 0</assembly>
    </solution>
   </solutions>
  </problem>
 </problems>
</puzzle>
)";

struct Malformed {
  std::string from;  // in `valid`
  std::string to;
  std::size_t line;     // 0: of the whole
  std::string word;     // that the error points at
  std::string message;  // a part of it
};

std::string replaced(const std::string& from, const std::string& to) {
  const std::size_t at = valid.find(from);
  REQUIRE(at != std::string::npos);
  return valid.substr(0, at) + to + valid.substr(at + from.size());
}

void check_refused(const std::string& text, std::size_t line, const std::string& word,
                   const std::string& message) {
  try {
    static_cast<void>(read_xmpuzzle(text));
    FAIL_CHECK("it was read");
  } catch (const TextError& e) {
    INFO("it said: " << e.what() << " (line " << e.line() << ", word '" << e.word() << "')");
    CHECK(e.line() == line);
    CHECK(std::string(e.word()) == word);
    CHECK_THAT(e.what(), Catch::Contains(message));
    if (!e.word().empty()) {
      REQUIRE(e.word().data() >= text.data());
      REQUIRE(e.word().data() + e.word().size() <= text.data() + text.size());
      const auto lines_before = std::count(text.data(), e.word().data(), '\n');
      CHECK(static_cast<std::size_t>(lines_before) + 1 == e.line());
    }
  } catch (const std::exception& e) {
    FAIL_CHECK("another exception: " << e.what());
  }
}

TEST_CASE("malformed files are refused where they are wrong") {
  CHECK_NOTHROW(read_xmpuzzle(valid));
  const std::vector<Malformed> table{
      // The frame.
      {"version=\"2\"", "version=\"3\"", 2, "3", "version"},
      {"version=\"2\"", "version=\"0\"", 2, "0", "whole number"},
      {"version=\"2\"", "version=\"-2\"", 2, "-2", "whole number"},
      {"version=\"2\"", "version=\"two\"", 2, "two", "whole number"},
      {"version=\"2\"", "version=\"2.0\"", 2, "2.0", "whole number"},
      {" version=\"2\"", "", 2, "puzzle", "no version"},
      {"version=\"2\"", "version=\"99999999999999999999\"", 2, "99999999999999999999", "number"},
      {"type=\"0\"/>", "type=\"5\"/>", 3, "5", "unknown grid"},
      {"type=\"0\"/>", "type=\"cubes\"/>", 3, "cubes", "whole number"},
      {"red=\"255\"", "red=\"256\"", 4, "256", "0 to 255"},
      {"red=\"255\"", "red=\"red\"", 4, "red", "0 to 255"},
      {"blue=\"1\"", "blue=\"-1\"", 4, "-1", "0 to 255"},
      {" green=\"0\"", "", 4, "color", "no green"},
      // Shapes.
      {"##1#<", "##1#", 9, "s", "XML"},
      {"x=\"3\" y=\"1\" z=\"1\"", "x=\"0\" y=\"1\" z=\"1\"", 6, "0", "whole number"},
      {"x=\"3\" y=\"1\" z=\"1\"", "x=\"-3\" y=\"1\" z=\"1\"", 6, "-3", "whole number"},
      {"x=\"3\" y=\"1\" z=\"1\"", "x=\"3.0\" y=\"1\" z=\"1\"", 6, "3.0", "whole number"},
      {"x=\"3\" y=\"1\" z=\"1\"", "x=\" 3\" y=\"1\" z=\"1\"", 6, " 3", "whole number"},
      {"x=\"3\" y=\"1\" z=\"1\"", "x=\"3\" z=\"1\"", 6, "voxel", "no y"},
      {"x=\"3\" y=\"1\" z=\"1\"", "x=\"4\" y=\"1\" z=\"1\"", 6, "voxel", "3 cells"},
      {"x=\"3\" y=\"1\" z=\"1\"", "x=\"2\" y=\"1\" z=\"1\"", 6, "voxel", "more cells"},
      {"x=\"3\" y=\"1\" z=\"1\"", "x=\"999999\" y=\"999999\" z=\"999999\"", 6, "voxel", "cells"},
      {"x=\"3\" y=\"1\" z=\"1\"", "x=\"65536\" y=\"65536\" z=\"65536\"", 6, "voxel", "cells"},
      {"x=\"3\" y=\"1\" z=\"1\"", "x=\"4294967297\" y=\"3\" z=\"1\"", 6, "4294967297", "number"},
      {"x=\"3\" y=\"1\" z=\"1\"", "x=\"1000000\" y=\"1\" z=\"1\"", 6, "voxel", "3 cells"},
      {"##1#<", "##64#<", 6, "#64", "63"},
      {"##1#<", "##99999999999999999999#<", 6, "#99999999999999999999", "63"},
      {"##1#<", "#_1#<", 6, "_1", "empty cell has no colour"},
      {"##1#<", "#x#<", 6, "x", "'_'"},
      {"##1#<", "1##<", 6, "1", "'_'"},
      {"##1#<", "# ##<", 6, " ", "'_'"},
      {"##1#<", "<", 6, "voxel", "0 cells"},
      {"##1#<", "##<!-- -->##<", 6, "voxel", ""},
      {"##1#<", "##1#<b/><", 6, "voxel", ""},
      {"hx=\"1\"", "hx=\"one\"", 7, "one", "whole number"},
      {"hx=\"1\"", "hx=\"9999999999\"", 7, "9999999999", "whole number"},
      {"###+_+", "##+64_+", 8, "+64", "63"},
      // Problems.
      {"shape id=\"0\"", "shape id=\"3\"", 12, "3", "0 to 2"},
      {"shape id=\"0\"", "shape id=\"-1\"", 12, "-1", "0 to 2"},
      {"shape id=\"0\"", "shape", 12, "shape", "no id"},
      {"shape id=\"0\"", "shape id=\"2\"", 12, "shape", "'+'"},
      {"count=\"1\"", "count=\"-1\"", 12, "-1", "whole number"},
      {"count=\"1\"", "count=\"1000001\"", 12, "1000001", "whole number"},
      {"count=\"1\"", "min=\"2\" max=\"1\"", 12, "2", "0 to 1"},
      {"count=\"1\"", "min=\"0\" max=\"many\"", 12, "many", "whole number"},
      {"<result id=\"2\"/>", "", 11, "problem", "no <result>"},
      {"result id=\"2\"", "result id=\"17\"", 13, "17", "0 to 2"},
      {"maxHoles=\"2\"", "maxHoles=\"-2\"", 11, "-2", "whole number"},
      {"maxHoles=\"2\"", "maxHoles=\"\"", 11, "problem", "maxHoles"},
      {"result=\"0\"", "result=\"1\"", 14, "1", "whole number from 0 to 0"},
      {"assemblies=\"1\"", "assemblies=\"1e3\"", 11, "1e3", "whole number"},
      {"assemblies=\"1\"", "solutions=\"-1\"", 11, "-1", "whole number"},
      {"state=\"2\"", "state=\"3\"", 11, "3", "0 to 2"},
      {"state=\"2\"", "state=\"solved\"", 11, "solved", "0 to 2"},
      {"piece=\"0\"", "piece=\"63\"", 14, "63", "0 to 0"},
      {"piece=\"0\"", "", 14, "pair", "no piece"},
      // Assemblies.
      {"<assembly>0 0 0 0</assembly>", "", 16, "solution", "<assembly>"},
      {"<assembly>", "<separation/><assembly>", 16, "solution", "before its <assembly>"},
      {"<assembly>0 0 0 0</assembly>", "<separation/><assembly>0 0 0 0</assembly><x/>", 16,
       "solution", "before its <assembly>"},
      {"0 0 0 0<", "0 0 0<", 17, "assembly", "ends too soon"},
      {"0 0 0 0<", "<", 17, "assembly", "ends too soon"},
      {"0 0 0 0<", "0 0 0 0 0<", 17, "0", "more"},
      {"0 0 0 0<", "x x<", 17, "x", "more"},
      {"0 0 0 0<", "0 0 0 48<", 17, "48", "0 to 47"},
      {"0 0 0 0<", "0 0 0 -1<", 17, "-1", "0 to 47"},
      {"0 0 0 0<", "0 x 0 0<", 17, "x", "whole number"},
      {"0 0 0 0<", "0 0 1.5 0<", 17, "1.5", "whole number"},
      {"0 0 0 0<", "99999999999 0 0 0<", 17, "99999999999", "whole number"},
      {"0 0 0 0<", "0 0\n 0 48<", 18, "48", "0 to 47"},
      {"0 0 0 0<", "0 0 0<!-- -->0<", 17, "assembly", ""},
      // XML.
      {"</shapes>\n <problems>", "</shape>\n <problems>", 9, "s", "XML"},
      {"<?xml version=\"1.0\"?>",
       "<!DOCTYPE p [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>", 0, "",
       "document type"},
      {"<?xml version=\"1.0\"?>", "<!DOCTYPE puzzle SYSTEM \"/etc/passwd\">", 0, "",
       "document type"},
      {"<puzzle version=\"2\">", "<puzzles version=\"2\">", 22, "p", "XML"},
      {"maxHoles=\"2\"", "maxHoles=2", 11, "2", "XML"},
  };
  CHECK(table.size() >= 60);
  for (const Malformed& m : table) {
    INFO("'" << m.from << "' -> '" << m.to << "'");
    check_refused(replaced(m.from, m.to), m.line, m.word, m.message);
  }
}

TEST_CASE("what is no such file at all is refused") {
  check_refused("", 1, "", "XML");
  check_refused("\n\n", 3, "", "XML");
  check_refused("<a/>", 0, "", "no <puzzle>");
  check_refused("<puzzle version=\"2\"/>", 0, "", "no <problem>");
  check_refused(
      "<puzzle version=\"2\"><problems><problem><result id=\"0\"/></problem></problems>"
      "</puzzle>",
      1, "result", "no shapes");
  const auto refused = [](const std::string& text) {
    try {
      static_cast<void>(read_xmpuzzle(text));
      FAIL_CHECK("it was read");
    } catch (const TextError& e) {
      SUCCEED(e.what());
    }
  };
  std::string junk;
  Random random(5);
  for (int i = 0; i < 4096; ++i) junk += static_cast<char>(random.below(256));
  refused(junk);
  refused("\x1f\x8b\x08" + junk);
  refused("just words\n");
  refused(std::string(100'000, '<'));
  // A NUL byte anywhere, even behind the end of it all.
  for (const std::size_t at : {std::size_t{0}, valid.find("##1#"), valid.find("first"),
                               valid.find("</puzzle>"), valid.size()}) {
    std::string text = valid;
    text.insert(at, 1, '\0');
    CAPTURE(at);
    refused(text);
  }
  // Deep nesting ends neither the stack nor the patience.
  std::string deep;
  for (int i = 0; i < 200'000; ++i) deep += "<a>";
  refused(deep);
  for (int i = 0; i < 200'000; ++i) deep += "</a>";
  refused(deep);
  // Truncated everywhere but in the blanks at its end.
  for (std::size_t length = 0; length < valid.size() - 1; ++length) {
    CAPTURE(length);
    refused(valid.substr(0, length));
  }
}

TEST_CASE("many pieces of one shape are read in time") {
  std::string shapes;
  for (int i = 0; i < 20'000; ++i) shapes += "<shape id=\"0\"/>";
  const Collection all =
      read_xmpuzzle(file(voxel(1, 1, 1, "#", " name=\"a\""),
                         "<problem><shapes>" + shapes + "</shapes><result id=\"0\"/></problem>"));
  std::set<std::string> names;
  for (const Piece& piece : all.puzzles.at(0).puzzle.pieces) names.insert(piece.name);
  CHECK(names.size() == 20'000);
}

TEST_CASE("a turn of many copies is refused rather than tried") {
  std::string text =
      file(voxel(1, 1, 1, "#"),
           "<problem><shapes><shape id=\"0\" count=\"900000\"/>"
           "<shape id=\"0\" count=\"900000\"/></shapes><result id=\"0\"/></problem>");
  check_refused(text, 5, "shape", "million");
}

/// The text of a file beside the checkout, decompressed.
std::string shared_text(const std::string& name) {
  io::Input input = io::Input::open(shared_path("xmpuzzle/" + name + ".xmpuzzle"));
  std::string text;
  for (std::string_view line; input.next_line(line);) {
    text += line;
    text += '\n';
  }
  return text;
}

Collection shared(const std::string& name) {
  return read_xmpuzzle(shared_text(name));
}

struct Counts {
  std::uint64_t all = 0;
  std::uint64_t classes = 0;
};

Counts counts(const Model& model, UpTo up_to) {
  const OptionSymmetries group = polycube::symmetries(model, up_to);
  Counts found;
  Verifier verifier(model.problem);
  for (Solver solver(model.problem); solver.next();) {
    ++found.all;
    if (found.all % 50 == 1) REQUIRE(verifier.faults(solver.solution()).empty());
    if (group.is_representative(solver.solution())) ++found.classes;
  }
  return found;
}

void check_saved(const Collection& collection) {
  for (const NamedPuzzle& named : collection.puzzles) {
    const Model model = polycube::build(named.puzzle);
    for (const Assembly& saved : named.saved) {
      const auto faults = polycube::faults(model, saved);
      CAPTURE(named.name, faults);
      CHECK(faults.empty());
    }
  }
}

TEST_CASE("shared: CubeInCage has 96 assemblies up to rotations, 1152 in all", "[.shared]") {
  const auto file = shared("CubeInCage");
  CHECK(file.puzzles.at(0).stated_assemblies == 96U);
  CHECK_FALSE(file.puzzles.at(0).saved.empty());
  check_saved(file);
  const Counts found = counts(polycube::build(file.puzzles.at(0).puzzle), UpTo::rotations);
  CHECK(found.all == 1152);
  CHECK(found.classes == 96);
}

TEST_CASE("shared: AlPackino has one assembly up to rotations, 8 in all", "[.shared]") {
  const auto file = shared("AlPackino");
  CHECK_FALSE(file.puzzles.at(0).saved.empty());
  check_saved(file);
  const Counts found = counts(polycube::build(file.puzzles.at(0).puzzle), UpTo::rotations);
  CHECK(found.all == 8);
  CHECK(found.classes == 1);
}

TEST_CASE("shared: DraculasDentalDesaster has 84 assemblies up to rotations, 168 in all",
          "[.shared]") {
  const auto file = shared("DraculasDentalDesaster");
  CHECK(file.colours.size() == 2);
  CHECK_FALSE(file.puzzles.at(0).saved.empty());
  check_saved(file);
#ifndef DLX_SANITIZE
  const Counts found = counts(polycube::build(file.puzzles.at(0).puzzle), UpTo::rotations);
  CHECK(found.all == 168);
  CHECK(found.classes == 84);
#endif
}

TEST_CASE("shared: DemoMirrorParadox has 2 and 2 up to rotations, 1 and 1 up to reflections",
          "[.shared]") {
  const auto file = shared("DemoMirrorParadox");
  REQUIRE(file.puzzles.size() == 2);
  for (const NamedPuzzle& named : file.puzzles) {
    const Model model = polycube::build(named.puzzle);
    CHECK(counts(model, UpTo::rotations).classes == 2);
    CHECK(counts(model, UpTo::reflections).classes == 1);
  }
  CHECK_THAT(file.comment, Catch::Contains("\"Keep Mirror\nSolutions\""));
}

TEST_CASE("shared: what a search adds leaves every line of a file", "[.shared]") {
  struct {
    const char* name;
    std::size_t separations;
  } const table[] = {{"DraculasDentalDesaster", 1}, {"CubeInCage", 1}, {"demirhan.burrloop", 12},
                     {"lohe.key-trap", 1},          {"AlPackino", 1},  {"PelikanBurr", 1}};
  for (const auto& [name, separations] : table) {
    CAPTURE(name);
    const auto text = shared_text(name);
    const auto separations_in = [](const std::string& of) {
      const auto found = read_xmpuzzle(of).puzzles.at(0).separations;
      return static_cast<std::size_t>(std::count(found.begin(), found.end(), Separation::moves));
    };
    CHECK(separations_in(text) == separations);
    const Recorded r = recorded(text, 0, false, UpTo::none, 3);
    CHECK(r.changes.losses.empty());
    CHECK(separations_in(r.text) == separations);
    // Each line is there, in order.
    std::size_t at = 0;
    for (std::size_t start = 0; start < text.size();) {
      const std::size_t end = std::min(text.find('\n', start), text.size() - 1) + 1;
      at = r.text.find(text.substr(start, end - start), at);
      REQUIRE(at != std::string::npos);
      at += end - start;
      start = end;
    }
    CHECK(r.text.size() > text.size());
  }
}

}  // namespace
}  // namespace dlx::test
