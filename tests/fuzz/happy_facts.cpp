// Pieces and assemblies of happy cubes as facts, words and pictures.

#include "reductions/faces/facts.hpp"

#include <algorithm>

#include "tests/fuzz/fuzzer.hpp"

using namespace dlx;

DLX_FUZZER(happy_facts) {
  faces::Facts facts;
  try {
    facts = faces::read_facts(bytes);
  } catch (const TextError& e) {
    const auto lines = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n')) + 1;
    fuzz::require(e.line() <= lines, "an error is on a line that there is not");
    fuzz::require(!std::string_view(e.what()).empty(), "an error says nothing");
    return;
  }
  if (!facts.layout) return;
  const std::string written = to_facts(*facts.layout, facts.pieces);
  try {
    const faces::Facts again = faces::read_facts(written);
    fuzz::require(again.layout.has_value(), "the layout did not come back");
    fuzz::require(to_facts(*again.layout, again.pieces) == written, "other facts came back");
  } catch (const TextError& e) {
    fuzz::found(std::string("written, and not read again: ") + e.what());
  }
}
