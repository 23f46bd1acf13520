#pragma once

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/answer.hpp"
#include "dlx/core/problem.hpp"

namespace dlx::app {

/// Implements --hint: prints the next option that all solutions contain, and the reason. `show`
/// supplies the options that are already known, and the words for options.
Outcome give_hint(const Request& request, Console& console, const Problem& problem,
                  const Presentation& show);

}  // namespace dlx::app
