#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dlx::faces {

/// A word, or a list of terms.
struct Term {
  std::string_view where;   ///< its place in the line
  std::string text;         ///< text of a word, without quotes
  std::vector<Term> items;  ///< terms of a list
  bool is_list = false;     ///< otherwise a word
};

/// A fact: name(term, term, ...).
struct Fact {
  Term name;                    ///< always a word
  std::vector<Term> arguments;  ///< arguments in their order
};

/// Reads one line, which must hold one fact and perhaps a full stop; `number` is the line's. Terms
/// point into the line. Throws TextError.
[[nodiscard]] Fact parse_fact(std::string_view line, std::size_t number);

}  // namespace dlx::faces
