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
  const Problem& problem;                  ///< must outlive the certificate
  const Problem& searched;                 ///< the problem of the units
  const preprocess::Reduction* reduction;  ///< made `searched` from `problem`; null: there was none
  /// Classes under this group are counted, too; null: no classes.
  const OptionSymmetries* group;
};

/// The certificate of a run that is saved in a file: the piece of the certificate for each unit is
/// a file in a folder, and finish() joins these pieces.
class RunCertificate {
 public:
  /// Makes the folder. Throws SystemError if that fails, or if `path` cannot be written.
  RunCertificate(const std::string& path, const std::string& folder, const CertifiedRun& run);
  ~RunCertificate();

  /// Makes the trace of a worker. Any thread may call this function.
  [[nodiscard]] std::unique_ptr<UnitTrace> unit_trace() const;
  /// The numbers of items and options in the pieces, for workers on other machines.
  [[nodiscard]] const search::TraceNumbers& numbers() const;
  /// Writes the piece of a unit. `packed` must have been made by CertificateFile::packed(). Returns
  /// the line of the piece for Sums::files.
  [[nodiscard]] std::string keep(const Unit& unit, std::string_view packed) const;
  /// A trace, empty at first, for the steps that follow the units, such as the rest of a count of
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
