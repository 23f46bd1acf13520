#pragma once

#include <cstdint>
#include <string>

#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/names.hpp"
#include "dlx/search/control.hpp"

/// Checks of certificates, by programs that share no code with the writer.
///
/// Considered: linking the checker. It would share the memory of the process with the engine, whose
/// faults could spoil the check; no time limit could end it; and no other checker, such as
/// check/dlx_check.py, could take its place. The price is that dlx-check must be installed.
namespace dlx::certificate {

/// How a certificate is checked.
struct CheckOptions {
  std::string checker = {};      ///< a program; empty: the one that find_checker() finds
  search::Control control = {};  ///< its time limit and stop flag end the check
};

/// The result of a check.
struct Checked {
  /// exhausted: the checker has accepted or refused the certificate. Otherwise the check did not
  /// end: node_limit if the certificate is too large for it, memory_limit, time_limit, or stopped.
  Status status = Status::exhausted;
  bool accepted = false;    ///< the claims of the certificate are proved
  std::string why = {};     ///< the reason why it was not accepted
  std::string proved = {};  ///< the proved claims, in the lines that the checker prints
  Natural count = {};       ///< number of solutions, if it was accepted
  std::uint64_t bytes = 0;  ///< the size of the certificate, or of the proof made of it
};

/// The dlx-check beside this program, or else the first one on the PATH; empty: none is found.
[[nodiscard]] std::string find_checker();

/// Runs dlx-check on the certificate of a problem in a file. Throws std::invalid_argument if no
/// checker is found, and SystemError if it fails.
[[nodiscard]] Checked check(const Problem& problem, const std::string& certificate,
                            const CheckOptions& options = {});

/// The first checker of proofs in LRAT on the PATH: cake_lpr, lrat-check, lrat-trim or acl2; empty:
/// none is found.
[[nodiscard]] std::string find_proof_checker();

/// Makes a proof in LRAT of a certificate and runs another project's checker on it:
/// `options.checker`, one of the names that find_proof_checker() looks for. The status is
/// node_limit if the proof is too long. Throws the exceptions of write_proof(), and SystemError if
/// the checker fails.
[[nodiscard]] Checked check_proof(const Problem& problem, const std::string& certificate,
                                  const CheckOptions& options);

}  // namespace dlx::certificate
