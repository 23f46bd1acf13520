// Files that show what is shown, the search tree, and puzzles converted.

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
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
      {polycube.c_str(), "assembly", 2, bars.c_str()},
  };
  for (const Row& row : rows) {
    CAPTURE(row.command);
    const std::string file = folder.path("page.html");
    const std::string shown = dlx_out(std::string(row.command) + " --html " + file);
    CHECK(shown == dlx_out(row.command));
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
  CHECK(dlx_run("explain -", counted_example).exit_code == 2);
  CHECK(dlx_run("explain -", dlx_out("soma --emit")).exit_code == 2);
  CHECK(contains(dlx_out("explain -", coloured_example), "x:A"));
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
      dlx_run("count -", "<puzzle version=\"2\">\n<gridType type=\"1\"/></puzzle>\n");
  CHECK(bad.exit_code == 2);
  CHECK(contains(bad.err, "<stdin>:2:17: "));
  CHECK(contains(bad.err, "triangular prisms"));
}

}  // namespace
}  // namespace dlx::test
