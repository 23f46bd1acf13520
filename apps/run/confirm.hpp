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

/// Implements --trust, which determines how far an answer can be trusted.
namespace dlx::app {

/// The data that a search must record so that its answer can be confirmed later.
struct Evidence {
  std::optional<std::uint64_t> seed;  ///< seed of the fingerprint; empty: no fingerprint is needed
  std::string certificate;            ///< file of the certificate; empty: no certificate is needed
};

/// Writes the end of a certificate when the answer is known.
using WriteCertificate = std::function<void(const Answer&)>;

/// Confirms the answer to a request, as its --trust and --certificate ask.
class Confirmer {
 public:
  /// Throws std::invalid_argument if the level of trust, a certificate or a fingerprint is
  /// impossible for the request. Checks must end within the time that `control` has left. The
  /// arguments must outlive this object. `of_costs`: the answer is about costs, so its certificate
  /// may also be about listed classes of solutions.
  Confirmer(const Request& request, const Watch& control, const Problem& problem,
            const Classes& classes, bool of_costs = false);

  [[nodiscard]] const Evidence& evidence() const noexcept { return evidence_; }

  /// Calls `write_certificate` if a certificate is wanted, and makes the checks for --trust. A
  /// check that could not be made is described in the confirmation. Throws std::logic_error only if
  /// a check refutes the answer. `claim`: the line about classes of solutions or costs in the
  /// certificate.
  [[nodiscard]] Confirmation confirm(const Answer& answer,
                                     const WriteCertificate& write_certificate,
                                     const std::string& claim = {}) const;

 private:
  void find_checkers();
  void require_agreement(const Classes& classes);
  void require_certificate(const Classes& classes, bool of_costs) const;
  [[nodiscard]] std::string certificate_note() const;
  // Returns the name of the checker, or its path if the checker is not in the folder of dlx.
  [[nodiscard]] std::string checker_name() const;
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
  std::string checker_;        // the path of dlx-check
  std::string proof_checker_;  // the path of a proof checker by other authors
  std::optional<certificate::TemporaryFolder> folder_;
};

}  // namespace dlx::app
