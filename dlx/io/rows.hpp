#pragma once

#include <string_view>

namespace dlx::io {

/// How strongly a text resembles a matrix.
enum class MatrixLook {
  none,   ///< it does not look like a matrix
  table,  ///< cells between commas, decimal numbers, or rows of different lengths
  plain,  ///< rows of 0 and 1, which could also be Knuth's text
  sure,   ///< rows with decimal points, or below a line of names or sizes
};

/// How strongly a text resembles a matrix. `start` is as much of the text as Input::ahead()
/// returns.
[[nodiscard]] MatrixLook matrix_look(std::string_view start);

}  // namespace dlx::io
