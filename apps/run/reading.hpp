#pragma once

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/answer.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/io/input.hpp"

/// Problems from files, and to standard output.
namespace dlx::app {

[[nodiscard]] io::InputLimits limits(const ReadFlags& read);

/// The format of the input, as --from, the file's name or its first lines say.
[[nodiscard]] FileFormat format_of(const ReadFlags& read, io::Input& input);

/// Which options of a packing puzzle are made.
enum class Options {
  all,          ///< for commands that show or write options
  if_solvable,  ///< none where the volume of the pieces excludes every solution
};

/// The problem in the file of the request, or in the checkpoint that it continues. Warns about
/// options that were dropped and items that cannot be covered.
[[nodiscard]] Problem read_problem(const Request& request, Console& console,
                                   Options options = Options::all);

/// Shows solutions as options with their items. The problem must outlive it.
[[nodiscard]] Presentation problem_presentation(const Problem& problem);

/// Writes the problem as text (--emit).
int emit_problem(const Request& request, Console& console, const Problem& problem);

}  // namespace dlx::app
