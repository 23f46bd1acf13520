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
/// By the end of a file's name, before .gz. Nothing for others.
[[nodiscard]] std::optional<ProblemFormat> format_of_name(std::string_view path) noexcept;

/// By the text's first lines, of those formats that can be read; `start` is as much of it as
/// Input::ahead() gives. JSON begins with '{' and lists of rows with '[', followed by
/// what may follow there. In Knuth's text the first line names items, each once, and options have
/// no others. So rows of 0 and 1 that are not such a text are a matrix, as is any other table with
/// commas, whose errors then say what a matrix is; rows of 1.0 and 0.0 or below a line of names are
/// one at any rate; and two numbers followed by a line with others are a set-partitioning
/// problem. Everything else is Knuth's text.
[[nodiscard]] ProblemFormat format_of_text(std::string_view start);

/// The format of a text: the one that the end of its file's name says if that can be read,
/// otherwise by its first lines.
[[nodiscard]] ProblemFormat format_of(std::string_view path, std::string_view start);

/// Whether a text that format_of_text() takes for Knuth's may as well be a matrix.
[[nodiscard]] bool could_be_matrix(std::string_view start);

/// Reads a problem in a format that can be read. `options.secondary` is for rows; that on options
/// without a primary item also for Knuth's text. Lists of rows are read where JSON is expected as
/// well. Errors add what the text looks like instead, see likely_meaning().
[[nodiscard]] ReadProblem read_problem(Input& input, ProblemFormat format,
                                       const ReadOptions& options = {});

/// Reads a problem from a file, compressed or not, in the format that format_of() finds; "-" is the
/// standard input. Throws InputError, with the place of what is wrong, and SystemError. Defined in
/// the library dlx::io.
[[nodiscard]] Problem read(const std::string& path);

/// Writes a problem in a format that can be written. Returns warnings for the user. Throws
/// std::invalid_argument for what the format cannot say.
std::vector<std::string> write_problem(const Problem& problem, ProblemFormat format,
                                       const TextSink& sink);

}  // namespace dlx::io
