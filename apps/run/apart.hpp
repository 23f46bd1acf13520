#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/answer.hpp"
#include "dlx/names.hpp"
#include "reductions/polycube/apart_sums.hpp"

/// Which assemblies of a puzzle come apart: each is analysed as it is found, and forgotten; or
/// those that a file has saved.
namespace dlx::app {

/// The limits on taking an assembly apart, in one of the threads of a search.
[[nodiscard]] apart::DisassemblyLimits disassembly_limits(const Watch& control);

/// The options about taking assemblies apart.
struct ApartFlags {
  bool wanted = false;
  /// Assemblies whose first number is at least this are listed; empty: none is.
  std::optional<std::uint32_t> at_least;
  /// Whether quarter turns are tried where slides are not enough; of cubes only.
  bool turns = false;
  /// Whether assemblies that do not fall in two by a slide are left out of the search.
  bool only = false;
  /// Positions after which an assembly is left undecided, of slides and of turns; empty: as many as
  /// DisassemblyLimits has, and apart::most_turned_states.
  std::optional<std::uint64_t> states = {};
};

/// The outcome of run_apart().
struct ApartOutcome {
  polycube::ApartSums sums;
  Status status = Status::exhausted;  ///< solution_limit: as many as were asked for
  std::vector<polycube::ApartAssembly> kept =
      {};  ///< those that come apart, turned or not, if wanted
  std::optional<polycube::ApartAssembly> first = {};  ///< the first assembly, also if whole
};

/// A puzzle whose assemblies are to be analysed.
struct ApartTask {
  const polycube::Model& model;
  const ApartFlags& flags;
  bool keeps;         ///< assemblies that are listed or, if none is, all that come apart
  Presentation show;  ///< noun, title and source
};

/// Finds the assemblies that the request wants (all, unless it gives a number), and takes each
/// apart. Prints those that are to be listed, the sums and the hardest. Each separation is replayed
/// before it is counted; throws std::logic_error if that fails. With a checkpoint the run is saved,
/// and continues where it stopped.
[[nodiscard]] ApartOutcome run_apart(const Request& request, Console& console,
                                     const ApartTask& task);

/// An assembly that a file has saved.
struct NumberedAssembly {
  std::uint64_t number = 0;       ///< its number in the file, from 1
  std::vector<OptionId> options;  ///< options of the model
};

/// Takes these assemblies apart, without a search for assemblies. Prints like run_apart(), and
/// throws the same errors.
[[nodiscard]] ApartOutcome run_apart_of(const Request& request, Console& console,
                                        const ApartTask& task,
                                        std::span<const NumberedAssembly> assemblies);

}  // namespace dlx::app
