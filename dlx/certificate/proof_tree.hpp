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

/// What a proof does at a node.
enum class ProofStep : std::uint8_t {
  solution,  ///< every item is settled
  branch,    ///< on an item: a child each way to cover it
  drop,      ///< an option leaves some item without options
  merge,     ///< a second option leads wherever a first one does
  part,      ///< two problems that have nothing to do with each other
  image,     ///< a permutation of what is below another node
  nogoods,   ///< solutions, and clauses by which there are no others
};

/// How all solutions of a problem are found: what a certificate tells (check/CERTIFICATES.md), with
/// what it leaves to its checker searched, and pieces of trees put together. Nodes may have several
/// parents.
struct ProofTree {
  /// Of a child that is none: what to choose.
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
    std::uint32_t option = closing;  ///< below a branch: what is chosen
    std::uint32_t node = 0;
  };
  /// For each item and option, what it becomes.
  struct Permutation {
    std::vector<std::uint32_t> items;
    std::vector<std::uint32_t> options;
  };

  std::vector<Node> nodes;          ///< the first is a solution
  std::vector<Child> children;      ///< below a part: it, and the rest unless the part has none
  std::vector<std::uint32_t> uses;  ///< of each node: how often it is a child
  std::vector<std::uint32_t> part_items;  ///< of parts: options of these are in it, others not
  std::vector<Permutation> permutations;
  std::vector<NogoodList> nogoods;
  std::uint32_t root = 0;
  Natural count;  ///< of solutions

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
