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

/// The problem whose count the certificate of a saved run proves.
struct CertifiedRun {
  const Problem& problem;   ///< the problem to be counted; must outlive the certificate
  const Problem& searched;  ///< the problem that the units of work search
  /// The reduction of `problem` to `searched`; null if nothing was reduced.
  const preprocess::Reduction* reduction;
  /// The group whose classes of solutions are counted too; null if no classes are counted.
  const OptionSymmetries* group;
};

/// Makes the certificate of a run that is saved in a file. Each unit of work writes a piece of the
/// certificate to a file in a folder, and finish() joins these pieces.
class RunCertificate {
 public:
  /// Makes the folder for the pieces of the certificate. Throws SystemError if the folder cannot be
  /// made, or if the file `path` cannot be written.
  RunCertificate(const std::string& path, const std::string& folder, const CertifiedRun& run);
  /// Constructs the certificate of a search for the cheapest solutions. `about` is about_costs().
  RunCertificate(const std::string& path, const std::string& folder, const Problem& problem,
                 std::string about);
  ~RunCertificate();

  /// Makes the trace that records the searches of one thread for the certificate. Any thread may
  /// call this function.
  [[nodiscard]] std::unique_ptr<UnitTrace> unit_trace() const;
  /// The numbers of items and options in the pieces of the certificate, for searches on other
  /// machines.
  [[nodiscard]] const search::TraceNumbers& numbers() const;
  /// Writes the piece of the certificate that belongs to unit number `unit` to a file. `packed`
  /// must have been made by CertificateFile::packed(). Returns the line about this file for
  /// Sums::files.
  [[nodiscard]] std::string keep(std::uint64_t unit, std::string_view packed) const;
  /// The trace that records the steps of the certificate after the pieces of all units of work,
  /// such as the rest of a count of classes of solutions. The trace is empty at first.
  [[nodiscard]] search::Trace& trace_after_units();
  /// Writes the certificate of a run whose `units` units of work are all done. `seed` is the seed
  /// of the fingerprint. Throws SystemError.
  void finish(const certificate::Claims& claims, std::optional<std::uint64_t> seed,
              std::uint64_t units);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dlx::runs
