// The problem. Counts the ways to divide the vertices of a graph into connected parts. The number
// of parts may be given, and the weight of each part has bounds.
//
// The idea. Vertices are processed in a fixed order. The frontier is the set of processed vertices
// with neighbours that are not processed yet. A state records which frontier vertices belong to the
// same part, which vertices of a part are connected already, and the weight of each part so far.
// Partial partitions with equal states have the same continuations, so they are counted together.
// The next vertex either joins a part in the frontier, even if it has no neighbour in that part
// yet, or begins a new part. A vertex that touches components of its part connects these
// components.
//
// The state, as a sequence of bits:
//
//     1                   so that no key is 0
//     part of each vertex 0 means that the part is full and takes no more vertices; other parts are
//                         numbered in order of their first appearance, with as many bits as the
//                         parts so far need; then, unless the part is new, the component of the
//                         vertex
//     weight of each part minus 1; at most `least` if parts have no upper bound
//     complete parts      only if their number does not follow from the weights
//
// Invariants. A full part counts as complete. When a part leaves the frontier, all its vertices
// must be connected. Each partial partition has one state, so each partition is counted once.
//
// Random partitions. The tables of all steps are kept. The number of ways to reach a state is the
// sum of these numbers over its predecessors. So a draw goes back from the last table to the first,
// and chooses each predecessor with a probability in proportion to its number. All partitions are
// drawn at the same time. Each step makes the successors of all states again, so drawing takes as
// long as counting.
//
// The alternative of Kawahara and others (see below) was slower. In this alternative, a state does
// not record which components will be one part. Instead, a state records which components must not
// be joined, because they are adjacent and already belong to different parts. So a state must store
// a weight for each component, and a bit for each pair of components. With the alternative,
// dividing a board of 8x8 cells into two halves took more than 300 s.
//
// Citation. Knuth, The Art of Computer Programming, volume 4A, 7.1.4 (Simpath); Kawahara, Horiyama,
// Hotta, Minato, Generating all patterns of graph partitions within a disparity bound (WALCOM
// 2017).

#include "reductions/parts/connected_parts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <queue>
#include <span>
#include <stdexcept>
#include <string>

#include "dlx/core/random.hpp"
#include "reductions/parts/vertex_order.hpp"
#include "reductions/parts/ways_table.hpp"

namespace dlx::parts {
namespace {

using Word = WaysTable::Word;
using Set = std::uint32_t;  // a set of components of one part

/// A step of the count, which processes one vertex.
struct Step {
  std::uint32_t weight = 0;
  // The neighbours of the vertex, as places in the frontier before the step.
  std::vector<std::uint8_t> near = {};
  /// The places of the vertices that stay in the frontier after the step. The processed vertex
  /// itself has the last place.
  std::vector<std::uint8_t> kept = {};
  std::vector<std::uint32_t> frontier = {};  // vertices of the frontier after the step
  std::uint64_t weight_left = 0;             // total weight of the vertices not processed yet
};

/// A state. Unused entries are not initialised, because clearing each new state would take too
/// long.
struct State {
  std::uint32_t places = 0;    // number of vertices in the frontier
  std::uint32_t parts = 0;     // number of parts that can take more vertices
  std::uint64_t complete = 0;  // number of parts that take no more vertices
  // The part of the vertex at each place in the frontier.
  std::array<std::uint8_t, widest + 1> part;
  // For each place in the frontier, the component of its vertex within its part, from 0.
  std::array<std::uint8_t, widest + 1> component;
  std::array<std::uint8_t, widest + 2> components;  // number of components of each part
  std::array<std::uint64_t, widest + 2> weight;     // weight of each part
};

/// Writes numbers of a few bits each, one after another.
class BitWriter {
 public:
  static constexpr std::size_t most_words = 32;

  BitWriter() { put(1, 1); }
  void put(Word value, std::uint32_t bits) {
    const std::size_t word = at_ / 64, shift = at_ % 64;
    words_[word] |= value << shift;
    if (shift + bits > 64) words_[word + 1] |= value >> (64 - shift);
    at_ += bits;
  }
  [[nodiscard]] std::size_t words() const { return (at_ + 63) / 64; }
  [[nodiscard]] const Word* data() const { return words_.data(); }

 private:
  std::array<Word, most_words> words_ = {};
  std::size_t at_ = 0;
};

class BitReader {
 public:
  explicit BitReader(const Word* words) : words_(words) {}
  [[nodiscard]] Word get(std::uint32_t bits) {
    if (bits == 0) return 0;
    const std::size_t word = at_ / 64, shift = at_ % 64;
    Word value = words_[word] >> shift;
    if (shift + bits > 64) value |= words_[word + 1] << (64 - shift);
    at_ += bits;
    return bits == 64 ? value : value & ((Word{1} << bits) - 1);
  }

 private:
  const Word* words_;
  std::size_t at_ = 1;
};

std::uint32_t bits_for(std::uint64_t most) {
  return static_cast<std::uint32_t>(std::bit_width(most));
}

constexpr std::uint64_t unreachable = std::numeric_limits<std::uint64_t>::max();

/// A matrix for pairs of places in the frontier. An entry is the least total weight of vertices,
/// processed after `step`, that connect both places; or `unreachable` if this weight is at least
/// `most`.
std::vector<std::uint64_t> weights_between(const Graph& graph, const Near& near,
                                           std::span<const std::uint32_t> frontier,
                                           std::span<const std::size_t> step_of, std::size_t step,
                                           std::uint64_t most) {
  std::vector<std::uint64_t> between(frontier.size() * frontier.size(), unreachable);
  for (std::size_t a = 0; a < frontier.size(); ++a) {
    std::vector<std::uint64_t> least(near.size(), unreachable);
    using Reached = std::pair<std::uint64_t, std::uint32_t>;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> queue;
    queue.emplace(0, frontier[a]);
    while (!queue.empty()) {
      const auto [weight, vertex] = queue.top();
      queue.pop();
      if (weight > least[vertex]) continue;
      for (const std::uint32_t other : near[vertex]) {
        const bool comes = step_of[other] > step;
        const std::uint64_t sum = weight + (comes ? graph.weights[other] : 0);
        if (sum >= std::min(least[other], most) || (vertex == frontier[a] && !comes)) continue;
        least[other] = sum;
        if (comes) queue.emplace(sum, other);
      }
    }
    for (std::size_t b = 0; b < frontier.size(); ++b) {
      between[a * frontier.size() + b] = least[frontier[b]];
    }
  }
  return between;
}

class Sweep {
 public:
  Sweep(const Graph& graph, const Wanted& wanted, const Limits& limits)
      : graph_(graph), wanted_(wanted), limits_(limits) {
    if (graph.weights.size() > most_vertices) {
      throw std::invalid_argument("a graph may have at most " + std::to_string(most_vertices) +
                                  " vertices");
    }
    for (const std::uint32_t weight : graph.weights) {
      if (weight == 0) throw std::invalid_argument("every vertex must have a weight of at least 1");
      total_ += weight;
    }
    wanted_.least = std::max<std::uint64_t>(wanted_.least, 1);
    wanted_.least = std::min(wanted_.least, total_ + 1);
    wanted_.most = std::min(wanted_.most, total_);
    has_most_ = wanted_.most < total_;
    is_even_ = has_most_ && wanted_.least == wanted_.most;
    if (is_even_ && !wanted_.parts) wanted_.parts = total_ / wanted_.most;
    weight_bits_ = bits_for(has_most_ ? wanted_.most - 1 : wanted_.least - 1);
    part_bits_ = wanted_.parts && !is_even_ ? bits_for(*wanted_.parts) : 0;
    near_ = neighbours(graph);
    make_steps();
  }

  /// Counts the partitions. With `keeps_tables`, draw() can be called after a complete count.
  Counted run(bool keeps_tables = false) {
    WaysTable ways(1, 1);
    const Word one = 1;
    ways.add(&one, {&one, 1});  // the state in which no vertex has been processed
    if (!is_possible({}, total_)) ways = WaysTable(1, 1);
    for (std::size_t s = 0; s < steps_.size() && ways.size() > 0; ++s) {
      WaysTable after = pass(s, ways);
      if (result_.status != Status::running) return result_;
      if (keeps_tables) {
        kept_bytes_ += ways.bytes();
        tables_.push_back(std::move(ways));
      }
      ways = std::move(after);
    }
    for (std::size_t slot = 0; slot < ways.slots(); ++slot) {
      const Word* const key = ways.at(slot);
      if (key == nullptr) continue;
      result_.partitions += Natural::from_words({key + ways.key_words(), ways.limbs()});
    }
    result_.status = Status::exhausted;
    if (keeps_tables) tables_.push_back(std::move(ways));
    return result_;
  }

  /// Draws partitions at random. If a limit ends the draw, the status of the count says which
  /// limit.
  Drawn draw(std::size_t number, std::uint64_t seed) {
    if (result_.status != Status::exhausted || result_.partitions == 0) return {result_, {}};
    SplitMix64 random(seed);
    std::vector<Draw> draws(number);
    const WaysTable& last = tables_.back();
    for (std::size_t slot = 0; slot < last.slots(); ++slot) {  // the final table has one state
      const Word* const key = last.at(slot);
      for (Draw& draw : draws) {
        if (key != nullptr) draw.keys.emplace_back(key, key + last.key_words());
      }
    }
    for (std::size_t s = steps_.size(); s-- > 0;) {
      if (!go_back(s, draws, random)) return {result_, {}};
    }
    Drawn drawn{result_, {}};
    for (Draw& draw : draws) drawn.partitions.push_back(partition_of(draw));
    return drawn;
  }

 private:
  /// A partition that is being drawn: its states from the last one back to the current one, and the
  /// part that the vertex of each step joined.
  struct Draw {
    std::vector<std::vector<Word>> keys = {};
    std::vector<std::uint32_t> parts = {};
    Natural rank = {};    // a random number below the number of ways to reach the current state
    Natural passed = {};  // sum of the numbers of the predecessors that were not chosen
  };

  /// A random number below `bound`.
  static Natural random_below(std::span<const Word> bound, SplitMix64& random) {
    while (bound.back() == 0) bound = bound.first(bound.size() - 1);
    const Natural end = Natural::from_words(bound);
    std::vector<Word> words(bound.size());
    for (;;) {
      for (Word& word : words) word = random();
      words.back() &= ~Word{0} >> std::countl_zero(bound.back());
      if (Natural number = Natural::from_words(words); number < end) return number;
    }
  }

  /// For each partition that is being drawn, chooses a predecessor of its state after step s.
  /// Returns false if a limit was reached.
  bool go_back(std::size_t s, std::vector<Draw>& draws, SplitMix64& random) {
    const WaysTable &from = tables_[s], &to = tables_[s + 1];
    std::map<std::vector<Word>, std::vector<Draw*>> waiting;
    for (Draw& draw : draws) {
      waiting[draw.keys.back()].push_back(&draw);
      draw.rank = random_below(to.number_of(draw.keys.back().data()), random);
      draw.passed = 0;
    }
    between_ = weights_between(graph_, near_, steps_[s].frontier, step_of_, s, wanted_.most);
    std::vector<Word> after(to.key_words());
    const auto choose = [&](const Word* key, std::uint32_t part, const BitWriter& bits) {
      std::copy_n(bits.data(), after.size(), after.begin());
      const auto found = waiting.find(after);
      if (found == waiting.end()) return true;
      const Natural number = Natural::from_words({key + from.key_words(), from.limbs()});
      std::erase_if(found->second, [&](Draw* draw) {
        if (draw->rank >= (draw->passed += number)) return false;
        draw->keys.emplace_back(key, key + from.key_words());
        draw->parts.push_back(part);
        return true;
      });
      if (found->second.empty()) waiting.erase(found);
      return true;
    };
    return for_each_successor(s, from, choose, [] { return std::uint64_t{0}; });
  }

  Partition partition_of(const Draw& draw) const {
    std::vector<std::uint32_t> vertex_of(step_of_.size());
    for (std::uint32_t v = 0; v < step_of_.size(); ++v) vertex_of[step_of_[v]] = v;
    Partition part_of(step_of_.size());
    std::uint32_t parts = 0;
    // For each part of the state, its number in the partition.
    std::array<std::uint32_t, widest + 2> number = {};
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      const Step& step = steps_[s];
      State state, made;
      decode(draw.keys[steps_.size() - s].data(), s, state);
      const std::uint32_t part = draw.parts[steps_.size() - 1 - s];
      if (part > state.parts) number[part] = parts++;
      part_of[vertex_of[s]] = number[part];
      static_cast<void>(join(state, step, part, made));
      std::array<std::uint32_t, widest + 2> number_after = {};
      for (std::uint32_t p = 0; p < made.places; ++p) {
        const std::uint8_t place = step.kept[p];
        number_after[made.part[p]] = number[place == state.places ? part : state.part[place]];
      }
      number = number_after;
    }
    std::vector<std::uint32_t> in_order(parts, parts);
    std::uint32_t seen = 0;
    for (std::uint32_t& part : part_of) {
      if (in_order[part] == parts) in_order[part] = seen++;
      part = in_order[part];
    }
    return part_of;
  }

  void make_steps() {
    const std::vector<std::uint32_t> order = narrow_order(near_);
    StepsOf steps(near_, order);
    std::vector<std::uint32_t> frontier;
    std::uint64_t left = total_;
    for (std::size_t s = 0; s < order.size(); ++s) {
      const std::uint32_t v = order[s];
      Step step{.weight = graph_.weights[v], .weight_left = left -= graph_.weights[v]};
      for (std::uint8_t f = 0; f < frontier.size(); ++f) {
        if (std::binary_search(near_[v].begin(), near_[v].end(), frontier[f]))
          step.near.push_back(f);
      }
      frontier.push_back(v);
      std::vector<std::uint32_t> kept;
      for (std::uint8_t f = 0; f < frontier.size(); ++f) {
        if (steps.last[frontier[f]] <= s) continue;
        step.kept.push_back(f);
        kept.push_back(frontier[f]);
      }
      if (kept.size() > widest) {
        throw std::invalid_argument("the frontier has more than " + std::to_string(widest) +
                                    " vertices in the best order that was found");
      }
      frontier = std::move(kept);
      step.frontier = frontier;
      steps_.push_back(std::move(step));
    }
    step_of_ = std::move(steps.own);
  }

  /// Makes the table of states after step s. Sets the status of the result if a limit was reached.
  WaysTable pass(std::size_t s, const WaysTable& ways) {
    if (limits_.status) result_.status = limits_.status(result_.states);
    if (result_.status != Status::running) return {};
    between_ = weights_between(graph_, near_, steps_[s].frontier, step_of_, s, wanted_.most);
    // Each state has one successor for each part in the frontier, and one for a new part.
    const std::size_t bits = ways.number_bits() + bits_for(ways.size()) + bits_for(widest + 1);
    for (std::size_t words = ways.key_words();; ++words) {
      WaysTable next(words, bits / 64 + 1);
      if (!fill(s, ways, next)) {
        if (result_.status != Status::running) return {};
        continue;
      }
      result_.states += next.size();
      result_.most_states = std::max<std::uint64_t>(result_.most_states, next.size());
      return next;
    }
  }

  /// Fills the table of states after step s. Returns false if the keys are too long for the table,
  /// or if a limit was reached.
  bool fill(std::size_t s, const WaysTable& from, WaysTable& to) {
    const auto add = [&](const Word* key, std::uint32_t, const BitWriter& bits) {
      if (bits.words() > to.key_words()) return false;
      if (to.is_full() && kept_bytes_ + from.bytes() + 3 * to.bytes() > limits_.memory) {
        result_.status = Status::memory_limit;
        return false;
      }
      to.add(bits.data(), {key + from.key_words(), from.limbs()});
      return true;
    };
    if (!for_each_successor(s, from, add, [&] { return to.size(); })) return false;
    result_.memory_bytes = std::max(result_.memory_bytes, kept_bytes_ + from.bytes() + to.bytes());
    return true;
  }

  /// Calls visit(key of the state, part that the vertex joins, bits of the successor) for each
  /// successor of each state. Returns false if a call of visit() returned false, or if a limit was
  /// reached. `made_states` tells how many states were made so far.
  template <class Visit, class Made>
  bool for_each_successor(std::size_t s, const WaysTable& from, const Visit& visit,
                          const Made& made_states) {
    const Step& step = steps_[s];
    State state, made;
    for (std::size_t slot = 0; slot < from.slots(); ++slot) {
      if (slot % 4'096 == 0 && limits_.status) {
        const Status status = limits_.status(result_.states + made_states());
        if (status != Status::running) {
          result_.status = status;
          return false;
        }
      }
      const Word* const key = from.at(slot);
      if (key == nullptr) continue;
      decode(key, s, state);
      for (std::uint32_t part = 1; part <= state.parts + 1; ++part) {
        if (next(state, step, part, made) && !visit(key, part, encode(made))) return false;
      }
    }
    return true;
  }

  /// Makes the state after the new vertex joins a part or begins a new part. Returns false if the
  /// part cannot take the vertex, or if no complete partition can follow.
  bool next(const State& state, const Step& step, std::uint32_t part, State& made) const {
    return join(state, step, part, made) && is_possible(made, step.weight_left) &&
           can_connect(made);
  }

  /// Makes the state after the new vertex joins a part or begins a new part. Returns false if the
  /// part cannot take the vertex, or if a part that can grow no more violates the conditions on
  /// parts.
  bool join(const State& state, const Step& step, std::uint32_t part, State& made) const {
    const bool is_new = part > state.parts;
    std::uint64_t weight = step.weight + (is_new ? 0 : state.weight[part]);
    if (has_most_ && weight > wanted_.most) return false;
    Set joined = 0;  // the components of the part that the new vertex touches
    for (const std::uint8_t place : step.near) {
      if (state.part[place] == part) joined |= Set{1} << state.component[place];
    }
    const std::uint32_t before = is_new ? 0 : state.components[part];
    const std::uint32_t components = before + 1 - static_cast<std::uint32_t>(std::popcount(joined));
    const bool full = has_most_ && weight == wanted_.most;
    if (full && components > 1) return false;
    if (!has_most_) weight = std::min(weight, wanted_.least);

    made.places = static_cast<std::uint32_t>(step.kept.size());
    made.parts = 0;
    made.complete = state.complete + (full ? 1 : 0);
    // New numbers of the parts, and of the components of each part.
    std::array<std::uint8_t, widest + 2> number = {};
    std::array<std::array<std::uint8_t, widest + 2>, widest + 2> renumbered;
    for (std::uint32_t p = 0; p < made.places; ++p) {
      const std::uint8_t place = step.kept[p];
      const bool is_vertex = place == state.places;
      const std::uint32_t old = is_vertex ? part : state.part[place];
      if (old == 0 || (full && old == part)) {
        made.part[p] = 0;
        continue;
      }
      std::uint32_t component = is_vertex ? before : state.component[place];
      if (old == part && (joined >> component & 1) != 0) component = before;
      if (number[old] == 0) {
        number[old] = static_cast<std::uint8_t>(++made.parts);
        made.components[made.parts] = 0;
        made.weight[made.parts] = old == part ? weight : state.weight[old];
        std::fill_n(renumbered[old].begin(), widest + 2, none);
      }
      made.part[p] = number[old];
      std::uint8_t& same = renumbered[old][component];
      if (same == none) same = made.components[number[old]]++;
      made.component[p] = same;
    }
    for (std::uint32_t old = 1; old <= std::max(state.parts, part); ++old) {
      if (full && old == part) continue;
      const std::uint32_t had = old == part ? components : state.components[old];
      if (number[old] != 0) {
        // The state is impossible if a component of a part left the frontier unconnected.
        if (made.components[number[old]] != had) return false;
        continue;
      }
      if (had > 1 || (old == part ? weight : state.weight[old]) < wanted_.least) return false;
      ++made.complete;
    }
    return true;
  }

  /// Whether the remaining parts can have the wanted weights. The test considers only sums of
  /// weights. `left` is the total weight of the vertices not processed yet.
  bool is_possible(const State& state, std::uint64_t left) const {
    std::uint64_t open = 0, lacking = 0;
    for (std::uint32_t part = 1; part <= state.parts; ++part) {
      open += state.weight[part];
      lacking += wanted_.least - std::min(wanted_.least, state.weight[part]);
    }
    if (!wanted_.parts) return lacking <= left;
    if (state.complete + state.parts > *wanted_.parts) return false;
    const std::uint64_t parts = *wanted_.parts - state.complete;
    if (parts == 0) return left == 0;
    if (has_most_ && open + left > parts * wanted_.most) return false;
    return lacking + (parts - state.parts) * wanted_.least <= left;
  }

  /// Whether the remaining vertices can connect each component of a part with another component.
  /// The test considers only weights.
  bool can_connect(const State& state) const {
    for (std::uint32_t part = 1; part <= state.parts; ++part) {
      const std::uint32_t components = state.components[part];
      if (components == 1) continue;
      std::array<std::uint64_t, widest + 1> nearest;
      nearest.fill(unreachable);
      for (std::uint32_t a = 0; a < state.places; ++a) {
        if (state.part[a] != part) continue;
        for (std::uint32_t b = 0; b < a; ++b) {
          if (state.part[b] != part || state.component[a] == state.component[b]) continue;
          const std::uint64_t weight = between_[a * state.places + b];
          for (const std::uint8_t component : {state.component[a], state.component[b]}) {
            nearest[component] = std::min(nearest[component], weight);
          }
        }
      }
      const std::uint64_t farthest =
          *std::max_element(nearest.begin(), nearest.begin() + components);
      if (farthest == unreachable) return false;
      if (has_most_ && state.weight[part] + farthest > wanted_.most) return false;
    }
    return true;
  }

  BitWriter encode(const State& state) const {
    BitWriter bits;
    std::uint32_t parts = 0;
    std::array<std::uint8_t, widest + 2> components;  // number of components of each part so far
    for (std::uint32_t p = 0; p < state.places; ++p) {
      const std::uint8_t part = state.part[p];
      bits.put(part, bits_for(parts + 1));
      if (part == 0) continue;
      if (part > parts) {
        parts = part;
        components[part] = 1;
        continue;
      }
      bits.put(state.component[p], bits_for(components[part]));
      if (state.component[p] == components[part]) ++components[part];
    }
    for (std::uint32_t part = 1; part <= parts; ++part) {
      bits.put(state.weight[part] - 1, weight_bits_);
    }
    if (part_bits_ != 0) bits.put(state.complete, part_bits_);
    return bits;
  }

  /// Reads the state before a step from its key.
  void decode(const Word* key, std::size_t s, State& state) const {
    BitReader bits(key);
    state.places = s == 0 ? 0 : static_cast<std::uint32_t>(steps_[s - 1].kept.size());
    state.parts = 0;
    for (std::uint32_t p = 0; p < state.places; ++p) {
      const auto part = static_cast<std::uint8_t>(bits.get(bits_for(state.parts + 1)));
      state.part[p] = part;
      if (part == 0) continue;
      if (part > state.parts) {
        state.parts = part;
        state.components[part] = 1;
        state.component[p] = 0;
        continue;
      }
      state.component[p] = static_cast<std::uint8_t>(bits.get(bits_for(state.components[part])));
      if (state.component[p] == state.components[part]) ++state.components[part];
    }
    std::uint64_t open = 0;
    for (std::uint32_t part = 1; part <= state.parts; ++part) {
      open += state.weight[part] = bits.get(weight_bits_) + 1;
    }
    state.complete = part_bits_ != 0 ? bits.get(part_bits_) : 0;
    if (is_even_ && s != 0) {
      state.complete = (total_ - steps_[s - 1].weight_left - open) / wanted_.most;
    }
  }

  static constexpr std::uint8_t none = 255;

  const Graph& graph_;
  Wanted wanted_;
  const Limits& limits_;
  Near near_ = {};
  std::vector<std::size_t> step_of_ = {};  // step of each vertex
  /// A matrix for pairs of places in the frontier after the current step: the least total weight of
  /// later vertices that connect the two places.
  std::vector<std::uint64_t> between_ = {};
  std::uint64_t total_ = 0;
  bool has_most_ = false;          // whether parts have an upper bound on their weight
  bool is_even_ = false;           // whether all parts must have the same weight
  std::uint32_t weight_bits_ = 0;  // number of bits of a component's weight
  std::uint32_t part_bits_ = 0;    // number of bits of the number of complete parts
  std::vector<Step> steps_;
  // The tables of states before each step and after the last step, if they are kept.
  std::vector<WaysTable> tables_ = {};
  std::size_t kept_bytes_ = 0;  // number of bytes of the tables that are kept
  Counted result_;
};

}  // namespace

Counted count(const Graph& graph, const Wanted& wanted, const Limits& limits) {
  return Sweep(graph, wanted, limits).run();
}

Drawn draw(const Graph& graph, const Wanted& wanted, std::size_t number, std::uint64_t seed,
           const Limits& limits) {
  Sweep sweep(graph, wanted, limits);
  static_cast<void>(sweep.run(true));
  return sweep.draw(number, seed);
}

}  // namespace dlx::parts
