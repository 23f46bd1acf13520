#include "dlx/certificate/identity.hpp"

#include <openssl/err.h>
#include <openssl/evp.h>

#include <array>
#include <new>
#include <stdexcept>

#include "dlx/core/canonical_text.hpp"
#include "dlx/core/text.hpp"

namespace dlx::certificate {
namespace {

void check(bool ok) {
  if (ok) return;
  const bool out_of_memory = ERR_GET_REASON(ERR_peek_error()) == ERR_R_MALLOC_FAILURE;
  ERR_clear_error();
  if (out_of_memory) throw std::bad_alloc();
  throw std::runtime_error("SHA-256 is not available");
}

}  // namespace

struct Sha256::Context {
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> of_openssl{EVP_MD_CTX_new(),
                                                                     &EVP_MD_CTX_free};
};

Sha256::Sha256() : context_(new Context) {
  EVP_MD_CTX* const context = context_->of_openssl.get();
  check(context != nullptr && EVP_DigestInit_ex(context, EVP_sha256(), nullptr) == 1);
}

Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
  check(EVP_DigestUpdate(context_->of_openssl.get(), bytes.data(), bytes.size()) == 1);
}

std::string Sha256::hex() {
  std::array<unsigned char, 32> digest{};
  check(EVP_DigestFinal_ex(context_->of_openssl.get(), digest.data(), nullptr) == 1);
  return dlx::hex({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

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

}  // namespace dlx::certificate
