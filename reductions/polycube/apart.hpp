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
#include "reductions/polycube/puzzle.hpp"

namespace dlx::polycube {

struct Model;  // in polycube.hpp

using apart::Disassembler;
using apart::Disassembly;
using apart::TurningDisassembler;
using apart::Turns;
using apart::Verdict;
using lattice::Stage;

/// Takes an assembly of a puzzle apart. Pieces may be in groups. If copies of a piece can be in
/// different groups, every distribution is tried, and the least level is returned. The result
/// numbers the pieces in the order of the assembly. Throws std::invalid_argument if the
/// disassembler is for another grid.
[[nodiscard]] Disassembly take_apart(Disassembler& disassembler, const Puzzle& puzzle,
                                     const Assembly& assembly);

/// Throws std::invalid_argument unless the grid is that of cubes, because only cubes can turn.
void check_turns(lattice::Grid grid);

/// The faults that replay_faults() finds when it replays the stages of an assembly. Pieces may be
/// in groups, as for take_apart().
[[nodiscard]] std::vector<std::string> separation_faults(const Puzzle& puzzle,
                                                         const Assembly& assembly,
                                                         std::span<const Stage> stages);

/// The cells of the pieces, in the order of the assembly.
[[nodiscard]] std::vector<Cells> cells_of(const Assembly& assembly);

/// An assembly, and the result of taking it apart.
struct Analysed {
  Assembly assembly;        ///< the placements of the pieces
  Disassembly disassembly;  ///< the result of taking this assembly apart
};

/// A scene in space that shows assemblies, with the slides that were found. An assembly that is
/// undecided and has no visited positions has not been analysed yet. The function to_scene()
/// analyses such assemblies, up to a fixed number of positions. The analyses take about half a
/// second altogether.
[[nodiscard]] drawing::scene::Scene to_scene(const Model& model, std::span<const Analysed> analysed,
                                             std::string title);

/// The symmetries under which BurrTools counts symmetric assemblies once. BurrTools uses rotations
/// of the target. BurrTools also uses reflections if the mirror image of every piece is the piece
/// itself or another piece of the puzzle.
[[nodiscard]] UpTo as_burrtools(const Model& model);

/// The moves that an analysis tries, and its limits.
struct AnalysisOptions {
  /// The quarter turns that are tried for assemblies that slides do not take apart. Turns are
  /// refused on grids other than cubes.
  Turns turns = Turns::none;
  /// The number of positions after which an assembly is left undecided, for slides and for turns.
  /// If empty, the limit is the default of DisassemblyLimits for slides, and
  /// apart::most_turned_states for turns.
  std::optional<std::uint64_t> states = {};
  /// The other limits. `limits.states` is ignored.
  apart::DisassemblyLimits limits = {};
};

/// Takes assemblies of puzzles on one grid apart, one after another. Distances between pieces are
/// kept for the next assembly.
class CheckedDisassembler {
 public:
  /// Makes a disassembler for puzzles on a grid. Throws the errors of set_options().
  explicit CheckedDisassembler(lattice::Grid grid, const AnalysisOptions& options = {});

  /// Replaces the options. Throws std::invalid_argument if turns are asked for on a grid other than
  /// that of cubes.
  void set_options(const AnalysisOptions& options);
  /// The grid of the puzzles.
  [[nodiscard]] lattice::Grid grid() const noexcept { return slides_.grid(); }

  /// Takes an assembly apart. Quarter turns are tried only if slides do not take the assembly
  /// apart. Turns with stops at half cells are tried only if other turns do not take it apart
  /// either. If the assembly comes apart, replay_faults() checks the result. Throws
  /// std::logic_error if the check finds a fault.
  [[nodiscard]] Disassembly take_apart(const Puzzle& puzzle, const Assembly& assembly);

 private:
  Disassembler slides_;
  TurningDisassembler at_cells_;
  TurningDisassembler at_halves_;
  Turns turns_ = Turns::none;
};

}  // namespace dlx::polycube
