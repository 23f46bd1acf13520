#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dlx/search/trace.hpp"

namespace dlx::counting {

/// Holds in memory the certificate of one of several methods that take turns at counting the same
/// problem. Only the certificate of the method that ends first is used.
class HeldTrace final : public search::CertificateSink {
 public:
  explicit HeldTrace(const search::Trace& model) : trace_(model.numbers(), *this) {}

  [[nodiscard]] search::Trace& trace() { return trace_; }
  /// False if the certificate became longer than 64 MiB, so that its end is missing.
  [[nodiscard]] bool is_complete() const { return complete_; }
  [[nodiscard]] std::span<const std::uint8_t> bytes() {
    trace_.flush();
    return bytes_;
  }

  void write(std::span<const std::uint8_t> bytes) override {
    complete_ = complete_ && bytes_.size() + bytes.size() <= most_bytes;
    if (complete_) bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  std::uint64_t position() override { return bytes_.size(); }
  void rewind(std::uint64_t position) override {
    bytes_.resize(static_cast<std::size_t>(position));
  }

 private:
  static constexpr std::size_t most_bytes = std::size_t{64} << 20;

  std::vector<std::uint8_t> bytes_;
  bool complete_ = true;
  search::Trace trace_;
};

}  // namespace dlx::counting
