#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {

/// Problems small enough to try every permutation of their items, made symmetric: with an option
/// come its images under a random permutation.
struct SymmetricShape {
  bool colours = false;
  bool multiplicities = false;
  bool costs = false;
};

inline SymmetricShape any_shape(Random& random) {
  return {.colours = random.chance(0.5),
          .multiplicities = random.chance(0.3),
          .costs = random.chance(0.2)};
}

inline Problem symmetric_problem(Random& random, const SymmetricShape& shape) {
  const std::uint32_t primaries = random.between(2, 6);
  const std::uint32_t secondaries = random.below(4);
  std::vector<std::uint32_t> image(primaries + secondaries);
  std::iota(image.begin(), image.end(), 0U);
  const auto mix = [&](std::uint32_t from, std::uint32_t to) {
    std::vector<std::uint32_t> part(image.begin() + from, image.begin() + to);
    random.shuffle(part);
    std::copy(part.begin(), part.end(), image.begin() + from);
  };
  if (!random.chance(0.1)) {
    mix(0, primaries);
    mix(primaries, primaries + secondaries);
  }

  ProblemBuilder b;
  std::vector<Bounds> bounds(primaries);
  for (std::uint32_t i = 0; i < primaries; ++i) {
    if (!shape.multiplicities || !random.chance(0.3)) continue;
    const std::uint32_t most = random.between(1, 3);
    const Bounds shared_bounds{random.between(0, most), most};
    // Mostly the same for all items that are moved to each other.
    std::uint32_t k = i;
    do {
      bounds[k] = shared_bounds;
      k = image[k];
    } while (k != i && !random.chance(0.05));
  }
  std::vector<ItemId> items;
  for (std::uint32_t i = 0; i < primaries; ++i) {
    items.push_back(b.primary("p" + std::to_string(i), bounds[i]));
  }
  for (std::uint32_t i = 0; i < secondaries; ++i) {
    items.push_back(b.secondary("s" + std::to_string(i)));
  }
  const std::vector<Colour> colours = {Colour::none, b.colour("red"), b.colour("blue")};

  using Option = std::map<std::uint32_t, std::uint32_t>;  // item, and its colour
  const std::uint32_t wanted = random.between(2, 12);
  for (std::uint32_t made = 0; made < wanted;) {
    Option option;
    option[random.below(primaries)] = 0;
    while (random.chance(0.5)) {
      const std::uint32_t item = random.below(image.size());
      option[item] = item < primaries || !shape.colours ? 0 : random.below(3);
    }
    const std::int64_t cost = shape.costs ? random.below(2) : 0;
    const bool closed = !random.chance(0.05);
    const Option first = option;
    do {
      std::vector<Entry> entries;
      for (const auto& [item, colour] : option) entries.emplace_back(items[item], colours[colour]);
      b.option(entries, cost);
      ++made;
      Option next;
      for (const auto& [item, colour] : option) next[image[item]] = colour;
      option = std::move(next);
    } while (closed && option != first && made < 14);
  }
  return std::move(b).build();
}

/// An option without its number: its cost, and its items with their colours, ascending.
using OptionShape = std::pair<std::int64_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>>;

inline OptionShape shape_of(const Problem& problem, OptionId option,
                            const std::vector<std::uint32_t>& image) {
  OptionShape shape{problem.cost(option), {}};
  const auto items = problem.items(option);
  const auto colours = problem.colours(option);
  for (std::size_t k = 0; k < items.size(); ++k) {
    shape.second.emplace_back(image[index(items[k])], colours.empty() ? 0 : index(colours[k]));
  }
  std::sort(shape.second.begin(), shape.second.end());
  return shape;
}

/// Every permutation of items that keeps the problem, tried one by one.
inline std::vector<std::vector<std::uint32_t>> item_symmetries(const Problem& problem) {
  std::vector<std::uint32_t> image(problem.item_count());
  std::iota(image.begin(), image.end(), 0U);
  const auto shapes = [&] {
    std::multiset<OptionShape> all;
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      all.insert(shape_of(problem, OptionId{o}, image));
    }
    return all;
  };
  const std::multiset<OptionShape> wanted = shapes();
  std::vector<std::vector<std::uint32_t>> found;
  const auto first_secondary = image.begin() + problem.primary_count();
  do {
    do {
      bool same = true;
      for (std::uint32_t i = 0; i < problem.primary_count() && same; ++i) {
        same = problem.bounds(ItemId{i}) == problem.bounds(ItemId{image[i]});
      }
      if (same && shapes() == wanted) found.push_back(image);
    } while (std::next_permutation(first_secondary, image.end()));
  } while (std::next_permutation(image.begin(), first_secondary));
  return found;
}

}  // namespace dlx::test
