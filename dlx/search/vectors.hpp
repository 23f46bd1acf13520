#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "dlx/search/vector_kinds.hpp"

namespace dlx::search {

[[nodiscard]] std::string_view to_string(VectorKind kind) noexcept;

/// The kinds that this processor has and this build has kernels for, the best last; never empty.
[[nodiscard]] std::vector<VectorKind> vectors_of_processor();
/// The last of them.
[[nodiscard]] VectorKind best_vectors() noexcept;
/// Throws std::invalid_argument if this processor lacks these vectors.
void require_vectors(VectorKind kind);

/// A function as it was compiled for one kind of vectors.
template <class Function>
struct Compiled {
  VectorKind kind;
  Function function;
};
/// A row of a table of kernels that has a row for each kind.
#define DLX_COMPILED(kind, function) {::dlx::search::VectorKind::kind, function##_##kind},

/// The function for this kind. Throws as require_vectors() does.
template <class Function, std::size_t Size>
[[nodiscard]] Function compiled_for(VectorKind kind, const Compiled<Function> (&table)[Size]) {
  require_vectors(kind);
  std::size_t row = 0;
  while (table[row].kind != kind) ++row;
  return table[row].function;
}

}  // namespace dlx::search
