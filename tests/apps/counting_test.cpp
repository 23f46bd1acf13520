// Methods of counting, costs, estimates, samples: what their subcommands say.

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/apps/process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

/// Solutions 3 5 (cost 2), 2 3 4 (cost 4), 1 2 (cost 7).
const std::string costs = "a b c\na b |5\nc |2\na |1\nb |1\nb c |1\n";

TEST_CASE("every method and engine prints one count and one fingerprint") {
  const std::string queens = dlx_out("queens 7 --emit");
  for (const std::string& problem : {queens, costs, dlx_out("dominoes 6x6 --emit")}) {
    std::set<std::string> answers;
    for (const char* how :
         {"", "--method auto", "--method search", "--method sweep", "--method memo", "--method zdd",
          "--engine dancing_links", "--engine dancing_cells", "--engine bit_matrix",
          "--no-preprocess", "--branch weighted", "--branch first"}) {
      const Result r = dlx_run("count - --fingerprint 12 " + std::string(how), problem);
      INFO(how << "\n" << r.err);
      CHECK(r.exit_code == 0);
      answers.insert(r.out);
    }
    CHECK(answers.size() == 1);
    CHECK(lines(*answers.begin()).size() == 2);
    CHECK(contains(*answers.begin(), "fingerprint "));
    CHECK(dlx_out("count - --fingerprint 13", problem) != *answers.begin());
  }
}

TEST_CASE("the items to branch on, by name") {
  const auto with = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"-"});
    return run({.arguments = arguments, .input = costs});
  };
  std::set<std::string> orders;
  for (const char* order : {"a b c", "c b a", "b", " c  b "}) {
    CAPTURE(order);
    const Result r = with({"solve", "--all", "--order", order});
    CHECK(r.exit_code == 0);
    CHECK(contains(r.err, "3 solutions"));
    orders.insert(r.out);
    CHECK(contains(with({"count", "--order", order}).out, "3"));
  }
  CHECK(orders.size() > 1);  // the solutions come in another order
  const std::vector<std::pair<std::string, std::string>> faults = {
      {"a d", "--order: no primary item is named 'd'"},
      {"a b a", "--order: the item 'a' is named twice"}};
  for (const auto& [order, message] : faults) {
    const Result r = with({"solve", "--order", order});
    CHECK(r.exit_code == 2);
    CHECK(r.out.empty());
    CHECK(contains(r.err, message));
  }
  CHECK(with({"solve", "--order", "a", "--branch", "first"}).exit_code == 2);
  CHECK(with({"solve", "--order", "a", "--min-cost"}).exit_code == 2);
  CHECK(with({"solve", "--order", "a", "--engine", "bit_matrix"}).exit_code == 2);
  CHECK(contains(dlx_out("soma --count --order L"), "11520"));
  CHECK(dlx_run("solve - --order a", "2|a b\na\na b\n").out == "solution 1:\n  1: a\n  2: a b\n");
  CHECK(contains(dlx_run("solve - --branch weighted", "2|a b\na\na b\n").err, "no weights"));
}

TEST_CASE("a table that does not fit: exit code 4, INCOMPLETE") {
  for (const char* method : {"sweep", "zdd"}) {
    const Result r =
        dlx_run("dominoes 16x16 --count --memory-limit 0.0001 --method " + std::string(method));
    INFO(r.err);
    CHECK(r.exit_code == 4);
    CHECK(contains(r.out, "INCOMPLETE: stopped by the memory limit"));
  }
  // A memo lets go of what it knows, and goes on.
  CHECK(dlx_out("dominoes 8x8 --count --memory-limit 0.0002 --method memo") == "12988816\n");
}

TEST_CASE("the cheapest solutions") {
  CHECK(dlx_out("solve - --min-cost", costs) == "# cost 2\nsolution 1:\n  3: a\n  5: b c\n");
  const auto objects = json_lines(dlx_out("solve - --min-cost -n 5 --json", costs));
  REQUIRE(objects.size() == 4);
  std::vector<std::string> found;
  for (std::size_t k = 0; k < 3; ++k) found.push_back(objects[k].at("cost"));
  CHECK(found == std::vector<std::string>{"2", "4", "7"});
  CHECK(objects[3].at("complete") == true);
  CHECK(objects[3].at("count") == "3");
  CHECK(dlx_run("solve - --min-cost", "a b\na\n").out == "no solution\n");

  const TemporaryFolder folder;
  const std::string problem = folder.write("problem", costs);
  const std::string solutions =
      folder.write("solutions", dlx_out("solve - --min-cost -n 3", costs));
  CHECK(dlx_run("verify " + problem + " " + solutions).exit_code == 0);

  for (const char* wrong :
       {"solve - --min-cost --min-options", "solve - --min-cost -n 0", "count - --min-cost",
        "solve - --min-options --engine dancing_links", "solve - --min-options -n 0",
        "solve - --min-options --trust T1", "solve - --min-cost --random 3",
        "solve - --min-cost --up-to all --all --trust T2", "solve - --max-cost 5 -n 0",
        "solve - --max-cost dear", "solve - --max-cost", "solve - --max-cost 1e99"}) {
    INFO(wrong);
    CHECK(dlx_run(wrong, costs).exit_code == 2);
  }
  const Result dear = dlx_run("solve - --min-cost", "a\na |999999999999999999\n");
  CHECK(dear.exit_code == 2);
  CHECK(contains(dear.err, "a cost of 999999999999999999"));
  CHECK(contains(dlx_run("solve - --min-cost", "a\na |-9223372036854775808\n").err,
                 "a cost of -9223372036854775808"));
  CHECK(dlx_out("solve - --min-cost", "2|a\na |4\na |1\na |2\n") ==
        "# cost 3\nsolution 1:\n  2: a\n  3: a\n");
  const Result cut = dlx_run("solve - --min-cost --node-limit 0", costs);
  CHECK(cut.exit_code == 3);
  CHECK(contains(cut.out, "INCOMPLETE"));
  CHECK(contains(cut.err, "no other solution costs less than "));
}

TEST_CASE("solutions within a cost") {
  const auto costs_of = [](const std::string& how, const std::string& problem = costs) {
    std::vector<std::string> found;
    for (const auto& line : json_lines(dlx_out("solve - --json " + how, problem))) {
      if (line.contains("cost")) found.push_back(line.at("cost"));
    }
    return found;
  };
  using Costs = std::vector<std::string>;
  CHECK(costs_of("--max-cost 4") == Costs{"2"});
  CHECK(costs_of("--max-cost 6.99 --all") == Costs{"2", "4"});
  CHECK(costs_of("--max-cost 7 --all") == Costs{"2", "4", "7"});
  CHECK(costs_of("--max-cost 7 -n 2") == Costs{"2", "4"});
  CHECK(costs_of("--max-cost 7 --min-cost --all") == Costs{"2"});
  CHECK(costs_of("--max-cost 2 --min-options --all") == Costs{"2", "2"});
  CHECK(costs_of("--max-cost 3 --min-options --all") == Costs{"2", "2", "3"});
  const std::string decimal = "a\na |-2.5\na |-0.25\na |1\n";
  CHECK(costs_of("--max-cost -0.3 --all", decimal) == Costs{"-2.5"});
  CHECK(costs_of("--max-cost -.25 --all", decimal) == Costs{"-2.5", "-0.25"});
  CHECK(costs_of("--max-cost 99999999999999 --all", decimal) == Costs{"-2.5", "-0.25", "1"});

  const TemporaryFolder folder;
  const std::string run = folder.path("run");
  CHECK(dlx_run("solve - --max-cost 4 --node-limit 1 --checkpoint " + run, costs).exit_code == 3);
  CHECK(dlx_out("resume " + run) == "# cost 2\nsolution 1:\n  3: a\n  5: b c\n");
  const std::string options = folder.path("options");
  CHECK(dlx_run("solve - --min-options --max-cost 3 --count --node-limit 1 --certificate " +
                    folder.path("proof") + " --checkpoint " + options,
                costs)
            .exit_code == 3);
  CHECK(dlx_run("resume " + options).out == "3\n");

  const Result none = dlx_run("solve - --max-cost 1.5", costs);
  CHECK(none.exit_code == 0);
  CHECK(none.out == "no solution\n");
  CHECK(contains(none.err, "proven: no solution exists that costs 1.5 or less"));
  const Result few = dlx_run("solve - --max-cost 4 -n 5", costs);
  CHECK(contains(few.err, "proven: no other solution that costs 4 or less exists"));
  const Result fewest = dlx_run("solve - --min-options --max-cost 1", costs);
  CHECK(contains(fewest.err, "proven: no solution exists that has 1 option or fewer"));
  const auto summary = json_lines(dlx_out("solve - --max-cost 1.50 --json", costs)).back();
  CHECK(summary.at("max_cost") == "1.5");
  CHECK(summary.at("count") == "0");
  CHECK_FALSE(summary.contains("best"));
}

TEST_CASE("the cheapest solutions are counted") {
  const std::string ties = "a b\na |3\nb |4\na b |7\na b |8.5\n";
  const Result least = dlx_run("solve - --min-cost --count", ties);
  CHECK(least.exit_code == 0);
  CHECK(least.out == "2\n");
  CHECK(contains(least.err, "proven: these are all 2 solutions of the least cost, 7"));
  CHECK(dlx_out("solve - --max-cost 8.5 --count", ties) == "3\n");
  CHECK(dlx_out("solve - --max-cost 8.4 --count", ties) == "2\n");
  CHECK(dlx_out("solve - --max-cost 6 --count", ties) == "0\n");
  CHECK(dlx_out("solve - --min-cost --max-cost 6 --count", ties) == "0\n");
  CHECK(dlx_out("solve - --min-options --count", ties) == "2\n");
  CHECK(dlx_out("solve - --min-options --max-cost 1 --count", ties) == "2\n");
  CHECK(dlx_out("solve - --min-options --max-cost 2 --count", ties) == "3\n");
  const auto summary = json_lines(dlx_out("solve - --min-cost --count --json", ties));
  REQUIRE(summary.size() == 1);
  CHECK(summary[0].at("count") == "2");
  CHECK(summary[0].at("best") == "7");
  CHECK(summary[0].at("lower_bound") == "7");
  CHECK(summary[0].at("gap") == 0);
}

TEST_CASE("one of each class of the cheapest solutions") {
  // Perfect matchings of a hexagon with its long diagonals, which cost more: 4 in 3 classes.
  const std::string hexagon =
      "a b c d e f\na b |1\nb c |1\nc d |1\nd e |1\ne f |1\nf a |1\na d |5\nb e |5\nc f |5\n";
  CHECK(dlx_out("solve - --min-cost --count", hexagon) == "2\n");
  CHECK(dlx_out("solve - --min-cost --count --up-to all", hexagon) == "1\n");
  const Result two = dlx_run("solve - --min-cost --up-to all -n 5", hexagon);
  CHECK(lines(two.out)[0] == "# cost 3");
  CHECK(contains(two.out, "# cost 7\nsolution 2:"));
  CHECK(contains(two.err, "up to the 12 symmetries of the problem"));
  CHECK(contains(two.err, "proven: no other class of solutions exists"));
  const auto all = json_lines(dlx_out("solve - --max-cost 99 --all --up-to all --json", hexagon));
  const std::string number = all.back().at("count");
  CHECK(number == dlx_out("count - --up-to all", hexagon).substr(0, number.size()));
  CHECK(all.back().at("up_to") == "all");

  // A symmetry that changes a cost is none of the problem, and one of its unit costs.
  const TemporaryFolder folder;
  const std::string turn = folder.write("turn", "a b\n");
  const std::string uneven = "a b\na |1\nb |2\na b |9\n";
  const Result refused = dlx_run("solve - --min-cost --up-to " + turn, uneven);
  CHECK(refused.exit_code == 2);
  CHECK(contains(refused.err,
                 "turn:1:1: no symmetry of the problem: nothing is what option 1: a "
                 "becomes, at the same cost"));
  CHECK(dlx_run("solve - --min-options --up-to " + turn, uneven).exit_code == 0);
}

TEST_CASE("at a limit the best cost so far, the bound and the gap are told") {
  std::string pairs = "a b c d e f g h i j k l\n";
  for (char i = 'a'; i < 'l'; ++i) {
    for (char j = static_cast<char>(i + 1); j <= 'l'; ++j) {
      pairs +=
          std::string() + i + ' ' + j + " |" + std::to_string(100 + (i * 37 + j * 53) % 101) + '\n';
    }
  }
  const auto best = json_lines(dlx_out("solve - --min-cost --json", pairs)).back();
  const double least = std::stod(best.at("best").get<std::string>());
  bool has_gap = false;
  for (int nodes = 0; nodes < 40; ++nodes) {
    const std::string limit = " --node-limit " + std::to_string(nodes);
    const auto told = json_lines(dlx_run("solve - --min-cost --json" + limit, pairs).out).back();
    if (told.at("complete") == true) break;
    CHECK(std::stod(told.at("lower_bound").get<std::string>()) <= least);
    if (!told.contains("gap")) continue;
    has_gap = true;
    const double found = std::stod(told.at("best").get<std::string>());
    CHECK(found >= least);
    const Result words = dlx_run("solve - --min-cost" + limit, pairs);
    CHECK(words.exit_code == 3);
    CHECK(contains(words.err,
                   "the best found costs " + told.at("best").get<std::string>() + ", a gap of "));
  }
  CHECK(has_gap);
}

/// 42 covers of 4 to 7 options, 7 of them with 4; the first of these is 1 2 7 17.
const std::string covers =
    "a b c d e f g h i j\na b h\nc i\nf h\nf h\nc e j\nh\ne j\nb h i\nc g i\ni\nj\na b\nd j\n"
    "d e f g\nh\na d g\nd f g\ne\na f g h\nd f\nd j\ng\nf h\nb i\n";

TEST_CASE("the solutions with the fewest options") {
  const Result one = dlx_run("solve - --min-options", covers);
  CHECK(one.exit_code == 0);
  CHECK(one.out.starts_with("# 4 options\nsolution 1:\n"));
  CHECK(lines(one.out).size() == 6);
  CHECK(contains(one.err, "proven: no other solution has fewer options"));

  const Result all = dlx_run("solve - --min-options --all --json", covers);
  CHECK(all.exit_code == 0);
  const auto objects = json_lines(all.out);
  REQUIRE(objects.size() == 8);
  std::set<std::set<int>> found;
  for (std::size_t k = 0; k < 7; ++k) {
    CHECK(objects[k].at("cost") == "4");
    found.insert(objects[k].at("options").get<std::set<int>>());
  }
  CHECK(found.size() == 7);
  CHECK(found.contains({1, 2, 7, 17}));
  CHECK(objects[7].at("count") == "7");
  CHECK(contains(all.err, "proven: these are all 7 solutions of the least number of options, 4"));
  std::map<std::string, int> sizes;
  for (const auto& line : json_lines(dlx_out("solve - --min-options -n 100 --json", covers))) {
    if (line.contains("options")) ++sizes[line["cost"]];
  }
  CHECK(sizes.size() == 4);
  CHECK(sizes["4"] == 7);
  CHECK(sizes["4"] + sizes["5"] + sizes["6"] + sizes["7"] == 42);

  // Its own costs do not count.
  CHECK(dlx_out("solve - --min-options", "a b\na |1\nb |1\na b |9\n") ==
        "# 1 option\nsolution 1:\n  3: a b\n");
  CHECK(dlx_run("solve - --min-options", "a b\na\n").out == "no solution\n");
  const Result cut = dlx_run("solve - --min-options --node-limit 0", covers);
  CHECK(cut.exit_code == 3);
  CHECK(contains(cut.err, "INCOMPLETE: no other solution has fewer options than "));
}

TEST_CASE("all solutions of the least cost") {
  const Result r = dlx_run("solve - --min-cost --all", "a b\na |3\nb |4\na b |7\na b |8\n");
  CHECK(r.exit_code == 0);
  CHECK(r.out == "# cost 7\nsolution 1:\n  1: a\n  2: b\n# cost 7\nsolution 2:\n  3: a b\n");
  CHECK(contains(r.err, "proven: these are all 2 solutions of the least cost, 7"));
  CHECK(contains(dlx_run("solve - --min-cost --all", costs).err,
                 "proven: this is the only solution of the least cost, 2"));
}

TEST_CASE("whether only one solution is best") {
  const std::string ties = "a b\na |3\nb |4\na b |7\na b |8\n";  // costs 7, 7, 8
  const auto answer = [](const std::string& options, const std::string& problem) {
    const Result r = dlx_run("solve - --unique " + options, problem);
    CHECK(r.exit_code == (r.out == "unique\n" ? 0 : 7));
    return r.out;
  };
  CHECK(answer("--min-cost", costs) == "unique\n");
  CHECK(answer("--max-cost 3", costs) == "unique\n");
  CHECK(answer("--max-cost 1", costs) == "none\n");
  CHECK(answer("--min-cost --max-cost 6", ties) == "none\n");
  CHECK(answer("--max-cost 6", ties) == "none\n");
  CHECK(answer("--min-options", ties).ends_with("several\n"));  // options 3 and 4
  CHECK(answer("--min-options --max-cost 3", "a b\na b\na\nb\n").ends_with("several\n"));
  CHECK(answer("--min-cost", ties) ==
        "# cost 7\nsolution 1:\n  1: a\n  2: b\n# cost 7\nsolution 2:\n  3: a b\nseveral\n");
  CHECK(answer("--max-cost 4", costs) ==
        "# cost 2\nsolution 1:\n  3: a\n  5: b c\n# cost 4\nsolution 2:\n  2: c\n  3: a\n  4: "
        "b\nseveral\n");
  const auto summary = json_lines(dlx_out("solve - --min-cost --unique --json", costs)).back();
  CHECK(summary.at("unique") == true);
  CHECK(dlx_run("solve - --min-cost --unique --node-limit 0", costs).exit_code == 3);
}

TEST_CASE("where no option has a cost, --min-cost says so") {
  for (const char* how : {"", " -n 2", " --all", " --json"}) {
    const Result r = dlx_run("solve - --min-cost" + std::string(how), covers);
    INFO(how);
    CHECK(r.exit_code == 0);
    CHECK(
        contains(r.err, "warning: no option has a cost, so every solution costs 0; --min-options"));
    CHECK_FALSE(contains(r.err, "proven"));
  }
  CHECK_FALSE(contains(dlx_run("solve - --min-cost", costs).err, "warning"));
}

TEST_CASE("an estimate of nothing has no sign") {
  const Result r = dlx_run("estimate -", dlx_out("queens 3 --emit"));
  CHECK(r.exit_code == 0);
  CHECK(r.out.starts_with("solutions 0 +- 0\n"));
  CHECK_FALSE(contains(r.out, " -0"));
}

TEST_CASE("set partitioning in OR-Library's format") {
  const std::string text = "4 5\n200 2 1 2\n150 2 3 4\n340 4 1 2 3 4\n10 1 1\n0 1 2\n";
  CHECK(dlx_out("count - --from or-library", text) == "3\n");
  CHECK(dlx_out("solve - --from or-library --min-cost", text) ==
        "# cost 160\nsolution 1:\n  2: 3 4\n  4: 1\n  5: 2\n");
  const Result r = dlx_run("count - --from or-library", "4 5\n200 2 1 9\n");
  CHECK(r.exit_code == 2);
  CHECK(contains(r.err, ":2:9:"));
}

TEST_CASE("samples are solutions, the same for a seed") {
  const std::string problem = dlx_out("dominoes 6x6 --emit");
  const std::string drawn = dlx_out("sample - -n 20 --seed 5", problem);
  CHECK(drawn == dlx_out("sample - -n 20 --seed 5", problem));
  CHECK(dlx_run("sample - -n 0", problem).exit_code == 2);
  CHECK(drawn != dlx_out("sample - -n 20 --seed 6", problem));
  const TemporaryFolder folder;
  const Result r = dlx_run("verify " + folder.write("problem", problem) + " " +
                           folder.write("solutions", drawn));
  CHECK(r.exit_code == 0);
  CHECK(lines(r.out).size() == 20);
  CHECK(json_lines(dlx_out("sample - -n 3 --json", problem)).size() == 3);
  CHECK(dlx_run("sample -", "a b\na\n").out == "no solution\n");
}

TEST_CASE("marginals") {
  CHECK(dlx_out("marginals -", costs) ==
        "0.333333 1 1: a b\n0.666667 2 2: c\n0.666667 2 3: a\n0.333333 1 4: b\n"
        "0.333333 1 5: b c\n");
  const auto objects = json_lines(dlx_out("marginals - --json", costs));
  REQUIRE(objects.size() == 5);
  CHECK(objects[1].at("solutions") == "2");
  CHECK(std::abs(objects[1].at("probability").get<double>() - 2.0 / 3) < 1e-15);
}

TEST_CASE("a count in the lines of the model counting competition") {
  CHECK(dlx_out("count - --competition", "a b\na\nb\na b\n") ==
        "s SATISFIABLE\nc s type mc\nc s log10-estimate 0.301029995664\nc s exact arb int 2\n");
  CHECK(dlx_out("count - --competition", "a b c\na b\nb c\na c\n") ==
        "s UNSATISFIABLE\nc s type mc\nc s log10-estimate -inf\nc s exact arb int 0\n");
  const std::string dominoes = dlx_out("dominoes 20x20 --emit");
  CHECK(contains(dlx_out("count - --competition", dominoes), "c s log10-estimate 48.103798253"));
  const Result cut = dlx_run("count - --competition --node-limit 1 --method search", dominoes);
  CHECK(cut.exit_code == 3);
  CHECK(contains(cut.out, "c INCOMPLETE"));
  CHECK(contains(cut.out, "s UNKNOWN\n"));
  CHECK(dlx_run("count - --competition --json", "a\na\n").exit_code == 2);
}

TEST_CASE("numbers of a diagram are held to the limits") {
  std::string items;
  std::string options;
  for (int k = 0; k < 30'000; ++k) {
    const std::string item = "i" + std::to_string(k);
    items += item + " ";
    options += item + "\n" + item + " i" + std::to_string(k + 1) + "\n";
  }
  const TemporaryFolder folder;
  const std::string chain = folder.write("chain.dlx", items + "i30000\n" + options + "i30000\n");
#ifndef DLX_SANITIZE  // which takes terabytes of it
  constexpr std::optional<std::uint64_t> address_space = std::uint64_t{400} << 20;
#else
  constexpr std::optional<std::uint64_t> address_space;
#endif
  for (const std::string command : {"marginals ", "sample ", "count --method zdd "}) {
    const Result little = run({.arguments = words(command + chain + " --memory-limit 0.05"),
                               .address_space = address_space});
    INFO(command << "\n" << little.err);
    CHECK(little.exit_code == 4);
    CHECK(contains(little.out, "INCOMPLETE"));
  }
  const Result written = dlx_run("zdd " + chain + " --memory-limit 0.05");
  CHECK(written.exit_code == 0);
  CHECK(contains(written.err, "counting the solutions takes more than the limits allow"));
  const Result late = dlx_run("marginals " + chain + " --time-limit 0.7");
  CHECK(late.exit_code == 3);
}

TEST_CASE("info --symmetry says when it was ended") {
  const TemporaryFolder folder;
  const std::string board = folder.write("board.dlx", dlx_out("dominoes 60x60 --emit"));
  const Result late = dlx_run("info --symmetry --time-limit 0 " + board);
  CHECK(late.exit_code == 3);
  CHECK(contains(late.out, "not found in"));
  CHECK(contains(late.out, "INCOMPLETE"));
  CHECK(json_lines(dlx_run("info --symmetry --json --time-limit 0 " + board).out)
            .at(0)
            .at("symmetry")
            .at("complete") == false);
}

TEST_CASE("estimates past the largest double, and within their time") {
  const std::string board = dlx_out("dominoes 60x60 --emit");
  const Result r = dlx_run("estimate - --probes 20", board);
  CHECK(r.exit_code == 0);
  CHECK_FALSE(contains(r.out, "nan"));
  CHECK_FALSE(contains(r.out, "inf"));
  CHECK(contains(r.out, "e+4"));
  CHECK(contains(r.out, " years"));
  const nlohmann::json line = json_lines(dlx_run("estimate - --probes 20 --json", board).out).at(0);
  CHECK(line.at("nodes").is_string());
  CHECK(line.at("seconds").is_string());
  const Result none = dlx_run("estimate - --time-limit 0", board);
  CHECK(none.exit_code == 3);
  CHECK(contains(none.out, "INCOMPLETE"));
  const Result one = dlx_run("estimate - --probes 1", dlx_out("queens 8 --emit"));
  CHECK(contains(one.out, "+- unknown"));
  CHECK(json_lines(dlx_run("estimate - --probes 1 --json", dlx_out("queens 8 --emit")).out)
            .at(0)
            .at("nodes_error")
            .is_null());
}

TEST_CASE("the diagram as text and for Graphviz") {
  const auto text = lines(dlx_out("zdd -", costs));
  REQUIRE(text.size() == 6);
  CHECK(text[0] == "zdd options 5 nodes 5 root 5");
  const std::string dot = dlx_out("zdd - --dot", costs);
  CHECK(dot.starts_with("digraph"));
  CHECK(contains(dot, "style=dashed"));
}

TEST_CASE("an estimate gives ranges that hold, and repeats for a seed") {
  const std::string problem = dlx_out("queens 8 --emit");
  const auto object = json_lines(dlx_out("estimate - --json --probes 3000 --seed 4", problem))[0];
  const double off = std::abs(object.at("solutions").get<double>() - 92);
  CHECK(off < 5 * object.at("solutions_error").get<double>());
  CHECK(object.at("probes") == 3000);
  const nlohmann::json& counted = object.at("counting");
  CHECK(counted.at("complete") == true);
  CHECK(counted.at("seconds_high") == counted.at("tried"));
  const auto again = json_lines(dlx_out("estimate - --json --probes 3000 --seed 4", problem))[0];
  CHECK(again.at("solutions") == object.at("solutions"));
  CHECK(again.at("nodes") == object.at("nodes"));
}

TEST_CASE("an estimate takes multiplicities, and tells of the count that was tried") {
  const std::string text = dlx_out("estimate -", "2|a b\na\na b\na\n");
  CHECK(contains(text, "solutions 2 +- "));
  CHECK(contains(text, "count     2 solutions, counted in"));
  const std::string board = dlx_out("pentominoes 8x8 --gaps 4 --emit");
  const auto object = json_lines(
      dlx_run("estimate - --probes 100 --time-limit 8 --threads 1 --json", board).out)[0];
  const nlohmann::json& count = object.at("counting");
  CHECK(count.at("complete") == false);
  CHECK(count.at("tried") >= 1.5);
  CHECK(count.at("seconds_low") >= 1.5);
  CHECK(count.at("seconds_high") >= count.at("seconds_low"));
}

TEST_CASE("info says which engine and why") {
  const auto dense = json_lines(dlx_out("info - --json", dlx_out("soma --emit")))[0];
  CHECK(contains(dense.at("why"), "dense"));
  const auto sparse = json_lines(dlx_out("info - --json", dlx_out("dominoes 8x8 --emit")))[0];
  CHECK(sparse.at("engine") == "dancing_cells");
  CHECK(contains(sparse.at("why"), "sparse"));
}

TEST_CASE("a saved count of classes takes no worse way than one that is not saved") {
  const TemporaryFolder folder;
  const std::string run = folder.path("run");
  const Result r = dlx_run("dominoes 14x14 --count --up-to all --checkpoint " + run);
  CHECK(r.exit_code == 0);
  CHECK(r.out == dlx_out("dominoes 14x14 --count --up-to all"));
  CHECK_FALSE(contains(r.err, "years"));
  // What a Counter found is in the file, and with it how.
  const auto again = json_lines(dlx_out("resume " + run + " --json")).back();
  CHECK(again["count"] == r.out.substr(0, r.out.size() - 1));
  CHECK(again["solutions"] == dlx_out("dominoes 14x14 --count").substr(0, 24));
}

TEST_CASE("an option that excludes a way thousands of times as fast says so, with both estimates") {
  const TemporaryFolder folder;
  for (const std::string& option :
       std::vector<std::string>{"--engine dancing_links", "--branch first",
                                "--unit-nodes 1000 --checkpoint " + folder.path("run")}) {
    const Result r = dlx_run("dominoes 14x14 --count --time-limit 2 " + option);
    CAPTURE(option, r.err);
    CHECK(r.exit_code == 3);
    CHECK(contains(r.err, "the search takes about "));
    CHECK(contains(r.err, " years here"));
    CHECK(contains(r.err, "the count takes "));
  }
  CHECK_FALSE(contains(dlx_run("queens 8 --count --engine dancing_links").err, "takes about"));
}

}  // namespace
}  // namespace dlx::test
