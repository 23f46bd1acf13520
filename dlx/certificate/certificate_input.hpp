#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "dlx/io/errors.hpp"
#include "dlx/io/packed_file.hpp"

namespace dlx::certificate {

/// Reads lines of text and numbers from a certificate. The file may be compressed by zstd or gzip.
/// The first bytes of the file tell how the file is compressed.
class CertificateInput {
 public:
  /// Opens a certificate file. Throws SystemError if the file cannot be opened.
  explicit CertificateInput(const std::string& path);
  CertificateInput(const CertificateInput&) = delete;
  CertificateInput& operator=(const CertificateInput&) = delete;

  /// Reads the next line of text without its line end. Throws InputError if the file ends within
  /// the line.
  [[nodiscard]] std::string line();
  /// Reads the next number. Throws InputError if no number follows, or if the number is not below
  /// `end`.
  [[nodiscard]] std::uint64_t number(std::uint64_t end = std::uint64_t{1} << 63);
  /// Whether all bytes of the certificate were read. Throws InputError if the next bytes are
  /// damaged.
  [[nodiscard]] bool at_end();

  /// An error with this message, for the current position in the file.
  [[nodiscard]] io::InputError error(const std::string& message) const;

 private:
  /// Reads the next byte of the file. Returns a negative number at the end of the file.
  int byte();

  std::string path_;
  io::PackedFile file_;
  std::vector<char> buffer_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  std::uint64_t taken_ = 0;  // number of bytes of the file that precede the buffer
};

}  // namespace dlx::certificate
