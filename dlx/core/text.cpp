#include "dlx/core/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace dlx {
namespace {

struct Decoded {
  std::uint32_t code = 0;
  // The length of the UTF-8 character in bytes; 0 if the character is malformed.
  std::size_t length = 0;
};

Decoded decode(std::string_view text) noexcept {
  if (text.empty()) return {};
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return static_cast<unsigned char>(text[i]);
  };
  const std::uint32_t lead = byte(0);
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xC0 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF8 ? 4
                                           : 0;
  if (length == 0 || length > text.size()) return {};
  if (length == 1) return {lead, 1};
  std::uint32_t code = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3FU);
  }
  constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  if (code < least[length] || surrogate || code > 0x10FFFF) return {};
  return {code, length};
}

/// Whether a character is a blank, a control character, invisible, or changes the direction of
/// text.
bool invisible(std::uint32_t c) noexcept {
  return c <= 0x20 || (c >= 0x7F && c <= 0xA0) || c == 0xAD || c == 0x61C || c == 0x1680 ||
         c == 0x180E || (c >= 0x2000 && c <= 0x200F) || (c >= 0x2028 && c <= 0x202F) ||
         (c >= 0x205F && c <= 0x206F) || c == 0x3000 || c == 0xFEFF ||
         (c >= 0xFFF9 && c <= 0xFFFB) || (c & 0xFFFE) == 0xFFFE;
}

/// Whether a character controls a terminal, ends a line or changes the direction of text.
bool controls(std::uint32_t c) noexcept {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

std::string as_json_escape(std::uint32_t code) {
  const auto byte = [&](int shift) { return static_cast<char>(code >> shift & 0xFF); };
  return "\\u" + hex(std::string{byte(8), byte(0)});
}

std::string as_byte_escapes(std::string_view bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) text += "\\x" + hex(bytes.substr(i, 1));
  return text;
}

}  // namespace

std::size_t visible_length(std::string_view text) noexcept {
  const Decoded first = decode(text);
  return first.length == 0 || invisible(first.code) ? 0 : first.length;
}

std::size_t character_length(std::string_view text) noexcept {
  return decode(text).length;
}

std::string quantity(std::string_view digits, std::string_view noun, std::string_view nouns) {
  std::string text(digits);
  text += ' ';
  if (digits == "1" || nouns.empty()) {
    text += noun;
    if (digits != "1") text += 's';
  } else {
    text += nouns;
  }
  return text;
}

std::string hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

std::string printable(std::string_view text, Escapes escapes) {
  std::string shown;
  while (!text.empty()) {
    const Decoded first = decode(text);
    const std::string_view bytes = text.substr(0, std::max<std::size_t>(first.length, 1));
    if (first.length != 0 && !controls(first.code)) {
      shown += bytes;
    } else if (escapes == Escapes::bytes) {
      shown += as_byte_escapes(bytes);
    } else {
      shown += as_json_escape(first.length == 0 ? 0xFFFD : first.code);
    }
    text.remove_prefix(bytes.size());
  }
  return shown;
}

std::vector<std::string_view> split_at(std::string_view text, std::string_view between) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(between), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + between.size(), text.size()));
  }
  return parts;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::string shown = "'";
  std::size_t i = 0;
  while (i < text.size() && i < longest) {
    if (const std::size_t length = visible_length(text.substr(i)); length != 0) {
      shown += text.substr(i, length);
      i += length;
    } else if (text[i] == ' ') {
      shown += text[i++];
    } else {
      shown += as_byte_escapes(text.substr(i++, 1));
    }
  }
  return shown + (i < text.size() ? "...'" : "'");
}

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  for (auto word = next_word(text); !word.empty(); word = next_word(text)) words.emplace_back(word);
  return words;
}

}  // namespace dlx
