#pragma once

#include <cstddef>

#include "apps/session.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/count.hpp"
#include "dlx/search/options.hpp"

/// What the options of a search make of it.
namespace dlx::app {

/// The search options of the command line, with progress and signals connected.
/// Without a problem there can be no --order.
[[nodiscard]] SearchOptions search_options(Session& session, const Problem* problem = nullptr);

/// The options of a count: those of a search, and how it is to be counted.
[[nodiscard]] CountOptions count_options(Session& session, const Problem& problem);

[[nodiscard]] std::size_t memory_limit(const Session& session);

/// Throws std::invalid_argument if none was asked for.
[[nodiscard]] unsigned threads_of(const Session& session);

/// Whether a signal has asked for an end. search_options() begin to heed them.
[[nodiscard]] bool stop_requested();
/// The signal that did; 0: none.
[[nodiscard]] int stopping_signal();

}  // namespace dlx::app
