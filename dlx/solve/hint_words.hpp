#pragma once

#include <functional>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/solve/hint.hpp"

namespace dlx::solve {

/// Functions that describe options and items in words, for hints. If a function is empty, numbers
/// and names are used.
struct HintWords {
  /// The function that describes an option, such as catalogue::Puzzle::option_words().
  std::function<std::string(OptionId)> option = {};
  /// The function that describes an item, such as catalogue::Puzzle::item_words().
  std::function<std::string(ItemId)> item = {};
  /// The function that makes a picture of an option, which is printed below the words.
  std::function<std::string(OptionId)> picture = {};
  /// The function that tells whether an option is a step of its own. If the function is empty,
  /// every option is a step. Options that are not steps are shown as reasons for the next step.
  std::function<bool(OptionId)> is_step = {};
};

/// Describes an option in a sentence.
[[nodiscard]] std::string in_words(const Problem& problem, const HintWords& words, OptionId option);

/// The conclusion of a hint and the reasons for it, as lines of text. The text is empty if a limit
/// was reached.
[[nodiscard]] std::string in_words(const Problem& problem, const HintWords& words,
                                   const Hint& hint);

/// A hint whose option is a step of its own, or a hint without an option.
struct NextStep {
  Hint hint;
  /// The text of the hints before `hint`, whose options are not steps of their own.
  std::string before;
};

/// The next hint whose option is a step (HintWords::is_step), after the options `known`.
[[nodiscard]] NextStep next_step(Hints& hints, const Problem& problem, const HintWords& words,
                                 std::vector<OptionId> known = {});

}  // namespace dlx::solve
