#pragma once

#include "dlx/certificate/proof_path.hpp"

namespace dlx::certificate {

/// Writes the problem as clauses (DIMACS), a variable an option, and a graph of its solutions, with
/// a proof that both say the same, in CPOG (R. E. Bryant, W. Nawrocki, J. Avigad, M. J. H. Heule,
/// Certified knowledge compilation with application to verified model counting, SAT 2023). States
/// that come up again are one node, so there may be many more solutions than steps. Throws
/// std::invalid_argument for multiplicities and where there is no solution or no option,
/// ProofLimitError, and what the sinks throw.
void write_cpog(const Problem& problem, const Conflicts& conflicts, const ProofTree& tree,
                ProofLimit& limit, ProofFiles& files);

}  // namespace dlx::certificate
