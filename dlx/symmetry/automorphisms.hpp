#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"

namespace dlx {

/// A permutation of a problem's items and options: for each, what it becomes.
struct MatrixPermutation {
  std::vector<ItemId> items;
  OptionPermutation options;
};

/// Whether the permutation takes the problem to itself: every option to one of the same cost with
/// the images of its items in the same colours, primary items to primary ones of the same bounds.
/// Then it takes solutions to solutions. Straight from this definition; O(items + entries).
[[nodiscard]] bool is_automorphism(const Problem& problem, const MatrixPermutation& permutation);

struct AutomorphismOptions {
  /// Looked at between the nodes of the search for automorphisms, whose first may take long.
  std::optional<std::chrono::nanoseconds> time_limit = std::chrono::seconds(10);
  const std::atomic<bool>* stop = nullptr;
};

/// The group of a problem's automorphisms.
struct Automorphisms {
  /// False: the search was ended, and nothing is known; then the group given is the trivial one.
  bool complete = true;
  std::vector<MatrixPermutation> generators;  ///< each has passed is_automorphism
  Natural order = 1;
  std::vector<std::uint32_t> orbit_of_item;    ///< an item each: the first item of its orbit
  std::vector<std::uint32_t> orbit_of_option;  ///< likewise
  double seconds = 0;
};

/// Finds all automorphisms, by nauty on the graph of items, options and colours of items (B. D.
/// McKay and A. Piperno, Practical graph isomorphism II, Journal of Symbolic Computation 60, 2014).
/// One search at a time: others wait.
[[nodiscard]] Automorphisms automorphisms(const Problem& problem,
                                          const AutomorphismOptions& options = {});

/// All members as permutations of options, the identity first: fewer than `order` if some move
/// nothing but items. Nothing if there are more than `most`.
[[nodiscard]] std::optional<OptionSymmetries> members(const Problem& problem,
                                                      const Automorphisms& group,
                                                      std::size_t most = 50'000);

}  // namespace dlx
