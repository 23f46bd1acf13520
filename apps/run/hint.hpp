#pragma once

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/answer.hpp"
#include "dlx/core/problem.hpp"

namespace dlx::app {

/// Prints the next option that all solutions have, and the reason (--hint). The presentation has
/// the options that are known, and words.
Outcome give_hint(const Request& request, Console& console, const Problem& problem,
                  const Presentation& show);

}  // namespace dlx::app
