#pragma once

#include <string>
#include <string_view>

namespace dlx::fuzz {

/// Damages the file of a run, as the bytes say, and goes on with it. The damaged file must be
/// refused and left as it is, or lead to the right count; otherwise this returns what has happened.
[[nodiscard]] std::string ledger_fault(std::string_view bytes);

}  // namespace dlx::fuzz
