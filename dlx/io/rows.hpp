#pragma once

#include <cstdint>
#include <vector>

#include "dlx/core/canonical_text.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/io/input.hpp"
#include "dlx/io/read_problem.hpp"

namespace dlx {

/// How problems are read. `secondary` is for rows, whose items are columns, from 0, without names.
struct ReadOptions {
  /// Columns of secondary items; all others are primary.
  std::vector<std::uint32_t> secondary = {};
  /// Drop rows without a primary column rather than refuse them: they could never be chosen.
  bool drop_options_without_primary = false;
};

/// Rows as Sage's dlx_solver takes them, `[[0, 3], [1, 2]]`: each the columns of an option. There
/// are as many columns as the greatest number says. Without any column there is one solution, the
/// empty cover; Sage says none. Throws InputError for anything else, among it a column named twice
/// in a row and one past 2^22; and what Input throws.
[[nodiscard]] ReadProblem read_row_lists(Input& input, const ReadOptions& options = {});

/// A matrix of 0 and 1, a line a row, with blanks between them as numpy.savetxt writes it with
/// fmt="%d", or without. What follows '#' on a line is a comment, and empty lines are skipped. All
/// rows must be of one length. Throws InputError for anything else; and what Input throws.
[[nodiscard]] ReadProblem read_matrix(Input& input, const ReadOptions& options = {});

/// Writes such rows; the order of items is lost with their names. Throws std::invalid_argument for
/// what rows cannot say: secondary items, colours, multiplicities; and in lists a last item that no
/// option has. Returns warnings for the user: costs are left out.
std::vector<std::string> write_row_lists(const Problem& problem, const TextSink& sink);
/// The same as lines of 0 and 1, one an option.
std::vector<std::string> write_matrix(const Problem& problem, const TextSink& sink);

}  // namespace dlx
