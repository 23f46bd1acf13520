#include "apps/puzzle_file.hpp"

#include <fmt/format.h>

#include <charconv>
#include <stdexcept>

#include "dlx/core/text.hpp"

namespace dlx::app {

std::string read_text(const std::string& file, std::uint64_t most_bytes) {
  Input input = Input::open(file, {.bytes = most_bytes, .line_bytes = most_bytes});
  std::string text;
  std::string_view line;
  while (input.next_line(line)) {
    text += line;
    text += '\n';
  }
  return text;
}

InputError with_place(const TextError& e, const std::string& text, const std::string& file) {
  // Read again up to the line, so that there is one way of pointing at a word.
  Input input = Input::from_text(text, file == "-" ? "standard input" : file);
  if (e.line() == 0) return input.error(e.what());
  std::string_view line;
  while (input.line_number() < e.line() && input.next_line(line)) {
  }
  std::string_view word = line.substr(0, 0);
  const char* begin = text.data();
  if (!e.word().empty() && e.word().data() >= begin && e.word().data() < begin + text.size()) {
    const auto offset = static_cast<std::size_t>(e.word().data() - begin);
    const std::size_t before = text.rfind('\n', offset);
    const std::size_t start = before == std::string::npos || offset == 0 ? 0 : before + 1;
    if (offset - start < line.size()) word = line.substr(offset - start, e.word().size());
  }
  return input.error_at(word, e.what());
}

polycube::Collection read_puzzles(const std::string& file, std::optional<polycube::Format> format) {
  constexpr std::uint64_t largest_file = std::uint64_t{64} << 20;
  const std::string text = read_text(file, largest_file);
  try {
    return polycube::read(text, format ? *format : polycube::format_of(text));
  } catch (const TextError& e) {
    throw with_place(e, text, file);
  }
}

const polycube::NamedPuzzle& choose(const polycube::Collection& collection, const std::string& file,
                                    const std::string& problem) {
  const auto& puzzles = collection.puzzles;
  if (problem.empty() && puzzles.size() == 1) return puzzles.front();
  std::size_t number = 0;
  const char* end = problem.data() + problem.size();
  const auto [stop, error] = std::from_chars(problem.data(), end, number);
  if (error == std::errc{} && stop == end && number >= 1 && number <= puzzles.size()) {
    return puzzles[number - 1];
  }
  for (const auto& puzzle : puzzles) {
    if (!problem.empty() && puzzle.name == problem) return puzzle;
  }
  std::string message =
      problem.empty()
          ? fmt::format("{}: {} puzzles in it; choose by --problem NUMBER or NAME:", file,
                        puzzles.size())
          : fmt::format("--problem: {} is none of the puzzles in {}:", in_quotes(problem), file);
  constexpr std::size_t shown = 20;
  for (std::size_t i = 0; i < puzzles.size() && i < shown; ++i) {
    message += fmt::format("\n  {} {}", i + 1, in_quotes(puzzles[i].name));
  }
  if (puzzles.size() > shown) message += "\n  ...";
  throw std::invalid_argument(message);
}

}  // namespace dlx::app
