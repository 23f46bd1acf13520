#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace dlx::tables {

/// Storage outside memory, such as a file, for the tables of one sweep. Several threads may use a
/// Scratch in parallel.
class Scratch {
 public:
  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  virtual ~Scratch() = default;

  /// Appends bytes and returns their position.
  virtual std::uint64_t append(std::span<const std::uint8_t> bytes) = 0;
  /// Reads stored bytes from a position on, until the span is full.
  virtual void read(std::uint64_t place, std::span<std::uint8_t> bytes) const = 0;
  /// The position that the next append() returns.
  [[nodiscard]] virtual std::uint64_t end() const = 0;
  /// Allows the storage to free all data before a position.
  virtual void release_before(std::uint64_t place) = 0;
};

/// Makes the storage for one sweep. If the function is empty, sweeps use no storage outside memory.
using MakeScratch = std::function<std::unique_ptr<Scratch>()>;

}  // namespace dlx::tables
