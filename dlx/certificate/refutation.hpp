#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dlx/certificate/proof_path.hpp"

namespace dlx::certificate {

/// Goes through a tree and derives that its solutions are the only ones. Each node gets a clause:
/// some choice above it must be undone. The root gets the empty clause. A clause has only the
/// choices that it needs. If it does not need the last choice, it is also the clause of the node
/// above.
///
/// The derivations are equal in all formats; derived classes write them.
class Refutation : public ProofPath {
 protected:
  /// All arguments must outlive it.
  Refutation(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree,
             ProofLimit& limit)
      : ProofPath(problem, conflicts, tree), limit_(limit) {}

  /// Writes the clause that not all of these options are chosen; returns its number.
  virtual std::uint64_t write_step(const Derivation& derivation) = 0;
  /// Writes that these clauses are not needed any more.
  virtual void write_end_of(std::span<const std::uint64_t> clauses) = 0;
  /// Writes a solution: the chosen options, and that it is the only one with these options.
  virtual Clause write_solution() = 0;
  /// Writes that a new variable is true if and only if one of these options is chosen: a clause
  /// that it implies one of them, and one clause for each option. Returns the number of the first
  /// clause.
  virtual std::uint64_t write_definition(std::uint32_t variable,
                                         std::span<const std::uint32_t> options) = 0;

  /// Goes through the whole tree; returns the empty clause.
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
  std::vector<Waiting> waiting_;  // parts that follow once the present part is solved
};

/// Writes the problem as clauses (DIMACS), a variable an option, and one more clause for each
/// solution, which excludes it; and a proof in LRAT that nothing is left (L. Cruz-Filipe, M. J. H.
/// Heule, W. A. Hunt, M. Kaufmann, P. Schneider-Kamp, Efficient certified RAT verification, CADE
/// 2017). Throws std::invalid_argument for multiplicities, ProofLimitError, and the exceptions of
/// the sinks.
void write_lrat(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree,
                ProofLimit& limit, ProofFiles& files);

/// Writes the problem as pseudo-Boolean constraints (OPB), a variable an option; and a proof for
/// VeriPB, format 3.0, that logs each solution and ends with their number, or with none. Throws
/// ProofLimitError, and the exceptions of the sinks.
void write_veripb(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree,
                  ProofLimit& limit, ProofFiles& files);

/// Writes the problem as clauses (DIMACS), a variable an option, and a graph of its solutions, with
/// a proof that both are equivalent, in CPOG (R. E. Bryant, W. Nawrocki, J. Avigad, M. J. H. Heule,
/// Certified knowledge compilation with application to verified model counting, SAT 2023). States
/// that recur are one node, so there may be many more solutions than steps. Throws
/// std::invalid_argument for multiplicities and if no solution or no option exists,
/// ProofLimitError, and the exceptions of the sinks.
void write_cpog(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree,
                ProofLimit& limit, ProofFiles& files);

}  // namespace dlx::certificate
