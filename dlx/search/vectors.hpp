#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "dlx/search/vector_kinds.hpp"

namespace dlx::search {

[[nodiscard]] std::string_view to_string(VectorKind kind) noexcept;

/// The kinds of vector instructions that this processor supports and for which this build has
/// kernels, the best kind last. The list is never empty.
[[nodiscard]] std::vector<VectorKind> vectors_of_processor();
/// The best kind of vector instructions, which is the last element of vectors_of_processor().
[[nodiscard]] VectorKind best_vectors() noexcept;
/// Throws std::invalid_argument if this processor does not support these vector instructions.
void require_vectors(VectorKind kind);

/// A function, and the kind of vector instructions for which it was compiled.
template <class Function>
struct Compiled {
  VectorKind kind;
  Function function;
};
/// Expands to a row of a table of compiled functions; the table has a row for each kind of vector
/// instructions.
#define DLX_COMPILED(kind, function) {::dlx::search::VectorKind::kind, function##_##kind},

/// The function in the table that was compiled for this kind of vector instructions. Throws
/// std::invalid_argument like require_vectors().
template <class Function, std::size_t Size>
[[nodiscard]] Function compiled_for(VectorKind kind, const Compiled<Function> (&table)[Size]) {
  require_vectors(kind);
  std::size_t row = 0;
  while (table[row].kind != kind) ++row;
  return table[row].function;
}

}  // namespace dlx::search
