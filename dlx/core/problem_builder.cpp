#include "dlx/core/problem_builder.hpp"

#include <tsl/robin_set.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "dlx/core/item_options.hpp"
#include "dlx/core/text.hpp"

namespace dlx {
namespace {

using Kind = ProblemError::Kind;

// Engines use numbers of 32 bits for nodes: item headers, entries, and one spacer for each option.
// One of the 32 bits is used for marks.
constexpr std::size_t most_nodes = std::size_t{1} << 31;

/// Throws ProblemError if a name is not allowed. `separators` are the characters that separate a
/// name of this kind from other words in files.
void check_name(std::string_view name, const char* what, std::string_view separators = ":|") {
  if (name.empty()) throw ProblemError(Kind::empty_name, std::string("empty ") + what + " name");
  if (name.size() > ProblemBuilder::longest_name) {
    throw ProblemError(Kind::name_too_long, std::string(what) + " name of " +
                                                std::to_string(name.size()) +
                                                " bytes; the longest is " +
                                                std::to_string(ProblemBuilder::longest_name));
  }
  for (std::size_t i = 0; i < name.size();) {
    const std::size_t length = visible_length(name.substr(i));
    if (length == 0 || separators.find(name[i]) != std::string_view::npos) {
      throw ProblemError(
          Kind::illegal_character,
          std::string(what) + " name " +
              (length == 0 ? "with a blank, invisible or malformed character at byte " +
                                 std::to_string(i + 1)
                           : in_quotes(name) + " with the separator '" + name[i] + "'"));
    }
    i += length;
  }
}

/// The numbers from 0 to `count` - 1, as names of items. The names of the first 4,096 numbers are
/// written only once per process and then copied. Writing them anew took a third of the time of
/// building a sudoku's problem.
NamePool numbers_as_names(std::uint32_t count) {
  constexpr std::uint32_t kept = 4'096;
  static const NamePool names = [] {
    NamePool pool;
    pool.add_numbers(kept);
    return pool;
  }();
  if (count <= kept) return names.first(count);
  NamePool pool;
  pool.add_numbers(count);
  return pool;
}

/// Finds names in a NamePool, which must not be moved. Reading a large file spends half its time on
/// finding names. With std::unordered_set, reading a file with a million items took 2.2 times as
/// long.
class NameIndex {
 public:
  explicit NameIndex(const NamePool& pool) : numbers_(0, Hash{&pool}, Equal{&pool}) {}

  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const {
    const auto found = numbers_.find(name);
    if (found == numbers_.end()) return std::nullopt;
    return *found;
  }

  void insert(std::uint32_t number) { numbers_.insert(number); }

 private:
  struct Hash {
    using is_transparent = void;
    const NamePool* pool;
    std::size_t operator()(std::string_view name) const {
      return std::hash<std::string_view>{}(name);
    }
    std::size_t operator()(std::uint32_t number) const { return (*this)((*pool)[number]); }
  };
  struct Equal {
    using is_transparent = void;
    const NamePool* pool;
    bool operator()(std::uint32_t a, std::uint32_t b) const { return a == b; }
    bool operator()(std::string_view a, std::uint32_t b) const { return a == (*pool)[b]; }
    bool operator()(std::uint32_t a, std::string_view b) const { return (*pool)[a] == b; }
  };

  tsl::robin_set<std::uint32_t, Hash, Equal, std::allocator<std::uint32_t>, true> numbers_;
};

}  // namespace

struct ProblemBuilder::State {
  Problem problem;
  NameIndex items{problem.item_names_};
  NameIndex colours{problem.colour_names_};
  // For each item: the number of the last call of option() that named the item. By this number,
  // option() recognises an item that occurs twice in one option, without searching the option.
  std::vector<std::uint64_t> last_named_by;
  std::uint64_t option_calls = 0;
  // Whether items are named by their numbers. If so, the index of names does not contain the names
  // of items.
  bool is_numbered = false;

  ItemId add_item(std::string_view name) {
    check_name(name, "item");
    if (is_numbered) {
      throw ProblemError(Kind::wrong_order,
                         "item " + in_quotes(name) + " declared beside numbered items");
    }
    if (!problem.option_ends_.empty()) {
      throw ProblemError(Kind::wrong_order,
                         "item " + in_quotes(name) + " declared after the first option");
    }
    if (items.find(name)) {
      throw ProblemError(Kind::duplicate_name, "item " + in_quotes(name) + " is declared twice");
    }
    if (problem.item_count() >= most_nodes / 2) {
      throw ProblemError(Kind::too_large, "too many items at " + in_quotes(name));
    }
    last_named_by.push_back(0);
    return ItemId{add(name, problem.item_names_, items)};
  }

  /// Adds options up to the first invalid option. Returns the rest of `numbers`, which begins with
  /// the invalid option. The caller passes the invalid option to option(), which throws the error.
  std::span<const std::uint32_t> add_plain_options(std::span<const std::uint32_t> numbers) {
    Problem& p = problem;
    const std::size_t entries_before = p.entry_items_.size();
    const std::size_t most_options = p.option_ends_.size() + numbers.size() / 2;
    if (p.item_count() + entries_before + numbers.size() + most_options >= most_nodes) {
      return numbers;
    }
    p.entry_items_.resize(entries_before + numbers.size());
    p.option_ends_.reserve(most_options);
    // Data members are copied to local variables. Otherwise the compiler would reload them after
    // each write to an array, because the write might change them.
    const std::uint32_t item_count = p.item_count();
    const std::uint32_t primaries = p.primary_count_;
    std::uint64_t* const last = last_named_by.data();
    ItemId* const first_entry = p.entry_items_.data();
    ItemId* entry = first_entry + entries_before;
    std::uint64_t call = option_calls;
    const std::uint32_t* at = numbers.data();
    const std::uint32_t* const end = at + numbers.size();
    while (at != end && *at < static_cast<std::size_t>(end - at)) {
      const std::uint32_t* const option_end = at + 1 + *at;
      ++call;
      std::uint32_t least = item_count;
      ItemId* to = entry;
      const std::uint32_t* item = at + 1;
      for (; item != option_end; ++item) {
        if (*item >= item_count || last[*item] == call) break;
        last[*item] = call;
        least = std::min(least, *item);
        *to++ = ItemId{*item};
      }
      if (item != option_end || least >= primaries) break;
      entry = to;
      p.option_ends_.push_back(static_cast<std::uint32_t>(entry - first_entry));
      at = option_end;
    }
    option_calls = call;
    p.entry_items_.resize(static_cast<std::size_t>(entry - first_entry));
    if (!p.entry_colours_.empty()) p.entry_colours_.resize(p.entry_items_.size());
    if (!p.costs_.empty()) p.costs_.resize(p.option_ends_.size());
    return {at, end};
  }

  /// Converts all costs to at least `places` decimal places. Returns false, and changes nothing, if
  /// a cost would exceed 64 bits.
  bool take_places(int places) {
    Problem& p = problem;
    if (places <= p.cost_places_) return true;
    std::vector<std::int64_t> costs = p.costs_;
    for (std::int64_t& cost : costs) {
      const auto finer = in_units({cost, p.cost_places_}, places);
      if (!finer) return false;
      cost = *finer;
    }
    p.costs_ = std::move(costs);
    p.cost_places_ = places;
    return true;
  }

  /// Removes `option` and all options after it.
  void drop_options_from(std::size_t option) {
    Problem& p = problem;
    p.option_ends_.resize(option);
    p.entry_items_.resize(option == 0 ? 0 : p.option_ends_.back());
    if (!p.entry_colours_.empty()) p.entry_colours_.resize(p.entry_items_.size());
    if (!p.costs_.empty()) p.costs_.resize(option);
  }

  static std::uint32_t add(std::string_view name, NamePool& names, NameIndex& known) {
    const std::uint32_t number = names.add(name);
    known.insert(number);
    return number;
  }
};

ProblemBuilder::ProblemBuilder() : state_(std::make_unique<State>()) {}
ProblemBuilder::ProblemBuilder(ProblemBuilder&&) noexcept = default;
ProblemBuilder& ProblemBuilder::operator=(ProblemBuilder&&) noexcept = default;
ProblemBuilder::~ProblemBuilder() = default;

ProblemBuilder ProblemBuilder::numbered(std::uint32_t primary, std::uint32_t secondary) {
  const std::size_t count = std::size_t{primary} + secondary;
  if (count >= most_nodes / 2) {
    throw ProblemError(Kind::too_large, "too many items: " + std::to_string(count));
  }
  ProblemBuilder builder;
  State& state = *builder.state_;
  state.is_numbered = true;
  state.problem.item_names_ = numbers_as_names(static_cast<std::uint32_t>(count));
  state.problem.primary_count_ = primary;
  state.last_named_by.resize(count);
  return builder;
}

ItemId ProblemBuilder::primary(std::string_view name, Bounds bounds) {
  Problem& p = state_->problem;
  if (p.secondary_count() != 0) {
    throw ProblemError(Kind::wrong_order,
                       "primary item " + in_quotes(name) + " declared after a secondary item");
  }
  if (bounds.at_most == 0 || bounds.at_least > bounds.at_most) {
    throw ProblemError(Kind::bad_bounds, "item " + in_quotes(name) + " has the bounds " +
                                             std::to_string(bounds.at_least) + ":" +
                                             std::to_string(bounds.at_most) +
                                             "; wanted 0 <= at_least <= at_most, at_most >= 1");
  }
  const ItemId item = state_->add_item(name);
  ++p.primary_count_;
  if (!p.bounds_.empty() || bounds != Bounds{}) {
    p.bounds_.resize(p.primary_count_);
    p.bounds_.back() = bounds;
  }
  return item;
}

ItemId ProblemBuilder::secondary(std::string_view name) {
  return state_->add_item(name);
}

Colour ProblemBuilder::colour(std::string_view name) {
  if (const auto known = state_->colours.find(name)) return Colour{*known + 1};
  check_name(name, "colour");
  return Colour{State::add(name, state_->problem.colour_names_, state_->colours) + 1};
}

OptionId ProblemBuilder::option(std::span<const Entry> entries, Decimal cost) {
  Problem& p = state_->problem;
  const OptionId added{p.option_count()};
  const auto fail = [&](Kind kind, const std::string& message,
                        std::optional<std::size_t> entry = {}) {
    throw ProblemError(kind, "option " + std::to_string(p.last_number() + 1) + ": " + message,
                       entry);
  };

  bool has_primary = false;
  bool has_colour = false;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto [item, colour] = entries[i];
    if (index(item) >= p.item_count()) {
      fail(Kind::unknown_item, "no item has the number " + std::to_string(index(item)), i);
    }
    if (index(colour) > p.colour_count()) {
      fail(Kind::unknown_colour,
           "item " + in_quotes(p.name(item)) + " has a colour that was never declared", i);
    }
    if (p.is_primary(item)) {
      has_primary = true;
      if (colour != Colour::none) {
        fail(Kind::colour_on_primary,
             "primary item " + in_quotes(p.name(item)) + " has the colour " +
                 in_quotes(p.name(colour)) + "; only secondary items are coloured",
             i);
      }
    }
    has_colour |= colour != Colour::none;
  }
  const std::uint64_t call = ++state_->option_calls;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (std::exchange(state_->last_named_by[index(entries[i].item)], call) == call) {
      fail(Kind::duplicate_item, "item " + in_quotes(p.name(entries[i].item)) + " occurs twice", i);
    }
  }
  if (!has_primary) {
    fail(Kind::no_primary_item, "no primary item among its items; it could never be chosen");
  }
  if (p.item_count() + p.entry_count() + entries.size() + p.option_count() + 1 >= most_nodes) {
    fail(Kind::too_large, "the problem grows past " + std::to_string(most_nodes) + " nodes");
  }

  if (cost.places < 0 || cost.places > Decimal::most_places) {
    fail(Kind::bad_cost, "a cost has 0 to " + std::to_string(Decimal::most_places) +
                             " digits behind the point, not " + std::to_string(cost.places));
  }
  cost = without_zeros(cost);
  if (!state_->take_places(cost.places)) {
    fail(Kind::bad_cost, "with " + std::to_string(cost.places) +
                             " digits behind the point the costs do not fit into 64 bits");
  }
  const auto units = in_units(cost, p.cost_places_);
  if (!units) {
    fail(Kind::bad_cost, "with " + std::to_string(p.cost_places_) +
                             " digits behind the point, as other costs have, the cost " +
                             decimal_text(cost.units, cost.places) + " does not fit into 64 bits");
  }

  if (has_colour && p.entry_colours_.empty()) p.entry_colours_.resize(p.entry_items_.size());
  const bool coloured = has_colour || !p.entry_colours_.empty();
  for (const Entry& e : entries) {
    p.entry_items_.push_back(e.item);
    if (coloured) p.entry_colours_.push_back(e.colour);
  }
  if (*units != 0 || !p.costs_.empty()) {
    p.costs_.resize(p.option_ends_.size() + 1);
    p.costs_.back() = *units;
  }
  p.option_ends_.push_back(static_cast<std::uint32_t>(p.entry_items_.size()));
  return added;
}

void ProblemBuilder::drop_option() {
  Problem& p = state_->problem;
  const std::uint32_t number = p.last_number() + 1;
  if (number >= most_nodes) {
    throw ProblemError(Kind::too_large, "more than " + std::to_string(most_nodes) + " options");
  }
  p.dropped_numbers_.push_back(number);
}

Problem ProblemBuilder::with_dropped(Problem problem, std::vector<std::uint32_t> dropped) {
  const bool ascending = std::is_sorted(dropped.begin(), dropped.end(), std::less_equal<>());
  const bool fits = dropped.empty() || (dropped.front() != 0 && dropped.size() < most_nodes &&
                                        dropped.back() <= problem.option_count() + dropped.size());
  if (!ascending || !fits) {
    throw std::invalid_argument("numbers that options of this problem cannot have left");
  }
  problem.dropped_numbers_ = std::move(dropped);
  return problem;
}

void ProblemBuilder::options(std::span<const std::uint32_t> numbers) {
  State& state = *state_;
  const std::size_t before = state.problem.option_ends_.size();
  try {
    while (!(numbers = state.add_plain_options(numbers)).empty()) {
      const std::uint32_t size = numbers[0];
      if (size > numbers.size() - 1) {
        throw std::invalid_argument("the numbers end within option " +
                                    std::to_string(state.problem.last_number() + 1));
      }
      std::vector<Entry> entries;
      for (const std::uint32_t item : numbers.subspan(1, size)) entries.push_back({ItemId{item}});
      option(entries);  // This call throws a ProblemError that names the fault.
      numbers = numbers.subspan(1 + std::size_t{size});
    }
  } catch (...) {
    state.drop_options_from(before);
    throw;
  }
}

Problem ProblemBuilder::with_option_names(Problem problem, std::span<const std::string> names) {
  if (names.size() != problem.option_count()) {
    throw std::invalid_argument(std::to_string(names.size()) + " names for " +
                                std::to_string(problem.option_count()) + " options");
  }
  NamePool pool;
  NameIndex known(pool);
  bool has_name = false;
  for (std::size_t o = 0; o < names.size(); ++o) {
    if (!names[o].empty()) {
      try {
        check_name(names[o], "option", "");
      } catch (const ProblemError& e) {
        throw ProblemError(e.kind(), e.what(), o);
      }
      if (known.find(names[o])) {
        throw ProblemError(Kind::duplicate_name, "two options have the name " + in_quotes(names[o]),
                           o);
      }
    }
    const std::uint32_t number = pool.add(names[o]);
    if (names[o].empty()) continue;
    known.insert(number);
    has_name = true;
  }
  pool.shrink_to_fit();
  problem.option_names_ = has_name ? std::move(pool) : NamePool();
  return problem;
}

Problem ProblemBuilder::with_unit_costs(Problem problem) {
  problem.costs_.assign(problem.option_count(), 1);
  problem.cost_places_ = 0;
  return problem;
}

Problem ProblemBuilder::with_covers(Problem problem) {
  const std::vector<std::uint32_t> options = option_counts(problem);
  problem.bounds_.resize(problem.primary_count());
  for (std::size_t i = 0; i < problem.bounds_.size(); ++i) {
    Bounds& bounds = problem.bounds_[i];
    if (bounds == Bounds{}) bounds.at_most = std::max(1U, options[i]);
  }
  return without_needless_bounds(std::move(problem));
}

Problem ProblemBuilder::with_packings(Problem problem) {
  problem.bounds_.resize(problem.primary_count());
  for (Bounds& bounds : problem.bounds_) {
    if (bounds == Bounds{}) bounds.at_least = 0;
  }
  return without_needless_bounds(std::move(problem));
}

Problem ProblemBuilder::without_needless_bounds(Problem problem) {
  const auto is_once = [](const Bounds& bounds) { return bounds == Bounds{}; };
  if (std::all_of(problem.bounds_.begin(), problem.bounds_.end(), is_once)) problem.bounds_.clear();
  return problem;
}

std::optional<ItemId> ProblemBuilder::find_item(std::string_view name) const {
  if (state_->is_numbered) {
    const auto number = to_number<std::uint32_t>(name);
    const std::uint32_t count = state_->problem.item_count();
    const bool is_name = number && *number < count && name == std::to_string(*number);
    return is_name ? std::optional(ItemId{*number}) : std::nullopt;
  }
  if (const auto number = state_->items.find(name)) return ItemId{*number};
  return std::nullopt;
}

std::uint32_t ProblemBuilder::option_count() const noexcept {
  return state_->problem.option_count();
}

Problem ProblemBuilder::build() && {
  auto fresh = std::make_unique<State>();
  Problem& p = state_->problem;
  p.item_names_.shrink_to_fit();
  p.colour_names_.shrink_to_fit();
  p.bounds_.shrink_to_fit();
  p.costs_.shrink_to_fit();
  p.option_ends_.shrink_to_fit();
  p.entry_items_.shrink_to_fit();
  p.entry_colours_.shrink_to_fit();
  p.dropped_numbers_.shrink_to_fit();
  Problem built = std::move(p);
  state_ = std::move(fresh);
  return built;
}

}  // namespace dlx
