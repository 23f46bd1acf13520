#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "dlx/cheapest.hpp"
#include "dlx/core/decimal.hpp"
#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/residue.hpp"
#include "dlx/search/trace.hpp"

namespace dlx::certificate {

/// The claims of a certificate, which check/CERTIFICATES.md describes.
struct Claims {
  Natural count;                       ///< claimed number of solutions
  std::optional<Residue> fingerprint;  ///< claimed fingerprint of the set of solutions
  /// A line with one more claim, about cheapest solutions or classes of solutions under symmetry;
  /// may be empty.
  std::string more;
};

/// The word in the head of a certificate that also proves the number of classes of solutions under
/// symmetry.
inline constexpr const char* about_classes = "classes";
/// The line that claims a number of classes, for example "classes 480 under 24 symmetries".
[[nodiscard]] std::string claim_of_classes(const Natural& classes, const Natural& order);

/// The line in the head of a certificate that says which cheapest solutions the certificate proves.
/// Examples are "cheapest 3 within 12.5", and "cheapest classes 3" for the cheapest classes of
/// solutions under symmetry. `places` is the number of decimal places of the problem's costs.
[[nodiscard]] std::string about_costs(const CheapestWanted& wanted,
                                      const std::optional<Decimal>& max_cost, int places);
/// The line that claims costs, for example "cheapest 3: 12 12 15". For all solutions of the least
/// cost, or all up to a maximum cost, the line has only the least cost. For classes of solutions,
/// the line ends with the number of symmetries.
[[nodiscard]] std::string claim_of_costs(const CheapestWanted& wanted,
                                         const std::optional<Decimal>& max_cost,
                                         const search::CheapestResult& result);

/// Writes a certificate to a file, in the format of check/CERTIFICATES.md, compressed by zstd. The
/// file has a name that ends in ".part" until finish() renames it durably. Without finish() the
/// destructor removes the file. If writing fails, the search continues, and finish() throws the
/// SystemError.
class CertificateFile final : public search::CertificateSink {
 public:
  /// Begins a certificate of `problem`, which must outlive this object. If the path is empty,
  /// nothing is written and trace() returns null. `seed` is the seed of the fingerprint; the
  /// default is 1. `about` is about_classes, about_costs(), or empty if the certificate proves only
  /// the number of solutions. Throws SystemError if the file cannot be created, or if the path
  /// names something other than a file.
  CertificateFile(const std::string& path, const Problem& problem,
                  std::optional<std::uint64_t> seed = {}, std::string_view about = {});
  ~CertificateFile() override;

  /// The trace to which a search of the complete problem writes its steps; null if nothing is
  /// written.
  [[nodiscard]] search::Trace* trace();

  /// See CertificateSink.
  /// @{
  void write(std::span<const std::uint8_t> bytes) override;
  std::uint64_t position() override;
  void rewind(std::uint64_t position) override;
  /// @}
  /// Writes a piece of the certificate that packed() has compressed.
  void write_packed(std::string_view bytes);

  /// Writes the claims of a complete count and completes the file.
  void finish(const Claims& claims);

  /// Compresses a piece of a certificate separately, for write_packed().
  [[nodiscard]] static std::string packed(std::span<const std::uint8_t> bytes);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dlx::certificate
