#pragma once

#include <array>
#include <cstddef>
#include <iterator>

#include "dlx/core/problem.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/counting/sign_factors.hpp"
#include "dlx/engines/bit_matrix.hpp"
#include "dlx/engines/item_bits.hpp"
#include "dlx/search/options.hpp"
#include "dlx/solver.hpp"
#include "dlx/tables/item_orders.hpp"
#include "dlx/tables/memo_search.hpp"
#include "dlx/tables/sweep_plan.hpp"

namespace dlx::test {

/// Every engine goes through the same tests.
inline constexpr auto all_engines = [] {
  std::array<EngineKind, single_engine_names.size()> engines = {};
  for (std::size_t e = 0; e < engines.size(); ++e) engines[e] = single_engine_names[e].value;
  return engines;
}();
/// The engines whose searches can be divided and saved.
inline constexpr auto dividable_engines = [] {
  std::array<EngineKind, dividable_engine_names.size()> engines = {};
  for (std::size_t e = 0; e < engines.size(); ++e) engines[e] = dividable_engine_names[e].value;
  return engines;
}();

/// Every method that counts solutions goes through the same tests. An invariant only shows that
/// there are none.
inline constexpr auto all_methods = [] {
  std::array<CountMethod, std::size(method_names) - 1> methods = {};
  std::size_t m = 0;
  for (const Name<CountMethod>& row : method_names) {
    if (row.value != CountMethod::invariant) methods[m++] = row.value;
  }
  return methods;
}();

/// Not every method counts every problem as it is.
inline bool is_for(CountMethod method, const Problem& problem) {
  switch (method) {
    case CountMethod::fold:
      // A fold keeps the order of the file, in which the frontier may be too wide for a test.
      return tables::sweep_bits(problem, tables::closing_order(problem)) < 48;
    case CountMethod::memo:
      return tables::memo_objection(problem).empty();
    case CountMethod::signs:
      return counting::find_sign_plan(problem).planning.plan.has_value();
    default:
      return true;
  }
}

/// Not every engine takes every problem.
inline bool is_for(EngineKind engine, const Problem& problem) {
  switch (engine) {
    case EngineKind::dancing_cells:
      return !problem.has_multiplicities();
    case EngineKind::bit_matrix:
      return engines::bit_matrix_objection(problem).empty();
    case EngineKind::item_bits:
      return engines::item_bits_objection(problem).empty();
    default:
      return true;
  }
}

/// This engine, or one that takes the problem where it does not.
inline EngineKind engine_for(EngineKind engine, const Problem& problem) {
  return is_for(engine, problem) ? engine : EngineKind::dancing_links;
}

/// Counts solutions by visiting each, as count() need not.
inline counting::CountResult walk(const Problem& problem, EngineKind engine) {
  counting::CountResult result;
  Solver solver(problem, {.engine = engine});
  while (solver.next()) ++result.value;
  result.status = solver.status();
  result.statistics = solver.statistics();
  return result;
}

}  // namespace dlx::test
