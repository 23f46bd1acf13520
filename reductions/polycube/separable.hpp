#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "reductions/polycube/polycube.hpp"

/// Assemblies that fall in two by one slide, found without a search through the others.
///
/// Where every cell is filled and the cells of each line along an axis are side by side, parts that
/// can slide one step along this axis can slide on without end: on every line they have the last
/// cells. So if no parts are free to leave at once, nothing ever moves. First the sets of cells are
/// searched that may slide: a cut of every line, such that some placement lies over each cell and
/// on one side of all cuts. Then the assemblies of pieces that lie on one side are searched.
/// Six-piece burrs without holes have some 10^9 assemblies, of which 157,122 fall in two.
///
/// Weighed: one exact cover with an item for each cut and the cuts as colours of cells, which took
/// more than 60 nodes of a search for each of its solutions, as pieces were chosen before cuts.
namespace dlx::polycube {

/// Why assemblies of a puzzle may come apart although none falls in two by one slide, in words;
/// nothing: they cannot.
[[nodiscard]] std::optional<std::string> separable_fault(const Puzzle& puzzle);

/// The axes that must be searched to find an assembly of each class: of axes that rotations of the
/// target exchange the first, if classes are up to rotations at least.
[[nodiscard]] std::vector<std::size_t> sliding_axes(const Puzzle& puzzle, UpTo up_to);

/// Whether an assembly, options of the model, falls in two by a slide along an axis.
[[nodiscard]] bool falls_in_two(const Model& model, std::span<const OptionId> assembly,
                                std::size_t axis);

/// The sets of cells that may slide upward along an axis, one after another.
class SlidingSets {
 public:
  /// The model must outlive it, and its puzzle have no separable_fault().
  SlidingSets(const Model& model, std::size_t axis);

  /// What a step has come to.
  enum class Step : std::uint8_t {
    found,   ///< a set
    paused,  ///< nothing yet, after a while
    done,    ///< there are no others
  };
  /// Goes on to the next set.
  [[nodiscard]] Step next();

  /// The puzzle with the placements that do not lie on both sides of the set's border; its options
  /// are numbered as `options()` says.
  [[nodiscard]] Problem problem();
  /// The option of the model for each option of problem().
  [[nodiscard]] std::span<const OptionId> options() const noexcept { return options_; }

  /// Whether the set stands for an assembly, options of the model, that has parts on both sides of
  /// the border, among all sets along this axis with which it falls in two.
  [[nodiscard]] bool stands_for(std::span<const OptionId> assembly) const;

 private:
  using CellId = std::uint32_t;
  using Line = std::vector<CellId>;
  enum class Side : std::uint8_t {
    open,    ///< not decided
    stays,   ///< before the cut
    slides,  ///< behind it
  };
  /// Cuts of a line: before the first cell, ..., after the last.
  struct Choice {
    std::size_t line;
    std::vector<std::size_t> cuts;  // those left to try
    std::size_t decided;            // how many cells were decided before
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
  std::vector<std::vector<CellId>> cells_of_;           // of each placement
  std::vector<std::vector<std::uint32_t>> placements_;  // over each cell
  std::vector<Side> sides_;                             // of each cell
  // Of each placement: how many of its cells stay, and how many slide.
  std::vector<std::uint32_t> staying_, sliding_;
  // Of each cell: the placements over it that may stay, and those that may slide.
  std::vector<std::uint32_t> may_stay_, may_slide_;
  std::vector<CellId> decided_;
  std::vector<Choice> choices_;
  bool begun_ = false;
  std::vector<OptionId> options_;
};

}  // namespace dlx::polycube
