#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dlx/core/decimal.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/io/input.hpp"
#include "dlx/io/read_problem.hpp"

namespace dlx::io {

/// A linear program as it is written in its file, with the places of words for error messages. A
/// reader adds variables and constraints. Then problem() converts variables to options and
/// constraints to items.
class LinearProgram {
 public:
  // The number of a variable or of a row (a constraint), counted from 0.
  using Number = std::size_t;
  static constexpr Number none = std::numeric_limits<Number>::max();

  /// Reads `input` to its end. The input must outlive this object.
  explicit LinearProgram(Input& input);
  // A LinearProgram is not copyable, because its words point into its text.
  LinearProgram(const LinearProgram&) = delete;
  LinearProgram& operator=(const LinearProgram&) = delete;

  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  [[nodiscard]] InputError error(std::string_view word, const std::string& message) const;
  /// Parses a word as a number of at most 18 digits. Throws InputError for any other word.
  [[nodiscard]] Decimal number(std::string_view word) const;

  /// The number of the variable `name`. If the program has no such variable, adds it.
  Number variable(std::string_view name);
  /// The number of the variable `name`; `none` if the program has no such variable.
  [[nodiscard]] Number find_variable(std::string_view name) const;
  /// Adds a constraint. An empty name means that the constraint has no name. Throws InputError if
  /// another constraint has the same name.
  Number add_row(std::string_view name);
  /// The number of the row `name`; `none` if the program has no such row.
  [[nodiscard]] Number find_row(std::string_view name) const;
  /// Adds a term, factor times variable, to a row. `word` is the place of the term in the text.
  void add_term(Number row, Decimal factor, Number variable, std::string_view word);
  /// Adds an amount to the cost of a variable. Throws InputError, at `word`, if the sum has more
  /// than 18 digits.
  void add_cost(Number variable, Decimal cost, std::string_view word);

  /// Sets the lower or the upper bound of a row, and replaces an earlier such bound.
  /// @{
  void at_least(Number row, Decimal bound) { rows_[row].low = bound; }
  void at_most(Number row, Decimal bound) { rows_[row].high = bound; }
  /// @}
  /// Whether a word is a number that solvers take for infinity as a bound: 10^20 or more.
  [[nodiscard]] static bool is_infinite(std::string_view word);
  /// Sets the lower or the upper bound of a variable; nullopt means infinity. Throws InputError,
  /// at `word`, for a negative bound or for minus infinity.
  /// @{
  void set_low(Number variable, std::optional<Decimal> bound, std::string_view word);
  void set_high(Number variable, std::optional<Decimal> bound, std::string_view word);
  /// @}
  void make_integer(Number variable) { variables_[variable].is_integer = true; }
  /// Restricts a variable to 0 and 1. Bounds that the file gives are kept if they are narrower.
  void make_binary(Number variable);
  /// Records that the linear program maximizes the sum of costs.
  void maximize() { is_maximized_ = true; }

  /// Whether options get the names of their variables. In formats whose k-th variable is always
  /// named xk or k, the names would only repeat the numbers of options.
  enum class VariableNames : std::uint8_t { kept, dropped };
  /// Converts the program to a problem with an option for each variable and an item for each
  /// constraint. Names of variables that are not text of visible characters are left out. Throws
  /// InputError if the program is not an exact-cover problem.
  [[nodiscard]] ReadProblem problem(VariableNames kept = VariableNames::kept) const;

 private:
  struct Variable {
    std::string_view name;
    Decimal cost = {};
    std::optional<Decimal> low = Decimal{};
    std::optional<Decimal> high = {};
    bool is_integer = false;
  };
  struct Term {
    Decimal factor;
    Number variable;
    std::string_view word;
  };
  struct Row {
    std::string_view name;
    std::string_view word;  ///< the name of the row; if the row has no name, its first term
    std::vector<Term> terms = {};
    std::optional<Decimal> low = {}, high = {};
  };
  /// Bounds on the number of a row's variables that are 1: at least `least` and at most `most`.
  struct Counts {
    std::int64_t least, most;
    bool limits_each;  ///< whether the row keeps each of its variables from exceeding 1
  };
  enum class Fixed : std::uint8_t { no, at_0, at_1 };

  [[nodiscard]] Counts counts_of(const Row& row) const;
  [[nodiscard]] Fixed fixed(const Variable& variable, bool is_at_most_1) const;

  std::string text_;
  std::string name_;  // the name of the input, for messages
  Input& input_;
  std::vector<Variable> variables_;
  std::vector<Row> rows_;
  std::unordered_map<std::string_view, Number> variable_of_, row_of_;
  bool is_maximized_ = false;
};

/// The message for a constant in the objective.
inline constexpr const char* constant_in_objective =
    "a constant in the objective: leave it out, because the cost of a solution is the sum of the "
    "costs of its options";

/// Reads a linear program in the LP format of CPLEX as a problem. Throws InputError.
[[nodiscard]] ReadProblem read_lp(Input& input, const ReadOptions& options);
/// Whether a name can be that of a variable or a constraint in LP format. The format allows more
/// names, but programs disagree on some of them.
[[nodiscard]] bool can_be_lp_name(std::string_view name);
/// Whether a text begins like a linear program in LP format.
[[nodiscard]] bool begins_lp(std::string_view start);
/// Reads pseudo-Boolean constraints (OPB) as a problem. Throws InputError.
[[nodiscard]] ReadProblem read_opb(Input& input, const ReadOptions& options);
/// Whether a text begins like an OPB file that dlx writes.
[[nodiscard]] bool begins_opb(std::string_view start);

}  // namespace dlx::io
