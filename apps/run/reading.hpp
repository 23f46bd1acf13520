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

/// Problems from files, and to standard output.
namespace dlx::app {

[[nodiscard]] io::InputLimits limits(const ReadFlags& read);

/// The format of the input, as --from, the file's name or its first lines say.
[[nodiscard]] FileFormat format_of(const ReadFlags& read, io::Input& input);

/// Which options of a packing puzzle are made.
enum class OptionsMade {
  all,          ///< always, for commands that show or write options
  if_solvable,  ///< none where the volume of the pieces excludes every solution
};

/// The problem that --fix and --forbid leave; its options keep their numbers.
[[nodiscard]] Problem left_by(const GivenOptions& given, const Problem& problem);

/// The problem in the file of the request, or in the checkpoint that it continues. Warns about
/// options that were dropped and items that cannot be covered.
[[nodiscard]] Problem read_problem(const Request& request, Console& console,
                                   OptionsMade options = OptionsMade::all);

/// A problem in which options of --fix are still open, as a hint needs it, and these options.
struct ProblemWithKnown {
  Problem problem;
  std::vector<OptionId> known;
};
[[nodiscard]] ProblemWithKnown left_with_known(const GivenOptions& given, const Problem& whole);
[[nodiscard]] ProblemWithKnown read_with_known(const Request& request, Console& console,
                                               OptionsMade options = OptionsMade::all);

/// Shows solutions as options with their items. The problem must outlive it.
[[nodiscard]] Presentation problem_presentation(const Problem& problem);

/// Writes the problem of a puzzle as text (--emit), or the part that --fix and --forbid leave.
int emit_problem(const Request& request, Console& console, const Problem& whole);

/// A file of packing puzzles; without a format the text says which it is. Throws InputError.
[[nodiscard]] polycube::Collection read_puzzles(io::Input& input,
                                                std::optional<polycube::Format> format);

/// The puzzle that --problem names, by its number from 1 or its name, or the only one. Throws
/// std::invalid_argument and names those that there are.
[[nodiscard]] const polycube::NamedPuzzle& choose(const polycube::Collection& collection,
                                                  const std::string& file,
                                                  const std::string& problem);

/// Warns of unusual pieces of a puzzle, and says why there is no solution if their volume excludes
/// one. `noun`: the command's word for a solution.
void warn_about(Console& console, const polycube::Puzzle& puzzle,
                std::string_view noun = "solution");

/// polycube::build(), with these warnings. A puzzle that has no solution because of its volume gets
/// no placements, unless the request writes options out.
[[nodiscard]] polycube::Model build_puzzle(const Request& request, Console& console,
                                           polycube::Puzzle puzzle,
                                           std::string_view noun = "solution");

}  // namespace dlx::app
