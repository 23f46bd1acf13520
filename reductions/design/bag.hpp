#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/names.hpp"
#include "reductions/design/design.hpp"

namespace dlx::design {

/// The bag of a design in one of its boxes: every placement of every piece, found once, so that the
/// problems of many sets are made quickly.
class Bag {
 public:
  /// Keeps a reference to the design. Throws what polycube::build() throws.
  Bag(const Design& design, const Box& box);

  /// The problem of some pieces: option i is the placement options[i]. Its items are the cells and,
  /// where their numbers do not follow, the pieces.
  struct Part {
    Problem problem;                     ///< see above
    std::vector<std::uint32_t> options;  ///< positions in placements()
  };

  /// The whole bag: solutions are assemblies of any set. Numbers of pieces and cells in all are not
  /// limited, only copies.
  [[nodiscard]] Part whole() const;
  /// The pieces of one set, all of them used.
  [[nodiscard]] Part part(const Set& set) const;

  /// All pieces of one set but one of this kind, wherever they do not overlap.
  [[nodiscard]] Problem all_but_one(const Set& set, std::uint32_t kind) const;

  /// The symmetries of the box as permutations of a part's options, up to rotations or reflections.
  /// A mirror image exchanges pieces that are mirror images. Nothing if some member has no such
  /// permutation, because a piece lacks its mirror image.
  [[nodiscard]] std::optional<OptionSymmetries> symmetries(const Part& part, UpTo up_to) const;

  /// By kind, then by cells.
  [[nodiscard]] std::span<const polycube::Placement> placements() const {
    return model_.placements;
  }
  /// The set that an assembly uses.
  [[nodiscard]] Set set_of(const Part& part, std::span<const OptionId> solution) const;

  /// The puzzle of the whole bag, for tests of sets.
  [[nodiscard]] const polycube::Model& model() const { return model_; }

 private:
  struct Member {
    bool mirrors = false;
    std::vector<std::uint32_t> images;  // of each placement; not_there: none
  };

  [[nodiscard]] Part make(const std::vector<std::optional<Range>>& copies) const;

  const Design* design_;
  const Box* box_;
  polycube::Model model_;
  std::vector<std::vector<std::uint32_t>> cells_;  // of each placement, as positions in the box
  std::vector<Member> members_;                    // of the group of the box
};

}  // namespace dlx::design
