#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "dlx/certificate/certificate_file.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/preprocess/reduce.hpp"
#include "dlx/runs/workers.hpp"
#include "dlx/search/trace.hpp"

namespace dlx::runs {

/// The subject of a certificate of a saved run.
struct CertifiedRun {
  const Problem& problem;   ///< must outlive the certificate
  const Problem& searched;  ///< the problem of the units
  const preprocess::Reduction*
      reduction;                  ///< made `searched` of the problem; null: nothing was removed
  const OptionSymmetries* group;  ///< makes the classes that are counted too; null: none are
};

/// The certificate of a run that is saved in a file: the piece of each unit is a file in a folder,
/// and finish() joins them.
class RunCertificate {
 public:
  /// Makes the folder. Throws SystemError, also if `path` cannot be written.
  RunCertificate(const std::string& path, const std::string& folder, const CertifiedRun& run);
  ~RunCertificate();

  /// Makes the trace of a worker. Any thread may call it.
  [[nodiscard]] std::unique_ptr<UnitTrace> unit_trace() const;
  /// The numbers of the pieces, for workers elsewhere.
  [[nodiscard]] const search::TraceNumbers& numbers() const;
  /// Writes the piece of a unit, which CertificateFile::packed() has made, and returns its line of
  /// Sums::files.
  [[nodiscard]] std::string keep(const Unit& unit, std::string_view packed) const;
  /// A trace, empty at first, of the steps that follow the units, such as the rest of a count of
  /// classes.
  [[nodiscard]] search::Trace& trace_after_units();
  /// Writes the certificate of a run whose `units` units are all done. `seed`: the seed of the
  /// fingerprint. Throws SystemError.
  void finish(const certificate::Claims& claims, std::optional<std::uint64_t> seed,
              std::uint64_t units);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dlx::runs
