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

/// A first choice is a set of options with which a search begins. Of several sets that symmetries
/// map to each other, a search tries only one (P. Kaski and P. R. J. Östergård, Classification
/// Algorithms for Codes and Designs, Springer 2006).
struct FirstChoice {
  /// The options with which the search begins; empty if symmetries would save too little.
  std::vector<OptionId> chosen;
  /// The number of sets of options that symmetries map to `chosen`, including `chosen` itself.
  std::uint64_t orbit = 1;
  /// The items on which the search branched to choose the options in `chosen`: one item for each
  /// option, except in first choices for FirstChoiceUse::solutions. The list is empty if the choice
  /// was found by isomorphism.
  std::vector<ItemId> items = {};
  /// The options that the search after this first choice must not use, in ascending order; see
  /// first_choices_by_orbits().
  std::vector<OptionId> left_out = {};
};

/// The purposes of first choices (sets of options with which a search begins).
enum class FirstChoiceUse {
  /// To count classes of solutions: each class has solutions that contain a first choice, and they
  /// all contain the same first choice. So the classes are counted after each first choice, under
  /// those members of the group that map the options of the first choice to themselves.
  classes,
  /// To count solutions: their number is the sum, over all first choices, of `orbit` times the
  /// number of solutions that contain the first choice.
  solutions,
  certificate,  ///< as `solutions`, but each choice covers a single item, as certificates require
};

/// The default limit on the number of first choices (sets of options with which a search begins).
inline constexpr std::size_t usual_most_first_choices = 200;

/// Finds first choices for a search or count. The function looks for an item that every member of
/// the group maps to itself. One option of each orbit of the item's options is then a first choice.
/// With FirstChoiceUse::solutions, an item that only some members map to itself may be used, with
/// orbits under these members. It also allows choices of two to four items that members map to each
/// other, such as the two middle rows of a board. Then there is one first choice for each orbit of
/// the sets of options that cover these items. First choices for classes can also be used to count
/// solutions. If the deadline is reached, first choices have fewer options, but are still valid.
/// `most` is the approximate limit on the number of first choices.
[[nodiscard]] std::vector<FirstChoice> first_choices(const Problem& problem,
                                                     const OptionSymmetries& group,
                                                     FirstChoiceUse use = FirstChoiceUse::classes,
                                                     const search::Deadline& deadline = {},
                                                     std::size_t most = usual_most_first_choices);

/// Finds first choices to count classes of solutions, if the group maps no item that must be
/// covered once to itself, so that first_choices() finds none. Consider the orbits of the options
/// that have a certain item or one of its images. Each solution contains an option of at least one
/// of these orbits, and is assigned to the first such orbit. So there is a first choice for each
/// orbit: the first option of the orbit is chosen, and the options of earlier orbits are left out.
/// A class may have several solutions that contain one first choice.
/// OptionSymmetries::is_representative(), called with the option of the first choice, is true for
/// exactly one of these solutions. If such first choices would save too little, returns a single
/// first choice without options.
[[nodiscard]] std::vector<FirstChoice> first_choices_by_orbits(const Problem& problem,
                                                               const OptionSymmetries& group);
/// The problem that is left after a first choice of first_choices_by_orbits().
[[nodiscard]] preprocess::Rest rest_after_orbit(const Problem& problem,
                                                const FirstChoice& first_choice);

/// The problem that is left after the options of a first choice are chosen, and the members of the
/// group that map each of these options to itself.
struct Remainder {
  preprocess::Rest rest;
  OptionSymmetries group;
};
[[nodiscard]] Remainder after(const Problem& problem, const OptionSymmetries& group,
                              const FirstChoice& first_choice);
/// A problem from which options are removed by symmetry. Every member of the group maps some item
/// to itself, and of each orbit of the item's options only one option is kept. A restriction needs
/// a single search, whereas first choices need a search each.
class Restriction {
 public:
  /// Makes a restriction. Returns nothing if no item is suitable, or if the restriction would save
  /// too little.
  [[nodiscard]] static std::optional<Restriction> make(const Problem& problem,
                                                       const OptionSymmetries& group);

  [[nodiscard]] const Problem& problem() const noexcept { return problem_; }
  /// For each option of problem(): its handle in the unrestricted problem.
  [[nodiscard]] const std::vector<OptionId>& originals() const noexcept { return originals_; }

  /// Whether two solutions of problem() may belong to one class. If false, is_representative() is
  /// true for all solutions of problem().
  [[nodiscard]] bool has_symmetries() const noexcept;
  /// Returns true for exactly one solution of each class, among the solutions of problem(). Classes
  /// are those of the solutions of the unrestricted problem, and `solution` has option handles of
  /// the unrestricted problem.
  [[nodiscard]] bool is_representative(std::span<const OptionId> solution) const;

 private:
  explicit Restriction(Problem problem) : problem_(std::move(problem)) {}

  Problem problem_;
  std::vector<OptionId> originals_;
  // For each option of the item that was kept: the subgroup of symmetries that map this option to
  // itself.
  std::map<OptionId, OptionSymmetries> left_;
};

/// Finds first choices of which no automorphism of the problem maps one to another. The
/// automorphisms may be too many to be listed, and need not map any item to itself. Each class of
/// solutions has solutions that contain one or several of the first choices. The limits apply to
/// the whole call, which returns nothing if a limit is reached. FirstChoice::orbit is not computed
/// and stays 1. The result does not depend on the number of threads.
[[nodiscard]] std::optional<std::vector<FirstChoice>> first_choices_by_isomorphism(
    const Problem& problem, const AutomorphismOptions& limits = {}, const search::Jobs& jobs = {});

}  // namespace dlx::symmetry
