// Memory runs out at the first allocation, at the second, and so on until the task is done: each
// time it ends in std::bad_alloc or another error that says so, or the task does without; and then
// it can be done again. Leaks are for the sanitizers to find.

#include <zlib.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <functional>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "dlx/certificate/identity.hpp"
#include "dlx/cheapest.hpp"
#include "dlx/classes.hpp"
#include "dlx/core/canonical_text.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/estimate.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/io/problem_format.hpp"
#include "dlx/io/solution_text.hpp"
#include "dlx/preprocess/components.hpp"
#include "dlx/preprocess/reduce.hpp"
#include "dlx/representatives.hpp"
#include "dlx/runs/crew.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/runs/parallel_count.hpp"
#include "dlx/runs/split.hpp"
#include "dlx/runs/unit_file.hpp"
#include "dlx/runs/workers.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/symmetry/symmetry_text.hpp"
#include "dlx/tables/memo_search.hpp"
#include "dlx/tables/sweep_count.hpp"
#include "dlx/tables/zdd.hpp"
#include "reductions/classics/queens.hpp"
#include "reductions/polycube/collection.hpp"
#include "reductions/polycube/formats.hpp"
#include "reductions/polycube/polycube.hpp"
#include "reductions/polycube/xmpuzzle.hpp"
#include "reductions/snake/snake.hpp"
#include "reductions/snake/word.hpp"
#include "tests/engines/engines.hpp"
#include "tests/faults/memory.hpp"
#include "tests/support/search_tree.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/text_problem.hpp"
#include "tests/tables/examples.hpp"

namespace dlx::test {
namespace {

namespace fs = std::filesystem;
using memory::Kind;

#ifdef DLX_SANITIZE
constexpr std::uint64_t most_tries = 150;
#else
constexpr std::uint64_t most_tries = 600;
#endif

/// What one is told where memory ran out in a library that has no std::bad_alloc.
bool says_so(const std::exception& e) {
  const std::string what = e.what();
  for (const char* words : {"memory", "SHA-256 is not available"}) {
    if (what.find(words) != std::string::npos) return true;
  }
  return false;
}

/// What came of a task during which an allocation failed.
struct Attempt {
  std::string found;
  std::string error;  // empty: it came to its end
  bool clean = true;  // what it threw says that memory ran out
};

Attempt attempt(Kind kind, std::uint64_t at, bool on, const std::function<std::string()>& task) {
  Attempt result;
  memory::fail(kind, at, on);
  try {
    result.found = task();
    memory::fail_no_more();
  } catch (const std::bad_alloc&) {
    memory::fail_no_more();
    result.error = "bad_alloc";
  } catch (const std::exception& e) {
    memory::fail_no_more();
    result.error = e.what();
    result.clean = says_so(e);
  }
  return result;
}

/// Does a task with less and less want of memory. It gives what it has found, as text. Where there
/// are many allocations, every so many-th fails after the first hundred.
void starve(Kind kind, const std::function<std::string()>& task) {
  if (!memory::can_fail(kind)) return;
  const std::string wanted = task();
  memory::fail(kind, 0, false);
  (void)task();
  const std::uint64_t all = memory::fail_no_more().made;
  const std::uint64_t stride = 1 + all / most_tries;
  std::uint64_t failures = 0;
  for (const bool on : {false, true}) {
    for (std::uint64_t at = 1; at <= all + 1; at += at < 100 ? 1 : stride) {
      CAPTURE(at, on, all);
      const auto [found, error, clean] = attempt(kind, at, on, task);
      INFO(error);
      REQUIRE(clean);
      if (error.empty()) {
        REQUIRE(found == wanted);
      } else {
        ++failures;
      }
    }
    REQUIRE(task() == wanted);
  }
  INFO("of " << all << " allocations");
  CHECK(failures > 0);
}

void starve(const std::function<std::string()>& task) {
  starve(Kind::operator_new, task);
}

const std::string coloured =
    "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\np q r\n| comment\n";
const std::string counted = "2|a 0:1|b c | s\na s:1\na s:2\na b |3\na c\nb c\nc s:1\n";

std::string text_of(const Problem& problem) {
  std::string text;
  write_canonical_text(problem, [&](std::string_view line) { text += line; });
  return text;
}

std::string packed(const std::string& text) {
  std::string result(compressBound(text.size()) + 32, '\0');
  z_stream stream = {};
  deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  std::string source = text;
  stream.next_in = reinterpret_cast<Bytef*>(source.data());
  stream.avail_in = static_cast<uInt>(source.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  deflate(&stream, Z_FINISH);
  result.resize(stream.total_out);
  deflateEnd(&stream);
  return result;
}

TEST_CASE("memory runs out while a problem is read, in every format") {
  const TemporaryFolder folder;
  const std::string queens = text_of(classics::queens::build(4).problem);
  const std::vector<std::pair<std::string, ProblemFormat>> files = {
      {coloured, ProblemFormat::knuth},
      {counted, ProblemFormat::knuth},
      {queens, ProblemFormat::knuth},
      {packed(queens), ProblemFormat::knuth},
      {R"({"format":"dlx-problem/1","items":[{"name":"a"},{"name":"s","kind":"secondary"}],)"
       R"("options":[{"items":[0,[1,"red"]],"cost":3},{"items":[0]}]})",
       ProblemFormat::json},
      {"2 3\n5 1 1\n6 1 2\n7 2 1 2\n", ProblemFormat::or_library},
      {"[[0,3],[1,2],[0,1]]", ProblemFormat::sage},
      {"1 0 0\n0 1 1\n1 1 1\n", ProblemFormat::matrix},
      {"option,item,cost\np q,a,1.5\np q,b,\nr,a,2\n", ProblemFormat::pairs},
      {"3 2\na b | c\na c\nb\n", ProblemFormat::ec},
      {"p xcc 2 1\n2 3 -1 0\n1 3 -1 0\n", ProblemFormat::xc},
      {"p cnf 3 4\n1 2 0\n1 3 0\n-1 -2 0\n-1 -3 0\n", ProblemFormat::cnf},
      {"* #variable= 2\nmin: +41 x1 ;\n+1 x1 +1 x2 = 1 ;\n", ProblemFormat::opb},
  };
  for (const auto& [text, format] : files) {
    CAPTURE(to_string(format));
    const std::string path = folder.write("problem", text);
    for (const Kind kind : {Kind::operator_new, Kind::malloc}) {
      starve(kind, [&path, read_as = format] {
        io::Input input = io::Input::open(path);
        return text_of(read_problem(input, read_as).problem);
      });
    }
  }
}

TEST_CASE("memory runs out while something is refused") {
  for (const std::string text : {"a b\nc\n", "a b\na a\n", "a\na:x\n", "a\nb", "", "a | s\ns\n"}) {
    starve([&] {
      try {
        (void)problem_of(text);
      } catch (const io::InputError& e) {
        return std::string(e.what()) + e.place().excerpt;
      }
      return std::string("read");
    });
  }
}

TEST_CASE("memory runs out while puzzles are read and built") {
  const std::string xml =
      "<?xml version=\"1.0\"?><puzzle version=\"2\"><gridType type=\"0\"/>"
      "<colors><color red=\"1\" green=\"2\" blue=\"3\"/></colors><shapes>"
      "<voxel x=\"1\" y=\"1\" z=\"3\" type=\"0\">###</voxel>"
      "<voxel x=\"3\" y=\"1\" z=\"3\" type=\"0\">#########</voxel></shapes>"
      "<problems><problem name=\"one\" state=\"0\"><shapes><shape id=\"0\" count=\"3\"/></shapes>"
      "<result id=\"1\"/><bitmap/></problem></problems><comment>c</comment></puzzle>";
  const std::vector<std::pair<std::string, polycube::Format>> files = {
      {xml, polycube::Format::xmpuzzle},
      {"[0-2][0-2]0\n3*I 000 100 200\n", polycube::Format::triples},
      {"D:xDim=3:yDim=2:zDim=1\nC:name=A:layout=0 0 0, 1 0 0,2 0 0\nC:name=B:layout=0 0 0, 1 0 "
       "0,2 0 0\n~D\n",
       polycube::Format::busche},
      {"/SOMA001 The cube\n/###/###/###\n/###/###/###\n/###/###/###\n",
       polycube::Format::soma_figures},
  };
  for (const auto& [text, format] : files) {
    CAPTURE(to_string(format));
    for (const Kind kind : {Kind::operator_new, Kind::malloc}) {
      starve(kind, [&text = text, read_as = format] {
        const polycube::Collection read = polycube::read(text, read_as);
        const polycube::Model model = polycube::build(read.puzzles.at(0).puzzle);
        return std::to_string(model.problem.option_count()) + polycube::write_xmpuzzle(read);
      });
    }
  }
}

TEST_CASE("memory runs out while a problem is written, in every format") {
  const Problem problem = problem_of("a b c\na b\nc\na\nb c\n");
  for (const auto& name : names<ProblemFormat>) {
    const ProblemFormat format = name.value;
    if (!io::can_write(format)) continue;
    CAPTURE(name.word);
    starve([&] {
      std::string text;
      for (const std::string& warning :
           io::write_problem(problem, format, [&](std::string_view part) { text += part; })) {
        text += warning;
      }
      return text;
    });
  }
  for (const Kind kind : {Kind::operator_new, Kind::malloc}) {
    starve(kind, [&] { return certificate::identity(problem); });
  }
}

TEST_CASE("memory runs out while solutions and symmetries are read") {
  const Problem problem = problem_of("a b c d\na b\nc d\na c\nb d\n");
  starve([&] {
    io::Input input =
        io::Input::from_text("solution 1:\n  1: a b\n  2: c d\n3 4\n{\"options\":[1,2]}\n", "t");
    io::SolutionReader reader(problem, input);
    Verifier verifier(problem);
    std::string found;
    while (const auto solution = reader.next()) {
      found += io::solution_text(problem, "7", *solution);
      for (const std::string& fault : verifier.faults(*solution)) found += fault;
    }
    return found;
  });
  starve([&] {
    io::Input input = io::Input::from_text("a b | c d\n", "t");
    std::string found;
    for (const symmetry::MatrixPermutation& p : symmetry::read_symmetries(input, problem)) {
      found += symmetry_text(problem, p);
    }
    return found;
  });
}

std::string found_by(Solver& solver) {
  std::string found;
  std::vector<std::vector<OptionId>> solutions;
  while (solver.next()) {
    solutions.emplace_back(solver.solution().begin(), solver.solution().end());
    std::sort(solutions.back().begin(), solutions.back().end());
  }
  std::sort(solutions.begin(), solutions.end());
  for (const auto& solution : solutions) {
    for (const OptionId o : solution) found += std::to_string(index(o)) + ' ';
    found += '\n';
  }
  return found;
}

TEST_CASE("memory runs out while an engine searches") {
  const std::vector<Problem> problems = {classics::queens::build(5).problem, problem_of(coloured),
                                         problem_of(counted)};
  for (const Problem& problem : problems) {
    for (const EngineKind engine : all_engines) {
      if (!is_for(engine, problem)) continue;
      for (const bool preprocess : {false, true}) {
        CAPTURE(to_string(engine), preprocess);
        starve([&] {
          Solver solver(problem, {.engine = engine, .preprocess = preprocess});
          return found_by(solver);
        });
      }
    }
  }
  const snake::Model model = snake::build({.snake = snake::parse("111111")});
  starve([&] {
    Solver solver(model.problem, {.nodes = 300});
    return found_by(solver);
  });
}

TEST_CASE("memory runs out while solutions are counted, by every method") {
  const std::vector<Problem> problems = {classics::queens::build(5).problem, problem_of(coloured),
                                         problem_of(counted), langford(4)};
  for (const Problem& problem : problems) {
    for (const CountMethod method : all_methods) {
      if (!is_for(method, problem)) continue;
      CAPTURE(to_string(method));
      starve([&] {
        const counting::CountResult r =
            counting::count(problem, {.method = method, .fingerprint = 5});
        if (r.status == Status::memory_limit) throw std::bad_alloc();
        if (!r.complete()) return std::string("incomplete");
        return r.value.to_string() + ' ' + std::to_string(r.fingerprint->value());
      });
    }
  }
}

TEST_CASE("memory runs out while a diagram is asked") {
  const Problem problem = problem_of("a b c\na b |4\na |1\nb |1\nc |7\nb c\n");
  starve([&] {
    const tables::ZddResult built = tables::Zdd::build(problem);
    if (built.status == Status::memory_limit) throw std::bad_alloc();
    std::string found = built.zdd->count().to_string();
    for (const Natural& n : built.zdd->memberships()) found += ' ' + n.to_string();
    for (const auto& [cost, options] : built.zdd->cheapest(problem, 2)) {
      found += ' ' + std::to_string(cost);
    }
    tables::Zdd::Sampler sampler(*built.zdd, 3);
    for (const OptionId o : sampler.sample()) found += ' ' + std::to_string(index(o));
    return found;
  });
}

TEST_CASE("memory runs out in what else there is to do with a problem") {
  const Problem problem = classics::queens::build(5).problem;
  starve([&] {
    const preprocess::Reduction r = preprocess::reduce(problem);
    return text_of(r.problem) + std::to_string(r.report.rounds);
  });
  starve([&] {
    std::string found;
    for (const preprocess::Component& part :
         preprocess::components(problem_of("a b c\na\nb c\nb\nc\n"))) {
      found += text_of(part.problem);
    }
    return found;
  });
  starve([&] { return estimate(problem, {.probes = 20}).solutions.to_string(6); });
  starve([&] { return std::to_string(search_tree(problem, 100).nodes.size()); });
  const Problem costs = problem_of("a b c\na b |4\na |1\nb |1\nc |7\nb c\n");
  starve([&] {
    std::string found;
    for (const auto& solution : cheapest(costs, 2).solutions) {
      found += std::to_string(solution.cost) + ' ';
    }
    return found;
  });
}

// nauty ends the process where malloc fails: only what is ours fails here.
TEST_CASE("memory runs out while symmetries are found and used") {
  const Problem problem = classics::queens::build(5).problem;
  starve([&] {
    const symmetry::Automorphisms group = symmetry::automorphisms(problem);
    std::string found = group.order.to_string();
    const auto listed = members(problem, group);
    found += ' ' + std::to_string(listed->members().size());
    found += ' ' + count_classes(problem, *listed).classes.to_string();
    found += ' ' + count_classes(problem, symmetry::SymmetryGroup(group)).classes.to_string();
    Representatives representatives(problem, symmetry::SymmetryGroup(group));
    while (representatives.next()) found += ' ' + representatives.class_size().to_string();
    if (representatives.status() == Status::memory_limit) throw std::bad_alloc();
    return found;
  });
}

TEST_CASE("memory runs out while a count is divided, and its results are read") {
  const Problem problem = classics::queens::build(5).problem;
  starve([&] {
    const runs::Division division = runs::split(problem, 3, EngineKind::dancing_links, 7);
    std::string found = division.result;
    for (const std::string& text : division.units) {
      io::Input input = io::Input::from_text(text, "unit");
      const runs::UnitFileContents unit = runs::read_unit(input);
      found += std::to_string(unit.parts.size()) + ' ';
    }
    io::Input input = io::Input::from_text(division.result, "result");
    return found + runs::read_result(input).solutions.to_string();
  });
}

TEST_CASE("memory runs out in threads: they count right, or not at all") {
  const Problem problem = classics::queens::build(7).problem;
  for (const unsigned threads : {1U, 3U}) {
    for (std::uint64_t at = 1; at < 3 * most_tries; at += 1 + at / 50) {
      CAPTURE(threads, at);
      runs::ParallelCount search([&](const Options& options) { return Solver(problem, options); },
                                 {.threads = threads, .unit_nodes = 60});
      Tally tally;
      const auto is_counted = [&] {
        try {
          search.count(tally);
          return true;
        } catch (const std::bad_alloc&) {
          return false;
        }
      };
      memory::fail(Kind::operator_new, at, false);
      const bool at_once = is_counted();
      memory::fail_no_more();
      if (!at_once && !is_counted()) continue;
      REQUIRE(search.status() == Status::exhausted);
      REQUIRE(tally.solutions() == Natural(40));
    }
  }
}

/// Makes a run and works at it until it is over; what it has found.
std::string run_to_the_end(const std::string& path, const Problem& problem) {
  if (!fs::exists(path)) runs::Ledger::create(path, {{"problem", "queens"}}, 60);
  runs::Ledger ledger(path);
  runs::Crew crew(ledger,
                  [&](const std::atomic<bool>& stop) {
                    return runs::counting_worker(Solver(problem, {.stop = &stop}), Tally());
                  },
                  {.threads = 1, .unit_nodes = 60});
  if (crew.run({}, {}) != Status::exhausted) return "not over";
  return ledger.sums().solutions.to_string() + ' ' + std::to_string(ledger.sums().nodes);
}

TEST_CASE("memory runs out while a run is kept: what is in its file goes on") {
  const TemporaryFolder folder;
  const Problem problem = classics::queens::build(6).problem;
  const std::string wanted = run_to_the_end(folder.path("wanted"), problem);
  for (const Kind kind : {Kind::operator_new, Kind::malloc}) {
    if (!memory::can_fail(kind)) continue;
    for (const bool on : {false, true}) {
      int failures = 0;
      for (std::uint64_t at = 1; at < 6 * most_tries; at += 1 + at / 60) {
        const std::string path = folder.path("run");
        for (const auto& entry : fs::directory_iterator(folder.path(""))) {
          if (entry.path().filename() != "wanted") fs::remove(entry.path());
        }
        const auto [found, error, clean] =
            attempt(kind, at, on, [&] { return run_to_the_end(path, problem); });
        CAPTURE(at, on, error);
        REQUIRE(clean);
        if (error.empty()) REQUIRE(found == wanted);
        if (!error.empty()) ++failures;
        REQUIRE(run_to_the_end(path, problem) == wanted);
        REQUIRE(runs::read_ledger(path).units_open == 0);
      }
      CHECK(failures > 20);
    }
  }
}

TEST_CASE("memory runs out while a file is packed") {
  const TemporaryFolder folder;
  for (const Kind kind : {Kind::operator_new, Kind::malloc}) {
    starve(kind, [&] {
      const std::string path = folder.path("1.txt.gz");
      runs::UnitFile file(path, true);
      file.print(std::string(5'000, 'x') + "\n");
      file.keep();
      io::Input input = io::Input::open(path);
      return std::to_string(input.rest().size());
    });
  }
}

}  // namespace
}  // namespace dlx::test
