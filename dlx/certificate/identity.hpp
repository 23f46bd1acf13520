#pragma once

#include <string>
#include <string_view>

#include "dlx/core/problem.hpp"

namespace dlx {

/// SHA-256 as 64 hexadecimal digits. Throws std::runtime_error if the cryptographic library fails.
[[nodiscard]] std::string sha256(std::string_view bytes);

/// SHA-256 of the problem's canonical text (canonical_text.hpp), as 64 hexadecimal digits: what
/// makes two files the same problem. It does not depend on spacing, comments or line ends; it does
/// depend on names and order.
[[nodiscard]] std::string identity(const Problem& problem);

}  // namespace dlx
