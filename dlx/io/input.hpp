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

/// Limits on the size of an input, so that no file can exhaust the memory of the machine.
struct InputLimits {
  /// The maximum number of bytes of the whole input, after decompression.
  std::uint64_t bytes = std::uint64_t{1} << 30;
  /// The maximum number of bytes of one line of the input.
  std::size_t line_bytes = std::size_t{64} << 20;
  /// The maximum number of bytes of memory that the result of a reader may use.
  std::uint64_t problem_bytes = std::uint64_t{2} << 30;
};

/// Reads text line by line from a file, standard input or memory. Files compressed with gzip or
/// zstd are recognised and decompressed. Lines may end in LF or CRLF, and the last line may lack an
/// end. A byte order mark at the start is skipped.
class Input {
 public:
  /// Opens a file for reading; the path "-" means standard input. Throws SystemError.
  [[nodiscard]] static Input open(const std::string& path, const InputLimits& limits = {}) {
    return Input(path, limits);
  }
  /// Reads a text in memory, without limits. Messages call the input `name`.
  [[nodiscard]] static Input from_text(std::string text, std::string name) {
    return Input(std::move(text), std::move(name));
  }

  // An Input is not copyable, because views returned by next_line() point into the input.
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  /// Reads the next line, without its line end. The view of the line is valid until the next call.
  /// Returns false at the end of the input. Throws InputError (damaged gzip or zstd),
  /// InputLimitError, SystemError.
  bool next_line(std::string_view& line);

  /// Returns up to `window` of the next bytes without consuming them; empty at the end of the
  /// input. The view is valid until the next call. Throws the exceptions of next_line().
  [[nodiscard]] std::string_view ahead();
  /// The maximum number of bytes that ahead() returns. It is enough for a row of 2,600 numbers as
  /// numpy writes them.
  static constexpr std::size_t window = std::size_t{1} << 16;

  /// Reads the rest of the input. Every line of the result ends in LF. Throws the exceptions of
  /// next_line().
  [[nodiscard]] std::string rest();

  /// Records that a reader is about to use an estimated number of bytes of memory. Throws
  /// InputLimitError if the sum of all charges exceeds InputLimits::problem_bytes.
  void charge(std::uint64_t bytes);
  /// Cancels a charge() for memory that the reader has released.
  void release(std::uint64_t bytes) noexcept { charged_ -= bytes; }

  /// The number of the line that was read last, from 1.
  [[nodiscard]] std::size_t line_number() const noexcept { return line_number_; }
  /// The path of the input file, or the name given to from_text().
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

  /// Makes an InputError that names a word of the line that was read last. The word must point into
  /// that line.
  [[nodiscard]] InputError error_at(std::string_view word, const std::string& message) const;
  /// Makes an error in line `line`. If `word` is not empty, the error is at this word, which must
  /// point into the line last read. If `word` is empty, the error is at the start of the line. If
  /// `line` is 0 too, the error concerns the input as a whole.
  [[nodiscard]] InputError error_at(std::string_view word, std::size_t line,
                                    const std::string& message) const;
  /// Makes an error that concerns the input as a whole.
  [[nodiscard]] InputError error(const std::string& message) const;

 private:
  /// A function that reads up to `size` bytes of the input. The function returns 0 only at the end
  /// of the input.
  using Read = std::function<std::size_t(char* to, std::size_t size)>;

  Input(const std::string& path, const InputLimits& limits);
  Input(std::string text, std::string name);
  bool refill();
  void skip_byte_order_mark();
  void check_line_length(std::size_t bytes) const;

  Read read_;  // the function that reads from the input; empty after the end of the input
  std::string name_;
  InputLimits limits_;
  std::uint64_t bytes_read_ = 0;
  std::uint64_t charged_ = 0;
  std::string buffer_;  // the bytes read from the input; those before position_ are consumed
  std::size_t position_ = 0;
  std::string_view line_;
  std::size_t line_number_ = 0;
};

/// Makes an InputError that names a word of a text that Input::rest() has returned. `word` must
/// point into `text` and may be empty.
[[nodiscard]] InputError error_in(const std::string& text, const std::string& name,
                                  std::string_view word, const std::string& message);

/// Adds the place of the fault to an error that a parser of `text` has thrown. If the error's word
/// points into `text`, the fault is at this word, and otherwise at the start of the error's line.
/// If the line is 0, the error concerns the text as a whole.
[[nodiscard]] InputError error_in(const std::string& text, const std::string& name,
                                  const TextError& error);

/// Returns parse(text). Converts a TextError into an InputError with the place of the fault.
template <class Parse>
auto parsed(const std::string& text, const std::string& name, Parse parse) {
  try {
    return parse(text);
  } catch (const TextError& e) {
    throw error_in(text, name, e);
  }
}

}  // namespace dlx::io
