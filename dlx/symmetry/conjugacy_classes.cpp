#include "dlx/symmetry/conjugacy_classes.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "dlx/core/heap_bytes.hpp"
#include "dlx/core/random.hpp"
#include "dlx/symmetry/nauty_search.hpp"

namespace dlx::symmetry {
namespace {

// Random members of a group are drawn by product replacement. The constants are the smallest number
// of elements to multiply, and the number of replacements before the result is used (F. Celler, C.
// R. Leedham-Green, S. H. Murray, A. C. Niemeyer, E. A. O'Brien, Generating random elements of a
// finite group, Communications in Algebra 23, 1995).
constexpr std::size_t least_elements = 10;
constexpr int replacements = 60;

template <class Handle>
std::vector<Handle> product(const std::vector<Handle>& first, const std::vector<Handle>& then) {
  std::vector<Handle> result;
  result.reserve(first.size());
  for (const Handle image : first) result.push_back(then[index(image)]);
  return result;
}
MatrixPermutation product(const MatrixPermutation& first, const MatrixPermutation& then) {
  return {product(first.items, then.items), product(first.options, then.options)};
}

/// Whether the permutation `by` conjugates `a` to `b`: `by` followed by `b` equals `a` followed by
/// `by`.
bool takes(const MatrixPermutation& by, const MatrixPermutation& a, const MatrixPermutation& b) {
  return product(by.items, b.items) == product(a.items, by.items) &&
         product(by.options, b.options) == product(a.options, by.options);
}

}  // namespace

struct ConjugacyClasses::Walk {
  struct Member {
    MatrixPermutation permutation;
    // Vertices of the problem's graph with an arrow from each vertex to its image, in canonical
    // order.
    std::vector<int> vertices;
  };

  Walk(const Problem& the_problem, Natural the_order, std::size_t the_memory)
      : problem(the_problem),
        order(std::move(the_order)),
        memory(the_memory),
        at{first_ids<ItemId>(problem.item_count()), first_ids<OptionId>(problem.option_count())} {}

  const Problem& problem;
  Natural order;          // the number of members of the group
  std::size_t memory;     // the largest number of bytes that the members found may use
  std::size_t bytes = 0;  // the number of bytes that the members in `known` and members() use
  // A member of the group for each conjugacy class found so far; the keys are hashes of canonical
  // forms.
  std::unordered_multimap<std::uint64_t, Member> known = {};
  MatrixPermutation at;
  // Generators of the subgroup of members that commute with `at`, the current member of the random
  // walk.
  std::vector<MatrixPermutation> commuting = {};
  std::optional<MatrixPermutation> next = {};  // the next member of the random walk
  // If a deadline has ended a call of nauty, the next attempt gets at least this time.
  std::chrono::nanoseconds patience{0};
  Natural found = 0;  // the sum of the sizes of the classes found so far
  SplitMix64 random = SplitMix64(0);

  std::size_t draw(std::size_t below) { return static_cast<std::size_t>(random() % below); }

  /// Draws the next member of the random walk: a random member that commutes with `at`, by product
  /// replacement.
  MatrixPermutation draw_next() {
    if (commuting.empty()) return at;
    std::vector<MatrixPermutation> elements;
    for (std::size_t k = 0; k < std::max(least_elements, commuting.size() + 1); ++k) {
      elements.push_back(commuting[k % commuting.size()]);
    }
    MatrixPermutation result = at;
    for (int r = 0; r < replacements; ++r) {
      const std::size_t place = draw(elements.size());
      const std::size_t other = (place + 1 + draw(elements.size() - 1)) % elements.size();
      elements[place] = draw(2) == 0 ? product(elements[place], elements[other])
                                     : product(elements[other], elements[place]);
      result = product(result, elements[place]);
    }
    return result;
  }

  [[nodiscard]] bool is_known(const ProblemGraph& graph, const Labelling& labelling) const {
    const auto [first, last] = known.equal_range(labelling.hash);
    return std::any_of(first, last, [&](const auto& entry) {
      const Member& member = entry.second;
      const MatrixPermutation by = graph.between(member.vertices, labelling.vertices);
      return takes(by, member.permutation, at) && is_automorphism(problem, by);
    });
  }
};

ConjugacyClasses::ConjugacyClasses(const Problem& problem, Natural order, std::size_t memory)
    : walk_(std::make_unique<Walk>(problem, std::move(order), memory)) {}
ConjugacyClasses::~ConjugacyClasses() = default;

Status ConjugacyClasses::find(const search::Deadline& deadline) {
  Walk& walk = *walk_;
  while (walk.found < walk.order) {
    if (walk.bytes > walk.memory) return Status::memory_limit;
    if (deadline.reached()) return Status::running;
    if (!walk.next) walk.next = members_.empty() ? walk.at : walk.draw_next();
    const ProblemGraph graph(walk.problem, &*walk.next);
    Labelling labelling;
    search::Control control = deadline.rest();
    auto& time = control.limits.time;
    if (time) time = std::max(*time, walk.patience);
    Found commuting = search_by_nauty(graph, {.control = control}, &labelling);
    if (!commuting.complete) {
      if (time) walk.patience = 2 * *time;
      return Status::running;
    }
    walk.at = *std::exchange(walk.next, {});
    walk.commuting = std::move(commuting.generators);
    if (walk.is_known(graph, labelling)) continue;
    members_.push_back(walk.at.options);
    sizes_.push_back(walk.order / commuting.order);
    walk.found += sizes_.back();
    walk.bytes += heap_bytes(members_.back(), walk.at.items, walk.at.options, labelling.vertices);
    walk.known.emplace(labelling.hash, Walk::Member{walk.at, std::move(labelling.vertices)});
  }
  if (walk.found != walk.order) {
    throw std::logic_error("conjugacy classes have more members than their group");
  }
  return Status::exhausted;
}

}  // namespace dlx::symmetry
