#include "dlx/core/wide_real.hpp"

#include <cstdio>
#include <cstdlib>

namespace dlx {

std::string WideReal::to_string(int digits) const {
  char text[64];
  if (fits_double()) {
    std::snprintf(text, sizeof text, "%.*g", digits, to_double());
    return text;
  }
  // The integer part of the logarithm takes up significant digits. So the printed number has fewer
  // correct digits than a double: for example, 5 fewer if its exponent has 5 digits.
  const long double log10 =
      std::log10(std::abs(static_cast<long double>(mantissa_))) +
      static_cast<long double>(exponent_) * 0.301029995663981195213738894724493026768L;
  auto power = static_cast<long long>(std::floor(log10));
  auto leading = static_cast<double>(std::pow(10.0L, log10 - static_cast<long double>(power)));
  std::snprintf(text, sizeof text, "%.*g", digits, leading);
  // A text such as "10" or "1e+01" means that printing rounded the leading digits, such as 9.9996,
  // up to 10.
  if (std::strtod(text, nullptr) >= 10) {
    leading /= 10;
    ++power;
  }
  std::snprintf(text, sizeof text, "%s%.*ge+%lld", mantissa_ < 0 ? "-" : "", digits, leading,
                power);
  return text;
}

}  // namespace dlx
