#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx::io {

/// How problems are read. `secondary` is for rows, whose items are columns, from 0, without names.
struct ReadOptions {
  /// Columns of secondary items; all others are primary.
  std::vector<std::uint32_t> secondary = {};
  /// Drop rows without a primary column rather than refuse them: they could never be chosen.
  bool drop_options_without_primary = false;
  /// Refuse Knuth's text that names items to be covered and has no options. As a problem its count
  /// is 0, but where nobody has said that it is one, it is seldom meant as one: "hello world".
  bool refuse_without_options = false;
};

/// A problem that was read, in whatever format.
struct ReadProblem {
  Problem problem;                      ///< primary items first
  std::uint64_t dropped_options = 0;    ///< for want of a primary item, if that was asked for
  std::vector<std::string> notes = {};  ///< what a user must know of how the file was read
};

}  // namespace dlx::io
