#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tests/support/random.hpp"

namespace dlx::test {

/// A text with one to three small damages: a byte replaced, some taken away, a mark put in, a part
/// doubled, or cut short.
inline std::string damaged(std::string text, Random& random, std::string_view marks) {
  for (std::uint32_t edits = random.between(1, 3); edits > 0 && !text.empty(); --edits) {
    const std::size_t at = random.below(text.size());
    switch (random.below(10)) {
      case 0:
      case 1:
        text[at] = static_cast<char>(random.below(256));
        break;
      case 2:
      case 3:
        text.erase(at, random.between(1, 4));
        break;
      case 4:
      case 5:
      case 6:
        text.insert(at, 1, marks[random.below(marks.size())]);
        break;
      case 7:
        text.resize(at);
        break;
      default:
        text.insert(at, text.substr(random.below(text.size()), random.between(1, 20)));
    }
  }
  return text;
}

}  // namespace dlx::test
