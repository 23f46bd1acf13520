#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/canonical_text.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/io/input.hpp"
#include "dlx/io/read_problem.hpp"
#include "dlx/names.hpp"

namespace dlx::io {

/// The text would be larger than a declared limit.
class OutputLimitError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Whether read_problem() takes a format.
[[nodiscard]] bool can_read(ProblemFormat format) noexcept;
/// Whether write_problem() takes a format.
[[nodiscard]] bool can_write(ProblemFormat format) noexcept;

/// How the names of files in a format end: ".json". Empty: in no way of their own.
[[nodiscard]] std::string_view end_of_name(ProblemFormat format) noexcept;
/// The format by the end of a file's name, before .gz. Nothing if no format has this ending.
[[nodiscard]] std::optional<ProblemFormat> format_of_name(std::string_view path) noexcept;

/// The format of a text, by its first lines, among the formats that can be read. `start` is as much
/// of the text as Input::ahead() gives.
/// - JSON begins with '{' and lists of rows with '[', each followed by a mark that is possible
///   there.
/// - In Knuth's text the first line names items, each once, and options have no other items. So
///   rows of 0 and 1 that are not such a text are a matrix. Every other table with commas is a
///   matrix too, so that errors explain what a matrix is.
/// - Rows of 1.0 and 0.0, and rows below a line of names, are always a matrix.
/// - Two numbers followed by a line with other numbers are a set-partitioning problem.
/// - Everything else is Knuth's text.
[[nodiscard]] ProblemFormat format_of_text(std::string_view start);

/// The format of a text: the one that the end of its file's name says if that can be read,
/// otherwise by its first lines.
[[nodiscard]] ProblemFormat format_of(std::string_view path, std::string_view start);

/// Whether a text that format_of_text() takes for Knuth's may as well be a matrix.
[[nodiscard]] bool could_be_matrix(std::string_view start);

/// Reads a problem in a format that can be read. `options.secondary` applies to rows;
/// `options.drop_options_without_primary` also to Knuth's text. Lists of rows are also read where
/// JSON is expected. Errors add the likely meaning of the text, see likely_meaning().
[[nodiscard]] ReadProblem read_problem(Input& input, ProblemFormat format,
                                       const ReadOptions& options = {});

/// Reads a problem from a file, compressed or not, in the format that format_of() finds; "-" is the
/// standard input. Throws InputError, with the place of the fault, and SystemError. Defined in the
/// library dlx::io.
[[nodiscard]] Problem read(const std::string& path);

/// Writes a problem in a format that can be written. Returns warnings for the user. Throws
/// std::invalid_argument if the format cannot express the problem.
std::vector<std::string> write_problem(const Problem& problem, ProblemFormat format,
                                       const TextSink& sink);

}  // namespace dlx::io
