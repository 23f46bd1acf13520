#include "dlx/search/price.hpp"

#include <algorithm>
#include <cstdint>

#include "dlx/core/problem.hpp"

namespace dlx::search {

Price price_of(EngineKind engine, const Problem& problem) {
  if (engine == EngineKind::learning_cells) return {2e-6, 8e-9, 0};
  if (engine == EngineKind::dancing_cells) return {6e-8, 8e-9, 0};
  if (engine == EngineKind::item_bits) {
    // The time to build the tables of item_bits is proportional to the number of entries. It is
    // divided among the first nodes.
    return {
        2e-8, 0,
        3e-8 * static_cast<double>(problem.entry_count()) / std::max(1U, problem.primary_count())};
  }
  if (engine != EngineKind::bit_matrix) return {3e-7, 4e-9, 0};
  // The engine bit_matrix does not count updates. A node of bit_matrix took 0.1 to 12 microseconds.
  // The time of a node grows with the number of items and options. The nodes of the first descent
  // together took 2e-10 to 1e-9 seconds for each element of the matrix.
  const double matrix = static_cast<double>(problem.option_count()) * problem.item_count();
  return {std::min(8e-8 + 1.5e-13 * matrix, 1.5e-6) + 2.5e-14 * matrix, 0,
          4e-10 * matrix / std::max(1U, problem.primary_count())};
}

double nominal_seconds(EngineKind engine, const Problem& problem, const Statistics& done) {
  const Price price = price_of(engine, problem);
  const double first =
      static_cast<double>(std::min<std::uint64_t>(done.nodes, problem.primary_count()));
  return first * price.first_node + static_cast<double>(done.nodes) * price.node +
         static_cast<double>(done.updates) * price.update;
}

}  // namespace dlx::search
