#pragma once

#include <charconv>
#include <cstddef>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

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

/// A number with its noun: "1 set", "3 sets". `nouns` is the plural where it is not the noun and an
/// s: quantity(3, "assembly", "assemblies"). The number may be given as decimal digits.
/// @{
[[nodiscard]] std::string quantity(std::string_view digits, std::string_view noun,
                                   std::string_view nouns = {});
template <class Integer, std::enable_if_t<std::is_integral_v<Integer>, int> = 0>
[[nodiscard]] std::string quantity(Integer number, std::string_view noun,
                                   std::string_view nouns = {}) {
  return quantity(std::to_string(number), noun, nouns);
}
/// @}

/// The way to escape a character: each of its bytes as `\xNN`, or as in JSON, `\u001b`.
enum class Escapes {
  bytes,  ///< `\x1b`
  json,   ///< `\u001b`
};

/// The text in one line that cannot change the terminal it is printed on: line ends, tabs and other
/// control characters, characters that reorder a line, and malformed bytes are escaped. All other
/// text stays as it is. With Escapes::json malformed bytes become U+FFFD.
[[nodiscard]] std::string printable(std::string_view text, Escapes escapes = Escapes::bytes);

/// Bytes as two hexadecimal digits each.
[[nodiscard]] std::string hex(std::string_view bytes);

/// Cuts the next word off a line: characters other than blanks and tabs. Empty at the line's end;
/// the word points into the line either way.
inline std::string_view next_word(std::string_view& rest) noexcept {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  std::size_t start = 0;
  while (start < rest.size() && blank(rest[start])) ++start;
  std::size_t end = start;
  while (end < rest.size() && !blank(rest[end])) ++end;
  const std::string_view word = rest.substr(start, end - start);
  rest.remove_prefix(end);
  return word;
}

/// The whole number that a word spells in decimal digits, with '-' in front if Integer has a sign;
/// nothing if it spells none or one out of range.
template <class Integer>
std::optional<Integer> to_number(std::string_view word) noexcept {
  Integer value{};
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

/// The whole number that a word spells, at least `least`. Throws std::invalid_argument that names
/// the bounds.
template <class Integer>
Integer whole_number(std::string_view word, Integer least = 0) {
  const auto value = to_number<Integer>(word);
  if (value && *value >= least) return *value;
  throw std::invalid_argument(in_quotes(word) + " is not a whole number from " +
                              std::to_string(least) + " to " +
                              std::to_string(std::numeric_limits<Integer>::max()));
}

}  // namespace dlx
