#include "dlx/certificate/certificate_input.hpp"

namespace dlx::certificate {

CertificateInput::CertificateInput(const std::string& path)
    : path_(path),
      file_(path.c_str(), path, [this](const std::string& message) { return error(message); }),
      buffer_(std::size_t{1} << 17) {}

int CertificateInput::byte() {
  if (at_ == end_) {
    taken_ += end_;
    at_ = 0;
    end_ = 0;
    end_ = file_.read(buffer_.data(), buffer_.size());
    if (end_ == 0) return -1;
  }
  return static_cast<unsigned char>(buffer_[at_++]);
}

std::string CertificateInput::line() {
  // The maximum length of a line. The length is large, because a count may have many digits.
  constexpr std::size_t longest = 100'000'000;
  std::string text;
  for (int c = byte(); c != '\n'; c = byte()) {
    if (c < 0) throw error("it ends early");
    if (text.size() == longest) throw error("a line that does not end");
    text.push_back(static_cast<char>(c));
  }
  return text;
}

std::uint64_t CertificateInput::number(std::uint64_t end) {
  std::uint64_t n = 0;
  for (unsigned shift = 0;; shift += 7) {
    const int c = byte();
    if (c < 0) throw error("it ends early");
    if (shift >= 63) throw error("a number of more than nine bytes");
    n |= static_cast<std::uint64_t>(c & 0x7F) << shift;
    if (c < 0x80) break;
  }
  if (n >= end)
    throw error(std::to_string(n) + " where a number below " + std::to_string(end) + " must stand");
  return n;
}

bool CertificateInput::at_end() {
  if (byte() < 0) return true;
  --at_;
  return false;
}

io::InputError CertificateInput::error(const std::string& message) const {
  return io::InputError({.file = path_, .line = 0, .column = 0, .word = {}, .excerpt = {}},
                        message + " (byte " + std::to_string(taken_ + at_) + ")");
}

}  // namespace dlx::certificate
