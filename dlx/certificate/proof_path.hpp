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

/// What goes where, and what has become of it.
struct ProofFiles {
  TextSink formula;                   ///< what the problem says, for a foreign checker
  TextSink proof;                     ///< what it follows
  std::uint64_t formula_clauses = 0;  ///< or constraints
  std::uint64_t steps = 0;            ///< of the proof
};

/// The way from the root of a ProofTree to a place in it: what is chosen there, and why each option
/// cannot be that cannot.
class ProofPath {
 public:
  ProofPath(const ProofPath&) = delete;
  ProofPath& operator=(const ProofPath&) = delete;
  virtual ~ProofPath() = default;

 protected:
  /// All of these outlive it.
  ProofPath(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree);

  /// Not all of these options are chosen, or one of some others is.
  struct Clause {
    std::uint64_t id = 0;
    std::vector<std::uint32_t> options = {};
    std::vector<std::uint32_t> others = {};
    bool derived = true;  ///< and not given
  };
  /// How a clause is derived: from what, in this order, each a unit by then.
  struct Derivation {
    std::vector<std::uint32_t> options;
    std::vector<std::uint32_t> others;
    std::vector<std::uint64_t> hints;
  };
  /// Why an option cannot be chosen.
  struct Reason {
    /// What there can be.
    enum class Kind : std::uint8_t {
      none,      ///< it can
      chosen,    ///< it is
      conflict,  ///< with this option, which is
      full,      ///< this item is covered as often as it may be
      clause,    ///< this one of clauses() says so
      assumed,   ///< to be shown elsewhere
    };
    Kind kind = Kind::none;
    std::uint32_t by = 0;
  };
  /// Which options and items are meant by what the tree says.
  struct Naming {
    const ProofTree::Permutation* by = nullptr;  ///< null: as it is
    std::uint64_t id = 0;                        ///< another for each that there has been
  };
  /// Where a path was, to go back there.
  struct Mark {
    std::size_t trail;
    std::size_t clauses;
  };
  /// Nodes with a child each, drops, merges and images, up to the first that is none.
  class Chain;

  /// That options which conflict are not both chosen.
  [[nodiscard]] virtual std::uint64_t not_both(std::uint32_t a, std::uint32_t b) const = 0;
  /// That options of this item are chosen not more often than it may be covered.
  [[nodiscard]] virtual std::uint64_t at_most(std::uint32_t item) const = 0;
  /// That options of this item are chosen as often as it must be covered.
  [[nodiscard]] virtual std::uint64_t at_least(std::uint32_t item) const = 0;
  /// Writes a step.
  [[nodiscard]] virtual Clause derive(const Derivation& derivation) = 0;

  /// A derivation of nothing yet; the one before is over.
  [[nodiscard]] Derivation begin() {
    ++derivation_;
    return {};
  }
  /// Adds that this option is not chosen, once.
  void add_option(Derivation& derivation, std::uint32_t o);
  /// Adds that this option is chosen, once.
  void add_other(Derivation& derivation, std::uint32_t o);
  /// A variable that is not an option; its number is after those of the options.
  [[nodiscard]] std::uint32_t new_variable() {
    seen_.push_back(0);
    return static_cast<std::uint32_t>(seen_.size() - 1);
  }
  /// Adds what a clause says of options other than this one.
  void add_rest(Derivation& derivation, const Clause& clause, std::uint32_t but);
  /// Adds why this option cannot be chosen, unless it can.
  void explain(std::uint32_t option, Derivation& derivation);
  /// Derives that an item has too few options left.
  [[nodiscard]] Clause dead_end(std::uint32_t item);
  /// Throws, for something holds in the tree that does not in the problem.
  [[noreturn]] static void fail();

  void choose(std::uint32_t o);
  /// Undoes the last choice, and what has been ruled out since.
  void unchoose(const Mark& mark);
  void rule_out(std::uint32_t o, Clause why);
  [[nodiscard]] Mark mark() const { return {trail_.size(), clauses_.size()}; }
  /// Undoes what has been ruled out since; the numbers of the clauses that did it.
  std::vector<std::uint64_t> undo(const Mark& mark);

  /// The option, and those that were merged into it.
  [[nodiscard]] std::vector<std::uint32_t> alike(std::uint32_t o) const;
  [[nodiscard]] std::uint32_t option(std::uint32_t o) const;
  [[nodiscard]] std::uint32_t item(std::uint32_t i) const;
  [[nodiscard]] bool contains(std::uint32_t o, std::uint32_t item) const;

  const Problem& problem_;
  const Conflicts& conflicts_;
  const ProofTree& tree_;
  std::vector<std::vector<std::uint32_t>> options_of_;  ///< of primary items
  std::vector<Reason> reasons_;                         ///< of options
  std::vector<std::uint32_t> chosen_;                   ///< in the order of choices
  Naming naming_;

 private:
  void rule_out(std::uint32_t o, Reason why);

  std::vector<std::uint32_t> covered_;              // primary items: how often
  std::vector<std::uint32_t> trail_;                // options ruled out, or chosen
  std::vector<Clause> clauses_;                     // that rule out options
  std::vector<std::vector<std::uint32_t>> merged_;  // of options: others that are alike
  std::vector<std::uint64_t> seen_;                 // derivation of each variable
  std::uint64_t derivation_ = 0;
  std::uint64_t namings_ = 0;
};

/// While it lives, merges and images of the chain are in force; drops are left to the caller.
class ProofPath::Chain {
 public:
  explicit Chain(ProofPath& path) : path_(path), naming_(path.naming_) {}
  Chain(const Chain&) = delete;
  Chain& operator=(const Chain&) = delete;
  ~Chain();

  /// Goes down from this node. drop(option, item), with all names as they are meant, returns false
  /// to end it there. The node below the chain, or nothing if it was ended.
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
  std::vector<std::pair<std::uint32_t, std::size_t>> merged_;  // of options: how many were
  std::vector<std::unique_ptr<ProofTree::Permutation>> permutations_;
};

}  // namespace dlx::certificate
