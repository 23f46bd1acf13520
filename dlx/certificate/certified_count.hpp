#pragma once

#include <string>
#include <utility>

#include "dlx/classes.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/count.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx::certificate {

/// The file of a certificate; empty: none is written. A type that is never made of nothing, so that
/// count(problem, {}) means CountOptions.
class CertificatePath {
 public:
  /// Takes the path as it is.
  /// @{
  CertificatePath(const char* path) : path_(path) {}
  CertificatePath(std::string path) : path_(std::move(path)) {}
  /// @}

  /// The path.
  [[nodiscard]] const std::string& string() const noexcept { return path_; }

 private:
  std::string path_;
};

/// A count that leaves a certificate, which dlx-check and any other checker can check.
struct CertifiedCount {
  CertificatePath certificate;        ///< the file to be written
  counting::CountOptions count = {};  ///< its `search.trace` is not used
};

/// Counts, and writes the certificate if the count is complete. Fewer methods are available,
/// because not all of them leave a certificate. Throws the exceptions of dlx::count(), and
/// SystemError if the file cannot be written.
[[nodiscard]] counting::CountResult count(const Problem& problem, const CertifiedCount& options);
/// Counts classes; the certificate is of all solutions and of their classes.
[[nodiscard]] ClassesResult count_classes(const Problem& problem,
                                          const symmetry::SymmetryGroup& group,
                                          const CertifiedCount& options);

}  // namespace dlx::certificate
