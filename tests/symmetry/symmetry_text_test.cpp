// Symmetries as somebody writes them.

#include "dlx/symmetry/symmetry_text.hpp"

#include <catch2/catch.hpp>

#include "tests/support/random.hpp"
#include "tests/support/random_problems.hpp"
#include "tests/symmetry/symmetric_problems.hpp"

namespace dlx::test {
namespace {

std::vector<MatrixPermutation> read(const std::string& text, const Problem& problem) {
  Input input = Input::from_text(text, "text");
  return read_symmetries(input, problem);
}

TEST_CASE("a symmetry comes back from its text, and what is none is refused") {
  Random random(95);
  int round_trips = 0;
  int refused = 0;
  for (int n = 0; n < 300; ++n) {
    const Problem problem = symmetric_problem(random, any_shape(random));
    CAPTURE(n);
    std::string text = "| a comment\n\n";
    std::vector<std::vector<ItemId>> images;
    for (const MatrixPermutation& generator : automorphisms(problem).generators) {
      const std::string line = symmetry_text(problem, generator);
      if (line.empty()) continue;  // it moves options that are alike
      text += line + "\n";
      images.push_back(generator.items);
    }
    INFO(text);
    if (!images.empty()) {
      const auto found = read(text, problem);
      REQUIRE(found.size() == images.size());
      for (std::size_t k = 0; k < images.size(); ++k) {
        REQUIRE(found[k].items == images[k]);
        REQUIRE(is_automorphism(problem, found[k]));
      }
      ++round_trips;
    }
    // Any other permutation: an automorphism by brute force, or refused.
    MatrixPermutation drawn;
    std::vector<std::uint32_t> image(problem.item_count());
    std::iota(image.begin(), image.end(), 0U);
    random.shuffle(image);
    for (const std::uint32_t i : image) drawn.items.push_back(ItemId{i});
    const std::string line = symmetry_text(problem, drawn);
    if (line.empty()) continue;
    const auto symmetries = item_symmetries(problem);
    const bool good = std::find(symmetries.begin(), symmetries.end(), image) != symmetries.end();
    INFO(line);
    if (good) {
      REQUIRE(read(line, problem).size() == 1);
    } else {
      REQUIRE_THROWS_AS(read(line, problem), InputError);
      ++refused;
    }
  }
  CHECK(round_trips > 100);
  CHECK(refused > 100);
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
    } catch (const InputError& error) {
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
}

}  // namespace
}  // namespace dlx::test
