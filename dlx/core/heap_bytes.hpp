#pragma once

#include <cstddef>

namespace dlx {

/// The bytes that vectors have allocated on the heap. Memory that the vectors' elements own is not
/// included.
template <class... Vectors>
[[nodiscard]] std::size_t heap_bytes(const Vectors&... vectors) {
  return (... + (vectors.capacity() * sizeof(vectors[0])));
}

}  // namespace dlx
