#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx::io {

/// How problems are read. `secondary` applies to rows: their items are columns, numbered from 0,
/// without names.
struct ReadOptions {
  /// Columns of secondary items; all others are primary.
  std::vector<std::uint32_t> secondary = {};
  /// Drop rows without a primary column rather than refuse them: they could never be chosen.
  bool drop_options_without_primary = false;
  /// Refuse Knuth's text that names items to be covered and has no options. As a problem its count
  /// is 0, but a text like "hello world" is seldom meant as a problem.
  bool refuse_without_options = false;
};

/// A problem that was read, in whatever format.
struct ReadProblem {
  Problem problem;  ///< primary items first
  /// Options dropped because they lack a primary item, if this was asked for.
  std::uint64_t dropped_options = 0;
  std::vector<std::string> notes = {};  ///< notes for the user on how the file was read
};

}  // namespace dlx::io
