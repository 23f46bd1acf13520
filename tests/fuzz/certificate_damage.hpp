#pragma once

#include <string>

namespace dlx::fuzz {

/// So many certificates are damaged for a case.
inline constexpr int certificates_a_case = 100;

/// Makes a small problem out of these bytes, counts it with a certificate, and damages that, by
/// bytes, by numbers, and by parts of certificates of the same problem that were made otherwise.
/// Says what was proved that is not so; empty: nothing.
std::string certificate_fault(const std::string& bytes);

}  // namespace dlx::fuzz
