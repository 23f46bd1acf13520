#pragma once

#include <string_view>

namespace dlx::io {

/// Degrees of resemblance between a text and a matrix.
enum class MatrixLook {
  none,   ///< the text does not look like a matrix
  table,  ///< the text has cells between commas, decimal numbers, or rows of different lengths
  plain,  ///< the text has rows of 0 and 1, and could also be Knuth's text
  sure,   ///< the text has rows with decimal points, or rows below a line of names or sizes
};

/// Tells how strongly a text resembles a matrix. `start` is the beginning of the text, as returned
/// by Input::ahead().
[[nodiscard]] MatrixLook matrix_look(std::string_view start);

}  // namespace dlx::io
