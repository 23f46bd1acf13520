#pragma once

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"

namespace dlx::app {

/// Whether the file of the request is a unit of work that dlx split has made.
[[nodiscard]] bool is_unit_file(const Request& request);
/// Counts it and prints the result as text for dlx merge.
int count_unit(const Request& request, Console& console);

}  // namespace dlx::app
