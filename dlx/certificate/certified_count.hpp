#pragma once

#include <string>

#include "dlx/classes.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/count.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx::certificate {

/// A count that leaves a certificate, which dlx-check and any other checker can check.
struct CertifiedCount {
  std::string certificate = {};       ///< the file to be written; empty: none
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
