#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/residue.hpp"
#include "dlx/search/trace.hpp"

namespace dlx::certificate {

/// What a certificate claims. See check/CERTIFICATES.md.
struct Claims {
  Natural count;                       ///< of solutions
  std::optional<Residue> fingerprint;  ///< of their set
  std::string more;                    ///< a line of classes or of the cheapest; or nothing
};

/// A certificate in a file, as check/CERTIFICATES.md has it, compressed by zstd. It is written
/// under a name that ends in ".part", and gets its own by finish(), durably; without that nothing
/// is left. Where the disk does not do its part, finish() throws SystemError, and what comes before
/// it goes on.
class CertificateFile final : public search::CertificateSink {
 public:
  /// `seed`: of the fingerprint. `about`: "classes", "cheapest" and how many, or nothing for a
  /// plain count. Throws SystemError also where something other than a file has the name.
  CertificateFile(const std::string& path, const Problem& problem, std::uint64_t seed,
                  std::string_view about = {});
  ~CertificateFile() override;

  /// See CertificateSink.
  /// @{
  void write(std::span<const std::uint8_t> bytes) override;
  std::uint64_t position() override;
  void rewind(std::uint64_t position) override;
  /// @}
  /// Writes what packed() has made.
  void write_packed(std::string_view bytes);

  /// The last of it: what is claimed, of a count that is complete.
  void finish(const Claims& claims);

  /// A piece by itself, compressed.
  [[nodiscard]] static std::string packed(std::span<const std::uint8_t> bytes);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Bytes of a certificate in memory.
class CertificateBytes final : public search::CertificateSink {
 public:
  /// See CertificateSink.
  /// @{
  void write(std::span<const std::uint8_t> bytes) override {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  std::uint64_t position() override { return bytes_.size(); }
  void rewind(std::uint64_t position) override { bytes_.resize(position); }
  /// @}

  /// All that was written.
  [[nodiscard]] std::span<const std::uint8_t> bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

}  // namespace dlx::certificate
