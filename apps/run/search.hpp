#pragma once

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/answer.hpp"
#include "dlx/core/path_problem.hpp"
#include "dlx/core/problem.hpp"

/// How every subcommand searches: a request becomes an answer, a confirmation of it, and last of
/// all what is printed.
namespace dlx::app {

struct OtherSearch;  // checkpoint.hpp

/// Searches as the request asks, verifies and prints every solution that is listed, and prints how
/// it ended. The classes of --up-to all, or of a file, it finds itself.
Outcome run_search(const Request& request, Console& console, const Problem& problem,
                   const Presentation& presentation, const OtherSearch* other_search = nullptr);
/// The same for walks: solutions are checked as covers and as walks.
Outcome run_search(const Request& request, Console& console, const PathProblem& problem,
                   const Presentation& presentation);

}  // namespace dlx::app
