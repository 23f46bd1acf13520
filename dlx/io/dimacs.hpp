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
  /// Reads `input` to its end. `input` must outlive this object.
  explicit DimacsText(Input& input);
  DimacsText(const DimacsText&) = delete;  // not copyable, because words point into the text
  DimacsText& operator=(const DimacsText&) = delete;

  /// The word and the numbers of the line that begins with "p". Throws InputError.
  struct Head {
    std::string_view word;                 ///< such as "cnf"
    std::array<std::uint32_t, 2> numbers;  ///< two numbers of at most 2^22
  };
  [[nodiscard]] Head head();

  /// A number, and the word in the text that it was read from.
  struct Number {
    std::int64_t value;
    std::string_view word;
  };
  /// The next number; nullopt at the end. Throws InputError for a word that is not an integer.
  [[nodiscard]] std::optional<Number> next();

  /// An error at a word, which must point into the text.
  [[nodiscard]] InputError error(std::string_view word, const std::string& message) const;

 private:
  std::string_view next_line();

  std::string text_;
  std::string name_;
  std::string_view rest_;  // the text not yet read
  std::string_view line_;  // the unread rest of the current line
};

/// Whether the first line of a text that is not a comment consists of "p", one of `words` and two
/// numbers. False if the text could also be in Knuth's text format.
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
