#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace dlx::test {

/// A folder of its own for a test's files, gone with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }
  /// Writes a file with these bytes and returns its path.
  std::string write(const std::string& name, std::string_view bytes) const;

 private:
  std::filesystem::path folder_;
};

/// All of a file.
[[nodiscard]] std::string bytes_of(const std::string& path);

}  // namespace dlx::test
