#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

#include "tests/apps/process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

TEST_CASE("what cannot be opened or read: exit code 5, its name and why") {
  const TemporaryFolder folder;
  for (const std::string& arguments : std::vector<std::string>{
           "count " + folder.path("missing"), "solve " + folder.path("missing"),
           "info " + folder.path("missing"), "verify " + folder.path("missing") + " -",
           "dominoes " + folder.path("missing"), "pentominoes " + folder.path("missing"),
           "count " + folder.path(""), "info " + folder.path("no/such/folder")}) {
    const Result r = dlx_run(arguments);
    INFO(arguments << "\n" << r.err);
    CHECK(r.exit_code == 5);
    CHECK(r.out.empty());
    CHECK(contains(r.err, "cannot "));
    CHECK(contains(r.err, folder.path("").substr(0, 10)));
  }
  const std::string problem = folder.write("p", knuth_example);
  CHECK(dlx_run("verify " + problem + " " + folder.path("missing")).exit_code == 5);
}

TEST_CASE("a folder is no region and no sudoku") {
  const TemporaryFolder folder;
  CHECK(dlx_run("dominoes " + folder.path("")).exit_code == 5);
  CHECK(dlx_run("sudoku " + folder.path("")).exit_code == 5);
}

TEST_CASE("gzip that is cut short or damaged: exit code 2, and no count") {
  const std::string whole = gzipped(dlx_out("queens 12 --emit"));
  for (const std::size_t left :
       {whole.size() - 1, whole.size() - 8, whole.size() / 2, std::size_t{20}, std::size_t{11}}) {
    const Result r = dlx_run("count -", whole.substr(0, left));
    INFO(left << " of " << whole.size() << " bytes: " << r.err);
    CHECK(r.exit_code == 2);
    CHECK(r.out.empty());
    CHECK(contains(r.err, "gzip"));
  }
  std::string damaged = whole;
  damaged[whole.size() / 2] = static_cast<char>(damaged[whole.size() / 2] ^ 0x55);
  const Result r = dlx_run("count -", damaged);
  CHECK(r.exit_code == 2);
  CHECK(r.out.empty());
  std::string wrong_sum = whole;
  wrong_sum[whole.size() - 6] = static_cast<char>(wrong_sum[whole.size() - 6] ^ 1);
  CHECK(dlx_run("count -", wrong_sum).exit_code == 2);
}

TEST_CASE("inputs over the limit: exit code 3, also if they are small before decompression") {
  CHECK(dlx_run("count - --max-input 20", knuth_example).exit_code == 3);
  CHECK(dlx_run("count - --max-input 20", knuth_example).out.empty());
  CHECK(contains(dlx_run("count - --max-input 20", knuth_example).err, "limit of 20 bytes"));
  CHECK(dlx_run("count - --max-input " + std::to_string(knuth_example.size()), knuth_example)
            .exit_code == 0);
  // Ten million bytes of comment in ten thousand.
  std::string bomb = "a\na\n";
  for (int i = 0; i < 10'000; ++i) bomb += "|" + std::string(999, '.') + "\n";
  const std::string packed = gzipped(bomb);
  CHECK(packed.size() < 50'000);
  CHECK(dlx_run("count -", packed).out == "1\n");
  const Result r = dlx_run("count - --max-input 1000000", packed);
  CHECK(r.exit_code == 3);
  CHECK(r.out.empty());
  CHECK(contains(r.err, "larger than the limit"));
}

TEST_CASE("one endless line is refused before it fills the memory") {
  const Result r = dlx_run("count -", gzipped("a\n" + std::string(std::size_t{70} << 20, ' ')));
  CHECK(r.exit_code == 3);
  CHECK(contains(r.err, "line 2 is longer than the limit"));
}

TEST_CASE("disk full: exit code 5, and no word of success") {
  for (const char* arguments : {"soma",
                                "soma --emit",
                                "queens --all",
                                "queens 8 --count",
                                "queens 10 --all --json",
                                "count -",
                                "solve -",
                                "info -",
                                "--help",
                                "queens --help",
                                "--version",
                                "sudoku "
                                "1...............",
                                "langford 4 --emit",
                                "sample - -n 3",
                                "marginals -",
                                "zdd -",
                                "estimate - --probes 10",
                                "explain -",
                                "convert - --to json",
                                "cube blue",
                                "snake christmas",
                                "polycube - --from triples",
                                "pentominoes 3x20 --count",
                                "man count",
                                "completion bash",
                                "count - --up-to all"}) {
    const std::string input =
        contains(arguments, "polycube") ? "[0-2]00\nI 000 100 200\n" : knuth_example;
    const Result r =
        run({.arguments = words(arguments), .input = input, .output_file = "/dev/full"});
    INFO("dlx " << arguments << "\n" << r.err);
    CHECK(r.exit_code == 5);
    CHECK(r.signal == 0);
    CHECK(contains(r.err, "cannot write"));
    CHECK_FALSE(contains(r.err, "no others"));
  }
}

struct Written {
  std::string arguments;  ///< FILE stands for the file
  std::string input = {};
};

TEST_CASE("disk full while a file is written: exit code 5, and no half file under its name") {
  const std::string bars = "[0-2][0-2]0\n3*I 000 100 200\n";
  const std::string rows = dlx_out("dominoes 2x3 --emit");
  const std::vector<Written> all = {
      {"dominoes 4x4 --all --html FILE"},    {"soma --first --stl FILE"},
      {"soma --first --obj FILE"},           {"soma --first --scad FILE"},
      {"cube blue --all --svg FILE"},        {"bigcube --first --svg FILE"},
      {"snake christmas --svg FILE"},        {"explain - --html FILE", knuth_example},
      {"queens 4 --explain FILE"},           {"polycube - --all --xmpuzzle FILE", bars},
      {"convert - FILE --to knuth", rows},   {"convert - FILE --to json", rows},
      {"convert - FILE --to sage", rows},    {"convert - FILE --to matrix", rows},
      {"convert - FILE --to opb", rows},     {"convert - FILE --to cnf", rows},
      {"convert - FILE --to lp", rows},      {"convert - FILE --to minizinc", rows},
      {"convert - FILE --to triples", bars}, {"convert - FILE --to xmpuzzle", bars}};
  const auto with = [](std::string arguments, const std::string& file) {
    return words(arguments.replace(arguments.find("FILE"), 4, file));
  };
  for (const auto& [arguments, input] : all) {
    const TemporaryFolder folder;
    const std::string file = folder.path("written");
    const Result whole = run({.arguments = with(arguments, file), .input = input});
    INFO(arguments << "\n" << whole.err);
    REQUIRE(whole.exit_code == 0);
    const std::string text = bytes_of(file);
    REQUIRE(text.size() > 10);
    for (const std::uint64_t room : {std::size_t{0}, text.size() - 1}) {
      for (const bool there : {false, true}) {
        CAPTURE(room, there);
        std::filesystem::remove(file);
        if (there) folder.write("written", "older");
        const Result r =
            run({.arguments = with(arguments, file), .input = input, .file_size = room});
        INFO(r.err);
        CHECK(r.signal == 0);
        CHECK(r.exit_code == 5);
        CHECK(contains(r.err, "written: cannot write"));
        CHECK(std::filesystem::exists(file) == there);
        if (there) CHECK(bytes_of(file) == "older");
        CHECK(std::distance(std::filesystem::directory_iterator(folder.path("")), {}) == there);
      }
    }
    const Result full = run({.arguments = with(arguments, "/dev/full"), .input = input});
    CHECK(full.exit_code == 5);
    CHECK(contains(full.err, "/dev/full: cannot write"));
  }
}

TEST_CASE("more clauses than are written: exit code 3, and no file") {
  const TemporaryFolder folder;
  std::string text = "a\n";
  for (int k = 0; k < 14'200; ++k) text += "a\n";  // 100,812,900 pairs
  const std::string file = folder.path("p.cnf");
  const Result r = run({.arguments = {"convert", "-", file}, .input = text});
  CHECK(r.exit_code == 3);
  CHECK(r.out.empty());
  CHECK(contains(r.err, "CNF: more than 100000000 clauses"));
  CHECK_FALSE(std::filesystem::exists(file));
}

TEST_CASE("a file that is written takes the place of another: its mode, and where a link leads") {
  const TemporaryFolder folder;
  const std::string file = folder.write("old", "older");
  chmod(file.c_str(), 0640);
  std::filesystem::create_symlink(file, folder.path("link"));
  const std::string rows = dlx_out("dominoes 2x3 --emit");
  CHECK(dlx_run("convert - " + folder.path("link") + " --to json", rows).exit_code == 0);
  CHECK(std::filesystem::is_symlink(folder.path("link")));
  CHECK(contains(bytes_of(file), "dlx-problem/1"));
  struct stat what = {};
  REQUIRE(stat(file.c_str(), &what) == 0);
  CHECK((what.st_mode & 0777) == 0640);
  CHECK(contains(dlx_out("convert - /dev/stdout --to json", rows), "dlx-problem/1"));
}

TEST_CASE("disk full while a count is divided: what is there of units is whole") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("p", dlx_out("queens 7 --emit"));
  REQUIRE(dlx_run("split " + problem + " --units 4 -o " + folder.path("all")).exit_code == 0);
  for (const std::uint64_t room : {0U, 50U, 200U}) {
    CAPTURE(room);
    const std::string parts = folder.path("parts" + std::to_string(room));
    const Result r =
        run({.arguments = {"split", problem, "--units", "4", "-o", parts}, .file_size = room});
    CHECK(r.signal == 0);
    CHECK(r.exit_code == 5);
    CHECK_FALSE(contains(r.err, "units; count each"));
    for (const auto& entry : std::filesystem::directory_iterator(parts)) {
      const std::string name = entry.path().filename().string();
      CHECK(bytes_of(entry.path().string()) == bytes_of(folder.path("all/" + name)));
    }
  }
}

TEST_CASE("entities and document types are refused, and no other file is read") {
  const TemporaryFolder folder;
  const std::string secret = folder.write("secret", "SECRET");
  std::string bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE p [<!ENTITY a0 \"aaaaaaaaaa\">";
  for (int i = 1; i < 10; ++i) {
    bomb += "<!ENTITY a" + std::to_string(i) + " \"";
    for (int k = 0; k < 10; ++k) bomb += "&a" + std::to_string(i - 1) + ";";
    bomb += "\">";
  }
  bomb += "]>\n<puzzle version=\"2\">&a9;</puzzle>\n";
  const std::string other = "<?xml version=\"1.0\"?>\n<!DOCTYPE p [<!ENTITY a SYSTEM \"file://" +
                            secret + "\">]>\n<puzzle version=\"2\">&a;</puzzle>\n";
  for (const std::string& text : {bomb, other}) {
    for (const char* arguments :
         {"polycube - --count", "polycube - --info", "count -", "convert - --to triples"}) {
      const Result r = dlx_run(arguments, text);
      INFO(arguments << r.err);
      CHECK(r.exit_code == 2);
      CHECK(contains(r.err, "document type"));
      CHECK_FALSE(contains(r.out + r.err, "SECRET"));
    }
  }
}

TEST_CASE("a name from a file becomes no path") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path("a/b"));
  const std::string name = "../../escaped";
  const std::string problem = name + " /etc/passwd\n" + name + "\n/etc/passwd\n";
  folder.write("a/b/p", problem);
  const std::string xml =
      "<?xml version=\"1.0\"?><puzzle version=\"2\"><gridType type=\"0\"/><colors/><shapes>"
      "<voxel x=\"1\" y=\"1\" z=\"1\" type=\"0\" name=\"../../escaped\">#</voxel></shapes>"
      "<problems><problem name=\"../../escaped\" state=\"0\"><shapes><shape id=\"0\" count=\"1\"/>"
      "</shapes><result id=\"0\"/><bitmap/></problem></problems></puzzle>";
  folder.write("a/b/x", xml);
  for (const char* arguments :
       {"solve p --all", "count p --checkpoint run", "solve p --all --checkpoint list",
        "split p --units 2 -o parts", "convert p q --to minizinc", "explain p --html e.html",
        "polycube x --all --html h.html --stl s.stl --obj o.obj --xmpuzzle y",
        "polycube x --all --checkpoint cubes"}) {
    const Result r = run({.arguments = words(arguments), .folder = folder.path("a/b")});
    INFO(arguments << r.err);
    CHECK(r.exit_code == 0);
  }
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path("")), {}) == 1);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path("a")), {}) == 1);
  CHECK_FALSE(std::filesystem::exists(folder.path("escaped")));
}

TEST_CASE("disk full while verifying") {
  const TemporaryFolder folder;
  const Result r = run({.arguments = {"verify", folder.write("p", knuth_example), "-"},
                        .input = "1 4 5\n",
                        .output_file = "/dev/full"});
  CHECK(r.exit_code == 5);
}

TEST_CASE("a reader that went away: dlx ends quietly by SIGPIPE") {
  for (const char* arguments :
       {"queens 8 --all", "queens 12 --all", "queens 8 --count", "soma", "queens 40 --emit",
        "--help", "--version", "cube blue --all", "snake christmas", "pentominoes 3x20 --all",
        "man count", "completion bash", "sudoku 1...............", "bigcube --first",
        "dominoes 4x4 --json --all"}) {
    const Result r = run({.arguments = words(arguments), .reader_is_gone = true});
    INFO("dlx " << arguments << "\n" << r.err);
    CHECK(r.signal == SIGPIPE);
    CHECK_FALSE(contains(r.err, "error"));
  }
}

TEST_CASE("a run in a file is complete although nobody reads its answer") {
  const TemporaryFolder folder;
  const std::string file = folder.path("run");
  const Result r =
      run({.arguments = words("langford 8 --count --checkpoint " + file), .reader_is_gone = true});
  CHECK(r.signal == SIGPIPE);
  CHECK(contains(dlx_out("status " + file), "run: complete"));
  CHECK(dlx_out("resume " + file) == "300\n");
}

/// What was found before the signal is there, whole, and verifies.
void check_interrupted(int signal, int exit_code) {
  const std::string problem = dlx_out("dominoes 8x8 --emit");
  const TemporaryFolder folder;
  const std::string file = folder.write("dominoes.dlx", problem);
  for (const std::string& json : {std::string(), std::string("--json")}) {
    const Result r = run({.arguments = words("solve " + file + " --all " + json),
                          .signal = signal,
                          .signal_after = json.empty() ? "solution 100:" : "\"n\":\"100\""});
    INFO(r.err);
    CHECK(r.signal == 0);
    CHECK(r.exit_code == exit_code);
    CHECK(contains(r.out, "INCOMPLETE"));
    CHECK(contains(r.err, "INCOMPLETE"));
    const Result v = dlx_run("verify " + file + " - --quiet", r.out);
    CHECK(v.exit_code == 0);
    CHECK(lines(v.out).size() >= 100);
    if (!json.empty()) {
      const auto last = json_lines(r.out).back();
      CHECK(last.at("complete") == false);
      CHECK(last.at("INCOMPLETE") == true);
      CHECK(last.at("status") == "stopped");
      CHECK(last.at("count") == std::to_string(lines(v.out).size()));
    } else {
      CHECK(lines(r.out).back().starts_with("INCOMPLETE"));
    }
  }

  const Result counted = run({.arguments = words("queens 20 --count --progress"),
                              .signal = signal,
                              .signal_after = "% done"});
  CHECK(counted.exit_code == exit_code);
  const auto said = lines(counted.out);
  REQUIRE(said.size() == 2);
  CHECK(std::stoull(said[0]) > 0);
  CHECK(said[1].starts_with("INCOMPLETE"));
  const Result json = run(
      {.arguments = words("queens 20 --count --json"), .signal = signal, .signal_after_work = 0.3});
  CHECK(json.exit_code == exit_code);
  CHECK(json_lines(json.out).at(0).at("complete") == false);
}

TEST_CASE("SIGINT ends a search in order: 130, INCOMPLETE, and what was found") {
  check_interrupted(SIGINT, 130);
}

TEST_CASE("SIGTERM ends a search in order: 143, INCOMPLETE, and what was found") {
  check_interrupted(SIGTERM, 143);
}

TEST_CASE("SIGHUP ends a search in order: 129, INCOMPLETE, and what was found") {
  check_interrupted(SIGHUP, 129);
}

TEST_CASE("a signal that comes twice at once is one") {  // GNU timeout sends it so
  for (const auto& [signal, exit_code] : {std::pair{SIGINT, 130}, {SIGTERM, 143}}) {
    for (int n = 0; n < 5; ++n) {
      const Result r = run({.arguments = words("queens 20 --count"),
                            .signal = signal,
                            .signal_after_work = 0.1,
                            .signals = 3});
      CHECK(r.signal == 0);
      CHECK(r.exit_code == exit_code);
      CHECK(contains(r.out, "INCOMPLETE"));
    }
  }
}

TEST_CASE("a signal while the reader keeps it waiting: the answer is whole all the same") {
  const TemporaryFolder folder;
  const std::string file = folder.write("dominoes.dlx", dlx_out("dominoes 8x8 --emit"));
  for (const auto& [signal, exit_code] : {std::pair{SIGINT, 130}, {SIGTERM, 143}}) {
    const Result r = run(
        {.arguments = {"solve", file, "--all", "--json"}, .signal = signal, .reader_waits = true});
    INFO(r.err);
    CHECK(r.exit_code == exit_code);
    CHECK(r.out.ends_with("\n"));
    CHECK(contains(r.out, "INCOMPLETE"));
    CHECK(dlx_run("verify " + file + " - --quiet", r.out).exit_code == 0);
  }
}

TEST_CASE("a search among symmetries is stopped too, and so is one without solutions") {
  for (const char* arguments :
       {"queens 20 --count --up-to reflections", "langford 21 --count --method search",
        "langford 29 --no-preprocess"}) {
    const Result r =
        run({.arguments = words(arguments), .signal = SIGINT, .signal_after_work = 0.3});
    INFO(arguments << r.err);
    CHECK(r.exit_code == 130);
    CHECK(contains(r.out, "INCOMPLETE"));
  }
}

TEST_CASE("a signal while something is counted by tables, or listed") {
  const TemporaryFolder folder;
  const std::string board = folder.write("board.dlx", dlx_out("dominoes 30x30 --emit"));
  for (const auto& [signal, exit_code, methods, listings] :
       {std::tuple{SIGINT, 130, words("sweep zdd"), std::vector{"queens 14 --all"}},
        {SIGTERM, 143, words("memo search"),
         std::vector{"dominoes 8x8 --all --json", "dominoes 8x8 --all --up-to all"}}}) {
    for (const std::string& method : methods) {
      const Result r = run({.arguments = words("count " + board + " --method " + method),
                            .signal = signal,
                            .signal_after_work = 0.3});
      INFO(method << r.out << r.err);
      CHECK(r.signal == 0);
      CHECK(r.exit_code == exit_code);
      CHECK(contains(r.out, "INCOMPLETE"));
    }
    for (const char* arguments : listings) {
      const Result r = run({.arguments = words(arguments), .signal = signal, .signal_after = "\n"});
      INFO(arguments << r.err);
      CHECK(r.exit_code == exit_code);
      CHECK(contains(r.out, "INCOMPLETE"));
    }
  }
}

TEST_CASE("a signal while the input is awaited ends the command at once") {
  const TemporaryFolder folder;
  const std::string pipe = folder.path("pipe");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string script = "timeout --foreground -s " + std::to_string(signal) +
                               " -k 60 0.3 \"$0\" count \"$1\" 3<>\"$1\"";
    const Result r = run({.arguments = {"-c", script, DLX_BINARY, pipe}, .program = "/bin/bash"});
    INFO(r.out << r.err);
    CHECK(r.exit_code == 124);
    CHECK(r.out.empty());
  }
}

struct Limited {
  std::string arguments;
  std::string status;
};

TEST_CASE("limits: exit code 3, INCOMPLETE in the data, complete: false") {
  for (const auto& [arguments, status] : std::vector<Limited>{
           {"queens 20 --count --node-limit 1000", "node_limit"},
           {"queens 20 --all --node-limit 1000", "node_limit"},
           {"queens 20 --count --time-limit 0.2", "time_limit"},
           {"queens 20 --count --time-limit 0", "time_limit"},
           {"soma --count --node-limit 1000", "node_limit"},
           {"soma --node-limit 1000", "node_limit"},
           {"soma --time-limit 0", "time_limit"},
           {"soma --naive --node-limit 1000", "node_limit"},
           {"langford 21 --first --node-limit 10", "node_limit"},
           {"dominoes 16x16 --count --method search --time-limit 0.2", "time_limit"},
           {"dominoes 24x24 --count --time-limit 0.2", "time_limit"},
           {"dominoes 16x16 --count --method sweep --node-limit 500", "node_limit"},
           {"dominoes 16x16 --count --method memo --node-limit 500", "node_limit"},
           {"dominoes 16x16 --count --method zdd --time-limit 0", "time_limit"},
           {"pentominoes --count --up-to reflections --node-limit 500", "node_limit"},
       }) {
    const Result r = dlx_run(arguments);
    INFO("dlx " << arguments << "\n" << r.out.substr(0, 300) << r.err);
    CHECK(r.exit_code == 3);
    CHECK(contains(r.out, "INCOMPLETE"));
    CHECK_FALSE(contains(r.out, "no solution\n"));
    CHECK_FALSE(contains(r.err, "no others"));
    const Result j = dlx_run(arguments + " --json");
    CHECK(j.exit_code == 3);
    const auto last = json_lines(j.out).back();
    CHECK(last.at("complete") == false);
    CHECK(last.at("status") == status);
    CHECK(last.at("count").is_string());
  }
}

TEST_CASE("a node limit stops at the same place every time") {
  const auto nodes = [](const std::string& limit) {
    return json_lines(dlx_run("queens 12 --count --json --node-limit " + limit).out)
        .at(0)
        .at("nodes")
        .get<int>();
  };
  CHECK(nodes("12345") == nodes("12345"));
  CHECK(nodes("12345") <= 12345);
  CHECK(nodes("0") == 0);
  CHECK(nodes("1") <= 1);
}

TEST_CASE("a limit that is not reached changes nothing") {
  CHECK(dlx_out("queens 8 --count --node-limit 1000000 --time-limit 1000") == "92\n");
  CHECK(dlx_out("queens 8 --count --time-limit 1e300") == "92\n");
  CHECK(dlx_out("queens 8 --count --node-limit 18446744073709551615") == "92\n");
}

#ifndef DLX_SANITIZE  // the sanitizers need an address space without limits
TEST_CASE("out of memory: exit code 4 and a message, wherever it happens") {
  const TemporaryFolder folder;
  // Four million entries: some 100 MB once read.
  std::string text = "a b\n";
  for (int i = 0; i < 1'000'000; ++i) text += "a b\n";
  const std::string file = folder.write("large.dlx", text);
  // Below 20 MB not even the libraries are loaded.
  for (const std::uint64_t megabytes : {20U, 24U, 32U, 40U, 48U, 56U}) {
    const Result r = run({.arguments = {"count", file}, .address_space = megabytes << 20});
    INFO(megabytes << " MB: " << r.err);
    CHECK(r.signal == 0);
    if (r.exit_code == 0) {
      CHECK(r.out == "1000000\n");
    } else {
      CHECK(r.exit_code == 4);
      CHECK(r.out.empty());
      CHECK(contains(r.err, "out of memory"));
    }
  }
  const Result tight =
      run({.arguments = {"count", file}, .address_space = std::uint64_t{24} << 20});
  CHECK(tight.exit_code == 4);
  const Result queens =
      run({.arguments = words("queens 1000 --emit"), .address_space = std::uint64_t{24} << 20});
  CHECK(queens.exit_code == 4);
}
#endif

#ifndef DLX_SANITIZE
TEST_CASE("out of memory: exit code 4 for other formats, threads and tables too") {
  const TemporaryFolder folder;
  std::string json = R"({"format":"dlx-problem/1","items":[{"name":"a"}],"options":[{"items":[0]})";
  for (int i = 0; i < 200'000; ++i) json += R"(,{"items":[0]})";
  folder.write("large.json", json + "]}");
  folder.write("board.dlx", dlx_out("dominoes 16x16 --emit"));
  folder.write("queens.dlx", dlx_out("queens 12 --emit"));
  int ended = 0;
  for (const std::string arguments :
       {"count large.json", "info large.json", "count board.dlx --method zdd",
        "count board.dlx --method sweep", "count queens.dlx --threads 16 --method search",
        "info board.dlx --symmetry", "convert large.json - --to json"}) {
    for (const std::uint64_t megabytes : {24U, 28U, 32U, 40U, 50U, 64U, 80U, 100U, 130U, 170U}) {
      const Result r = run({.arguments = words(arguments),
                            .folder = folder.path(""),
                            .address_space = megabytes << 20});
      INFO(arguments << " in " << megabytes << " MB: " << r.err);
      CHECK(r.signal == 0);
      CHECK((r.exit_code == 0 || r.exit_code == 4));
      if (r.exit_code == 4) {
        CHECK(contains(r.err, "out of memory"));
        ++ended;
      }
    }
  }
  CHECK(ended > 10);
}
#endif

TEST_CASE("a file in place of a terminal, and no standard input at all") {
  const Result r = dlx_run("count -");
  CHECK(r.exit_code == 2);
  CHECK(contains(r.err, "<stdin>"));
}

TEST_CASE("standard input cannot be the problem and its solutions at once") {
  const Result r = dlx_run("verify - -", knuth_example + "1 4 5\n");
  CHECK(r.exit_code == 2);
  CHECK(r.out.empty());
}

}  // namespace
}  // namespace dlx::test
