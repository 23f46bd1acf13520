#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "dlx/io/errors.hpp"
#include "dlx/io/packed_file.hpp"

namespace dlx::certificate {

/// Reads lines of text and numbers from a certificate. The file may be compressed by zstd or gzip,
/// which its first bytes tell.
class CertificateInput {
 public:
  /// Opens a file. Throws SystemError.
  explicit CertificateInput(const std::string& path);
  CertificateInput(const CertificateInput&) = delete;
  CertificateInput& operator=(const CertificateInput&) = delete;

  /// Reads the next line and removes its line end. Throws InputError if the file ends before the
  /// line does.
  [[nodiscard]] std::string line();
  /// Reads the next number. Throws InputError if there is no number, or if the number is not below
  /// `end`.
  [[nodiscard]] std::uint64_t number(std::uint64_t end = std::uint64_t{1} << 63);
  /// Whether all bytes were read. Throws InputError if the next bytes are damaged.
  [[nodiscard]] bool at_end();

  /// An error at the current position.
  [[nodiscard]] io::InputError error(const std::string& message) const;

 private:
  /// Reads the next byte. Returns a negative number at the end.
  int byte();

  std::string path_;
  io::PackedFile file_;
  std::vector<char> buffer_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  std::uint64_t taken_ = 0;  // number of bytes read before the buffer
};

}  // namespace dlx::certificate
