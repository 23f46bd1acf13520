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

/// Options to begin solutions with: one of each set of beginnings that are alike up to symmetry (P.
/// Kaski and P. R. J. Östergård, Classification Algorithms for Codes and Designs, Springer 2006).
struct FirstChoice {
  std::vector<OptionId> chosen;  ///< empty where no choice was worth it
  std::uint64_t orbit = 1;       ///< number of beginnings that are alike, including this one
  /// Items that these options cover; one for each option, unless they are for solutions; empty if
  /// found by isomorphism.
  std::vector<ItemId> items = {};
  /// Options to leave out, ascending; see first_choices_by_orbits().
  std::vector<OptionId> left_out = {};
};

/// The use of first choices.
enum class FirstChoiceUse {
  /// Some solutions of each class of solutions have exactly one of the first choices, and the
  /// members that keep this first choice's options map these solutions to each other.
  classes,
  solutions,    ///< `orbit` times the solutions with a first choice, summed over all, are all
                ///< solutions
  certificate,  ///< as `solutions`, with choices by one item at a time
};

/// The largest number of first choices, unless the caller gives another one.
inline constexpr std::size_t usual_most_first_choices = 200;

/// First choices by items that every member of the group keeps in its place, with one option of
/// each orbit of their options; for solutions also by items that only some members keep, with
/// orbits under these, and by two to four items that members take to each other, such as the two
/// middle rows of a board; then there are orbits of the sets of options that cover these items
/// together. First choices for classes can also be used for solutions. After the deadline no
/// further choice is made: the first choices are shorter, and still valid. `most`: about the
/// largest number of first choices.
[[nodiscard]] std::vector<FirstChoice> first_choices(const Problem& problem,
                                                     const OptionSymmetries& group,
                                                     FirstChoiceUse use = FirstChoiceUse::classes,
                                                     const search::Deadline& deadline = {},
                                                     std::size_t most = usual_most_first_choices);

/// First choices for classes where no item is kept by every member of the group, or only items that
/// may be covered several times. Consider the orbits of options that have an item or one of its
/// images. Each solution has options of some of these orbits, and belongs to the first of them. So
/// there is a first choice for each orbit, its first option, and options of earlier orbits are left
/// out. Several solutions of a class may have one first choice:
/// OptionSymmetries::is_representative() with that option is true for exactly one of them. Where
/// this is not worth it, returns one first choice without options.
[[nodiscard]] std::vector<FirstChoice> first_choices_by_orbits(const Problem& problem,
                                                               const OptionSymmetries& group);
/// The rest after a first choice of first_choices_by_orbits().
[[nodiscard]] preprocess::Rest rest_after_orbit(const Problem& problem,
                                                const FirstChoice& first_choice);

/// The rest after a first choice, and the members of the group that are left for it.
struct Remainder {
  preprocess::Rest rest;
  OptionSymmetries group;
};
[[nodiscard]] Remainder after(const Problem& problem, const OptionSymmetries& group,
                              const FirstChoice& first_choice);
/// A problem that has only the first choices of one item, for searches that must not be divided
/// into one search for each first choice. Every member of the group keeps the item, and the item
/// keeps one option of each orbit.
class Restriction {
 public:
  /// Makes a restriction. Nothing if no such item is worth it.
  [[nodiscard]] static std::optional<Restriction> make(const Problem& problem,
                                                       const OptionSymmetries& group);

  [[nodiscard]] const Problem& problem() const noexcept { return problem_; }
  /// [option of problem()]: the option of the whole.
  [[nodiscard]] const std::vector<OptionId>& originals() const noexcept { return originals_; }

  /// Whether two solutions of problem() may belong to one class. If not, all solutions are
  /// representatives.
  [[nodiscard]] bool has_symmetries() const noexcept;
  /// True for exactly one solution of each class of the whole, among the solutions of problem().
  /// Solutions are given in the numbers of the whole.
  [[nodiscard]] bool is_representative(std::span<const OptionId> solution) const;

 private:
  explicit Restriction(Problem problem) : problem_(std::move(problem)) {}

  Problem problem_;
  std::vector<OptionId> originals_;
  std::map<OptionId, OptionSymmetries> left_;  // [option that is a first choice]: the group left
};

/// First choices up to all automorphisms of the problem, which may be too many to be listed, and
/// may keep no item in its place. Each class has solutions that contain one or several of the first
/// choices. The limits hold for the whole call; nothing if a limit ended it. `orbit` is not known
/// and stays 1. The result does not depend on the number of threads.
[[nodiscard]] std::optional<std::vector<FirstChoice>> first_choices_by_isomorphism(
    const Problem& problem, const AutomorphismOptions& limits = {}, const search::Jobs& jobs = {});

}  // namespace dlx::symmetry
