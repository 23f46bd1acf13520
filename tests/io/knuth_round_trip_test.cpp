// Reading back what was written, and reading anything at all.

#include <algorithm>
#include <catch2/catch.hpp>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/certificate/identity.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/io/knuth_text.hpp"
#include "tests/support/model.hpp"
#include "tests/support/random_problems.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int rounds = 1'000;
constexpr int fuzz_rounds = 6'000;
#else
constexpr int rounds = 6'000;
constexpr int fuzz_rounds = 60'000;
#endif

std::string written(const Problem& problem, bool strict = false) {
  std::string text;
  io::write_knuth_text(problem, [&](std::string_view line) { text += line; }, {.strict = strict});
  return text;
}

Problem read(const std::string& text) {
  io::Input input = io::Input::from_text(text, "text");
  return read_knuth_text(input).problem;
}

/// The text with comments, blank lines, other line ends and other spacing.
std::string disguised(const std::string& text, Random& random) {
  const char* const end = random.chance(0.5) ? "\n" : "\r\n";
  std::string result = random.chance(0.3) ? "\xEF\xBB\xBF" : "";
  for (const char c : text) {
    if (c == ' ') {
      result += random.chance(0.2) ? "\t  " : " ";
    } else if (c == '\n') {
      if (random.chance(0.2)) result += "  ";
      result += end;
      if (random.chance(0.2)) result += std::string("| a comment | with bars") + end;
      if (random.chance(0.2)) result += std::string(" \t") + end;
    } else {
      result += c;
    }
  }
  if (random.chance(0.3)) {
    while (result.back() == '\n' || result.back() == '\r') result.pop_back();
  }
  return result;
}

TEST_CASE("random problems come back as they were") {
  const std::uint64_t seed = GENERATE(std::uint64_t{21}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  for (int n = 0; n < rounds; ++n) {
    Shape shape = random_shape(random, 12);
    shape.zero_primaries = random.chance(0.1);
    shape.strange_names = random.chance(0.5);
    const Problem p = random_model(random, shape).problem();
    const std::string text = written(p);
    const std::string wanted = certificate::identity(p);
    if (certificate::identity(read(text)) != wanted ||
        certificate::identity(read(disguised(text, random))) != wanted) {
      FAIL("another problem came back\n" << text);
    }
  }
}

TEST_CASE("strictly written problems come back the same but for names") {
  const std::uint64_t seed = GENERATE(std::uint64_t{22}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  int renamed = 0;
  for (int n = 0; n < rounds; ++n) {
    Shape shape = random_shape(random, 12);
    shape.zero_primaries = false;
    shape.strange_names = true;
    Model model = random_model(random, shape);
    std::string text = written(model.problem(), true);
    Model back = model_of(read(text));
    bool fits = true;
    for (auto& item : back.items) fits &= item.name.size() <= 8;
    for (auto& colour : back.colours) fits &= colour.size() == 1;
    // With the names taken away nothing may differ. Colours are numbered as they first occur.
    renamed += text.front() == '|' ? 1 : 0;
    const auto nameless = [](Model m) {
      for (std::size_t i = 0; i < m.items.size(); ++i) m.items[i].name = std::to_string(i);
      std::vector<int> number(m.colours.size(), -1);
      int next = 0;
      for (auto& option : m.options) {
        for (auto& use : option.uses) {
          if (use.colour == Model::uncoloured) continue;
          int& known = number[static_cast<std::size_t>(use.colour)];
          if (known < 0) known = next++;
          use.colour = known;
        }
      }
      m.colours.clear();
      return m;
    };
    if (!fits || !(nameless(back) == nameless(model))) {
      FAIL("not the same\n" << canonical_text(model.problem()) << text);
    }
  }
  CHECK(renamed > rounds / 10);
}

/// What is wrong with how the reader takes this text; empty if it refuses it properly or reads it
/// and what it read comes back.
std::string fault(const std::string& text, bool drop, bool& accepted) {
  accepted = false;
  try {
    io::Input input = io::Input::from_text(text, "text");
    const Problem p = read_knuth_text(input, {.drop_options_without_primary = drop}).problem;
    accepted = true;
    if (canonical_text(read(written(p))) != canonical_text(p)) return "another problem came back";
  } catch (const io::InputError& e) {
    const auto& place = e.place();
    if (accepted) return std::string("what was written is refused: ") + e.what();
    if (place.excerpt.size() > 1'000 + text.size()) return "a long excerpt";
    if (place.line == 0 && !place.excerpt.empty()) return "an excerpt without a line";
    if (place.line != 0 && text.find(place.word) == std::string::npos) return "a word of its own";
  } catch (const std::exception& e) {
    return std::string("threw another exception: ") + e.what();
  }
  return {};
}

std::string shown(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c >= ' ' && c <= '~' && c != '\\') {
      result += c;
    } else {
      result += "\\" + std::to_string(static_cast<unsigned char>(c)) + ".";
    }
  }
  return result;
}

TEST_CASE("any bytes are read or refused") {
  const std::uint64_t seed = GENERATE(std::uint64_t{23}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  // Bytes that mean something come often.
  const std::string common = "aab  \n\n||::/12-\t\r0\xC3\xA9";
  int read_well = 0;
  for (int n = 0; n < fuzz_rounds; ++n) {
    std::string text;
    for (std::uint32_t length = random.below(40); length > 0; --length) {
      text += random.chance(0.03) ? static_cast<char>(random.below(256))
                                  : common[random.below(common.size())];
    }
    bool accepted = false;
    const std::string what = fault(text, random.chance(0.3), accepted);
    read_well += accepted ? 1 : 0;
    if (!what.empty()) FAIL(what << ": " << shown(text));
  }
  CHECK(read_well > fuzz_rounds / 200);
}

TEST_CASE("mutated problems are read or refused") {
  const std::uint64_t seed = GENERATE(std::uint64_t{24}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  int read_well = 0;
  int refused = 0;
  std::string text;
  for (int n = 0; n < fuzz_rounds / 2; ++n) {
    if (n % 10 == 0) {
      Shape shape = random_shape(random, 6);
      shape.zero_primaries = false;
      text = written(random_model(random, shape).problem());
    }
    std::string mutant = text;
    for (std::uint32_t changes = random.between(1, 3); changes > 0; --changes) {
      const std::size_t at = random.below(mutant.size() + 1);
      const std::size_t length = std::min<std::size_t>(random.below(6), mutant.size() - at);
      switch (random.below(4)) {
        case 0:
          mutant.insert(at, 1, static_cast<char>(random.below(256)));
          break;
        case 1:
          mutant.erase(at, length);
          break;
        case 2:
          mutant.insert(at, mutant.substr(random.below(mutant.size() + 1), 5));
          break;
        default:
          if (at < mutant.size()) mutant[at] = "| :\n/0a\t\r"[random.below(9)];
      }
    }
    bool accepted = false;
    const std::string what = fault(mutant, random.chance(0.3), accepted);
    (accepted ? read_well : refused) += 1;
    if (!what.empty()) FAIL(what << ": " << shown(mutant));
  }
  CHECK(read_well > fuzz_rounds / 20);
  CHECK(refused > fuzz_rounds / 20);
}

}  // namespace
}  // namespace dlx::test
