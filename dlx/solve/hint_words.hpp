#pragma once

#include <functional>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/solve/hint.hpp"

namespace dlx::solve {

/// The words of a hint for options and items. Empty: numbers and names are used.
struct HintWords {
  std::function<std::string(OptionId)> option = {};   ///< catalogue::Puzzle::option_words()
  std::function<std::string(ItemId)> item = {};       ///< catalogue::Puzzle::item_words()
  std::function<std::string(OptionId)> picture = {};  ///< printed below the words
  /// Whether an option is a step by itself; empty: every option is. Other options are told as part
  /// of the way to a step.
  std::function<bool(OptionId)> is_step = {};
};

/// An option as a sentence.
[[nodiscard]] std::string in_words(const Problem& problem, const HintWords& words, OptionId option);

/// The conclusion of a hint, and the reasons for it, in lines. Empty if a limit was reached.
[[nodiscard]] std::string in_words(const Problem& problem, const HintWords& words,
                                   const Hint& hint);

/// A hint that makes a step, or the end of the known steps.
struct NextStep {
  Hint hint;
  std::string before;  ///< the hints on the way to it, in words
};

/// The next step where some options are known, as HintWords::is_step says.
[[nodiscard]] NextStep next_step(Hints& hints, const Problem& problem, const HintWords& words,
                                 std::vector<OptionId> known = {});

}  // namespace dlx::solve
