#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dlx/certificate/proof_path.hpp"

namespace dlx::certificate {

/// Goes through a tree and derives that there are no solutions but those that it meets: for each
/// node a clause, that of the choices above it some must be undone; for the root the empty clause.
/// A clause has only those choices that it needs; where one does not need the last choice, it is
/// that of the node above as well.
///
/// What is derived from what is the same in any format; how it is written is left to others.
class Refutation : public ProofPath {
 protected:
  /// All of these outlive it.
  Refutation(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree,
             ProofLimit& limit)
      : ProofPath(problem, conflicts, tree), limit_(limit) {}

  /// Writes that not all of these options are chosen; returns its number.
  virtual std::uint64_t write_step(const Derivation& derivation) = 0;
  /// Writes that these clauses are not needed any more.
  virtual void write_end_of(std::span<const std::uint64_t> clauses) = 0;
  /// Writes a solution, what is chosen, and that it is the only one with these options.
  virtual Clause write_solution() = 0;
  /// Writes that a new variable is true if one of these options is chosen, and false otherwise: a
  /// clause that it implies one of them, and one for each option. Returns the number of the first.
  virtual std::uint64_t write_definition(std::uint32_t variable,
                                         std::span<const std::uint32_t> options) = 0;

  /// Goes through the whole tree; the empty clause.
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
  std::vector<Waiting> waiting_;  // what is left where a part is solved
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

/// Writes the problem as clauses (DIMACS), a variable an option, and a graph of its solutions, with
/// a proof that both say the same, in CPOG (R. E. Bryant, W. Nawrocki, J. Avigad, M. J. H. Heule,
/// Certified knowledge compilation with application to verified model counting, SAT 2023). States
/// that come up again are one node, so there may be many more solutions than steps. Throws
/// std::invalid_argument for multiplicities and where there is no solution or no option,
/// ProofLimitError, and what the sinks throw.
void write_cpog(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree,
                ProofLimit& limit, ProofFiles& files);

}  // namespace dlx::certificate
