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

/// An option as text: its number, counted from 1, its name, if it has one, and its items. For
/// example, "12: A D s:red", or "12 route_b: A D s:red".
[[nodiscard]] std::string option_text(const Problem& problem, OptionId option);

/// A solution as text: the line "solution n:", then an indented line for each option.
[[nodiscard]] std::string solution_text(const Problem& problem, const std::string& number,
                                        std::span<const OptionId> solution);

/// A solution as a line: the numbers of its options, separated by blanks.
[[nodiscard]] std::string solution_numbers(const Problem& problem,
                                           std::span<const OptionId> solution);

/// The names of the columns of solution_table(), as a line: "solution,option,items", with "name"
/// before "items" if options have names, and "cost" at the end if the problem has costs.
[[nodiscard]] std::string solution_table_head(const Problem& problem);
/// A solution as comma-separated values, with a line for each option. A line has the number of the
/// solution, the number of the option, its name if options have names, and the items of the option,
/// separated by blanks. The cost of the option follows if the problem has costs.
[[nodiscard]] std::string solution_table(const Problem& problem, const std::string& number,
                                         std::span<const OptionId> solution);

/// Writes many solutions of one problem as text. The text of each option is made once and then
/// reused.
class SolutionWriter {
 public:
  /// The forms in which a SolutionWriter writes solutions.
  enum class Form {
    items,    ///< a solution is written in the form of solution_text()
    numbers,  ///< a solution is written in the form of solution_numbers()
  };

  /// Constructs a writer of solutions of `problem`, which must outlive the writer.
  SolutionWriter(const Problem& problem, Form form) : problem_(&problem), form_(form) {}

  /// Appends the text of the n-th solution to `text`.
  void append(std::string& text, std::uint64_t n, std::span<const OptionId> solution);

 private:
  struct Kept {  // The part of `kept_` that contains the text of one option.
    std::size_t begin = 0;
    std::size_t size = 0;  // the length of the option's text; 0 if the text was not made yet
  };
  [[nodiscard]] Kept keep(OptionId option);
  void append_options(std::string& text, std::span<const OptionId> solution);

  const Problem* problem_;
  Form form_;
  std::string kept_ = {};
  // For each option: where its text is in `kept_`; empty until a solution is written.
  std::vector<Kept> places_ = {};
};

/// Thrown for a solution that cannot be read. The reader can continue with the next solution.
class UnreadableSolution : public InputError {
 public:
  explicit UnreadableSolution(const InputError& error) : InputError(error) {}
};

/// Reads solutions of one problem. The following notations may be mixed in one input:
///   - the output of solution_text(); the number, name and items of an option must agree;
///   - the output of solution_table_head() and solution_table();
///   - a line for each solution with its options, separated by blanks; an option is given by its
///     number, counted from 1, or by its name if this is not a number;
///   - JSON Lines: an object for each solution, with an array "options" of option numbers;
///   - the output of Knuth's programs with the argument m1: a line "n:", then a line for each
///     option, such as " A D (1 of 2)".
/// Lines that begin with '#', "INCOMPLETE" or "no solution" and JSON objects without "options" are
/// skipped.
class SolutionReader {
 public:
  /// Constructs a reader of solutions of `problem`. The problem and the input must outlive the
  /// reader.
  SolutionReader(const Problem& problem, Input& input);
  ~SolutionReader();

  /// The next solution of the input, with its options in the order of the input; nullopt at the end
  /// of the input. Checks that the options exist, but not that they are a solution. Throws
  /// UnreadableSolution, and the exceptions of Input.
  [[nodiscard]] std::optional<std::vector<OptionId>> next();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dlx::io
