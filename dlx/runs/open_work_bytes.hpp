#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/search/open_work.hpp"

namespace dlx::runs {

/// Numbers as bytes, seven bits each, the lowest first; all but the last have the top bit.
void append_number(std::string& bytes, std::uint64_t number);
[[nodiscard]] std::string numbers_to_bytes(std::span<const std::uint64_t> numbers);
/// Throws std::invalid_argument if the bytes are anything else.
[[nodiscard]] std::vector<std::uint64_t> numbers_from_bytes(std::string_view bytes);

/// Open work as bytes; equal open works give equal bytes.
[[nodiscard]] std::string to_bytes(const search::OpenWork& open_work);
/// Throws std::invalid_argument if the bytes are not open work.
[[nodiscard]] search::OpenWork open_work_from_bytes(std::string_view bytes);

}  // namespace dlx::runs
