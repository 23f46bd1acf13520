#include "dlx/engines/item_tables.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "dlx/core/heap_bytes.hpp"
#include "dlx/core/item_options.hpp"
#include "dlx/core/random.hpp"

namespace dlx::engines::item_sets {
namespace {

bool has(std::span<const Word> set, std::uint32_t item) {
  return (set[item / 64] >> item % 64 & 1) != 0;
}
void add(std::span<Word> set, std::uint32_t item) {
  set[item / 64] |= Word{1} << item % 64;
}

template <class Visit>
void for_each_member(std::span<const Word> set, Visit visit) {
  for (std::uint32_t w = 0; w < set.size(); ++w) {
    for (Word left = set[w]; left != 0; left &= left - 1) {
      visit(64 * w + static_cast<std::uint32_t>(std::countr_zero(left)));
    }
  }
}

}  // namespace

Table::Table(const Problem& problem, std::vector<ItemId> order)
    : words_(std::max(1U, (problem.item_count() + 63) / 64)),
      order_(std::move(order)),
      groups_(problem.primary_count()),
      places_(problem.option_count(), no_option),
      needed_(std::size_t{problem.primary_count()} * words_) {
  std::vector<std::uint32_t> position(order_.size());
  for (std::uint32_t p = 0; p < order_.size(); ++p) position[index(order_[p])] = p;
  std::vector<std::vector<std::uint32_t>> members(groups_.size());
  std::vector<Word> sets(std::size_t{problem.option_count()} * words_);
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    std::uint32_t first = no_option;
    for (const ItemId item : problem.items(OptionId{o})) {
      add(std::span(sets).subspan(std::size_t{o} * words_), position[index(item)]);
      first = std::min(first, position[index(item)]);
    }
    // Options without primary items are never chosen, so the table of options does not contain
    // them.
    if (first < groups_.size()) members[first].push_back(o);
  }
  for (std::uint32_t g = 0; g < groups_.size(); ++g) {
    add_group(groups_[g], members[g], sets);
    find_needed(g, members[g], sets);
  }
}

void Table::show_to(State& state) const {
  state.words = words_;
  state.primary = static_cast<std::uint32_t>(groups_.size());
  state.masks = masks_.data();
  state.groups = groups_.data();
  state.needed = needed_.data();
}

bool Table::goes_with(std::uint32_t place, const Word* covered) const {
  Word common = 0;
  for (std::uint32_t w = 0; w < words_; ++w) common |= mask(place, w) & covered[w];
  return common == 0;
}

void Table::cover(std::uint32_t place, Word* covered) const {
  for (std::uint32_t w = 0; w < words_; ++w) covered[w] |= mask(place, w);
}

std::size_t Table::bytes() const {
  return heap_bytes(order_, groups_, masks_, options_, places_, needed_);
}

void Table::estimate(int ways_down) {
  SplitMix64 random(1);
  std::vector<std::uint32_t> left;
  double sum = 0;
  for (int n = 0; n < ways_down; ++n) {
    Word covered[most_words] = {};
    for (double ways = 1;;) {
      sum += ways;
      const std::uint32_t item = first_not_in(covered);
      if (item >= groups_.size()) break;
      left.clear();
      for (std::uint32_t k = 0; k < groups_[item].count; ++k) {
        if (goes_with(groups_[item].first + k, covered)) left.push_back(groups_[item].first + k);
      }
      if (left.empty()) break;
      ways *= static_cast<double>(left.size());
      cover(left[static_cast<std::size_t>(random() % left.size())], covered);
    }
  }
  expected_nodes_ = sum / ways_down;
}

std::uint32_t Table::first_not_in(const Word* covered) const {
  std::uint32_t w = 0;
  while (w + 1 < words_ && ~covered[w] == 0) ++w;
  return 64 * w + static_cast<std::uint32_t>(std::countr_one(covered[w]));
}

void Table::add_group(Group& group, std::span<const std::uint32_t> members,
                      std::span<const Word> sets) {
  group = {static_cast<std::uint32_t>(options_.size()), static_cast<std::uint32_t>(members.size())};
  options_.insert(options_.end(), members.begin(), members.end());
  options_.resize((options_.size() + block - 1) / block * block, no_option);
  masks_.resize(options_.size() * words_);
  for (std::uint32_t k = 0; k < group.count; ++k) {
    const std::uint32_t place = group.first + k;
    places_[members[k]] = place;
    for (std::uint32_t w = 0; w < words_; ++w) {
      masks_[(std::size_t{place / block} * words_ + w) * block + place % block] =
          sets[std::size_t{members[k]} * words_ + w];
    }
  }
}

/// Computes a small set of items such that each of the options `left` contains at least one item of
/// the set. The function repeatedly adds the item that is in most of the remaining options, and
/// removes these options. `item`, which all options contain, is added only if some option contains
/// no other item.
void Table::find_needed(std::uint32_t item, std::vector<std::uint32_t> left,
                        std::span<const Word> sets) {
  const std::span needed = std::span(needed_).subspan(std::size_t{item} * words_, words_);
  const auto set_of = [&](std::uint32_t option) {
    return sets.subspan(std::size_t{option} * words_, words_);
  };
  std::vector<std::uint32_t> uses(order_.size());
  while (!left.empty()) {
    std::fill(uses.begin(), uses.end(), 0);
    for (const std::uint32_t option : left) {
      for_each_member(set_of(option), [&](std::uint32_t i) { ++uses[i]; });
    }
    uses[item] = 0;
    const auto most = std::max_element(uses.begin(), uses.end());
    const auto best = static_cast<std::uint32_t>(most - uses.begin());
    add(needed, *most == 0 ? item : best);
    if (*most == 0) break;
    std::erase_if(left, [&](std::uint32_t option) { return has(set_of(option), best); });
  }
}

// ----------------------------------------------------------------------------------- the order ---

namespace {

/// Finds an order of the items, as the head of item_bits.cpp describes.
class OrderSearch {
 public:
  explicit OrderSearch(const Problem& problem)
      : problem_(problem),
        options_of_(options_of_primary_items(problem)),
        reach_(problem.item_count()),
        is_far_(problem.primary_count()) {
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      Set items = {};
      for (const ItemId item : problem.items(OptionId{o})) add(items, index(item));
      for (const ItemId item : problem.items(OptionId{o})) {
        for (std::size_t w = 0; w < items.size(); ++w) reach_[index(item)][w] |= items[w];
      }
    }
    std::vector<std::size_t> shared(problem.item_count());
    for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
      std::fill(shared.begin(), shared.end(), 0);
      for (const OptionId option : options_of_[i]) {
        for (const ItemId item : problem.items(option)) ++shared[index(item)];
      }
      shared[i] = 0;
      const std::size_t most = *std::max_element(shared.begin(), shared.end());
      is_far_[i] = 10 * most <= 3 * options_of_[i].size();
      starts_.push_back(i);
    }
    std::stable_sort(starts_.begin(), starts_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(is_far_[a], options_of_[a].size()) <
             std::pair(is_far_[b], options_of_[b].size());
    });
  }

  /// item_tables.hpp documents this function.
  [[nodiscard]] bool has_narrow_rim() const {
    const auto near = static_cast<std::size_t>(std::count(is_far_.begin(), is_far_.end(), false));
    if (2 * near < is_far_.size()) return false;
    Set reached = {};
    std::size_t taken = 0, most_open = 0;
    const std::vector<ItemId> order = order_from(0);
    for (const ItemId item : std::span(order).first(near)) {
      for (std::size_t w = 0; w < reached.size(); ++w) reached[w] |= reach_[index(item)][w];
      std::size_t reached_near = 0;
      for (std::uint32_t i = 0; i < is_far_.size(); ++i) {
        reached_near += !is_far_[i] && has(reached, i) ? 1 : 0;
      }
      most_open = std::max(most_open, reached_near - ++taken);
    }
    return 5 * most_open <= 3 * near;
  }

  [[nodiscard]] Table best_table() const {
    Table best(problem_, order_from(0));
    best.estimate(first_ways);
    if (best.expected_nodes() < short_search) return best;
    best.estimate(more_ways);
    if (best.expected_nodes() < long_search) return best;
    for (std::uint32_t start = 1; start < most_starts && start < starts_.size(); ++start) {
      Table table(problem_, order_from(start));
      table.estimate(more_ways);
      if (table.expected_nodes() < best.expected_nodes()) best = std::move(table);
    }
    return best;
  }

 private:
  using Set = std::array<Word, most_words>;

  static constexpr int first_ways = 32;
  static constexpr int more_ways = 256;
  // If a search is expected to have fewer than short_search nodes (0.2 ms), its estimate is not
  // refined. If it is expected to have fewer than long_search nodes (4 ms), no other orders are
  // tested.
  static constexpr double short_search = 8'000, long_search = 200'000;
  static constexpr std::uint32_t most_starts = 4;

  [[nodiscard]] std::vector<ItemId> order_from(std::uint32_t start) const {
    const std::uint32_t primary = problem_.primary_count();
    std::vector<ItemId> order;
    std::vector<bool> is_taken(primary), is_cut(problem_.option_count());
    // For each item: the number of its options that contain an item placed earlier in the order.
    std::vector<std::size_t> cut(problem_.item_count());
    const auto take = [&](std::uint32_t item) {
      order.push_back(ItemId{item});
      is_taken[item] = true;
      for (const OptionId option : options_of_[item]) {
        if (is_cut[index(option)]) continue;
        is_cut[index(option)] = true;
        for (const ItemId other : problem_.items(option)) ++cut[index(other)];
      }
    };
    const auto comes_before = [&](std::uint32_t a, std::uint32_t b) -> bool {
      if (is_far_[a] != is_far_[b]) return is_far_[b];
      const std::size_t size_a = options_of_[a].size(), size_b = options_of_[b].size();
      const std::size_t part_a = cut[a] * size_b, part_b = cut[b] * size_a;
      return part_a != part_b && !is_far_[a] ? part_a > part_b : size_a < size_b;
    };
    if (primary != 0) take(starts_[start]);
    while (order.size() < primary) {
      std::uint32_t best = primary;
      for (std::uint32_t i = 0; i < primary; ++i) {
        if (!is_taken[i] && (best == primary || comes_before(i, best))) best = i;
      }
      take(best);
    }
    for (std::uint32_t i = primary; i < problem_.item_count(); ++i) order.push_back(ItemId{i});
    return order;
  }

  const Problem& problem_;
  // For each primary item: the options that contain it.
  std::vector<std::vector<OptionId>> options_of_;
  // For each item: the items that share an option with it.
  std::vector<Set> reach_;
  std::vector<bool> is_far_;
  // The primary items, in the order in which they are tried as the first item of an order.
  std::vector<std::uint32_t> starts_ = {};
};

}  // namespace

Table table_in_found_order(const Problem& problem) {
  return OrderSearch(problem).best_table();
}

bool has_narrow_rim(const Problem& problem) {
  return OrderSearch(problem).has_narrow_rim();
}

}  // namespace dlx::engines::item_sets
