#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dlx/names.hpp"
#include "reductions/apart/disassembly.hpp"
#include "reductions/apart/turning.hpp"
#include "reductions/drawing/scene.hpp"
#include "reductions/lattice/grid.hpp"
#include "reductions/polycube/polycube.hpp"

namespace dlx::polycube {

using apart::Disassembler;
using apart::Disassembly;
using apart::TurningDisassembler;
using apart::Verdict;
using lattice::Stage;

/// Takes an assembly of a puzzle apart, whose pieces may be in groups. Where copies of a piece may
/// be in several groups, every way to distribute them is tried; the least level counts. The result
/// has the pieces of the assembly, in its order. Throws std::invalid_argument if the disassembler
/// is for another grid.
[[nodiscard]] Disassembly take_apart(Disassembler& disassembler, const Puzzle& puzzle,
                                     const Assembly& assembly);

/// Throws std::invalid_argument unless the cells of a grid are cubes, which can turn.
void check_turns(lattice::Grid grid);

/// The faults that replay_faults() finds, where pieces may be in groups as take_apart() has them.
[[nodiscard]] std::vector<std::string> separation_faults(const Puzzle& puzzle,
                                                         const Assembly& assembly,
                                                         std::span<const Stage> stages);

/// The cells of the pieces of an assembly, in its order.
[[nodiscard]] std::vector<Cells> cells_of(const Assembly& assembly);

/// An assembly, and its analysis.
struct Analysed {
  Assembly assembly;        ///< the pieces in their places
  Disassembly disassembly;  ///< the analysis of these pieces
};

/// A scene to be seen in space, with the slides found. Assemblies that are undecided after no
/// positions have not been analysed yet, and are analysed here: up to a fixed number of positions,
/// about half a second for all together.
[[nodiscard]] drawing::scene::Scene to_scene(const Model& model, std::span<const Analysed> analysed,
                                             std::string title);

/// The symmetries under which BurrTools counts assemblies once: rotations of the target, and also
/// reflections if every piece is its own mirror image or has its partner among the pieces.
[[nodiscard]] UpTo as_burrtools(const Model& model);

/// The moves that an analysis tries, and its limits.
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
  /// Throws the errors of set_options().
  explicit CheckedDisassembler(lattice::Grid grid, const AnalysisOptions& options = {});

  /// Replaces the options. Throws std::invalid_argument for turns on another grid than that of
  /// cubes.
  void set_options(const AnalysisOptions& options);
  /// The grid of the puzzles.
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
