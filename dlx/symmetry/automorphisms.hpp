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
  std::vector<ItemId> items;  ///< the image of each item of the problem
  OptionPermutation options;  ///< the image of each option of the problem
};

/// Whether the permutation is an automorphism of the problem, so that it maps solutions to
/// solutions. Every option must be mapped to an option of equal cost, whose items are the images of
/// the items of the first option. Primary items must be mapped to primary items of equal bounds.
/// The colours of each item may be permuted: if two options give an item the same colour, their
/// images must give the item's image the same colour. Different colours of an item must have
/// different images, and an entry without a colour must be mapped to an entry without a colour.
/// Takes time O(items + colours + entries).
[[nodiscard]] bool is_automorphism(const Problem& problem, const MatrixPermutation& permutation);

/// The limits of a search for automorphisms, and conditions that the automorphisms must satisfy.
struct AutomorphismOptions {
  /// The time limit and the stop flag of one search for automorphisms. The time is tested between
  /// the nodes of nauty's search.
  search::Control control = {.limits = {.time = std::chrono::seconds(10)}};
  /// Automorphisms must map this set of options to itself.
  std::span<const OptionId> marked = {};
  /// Whether automorphisms must map each option in `marked` to itself. A canonical form then
  /// depends on the order of the options in `marked`.
  bool marked_in_order = false;
  /// Automorphisms must map this item to itself. If nullopt, they may move every item.
  std::optional<ItemId> kept = {};
};

/// The group of a problem's automorphisms.
struct Automorphisms {
  /// Whether all automorphisms were found. If a limit ended the search, `complete` is false, and
  /// the group consists of the identity only.
  bool complete = true;
  /// The generators of the group; each of them has passed is_automorphism().
  std::vector<MatrixPermutation> generators;
  Natural order = 1;                           ///< the number of automorphisms in the group
  std::vector<std::uint32_t> orbit_of_item;    ///< for each item: the first item of its orbit
  std::vector<std::uint32_t> orbit_of_option;  ///< for each option: the first option of its orbit
  /// The seconds that the search for the automorphisms took.
  double seconds = 0;
  std::uint64_t work = 0;  ///< the number of vertices and neighbours that the search visited
};

/// Finds all automorphisms of a problem. The library nauty finds them on the graph whose vertices
/// are items, options, and pairs of an item and a colour (B. D. McKay and A. Piperno, Practical
/// graph isomorphism II, Journal of Symbolic Computation 60, 2014). If nauty was built without
/// thread-local storage, only one search runs at a time, and the searches of other threads wait.
[[nodiscard]] Automorphisms automorphisms(const Problem& problem,
                                          const AutomorphismOptions& options = {});

/// The members of a group are listed, by default, only if there are at most this many members. For
/// example, the perfect matchings of the 6-cube have 46,080 symmetries. With a list of the
/// symmetries, the 356,788,059 classes of these matchings are counted in 0.9 s, 0.3 us for each
/// solution. Without a list, classes can be found only by canonical forms, which take 270 us for
/// each solution. If there are few solutions, making a list takes more time than it saves: 0.8 s
/// for the 6 classes of one-factorisations of K8 under 40,320 symmetries.
inline constexpr std::size_t most_members = 50'000;

/// Lists all members of the group as permutations of options, the identity first. The list is
/// shorter than Automorphisms::order if some automorphisms move only items. Returns nothing if
/// there are more than `most` members, if they have more than twenty million images of options
/// together, or if the deadline is reached first.
[[nodiscard]] std::optional<OptionSymmetries> members(const Problem& problem,
                                                      const Automorphisms& group,
                                                      std::size_t most = most_members,
                                                      const search::Deadline& deadline = {});

struct MergedGroup;  // MergedGroup is defined in merged_group.hpp.

/// A group of symmetries, which divides solutions into classes. A group with few members is stored
/// as a list of its members, a larger group as a list of generators. Options are equal if they have
/// equal items, colours and cost. If the group contains all exchanges of equal options, it can also
/// be stored as a group of permutations of the sets of equal options.
class SymmetryGroup {
 public:
  /// Constructs a group that is given as the list of its members.
  SymmetryGroup(OptionSymmetries listed) : listed_(std::move(listed)) {}
  /// Constructs a group whose members are never listed, even if there are few members.
  explicit SymmetryGroup(Automorphisms group) : generated_(std::move(group)) {}
  /// Constructs a group, and lists its members if there are at most `most` members and the deadline
  /// is not reached.
  SymmetryGroup(const Problem& problem, Automorphisms group, std::size_t most = most_members,
                const search::Deadline& deadline = {})
      : listed_(members(problem, group, most, deadline)), generated_(std::move(group)) {}
  /// Constructs the group that is generated by all exchanges of equal options, and by a group that
  /// permutes the sets of equal options.
  explicit SymmetryGroup(MergedGroup merged);

  /// The list of the group's members; null if the members are not listed.
  [[nodiscard]] const OptionSymmetries* listed() const noexcept {
    return listed_ ? &*listed_ : nullptr;
  }
  /// Moves the list of members out of the group. The members must be listed.
  [[nodiscard]] OptionSymmetries take_listed() && { return std::move(*listed_); }
  /// The generators from which the group was made. There are no generators if the group was given
  /// as a list, or if merged() is not null.
  [[nodiscard]] const Automorphisms& generated() const noexcept { return generated_; }
  /// The group as a group of permutations of the sets of equal options; null unless this object was
  /// made from a MergedGroup.
  [[nodiscard]] const MergedGroup* merged() const noexcept { return merged_.get(); }
  /// The number of members of the group. If the members are listed, automorphisms that differ only
  /// in the images of items count as one member.
  [[nodiscard]] Natural order() const;

 private:
  std::optional<OptionSymmetries> listed_;
  Automorphisms generated_;
  std::shared_ptr<const MergedGroup> merged_;
};

/// Finds the group of all automorphisms of a problem. The members are listed if there are at most
/// `most` members. Otherwise, if some options are equal, the group is stored as merged(). Returns
/// nothing if a limit or the stop flag ended the search.
[[nodiscard]] std::optional<SymmetryGroup> whole_group(const Problem& problem,
                                                       const AutomorphismOptions& options = {},
                                                       std::size_t most = most_members);

/// A table of sets of options of a problem. Of several sets that automorphisms of the problem map
/// to each other, the table contains only the first. Sets are compared by nauty's canonical
/// labelling. Two sets are considered isomorphic only if the permutation that maps one to the other
/// passes is_automorphism().
class IsomorphTable {
 public:
  /// Constructs an empty table of a problem, which must outlive the table.
  explicit IsomorphTable(const Problem& problem);
  ~IsomorphTable();
  /// A table that has been moved from may only be assigned to or destroyed.
  /// @{
  IsomorphTable(IsomorphTable&&) noexcept;
  IsomorphTable& operator=(IsomorphTable&&) noexcept;

  /// @}

  /// A set of options in canonical order.
  struct Form {
    std::vector<OptionId> options = {};  ///< the options of the set, in ascending order
    std::vector<int> vertices = {};  ///< the vertices of the problem's graph, in canonical order
    std::uint64_t hash = 0;          ///< the hash of the graph in canonical order
    Natural stabiliser = 1;          ///< the number of automorphisms that map the set to itself
    /// For each option, the first option of its orbit under the automorphisms that map the set to
    /// itself.
    std::vector<std::uint32_t> orbit_of_option = {};
    /// The number of vertices and neighbours visited in the computation of the form.
    std::uint64_t work = 0;
  };
  /// Computes the canonical form of a set of options. Returns nothing if a limit ended the search.
  /// `marked` and `kept` in `limits` are ignored. Several threads may call form() and contains() in
  /// parallel.
  [[nodiscard]] std::optional<Form> form(std::span<const OptionId> options,
                                         const AutomorphismOptions& limits = {}) const;
  /// Whether the table contains a set that is isomorphic to the set with this form.
  [[nodiscard]] bool contains(const Form& form) const;

  /// The result of adding a set of options to the table.
  struct Known {
    bool is_new = false;  ///< whether the set is new: the table had no isomorphic set before
    Natural stabiliser;   ///< the number of automorphisms that map the set to itself
    /// The number of the isomorphic set in the table, in the order of insertion.
    std::size_t number = 0;
    /// The permutation that maps the isomorphic set to the added set; empty if the set is new.
    MatrixPermutation from;
    /// Form::orbit_of_option; empty if the set is not new.
    std::vector<std::uint32_t> orbit_of_option = {};
  };
  /// Adds the set of options with this form, unless the table already has an isomorphic set.
  Known add(Form form);
  /// Computes the canonical form of a set of options, and adds the set. Returns nothing if a limit
  /// ended the search.
  [[nodiscard]] std::optional<Known> add(std::span<const OptionId> options,
                                         const AutomorphismOptions& limits = {});

  /// The number of automorphisms that map every option to itself. Automorphisms that map every
  /// option to itself only exchange items that have the same options.
  [[nodiscard]] const Natural& order_of_kernel() const noexcept;
  /// The approximate number of bytes that the table has on the heap.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  struct Table;
  std::unique_ptr<Table> table_;
};

}  // namespace dlx::symmetry
