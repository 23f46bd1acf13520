#include "dlx/io/input.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace dlx {
namespace {

constexpr std::size_t chunk = std::size_t{1} << 18;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool starts_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

/// The line around the word, cut to a readable width, control characters blanked, and the caret.
std::string excerpt_of(std::string_view line, std::size_t at, std::size_t length) {
  constexpr std::size_t before = 40;
  constexpr std::size_t width = 76;
  std::size_t start = at > before ? at - before : 0;
  while (start > 0 && !starts_character(line[start])) --start;
  std::size_t end = std::min(line.size(), start + width);
  while (end < line.size() && !starts_character(line[end])) ++end;

  const std::string lead = start > 0 ? "..." : "";
  std::string text(line.substr(start, end - start));
  const std::size_t caret = lead.size() + characters(line.substr(start, at - start));
  const std::size_t marked =
      std::max<std::size_t>(1, characters(line.substr(at, std::min(length, end - at))));
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return lead + text + (end < line.size() ? "..." : "") + "\n" + std::string(caret, ' ') + "^" +
         std::string(marked - 1, '~');
}

}  // namespace

struct Input::Source {
  gzFile file = nullptr;  // null: the text was in memory from the start

  Source() = default;
  explicit Source(gzFile f) : file(f) {}
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  ~Source() {
    if (file != nullptr) gzclose(file);
  }
};

Input::Input(std::unique_ptr<Source> source, std::string name, const InputLimits& limits)
    : source_(std::move(source)), name_(std::move(name)), limits_(limits) {}

Input::Input(Input&&) noexcept = default;
Input& Input::operator=(Input&&) noexcept = default;
Input::~Input() = default;

Input Input::open(const std::string& path, const InputLimits& limits) {
  const bool standard = path == "-";
  const int descriptor =
      standard ? dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  const std::string name = standard ? "<stdin>" : path;
  if (descriptor < 0) throw SystemError(name + ": cannot open: " + std::strerror(errno));
  gzFile file = gzdopen(descriptor, "rb");
  if (file == nullptr) {
    close(descriptor);
    throw std::bad_alloc();
  }
  auto source = std::make_unique<Source>(file);
  gzbuffer(file, chunk);
  return Input(std::move(source), name, limits);
}

Input Input::from_text(std::string text, std::string name) {
  Input input(std::make_unique<Source>(), std::move(name), {});
  input.buffer_ = std::move(text);
  input.at_end_ = true;
  if (std::string_view(input.buffer_).starts_with(byte_order_mark)) {
    input.position_ = byte_order_mark.size();
  }
  return input;
}

/// Reads another chunk behind what is left in the buffer.
bool Input::refill() {
  if (at_end_) return false;
  buffer_.erase(0, position_);
  position_ = 0;
  if (buffer_.size() > limits_.line_bytes) {
    throw InputLimitError(name_ + ": line " + std::to_string(line_number_ + 1) +
                          " is longer than the limit of " + std::to_string(limits_.line_bytes) +
                          " bytes");
  }

  const std::size_t kept = buffer_.size();
  buffer_.resize(kept + chunk);
  const int got = gzread(source_->file, buffer_.data() + kept, static_cast<unsigned>(chunk));
  buffer_.resize(kept + static_cast<std::size_t>(std::max(got, 0)));
  if (got < static_cast<int>(chunk)) {
    int code = Z_OK;
    const int system = errno;
    const char* why = gzerror(source_->file, &code);
    if (code == Z_ERRNO) throw SystemError(name_ + ": cannot read: " + std::strerror(system));
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    // A file cut short looks like its end to gzread: only the error state tells.
    if (code == Z_BUF_ERROR) throw error("the gzip data is cut short");
    if (code != Z_OK && code != Z_STREAM_END) {
      throw error(std::string("the gzip data is damaged (") + why + ")");
    }
    at_end_ = true;
  }
  if (bytes_read_ == 0 && std::string_view(buffer_).starts_with(byte_order_mark)) {
    position_ = byte_order_mark.size();
  }
  bytes_read_ += static_cast<std::uint64_t>(std::max(got, 0));
  if (bytes_read_ > limits_.bytes) {
    throw InputLimitError(name_ + ": larger than the limit of " + std::to_string(limits_.bytes) +
                          " bytes");
  }
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
  line_ = std::string_view(buffer_).substr(position_, end - position_);
  position_ = std::min(end + 1, buffer_.size());
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  ++line_number_;
  line = line_;
  return true;
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

InputError Input::error(const std::string& message) const {
  return InputError({.file = name_, .line = 0, .column = 0, .word = {}, .excerpt = {}}, message);
}

}  // namespace dlx
