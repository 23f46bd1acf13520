#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/preprocess/subproblem.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {

/// Problems small enough to try every permutation of their items and every renaming of colours,
/// made symmetric: with an option come its images under a random permutation, which may rename
/// colours.
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
  const std::vector<Colour> colours = {Colour::none, b.colour("red"), b.colour("blue"),
                                       b.colour("green")};
  const std::uint32_t kinds =
      random.chance(0.8) ? 3 : 4;  // of entries: without colour, and coloured
  // For each item, what a colour becomes on the image of the item.
  std::vector<std::array<std::uint32_t, 4>> shades(image.size(), {0, 1, 2, 3});
  if (random.chance(0.5)) {
    for (auto& shade : shades) {
      std::vector<std::uint32_t> part(shade.begin() + 1, shade.begin() + kinds);
      random.shuffle(part);
      std::copy(part.begin(), part.end(), shade.begin() + 1);
    }
  }

  using Option = std::map<std::uint32_t, std::uint32_t>;  // item, and its colour
  const std::uint32_t wanted = random.between(2, 12);
  for (std::uint32_t made = 0; made < wanted;) {
    Option option;
    option[random.below(primaries)] = 0;
    if (shape.colours && secondaries > 0 && random.chance(0.7)) {
      option[primaries + random.below(secondaries)] = random.below(kinds);
    }
    while (random.chance(0.5)) {
      const std::uint32_t item = random.below(image.size());
      option[item] = item < primaries || !shape.colours ? 0 : random.below(kinds);
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
      for (const auto& [item, colour] : option) next[image[item]] = shades[item][colour];
      option = std::move(next);
    } while (closed && option != first && made < 14);
  }
  return std::move(b).build();
}

/// The problem with some more options, up to 14 in all, each alike to another, in random order.
inline Problem with_alike_options(Random& random, const Problem& problem) {
  std::vector<OptionId> options = first_ids<OptionId>(problem.option_count());
  for (std::uint32_t more = random.between(1, 6); more > 0 && options.size() < 14; --more) {
    options.push_back(options[random.below(static_cast<std::uint32_t>(options.size()))]);
  }
  random.shuffle(options);
  return preprocess::Subproblems(problem).take(first_ids<ItemId>(problem.item_count()), options);
}

/// What items and their colours become.
struct Renaming {
  std::vector<std::uint32_t> items;
  /// By item and colour, only where another colour is the image.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> colours = {};

  [[nodiscard]] std::uint32_t colour(std::uint32_t item, std::uint32_t before) const {
    const auto found = colours.find({item, before});
    return found == colours.end() ? before : found->second;
  }
};

inline Renaming no_renaming(const Problem& problem) {
  Renaming same{std::vector<std::uint32_t>(problem.item_count())};
  std::iota(same.items.begin(), same.items.end(), 0U);
  return same;
}

/// An option without its number: its cost, and its items with their colours, ascending.
using OptionShape = std::pair<std::int64_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>>;

inline OptionShape shape_of(const Problem& problem, OptionId option, const Renaming& image) {
  OptionShape shape{problem.cost(option), {}};
  for (const auto [item, colour] : problem.entries(option)) {
    shape.second.emplace_back(image.items[index(item)], image.colour(index(item), index(colour)));
  }
  std::sort(shape.second.begin(), shape.second.end());
  return shape;
}

using OptionShapes = std::multiset<OptionShape>;

inline OptionShapes shapes_of(const Problem& problem, const Renaming& image) {
  OptionShapes all;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    all.insert(shape_of(problem, OptionId{o}, image));
  }
  return all;
}

/// The same, where it does not matter which colour an item has.
inline OptionShapes plain_shapes_of(const Problem& problem, const Renaming& image) {
  OptionShapes all;
  for (OptionShape shape : shapes_of(problem, image)) {
    for (auto& [item, colour] : shape.second) colour = std::min(colour, 1U);
    all.insert(std::move(shape));
  }
  return all;
}

/// Calls `visit` with every renaming of colours that goes with the images of the items.
inline void for_each_recolouring(const Problem& problem, Renaming& renaming,
                                 const std::function<void()>& visit) {
  std::vector<std::set<std::uint32_t>> used(problem.item_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    for (const auto [item, colour] : problem.entries(OptionId{o})) {
      if (colour != Colour::none) used[index(item)].insert(index(colour));
    }
  }
  const std::function<void(std::uint32_t)> from = [&](std::uint32_t item) {
    if (item == problem.item_count()) return visit();
    const auto& targets = used[renaming.items[item]];
    if (targets.size() != used[item].size()) return;
    std::vector<std::uint32_t> images(targets.begin(), targets.end());
    do {
      std::size_t k = 0;
      for (const std::uint32_t colour : used[item]) {
        renaming.colours.erase({item, colour});
        if (colour != images[k]) renaming.colours[{item, colour}] = images[k];
        ++k;
      }
      from(item + 1);
    } while (std::next_permutation(images.begin(), images.end()));
    for (const std::uint32_t colour : used[item]) renaming.colours.erase({item, colour});
  };
  from(0);
}

/// Every permutation of items, with every renaming of colours, that keeps the problem: tried one by
/// one.
inline std::vector<Renaming> item_symmetries(const Problem& problem) {
  Renaming image = no_renaming(problem);
  const OptionShapes wanted = shapes_of(problem, image);
  const OptionShapes plain = plain_shapes_of(problem, image);
  std::vector<Renaming> found;
  const auto first_secondary = image.items.begin() + problem.primary_count();
  do {
    do {
      bool same = true;
      for (std::uint32_t i = 0; i < problem.primary_count() && same; ++i) {
        same = problem.bounds(ItemId{i}) == problem.bounds(ItemId{image.items[i]});
      }
      if (!same || plain_shapes_of(problem, image) != plain) continue;
      for_each_recolouring(problem, image, [&] {
        if (shapes_of(problem, image) == wanted) found.push_back(image);
      });
    } while (std::next_permutation(first_secondary, image.items.end()));
  } while (std::next_permutation(image.items.begin(), first_secondary));
  return found;
}

/// Classes of solutions under all renamings that keep a problem. The images of one solution of each
/// class are kept, for there may be thousands of solutions and a million renamings.
class ClassesByTrial {
 public:
  /// Keeps a reference to the problem.
  explicit ClassesByTrial(const Problem& problem)
      : problem_(&problem), symmetries_(item_symmetries(problem)) {}

  /// A number that solutions of one class have in common.
  std::size_t class_of(std::span<const OptionId> solution) {
    const auto known = classes_.find(image_of(solution, no_renaming(*problem_)));
    if (known != classes_.end()) return known->second;
    const std::size_t next = met_++;
    for (const Renaming& symmetry : symmetries_) {
      classes_.emplace(image_of(solution, symmetry), next);
    }
    return next;
  }
  /// Classes of the solutions so far.
  [[nodiscard]] std::size_t met() const { return met_; }

 private:
  [[nodiscard]] OptionShapes image_of(std::span<const OptionId> solution,
                                      const Renaming& renaming) const {
    OptionShapes image;
    for (const OptionId o : solution) image.insert(shape_of(*problem_, o, renaming));
    return image;
  }

  const Problem* problem_;
  std::vector<Renaming> symmetries_;
  std::map<OptionShapes, std::size_t> classes_;
  std::size_t met_ = 0;
};

}  // namespace dlx::test
