#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "dlx/io/input.hpp"
#include "options.hpp"
#include "reductions/catalogue/puzzle.hpp"

namespace dlx::python {

/// A puzzle as Python holds it.
using PuzzleHandle = std::shared_ptr<catalogue::Puzzle>;

/// Where the text of a puzzle comes from: the path of a file, plain or compressed; or, if that is
/// empty, the text and its name in messages.
using TextSource = std::tuple<std::string, std::string, std::string>;

[[nodiscard]] inline io::Input open(const TextSource& source) {
  const auto& [path, text, name] = source;
  constexpr std::uint64_t largest = std::uint64_t{64} << 20;
  return path.empty() ? io::Input::from_text(text, name)
                      : io::Input::open(path, {.bytes = largest, .line_bytes = largest});
}

/// The options of several solutions.
using SolutionList = std::vector<catalogue::Solution>;

/// The options with these numbers. Throws std::out_of_range where there is none.
[[nodiscard]] std::vector<OptionId> options_of(const Problem& problem,
                                               const std::vector<std::uint32_t>& numbers);

}  // namespace dlx::python
