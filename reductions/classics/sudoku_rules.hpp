#pragma once

#include <span>
#include <string>
#include <string_view>

#include "reductions/classics/sudoku_board.hpp"

/// The table of the rules of sudoku variants, used by the reader of rules and by make_board().
namespace dlx::classics::sudoku {

struct Draft;
struct Entry;

/// A kind of rule, and the function that applies it.
struct RuleKind {
  std::string_view name;  ///< the name of the rule, such as "cage"
  bool has_words;         ///< whether words follow the name
  bool has_picture;       ///< whether the words of the rule are a picture on several lines
  /// Applies the rule to a board. The function is null if make_board() applies the rule before the
  /// other rules.
  void (*apply)(Draft& draft, const Rule& rule);
};

/// All kinds of rules.
[[nodiscard]] std::span<const RuleKind> rule_kinds();

/// The kind of rule with a given name; null if no rule has the name.
[[nodiscard]] const RuleKind* kind_of(std::string_view name);

/// Throws TextError if one of the entries is an error whose line is a misplaced or misspelt rule. A
/// rule is misplaced if it comes after squares. If the text has other rules, a line that begins
/// with any name counts as a rule.
void refuse_rules_among(std::span<const Entry> entries, std::string_view text, bool has_rules);

/// Throws TextError with the name of the rule and the reason.
[[noreturn]] void refuse(const Rule& rule, const std::string& why);

}  // namespace dlx::classics::sudoku
