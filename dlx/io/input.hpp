#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "dlx/io/errors.hpp"

namespace dlx {

/// Bounds on what is read, so that no file, however made, exhausts the machine.
struct InputLimits {
  std::uint64_t bytes = std::uint64_t{1} << 30;    ///< in all, after decompression
  std::size_t line_bytes = std::size_t{64} << 20;  ///< of one line
};

/// Text read line by line from a file, standard input or memory; gzip is recognised and undone.
/// Lines may end in LF or CRLF, the last in nothing; a byte order mark at the start is skipped.
class Input {
 public:
  /// A file by its path; "-" is standard input. Throws SystemError.
  [[nodiscard]] static Input open(const std::string& path, const InputLimits& limits = {});
  /// Text in memory, under a name for messages.
  [[nodiscard]] static Input from_text(std::string text, std::string name);

  Input(Input&&) noexcept;
  Input& operator=(Input&&) noexcept;
  ~Input();

  /// The next line without its end, valid until the next call; false at the end of the input.
  /// Throws InputError (damaged gzip), InputLimitError, SystemError.
  bool next_line(std::string_view& line);

  /// Of the line last read, from 1.
  [[nodiscard]] std::size_t line_number() const noexcept { return line_number_; }
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

  /// An error at a word of the line last read; `word` must point into that line.
  [[nodiscard]] InputError error_at(std::string_view word, const std::string& message) const;
  /// An error about the input as a whole.
  [[nodiscard]] InputError error(const std::string& message) const;

 private:
  struct Source;
  Input(std::unique_ptr<Source> source, std::string name, const InputLimits& limits);
  bool refill();

  std::unique_ptr<Source> source_;
  std::string name_;
  InputLimits limits_;
  std::uint64_t bytes_read_ = 0;
  std::string buffer_;  // what has been read and not yet handed out, from position_ on
  std::size_t position_ = 0;
  bool at_end_ = false;
  std::string_view line_;
  std::size_t line_number_ = 0;
};

}  // namespace dlx
