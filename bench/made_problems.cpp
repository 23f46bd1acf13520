#include "bench/made_problems.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <utility>

#include "dlx/core/problem_builder.hpp"

namespace dlx::bench {
namespace {

/// Generates random numbers, with equal results on every machine (splitmix64).
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(seed) {}

  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(next() % n); }
  bool chance(std::uint32_t percent) { return below(100) < percent; }
  template <class T>
  void shuffle(std::vector<T>& list) {
    for (std::size_t k = list.size(); k > 1; --k) {
      std::swap(list[k - 1], list[below(static_cast<std::uint32_t>(k))]);
    }
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15U;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9U;
    z = (z ^ z >> 27) * 0x94D049BB133111EBU;
    return z ^ z >> 31;
  }
  std::uint64_t state_;
};

using Set = std::vector<std::uint32_t>;

/// A problem in numbers: items are numbered from 0, and each option is a set of item numbers.
struct Sets {
  std::uint32_t primary = 0;
  std::uint32_t secondary = 0;
  Bounds bounds = {};
  std::vector<Set> options = {};
  std::vector<std::vector<std::uint32_t>> colours =
      {};  // as the options, from 1; 0: none; or empty

  [[nodiscard]] Problem problem() const {
    ProblemBuilder b;
    std::vector<ItemId> items;
    for (std::uint32_t i = 0; i < primary; ++i) {
      items.push_back(b.primary("p" + std::to_string(i), bounds));
    }
    for (std::uint32_t i = 0; i < secondary; ++i) {
      items.push_back(b.secondary("s" + std::to_string(i)));
    }
    std::vector<Entry> entries;
    for (std::size_t o = 0; o < options.size(); ++o) {
      entries.clear();
      for (std::size_t k = 0; k < options[o].size(); ++k) {
        const std::uint32_t colour = colours.empty() ? 0 : colours[o][k];
        entries.emplace_back(items[options[o][k]],
                             colour == 0 ? Colour::none : b.colour("c" + std::to_string(colour)));
      }
      b.option(entries);
    }
    return std::move(b).build();
  }
};

/// Makes random options of about `length` items each. The first options form `planted` solutions.
Sets random_cover(Numbers& numbers, std::uint32_t items, std::uint32_t options,
                  std::uint32_t length, int planted) {
  Sets sets{.primary = items};
  Set all(items);
  std::iota(all.begin(), all.end(), 0U);
  for (int p = 0; p < planted; ++p) {
    numbers.shuffle(all);
    for (std::uint32_t i = 0; i < items;) {
      const std::uint32_t n = std::min(items - i, 1 + numbers.below(2 * length - 1));
      sets.options.emplace_back(all.begin() + i, all.begin() + i + n);
      i += n;
    }
  }
  while (sets.options.size() < options) {
    numbers.shuffle(all);
    sets.options.emplace_back(all.begin(), all.begin() + 1 + numbers.below(2 * length - 1));
  }
  return sets;
}

Sets random_colours(Numbers& numbers, std::uint32_t size) {
  Sets sets = random_cover(numbers, 8 + size, 60 + 20 * size, 2, 0);
  sets.secondary = 6 + 2 * size;
  for (Set& option : sets.options) {
    std::vector<std::uint32_t> colours(option.size());
    const std::uint32_t first = numbers.below(sets.secondary);
    for (std::uint32_t k = 0; k < 2; ++k) {
      option.push_back(sets.primary + (first + k) % sets.secondary);
      colours.push_back(numbers.below(4));
    }
    sets.colours.push_back(std::move(colours));
  }
  return sets;
}

/// Makes the tilings of a board: the items are cells, and the options are the places of a piece.
/// `shapes`: the orientations of the piece.
Sets board(std::uint32_t height, std::uint32_t width, const std::vector<bool>& missing,
           const std::vector<std::vector<std::pair<int, int>>>& shapes) {
  Sets sets;
  std::vector<std::uint32_t> number(std::size_t{height} * width);
  for (std::size_t c = 0; c < number.size(); ++c) {
    if (!missing[c]) number[c] = sets.primary++;
  }
  for (int y = 0; y < static_cast<int>(height); ++y) {
    for (int x = 0; x < static_cast<int>(width); ++x) {
      for (const auto& shape : shapes) {
        Set option;
        for (const auto& [dy, dx] : shape) {
          const int cy = y + dy, cx = x + dx;
          if (cy < 0 || cx < 0 || cy >= static_cast<int>(height) || cx >= static_cast<int>(width)) {
            break;
          }
          const auto c = static_cast<std::size_t>(cy) * width + static_cast<std::size_t>(cx);
          if (missing[c]) break;
          option.push_back(number[c]);
        }
        if (option.size() == shape.size()) sets.options.push_back(std::move(option));
      }
    }
  }
  return sets;
}

const std::vector<std::vector<std::pair<int, int>>> dominoes = {{{0, 0}, {0, 1}}, {{0, 0}, {1, 0}}};
const std::vector<std::vector<std::pair<int, int>>> bent_trominoes = {{{0, 0}, {0, 1}, {1, 0}},
                                                                      {{0, 0}, {0, 1}, {1, 1}},
                                                                      {{0, 0}, {1, 0}, {1, 1}},
                                                                      {{0, 1}, {1, 0}, {1, 1}}};

std::vector<bool> holes(Numbers& numbers, std::size_t cells, std::uint32_t percent) {
  std::vector<bool> missing(cells);
  for (std::size_t c = 0; c < cells; ++c) missing[c] = numbers.chance(percent);
  return missing;
}

Sets union_of(const std::vector<Sets>& parts) {
  Sets sets;
  for (const Sets& part : parts) {
    for (Set option : part.options) {
      for (std::uint32_t& i : option) i += sets.primary;
      sets.options.push_back(std::move(option));
    }
    sets.primary += part.primary;
    sets.bounds = part.bounds;
  }
  return sets;
}

Sets ring(std::uint32_t length) {
  Sets sets{.primary = length, .bounds = {0, 2}};
  for (std::uint32_t k = 0; k < length; ++k) {
    sets.options.push_back({k});
    sets.options.push_back({k, (k + 1) % length});
  }
  return sets;
}

/// Makes Steiner triple systems: triples of points such that every pair of points is in one triple.
Sets triple_systems(std::uint32_t points) {
  Sets sets;
  std::vector<std::vector<std::uint32_t>> pair(points, std::vector<std::uint32_t>(points));
  for (std::uint32_t a = 0; a < points; ++a) {
    for (std::uint32_t b = a + 1; b < points; ++b) pair[a][b] = sets.primary++;
  }
  for (std::uint32_t a = 0; a < points; ++a) {
    for (std::uint32_t b = a + 1; b < points; ++b) {
      for (std::uint32_t c = b + 1; c < points; ++c) {
        sets.options.push_back({pair[a][b], pair[a][c], pair[b][c]});
      }
    }
  }
  return sets;
}

/// Makes Latin squares in which the values of some cells are given.
Sets latin(Numbers& numbers, std::uint32_t n, std::uint32_t percent_given) {
  Sets sets{.primary = 3 * n * n};
  for (std::uint32_t r = 0; r < n; ++r) {
    for (std::uint32_t c = 0; c < n; ++c) {
      const bool given = numbers.chance(percent_given);
      for (std::uint32_t v = 0; v < n; ++v) {
        if (given && v != (r + c) % n) continue;
        sets.options.push_back({r * n + c, (n + r) * n + v, (2 * n + c) * n + v});
      }
    }
  }
  return sets;
}

/// Makes the colourings of a random graph: the two ends of an edge have different colours.
Sets colourings(Numbers& numbers, std::uint32_t vertices, std::uint32_t colours,
                std::uint32_t percent) {
  Sets sets{.primary = vertices};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (std::uint32_t a = 0; a < vertices; ++a) {
    for (std::uint32_t b = a + 1; b < vertices; ++b) {
      if (numbers.chance(percent)) edges.emplace_back(a, b);
    }
  }
  sets.secondary = static_cast<std::uint32_t>(edges.size()) * colours;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    for (std::uint32_t c = 0; c < colours; ++c) {
      Set option = {v};
      for (std::uint32_t e = 0; e < edges.size(); ++e) {
        if (edges[e].first == v || edges[e].second == v) {
          option.push_back(vertices + e * colours + c);
        }
      }
      sets.options.push_back(std::move(option));
    }
  }
  return sets;
}

Sets matchings(Numbers& numbers, std::uint32_t vertices, std::uint32_t percent) {
  Sets sets{.primary = vertices};
  for (std::uint32_t a = 0; a < vertices; ++a) {
    for (std::uint32_t b = a + 1; b < vertices; ++b) {
      if (numbers.chance(percent)) sets.options.push_back({a, b});
    }
  }
  return sets;
}

/// Makes partitions of a set into blocks of at most four elements. The numbers of two elements of a
/// block differ by less than `reach`.
Sets partitions(std::uint32_t elements, std::uint32_t reach) {
  Sets sets{.primary = elements};
  const auto extend = [&](auto& self, Set& block) -> void {
    sets.options.push_back(block);
    if (block.size() == 4) return;
    for (std::uint32_t e = block.back() + 1; e < std::min(block[0] + reach, elements); ++e) {
      block.push_back(e);
      self(self, block);
      block.pop_back();
    }
  };
  for (std::uint32_t e = 0; e < elements; ++e) {
    Set block = {e};
    extend(extend, block);
  }
  return sets;
}

Sets queens(std::uint32_t n) {
  Sets sets{.primary = 2 * n, .secondary = 2 * (2 * n - 1)};
  for (std::uint32_t r = 0; r < n; ++r) {
    for (std::uint32_t c = 0; c < n; ++c) {
      sets.options.push_back({r, n + c, 2 * n + r + c, 4 * n - 1 + r + n - 1 - c});
    }
  }
  return sets;
}

Sets langford(std::uint32_t n) {
  Sets sets{.primary = 3 * n};
  for (std::uint32_t k = 1; k <= n; ++k) {
    for (std::uint32_t place = 0; place + k + 1 < 2 * n; ++place) {
      sets.options.push_back({k - 1, n + place, n + place + k + 1});
    }
  }
  return sets;
}

Sets doubled(Sets sets) {
  const std::size_t options = sets.options.size();
  for (std::size_t o = 0; o < options; ++o) sets.options.push_back(sets.options[o]);
  return sets;
}

/// Puts n + 1 things into n holes, each of which holds at most one thing. No solution exists.
Sets pigeonholes(std::uint32_t n) {
  Sets sets{.primary = n + 1, .secondary = n};
  for (std::uint32_t a = 0; a <= n; ++a) {
    for (std::uint32_t h = 0; h < n; ++h) sets.options.push_back({a, n + 1 + h});
  }
  return sets;
}

using Make = Sets (*)(Numbers& numbers, std::uint32_t size);
struct KindOfProblem {
  const char* name;
  Make make;
};

constexpr std::array<KindOfProblem, 20> kinds = {{
    {"sparse cover",
     [](Numbers& r, std::uint32_t s) { return random_cover(r, 30 + 3 * s, 100 + 12 * s, 3, 4); }},
    {"dense cover",
     [](Numbers& r, std::uint32_t s) { return random_cover(r, 18 + s, 150 + 50 * s, 4, 6); }},
    {"long options",
     [](Numbers& r, std::uint32_t s) { return random_cover(r, 60, 200 + 40 * s, 9, 3); }},
    {"colours", [](Numbers& r, std::uint32_t s) { return random_colours(r, s); }},
    {"multiplicities",
     [](Numbers& r, std::uint32_t s) {
       Sets sets = random_cover(r, 8 + s, 14 + 2 * s, 2, 0);
       sets.bounds = {1, 3};
       return sets;
     }},
    {"dominoes",
     [](Numbers&, std::uint32_t s) {
       return board(6 + s, 6 + s, std::vector<bool>((6 + s) * (6 + s)), dominoes);
     }},
    {"dominoes with holes",
     [](Numbers& r, std::uint32_t s) {
       return board(8 + s, 16, holes(r, (8 + s) * std::size_t{16}, 8), dominoes);
     }},
    {"long strip",
     [](Numbers&, std::uint32_t s) {
       return board(4, 50 * (s + 1), std::vector<bool>(std::size_t{200} * (s + 1)), dominoes);
     }},
    {"bent trominoes",
     [](Numbers&, std::uint32_t s) {
       return board(6, 6 + s, std::vector<bool>(std::size_t{6} * (6 + s)), bent_trominoes);
     }},
    {"rings",
     [](Numbers&, std::uint32_t s) {
       return union_of(std::vector<Sets>(5 * (s + 1) * (s + 1), ring(8 + s)));
     }},
    {"independent parts",
     [](Numbers& r, std::uint32_t s) {
       std::vector<Sets> parts;
       for (std::uint32_t k = 0; k < 3 + 2 * s; ++k) {
         parts.push_back(random_cover(r, 12 + s, 60 + 12 * s, 3, 3));
       }
       return union_of(parts);
     }},
    {"duplicates",
     [](Numbers& r, std::uint32_t s) {
       return doubled(random_cover(r, 22 + s, 100 + 12 * s, 3, 4));
     }},
    {"triple systems",
     [](Numbers&, std::uint32_t s) { return triple_systems(7 + 2 * (s % 3) + (s > 5 ? 1 : 0)); }},
    {"latin squares",
     [](Numbers& r, std::uint32_t s) { return latin(r, 5 + s / 4, s % 3 == 0 ? 15 : 25); }},
    {"graph colouring",
     [](Numbers& r, std::uint32_t s) { return colourings(r, 12 + 2 * s, 3 + s % 2, 25); }},
    {"matchings", [](Numbers& r, std::uint32_t s) { return matchings(r, 12 + 2 * s, 60); }},
    {"partitions", [](Numbers&, std::uint32_t s) { return partitions(12 + 4 * s, 6 + s % 3); }},
    {"queens", [](Numbers&, std::uint32_t s) { return queens(5 + s); }},
    {"langford", [](Numbers&, std::uint32_t s) { return langford(4 + s); }},
    {"pigeonholes", [](Numbers&, std::uint32_t s) { return pigeonholes(4 + s); }},
}};

}  // namespace

std::uint32_t made_kinds() {
  return static_cast<std::uint32_t>(kinds.size());
}

MadeProblem make_problem(std::uint32_t kind, std::uint32_t size) {
  Numbers numbers(1'000 * kind + size);
  return {std::string(kinds[kind].name) + " " + std::to_string(size),
          kinds[kind].make(numbers, size).problem()};
}

}  // namespace dlx::bench
