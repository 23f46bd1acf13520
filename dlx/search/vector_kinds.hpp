#pragma once

/// The kinds of vector instructions that a processor may have. Kernels (search loops) include this
/// file and are compiled for each kind, so the file must not contain code.
namespace dlx::search {

/// The sets of vector instructions that code may use.
enum class VectorKind : unsigned char {
  plain,            ///< only instructions that every processor of the architecture has
  avx2,             ///< the instructions of AVX2 and BMI2
  avx512,           ///< in addition to AVX2, the instructions of AVX-512 F, BW, DQ and VL
  avx512_popcount,  ///< in addition to AVX-512, the instructions of AVX-512 VPOPCNTDQ
  neon,             ///< the instructions of NEON on 64-bit ARM
  simd128,          ///< the vector instructions of WebAssembly, which are called SIMD
};

}  // namespace dlx::search

/// Expands to X(kind) for each kind of vector instructions for which this build has kernels, the
/// best kind last.
#if defined(__x86_64__)
#define DLX_FOR_EACH_VECTOR_KIND(X) X(plain) X(avx2) X(avx512) X(avx512_popcount)
#elif defined(__aarch64__)
#define DLX_FOR_EACH_VECTOR_KIND(X) X(plain) X(neon)
#elif defined(__wasm__)
#define DLX_FOR_EACH_VECTOR_KIND(X) X(plain) X(simd128)
#else
#define DLX_FOR_EACH_VECTOR_KIND(X) X(plain)
#endif

/// The name of a function in the kernel that is being compiled, such as name_avx2 for the kind
/// avx2.
#define DLX_KERNEL_NAME_OF(name, kind) name##_##kind
#define DLX_KERNEL_NAME(name, kind) DLX_KERNEL_NAME_OF(name, kind)
#define DLX_KERNEL(name) DLX_KERNEL_NAME(name, DLX_VECTOR_KIND)
