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

/// The claims of a certificate. See check/CERTIFICATES.md.
struct Claims {
  Natural count;                       ///< number of solutions
  std::optional<Residue> fingerprint;  ///< fingerprint of the set of solutions
  std::string more;  ///< a line about classes or the cheapest solutions; may be empty
};

/// The word in the head of a certificate that also counts classes.
inline constexpr const char* about_classes = "classes";
/// The claim of a certificate of classes: "classes 480 under 24 symmetries".
[[nodiscard]] std::string claim_of_classes(const Natural& classes, const Natural& order);

/// A certificate in a file, in the format of check/CERTIFICATES.md, compressed by zstd. It is
/// written under a name that ends in ".part". finish() gives it its final name, durably; without
/// finish() no file is left. A disk that fails does not end the search: finish() throws the
/// SystemError.
class CertificateFile final : public search::CertificateSink {
 public:
  /// The problem must outlive the file. If the path is empty, nothing is written and trace() is
  /// null. `seed`: of the fingerprint; 1 unless it is given. `about`: "classes", "cheapest" and how
  /// many, or nothing for a plain count. Throws SystemError also if the path names something that
  /// is not a file.
  CertificateFile(const std::string& path, const Problem& problem,
                  std::optional<std::uint64_t> seed = {}, std::string_view about = {});
  ~CertificateFile() override;

  /// The trace of a search of the whole problem, for Options; null if nothing is written.
  [[nodiscard]] search::Trace* trace();

  /// See CertificateSink.
  /// @{
  void write(std::span<const std::uint8_t> bytes) override;
  std::uint64_t position() override;
  void rewind(std::uint64_t position) override;
  /// @}
  /// Writes bytes made by packed().
  void write_packed(std::string_view bytes);

  /// Ends the file with the claims of a complete count.
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
