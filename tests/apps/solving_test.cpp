// dlx solve: finding solutions that the usual search does not find, and parts of them given.

#include <catch2/catch.hpp>
#include <csignal>
#include <set>
#include <string>

#include "tests/apps/process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {

namespace {

TEST_CASE("80 queens are placed within the first million nodes") {
  const Result r = dlx_run("queens 80 --first --node-limit 1000000 --stats");
  CHECK(r.exit_code == 0);
  CHECK(contains(r.err, "engine: dancing_cells"));
  CHECK(dlx_run("queens 80 --first --node-limit 1000000").out == r.out);
  CHECK(dlx_run("queens 80 --first --threads 3").out == r.out);
}

TEST_CASE("only solutions that have an option, and have not another one") {
  const std::string squares = "a b c d\na b\nc d\na c\nb d\na d\nb c\n";
  CHECK(dlx_out("solve - --count", squares) == "3\n");
  CHECK(dlx_out("solve - --all --fix 3", squares) == "solution 1:\n  4: b d\n  3: a c\n");
  CHECK(dlx_out("solve - --count --forbid 3", squares) == "2\n");
  CHECK(dlx_out("count - --forbid 3 --forbid 1", squares) == "1\n");
  CHECK(dlx_out("count - --fix 1 --fix 3", squares) == "0\n");

  const TemporaryFolder folder;
  const std::string problem = folder.write("squares.dlx", squares);
  CHECK(run({.arguments = {"count", problem, "--fix", "c a"}}).out == "1\n");
  CHECK(run({.arguments = {"solve", problem, "--fix", "c a", "--count", "--trust", "T2"}}).out ==
        "1\n");
  const Result twice = run({.arguments = {"solve", problem, "--fix", "c a b"}});
  CHECK(twice.exit_code == 2);
  CHECK(contains(twice.err, "--fix: no option has the items 'c a b'"));
  const Result none = run({.arguments = {"solve", problem, "--forbid", "7"}});
  CHECK(none.exit_code == 2);
  CHECK(contains(none.err, "--forbid: no option has the number 7; the last one is 6"));
}

TEST_CASE("an option without a cost in a table of costs is named") {
  const Result one = dlx_run("solve - --min-cost", "option,item,cost\na,X,2\nb,X,\n");
  CHECK(contains(one.err, "option 'b' has no cost, which is taken as 0"));
  const Result two = dlx_run("solve - --min-cost", "option,item,cost\na,X,2\nb,X,\nc,X,\n");
  CHECK(contains(two.err, "option 'b' and 1 other have no cost, which is taken as 0"));
  const Result none = dlx_run("solve - --quiet", "option,item,cost\na,X,\nb,X,\n");
  CHECK(none.err.empty());
}

TEST_CASE("solutions as a table") {
  const std::string table = "solution,option,items,cost\n1,1,a b,3\n2,2,a,1.5\n2,3,b,2\n";
  const std::string problem = "a b\na b |3\na |1.5\nb |2\n";
  CHECK(dlx_out("solve - --all --csv", problem) == table);
  CHECK(dlx_out("solve - --min-cost -n 2 --csv", problem) == table);
  CHECK(dlx_out("solve - --all --csv", "a | s,t\na s,t\n") ==
        "solution,option,items\n1,1,\"a s,t\"\n");
  CHECK(dlx_out("solve - --csv", "a b c\na b\nb c\na c\n") == "solution,option,items\n");
  CHECK(dlx_run("solve - --min-cost --csv", "a b\na |1\n").out == "solution,option,items,cost\n");
  CHECK(dlx_out("solve - --min-cost --csv", "0:1|a\na |1\n") ==
        "solution,option,items,cost\n1,,,0\n");
  CHECK(dlx_out("sample - --csv", "a b\na b\n") == "solution,option,items\n1,1,a b\n");
  CHECK(dlx_run("sample - --csv", "a b\na\n").out == "solution,option,items\n");
  for (const char* other : {"--json", "--numbers", "--count", "--unique", "--hint"}) {
    CHECK(dlx_run(std::string("solve - --csv ") + other, problem).exit_code == 2);
  }
}

TEST_CASE("solutions with given options are shown as the file has them") {
  const TemporaryFolder folder;
  const std::string file = folder.write("bounds.dlx", "0:1|a 1:2|b\na |3\nb\na b |1\nb |2\n");
  const std::string found = folder.path("found");
  for (const char* command : {"solve", "solve --min-cost", "solve --min-options", "sample"}) {
    for (const char* form : {"", " --csv", " --json", " --numbers"}) {
      for (const char* given : {" --fix 1", " --fix 2", " --forbid 1 --forbid 3"}) {
        CAPTURE(command, form, given);
        const Result solved = dlx_run(command + (" " + file) + form + given + " --quiet");
        folder.write("found", solved.out);
        const Result verified = dlx_run("verify " + file + " " + found);
        CHECK(contains(verified.out, "solution 1: valid"));
        CHECK(dlx_run("verify " + file + " " + found + given).exit_code == 0);
      }
    }
  }
  CHECK(dlx_out("solve " + file + " --fix 4 --min-cost") == "# cost 2\nsolution 1:\n  4: b\n");
  CHECK(dlx_out("solve " + file + " --all --csv --forbid 1 --forbid 3 --forbid 4") ==
        "solution,option,items,cost\n1,2,b,0\n");
  CHECK(dlx_out("solve " + file + " --min-options --csv --fix 4") ==
        "solution,option,items,cost\n1,4,b,2\n");
  const Result free = dlx_run("solve " + file + " --min-cost --forbid 1 --forbid 3 --forbid 4");
  CHECK_FALSE(contains(free.err, "no option has a cost"));
  CHECK(contains(dlx_out("marginals " + file + " --fix 4"), "1.000000 5 4: b\n"));
  folder.write("found", "1 2\n");
  CHECK(dlx_run("verify " + file + " " + found + " --forbid 2").out ==
        "solution 1: INVALID: --fix and --forbid exclude option 2\n");
  folder.write("found", "2\n");
  CHECK(dlx_run("verify " + file + " " + found + " --fix 1").out ==
        "solution 1: INVALID: an option of --fix is missing\n");
}

TEST_CASE("covers and packings of a table") {
  const std::string costs = "cost,a,b\n16,1,0\n24,0,1\n32,1,1\n";
  CHECK(dlx_out("solve - --cover at-least --min-cost", costs) ==
        "# cost 32\nsolution 1:\n  3: a b\n");
  CHECK(dlx_out("count - --cover at-least", costs) == "5\n");
  CHECK(dlx_out("count - --cover at-most", costs) == "5\n");  // one or both of 1 and 2, 3, none
  CHECK(dlx_out("count -", costs) == "2\n");
  const std::string gains = "gain,a,b\n16,1,0\n24,0,1\n32,1,1\n";
  const Result unused = dlx_run("count - --cover at-most", "a b\na\n");
  CHECK(unused.out == "2\n");
  CHECK_FALSE(contains(unused.err, "no solution"));
  CHECK(dlx_out("solve - --cover at-most --min-cost", gains) ==
        "# cost -40 (gain 40)\nsolution 1:\n  1: a\n  2: b\n");
  const auto in_json = json_lines(dlx_out("solve - --cover at-most --min-cost --json", gains));
  REQUIRE(in_json.size() == 2);
  CHECK((in_json[0].at("gain") == "40" && in_json[1].at("gain") == "40"));
  const TemporaryFolder folder;
  const std::string run = folder.path("run");
  const std::string program =
      "Maximize\n o: 3 x + 2.5 y\nSubject To\n a: x + y = 1\nBinary\n x y\nEnd\n";
  CHECK(dlx_run("solve - --max-cost -2.5 --node-limit 0 --checkpoint " + run, program).exit_code ==
        3);
  CHECK(dlx_out("resume " + run) == "# cost -3 (gain 3)\nsolution 1:\n  1 x: a\n");
  CHECK(contains(dlx_run("solve - --min-cost --all", program).err, "the least cost, -3 (gain 3)"));
  CHECK(dlx_out("solve - --min-options", program).starts_with("# 1 option\n"));
  const std::string hint = "costs are ignored; --min-cost finds a cheapest solution";
  CHECK(contains(dlx_run("solve -", program).err, hint));
  const std::string model = folder.write("model.lp", program);
  const std::string proof = folder.path("a proof");
  CHECK(
      contains(test::run({.arguments = {"count", model, "--certificate", proof}, .input = ""}).err,
               "PROBLEM '" + proof + "'; 'dlx convert' writes PROBLEM in Knuth's text"));
  CHECK_FALSE(contains(dlx_run("solve - --count", program).err, hint));
  CHECK_FALSE(contains(dlx_run("solve - --min-cost", program).err, hint));
  CHECK(dlx_out("convert - --to knuth --cover at-least", "a 2|b c\na b\nb c\nb\n") ==
        "a 2|b c\na b\nb c\nb\n");
  CHECK(dlx_out("convert - --to knuth --cover at-most", "a 2|b\na b\nb\n") ==
        "0:1|a 2|b\na b\nb\n");
  CHECK(dlx_run("count - --cover at-most", "[0-2]00\n3*A 000\n").exit_code == 2);
}

TEST_CASE("solutions as numbers, which are read again") {
  const TemporaryFolder folder;
  const std::string file = folder.write("example.dlx", knuth_example);
  CHECK(dlx_out("solve " + file + " --all --numbers") == "1 4 5\n");
  CHECK(dlx_out("solve - --first --numbers --min-options", "a b\na\nb\na b\n") ==
        "# 1 option\n3\n");
  CHECK(dlx_out("sample " + file + " --numbers").size() == 6);
  const std::string board = folder.write("board.dlx", dlx_out("dominoes 4x5 --emit"));
  const std::string all = dlx_out("solve " + board + " --all --numbers");
  CHECK(lines(all).size() == 95);
  const Result verified = dlx_run("verify " + board + " -", all);
  CHECK(verified.exit_code == 0);
  CHECK(contains(verified.err, "95 valid, 0 invalid"));
  CHECK(dlx_run("solve " + file + " --numbers --json").exit_code == 2);
  CHECK(dlx_run("solve " + file + " --numbers --count").exit_code == 2);
}

TEST_CASE("a list whose reader leaves, and one that is interrupted") {
  const TemporaryFolder folder;
  const std::string file = folder.write("dominoes.dlx", dlx_out("dominoes 8x8 --emit"));
  const std::string script = "set -o pipefail; \"$0\" solve \"$1\" --all | head -1";
  const Result left = run({.arguments = {"-c", script, DLX_BINARY, file}, .program = "/bin/bash"});
  CHECK(left.out == "solution 1:\n");
  CHECK(left.exit_code == 128 + SIGPIPE);
  const Result stopped = run(
      {.arguments = {"solve", file, "--all", "--numbers"}, .signal = SIGINT, .signal_after = "\n"});
  CHECK(stopped.exit_code == 130);
  CHECK(contains(stopped.out, "\nINCOMPLETE"));
  CHECK(dlx_run("verify " + file + " - --quiet", stopped.out).exit_code == 0);
}

TEST_CASE("options of puzzles are given, by number or by some of their items") {
  // Four placements of 6 queens; option 2 is in row 0 and column 1.
  CHECK(dlx_out("queens 6 --count --fix 2") == "1\n");
  CHECK(run({.arguments = {"queens", "6", "--count", "--fix", "r0 c1"}}).out == "1\n");
  CHECK(dlx_out("queens 6 --count --forbid 2") == "3\n");
  CHECK(dlx_out("queens 6 --unique --fix 2") == "unique\n");
  CHECK(contains(dlx_out("queens 6 --fix 2"), ". Q . . . .\n. . . Q . .\n. . . . . Q\n"));
  const auto objects = json_lines(dlx_out("queens 6 --all --json --fix 2"));
  REQUIRE(objects.size() == 2);
  CHECK(contains(objects[0].at("picture").get<std::string>(), ". Q . . . ."));
  CHECK(objects[0].at("options").dump().find("2,") != std::string::npos);
  // All solutions are those with an option and those without it.
  const auto lines = [](const std::string& arguments) {
    std::set<std::string> all;
    for (const auto& object : json_lines(dlx_out(arguments + " --all --json"))) {
      if (object.contains("picture")) all.insert(object["picture"]);
    }
    return all;
  };
  for (const std::string puzzle : {"queens 7", "langford 7", "pentominoes 3x20", "dominoes 4x5",
                                   "cube blue --up-to none", "cube blue --flat"}) {
    INFO(puzzle);
    std::set<std::string> both = lines(puzzle + " --fix 5");
    const std::set<std::string> others = lines(puzzle + " --forbid 5");
    const std::size_t sum = both.size() + others.size();
    both.insert(others.begin(), others.end());
    CHECK(both.size() == sum);
    CHECK(both == lines(puzzle));
  }
  const std::string text = dlx_out("dominoes 2x3 --emit --fix 1");
  CHECK(dlx_out("count -", text) == dlx_out("dominoes 2x3 --count --fix 1"));
  CHECK(dlx_out("soma --count --fix 1 --forbid 300") ==
        dlx_out("count - --fix 1 --forbid 300", dlx_out("soma --emit")));
  CHECK(dlx_out("queens 8 --count --fix 3 --up-to all") == "16\n");
  const std::string empty(16, '.');
  CHECK(dlx_out("sudoku " + empty + " --count --fix 1") == "72\n");

  const TemporaryFolder folder;
  const std::string saved = folder.path("saved");
  const std::string by = "queens 9 --count --fix 3 --forbid 15 --checkpoint " + saved;
  CHECK(dlx_out(by) == dlx_out("queens 9 --count --fix 3 --forbid 15"));
  CHECK(dlx_out("resume " + saved) == dlx_out(by));

  const auto refused = [](const std::string& arguments, const std::string& words) {
    const Result r = dlx_run(arguments);
    INFO(arguments << ": " << r.err);
    CHECK(r.exit_code == 2);
    CHECK(contains(r.err, words));
  };
  refused("queens 6 --fix 37", "--fix: no option has the number 37; the last one is 36");
  refused("queens 6 --forbid r0", "the options 1 and 2 both have the items 'r0'");
  refused("queens 6 --forbid x", "--forbid: no option has the items 'x'");
  refused("pentominoes 3x20 --count --up-to rotations --fix 1", "rotations and reflections");
  refused("snake christmas --fix 1", "--fix does not go with walks");
  refused("soma --fix 1 --naive", "--naive");
  refused("queens 4 --fix 1 --explain page.html", "--explain");
  refused("cube all --fix 1 --first", "for one cube");
}

TEST_CASE("--stats tells which searches took turns") {
  const Result r = dlx_run("queens 80 --first --stats");
  CHECK(contains(r.err, "tried: bit_matrix: "));
  CHECK(contains(r.err, "tried: dancing_cells, branching weighted: "));
  CHECK(contains(r.err, "updates: found the last solution"));
  CHECK(contains(r.err, "updates: given up"));
  CHECK(contains(r.err, " turns, "));
  const auto tried = json_lines(dlx_out("queens 80 --first --json")).back().at("tried");
  REQUIRE(tried.size() == 2);
  CHECK(tried[1].at("what") == "dancing_cells, branching weighted");
  CHECK(tried[1].at("outcome") == "found the last solution");
  CHECK(tried[1].at("turns") > 0);
  CHECK_FALSE(contains(dlx_run("queens 8 --first --stats").err, "tried"));
}

TEST_CASE("the first solution does not depend on the machine") {
  // Of the second search, in a random order, and no solution within the limit.
  for (const std::string problem : {"queens 60", "pentominoes 5x12 --random 3",
                                    "pentominoes 8x8 --pieces 12*P --node-limit 20000"}) {
    CAPTURE(problem);
    const auto outcome = [](const Result& r) {
      auto objects = json_lines(r.out);
      for (auto& object : objects) object.erase("elapsed_s");
      return std::pair(r.exit_code, objects);
    };
    const std::vector<std::string> arguments = words(problem + " --first --json --quiet");
    const auto expected = outcome(run({.arguments = arguments}));
    std::vector<std::string> with_threads = arguments;
    with_threads.insert(with_threads.end(), {"--threads", "2"});
    CHECK(outcome(run({.arguments = with_threads})) == expected);
    // The third one runs beside two others.
    for (const std::string line : {"nice -n 19 \"$@\"", "taskset -c 0 \"$@\"",
                                   "\"$@\" > a & \"$@\" > b & \"$@\"; code=$?; wait; exit $code"}) {
      const TemporaryFolder folder;
      std::vector<std::string> all = {"-c", line, "sh", DLX_BINARY};
      all.insert(all.end(), arguments.begin(), arguments.end());
      CHECK(outcome(run({.arguments = all, .folder = folder.path(""), .program = "/bin/sh"})) ==
            expected);
    }
  }
}

TEST_CASE("whether there is exactly one solution") {
  const std::string squares = "a b c d\na b\nc d\na c\nb d\na d\nb c\n";
  CHECK(dlx_out("solve - --unique --fix 2", squares) == "unique\n");
  const Result none = dlx_run("solve - --unique --fix 2 --forbid 1", squares);
  CHECK(none.out == "none\n");
  CHECK(none.exit_code == 7);
  const Result several = dlx_run("solve - --unique", squares);
  CHECK(several.out ==
        "solution 1:\n  1: a b\n  2: c d\nsolution 2:\n  3: a c\n  4: b d\nseveral\n");
  CHECK(several.exit_code == 7);
  const Result limited = dlx_run("queens 12 --unique --node-limit 3");
  CHECK(limited.exit_code == 3);
  CHECK(contains(limited.out, "INCOMPLETE"));
  const auto objects = json_lines(dlx_run("queens 4 --unique --json").out);
  REQUIRE(objects.size() == 3);
  CHECK(objects[2].at("unique") == false);
  CHECK(dlx_run("queens 1 --unique --count").exit_code == 2);
  // A file of sudokus goes on after one that is not unique.
  const Result file = dlx_run("sudoku - --unique", "1...............\n1.....3..4.....2\n");
  CHECK(file.exit_code == 7);
  CHECK(contains(file.out, "1324423124133142 unique\n"));
}

TEST_CASE("an option that is in all solutions, and why") {
  const std::string squares = "a b c d\na b\nc d\na c\nb d\na d\nb c\n";
  CHECK(dlx_out("solve - --hint --fix 3", squares) ==
        "option 4 (b d) is chosen: the only option left for item d\n");
  CHECK(dlx_out("solve - --hint --fix 3 --fix 4", squares) ==
        "solved: nothing is left to be chosen\n");
  const Result none = dlx_run("solve - --hint", squares);
  CHECK(none.out == "nothing is forced, because there are several solutions\n");
  CHECK(none.exit_code == 7);
  const Result clash = dlx_run("solve - --hint --fix 3 --fix 1", squares);
  CHECK(clash.out == "no solution\n");
  CHECK(clash.exit_code == 7);
  CHECK(dlx_run("solve - --hint --fix 3 --forbid 3", squares).exit_code == 2);

  const std::string twice = "2|a d f g\na d\na\na\nd f\nd f g\ng\n";
  // A piece that is placed already is known, too.
  const std::string nine = "3x3\na XXX/X\nb XX/XX\nc X\n";
  const std::string at = "--place=a at 0,0,0; c at 2,2,0";
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"pentominoes", "6x10", "--hint", "--place=X at 2,2"},
        {"polycube", "-", "--hint", at},
        {"polycube", "-", "--hint", at, "--fix", "c"}}) {
    const Result placed = run({.arguments = arguments, .input = nine});
    CHECK(contains(placed.out, "nothing is forced"));
    CHECK(placed.exit_code == 7);
  }
  CHECK(dlx_out("solve - --hint", twice) ==
        "option 2 (a) is chosen: the only options left for item a, which needs 2, because\n"
        "  if option 1 (a d) is chosen, then\n"
        "    no option left for item f\n");
  CHECK(dlx_run("solve - --hint", "2|a b\na\nb\n").out ==
        "no solution: too few options left for item a, which needs 2\n");
}

TEST_CASE("hints of puzzles are in their words, or drawn") {
  const std::string six = "sudoku 4..6....3.....4...321.6..........12. --box-width 3 --hint";
  CHECK(dlx_out(six) ==
        "row 6 column 1 is 5: the only value for row 6 column 1, because\n"
        "  if row 6 column 1 is 6, then\n"
        "    no place for 6 in column 3\n");
  const auto hint = json_lines(dlx_out(six + " --json")).at(0);
  CHECK(hint.at("hint") == "chain");
  CHECK(hint.at("level") == 2);
  CHECK(hint.at("words") == "row 6 column 1 is 5");
  CHECK(hint.at("item") == "p50");
  CHECK(hint.at("chain").at(0).at("words") == "row 6 column 1 is 6");
  CHECK(hint.at("chain").at(0).at("contradiction") == "c26");
  const std::string cage = "box 3x2, cage 7 r1c1 r1c2\n.....334...1...5345341624..316613..5\n";
  const auto caged = json_lines(dlx_out("sudoku - --hint --json", cage)).at(0);
  CHECK(caged.at("hint") == "single");
  CHECK(caged.at("words") == "row 1 column 2 is 5");
  CHECK(caged.at("before").size() == 1);
  CHECK(caged.at("before").at(0).at("words") == "the cage at row 1 column 1 has 2 5");
  CHECK(caged.at("before").at(0).at("chain").size() == 1);
  CHECK(caged.at("level") == 3);
  CHECK(dlx_out("sudoku - --rate", cage) == "level 3\n");
  CHECK(dlx_out("sudoku .......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4."
                ".7..... --hint")
            .ends_with(": only a search shows it\n"));

  const Result none = dlx_run("sudoku 12....3..4...... --hint");
  CHECK(none.out == "no solution: no place for 3 in box 1\n");
  CHECK(none.exit_code == 7);
  CHECK(dlx_run("sudoku 1............... --hint").exit_code == 7);
  CHECK(dlx_out("sudoku 1234341221434321 --hint") == "solved: nothing is left to be chosen\n");
  CHECK(dlx_run("sudoku - --hint", "1.....3..4.....2\n1...............\n1324423124133142\n").out ==
        "row 4 column 3 is 4: the only place for 4 in box 4\n"
        "nothing is forced, because there are several solutions\n"
        "solved: nothing is left to be chosen\n");

  CHECK(dlx_out("dominoes 1x2 --hint") ==
        "option 1 (00 10) is chosen: the only option left for item 10\n<>\n\n");
  const Result limited = dlx_run("queens 30 --hint --time-limit 0");
  CHECK(limited.exit_code == 3);
  CHECK(contains(limited.out, "INCOMPLETE"));
  for (const char* wrong : {"--all", "--unique", "--up-to all", "--random 1", "--svg x.svg",
                            "--engine bit_matrix", "--trust T1", "--emit", "--explain x"}) {
    INFO(wrong);
    CHECK(dlx_run("queens 6 --hint " + std::string(wrong)).exit_code == 2);
  }
  CHECK(dlx_run("snake christmas --hint").exit_code == 2);
  CHECK(dlx_run("soma --naive --hint").exit_code == 2);
  CHECK(dlx_run("soma --naive --unique").exit_code == 2);
}

TEST_CASE("sudokus with few clues, of a level, and new ones") {
  const auto one = [](const std::string& text) { return json_lines(text).at(0); };
  const std::string full = "1324423124133142";
  const auto minimal = one(dlx_out("sudoku " + full + " --minimal --json"));
  CHECK(minimal.at("board") == "......31.4...1.2");
  CHECK(minimal.at("clues") == 5);
  CHECK(minimal.at("left_out") == 11);
  std::set<std::string> boards;
  for (const char* seed : {"1", "2", "3", "4", "5"}) {
    const auto other = one(dlx_out("sudoku " + full + " --minimal --json --random " + seed));
    const std::string board = other.at("board");
    CHECK(dlx_out("sudoku " + board + " --unique") == "unique\n");
    boards.insert(board);
  }
  CHECK(boards.size() > 2);
  CHECK(dlx_out("sudoku " + full + " --minimal") == ". .  . .\n. .  3 1\n\n. 4  . .\n. 1  . 2\n\n");
  const std::string three = full + "\n1...............\n12....3..4......\n";
  const Result file = dlx_run("sudoku - --minimal", three);
  CHECK(file.out == "......31.4...1.2\nseveral\nnone\n");
  CHECK(file.exit_code == 7);
  const Result rated = dlx_run("sudoku - --rate", three);
  CHECK(rated.out == "level 1\nseveral\nnone\n");
  CHECK(rated.exit_code == 7);
  const std::string undecided = "123...4.........\n" + std::string(81, '.') + "\n" + full + "\n";
  for (const std::string flags : {"", "--unique", "--hint", "--rate", "--minimal"}) {
    CAPTURE(flags);
    const Result limited = dlx_run("sudoku - --node-limit 1 " + flags, undecided);
    CHECK(limited.exit_code == 3);
    CHECK(contains(limited.out, "INCOMPLETE: stopped by the node limit at line 2;"));
    if (flags.empty()) continue;
    const auto objects =
        json_lines(dlx_run("sudoku - --json --node-limit 1 " + flags, undecided).out);
    CHECK(objects[1].at("puzzle") == "2");
  }

  for (const std::string boxes :
       {"--box-width 2", "--box-width 3 --box-height 2", "--box-width 3", "--box-width 4"}) {
    const std::string level = boxes == "--box-width 2" ? "1" : "2";
    CAPTURE(boxes, level);
    const std::string command = "sudoku --generate 5 --json --level " + level + " " + boxes;
    const auto made = one(dlx_out(command));
    CHECK(made.at("seed") == "5");
    const std::string board = made.at("board");
    const std::string width = " " + boxes.substr(0, 13);
    CHECK(dlx_out("sudoku " + board + width + " --unique") == "unique\n");
    const std::string drawn = dlx_out("sudoku --generate 5 --level " + level + " " + boxes);
    CHECK(dlx_out("sudoku - --rate", drawn) == "level " + level + "\n");  // blanks show the boxes
    CHECK(dlx_out("sudoku " + board + width + " --rate") == "level " + level + "\n");
    CHECK(one(dlx_out(command)).at("board") == board);
    CHECK(one(dlx_out("sudoku --generate 6 --json --level " + level + " " + boxes)).at("board") !=
          board);
  }
  CHECK(dlx_run("sudoku --generate --json").out != dlx_run("sudoku --generate --json").out);
  const Result impossible = dlx_run("sudoku --generate 1 --level 2 --box-width 2");
  CHECK(impossible.exit_code == 3);
  CHECK(contains(impossible.out, "INCOMPLETE: none of 1000 new sudokus has level 2"));
  const Result limited = dlx_run("sudoku --generate 1 --box-width 5 --time-limit 0.01");
  CHECK(limited.exit_code == 3);
  CHECK(contains(limited.out, "INCOMPLETE: stopped by the time limit"));
  for (const std::string wrong :
       {"", "--generate x", "--generate 1 --level 6", "--generate 1 --level 0",
        "--generate 1 --box-width 8 --box-height 8", "--generate 1 --all", "--generate 1 --rate",
        "--generate 1 --fix 1"}) {
    CAPTURE(wrong);
    CHECK(dlx_run("sudoku " + wrong).exit_code == 2);
  }
  for (const std::string wrong :
       {"--generate 1", "--level 1", "--box-height 2", "--minimal --rate", "--minimal --hint",
        "--rate --random 1", "--minimal --svg x", "--minimal --fix 1", "--rate --forbid 1"}) {
    CAPTURE(wrong);
    CHECK(dlx_run("sudoku " + full + " " + wrong).exit_code == 2);
  }
}

TEST_CASE("some solution, another one for each seed") {
  std::set<std::string> found;
  for (int seed = 1; seed <= 10; ++seed) {
    const std::string command = "pentominoes 6x10 --random " + std::to_string(seed);
    const std::string picture = dlx_out(command);
    found.insert(picture);
    if (seed == 1) CHECK(dlx_out(command) == picture);
  }
  CHECK(found.size() >= 9);
  for (const char* wrong : {"--all", "--count", "--engine bit_matrix", "--branch first",
                            "--checkpoint c", "--trust T1", "--up-to rotations"}) {
    INFO(wrong);
    CHECK(dlx_run("pentominoes 6x10 --random 1 " + std::string(wrong)).exit_code == 2);
  }
}

TEST_CASE("what the engine that learns does not go with") {
  for (const char* wrong : {"--branch first", "--checkpoint c", "--up-to all"}) {
    INFO(wrong);
    const Result r = dlx_run("queens 6 --engine learning_cells " + std::string(wrong));
    CHECK(r.exit_code == 2);
    CHECK(contains(r.err, "--engine learning_cells does not go with"));
  }
  CHECK(json_lines(dlx_out("queens 6 --all --json --engine learning_cells")).size() == 5);
  CHECK(dlx_out("queens 6 --count --engine learning_cells --threads 2") == "4\n");
  const Result certified = dlx_run("queens 6 --all --engine learning_cells --trust T2");
  CHECK(certified.exit_code == 0);
  CHECK(contains(certified.err, "trust T2: dlx-check accepts the certificate"));
}

}  // namespace
}  // namespace dlx::test
