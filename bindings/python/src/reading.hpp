#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "dlx/io/errors.hpp"
#include "dlx/io/input.hpp"
#include "reductions/text_error.hpp"

namespace dlx::python {

/// Where the text of a puzzle comes from.
struct TextSource {
  std::string path;  ///< a file, plain or compressed; empty: `text` is the text
  std::string text = {};
  std::string name = {};  ///< of `text` in messages

  [[nodiscard]] Input open() const {
    constexpr std::uint64_t largest = std::uint64_t{64} << 20;
    return path.empty() ? Input::from_text(text, name)
                        : Input::open(path, {.bytes = largest, .line_bytes = largest});
  }
};

/// An error in a text as an error with its place.
[[nodiscard]] inline InputError with_place(const TextError& e, const std::string& text,
                                           const std::string& name) {
  const char* const word = e.word().data();
  const bool inside = !e.word().empty() && word >= text.data() && word < text.data() + text.size();
  if (inside) return error_in(text, name, e.word(), e.what());
  if (e.line() == 0) {
    return {{.file = name, .line = 0, .column = 0, .word = {}, .excerpt = {}}, e.what()};
  }
  std::size_t start = 0;
  for (std::size_t line = 1; line < e.line(); ++line) start = text.find('\n', start) + 1;
  return error_in(text, name, std::string_view(text).substr(start, 0), e.what());
}

/// Returns read(text) of the whole text. Throws InputError for a TextError.
template <class Read>
auto read_whole(const TextSource& source, Read read) {
  Input input = source.open();
  const std::string text = input.rest();
  try {
    return read(std::string_view(text));
  } catch (const TextError& e) {
    throw with_place(e, text, input.name());
  }
}

}  // namespace dlx::python
