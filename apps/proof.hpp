#pragma once

#include <cstdint>
#include <string>

#include "dlx/core/problem.hpp"

/// Certificates as proofs for checkers by others.
namespace dlx::app {

/// More is given up, unless another limit is asked for.
inline constexpr std::uint64_t most_proof_steps = 10'000'000;

/// Makes PREFIX.cnf and PREFIX.lrat of a certificate. Throws what `dlx proof --lrat` ends with.
void write_lrat_proof(const Problem& problem, const std::string& certificate,
                      const std::string& prefix);

}  // namespace dlx::app
