#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dlx {

/// The length in bytes of the visible UTF-8 character at the start of `text`; 0 if there is none:
/// at the end, and for blanks, control and invisible formatting characters, and malformed bytes.
[[nodiscard]] std::size_t visible_length(std::string_view text) noexcept;

/// The length in bytes of the UTF-8 character at the start of `text`, visible or not; 0 at the end
/// and for malformed bytes.
[[nodiscard]] std::size_t character_length(std::string_view text) noexcept;

/// The text in quotation marks for a message: shortened if long, bytes that are not visible
/// characters as `\xNN`, so that no input can play tricks on a terminal.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace dlx
