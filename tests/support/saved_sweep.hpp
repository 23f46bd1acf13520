#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "dlx/tables/sweep_count.hpp"

namespace dlx::test {

/// The bytes of a sweep that is saved.
inline std::string saved(const tables::Sweep& sweep) {
  std::string bytes;
  sweep.save([&](std::string_view more) { bytes += more; });
  return bytes;
}

/// Reads such bytes from their beginning. They must outlive it.
inline tables::ReadBytes reading(const std::string& bytes) {
  return [&bytes, at = std::size_t{0}](char* to, std::size_t size) mutable {
    if (size > bytes.size() - at) return false;
    bytes.copy(to, size, at);
    at += size;
    return true;
  };
}

/// Takes up a sweep from such bytes; see Sweep::load().
[[nodiscard]] inline bool load(tables::Sweep& sweep, const std::string& bytes) {
  return sweep.load(reading(bytes));
}

}  // namespace dlx::test
