#include "dlx/io/problem_format.hpp"

#include <algorithm>
#include <utility>

#include "dlx/core/text.hpp"
#include "dlx/io/format.hpp"
#include "dlx/io/likely_meaning.hpp"
#include "dlx/io/rows.hpp"

namespace dlx::io {

namespace {

const Format& row_of(ProblemFormat format) {
#define DLX_ROW(value, word, end, help) value##_format(),
  static const Format rows[] = {DLX_FORMATS(DLX_ROW)};
#undef DLX_ROW
  return rows[static_cast<std::size_t>(format)];
}

}  // namespace

bool can_read(ProblemFormat format) noexcept {
  return row_of(format).read != nullptr;
}

bool can_write(ProblemFormat format) noexcept {
  return row_of(format).write != nullptr;
}

std::string_view end_of_name(ProblemFormat format) noexcept {
#define DLX_ROW(value, word, end, help) end,
  static constexpr std::string_view ends[] = {DLX_FORMATS(DLX_ROW)};
#undef DLX_ROW
  return ends[static_cast<std::size_t>(format)];
}

std::optional<ProblemFormat> format_of_name(std::string_view path) noexcept {
  if (path.ends_with(".gz")) path.remove_suffix(3);
  for (const auto& name : names<ProblemFormat>) {
    const std::string_view end = end_of_name(name.value);
    if (!end.empty() && path.ends_with(end)) return name.value;
  }
  return {};
}

namespace {

using Words = std::vector<std::string_view>;

/// The words of each line that is not empty. Comments begin with '#' or '|'. A last line that may
/// be incomplete is ignored, unless it is the only line.
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

/// Whether the words of the first line are distinct, and the next `options` lines contain no other
/// words.
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

}  // namespace

ProblemFormat format_of_text(std::string_view start) {
  for (const auto& name : names<ProblemFormat>) {
    const auto begins = row_of(name.value).begins;
    if (begins != nullptr && begins(start)) return name.value;
  }
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
  // Two formats may share a file name extension. The beginning of the text then determines the
  // format.
  for (const auto& [named, other] : {std::pair(ProblemFormat::json, ProblemFormat::sage),
                                     std::pair(ProblemFormat::csv, ProblemFormat::pairs)}) {
    if (format == named && row_of(other).begins(start)) format = other;
  }
  if (!row_of(format).has_columns && !options.secondary.empty()) {
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
  const Format row = row_of(format);
  std::vector<std::string> warnings = row.write(problem, sink);
  if (problem.has_option_names() && !row.writes_option_names) {
    warnings.emplace_back("names of options are left out");
  }
  return warnings;
}

}  // namespace dlx::io
