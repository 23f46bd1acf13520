#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dlx/io/durable_file.hpp"

struct gzFile_s;  // zlib defines this type

namespace dlx::runs {

/// The length of a file in bytes and its SHA-256, as a text that identifies the content of the
/// file. Throws SystemError if the file cannot be read.
[[nodiscard]] std::string mark_of_file(const std::string& path);

/// The file with the solutions of a unit of work, or with its piece of a certificate. The first
/// print() makes the file as a DurableFile. A call of keep() replaces a file of this name that an
/// earlier attempt has left. If nothing was printed, keep() removes that file. Throws SystemError
/// if the disk fails.
class UnitFile {
 public:
  /// If `gzip` is true, the file is compressed.
  UnitFile(std::string path, bool gzip);
  ~UnitFile();
  UnitFile(const UnitFile&) = delete;
  UnitFile& operator=(const UnitFile&) = delete;

  void print(std::string_view text);
  /// Completes the file. Returns the mark_of_file() of the file, or an empty text if nothing was
  /// printed.
  std::string keep();

 private:
  [[noreturn]] void fail() const;

  std::string path_;
  bool gzip_;
  std::optional<io::DurableFile> file_;
  gzFile_s* packed_ = nullptr;
};

}  // namespace dlx::runs
