#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dlx::faces {

/// A word, or a list of terms.
struct Term {
  std::string_view where;  // in the line
  std::string text;
  std::vector<Term> items;
  bool is_list = false;
};

/// A fact: name(term, term, ...).
struct Fact {
  Term name;
  std::vector<Term> arguments;
};

/// Reads one line, which must hold one fact and perhaps a full stop; `number` is the line's. Terms
/// point into the line. Throws TextError.
[[nodiscard]] Fact parse_fact(std::string_view line, std::size_t number);

}  // namespace dlx::faces
