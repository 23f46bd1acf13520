#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx {

/// A function that is called with successive pieces of a text.
using TextSink = std::function<void(std::string_view)>;

/// Writes a problem in its canonical form, which is Knuth's text format (section 7.2.2.1 of The Art
/// of Computer Programming, and his program DLX5). Equal problems have equal texts. The first line
/// has the items, and each further line has one option. Words are separated by single blanks. The
/// items of an option stay in their order. Bounds are written as `n|name` or `a:b|name`, and only
/// if they are not {1, 1}. A cost is written last, as `|n`, and only if it is not 0. An item line
/// begins with `1|` if its first name begins with '/', or if the problem has no primary item,
/// because a reader would otherwise skip the line as a comment or as empty. So read_knuth_text()
/// restores every problem exactly from its canonical text. The sink receives one line at a time,
/// including its '\n'.
void write_canonical_text(const Problem& problem, const TextSink& sink);

/// Appends an entry of an option in the notation of files: "a", or "s:red" for an item with a
/// colour.
void append_entry(const Problem& problem, const Entry& entry, std::string& text);
/// The entries of an option in the notation of append_entry(), sorted as strings.
[[nodiscard]] std::vector<std::string> sorted_entries(const Problem& problem, OptionId option);

}  // namespace dlx
