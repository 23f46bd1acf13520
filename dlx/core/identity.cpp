#include "dlx/core/identity.hpp"

#include <openssl/evp.h>

#include <array>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "dlx/core/canonical_text.hpp"

namespace dlx {

std::string identity(const Problem& problem) {
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                        &EVP_MD_CTX_free);
  const auto check = [](bool ok) {
    if (!ok) throw std::runtime_error("SHA-256 is not available");
  };
  check(context && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1);
  write_canonical_text(problem, [&](std::string_view text) {
    check(EVP_DigestUpdate(context.get(), text.data(), text.size()) == 1);
  });
  std::array<unsigned char, 32> digest{};
  check(EVP_DigestFinal_ex(context.get(), digest.data(), nullptr) == 1);

  std::string hex;
  for (const unsigned char byte : digest) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  return hex;
}

}  // namespace dlx
