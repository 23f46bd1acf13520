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

/// The kind of a node of a proof.
enum class ProofStep : std::uint8_t {
  solution,  ///< a solution: all primary items are covered
  /// A branch on an item; each child covers the item by an option, or excludes further options of
  /// the item.
  branch,
  drop,     ///< an option is excluded, because it leaves some item without options
  merge,    ///< an option is merged into another option that leads to the same state
  part,     ///< the problem splits into two parts that share no items
  image,    ///< the tree below another node, with its items and options permuted
  nogoods,  ///< a list of solutions and of clauses that exclude all other solutions
};

/// A search tree that proves the number of solutions of a problem, made from a certificate
/// (check/CERTIFICATES.md). Subtrees that the certificate leaves to its checker are searched. The
/// pieces of a paused or divided search are joined into one tree. A node may have several parents.
struct ProofTree {
  /// The value of Child::option if no option is chosen and the item is not covered again.
  static constexpr std::uint32_t closing = 0xFFFF'FFFF;

  /// A node of the tree. The children of the node are the `count` elements of `children` from index
  /// `first` on.
  struct Node {
    ProofStep step = ProofStep::solution;
    /// For a branch, `a` is the item; for a drop or a merge, the option; for a part, the index in
    /// `part_items` of the part's first item; for an image, the index of the permutation; for
    /// nogoods, the index of their list.
    std::uint32_t a = 0;
    /// For a drop, `b` is the item without options; for a merge, the second option; for a part, the
    /// number of the part's items.
    std::uint32_t b = 0;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  /// An edge from a node to a child.
  struct Child {
    /// The option that is chosen on this edge, if the parent is a branch.
    std::uint32_t option = closing;
    std::uint32_t node = 0;
  };
  /// A permutation, as the image of each item and of each option.
  struct Permutation {
    std::vector<std::uint32_t> items;
    std::vector<std::uint32_t> options;
  };

  std::vector<Node> nodes;  ///< all nodes; the first node is a solution
  /// The children of all nodes. A `part` node has two children, the part and the rest of the
  /// problem, but only the part if the part has no solution.
  std::vector<Child> children;
  std::vector<std::uint32_t> uses;  ///< for each node, the number of its parents
  /// The items of all parts. An option belongs to a part if it has one of the part's items.
  std::vector<std::uint32_t> part_items;
  std::vector<Permutation> permutations;
  std::vector<NogoodList> nogoods;
  std::uint32_t root = 0;
  Natural count;  ///< number of solutions of the problem

  /// The children of a node.
  [[nodiscard]] std::span<const Child> below(const Node& node) const {
    return std::span(children).subspan(node.first, node.count);
  }
};

/// Reads a certificate and checks everything except its fingerprint. If `with_nogoods` is false,
/// nodes of the kind `nogoods` are replaced by searches. Throws InputError if the certificate is
/// damaged, incomplete, or of another problem. Throws ProofLimitError and SystemError too.
[[nodiscard]] ProofTree read_proof_tree(const Problem& problem, const Conflicts& conflicts,
                                        const std::string& certificate, ProofLimit& limit,
                                        bool with_nogoods);

}  // namespace dlx::certificate
