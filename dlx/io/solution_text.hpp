#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/io/input.hpp"

namespace dlx::io {

/// An option as text: "12: A D s:red", its number counted from 1 and its items.
[[nodiscard]] std::string option_text(const Problem& problem, OptionId option);

/// A solution as text: a line "solution n:", then a line an option, indented.
[[nodiscard]] std::string solution_text(const Problem& problem, const std::string& number,
                                        std::span<const OptionId> solution);

/// The numbers of a solution's options, blanks between them, in a line.
[[nodiscard]] std::string solution_numbers(const Problem& problem,
                                           std::span<const OptionId> solution);

/// The names of the columns of solution_table(), as a line: "solution,option,items", and "cost" if
/// the problem has costs.
[[nodiscard]] std::string solution_table_head(const Problem& problem);
/// A solution as lines of comma-separated values, one an option: the number of the solution, that
/// of the option, its items with blanks between them, and its cost.
[[nodiscard]] std::string solution_table(const Problem& problem, const std::string& number,
                                         std::span<const OptionId> solution);

/// Writes many solutions of one problem: it keeps the text of each option.
class SolutionWriter {
 public:
  /// How solutions are written.
  enum class Form {
    items,    ///< the form of solution_text()
    numbers,  ///< the form of solution_numbers()
  };

  /// The problem must outlive the writer.
  SolutionWriter(const Problem& problem, Form form) : problem_(&problem), form_(form) {}

  /// Appends the n-th solution to a text.
  void append(std::string& text, std::uint64_t n, std::span<const OptionId> solution);

 private:
  struct Kept {  // place of an option in `kept_`
    std::size_t begin = 0;
    std::size_t size = 0;  // 0: it has none
  };
  [[nodiscard]] Kept keep(OptionId option);
  void append_options(std::string& text, std::span<const OptionId> solution);

  const Problem* problem_;
  Form form_;
  std::string kept_ = {};
  std::vector<Kept> places_ = {};  // [option]: its place, once a solution is written
};

/// Reads solutions of one problem, in any of these spellings, also mixed:
///   - the output of solution_text(); numbers and names must agree;
///   - option numbers from 1, blanks between, a line a solution;
///   - JSON Lines: objects with an array "options" of such numbers;
///   - the output of Knuth's programs with m1: "n:", then " A D (1 of 2)" a line an option.
/// Lines that begin with '#', "INCOMPLETE" or "no solution" and JSON objects without "options" are
/// skipped.
class SolutionReader {
 public:
  /// Both arguments must outlive the reader.
  SolutionReader(const Problem& problem, Input& input);
  ~SolutionReader();

  /// The next solution: option numbers as written, unchecked except that they are numbers of
  /// options. Nothing at the end. Throws InputError, and the exceptions of Input.
  [[nodiscard]] std::optional<std::vector<OptionId>> next();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dlx::io
