#pragma once

#include <cstdint>
#include <string>

#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/names.hpp"
#include "dlx/search/control.hpp"

/// Checks certificates by external programs that share no code with the writer of certificates.
///
/// The checker is not linked into this program, for three reasons. A linked checker would share its
/// memory with the engine, so faults of the engine could invalidate the check. A time limit could
/// not end a linked checker. No other checker, such as check/dlx_check.py, could be used in place
/// of the linked checker. The disadvantage of an external program is that dlx-check must be
/// installed.
namespace dlx::certificate {

/// Options that determine how a certificate is checked.
struct CheckOptions {
  std::string checker = {};      ///< path of the checker program; if empty, find_checker() finds it
  search::Control control = {};  ///< the time limit and the stop flag end the check
};

/// The result of a check of a certificate.
struct Checked {
  /// The status is exhausted if the checker has accepted or refused the certificate. Any other
  /// status means that the check was not completed: node_limit if the certificate is too large for
  /// the checker, memory_limit, time_limit, or stopped.
  Status status = Status::exhausted;
  bool accepted = false;    ///< whether the claims of the certificate are proved
  std::string why = {};     ///< the reason why the certificate was not accepted
  std::string proved = {};  ///< the claims that were proved, as the checker prints them
  Natural count = {};       ///< proved number of solutions, if the certificate was accepted
  std::uint64_t bytes = 0;  ///< size of the certificate, or of the proof made from it
};

/// The path of dlx-check in the folder of this program. If this folder has no dlx-check, the path
/// of the first dlx-check on the PATH; empty if neither exists.
[[nodiscard]] std::string find_checker();

/// Runs dlx-check on the certificate of a problem. `certificate` is the path of the certificate.
/// Throws std::invalid_argument if no checker is found, and SystemError if the checker fails.
[[nodiscard]] Checked check(const Problem& problem, const std::string& certificate,
                            const CheckOptions& options = {});

/// The path of the first program on the PATH that checks LRAT proofs: cake_lpr, lrat-check,
/// lrat-trim or acl2. The path is empty if none of them is found.
[[nodiscard]] std::string find_proof_checker();

/// Converts a certificate to an LRAT proof and checks the proof by another project's program.
/// `options.checker` is the path of this program, whose name must be one that find_proof_checker()
/// looks for. The status of the result is node_limit if the proof is too long. Throws the
/// exceptions of write_proof(), and SystemError if the checker fails.
[[nodiscard]] Checked check_proof(const Problem& problem, const std::string& certificate,
                                  const CheckOptions& options);

}  // namespace dlx::certificate
