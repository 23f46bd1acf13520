#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace dlx {

/// Gives a file its name so that after a power cut it is there whole or not at all. Throws
/// SystemError.
void rename_durably(const std::string& from, const std::string& to);

/// A file under a temporary name, from the moment it exists. The destructor removes the file unless
/// keep_as() has given it its final name: a full disk leaves no partial file behind.
class UnfinishedFile {
 public:
  explicit UnfinishedFile(std::string path) : path_(std::move(path)) {}
  ~UnfinishedFile();
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  /// Renames the file durably. Throws SystemError.
  void keep_as(const std::string& path);

 private:
  std::string path_;
};

/// The file of a unit's solutions. What is printed goes to a file whose name ends in ".part", and
/// keep() gives it its own name, durably; without keep() that file is removed. A file of the same
/// name from an earlier try is replaced, or removed if nothing was printed. Throws SystemError if
/// the disk fails.
class UnitFile {
 public:
  /// `gzip`: compressed.
  UnitFile(std::string path, bool gzip);
  ~UnitFile();
  UnitFile(const UnitFile&) = delete;
  UnitFile& operator=(const UnitFile&) = delete;

  void print(std::string_view text);
  void keep();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dlx
