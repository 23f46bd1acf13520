#pragma once

#include <string_view>

namespace dlx::io {

/// How much a text looks like a matrix.
enum class MatrixLook {
  none,   ///< it does not look like a matrix
  table,  ///< cells between commas, decimal numbers, or rows of several lengths
  plain,  ///< rows of 0 and 1, which could also be Knuth's text
  sure,   ///< decimal points, a line of names or a line of sizes
};

/// How much a text looks like a matrix; `start` is as much of it as Input::ahead() gives.
[[nodiscard]] MatrixLook matrix_look(std::string_view start);

}  // namespace dlx::io
