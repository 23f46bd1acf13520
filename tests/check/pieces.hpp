#pragma once

#include <cstdint>

#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/runs/parallel_count.hpp"
#include "dlx/search/trace.hpp"
#include "dlx/solver.hpp"

namespace dlx::test {

/// Counts by a search in pieces of so many nodes, and takes it down.
inline Natural count_in_pieces(const Problem& problem, EngineKind engine, unsigned threads,
                               std::uint64_t nodes, search::Trace& trace) {
  trace.step(search::Step::search);
  trace.step(search::Step::pause);
  trace.flush();
  const Options options{.engine = engine, .threads = threads, .unit_nodes = nodes, .trace = &trace};
  runs::ParallelCount search(
      [&](const Options& search_options) { return Solver(problem, search_options); }, options);
  Tally tally;
  search.count(tally);
  trace.step(search::Step::done);
  return tally.solutions();
}

}  // namespace dlx::test
