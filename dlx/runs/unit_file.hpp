#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dlx/io/durable_file.hpp"

struct gzFile_s;  // defined by zlib

namespace dlx::runs {

/// The identity of the content of a file: its length in bytes and its SHA-256, as words. Throws
/// SystemError if it cannot be read.
[[nodiscard]] std::string mark_of_file(const std::string& path);

/// The solutions of a unit as a DurableFile, which is made by the first print(). keep() replaces a
/// file of this name from an earlier try, or removes it if nothing was printed. Throws SystemError
/// if the disk fails.
class UnitFile {
 public:
  /// `gzip`: compressed.
  UnitFile(std::string path, bool gzip);
  ~UnitFile();
  UnitFile(const UnitFile&) = delete;
  UnitFile& operator=(const UnitFile&) = delete;

  void print(std::string_view text);
  /// Returns the mark_of_file(), or an empty text if there is no file.
  std::string keep();

 private:
  [[noreturn]] void fail() const;

  std::string path_;
  bool gzip_;
  std::optional<io::DurableFile> file_;
  gzFile_s* packed_ = nullptr;
};

}  // namespace dlx::runs
