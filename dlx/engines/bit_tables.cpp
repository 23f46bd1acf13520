#include "dlx/engines/bit_tables.hpp"

#include <algorithm>
#include <limits>

#include "dlx/core/heap_bytes.hpp"
#include "dlx/engines/bit_node.hpp"

namespace dlx::engines::bits {
namespace {

/// Allocates tables with elements of one type as parts of one array. All tables are requested
/// twice: the first time without memory, to compute the size of the array. Tables that are at least
/// as long as a cache line begin at a cache line.
template <class Type>
struct Pieces {
  Zeros<Type>& array;
  std::size_t used = 0;
  Type* operator()(std::size_t size) {
    constexpr std::size_t step = line / sizeof(Type);
    if (size >= step) used = (used + step - 1) / step * step;
    used += size;
    return array.data() == nullptr ? nullptr : array.data() + (used - size);
  }
};

}  // namespace

Extent extent_of(const Problem& problem) {
  Extent extent;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  std::vector<std::uint32_t> lengths(problem.primary_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    std::size_t primaries = 0;
    for (const ItemId item : problem.items(OptionId{o})) {
      if (!problem.is_primary(item)) continue;
      ++primaries;
      extent.longest = std::max<std::size_t>(extent.longest, ++lengths[index(item)]);
    }
    least = std::min(least, primaries);
  }
  // The largest conceivable solution has only options with as few primary items as the smallest
  // option.
  std::size_t uses = problem.primary_count();
  if (problem.has_multiplicities()) {
    uses = 0;
    for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
      const Bounds bounds = problem.bounds(ItemId{i});
      uses += std::min(bounds.at_most, lengths[i]);
      if (bounds != Bounds{}) ++extent.bounded;
    }
  }
  extent.levels = 2 + std::min<std::size_t>(uses / least, problem.option_count()) + extent.bounded;
  return extent;
}

Extent rough_extent_of(const Problem& problem) {
  const Extent rough{.levels = std::size_t{problem.primary_count()} + 2,
                     .longest = problem.option_count()};
  const bool is_small = rough.longest < longest_item &&
                        rough.levels * (2 * rough.longest + rough.levels) < most_table_words;
  return is_small && !problem.has_multiplicities() ? rough : extent_of(problem);
}

Tables::Tables(const Problem& problem, std::uint32_t most_rows) {
  make_counters(problem);
  make_sheets(problem, most_rows);
  make_root(problem);
  make_conflicts(problem);
}

void Tables::make_counters(const Problem& problem) {
  if (!problem.has_multiplicities()) return;
  counter_of_.resize(problem.primary_count());
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
    const Bounds bounds = problem.bounds(ItemId{i});
    counter_of_[i] = static_cast<std::uint32_t>(first_counters_.size());
    if (bounds != Bounds{}) first_counters_.push_back({bounds.at_least, bounds.at_most});
  }
}

void Tables::make_sheets(const Problem& problem, std::uint32_t most_rows) {
  const std::uint32_t options = problem.option_count();
  const std::uint32_t items = problem.primary_count();
  // In a new, smaller matrix (sheet), a set of options has at most three quarters of the words that
  // it has in the matrix before. The last two matrices have one word, as the matrix before them,
  // and only fewer groups of items.
  std::vector<std::uint32_t> rooms = {words_for(options)};
  for (std::uint32_t room = rooms[0]; room > 1;) rooms.push_back(room = room * 3 / 4);
  rooms.insert(rooms.end(), 2, 1);
  sheets_.resize(rooms.size());
  for (int round = 0; round < 2; ++round) {
    Pieces<Word> words{words_};
    Pieces<std::uint32_t> numbers{numbers_};
    Pieces<Piece> pieces{pieces_};
    for (std::size_t k = 0; k < rooms.size(); ++k) {
      BitProblem& sheet = sheets_[k];
      const std::size_t most = k == 0 ? options : std::size_t{rooms[k]} * 64;
      sheet.room = sheet.words = rooms[k];
      sheet.options = options;
      sheet.groups = (items + group - 1) / group;
      sheet.item_words = words_for(items);
      sheet.vectors = vectors_for(items);
      sheet.masks = words(std::size_t{sheet.groups} * sheet.words * group);
      sheet.stride = stride_for(sheet.words);
      sheet.keeps_rows = most <= most_rows;
      sheet.compatible = words((sheet.keeps_rows ? most : 1) * sheet.stride);
      sheet.is_made = words(sheet.words);
      sheet.items = words(most * sheet.item_words);
      const std::size_t bytes = std::min(words_for(items) * 2, most_vectors) * vector_words;
      sheet.ones = words(most * bytes);
      sheet.all.active = words(sheet.stride);
      sheet.all.uncovered = words(sheet.item_words);
      if (problem.has_multiplicities()) {
        sheet.all.optional = words(sheet.item_words);
        sheet.all.several = words(sheet.item_words);
        sheet.bounded = words(sheet.item_words);
      }
      sheet.names = numbers(most);
      sheet.item_names = numbers(items);
      sheet.before = numbers(most);
      sheet.pieces = pieces(k == 0 ? 0 : rooms[k - 1]);
    }
    if (round != 0) break;
    words_.resize(words.used);
    numbers_.resize(numbers.used);
    pieces_.resize(pieces.used);
  }
}

void Tables::make_root(const Problem& problem) {
  BitProblem& sheet = sheets_[0];
  sheet.all.counters = first_counters_.data();
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
    const Bounds bounds = problem.bounds(ItemId{i});
    sheet.item_names[i] = i;
    add(bounds.at_least == 0 ? sheet.all.optional : sheet.all.uncovered, i);
    if (bounds.at_least > 1) add(sheet.all.several, i);
    if (bounds != Bounds{}) add(sheet.bounded, i);
  }
  for (std::uint32_t o = 0; o < sheet.options; ++o) {
    sheet.names[o] = o;
    add(sheet.all.active, o);
    for (const ItemId primary : problem.items(OptionId{o})) {
      if (!problem.is_primary(primary)) continue;
      const std::uint32_t item = index(primary);
      add(sheet.items + std::size_t{o} * sheet.item_words, item);
      sheet.masks[(std::size_t{item / group} * sheet.words + o / 64) * group + item % group] |=
          Word{1} << o % 64;
      if (sheet.vectors == 0) continue;
      Word* const ones = sheet.ones + std::size_t{o} * sheet.vectors * vector_words;
      reinterpret_cast<std::uint8_t*>(ones)[item] = 1;
    }
  }
}

void Tables::make_conflicts(const Problem& problem) {
  const auto is_coloured = [](std::uint64_t pair) { return pair >> 32 != 0; };
  const auto for_each_pair = [&](auto visit) {
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      for (const auto [item, colour] : problem.entries(OptionId{o})) {
        visit(o, std::uint64_t{index(colour)} << 32 | index(item));
      }
    }
  };
  std::vector<std::uint64_t> pairs;
  if (problem.has_colours()) {
    for_each_pair([&](std::uint32_t, std::uint64_t pair) {
      if (is_coloured(pair)) pairs.push_back(pair);
    });
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());

  // In the list of conflict sets, the sets of the items come first, then the sets of the pairs
  // (item, colour).
  const std::size_t stride = sheets_[0].stride;
  conflict_sets_.resize((problem.item_count() + pairs.size()) * stride);
  const auto set_of = [&](std::size_t number) { return &conflict_sets_[number * stride]; };
  const auto number_of = [&](std::uint64_t pair) {
    if (!is_coloured(pair)) return static_cast<std::uint32_t>(pair);
    return problem.item_count() +
           static_cast<std::uint32_t>(std::lower_bound(pairs.begin(), pairs.end(), pair) -
                                      pairs.begin());
  };
  conflict_numbers_.reserve(problem.entry_count());
  conflict_begin_.reserve(problem.option_count() + std::size_t{1});
  conflict_begin_.push_back(0);
  for_each_pair([&](std::uint32_t o, std::uint64_t pair) {
    const std::uint32_t number = number_of(pair);
    const std::size_t item = pair & 0xFFFFFFFF;
    const Word bit = Word{1} << o % 64;
    set_of(item)[o / 64] |= bit;
    if (number != item) set_of(number)[o / 64] |= bit;
    const ItemId id{static_cast<std::uint32_t>(item)};
    const bool conflicts = !problem.is_primary(id) || problem.bounds(id).at_most == 1;
    if (conflicts) conflict_numbers_.push_back(number);
    conflict_begin_.resize(o + std::size_t{2});
    conflict_begin_[o + 1] = conflict_numbers_.size();
  });
  for (const std::uint64_t pair : pairs) {
    Word* const set = set_of(number_of(pair));
    const Word* const item_options = set_of(pair & 0xFFFFFFFF);
    for (std::size_t k = 0; k < stride; ++k) set[k] = item_options[k] & ~set[k];
  }
  only_items_ = problem.item_count() == problem.primary_count();
}

void Tables::show_to(State& state) {
  state.sheets = sheets_.data();
  state.sheet_count = static_cast<std::uint32_t>(sheets_.size());
  state.conflicts = {conflict_sets_.data(), conflict_numbers_.data(), conflict_begin_.data(),
                     only_items_};
  if (!counter_of_.empty()) state.counter_of = counter_of_.data();
  state.counters = static_cast<std::uint32_t>(first_counters_.size());
}

std::size_t Tables::bytes() const {
  return heap_bytes(sheets_, words_, numbers_, pieces_, counter_of_, first_counters_,
                    conflict_sets_, conflict_numbers_, conflict_begin_);
}

LevelTables::LevelTables(const Problem& problem, const BitProblem& root) {
  const auto [levels, longest, bounded] = extent_of(problem);
  longest_item_ = longest;
  levels_.resize(levels);
  for (int round = 0; round < 2; ++round) {
    Pieces<Word> sets{words_};
    Pieces<std::uint32_t> numbers{numbers_};
    Pieces<Counter> counters{counters_};
    for (Level& level : levels_) {
      level.own.active = sets(root.stride);
      level.own.uncovered = sets(root.item_words);
      if (problem.has_multiplicities()) {
        level.own.optional = sets(root.item_words);
        level.own.several = sets(root.item_words);
        level.own.counters = counters(bounded);
      }
      level.option = numbers(longest + 1);
    }
    if (round != 0) break;
    words_.resize(sets.used);
    numbers_.resize(numbers.used);
    counters_.resize(counters.used);
  }
}

std::size_t LevelTables::bytes() const {
  return heap_bytes(levels_, words_, numbers_, counters_);
}

}  // namespace dlx::engines::bits
