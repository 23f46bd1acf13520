#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dlx::io {

/// Throws SystemError unless a file can be written there; the file is not touched.
void check_writable(const std::string& path);
/// Renames a file. After a power cut the new name holds either the whole file or its earlier
/// contents. Throws SystemError.
void rename_durably(const std::string& from, const std::string& to);
/// Removes a file if it exists, so that it does not come back after a power cut. Throws
/// SystemError.
void remove_durably(const std::string& path);

/// A file that appears whole or not at all. It is written as PATH.part; keep() renames it durably,
/// and without keep() the destructor removes it, so that a full disk leaves no partial file behind.
/// All members that write throw SystemError.
class DurableFile {
 public:
  /// Creates PATH.part and replaces one that a killed process has left. `mode`: its permissions,
  /// otherwise 0666 less the umask.
  explicit DurableFile(std::string path, std::optional<mode_t> mode = {});
  ~DurableFile();
  DurableFile(const DurableFile&) = delete;
  DurableFile& operator=(const DurableFile&) = delete;

  /// Appends bytes, buffered.
  void append(std::string_view bytes);
  /// Number of bytes appended.
  [[nodiscard]] std::uint64_t size() const noexcept { return written_ + buffer_.size(); }
  /// Drops all bytes from this position on.
  void truncate(std::uint64_t size);
  /// Writes the buffer, and gives the file its name. Must come last.
  void keep();

  /// The name until keep(). Other programs and libraries may write the file instead of append().
  [[nodiscard]] const std::string& part() const noexcept { return part_; }

 private:
  void flush();

  std::string path_;
  std::string part_;  // empty: the file has its final name
  int file_;
  std::string buffer_;
  std::uint64_t written_ = 0;
};

/// Copies a file atomically, so that the copy outlives a power cut. Throws SystemError.
void copy_durably(const std::string& from, const std::string& to);

}  // namespace dlx::io
