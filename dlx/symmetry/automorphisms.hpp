#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/search/control.hpp"

namespace dlx::symmetry {

/// A permutation of a problem's items and options, stored as the image of each item and option. The
/// permutation also determines the images of colours. If option o gives item i the colour c, the
/// image of o gives the image of i the image of c.
struct MatrixPermutation {
  std::vector<ItemId> items;  ///< the image of each item
  OptionPermutation options;  ///< the image of each option
};

/// Whether the permutation maps the problem to itself, and therefore solutions to solutions. Every
/// option must be mapped to an option of equal cost that has the images of its items. Primary items
/// must be mapped to primary items of equal bounds. A colour may be mapped to another colour,
/// differently for each item. Options that give an item equal colours have images that give its
/// image equal colours. Different colours have different images, and the image of an entry without
/// a colour has no colour. The definition of an automorphism is checked directly, in O(items +
/// colours + entries).
[[nodiscard]] bool is_automorphism(const Problem& problem, const MatrixPermutation& permutation);

/// The automorphisms that are wanted, and the limits of the search for them.
struct AutomorphismOptions {
  /// The limit on time, tested between nodes, and the stop flag of one search for automorphisms.
  search::Control control = {.limits = {.time = std::chrono::seconds(10)}};
  /// Only automorphisms that map this set of options to itself are wanted.
  std::span<const OptionId> marked = {};
  /// Only automorphisms that map this item to itself are wanted. Nothing: any item may be moved.
  std::optional<ItemId> kept = {};
};

/// The group of a problem's automorphisms.
struct Automorphisms {
  /// False: a limit ended the search, and this group is the trivial group, because nothing is
  /// known.
  bool complete = true;
  std::vector<MatrixPermutation> generators;   ///< each has passed is_automorphism
  Natural order = 1;                           ///< number of automorphisms
  std::vector<std::uint32_t> orbit_of_item;    ///< [item]: the first item of its orbit
  std::vector<std::uint32_t> orbit_of_option;  ///< [option]: the first option of its orbit
  double seconds = 0;                          ///< seconds that the search for them took
};

/// Finds all automorphisms, by nauty on the graph of items, options and pairs of an item and a
/// colour (B. D. McKay and A. Piperno, Practical graph isomorphism II, Journal of Symbolic
/// Computation 60, 2014). If nauty was built without thread-local storage, only one search runs at
/// a time, and others wait.
[[nodiscard]] Automorphisms automorphisms(const Problem& problem,
                                          const AutomorphismOptions& options = {});

/// The default limit on the number of members that are listed. Lists are worthwhile up to about
/// this number. For example, the perfect matchings of the 6-cube have 46,080 symmetries. With a
/// list their 356,788,059 classes are counted in 0.9 s, 0.3 us for each solution. Without a list,
/// classes can be found only by canonical forms, which take 270 us for each solution. If there are
/// few solutions, a list takes more time than it saves: 0.8 s for the 6 classes of
/// one-factorisations of K8 under 40,320 symmetries.
inline constexpr std::size_t most_members = 50'000;

/// Lists all members as permutations of options, the identity first. The list is shorter than
/// `order` if some members move only items. Returns nothing if there are more than `most` members,
/// if they have more than twenty million images of options together, or if the deadline is reached
/// first.
[[nodiscard]] std::optional<OptionSymmetries> members(const Problem& problem,
                                                      const Automorphisms& group,
                                                      std::size_t most = most_members,
                                                      const search::Deadline& deadline = {});

struct MergedGroup;  // in merged_group.hpp

/// A group of symmetries, which divides solutions into classes. A group with few members is stored
/// as a list of its members, a larger group as a list of generators. Options are equal if they have
/// equal items, colours and cost. A group that contains all exchanges of equal options can also be
/// stored as a group of the problem in which equal options are merged.
class SymmetryGroup {
 public:
  /// A group that is given as the list of its members.
  SymmetryGroup(OptionSymmetries listed) : listed_(std::move(listed)) {}
  /// A group whose members are never listed, even if they are few.
  explicit SymmetryGroup(Automorphisms group) : generated_(std::move(group)) {}
  /// Lists the members if there are at most `most` members and the deadline is not reached.
  SymmetryGroup(const Problem& problem, Automorphisms group, std::size_t most = most_members,
                const search::Deadline& deadline = {})
      : listed_(members(problem, group, most, deadline)), generated_(std::move(group)) {}
  /// The group generated by all exchanges of equal options, and by a group of the merged problem,
  /// which permutes the sets of equal options.
  explicit SymmetryGroup(MergedGroup merged);

  /// The members; null if they are too many.
  [[nodiscard]] const OptionSymmetries* listed() const noexcept {
    return listed_ ? &*listed_ : nullptr;
  }
  /// Moves the members out of a group whose members are listed.
  [[nodiscard]] OptionSymmetries take_listed() && { return std::move(*listed_); }
  /// The generators that the group was made from; none if it was given as a list or is merged().
  [[nodiscard]] const Automorphisms& generated() const noexcept { return generated_; }
  /// The group as a group of the problem with merged options; null unless this object was made from
  /// a MergedGroup.
  [[nodiscard]] const MergedGroup* merged() const noexcept { return merged_.get(); }
  /// Number of members. If the members are listed, members that permute the options equally count
  /// as one.
  [[nodiscard]] Natural order() const;

 private:
  std::optional<OptionSymmetries> listed_;
  Automorphisms generated_;
  std::shared_ptr<const MergedGroup> merged_;
};

/// Finds the group of all automorphisms of a problem. The group is listed if it has at most `most`
/// members; otherwise it is merged() if some options are equal. Returns nothing if a limit or the
/// stop flag ended the search.
[[nodiscard]] std::optional<SymmetryGroup> whole_group(const Problem& problem,
                                                       const AutomorphismOptions& options = {},
                                                       std::size_t most = most_members);

/// A table of sets of options of a problem, one set of each class under the automorphisms of the
/// problem. Sets are compared by nauty's canonical labelling. Two sets are considered isomorphic
/// only if the permutation that maps one to the other passes is_automorphism().
class IsomorphTable {
 public:
  explicit IsomorphTable(const Problem& problem);  ///< the problem must outlive it
  ~IsomorphTable();
  /// A moved-from table may only be assigned to or destroyed.
  /// @{
  IsomorphTable(IsomorphTable&&) noexcept;
  IsomorphTable& operator=(IsomorphTable&&) noexcept;

  /// @}

  /// A set in canonical order.
  struct Form {
    std::vector<OptionId> options = {};  ///< ascending
    std::vector<int> vertices = {};  ///< the vertices of the problem's graph, in canonical order
    std::uint64_t hash = 0;          ///< hash of the graph in this order
    Natural stabiliser = 1;          ///< number of automorphisms that map the set to itself
  };
  /// Makes the form of a set. Returns nothing if a limit ended the search. `marked` and `kept` in
  /// `limits` are ignored. Several threads may call form() and contains() in parallel.
  [[nodiscard]] std::optional<Form> form(std::span<const OptionId> options,
                                         const AutomorphismOptions& limits = {}) const;
  /// Whether the table has a set that is isomorphic to this one.
  [[nodiscard]] bool contains(const Form& form) const;

  /// The result of adding a set to the table.
  struct Known {
    bool is_new = false;     ///< no isomorphic set was in the table before
    Natural stabiliser;      ///< number of automorphisms that map the set to itself
    std::size_t number = 0;  ///< number of the isomorphic set, in the order of insertion
    MatrixPermutation from;  ///< maps the isomorphic set to this one; empty if it is new
  };
  /// Adds a set, unless the table has a set that is isomorphic to it.
  Known add(Form form);
  /// Makes the form of a set and adds it. Returns nothing if a limit ended the search.
  [[nodiscard]] std::optional<Known> add(std::span<const OptionId> options,
                                         const AutomorphismOptions& limits = {});

  /// The number of automorphisms that map every option to itself. Such automorphisms only exchange
  /// items that have the same options.
  [[nodiscard]] const Natural& order_of_kernel() const noexcept;
  /// Approximate number of bytes on the heap.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  struct Table;
  std::unique_ptr<Table> table_;
};

}  // namespace dlx::symmetry
