// Hints: forced options with reasons that a person can follow.
//
// The state is the knowledge of a person who solves the problem: the options that are chosen, the
// options that are excluded because they conflict with a chosen option, and the number of options
// left for each item.
//
//   1. If an item needs all options that it has left, these options are forced: this is a hint.
//   2. If no item needs all its options, each open option is tentatively chosen. Forced options
//      are then chosen breadth-first, so that the first contradiction needs few steps. A chain is
//      the list of steps on which the contradiction depends. A chain is found by tracing back from
//      the contradiction. If chains exclude so many options of an item that it needs all others,
//      this is a hint. The hint with the smallest total length of chains is used.
//   3. If there is still no hint, all options with chains are excluded, and step 2 is repeated.
//      The chains found then may depend on the chains found before.
//   4. If no option has a chain, the options of one solution are tried: an option is in all
//      solutions if no solution exists without it.

#include "dlx/solve/hint.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>

#include "dlx/core/item_options.hpp"
#include "dlx/exclusions.hpp"
#include "dlx/search/control.hpp"
#include "dlx/solve/questions.hpp"

namespace dlx::solve {
namespace {

// The maximum number of entries that steps 2 and 3 visit for a hint. Visiting so many entries takes
// about a second.
constexpr std::uint64_t most_work = 200'000'000;
// The maximum number of nodes of a search that tests whether a solution exists. This search runs
// before hints are looked for.
constexpr std::uint64_t nodes_of_first_look = 10'000;

constexpr std::size_t longest_of_level_2 = 2;
constexpr std::size_t longest_of_level_3 = 5;

}  // namespace

std::size_t Hint::length() const noexcept {
  std::size_t all = 0;
  for (const Chain& chain : chains) all += chain.length();
  return all;
}

int Hint::level() const noexcept {
  if (kind == Kind::single) return 1;
  if (kind == Kind::search) return hardest_level;
  return length() <= longest_of_level_2 ? 2 : length() <= longest_of_level_3 ? 3 : 4;
}

class Hints::Reasoning {
 public:
  Reasoning(const Problem& problem, const Options& options)
      : problem_(problem),
        options_(options),
        item_options_(options_of_items(problem, problem.item_count())) {
    live_.resize(problem.item_count());
    times_.resize(problem.item_count());
    marks_.resize(problem.option_count());
  }

  Hint next(std::span<const OptionId> known) {
    deadline_ = search::Deadline(options_);
    if (!begin(known)) return {.kind = Hint::Kind::unsolvable, .item = conflict_};
    if (is_covered()) return {.kind = is_complete() ? Hint::Kind::solved : Hint::Kind::none};
    if (has_no_solution(known)) return {.kind = Hint::Kind::unsolvable};
    if (const auto item = find_single()) {
      return {.kind = Hint::Kind::single, .option = first_open(*item), .item = item};
    }
    return harder(known);
  }

  [[nodiscard]] Status status() const { return status_; }

  std::optional<int> level(std::span<const OptionId> known, int most,
                           std::optional<OptionId> goal) {
    deadline_ = search::Deadline(options_);
    status_ = Status::exhausted;
    if (!begin(known)) return {};
    int hardest = 1;
    for (;;) {
      while (const auto item = find_single()) {
        enqueue_open(*item);
        if (!draw_conclusions()) return {};
        forget_queue();
      }
      if (goal && mark(*goal).state == State::chosen) return hardest;
      if (is_covered()) return is_complete() ? std::optional(hardest) : std::nullopt;
      if (most == 1) return 2;
      const Hint hint = harder(all_chosen(), most == hardest_level);
      if (hint.kind == Hint::Kind::unknown && most < hardest_level) return most + 1;
      status_ = hint.status;
      if (!hint.option) return {};
      hardest = std::max(hardest, hint.level());
      if (hardest > most) return hardest;
      choose(*hint.option);
      due_.clear();
      if (conflict_) return {};
    }
  }

 private:
  enum class State : std::uint8_t { open, chosen, excluded };
  static constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

  /// The state of an option during the search for a hint.
  struct Mark {
    State state = State::open;
    // The position of the option in the trail of chosen and excluded options.
    std::uint32_t place = 0;
    std::uint32_t excluder = nobody;  // the chosen option that excludes this option
    // The number of the chain that excludes this option; it is set even while the option is open.
    std::uint32_t chain = nobody;
    std::uint32_t item = nobody;  // the item that needs this option, if the option is in the queue
  };

  /// A chain, and the numbers of the earlier chains on which it depends.
  struct Found {
    Chain chain;
    std::vector<std::uint32_t> uses;
  };

  // ------------------------------------------------------------------ changes and their undo ---

  [[nodiscard]] Mark& mark(OptionId option) { return marks_[index(option)]; }
  [[nodiscard]] bool is_open(OptionId option) { return mark(option).state == State::open; }
  [[nodiscard]] Bounds bounds(ItemId item) const { return problem_.bounds(item); }

  /// Resets the state and chooses the known options. Returns false if known options exclude each
  /// other, or if an item cannot be covered.
  bool begin(std::span<const OptionId> known) {
    std::fill(marks_.begin(), marks_.end(), Mark{});
    std::fill(times_.begin(), times_.end(), 0);
    trail_.clear();
    queue_.clear();
    due_.clear();
    conflict_.reset();
    work_ = 0;
    for (std::uint32_t i = 0; i < problem_.item_count(); ++i) {
      live_[i] = static_cast<std::uint32_t>(item_options_[i].size());
      if (i < problem_.primary_count() && live_[i] < bounds(ItemId{i}).at_least) {
        conflict_ = ItemId{i};
      }
    }
    if (conflict_) return false;
    for (const OptionId option : known) {
      if (index(option) >= problem_.option_count()) {
        throw std::invalid_argument("an option does not exist");
      }
      if (mark(option).state == State::chosen) continue;
      if (mark(option).state == State::excluded) return false;
      choose(option);
      if (conflict_) return false;
    }
    due_.clear();
    return true;
  }

  void choose(OptionId option) {
    mark(option).state = State::chosen;
    mark(option).place = static_cast<std::uint32_t>(trail_.size());
    trail_.push_back(option);
    for (const auto [item, colour] : problem_.entries(option)) {
      ++work_;
      const bool is_primary = problem_.is_primary(item);
      if (is_primary && ++times_[index(item)] < bounds(item).at_most) continue;
      for (const OptionId other : item_options_[index(item)]) {
        ++work_;
        if (!is_open(other)) continue;
        if (!is_primary && colour != Colour::none && colour_of(problem_, other, item) == colour)
          continue;
        exclude(other);
        mark(other).excluder = index(option);
      }
    }
  }

  void exclude(OptionId option) {
    mark(option).state = State::excluded;
    mark(option).place = static_cast<std::uint32_t>(trail_.size());
    trail_.push_back(option);
    for (const ItemId item : problem_.items(option)) {
      ++work_;
      if (!problem_.is_primary(item)) continue;
      const std::uint32_t left = --live_[index(item)];
      if (left < bounds(item).at_least && !conflict_) conflict_ = item;
      if (left == bounds(item).at_least) due_.push_back(item);
    }
  }

  void undo(std::size_t trail_size) {
    while (trail_.size() > trail_size) {
      const OptionId option = trail_.back();
      trail_.pop_back();
      const bool was_chosen = mark(option).state == State::chosen;
      mark(option) = Mark{.chain = mark(option).chain};
      for (const ItemId item : problem_.items(option)) {
        if (!problem_.is_primary(item)) continue;
        if (was_chosen) {
          --times_[index(item)];
        } else {
          ++live_[index(item)];
        }
      }
    }
    forget_queue();
    due_.clear();
    conflict_.reset();
  }

  void forget_queue() {
    for (const OptionId option : queue_) mark(option).item = nobody;
    queue_.clear();
  }

  // ----------------------------------------------------------------------------- conclusions ---

  void enqueue_open(ItemId item) {
    for (const OptionId option : item_options_[index(item)]) {
      if (!is_open(option) || mark(option).item != nobody) continue;
      mark(option).item = index(item);
      queue_.push_back(option);
    }
  }

  /// Chooses the options in the queue, and all options that are then forced, breadth-first. Returns
  /// false if an item cannot be covered; conflict_ is this item.
  bool draw_conclusions() {
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      choose(queue_[head]);
      if (conflict_) return false;
      for (const ItemId item : due_) enqueue_open(item);
      due_.clear();
    }
    return true;
  }

  /// An item that is not covered yet and needs all options that it has left. If there are several
  /// such items, returns the last of them. Puzzles such as sudoku declare the items of squares
  /// first, and the only square for a value is easier to see than the only value for a square.
  [[nodiscard]] std::optional<ItemId> find_single() const {
    for (std::uint32_t i = problem_.primary_count(); i > 0; --i) {
      const std::uint32_t least = bounds(ItemId{i - 1}).at_least;
      if (live_[i - 1] == least && times_[i - 1] < least) return ItemId{i - 1};
    }
    return {};
  }

  [[nodiscard]] bool is_covered() const {
    for (std::uint32_t i = 0; i < problem_.primary_count(); ++i) {
      if (times_[i] < bounds(ItemId{i}).at_least) return false;
    }
    return true;
  }

  /// Whether no option can be added to the chosen options, which cover every item as often as it
  /// must be. Each option that can be added makes another solution.
  [[nodiscard]] bool is_complete() const {
    return std::none_of(marks_.begin(), marks_.end(),
                        [](const Mark& each) { return each.state == State::open; });
  }

  [[nodiscard]] OptionId first_open(ItemId item) {
    const auto& options = item_options_[index(item)];
    return *std::find_if(options.begin(), options.end(), [&](OptionId option) {
      return is_open(option) && mark(option).chain == nobody;
    });
  }

  [[nodiscard]] std::vector<OptionId> all_chosen() {
    std::vector<OptionId> chosen;
    std::copy_if(trail_.begin(), trail_.end(), std::back_inserter(chosen),
                 [&](OptionId option) { return mark(option).state == State::chosen; });
    return chosen;
  }

  // ---------------------------------------------------------------------------------- chains ---

  /// If choosing an open option leads to a contradiction, returns the chain that excludes the
  /// option.
  std::optional<Found> refute(OptionId option) {
    const std::size_t before = trail_.size();
    queue_.push_back(option);
    std::optional<Found> found;
    if (!draw_conclusions()) found = chain_to(*conflict_, before);
    undo(before);
    return found;
  }

  /// The chain of steps that leads to a contradiction. It consists of the tentatively chosen
  /// options on which the contradiction depends. `before` is the length of the trail before these
  /// options were chosen.
  Found chain_to(ItemId contradiction, std::size_t before) {
    Found found{.chain = {.excluded = trail_[before], .steps = {}, .contradiction = contradiction},
                .uses = {}};
    std::vector<OptionId> needed;
    std::vector<ItemId> items{contradiction};
    for (std::size_t k = 0; k < items.size(); ++k) {
      for (const OptionId option : item_options_[index(items[k])]) {
        const Mark& m = mark(option);
        if (m.state != State::excluded) continue;
        if (m.excluder == nobody) {
          found.uses.push_back(m.chain);
          continue;
        }
        const OptionId excluder{m.excluder};
        if (mark(excluder).place < before || contains(needed, excluder)) continue;
        needed.push_back(excluder);
        if (excluder == found.chain.excluded) continue;
        const ItemId item{mark(excluder).item};
        if (!contains(items, item)) items.push_back(item);
      }
    }
    std::sort(needed.begin(), needed.end(),
              [&](OptionId a, OptionId b) { return mark(a).place < mark(b).place; });
    for (const OptionId option : needed) {
      if (option == found.chain.excluded) continue;
      found.chain.steps.push_back({option, ItemId{mark(option).item}});
    }
    return found;
  }

  template <class T>
  static bool contains(const std::vector<T>& all, T one) {
    return std::find(all.begin(), all.end(), one) != all.end();
  }

  /// Adds to the list `chains` all chains on which its chains depend. Sorts the result in the order
  /// in which the chains were found.
  void add_used(std::vector<std::uint32_t>& chains) const {
    for (std::size_t k = 0; k < chains.size(); ++k) {
      for (const std::uint32_t used : found_[chains[k]].uses) {
        if (!contains(chains, used)) chains.push_back(used);
      }
    }
    std::sort(chains.begin(), chains.end());
  }

  /// Looks for a chain that excludes each open option. Returns false if no chain was found, or if a
  /// limit was reached.
  bool find_chains() {
    const std::size_t before = found_.size();
    for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
      if (!is_open(OptionId{o})) continue;
      if (work_ > most_work || deadline_.reached()) return false;
      if (auto found = refute(OptionId{o})) {
        mark(OptionId{o}).chain = static_cast<std::uint32_t>(found_.size());
        found_.push_back(*std::move(found));
      }
    }
    return found_.size() > before;
  }

  /// The chains that exclude all options of an item except as many as it needs. Returns nothing if
  /// too few of its options have chains.
  std::optional<std::vector<std::uint32_t>> chains_for(ItemId item) {
    std::vector<std::uint32_t> chains;
    std::uint32_t now = 0;
    for (const OptionId option : item_options_[index(item)]) {
      if (mark(option).chain == nobody) continue;
      now += is_open(option) ? 1 : 0;
      chains.push_back(mark(option).chain);
    }
    if (now == 0 || live_[index(item)] - now > bounds(item).at_least) return {};
    add_used(chains);
    return chains;
  }

  /// The hint with the smallest total length of chains. If chains do not exclude enough options of
  /// any item, the kind of the result is `unknown`.
  Hint shortest() {
    Hint best;
    for (std::uint32_t i = problem_.primary_count(); i > 0; --i) {
      const ItemId item{i - 1};
      if (times_[i - 1] >= bounds(item).at_least) continue;
      const auto chains = chains_for(item);
      if (!chains) continue;
      Hint hint{.kind = Hint::Kind::chain, .item = item};
      for (const std::uint32_t c : *chains) hint.chains.push_back(found_[c].chain);
      std::uint32_t left = times_[i - 1];
      for (const OptionId option : item_options_[i - 1]) {
        if (!is_open(option) || mark(option).chain != nobody) continue;
        if (!hint.option) hint.option = option;
        ++left;
      }
      if (left < bounds(item).at_least) {
        hint.kind = Hint::Kind::unsolvable;
        hint.option.reset();
      }
      if (best.kind == Hint::Kind::unknown || hint.length() < best.length()) best = std::move(hint);
    }
    return best;
  }

  void forget_chains() {
    for (const Found& found : found_) mark(found.chain.excluded).chain = nobody;
    found_.clear();
  }

  /// Shortens the chains of a hint. Each chain is computed again after the options that earlier
  /// chains exclude have been excluded. So a chain can depend on earlier chains, while chains that
  /// one call of find_chains() found could not depend on each other. Chains that are no longer used
  /// are removed from the hint.
  void retell(Hint& hint) {
    const std::size_t before = trail_.size();
    for (const Chain& chain : hint.chains) {
      mark(chain.excluded).chain = static_cast<std::uint32_t>(found_.size());
      found_.push_back(*refute(chain.excluded));
      exclude(chain.excluded);
      due_.clear();
      conflict_.reset();
    }
    std::vector<std::uint32_t> chains;
    for (const OptionId option : item_options_[index(*hint.item)]) {
      if (mark(option).chain != nobody) chains.push_back(mark(option).chain);
    }
    add_used(chains);
    hint.chains.clear();
    for (const std::uint32_t c : chains) hint.chains.push_back(found_[c].chain);
    undo(before);
    forget_chains();
  }

  /// Finds a hint by chains or, if `may_search`, by a search. Used if no item needs all its
  /// options. Restores the state at the end.
  Hint harder(std::span<const OptionId> known, bool may_search = true) {
    const std::size_t before = trail_.size();
    Hint hint;
    while (find_chains()) {
      hint = shortest();
      if (hint.kind != Hint::Kind::unknown) break;
      for (const Found& found : found_) {
        if (is_open(found.chain.excluded)) exclude(found.chain.excluded);
      }
    }
    undo(before);
    forget_chains();
    if (!hint.chains.empty()) retell(hint);
    work_ = 0;
    return hint.kind == Hint::Kind::unknown && may_search ? by_search(known) : hint;
  }

  // ---------------------------------------------------------------------------------- search ---

  [[nodiscard]] std::unique_ptr<Questions> questions(std::optional<std::uint64_t> nodes) const {
    Options options;
    options.nodes = nodes;
    options.time = deadline_.left();
    options.stop = options_.stop;
    return std::make_unique<Questions>(problem_, options);
  }

  /// Whether a short search shows that no solution contains all known options.
  bool has_no_solution(std::span<const OptionId> known) const {
    const auto short_search = questions(nodes_of_first_look);
    const auto assumptions = assumed(known);
    return !short_search->ask(assumptions) && short_search->status() == Status::exhausted;
  }

  static std::vector<Assumption> assumed(std::span<const OptionId> known) {
    std::vector<Assumption> assumptions;
    for (const OptionId option : known) assumptions.push_back({option});
    return assumptions;
  }

  Hint by_search(std::span<const OptionId> known) const {
    const auto search = questions(options_.nodes);
    std::vector<Assumption> assumptions = assumed(known);
    const auto ended = [&](Hint hint) {
      if (search->status() == Status::exhausted) return hint;
      return Hint{.kind = Hint::Kind::unknown, .status = search->status()};
    };
    auto solution = search->ask(assumptions);
    if (!solution) return ended({.kind = Hint::Kind::unsolvable});
    std::vector<OptionId> in_all = *std::move(solution);
    const auto drop_unless = [&](auto is_kept) {
      in_all.erase(std::remove_if(in_all.begin(), in_all.end(), std::not_fn(is_kept)),
                   in_all.end());
    };
    drop_unless([&](OptionId option) {
      return std::find(known.begin(), known.end(), option) == known.end();
    });
    std::sort(in_all.begin(), in_all.end());
    while (!in_all.empty()) {
      const OptionId option = in_all.front();
      assumptions.push_back({option, false});
      const auto other = search->ask(assumptions);
      assumptions.pop_back();
      if (!other) return ended({.kind = Hint::Kind::search, .option = option});
      drop_unless([&](OptionId kept) { return contains(*other, kept); });
    }
    return {.kind = Hint::Kind::none};
  }

  const Problem& problem_;
  Options options_;
  std::vector<std::vector<OptionId>> item_options_;
  search::Deadline deadline_;
  std::vector<Mark> marks_;  // for each option: its state
  // For each item: the number of its options that are chosen or open.
  std::vector<std::uint32_t> live_;
  std::vector<std::uint32_t> times_;  // for each item: the number of its options that are chosen
  // The chosen and excluded options, in the order in which they were chosen or excluded.
  std::vector<OptionId> trail_;
  // The forced options in the order in which they were found; draw_conclusions() chooses them.
  std::vector<OptionId> queue_;
  // Items that have just lost an option, and now need all options that they have left.
  std::vector<ItemId> due_;
  std::optional<ItemId> conflict_;
  std::vector<Found> found_;
  std::uint64_t work_ = 0;
  Status status_ = Status::exhausted;  // the status of the last call of level()
};

Hints::Hints(const Problem& problem, const Options& options) {
  refuse(options, {"up_to", "certificate", "checkpoint", "max_cost"}, "Hints");
  reasoning_ = std::make_unique<Reasoning>(problem, options);
}

Hints::~Hints() = default;

Hint Hints::next(std::span<const OptionId> known) {
  return reasoning_->next(known);
}

std::optional<int> Hints::level(std::span<const OptionId> known, int most,
                                std::optional<OptionId> goal) {
  return reasoning_->level(known, most, goal);
}

Status Hints::status() const {
  return reasoning_->status();
}

}  // namespace dlx::solve
