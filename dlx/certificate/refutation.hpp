#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dlx/certificate/proof_path.hpp"

namespace dlx::certificate {

/// Traverses a proof tree and derives that the problem has no solutions except those in the tree.
/// For each node a clause is derived, which says that not all choices on the path to the node hold.
/// For the root this clause is empty. The clause of a node contains only the choices that its
/// derivation needs. If the last choice is not needed, the clause is also the clause of the parent.
///
/// The derivations are the same in all proof formats. Each derived class writes them in its format.
class Refutation : public ProofPath {
 protected:
  /// All arguments must outlive this object.
  Refutation(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree,
             ProofLimit& limit)
      : ProofPath(problem, conflicts, tree), limit_(limit) {}

  /// Writes a derivation to the proof. Returns the number of the derived clause.
  virtual std::uint64_t write_step(const Derivation& derivation) = 0;
  /// Writes to the proof that certain clauses are no longer needed.
  virtual void write_end_of(std::span<const std::uint64_t> clauses) = 0;
  /// Writes the chosen options to the proof as a solution. Returns the clause that excludes this
  /// solution.
  virtual Clause write_solution() = 0;
  /// Writes that a new variable is true if and only if one of these options is chosen. The first
  /// clause says that the variable implies one of the options. A clause for each option follows:
  /// the option implies the variable. Returns the number of the first of these clauses.
  virtual std::uint64_t write_definition(std::uint32_t variable,
                                         std::span<const std::uint32_t> options) = 0;

  /// Traverses the complete tree and returns the clause derived for its root, which is empty.
  [[nodiscard]] Clause refute();

  [[nodiscard]] Clause derive(const Derivation& derivation) override;

 private:
  class Nogoods;
  struct Waiting {
    std::uint32_t node;
    Naming naming;
  };

  void end(const Mark& mark);
  template <class Below>
  bool try_option(std::uint32_t o, Clause& result, Below below);
  Clause node(std::uint32_t n);
  Clause below_chain(std::uint32_t n);
  Clause branch(const ProofTree::Node& node);
  Clause at_solution();

  ProofLimit& limit_;
  std::vector<Waiting> waiting_;  // parts of the problem to refute after the current part
};

/// Writes the problem as clauses (DIMACS) with a variable for each option, and an additional clause
/// for each solution, which excludes the solution. Writes an LRAT proof that these clauses are
/// unsatisfiable (L. Cruz-Filipe, M. J. H. Heule, W. A. Hunt, M. Kaufmann, P. Schneider-Kamp,
/// Efficient certified RAT verification, CADE 2017). Throws std::invalid_argument if the problem
/// has multiplicities, ProofLimitError, and the exceptions of the sinks.
void write_lrat(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree,
                ProofLimit& limit, ProofFiles& files);

/// Writes the problem as pseudo-Boolean constraints (OPB) with a variable for each option. Writes a
/// proof for VeriPB, format 3.0, that logs each solution. The conclusion of the proof is the number
/// of solutions, or UNSAT if no solution exists. Throws ProofLimitError, and the exceptions of the
/// sinks.
void write_veripb(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree,
                  ProofLimit& limit, ProofFiles& files);

/// Writes the problem as clauses (DIMACS) with a variable for each option. Writes a graph of its
/// solutions, with a proof that both are equivalent, in the format CPOG (R. E. Bryant, W. Nawrocki,
/// J. Avigad, M. J. H. Heule, Certified knowledge compilation with application to verified model
/// counting, SAT 2023). A state that recurs has only one node in the graph, so a proof may have far
/// fewer steps than there are solutions. Throws std::invalid_argument if the problem has
/// multiplicities, no option or no solution. Also throws ProofLimitError and the exceptions of the
/// sinks.
void write_cpog(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree,
                ProofLimit& limit, ProofFiles& files);

}  // namespace dlx::certificate
