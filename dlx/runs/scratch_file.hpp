#pragma once

#include <atomic>
#include <string>

#include "dlx/tables/scratch.hpp"

namespace dlx::runs {

/// A temporary file without a name, which disappears when the process ends. All members throw
/// SystemError if the system reports an error, for example if the disk is full.
class ScratchFile final : public tables::Scratch {
 public:
  explicit ScratchFile(std::string folder);
  ~ScratchFile() override;

  std::uint64_t append(std::span<const std::uint8_t> bytes) override;
  void read(std::uint64_t place, std::span<std::uint8_t> bytes) const override;
  [[nodiscard]] std::uint64_t end() const override { return end_; }
  /// Frees the disk space of all bytes before `place`, if the file system supports this.
  void release_before(std::uint64_t place) override;

 private:
  std::string folder_;  // name of the folder, for error messages
  int file_;
  std::atomic<std::uint64_t> end_ = 0;
  std::uint64_t released_ = 0;
};

}  // namespace dlx::runs
