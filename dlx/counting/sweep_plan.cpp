#include "dlx/counting/sweep_plan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "dlx/counting/item_orders.hpp"

namespace dlx {
namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// For every item, at which step it is first and last touched by an option; for every option, its
/// step.
struct Spans {
  std::vector<std::uint32_t> first, last;
  std::vector<std::uint32_t> step_of_option;
};

Spans spans_of(const Problem& problem, std::span<const ItemId> order) {
  Spans spans;
  std::vector<std::uint32_t> step_of(problem.primary_count());
  for (std::uint32_t s = 0; s < order.size(); ++s) step_of[index(order[s])] = s;
  spans.first.assign(problem.item_count(), none);
  spans.last.assign(problem.item_count(), 0);
  spans.step_of_option.reserve(problem.option_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const auto items = problem.items(OptionId{o});
    std::uint32_t step = none;
    for (const ItemId item : items) {
      if (problem.is_primary(item)) step = std::min(step, step_of[index(item)]);
    }
    spans.step_of_option.push_back(step);
    for (const ItemId item : items) {
      std::uint32_t& first = spans.first[index(item)];
      std::uint32_t& last = spans.last[index(item)];
      first = std::min(first, step);
      last = std::max(last, step);
    }
  }
  // A primary item is settled at its own step.
  for (std::uint32_t s = 0; s < order.size(); ++s) {
    spans.last[index(order[s])] = s;
    spans.first[index(order[s])] = std::min(spans.first[index(order[s])], s);
  }
  return spans;
}

/// Bits that say all that matters of an item.
class Widths {
 public:
  explicit Widths(const Problem& problem) : problem_(problem) {
    if (!problem.has_colours()) return;
    colours_.resize(problem.item_count());
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      for (const auto [item, colour] : problem.entries(OptionId{o})) {
        if (colour != Colour::none) colours_[index(item)].push_back(index(colour));
      }
    }
    for (auto& list : colours_) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
  }

  [[nodiscard]] std::uint32_t bits(ItemId item) const {
    if (problem_.is_primary(item)) {
      const Bounds bounds = problem_.bounds(item);
      return bounds == Bounds{} ? 1 : static_cast<std::uint32_t>(std::bit_width(bounds.at_most));
    }
    return is_coloured(item)
               ? static_cast<std::uint32_t>(std::bit_width(colours_[index(item)].size() + 1))
               : 1;
  }
  [[nodiscard]] bool is_coloured(ItemId item) const {
    return !colours_.empty() && !colours_[index(item)].empty();
  }
  /// The code of a colour in the item's field; of no colour, the highest.
  [[nodiscard]] std::uint64_t code(ItemId item, Colour colour) const {
    const auto& list = colours_[index(item)];
    if (colour == Colour::none) return list.size() + 1;
    return static_cast<std::uint64_t>(std::lower_bound(list.begin(), list.end(), index(colour)) -
                                      list.begin()) +
           1;
  }

 private:
  const Problem& problem_;
  std::vector<std::vector<std::uint32_t>> colours_;  // of every item, ascending
};

/// Places for fields, none of which crosses from one word to the next.
class Places {
 public:
  struct Place {
    std::uint32_t word = 0, shift = 0;
  };

  Place take(std::uint32_t bits) {
    for (std::uint32_t w = 0;; ++w) {
      if (w == used_.size()) used_.push_back(std::uint64_t{1} << 63);  // kept clear in keys
      const std::uint64_t field = (std::uint64_t{1} << bits) - 1;
      for (std::uint32_t shift = 0; shift + bits < 64; ++shift) {
        if ((used_[w] >> shift & field) != 0) continue;
        used_[w] |= field << shift;
        in_use_ += bits;
        widest_ = std::max(widest_, in_use_);
        return {w, shift};
      }
    }
  }
  void give_back(Place place, std::uint32_t bits) {
    used_[place.word] &= ~(((std::uint64_t{1} << bits) - 1) << place.shift);
    in_use_ -= bits;
  }
  [[nodiscard]] std::uint32_t words() const {
    return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(used_.size()));
  }
  [[nodiscard]] std::uint32_t widest() const { return widest_; }

 private:
  std::vector<std::uint64_t> used_;
  std::uint32_t in_use_ = 0, widest_ = 0;
};

constexpr std::uint32_t most_places = 1'024;  // words of a key

std::invalid_argument too_wide(std::uint32_t bits) {
  return std::invalid_argument("the frontier has " + std::to_string(bits) +
                               " bits and more: too many for a sweep");
}

double sweep_bits(const Problem& problem, const Widths& widths, std::span<const ItemId> order) {
  const Spans spans = spans_of(problem, order);
  std::vector<std::int64_t> change(order.size() + 1);
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    if (spans.first[i] == none || spans.first[i] == spans.last[i]) continue;
    change[spans.first[i]] += widths.bits(ItemId{i});
    change[spans.last[i]] -= widths.bits(ItemId{i});
  }
  // The logarithm of a sum of powers, without overflow.
  std::int64_t width = 0;
  double sum = -std::numeric_limits<double>::infinity();
  for (std::size_t s = 0; s < order.size(); ++s) {
    width += change[s];
    const auto bits = static_cast<double>(width);
    const double larger = std::max(sum, bits);
    sum = larger + std::log2(std::exp2(sum - larger) + std::exp2(bits - larger));
  }
  return sum;
}

class Planner {
 public:
  Planner(const Problem& problem, std::span<const ItemId> order)
      : problem_(problem),
        order_(order),
        spans_(spans_of(problem, order)),
        widths_(problem),
        entering_(order.size()),
        leaving_(order.size()),
        place_(problem.item_count()),
        placed_(problem.item_count()) {}

  SweepPlan plan() {
    find_frontiers();
    make_places();  // first, for the number of words of a key must be known
    std::vector<std::vector<OptionId>> options(order_.size());
    for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
      options[spans_.step_of_option[o]].push_back(OptionId{o});
    }
    for (std::uint32_t s = 0; s < order_.size(); ++s) add_step(s, options[s]);
    return std::move(plan_);
  }

 private:
  [[nodiscard]] bool is_exact(std::uint32_t step) const {
    return problem_.bounds(order_[step]) == Bounds{};
  }
  [[nodiscard]] SweepPlan::Word mask_of(ItemId item) const {
    return (SweepPlan::Word{1} << widths_.bits(item)) - 1;
  }

  void find_frontiers() {
    for (std::uint32_t i = 0; i < problem_.item_count(); ++i) {
      if (spans_.first[i] == none || spans_.first[i] == spans_.last[i]) continue;
      entering_[spans_.first[i]].push_back(ItemId{i});
      leaving_[spans_.last[i]].push_back(ItemId{i});
    }
    // An item of bounds other than {1, 1} needs its field in its own step, even if it is in no
    // other; and a secondary item needs one where several options of one step contain it, if
    // several of them can be chosen.
    const auto add_to_step = [&](std::uint32_t s, ItemId item) {
      if (is_exact(s)) return;
      entering_[s].push_back(item);
      leaving_[s].push_back(item);
    };
    for (std::uint32_t s = 0; s < order_.size(); ++s) {
      if (spans_.first[index(order_[s])] == s) add_to_step(s, order_[s]);
    }
    for (std::uint32_t k = problem_.primary_count(); k < problem_.item_count(); ++k) {
      const std::uint32_t s = spans_.first[k];
      if (s != none && s == spans_.last[k]) add_to_step(s, ItemId{k});
    }
  }

  void make_places() {
    Places places;
    for (std::uint32_t s = 0; s < order_.size(); ++s) {
      if (places.words() > most_places) throw too_wide(places.widest());
      for (const ItemId item : entering_[s]) {
        place_[index(item)] = places.take(widths_.bits(item));
        placed_[index(item)] = 1;
      }
      for (const ItemId item : leaving_[s]) {
        places.give_back(place_[index(item)], widths_.bits(item));
      }
    }
    constexpr std::size_t most_words = std::size_t{1} << 27;
    if (places.words() * (2 * std::size_t{problem_.option_count()} + order_.size()) > most_words) {
      throw too_wide(places.widest());
    }
    plan_.words = places.words();
    plan_.width = places.widest();
  }

  void add_step(std::uint32_t s, const std::vector<OptionId>& options) {
    const ItemId item = order_[s];
    SweepPlan::Step step;
    step.exact = is_exact(s);
    step.bounds = problem_.bounds(item);
    step.in_frontier = placed_[index(item)] != 0;
    step.word = place_[index(item)].word;
    step.shift = place_[index(item)].shift;
    step.mask = mask_of(item);
    step.first_move = static_cast<std::uint32_t>(plan_.moves.size());
    for (const OptionId option : options) add_move(item, option);
    step.end_move = static_cast<std::uint32_t>(plan_.moves.size());
    for (const ItemId entered : entering_[s]) bits_ += widths_.bits(entered);
    for (const ItemId left : leaving_[s]) bits_ -= widths_.bits(left);
    step.bits_after = bits_;
    plan_.forget.resize(plan_.forget.size() + plan_.words);
    SweepPlan::Word* const forget = &plan_.forget[std::size_t{s} * plan_.words];
    for (const ItemId left : leaving_[s]) {
      forget[place_[index(left)].word] |= mask_of(left) << place_[index(left)].shift;
    }
    plan_.steps.push_back(step);
  }

  void add_move(ItemId item_of_step, OptionId option) {
    SweepPlan::Move move{option, static_cast<std::uint32_t>(plan_.counters.size()), 0};
    const std::size_t row = plan_.tests.size();
    plan_.tests.resize(row + plan_.words);
    plan_.sets.resize(row + plan_.words);
    for (const auto [item, colour] : problem_.entries(option)) {
      if (placed_[index(item)] == 0) continue;
      const Places::Place p = place_[index(item)];
      const bool primary = problem_.is_primary(item);
      if (primary && problem_.bounds(item) != Bounds{}) {
        plan_.counters.push_back(
            {p.word, p.shift, mask_of(item), problem_.bounds(item).at_most, 0});
      } else if (!primary && widths_.is_coloured(item)) {
        if (colour == Colour::none) {
          plan_.tests[row + p.word] |= mask_of(item) << p.shift;
          plan_.sets[row + p.word] |= widths_.code(item, Colour::none) << p.shift;
        } else {
          plan_.counters.push_back({p.word, p.shift, mask_of(item), 0, widths_.code(item, colour)});
        }
      } else {
        plan_.tests[row + p.word] |= SweepPlan::Word{1} << p.shift;
        // The step's own item is settled by the step.
        if (item != item_of_step) plan_.sets[row + p.word] |= SweepPlan::Word{1} << p.shift;
      }
    }
    move.end_counter = static_cast<std::uint32_t>(plan_.counters.size());
    plan_.moves.push_back(move);
  }

  const Problem& problem_;
  std::span<const ItemId> order_;
  Spans spans_;
  Widths widths_;
  std::vector<std::vector<ItemId>> entering_, leaving_;  // the frontier, at every step
  std::vector<Places::Place> place_;                     // of every item in some frontier
  std::vector<std::uint8_t> placed_;                     // whether it is in one
  std::uint32_t bits_ = 0;                               // of the frontier after the last step
  SweepPlan plan_;
};

}  // namespace

SweepPlan sweep_plan(const Problem& problem, std::span<const ItemId> order) {
  return Planner(problem, order).plan();
}

double sweep_bits(const Problem& problem, std::span<const ItemId> order) {
  return sweep_bits(problem, Widths(problem), order);
}

std::vector<ItemId> narrow_order(const Problem& problem, const Deadline& deadline) {
  const Widths widths(problem);
  std::vector<ItemId> best;
  double least = std::numeric_limits<double>::infinity();
  for (std::vector<ItemId>& order : item_orders(problem, deadline)) {
    if (!best.empty() && deadline.reached()) break;
    const double bits = sweep_bits(problem, widths, order);
    if (!best.empty() && bits >= least) continue;
    least = bits;
    best = std::move(order);
  }
  return best;
}

}  // namespace dlx
