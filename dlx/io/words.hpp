#pragma once

#include <string_view>

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

}  // namespace dlx
