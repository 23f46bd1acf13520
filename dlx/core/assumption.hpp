#pragma once

#include "dlx/core/ids.hpp"

namespace dlx {

/// Something that is taken for granted: an option is chosen, or it is not.
struct Assumption {
  OptionId option;     ///< an option of the problem
  bool chosen = true;  ///< whether solutions must have the option
  friend bool operator==(const Assumption&, const Assumption&) = default;
};

}  // namespace dlx
