#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "reductions/polycube/polycube.hpp"

/// Finds the assemblies that one slide separates into two parts, without visiting the assemblies
/// that no slide separates.
///
/// Assume that every cell is filled, and that the cells of each line along an axis are adjacent. If
/// a set of pieces can slide one step along this axis, it contains the last cells of every line, so
/// it can slide on without end. Therefore, if no set of pieces can leave the initial position in a
/// single slide, no piece can ever move. The search is nested. The outer search finds the sets of
/// cells that may slide. Such a set is given by a cut of every line: the cells after the cut slide.
/// Each cell must be covered by some placement that is on one side of all cuts. For each set, the
/// inner search finds the assemblies in which each piece is completely on one side of the cuts.
/// Six-piece burrs without holes have some 10^9 assemblies, of which one slide separates 157,122.
///
/// A single exact cover with an item for each cut, in which the cuts colour the cells, was
/// rejected. That formulation took more than 60 search nodes for each solution, because pieces were
/// chosen before cuts.
namespace dlx::polycube {

/// The reason why a search for single slides may miss assemblies of a puzzle: an assembly might
/// come apart although no single slide separates it into two parts. Returns nothing if such a
/// search cannot miss an assembly.
[[nodiscard]] std::optional<std::string> separable_fault(const Puzzle& puzzle);

/// The axes that must be searched to find an assembly of each class. If assemblies are counted up
/// to rotations or reflections, only the first of several axes that rotations of the target
/// exchange is listed.
[[nodiscard]] std::vector<std::size_t> sliding_axes(const Puzzle& puzzle, UpTo up_to);

/// Whether a slide along an axis separates an assembly into two parts. `assembly` has the options
/// of the assembly, numbered as in the model.
[[nodiscard]] bool falls_in_two(const Model& model, std::span<const OptionId> assembly,
                                std::size_t axis);

/// Lists the sets of cells that may slide along an axis in its positive direction, one set after
/// another.
class SlidingSets {
 public:
  /// The model must outlive the object. The puzzle of the model must not have a separable_fault().
  SlidingSets(const Model& model, std::size_t axis);

  /// The result of a step of the search.
  enum class Step : std::uint8_t {
    found,   ///< a set was found
    paused,  ///< the step ended without a set; the search continues
    done,    ///< the search has found all sets of sliding cells
  };
  /// Continues the search for the next set of sliding cells.
  [[nodiscard]] Step next();

  /// The problem of the puzzle, restricted to placements that are completely inside or completely
  /// outside the current set of sliding cells. options() maps its options to those of the model.
  [[nodiscard]] Problem problem();
  /// The option of the model for each option of problem().
  [[nodiscard]] std::span<const OptionId> options() const noexcept { return options_; }

  /// Whether an assembly is counted for the current set of sliding cells. Several sets along this
  /// axis may separate the same assembly, which is counted for only one of them. The assembly is
  /// given by its options of the model, and must have pieces inside and outside the set.
  [[nodiscard]] bool stands_for(std::span<const OptionId> assembly) const;

 private:
  using CellId = std::uint32_t;
  using Line = std::vector<CellId>;
  enum class Side : std::uint8_t {
    open,    ///< it is not decided yet whether the cell stays or slides
    stays,   ///< before the cut, so the cell stays
    slides,  ///< after the cut, so the cell slides
  };
  /// The possible cuts of a line of cells. Position 0 is before the first cell, and the last
  /// position is after the last cell.
  struct Choice {
    std::size_t line;
    std::vector<std::size_t> cuts;  // cuts of the line that have not been tried yet
    std::size_t decided;            // number of cells decided before this choice
  };

  void decide(CellId cell, Side side);
  void undo(std::size_t decided);
  [[nodiscard]] std::vector<std::size_t> possible_cuts(const Line& line) const;
  void decide_line(const Line& line, std::size_t low, std::size_t high);
  [[nodiscard]] bool propagate();
  [[nodiscard]] bool choose();
  [[nodiscard]] bool go_back();
  [[nodiscard]] bool is_proper() const;

  const Model& model_;
  std::size_t axis_;
  Cells target_;
  std::vector<Line> lines_;
  std::vector<std::vector<CellId>> cells_of_;  // for each placement, the cells that it covers
  // For each cell, the placements that cover it.
  std::vector<std::vector<std::uint32_t>> placements_;
  std::vector<Side> sides_;  // for each cell, whether it stays or slides
  // For each placement: how many of its cells stay, and how many slide.
  std::vector<std::uint32_t> staying_, sliding_;
  // For each cell: how many placements that cover it may stay, and how many may slide.
  std::vector<std::uint32_t> may_stay_, may_slide_;
  std::vector<CellId> decided_;
  std::vector<Choice> choices_;
  bool begun_ = false;
  std::vector<OptionId> options_;
};

}  // namespace dlx::polycube
