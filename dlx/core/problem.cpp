#include "dlx/core/problem.hpp"

namespace dlx {

std::size_t Problem::memory_bytes() const noexcept {
  const auto of = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
  return item_names_.memory_bytes() + colour_names_.memory_bytes() + of(bounds_) +
         of(option_ends_) + of(entry_items_) + of(entry_colours_) + of(costs_);
}

}  // namespace dlx
