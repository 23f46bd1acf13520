#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace dlx {

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

}  // namespace dlx
