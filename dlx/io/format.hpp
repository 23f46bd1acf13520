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

/// How a format is read and written; null: it is not. Reading throws InputError for anything that
/// is not a problem in the format, and the exceptions of Input. Writing throws
/// std::invalid_argument if the format cannot express the problem, and returns warnings for the
/// user.
struct Format {
  ReadProblem (*read)(Input& input, const ReadOptions& options) = nullptr;  ///< reads a whole input
  /// Writes a whole problem; options are numbered without gaps.
  std::vector<std::string> (*write)(const Problem& problem, const TextSink& sink) = nullptr;
  /// Whether a text begins as only texts in this format begin; null: the beginning does not decide.
  /// `start` is as much of it as Input::ahead() gives.
  bool (*begins)(std::string_view start) = nullptr;
  /// Whether items are columns, of which ReadOptions::secondary may name some.
  bool has_columns = false;
};

/// Warnings for the user if a format has whole costs only, and some costs of the problem are not
/// whole.
[[nodiscard]] std::vector<std::string> warnings_of_whole_costs(const Problem& problem);

#define DLX_ROW(value, word, end, help) [[nodiscard]] Format value##_format();
/// A function for each format, knuth_format() and so on, in the file of the format.
DLX_FORMATS(DLX_ROW)
#undef DLX_ROW

}  // namespace dlx::io
