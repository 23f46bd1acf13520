#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/canonical_text.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/io/input.hpp"
#include "dlx/io/read_problem.hpp"

namespace dlx::io {

/// Knuth's text format for exact-cover problems (his programs DLX1, DLX2, DLX3, DLX5): a line of
/// items, `|` before the secondary ones, then a line an option.
///   - `a:b|name` or `b|name` in the item line: a primary item covered a to b times, or b times;
///   - `name:colour` in an option: a secondary item in a colour;
///   - `|n` in an option: a cost; several add up;
///   - a line whose first mark is `|` is a comment; above the items also one that begins with `/`;
///   - `1|` alone, first in an item line without primary items: neither an item nor a comment.
/// Names may be longer than Knuth's 8 characters, colours longer than his one.
///
/// Throws InputError for anything that is not such a problem, and the exceptions of Input.
[[nodiscard]] ReadProblem read_knuth_text(Input& input, const ReadOptions& options = {});

/// Whether a text that begins like another format can be Knuth's: the words of its first line
/// differ, and the first `most` lines of options below, one at least, have no others. `start` is as
/// much of the text as Input::ahead() gives.
[[nodiscard]] bool can_be_knuth(std::string_view start,
                                std::size_t most = std::numeric_limits<std::size_t>::max());

/// How a problem is written.
struct KnuthWriteOptions {
  /// Write for Knuth's own programs: names of at most 8 characters, colours of one. Longer ones are
  /// replaced, and the replacements listed in comments.
  bool strict = false;
};

/// Writes the canonical text, which read_knuth_text() reads back. Throws std::invalid_argument if
/// `strict` is set and there are more than 62 colours or no primary item. Returns warnings for the
/// user, one a line.
std::vector<std::string> write_knuth_text(const Problem& problem, const TextSink& sink,
                                          const KnuthWriteOptions& options = {});

}  // namespace dlx::io
