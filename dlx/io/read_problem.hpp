#pragma once

#include <cstdint>

#include "dlx/core/problem.hpp"

namespace dlx::io {

/// A problem that was read, in whatever format.
struct ReadProblem {
  Problem problem;                    ///< primary items first
  std::uint64_t dropped_options = 0;  ///< for want of a primary item, if that was asked for
};

}  // namespace dlx::io
