#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dlx/core/canonical_text.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/proof/conflicts.hpp"
#include "dlx/proof/proof_tree.hpp"

namespace dlx {

/// What goes where, and what has become of it.
struct ProofFiles {
  TextSink formula;                   ///< what the problem says, for a foreign checker
  TextSink proof;                     ///< what it follows
  std::uint64_t formula_clauses = 0;  ///< or constraints
  std::uint64_t steps = 0;            ///< of the proof
};

/// Goes through a tree and derives that there are no solutions but those that it meets: for each
/// node a clause, that of the choices above it some must be undone; for the root the empty clause.
/// A clause has only those choices that it needs; where one does not need the last choice, it is
/// that of the node above as well.
///
/// What is derived from what is the same in any format; how it is written is left to others.
class Refutation {
 public:
  /// All of these outlive it.
  Refutation(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree,
             ProofLimit& limit);
  Refutation(const Refutation&) = delete;
  Refutation& operator=(const Refutation&) = delete;
  virtual ~Refutation() = default;

 protected:
  /// Not all of these options are chosen.
  struct Clause {
    std::uint64_t id = 0;
    std::vector<std::uint32_t> options = {};
    bool derived = true;  ///< and not given
  };
  /// How a clause is derived: from what, in this order, each a unit by then.
  struct Derivation {
    std::vector<std::uint32_t> options;
    std::vector<std::uint64_t> hints;
  };

  /// That options which conflict are not both chosen.
  [[nodiscard]] virtual std::uint64_t not_both(std::uint32_t a, std::uint32_t b) const = 0;
  /// That options of this item are chosen not more often than it may be covered.
  [[nodiscard]] virtual std::uint64_t at_most(std::uint32_t item) const = 0;
  /// That options of this item are chosen as often as it must be covered.
  [[nodiscard]] virtual std::uint64_t at_least(std::uint32_t item) const = 0;
  /// Writes that not all of these options are chosen; returns its number.
  virtual std::uint64_t write_step(const Derivation& derivation) = 0;
  /// Writes that these clauses are not needed any more.
  virtual void write_end_of(std::span<const std::uint64_t> clauses) = 0;
  /// Writes a solution, chosen(), and that it is the only one with these options.
  virtual Clause write_solution() = 0;

  /// Goes through the whole tree; the empty clause.
  [[nodiscard]] Clause refute();

  /// What is chosen, in the order of choices.
  [[nodiscard]] const std::vector<std::uint32_t>& chosen() const { return chosen_; }
  /// A derivation of nothing yet; the one before is over.
  [[nodiscard]] Derivation begin() {
    ++derivation_;
    return {};
  }
  /// Adds one of the options, once.
  void add_literal(Derivation& derivation, std::uint32_t o);
  /// Adds why this option cannot be chosen, unless it can.
  void explain(std::uint32_t option, Derivation& derivation);
  /// Writes a step.
  [[nodiscard]] Clause derive(const Derivation& derivation);
  [[nodiscard]] const Problem& problem() const { return problem_; }

 private:
  struct Reason {
    enum class Kind : std::uint8_t { none, chosen, conflict, full, clause };
    Kind kind = Kind::none;
    std::uint32_t by = 0;  // the option, the item, or which of clauses_
  };
  struct Waiting {
    std::uint32_t node;
    const ProofTree::Permutation* by;
  };
  struct Chain;

  [[nodiscard]] std::uint32_t option(std::uint32_t o) const;
  [[nodiscard]] std::uint32_t item(std::uint32_t i) const;
  [[nodiscard]] std::vector<std::uint32_t> alike(std::uint32_t o) const;
  void rule_out(std::uint32_t o, Reason why);
  void undo(std::size_t trail, std::size_t clauses);
  void choose(std::uint32_t o);
  void unchoose(std::size_t trail);
  template <class Below>
  bool try_option(std::uint32_t o, Clause& result, Below below);

  Clause node(std::uint32_t n);
  Clause below_chain(std::uint32_t n);
  Clause branch(const ProofTree::Node& node);
  Clause dead_end(std::uint32_t item);

  const Problem& problem_;
  const Conflicts& conflicts_;
  const ProofTree& tree_;
  ProofLimit& limit_;
  std::vector<std::vector<std::uint32_t>> options_of_;  // primary items
  std::vector<Reason> reasons_;                         // of options
  std::vector<std::uint32_t> chosen_;
  std::vector<std::uint32_t> covered_;              // primary items: how often
  std::vector<std::uint32_t> trail_;                // options ruled out, or chosen
  std::vector<Clause> clauses_;                     // that rule out options
  std::vector<std::vector<std::uint32_t>> merged_;  // of options: others that are alike
  std::vector<Waiting> waiting_;                    // what is left where a part is solved
  std::vector<std::uint64_t> seen_;                 // of options: in which derivation
  std::uint64_t derivation_ = 0;
  const ProofTree::Permutation* by_ = nullptr;  // of what the tree says; null: as it is
};

/// Writes the problem as clauses (DIMACS), a variable an option, and one more clause for each
/// solution, which excludes it; and a proof in LRAT that nothing is left (L. Cruz-Filipe,
/// M. J. H. Heule, W. A. Hunt, M. Kaufmann, P. Schneider-Kamp, Efficient certified RAT
/// verification, CADE 2017). Throws std::invalid_argument for multiplicities, ProofLimitError, and
/// what the sinks throw.
void write_lrat(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree,
                ProofLimit& limit, ProofFiles& files);

/// Writes the problem as pseudo-Boolean constraints (OPB), a variable an option; and a proof for
/// VeriPB, format 3.0, that logs each solution and ends with their number, or with none. Throws
/// ProofLimitError, and what the sinks throw.
void write_veripb(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree,
                  ProofLimit& limit, ProofFiles& files);

}  // namespace dlx
