#pragma once

#include <cstdint>
#include <optional>

#include "reductions/lattice/grid.hpp"
#include "reductions/polycube/apart.hpp"

/// Assemblies taken apart by slides and turns, each separation replayed.
namespace dlx::polycube {

/// Which moves an analysis tries, and where it gives up.
struct AnalysisOptions {
  /// Whether quarter turns are tried where slides are not enough; of cubes only.
  bool turns = false;
  /// Positions after which an assembly is left undecided, of slides and of turns; empty: as many as
  /// DisassemblyLimits has, and apart::most_turned_states.
  std::optional<std::uint64_t> states = {};
  /// The other limits; `limits.states` is not read.
  apart::DisassemblyLimits limits = {};
};

/// Takes assemblies of puzzles on one grid apart, one after another. Keeps distances between pieces
/// for the next assembly.
class CheckedDisassembler {
 public:
  /// Throws what set_options() throws.
  explicit CheckedDisassembler(lattice::Grid grid, const AnalysisOptions& options = {});

  /// Replaces the options. Throws std::invalid_argument for turns on another grid than that of
  /// cubes.
  void set_options(const AnalysisOptions& options);
  /// That of the puzzles.
  [[nodiscard]] lattice::Grid grid() const noexcept { return slides_.grid(); }

  /// Takes an assembly apart, with turns only if slides leave it whole. A separation is replayed by
  /// replay_faults(); throws std::logic_error if that refutes it.
  [[nodiscard]] Disassembly take_apart(const Puzzle& puzzle, const Assembly& assembly);

 private:
  Disassembler slides_;
  TurningDisassembler turns_;
  bool tries_turns_ = false;
};

}  // namespace dlx::polycube
