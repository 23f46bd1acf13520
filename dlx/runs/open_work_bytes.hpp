#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/search/open_work.hpp"

namespace dlx::runs {

/// Appends a number as bytes of seven bits each, the lowest bits first. All bytes except the last
/// one have the top bit set.
void append_number(std::string& bytes, std::uint64_t number);
[[nodiscard]] std::string numbers_to_bytes(std::span<const std::uint64_t> numbers);
/// Reads the numbers from bytes that numbers_to_bytes() has written. Throws std::invalid_argument
/// for any other bytes.
[[nodiscard]] std::vector<std::uint64_t> numbers_from_bytes(std::string_view bytes);

/// Writes open work, the part of a search tree that is not searched yet, as a string of bytes.
/// Equal parts give equal strings.
[[nodiscard]] std::string to_bytes(const search::OpenWork& open_work);
/// Reads open work, the part of a search tree that is not searched yet, from bytes that to_bytes()
/// has written. Throws std::invalid_argument for any other bytes.
[[nodiscard]] search::OpenWork open_work_from_bytes(std::string_view bytes);

}  // namespace dlx::runs
