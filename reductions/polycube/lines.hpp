#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/text.hpp"
#include "dlx/core/text_error.hpp"

namespace dlx::polycube {

/// Splits a text into lines, without their line ends.
class Lines {
 public:
  /// The text must outlive the returned lines and words.
  explicit Lines(std::string_view text) : rest_(text) {}

  /// Reads the next line. Returns false at the end of the text.
  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number_;
    return true;
  }

  /// The number of the last line read, from 1.
  [[nodiscard]] std::size_t number() const noexcept { return number_; }

  /// An error at a word of the last line read; without a word, at the complete line.
  [[nodiscard]] TextError error(const std::string& message, std::string_view word = {}) const {
    return {message + (word.empty() ? "" : ": " + in_quotes(word)), number_, word};
  }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

/// The parts of a line between separators, including empty parts.
inline std::vector<std::string_view> split(std::string_view line, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = line.find(separator);
    parts.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return parts;
    line.remove_prefix(end + 1);
  }
}

/// The text without blanks at its ends.
inline std::string_view trimmed(std::string_view text, std::string_view blanks = " \t") {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// The words of a line, which are separated by blanks.
inline std::vector<std::string_view> words(std::string_view line, std::string_view blanks = " \t") {
  std::vector<std::string_view> found;
  for (;;) {
    const std::size_t start = line.find_first_not_of(blanks);
    if (start == std::string_view::npos) return found;
    line.remove_prefix(start);
    const std::size_t end = std::min(line.find_first_of(blanks), line.size());
    found.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

/// The characters that may occur in pictures of cells.
inline constexpr std::string_view picture_signs = "X#_./";

/// Whether a line begins with '#' as a comment does, and not as a picture: after "#" comes a blank
/// or a character that pictures do not have.
inline bool is_number_sign_comment(std::string_view line, std::string_view signs = picture_signs) {
  const std::size_t after = line.find_first_not_of('#');
  return line.starts_with('#') && after != std::string_view::npos &&
         signs.find(line[after]) == std::string_view::npos;
}

/// Returns a text as UTF-8. A text that is UTF-8 already is returned unchanged; any other text is
/// converted from Latin-1.
inline std::string as_utf8(std::string_view bytes) {
  std::string_view rest = bytes;
  while (character_length(rest) != 0) rest.remove_prefix(character_length(rest));
  if (rest.empty()) return std::string(bytes);
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xC0 | byte >> 6);
      text += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return text;
}

/// Whether a word is a valid name of an item.
inline bool is_name(std::string_view word) {
  if (word.empty()) return false;
  while (!word.empty()) {
    const std::size_t length = visible_length(word);
    if (length == 0 || word.front() == ':' || word.front() == '|') return false;
    word.remove_prefix(length);
  }
  return true;
}

}  // namespace dlx::polycube
