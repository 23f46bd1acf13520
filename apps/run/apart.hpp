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

/// Analyses which assemblies of a puzzle come apart, that is, can be taken apart by moving their
/// pieces. Assemblies come from a search or from a file. Assemblies from a search are analysed when
/// they are found, and are not stored.
namespace dlx::app {

/// The limits for taking an assembly apart in one of the threads. Each thread gets an equal share
/// of the memory.
[[nodiscard]] apart::DisassemblyLimits disassembly_limits(const Watch& control);

/// The options that control how assemblies are taken apart.
struct ApartFlags {
  bool wanted = false;
  /// List the assemblies whose level begins with at least this number, which is the number of moves
  /// until a first part is separated. If empty, no assembly is listed.
  std::optional<std::uint32_t> at_least;
  /// The rotations by 90 degrees to try if slides do not take an assembly apart. Rotations are
  /// possible only if the pieces are made of cubes.
  apart::Turns turns = apart::Turns::none;
  /// Whether rotations are tried.
  [[nodiscard]] bool with_turns() const { return turns != apart::Turns::none; }
  /// Whether the search leaves out assemblies that no single slide separates into two parts.
  bool only = false;
  /// Number of positions after which the analysis of an assembly gives up and leaves the assembly
  /// undecided. If empty, DisassemblyLimits gives the number for slides, and
  /// apart::most_turned_states the number for rotations.
  std::optional<std::uint64_t> states = {};
};

/// The result of run_apart().
struct ApartOutcome {
  polycube::ApartSums sums;
  /// The reason why the run ended; solution_limit: all assemblies asked for were found.
  Status status = Status::exhausted;
  std::vector<polycube::ApartAssembly> kept =
      {};  ///< assemblies that come apart; kept only if ApartTask::keeps is set
  /// The first assembly found, even if it cannot be taken apart.
  std::optional<polycube::ApartAssembly> first = {};
};

/// A puzzle, with settings for the analysis of its assemblies.
struct ApartTask {
  const polycube::Model& model;
  const ApartFlags& flags;
  /// Whether to keep the listed assemblies or, without --apart-at-least, all that come apart.
  bool keeps;
  Presentation show;  ///< how assemblies are shown, with title and source
};

/// Finds the assemblies that the request asks for (all, unless it gives a number), and takes each
/// of them apart. Prints the assemblies to be listed, the numbers of assemblies, and the hardest
/// assembly. The moves that take an assembly apart are replayed before the assembly is counted.
/// Throws std::logic_error if the replay fails. With a checkpoint, the run is saved, and a run in
/// the checkpoint is continued.
[[nodiscard]] ApartOutcome run_apart(const Request& request, Console& console,
                                     const ApartTask& task);

/// An assembly that a file has saved, with its number.
struct NumberedAssembly {
  std::uint64_t number = 0;       ///< position of the assembly in the file, from 1
  std::vector<OptionId> options;  ///< options of the model that form the assembly
};

/// Takes the given assemblies apart without a search. Prints and throws as run_apart() does.
[[nodiscard]] ApartOutcome run_apart_of(const Request& request, Console& console,
                                        const ApartTask& task,
                                        std::span<const NumberedAssembly> assemblies);

}  // namespace dlx::app
