#pragma once

#include <string_view>

namespace dlx::io {

/// How much a text looks like a matrix.
enum class MatrixLook {
  none,   ///< not at all
  table,  ///< with cells between commas or decimal numbers, or with rows of several lengths
  plain,  ///< its lines are rows of 0 and 1, which Knuth's text could be as well
  sure,   ///< with decimal points, a line of names or a line of sizes
};

/// How much a text looks like a matrix; `start` is as much of it as Input::ahead() gives.
[[nodiscard]] MatrixLook matrix_look(std::string_view start);

}  // namespace dlx::io
