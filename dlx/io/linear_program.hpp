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

/// A linear program as written in its file, with the places of its words for errors. Readers add
/// variables and constraints, and problem() makes options of its variables and items of its
/// constraints.
class LinearProgram {
 public:
  using Number = std::size_t;  // number of a variable or a row, from 0
  static constexpr Number none = std::numeric_limits<Number>::max();

  /// `input`: read to its end. It must outlive the program.
  explicit LinearProgram(Input& input);
  LinearProgram(const LinearProgram&) = delete;  // words point into the text
  LinearProgram& operator=(const LinearProgram&) = delete;

  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  [[nodiscard]] InputError error(std::string_view word, const std::string& message) const;
  /// The number that a word spells, of 18 digits at most. Throws InputError if it spells none.
  [[nodiscard]] Decimal number(std::string_view word) const;

  /// The variable of a name, which is new if it was not named before.
  Number variable(std::string_view name);
  /// The variable of a name; `none` if it was not named before.
  [[nodiscard]] Number find_variable(std::string_view name) const;
  /// Adds a constraint. Throws InputError if another one has the name, unless it is empty.
  Number add_row(std::string_view name);
  /// The row of a name; `none` if no row has it.
  [[nodiscard]] Number find_row(std::string_view name) const;
  /// Adds a term to a row. `word`: its place.
  void add_term(Number row, Decimal factor, Number variable, std::string_view word);
  /// Adds to the cost of a variable.
  void add_cost(Number variable, Decimal cost, std::string_view word);

  /// Bounds of a row; of several the last one counts.
  /// @{
  void at_least(Number row, Decimal bound) { rows_[row].low = bound; }
  void at_most(Number row, Decimal bound) { rows_[row].high = bound; }
  /// @}
  /// Bounds of a variable; none from below: minus infinity. `word` is where they stand.
  /// @{
  void set_low(Number variable, std::optional<Decimal> bound, std::string_view word);
  void set_high(Number variable, std::optional<Decimal> bound, std::string_view word);
  /// @}
  void make_integer(Number variable) { variables_[variable].is_integer = true; }
  void make_binary(Number variable);
  /// The sum of costs is to be as large as possible.
  void maximize() { is_maximized_ = true; }

  /// The problem: an option for each variable, an item for each constraint. Throws InputError if
  /// the program is not an exact cover problem.
  [[nodiscard]] ReadProblem problem() const;

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
    std::string_view word;  ///< word of its name or first term
    std::vector<Term> terms = {};
    std::optional<Decimal> low = {}, high = {};
  };
  /// How many of a row's variables may be 1.
  struct Counts {
    std::int64_t least, most;
  };
  enum class Fixed : std::uint8_t { no, at_0, at_1 };

  [[nodiscard]] Counts counts_of(const Row& row) const;
  [[nodiscard]] Fixed fixed(const Variable& variable, bool is_at_most_1) const;

  std::string text_;
  std::string name_;  // name of the input
  Input& input_;
  std::vector<Variable> variables_;
  std::vector<Row> rows_;
  std::unordered_map<std::string_view, Number> variable_of_, row_of_;
  bool is_maximized_ = false;
};

/// A linear program in the format of CPLEX, as a problem. Throws InputError.
[[nodiscard]] ReadProblem read_lp(Input& input, const ReadOptions& options);
/// Whether a text begins as such a program does.
[[nodiscard]] bool begins_lp(std::string_view start);
/// Pseudo-Boolean constraints, as a problem. Throws InputError.
[[nodiscard]] ReadProblem read_opb(Input& input, const ReadOptions& options);
/// Whether a text begins as those that dlx writes do.
[[nodiscard]] bool begins_opb(std::string_view start);
/// A linear program in MPS, its fields between blanks, as a problem. Throws InputError.
[[nodiscard]] ReadProblem read_mps(Input& input, const ReadOptions& options);
/// Whether a text begins as such a program does.
[[nodiscard]] bool begins_mps(std::string_view start);

}  // namespace dlx::io
