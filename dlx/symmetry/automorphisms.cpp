#include "dlx/symmetry/automorphisms.hpp"

#include <nauty/nausparse.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "dlx/symmetry/merged_group.hpp"
#include "dlx/symmetry/refinement.hpp"

namespace dlx::symmetry {
namespace {

/// The graph of a problem: vertices are the items, then the options, then the pairs of a secondary
/// item and a colour that some option gives to it. An option is joined to its items, or to the
/// pair, which is joined to its item. A pair may become any pair of the image of its item: colours
/// mean nothing but equality on one item.
class Graph {
 public:
  explicit Graph(const Problem& problem) : problem_(problem) {
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      for (const auto [item, colour] : problem.entries(OptionId{o})) {
        if (colour != Colour::none) pairs_.emplace_back(item, colour);
      }
    }
    std::sort(pairs_.begin(), pairs_.end());
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      for (const auto [item, colour] : problem.entries(OptionId{o})) {
        edges_.emplace_back(option(o), vertex_of({item, colour}));
      }
    }
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      edges_.emplace_back(pair_vertex(p), index(pairs_[p].first));
    }
    lay_out();
    tell_kinds_apart();
  }

  [[nodiscard]] std::size_t size() const {
    return problem_.item_count() + std::size_t{problem_.option_count()} + pairs_.size();
  }

  /// Refers to this.
  [[nodiscard]] Refinement refinement(std::function<bool()> must_end) const {
    return {begin_, degree_, ends_, std::move(must_end)};
  }

  /// As nauty wants it; points to this.
  [[nodiscard]] sparsegraph sparse() const {
    const auto unchanged = [](const auto& values) {  // nauty reads them only
      return const_cast<typename std::remove_cvref_t<decltype(values)>::value_type*>(values.data());
    };
    sparsegraph graph;
    SG_INIT(graph);
    graph.nv = static_cast<int>(size());
    graph.nde = ends_.size();
    graph.v = unchanged(begin_);
    graph.vlen = begin_.size();
    graph.d = unchanged(degree_);
    graph.dlen = degree_.size();
    graph.e = unchanged(ends_);
    graph.elen = ends_.size();
    return graph;
  }

  /// What an automorphism has to keep.
  struct Kept {
    std::span<const OptionId> marked = {};
    std::optional<ItemId> item = {};
    bool marked_first = false;  // in the order of vertices
  };

  /// The vertices by what must be kept, and whether the next is alike.
  void classes(const Kept& kept, std::vector<int>& vertices, std::vector<int>& goes_on) const {
    const std::uint32_t after_marked = kept.marked_first ? 2 * kinds_ : 0;
    std::vector<std::uint32_t> rank(size());
    for (std::size_t v = 0; v < size(); ++v) rank[v] = after_marked + 2 * kind_of_[v];
    for (const OptionId o : kept.marked) {
      rank[option(index(o))] = 2 * kind_of_[option(index(o))] + 1;
    }
    if (kept.item) ++rank[index(*kept.item)];
    std::vector<std::size_t> end(after_marked + 2 * kinds_ + 1);
    for (const std::uint32_t r : rank) ++end[r + 1];
    std::partial_sum(end.begin(), end.end(), end.begin());
    vertices.resize(size());
    goes_on.assign(size(), 1);
    for (std::size_t v = 0; v < size(); ++v) vertices[end[rank[v]]++] = static_cast<int>(v);
    for (std::size_t r = 0; r + 1 < end.size(); ++r) {
      if (end[r] != 0) goes_on[end[r] - 1] = 0;
    }
  }

  /// Of the automorphisms that move items alone: of one kind, in the same options, and with the
  /// same of these options apart by colour.
  [[nodiscard]] Natural order_of_kernel() const {
    std::map<std::pair<Kind, std::vector<std::vector<int>>>, std::uint64_t> alike;
    Natural order = 1;
    const std::size_t pairs_from = option(problem_.option_count());
    for (std::uint32_t i = 0; i < problem_.item_count(); ++i) {
      std::vector<std::vector<int>> options(1);  // without colour, then colour by colour
      for (const int v : neighbours(i)) {
        if (static_cast<std::size_t>(v) < pairs_from) {
          options[0].push_back(v);
          continue;
        }
        const auto pair_options = neighbours(static_cast<std::size_t>(v));
        options.emplace_back(pair_options.begin(), pair_options.end());
        std::erase(options.back(), static_cast<int>(i));
      }
      std::sort(options.begin() + 1, options.end());
      order *= ++alike[{kind(i), std::move(options)}];
    }
    return order;
  }

  [[nodiscard]] MatrixPermutation permutation(const int* images) const {
    MatrixPermutation result;
    for (std::uint32_t i = 0; i < problem_.item_count(); ++i) {
      result.items.push_back(ItemId{static_cast<std::uint32_t>(images[i])});
    }
    for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
      result.options.push_back(
          OptionId{static_cast<std::uint32_t>(images[option(o)]) - problem_.item_count()});
    }
    return result;
  }

 private:
  using Pair = std::pair<ItemId, Colour>;
  using Kind = std::tuple<int, std::int64_t, std::int64_t>;

  [[nodiscard]] std::uint32_t option(std::uint32_t o) const { return problem_.item_count() + o; }
  [[nodiscard]] std::uint32_t pair_vertex(std::size_t p) const {
    return option(problem_.option_count()) + static_cast<std::uint32_t>(p);
  }
  [[nodiscard]] std::uint32_t vertex_of(const Pair& pair) const {
    if (pair.second == Colour::none) return index(pair.first);
    return pair_vertex(static_cast<std::size_t>(
        std::lower_bound(pairs_.begin(), pairs_.end(), pair) - pairs_.begin()));
  }

  [[nodiscard]] std::span<const int> neighbours(std::size_t v) const {
    return std::span(ends_).subspan(begin_[v], static_cast<std::size_t>(degree_[v]));
  }

  [[nodiscard]] Kind kind(std::uint32_t v) const {
    if (v < problem_.primary_count()) {
      const Bounds bounds = problem_.bounds(ItemId{v});
      return {0, bounds.at_least, bounds.at_most};
    }
    if (v < problem_.item_count()) return {1, 0, 0};
    v -= problem_.item_count();
    if (v < problem_.option_count()) return {2, problem_.cost(OptionId{v}), 0};
    return {3, 0, 0};
  }

  void lay_out() {
    degree_.resize(size());
    for (const auto& [a, b] : edges_) {
      ++degree_[a];
      ++degree_[b];
    }
    begin_.resize(size());
    std::exclusive_scan(degree_.begin(), degree_.end(), begin_.begin(), std::size_t{0});
    ends_.resize(2 * edges_.size());
    std::vector<std::size_t> end = begin_;
    for (const auto& [a, b] : edges_) {
      ends_[end[a]++] = static_cast<int>(b);
      ends_[end[b]++] = static_cast<int>(a);
    }
  }

  void tell_kinds_apart() {
    std::map<Kind, std::uint32_t> number;
    for (std::uint32_t v = 0; v < size(); ++v) number[kind(v)] = 0;
    for (auto& [kind, n] : number) n = kinds_++;
    for (std::uint32_t v = 0; v < size(); ++v) kind_of_.push_back(number[kind(v)]);
  }

  const Problem& problem_;
  std::uint32_t kinds_ = 0;
  std::vector<std::uint32_t> kind_of_;  // of a vertex, by number
  std::vector<Pair> pairs_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
  std::vector<std::size_t> begin_;
  std::vector<int> degree_;
  std::vector<int> ends_;
};

/// What nauty has found.
struct Found {
  bool complete = true;
  std::vector<MatrixPermutation> generators;
  Natural order = 1;
  std::exception_ptr thrown;  // in a callback, for no exception may pass through nauty
};

// nauty works in static variables. Where it was built with one set of them for each thread, as
// Debian's is, several threads search at once; its header, which is made with the library, says so.
constexpr bool searches_in_threads = HAVE_TLS != 0;
std::mutex one_only;  // NOLINT: held by a search otherwise

// nauty's request to end a search is one for all threads. It is set and taken back by the search
// that has to end, which holds this meanwhile; others that it ends as well begin again after that.
std::mutex one_ends;  // NOLINT

/// What nauty's callbacks, which are plain functions, have to know. It is set while one search
/// runs.
struct Search {
  const Graph* graph = nullptr;
  search::Deadline deadline = {};
  Found* found = nullptr;
  Refinement* refinement = nullptr;
  std::vector<int> splitting = {};
  std::unique_lock<std::mutex> ending = {};  // on one_ends, once the search has to end
};
thread_local Search current;  // NOLINT: nauty itself allows one search at a time in a thread

/// Frees nauty's working memory when a thread ends.
struct WorkingMemory {
  WorkingMemory() = default;
  WorkingMemory(const WorkingMemory&) = delete;
  WorkingMemory& operator=(const WorkingMemory&) = delete;
  ~WorkingMemory() {
    nauty_freedyn();
    nautil_freedyn();
    nausparse_freedyn();
  }
};

void request_end(int requested) {
  // Not by std::atomic_ref, which the compiler for browsers does not have.
  __atomic_store_n(const_cast<int*>(&nauty_kill_request), requested, __ATOMIC_SEQ_CST);
}

void end_search() {
  if (current.ending.owns_lock()) return;
  current.ending = std::unique_lock(one_ends);
  request_end(1);
}

bool must_end() {
  return current.deadline.reached();
}

template <class Action>
void keep_what_it_throws(Action action) {
  if (current.found->thrown) return;
  try {
    action();
  } catch (...) {
    current.found->thrown = std::current_exception();
    end_search();
  }
}

extern "C" {

void on_automorphism(int, int* images, int*, int, int, int) {
  keep_what_it_throws(
      [&] { current.found->generators.push_back(current.graph->permutation(images)); });
}

/// The order is the product of the indices of stabilisers along the first path.
void on_level(int*, int*, int, int*, statsblk*, int, int stabiliser_index, int, int, int, int) {
  keep_what_it_throws(
      [&] { current.found->order *= static_cast<std::uint64_t>(stabiliser_index); });
}

void on_node(graph*, int*, int*, int, int, int, int, int, int) {
  if (must_end()) end_search();
}

void refine_for_nauty(graph*, int* lab, int* ptn, int level, int* cells, int*, set* active,
                      int* code, int m, int) {
  *code = 0;
  keep_what_it_throws([&] {
    current.splitting.clear();
    for (int k = nextelement(active, m, -1); k >= 0; k = nextelement(active, m, k)) {
      current.splitting.push_back(k);
    }
    const Refinement::Result result =
        current.refinement->refine(lab, ptn, level, *cells, current.splitting);
    *cells = result.cells;
    *code = result.code;
    if (result.ended) end_search();
  });
  EMPTYSET(active, m);
}

}  // extern "C"

void unite(std::vector<std::uint32_t>& orbit, std::uint32_t a, std::uint32_t b) {
  const auto first_of = [&](std::uint32_t x) {
    while (orbit[x] != x) x = orbit[x] = orbit[orbit[x]];
    return x;
  };
  a = first_of(a);
  b = first_of(b);
  orbit[std::max(a, b)] = std::min(a, b);
}

template <class Handle>
std::vector<std::uint32_t> orbits(std::uint32_t size, const Automorphisms& group,
                                  std::vector<Handle> MatrixPermutation::*images) {
  std::vector<std::uint32_t> orbit(size);
  std::iota(orbit.begin(), orbit.end(), 0U);
  for (const MatrixPermutation& generator : group.generators) {
    for (std::uint32_t k = 0; k < size; ++k) unite(orbit, k, index((generator.*images)[k]));
  }
  for (std::uint32_t k = 0; k < size; ++k) orbit[k] = orbit[orbit[k]];
  return orbit;
}

/// What the colours of items become under a permutation, use by use.
class ColourImages {
 public:
  explicit ColourImages(const Problem& problem)
      : colours_(problem.colour_count() + std::size_t{1}), uses_(problem.entry_count()) {
    std::vector<std::size_t> count(problem.item_count());
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      for (const ItemId item : problem.items(OptionId{o})) ++count[index(item)];
    }
    end_.resize(problem.item_count());
    std::exclusive_scan(count.begin(), count.end(), end_.begin(), std::size_t{0});
  }

  /// An option gives a colour to an item, and its image another to the item's image.
  void add(ItemId item, Colour colour, Colour image) {
    uses_[end_[index(item)]++] = {colour, image};
  }

  /// Whether each colour of an item has become one colour. Then different colours have become
  /// different ones, since items on a cycle of the permutation have equally many.
  [[nodiscard]] bool are_unique() const {
    struct Image {
      std::uint32_t item = 0;  // from 1
      Colour colour = Colour::none;
    };
    std::vector<Image> image_of(colours_);
    std::size_t use = 0;
    for (std::uint32_t i = 0; i < end_.size(); ++i) {
      for (; use < end_[i]; ++use) {
        const auto [colour, image] = uses_[use];
        Image& known = image_of[index(colour)];
        if (known.item != i + 1) known = {i + 1, image};
        if (known.colour != image) return false;
      }
    }
    return true;
  }

 private:
  std::size_t colours_;
  std::vector<std::pair<Colour, Colour>> uses_;  // by item
  std::vector<std::size_t> end_;                 // of an item's uses so far
};

}  // namespace

bool is_automorphism(const Problem& problem, const MatrixPermutation& permutation) {
  if (permutation.items.size() != problem.item_count() ||
      permutation.options.size() != problem.option_count()) {
    return false;
  }
  const auto is_permutation = [](const auto& images) {
    std::vector<bool> met(images.size());
    for (const auto image : images) {
      if (index(image) >= images.size() || met[index(image)]) return false;
      met[index(image)] = true;
    }
    return true;
  };
  if (!is_permutation(permutation.items) || !is_permutation(permutation.options)) return false;
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId image = permutation.items[i];
    if (problem.is_primary(ItemId{i}) != problem.is_primary(image)) return false;
    if (problem.is_primary(image) && problem.bounds(ItemId{i}) != problem.bounds(image)) {
      return false;
    }
  }
  std::vector<Colour> colour(problem.item_count());
  std::vector<std::uint32_t> option_of(problem.item_count());  // that has it, from 1
  std::optional<ColourImages> colour_images;
  if (problem.has_colours()) colour_images.emplace(problem);
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const OptionId image = permutation.options[o];
    if (problem.items(OptionId{o}).size() != problem.items(image).size()) return false;
    if (problem.cost(OptionId{o}) != problem.cost(image)) return false;
    for (const auto [item, item_colour] : problem.entries(image)) {
      option_of[index(item)] = o + 1;
      colour[index(item)] = item_colour;
    }
    for (const auto [item, item_colour] : problem.entries(OptionId{o})) {
      const std::uint32_t item_image = index(permutation.items[index(item)]);
      if (option_of[item_image] != o + 1) return false;
      if (!colour_images) continue;
      const Colour colour_image = colour[item_image];
      if ((item_colour == Colour::none) != (colour_image == Colour::none)) return false;
      colour_images->add(item, item_colour, colour_image);
    }
  }
  return !colour_images || colour_images->are_unique();
}

namespace {

/// nauty's canonical form of a graph.
struct Labelling {
  std::vector<int> vertices;  ///< in canonical order
  std::uint64_t hash = 0;     ///< of the graph in this order
};

std::uint64_t hash_of(const sparsegraph& graph) {
  std::uint64_t hash = 0xCBF29CE484222325U;  // FNV-1a, a word at a time
  const auto add = [&](std::uint64_t word) {
    hash = (hash ^ word) * 0x100000001B3U;
    hash ^= hash >> 29;
  };
  for (int v = 0; v < graph.nv; ++v) {
    add(static_cast<std::uint64_t>(graph.d[v]));
    for (int k = 0; k < graph.d[v]; ++k) {
      add(static_cast<std::uint64_t>(graph.e[graph.v[v] + static_cast<std::size_t>(k)]));
    }
  }
  return hash;
}

// Up to this number of vertices nauty's own refinement takes milliseconds, and two thirds of the
// instructions of ours, which matters because canonical forms are needed by the thousand.
constexpr std::size_t most_for_nauty = 2'000;

optionblk settings_for(const Graph& graph, bool labels) {
  DEFAULTOPTIONS_SPARSEGRAPH(settings);
  settings.defaultptn = FALSE;
  settings.userlevelproc = on_level;
  settings.usernodeproc = on_node;
  if (graph.size() > most_for_nauty) settings.userrefproc = refine_for_nauty;
  if (labels) {
    settings.getcanon = TRUE;
    settings.tc_level = 0;  // branches on the first cell, that of marked options
  } else {
    settings.userautomproc = on_automorphism;
  }
  return settings;
}

/// A search by nauty for the automorphisms that keep what options say, or for a labelling.
class NautySearch {
 public:
  NautySearch(const Graph& of, const AutomorphismOptions& options, bool labels)
      : graph_(of),
        options_(options),
        deadline_(options.control),
        labels_(labels),
        settings_(settings_for(of, labels)),
        orbit_(of.size()) {
    SG_INIT(canonical_);
  }
  NautySearch(const NautySearch&) = delete;
  NautySearch& operator=(const NautySearch&) = delete;
  ~NautySearch() { SG_FREE(canonical_); }

  Found run() {
    if constexpr (searches_in_threads) static thread_local const WorkingMemory until_thread_ends;
    std::unique_lock lock(one_only, std::defer_lock);
    if (!searches_in_threads) lock.lock();
    while (is_ended_by_another()) {
      const std::lock_guard wait(one_ends);
      request_end(0);
    }
    if (found_.thrown) std::rethrow_exception(found_.thrown);
    return std::move(found_);
  }

  /// After a complete run.
  [[nodiscard]] Labelling labelling() && {
    sortlists_sg(&canonical_);
    return {std::move(vertices_), hash_of(canonical_)};
  }

 private:
  /// Searches once.
  bool is_ended_by_another() {
    graph_.classes({options_.marked, options_.kept, labels_}, vertices_, goes_on_);
    found_ = {};
    std::optional<Refinement> refinement;
    if (settings_.userrefproc != nullptr) refinement.emplace(graph_.refinement(must_end));
    current = {&graph_, deadline_, &found_, refinement ? &*refinement : nullptr};
    sparsegraph sparse = graph_.sparse();
    statsblk statistics;
    sparsenauty(&sparse, vertices_.data(), goes_on_.data(), orbit_.data(), &settings_, &statistics,
                labels_ ? &canonical_ : nullptr);
    const bool has_ended = current.ending.owns_lock();
    if (has_ended) request_end(0);
    current = {};
    found_.complete = !has_ended && statistics.errstatus == 0;
    return !has_ended && statistics.errstatus == NAUKILLED;
  }

  const Graph& graph_;
  const AutomorphismOptions& options_;
  search::Deadline deadline_;
  bool labels_;
  optionblk settings_;
  std::vector<int> vertices_, goes_on_, orbit_;
  sparsegraph canonical_;
  Found found_;
};

/// The automorphisms that keep what `options` say; with a labelling, instead of generators.
Found search(const Graph& graph, const AutomorphismOptions& options, Labelling* labelling) {
  Found found;
  if (graph.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()) / 2) {
    found.complete = false;
    return found;
  }
  if (graph.size() == 0) return found;
  NautySearch by_nauty(graph, options, labelling != nullptr);
  found = by_nauty.run();
  if (labelling != nullptr && found.complete) *labelling = std::move(by_nauty).labelling();
  return found;
}

}  // namespace

Automorphisms automorphisms(const Problem& problem, const AutomorphismOptions& options) {
  const search::Deadline time;
  const Graph graph(problem);
  Found by_nauty = search(graph, options, nullptr);
  Automorphisms found;
  found.complete = by_nauty.complete;
  found.generators = std::move(by_nauty.generators);
  found.order = std::move(by_nauty.order);
  if (!found.complete) {
    found.generators.clear();
    found.order = 1;
  }
  for (const MatrixPermutation& generator : found.generators) {
    if (!is_automorphism(problem, generator)) {
      throw std::logic_error("nauty gave a permutation that is no automorphism");
    }
  }
  found.orbit_of_item = orbits(problem.item_count(), found, &MatrixPermutation::items);
  found.orbit_of_option = orbits(problem.option_count(), found, &MatrixPermutation::options);
  found.seconds = time.seconds();
  return found;
}

std::optional<OptionSymmetries> members(const Problem& problem, const Automorphisms& group,
                                        std::size_t most, const search::Deadline& deadline) {
  constexpr std::size_t most_images = 20'000'000;
  most = std::min(most, 1 + most_images / (std::size_t{problem.option_count()} + 1));
  if (group.order > most && group.order > Graph(problem).order_of_kernel() * most) return {};
  std::vector<OptionPermutation> found = {first_ids<OptionId>(problem.option_count())};
  const auto hash = [&](std::size_t place) {
    const OptionPermutation& images = found[place];
    return std::hash<std::string_view>()(
        {reinterpret_cast<const char*>(images.data()), images.size() * sizeof(OptionId)});
  };
  const auto equal = [&](std::size_t a, std::size_t b) { return found[a] == found[b]; };
  constexpr std::size_t buckets = 64;  // at first
  // Places in `found`.
  std::unordered_set<std::size_t, decltype(hash), decltype(equal)> known({0}, buckets, hash, equal);
  for (std::size_t next = 0; next < found.size(); ++next) {
    if (deadline.reached()) return {};
    for (const MatrixPermutation& generator : group.generators) {
      found.push_back(product(found[next], generator.options));
      if (!known.insert(found.size() - 1).second) {
        found.pop_back();
      } else if (found.size() > most) {
        return {};
      }
    }
  }
  return OptionSymmetries(std::move(found));
}

MatrixPermutation lifted(const preprocess::AlikeOptions& alike, const MatrixPermutation& merged) {
  std::size_t options = 0;
  for (std::size_t set = 0; set < alike.originals.size(); ++set) {
    options += alike.originals[set].size();
  }
  MatrixPermutation result{merged.items, OptionPermutation(options)};
  for (std::size_t set = 0; set < alike.originals.size(); ++set) {
    const auto from = alike.originals[set];
    const auto to = alike.originals[index(merged.options[set])];
    for (std::size_t k = 0; k < from.size(); ++k) result.options[index(from[k])] = to[k];
  }
  return result;
}

namespace {

/// Automorphisms of the problem whose alike options were merged: those that keep the order within
/// the sets, and generators of all exchanges within sets.
Automorphisms lifted(const preprocess::AlikeOptions& alike, const Automorphisms& merged,
                     const MatrixPermutation& identity) {
  Automorphisms group;
  group.order = merged.order * alike.exchanges;
  for (const MatrixPermutation& generator : merged.generators) {
    group.generators.push_back(lifted(alike, generator));
  }
  for (std::size_t set = 0; set < alike.originals.size(); ++set) {
    const auto options = alike.originals[set];
    for (std::size_t k = 1; k < options.size(); ++k) {
      group.generators.push_back(identity);
      OptionPermutation& images = group.generators.back().options;
      std::swap(images[index(options[k - 1])], images[index(options[k])]);
    }
  }
  return group;
}

}  // namespace

Natural SymmetryGroup::order() const {
  if (merged_) return merged_->group.order() * merged_->alike.exchanges;
  return listed_ ? Natural(listed_->order()) : generated_.order;
}

std::optional<SymmetryGroup> whole_group(const Problem& problem, const AutomorphismOptions& options,
                                         std::size_t most) {
  const search::Deadline deadline(options.control);
  std::optional<preprocess::AlikeOptions> alike = preprocess::merge_alike(problem);
  Automorphisms group = automorphisms(alike ? alike->problem : problem, options);
  if (!group.complete) return {};
  std::optional<SymmetryGroup> result;
  if (!alike) {
    result.emplace(problem, std::move(group), most, deadline);
  } else {
    if (alike->exchanges <= most) {
      const MatrixPermutation identity{first_ids<ItemId>(problem.item_count()),
                                       first_ids<OptionId>(problem.option_count())};
      result.emplace(problem, lifted(*alike, group, identity), most, deadline);
    }
    if (!result || result->listed() == nullptr) {
      SymmetryGroup on_sets(alike->problem, std::move(group), most, deadline);
      result.emplace(MergedGroup{*std::move(alike), std::move(on_sets)});
    }
  }
  if (deadline.reached()) return {};
  return result;
}

struct IsomorphTable::Table {
  struct Entry {
    std::vector<OptionId> options;  // ascending
    std::vector<int> vertices;      // in canonical order
    std::size_t number;             // in the order of coming
  };

  explicit Table(const Problem& the_problem)
      : problem(the_problem), graph(the_problem), kernel(graph.order_of_kernel()) {}

  const Problem& problem;
  Graph graph;
  Natural kernel;
  std::unordered_multimap<std::uint64_t, Entry> entries;  // by the hashes of their labellings
  std::size_t bytes = 0;

  /// Puts the vertices of an entry in canonical order in the places of those of a form. Nothing if
  /// that does not take the one set to the other.
  [[nodiscard]] std::optional<MatrixPermutation> from(const Entry& one, const Form& other) const {
    if (one.options.size() != other.options.size()) return {};
    std::vector<int> images(graph.size());
    for (std::size_t k = 0; k < images.size(); ++k) {
      images[static_cast<std::size_t>(one.vertices[k])] = other.vertices[k];
    }
    // Items and options become such, because nauty keeps the kinds of vertices apart.
    MatrixPermutation permutation = graph.permutation(images.data());
    std::vector<OptionId> image;
    for (const OptionId o : one.options) image.push_back(permutation.options[index(o)]);
    std::sort(image.begin(), image.end());
    if (image != other.options || !is_automorphism(problem, permutation)) return {};
    return permutation;
  }

  /// The entry like a form, and what takes it to that; null: there is none.
  [[nodiscard]] std::pair<const Entry*, MatrixPermutation> find(const Form& form) const {
    const auto [first, last] = entries.equal_range(form.hash);
    for (auto other = first; other != last; ++other) {
      if (auto permutation = from(other->second, form)) {
        return {&other->second, *std::move(permutation)};
      }
    }
    return {nullptr, {}};
  }
};

IsomorphTable::IsomorphTable(const Problem& problem) : table_(new Table(problem)) {}
IsomorphTable::~IsomorphTable() = default;
IsomorphTable::IsomorphTable(IsomorphTable&&) noexcept = default;
IsomorphTable& IsomorphTable::operator=(IsomorphTable&&) noexcept = default;

const Natural& IsomorphTable::order_of_kernel() const noexcept {
  return table_->kernel;
}
std::size_t IsomorphTable::memory_bytes() const noexcept {
  return table_->bytes;
}

std::optional<IsomorphTable::Form> IsomorphTable::form(std::span<const OptionId> options,
                                                       const AutomorphismOptions& limits) const {
  AutomorphismOptions keeping = limits;
  keeping.marked = options;
  keeping.kept.reset();
  Labelling labelling;
  Found found = search(table_->graph, keeping, &labelling);
  if (!found.complete) return {};
  Form form{{options.begin(), options.end()},
            std::move(labelling.vertices),
            labelling.hash,
            std::move(found.order)};
  std::sort(form.options.begin(), form.options.end());
  return form;
}

bool IsomorphTable::contains(const Form& form) const {
  return table_->find(form).first != nullptr;
}

IsomorphTable::Known IsomorphTable::add(Form form) {
  Table& t = *table_;
  if (auto [known, permutation] = t.find(form); known != nullptr) {
    return {false, std::move(form.stabiliser), known->number, std::move(permutation)};
  }
  constexpr std::size_t overhead = 96;  // of a node and two vectors, roughly
  t.bytes += overhead + form.options.size() * sizeof(OptionId) + form.vertices.size() * sizeof(int);
  const std::size_t number = t.entries.size();
  t.entries.emplace(form.hash,
                    Table::Entry{std::move(form.options), std::move(form.vertices), number});
  return {true, std::move(form.stabiliser), number, {}};
}

std::optional<IsomorphTable::Known> IsomorphTable::add(std::span<const OptionId> options,
                                                       const AutomorphismOptions& limits) {
  std::optional<Form> made = form(options, limits);
  if (!made) return {};
  return add(*std::move(made));
}

}  // namespace dlx::symmetry
