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

/// The outputs of a proof, and their sizes.
struct ProofFiles {
  TextSink formula;                   ///< the problem in a foreign checker's format
  TextSink proof;                     ///< the proof
  std::uint64_t formula_clauses = 0;  ///< number of clauses or constraints in the formula
  std::uint64_t steps = 0;            ///< steps of the proof
};

/// The way from the root of a ProofTree to a place in it: the options chosen there, and for each
/// excluded option the reason.
class ProofPath {
 public:
  ProofPath(const ProofPath&) = delete;
  ProofPath& operator=(const ProofPath&) = delete;
  virtual ~ProofPath() = default;

 protected:
  /// All arguments must outlive it.
  ProofPath(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree);

  /// A clause: not all of `options` are chosen, or one of `others` is.
  struct Clause {
    std::uint64_t id = 0;
    std::vector<std::uint32_t> options = {};
    std::vector<std::uint32_t> others = {};
    bool derived = true;  ///< false: the problem gives it
  };
  /// The derivation of a clause. `hints`: the clauses it follows from, in an order in which each
  /// becomes a unit.
  struct Derivation {
    std::vector<std::uint32_t> options;
    std::vector<std::uint32_t> others;
    std::vector<std::uint64_t> hints;
  };
  /// Why an option cannot be chosen.
  struct Reason {
    /// Kinds of reasons.
    enum class Kind : std::uint8_t {
      none,      ///< it can be chosen
      chosen,    ///< it is chosen
      conflict,  ///< it conflicts with option `by`, which is chosen
      full,      ///< item `by` is covered as often as it may be
      clause,    ///< clause `by` of clauses_ excludes it
      assumed,   ///< the reason is shown elsewhere
    };
    Kind kind = Kind::none;
    std::uint32_t by = 0;
  };
  /// The permutation by which the tree names options and items here.
  struct Naming {
    const ProofTree::Permutation* by = nullptr;  ///< null: the identity
    std::uint64_t id = 0;                        ///< a number that no earlier naming has
  };
  /// The state of a path, to which undo() can return.
  struct Mark {
    std::size_t trail;
    std::size_t clauses;
  };
  /// Nodes with one child each (drops, merges and images), up to the first other node.
  class Chain;

  /// The number of the clause that two conflicting options are not both chosen.
  [[nodiscard]] virtual std::uint64_t not_both(std::uint32_t a, std::uint32_t b) const = 0;
  /// The number of the clause that options of this item are chosen at most as often as it may be
  /// covered.
  [[nodiscard]] virtual std::uint64_t at_most(std::uint32_t item) const = 0;
  /// The number of the clause that options of this item are chosen as often as it must be covered.
  [[nodiscard]] virtual std::uint64_t at_least(std::uint32_t item) const = 0;
  /// Writes a step.
  [[nodiscard]] virtual Clause derive(const Derivation& derivation) = 0;

  /// Begins a new derivation, and ends the one before.
  [[nodiscard]] Derivation begin() {
    ++derivation_;
    return {};
  }
  /// Adds that this option is not chosen, once.
  void add_option(Derivation& derivation, std::uint32_t o);
  /// Adds that this option is chosen, once.
  void add_other(Derivation& derivation, std::uint32_t o);
  /// A new variable, which is not an option; its number comes after the options' numbers.
  [[nodiscard]] std::uint32_t new_variable() {
    seen_.push_back(0);
    return static_cast<std::uint32_t>(seen_.size() - 1);
  }
  /// Adds the parts of a clause about options other than `but`.
  void add_rest(Derivation& derivation, const Clause& clause, std::uint32_t but);
  /// Adds why this option cannot be chosen, unless it can.
  void explain(std::uint32_t option, Derivation& derivation);
  /// Derives that an item has too few options left.
  [[nodiscard]] Clause dead_end(std::uint32_t item);
  /// Throws, because something holds in the tree that does not hold in the problem.
  [[noreturn]] static void fail();

  void choose(std::uint32_t o);
  /// Undoes the last choice, and all exclusions since then.
  void unchoose(const Mark& mark);
  void rule_out(std::uint32_t o, Clause why);
  [[nodiscard]] Mark mark() const { return {trail_.size(), clauses_.size()}; }
  /// Undoes all exclusions since the mark; returns the numbers of the clauses that made them.
  std::vector<std::uint64_t> undo(const Mark& mark);

  /// The option, and the options that were merged into it.
  [[nodiscard]] std::vector<std::uint32_t> alike(std::uint32_t o) const;
  [[nodiscard]] std::uint32_t option(std::uint32_t o) const;
  [[nodiscard]] std::uint32_t item(std::uint32_t i) const;
  [[nodiscard]] bool contains(std::uint32_t o, std::uint32_t item) const;

  const Problem& problem_;
  const Conflicts& conflicts_;
  const ProofTree& tree_;
  std::vector<std::vector<std::uint32_t>> options_of_;  ///< [primary item]: its options
  std::vector<Reason> reasons_;                         ///< [option]: why it cannot be chosen
  std::vector<std::uint32_t> chosen_;                   ///< options chosen, in the order of choices
  Naming naming_;

 private:
  void rule_out(std::uint32_t o, Reason why);

  std::vector<std::uint32_t> covered_;  // primary items: how often
  std::vector<std::uint32_t> trail_;    // options ruled out, or chosen
  std::vector<Clause> clauses_;         // clauses that rule out options
  // [option]: the options that were merged into it.
  std::vector<std::vector<std::uint32_t>> merged_;
  std::vector<std::uint64_t> seen_;  // derivation of each variable
  std::uint64_t derivation_ = 0;
  std::uint64_t namings_ = 0;
};

/// While it lives, merges and images of the chain are in force; the caller handles drops.
class ProofPath::Chain {
 public:
  explicit Chain(ProofPath& path) : path_(path), naming_(path.naming_) {}
  Chain(const Chain&) = delete;
  Chain& operator=(const Chain&) = delete;
  ~Chain();

  /// Goes down the chain from node n. Calls drop(option, item) for each drop, with numbers of the
  /// problem; if that returns false, the walk ends and follow() returns false. Otherwise n becomes
  /// the node below the chain.
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
  // An option, and how many options were merged into it.
  std::vector<std::pair<std::uint32_t, std::size_t>> merged_;
  std::vector<std::unique_ptr<ProofTree::Permutation>> permutations_;
};

}  // namespace dlx::certificate
