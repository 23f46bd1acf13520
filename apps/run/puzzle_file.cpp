#include "apps/run/puzzle_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "apps/cli/suggestion.hpp"
#include "dlx/core/text.hpp"

namespace dlx::app {

polycube::Collection read_puzzles(io::Input& input, std::optional<polycube::Format> format) {
  refuse_file_of_dlx(input);
  const std::string text = input.rest();
  constexpr std::uint64_t bytes_of_node = 128;  // of XML
  input.charge(bytes_of_node *
               static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '<')));
  try {
    return polycube::read(text, format ? *format : polycube::format_of(text));
  } catch (const TextError& e) {
    throw io::error_in(text, input.name(), e.word(), e.line(), e.what());
  }
}

const polycube::NamedPuzzle& choose(const polycube::Collection& collection, const std::string& file,
                                    const std::string& problem) {
  const auto& puzzles = collection.puzzles;
  if (problem.empty() && puzzles.size() == 1) return puzzles.front();
  const std::size_t number = to_number<std::size_t>(problem).value_or(0);
  if (number >= 1 && number <= puzzles.size()) return puzzles[number - 1];
  for (const auto& puzzle : puzzles) {
    if (!problem.empty() && puzzle.name == problem) return puzzle;
  }
  std::string message =
      problem.empty()
          ? fmt::format("{}: {} puzzles in it; choose by --problem NUMBER or NAME:", file,
                        puzzles.size())
          : fmt::format("--problem: {} is not a puzzle in {}:", in_quotes(problem), file);
  constexpr std::size_t shown = 20;
  for (std::size_t i = 0; i < puzzles.size() && i < shown; ++i) {
    message += fmt::format("\n  {} {}", i + 1, in_quotes(puzzles[i].name));
  }
  if (puzzles.size() > shown) message += "\n  ...";
  throw std::invalid_argument(message);
}

void warn_about(Console& console, const polycube::Puzzle& puzzle, std::string_view noun) {
  for (const std::string& remark : remarks(puzzle)) console.warning(remark);
  if (const auto fault = volume_fault(puzzle)) {
    console.warning(fmt::format("{}, so there is no {}", *fault, noun));
  }
}

polycube::Model build_puzzle(const Request& request, Console& console, polycube::Puzzle puzzle,
                             std::string_view noun) {
  warn_about(console, puzzle, noun);
  const bool writes_options =
      request.emit || !request.explain.empty() || !request.certificate.empty();
  return writes_options ? polycube::build(std::move(puzzle)) : build_if_fillable(std::move(puzzle));
}

}  // namespace dlx::app
