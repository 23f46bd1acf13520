#pragma once

#include <span>
#include <string>
#include <string_view>

#include "reductions/classics/sudoku_board.hpp"

/// The table of rules, which the reader of rules and the maker of boards share.
namespace dlx::classics::sudoku {

struct Draft;
struct Entry;

/// A rule that there is.
struct RuleKind {
  std::string_view name;  ///< "cage"
  bool has_words;         ///< whether words follow
  bool has_picture;       ///< whether the words are a picture, on several lines
  /// Applies the rule to a board; null: make_board() has applied it before.
  void (*apply)(Draft& draft, const Rule& rule);
};

/// All rules.
[[nodiscard]] std::span<const RuleKind> rule_kinds();

/// The rule of that name; null if there is none.
[[nodiscard]] const RuleKind* kind_of(std::string_view name);

/// Throws TextError for a line that the entries of a text call an error, if it is a rule behind
/// squares, or misspelt. If the text has other rules, any name is taken for a rule.
void refuse_rules_among(std::span<const Entry> entries, std::string_view text, bool has_rules);

/// Throws TextError, which names the rule.
[[noreturn]] void refuse(const Rule& rule, const std::string& why);

}  // namespace dlx::classics::sudoku
