#pragma once

/// The kinds of vectors that a processor may have. Kernels, which are compiled for each kind,
/// include this file, so it has no code.
namespace dlx::search {

/// The instructions of a processor that code may use.
enum class VectorKind : unsigned char {
  plain,            ///< instructions of every processor of the architecture
  avx2,             ///< AVX2 and BMI2
  avx512,           ///< AVX-512 F, BW, DQ and VL too
  avx512_popcount,  ///< AVX-512 VPOPCNTDQ too
  neon,             ///< NEON of 64-bit ARM
  simd128,          ///< SIMD of WebAssembly
};

}  // namespace dlx::search

/// X(kind) for each kind that this build has kernels for, the best last.
#if defined(__x86_64__)
#define DLX_FOR_EACH_VECTOR_KIND(X) X(plain) X(avx2) X(avx512) X(avx512_popcount)
#elif defined(__aarch64__)
#define DLX_FOR_EACH_VECTOR_KIND(X) X(plain) X(neon)
#elif defined(__wasm__)
#define DLX_FOR_EACH_VECTOR_KIND(X) X(plain) X(simd128)
#else
#define DLX_FOR_EACH_VECTOR_KIND(X) X(plain)
#endif

/// The name of a function in the kernel that is being compiled: name_avx2, for example.
#define DLX_KERNEL_NAME_OF(name, kind) name##_##kind
#define DLX_KERNEL_NAME(name, kind) DLX_KERNEL_NAME_OF(name, kind)
#define DLX_KERNEL(name) DLX_KERNEL_NAME(name, DLX_VECTOR_KIND)
