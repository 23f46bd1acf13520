#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/preprocess/subproblem.hpp"
#include "dlx/search/control.hpp"
#include "dlx/search/jobs.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx::symmetry {

/// A first choice is a set of options with which a search begins. Of several such sets that
/// symmetries map to each other, only one is used as a first choice (P. Kaski and P. R. J.
/// Östergård, Classification Algorithms for Codes and Designs, Springer 2006).
struct FirstChoice {
  /// The options with which the search begins; empty if no choice was worthwhile.
  std::vector<OptionId> chosen;
  /// The number of sets of options that symmetries map to `chosen`, including `chosen` itself.
  std::uint64_t orbit = 1;
  /// The items that the options in `chosen` cover: one item for each option, except in first
  /// choices for solutions. The list is empty if the choice was found by isomorphism.
  std::vector<ItemId> items = {};
  /// The options that the search leaves out, in ascending order; see first_choices_by_orbits().
  std::vector<OptionId> left_out = {};
};

/// The purposes of first choices.
enum class FirstChoiceUse {
  /// Each class of solutions has solutions that contain exactly one of the first choices. So
  /// classes are counted after each first choice, under the members of the group that keep the
  /// options of this first choice.
  classes,
  /// The number of all solutions is the sum, over all first choices, of `orbit` times the number of
  /// solutions with the first choice.
  solutions,
  certificate,  ///< the choices of a certificate: as `solutions`, but each choice is by a single
                ///< item
};

/// The largest number of first choices, unless the caller gives another one.
inline constexpr std::size_t usual_most_first_choices = 200;

/// Finds first choices for a search or count. The function looks for an item that every member of
/// the group maps to itself. One option of each orbit of the item's options is then a first choice.
/// For solutions, an item that only some members map to itself may be used, with orbits under these
/// members. For solutions, a choice may also be made by two to four items that members map to each
/// other, such as the two middle rows of a board. Then there is one first choice for each orbit of
/// the sets of options that cover these items. First choices for classes can also be used for
/// solutions. After the deadline no further choice is made, so that first choices are shorter, but
/// still valid. `most` is the approximate limit on the number of first choices.
[[nodiscard]] std::vector<FirstChoice> first_choices(const Problem& problem,
                                                     const OptionSymmetries& group,
                                                     FirstChoiceUse use = FirstChoiceUse::classes,
                                                     const search::Deadline& deadline = {},
                                                     std::size_t most = usual_most_first_choices);

/// Finds first choices for classes where first_choices() finds none, because no item that must be
/// covered once is mapped to itself by every member of the group. Consider the orbits of the
/// options that have a certain item or one of its images. Each solution contains options of some of
/// these orbits, and is assigned to the first of these orbits. So there is a first choice for each
/// orbit: the first option of the orbit is chosen, and the options of earlier orbits are left out.
/// A class may have several solutions with one first choice. OptionSymmetries::is_representative()
/// with the chosen option is true for exactly one of these solutions. If such choices are not
/// worthwhile, returns a single first choice without options.
[[nodiscard]] std::vector<FirstChoice> first_choices_by_orbits(const Problem& problem,
                                                               const OptionSymmetries& group);
/// The problem that is left after a first choice of first_choices_by_orbits().
[[nodiscard]] preprocess::Rest rest_after_orbit(const Problem& problem,
                                                const FirstChoice& first_choice);

/// The problem that is left after a first choice, and the members of the group that map the options
/// of this first choice to themselves.
struct Remainder {
  preprocess::Rest rest;
  OptionSymmetries group;
};
[[nodiscard]] Remainder after(const Problem& problem, const OptionSymmetries& group,
                              const FirstChoice& first_choice);
/// A problem in which one item has only those options that are first choices: one option of each
/// orbit of its options. Every member of the group maps the item to itself. A restriction is used
/// where a single search is needed instead of one search for each first choice.
class Restriction {
 public:
  /// Makes a restriction. Returns nothing if the first choices of any single item would save too
  /// little.
  [[nodiscard]] static std::optional<Restriction> make(const Problem& problem,
                                                       const OptionSymmetries& group);

  [[nodiscard]] const Problem& problem() const noexcept { return problem_; }
  /// For each option of problem(): the option of the whole problem.
  [[nodiscard]] const std::vector<OptionId>& originals() const noexcept { return originals_; }

  /// Whether two solutions of problem() may belong to one class. If false, all solutions of
  /// problem() are representatives.
  [[nodiscard]] bool has_symmetries() const noexcept;
  /// Returns true for exactly one solution of problem() of each class of solutions of the whole
  /// problem. `solution` has options of the whole problem.
  [[nodiscard]] bool is_representative(std::span<const OptionId> solution) const;

 private:
  explicit Restriction(Problem problem) : problem_(std::move(problem)) {}

  Problem problem_;
  std::vector<OptionId> originals_;
  // For each option that is a first choice: the group of symmetries that is left after it.
  std::map<OptionId, OptionSymmetries> left_;
};

/// Finds first choices up to all automorphisms of the problem. The automorphisms may be too many to
/// be listed, and need not map any item to itself. Each class has solutions that contain one or
/// several of the first choices. The limits apply to the whole call, which returns nothing if a
/// limit is reached. The field `orbit` of these first choices is not known and stays 1. The result
/// does not depend on the number of threads.
[[nodiscard]] std::optional<std::vector<FirstChoice>> first_choices_by_isomorphism(
    const Problem& problem, const AutomorphismOptions& limits = {}, const search::Jobs& jobs = {});

}  // namespace dlx::symmetry
