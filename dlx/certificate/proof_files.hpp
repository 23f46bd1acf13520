#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "dlx/certificate/conflicts.hpp"
#include "dlx/certificate/proof_tree.hpp"
#include "dlx/certificate/refutation.hpp"
#include "dlx/core/problem.hpp"

/// Converts certificates to proofs for checkers of other projects.
namespace dlx::certificate {

/// A file format of proofs for external checkers.
struct ProofForm {
  const char* option;
  /// The file name extensions of the formula's file and of the proof's file.
  const char* formula_ending;
  const char* proof_ending;
  void (*write)(const Problem&, const Conflicts&, const ProofTree&, ProofLimit&, ProofFiles&);
  bool with_nogoods = false;  ///< whether proof trees may have nodes of the kind ProofStep::nogoods
};
extern const std::array<ProofForm, 3> proof_forms;
/// The index of LRAT in proof_forms.
inline constexpr std::size_t lrat_form = 0;

/// The default limit on the number of steps of a proof.
inline constexpr std::uint64_t most_proof_steps = 10'000'000;

/// A proof that was written: its two files and their sizes.
struct WrittenProof {
  std::string formula_path, proof_path;
  std::string count;  ///< proved number of solutions
  std::uint64_t clauses = 0, steps = 0;
};

/// Converts a certificate to a proof in the format `form`. Writes two files, the formula and the
/// proof, whose names are `prefix` and the extensions of the format. Throws ProofLimitError,
/// InputError and SystemError.
WrittenProof write_proof(const Problem& problem, const std::string& certificate,
                         const std::string& prefix, std::uint64_t most_steps,
                         const ProofForm& form);

}  // namespace dlx::certificate
