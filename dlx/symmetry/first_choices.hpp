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
  std::vector<OptionId> chosen;         ///< none, where no choice was worth it
  std::uint64_t orbit = 1;              ///< how many beginnings are alike, this one included
  std::vector<ItemId> items = {};       ///< that these options cover; one an option, unless they
                                        ///< are for solutions; not by isomorphism
  std::vector<OptionId> left_out = {};  ///< ascending; see first_choices_by_orbits()
};

/// The use of first choices.
enum class FirstChoiceUse {
  classes,    ///< of each class of solutions some have exactly one of the first choices, and these
              ///< are one class up to the members that keep the first choice's options
  solutions,  ///< `orbit` times the solutions with a first choice, summed over all, are all
              ///< solutions
  certificate,  ///< the same, with choices by one item at a time
};

/// Number of first choices at most, unless the caller knows better.
inline constexpr std::size_t usual_most_first_choices = 200;

/// First choices by items that every member of the group keeps in its place, with one option of
/// each orbit of their options; for solutions also by items that only some members keep, with
/// orbits under these, and by two to four items that members take to each other, such as the two
/// middle rows of a board: for these, orbits of what covers them together. What is good for classes
/// is good for solutions. After the deadline no further choice is made: the first choices are
/// shorter, and as good. `most`: of first choices, about.
[[nodiscard]] std::vector<FirstChoice> first_choices(const Problem& problem,
                                                     const OptionSymmetries& group,
                                                     FirstChoiceUse use = FirstChoiceUse::classes,
                                                     const search::Deadline& deadline = {},
                                                     std::size_t most = usual_most_first_choices);

/// First choices for classes where no item is kept by every member of the group, or only items that
/// may be covered several times. Of the orbits of options that have an item or one of its images,
/// each solution has some; it belongs to the first. So there is a first choice for each orbit, its
/// first option, and options of earlier orbits are left out. Solutions of one class may have the
/// same first choice: of these OptionSymmetries::is_representative() with that option is true for
/// one. One first choice without a choice where that is not worth it.
[[nodiscard]] std::vector<FirstChoice> first_choices_by_orbits(const Problem& problem,
                                                               const OptionSymmetries& group);
/// The rest after such a first choice.
[[nodiscard]] preprocess::Rest rest_after_orbit(const Problem& problem,
                                                const FirstChoice& first_choice);

/// The rest after a first choice, and the members of the group that are left for it.
struct Remainder {
  preprocess::Rest rest;
  OptionSymmetries group;
};
[[nodiscard]] Remainder after(const Problem& problem, const OptionSymmetries& group,
                              const FirstChoice& first_choice);
/// A problem that has only the first choices of one item, for searches that are to remain one
/// search: an item that every member of the group keeps has one option of each orbit left.
class Restriction {
 public:
  /// Nothing if no such item is worth it.
  [[nodiscard]] static std::optional<Restriction> make(const Problem& problem,
                                                       const OptionSymmetries& group);

  [[nodiscard]] const Problem& problem() const noexcept { return problem_; }
  /// Of each option of problem(), the option of the whole.
  [[nodiscard]] const std::vector<OptionId>& originals() const noexcept { return originals_; }

  /// Whether solutions of problem() may be of one class. If not, all are representatives.
  [[nodiscard]] bool has_symmetries() const noexcept;
  /// True for one solution of each class of the whole, if asked for all solutions of problem(), in
  /// the numbers of the whole.
  [[nodiscard]] bool is_representative(std::span<const OptionId> solution) const;

 private:
  explicit Restriction(Problem problem) : problem_(std::move(problem)) {}

  Problem problem_;
  std::vector<OptionId> originals_;
  std::map<OptionId, OptionSymmetries> left_;  // by the options that are first choices
};

/// First choices up to all automorphisms of the problem, which may be too many to be listed, and
/// may keep no item in its place. Of each class of solutions some have one of the first choices, or
/// several. The limits are for all of it; nothing if they ended it. `orbit` is not known and
/// stays 1. The same for any number of threads.
[[nodiscard]] std::optional<std::vector<FirstChoice>> first_choices_by_isomorphism(
    const Problem& problem, const AutomorphismOptions& limits = {}, const search::Jobs& jobs = {});

}  // namespace dlx::symmetry
