#pragma once

#include "dlx/core/ids.hpp"

namespace dlx {

/// An assumption: an option is chosen, or it is not chosen.
struct Assumption {
  OptionId option;  ///< the option of the problem that is assumed to be chosen or not
  /// True: solutions must contain the option; false: solutions must not contain the option.
  bool chosen = true;
  friend bool operator==(const Assumption&, const Assumption&) = default;
};

}  // namespace dlx
