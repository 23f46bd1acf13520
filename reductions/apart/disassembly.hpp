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

/// Takes assemblies apart by translations of their pieces.
namespace dlx::apart {

using lattice::Slide;
using lattice::Stage;

/// Whether an assembly comes apart.
enum class Verdict : std::uint8_t {
  comes_apart,  ///< all pieces can be separated; the stages list the moves
  stays_whole,  ///< a complete search proves that some pieces cannot be separated
  undecided,    ///< a limit ended the search
};

/// The name of a verdict, in words: "comes apart", "does not come apart" or "not decided".
[[nodiscard]] std::string_view in_words(Verdict verdict) noexcept;

/// The result of an analysis of an assembly.
struct Disassembly {
  Verdict verdict = Verdict::undecided;  ///< whether the assembly comes apart
  /// The separations, in pre-order: first the stage that separates all pieces into two parts, then
  /// the stages within the part that stays, then those within the removed part. The list is empty
  /// if the assembly was not taken apart.
  std::vector<Stage> stages = {};
  /// The level as designers of puzzles write it: the number of moves of each stage, in the order of
  /// `stages`. A part is left out if each of its stages is a single move. The level is empty for a
  /// single piece, which needs no taking apart.
  std::vector<std::uint32_t> level = {};
  /// Whether all shortest separations of all parts were compared, so that the level is the least
  /// possible. The first number of the level is the true minimum even if `least` is false.
  bool least = true;
  /// Number of positions that the search visited, over all parts of the assembly.
  std::uint64_t states = 0;
  /// The group of each piece, as given to Disassembler::analyse().
  std::vector<std::uint32_t> groups = {};
};

/// A level as text: "7.2.3".
[[nodiscard]] std::string to_string(const std::vector<std::uint32_t>& level);

/// The level of an assembly that comes apart in the given stages: their numbers of moves.
[[nodiscard]] std::vector<std::uint32_t> level_of(std::span<const Stage> stages);

/// Limits of an analysis.
struct DisassemblyLimits {
  std::uint64_t states = 20'000'000;  ///< limit on positions visited in an assembly, over all parts
  std::size_t memory = std::size_t{1} << 30;  ///< limit on memory, in bytes
  /// How many equally short separations of a part are compared at most.
  std::uint32_t separations = 256;
  /// Number of positions after which no further separations are compared. Finding the first
  /// separation may take more positions.
  std::uint64_t compared_states = 100'000;
  /// A flag that ends the analysis when it becomes true; null if there is no flag. The flag is read
  /// often.
  const std::atomic<bool>* stop = nullptr;
  /// The analysis stops at this time. If empty, no time limit applies.
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
};

/// Finds the shortest way to take assemblies apart.
///
/// A state is the position of each piece of a part; states that differ by a common shift are equal.
/// Pieces do not turn. A move slides a set of pieces along an axis by any distance. The set is
/// neither empty nor all pieces, and it must not run through the other pieces. Such a slide is one
/// move, whatever the distance and the number of pieces. A slide that can go on without end
/// separates the part into two parts, and also counts as a move. Then each of the two parts is
/// taken apart from its position at that moment. The pieces are the only obstacles, and no piece
/// needs support or a handle. BurrTools defines moves in the same way (Andreas Röver,
/// http://burrtools.sourceforge.net). Cutler's counts of burrs define moves in another way.
///
/// On a grid other than that of cubes, the axes are lattice::slide_directions(). A slide ends where
/// all cells of the pieces are cells of the lattice again. During a slide, collisions are tested
/// exactly: bodies may touch, but not overlap. A separation that is found is therefore correct. If
/// pieces come apart only in other directions, or only with stops between cells, the verdict is
/// Verdict::stays_whole.
///
/// If an assembly comes apart, each subset of its pieces also comes apart, wherever the subset has
/// moved. The reason is that the subset can move back, and then make the moves of the assembly. So
/// if a part cannot be separated, the assembly does not come apart, whichever moves led to the
/// part.
///
/// The verdict (unless undecided) and the first number of the level are exact. Later numbers depend
/// on which of several shortest separations is used. If `Disassembly::least` is true, no other
/// shortest separation of any part leads to a lesser level. Levels are compared as lists of
/// numbers. If `least` is false, some part had more shortest separations than the limits allow to
/// compare.
class Disassembler {
 public:
  /// Makes a disassembler for assemblies on one grid. The limits apply to each assembly.
  explicit Disassembler(DisassemblyLimits limits = {}, lattice::Grid grid = lattice::Grid::cubes);
  ~Disassembler();
  /// An object that was moved from may only be destroyed or assigned to.
  /// @{
  Disassembler(Disassembler&&) noexcept;
  Disassembler& operator=(Disassembler&&) noexcept;

  /// @}

  /// Takes an assembly apart. `pieces` has the cells of each piece, which must be sorted and
  /// disjoint. `groups` has the group number of each piece, where 0 means no group; it may be
  /// empty. A part whose pieces are all in one group need not be taken apart. Distances between
  /// pieces are kept for the next assembly. The result is undecided at once for more than 64
  /// pieces, and for pieces longer than 126 cells. On the grids 'rhombic' and 'tetra-octahedra',
  /// pieces may be 126 blocks of cells long.
  [[nodiscard]] Disassembly analyse(std::span<const lattice::Cells> pieces,
                                    std::span<const std::uint32_t> groups = {});

  /// Replaces the limits of later analyses.
  void set_limits(const DisassemblyLimits& limits);
  /// The grid of the assemblies.
  [[nodiscard]] lattice::Grid grid() const noexcept { return grid_; }

 protected:
  class Search;
  /// Makes a disassembler for a grid that uses `search` instead of the search for slides.
  Disassembler(lattice::Grid grid, std::unique_ptr<Search> search);

 private:
  template <class Gaps>
  class SearchOn;
  lattice::Grid grid_;
  std::unique_ptr<Search> search_;
};

}  // namespace dlx::apart
