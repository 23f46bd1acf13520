#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "dlx/core/problem.hpp"

namespace dlx::certificate {

/// SHA-256 of bytes that come in parts. Throws std::runtime_error if the cryptographic library
/// fails.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  /// Adds the next part.
  void add(std::string_view bytes);
  /// The digest of all parts, as 64 hexadecimal digits. Must come last.
  [[nodiscard]] std::string hex();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

/// SHA-256 as 64 hexadecimal digits. Throws like Sha256.
[[nodiscard]] std::string sha256(std::string_view bytes);

/// SHA-256 of the problem's canonical text (canonical_text.hpp), as 64 hexadecimal digits. Two
/// files hold one problem if their identities are equal. It does not depend on spacing, comments or
/// line ends; it does depend on names and order.
[[nodiscard]] std::string identity(const Problem& problem);

}  // namespace dlx::certificate
