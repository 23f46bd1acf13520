#pragma once

#include <functional>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/solve/hint.hpp"

namespace dlx::solve {

/// Functions that describe options and items in words, for hints. Empty: numbers and names are
/// used.
struct HintWords {
  std::function<std::string(OptionId)> option = {};   ///< catalogue::Puzzle::option_words()
  std::function<std::string(ItemId)> item = {};       ///< catalogue::Puzzle::item_words()
  std::function<std::string(OptionId)> picture = {};  ///< printed below the words
  /// Whether an option is a step of its own; empty: every option is. Options that are not steps are
  /// shown as reasons for the next step.
  std::function<bool(OptionId)> is_step = {};
};

/// An option as a sentence.
[[nodiscard]] std::string in_words(const Problem& problem, const HintWords& words, OptionId option);

/// The conclusion of a hint and the reasons for it, as lines of text. Empty if a limit was reached.
[[nodiscard]] std::string in_words(const Problem& problem, const HintWords& words,
                                   const Hint& hint);

/// A hint whose option is a step, or a hint without an option.
struct NextStep {
  Hint hint;
  std::string before;  ///< in words: the hints before `hint`, whose options are not steps
};

/// The next hint whose option is a step (HintWords::is_step), after the options `known`.
[[nodiscard]] NextStep next_step(Hints& hints, const Problem& problem, const HintWords& words,
                                 std::vector<OptionId> known = {});

}  // namespace dlx::solve
