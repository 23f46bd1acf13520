#pragma once

#include <functional>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/solve/hint.hpp"

namespace dlx::solve {

/// Functions that describe options and items in the words of a puzzle, for hints. If a function is
/// empty, option numbers and item names are used.
struct HintWords {
  /// The function that describes an option, such as catalogue::Puzzle::option_words().
  std::function<std::string(OptionId)> option = {};
  /// The function that describes an item, such as catalogue::Puzzle::item_words().
  std::function<std::string(ItemId)> item = {};
  /// The function that makes a picture of an option, which is printed below the words.
  std::function<std::string(OptionId)> picture = {};
  /// The function that tells whether choosing an option is a step that the user sees, such as
  /// writing a value into a square. If the function is empty, every option is such a step. Other
  /// forced options are shown as reasons for the next step.
  std::function<bool(OptionId)> is_step = {};
};

/// Describes an option in a sentence.
[[nodiscard]] std::string in_words(const Problem& problem, const HintWords& words, OptionId option);

/// The conclusion of a hint and the reasons for it, as lines of text. The text is empty if a limit
/// was reached.
[[nodiscard]] std::string in_words(const Problem& problem, const HintWords& words,
                                   const Hint& hint);

/// A hint whose option is a step that the user sees (HintWords::is_step), or a hint without an
/// option.
struct NextStep {
  Hint hint;
  /// The hints that lead to `hint`. Their options are not such steps.
  std::vector<Hint> before = {};

  /// The difficulty of the hardest of these hints. level() must be called only if `hint` has an
  /// option.
  [[nodiscard]] int level() const;
};

/// The texts of the hints that lead to a step, and of the step itself.
[[nodiscard]] std::string in_words(const Problem& problem, const HintWords& words,
                                   const NextStep& step);

/// The next hint whose option is a step that the user sees (HintWords::is_step), after the options
/// `known` are chosen.
[[nodiscard]] NextStep next_step(Hints& hints, const HintWords& words,
                                 std::vector<OptionId> known = {});

}  // namespace dlx::solve
