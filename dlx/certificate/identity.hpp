#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "dlx/core/problem.hpp"

namespace dlx::certificate {

/// Computes the SHA-256 digest of bytes that are added in parts. The functions throw
/// std::runtime_error if the cryptographic library fails.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  /// Adds the next part of the bytes.
  void add(std::string_view bytes);
  /// The digest of all parts, as 64 hexadecimal digits. No other function may be called after
  /// hex().
  [[nodiscard]] std::string hex();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

/// The SHA-256 digest of bytes, as 64 hexadecimal digits. Throws the exceptions of Sha256.
[[nodiscard]] std::string sha256(std::string_view bytes);

/// The SHA-256 digest of the problem's canonical text (canonical_text.hpp), as 64 hexadecimal
/// digits. Two files with equal identities contain the same problem. The identity does not depend
/// on spacing, comments or line ends, but it depends on names and on the order of items and
/// options.
[[nodiscard]] std::string identity(const Problem& problem);

}  // namespace dlx::certificate
