#include "dlx/certificate/certified_count.hpp"

#include "dlx/certificate/certificate_file.hpp"

namespace dlx::certificate {

counting::CountResult count(const Problem& problem, const CertifiedCount& options) {
  counting::CountOptions with = options.count;
  CertificateFile file(options.certificate.string(), problem, with.fingerprint_seed);
  with.search.trace = file.trace();
  counting::CountResult result = dlx::count(problem, with);
  if (result.complete()) {
    file.finish({.count = result.value, .fingerprint = result.fingerprint, .more = {}});
  }
  return result;
}

ClassesResult count_classes(const Problem& problem, const symmetry::SymmetryGroup& group,
                            const CertifiedCount& options) {
  counting::CountOptions with = options.count;
  CertificateFile file(options.certificate.string(), problem, {}, about_classes);
  with.search.trace = file.trace();
  ClassesResult result = dlx::count_classes(problem, group, with);
  if (result.complete()) {
    file.finish({.count = result.solutions,
                 .fingerprint = {},
                 .more = claim_of_classes(result.classes, group.order())});
  }
  return result;
}

}  // namespace dlx::certificate
