// dlx polycube --apart

#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/apps/process.hpp"
#include "tests/support/random.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

/// A puzzle of the data folder, as an argument.
std::string puzzle(const std::string& name) {
  return DLX_DATA_XMPUZZLE "/" + name + ".xmpuzzle";
}

nlohmann::json last_line(const std::string& text) {
  const auto objects = json_lines(text);
  REQUIRE_FALSE(objects.empty());
  return objects.back();
}

/// A bar in a flat chamber between two lids, which turns before it leaves through a channel.
const std::string key =
    "[0-4][0-4]0 [0-4][0-4]2 [0-4]41 0[0-3]1 4[0-3]1 [2-3]01 311 [2-3]31\n"
    "cage [0-4][0-4]0 [0-4][0-4]2 [0-4]41 0[0-3]1 4[0-3]1 [2-3]01 311\n"
    "key 231 331\n";

/// The lines in the files of the units of a saved run.
std::string listed_in(const std::string& run) {
  std::string text;
  for (const auto& entry : std::filesystem::directory_iterator(run + ".solutions")) {
    text += unpacked(entry.path().string());
  }
  return text;
}

const std::string two_bars = "[0-2][0-1]0\n2*I 000 100 200\n";

}  // namespace

TEST_CASE("dlx polycube --apart: how many come apart, the levels and the hardest") {
  CHECK(dlx_out("polycube - --apart", two_bars) ==
        "1 assembly, 1 comes apart\n"
        "  level 1: 1\n"
        "hardest, assembly 1:\n"
        "aaa\nbbb\n\n");
  const std::string text = dlx_out("polycube " + puzzle("burr6_038") + " --apart --as-burrtools");
  CHECK(contains(text,
                 "30 assemblies up to rotations, 4 come apart\n  level 2.3: 2\n"
                 "  level 3.3: 2\nhardest, assembly "));
  const std::string command = "polycube " + puzzle("burr6_094") + " --apart --as-burrtools --json";
  const auto sums = last_line(dlx_out(command));
  CHECK(sums.at("assemblies") == "37");
  CHECK(sums.at("come_apart") == "7");
  CHECK(sums.at("undecided") == "0");
  CHECK(sums.at("complete") == true);
  CHECK(sums.at("levels") == nlohmann::json{{"1", 3}, {"2", 4}});
  CHECK(sums.at("hardest").at("level") == "2");
  // Whatever the number of threads.
  for (const char* threads : {"1", "2", "5"}) {
    CAPTURE(threads);
    CHECK(last_line(dlx_out(command + " --threads " + threads)) == sums);
  }
}

TEST_CASE("dlx polycube --apart: a single piece needs no taking apart") {
  const std::string text = "[0-1][0-1]0\nI 000 100 010 110\n";
  CHECK(dlx_out("polycube - --apart", text) == "1 assembly, 0 come apart, 1 of a single piece\n");
  const auto sums = last_line(dlx_out("polycube - --apart --json --apart-at-least 1", text));
  CHECK(sums.at("come_apart") == "0");
  CHECK(sums.at("single_pieces") == "1");
  CHECK(sums.at("levels").empty());
}

TEST_CASE("dlx polycube --apart: on other grids than that of cubes") {
  const TemporaryFolder folder;
  // Two rows of three spheres beside each other; a triangle in a hexagon of triangles.
  const std::string spheres = "grid spheres\n000 110 220 101 211 321\n2*I 000 110 220\n";
  const auto sums = last_line(dlx_out("polycube - --apart --json", spheres));
  CHECK(sums.at("assemblies") == "1");
  CHECK(sums.at("levels") == nlohmann::json{{"1", 1}});
  const std::string text =
      "grid triangles\n100 200 300 110 210 310\nA 100\nB 000 100 200 010 110\n";
  const Result none = dlx_run("polycube - --apart", text);
  CHECK(none.out == "0 assemblies, 0 come apart\n");
  CHECK(contains(none.err, "piece 'B' fits nowhere"));
  for (const char* grid : {"rhombic", "tetra-octahedra", "hexagons"}) {
    CAPTURE(grid);
    const std::string cell = grid == std::string("tetra-octahedra") ? "111" : "210";
    const std::string alone = "grid " + std::string(grid) + "\n" + cell + "\nA " + cell + "\n";
    CHECK(contains(dlx_out("polycube - --apart", alone), "1 of a single piece"));
  }
  // Saved with their separations, which are replayed.
  const std::string file = folder.path("rows.xmpuzzle");
  (void)dlx_out("polycube - --apart --xmpuzzle " + file, spheres);
  CHECK(contains(dlx_out("polycube " + file + " --saved"),
                 "1 saved assembly, 1 verified, 1 with a separation\n"));
  CHECK(contains(dlx_out("polycube " + file + " --info"), "hardest level 1\n"));
  // The page has the slides along the directions of the grid.
  const std::string page = folder.path("page.html");
  (void)dlx_out("polycube - --apart --html " + page, spheres);
  CHECK(contains(unpacked(page), "\"verdict\":\"comes apart\",\"level\":\"1\",\"stages\":"));
  CHECK(contains(unpacked(page), "\"balls\":true"));
  // A saved run.
  const std::string run = folder.path("run");
  const std::string rows = folder.write("rows", spheres);
  CHECK(contains(dlx_out("polycube " + rows + " --apart --all --checkpoint " + run),
                 "1 comes apart"));
}

TEST_CASE("dlx polycube --apart-at-least lists assemblies that need as many moves") {
  const std::string command = "polycube " + puzzle("burr6_038") + " --apart --as-burrtools";
  const auto listed = [&](const std::string& n) {
    return json_lines(dlx_out(command + " --json --apart-at-least " + n));
  };
  CHECK(listed("1").size() == 5);
  CHECK(listed("4").size() == 1);
  const auto hard = listed("3");
  REQUIRE(hard.size() == 3);
  CHECK(hard[0].at("level") == "3.3");
  CHECK(hard[0].at("options").size() == 6);
  CHECK(hard[2].at("hardest").at("n") == hard[0].at("n"));
  const std::string text = dlx_out(command + " --apart-at-least 3");
  CHECK(contains(text, "assembly " + hard[1].at("n").get<std::string>() + ", level 3.3\n"));
  CHECK(contains(text, "\n30 assemblies"));
}

TEST_CASE("dlx polycube --apart -n analyses the first assemblies") {
  const std::string command = "polycube " + puzzle("soma333") + " --apart";
  const auto result = dlx_run(command + " -n 7 --json");
  CHECK(result.exit_code == 0);
  const auto sums = last_line(result.out);
  CHECK(sums.at("assemblies") == "7");
  CHECK(sums.at("complete") == false);
  CHECK(contains(result.err, "stopped as asked"));
}

TEST_CASE("dlx polycube --saved checks a figure of Soma pieces") {
  const std::string mia = "; Mia\n/SOMA001 CUBE\n/222/655/653\n/211/665/733\n/441/744/773\n";
  CHECK(contains(dlx_out("polycube - --saved", mia), "1 saved assembly, 1 verified"));
  CHECK(last_line(dlx_out("polycube - --saved --json", mia)).at("verified") == 1);
}

TEST_CASE("dlx polycube --apart --xmpuzzle saves the separations, and --saved replays them") {
  const TemporaryFolder folder;
  const std::string file = folder.path("burr.xmpuzzle");
  const std::string burr = puzzle("burr6_038");
  (void)dlx_out("polycube " + burr + " --apart --as-burrtools --xmpuzzle " + file);
  const std::string text = unpacked(file);
  CHECK(contains(text, "state=\"2\" assemblies=\"30\" solutions=\"4\""));
  CHECK(contains(dlx_out("polycube " + file + " --info"),
                 "saved assemblies: 4, 4 with a separation; hardest level 3.3\n"
                 "  the file states: solved, 30 assemblies, 4 of them come apart\n"));
  CHECK(json_lines(dlx_out("polycube " + file + " --info --json")).at(0).at("saved_levels") ==
        nlohmann::json{{"2.3", 2}, {"3.3", 2}});
  const std::string saved = dlx_out("polycube " + file + " --saved");
  CHECK(contains(saved, "\ncomes apart, level 2.3\n"));
  CHECK(contains(saved, "4 saved assemblies, 4 verified, 4 with a separation\n"));
  CHECK(last_line(dlx_out("polycube " + file + " --saved --json")) ==
        nlohmann::json{{"saved", 4}, {"verified", 4}, {"separations", 4}});
  // Nothing changes when it is done again.
  (void)dlx_out("polycube " + file + " --apart --as-burrtools --xmpuzzle " + file);
  CHECK(unpacked(file) == text);
  // A saved assembly without a separation gets one.
  const std::string plain = folder.path("plain.xmpuzzle");
  (void)dlx_out("polycube " + burr + " --all --up-to rotations --xmpuzzle " + plain);
  CHECK(contains(dlx_out("polycube " + plain + " --info"), "30, 0 with a separation"));
  (void)dlx_out("polycube " + plain + " --apart --as-burrtools --xmpuzzle " + plain);
  CHECK(contains(dlx_out("polycube " + plain + " --info"), "30, 4 with a separation"));
  // A separation that moves pieces through each other is found.
  std::string wrong = text;
  const auto at = wrong.find("<state>", wrong.find("</state>"));
  REQUIRE(at != std::string::npos);
  wrong.erase(at, wrong.find("</state>", at) + 8 - at);
  const Result r = dlx_run("polycube " + folder.write("wrong.xmpuzzle", wrong) + " --saved");
  CHECK(r.exit_code == 2);
  CHECK(contains(r.err, "saved assembly 1: its separation: "));
  CHECK(contains(r.out, "4 saved assemblies, 3 verified, 3 with a separation\n"));
}

TEST_CASE("dlx polycube --apart --html has the slides, or says that it does not come apart") {
  const TemporaryFolder folder;
  const std::string page = folder.path("page.html");
  (void)dlx_out("polycube " + puzzle("burr6_038") + " --apart --as-burrtools --html " + page);
  const std::string apart = unpacked(page);
  CHECK(contains(apart, "\"level\":\"3.3\""));
  CHECK(contains(apart, "\"stages\":[{\"parts\":[0,1,2,3,4,5],\"slides\":[{\"parts\":["));
  CHECK(contains(apart, "4 of 30 assemblies come apart"));
  // No assembly needs 9 moves, so the hardest one is drawn.
  (void)dlx_out("polycube " + puzzle("burr6_038") +
                " --apart --as-burrtools --apart-at-least 9 --html " + page);
  CHECK(contains(unpacked(page), "\"level\":\"3.3\""));
  CHECK(contains(unpacked(page), "4 of 30 assemblies come apart"));
  (void)dlx_out("polycube " + puzzle("links_nogroup") + " --apart --html " + page);
  CHECK(contains(unpacked(page), "{\"verdict\":\"does not come apart\"}"));
  // Without --apart as well, as far as half a second goes.
  (void)dlx_out("polycube " + puzzle("burr6_078") + " --all --up-to rotations --html " + page);
  CHECK(contains(unpacked(page), "\"level\":\"2\""));
  CHECK(contains(unpacked(page), "{\"verdict\":\"does not come apart\"}"));
}

TEST_CASE("dlx polycube --apart --checkpoint loses and doubles nothing when it is killed") {
  const TemporaryFolder folder;
  const std::string arguments =
      "polycube " + puzzle("soma_window2x2") + " --apart --up-to rotations";
  const auto start = std::chrono::steady_clock::now();
  const auto truth = last_line(dlx_out(arguments + " --json"));
  const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - start;
  const std::uint64_t seed = drawn_seed();
  CAPTURE(seed);
  Random random(seed);
  for (const bool json : {true, false}) {
    CAPTURE(json);
    const std::string run = folder.path(json ? "json.dlxr" : "text.dlxr");
    const std::string words_of = arguments + " --all --checkpoint " + run +
                                 " --checkpoint-every 0.02" + (json ? " --json" : "");
    int killed = 0;
    Result r;
    for (int round = 0; round < 100; ++round) {
      const bool begun = std::filesystem::exists(run);
      // The first one is killed even if the machine was slow when the whole was measured.
      const double part = round == 0 ? 0.1 : 0.2 + 0.05 * random.below(12);
      r = dlx::test::run({.arguments = words(begun ? "resume " + run : words_of),
                          .timeout_s = part * whole.count() + 0.02 * round});
      if (!r.timed_out) break;
      ++killed;
    }
    CHECK(killed > 0);
    REQUIRE(r.exit_code == 0);
    if (json) {
      auto sums = last_line(r.out);
      for (const char* name : {"assemblies", "come_apart", "levels", "undecided"}) {
        CHECK(sums.at(name) == truth.at(name));
      }
      CHECK(sums.at("hardest").at("level") == truth.at("hardest").at("level"));
    } else {
      CHECK(contains(r.out, truth.at("assemblies").get<std::string>() +
                                " assemblies up to rotations, " +
                                truth.at("come_apart").get<std::string>() + " come apart\n"));
    }
  }
}

TEST_CASE("dlx polycube --apart --turns: what comes apart with turns only is counted by itself") {
  CHECK(dlx_out("polycube - --apart", key) == "1 assembly, 0 come apart\n");
  const std::string command = "polycube - --apart --turns";
  const std::string text = dlx_out(command, key);
  CHECK(contains(text,
                 "1 assembly, 0 come apart, 1 with turns\n"
                 "  level 2 with turns: 1\n"
                 "hardest, assembly 1, with turns:\n"));
  CHECK(
      contains(dlx_out(command + " --apart-at-least 2", key), "assembly 1, level 2 with turns\n"));
  CHECK_FALSE(contains(dlx_out(command + " --apart-at-least 3", key), "assembly 1, level"));
  const auto sums = last_line(dlx_out(command + " --json --threads 3", key));
  CHECK(sums.at("come_apart") == "0");
  CHECK(sums.at("come_apart_with_turns") == "1");
  CHECK(sums.at("levels").empty());
  CHECK(sums.at("levels_with_turns") == nlohmann::json{{"2", 1}});
  CHECK(sums.at("hardest").at("turns") == true);
  // What slides take apart is told as without --turns, and rings stay in each other.
  CHECK(dlx_out(command, two_bars) ==
        "1 assembly, 1 comes apart, 0 with turns\n"
        "  level 1: 1\n"
        "hardest, assembly 1:\n"
        "aaa\nbbb\n\n");
  CHECK(contains(dlx_out("polycube " + puzzle("links_nogroup") + " --apart --turns"),
                 " 0 come apart, 0 with turns\n"));
  const Result few = dlx_run(command + " --apart-states 1", key);
  CHECK(contains(few.out, "0 come apart, 0 with turns, 1 not decided\n"));
  CHECK(contains(few.err, "--apart-states"));
}

TEST_CASE("dlx polycube --apart --turns: runs that are saved, files of BurrTools, pages") {
  const TemporaryFolder folder;
  const std::string file = folder.write("key.txt", key);
  for (const char* json : {"", " --json"}) {
    CAPTURE(json);
    const std::string run = folder.path(*json == 0 ? "text.dlxr" : "json.dlxr");
    const std::string out =
        dlx_out("polycube " + file + " --apart --turns --all --checkpoint " + run + json);
    CHECK(contains(out, *json == 0 ? "1 with turns\n  level 2 with turns: 1\n"
                                   : "\"levels_with_turns\":{\"2\":1}"));
    CHECK(contains(listed_in(run), *json == 0 ? "turns:2 " : R"("level":"2","turns":true)"));
    const Result slides = dlx_run("polycube " + file + " --apart --all --checkpoint " + run + json);
    CHECK(slides.exit_code == 6);
    CHECK(contains(slides.err, "its kind of move is 'slides and turns', not 'slides'"));
  }
  // A run that has left assemblies undecided analyses these again if it may try more positions.
  const std::string tries = "polycube " + file + " --apart --turns --all --checkpoint " +
                            folder.path("few.dlxr") + " --apart-states ";
  for (int round = 0; round < 2; ++round) {
    CHECK(contains(dlx_run(tries + "1").out, "0 come apart, 0 with turns, 1 not decided\n"));
  }
  CHECK(contains(dlx_out(tries + "100000"), "0 come apart, 1 with turns\n"));
  const std::string saved = folder.path("key.xmpuzzle");
  const Result writes =
      dlx_run("polycube " + file + " --apart --turns --as-burrtools --xmpuzzle " + saved);
  CHECK(writes.exit_code == 0);
  CHECK(contains(writes.err,
                 "1 assembly saved without separation, because BurrTools knows no turns"));
  CHECK(contains(dlx_out("polycube " + saved + " --saved"), "1 saved assembly, 1 verified\n"));
  CHECK(contains(dlx_out("polycube " + saved + " --info"), "1 assembly, 0 of them come apart"));
  const std::string page = folder.path("key.html");
  (void)dlx_out("polycube " + file + " --apart --turns --html " + page);
  const std::string text = unpacked(page);
  CHECK(contains(text, "0 of 1 assembly comes apart, 1 with turns"));
  CHECK(contains(text, "\"verdict\":\"comes apart with a turn\""));
  CHECK(contains(text, "\"turn\":{\"axis\":[0,0,-1],\"twice\":[4,8,0]}"));
}

TEST_CASE("dlx polycube --apart --half-cells: a bar that turns only from half a cell") {
  const std::string bar =
      "[0-5][0-5]0 [0-5][0-5]2 [0-5]01 0[1-4]1 5[1-4]1 231 [0-2]51 [4-5]51 [1-3]21\n"
      "cage [0-5][0-5]0 [0-5][0-5]2 [0-5]01 0[1-4]1 5[1-4]1 231 [0-2]51 [4-5]51\n"
      "key [1-3]21\n";
  CHECK(contains(dlx_out("polycube - --apart --turns", bar), "0 come apart, 0 with turns\n"));
  CHECK(contains(dlx_out("polycube - --apart --half-cells", bar),
                 "1 assembly, 0 come apart, 1 with turns\n  level 3 with turns: 1\n"));
  CHECK(contains(dlx_out("polycube - --apart --half-cells", key), "  level 2 with turns: 1\n"));
  const TemporaryFolder folder;
  const std::string file = folder.write("bar.txt", bar);
  const std::string run = folder.path("bar.dlxr");
  CHECK(contains(
      dlx_out("polycube " + file + " --apart --half-cells --all --checkpoint " + run + " --json"),
      "\"levels_with_turns\":{\"3\":1}"));
  CHECK(contains(dlx_out("resume " + run + " --json"), "\"levels_with_turns\":{\"3\":1}"));
  const std::string page = folder.path("bar.html");
  const std::string steps = folder.path("steps.html");
  (void)dlx_out("polycube " + file + " --apart --half-cells --html " + page + " --steps " + steps);
  CHECK(contains(unpacked(page), "\"divided\":2"));
  CHECK(contains(dlx_run("polycube - --half-cells", bar).err, "--half-cells needs --apart"));
  // The limit on the distance of axes is 40 cells, not 40 halves.
  const std::string long_bar =
      "[0-5][0-5]0 [0-5][0-5]2 [0-5]01 0[1-4]1 5[1-4]1 231 [0-2]51 [4-5]51 [1-3]21 [6-9a-n]00\n"
      "cage [0-5][0-5]0 [0-5][0-5]2 [0-5]01 0[1-4]1 5[1-4]1 231 [0-2]51 [4-5]51 [6-9a-n]00\n"
      "key [1-3]21\n";
  CHECK(contains(dlx_out("polycube - --apart --half-cells", long_bar), " 1 with turns\n"));
}

TEST_CASE("dlx polycube --saved --apart analyses what a file has saved") {
  const TemporaryFolder folder;
  const std::string file = folder.path("burr.xmpuzzle");
  (void)dlx_out("polycube " + puzzle("burr6_038") + " --all --up-to rotations --xmpuzzle " + file);
  const std::string command = "polycube " + file + " --saved --apart";
  const std::string text = dlx_out(command);
  CHECK(
      text.starts_with("30 saved assemblies, 30 verified\n30 assemblies, 4 come apart\n"
                       "  level 2.3: 2\n  level 3.3: 2\nhardest, assembly "));
  const auto listed = json_lines(dlx_out(command + " --apart-at-least 3 --json --threads 2"));
  REQUIRE(listed.size() == 4);
  CHECK(listed[0] == nlohmann::json{{"saved", 30}, {"verified", 30}, {"separations", 0}});
  CHECK(listed[1].at("level") == "3.3");
  CHECK(listed[3].at("levels") == nlohmann::json{{"2.3", 2}, {"3.3", 2}});
  CHECK(listed[3].at("hardest").at("n") == listed[1].at("n"));
  CHECK(listed[3].at("complete") == true);
  CHECK_FALSE(listed[3].contains("come_apart_with_turns"));
  const std::string page = folder.path("page.html");
  (void)dlx_out(command + " --html " + page);
  CHECK(contains(unpacked(page), "4 of 30 assemblies come apart"));
  const Result late = dlx_run(command + " --time-limit 0");
  CHECK(late.exit_code == 3);
  CHECK(contains(late.out, "INCOMPLETE"));
  // Numbers are those of the file, whose first assembly has lost a step of its separation.
  (void)dlx_out(command.substr(0, command.find(" --saved")) +
                " --apart --as-burrtools --xmpuzzle " + file);
  std::string wrong = unpacked(file);
  const auto separation = wrong.find("<separation>");
  REQUIRE(separation != std::string::npos);
  const auto at = wrong.find("<state>", wrong.find("</state>", separation));
  wrong.erase(at, wrong.find("</state>", at) + 8 - at);
  const Result r =
      dlx_run("polycube " + folder.write("wrong.xmpuzzle", wrong) + " --saved --apart --json");
  CHECK(r.exit_code == 2);
  CHECK(contains(r.err, ": its separation: "));
  CHECK(json_lines(r.out)[0] ==
        nlohmann::json{{"saved", 30}, {"verified", 29}, {"separations", 3}});
  CHECK(last_line(r.out).at("assemblies") == "29");
  CHECK(dlx_out("polycube - --saved --apart", two_bars) ==
        "0 saved assemblies, 0 verified\n0 assemblies, 0 come apart\n");
}

TEST_CASE("dlx polycube --saved --apart --turns turns what a file has saved") {
  const TemporaryFolder folder;
  const std::string file = folder.path("key.xmpuzzle");
  (void)dlx_out("polycube - --all --up-to rotations --xmpuzzle " + file, key);
  const std::string command = "polycube " + file + " --saved --apart";
  CHECK(dlx_out(command) == "1 saved assembly, 1 verified\n1 assembly, 0 come apart\n");
  CHECK(contains(dlx_out(command + " --turns"),
                 "1 saved assembly, 1 verified\n1 assembly, 0 come apart, 1 with turns\n"
                 "  level 2 with turns: 1\nhardest, assembly 1, with turns:\n"));
  CHECK(last_line(dlx_out(command + " --turns --json")).at("levels_with_turns") ==
        nlohmann::json{{"2", 1}});
  const std::string page = folder.path("key.html");
  (void)dlx_out(command + " --turns --html " + page);
  CHECK(contains(unpacked(page), "\"verdict\":\"comes apart with a turn\""));
  CHECK(contains(dlx_run("polycube " + file + " --saved --turns").err, "--turns needs --apart"));
}

TEST_CASE("dlx polycube --turns goes with --apart, and turns cubes only") {
  CHECK(contains(dlx_run("polycube - --turns", key).err, "--turns needs --apart"));
  const Result spheres =
      dlx_run("polycube - --apart --turns", "grid spheres\n000 110\nA 000\nB 000\n");
  CHECK(spheres.exit_code == 2);
  CHECK(contains(
      spheres.err,
      "--turns and --half-cells turn cubes only, and this puzzle is on the grid 'spheres'"));
}

TEST_CASE("dlx polycube --apart: limits, and options that do not go with it") {
  const std::string command = "polycube " + puzzle("soma_window2x2") + " --apart";
  const Result stopped = dlx_run(command + " --time-limit 0 --json");
  CHECK(stopped.exit_code == 3);
  CHECK(last_line(stopped.out).at("INCOMPLETE") == true);
  const Result few = dlx_run(command + " -n 50 --apart-states 1 --json");
  CHECK(few.exit_code == 0);
  CHECK(last_line(few.out).at("undecided") != "0");
  CHECK(contains(few.err, "--apart-states"));
  for (const char* more : {"--count", "--emit", "--info", "--trust T1 --all", "--saved --count",
                           "--saved -n 3", "--saved --as-burrtools", "--saved --xmpuzzle x",

                           "--checkpoint x --all --apart-at-least 2", "--apart-at-least 0",
                           "--as-burrtools --up-to rotations"}) {
    CAPTURE(more);
    CHECK(dlx_run(command + " " + more).exit_code == 2);
  }
  CHECK(dlx_run("polycube " + puzzle("soma333") + " --apart-at-least 2").exit_code == 2);
  CHECK(dlx_out("polycube " + puzzle("soma333") + " --count --as-burrtools") == "240\n");
}

}  // namespace dlx::test
