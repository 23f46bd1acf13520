#pragma once

#include <nauty/nausparse.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/symmetry/refinement.hpp"

namespace dlx::symmetry {

/// The graph of a problem. The vertices are the items, then the options, then each pair of a
/// secondary item and a colour that some option gives to the item. An edge joins an option to each
/// of its items. If the option gives the item a colour, the edge leads to the pair of item and
/// colour instead. Each pair is joined to its item. An automorphism may map a pair to any pair of
/// the image of its item, because colours are only compared with colours of the same item. If a
/// permutation is given, each item and option that the permutation moves has an arrow to its image.
/// The automorphisms of a graph with such arrows are the automorphisms that commute with the
/// permutation.
class ProblemGraph {
 public:
  explicit ProblemGraph(const Problem& problem, const MatrixPermutation* arrows = nullptr)
      : problem_(problem), is_directed_(arrows != nullptr) {
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
    lay_out(arrows != nullptr ? arrows_of(*arrows) : Edges());
    tell_kinds_apart();
  }

  [[nodiscard]] std::size_t size() const {
    return problem_.item_count() + std::size_t{problem_.option_count()} + pairs_.size();
  }

  /// item_orbits() returns, for each item, the first item of its orbit; option_orbits() does so for
  /// options. `first` has, for each vertex of the graph, the first vertex of its orbit.
  /// @{
  [[nodiscard]] std::vector<std::uint32_t> item_orbits(std::span<const int> first) const {
    const auto items = first.first(problem_.item_count());
    return {items.begin(), items.end()};
  }
  [[nodiscard]] std::vector<std::uint32_t> option_orbits(std::span<const int> first) const {
    std::vector<std::uint32_t> orbits;
    for (const int v : first.subspan(option(0), problem_.option_count())) {
      orbits.push_back(static_cast<std::uint32_t>(v) - option(0));
    }
    return orbits;
  }
  /// @}

  /// Whether the graph has edges with one direction only.
  [[nodiscard]] bool is_directed() const { return is_directed_; }

  /// Makes a Refinement of the graph. The graph must outlive the result.
  [[nodiscard]] Refinement refinement(std::function<bool(std::size_t)> must_end) const {
    return {begin_, degree_, ends_, std::move(must_end)};
  }

  /// The graph in nauty's format. The result points into this object.
  [[nodiscard]] sparsegraph sparse() const {
    // A const_cast is safe here, because nauty only reads these arrays.
    const auto unchanged = [](const auto& values) {
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

  /// Conditions on automorphisms: the set `marked` and the item `item` must be mapped to
  /// themselves.
  struct Kept {
    std::span<const OptionId> marked = {};
    std::optional<ItemId> item = {};
    bool marked_first = false;  // whether the marked options come first in the order of vertices
    bool in_order = false;      // whether each marked option must be mapped to itself
  };

  /// Groups the vertices into classes that an automorphism must map to themselves, such as the
  /// primary items with equal bounds. `goes_on[k]` is 1 if vertices[k + 1] belongs to the same
  /// class as vertices[k], otherwise 0.
  void classes(const Kept& kept, std::vector<int>& vertices, std::vector<int>& goes_on) const {
    const auto marked = static_cast<std::uint32_t>(kept.marked.size());
    const std::uint32_t after_marked = kept.in_order ? marked : kept.marked_first ? 2 * kinds_ : 0;
    std::vector<std::uint32_t> rank(size());
    for (std::size_t v = 0; v < size(); ++v) rank[v] = after_marked + 2 * kind_of_[v];
    for (std::uint32_t k = 0; k < marked; ++k) {
      const std::uint32_t v = option(index(kept.marked[k]));
      rank[v] = kept.in_order ? k : 2 * kind_of_[v] + 1;
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

  /// The number of automorphisms that move only items. These automorphisms exchange items that have
  /// the same options and equal bounds, and whose colours partition the options in the same way.
  [[nodiscard]] Natural order_of_kernel() const {
    std::map<std::pair<Kind, std::vector<std::vector<int>>>, std::uint64_t> alike;
    Natural order = 1;
    const std::size_t pairs_from = option(problem_.option_count());
    for (std::uint32_t i = 0; i < problem_.item_count(); ++i) {
      // Lists of the item's options: a list of the options that give the item no colour, then a
      // list for each colour.
      std::vector<std::vector<int>> options(1);
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
  /// The permutation that maps each vertex in `from` to the vertex at this position in `to`. Both
  /// lists are canonical orders of the vertices. Items are mapped to items and options to options,
  /// because nauty never mixes the classes of vertices.
  [[nodiscard]] MatrixPermutation between(const std::vector<int>& from,
                                          const std::vector<int>& to) const {
    std::vector<int> images(from.size());
    for (std::size_t k = 0; k < images.size(); ++k) {
      images[static_cast<std::size_t>(from[k])] = to[k];
    }
    return permutation(images.data());
  }

 private:
  using Pair = std::pair<ItemId, Colour>;
  using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
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

  [[nodiscard]] Edges arrows_of(const MatrixPermutation& permutation) const {
    Edges arrows;
    for (std::uint32_t i = 0; i < problem_.item_count(); ++i) {
      const std::uint32_t image = index(permutation.items[i]);
      if (image != i) arrows.emplace_back(i, image);
    }
    for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
      const std::uint32_t image = index(permutation.options[o]);
      if (image != o) arrows.emplace_back(option(o), option(image));
    }
    return arrows;
  }

  void lay_out(const Edges& arrows) {
    degree_.resize(size());
    for (const auto& [from, to] : arrows) ++degree_[from];
    for (const auto& [a, b] : edges_) {
      ++degree_[a];
      ++degree_[b];
    }
    begin_.resize(size());
    std::exclusive_scan(degree_.begin(), degree_.end(), begin_.begin(), std::size_t{0});
    ends_.resize(2 * edges_.size() + arrows.size());
    std::vector<std::size_t> end = begin_;
    for (const auto& [from, to] : arrows) ends_[end[from]++] = static_cast<int>(to);
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
  bool is_directed_;
  std::uint32_t kinds_ = 0;
  // For each vertex: the number of its kind; only vertices of one kind may be mapped to each other.
  std::vector<std::uint32_t> kind_of_;
  std::vector<Pair> pairs_;
  Edges edges_;
  std::vector<std::size_t> begin_;
  std::vector<int> degree_;
  std::vector<int> ends_;
};

}  // namespace dlx::symmetry
