// --up-to all and --up-to FILE.

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "tests/apps/process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

/// Triples of some points, such that each pair is in one of them.
std::string triple_systems(int points) {
  std::string items;
  std::string options;
  const auto pair = [](int a, int b) { return std::to_string(a) + std::to_string(b); };
  for (int a = 1; a <= points; ++a) {
    for (int b = a + 1; b <= points; ++b) {
      items += pair(a, b) + " ";
      for (int c = b + 1; c <= points; ++c) {
        options += pair(a, b) + " " + pair(a, c) + " " + pair(b, c) + "\n";
      }
    }
  }
  return items + "\n" + options;
}

/// All sets of points: no symmetry keeps a point.
std::string partitions(int points) {
  std::string text;
  for (int p = 0; p < points; ++p) text += "p" + std::to_string(p) + " ";
  for (int set = 1; set < 1 << points; ++set) {
    text += "\n";
    for (int p = 0; p < points; ++p) {
      if ((set >> p & 1) != 0) text += "p" + std::to_string(p) + " ";
    }
  }
  return text + "\n";
}

TEST_CASE("alike options make no classes") {
  const TemporaryFolder folder;
  std::string text = "a b\n";
  for (int n = 0; n < 1'000; ++n) text += "a\nb\n";
  const std::string file = folder.write("alike.dlx", text + "a b\na b\n");
  const Result counted = dlx_run("count " + file + " --up-to all --json");
  CHECK(json_lines(counted.out).back()["count"] == "2");
  CHECK(json_lines(counted.out).back()["solutions"] == "1000002");
  CHECK(contains(counted.err, "e5135 symmetries of the problem"));
  CHECK(dlx_run("count " + file + " --up-to all --method sweep").out == "2\n");
  CHECK(lines(dlx_run("solve " + file + " --up-to all --all").out).size() > 2);
  const Result certified = dlx_run("count " + file + " --up-to all --trust T2");
  CHECK(certified.exit_code == 2);
  CHECK(contains(certified.err, "more symmetries than can be listed"));
}

TEST_CASE("classes of a problem, counted and listed") {
  const TemporaryFolder folder;
  const std::string soma = folder.write("soma.dlx", dlx_out("soma --emit"));
  CHECK(dlx_run("count " + soma + " --up-to all").out == "240\n");
  const Result listed = dlx_run("solve " + soma + " --up-to all --all --json");
  CHECK(listed.exit_code == 0);
  CHECK(contains(listed.err, "240 solutions up to symmetry, each verified"));
  const auto all = json_lines(listed.out);
  CHECK(all.size() == 241);
  CHECK(all.back()["up_to"] == "all");
  // It does not go through the others.
  const auto nodes = all.back()["nodes"].get<std::uint64_t>();
  CHECK(nodes * 20 < json_lines(dlx_out("solve " + soma + " --all --json")).back()["nodes"]);

  // Items by name, also in what a choice leaves.
  const Result ordered = run(
      {.arguments = {"solve", soma, "--up-to", "all", "--all", "--json", "--order", "P 000 222"}});
  CHECK(lines(ordered.out).size() == 241);
  CHECK(dlx_run("count " + soma + " --up-to all --order P").out == "240\n");
  CHECK(dlx_run("count - --up-to all", triple_systems(7)).out == "1\n");
  // 9! symmetries are not listed, but classes are told apart by canonical forms.
  const std::string nine = partitions(9);
  const Result many = dlx_run("count - --up-to all --json", nine);
  CHECK(contains(many.err, "up to the 362880 symmetries"));
  const auto answer = json_lines(many.out).back();
  CHECK(answer["count"] == "30");
  CHECK(answer["solutions"] == "21147");
  CHECK(json_lines(dlx_run("solve - --up-to all --all --json", nine).out).size() == 31);
  CHECK(dlx_run("count - --up-to all --method zdd", nine).exit_code == 2);
  const Result both = dlx_run("count - --up-to all --fingerprint 1", nine);
  CHECK(both.exit_code == 2);
  CHECK(both.err.starts_with("dlx: error: --fingerprint"));  // before it looks for symmetries
  CHECK(dlx_run("count - --up-to all --memory-limit 0.00001", nine).exit_code == 4);
  const Result kept = dlx_run("solve - --up-to all --all --checkpoint " + folder.path("run"), nine);
  CHECK(kept.exit_code == 2);
  CHECK(contains(kept.err, "--checkpoint with --all does not go with more symmetries than can be"));
  CHECK_FALSE(std::filesystem::exists(folder.path("run")));
  const Result cut = dlx_run("count - --up-to all --time-limit 0", nine);
  CHECK(cut.exit_code == 3);
  CHECK(cut.out == "0\nINCOMPLETE: stopped by the time limit; there may be more\n");
}

TEST_CASE("a count of classes is divided into units") {
  const TemporaryFolder folder;
  const std::string soma = folder.write("soma.dlx", dlx_out("soma --emit"));
  const std::string parts = folder.path("parts");
  const auto split = [&](const std::string& file, const std::string& into) {
    return dlx_run("split " + file + " --units 3 --up-to all -o " + into);
  };
  CHECK(contains(split(soma, parts).err, "up to the 48 symmetries of the problem"));
  std::string results = parts + "/0.result";
  for (const std::string unit : {"1", "2", "3"}) {
    const Result counted = dlx_run("count " + parts + "/" + unit + ".unit");
    REQUIRE(counted.exit_code == 0);
    results += " " + folder.write(unit, counted.out);
  }
  CHECK(dlx_run("merge " + results).out == "240\n");
  const auto answer = json_lines(dlx_out("merge --json " + results)).back();
  CHECK(answer["count"] == "240");
  CHECK(answer["up_to"] == "all");

  const Result many = split(folder.write("nine.dlx", partitions(9)), folder.path("nine"));
  CHECK(many.exit_code == 2);
  CHECK(contains(many.err, "--units does not go with more symmetries than can be listed"));
  CHECK_FALSE(std::filesystem::exists(folder.path("nine")));
  CHECK(dlx_run("split " + soma + " --units 3 --up-to all --fingerprint 1 -o x").exit_code == 2);
}

TEST_CASE("a count of classes under a large group is saved") {
  const TemporaryFolder folder;
  const std::string run = folder.path("run");
  const Result begun =
      dlx_run("count - --up-to all --node-limit 50 --checkpoint " + run, partitions(9));
  CHECK(begun.exit_code == 3);
  CHECK(lines(begun.out)[0] == "1");  // of at most 21147 / 362880 classes, rounded up
  const Result resumed = dlx_run("resume --json " + run);
  CHECK(resumed.exit_code == 0);
  const auto answer = json_lines(resumed.out).back();
  CHECK(answer["count"] == "30");
  CHECK(answer["solutions"] == "21147");
  CHECK(dlx_run("resume " + run).out == "30\n");
  CHECK(dlx_run("count - --up-to all --checkpoint " + folder.path("raced"), partitions(9)).out ==
        "30\n");

  // Alike options are merged for the count of classes.
  std::string text = "a b\n";
  for (int n = 0; n < 1'000; ++n) text += "a\nb\n";
  CHECK(dlx_run("count - --up-to all --checkpoint " + folder.path("alike"), text + "a b\na b\n")
            .out == "2\n");
}

TEST_CASE("classes under symmetries that a file says") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("p.dlx", dlx_out("queens 8 --emit"));
  const auto generators =
      json_lines(dlx_out("info --symmetry --json " + problem)).back()["symmetry"]["generators"];
  std::string text = "| what dlx info has found\n";
  for (const auto& generator : generators) text += generator["cycles"].get<std::string>() + "\n";
  const std::string all = folder.write("all", text);
  CHECK(dlx_run("count " + problem + " --up-to " + all).out == "12\n");
  const std::string one =
      folder.write("one", generators.back()["cycles"].get<std::string>() + "\n");
  const Result half = dlx_run("count " + problem + " --json --up-to " + one);
  CHECK(contains(half.err, "up to the 2 symmetries"));
  CHECK(json_lines(half.out).back()["count"] == "46");
  CHECK(json_lines(half.out).back()["up_to"] == "the symmetries in " + one);
  CHECK(dlx_run("queens 8 --count --up-to " + one).out == "46\n");

  const Result typo = dlx_run("count " + problem + " --up-to reflexions");
  CHECK(typo.exit_code == 2);
  CHECK(contains(typo.err, "unknown value 'reflexions'; use all, none or a file of symmetries"));
  const Result wrong = dlx_run("count " + problem + " --up-to " + folder.write("bad", "r1 x"));
  CHECK(wrong.exit_code == 2);
  CHECK(contains(wrong.err, "bad:1:"));
  CHECK(dlx_run("count " + problem + " --up-to " + folder.path("")).exit_code == 5);
  const Result nothing = dlx_run("count " + problem + " --up-to " + folder.write("identity", "r1"));
  CHECK(nothing.exit_code == 2);
  CHECK(contains(nothing.err, "no symmetry"));
}

/// The colourings of a hexagon with three colours: 66, in 4 classes under 12 times 6 symmetries.
std::string hexagon() {
  std::string items;
  std::string options;
  for (int v = 0; v < 6; ++v) {
    items += "e" + std::to_string(v) + " ";
    for (const char one : {'r', 'g', 'b'}) {
      for (const char other : {'r', 'g', 'b'}) {
        if (one == other) continue;
        options += "e" + std::to_string(v) + " v" + std::to_string(v) + ":" + one + " v" +
                   std::to_string((v + 1) % 6) + ":" + other + "\n";
      }
    }
  }
  return items + "| v0 v1 v2 v3 v4 v5\n" + options;
}

TEST_CASE("info shows sets of alike options, and the group that --up-to all uses") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("p.dlx", "p q\np\np\np\nq\nq\nq\n");
  const auto symmetry = json_lines(dlx_out("info --symmetry --json " + problem)).back()["symmetry"];
  CHECK(symmetry["order"] == "72");
  CHECK(contains(dlx_run("count " + problem + " --up-to all").err, "up to the 72 symmetries"));
  CHECK(symmetry["alike_options"].dump() == "[[1,2,3],[4,5,6]]");
  REQUIRE(symmetry["generators"].size() == 1);
  CHECK(symmetry["generators"][0]["cycles"] == "p q");
  CHECK(symmetry["generators"][0]["options"].dump() == "[4,5,6,1,2,3]");
  CHECK(symmetry["orbit_of_item"].dump() == "[1,1]");
  CHECK(symmetry["orbit_of_option"].dump() == "[1,1,1,1,1,1]");
  CHECK(contains(dlx_out("info --symmetry " + problem), "alike options            2 sets\n"));
}

TEST_CASE("symmetries that rename colours are found, written, read and certified") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("p.dlx", hexagon());
  const auto symmetry = json_lines(dlx_out("info --symmetry --json " + problem)).back()["symmetry"];
  CHECK(symmetry["order"] == "72");
  std::string text;
  for (const auto& generator : symmetry["generators"]) {
    text += generator["cycles"].get<std::string>() + "\n";
  }
  CHECK(contains(text, "v0:r"));
  const std::string all = folder.write("all", text);
  for (const std::string& up_to : {std::string("all"), all}) {
    CAPTURE(up_to);
    CHECK(dlx_out("count " + problem + " --up-to " + up_to) == "4\n");
    CHECK(json_lines(dlx_out("solve --all --json " + problem + " --up-to " + up_to)).size() == 5);
    CHECK(dlx_out("count " + problem + " --up-to " + up_to + " --trust T2") == "4\n");
    CHECK(dlx_out("count " + problem + " --up-to " + up_to + " --checkpoint " +
                  folder.path("run" + std::to_string(up_to.size()))) == "4\n");
  }
  const std::string colours =
      folder.write("colours",
                   "v0:r v0:g | v1:r v1:g | v2:r v2:g | v3:r v3:g | v4:g v4:r | "
                   "v5:g v5:r\n");
  const Result half = dlx_run("count " + problem + " --up-to " + colours);
  CHECK(contains(half.err, "up to the 2 symmetries"));
  CHECK(half.out == "33\n");
  const Result wrong =
      dlx_run("count " + problem + " --up-to " + folder.write("bad", "v0:r v0:g\n"));
  CHECK(wrong.exit_code == 2);
  CHECK(contains(wrong.err, "bad:1:1"));
}

TEST_CASE("a sudoku up to its symmetries") {
  CHECK(dlx_out("sudoku 0000000000000000 --count") == "288\n");
  CHECK(dlx_out("sudoku 0000000000000000 --count --up-to all") == "2\n");
  CHECK(dlx_out("soma --count --up-to all") == "240\n");
  CHECK(dlx_out("cube blue --count --up-to all") == "3\n");
}

TEST_CASE("a run in a file keeps the symmetries that it counts up to") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("p.dlx", dlx_out("queens 8 --emit"));
  const auto generators =
      json_lines(dlx_out("info --symmetry --json " + problem)).back()["symmetry"]["generators"];
  REQUIRE(generators.size() > 1);
  const auto line = [&](std::size_t k) {
    return generators[k]["cycles"].get<std::string>() + "\n";
  };
  const std::string file = folder.write("symmetries", line(0));
  const std::string run = " --checkpoint " + folder.path("run");
  const std::string count = "count " + problem + " --up-to " + file;
  CHECK(dlx_run(count + run + " --unit-nodes 50 --node-limit 100").exit_code == 3);
  std::ofstream(file) << line(1);
  const Result other = dlx_run(count + run);
  CHECK(other.exit_code == 6);
  CHECK(contains(other.err, "up to"));
  std::filesystem::remove(file);
  CHECK(dlx_run("resume " + folder.path("run")).out == "46\n");
}

}  // namespace
}  // namespace dlx::test
