#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "apps/run/answer.hpp"
#include "dlx/certificate/certificate_file.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/preprocess/reduce.hpp"
#include "dlx/runs/workers.hpp"
#include "dlx/search/trace.hpp"

/// Writing certificates: --certificate, and --trust T2 and T3.
namespace dlx::app {

/// Number of solutions that a certificate of this answer counts: not of their classes.
[[nodiscard]] std::string certified_count(const Answer& answer);

/// What the head of a certificate says that has a count of classes too.
inline constexpr const char* about_classes = "classes";
/// What such a certificate claims: "classes 480 under 24 symmetries".
[[nodiscard]] std::string claimed_classes(const Answer& answer, const OptionSymmetries& group);

/// The certificate of one search; does nothing if `path` is empty.
class Certificate {
 public:
  /// The problem must outlive it. `about`: as CertificateFile has it. Without a seed the
  /// fingerprint is of seed 1.
  Certificate(const std::string& path, const Problem& problem, std::optional<std::uint64_t> seed,
              std::string_view about = {});

  /// For SearchOptions; null if there is no certificate.
  [[nodiscard]] search::Trace* trace() { return trace_ ? &*trace_ : nullptr; }
  /// To be called with a complete answer; otherwise no file is left. `claim`: what is claimed
  /// beside the count.
  void finish(const Answer& answer, const std::string& claim = {});

 private:
  std::optional<certificate::CertificateFile> file_;
  std::optional<search::Trace> trace_;
};

/// What a certificate of a saved run is about.
struct CertifiedRun {
  const Problem& problem;   ///< must outlive the certificate
  const Problem& searched;  ///< what the units search
  const preprocess::Reduction*
      reduction;                  ///< made `searched` of the problem; null: nothing was removed
  const OptionSymmetries* group;  ///< of the classes that are counted too; null: none are
};

/// The certificate of a run that is saved in a file: each unit has a file of its own in a folder,
/// until all are there.
class RunCertificate {
 public:
  RunCertificate(const std::string& path, const std::string& folder, const CertifiedRun& run);
  ~RunCertificate();

  /// For a worker. Called by any thread.
  [[nodiscard]] std::unique_ptr<runs::UnitTrace> unit_trace() const;
  /// The numbers of the pieces, for workers elsewhere.
  [[nodiscard]] const search::TraceNumbers& numbers() const;
  /// Keeps a unit's piece, as CertificateFile::packed() makes it. Returns its line of Sums::files.
  [[nodiscard]] std::string keep(const runs::Unit& unit, std::string_view packed) const;
  /// What follows the units in the certificate, such as the rest of a count of classes; empty at
  /// first.
  [[nodiscard]] search::Trace& trace_after_units();
  /// `claim`: what is claimed beside the count.
  void finish(const Answer& answer, std::optional<std::uint64_t> seed, const std::string& claim);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dlx::app
