#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/canonical_text.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/io/input.hpp"
#include "dlx/io/rows.hpp"

namespace dlx {

/// How problems are spelled.
enum class ProblemFormat { knuth, or_library, sage, matrix, opb, cnf, lp, minizinc };

inline constexpr ProblemFormat all_formats[] = {
    ProblemFormat::knuth, ProblemFormat::or_library, ProblemFormat::sage, ProblemFormat::matrix,
    ProblemFormat::opb,   ProblemFormat::cnf,        ProblemFormat::lp,   ProblemFormat::minizinc};

[[nodiscard]] constexpr std::string_view to_string(ProblemFormat format) noexcept {
  switch (format) {
    case ProblemFormat::knuth:
      return "knuth";
    case ProblemFormat::or_library:
      return "or-library";
    case ProblemFormat::sage:
      return "sage";
    case ProblemFormat::matrix:
      return "matrix";
    case ProblemFormat::opb:
      return "opb";
    case ProblemFormat::cnf:
      return "cnf";
    case ProblemFormat::lp:
      return "lp";
    case ProblemFormat::minizinc:
      return "minizinc";
  }
  return "";
}

[[nodiscard]] bool can_read(ProblemFormat format) noexcept;
[[nodiscard]] bool can_write(ProblemFormat format) noexcept;

/// By the end of a file's name, before .gz: dlx, sage, matrix, opb, cnf, lp, mzn. Nothing
/// for others.
[[nodiscard]] std::optional<ProblemFormat> format_of_name(std::string_view path) noexcept;

/// Reads a problem in a format that can be read. `options` are for rows; that on options without a
/// primary item also for Knuth's text.
[[nodiscard]] Rows read_problem(Input& input, ProblemFormat format,
                                const RowsReadOptions& options = {});

/// Writes a problem in a format that can be written. Returns warnings for the user. Throws
/// std::invalid_argument for what the format cannot say.
std::vector<std::string> write_problem(const Problem& problem, ProblemFormat format,
                                       const TextSink& sink);

}  // namespace dlx
