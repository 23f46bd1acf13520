#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace dlx {

/// Gives a file its name so that after a power cut it is there whole or not at all. Throws
/// SystemError.
void rename_durably(const std::string& from, const std::string& to);

/// The file of a unit's solutions. What is printed goes to a file whose name ends in ".part", and
/// keep() gives it its own name, durably. A file of the same name from an earlier try is replaced,
/// or removed if nothing was printed. Throws SystemError wherever the disk does not do its part.
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
