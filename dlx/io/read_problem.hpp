#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx::io {

/// How problems are read. `secondary` applies to formats whose items are columns, numbered from 0.
struct ReadOptions {
  /// Columns of secondary items; all others are primary.
  std::vector<std::uint32_t> secondary = {};
  /// Drop options without a primary item, which could never be chosen, instead of throwing an
  /// error.
  bool drop_options_without_primary = false;
  /// Throw an error for Knuth's text that has items to be covered and no options. As a problem such
  /// a text has no solution, but a text like "hello world" is seldom meant as a problem.
  bool refuse_without_options = false;
};

/// A problem that was read in any format.
struct ReadProblem {
  Problem problem;  ///< the problem
  /// The number of options dropped because they have no primary item; see ReadOptions.
  std::uint64_t dropped_options = 0;
  std::vector<std::string> notes = {};  ///< notes for the user on how the file was read
};

}  // namespace dlx::io
