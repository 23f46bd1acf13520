#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/names.hpp"
#include "reductions/design/design.hpp"
#include "reductions/polycube/polycube.hpp"

namespace dlx::design {

/// The bag of a design (the pieces from which sets are chosen), with the placements of its pieces
/// in one of the boxes. The placements are computed only once, so that the problems of many sets of
/// pieces can be made quickly.
class Bag {
 public:
  /// The bag keeps a reference to the design. Throws the errors of polycube::build().
  Bag(const Design& design, const Box& box);

  /// The problem of placing some pieces of the bag. Option i of the problem is the placement
  /// options[i]. The items are the cells, and the pieces whose number of copies does not follow
  /// from the number of cells.
  struct Part {
    Problem problem;                     ///< the problem of placing the pieces
    std::vector<std::uint32_t> options;  ///< for each option, its index in placements()
  };

  /// The problem of placing pieces of the complete bag. The solutions of this problem are the
  /// assemblies of all sets of pieces. The number of copies of each kind of piece is limited, but
  /// the total numbers of pieces and cells are not.
  [[nodiscard]] Part whole() const;
  /// The problem of placing one set of pieces, all of which must be used.
  [[nodiscard]] Part part(const Set& set) const;

  /// The problem of placing all pieces of a set except one piece of a given kind. The solutions are
  /// all ways to place these pieces without overlap.
  [[nodiscard]] Problem all_but_one(const Set& set, std::uint32_t kind) const;

  /// The symmetries of the box as permutations of the options of `part`, up to rotations or
  /// reflections. A reflection exchanges pieces that are mirror images of each other. Returns
  /// nothing if a reflection is not a permutation of the options, because a piece lacks its mirror
  /// image.
  [[nodiscard]] std::optional<OptionSymmetries> symmetries(const Part& part, UpTo up_to) const;

  /// All placements, ordered by the kind of piece, then by cells.
  [[nodiscard]] std::span<const polycube::Placement> placements() const {
    return model_.placements;
  }
  /// The set of pieces that an assembly uses.
  [[nodiscard]] Set set_of(const Part& part, std::span<const OptionId> solution) const;

  /// The model of the complete bag, for tests of sets of pieces.
  [[nodiscard]] const polycube::Model& model() const { return model_; }

 private:
  struct Member {
    bool mirrors = false;
    std::vector<std::uint32_t> images;  // the image of each placement; not_there if it has no image
  };

  [[nodiscard]] Part make(const std::vector<std::optional<Range>>& copies) const;

  const Design* design_;
  const Box* box_;
  polycube::Model model_;
  // Cells of each placement, as their indices among the cells of the box.
  std::vector<std::vector<std::uint32_t>> cells_;
  std::vector<Member> members_;  // members of the symmetry group of the box
};

}  // namespace dlx::design
