#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx::io {

/// Options that determine how a problem is read. `secondary` applies to formats whose items are
/// columns, numbered from 0.
struct ReadOptions {
  /// The columns of secondary items; all other columns are primary items.
  std::vector<std::uint32_t> secondary = {};
  /// Whether to drop options without a primary item, which could never be chosen. If the field is
  /// false, options without a primary item are errors.
  bool drop_options_without_primary = false;
  /// Whether to throw an error for Knuth's text that has items to be covered and no options. As a
  /// problem, such a text has no solution, but a text like "hello world" is seldom meant as a
  /// problem.
  bool refuse_without_options = false;
};

/// The result of reading: the problem, and notes on how it was read.
struct ReadProblem {
  Problem problem;  ///< the problem that was read
  /// The number of options dropped because they have no primary item; see ReadOptions.
  std::uint64_t dropped_options = 0;
  /// Whether the file states gains or maximizes, so that each cost is a gain with the opposite
  /// sign.
  bool are_gains = false;
  /// Notes for the user on how the file was read; for example, that options have no cost.
  std::vector<std::string> notes = {};
};

}  // namespace dlx::io
