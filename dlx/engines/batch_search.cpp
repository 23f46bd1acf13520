// The problem. Choose options so that every primary item is covered exactly once and every
// secondary item at most once. A secondary item may be covered several times if all chosen options
// with this item give it the same colour. Some options are given: every solution must contain these
// options. Each search solves the same problem with different given options. Most searches have few
// branches, because most choices are forced: an option is the last live option of some item.
//
// The memory. Each primary item numbers its options; the number is the place of an option at the
// item. For each place there is a plane: the set of items whose option at this place is live. So a
// node has as many planes as the longest item has options. Each option has a row of planes, which
// hold only the options that are compatible with it. Choosing an option takes one bitwise `and` for
// each plane of the node. One vector operation counts the options of as many items as the vector
// has bits:
//
//     item 0: options 2 5 7     planes of live options     place 0:  0 1 2      (items)
//     item 1: options 2 6                                  place 1:  0 1
//     item 2: options 5                                    place 2:  0
//
// The invariants:
//   - A chosen option stays live. Once the next round has applied it, all other options of its
//     items are no longer live. So an
//     item without a live option is a dead end, whether the item is covered or not. Testing for
//     items without a live option also finds two chosen options that exclude each other.
//   - `covered` holds all primary items that are covered by chosen options.
//
// A round of the propagation removes all options that conflict with the options chosen in the
// previous round. The round computes which items have 0, 1, or at least 2 live options. Then, for
// each item with exactly one live option, the round chooses this option. An option may be the only
// live option of several items. So each option stores the number of the round in which it was last
// chosen, and a round chooses each option at most once. If no item has a single option, the search
// branches on the first of the items with the fewest options. The last branch of a node reuses the
// memory of the node.
//
// Measurements on a hundred thousand sudokus with 17 clues, which take 17 rounds of propagation
// each, and on hard sudokus with 20 branches:
//   - The position of an item's only live option is read from a few sets of items, one for each
//     bit of the position. Reading it takes 0.85 of the time of testing each position of the item's
//     list.
//   - Forced options are chosen item by item, and the stored number of the round shows which
//     options were found twice. Choosing item by item takes 0.7 of the time of another method,
//     which removes the items of each chosen option from the set of items still to be tested.
//
// The following changes were tried and rejected:
//   - Code in which the largest number of options of an item is a compile-time constant takes 1.0
//     and 1.05 times as long on the two groups of sudokus.
//   - Separate loops for rounds that apply 1, 2, 3 and 4 chosen options take 0.93 of the time on
//     very hard sudokus, and 1.0 of the time on other sudokus.
//   - Branching on items whose options also belong to other items with few options needs 0.85 of
//     the branches on average, but 1.5 times as many branches on very hard sudokus.
//   - If all options of an item contain one other item, the other options of that other item
//     could be excluded. Excluding these options would halve the number of branches. But finding
//     such pairs of items takes longer than the saved rounds of propagation, because a round takes
//     only 50 ns.

#include "dlx/engines/batch_search.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

#include "dlx/core/item_options.hpp"
#include "dlx/engines/batch_kernel.hpp"

namespace dlx::engines {

using batch::Block;
using batch::Number;

namespace {

constexpr std::size_t most_table_bytes = std::size_t{16} << 20;

constexpr search::Compiled<batch::Kernel> kernels[] = {
#define DLX_ROW(kind) DLX_COMPILED(kind, batch::search)
    DLX_FOR_EACH_VECTOR_KIND(DLX_ROW)
#undef DLX_ROW
};

std::uint32_t blocks_for(const Problem& problem) {
  return std::max(1U, (problem.primary_count() + batch::block_items - 1) / batch::block_items);
}

/// The largest number of options that a primary item of the problem has.
std::size_t planes_for(const Problem& problem) {
  std::vector<std::uint32_t> sizes = option_counts(problem);
  sizes.resize(problem.primary_count());
  return sizes.empty() ? 1
                       : std::max<std::size_t>(1, *std::max_element(sizes.begin(), sizes.end()));
}

void add(Block* blocks, std::uint32_t item) {
  blocks[item / batch::block_items].word[item % batch::block_items / 64] |= batch::Word{1}
                                                                            << item % 64;
}

}  // namespace

/// The tables of a problem and the memory for its searches.
struct BatchSearch::Tables {
  Tables(const Problem& problem, search::VectorKind vectors)
      : kernel(search::compiled_for(vectors, kernels)), options(problem.option_count()) {
    state.blocks = blocks_for(problem);
    state.planes = static_cast<std::uint32_t>(planes_for(problem));
    state.place_bits = static_cast<std::uint32_t>(std::bit_width(state.planes - 1));
    state.size_bits = static_cast<std::uint32_t>(std::bit_width(state.planes));
    make_items(problem);
    make_left(problem);
    make_room(problem.primary_count());
  }

  std::uint32_t stride() const { return state.blocks * state.planes; }
  Block& plane(Block* planes, std::uint32_t place, std::uint32_t item) const {
    return planes[item / batch::block_items * state.planes + place];
  }

  void make_items(const Problem& problem);
  void make_left(const Problem& problem);
  void remove(const Problem& problem, OptionId option, Block* planes) const;
  void make_room(std::uint32_t primaries);

  batch::Kernel kernel;
  std::uint32_t options;
  batch::State state;
  std::vector<Block> primary, all, left, items;
  std::vector<Number> names;
  // For each option: its position in the list of options of each of its primary items, in the order
  // of these items.
  std::vector<std::uint32_t> places, place_ends;
  std::vector<batch::Level> levels;
  std::vector<Block> level_blocks;
  std::vector<Number> level_options, chosen;
  std::vector<const Block*> choices;
  std::vector<std::uint32_t> rounds;
};

/// Computes the sets of primary items, the items of each option, and the position of each option in
/// the lists of options of its items.
void BatchSearch::Tables::make_items(const Problem& problem) {
  primary.resize(state.blocks);
  all.resize(stride());
  items.resize(std::size_t{options} * state.blocks);
  names.resize(std::size_t{stride()} * batch::block_items);
  std::vector<std::uint32_t> size(problem.primary_count());
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) add(primary.data(), i);
  for (std::uint32_t o = 0; o < options; ++o) {
    for (const ItemId item : problem.items(OptionId{o})) {
      const std::uint32_t i = index(item);
      if (!problem.is_primary(item)) continue;
      add(&items[std::size_t{o} * state.blocks], i);
      const std::uint32_t place = size[i]++;
      places.push_back(place);
      Block& of_place = plane(all.data(), place, i);
      of_place.word[i % batch::block_items / 64] |= batch::Word{1} << i % 64;
      names[static_cast<std::size_t>(&of_place - all.data()) * batch::block_items +
            i % batch::block_items] = static_cast<Number>(o);
    }
    place_ends.push_back(static_cast<std::uint32_t>(places.size()));
  }
}

/// Removes an option from the sets of live options of a node.
void BatchSearch::Tables::remove(const Problem& problem, OptionId option, Block* planes) const {
  std::uint32_t at = index(option) == 0 ? 0 : place_ends[index(option) - 1];
  for (const ItemId item : problem.items(option)) {
    if (!problem.is_primary(item)) continue;
    const std::uint32_t i = index(item);
    plane(planes, places[at++], i).word[i % batch::block_items / 64] &= ~(batch::Word{1} << i % 64);
  }
}

/// Computes, for each option, the sets of the options that are compatible with it.
void BatchSearch::Tables::make_left(const Problem& problem) {
  const auto item_options = options_of_items(problem, problem.item_count());
  left.reserve(std::size_t{options} * stride());
  for (std::uint32_t o = 0; o < options; ++o) {
    left.insert(left.end(), all.begin(), all.end());
    Block* const planes = &left[std::size_t{o} * stride()];
    for (const auto [item, colour] : problem.entries(OptionId{o})) {
      for (const OptionId other : item_options[index(item)]) {
        const bool agrees = colour != Colour::none && colour_of(problem, other, item) == colour;
        if (other != OptionId{o} && !agrees) remove(problem, other, planes);
      }
    }
  }
}

void BatchSearch::Tables::make_room(std::uint32_t primaries) {
  const std::size_t stride_of_level = stride() + state.blocks;
  levels.resize(std::min(primaries + 1, batch::most_levels));
  level_blocks.resize(levels.size() * stride_of_level);
  level_options.resize(levels.size() * (state.planes + 1));
  for (std::size_t k = 0; k < levels.size(); ++k) {
    Block* const blocks = &level_blocks[k * stride_of_level];
    levels[k] = {.live = blocks,
                 .covered = blocks + stride(),
                 .options = &level_options[k * (state.planes + 1)]};
  }
  // A round of the propagation chooses at most one option for each item, even if these options
  // exclude each other. One more entry is needed, because the kernel writes a forced option after
  // the last entry before it tests whether the option is already in the list.
  const std::size_t room = std::size_t{options} + 2 * std::size_t{primaries} + 2;
  chosen.resize(room);
  choices.resize(room);
  rounds.resize(options);
  state.primary = primary.data();
  state.all = all.data();
  state.names = names.data();
  state.left = left.data();
  state.items = items.data();
  state.levels = levels.data();
  state.chosen = chosen.data();
  state.choice = choices.data();
  state.round_of = rounds.data();
}

std::size_t BatchSearch::table_bytes(const Problem& problem) {
  return planes_for(problem) * blocks_for(problem) * sizeof(Block) * problem.option_count();
}

std::string_view BatchSearch::objection(const Problem& problem) {
  if (problem.has_multiplicities()) return "it has multiplicities";
  constexpr std::uint32_t most_options = 1U << 16;
  if (planes_for(problem) > batch::most_planes || problem.option_count() >= most_options ||
      table_bytes(problem) > most_table_bytes) {
    return "it has too many options";
  }
  return {};
}

BatchSearch::BatchSearch(const Problem& problem, search::VectorKind vectors) {
  if (const auto why = objection(problem); !why.empty()) {
    throw std::invalid_argument("not a problem for a batch: " + std::string(why));
  }
  tables_ = std::make_unique<Tables>(problem, vectors);
  solution_.reserve(problem.primary_count());
}

BatchSearch::~BatchSearch() = default;
BatchSearch::BatchSearch(BatchSearch&&) noexcept = default;
BatchSearch& BatchSearch::operator=(BatchSearch&&) noexcept = default;

std::uint64_t BatchSearch::nodes() const noexcept {
  return tables_->state.nodes;
}

/// Begins a search in which the given options are chosen.
void BatchSearch::begin(std::span<const OptionId> given) {
  batch::State& s = tables_->state;
  const batch::Level& root = tables_->levels[0];
  s.level = s.length = s.choices = 0;
  s.nodes = 0;
  s.started = false;
  // Numbers of propagation rounds must be distinct only within one search. The round number is
  // reset here before it can overflow.
  if (s.round > 1U << 31) {
    s.round = 0;
    std::fill(tables_->rounds.begin(), tables_->rounds.end(), 0);
  }
  ++s.round;
  std::fill_n(root.covered, s.blocks, Block{});
  for (const OptionId option : given) {
    const std::uint32_t o = index(option);
    if (o >= tables_->options) throw std::invalid_argument("an option does not exist");
    if (std::exchange(s.round_of[o], s.round) == s.round) continue;
    s.chosen[s.length++] = static_cast<Number>(o);
    s.choice[s.choices++] = s.left + std::size_t{o} * tables_->stride();
    for (std::uint32_t b = 0; b < s.blocks; ++b) {
      const Block& covers = s.items[std::size_t{o} * s.blocks + b];
      for (std::uint32_t w = 0; w < batch::block_words; ++w) {
        root.covered[b].word[w] |= covers.word[w];
      }
    }
  }
}

bool BatchSearch::run(std::span<const OptionId> given, std::uint64_t most,
                      std::uint64_t most_nodes) {
  begin(given);
  batch::State& s = tables_->state;
  s.most_nodes = most_nodes;
  found_ = 0;
  complete_ = false;
  solution_.clear();
  for (;;) {
    const batch::Event event = tables_->kernel(s);
    if (event == batch::Event::given_up) return false;
    if (event == batch::Event::exhausted) return complete_ = true;
    if (found_++ == 0) {
      for (std::uint32_t k = 0; k < s.length; ++k) solution_.push_back(OptionId{s.chosen[k]});
    }
    if (found_ == most) return true;
  }
}

}  // namespace dlx::engines
