#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/names.hpp"
#include "dlx/search/control.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx::symmetry {

/// Finds the conjugacy classes of the automorphism group of a problem, even if the group is too
/// large to be listed. The automorphisms that commute with an automorphism g are the automorphisms
/// of the problem's graph with an added arrow from each vertex to its image under g. So nauty finds
/// the size of the class of g, and whether two automorphisms are conjugate. A random walk finds
/// automorphisms. Each step of the walk goes from an automorphism to a random automorphism that
/// commutes with it. In the long run the walk visits all classes equally often, even small classes
/// (M. Jerrum, Uniform sampling modulo a group of symmetries using Markov chain simulation, 1993).
/// The search ends once the sizes of the classes found add up to the order of the group, so chance
/// affects only the time.
class ConjugacyClasses {
 public:
  /// Constructs a search for the classes. `order` is the number of automorphisms. `memory` is the
  /// largest number of bytes that the found automorphisms may use. The problem must outlive this
  /// object.
  ConjugacyClasses(const Problem& problem, Natural order, std::size_t memory);
  ~ConjugacyClasses();
  ConjugacyClasses(const ConjugacyClasses&) = delete;
  ConjugacyClasses& operator=(const ConjugacyClasses&) = delete;

  /// Searches until all classes are known, and then returns `exhausted`. If the deadline is reached
  /// first, returns `running`. Returns memory_limit if the automorphisms found need too much
  /// memory.
  Status find(const search::Deadline& deadline);

  /// One automorphism of each class found so far, the identity first, as permutations of options.
  [[nodiscard]] const std::vector<OptionPermutation>& members() const noexcept { return members_; }
  /// For each element of members(): the size of its conjugacy class.
  [[nodiscard]] const std::vector<Natural>& sizes() const noexcept { return sizes_; }

 private:
  struct Walk;

  std::vector<OptionPermutation> members_;
  std::vector<Natural> sizes_;
  std::unique_ptr<Walk> walk_;
};

}  // namespace dlx::symmetry
