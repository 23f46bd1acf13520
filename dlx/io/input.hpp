#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "dlx/core/text_error.hpp"
#include "dlx/io/errors.hpp"

namespace dlx::io {

/// Limits on input, so that no file can exhaust the machine.
struct InputLimits {
  std::uint64_t bytes = std::uint64_t{1} << 30;  ///< bytes of the whole input, after decompression
  std::size_t line_bytes = std::size_t{64} << 20;  ///< bytes of one line
  /// Bytes of memory for the result of a reader.
  std::uint64_t problem_bytes = std::uint64_t{2} << 30;
};

/// Text read line by line from a file, standard input or memory; gzip and zstd are recognised and
/// undone.
/// Lines may end in LF or CRLF, the last in nothing; a byte order mark at the start is skipped.
class Input {
 public:
  /// A file by its path; "-" is standard input. Throws SystemError.
  [[nodiscard]] static Input open(const std::string& path, const InputLimits& limits = {}) {
    return Input(path, limits);
  }
  /// Text in memory, under a name for messages; it has no limits.
  [[nodiscard]] static Input from_text(std::string text, std::string name) {
    return Input(std::move(text), std::move(name));
  }

  Input(const Input&) = delete;  // results of next_line() point into the input
  Input& operator=(const Input&) = delete;

  /// The next line without its end, valid until the next call; false at the end of the input.
  /// Throws InputError (damaged gzip or zstd), InputLimitError, SystemError.
  bool next_line(std::string_view& line);

  /// The next bytes of the input, up to `window` of them, without reading them; empty at the end.
  /// Valid until the next call. Throws the exceptions of next_line().
  [[nodiscard]] std::string_view ahead();
  /// The largest length of ahead(): a row of 2,600 numbers as numpy writes them.
  static constexpr std::size_t window = std::size_t{1} << 16;

  /// The rest of the input, its lines ending in LF. Throws the exceptions of next_line().
  [[nodiscard]] std::string rest();

  /// Charges bytes of memory, estimated, that a reader is about to use. Throws InputLimitError once
  /// their sum passes the limit.
  void charge(std::uint64_t bytes);
  /// Takes back a charge for memory that the reader has released.
  void release(std::uint64_t bytes) noexcept { charged_ -= bytes; }

  /// The number of the line last read, from 1.
  [[nodiscard]] std::size_t line_number() const noexcept { return line_number_; }
  /// The path, or the name that the text was given.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

  /// An error at a word of the line last read; `word` must point into that line.
  [[nodiscard]] InputError error_at(std::string_view word, const std::string& message) const;
  /// An error at a word in a line of this number; with an empty word an error at the start of the
  /// line; with line 0 an error about the whole input.
  [[nodiscard]] InputError error_at(std::string_view word, std::size_t line,
                                    const std::string& message) const;
  /// An error about the input as a whole.
  [[nodiscard]] InputError error(const std::string& message) const;

 private:
  /// Reads up to `size` bytes; 0 only at the end.
  using Read = std::function<std::size_t(char* to, std::size_t size)>;

  Input(const std::string& path, const InputLimits& limits);
  Input(std::string text, std::string name);
  bool refill();
  void skip_byte_order_mark();
  void check_line_length(std::size_t bytes) const;

  Read read_;  // empty: nothing more is to be read
  std::string name_;
  InputLimits limits_;
  std::uint64_t bytes_read_ = 0;
  std::uint64_t charged_ = 0;
  std::string buffer_;  // bytes read; from position_ on they were not returned yet
  std::size_t position_ = 0;
  std::string_view line_;
  std::size_t line_number_ = 0;
};

/// An error at a word of a text that Input::rest() has given; `word` must point into it, and may be
/// empty.
[[nodiscard]] InputError error_in(const std::string& text, const std::string& name,
                                  std::string_view word, const std::string& message);

/// An error of a parser in such a text: at its word if the word is in the text, otherwise at the
/// start of its line, or about the whole text if the line is 0.
[[nodiscard]] InputError error_in(const std::string& text, const std::string& name,
                                  const TextError& error);

/// Calls parse(text); a TextError becomes an InputError with its place.
template <class Parse>
auto parsed(const std::string& text, const std::string& name, Parse parse) {
  try {
    return parse(text);
  } catch (const TextError& e) {
    throw error_in(text, name, e);
  }
}

}  // namespace dlx::io
