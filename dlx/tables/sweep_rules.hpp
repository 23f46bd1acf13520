#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "dlx/core/tally.hpp"
#include "dlx/tables/sweep_plan.hpp"
#include "dlx/tables/sweep_table.hpp"

/// The rules by which a step of a sweep maps states to next states.
namespace dlx::tables::sweeping {

__extension__ using Wide = unsigned __int128;

/// A rule for one choice in a step of a sweep, such as the choice of an option. The rule tests the
/// key of a state (the number that represents the state), and adds a constant to each key that
/// passes the test.
template <std::uint32_t Words>
struct Rule {
  /// A field of the key, and the range in which its value must be for the rule to apply.
  struct Range {
    SweepPlan::Field field;
    Word least, most;
  };

  Key<Words> mask = {};  ///< the rule applies only to keys with (key & mask) == want
  Key<Words> want = {};  ///< the value that (key & mask) must have
  std::vector<Range> ranges = {};
  Key<Words> add = {};
  OptionWeight weight = {};

  [[nodiscard]] bool passes(const Word* key) const {
    Word different = 0;
    for (std::uint32_t w = 0; w < Words; ++w) different |= (key[w] & mask.word[w]) ^ want.word[w];
    return different == 0;
  }
  [[nodiscard]] bool is_in_ranges(const Word* key) const {
    return std::all_of(ranges.begin(), ranges.end(), [&](const Range& range) {
      const Word value = range.field.of(key);
      return value >= range.least && value <= range.most;
    });
  }
  /// The next key for a key that passes the test. The `leaving` lowest bits are removed after the
  /// addition.
  [[nodiscard]] Key<Words> next(const Word* key, std::uint32_t leaving) const {
    Key<Words> sum;
    Word carry = 0;
    for (std::uint32_t w = 0; w < Words; ++w) {
      const Wide wide = Wide{key[w]} + add.word[w] + carry;
      sum.word[w] = static_cast<Word>(wide);
      carry = static_cast<Word>(wide >> 64);
    }
    return without_lowest(sum, leaving);
  }
  [[nodiscard]] static Key<Words> without_lowest(const Key<Words>& key, std::uint32_t bits) {
    if constexpr (Words == 1) return {{key.word[0] >> bits}};
    Key<Words> rest;
    const std::uint32_t skipped = bits / 64, shift = bits % 64;
    for (std::uint32_t w = 0; w < Words; ++w) {
      const std::uint32_t from = w + skipped;
      rest.word[w] = from < Words ? key.word[from] >> shift : 0;
      if (shift != 0 && from + 1 < Words) rest.word[w] |= key.word[from + 1] << (64 - shift);
    }
    return rest;
  }
};

/// The rules of one pass, which makes the next table of a sweep from the current table. The step of
/// an item with bounds {1, 1} consists of a single pass. The step of any other item has one pass
/// for each of its options, in which the option is either chosen or not chosen. A last pass then
/// removes the states in which the item is covered fewer times than its lower bound.
template <std::uint32_t Words>
struct PassRules {
  std::vector<Rule<Words>> rules = {};
  /// The options (as indices in SweepPlan::moves) for which no rules are made. Instead, their next
  /// states are made and then sorted. An option with k coloured items would need 2^k rules, one for
  /// each set of items that already have their colour. If this is too much, the option is listed
  /// here. If there are many options and few states, all options are listed.
  std::vector<std::uint32_t> sorted_moves = {};
  bool settles = false;  ///< whether this is the last pass of the step
  /// Number of lowest bits of a key that are removed after the pass, because their items leave the
  /// frontier.
  std::uint32_t leaving = 0;
  /// Upper bound on the sum of the weights of the terms that are added up to one number of the next
  /// table.
  double ways = 0;
};

/// The number of words that hold a sum of `ways` numbers of at most `bits` bits each.
[[nodiscard]] inline std::uint32_t limbs_after(std::uint32_t bits, double ways) {
  return (bits + static_cast<std::uint32_t>(std::log2(std::max(1.0, ways))) + 64) / 64;
}

/// If a step has more than this number of options, and the table has few states, its options get no
/// rules (see Rule). Instead, the next states of each option are made and then sorted.
constexpr std::uint32_t many_moves = 500;

/// Makes the rules of the passes of a sweep.
template <std::uint32_t Words>
class RuleMaker {
 public:
  /// `weights` has the weight of each option, or is empty if the options have no weights. `states`
  /// is the number of states of the table.
  RuleMaker(const SweepPlan& plan, std::span<const OptionWeight> weights, double states)
      : plan_(plan), weights_(weights), states_(states) {}

  /// Makes the rules of the next pass of a step. If the item of the step has bounds other than {1,
  /// 1}, `moves_made` is the number of options of the step that earlier passes have processed.
  [[nodiscard]] PassRules<Words> make(std::size_t step_number, std::uint32_t moves_made) {
    const SweepPlan::Step& step = plan_.steps[step_number];
    made_ = {};
    made_.settles = step.exact || step.first_move + moves_made == step.end_move;
    made_.leaving = made_.settles ? step.leaving : 0;
    if (step.exact) {
      add_exact(step);
    } else if (!made_.settles) {
      made_.rules.push_back({});
      add_rules(step.first_move + moves_made);
    } else {
      Rule<Words> enough;
      enough.ranges.push_back({step.field, step.bounds.at_least, step.field.mask()});
      made_.rules.push_back(enough);
    }
    for (const Rule<Words>& rule : made_.rules) add_ways(rule.weight, rule.mask);
    for (const std::uint32_t move : made_.sorted_moves) add_ways(weight_of(move), {});
    return std::move(made_);
  }
  [[nodiscard]] OptionWeight weight_of(std::uint32_t move) const {
    return weights_.empty() ? OptionWeight{} : weights_[index(plan_.moves[move].option)];
  }

 private:
  static constexpr std::uint32_t most_open_colours = 3;
  // Maximum number of states that a step makes and then sorts.
  static constexpr double few_states = 2e6;

  void add_exact(const SweepPlan::Step& step) {
    if (step.in_frontier) {
      Rule<Words> covered;
      step.field.set(covered.mask.word, 1);
      covered.want = covered.mask;
      made_.rules.push_back(covered);
    }
    const std::uint32_t moves = step.end_move - step.first_move;
    const bool sorts = moves > many_moves && moves * states_ <= few_states;
    for (std::uint32_t m = step.first_move; m < step.end_move; ++m) {
      sorts ? made_.sorted_moves.push_back(m) : add_rules(m);
    }
  }

  void add_rules(std::uint32_t move) {
    Rule<Words> rule;
    std::copy_n(plan_.test(move), plan_.words, rule.mask.word);
    std::copy_n(plan_.set(move), plan_.words, rule.add.word);
    rule.weight = weight_of(move);
    std::vector<SweepPlan::Counter> colours;
    for (std::uint32_t c = plan_.moves[move].first_counter; c < plan_.moves[move].end_counter;
         ++c) {
      const SweepPlan::Counter& counter = plan_.counters[c];
      if (counter.colour != 0) {
        colours.push_back(counter);
      } else if (counter.most == 0) {
        return;
      } else {
        rule.ranges.push_back({counter.field, 0, counter.most - 1});
        counter.field.set(rule.add.word, 1);
      }
    }
    if (colours.size() > most_open_colours) return made_.sorted_moves.push_back(move);
    // One rule is made for each set of items that already have their colour.
    for (std::uint32_t coloured = 0; coloured >> colours.size() == 0; ++coloured) {
      Rule<Words> some = rule;
      for (std::uint32_t c = 0; c < colours.size(); ++c) {
        const SweepPlan::Field& field = colours[c].field;
        field.set(some.mask.word, field.mask());
        field.set((coloured >> c & 1) != 0 ? some.want.word : some.add.word, colours[c].colour);
      }
      made_.rules.push_back(some);
    }
  }

  /// Adds to `ways` the weight of a rule times the largest number of states that the rule can map
  /// to the same next state.
  void add_ways(const OptionWeight& weight, const Key<Words>& mask) {
    std::uint32_t open = made_.leaving;
    for (std::uint32_t bit = 0; bit < made_.leaving; ++bit) {
      open -= mask.word[bit / 64] >> bit % 64 & 1;
    }
    made_.ways += static_cast<double>(weight.ways) * std::min(std::exp2(open), states_);
  }

  const SweepPlan& plan_;
  std::span<const OptionWeight> weights_;
  double states_;
  PassRules<Words> made_;
};

}  // namespace dlx::tables::sweeping
