#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/symmetry/nauty_search.hpp"

namespace dlx::symmetry {

struct IsomorphTable::Table {
  struct Entry {
    std::vector<OptionId> options;  // the options of the set, in ascending order
    std::vector<int> vertices;      // the vertices of the problem's graph, in canonical order
    std::size_t number;             // the number of entries that were added before this entry
  };

  explicit Table(const Problem& the_problem)
      : problem(the_problem), graph(the_problem), kernel(graph.order_of_kernel()) {}

  const Problem& problem;
  ProblemGraph graph;
  Natural kernel;
  // The entries of the table; the keys are hashes of canonical forms.
  std::unordered_multimap<std::uint64_t, Entry> entries;
  std::size_t bytes = 0;

  /// The permutation that maps each vertex of `one` to the vertex of `other` at the same position
  /// in canonical order. Returns nothing if it is not an automorphism of the problem that maps the
  /// first set of options to the second.
  [[nodiscard]] std::optional<MatrixPermutation> from(const Entry& one, const Form& other) const {
    if (one.options.size() != other.options.size()) return {};
    MatrixPermutation permutation = graph.between(one.vertices, other.vertices);
    std::vector<OptionId> image;
    for (const OptionId o : one.options) image.push_back(permutation.options[index(o)]);
    std::sort(image.begin(), image.end());
    if (image != other.options || !is_automorphism(problem, permutation)) return {};
    return permutation;
  }

  /// The entry whose set of options is isomorphic to the set with this form, and the permutation
  /// that maps the entry's set to the other set. The pointer is null if the table has no such
  /// entry.
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
  Found found = search_by_nauty(table_->graph, keeping, &labelling);
  if (!found.complete) return {};
  Form form{{options.begin(), options.end()},
            std::move(labelling.vertices),
            labelling.hash,
            std::move(found.order),
            table_->graph.option_orbits(found.orbits),
            found.work};
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
  // The approximate number of bytes that a node of the hash table and two vectors need in addition
  // to the elements of the vectors.
  constexpr std::size_t overhead = 96;
  t.bytes += overhead + form.options.size() * sizeof(OptionId) + form.vertices.size() * sizeof(int);
  const std::size_t number = t.entries.size();
  t.entries.emplace(form.hash,
                    Table::Entry{std::move(form.options), std::move(form.vertices), number});
  return {true, std::move(form.stabiliser), number, {}, std::move(form.orbit_of_option)};
}

std::optional<IsomorphTable::Known> IsomorphTable::add(std::span<const OptionId> options,
                                                       const AutomorphismOptions& limits) {
  std::optional<Form> made = form(options, limits);
  if (!made) return {};
  return add(*std::move(made));
}

}  // namespace dlx::symmetry
