// Rows as Sage's lists and as matrices. The first byte says which, and how many of the first
// columns are secondary.

#include "dlx/io/format.hpp"

#include "dlx/io/problem_format.hpp"
#include "tests/fuzz/fuzzer.hpp"

using namespace dlx;

DLX_FUZZER(rows) {
  if (bytes.empty() || fuzz::names_millions(bytes)) return;
  const auto how = static_cast<unsigned char>(bytes.front());
  bytes.remove_prefix(1);
  io::ReadOptions options;
  for (std::uint32_t column = 0; column < (how >> 1 & 3U); ++column) {
    options.secondary.push_back(column);
  }
  options.drop_options_without_primary = (how & 8U) != 0;
  const ProblemFormat format = (how & 1U) != 0 ? ProblemFormat::matrix : ProblemFormat::sage;
  fuzz::accepted(bytes, [&](io::Input& input) {
    const io::ReadProblem rows = read_problem(input, format, options);
    fuzz::require_round_trips(rows.problem);
    if (rows.problem.option_count() == 0 || rows.problem.secondary_count() != 0) return;
    const auto written = [&](const Problem& problem) {
      std::string text;
      dlx::io::write_problem(problem, format, [&](std::string_view part) { text += part; });
      return text;
    };
    std::string text;
    try {
      text = written(rows.problem);
    } catch (const std::invalid_argument&) {
      return;  // a last column without ones, in lists
    }
    io::Input again = io::Input::from_text(text, "again");
    // Names of columns are not written.
    fuzz::require(written(read_problem(again, format).problem) == text,
                  "another problem came back");
  });
}
