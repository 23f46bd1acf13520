#include "dlx/search/vectors.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace dlx::search {
namespace {

bool has([[maybe_unused]] VectorKind kind) {
#if defined(__x86_64__)
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vl");
  if (kind == VectorKind::avx2) return avx2;
  if (kind == VectorKind::avx512) return avx512;
  if (kind == VectorKind::avx512_popcount) {
    return avx512 && __builtin_cpu_supports("avx512vpopcntdq");
  }
#endif
  return true;
}

}  // namespace

std::string_view to_string(VectorKind kind) noexcept {
  constexpr std::string_view words[] = {
      "plain", "AVX2", "AVX-512", "AVX-512 VPOPCNTDQ", "NEON", "WebAssembly SIMD"};
  return words[static_cast<std::size_t>(kind)];
}

std::vector<VectorKind> vectors_of_processor() {
  std::vector<VectorKind> kinds;
#define DLX_ADD(kind) \
  if (has(VectorKind::kind)) kinds.push_back(VectorKind::kind);
  DLX_FOR_EACH_VECTOR_KIND(DLX_ADD)
#undef DLX_ADD
  return kinds;
}

VectorKind best_vectors() noexcept {
  VectorKind best = VectorKind::plain;
#define DLX_TAKE(kind) \
  if (has(VectorKind::kind)) best = VectorKind::kind;
  DLX_FOR_EACH_VECTOR_KIND(DLX_TAKE)
#undef DLX_TAKE
  return best;
}

void require_vectors(VectorKind kind) {
  const std::vector<VectorKind> kinds = vectors_of_processor();
  if (std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) return;
  throw std::invalid_argument("this processor has no " + std::string(to_string(kind)));
}

}  // namespace dlx::search
