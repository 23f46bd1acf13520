#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dlx/certificate/conflicts.hpp"
#include "dlx/certificate/nogoods.hpp"
#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"

namespace dlx::certificate {

/// The step of a proof at a node.
enum class ProofStep : std::uint8_t {
  solution,  ///< no primary item is open
  branch,    ///< a branch on an item: a child for each way to cover it
  drop,      ///< an option leaves some item without options
  merge,     ///< a second option leads wherever a first one does
  part,      ///< two parts of the problem that share no items
  image,     ///< a permutation of the tree below another node
  nogoods,   ///< solutions, and clauses that exclude all others
};

/// A tree that finds all solutions of a problem, read from a certificate (check/CERTIFICATES.md).
/// Parts that the certificate leaves to its checker are searched, and pieces of trees are joined.
/// Nodes may have several parents.
struct ProofTree {
  /// The option of a child that chooses no option and closes the item.
  static constexpr std::uint32_t closing = 0xFFFF'FFFF;

  /// A node. Its children are `children[first]` and those that follow.
  struct Node {
    ProofStep step = ProofStep::solution;
    /// Branch: the item; drop, merge: the option; part: the first of `part_items`; image: the
    /// permutation; nogoods: the list.
    std::uint32_t a = 0;
    /// Drop: the item without options; merge: the second option; part: how many items.
    std::uint32_t b = 0;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  /// A way down.
  struct Child {
    std::uint32_t option = closing;  ///< below a branch: the option chosen
    std::uint32_t node = 0;
  };
  /// The images of each item and option.
  struct Permutation {
    std::vector<std::uint32_t> items;
    std::vector<std::uint32_t> options;
  };

  std::vector<Node> nodes;      ///< the first is a solution
  std::vector<Child> children;  ///< below a part: the part, and then the rest unless it is empty
  std::vector<std::uint32_t> uses;  ///< [node]: how often it is a child
  /// Items of parts: an option is in a part if it has such an item.
  std::vector<std::uint32_t> part_items;
  std::vector<Permutation> permutations;
  std::vector<NogoodList> nogoods;
  std::uint32_t root = 0;
  Natural count;  ///< number of solutions

  /// The ways down from a node.
  [[nodiscard]] std::span<const Child> below(const Node& node) const {
    return std::span(children).subspan(node.first, node.count);
  }
};

/// Reads a certificate and checks it, but for the fingerprint that it claims. `with_nogoods`: the
/// tree may have nodes of nogoods; otherwise they are searched. Throws InputError where it is
/// damaged, incomplete, or of another problem; ProofLimitError; SystemError.
[[nodiscard]] ProofTree read_proof_tree(const Problem& problem, const Conflicts& conflicts,
                                        const std::string& certificate, ProofLimit& limit,
                                        bool with_nogoods);

}  // namespace dlx::certificate
