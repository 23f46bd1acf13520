#pragma once

#include <memory>
#include <vector>

#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/names.hpp"
#include "dlx/search/control.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx::symmetry {

/// The conjugacy classes of a problem's automorphisms, which may be too many to be listed. The
/// automorphisms that commute with a given one are the automorphisms of the graph with the given
/// one added as arrows. So nauty finds the size of a class, and whether two members are conjugate.
/// Members are found by a random walk, which goes from a member to any that commutes with it: in
/// the long run it meets all classes equally often, however small they are (M. Jerrum, Uniform
/// sampling modulo a group of symmetries using Markov chain simulation, 1993). The classes are all
/// known once their sizes add up to the order of the group, so chance decides only how long that
/// takes.
class ConjugacyClasses {
 public:
  /// `order`: the number of automorphisms of the problem, which must outlive this.
  ConjugacyClasses(const Problem& problem, Natural order);
  ~ConjugacyClasses();
  ConjugacyClasses(const ConjugacyClasses&) = delete;
  ConjugacyClasses& operator=(const ConjugacyClasses&) = delete;

  /// Searches to the deadline (running) or until all classes are known (exhausted). memory_limit:
  /// there are more classes than it can hold.
  Status find(const search::Deadline& deadline);

  /// One member of each class met so far, the identity first, as permutations of options.
  [[nodiscard]] const std::vector<OptionPermutation>& members() const noexcept { return members_; }
  /// The numbers of members in their classes.
  [[nodiscard]] const std::vector<Natural>& sizes() const noexcept { return sizes_; }

 private:
  struct Walk;

  std::vector<OptionPermutation> members_;
  std::vector<Natural> sizes_;
  std::unique_ptr<Walk> walk_;
};

}  // namespace dlx::symmetry
