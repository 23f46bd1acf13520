#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "dlx/core/problem.hpp"

namespace dlx::test {

/// What dlx-check says of a certificate.
struct Checked {
  int code = 0;
  std::string count;        ///< if it was accepted
  std::string fingerprint;  ///< likewise
  std::string more;         ///< likewise: the line of classes or of the cheapest
  std::string error;        ///< if it was not
  std::string output;       ///< all that it prints on standard output

  [[nodiscard]] bool accepted() const { return code == 0 || code == 3; }
};

/// By the sources of dlx-check, in this process.
[[nodiscard]] Checked check_certificate(const std::string& problem, const std::string& certificate);

/// The identity that dlx-check computes for the text of a problem; nothing if it refuses the text.
[[nodiscard]] std::optional<std::string> checked_identity(const std::string& problem);

/// What certificates of one problem prove, whatever they claim.
class Proofs {
 public:
  /// The text of the problem.
  explicit Proofs(const std::string& problem);
  ~Proofs();

  struct Value {
    std::string count;
    std::string fingerprint;  ///< perhaps "none"
    std::string more;         ///< the line of classes or of the cheapest
    bool complete = false;
  };
  /// Of the numbers of a certificate; nothing if it is refused. `about`: as its head has it.
  [[nodiscard]] std::optional<Value> value(std::string_view numbers, std::uint64_t seed,
                                           const std::string& about = {}) const;

 private:
  struct Read;
  std::unique_ptr<Read> read_;
};

/// A certificate around these numbers, uncompressed. `claims`: what it ends with.
[[nodiscard]] std::string certificate_of(const Problem& problem, std::uint64_t seed,
                                         std::span<const std::uint8_t> numbers,
                                         std::string_view claims, const std::string& about = {});
/// What a complete one claims.
[[nodiscard]] std::string claims(std::string_view count,
                                 std::optional<std::uint64_t> fingerprint = {},
                                 const std::string& more = {});

}  // namespace dlx::test
