#pragma once

#include <span>
#include <string_view>

#include "dlx/core/problem.hpp"

namespace dlx {

/// The option that a person means: its number, or its items in any order, with blanks between them
/// and colours as in files ("a b s:red"). Throws std::invalid_argument if there is no such option,
/// or if several have these items.
[[nodiscard]] OptionId option_named(const Problem& problem, std::string_view text);

/// The problem whose solutions are those of `problem` that have all options of `fixed` and none of
/// `forbidden`. Items, names, costs and the numbers of options stay. Options that cannot stand
/// beside a fixed one are dropped. A fixed option that then need not be chosen, because all its
/// items may be covered otherwise, gets another primary item, "fixed-NUMBER".
[[nodiscard]] Problem restricted(const Problem& problem, std::span<const OptionId> fixed,
                                 std::span<const OptionId> forbidden);

}  // namespace dlx
