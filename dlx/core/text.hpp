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
#include <vector>

namespace dlx {

/// The length in bytes of the visible UTF-8 character at the start of `text`. Returns 0 if the text
/// is empty, or if it starts with a blank, a control character, an invisible formatting character
/// or malformed UTF-8.
[[nodiscard]] std::size_t visible_length(std::string_view text) noexcept;

/// The length in bytes of the UTF-8 character at the start of `text`, visible or not. Returns 0 if
/// the text is empty or starts with malformed UTF-8.
[[nodiscard]] std::size_t character_length(std::string_view text) noexcept;

/// The text in quotation marks for a message. A long text is shortened. Bytes that are not visible
/// characters or blanks are shown as `\xNN`, so that no input can send control codes to a terminal.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// A number with its noun: "1 set", "3 sets". `nouns` is the plural, if it is not formed with an s:
/// quantity(3, "assembly", "assemblies"). The number is an integer or a string of decimal digits.
/// @{
[[nodiscard]] std::string quantity(std::string_view digits, std::string_view noun,
                                   std::string_view nouns = {});
template <class Integer, std::enable_if_t<std::is_integral_v<Integer>, int> = 0>
[[nodiscard]] std::string quantity(Integer number, std::string_view noun,
                                   std::string_view nouns = {}) {
  return quantity(std::to_string(number), noun, nouns);
}
/// @}

/// The notation in which printable() escapes a character.
enum class Escapes {
  bytes,  ///< each byte is escaped as `\xNN`: for example, ESC becomes `\x1b`
  json,   ///< characters are escaped as in JSON: for example, ESC becomes `\u001b`
};

/// The text as a single line that is safe to print on a terminal. Line ends, tabs, other control
/// characters, characters that change the direction of text, and malformed bytes are escaped. All
/// other text is unchanged. With Escapes::json, a malformed byte becomes an escaped U+FFFD.
[[nodiscard]] std::string printable(std::string_view text, Escapes escapes = Escapes::bytes);

/// The bytes in hexadecimal, with two digits for each byte.
[[nodiscard]] std::string hex(std::string_view bytes);

/// The parts of a text between the occurrences of `between`. No empty part follows if the text ends
/// with `between`, so the lines of a text are split_at(text, "\n"). The parts point into `text`.
[[nodiscard]] std::vector<std::string_view> split_at(std::string_view text,
                                                     std::string_view between);

/// Removes the next word from the start of `rest` and returns the word. Words are separated by
/// blanks and tabs. Returns an empty view if no word is left. The returned view points into `rest`
/// even if it is empty.
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

/// All words of a text, as next_word() splits it.
[[nodiscard]] std::vector<std::string> words_in(std::string_view text);

/// Whether a word consists of decimal digits.
[[nodiscard]] inline bool all_digits(std::string_view word) noexcept {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Parses a word as a decimal integer. A leading '-' is accepted if Integer is signed. Returns
/// nullopt if the word is not an integer or is out of range.
template <class Integer>
std::optional<Integer> to_number(std::string_view word) noexcept {
  Integer value{};
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

/// Parses a word as a decimal integer that is at least `least`. Throws std::invalid_argument, which
/// names the bounds, for all other words.
template <class Integer>
Integer whole_number(std::string_view word, Integer least = 0) {
  const auto value = to_number<Integer>(word);
  if (value && *value >= least) return *value;
  throw std::invalid_argument(in_quotes(word) + " is not a whole number from " +
                              std::to_string(least) + " to " +
                              std::to_string(std::numeric_limits<Integer>::max()));
}

}  // namespace dlx
