#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/answer.hpp"
#include "dlx/names.hpp"
#include "reductions/polycube/apart.hpp"

/// Which assemblies of a puzzle come apart: each is analysed as it is found, and forgotten; or
/// those that a file has saved.
namespace dlx::app {

/// What is asked about taking assemblies apart.
struct ApartFlags {
  bool wanted = false;
  /// Assemblies whose first number is at least this are listed; empty: none is.
  std::optional<std::uint32_t> at_least;
  /// Whether quarter turns are tried where slides are not enough; of cubes only.
  bool turns = false;
  /// Positions after which an assembly is left undecided, of slides and of turns; empty: as many as
  /// DisassemblyLimits has, and polycube::most_turned_states.
  std::optional<std::uint64_t> states = {};
};

/// An assembly that comes apart.
struct ApartAssembly {
  std::string number;  ///< in the order of the search, from 1; empty: not known
  std::vector<OptionId> options;
  polycube::Disassembly disassembly;
  bool with_turns = false;  ///< whether slides alone are not enough
};

/// What was found out about the assemblies of a puzzle.
struct ApartSums {
  std::uint64_t assemblies = 0;
  std::uint64_t come_apart = 0;  ///< by slides alone
  std::uint64_t with_turns = 0;  ///< come apart with turns only
  std::uint64_t undecided = 0;
  std::uint64_t single_pieces = 0;  ///< these need no taking apart, and are not said to come apart
  std::map<std::vector<std::uint32_t>, std::uint64_t> levels;             ///< of slides alone
  std::map<std::vector<std::uint32_t>, std::uint64_t> levels_with_turns;  ///< of the others
  /// Of the greatest level, the first of these; assemblies that need turns are harder than others.
  std::optional<ApartAssembly> hardest;
};

/// The outcome of run_apart().
struct ApartOutcome {
  ApartSums sums;
  Status status = Status::exhausted;        ///< solution_limit: as many as were asked for
  std::vector<ApartAssembly> kept = {};     ///< those that come apart, turned or not, if wanted
  std::optional<ApartAssembly> first = {};  ///< of all, whether or not it comes apart
};

/// A puzzle whose assemblies are to be analysed.
struct ApartTask {
  const polycube::Model& model;
  const ApartFlags& flags;
  bool keeps;         ///< assemblies that are listed or, if none is, all that come apart
  Presentation show;  ///< noun, title and source
};

/// Finds the assemblies that the request wants, all unless it gives a number, and takes each apart;
/// prints those that are to be listed, the sums and the hardest. Each separation is replayed before
/// it counts; throws std::logic_error if that fails. With a checkpoint the run is saved, and goes
/// on where it was.
[[nodiscard]] ApartOutcome run_apart(const Request& request, Console& console,
                                     const ApartTask& task);

/// An assembly that a file has saved.
struct NumberedAssembly {
  std::uint64_t number = 0;       ///< in the file, from 1
  std::vector<OptionId> options;  ///< of the model
};

/// Takes these assemblies apart, without a search for assemblies; prints and throws what
/// run_apart() does.
[[nodiscard]] ApartOutcome run_apart_of(const Request& request, Console& console,
                                        const ApartTask& task,
                                        std::span<const NumberedAssembly> assemblies);

}  // namespace dlx::app
