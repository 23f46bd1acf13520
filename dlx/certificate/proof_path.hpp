#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "dlx/certificate/conflicts.hpp"
#include "dlx/certificate/proof_tree.hpp"
#include "dlx/core/canonical_text.hpp"
#include "dlx/core/problem.hpp"

namespace dlx::certificate {

/// The outputs of a writer of proofs, and their sizes.
struct ProofFiles {
  TextSink formula;                   ///< the problem in the checker's format
  TextSink proof;                     ///< the proof
  std::uint64_t formula_clauses = 0;  ///< number of clauses or constraints of the formula
  std::uint64_t steps = 0;            ///< number of steps of the proof
};

/// The path from the root of a ProofTree to the current node: the options chosen on the path, and
/// for each excluded option the reason.
class ProofPath {
 public:
  ProofPath(const ProofPath&) = delete;
  ProofPath& operator=(const ProofPath&) = delete;
  virtual ~ProofPath() = default;

 protected:
  /// All arguments must outlive this object.
  ProofPath(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree);

  /// A clause which says that not all of `options` are chosen, or that one of `others` is chosen.
  struct Clause {
    std::uint64_t id = 0;
    std::vector<std::uint32_t> options = {};
    std::vector<std::uint32_t> others = {};
    bool derived = true;  ///< false if the clause belongs to the problem
  };
  /// A clause and its derivation. `hints` are the clauses from which the clause follows by unit
  /// propagation, in the order of propagation.
  struct Derivation {
    std::vector<std::uint32_t> options;
    std::vector<std::uint32_t> others;
    std::vector<std::uint64_t> hints;
  };
  /// The reason why an option cannot be chosen.
  struct Reason {
    /// The kinds of reasons why an option cannot be chosen.
    enum class Kind : std::uint8_t {
      none,      ///< the option can be chosen
      chosen,    ///< the option is already chosen
      conflict,  ///< the option conflicts with the chosen option whose number is `by`
      full,      ///< the item with the number `by` may not be covered again
      clause,    ///< the clause at index `by` of clauses_ excludes the option
      assumed,   ///< the option is assumed to be excluded
    };
    Kind kind = Kind::none;
    std::uint32_t by = 0;
  };
  /// The permutation that maps the options and items of the current nodes of the tree to options
  /// and items of the problem.
  struct Naming {
    const ProofTree::Permutation* by = nullptr;  ///< the permutation; null for the identity
    std::uint64_t id = 0;                        ///< number that identifies the permutation
  };
  /// A state of the path, to which undo() can return.
  struct Mark {
    std::size_t trail;
    std::size_t clauses;
  };
  /// A sequence of nodes with one child each. Each node of a chain excludes an option (a drop),
  /// merges two options (a merge), or permutes items and options (an image).
  class Chain;

  /// The number of the clause which says that two conflicting options are not both chosen.
  [[nodiscard]] virtual std::uint64_t not_both(std::uint32_t a, std::uint32_t b) const = 0;
  /// The number of the clause which says that an item is not covered more often than its bounds
  /// allow.
  [[nodiscard]] virtual std::uint64_t at_most(std::uint32_t item) const = 0;
  /// The number of the clause which says that an item is covered as often as its bounds require.
  [[nodiscard]] virtual std::uint64_t at_least(std::uint32_t item) const = 0;
  /// Writes a derivation as a step of the proof. Returns the derived clause.
  [[nodiscard]] virtual Clause derive(const Derivation& derivation) = 0;

  /// Begins a new derivation. Only one derivation exists at a time.
  [[nodiscard]] Derivation begin() {
    ++derivation_;
    return {};
  }
  /// Adds to a clause the literal which says that an option is not chosen, unless the clause
  /// already contains this literal.
  void add_option(Derivation& derivation, std::uint32_t o);
  /// Adds to a clause the literal which says that an option is chosen, unless the clause already
  /// contains this literal.
  void add_other(Derivation& derivation, std::uint32_t o);
  /// The number of a new variable that is not an option. New variables are numbered after the
  /// options.
  [[nodiscard]] std::uint32_t new_variable() {
    seen_.push_back(0);
    return static_cast<std::uint32_t>(seen_.size() - 1);
  }
  /// Adds to a derivation all literals of `clause` except the literal of option `but`.
  void add_rest(Derivation& derivation, const Clause& clause, std::uint32_t but);
  /// Adds to a derivation the reason why an option cannot be chosen. Does nothing if the option can
  /// be chosen.
  void explain(std::uint32_t option, Derivation& derivation);
  /// Derives a clause at a dead end, where an item has too few options left. The clause says that
  /// not all choices on the path can be made.
  [[nodiscard]] Clause dead_end(std::uint32_t item);
  /// Throws std::logic_error. fail() is called if the tree claims something that is not true of the
  /// problem.
  [[noreturn]] static void fail();

  void choose(std::uint32_t o);
  /// Undoes the last choice, and all exclusions of options since then.
  void unchoose(const Mark& mark);
  void rule_out(std::uint32_t o, Clause why);
  [[nodiscard]] Mark mark() const { return {trail_.size(), clauses_.size()}; }
  /// Undoes all exclusions of options since the mark was made. Returns the numbers of the clauses
  /// that made these exclusions.
  std::vector<std::uint64_t> undo(const Mark& mark);

  /// Lists an option and the options that were merged into it.
  [[nodiscard]] std::vector<std::uint32_t> alike(std::uint32_t o) const;
  [[nodiscard]] std::uint32_t option(std::uint32_t o) const;
  [[nodiscard]] std::uint32_t item(std::uint32_t i) const;
  [[nodiscard]] bool contains(std::uint32_t o, std::uint32_t item) const;

  const Problem& problem_;
  const Conflicts& conflicts_;
  const ProofTree& tree_;
  std::vector<std::vector<std::uint32_t>> options_of_;  ///< for each primary item, its options
  std::vector<Reason> reasons_;  ///< for each option, the reason why it is excluded
  /// The chosen options, in the order in which they were chosen.
  std::vector<std::uint32_t> chosen_;
  Naming naming_;

 private:
  void rule_out(std::uint32_t o, Reason why);

  std::vector<std::uint32_t> covered_;  // for each primary item, how often it is covered
  // Excluded and chosen options, in the order in which they were excluded or chosen.
  std::vector<std::uint32_t> trail_;
  std::vector<Clause> clauses_;  // the clauses that exclude options
  // For each option, the other options that were merged into it.
  std::vector<std::vector<std::uint32_t>> merged_;
  // For each variable, the number of the last derivation to which it was added.
  std::vector<std::uint64_t> seen_;
  std::uint64_t derivation_ = 0;
  std::uint64_t namings_ = 0;
};

/// Follows a sequence of nodes with one child each. Applies to the path the merges of options and
/// the permutations of these nodes; the destructor undoes them. The caller handles the exclusions
/// of options.
class ProofPath::Chain {
 public:
  explicit Chain(ProofPath& path) : path_(path), naming_(path.naming_) {}
  Chain(const Chain&) = delete;
  Chain& operator=(const Chain&) = delete;
  ~Chain();

  /// Follows the chain from node n down. Where a node excludes an option, because the option leaves
  /// an item without options, calls drop(option, item). The option and the item are numbered as in
  /// the problem. If drop() returns false, follow() ends and returns false. If follow() returns
  /// true, n is the first node after the chain.
  template <class Drop>
  bool follow(std::uint32_t& n, Drop drop) {
    for (;; n = path_.tree_.children[path_.tree_.nodes[n].first].node) {
      const ProofTree::Node& node = path_.tree_.nodes[n];
      if (node.step == ProofStep::drop) {
        for (const std::uint32_t o : path_.alike(path_.option(node.a))) {
          if (!drop(o, path_.item(node.b))) return false;
        }
      } else if (node.step == ProofStep::merge) {
        merge(path_.option(node.a), path_.option(node.b));
      } else if (node.step == ProofStep::image) {
        rename(path_.tree_.permutations[node.a]);
      } else {
        return true;
      }
    }
  }

 private:
  void merge(std::uint32_t o, std::uint32_t q);
  void rename(const ProofTree::Permutation& by);

  ProofPath& path_;
  Naming naming_;
  // The options into which this chain has merged other options, each with the number of options
  // that were merged into it before the chain.
  std::vector<std::pair<std::uint32_t, std::size_t>> merged_;
  std::vector<std::unique_ptr<ProofTree::Permutation>> permutations_;
};

}  // namespace dlx::certificate
