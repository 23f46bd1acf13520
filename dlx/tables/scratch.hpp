#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace dlx::tables {

/// Room for the tables of one sweep beyond its memory, such as a file. Several threads may use it
/// in parallel.
class Scratch {
 public:
  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  virtual ~Scratch() = default;

  /// Stores bytes behind all others, and returns where they are.
  virtual std::uint64_t append(std::span<const std::uint8_t> bytes) = 0;
  /// Fills the span with bytes that were stored.
  virtual void read(std::uint64_t place, std::span<std::uint8_t> bytes) const = 0;
  /// The place of the next bytes.
  [[nodiscard]] virtual std::uint64_t end() const = 0;
  /// Data before this place is no longer needed.
  virtual void release_before(std::uint64_t place) = 0;
};

/// Makes room for one sweep; nothing: there is none.
using MakeScratch = std::function<std::unique_ptr<Scratch>()>;

}  // namespace dlx::tables
