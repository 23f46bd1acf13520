#include "dlx/estimate.hpp"

#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <stdexcept>
#include <vector>

#include "dlx/search/control.hpp"

namespace dlx {
namespace {

using Clock = std::chrono::steady_clock;

/// Goes down a path of the search tree by random choices. Choices are not undone: each probe begins
/// with a copy of the state at the root.
class Probe {
 public:
  explicit Probe(const Problem& problem)
      : problem_(&problem), options_of_(problem.item_count()), taken_(problem.item_count()) {
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      for (const auto [item, colour] : problem.entries(OptionId{o})) {
        options_of_[index(item)].push_back({o, colour});
      }
    }
    for (const auto& options : options_of_) {
      start_.lengths.push_back(static_cast<std::uint32_t>(options.size()));
    }
    start_.live.assign(problem.option_count(), 1);
    start_.open.assign(problem.item_count(), 1);
    start_.missing.assign(problem.item_count(), 0);
    start_.room.assign(problem.item_count(), 1);
    for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
      const Bounds bounds = problem.bounds(ItemId{i});
      start_.missing[i] = bounds.at_least;
      start_.room[i] = bounds.at_most;
    }
  }

  struct Result {
    WideReal solutions = 0;
    WideReal nodes = 1;
  };

  /// Goes down one random path (a probe). Returns nothing if the deadline ended the probe.
  std::optional<Result> run(std::mt19937_64& random, const search::Deadline& deadline) {
    state_ = start_;
    alive_.resize(problem_->option_count());
    std::iota(alive_.begin(), alive_.end(), 0U);
    Result result;
    WideReal weight = 1;
    for (std::uint32_t left = problem_->primary_count(); left != 0;) {
      const std::uint32_t item = shortest();
      find_ways(item);
      result.nodes += weight * static_cast<double>(ways_.size());
      if (deadline.reached()) return {};
      // A branch that leaves some item without options leads to no solution. If such branches are
      // removed, probes reach a solution many times as often. If a node has many branches, they are
      // not tested, because then hardly any of them leads to a dead end.
      if (ways_.size() <= few) {
        std::erase_if(alive_, [&](std::uint32_t option) { return state_.live[option] == 0; });
        std::erase_if(ways_, [&](std::uint32_t option) {
          return option != no_more && !leaves_options(OptionId{option});
        });
      }
      if (ways_.empty()) return result;
      weight = weight * static_cast<double>(ways_.size());
      // Taking the random number modulo the number of branches favours the first branches by less
      // than one part in 2^32.
      const std::uint32_t chosen = ways_[random() % ways_.size()];
      if (chosen == no_more) {
        close(item);
        --left;
        continue;
      }
      drop_before(item, chosen);
      left -= choose(OptionId{chosen});
    }
    result.solutions = weight;
    return result;
  }

 private:
  static constexpr std::size_t few = 40;
  // The value in ways_ for the branch in which the item is not covered any more.
  static constexpr std::uint32_t no_more = ~std::uint32_t{0};

  struct Use {
    std::uint32_t option;
    Colour colour;
  };
  struct State {
    // For each item: the number of its options that may be chosen.
    std::vector<std::uint32_t> lengths;
    // For each option: 1 if it may still be chosen, otherwise 0.
    std::vector<std::uint8_t> live;
    // For each item: 1 if the item may still be covered, otherwise 0.
    std::vector<std::uint8_t> open;
    // For each item: the number of times that it must still be covered.
    std::vector<std::uint32_t> missing;
    // For each item: the number of times that it may still be covered.
    std::vector<std::uint32_t> room;
  };

  /// The number of branches if the search branches on an item; find_ways() lists them.
  std::uint32_t ways_of(std::uint32_t item) const {
    const std::uint32_t options = state_.lengths[item];
    return options < state_.missing[item] ? 0 : options - state_.missing[item] + 1;
  }

  std::uint32_t shortest() const {
    std::uint32_t best = ~std::uint32_t{0};
    std::uint32_t item = 0;
    for (std::uint32_t i = 0; i < problem_->primary_count() && best > 1; ++i) {
      if (state_.open[i] == 0) continue;
      const std::uint32_t ways = ways_of(i);
      if (ways >= best) continue;
      best = ways;
      item = i;
    }
    return item;
  }

  /// Lists the branches for an item in ways_. If an item may be covered several times, its options
  /// are chosen in ascending order, so that each set of options occurs once. So an option is a
  /// branch only if enough later options are left to cover the item as often as necessary. If the
  /// item has been covered often enough, no_more is another branch.
  void find_ways(std::uint32_t item) {
    ways_.clear();
    for (const Use& use : options_of_[item]) {
      if (state_.live[use.option] != 0) ways_.push_back(use.option);
    }
    if (state_.missing[item] == 0) ways_.push_back(no_more);
    ways_.resize(ways_of(item));
  }

  /// Removes the options of an item that precede the chosen option.
  void drop_before(std::uint32_t item, std::uint32_t chosen) {
    if (state_.room[item] == 1) return;
    for (const Use& use : options_of_[item]) {
      if (use.option == chosen) return;
      if (state_.live[use.option] != 0) drop(use.option);
    }
  }

  /// Removes the options of an item that must not be covered again, except options that give it
  /// this colour.
  void close(std::uint32_t item, Colour colour = Colour::none) {
    state_.open[item] = 0;
    for (const Use& use : options_of_[item]) {
      const bool agrees = colour != Colour::none && use.colour == colour;
      if (state_.live[use.option] != 0 && !agrees) drop(use.option);
    }
  }

  void drop(std::uint32_t option) {
    state_.live[option] = 0;
    for (const ItemId item : problem_->items(OptionId{option})) --state_.lengths[index(item)];
  }

  /// Whether every item that must still be covered has enough options left if this option is
  /// chosen.
  bool leaves_options(OptionId option) {
    for (const auto [item, colour] : problem_->entries(option)) {
      if (state_.room[index(item)] == 1) taken_[index(item)] = 1 + index(colour);
    }
    left_ = state_.lengths;
    for (const std::uint32_t other : alive_) {
      if (other == index(option)) continue;
      const auto others = problem_->items(OptionId{other});
      bool goes = false;
      for (std::size_t k = 0; k < others.size() && !goes; ++k) {
        const std::uint32_t taken = taken_[index(others[k])];
        // If `taken` is 1, the chosen option covers the item without a colour, so that no other
        // option may contain the item.
        goes =
            taken == 1 || (taken != 0 && taken != 1 + index(problem_->colour(OptionId{other}, k)));
      }
      if (!goes) continue;
      for (const ItemId item : others) --left_[index(item)];
    }
    bool all = true;
    for (std::uint32_t i = 0; i < problem_->primary_count() && all; ++i) {
      all = state_.open[i] == 0 || taken_[i] != 0 || left_[i] >= state_.missing[i];
    }
    for (const ItemId item : problem_->items(option)) taken_[index(item)] = 0;
    return all;
  }

  /// Chooses an option. Returns the number of its primary items that must not be covered again.
  std::uint32_t choose(OptionId option) {
    std::uint32_t closed = 0;
    drop(index(option));
    for (const auto [item, colour] : problem_->entries(option)) {
      if (problem_->is_primary(item)) {
        std::uint32_t& missing = state_.missing[index(item)];
        missing -= missing != 0 ? 1 : 0;
        if (--state_.room[index(item)] != 0) continue;
        ++closed;
      }
      close(index(item), colour);
    }
    return closed;
  }

  const Problem* problem_;
  std::vector<std::vector<Use>> options_of_;
  State start_;
  State state_;
  std::vector<std::uint32_t> alive_;  // the options that may still be chosen
  // For each item, while leaves_options() runs: 1 + the number of the colour that the option gives
  // to the item, or 0 if the option does not contain it.
  std::vector<std::uint32_t> taken_;
  std::vector<std::uint32_t> left_;
  std::vector<std::uint32_t> ways_;
};

/// The mean and variance of numbers that are added one by one (B. P. Welford, 1962).
class Mean {
 public:
  void add(const WideReal& value) {
    ++count_;
    const WideReal delta = value - mean_;
    mean_ += delta / count_;
    squares_ += delta * (value - mean_);
  }
  [[nodiscard]] WideReal value() const { return mean_; }
  [[nodiscard]] WideReal error() const {
    return count_ < 2 ? 0 : sqrt(squares_ / (count_ * (count_ - 1)));
  }

 private:
  double count_ = 0;
  WideReal mean_;
  WideReal squares_;
};

}  // namespace

Estimate estimate(const Problem& problem, const EstimateOptions& options) {
  if (options.probes == 0) throw std::invalid_argument("an estimate needs a probe at least");
  const std::uint64_t most = options.probes.value_or(options.control.limits.time
                                                         ? std::numeric_limits<std::uint64_t>::max()
                                                         : std::uint64_t{10'000});
  Probe probe(problem);
  std::mt19937_64 random(options.seed);
  Mean solutions;
  Mean nodes;
  Estimate result;
  const search::Deadline deadline(options.control);
  auto last_report = Clock::now();
  while (result.probes < most) {
    const std::optional<Probe::Result> found = probe.run(random, deadline);
    if (found) {
      solutions.add(found->solutions);
      nodes.add(found->nodes);
      ++result.probes;
      if (found->solutions != 0) ++result.hits;
    }
    const Status why = deadline.why();
    result.stopped = why == Status::stopped;
    if (!found || why != Status::running) break;
    const auto now = Clock::now();
    if (options.control.on_progress && now - last_report >= options.control.progress_interval) {
      last_report = now;
      options.control.on_progress({.probes = result.probes, .seconds = deadline.seconds()});
    }
  }
  result.solutions = solutions.value();
  result.solutions_error = solutions.error();
  result.nodes = nodes.value();
  result.nodes_error = nodes.error();
  return result;
}

}  // namespace dlx
