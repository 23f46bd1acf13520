#include "dlx/io/problem_format.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "dlx/core/text.hpp"
#include "dlx/io/exchange.hpp"
#include "dlx/io/json_problem.hpp"
#include "dlx/io/knuth_text.hpp"
#include "dlx/io/likely_meaning.hpp"
#include "dlx/io/or_library.hpp"

namespace dlx::io {

namespace {

/// A format that is read or written.
struct Format {
  ProblemFormat format;
  std::string_view end = {};  // of a file's name; empty: of none
  ReadProblem (*read)(Input& input, const ReadOptions& options) = nullptr;
  std::vector<std::string> (*write)(const Problem& problem, const TextSink& sink) = nullptr;
};

constexpr Format formats[] = {
    {ProblemFormat::knuth, ".dlx", read_knuth_text,
     [](const Problem& problem, const TextSink& sink) { return write_knuth_text(problem, sink); }},
    {ProblemFormat::json, ".json",
     [](Input& input, const ReadOptions& options) {
       return read_json_problem(input, options.drop_options_without_primary);
     },
     [](const Problem& problem, const TextSink& sink) {
       write_json_problem(problem, sink);
       return std::vector<std::string>();
     }},
    {.format = ProblemFormat::or_library,
     .read = [](Input& input, const ReadOptions&) { return ReadProblem{read_or_library(input)}; }},
    {ProblemFormat::sage, ".sage", read_row_lists, write_row_lists},
    {ProblemFormat::matrix, ".matrix", read_matrix, write_matrix},
    {ProblemFormat::opb, ".opb", nullptr, write_opb},
    {ProblemFormat::cnf, ".cnf", nullptr, write_cnf},
    {ProblemFormat::lp, ".lp", nullptr, write_lp},
    {ProblemFormat::minizinc, ".mzn", nullptr, write_minizinc},
};
static_assert(std::size(formats) == names<ProblemFormat>.size());

const Format& row_of(ProblemFormat format) {
  return *std::find_if(std::begin(formats), std::end(formats),
                       [&](const Format& row) { return row.format == format; });
}

}  // namespace

bool can_read(ProblemFormat format) noexcept {
  return row_of(format).read != nullptr;
}

bool can_write(ProblemFormat format) noexcept {
  return row_of(format).write != nullptr;
}

std::optional<ProblemFormat> format_of_name(std::string_view path) noexcept {
  if (path.ends_with(".gz")) path.remove_suffix(3);
  for (const Format& row : formats) {
    if (!row.end.empty() && path.ends_with(row.end)) return row.format;
  }
  return {};
}

namespace {

using Words = std::vector<std::string_view>;

/// The words of the lines that hold any; comments begin with '#' or '|'. A last line that may be
/// cut off is left out unless it is the first.
std::vector<Words> lines_of(std::string_view text) {
  const bool cut = text.size() >= Input::window;
  std::vector<Words> lines;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    if (cut && line.size() == text.size() && !lines.empty()) break;
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    line = line.substr(0, line.find('#'));
    Words words;
    for (std::string_view w = next_word(line); !w.empty(); w = next_word(line)) words.push_back(w);
    if (!words.empty() && words.front().front() != '|') lines.push_back(std::move(words));
  }
  return lines;
}

/// Whether the words of the first line differ, and the first `options` lines below have no others.
bool are_items_and_options(const std::vector<Words>& lines, std::size_t options) {
  if (lines.empty()) return true;
  Words names = lines.front();
  std::sort(names.begin(), names.end());
  if (std::adjacent_find(names.begin(), names.end()) != names.end()) return false;
  for (std::size_t k = 1; k < lines.size() && k <= options; ++k) {
    for (const std::string_view word : lines[k]) {
      if (!std::binary_search(names.begin(), names.end(), word)) return false;
    }
  }
  return true;
}

bool are_numbers(const Words& words) {
  return std::all_of(words.begin(), words.end(), [](std::string_view word) {
    return word.find_first_not_of("0123456789") == std::string_view::npos;
  });
}

/// Whether a text begins like lists of rows.
bool begins_lists(std::string_view start) {
  const std::size_t first = std::min(start.find_first_not_of(" \t\r\n"), start.size());
  if (!start.substr(first).starts_with('[')) return false;
  const std::size_t second = std::min(start.find_first_not_of(" \t\r\n", first + 1), start.size());
  return start.substr(second).starts_with('[') || start.substr(second).starts_with(']');
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
  if (begins_lists(start)) return ProblemFormat::sage;
  const MatrixLook look = matrix_look(start);
  if (look == MatrixLook::sure) return ProblemFormat::matrix;
  const std::vector<Words> lines = lines_of(start);
  if (look != MatrixLook::none && !are_items_and_options(lines, lines.size())) {
    return ProblemFormat::matrix;
  }
  if (lines.size() >= 2 && lines[0].size() == 2 && are_numbers(lines[0]) && are_numbers(lines[1]) &&
      !are_items_and_options(lines, 1)) {
    return ProblemFormat::or_library;
  }
  return ProblemFormat::knuth;
}

ProblemFormat format_of(std::string_view path, std::string_view start) {
  const auto by_name = format_of_name(path);
  return by_name && can_read(*by_name) ? *by_name : format_of_text(start);
}

bool could_be_matrix(std::string_view start) {
  return matrix_look(start) == MatrixLook::plain;
}

ReadProblem read_problem(Input& input, ProblemFormat format, const ReadOptions& options) {
  const std::string start(input.ahead());
  if (format == ProblemFormat::json && begins_lists(start)) format = ProblemFormat::sage;
  const bool rows = format == ProblemFormat::sage || format == ProblemFormat::matrix;
  if (!rows && !options.secondary.empty()) {
    throw std::invalid_argument("columns can be made secondary in rows only");
  }
  if (!can_read(format))
    throw std::invalid_argument(std::string(to_string(format)) + " is not read");
  try {
    return row_of(format).read(input, options);
  } catch (const InputError& e) {
    const std::string meaning = likely_meaning(start, format);
    if (meaning.empty()) throw;
    throw e.with("; " + meaning);
  }
}

std::vector<std::string> write_problem(const Problem& problem, ProblemFormat format,
                                       const TextSink& sink) {
  if (!can_write(format)) {
    throw std::invalid_argument(std::string(to_string(format)) + " is not written");
  }
  return row_of(format).write(problem, sink);
}

}  // namespace dlx::io
