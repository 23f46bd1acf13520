#include "dlx/certificate/identity.hpp"

#include <openssl/err.h>
#include <openssl/evp.h>

#include <array>
#include <memory>
#include <new>
#include <stdexcept>

#include "dlx/core/canonical_text.hpp"
#include "dlx/core/text.hpp"

namespace dlx {
namespace {

class Sha256 {
 public:
  Sha256() { check(context_ && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1); }

  void add(std::string_view text) {
    check(EVP_DigestUpdate(context_.get(), text.data(), text.size()) == 1);
  }

  [[nodiscard]] std::string hex() {
    std::array<unsigned char, 32> digest{};
    check(EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr) == 1);
    return dlx::hex({reinterpret_cast<const char*>(digest.data()), digest.size()});
  }

 private:
  static void check(bool ok) {
    if (ok) return;
    const bool out_of_memory = ERR_GET_REASON(ERR_peek_error()) == ERR_R_MALLOC_FAILURE;
    ERR_clear_error();
    if (out_of_memory) throw std::bad_alloc();
    throw std::runtime_error("SHA-256 is not available");
  }

  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_{EVP_MD_CTX_new(),
                                                                   &EVP_MD_CTX_free};
};

}  // namespace

std::string sha256(std::string_view bytes) {
  Sha256 digest;
  digest.add(bytes);
  return digest.hex();
}

std::string identity(const Problem& problem) {
  Sha256 digest;
  write_canonical_text(problem, [&](std::string_view text) { digest.add(text); });
  return digest.hex();
}

}  // namespace dlx
