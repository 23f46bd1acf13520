#include "tests/fuzz/packing.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "reductions/polycube/collection.hpp"
#include "reductions/polycube/polycube.hpp"
#include "reductions/polycube/xmpuzzle.hpp"
#include "tests/fuzz/fuzzer.hpp"

namespace dlx::fuzz {
namespace {

using polycube::Format;
using polycube::NamedPuzzle;

/// What is written is read again, and writing that gives the same; unless the format cannot say it.
template <class Write>
void require_round_trip(Write write, Format format) {
  std::string written;
  try {
    written = write();
  } catch (const std::invalid_argument&) {
    return;
  }
  try {
    const polycube::Collection again = polycube::read(written, format);
    const std::string second = format == Format::triples
                                   ? polycube::write_triples(again.puzzles.at(0).puzzle)
                                   : polycube::write_xmpuzzle(again);
    require(second == written, "another puzzle came back");
  } catch (const TextError& e) {
    found(std::string("written, and not read again: ") + e.what());
  }
}

void check(const NamedPuzzle& named) {
  const auto& puzzle = named.puzzle;
  std::size_t work = puzzle.pieces.size();
  for (const auto& piece : puzzle.pieces) work += piece.cells.size();
  work *= puzzle.target.size() + puzzle.optional_cells.size();
  if (work > 5'000) return;
  try {
    const polycube::Model model = polycube::build(puzzle);
    for (const auto& saved : named.saved) (void)polycube::faults(model, saved);
  } catch (const std::invalid_argument&) {
    return;  // as build() may
  }
  require_round_trip([&] { return polycube::write_xmpuzzle({.puzzles = {named}}); },
                     Format::xmpuzzle);
  require_round_trip([&] { return polycube::write_triples(puzzle); }, Format::triples);
}

}  // namespace

void require_place(std::string_view text, const TextError& error) {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  require(!std::string_view(error.what()).empty(), "an error says nothing");
  const auto line_of = [&](const char* at) {
    return static_cast<std::size_t>(std::count(begin, at, '\n')) + 1;
  };
  require(error.line() <= line_of(end), "an error is on a line that there is not");
  if (error.word().empty()) return;
  require(error.word().data() >= begin && error.word().data() + error.word().size() <= end,
          "the word of an error is not in the text");
  require(line_of(error.word().data()) == error.line(), "the word of an error is on another line");
}

void check_packing(std::string_view bytes, Format format) {
  const std::string text(bytes);
  polycube::Collection collection;
  try {
    collection = polycube::read(text, format);
  } catch (const TextError& e) {
    require_place(text, e);
    return;
  }
  (void)polycube::sign_of(text);
  require(!collection.puzzles.empty(), "no puzzle, and no error");
  for (const NamedPuzzle& named : collection.puzzles) check(named);
  if (format != Format::xmpuzzle) return;
  try {
    const std::string same = polycube::update_xmpuzzle(text, 0, collection.puzzles.front(), {});
    const polycube::Collection again = polycube::read_xmpuzzle(same);
    require(again.puzzles.size() == collection.puzzles.size() &&
                again.puzzles.front().saved == collection.puzzles.front().saved &&
                again.comment == collection.comment,
            "a file without changes is another file");
  } catch (const TextError& e) {
    found(std::string("a file without changes is not read again: ") + e.what());
  }
}

}  // namespace dlx::fuzz
