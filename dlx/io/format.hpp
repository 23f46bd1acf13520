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

/// How a format is read and written. Null: it is not. Reading throws InputError for anything that
/// is not a problem in the format, and what Input throws; writing throws std::invalid_argument for
/// what the format cannot say, and returns warnings for the user.
struct Format {
  ReadProblem (*read)(Input& input, const ReadOptions& options) = nullptr;  ///< whole
  /// Whole; options are numbered without gaps.
  std::vector<std::string> (*write)(const Problem& problem, const TextSink& sink) = nullptr;
  /// Whether a text begins as only those in this format do; null: that cannot be told. `start` is
  /// as much of it as Input::ahead() gives.
  bool (*begins)(std::string_view start) = nullptr;
  /// Whether items are columns, of which ReadOptions::secondary may name some.
  bool has_columns = false;
};

/// Warnings for the user where a format has whole costs alone, and those of the problem are not.
[[nodiscard]] std::vector<std::string> warnings_of_whole_costs(const Problem& problem);

#define DLX_ROW(value, word, end, help) [[nodiscard]] Format value##_format();
/// Of each format a function, knuth_format() and so on, in the file of the format.
DLX_FORMATS(DLX_ROW)
#undef DLX_ROW

}  // namespace dlx::io
