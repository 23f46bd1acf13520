#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/search/frontier.hpp"

namespace dlx {

/// Numbers as bytes, seven bits each, the lowest first; all but the last have the top bit.
void append_number(std::string& bytes, std::uint64_t number);
[[nodiscard]] std::string numbers_to_bytes(std::span<const std::uint64_t> numbers);
/// Throws std::invalid_argument if that is not what the bytes are.
[[nodiscard]] std::vector<std::uint64_t> numbers_from_bytes(std::string_view bytes);

/// A frontier as bytes; the same for every frontier that is equal.
[[nodiscard]] std::string to_bytes(const Frontier& frontier);
/// Throws std::invalid_argument likewise.
[[nodiscard]] Frontier frontier_from_bytes(std::string_view bytes);

}  // namespace dlx
