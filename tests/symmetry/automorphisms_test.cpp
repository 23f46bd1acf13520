// The group of a problem against every permutation of items, tried one by one.

#include "dlx/symmetry/automorphisms.hpp"

#include <catch2/catch.hpp>
#include <iterator>

#include "tests/support/model.hpp"
#include "tests/symmetry/symmetric_problems.hpp"

namespace dlx::test {
namespace {

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 150;
#else
constexpr int many = 1'500;
#endif

std::uint32_t orbits(const std::vector<std::uint32_t>& orbit) {
  return static_cast<std::uint32_t>(std::set<std::uint32_t>(orbit.begin(), orbit.end()).size());
}

void compare(Sample sample, std::uint64_t seed) {
  CAPTURE(seed);
  Random random(seed);
  int symmetric = 0;
  int with_twins = 0;
  int in_kernel = 0;
  int recoloured = 0;
  for (int n = 0; n < many; ++n) {
    const Problem problem = symmetric_problem(random, any_shape(random));
    CAPTURE(n);
    INFO(canonical_text(problem));
    const auto expected = item_symmetries(problem);
    // Options that are alike can be exchanged in every way.
    const Renaming same = no_renaming(problem);
    std::map<OptionShape, std::uint64_t> alike;
    Natural order(expected.size());
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      order *= ++alike[shape_of(problem, OptionId{o}, same)];
    }
    const symmetry::Automorphisms group = symmetry::automorphisms(problem);
    REQUIRE(group.complete);
    REQUIRE(group.order == order);
    for (const symmetry::MatrixPermutation& generator : group.generators) {
      REQUIRE(is_automorphism(problem, generator));
    }
    const auto keeps_options = [&](const Renaming& image) {
      for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
        if (shape_of(problem, OptionId{o}, image) != shape_of(problem, OptionId{o}, same)) {
          return false;
        }
      }
      return true;
    };
    const auto kernel = std::count_if(expected.begin(), expected.end(), keeps_options);
    REQUIRE(symmetry::IsomorphTable(problem).order_of_kernel() ==
            Natural(static_cast<std::uint64_t>(kernel)));
    in_kernel += kernel > 1 ? 1 : 0;
    const auto recolours = [](const Renaming& image) { return !image.colours.empty(); };
    recoloured += std::any_of(expected.begin(), expected.end(), recolours) ? 1 : 0;
    symmetric += expected.size() > 1 ? 1 : 0;
    with_twins += alike.size() < problem.option_count() ? 1 : 0;

    std::set<std::pair<std::uint32_t, std::uint32_t>> moved;
    for (const Renaming& image : expected) {
      for (std::uint32_t i = 0; i < image.items.size(); ++i) moved.emplace(i, image.items[i]);
    }
    for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
      std::uint32_t first = i;
      for (std::uint32_t k = 0; k < i; ++k) {
        if (moved.contains({i, k})) first = std::min(first, k);
      }
      REQUIRE(group.orbit_of_item[i] == first);
    }
    std::set<OptionShape> classes;  // of options: the least image of each
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      OptionShape least = shape_of(problem, OptionId{o}, same);
      for (const Renaming& image : expected) {
        least = std::min(least, shape_of(problem, OptionId{o}, image));
      }
      classes.insert(least);
    }
    REQUIRE(orbits(group.orbit_of_option) == classes.size());

    const auto all = members(problem, group, 2'000);
    if (!all) {
      REQUIRE(Natural(2'000) < group.order);
      continue;
    }
    REQUIRE(Natural(all->order()) <= group.order);
    REQUIRE(group.order % all->order() == 0);
    const std::set<OptionPermutation> distinct(all->members().begin(), all->members().end());
    REQUIRE(distinct.size() == all->order());
    REQUIRE(distinct.begin()->size() == problem.option_count());
    REQUIRE(*distinct.begin() == all->members().front());  // the identity comes first
  }
  if (sample == Sample::drawn) return;
  CHECK(symmetric > many / 2);
  CHECK(with_twins > many / 10);
  CHECK(in_kernel > many / 20);
  CHECK(recoloured > many / 20);
}

TEST_CASE("automorphisms agree with every permutation of items and every renaming of colours") {
  compare(Sample::fixed, 71);
  compare(Sample::drawn, drawn_seed());
}

/// Whether the permutation keeps the problem, by comparing all pairs of options: two that give an
/// item the same colour, and two that do not, have images that do the same to the item's image.
bool keeps_by_pairs(const Problem& problem, const symmetry::MatrixPermutation& by) {
  constexpr std::uint32_t absent = 1'000;
  const auto colour_of = [&](std::uint32_t o, ItemId wanted) {
    for (const auto [item, colour] : problem.entries(OptionId{o})) {
      if (item == wanted) return index(colour);
    }
    return absent;
  };
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item{i};
    const ItemId image = by.items[i];
    if (problem.is_primary(item) != problem.is_primary(image)) return false;
    if (problem.is_primary(item) && problem.bounds(item) != problem.bounds(image)) return false;
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      const std::uint32_t colour = colour_of(o, item);
      const std::uint32_t after = colour_of(index(by.options[o]), image);
      if (problem.cost(OptionId{o}) != problem.cost(by.options[o])) return false;
      if ((colour == absent) != (after == absent) || (colour == 0) != (after == 0)) return false;
      for (std::uint32_t q = 0; q < o; ++q) {
        const bool same = colour == colour_of(q, item);
        if (same != (after == colour_of(index(by.options[q]), image))) return false;
      }
    }
  }
  return true;
}

void compare_with_pairs(std::uint64_t seed) {
  CAPTURE(seed);
  Random random(seed);
  for (int n = 0; n < many; ++n) {
    const Problem problem = symmetric_problem(random, {.colours = true});
    if (problem.item_count() > 5 || problem.option_count() > 5) continue;
    CAPTURE(n);
    INFO(canonical_text(problem));
    std::uint64_t order = 0;
    symmetry::MatrixPermutation by{first_ids<ItemId>(problem.item_count()), {}};
    do {
      by.options = first_ids<OptionId>(problem.option_count());
      do {
        const bool keeps = keeps_by_pairs(problem, by);
        if (keeps != is_automorphism(problem, by)) REQUIRE(is_automorphism(problem, by) == keeps);
        order += keeps ? 1 : 0;
      } while (std::next_permutation(by.options.begin(), by.options.end()));
    } while (std::next_permutation(by.items.begin(), by.items.end()));
    REQUIRE(symmetry::automorphisms(problem).order == Natural(order));
  }
}

TEST_CASE("automorphisms agree with every permutation of items and options") {
  compare_with_pairs(72);
  compare_with_pairs(drawn_seed());
}

TEST_CASE("what is no automorphism") {
  ProblemBuilder b;
  const ItemId p = b.primary("p");
  const ItemId q = b.primary("q");
  const ItemId s = b.secondary("s");
  const ItemId t = b.secondary("t");
  const Colour red = b.colour("red");
  const Colour blue = b.colour("blue");
  b.option({p, {s, red}}, 3);
  b.option({q, {t, red}}, 3);
  b.option({p, {s, blue}}, 3);
  b.option({q, {t, blue}}, 4);
  const Problem problem = std::move(b).build();
  const auto of = [](std::vector<std::uint32_t> items, std::vector<std::uint32_t> options) {
    symmetry::MatrixPermutation result;
    for (const std::uint32_t i : items) result.items.push_back(ItemId{i});
    for (const std::uint32_t o : options) result.options.push_back(OptionId{o});
    return result;
  };
  CHECK(is_automorphism(problem, of({0, 1, 2, 3}, {0, 1, 2, 3})));
  CHECK_FALSE(is_automorphism(problem, of({1, 0, 3, 2}, {1, 0, 3, 2})));  // other costs
  CHECK(is_automorphism(problem, of({0, 1, 2, 3}, {2, 1, 0, 3})));        // red becomes blue on s
  CHECK_FALSE(is_automorphism(problem, of({1, 0, 2, 3}, {1, 0, 2, 3})));  // other items
  CHECK_FALSE(is_automorphism(problem, of({2, 1, 0, 3}, {0, 1, 2, 3})));  // secondary for primary
  CHECK_FALSE(is_automorphism(problem, of({0, 1, 2, 2}, {0, 1, 2, 3})));  // no permutation
  CHECK_FALSE(is_automorphism(problem, of({0, 1, 2, 3}, {0, 1, 2})));
  CHECK_FALSE(is_automorphism(problem, of({0, 1, 2, 3}, {0, 1, 2, 7})));
}

TEST_CASE("a colour becomes one colour, and no colour stays none") {
  ProblemBuilder b;
  const ItemId p = b.primary("p");
  const ItemId s = b.secondary("s");
  const Colour red = b.colour("red");
  const Colour blue = b.colour("blue");
  b.option({p, {s, red}});
  b.option({p, {s, red}});
  b.option({p, {s, blue}});
  b.option({p, {s, blue}});
  b.option({p, s});
  const Problem problem = std::move(b).build();
  const auto keeps = [&](std::vector<std::uint32_t> options) {
    symmetry::MatrixPermutation by{{p, s}, {}};
    for (const std::uint32_t o : options) by.options.push_back(OptionId{o});
    return is_automorphism(problem, by);
  };
  CHECK(keeps({1, 0, 2, 3, 4}));
  CHECK(keeps({2, 3, 0, 1, 4}));
  CHECK(keeps({3, 2, 0, 1, 4}));
  CHECK_FALSE(keeps({2, 1, 0, 3, 4}));
  CHECK_FALSE(keeps({2, 0, 1, 3, 4}));
  CHECK_FALSE(keeps({4, 1, 2, 3, 0}));
  CHECK(symmetry::automorphisms(problem).order == 8);
  CHECK(symmetry::IsomorphTable(problem).order_of_kernel() == 1);
}

TEST_CASE("a search for automorphisms that is ended finds nothing") {
  ProblemBuilder b;
  std::vector<ItemId> items;
  for (int i = 0; i < 12; ++i) items.push_back(b.primary("i" + std::to_string(i)));
  for (std::size_t x = 0; x < items.size(); ++x) {
    for (std::size_t y = x + 1; y < items.size(); ++y) b.option({items[x], items[y]});
  }
  const Problem problem = std::move(b).build();
  const symmetry::Automorphisms whole = symmetry::automorphisms(problem);
  CHECK(whole.order == Natural(479'001'600));  // 12!
  CHECK(orbits(whole.orbit_of_option) == 1);
  CHECK_FALSE(members(problem, whole, 10'000));
  const std::atomic<bool> stop = true;
  for (const symmetry::AutomorphismOptions& options :
       {symmetry::AutomorphismOptions{.control = {.limits = {.time = std::chrono::nanoseconds(0)}}},
        symmetry::AutomorphismOptions{.control = {.stop = &stop}}}) {
    const symmetry::Automorphisms none = automorphisms(problem, options);
    CHECK_FALSE(none.complete);
    CHECK(none.generators.empty());
    CHECK(none.order == 1);
    CHECK(orbits(none.orbit_of_item) == 12);
  }
  CHECK(symmetry::automorphisms(problem).order ==
        whole.order);  // the end of one search ends no other
}

TEST_CASE("a problem of nothing has one automorphism") {
  const symmetry::Automorphisms group = symmetry::automorphisms(ProblemBuilder().build());
  CHECK(group.complete);
  CHECK(group.order == 1);
}

}  // namespace
}  // namespace dlx::test
