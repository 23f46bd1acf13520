#pragma once

#include <catch2/catch.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "dlx/io/errors.hpp"
#include "dlx/io/input.hpp"

namespace dlx::test {

/// A text that a reader must refuse, and what it must say.
struct Refusal {
  const char* what;
  std::string text;
  std::size_t line;  ///< 0: the error concerns none
  std::size_t column;
  std::string word;
  std::string message;  ///< a part of it
};

template <class Read>
void check_refusals(const std::vector<Refusal>& refusals, Read read) {
  for (const Refusal& refusal : refusals) {
    CAPTURE(refusal.what);
    io::Input input = io::Input::from_text(refusal.text, "name.dlx");
    try {
      static_cast<void>(read(input));
      FAIL_CHECK("accepted");
    } catch (const io::InputError& e) {
      CHECK(e.place().file == "name.dlx");
      CHECK(e.place().line == refusal.line);
      CHECK(e.place().column == refusal.column);
      CHECK(e.place().word == refusal.word);
      const std::string prefix = refusal.line == 0
                                     ? "name.dlx: "
                                     : "name.dlx:" + std::to_string(refusal.line) + ":" +
                                           std::to_string(refusal.column) + ": ";
      CHECK_THAT(e.what(), Catch::StartsWith(prefix) && Catch::Contains(refusal.message));
      CHECK(std::string(e.what()).size() < 1'000);
      CHECK(e.place().excerpt.size() < 1'000);
      const bool has_caret = e.place().excerpt.find('^') != std::string::npos;
      CHECK(has_caret == (refusal.line != 0));
    }
  }
}

}  // namespace dlx::test
