#pragma once

#include "dlx/core/ids.hpp"

namespace dlx {

/// An assumption: an option is chosen, or it is not chosen.
struct Assumption {
  OptionId option;     ///< an option of the problem
  bool chosen = true;  ///< true: solutions must have the option; false: they must not
  friend bool operator==(const Assumption&, const Assumption&) = default;
};

}  // namespace dlx
