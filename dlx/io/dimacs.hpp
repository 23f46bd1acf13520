#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "dlx/io/input.hpp"
#include "dlx/io/read_problem.hpp"

namespace dlx::io {

/// The numbers of a file in the format of the DIMACS challenges. Comments begin with "c". Below
/// them stands a line such as "p cnf 3 2", with a word and two numbers, then lists of numbers that
/// end with 0. Comments that change the meaning of a count ("c p show", "c p weight") are refused.
class DimacsText {
 public:
  /// `input`: read to its end. It must outlive the text.
  explicit DimacsText(Input& input);
  DimacsText(const DimacsText&) = delete;  // words point into the text
  DimacsText& operator=(const DimacsText&) = delete;

  /// The word and the numbers of the line that begins with "p". Throws InputError.
  struct Head {
    std::string_view word;                 ///< such as "cnf"
    std::array<std::uint32_t, 2> numbers;  ///< two numbers of at most 2^22
  };
  [[nodiscard]] Head head();

  /// A number and where it stands.
  struct Number {
    std::int64_t value;
    std::string_view word;
  };
  /// The next number; nothing at the end. Throws InputError.
  [[nodiscard]] std::optional<Number> next();

  /// An error at a word, which must point into the text.
  [[nodiscard]] InputError error(std::string_view word, const std::string& message) const;

 private:
  std::string_view next_line();

  std::string text_;
  std::string name_;
  std::string_view rest_;  // the text not yet read
  std::string_view line_;  // the line at hand, from the next word on
};

/// Whether a text begins with comments and a line that has "p", one of these words and two numbers.
[[nodiscard]] bool begins_dimacs(std::string_view start,
                                 std::initializer_list<std::string_view> words);

/// Clauses in each of which all variables have one sign, as a problem: an option for each variable.
/// A clause of positive literals is an item to be covered at least once, one of negative literals
/// is an item that may not be covered by all of them. Where the literals of a positive clause
/// exclude each other, the item is covered once. Throws InputError for other clauses, which
/// problems with colours have.
[[nodiscard]] ReadProblem read_cnf(Input& input, const ReadOptions& options);

}  // namespace dlx::io
