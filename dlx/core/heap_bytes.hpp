#pragma once

#include <cstddef>

namespace dlx {

/// Bytes that vectors hold on the heap, without the memory that their elements own.
template <class... Vectors>
[[nodiscard]] std::size_t heap_bytes(const Vectors&... vectors) {
  return (... + (vectors.capacity() * sizeof(vectors[0])));
}

}  // namespace dlx
