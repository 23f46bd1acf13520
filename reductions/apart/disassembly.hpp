#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reductions/lattice/grid.hpp"
#include "reductions/lattice/slides.hpp"

/// Taking an assembly apart by translations.
namespace dlx::apart {

using lattice::Slide;
using lattice::Stage;

/// Whether an assembly comes apart.
enum class Verdict : std::uint8_t {
  comes_apart,  ///< the stages show how
  stays_whole,  ///< some part cannot be separated; this is proved by exhaustion
  undecided,    ///< a limit ended the search
};

/// The name of a verdict, in words: "comes apart", "does not come apart", "not decided".
[[nodiscard]] std::string_view in_words(Verdict verdict) noexcept;

/// The result of an analysis of an assembly.
struct Disassembly {
  Verdict verdict = Verdict::undecided;  ///< whether it comes apart
  std::vector<Stage> stages = {};  ///< in pre-order, the part that stays first; empty: not apart
  /// The level as designers write it: numbers of slides by stage, in the order of `stages`, without
  /// branches in which all numbers are 1. Empty for a single piece, which needs no taking apart.
  std::vector<std::uint32_t> level = {};
  /// Whether all shortest separations of all parts were compared, so that the level is the least.
  /// The first number is a true minimum in any case.
  bool least = true;
  std::uint64_t states = 0;                ///< positions visited, over all parts
  std::vector<std::uint32_t> groups = {};  ///< the groups that the pieces were given
};

/// A level as text: "7.2.3".
[[nodiscard]] std::string to_string(const std::vector<std::uint32_t>& level);

/// The level that stages have.
[[nodiscard]] std::vector<std::uint32_t> level_of(std::span<const Stage> stages);

/// Limits of an analysis.
struct DisassemblyLimits {
  std::uint64_t states = 20'000'000;          ///< positions visited in an assembly, over all parts
  std::size_t memory = std::size_t{1} << 30;  ///< bytes
  std::uint32_t separations = 256;            ///< shortest separations compared for a part
  /// Positions after which separations are no longer compared; finding one may take more.
  std::uint64_t compared_states = 100'000;
  const std::atomic<bool>* stop = nullptr;  ///< looked at often; null: never
  std::optional<std::chrono::steady_clock::time_point> deadline = {};  ///< end time; empty: none
};

/// Finds the shortest way to take assemblies apart.
///
/// A state is where the pieces of a part are, up to a common shift; pieces do not turn. A move
/// slides a set of pieces, neither none nor all, along an axis by any distance, without running
/// through the others on the way; whatever the distance and the number of pieces, it is one move. A
/// slide that can go on without end separates the part in two, and is a move too. Both parts are
/// then taken apart in turn, from where they stood. Nothing but the pieces is in the way, and a
/// piece needs no hold. This is the definition of BurrTools (Andreas Röver,
/// http://burrtools.sourceforge.net); Cutler counts moves in another way.
///
/// On other grids than that of cubes the axes are lattice::slide_directions(), and slides end where
/// all cells are cells of the lattice again. On the way bodies are exact: they may touch and not
/// overlap. A separation found is one; pieces that would come apart only by other directions, or
/// by stops between cells, are said to stay whole.
///
/// A subset of the pieces of an assembly that comes apart also comes apart, because moves are
/// reversible. So if a part cannot be separated, the assembly stays whole, whichever moves led to
/// the part.
///
/// Exact are: the verdict, unless undecided, and the first number of the level. Later numbers
/// depend on which of the shortest separations comes first. If `Disassembly::least`, the level is
/// the least one in the order of lists of numbers, where each part is made least by itself.
/// Otherwise more separations were equally short than the limits allow.
class Disassembler {
 public:
  /// For assemblies on one grid. The limits hold for each assembly.
  explicit Disassembler(DisassemblyLimits limits = {}, lattice::Grid grid = lattice::Grid::cubes);
  ~Disassembler();
  /// An object that was moved from may only be assigned to or destroyed.
  /// @{
  Disassembler(Disassembler&&) noexcept;
  Disassembler& operator=(Disassembler&&) noexcept;

  /// @}

  /// Takes an assembly apart. `pieces`: the cells of each piece, sorted and disjoint. `groups`: one
  /// number for each piece, or empty; a part need not be taken apart if all of its pieces have one
  /// number other than 0. Keeps distances between pieces for the next assembly. Undecided at once
  /// for more than 64 pieces and for pieces longer than 126 cells (of the grids 'rhombic' and
  /// 'tetra-octahedra' 126 blocks of cells).
  [[nodiscard]] Disassembly analyse(std::span<const lattice::Cells> pieces,
                                    std::span<const std::uint32_t> groups = {});

  /// Replaces the limits.
  void set_limits(const DisassemblyLimits& limits);
  /// The grid of the assemblies.
  [[nodiscard]] lattice::Grid grid() const noexcept { return grid_; }

 protected:
  class Search;
  /// Makes a disassembler with another search.
  Disassembler(lattice::Grid grid, std::unique_ptr<Search> search);

 private:
  template <class Gaps>
  class SearchOn;
  lattice::Grid grid_;
  std::unique_ptr<Search> search_;
};

}  // namespace dlx::apart
