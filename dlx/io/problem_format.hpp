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

/// Thrown by write_problem() if the written text would exceed a limit of its format.
class OutputLimitError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Whether read_problem() can read a format.
[[nodiscard]] bool can_read(ProblemFormat format) noexcept;
/// Whether write_problem() can write a format.
[[nodiscard]] bool can_write(ProblemFormat format) noexcept;

/// The file name extension of a format, for example ".json". The text is empty if the format has no
/// extension.
[[nodiscard]] std::string_view end_of_name(ProblemFormat format) noexcept;
/// The format that belongs to the extension of a file name; a final .gz is ignored. Returns nullopt
/// if no format has this extension.
[[nodiscard]] std::optional<ProblemFormat> format_of_name(std::string_view path) noexcept;

/// Guesses the format of a text, among the formats that can be read, from its first lines. `start`
/// is the beginning of the text, as returned by Input::ahead().
/// - JSON begins with '{' and a list of rows begins with '['. The character after this bracket must
///   be one that JSON or a list of rows allows there.
/// - In Knuth's text the first line names distinct items, and options contain no other items. Rows
///   of 0 and 1 that violate this rule are a matrix. Every other table with commas is also read as
///   a matrix, so that errors explain what a matrix is.
/// - Rows of 1.0 and 0.0, and rows below a line of names, are always a matrix.
/// - Two numbers followed by a line with other numbers are a set-partitioning problem.
/// - Everything else is Knuth's text.
[[nodiscard]] ProblemFormat format_of_text(std::string_view start);

/// The format of a text: the format of the file's extension if that format can be read, and
/// otherwise format_of_text().
[[nodiscard]] ProblemFormat format_of(std::string_view path, std::string_view start);

/// Whether a text that format_of_text() identifies as Knuth's text could also be a matrix.
[[nodiscard]] bool could_be_matrix(std::string_view start);

/// Reads a problem in any of the formats above. `options.secondary` applies only to formats with
/// columns, and `options.drop_options_without_primary` also to Knuth's text. Lists of rows are also
/// read where JSON is expected. Error messages include the likely meaning of the text, see
/// likely_meaning().
[[nodiscard]] ReadProblem read_problem(Input& input, ProblemFormat format,
                                       const ReadOptions& options = {});

/// Reads a problem from a file in the format that format_of() determines. The file may be
/// compressed. The path "-" means standard input. Unless the extension of the file names its
/// format, a text with items and without options is an error, because it is seldom meant as a
/// problem. Throws InputError, with the place of the fault, and SystemError. The function is
/// defined in the library dlx::io.
[[nodiscard]] Problem read(const std::string& path);

/// Writes a problem in a format that can be written. Returns warnings for the user. Throws
/// std::invalid_argument if the format cannot express the problem.
std::vector<std::string> write_problem(const Problem& problem, ProblemFormat format,
                                       const TextSink& sink);

}  // namespace dlx::io
