#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "dlx/core/canonical_text.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/io/input.hpp"
#include "dlx/io/read_problem.hpp"

namespace dlx::io {

/// Rows as Sage's dlx_solver takes them, `[[0, 3], [1, 2]]`: each the columns of an option. There
/// are as many columns as the greatest number says. Without any column there is one solution, the
/// empty cover; Sage says none. Throws InputError for anything else, among it a column named twice
/// in a row and one past 2^22; and what Input throws.
[[nodiscard]] ReadProblem read_row_lists(Input& input, const ReadOptions& options = {});

/// A matrix of 0 and 1, a line a row, as numpy.savetxt and spreadsheets write it:
///   - cells between commas, semicolons or blanks, or without anything between them: `101`;
///   - cells may be `1.0`, `0.000e+00`, `True`, `FALSE` or `"1"`;
///   - a first line may name the columns: `a,b,c`, or `0 1 2`; then these are the items' names;
///   - what follows '#' on a line is a comment, and empty lines are skipped.
/// All rows must be of one length. Throws InputError for anything else, among it names of rows and
/// a line of sizes; and what Input throws.
[[nodiscard]] ReadProblem read_matrix(Input& input, const ReadOptions& options = {});

/// How much a text looks like a matrix.
enum class MatrixLook {
  none,   ///< not at all
  table,  ///< with cells between commas or decimal numbers, or with rows of several lengths
  plain,  ///< its lines are rows of 0 and 1, which Knuth's text could be as well
  sure,   ///< with decimal points, a line of names or a line of sizes
};

/// How much a text looks like a matrix; `start` is as much of it as Input::ahead() gives.
[[nodiscard]] MatrixLook matrix_look(std::string_view start);

/// Writes such rows; the order of items is lost with their names. Throws std::invalid_argument for
/// what rows cannot say: secondary items, colours, multiplicities; and in lists a last item that no
/// option has. Returns warnings for the user: costs are left out.
std::vector<std::string> write_row_lists(const Problem& problem, const TextSink& sink);
/// The same as lines of 0 and 1, one an option.
std::vector<std::string> write_matrix(const Problem& problem, const TextSink& sink);

}  // namespace dlx::io
