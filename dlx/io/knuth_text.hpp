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

/// Reads Knuth's text format for exact-cover problems (his programs DLX1, DLX2, DLX3, DLX5). The
/// first line lists the items, with `|` before the secondary items. Each further line is an option.
///   - `a:b|name` or `b|name` in the item line: a primary item covered a to b times, or b times;
///   - `name:colour` in an option: a secondary item in a colour;
///   - `|n` in an option: the cost n; the costs in one option are added up;
///   - a line that begins with `|` is a comment; above the items, a line that begins with `/` too;
///   - `1|` as a word at the start of an item line without primary items: ignored. The word
///     prevents the line from being read as a comment.
/// Names may be longer than the 8 characters, and colours longer than the single character, that
/// Knuth's programs allow.
///
/// Throws InputError for input that is not a problem in this format, and the exceptions of Input.
[[nodiscard]] ReadProblem read_knuth_text(Input& input, const ReadOptions& options = {});

/// Whether a text can be in Knuth's format. Returns true if the words of the first line are
/// distinct, at least one line of options follows, and the first `most` of those lines contain no
/// other item. `start` is the beginning of the text, as returned by Input::ahead().
[[nodiscard]] bool can_be_knuth(std::string_view start,
                                std::size_t most = std::numeric_limits<std::size_t>::max());

/// Options that determine how a problem is written in Knuth's format.
struct KnuthWriteOptions {
  /// Whether to write for Knuth's own programs, which accept names of at most 8 characters and
  /// colours of one character. Names and colours that are longer are replaced, and comments list
  /// the replacements.
  bool strict = false;
};

/// Writes a problem in Knuth's format, so that read_knuth_text() can read it back. Throws
/// std::invalid_argument if `strict` is set and there are more than 62 colours or no primary item.
/// Returns warnings for the user, each a line of text.
std::vector<std::string> write_knuth_text(const Problem& problem, const TextSink& sink,
                                          const KnuthWriteOptions& options = {});

}  // namespace dlx::io
