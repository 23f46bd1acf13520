#pragma once

#include <cstddef>

namespace dlx {

/// Bytes that vectors hold on the heap, without what their elements hold.
template <class... Vectors>
[[nodiscard]] std::size_t heap_bytes(const Vectors&... vectors) {
  return (... + (vectors.capacity() * sizeof(vectors[0])));
}

}  // namespace dlx
