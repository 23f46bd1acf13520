#pragma once

#include <string>
#include <utility>

#include "dlx/io/knuth_text.hpp"

namespace dlx::test {

/// A problem written in Knuth's text.
inline Problem problem_of(const std::string& text) {
  io::Input input = io::Input::from_text(text, "text");
  return std::move(read_knuth_text(input).problem);
}

}  // namespace dlx::test
