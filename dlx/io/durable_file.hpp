#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dlx::io {

/// Whether two paths name the same file, which need not exist.
[[nodiscard]] bool is_same_file(const std::string& a, const std::string& b);
/// Throws SystemError if a file with this path cannot be written. An existing file is not changed.
void check_writable(const std::string& path);
/// Renames a file atomically and durably: after a power failure, `to` has either the complete new
/// contents or its old contents. Throws SystemError.
void rename_durably(const std::string& from, const std::string& to);
/// Removes a file if it exists. The removal is durable: the file does not reappear after a power
/// failure. Throws SystemError.
void remove_durably(const std::string& path);

/// Writes a file atomically: the file PATH appears complete or not at all. The data is written to
/// PATH.part, which keep() renames durably. Without keep() the destructor removes PATH.part, so
/// that no partial file remains if the disk is full. All members that write throw SystemError.
class DurableFile {
 public:
  /// Creates PATH.part. Replaces a file PATH.part that a killed process has left. `mode` is the
  /// permissions of the file; the default is 0666 without the bits of the umask.
  explicit DurableFile(std::string path, std::optional<mode_t> mode = {});
  ~DurableFile();
  DurableFile(const DurableFile&) = delete;
  DurableFile& operator=(const DurableFile&) = delete;

  /// Appends bytes to the file's buffer, which is written to the file when it is full.
  void append(std::string_view bytes);
  /// The number of bytes appended to the file so far.
  [[nodiscard]] std::uint64_t size() const noexcept { return written_ + buffer_.size(); }
  /// Truncates the file to a size of `size` bytes.
  void truncate(std::uint64_t size);
  /// Writes the buffer and renames the file to its final name. The call of keep() must be the last
  /// call on the file.
  void keep();

  /// The path of the unfinished file, PATH.part. Other programs and libraries may write to this
  /// path instead of calling append().
  [[nodiscard]] const std::string& part() const noexcept { return part_; }

 private:
  void flush();

  std::string path_;
  std::string part_;  // the path of the unfinished file; empty once the file has its final name
  int file_;
  std::string buffer_;
  std::uint64_t written_ = 0;
};

/// Copies a file atomically and durably: the copy survives a power failure. Throws SystemError.
void copy_durably(const std::string& from, const std::string& to);

}  // namespace dlx::io
