#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dlx::faces {

/// A term of a fact: a word, or a list of terms.
struct Term {
  std::string_view where;   ///< the part of the line that contains the term
  std::string text;         ///< the word without quotes
  std::vector<Term> items;  ///< terms of a list
  bool is_list = false;     ///< whether the term is a list
};

/// A fact has the form name(term, term, ...).
struct Fact {
  Term name;                    ///< name of the fact; always a word
  std::vector<Term> arguments;  ///< arguments of the fact, in their order
};

/// Reads one line, which must contain exactly one fact, optionally followed by a full stop.
/// `number` is the number of the line, for messages. The terms refer to parts of `line`, which must
/// outlive them. Throws TextError.
[[nodiscard]] Fact parse_fact(std::string_view line, std::size_t number);

}  // namespace dlx::faces
