#include "tests/fuzz/fuzzer.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dlx/io/knuth_text.hpp"
#include "dlx/io/problem_format.hpp"
#include "tests/support/model.hpp"

namespace dlx::fuzz {

void found(const std::string& what) {
  std::fprintf(stderr, "FOUND: %s\n", what.c_str());
  std::fflush(stderr);
  std::abort();
}

void require_place(std::string_view text, const io::InputError& error) {
  const io::InputError::Place& place = error.place();
  require(place.file == "fuzzed", "an error names another file");
  require(!std::string_view(error.what()).empty(), "an error says nothing");
  if (place.line == 0) {
    require(place.column == 0, "a column without a line");
    return;
  }
  require(place.column > 0, "an error has a line and no column");
  std::size_t begin = 0;
  for (std::size_t line = 1; line < place.line; ++line) {
    begin = text.find('\n', begin);
    require(begin != std::string_view::npos, "an error is on a line that there is not");
    ++begin;
  }
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  const std::string_view line = text.substr(begin, end - begin);
  require(place.column <= line.size() + 1, "an error is past the end of its line");
  require(text.find(place.word) != std::string_view::npos, "an error has a word of its own");
}

namespace {

std::string written(const Problem& problem, ProblemFormat format) {
  std::string text;
  io::write_problem(problem, format, [&](std::string_view part) { text += part; });
  return text;
}

/// The problem read again, as canonical text.
std::string read_again(const std::string& text, ProblemFormat format) {
  io::Input input = io::Input::from_text(text, "written");
  try {
    return test::canonical_text(read_problem(input, format).problem);
  } catch (const io::InputError& e) {
    found("written as " + std::string(to_string(format)) + ", and not read again: " + e.what());
  }
}

void require_shape(const Problem& a, const Problem& b) {
  require(a.item_count() == b.item_count() && a.primary_count() == b.primary_count() &&
              a.option_count() == b.option_count() && a.entry_count() == b.entry_count(),
          "another shape came back from what Knuth's programs can read");
  for (std::uint32_t o = 0; o < a.option_count(); ++o) {
    require(std::ranges::equal(a.items(OptionId{o}), b.items(OptionId{o})),
            "other items came back from what Knuth's programs can read");
    require(a.cost(OptionId{o}) == b.cost(OptionId{o}),
            "another cost came back from what Knuth's programs can read");
  }
}

void require_strict_text(const Problem& problem) {
  std::string text;
  try {
    io::write_knuth_text(problem, [&](std::string_view part) { text += part; }, {.strict = true});
  } catch (const std::invalid_argument&) {
    return;  // more than 62 colours, or no primary item
  }
  io::Input input = io::Input::from_text(text, "strict");
  try {
    require_shape(problem, read_knuth_text(input).problem);
  } catch (const io::InputError& e) {
    found(std::string("written for Knuth's programs, and not read again: ") + e.what());
  }
}

}  // namespace

void require_round_trips(const Problem& problem) {
  const std::string canonical = test::canonical_text(problem);
  require(read_again(written(problem, ProblemFormat::json), ProblemFormat::json) == canonical,
          "another problem came back from JSON");
  if (problem.primary_count() != 0) {
    require(read_again(written(problem, ProblemFormat::knuth), ProblemFormat::knuth) == canonical,
            "another problem came back from Knuth's text");
  }
  require_strict_text(problem);
  for (const ProblemFormat format : {ProblemFormat::sage, ProblemFormat::matrix}) {
    // Both grow with items times options at the most.
    if (std::size_t{problem.item_count()} * problem.option_count() > 100'000) continue;
    std::string text;
    try {
      text = written(problem, format);
    } catch (const std::invalid_argument&) {
      continue;  // rows have neither secondary items nor multiplicities
    }
    io::Input input = io::Input::from_text(text, "rows");
    const Problem again = read_problem(input, format).problem;
    require(again.option_count() == problem.option_count() &&
                again.entry_count() == problem.entry_count(),
            "other rows came back");
  }
  std::size_t pairs = 0;  // at most: what clauses need of them
  std::vector<std::size_t> sizes(problem.item_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    for (const ItemId item : problem.items(OptionId{o})) pairs += sizes[index(item)]++;
  }
  if (pairs > 20'000) return;
  for (const ProblemFormat format :
       {ProblemFormat::opb, ProblemFormat::cnf, ProblemFormat::lp, ProblemFormat::minizinc}) {
    try {
      (void)written(problem, format);
    } catch (const std::invalid_argument&) {
      continue;  // what the format cannot say
    }
  }
}

bool names_millions(std::string_view text) {
  constexpr std::uint64_t many = 20'000;
  constexpr std::uint64_t refused = std::uint64_t{1} << 23;
  std::uint64_t number = 0;
  for (std::size_t k = 0; k <= text.size(); ++k) {
    if (k < text.size() && text[k] >= '0' && text[k] <= '9') {
      number = std::min(number * 10 + static_cast<std::uint64_t>(text[k] - '0'), refused);
    } else {
      if (number > many && number < refused) return true;
      number = 0;
    }
  }
  return false;
}

}  // namespace dlx::fuzz
