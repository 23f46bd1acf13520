#pragma once

#include <atomic>
#include <string>

#include "dlx/tables/scratch.hpp"

namespace dlx::runs {

/// A file without a name, which is gone with the process. All members throw SystemError, for
/// instance if the disk is full.
class ScratchFile final : public tables::Scratch {
 public:
  explicit ScratchFile(std::string folder);
  ~ScratchFile() override;

  std::uint64_t append(std::span<const std::uint8_t> bytes) override;
  void read(std::uint64_t place, std::span<std::uint8_t> bytes) const override;
  [[nodiscard]] std::uint64_t end() const override { return end_; }
  /// Frees the room in the file system, if the file system can do so.
  void release_before(std::uint64_t place) override;

 private:
  std::string folder_;  // name for messages
  int file_;
  std::atomic<std::uint64_t> end_ = 0;
  std::uint64_t released_ = 0;
};

}  // namespace dlx::runs
