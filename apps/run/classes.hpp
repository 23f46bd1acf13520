#pragma once

#include <string>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/answer.hpp"
#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/search/options.hpp"

namespace dlx::app {

/// The order of a group in digits, or where these are many, roughly.
[[nodiscard]] std::string order_in_words(const Natural& order);

/// The classes that --up-to all or --up-to FILE asks for.
struct FoundClasses {
  Classes classes;
  Status status = Status::exhausted;  ///< otherwise: what ended the look for them
};
[[nodiscard]] FoundClasses find_classes(const Request& request, Console& console,
                                        const Problem& problem,
                                        const search::SearchOptions& search);

}  // namespace dlx::app
