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

/// The numbers of a file in the format of the DIMACS challenges. Comments begin with "c". The first
/// line that is not a comment has a word and two numbers, such as "p cnf 3 2". Lists of numbers
/// follow, each ended by 0. Comments that change which models are counted, or how ("c p show", "c p
/// weight"), are refused.
class DimacsText {
 public:
  /// Reads `input` to its end. The input must outlive this object.
  explicit DimacsText(Input& input);
  // A DimacsText is not copyable, because its words point into its text.
  DimacsText(const DimacsText&) = delete;
  DimacsText& operator=(const DimacsText&) = delete;

  /// The contents of the line that begins with "p": a word and two numbers. Throws InputError.
  struct Head {
    std::string_view word;                 ///< the word after "p", such as "cnf"
    std::array<std::uint32_t, 2> numbers;  ///< the two numbers after the word, each at most 2^22
  };
  [[nodiscard]] Head head();

  /// An integer of the text, and the word from which the integer was read.
  struct Number {
    std::int64_t value;
    std::string_view word;
  };
  /// The next integer of the text; nullopt at the end of the text. Throws InputError for a word
  /// that is not an integer.
  [[nodiscard]] std::optional<Number> next();

  /// Makes an error that names the place of `word`. The word must point into the text.
  [[nodiscard]] InputError error(std::string_view word, const std::string& message) const;

 private:
  std::string_view next_line();

  std::string text_;
  std::string name_;
  std::string_view rest_;  // the rest of the text that has not been read yet
  std::string_view line_;  // the rest of the current line that has not been read yet
};

/// Whether the first line of a text that is not a comment consists of "p", one of `words` and two
/// numbers. The result is false if the text could also be in Knuth's text format.
[[nodiscard]] bool begins_dimacs(std::string_view start,
                                 std::initializer_list<std::string_view> words);

/// Reads clauses as a problem with an option for each variable. All literals of a clause must have
/// the same sign. A clause of n positive literals becomes an item that must be covered at least
/// once. A clause of n negative literals becomes an item that may be covered at most n - 1 times.
/// If negative clauses exclude every pair of variables of a positive clause, the item of the
/// positive clause must be covered exactly once. Throws InputError for clauses with both signs,
/// which write_cnf() makes for colours.
[[nodiscard]] ReadProblem read_cnf(Input& input, const ReadOptions& options);

}  // namespace dlx::io
