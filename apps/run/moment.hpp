#pragma once

#include <string>

/// Moments as a person reads them: "2026-11-25 04:10 UTC". Nothing else depends on the date.
namespace dlx::app {

[[nodiscard]] std::string now_in_words();
/// When a file was last written, of those of a saved run; empty if there is none.
[[nodiscard]] std::string last_written(const std::string& checkpoint);

}  // namespace dlx::app
