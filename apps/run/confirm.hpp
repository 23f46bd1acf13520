#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "apps/cli/request.hpp"
#include "apps/run/answer.hpp"
#include "apps/run/watch.hpp"
#include "dlx/certificate/process.hpp"
#include "dlx/core/problem.hpp"

/// --trust: how far an answer can be relied on.
namespace dlx::app {

/// The data that a search must record so that its answer can be confirmed.
struct Evidence {
  std::optional<std::uint64_t> seed;  ///< seed of a fingerprint; empty: none is needed
  std::string certificate;            ///< its file; empty: none is needed
};

/// Completes the certificate of an answer.
using WriteCertificate = std::function<void(const Answer&)>;

/// Confirms the answer to one request.
class Confirmer {
 public:
  /// Throws std::invalid_argument if the request does not allow the level of trust, a certificate
  /// or a fingerprint. Checks must end within the time that `control` has left. The arguments must
  /// outlive the confirmer.
  Confirmer(const Request& request, const Watch& control, const Problem& problem,
            const Classes& classes);

  [[nodiscard]] const Evidence& evidence() const noexcept { return evidence_; }

  /// Has the certificate written, if one is wanted, and checks as --trust says. The confirmation
  /// describes failures; only a refuted answer throws: std::logic_error. `claim`: the line of
  /// classes or costs in the certificate.
  [[nodiscard]] Confirmation confirm(const Answer& answer,
                                     const WriteCertificate& write_certificate,
                                     const std::string& claim = {}) const;

 private:
  void find_checkers();
  void require_agreement(const Classes& classes);
  void require_certificate(const Classes& classes) const;
  [[nodiscard]] std::string certificate_note() const;
  [[nodiscard]] std::string checker_name() const;  // its path, if it is not the one beside dlx
  void attempt(const Answer& answer, const WriteCertificate& write_certificate,
               const std::string& claim, Confirmation& confirmation) const;
  void count_again(const Answer& answer, Confirmation& confirmation) const;
  void check_certificate(const Answer& answer, const std::string& claim,
                         Confirmation& confirmation) const;
  void check_proof(Confirmation& confirmation) const;

  const Request& request_;
  const Watch& control_;
  const Problem& problem_;
  TrustLevel level_;
  Evidence evidence_;
  std::string checker_;        // dlx-check
  std::string proof_checker_;  // a checker of proofs by other authors
  std::optional<certificate::TemporaryFolder> folder_;
};

}  // namespace dlx::app
