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

/// A permutation of a problem's items and options: the image of each. The images of colours follow:
/// if an option gives an item a colour, then the image of the option gives the image of the item
/// the image of the colour.
struct MatrixPermutation {
  std::vector<ItemId> items;  ///< the image of each item
  OptionPermutation options;  ///< the image of each option
};

/// Whether the permutation maps the problem to itself, and therefore solutions to solutions. Every
/// option must be mapped to an option of equal cost with the images of its items, and primary items
/// to primary items of equal bounds. A colour may become another one, and each item may rename
/// colours in its own way. Options that give an item equal colours have images that give its image
/// equal colours. Different colours stay different, and an entry without a colour stays without.
/// This is checked straight from the definition, in O(items + colours + entries).
[[nodiscard]] bool is_automorphism(const Problem& problem, const MatrixPermutation& permutation);

/// The automorphisms that are wanted, and the limits of the search for them.
struct AutomorphismOptions {
  /// The limit on time, tested between nodes, and the stop flag of one search for automorphisms.
  search::Control control = {.limits = {.time = std::chrono::seconds(10)}};
  /// Only those that take these options to one another,
  std::span<const OptionId> marked = {};
  /// and keep this item.
  std::optional<ItemId> kept = {};
};

/// The group of a problem's automorphisms.
struct Automorphisms {
  /// False: the search was ended, and nothing is known; then the group is the trivial one.
  bool complete = true;
  std::vector<MatrixPermutation> generators;   ///< each has passed is_automorphism
  Natural order = 1;                           ///< number of automorphisms
  std::vector<std::uint32_t> orbit_of_item;    ///< an item each: the first item of its orbit
  std::vector<std::uint32_t> orbit_of_option;  ///< an option each: the first option of its orbit
  double seconds = 0;                          ///< seconds that the search for them took
};

/// Finds all automorphisms, by nauty on the graph of items, options and pairs of an item and a
/// colour (B. D. McKay and A. Piperno, Practical graph isomorphism II, Journal of Symbolic
/// Computation 60, 2014). Where nauty was built without thread-local storage, one search runs at a
/// time and others wait.
[[nodiscard]] Automorphisms automorphisms(const Problem& problem,
                                          const AutomorphismOptions& options = {});

/// The largest group whose members are listed, unless another number is given. Listing pays up to
/// here: the perfect matchings of the 6-cube have 46,080 symmetries, and with a list their
/// 356,788,059 classes are counted in 0.9 s, 0.3 us for each solution. Without a list, only
/// canonical forms remain, which take 270 us for each solution. Where there is little to count, a
/// list is a loss: 0.8 s for the 6 classes of one-factorisations of K8 under 40,320 symmetries.
inline constexpr std::size_t most_members = 50'000;

/// All members as permutations of options, the identity first: fewer than `order` if some move
/// nothing but items. Nothing if there are more than `most`, if all of them have more than twenty
/// million images, or if the deadline is reached first.
[[nodiscard]] std::optional<OptionSymmetries> members(const Problem& problem,
                                                      const Automorphisms& group,
                                                      std::size_t most = most_members,
                                                      const search::Deadline& deadline = {});

struct MergedGroup;  // in merged_group.hpp

/// A group of symmetries that makes classes of solutions. Few members are listed. Otherwise the
/// group has generators, or, if it contains all exchanges of alike options, a group of the problem
/// in which these options are merged.
class SymmetryGroup {
 public:
  /// The members given, listed.
  SymmetryGroup(OptionSymmetries listed) : listed_(std::move(listed)) {}
  /// A group whose members are never listed, even if they are few.
  explicit SymmetryGroup(Automorphisms group) : generated_(std::move(group)) {}
  /// Lists the members if there are at most `most` and the deadline allows it.
  SymmetryGroup(const Problem& problem, Automorphisms group, std::size_t most = most_members,
                const search::Deadline& deadline = {})
      : listed_(members(problem, group, most, deadline)), generated_(std::move(group)) {}
  /// All exchanges of alike options, and a group of the merged problem, which acts on their sets.
  explicit SymmetryGroup(MergedGroup merged);

  /// The members; null if they are too many.
  [[nodiscard]] const OptionSymmetries* listed() const noexcept {
    return listed_ ? &*listed_ : nullptr;
  }
  /// Moves the members out of a group that has them.
  [[nodiscard]] OptionSymmetries take_listed() && { return std::move(*listed_); }
  /// The generators that the group was made from; none if it was given as a list or is merged().
  [[nodiscard]] const Automorphisms& generated() const noexcept { return generated_; }
  /// The group as one of the problem with merged options; null unless it was given so.
  [[nodiscard]] const MergedGroup* merged() const noexcept { return merged_.get(); }
  /// Number of members; as permutations of options if they are listed.
  [[nodiscard]] Natural order() const;

 private:
  std::optional<OptionSymmetries> listed_;
  Automorphisms generated_;
  std::shared_ptr<const MergedGroup> merged_;
};

/// The group of all automorphisms of a problem: listed if there are at most `most`, otherwise
/// merged() if some options are alike. Nothing if the control or the deadline ended the search.
[[nodiscard]] std::optional<SymmetryGroup> whole_group(const Problem& problem,
                                                       const AutomorphismOptions& options = {},
                                                       std::size_t most = most_members);

/// Sets of options of a problem, one of each class under its automorphisms. Sets are compared by
/// nauty's canonical labelling, and are treated as alike only if the permutation from one to the
/// other passes is_automorphism.
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
    Natural stabiliser = 1;          ///< how many automorphisms take the set to itself
  };
  /// Makes the form of a set; nothing if the limits ended it. `marked` and `kept` are ignored.
  /// Several threads may call it and contains() in parallel.
  [[nodiscard]] std::optional<Form> form(std::span<const OptionId> options,
                                         const AutomorphismOptions& limits = {}) const;
  /// Whether the table has a set that is alike.
  [[nodiscard]] bool contains(const Form& form) const;

  /// A set's place in the table.
  struct Known {
    bool is_new = false;     ///< no alike set was in the table before
    Natural stabiliser;      ///< how many automorphisms take the set to itself
    std::size_t number = 0;  ///< number of the alike set, in the order of insertion
    MatrixPermutation from;  ///< maps the alike set to this one; empty if it is new
  };
  /// Adds a set, unless the table has a set that is alike.
  Known add(Form form);
  /// Makes the form of a set and adds it; nothing if the limits ended it.
  [[nodiscard]] std::optional<Known> add(std::span<const OptionId> options,
                                         const AutomorphismOptions& limits = {});

  /// The number of automorphisms that keep every option: they exchange items whose options are
  /// equal.
  [[nodiscard]] const Natural& order_of_kernel() const noexcept;
  /// Bytes held on the heap, roughly.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  struct Table;
  std::unique_ptr<Table> table_;
};

}  // namespace dlx::symmetry
