#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "dlx/certificate/conflicts.hpp"
#include "dlx/certificate/proof_tree.hpp"
#include "dlx/certificate/refutation.hpp"
#include "dlx/core/problem.hpp"

/// Certificates as proofs for checkers by others.
namespace dlx::certificate {

/// A form of proof.
struct ProofForm {
  const char* option;
  const char* formula_ending;  ///< endings of the names of its two files
  const char* proof_ending;
  void (*write)(const Problem&, const Conflicts&, const ProofTree&, ProofLimit&, ProofFiles&);
  bool with_nogoods = false;  ///< whether the tree may have nodes of nogoods
};
extern const std::array<ProofForm, 3> proof_forms;
/// The first of them: LRAT.
inline constexpr std::size_t lrat_form = 0;

/// Limit for the number of steps, unless another one is given.
inline constexpr std::uint64_t most_proof_steps = 10'000'000;

/// The two files of a proof.
struct WrittenProof {
  std::string formula_path, proof_path;
  std::string count;  ///< number of solutions
  std::uint64_t clauses = 0, steps = 0;
};

/// Makes the two files PREFIX.* of a certificate. Throws ProofLimitError, InputError and
/// SystemError.
WrittenProof write_proof(const Problem& problem, const std::string& certificate,
                         const std::string& prefix, std::uint64_t most_steps,
                         const ProofForm& form);

}  // namespace dlx::certificate
