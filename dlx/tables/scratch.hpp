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

  /// Appends bytes to the storage. Returns the position of the first byte appended.
  virtual std::uint64_t append(std::span<const std::uint8_t> bytes) = 0;
  /// Fills `bytes` with the stored bytes that begin at position `place`.
  virtual void read(std::uint64_t place, std::span<std::uint8_t> bytes) const = 0;
  /// The position at which the next call of append() will store bytes.
  [[nodiscard]] virtual std::uint64_t end() const = 0;
  /// Allows the storage to free all bytes before position `place`.
  virtual void release_before(std::uint64_t place) = 0;
};

/// A function that makes the storage for one sweep. If the function is empty, sweeps use no storage
/// outside memory.
using MakeScratch = std::function<std::unique_ptr<Scratch>()>;

}  // namespace dlx::tables
