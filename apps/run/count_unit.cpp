#include "apps/run/count_unit.hpp"

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>

#include "apps/run/control.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/report.hpp"
#include "dlx/runs/parallel_count.hpp"
#include "dlx/runs/split.hpp"
#include "dlx/solver.hpp"

namespace dlx::app {

namespace fs = std::filesystem;

bool is_unit_file(const Request& request) {
  const std::string& path = request.read.file;
  std::error_code error;
  // Only a file that can be read twice may be a unit.
  if (path == "-" || !fs::is_regular_file(path, error)) return false;
  Input input = Input::open(path, limits(request.read));
  std::string_view line;
  return input.next_line(line) && is_unit(line);
}

int count_unit(const Request& request, Console& console) {
  Input input = Input::open(request.read.file, limits(request.read));
  const UnitFileContents unit = read_unit(input);
  const Control control(request, console);
  SearchOptions options = control.search_options();
  options.preprocess = false;
  options.engine = unit.label.engine;
  ParallelCount search(
      [&](const SearchOptions& unit_options) { return Solver(unit.problem, unit_options); },
      options, {.threads = control.threads()}, unit.parts);
  const auto& seed = unit.label.seed;
  Tally tally = seed ? Tally(plain_weights(unit.problem.option_count(), *seed)) : Tally();
  const auto start = std::chrono::steady_clock::now();
  search.count(tally);
  Answer answer;
  answer.count = tally.solutions().to_string();
  answer.engine = unit.label.engine;
  answer.status = search.status();
  answer.statistics = search.statistics();
  answer.seconds = seconds_since(start);
  if (answer.complete()) {
    console.print(to_text(
        UnitResult{unit.label, tally.solutions(), tally.fingerprint(), answer.statistics.nodes}));
  } else {
    console.print(incomplete_line(answer.status));
    console.warning("INCOMPLETE: the unit has no result yet, and begins anew next time");
  }
  console.flush();
  print_statistics(request, answer);
  return exit_code(answer.status);
}

}  // namespace dlx::app
