// The search loop of the engine that bit_matrix.cpp describes, compiled for each kind of processor.

#include <cstddef>
#include <cstdint>

#include "dlx/engines/bit_bytes.hpp"
#include "dlx/engines/bit_kernel.hpp"
#include "dlx/engines/bit_vectors.hpp"

namespace dlx::engines::bits {
namespace {

template <bool Multiple>
class Search {
 public:
  static Event run(State& s) {
    if (s.finished) return Event::exhausted;
    if (!s.started) {
      if (s.fuel == 0) return Event::out_of_fuel;
      s.started = true;
      --s.fuel;
      ++s.nodes;
      ++s.profile[0];
      Level& root = s.levels[0];
      const BitProblem& sheet = s.sheets[0];
      Members options;
      options.add(root.sets.active, sheet.words);
      const Key key = key_of(s, sheet, options, root.sets);
      record(s, sheet, key, root.sets);
      if (key == covered) {  // No item must be covered, so the empty set of options is a solution.
        s.finished = true;
        ++s.solutions;
        return s.count_only ? Event::exhausted : Event::solution;
      }
      if (key >> key_shift == 0 || !branch(s, root, sheet, key)) return finish(s);
    }
    if (s.child_waits) {
      const Event event = follow(s, s.key);
      if (event != Event::exhausted) return event;
    }
    for (;;) {
      Level& level = s.levels[s.level];
      if (level.tried == level.size) {
        if (s.level == 0) return finish(s);
        leave(s, level);
      } else {
        if (s.fuel == 0) return Event::out_of_fuel;
        s.length = level.length;
        const BitProblem& sheet = s.sheets[level.sheet];
        const std::uint32_t option = level.option[level.tried++];
        if constexpr (Multiple) drop_below(sheet, level, option);
        const Key key = choose(s, sheet, level.sets, option);
        if (key >> key_shift == 0) continue;
        const Event event = follow(s, key);
        if (event != Event::exhausted) return event;
      }
    }
  }

 private:
  static constexpr float weight_of_last = 1.0F / 16;
  static constexpr float least_nodes = 16;
  static constexpr std::uint32_t few_options = 20;

  static Event finish(State& s) {
    s.finished = true;
    return Event::exhausted;
  }

  // ------------------------------------------------------------------------- the smallest item ---

  /// Finds the smallest key among uncovered items that need one option, in two loops over the
  /// groups of items. The first loop computes lower bounds of the numbers of options. The bounds
  /// are quick to compute, and 0 if and only if an item has no option left. The second loop
  /// computes exact numbers for groups whose bound is below the best key so far.
  static Key smallest(const BitProblem& sheet, const Members& options, const Sets& sets) {
    Key bounds[most_items / group];
    const std::size_t step = std::size_t{sheet.words} * group;
    const Word* masks = sheet.masks;
    std::uint32_t likely = 0;
    for (std::uint32_t g = 0; g < sheet.groups; ++g, masks += step) {
      const std::uint32_t wanted = plain_items_of(sets, g);
      bounds[g] = covered;
      if (wanted == 0) continue;
      bounds[g] = Simd::bound(options, masks, wanted, g * group);
      if (bounds[g] >> key_shift == 0) return bounds[g];
      if (bounds[g] < bounds[likely]) likely = g;
    }
    if (bounds[likely] == covered) return covered;
    const auto exact = [&](std::uint32_t g) {
      return Simd::exact(options, sheet.masks + g * step, plain_items_of(sets, g), g * group);
    };
    Key best = exact(likely);
    for (std::uint32_t g = 0; g < sheet.groups; ++g) {
      if (bounds[g] >= best || g == likely) continue;
      const Key key = exact(g);
      best = key < best ? key : best;
    }
    return best;
  }

  /// The items of a group that need exactly one more option, as eight bits.
  static std::uint32_t plain_items_of(const Sets& sets, std::uint32_t g) {
    Word word = sets.uncovered[g / 8];
    if constexpr (Multiple) word &= ~sets.several[g / 8];
    return static_cast<std::uint32_t>(word >> (g % 8 * 8)) & 0xFF;
  }

  /// Finds the smallest key of an item by adding up the rows of bytes of the options that are left.
  template <std::uint32_t Vectors>
  static Key smallest_of_few(const State& s, const BitProblem& sheet, const Members& options,
                             const Sets& sets) {
    constexpr std::uint32_t step = Vectors * vector_words;
    Bytes sizes[Vectors];
    for (std::uint32_t v = 0; v < Vectors; ++v) load_others(sizes[v], sets.uncovered, v);
    [[maybe_unused]] Bytes others[Vectors];
    [[maybe_unused]] std::uint32_t bias = 0;
    if constexpr (Multiple) {
      for (std::uint32_t v = 0; v < Vectors; ++v) others[v] = sizes[v];
      bias = add_needs(s, sheet, sets, sizes);
    }
    for (std::uint32_t k = 0; k < options.words; ++k) {
      const Word* const word_ones = sheet.ones + std::size_t{options.first[k]} * step;
      for (Word bits = options.word[k]; bits != 0; bits &= bits - 1) {
        const Word* const ones = word_ones + std::size_t{lowest(bits)} * step;
        for (std::uint32_t v = 0; v < Vectors; ++v) {
          Bytes option_ones;
          load(option_ones, ones + v * vector_words);
          sizes[v] += option_ones;
        }
      }
    }
    // The bytes of optional and covered items stay 255, even if a remaining option contains these
    // items.
    if constexpr (Multiple) {
      for (std::uint32_t v = 0; v < Vectors; ++v) sizes[v] |= others[v];
    }
    Bytes least = sizes[0];
    for (std::uint32_t v = 1; v < Vectors; ++v) least = least < sizes[v] ? least : sizes[v];
    const std::uint32_t size = least_byte(least);
    if (size == 255) return covered;
    std::uint32_t item = 0;
    for (std::uint32_t v = 0; v < Vectors; ++v) {
      const std::uint32_t k = find_byte(sizes[v], size);
      item += k;
      if (k != vector) break;
    }
    if constexpr (Multiple) return (size < bias ? 0 : size - bias) << key_shift | item;
    return size << key_shift | item;
  }

  /// The smallest key of the items at a node. At a dead end: the key of an item that has no option
  /// left.
  static Key key_of(const State& s, const BitProblem& sheet, const Members& options,
                    const Sets& sets) {
    Key key = covered;
    if (sheet.vectors != 0 && options.count <= few_options) {
      if (sheet.vectors == 1) {
        key = smallest_of_few<1>(s, sheet, options, sets);
      } else if (sheet.vectors == 2) {
        key = smallest_of_few<2>(s, sheet, options, sets);
      } else {
        key = smallest_of_few<3>(s, sheet, options, sets);
      }
    } else {
      key = smallest(sheet, options, sets);
      if constexpr (Multiple) key = smallest_of_several(s, sheet, options, sets, key);
    }
    if constexpr (Multiple) {
      if (key == covered && options.count != 0) return smallest_optional(sheet, options, sets);
    }
    return key;
  }

  // ---------------------------------------------------------------------------- multiplicities ---

  /// Adds a constant to the bytes of all items, so that no byte falls below 0. Then subtracts n - 1
  /// from the bytes of items that need n options. Returns the constant.
  template <std::size_t Vectors>
  static std::uint32_t add_needs(const State& s, const BitProblem& sheet, const Sets& sets,
                                 Bytes (&sizes)[Vectors]) {
    constexpr std::uint32_t bias = 32;
    static_assert(bias > few_options && bias + few_options < 255);
    if (is_empty_set(sets.several, sheet.item_words)) return 0;
    for (Bytes& bytes : sizes) bytes |= bias;
    for_each(sets.several, sheet.item_words, [&](std::uint32_t item) {
      const std::uint32_t below = counter(s, sheet, sets, item).need - 1;
      sizes[item / vector][item % vector] =
          static_cast<std::uint8_t>(bias - (below < bias ? below : bias));
    });
    return bias;
  }

  /// The smallest of the key `best` and the keys of the items that need several options.
  static Key smallest_of_several(const State& s, const BitProblem& sheet, const Members& options,
                                 const Sets& sets, Key best) {
    if (best >> key_shift == 0) return best;
    for_each(sets.several, sheet.item_words, [&](std::uint32_t item) {
      const std::uint32_t below = counter(s, sheet, sets, item).need - 1;
      const std::uint32_t size = size_in(sheet, options, item);
      const Key key = (size > below ? size - below : 0) << key_shift | item;
      best = key < best ? key : best;
    });
    return best;
  }

  /// The key of the item with the fewest options among the items that need no more options. The
  /// number in the key is one more than the number of the item's options, because the search may
  /// also choose to cover the item no further.
  static Key smallest_optional(const BitProblem& sheet, const Members& options, const Sets& sets) {
    Key best = covered;
    for_each(sets.optional, sheet.item_words, [&](std::uint32_t item) {
      const std::uint32_t size = size_in(sheet, options, item);
      const Key key = (size + 1) << key_shift | item;
      if (size != 0 && key < best) best = key;
    });
    return best;
  }

  static std::uint32_t size_in(const BitProblem& sheet, const Members& options,
                               std::uint32_t item) {
    const Word* const masks = sheet.masks + std::size_t{item / group} * sheet.words * group;
    std::uint32_t size = 0;
    for (std::uint32_t k = 0; k < options.words; ++k) {
      size += size_of(options.word[k] & options.in(masks, k)[item % group]);
    }
    return size;
  }

  static Counter& counter(const State& s, const BitProblem& sheet, const Sets& sets,
                          std::uint32_t item) {
    return sets.counters[s.counter_of[sheet.item_names[item]]];
  }

  /// If the branching item has bounds, removes its options that come before `option` from the
  /// active options of the level, because the search has already tried them.
  static void drop_below(const BitProblem& sheet, Level& level, std::uint32_t option) {
    if (!has(sheet.bounded, level.item)) return;
    const std::uint32_t end = option == closing ? sheet.words * 64 : option;
    const Word* const mask = mask_of(sheet, level.item);
    for (std::uint32_t k = level.dropped / 64; k < sheet.words && k * 64 < end; ++k) {
      const Word below = end - k * 64 >= 64 ? ~Word{0} : (Word{1} << (end - k * 64)) - 1;
      level.sets.active[k] &= ~(mask[std::size_t{k} * group] & below);
    }
    level.dropped = end;
  }

  /// Updates the child's counters, `optional`, `several`, and active options for the items with
  /// bounds after a choice. The other sets of the child node must have been computed before.
  /// `option` is an option or `closing`.
  static void count_use(const State& s, const BitProblem& sheet, const Sets& from,
                        const Sets& child, std::uint32_t option) {
    const std::uint32_t words = sheet.item_words;
    if (from.counters != child.counters) {
      for (std::uint32_t k = 0; k < s.counters; ++k) child.counters[k] = from.counters[k];
      for (std::uint32_t k = 0; k < words; ++k) child.optional[k] = from.optional[k];
      for (std::uint32_t k = 0; k < words; ++k) child.several[k] = from.several[k];
    }
    if (option == closing) {
      const std::uint32_t item = s.levels[s.level].item;
      counter(s, sheet, child, item).room = 0;
      remove(child.optional, item);
      return;
    }
    const Word* const items = sheet.items + std::size_t{option} * words;
    for (std::uint32_t k = 0; k < words; ++k) {
      for (Word bits = items[k] & sheet.bounded[k]; bits != 0; bits &= bits - 1) {
        const std::uint32_t item = k * 64 + lowest(bits);
        Counter& uses = counter(s, sheet, child, item);
        --uses.room;
        if (uses.need != 0) --uses.need;
        if (uses.need <= 1) remove(child.several, item);
        if (uses.need != 0) {
          add(child.uncovered, item);
        } else if (uses.room != 0) {
          add(child.optional, item);
        } else {
          remove(child.optional, item);
          const Word* const mask = mask_of(sheet, item);
          for (std::uint32_t w = 0; w < sheet.words; ++w) {
            child.active[w] &= ~mask[std::size_t{w} * group];
          }
        }
      }
    }
  }

  template <class Visit>
  static void for_each(const Word* set, std::uint32_t words, Visit visit) {
    for (std::uint32_t k = 0; k < words; ++k) {
      for (Word bits = set[k]; bits != 0; bits &= bits - 1) visit(k * 64 + lowest(bits));
    }
  }
  static bool is_empty_set(const Word* set, std::uint32_t words) {
    Word any = 0;
    for (std::uint32_t k = 0; k < words; ++k) any |= set[k];
    return any == 0;
  }
  static bool has(const Word* set, std::uint32_t member) {
    return (set[member / 64] >> member % 64 & 1) != 0;
  }
  static void add(Word* set, std::uint32_t member) { set[member / 64] |= Word{1} << member % 64; }
  static void remove(Word* set, std::uint32_t member) {
    set[member / 64] &= ~(Word{1} << member % 64);
  }

  // ---------------------------------------------------------------------------------- children ---

  /// Visits the child node to which an option leads. Writes the child's sets into the memory of the
  /// next level; `from` may be the same memory. Returns the smallest key of an item of the child.
  static Key choose(State& s, const BitProblem& sheet, const Sets& from, std::uint32_t option) {
    const Sets& child = s.levels[s.level + 1].own;
    Bytes any = {};
    if (Multiple && option == closing) {
      copy(child.active, from.active, sheet.stride);
      copy(child.uncovered, from.uncovered, sheet.item_words);
      s.choice[s.length++] = closing;
    } else {
      const Word* const compatible = row_of(s, s.levels[s.level].sheet, option);
      keep(child.active, from.active, compatible, sheet.stride, any);
      const Word* const items = sheet.items + std::size_t{option} * sheet.item_words;
      for (std::uint32_t k = 0; k < sheet.item_words; ++k) {
        child.uncovered[k] = from.uncovered[k] & ~items[k];
      }
      s.choice[s.length++] = sheet.names[option];
    }
    --s.fuel;
    ++s.nodes;
    ++s.profile[s.length];
    bool is_leaf = false;
    if constexpr (Multiple) {
      count_use(s, sheet, from, child, option);
      is_leaf = is_empty_set(child.active, sheet.words);
    } else {
      is_leaf = is_empty(any);
    }
    // Many leaves of the search tree are recognised here, without computing the sizes of items.
    if (is_leaf) {
      const Key key = first_of(child.uncovered, sheet.item_words);
      record(s, sheet, key, child);
      return key;
    }
    Members options;
    options.add(child.active, sheet.words);
    const Key key = key_of(s, sheet, options, child);
    record(s, sheet, key, child);
    return key;
  }

  /// Stores the intersection of two sets of options. `any` receives the bitwise or of all vectors
  /// of the intersection.
  static void keep(Word* both, const Word* one, const Word* other, std::uint32_t words,
                   Bytes& any) {
    Bytes all = {};
    for (std::uint32_t k = 0; k < words; k += vector_words) {
      Bytes a, b;
      load(a, one + k);
      load(b, other + k);
      a &= b;
      all |= a;
      store(both + k, a);
    }
    any = all;
  }

  /// Records a node in the trace: its branching item or, at a solution, the items that need no more
  /// options but allow more.
  static void record(State& s, const BitProblem& sheet, Key key, const Sets& sets) {
    if (s.trace == nullptr) return;
    if (key != covered) return record_item(s, sheet, item_of(key));
    if constexpr (Multiple) {
      for_each(sets.optional, sheet.item_words,
               [&](std::uint32_t item) { record_item(s, sheet, item); });
    }
  }

  /// Writes the code of an item as a number with seven bits in each byte, the lowest bits first.
  static void record_item(State& s, const BitProblem& sheet, std::uint32_t item) {
    std::uint32_t code = s.codes[sheet.item_names[item]];
    for (; code >= 0x80; code >>= 7) *s.trace++ = static_cast<std::uint8_t>(code | 0x80);
    *s.trace++ = static_cast<std::uint8_t>(code);
  }

  /// Lists the choices for the item with the smallest key: its options, and possibly `closing`.
  /// Returns false if the choices were counted as solutions and need not be visited.
  static bool branch(State& s, Level& level, const BitProblem& sheet, Key key) {
    const std::uint32_t item = item_of(key);
    level.size = key >> key_shift;
    level.tried = 0;
    if constexpr (Multiple) {
      level.item = item;
      level.dropped = 0;
    }
    if (s.count_only && ends_with(s, sheet, level.sets, item)) {
      s.solutions += level.size;
      return false;
    }
    const Word* const mask = mask_of(sheet, item);
    std::uint32_t* option = level.option;
    for (std::uint32_t k = 0; k < sheet.words; ++k) {
      for (Word bits = level.sets.active[k] & mask[std::size_t{k} * group]; bits != 0;
           bits &= bits - 1) {
        *option++ = 64 * k + lowest(bits);
      }
    }
    if constexpr (Multiple) {
      // The choice `closing` is used only if the item needs no more options (see
      // smallest_optional).
      *option = closing;
      if (has(sheet.bounded, item) && level.sets.active != level.own.active) {
        copy(level.own.active, level.sets.active, sheet.stride);
        level.sets.active = level.own.active;
      }
    }
    return true;
  }

  /// Whether each choice for the branching item (an option, or `closing`) leads to exactly one
  /// solution.
  static bool ends_with(const State& s, const BitProblem& sheet, const Sets& sets,
                        [[maybe_unused]] std::uint32_t item) {
    if (set_size(sets.uncovered, sheet.item_words) != 1) return false;
    if constexpr (Multiple) {
      if (has(sheet.bounded, item)) return false;
      if (is_empty_set(sets.optional, sheet.item_words)) return true;
      // With a certificate the options must be visited, because the certificate lists the items
      // that are not covered further in each solution.
      if (s.trace != nullptr) return false;
      const Word* const mask = mask_of(sheet, item);
      for (std::uint32_t k = 0; k < sheet.words; ++k) {
        if ((sets.active[k] & ~mask[std::size_t{k} * group]) != 0) return false;
      }
    }
    return true;
  }

  static const Word* mask_of(const BitProblem& sheet, std::uint32_t item) {
    return sheet.masks + std::size_t{item / group} * sheet.words * group + item % group;
  }

  /// A key with the first item of a set and the number of options 0; `covered` if the set is empty.
  static Key first_of(const Word* set, std::uint32_t words) {
    for (std::uint32_t k = 0; k < words; ++k) {
      if (set[k] != 0) return k * 64 + lowest(set[k]);
    }
    return covered;
  }

  static std::uint32_t item_of(Key key) { return key & ((Key{1} << key_shift) - 1); }

  /// Follows a chain of child nodes in which only one option can be tried. Returns `exhausted` if
  /// the last child has become a new level, is a dead end, or has been counted.
  static Event follow(State& s, Key key) {
    const BitProblem& sheet = s.sheets[s.levels[s.level].sheet];
    const Level& child = s.levels[s.level + 1];
    s.child_waits = false;
    while (key >> key_shift == 1) {
      if (s.count_only && ends_with(s, sheet, child.own, item_of(key))) {
        ++s.solutions;
        return Event::exhausted;
      }
      if (s.fuel == 0) {
        s.key = key;
        s.child_waits = true;
        return Event::out_of_fuel;
      }
      key = choose(s, sheet, child.own, only_option(sheet, child.own.active, item_of(key)));
    }
    if (key == covered) {
      ++s.solutions;
      return s.count_only ? Event::exhausted : Event::solution;
    }
    if (key >> key_shift != 0) enter(s, key);
    return Event::exhausted;
  }

  static std::uint32_t only_option(const BitProblem& sheet, const Word* active,
                                   std::uint32_t item) {
    const Word* const mask = mask_of(sheet, item);
    for (std::uint32_t k = 0;; ++k) {
      const Word bits = active[k] & mask[std::size_t{k} * group];
      if (bits != 0) return k * 64 + lowest(bits);
    }
  }

  static void enter(State& s, Key key) {
    const std::uint32_t at = s.levels[s.level].sheet;
    const BitProblem& sheet = s.sheets[at];
    Level& level = s.levels[s.level + 1];
    level.sheet = at;
    level.length = s.length;
    level.sets = level.own;
    Word all_kept[Multiple ? most_items / 64 : 1];
    const Word* kept = level.own.uncovered;
    if constexpr (Multiple) {
      for (std::uint32_t k = 0; k < sheet.item_words; ++k) {
        all_kept[k] = level.own.uncovered[k] | level.own.optional[k];
      }
      kept = all_kept;
    }
    if (new_sheet_pays(s, level, kept)) {
      key = (key - item_of(key)) | rank(kept, item_of(key));
      BitProblem& made = s.sheets[++level.sheet];
      make_sheet(sheet, made, level.own, kept);
      level.sets = made.all;
      level.sets.counters = level.own.counters;
    }
    if (!branch(s, level, s.sheets[level.sheet], key)) return;
    level.nodes_before = s.nodes;
    ++s.level;
  }

  static void leave(State& s, const Level& level) {
    float& below = s.nodes_below[level.length];
    const auto nodes = static_cast<float>(s.nodes - level.nodes_before);
    below = below < 0 ? nodes : below + (nodes - below) * weight_of_last;
    --s.level;
  }

  // ------------------------------------------------------------------------------ new sheets ---

  static std::uint32_t set_size(const Word* set, std::uint32_t words) {
    std::uint32_t size = 0;
    for (std::uint32_t k = 0; k < words; ++k) size += size_of(set[k]);
    return size;
  }

  /// The number of members of the set that are smaller than `member`.
  static std::uint32_t rank(const Word* set, std::uint32_t member) {
    return set_size(set, member / 64) + size_of(set[member / 64] & ((Word{1} << member % 64) - 1));
  }

  /// Whether making a new, smaller matrix (sheet) is likely to save time. `kept` is the set of the
  /// items that the new matrix would have.
  static bool new_sheet_pays(const State& s, const Level& level, const Word* kept) {
    const float nodes = s.nodes_below[level.length];
    const bool unknown = nodes < 0;
    if ((nodes < least_nodes && !unknown) || level.sheet + 1 == s.sheet_count) return false;
    const BitProblem& sheet = s.sheets[level.sheet];
    const Word* const active = level.own.active;
    const std::uint32_t options = set_size(active, sheet.words);
    const std::uint32_t items = set_size(kept, sheet.item_words);
    const std::uint32_t words = (options + 63) / 64;
    if (words > s.sheets[level.sheet + 1].room) return false;
    const std::uint32_t looks = sheet.words * sheet.groups;
    const std::uint32_t fewer = words * ((items + group - 1) / group);
    if (4 * fewer > 3 * looks) return false;
    const std::uint32_t price = options * 8 + items * (words_in_use(active, sheet.words) + 8);
    return unknown || nodes * static_cast<float>(looks - fewer) * Simd::looks_per_piece >
                          static_cast<float>(price);
  }

  static std::uint32_t words_in_use(const Word* set, std::uint32_t words) {
    std::uint32_t in_use = 0;
    for (std::uint32_t k = 0; k < words; ++k) in_use += set[k] != 0 ? 1 : 0;
    return in_use;
  }

  static std::uint32_t pieces_of(const Word* mask, std::uint32_t words, Piece* pieces) {
    std::uint32_t count = 0;
    std::uint32_t used = 0;
    for (std::uint32_t k = 0; k < words; ++k) {
      if (mask[k] == 0) continue;
      const std::uint32_t more = size_of(mask[k]);
      pieces[count++] = {mask[k], k, used / 64, used % 64, used % 64 + more > 64};
      used += more;
    }
    return count;
  }

  /// Packs the bits of a set of options for a smaller matrix: copies the bits that `sheet.pieces`
  /// selects to adjacent bits of `result`. `result` must be all zeros.
  static void squeeze(const Word* set, const BitProblem& sheet, Word* result) {
    for (std::uint32_t k = 0; k < sheet.piece_count; ++k) {
      const Piece& piece = sheet.pieces[k];
      const Word bits = extract(set[piece.from], piece.mask);
      result[piece.to] |= bits << piece.shift;
      if (piece.spills) result[piece.to + 1] |= bits >> (64 - piece.shift);
    }
  }

  static void make_sheet(const BitProblem& from, BitProblem& to, const Sets& sets,
                         const Word* kept) {
    const Word* const active = sets.active;
    to.piece_count = pieces_of(active, from.words, to.pieces);
    const std::uint32_t item_count = set_size(kept, from.item_words);
    to.options = set_size(active, from.words);
    to.words = (to.options + 63) / 64;
    to.stride = stride_for(to.words);
    to.groups = (item_count + group - 1) / group;
    to.item_words = (item_count + 63) / 64;
    to.vectors = vectors_for(item_count);
    const std::size_t ones = std::size_t{to.vectors} * vector_words;
    clear(to.is_made, to.words);
    clear(to.items, std::size_t{to.options} * to.item_words);
    clear(to.ones, to.options * ones);
    clear(to.masks, std::size_t{to.groups} * to.words * group);

    // For each item of the old matrix `from`: the number of the item in the new matrix.
    std::uint32_t number[most_items];
    std::uint32_t item = 0;
    for_each(kept, from.item_words, [&](std::uint32_t old) {
      to.item_names[item] = from.item_names[old];
      number[old] = item++;
    });
    clear(to.all.active, to.stride);
    fill(to.all.active, to.options);
    if constexpr (Multiple) {
      const auto move_items = [&](const Word* set, Word* result) {
        clear(result, to.item_words);
        for (std::uint32_t k = 0; k < from.item_words; ++k) {
          for (Word bits = set[k] & kept[k]; bits != 0; bits &= bits - 1) {
            add(result, number[k * 64 + lowest(bits)]);
          }
        }
      };
      move_items(sets.uncovered, to.all.uncovered);
      move_items(sets.optional, to.all.optional);
      move_items(sets.several, to.all.several);
      move_items(from.bounded, to.bounded);
    } else {
      fill(to.all.uncovered, item_count);
    }
    // Options have few items, so setting one bit for each item of an option is quicker than packing
    // the items' sets of options word by word.
    std::size_t option = 0;
    for_each(active, from.words, [&](std::uint32_t old) {
      to.names[option] = from.names[old];
      to.before[option] = old;
      const Word* const old_items = from.items + std::size_t{old} * from.item_words;
      Word* const option_items = to.items + option * to.item_words;
      Word* const option_ones = to.ones + option * ones;
      Word* const masks = to.masks + option / 64 * group;
      const Word bit = Word{1} << option % 64;
      for_each(old_items, from.item_words, [&](std::uint32_t old_item) {
        const std::uint32_t i = number[old_item];
        add(option_items, i);
        if (to.vectors != 0) set_byte(option_ones, i, 1);
        masks[std::size_t{i / group} * to.words * group + i % group] |= bit;
      });
      ++option;
    });
  }

  /// The row of an option: the options in the same matrix that are compatible with it. Rows are
  /// computed on demand, because only few options of each matrix are ever chosen.
  static const Word* row_of(const State& s, std::uint32_t at, std::uint32_t option) {
    const BitProblem& sheet = s.sheets[at];
    if (!sheet.keeps_rows) return make_row(s, at, option, sheet.compatible);
    Word* const row = sheet.compatible + std::size_t{option} * sheet.stride;
    Word& made = sheet.is_made[option / 64];
    const Word bit = Word{1} << option % 64;
    if ((made & bit) != 0) return row;
    made |= bit;
    return make_row(s, at, option, row);
  }

  [[gnu::noinline]] static const Word* make_row(const State& s, std::uint32_t at,
                                                std::uint32_t option, Word* row) {
    const BitProblem& sheet = s.sheets[at];
    if (at == 0) {
      subtract(sheet, s.conflicts, option, row);
      // Removes the bit of the chosen option itself. Otherwise the option would stay allowed if all
      // its items allow several options.
      if constexpr (Multiple) remove(row, option);
    } else if (s.conflicts.only_items) {
      subtract_items(sheet, option, row);
    } else {
      clear(row, sheet.stride);
      squeeze(row_of(s, at - 1, sheet.before[option]), sheet, row);
    }
    return row;
  }

  /// Computes the row of `option`: all options except those that share an item with it. Items with
  /// bounds are skipped, because count_use() removes the options of such an item once the item
  /// allows no more options.
  static void subtract_items(const BitProblem& sheet, std::uint32_t option, Word* row) {
    copy(row, sheet.all.active, sheet.stride);
    if constexpr (Multiple) remove(row, option);
    const Word* const items = sheet.items + std::size_t{option} * sheet.item_words;
    for (std::uint32_t i = 0; i < sheet.item_words; ++i) {
      Word bits = items[i];
      if constexpr (Multiple) bits &= ~sheet.bounded[i];
      for (; bits != 0; bits &= bits - 1) {
        const Word* const mask = mask_of(sheet, i * 64 + lowest(bits));
        for (std::uint32_t k = 0; k < sheet.words; ++k) row[k] &= ~mask[std::size_t{k} * group];
      }
    }
  }

  /// Computes the row of `option`: all options except those that conflict with it.
  static void subtract(const BitProblem& sheet, const Conflicts& conflicts, std::uint32_t option,
                       Word* row) {
    for (std::uint32_t k = 0; k < sheet.stride; k += vector_words) {
      Bytes left;
      load(left, sheet.all.active + k);
      for (std::size_t n = conflicts.begin[option]; n < conflicts.begin[option + 1]; ++n) {
        Bytes set;
        load(set, conflicts.sets + std::size_t{conflicts.numbers[n]} * sheet.stride + k);
        left &= ~set;
      }
      store(row + k, left);
    }
  }

  static void set_byte(Word* words, std::uint32_t k, std::uint8_t value) {
    reinterpret_cast<std::uint8_t*>(words)[k] = value;
  }

  static void copy(Word* to, const Word* from, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) to[k] = from[k];
  }

  static void clear(Word* words, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) words[k] = 0;
  }

  static void fill(Word* set, std::uint32_t size) {
    for (; size >= 64; size -= 64) *set++ = ~Word{0};
    if (size != 0) *set = (Word{1} << size) - 1;
  }
};

}  // namespace

Event DLX_KERNEL(run)(State& state) {
  return state.counter_of == nullptr ? Search<false>::run(state) : Search<true>::run(state);
}

}  // namespace dlx::engines::bits
