#pragma once

#include <array>

#include "dlx/search/options.hpp"

namespace dlx::test {

/// Every engine goes through the same tests.
inline constexpr std::array all_engines = {EngineKind::dancing_links};

}  // namespace dlx::test
