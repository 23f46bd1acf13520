#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/answer.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/io/input.hpp"
#include "reductions/polycube/formats.hpp"
#include "reductions/polycube/polycube.hpp"

/// Reads problems from files, and writes them to standard output.
namespace dlx::app {

[[nodiscard]] io::InputLimits limits(const ReadFlags& read);

/// The format that --from or the file's name determines; nullopt if the text must be examined.
[[nodiscard]] std::optional<FileFormat> named_format(const ReadFlags& read);
/// The format of the input, determined by --from, the file's name or the first lines.
[[nodiscard]] FileFormat format_of(const ReadFlags& read, io::Input& input);

/// Says which options of a packing puzzle are constructed.
enum class OptionsMade {
  all,          ///< all options, for commands that show or write options
  if_solvable,  ///< no options if the volume of the pieces excludes every solution
};

/// The options that --fix names. Throws std::invalid_argument if a text names no option, or
/// several.
[[nodiscard]] std::vector<OptionId> fixed_options(const GivenOptions& given,
                                                  const Problem& problem);

/// The part of the problem that remains after --fix and --forbid. The remaining options keep their
/// numbers.
[[nodiscard]] Problem left_by(const GivenOptions& given, const Problem& problem);

/// The problem in a file, and the problem that remains after --fix and --forbid.
struct FileProblem {
  Problem whole;
  std::optional<Problem> part = {};  ///< empty without --fix and --forbid

  [[nodiscard]] const Problem& left() const { return part ? *part : whole; }
};
/// Reads the problem from the file of the request, or from the checkpoint that the request
/// continues. Warns about items without options, and about options that were dropped because they
/// have no primary item. Sets *are_gains, if it is not null and the file states gains.
[[nodiscard]] FileProblem read_file_problem(const Request& request, Console& console,
                                            OptionsMade options = OptionsMade::all,
                                            bool* are_gains = nullptr);
/// Calls read_file_problem() and returns the problem that remains after --fix and --forbid.
[[nodiscard]] Problem read_problem(const Request& request, Console& console,
                                   OptionsMade options = OptionsMade::all,
                                   bool* are_gains = nullptr);

/// A problem for hints, and the options of --fix. The problem still contains the options of --fix,
/// because a hint needs them.
struct ProblemWithKnown {
  Problem problem;
  std::vector<OptionId> known;
};
[[nodiscard]] ProblemWithKnown left_with_known(const GivenOptions& given, const Problem& whole);
[[nodiscard]] ProblemWithKnown read_with_known(const Request& request, Console& console,
                                               OptionsMade options = OptionsMade::all);

/// Shows solutions as options with their items. The problem must outlive the result.
[[nodiscard]] Presentation problem_presentation(const Problem& problem);

/// Implements --emit: writes the problem of a puzzle as text, after --fix and --forbid are applied.
int emit_problem(const Request& request, Console& console, const Problem& whole);

/// Reads a file of packing puzzles. If no format is given, it is deduced from the text. A line
/// "gaps" is not followed if `with_gaps` is false. Throws InputError.
[[nodiscard]] polycube::Collection read_puzzles(io::Input& input,
                                                std::optional<polycube::Format> format,
                                                bool with_gaps = true);

/// The puzzle that --problem selects by number (from 1) or by name. Without --problem, returns the
/// only puzzle of the file. Throws std::invalid_argument if there is no such puzzle; the message
/// lists the puzzles of the file.
[[nodiscard]] const polycube::NamedPuzzle& choose(const polycube::Collection& collection,
                                                  const std::string& file,
                                                  const std::string& problem);

/// Prints warnings about unusual pieces of a puzzle. If fault_of() excludes a solution, prints this
/// too. `noun`: the word for a solution.
void warn_about(Console& console, const polycube::Puzzle& puzzle,
                std::string_view noun = "solution");

/// Calls polycube::build() and warn_about(). A puzzle with a fault_of() gets no placements, unless
/// the request writes options out.
[[nodiscard]] polycube::Model build_puzzle(const Request& request, Console& console,
                                           polycube::Puzzle puzzle,
                                           std::string_view noun = "solution");

}  // namespace dlx::app
