#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx {

/// Receives text, piece by piece.
using TextSink = std::function<void(std::string_view)>;

/// The one spelling of a problem: Knuth's text format (section 7.2.2.1 of The Art of Computer
/// Programming, and his program DLX5), a line of items and a line an option, single blanks, items
/// of an option in their order, bounds as `n|name` or `a:b|name` and only where they are not {1,
/// 1}, a cost last as `|n` and only where it is not 0. An item line that would read as a comment,
/// because its first name begins with '/' or because the problem has no primary item, begins with
/// `1|`. So read_knuth_text() restores every problem exactly. The sink gets one line at a time, its
/// '\n' included.
void write_canonical_text(const Problem& problem, const TextSink& sink);

/// Appends an entry as files spell it: "a", or with a colour "s:red".
void append_entry(const Problem& problem, const Entry& entry, std::string& text);
/// The entries of an option in an order that does not depend on how they were written.
[[nodiscard]] std::vector<std::string> sorted_entries(const Problem& problem, OptionId option);

}  // namespace dlx
