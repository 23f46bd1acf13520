// Symmetries as somebody writes them.

#include "dlx/symmetry/symmetry_text.hpp"

#include <catch2/catch.hpp>

#include "tests/support/random.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/support/text_problem.hpp"
#include "tests/symmetry/symmetric_problems.hpp"

namespace dlx::test {
namespace {

std::vector<symmetry::MatrixPermutation> read(const std::string& text, const Problem& problem) {
  io::Input input = io::Input::from_text(text, "text");
  return symmetry::read_symmetries(input, problem);
}

TEST_CASE("a symmetry comes back from its text, and what is none is refused") {
  Random random(95);
  int round_trips = 0;
  int refused = 0;
  int recoloured = 0;
  for (int n = 0; n < 300; ++n) {
    const Problem problem = symmetric_problem(random, any_shape(random));
    CAPTURE(n);
    std::string text = "| a comment\n\n";
    std::vector<symmetry::MatrixPermutation> written;
    for (const symmetry::MatrixPermutation& generator :
         symmetry::automorphisms(problem).generators) {
      const std::string line = symmetry_text(problem, generator);
      if (line.empty()) continue;  // it moves options that are alike
      text += line + "\n";
      written.push_back(generator);
    }
    INFO(text);
    if (!written.empty()) {
      const auto found = read(text, problem);
      REQUIRE(found.size() == written.size());
      for (std::size_t k = 0; k < written.size(); ++k) {
        REQUIRE(found[k].items == written[k].items);
        REQUIRE(is_automorphism(problem, found[k]));
        for (std::uint32_t o = 0; o < problem.option_count(); ++o) {  // the same, or one like it
          REQUIRE(shape_of(problem, found[k].options[o], no_renaming(problem)) ==
                  shape_of(problem, written[k].options[o], no_renaming(problem)));
        }
      }
      ++round_trips;
      recoloured += text.find(':') != std::string::npos ? 1 : 0;
    }
    // Any other permutation: an automorphism by brute force, or refused.
    symmetry::MatrixPermutation drawn;
    std::vector<std::uint32_t> image(problem.item_count());
    std::iota(image.begin(), image.end(), 0U);
    random.shuffle(image);
    for (const std::uint32_t i : image) drawn.items.push_back(ItemId{i});
    const std::string line = symmetry_text(problem, drawn);
    if (line.empty()) continue;
    const auto symmetries = item_symmetries(problem);
    const auto is_drawn = [&](const Renaming& s) { return s.items == image && s.colours.empty(); };
    const bool good = std::any_of(symmetries.begin(), symmetries.end(), is_drawn);
    INFO(line);
    if (good) {
      REQUIRE(read(line, problem).size() == 1);
    } else {
      REQUIRE_THROWS_AS(read(line, problem), io::InputError);
      ++refused;
    }
  }
  CHECK(round_trips > 100);
  CHECK(refused > 100);
  CHECK(recoloured > 20);
}

TEST_CASE("a line renames colours by cycles of coloured items") {
  const Problem problem =
      problem_of("p q | s t\np s:red t:green\np s:blue t:blue\nq t:green s:blue\nq t:blue s:red\n");
  const auto options_of = [&](const std::string& text) {
    const auto found = read(text, problem);
    REQUIRE(found.size() == 1);
    std::vector<std::uint32_t> numbers;
    for (const OptionId o : found.front().options) numbers.push_back(index(o) + 1);
    return numbers;
  };
  using Numbers = std::vector<std::uint32_t>;
  CHECK(options_of("s:red s:blue | t:green t:blue") == Numbers{2, 1, 4, 3});
  CHECK(options_of("p q | s:red s:blue") == Numbers{3, 4, 1, 2});
  CHECK(options_of("p q | t:blue t:green | s:red | s:blue") == Numbers{4, 3, 2, 1});
  CHECK(options_of("t:green s:blue | s t | s:red t:blue") == Numbers{2, 1, 3, 4});
  CHECK_THROWS_AS(read("s:red s:blue", problem), io::InputError);
  CHECK_THROWS_AS(read("s:red | t:green", problem), io::InputError);  // moves nothing
}

TEST_CASE("what is wrong with a text of symmetries, and where") {
  ProblemBuilder b;
  const ItemId a = b.primary("a");
  const ItemId c = b.primary("c");
  const ItemId two = b.primary("two", {2, 2});
  const ItemId s = b.secondary("s");
  b.option({a, s});
  b.option({c, s});
  b.option({a, two});
  b.option({two});
  const Problem problem = std::move(b).build();
  const auto fails = [&](const std::string& text, std::size_t line, std::size_t column,
                         const std::string& why) {
    INFO(text);
    try {
      (void)read(text, problem);
      FAIL("no error");
    } catch (const io::InputError& error) {
      CHECK(error.place().line == line);
      CHECK(error.place().column == column);
      CHECK_THAT(error.what(), Catch::Contains(why));
    }
  };
  fails("", 0, 0, "no symmetry");
  fails("| a c\n", 0, 0, "no symmetry");
  fails("a c | x", 1, 7, "no item 'x'");
  fails("\na c|a", 2, 5, "twice");
  fails("a two", 1, 3, "is not covered as 'a' is");
  fails("a s", 1, 3, "is not covered as 'a' is");
  fails("  a c", 1, 3, "option 3: a two becomes");

  const Problem coloured = problem_of("p | s t\np s:red t:red\np s:blue t:blue\n");
  const auto fails_there = [&](const std::string& text, std::size_t column,
                               const std::string& why) {
    INFO(text);
    try {
      (void)read(text, coloured);
      FAIL("no error");
    } catch (const io::InputError& error) {
      CHECK(error.place().column == column);
      CHECK_THAT(error.what(), Catch::Contains(why));
    }
  };
  fails_there("s:red u:red", 7, "no item 'u'");
  fails_there("s:red s:green", 7, "no colour 'green'");
  fails_there("s:red s:", 7, "no colour ''");
  fails_there("s:red s:blue s:red", 14, "stands there twice");
  fails_there("s s:blue", 3, "items and coloured items in one cycle");
  fails_there("s:red s", 7, "items and coloured items in one cycle");
  fails_there("s:red t:red", 7, "'s:red' cannot become 't:red', because 's' stays");
  fails_there("s t | s:red s:blue", 13, "'s:red' cannot become 's:blue', because 's' becomes 't'");
  fails_there("s:red s:blue", 1, "option 1: p s:red t:red becomes");
}

}  // namespace
}  // namespace dlx::test
