// Pieces and assemblies of happy cubes as facts, words and pictures.

#include "reductions/faces/facts.hpp"

#include <algorithm>

#include "tests/fuzz/fuzzer.hpp"

using namespace dlx;

namespace {

faces::Facts facts_of(std::string_view text) {
  faces::FactsReader reader;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    reader.line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return reader.finish();
}

}  // namespace

DLX_FUZZER(happy_facts) {
  faces::Facts facts;
  try {
    facts = facts_of(bytes);
  } catch (const TextError& e) {
    const auto lines = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n')) + 1;
    fuzz::require(e.line() <= lines, "an error is on a line that there is not");
    fuzz::require(!std::string_view(e.what()).empty(), "an error says nothing");
    return;
  }
  if (!facts.layout) return;
  const std::string written = to_facts(*facts.layout, facts.pieces);
  try {
    const faces::Facts again = facts_of(written);
    fuzz::require(again.layout.has_value(), "the layout did not come back");
    fuzz::require(to_facts(*again.layout, again.pieces) == written, "other facts came back");
  } catch (const TextError& e) {
    fuzz::found(std::string("written, and not read again: ") + e.what());
  }
}
