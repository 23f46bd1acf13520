#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/apps/process.hpp"
#include "tests/support/random.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

#ifdef DLX_SANITIZE
constexpr int rounds = 120;
#else
constexpr int rounds = 400;
#endif

/// However wrong its command line and its files, the command ends by itself and says why.
void check_end(const Result& r) {
  CHECK_FALSE(r.timed_out);
  CHECK(r.signal == 0);
  CHECK(std::set<int>{0, 2, 3, 5}.count(r.exit_code) == 1);
  if (r.exit_code == 2 || r.exit_code == 5) {
    // A solution that is read and wrong is said on standard output.
    CHECK((contains(r.err, "error: ") || contains(r.err, " invalid")));
  }
  if (r.exit_code == 3) CHECK((contains(r.out, "INCOMPLETE") || contains(r.err, "limit of")));
  CHECK_FALSE(contains(r.err, "internal error"));
}

TEST_CASE("random command lines") {
  const TemporaryFolder folder;
  const std::vector<std::string> commands{"soma",   "pentominoes", "dominoes", "sudoku",
                                          "queens", "langford",    "solve",    "count",
                                          "verify", "info",        "help",     ""};
  const std::vector<std::string> pieces{"--first",
                                        "-n",
                                        "--all",
                                        "--count",
                                        "--json",
                                        "-q",
                                        "--quiet",
                                        "--up-to",
                                        "rotations",
                                        "reflections",
                                        "none",
                                        "--emit",
                                        "--knuth-strict",
                                        "--stats",
                                        "--progress",
                                        "--engine",
                                        "auto",
                                        "dancing_links",
                                        "--color",
                                        "always",
                                        "--box-width",
                                        "--pieces",
                                        "2*P",
                                        "FILN",
                                        "20*Y",
                                        "--drop-unreachable",
                                        "--max-input",
                                        "0",
                                        "1",
                                        "3",
                                        "8",
                                        "-1",
                                        "4x4",
                                        "2x5",
                                        "2x3x10",
                                        "1x1",
                                        "x",
                                        "",
                                        "--",
                                        "-",
                                        "--help",
                                        "--version",
                                        "é",
                                        "\xFF",
                                        "%s%n",
                                        "=",
                                        "-n=3",
                                        "--up-to=none",
                                        "1...............",
                                        "1e9",
                                        "0x10",
                                        "18446744073709551616",
                                        folder.write("p", knuth_example),
                                        folder.write("s", "1 4 5\n"),
                                        folder.path("missing")};
  Random random(3);
  for (int round = 0; round < rounds; ++round) {
    Command command;
    command.arguments.push_back(commands[random.below(commands.size())]);
    for (std::size_t i = 0, n = random.below(6); i < n; ++i) {
      command.arguments.push_back(pieces[random.below(pieces.size())]);
    }
    // Searches of any length are cut, where the subcommand searches at all.
    if (command.arguments[0] != "verify" && command.arguments[0] != "info") {
      command.arguments.insert(command.arguments.end(), {"--node-limit", "2000"});
    }
    command.input = random.chance(0.5) ? knuth_example : "";
    std::string shown;
    for (const std::string& a : command.arguments) shown += "[" + a + "] ";
    INFO(shown);
    const Result r = run(command);
    INFO(r.err);
    check_end(r);
  }
}

/// A text with some of its bytes changed, cut, doubled or moved.
std::string mutated(Random& random, std::string text) {
  using namespace std::string_literals;
  const std::string bytes = "|: \n\t\r0:1a\0\xC3\xFF#.X/{}[]\""s;
  for (std::size_t i = 0, n = random.between(1, 4); i < n && !text.empty(); ++i) {
    const std::size_t at = random.below(text.size());
    switch (random.below(5)) {
      case 0:
        text[at] = bytes[random.below(bytes.size())];
        break;
      case 1:
        text.erase(at, random.between(1, 6));
        break;
      case 2:
        text.insert(at, 1, bytes[random.below(bytes.size())]);
        break;
      case 3:
        text.insert(at, text.substr(random.below(text.size()), random.between(1, 12)));
        break;
      default:
        text[at] = static_cast<char>(random.below(256));
    }
  }
  return text;
}

TEST_CASE("random files") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("problem", knuth_example);
  const std::string solutions = dlx_out("solve - --all", knuth_example) + "1 4 5\n" +
                                dlx_out("solve - --all --json", knuth_example) +
                                "1:\n A D F (1 of 2)\n E C (2 of 2)\n B G (1 of 1)\n";
  struct Kind {
    std::vector<std::string> arguments;
    std::string text;
  };
  const std::vector<Kind> kinds{
      {{"count", "-", "--node-limit", "10000"}, knuth_example},
      {{"solve", "-", "--all", "--node-limit", "10000"}, coloured_example},
      {{"count", "-", "--json", "--node-limit", "10000"}, counted_example},
      {{"info", "-"}, counted_example},
      {{"info", "-", "--drop-unreachable", "--json"}, coloured_example},
      {{"count", "-", "--node-limit", "10000"}, gzipped(knuth_example + knuth_example)},
      {{"verify", problem, "-"}, solutions},
      {{"verify", problem, "-", "--json"}, solutions},
      {{"dominoes", "-", "--count", "--node-limit", "1000"}, ".##.\n####\n####\n.##.\n"},
      {{"pentominoes", "-", "--first", "--node-limit", "1000"}, "#####\n#####\n\n#####\n#####\n"},
      {{"sudoku", "-", "--node-limit", "1000"},
       "# one\n1.....3..4.....2\n12..\n....\n....\n....\n"},
  };
  Random random(8);
  for (int round = 0; round < rounds; ++round) {
    const Kind& kind = kinds[random.below(kinds.size())];
    Command command{.arguments = kind.arguments, .input = mutated(random, kind.text)};
    INFO("round " << round << ": " << kind.arguments[0] << "\n" << command.input);
    const Result r = run(command);
    INFO(r.err);
    check_end(r);
    // What is read is read alike, count and identity.
    if (r.exit_code == 0 && kind.arguments[0] == "count") {
      CHECK(run({.arguments = {"info", "-"}, .input = command.input}).exit_code == 0);
    }
  }
}

}  // namespace
}  // namespace dlx::test
