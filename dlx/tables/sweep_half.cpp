#include "dlx/tables/sweep_half.hpp"

#include <bit>
#include <numeric>
#include <optional>
#include <utility>

#include "dlx/core/mixed.hpp"
#include "dlx/core/problem.hpp"

namespace dlx::tables {
namespace {

// An option, given by the positions of its items in the order of the sweep, in ascending order.
using Places = std::vector<std::uint32_t>;

/// The options as lists of the positions of their items. Returns nullopt if the problem has
/// secondary items or multiplicities, or an option without items.
std::optional<std::vector<Places>> options_of(const Problem& problem,
                                              std::span<const ItemId> order) {
  if (problem.item_count() != problem.primary_count() || problem.has_multiplicities()) return {};
  Places place_of(order.size());
  for (std::uint32_t p = 0; p < order.size(); ++p) place_of[index(order[p])] = p;
  std::vector<Places> options(problem.option_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    for (const ItemId item : problem.items(OptionId{o})) {
      options[o].push_back(place_of[index(item)]);
    }
    if (options[o].empty()) return {};
    std::sort(options[o].begin(), options[o].end());
  }
  return options;
}

/// The number of items at each end of the order that a symmetry may exchange, the sets L and H of
/// sweep_half.hpp; nullopt if no such sets exist. If there are several possible numbers, the
/// largest is chosen, because the fewest items are then in the middle, the set M.
std::optional<std::uint32_t> find_cut(const std::vector<Places>& options, std::uint32_t items) {
  std::uint32_t least = 1, most = items / 2;
  for (const Places& option : options) {
    const std::uint32_t first = option.front(), last = option.back();
    least = std::max(least, 1 + std::min(first, items - 1 - last));
    most = std::min(most, std::max(first, items - 1 - last));
  }
  if (least > most) return {};
  return most;
}

/// Finds a symmetry that exchanges the first `half` items of an order with the last `half` items
/// and maps every other item to itself. The symmetry is found only if partition refinement
/// determines it uniquely.
class Mirror {
 public:
  Mirror(const std::vector<Places>& options, std::uint32_t items, std::uint32_t half)
      : options_(options), items_(items), half_(half) {}

  /// The symmetry, as the image of each position in the order; nullopt if no symmetry is found.
  [[nodiscard]] std::optional<Places> find() {
    labels_.assign(items_, 0);
    for (std::uint32_t p = half_; p < items_ - half_; ++p) labels_[p] = mixed(1 + p);
    // The limit on the number of entries that are read. The search for a symmetry then takes at
    // most about 20 ms.
    constexpr std::size_t most_work = 4'000'000;
    std::size_t entries = items_;
    for (const Places& option : options_) entries += option.size();
    std::size_t distinct = 0;
    for (std::size_t round = 1, work = 0; work < most_work; ++round, work += entries) {
      refine();
      if (!std::has_single_bit(round)) continue;
      const std::optional<Places> image = match();
      if (!image || distinct_ == half_) return image;
      if (distinct_ == distinct) return {};
      distinct = distinct_;
    }
    return {};
  }

 private:
  /// Replaces the label of each item by a hash of its label and of the labels of the items with
  /// which it shares options.
  void refine() {
    std::vector<std::uint64_t> next = labels_;
    for (std::uint64_t& label : next) label = mixed(label);
    for (const Places& option : options_) {
      std::uint64_t sum = 0;
      for (const std::uint32_t p : option) sum += mixed(labels_[p]);
      for (const std::uint32_t p : option) next[p] += mixed(sum);
    }
    labels_ = std::move(next);
  }

  /// Pairs each of the first half_ items with one of the last half_ items that has the same label.
  /// Returns nullopt if their labels differ. The pairing is unique if the first half_ items have
  /// distinct labels.
  [[nodiscard]] std::optional<Places> match() {
    Places low(half_), high(half_);
    std::iota(low.begin(), low.end(), 0U);
    std::iota(high.begin(), high.end(), items_ - half_);
    const auto by_label = [this](std::uint32_t a, std::uint32_t b) {
      return labels_[a] < labels_[b];
    };
    std::sort(low.begin(), low.end(), by_label);
    std::sort(high.begin(), high.end(), by_label);
    Places image(items_);
    std::iota(image.begin(), image.end(), 0U);
    distinct_ = 0;
    for (std::uint32_t k = 0; k < half_; ++k) {
      if (labels_[low[k]] != labels_[high[k]]) return {};
      if (k == 0 || labels_[low[k]] != labels_[low[k - 1]]) ++distinct_;
      image[low[k]] = high[k];
      image[high[k]] = low[k];
    }
    return image;
  }

  const std::vector<Places>& options_;
  std::uint32_t items_, half_;
  std::vector<std::uint64_t> labels_;  // the label of the item at each position
  std::size_t distinct_ = 0;           // number of distinct labels among the first half_ items
};

/// Whether a permutation of the items is a symmetry of the problem: the image of each option must
/// occur among the options as often as the option itself. Items are given by their positions in the
/// order.
bool is_symmetry(const std::vector<Places>& options, const Places& image) {
  std::vector<Places> from = options, to = options;
  for (Places& option : to) {
    for (std::uint32_t& p : option) p = image[p];
    std::sort(option.begin(), option.end());
  }
  std::sort(from.begin(), from.end());
  std::sort(to.begin(), to.end());
  return from == to;
}

}  // namespace

std::size_t bytes_to_halve(const Problem& problem) {
  const std::size_t of_option = sizeof(Places) + 16;  // Each allocation adds about 16 bytes.
  constexpr std::size_t copies = 3;
  return copies * (problem.option_count() * of_option +
                   problem.entry_count() * 2 * sizeof(Places::value_type));
}

bool halve(SweepPlan& plan, const Problem& problem, std::span<const ItemId> order) {
  const auto items = static_cast<std::uint32_t>(order.size());
  const auto options = options_of(problem, order);
  if (!options || options->empty()) return false;
  const std::optional<std::uint32_t> half = find_cut(*options, items);
  if (!half || plan.steps[*half - 1].bits_after != items - 2 * *half) return false;
  const std::optional<Places> image = Mirror(*options, items, *half).find();
  if (!image || !is_symmetry(*options, *image)) return false;
  plan.steps.resize(*half);
  plan.halved = true;
  return true;
}

}  // namespace dlx::tables
