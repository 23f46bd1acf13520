#pragma once

#include <chrono>
#include <cstddef>

#include "apps/outcome.hpp"
#include "apps/session.hpp"
#include "dlx/core/path_problem.hpp"
#include "dlx/core/problem.hpp"

/// One way to run a search, for all subcommands.
namespace dlx::app {

/// A group of more is not listed.
inline constexpr std::size_t most_members = 10'000;

[[nodiscard]] double seconds_since(std::chrono::steady_clock::time_point start);

/// Searches as the command line asks, verifies and prints every solution that is listed, prints
/// the count if that was asked for, and says how it ended. Returns the outcome. The classes of
/// --up-to all, or of a file, it finds itself.
Outcome run_search(Session& session, const Problem& problem, const Presentation& presentation);
/// The same for walks: solutions are checked as covers and as walks.
Outcome run_search(Session& session, const PathProblem& problem, const Presentation& presentation);

}  // namespace dlx::app
