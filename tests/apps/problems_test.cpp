#include <catch2/catch.hpp>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "tests/apps/process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

struct Known {
  std::string name;
  std::string text;
  std::string count;
};

/// Counts obtained by hand.
const std::vector<Known>& known() {
  static const std::vector<Known> problems{
      {"exact", knuth_example, "1"},
      {"coloured", coloured_example, "1"},
      {"counted", counted_example, "4"},
      {"costs", "a b\na |3\nb |4 |5\na b |-1\n", "2"},
      {"none", "a b\na\n", "0"},
      {"duplicates", "a b\na\na\nb\nb\nb\n", "6"},
      {"queens", dlx_out("queens 6 --emit"), "4"},
      {"langford", dlx_out("langford 7 --emit"), "52"},
      {"dominoes", dlx_out("dominoes 4x4 --emit"), "36"},
      {"pentominoes", dlx_out("pentominoes 5x5 --pieces 5*Y --emit"), "0"},
      {"copies", dlx_out("pentominoes 5x10 --pieces 10*Y --emit"), "10"},
  };
  return problems;
}

TEST_CASE("count prints the number alone on its line") {
  for (const Known& k : known()) {
    INFO(k.name);
    const Result r = dlx_run("count -", k.text);
    CHECK(r.exit_code == 0);
    CHECK(r.out == k.count + "\n");
    CHECK(dlx_run("solve - --count --quiet --color always", k.text).out == r.out);
  }
}

TEST_CASE("count --json") {
  for (const Known& k : known()) {
    INFO(k.name);
    const Result r = dlx_run("count - --json", k.text);
    const auto objects = json_lines(r.out);
    REQUIRE(objects.size() == 1);
    CHECK(objects[0].at("count") == k.count);  // a string
    CHECK(objects[0].at("complete") == true);
    CHECK(objects[0].at("up_to") == "none");
    const std::string method = objects[0].at("method");
    CHECK((method == "search" || method == "sweep"));
    const bool searched = objects[0].at("nodes").get<std::uint64_t>() > 0;
    CHECK(objects[0].contains("engine") == searched);
    CHECK(objects[0].at("status") == "exhausted");
    CHECK_FALSE(objects[0].contains("INCOMPLETE"));
    CHECK(objects[0].at("nodes").is_number_unsigned());
    CHECK(objects[0].at("elapsed_s").is_number());
  }
}

/// How many solutions `verify` finds good; it must find none bad.
std::size_t verified(const std::string& problem, const std::string& solutions,
                     const std::string& options = "") {
  const TemporaryFolder folder;
  const Result r = dlx_run("verify " + folder.write("problem", problem) + " " +
                           folder.write("solutions", solutions) + options);
  INFO(r.err);
  CHECK(r.exit_code == 0);
  std::size_t valid = 0;
  for (const std::string& line : lines(r.out)) {
    CHECK(line.ends_with(": valid"));
    ++valid;
  }
  return valid;
}

TEST_CASE("what solve prints, verify accepts: text, JSON, from files, gzip and standard input") {
  for (const Known& k : known()) {
    if (k.count == "0") continue;
    INFO(k.name);
    const std::size_t count = std::stoul(k.count);
    const std::string text = dlx_out("solve - --all", k.text);
    const std::string json = dlx_out("solve - --all --json", k.text);
    CHECK(verified(k.text, text) == count);
    CHECK(verified(k.text, json) == count);
    CHECK(verified(k.text, dlx_out("solve - --all --csv", k.text)) == count);
    CHECK(verified(gzipped(k.text), gzipped(text)) == count);
    CHECK(json_lines(json).size() == count + 1);
    const TemporaryFolder folder;
    const std::string problem = folder.write("problem.dlx", k.text);
    CHECK(lines(dlx_out("verify " + problem + " -", text)).size() == count);
    CHECK(lines(dlx_out("verify - " + folder.write("s", text), k.text)).size() == count);
    const auto objects = json_lines(dlx_out("verify " + problem + " - --json", json));
    REQUIRE(objects.size() == count);
    for (const auto& object : objects) CHECK(object.at("valid") == true);
    CHECK(dlx_out("solve " + folder.write("problem.gz", gzipped(k.text)) + " --all") == text);
    CHECK(dlx_out("solve - --all", gzipped(k.text)) == text);
  }
}

TEST_CASE("solutions of solve are distinct and numbered from 1") {
  const std::string text = dlx_out("queens 6 --emit");
  const auto objects = json_lines(dlx_out("solve - --all --json", text));
  std::set<std::set<int>> solutions;
  for (std::size_t i = 0; i + 1 < objects.size(); ++i) {
    CHECK(objects[i].at("n") == std::to_string(i + 1));
    const auto options = objects[i].at("options").get<std::vector<int>>();
    CHECK(solutions.insert({options.begin(), options.end()}).second);
  }
  CHECK(solutions.size() == 4);
  CHECK(objects.back().at("count") == "4");
}

TEST_CASE("a list is the same for any number of threads") {
  // Of 45,393 nodes threads share more than half.
  const Result one = dlx_run("queens 11 --all --threads 1");
  REQUIRE(one.exit_code == 0);
  for (const char* const threads : {"2", "3"}) {
    CAPTURE(threads);
    const Result several = dlx_run(std::string("queens 11 --all --threads ") + threads);
    CHECK(several.exit_code == 0);
    CHECK(several.out == one.out);
  }
  const Result limited = dlx_run("queens 11 --all --threads 3 --node-limit 30000");
  CHECK(limited.exit_code == 3);
  CHECK(limited.out == dlx_run("queens 11 --all --threads 1 --node-limit 30000").out);
}

TEST_CASE("how many solutions are shown") {
  const std::string text = dlx_out("queens 6 --emit");
  const auto shown = [&](const std::string& options) {
    std::size_t n = 0;
    for (const std::string& line : lines(dlx_out("solve - " + options, text))) {
      if (line.starts_with("solution ")) ++n;
    }
    return n;
  };
  CHECK(shown("") == 1);
  CHECK(shown("--first") == 1);
  CHECK(dlx_run("solve - -n 0", text).exit_code == 2);
  CHECK(shown("-n 3") == 3);
  CHECK(shown("-n 4") == 4);
  CHECK(shown("-n 5") == 4);
  CHECK(shown("--all") == 4);
  CHECK(shown("-n 18446744073709551615") == 4);
  const auto summary = [&](const std::string& options) {
    return json_lines(dlx_out("solve - --json " + options, text)).back();
  };
  CHECK(summary("-n 3").at("complete") == false);
  CHECK(summary("-n 3").at("status") == "solution_limit");
  CHECK(summary("-n 5").at("complete") == true);
  CHECK(summary("--all").at("complete") == true);
}

TEST_CASE("no solution is said on standard output, and is a success") {
  CHECK(dlx_run("solve -", "a b c\na b\nb c\na c\n").out == "no solution\n");
  CHECK(dlx_run("solve -", "a b c\na b\nb c\na c\n").exit_code == 0);
  CHECK(dlx_run("count -", "a b c\na b\nb c\na c\n").out == "0\n");
}

TEST_CASE("wrong solutions: INVALID, why, and exit code 2") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("p", knuth_example);
  const std::string coloured = folder.write("c", coloured_example);
  struct Wrong {
    std::string file;
    std::string solution;
    std::string why;
  };
  for (const auto& [file, solution, why] : std::vector<Wrong>{
           {problem, "1 4\n", "'B'"},
           {problem, "1 4 5 6\n", "'D'"},
           {problem, "1 4 5 5\n", "5"},
           {problem, "{\"options\":[1,4]}\n", "'B'"},
           {problem, "{\"options\":[]}\n", "'A'"},
           {problem, "solution 1:\n  1: C E\n", "'A'"},
           {coloured, "3 4 5\n", "different colours"},
           {coloured, "1 2 5\n", "'p'"},
       }) {
    const Result r = dlx_run("verify " + file + " -", solution);
    INFO(solution << r.out << r.err);
    CHECK(r.exit_code == 2);
    CHECK(r.out.starts_with("solution 1: INVALID: "));
    CHECK(contains(r.out, why));
    const Result j = dlx_run("verify " + file + " - --json", solution);
    CHECK(j.exit_code == 2);
    CHECK(json_lines(j.out).at(0).at("valid") == false);
    CHECK_FALSE(json_lines(j.out).at(0).at("faults").empty());
  }
  // A bad one among good ones does not hide.
  const Result mixed = dlx_run("verify " + problem + " -", "1, 4, 5\n1 4\n5 4 1\n");
  CHECK(mixed.exit_code == 2);
  REQUIRE(lines(mixed.out).size() == 3);
  CHECK(lines(mixed.out)[0] == "solution 1: valid");
  CHECK(lines(mixed.out)[1].starts_with("solution 2: INVALID"));
  CHECK(lines(mixed.out)[2] == "solution 3: valid, the same as solution 1");
  CHECK(contains(mixed.err, "2 valid, 1 invalid; 1 different"));
  // Neither does an unreadable one.
  const Result unreadable = dlx_run("verify " + problem + " -", "1 x\n1 4 5\n");
  CHECK(unreadable.exit_code == 2);
  CHECK(contains(unreadable.out, "solution 1: INVALID: <stdin>:1:3: not an option number"));
  CHECK(contains(unreadable.out, "solution 2: valid\n"));
}

TEST_CASE("what is no solution at all is bad input, with its place") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("p", knuth_example);
  for (const char* text : {"7\n", "0\n", "1 x\n", "99999999999999999999\n", "{\"options\":[7]}\n",
                           "{\"options\":[-1]}\n", "{\"options\":[1.5]}\n", "{\"options\":5}\n",
                           "{bad\n", "solution 1:\n  1: A D\n", "  1: C E\n", " C E (1 of 1)\n"}) {
    const Result r = dlx_run("verify " + problem + " -", text);
    INFO(text << r.out << r.err);
    CHECK(r.exit_code == 2);
    CHECK(contains(r.err, "<stdin>:"));
    CHECK(contains(r.err, "^"));
  }
  for (const char* text : {"", "\n\n", "# nothing\n", "no solution\n", "{\"count\":\"0\"}\n"}) {
    const Result r = dlx_run("verify " + problem + " -", text);
    CHECK(r.exit_code == 2);
    CHECK(contains(r.err, "no solution in it to verify"));
  }
}

TEST_CASE("what Knuth's programs print with m1 is verified too") {
  const TemporaryFolder folder;
  const std::string problem = folder.write("p", knuth_example);
  CHECK(dlx_out("verify " + problem + " -",
                "1:\n A D F (1 of 2)\n E C (2 of 2)\n B G (1 of 1)\n") == "solution 1: valid\n");
}

TEST_CASE("info counts what is in the file") {
  const auto object = json_lines(dlx_out("info - --json", coloured_example)).at(0);
  CHECK(object.at("items") == 5);
  CHECK(object.at("primary") == 3);
  CHECK(object.at("secondary") == 2);
  CHECK(object.at("options") == 5);
  CHECK(object.at("entries") == 14);
  CHECK(object.at("colours") == 2);
  CHECK(object.at("multiplicities") == false);
  CHECK(object.at("costs") == false);
  CHECK(object.at("items_per_option").at("most") == 4);
  CHECK(object.at("identity").get<std::string>().size() == 64);
  const std::string text = dlx_out("info -", coloured_example);
  CHECK(contains(text, object.at("identity").get<std::string>()));
  CHECK(contains(text, "3 primary, 2 secondary"));
  const auto counted = json_lines(dlx_out("info - --json", counted_example)).at(0);
  CHECK(counted.at("multiplicities") == true);
  const auto costs = json_lines(dlx_out("info - --json", "a\na |3\n")).at(0);
  CHECK(costs.at("costs") == true);
}

TEST_CASE("one problem, however its file is written, has one identity") {
  const auto identity = [](const std::string& text) {
    return json_lines(dlx_out("info - --json", text)).at(0).at("identity").get<std::string>();
  };
  const std::string expected = identity(coloured_example);
  std::string crlf;
  for (const char c : coloured_example) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  CHECK(identity(crlf) == expected);
  CHECK(identity("\xEF\xBB\xBF" + coloured_example) == expected);
  CHECK(identity("\xEF\xBB\xBF" + crlf) == expected);
  CHECK(identity(coloured_example.substr(0, coloured_example.size() - 1)) == expected);
  CHECK(identity(crlf.substr(0, crlf.size() - 2)) == expected);
  CHECK(identity("| comment\n\n" + coloured_example + "\n  \n| end\n") == expected);
  CHECK(identity("  p\tq   r  |  x y  \n p q  x  y:A\np r x:A y\np x:B\nq x:A\nr y:B\n") ==
        expected);
  CHECK(identity(gzipped(coloured_example)) == expected);
  CHECK(identity("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:C\n") != expected);
  CHECK(identity("p q r | x y\np q x y:A\np r x:A y\nq x:A\np x:B\nr y:B\n") != expected);
}

TEST_CASE("options without a primary item: refused, or dropped and counted") {
  const std::string text = "a | s\na\ns\ns:1\n";
  CHECK(dlx_run("count -", text).exit_code == 2);
  const Result r = dlx_run("count - --drop-unreachable", text);
  CHECK(r.exit_code == 0);
  CHECK(r.out == "1\n");
  CHECK(contains(r.err, "2 options without a primary item dropped"));
}

/// A problem with options that are dropped before, between and behind the others, whose solutions
/// are the options 2 and 3, and 5.
struct WithDropped {
  std::string name, text, reading;
};
const std::vector<WithDropped>& with_dropped() {
  static const std::vector<WithDropped> problems{
      {"a.dlx", "a b | x\nx\na x\nb\nx:red\na b\nx\n", ""},
      {"a.matrix", "000\n101\n010\n000\n111\n000\n", ""},
      {"a.sage", "[[2], [0,2], [1], [], [0,1]]", "--secondary 2"},
      {"a.json",
       R"({"format":"dlx-problem/1","items":[{"name":"x","kind":"secondary"},{"name":"a"},)"
       R"({"name":"b"}],"options":[{"items":[0]},{"items":[1,0]},{"items":[2]},{"items":[]},)"
       R"({"items":[2,1]}]})",
       ""}};
  return problems;
}

/// The sets of options in lines of JSON.
std::set<std::set<int>> options_in(const std::string& json) {
  std::set<std::set<int>> found;
  for (const auto& line : json_lines(json)) {
    if (line.contains("options")) found.insert(line["options"].get<std::set<int>>());
  }
  return found;
}

TEST_CASE("options have the names of the file wherever they are shown") {
  // In each file: the option 2 of the file, y, is chosen with 3, z; x is chosen with w, 4.
  const std::vector<WithDropped> problems = {
      {"a.csv", "option,item\nx,a\nx,b\ny,a\nz,b\nz,c\nw,c\n", ""},
      {"a.lp",
       "Minimize\n cost: 0 x\nSubject To\n a: x + y = 1\n b: x + z = 1\n"
       " c: z + w = 1\nBinary\n x y z w\nEnd\n",
       ""},
      {"a.json",
       R"({"format":"dlx-problem/1","items":[{"name":"a"},{"name":"b"},{"name":"c"}],"options":)"
       R"([{"items":[0,1],"name":"x"},{"items":[0],"name":"y"},{"items":[1,2],"name":"z"},)"
       R"({"items":[2],"name":"w"}]})",
       ""}};
  for (const WithDropped& p : problems) {
    const TemporaryFolder folder;
    const std::string file = folder.write(p.name, p.text);
    INFO(p.name);
    const auto names_in = [](const std::string& json) {
      std::set<std::set<std::string>> found;
      for (const auto& line : json_lines(json)) {
        if (line.contains("names")) found.insert(line["names"].get<std::set<std::string>>());
      }
      return found;
    };
    const std::set<std::set<std::string>> solutions = {{"x", "w"}, {"y", "z"}};
    for (const char* how :
         {" --all", " --all --threads 2", " --all --engine dancing_links", " --min-options -n 5"}) {
      CHECK(names_in(dlx_out("solve " + file + how + " --json")) == solutions);
    }
    CHECK(names_in(dlx_out("sample " + file + " -n 30 --json")) == solutions);
    const std::string text = dlx_out("solve " + file + " --all");
    for (const char* option : {"\n  1 x: a b", "\n  2 y: a", "\n  3 z: b c", "\n  4 w: c"}) {
      CHECK(contains(text, option));
    }
    CHECK(dlx_out("verify " + file + " " + folder.write("found", text)) ==
          "solution 1: valid\nsolution 2: valid\n");
    const Result other =
        dlx_run("verify " + file + " " + folder.write("other", "solution 1:\n  1 y: a b\n"));
    CHECK(contains(other.err, "the option of that number is '1 x: a b', not this one"));
    CHECK(contains(dlx_run("verify " + file + " " + folder.write("wrong", "1 1\n")).out,
                   "option 1 x is chosen more than once"));

    CHECK(names_in(dlx_out("solve " + file + " --all --json --fix z")) ==
          std::set<std::set<std::string>>{{"y", "z"}});
    CHECK(names_in(dlx_out("solve " + file + " --all --json --forbid y")) ==
          std::set<std::set<std::string>>{{"x", "w"}});
    CHECK(contains(dlx_run("solve " + file + " --fix v").err,
                   "no option has the name or the items 'v'"));
    CHECK(contains(dlx_out("solve " + file + " --all --csv --fix 3"), ",3,z,b c\n"));
    CHECK(contains(dlx_out("solve " + file + " --hint --fix y"), "option 3 z (b c) is chosen"));
    CHECK(json_lines(dlx_out("solve " + file + " --hint --fix y --json")).at(0).at("name") == "z");
    CHECK(json_lines(dlx_out("marginals " + file + " --json")).at(3).at("name") == "w");
    CHECK(contains(dlx_out("explain " + file), "2 y: a"));

    for (const char* form : {"b.lp", "b.json"}) {
      const std::string converted = folder.path(form);
      (void)dlx_out("convert " + file + " " + converted);
      CHECK(names_in(dlx_out("solve " + converted + " --all --json")) == solutions);
    }
    for (const char* form : {"opb", "cnf"}) {
      CHECK(contains(dlx_out("convert " + file + " --to " + form), "3 is z\n"));
    }

    const std::string run = folder.path("run");
    CHECK(dlx_run("solve " + file + " --all --json --no-preprocess --node-limit 1 --checkpoint " +
                  run)
              .exit_code == 3);
    std::filesystem::remove(file);
    (void)dlx_out("resume " + run);
    std::string saved;
    for (const auto& entry : std::filesystem::directory_iterator(run + ".solutions")) {
      saved += unpacked(entry.path().string());
    }
    CHECK(names_in(saved) == solutions);
  }
}

TEST_CASE("names of variables that a linear program cannot have are replaced") {
  const std::string text = R"({"format":"dlx-problem/1","items":[{"name":"a"}],"options":[)"
                           R"({"items":[0],"name":"x2"},{"items":[0]},{"items":[0],"name":"e1"},)"
                           R"({"items":[0],"name":"End"},{"items":[0],"name":"a:b"}]})";
  const std::string lp = dlx_out("convert - --to lp", text);
  CHECK(contains(lp, "x2 +0 x2_ +0 x3 +0 x4 +0 x5\n"));
  CHECK(dlx_out("count - --from lp", lp) == "5\n");
  // Keywords and parts of keywords, in any case.
  for (const char* word :
       {"min", "Subject", "such", "ST", "s.t.", "bounds", "bin", "Integer", "semi", "sos1", "lazy",
        "user", "pwlobj", "free", "infinite", "minimise"}) {
    const std::string named = std::string(R"({"format":"dlx-problem/1","items":[{"name":"a"}],)") +
                              R"("options":[{"items":[0],"name":")" + word + R"("}]})";
    CHECK(contains(dlx_out("convert - --to lp", named), "Binary\n x1\n\\ x1 is "));
  }
  const std::string numbered =
      "Minimize\n c: x1 + 2 x2\nSubject To\n a: x1 + x2 = 1\nBinary\n x1 x2\nEnd\n";
  CHECK(contains(dlx_out("solve - --min-cost --csv --forbid x1", numbered), "1,2,x2,a,2\n"));
  const std::string brackets =
      "Minimize\n o: 2 x[1,2] + 3 h\xC3\xBC\nSubject To\n seat#1: x[1,2] + h\xC3\xBC = 1\n"
      " e1: x[1,2] + b >= 1\nBinary\n x[1,2] b h\xC3\xBC\nEnd\n";
  const std::string again = dlx_out("convert - --to lp", brackets);
  for (const char* part : {"\\ x(1,2) is x[1,2]\n", "\\ x2 is h\xC3\xBC\n", "\\ c2 is e1\n",
                           "+2 x(1,2) +3 x2", " seat#1: +1 x(1,2)", " c2: +1 x(1,2)"}) {
    CHECK(contains(again, part));
  }
  CHECK(contains(dlx_out("solve - --min-cost", again), "  1 x(1,2): seat#1 c2\n"));
}

TEST_CASE("options have the numbers of the file, whatever was dropped") {
  const std::set<std::set<int>> solutions = {{2, 3}, {5}};
  for (const WithDropped& p : with_dropped()) {
    const TemporaryFolder folder;
    const std::string file = folder.write(p.name, p.text);
    const std::string reading = " " + file + " --drop-unreachable " + p.reading;
    INFO(p.name);
    const auto out = [&](const std::string& arguments) {
      const Result r = dlx_run(arguments);
      INFO(arguments << "\n" << r.err);
      CHECK(r.exit_code == 0);
      return r.out;
    };
    for (const char* how : {"", " --engine dancing_links", " --threads 2", " --no-preprocess",
                            " --up-to all", " --min-options -n 5"}) {
      const bool all = !contains(how, "-n 5");
      CHECK(options_in(out("solve" + reading + (all ? " --all --json" : " --json") + how)) ==
            solutions);
    }
    CHECK(options_in(out("sample" + reading + " -n 30 --json")) == solutions);

    const std::string text = out("solve" + reading + " --all");
    for (const char* option : {"\n  2: ", "\n  3: ", "\n  5: "}) CHECK(contains(text, option));
    const std::string found = folder.write("found", text);
    CHECK(out("verify" + reading + " " + found) == "solution 1: valid\nsolution 2: valid\n");
    CHECK(out("verify" + reading + " " + folder.write("right", "3 2\n5\n")) ==
          "solution 1: valid\nsolution 2: valid\n");
    const Result wrong = dlx_run("verify" + reading + " " + folder.write("wrong", "2 5\n"));
    CHECK(wrong.exit_code == 2);
    CHECK(contains(wrong.out, "solution 1: INVALID"));
    const Result dropped = dlx_run("verify" + reading + " " + folder.write("dropped", "1 5\n"));
    CHECK(dropped.exit_code == 2);
    CHECK(contains(dropped.err, ":1:1: option 1 was dropped"));

    std::set<int> numbers;
    for (const auto& line : json_lines(out("marginals" + reading + " --json"))) {
      numbers.insert(line.at("option").get<int>());
    }
    CHECK(numbers == std::set<int>{2, 3, 5});
    const std::string tree = out("explain" + reading);
    for (const char* option : {" 2: ", " 3: ", " 5: "}) CHECK(contains(tree, option));
    const auto page = json_lines(out("explain" + reading + " --json")).at(0);
    CHECK(page["options"].at(0).empty());
    CHECK(page["options"].at(3).empty());
    CHECK(page["options"].at(4).size() >= 2);
    std::set<int> labels;
    const std::vector<std::string> diagram = lines(out("zdd" + reading));
    for (std::size_t n = 1; n < diagram.size(); ++n) {
      labels.insert(std::stoi(words(diagram[n]).at(1)));
    }
    CHECK(labels == std::set<int>{2, 3, 5});
    const auto symmetry =
        json_lines(out("info" + reading + " --symmetry --json")).at(0)["symmetry"];
    CHECK(symmetry["orbit_of_option"].at(0).is_null());
    CHECK(symmetry["orbit_of_option"].at(1) == 2);
    CHECK(symmetry["orbit_of_option"].at(4) == 5);

    // A saved run has the numbers too, whoever continues it, and is of this file.
    const std::string run = folder.path("run");
    const Result cut = dlx_run("solve" + reading + " --all --json --no-preprocess --checkpoint " +
                               run + " --node-limit 1");
    CHECK(cut.exit_code == 3);
    (void)out("resume " + run);
    std::string saved;
    for (const auto& entry : std::filesystem::directory_iterator(run + ".solutions")) {
      saved += unpacked(entry.path().string());
    }
    CHECK(options_in(saved) == solutions);
    const std::string kept =
        folder.write("kept.dlx", dlx_run("convert" + reading + " - --to knuth").out);
    const Result other =
        dlx_run("solve " + kept + " --all --json --no-preprocess --checkpoint " + run);
    CHECK(other.exit_code == 6);
    CHECK(contains(other.err, "another run"));

    // A new file has numbers of its own.
    CHECK(options_in(dlx_out("solve " + kept + " --all --json")) ==
          std::set<std::set<int>>{{1, 2}, {3}});
  }
}

TEST_CASE("a text without options is refused, or warned of if its format is named") {
  const std::string sudoku =
      "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
  const TemporaryFolder folder;
  const std::string text = folder.write("hello.txt", "hello world\n");
  const std::string named = folder.write("hello.dlx", "hello world\n");
  for (const std::string command : {"count ", "solve ", "info ", "count --json "}) {
    CAPTURE(command);
    for (const Result& r : {dlx_run(command + text), dlx_run(command + "-", "hello world\n")}) {
      CHECK(r.exit_code == 2);
      CHECK(r.out.empty());
      CHECK(contains(r.err, ":1:1: no options: this line was read as the items of a problem"));
      CHECK(contains(r.err, "\n  hello world\n  ^~~~~\n"));
    }
    CHECK(contains(dlx_run(command + "-", sudoku).err, "it looks like a sudoku"));
    for (const std::string& how : {named, text + " --from knuth"}) {
      const Result r = dlx_run(command + how);
      CHECK(r.exit_code == 0);
      CHECK(contains(r.err, "warning: "));
      CHECK(contains(r.err, ": no options in it, so no solution exists"));
    }
  }
  CHECK(dlx_run("count " + named).out == "0\n");
  // What a program wrote is read again.
  const Result emitted = dlx_run("convert " + named + " --to json");
  CHECK(dlx_run("count -", emitted.out).out == "0\n");
  CHECK(dlx_run("count -", "1|\n").out == "1\n");
  CHECK(contains(dlx_run("count -", "[]").err, "no options in it, so the only solution is empty"));
  const Result grid = dlx_run("polycube - --emit", "[0-1][0-1]0\nI 000 100 200 300\n");
  CHECK(contains(grid.err, "--from knuth"));
  CHECK(dlx_run("count - --from knuth", grid.out).out == "0\n");
  // All options dropped is not the same as none.
  CHECK(dlx_run("count - --drop-unreachable", "a | s\ns\n").exit_code == 0);
}

TEST_CASE("matrices and lists are read by what is in them") {
  const TemporaryFolder folder;
  const std::string comma = folder.write("m.csv", "a,b,c\r\n1.0,0.0,1.0\r\n0.0,1.0,0.0\r\n");
  CHECK(dlx_out("solve " + comma) == "solution 1:\n  1: a c\n  2: b\n");
  const Result floats = dlx_run("count -", "1.0 0.0\n0.0 1.0\n1.0 1.0\n");
  CHECK(floats.out == "2\n");
  CHECK(floats.err.empty());
  CHECK(dlx_out("count " + folder.write("rows.json", "[[0,3],[1,2]]")) == "1\n");
  CHECK(dlx_out("count " + folder.path("rows.json") + " --secondary 3") == "1\n");
  const Result doubtful = dlx_run("count -", "[[1,0],[0,1]]");
  CHECK(doubtful.out == "2\n");
  CHECK(contains(doubtful.err, "a matrix is a line a row without brackets"));
  const Result sizes = dlx_run("count -", "9 3\n1 0 0 0 0 0 1 1 0\n0 1 1 1 1 1 0 0 1\n");
  CHECK(sizes.exit_code == 2);
  CHECK(contains(sizes.err, "<stdin>:1:1: '9' is neither 0 nor 1; a line of sizes"));
}

TEST_CASE("problems in other formats, read and written") {
  const TemporaryFolder folder;
  const std::string rows = folder.write("rows.sage",
                                        "[[2, 4], [0, 3, 6], [1, 2, 5], [0, 3, 5],\n"
                                        " [1, 6], [3, 4, 6]]\n");
  CHECK(dlx_out("count " + rows) == "1\n");
  const std::string matrix = dlx_out("convert " + rows + " - --to matrix");
  CHECK(matrix.starts_with("0 0 1 0 1 0 0\n1 0 0 1 0 0 1\n"));
  CHECK(dlx_out("count - --from matrix", matrix) == "1\n");
  CHECK(dlx_out("count - --from matrix --secondary 0", "010\n001\n011\n101\n") == "3\n");
  CHECK(dlx_out("convert " + rows + " " + folder.path("p.opb")).empty());
  CHECK(contains(dlx_out("convert " + rows + " --to opb"), "* #variable= 6 #constraint= 7\n"));
  CHECK(std::filesystem::file_size(folder.path("p.opb")) > 100);
  CHECK(contains(dlx_out("convert " + rows + " --to cnf"), "p cnf 6 "));
  CHECK(dlx_out("convert " + rows + " --to lp").starts_with("Minimize\n"));
  CHECK(dlx_out("convert " + rows + " --to knuth").starts_with("0 1 2 3 4 5 6\n2 4\n"));

  const Result unnamed = dlx_run("convert " + rows + " " + folder.path("p.txt"));
  CHECK(unnamed.exit_code == 2);
  CHECK(contains(unnamed.err, "add --to FORMAT"));
  CHECK_FALSE(std::filesystem::exists(folder.path("p.txt")));
  CHECK(contains(dlx_run("convert " + rows + " " + folder.path("p.mps")).err,
                 "dlx reads the format mps but does not write it; add --to FORMAT"));
  for (const char* format : {"lp", "opb"}) {  // a problem whose only solution is empty
    const std::string text = dlx_run(std::string("convert - --to ") + format, "0:1|a\n").out;
    CHECK(dlx_run("count -", text).out == "1\n");
  }
  const Result coloured = dlx_run("convert - --to matrix", coloured_example);
  CHECK(coloured.exit_code == 2);
  CHECK(contains(coloured.err, "secondary"));
  CHECK(dlx_run("count - --from matrix", "10\n012\n").exit_code == 2);
  CHECK(dlx_run("count - --from matrix --secondary x", "10\n01\n").exit_code == 2);
  CHECK(dlx_run("count - --secondary 1", "a b\na b\n").exit_code == 2);
  CHECK(dlx_run("convert " + rows + " " + folder.path("no/p.opb")).exit_code == 5);
}

}  // namespace
}  // namespace dlx::test
