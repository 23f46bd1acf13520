#pragma once

#include "dlx/counting/result.hpp"
#include "dlx/options.hpp"
#include "dlx/search/jobs.hpp"

namespace dlx::runs {

/// The number of threads that this machine can run at once.
[[nodiscard]] unsigned all_cores();

/// The number of threads that options ask for, at least 1.
[[nodiscard]] unsigned threads_of(const Options& options);

/// The threads for a Solver, or for a search for the cheapest solutions. Several threads are used
/// only if the options give their number, because one thread is nearly as quick, and most work of
/// further threads is wasted.
[[nodiscard]] search::Jobs search_jobs(const Options& options);

/// The threads and the scratch file that options ask for. The option `unit_nodes` sets the number
/// of nodes of a unit of work.
[[nodiscard]] counting::Resources resources(const Options& options);

}  // namespace dlx::runs
