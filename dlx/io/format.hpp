#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/canonical_text.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/io/input.hpp"
#include "dlx/io/read_problem.hpp"
#include "dlx/names.hpp"

namespace dlx::io {

/// The functions that read and write a format; `read` is null if reading is not supported, and
/// `write` is null if writing is not supported. `read` throws InputError for input that is not a
/// problem in this format, and the exceptions of Input. `write` throws std::invalid_argument if the
/// format cannot express the problem, and returns warnings for the user.
struct Format {
  /// The function that reads a problem from the input, up to the end of the input.
  ReadProblem (*read)(Input& input, const ReadOptions& options) = nullptr;
  /// The function that writes a problem. Dropped options leave no gaps in the written file.
  std::vector<std::string> (*write)(const Problem& problem, const TextSink& sink) = nullptr;
  /// The function that tells whether a text is in this format, judged by its beginning. The pointer
  /// is null if the beginning of a text never proves this format. `start` is the beginning of the
  /// text, as returned by Input::ahead().
  bool (*begins)(std::string_view start) = nullptr;
  /// Whether the items of this format are numbered columns, so that ReadOptions::secondary applies.
  bool has_columns = false;
  /// Whether `write` writes the names of options.
  bool writes_option_names = false;
};

/// The warning for the user if costs are written to a format that has only integer costs. The list
/// of warnings is empty if all costs are integers.
[[nodiscard]] std::vector<std::string> warnings_of_whole_costs(const Problem& problem);

#define DLX_ROW(value, word, end, help) [[nodiscard]] Format value##_format();
/// Declares a function for each format: knuth_format() and so on. Each function is defined in the
/// file of its format.
DLX_FORMATS(DLX_ROW)
#undef DLX_ROW

}  // namespace dlx::io
