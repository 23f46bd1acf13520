#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "dlx/io/errors.hpp"
#include "dlx/io/packed_file.hpp"

namespace dlx::certificate {

/// The bytes of a certificate: lines of text, and numbers; compressed by zstd or gzip, or plain, as
/// its first bytes say.
class CertificateInput {
 public:
  /// A file by its path. Throws SystemError.
  explicit CertificateInput(const std::string& path);
  CertificateInput(const CertificateInput&) = delete;
  CertificateInput& operator=(const CertificateInput&) = delete;

  /// The next line, without its end. Throws InputError if there is none.
  [[nodiscard]] std::string line();
  /// The next number. Throws InputError if there is none below `end`.
  [[nodiscard]] std::uint64_t number(std::uint64_t end = std::uint64_t{1} << 63);
  /// Whether everything has been read. Throws InputError if the next bytes are damaged.
  [[nodiscard]] bool at_end();

  /// An error at the present place.
  [[nodiscard]] io::InputError error(const std::string& message) const;

 private:
  /// The next byte; negative at the end.
  int byte();

  std::string path_;
  io::PackedFile file_;
  std::vector<char> buffer_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  std::uint64_t taken_ = 0;  // bytes before the buffer
};

}  // namespace dlx::certificate
