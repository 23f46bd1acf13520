// The readers of packing puzzles on texts that are nearly right.

#include <sys/resource.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "reductions/polycube/formats.hpp"
#include "reductions/polycube/soma.hpp"
#include "tests/reductions/own_variants.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using polycube::Collection;
using polycube::Format;
using polycube::NamedPuzzle;

#ifdef DLX_SANITIZE
constexpr int mutations = 3000;
#else
constexpr int mutations = 6000;
#endif

/// So that a reader which wants gigabytes does not get them. Sanitizers map more than that.
void limit_memory() {
#ifndef DLX_SANITIZE
  constexpr rlim_t most = rlim_t{2} << 30;
  rlimit limit{};
  REQUIRE(getrlimit(RLIMIT_AS, &limit) == 0);
  limit.rlim_cur = std::min(limit.rlim_max, most);
  REQUIRE(setrlimit(RLIMIT_AS, &limit) == 0);
#endif
}

const std::vector<std::string> words{"0",
                                     "-1",
                                     "1",
                                     "62",
                                     "63",
                                     "64",
                                     "255",
                                     "999999",
                                     "65536",
                                     "100000",
                                     "999999",
                                     "x",
                                     "4294967296",
                                     "-2147483648",
                                     "2147483647",
                                     "99999999999",
                                     "[0-Z]",
                                     "[0-Z][0-Z][0-Z]",
                                     "[",
                                     "]",
                                     "-",
                                     "*",
                                     "1000000*",
                                     "\n",
                                     "\r\n",
                                     "\t",
                                     ":",
                                     ",",
                                     "=",
                                     "/",
                                     "|",
                                     "#",
                                     ";",
                                     "<",
                                     ">",
                                     "\"",
                                     "&#48;",
                                     "&amp;",
                                     "<!-- -->",
                                     "<a>",
                                     "</",
                                     "+",
                                     "_",
                                     "#63",
                                     "\xff",
                                     "\xc3\xa9",
                                     std::string(1, '\0'),
                                     "~D",
                                     "~L",
                                     "L\n",
                                     "D:",
                                     "/SOMA",
                                     "<![CDATA[#]]>",
                                     "<?a?>",
                                     "<!DOCTYPE a>"};

std::string mutated(Random& random, std::string text) {
  for (std::uint32_t n = random.between(1, 3); n > 0; --n) {
    const std::size_t at = random.below(text.size() + 1);
    const std::size_t length = std::min<std::size_t>(
        text.size() - at, random.chance(0.7) ? random.between(1, 6) : random.between(1, 80));
    switch (random.below(8)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(random.below(256));
        break;
      case 1:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ 1 << random.below(8));
        break;
      case 2:
        text.erase(at, length);
        break;
      case 3:
        text.insert(at, words[random.below(words.size())]);
        break;
      case 4:
        text.replace(at, length, words[random.below(words.size())]);
        break;
      case 5:
        text.insert(random.below(text.size() + 1), text.substr(at, length));
        break;
      case 6: {  // a number instead of another
        const std::size_t digit = text.find_first_of("0123456789", at);
        if (digit == std::string::npos) break;
        const std::size_t end = std::min(text.find_first_not_of("0123456789", digit), text.size());
        text.replace(digit, end - digit, words[random.below(16)]);
        break;
      }
      default:
        if (random.chance(0.3)) text.resize(at);
        break;
    }
  }
  return text;
}

/// What the test is about. Returns whether the text was read.
bool check_text(const std::string& text, Format format) {
  Collection collection;
  try {
    collection = polycube::read(text, format);
  } catch (const TextError& e) {
    const char* begin = text.data();
    const char* end = begin + text.size();
    CHECK_FALSE(std::string(e.what()).empty());
    CHECK(e.line() <= static_cast<std::size_t>(std::count(begin, end, '\n')) + 1);
    if (!e.word().empty()) {
      REQUIRE(e.word().data() >= begin);
      REQUIRE(e.word().data() + e.word().size() <= end);
      CHECK(static_cast<std::size_t>(std::count(begin, e.word().data(), '\n')) + 1 == e.line());
    }
    return false;
  }
  CHECK_FALSE(collection.puzzles.empty());
  for (std::size_t p = 0; format == Format::xmpuzzle && p < collection.puzzles.size(); ++p) {
    const std::string same = polycube::update_xmpuzzle(text, p, collection.puzzles[p], {});
    const Collection again = polycube::read_xmpuzzle(same);
    CHECK(again.puzzles.size() == collection.puzzles.size());
    CHECK(again.puzzles[p].name == collection.puzzles[p].name);
    CHECK(again.puzzles[p].saved == collection.puzzles[p].saved);
    CHECK(again.comment == collection.comment);
  }
  for (const NamedPuzzle& named : collection.puzzles) {
    const auto& puzzle = named.puzzle;
    std::size_t work = puzzle.pieces.size();
    for (const auto& piece : puzzle.pieces) work += piece.cells.size();
    work *= puzzle.target.size() + puzzle.optional_cells.size();
    if (work > 20'000) continue;
    try {
      const polycube::Model model = polycube::build(puzzle);
      for (const auto& saved : named.saved) static_cast<void>(polycube::faults(model, saved));
    } catch (const std::invalid_argument&) {
      continue;  // as build() may
    }
    try {
      const std::string written = polycube::write_xmpuzzle({.puzzles = {named}});
      CHECK(polycube::write_xmpuzzle(polycube::read_xmpuzzle(written)) == written);
    } catch (const TextError& e) {
      FAIL_CHECK("written, and not read again: " << e.what());
    } catch (const std::invalid_argument&) {
      continue;  // what the format cannot say
    }
  }
  return true;
}

void fuzz(const std::vector<std::string>& texts, Format format) {
  limit_memory();
  for (const std::string& text : texts) CHECK(check_text(text, format));
  int read = 0;
  for (const Sample sample : {Sample::fixed, Sample::drawn}) {
    const std::uint64_t seed = sample == Sample::fixed ? 7 : drawn_seed();
    CAPTURE(seed);
    Random random(seed);
    for (int i = 0; i < mutations; ++i) {
      const std::string text = mutated(random, texts[random.below(texts.size())]);
      INFO(text);
      try {
        if (check_text(text, format) && sample == Sample::fixed) ++read;
      } catch (const std::exception& e) {
        FAIL_CHECK("another exception: " << e.what());
      }
    }
  }
  // Neither are all of them broken nor all still right.
  CHECK(read > mutations / 50);
  CHECK(read < mutations * 49 / 50);
}

TEST_CASE("mutated XML") {
  Random random(12);
  std::vector<std::string> texts;
  while (texts.size() < 6) {
    NamedPuzzle named{.name = "a & b", .puzzle = random_variant(random)};
    named.puzzle.turning = polycube::Turning::rotations;
    for (auto& piece : named.puzzle.pieces) {
      piece.alternatives.clear();
      if (!piece.copies) piece.copies = Bounds{0, 3};
    }
    const polycube::Model model = polycube::build(named.puzzle);
    if (!model.placements.empty()) named.saved = {{model.placements.front()}};
    texts.push_back(polycube::write_xmpuzzle({.puzzles = {named}, .comment = "two\nlines"}));
  }
  fuzz(texts, Format::xmpuzzle);
}

TEST_CASE("mutated triples") {
  fuzz({"| comment\n[0-3][01]0\n4*d 000 100\n",
        "[0-2][0-2][0-2]\nL 000 100 200 210\n"
        "S [0-1]00 [12]10\nL 000 001\n2*T 000 [1-2]00 110\n",
        polycube::write_triples(polycube::soma())},
       Format::triples);
}

TEST_CASE("mutated definitions of Busche") {
  fuzz({"# puzzles\nD:xDim=3:yDim=2:zDim=1:oneSide\nL:stationary=f\n. s s\ns s f\n~L\n"
        "C:name=g:type=S:layout=0 1 0\n~D\n",
        "D:xDim=2:yDim=2:zDim=2\nC:name=a:layout=0 0 0, 1 0 0, 1 1 0\nC:name=b:type=M:layout=5 5 5"
        "\nL\nc ., c c\n. ., . c\n~L\n~D\nD:xDim=1:yDim=1:zDim=1\nC:name=x:layout=0 0 0\n~D\n"},
       Format::busche);
}

TEST_CASE("mutated figures of Soma") {
  fuzz({"; comment\n/SOMA001 cube\n/###/###/###\n/###/###/###\n/###/###/###\n",
        "/SOMA2\n/XX./ab1\n/7-0/...\n/..*/***\n/X../XXX/\n/X.X/...\n/.../.XX\n/XXX/XXX\n"
        "/XX./..X\n"},
       Format::soma_figures);
}

TEST_CASE("any bytes in any format") {
  limit_memory();
  Random random(3);
  for (int i = 0; i < mutations / 10; ++i) {
    std::string text;
    for (std::size_t n = random.below(200); n > 0; --n) {
      text += random.chance(0.5) ? static_cast<char>(random.below(256))
                                 : words[random.below(words.size())].front();
    }
    INFO(text);
    for (const auto& name : names<Format>) check_text(text, name.value);
    const Format looks = polycube::format_of(text);
    CHECK_FALSE(dlx::to_string(looks).empty());
  }
}

}  // namespace
}  // namespace dlx::test
