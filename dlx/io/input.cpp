#include "dlx/io/input.hpp"

#include <algorithm>
#include <limits>

#include "dlx/core/text.hpp"

namespace dlx::io {
namespace {

// The size of the first chunk that is read. The first chunk is small, because most files are small.
constexpr std::uint64_t smallest_chunk = std::uint64_t{1} << 12;
constexpr std::uint64_t largest_chunk = std::uint64_t{1} << 16;
// The factor by which the memory of a growing buffer may exceed the buffer's size: while its
// capacity doubles, the old and the new memory are both in use.
constexpr std::uint64_t growing = 3;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool starts_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

/// The part of a line around a word, cut to a readable width, and a second line with a caret below
/// the word. Invisible characters are replaced by blanks.
std::string excerpt_of(std::string_view line, std::size_t at, std::size_t length) {
  constexpr std::size_t before = 40;
  constexpr std::size_t width = 76;
  const std::size_t start = at > before ? at - before : 0;
  const std::size_t end = std::min(line.size(), start + width);

  std::string text = start > 0 ? "..." : "";
  std::size_t caret = 0;
  std::size_t marked = 0;
  std::size_t column = text.size();
  for (std::size_t i = start; i < end; ++column) {
    if (i <= at) caret = column;
    if (i >= at && i < at + length) ++marked;
    const std::size_t bytes = visible_length(line.substr(i));
    text += bytes == 0 ? " " : line.substr(i, bytes);
    i += std::max<std::size_t>(bytes, 1);
  }
  if (at >= end) caret = column;
  if (end < line.size()) text += "...";
  return text + "\n" + std::string(caret, ' ') + "^" +
         std::string(std::max<std::size_t>(marked, 1) - 1, '~');
}

}  // namespace

Input::Input(std::string text, std::string name)
    : name_(std::move(name)),
      limits_{.bytes = std::numeric_limits<std::uint64_t>::max(),
              .line_bytes = std::numeric_limits<std::size_t>::max(),
              .problem_bytes = std::numeric_limits<std::uint64_t>::max()},
      buffer_(std::move(text)) {
  skip_byte_order_mark();
}

void Input::skip_byte_order_mark() {
  if (std::string_view(buffer_).starts_with(byte_order_mark)) position_ = byte_order_mark.size();
}

void Input::check_line_length(std::size_t bytes) const {
  if (bytes <= limits_.line_bytes) return;
  throw InputLimitError(name_ + ": line " + std::to_string(line_number_ + 1) +
                        " is longer than the limit of " + std::to_string(limits_.line_bytes) +
                        " bytes");
}

void Input::charge(std::uint64_t bytes) {
  charged_ += bytes;
  if (charged_ <= limits_.problem_bytes) return;
  throw InputLimitError(name_ + (line_number_ == 0 ? "" : ":" + std::to_string(line_number_)) +
                        ": what is read would take more than the limit of " +
                        std::to_string(limits_.problem_bytes) + " bytes of memory");
}

/// Appends another chunk of the input to the unread rest of the buffer. Returns false at the end of
/// the input.
bool Input::refill() {
  if (!read_) return false;
  buffer_.erase(0, position_);
  position_ = 0;
  check_line_length(buffer_.size());

  const std::size_t kept = buffer_.size();
  const bool first = bytes_read_ == 0;
  const auto chunk =
      static_cast<std::size_t>(std::clamp(bytes_read_, smallest_chunk, largest_chunk));
  buffer_.resize(kept + chunk);
  std::size_t got = 0;
  // At least as many bytes are read as a byte order mark has, so that the mark is not split between
  // two reads.
  do {
    const std::size_t n = read_(buffer_.data() + kept + got, chunk - got);
    if (n == 0) break;
    got += n;
  } while (first && got < byte_order_mark.size());
  buffer_.resize(kept + got);
  bytes_read_ += got;
  if (bytes_read_ > limits_.bytes) {
    throw InputLimitError(name_ + ": larger than the limit of " + std::to_string(limits_.bytes) +
                          " bytes");
  }
  if (first) skip_byte_order_mark();
  if (got == 0) read_ = nullptr;  // If no bytes were read, the end of the input is reached.
  return got > 0;
}

bool Input::next_line(std::string_view& line) {
  std::size_t searched = position_;
  std::size_t end = 0;
  while ((end = buffer_.find('\n', searched)) == std::string::npos) {
    const std::size_t unread = buffer_.size() - position_;
    if (!refill()) {
      if (position_ == buffer_.size()) return false;
      end = buffer_.size();
      break;
    }
    searched = position_ + unread;
  }
  check_line_length(end - position_);
  line_ = std::string_view(buffer_).substr(position_, end - position_);
  position_ = std::min(end + 1, buffer_.size());
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  ++line_number_;
  line = line_;
  return true;
}

std::string_view Input::ahead() {
  while (buffer_.size() - position_ < window && refill()) {
  }
  return std::string_view(buffer_).substr(position_, window);
}

std::string Input::rest() {
  std::string text;
  std::string_view line;
  while (next_line(line)) {
    charge(growing * (line.size() + 1));
    text += line;
    text += '\n';
  }
  return text;
}

InputError Input::error_at(std::string_view word, const std::string& message) const {
  const auto at = static_cast<std::size_t>(word.data() - line_.data());
  return InputError({.file = name_,
                     .line = line_number_,
                     .column = characters(line_.substr(0, at)) + 1,
                     .word = std::string(word),
                     .excerpt = excerpt_of(line_, at, word.size())},
                    message);
}

InputError Input::error_at(std::string_view word, std::size_t line,
                           const std::string& message) const {
  if (!word.empty()) return error_at(word, message);
  const std::size_t column = line == 0 ? 0 : 1;
  return InputError({.file = name_, .line = line, .column = column, .word = {}, .excerpt = {}},
                    message);
}

InputError Input::error(const std::string& message) const {
  return error_at({}, 0, message);
}

InputError error_in(const std::string& text, const std::string& name, std::string_view word,
                    const std::string& message) {
  const auto offset = static_cast<std::size_t>(word.data() - text.data());
  const std::size_t before = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
  const std::size_t start = before == std::string::npos ? 0 : before + 1;
  const std::size_t end = std::min(text.find('\n', offset), text.size());
  const auto line = std::string_view(text).substr(start, end - start);
  return InputError(
      {.file = name,
       .line = 1 + static_cast<std::size_t>(std::count(
                       text.begin(), text.begin() + static_cast<std::ptrdiff_t>(start), '\n')),
       .column = characters(line.substr(0, offset - start)) + 1,
       .word = std::string(word),
       .excerpt = excerpt_of(line, offset - start, std::min(word.size(), end - offset))},
      message);
}

InputError error_in(const std::string& text, const std::string& name, const TextError& error) {
  const std::string_view word = error.word();
  const std::string message = error.what();
  if (!word.empty() && word.data() >= text.data() && word.data() < text.data() + text.size()) {
    return error_in(text, name, word, message);
  }
  if (error.line() == 0) {
    return {{.file = name, .line = 0, .column = 0, .word = {}, .excerpt = {}}, message};
  }
  std::size_t start = 0;
  for (std::size_t n = 1; n < error.line(); ++n) start = text.find('\n', start) + 1;
  return error_in(text, name, std::string_view(text).substr(start, 0), message);
}

}  // namespace dlx::io
