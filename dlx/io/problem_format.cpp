#include "dlx/io/problem_format.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "dlx/core/text.hpp"
#include "dlx/io/exchange.hpp"
#include "dlx/io/json_problem.hpp"
#include "dlx/io/knuth_text.hpp"
#include "dlx/io/or_library.hpp"

namespace dlx {

bool can_read(ProblemFormat format) noexcept {
  return format == ProblemFormat::knuth || format == ProblemFormat::json ||
         format == ProblemFormat::or_library || format == ProblemFormat::sage ||
         format == ProblemFormat::matrix;
}

bool can_write(ProblemFormat format) noexcept {
  return format != ProblemFormat::or_library;
}

std::optional<ProblemFormat> format_of_name(std::string_view path) noexcept {
  if (path.ends_with(".gz")) path.remove_suffix(3);
  const std::pair<std::string_view, ProblemFormat> ends[] = {
      {".dlx", ProblemFormat::knuth}, {".json", ProblemFormat::json},
      {".sage", ProblemFormat::sage}, {".matrix", ProblemFormat::matrix},
      {".opb", ProblemFormat::opb},   {".cnf", ProblemFormat::cnf},
      {".lp", ProblemFormat::lp},     {".mzn", ProblemFormat::minizinc},
  };
  for (const auto& [end, format] : ends) {
    if (path.ends_with(end)) return format;
  }
  return {};
}

namespace {

using Words = std::vector<std::string_view>;

/// The words of the first two lines that hold any; comments begin with '#' or '|'.
std::pair<Words, Words> first_lines(std::string_view text) {
  std::pair<Words, Words> found;
  while (!text.empty() && found.second.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    line = line.substr(0, line.find('#'));
    Words words;
    for (std::string_view w = next_word(line); !w.empty(); w = next_word(line)) words.push_back(w);
    if (words.empty() || words.front().front() == '|') continue;
    (found.first.empty() ? found.first : found.second) = std::move(words);
  }
  return found;
}

bool all(const Words& words, std::string_view characters) {
  return std::all_of(words.begin(), words.end(), [&](std::string_view word) {
    return word.find_first_not_of(characters) == std::string_view::npos;
  });
}

}  // namespace

ProblemFormat format_of_text(std::string_view start) {
  const std::size_t first = start.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return ProblemFormat::knuth;
  // What stands behind the bracket tells it from that of an item's name.
  const std::size_t second = std::min(start.find_first_not_of(" \t\r\n", first + 1), start.size());
  const std::string_view behind = start.substr(second, 1);
  const bool apart = second != first + 1;
  if (start[first] == '{' && (apart || behind == "\"" || behind == "}")) return ProblemFormat::json;
  if (start[first] == '[' && (behind == "[" || behind == "]")) return ProblemFormat::sage;
  const auto [head, next] = first_lines(start.substr(first));
  Words names = head;
  std::sort(names.begin(), names.end());
  const bool items_and_option = std::adjacent_find(names.begin(), names.end()) == names.end() &&
                                std::all_of(next.begin(), next.end(), [&](std::string_view word) {
                                  return std::binary_search(names.begin(), names.end(), word);
                                });
  if (items_and_option) return ProblemFormat::knuth;
  if (all(head, "01") && all(next, "01")) return ProblemFormat::matrix;
  if (head.size() == 2 && all(head, "0123456789") && all(next, "0123456789")) {
    return ProblemFormat::or_library;
  }
  return ProblemFormat::knuth;
}

bool could_be_matrix(std::string_view start) {
  const auto [head, next] = first_lines(start);
  return !head.empty() && all(head, "01") && all(next, "01");
}

ReadProblem read_problem(Input& input, ProblemFormat format, const ReadOptions& options) {
  const bool rows = format == ProblemFormat::sage || format == ProblemFormat::matrix;
  if (!rows && !options.secondary.empty()) {
    throw std::invalid_argument("columns can be made secondary in rows only");
  }
  switch (format) {
    case ProblemFormat::knuth:
      return read_knuth_text(
          input, {.drop_options_without_primary = options.drop_options_without_primary});
    case ProblemFormat::json:
      return read_json_problem(input, options.drop_options_without_primary);
    case ProblemFormat::or_library:
      return {read_or_library(input), 0};
    case ProblemFormat::sage:
      return read_row_lists(input, options);
    case ProblemFormat::matrix:
      return read_matrix(input, options);
    default:
      throw std::invalid_argument(std::string(to_string(format)) + " is not read");
  }
}

std::vector<std::string> write_problem(const Problem& problem, ProblemFormat format,
                                       const TextSink& sink) {
  switch (format) {
    case ProblemFormat::knuth:
      return write_knuth_text(problem, sink);
    case ProblemFormat::json:
      write_json_problem(problem, sink);
      return {};
    case ProblemFormat::sage:
      return write_row_lists(problem, sink);
    case ProblemFormat::matrix:
      return write_matrix(problem, sink);
    case ProblemFormat::opb:
      return write_opb(problem, sink);
    case ProblemFormat::cnf:
      return write_cnf(problem, sink);
    case ProblemFormat::lp:
      return write_lp(problem, sink);
    case ProblemFormat::minizinc:
      return write_minizinc(problem, sink);
    default:
      throw std::invalid_argument(std::string(to_string(format)) + " is not written");
  }
}

}  // namespace dlx
