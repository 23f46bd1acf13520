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
#include "dlx/search/branching.hpp"
#include "dlx/search/deadline.hpp"
#include "dlx/search/jobs.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx {

/// Options to begin solutions with: one of each set of beginnings that are alike up to symmetry (P.
/// Kaski and P. R. J. Östergård, Classification Algorithms for Codes and Designs, Springer 2006).
struct Seed {
  std::vector<OptionId> chosen;         ///< none, where no choice was worth it
  std::uint64_t orbit = 1;              ///< how many beginnings are alike, this one included
  std::vector<ItemId> items = {};       ///< that these options cover; one an option, unless they
                                        ///< are for solutions; not by isomorphism
  std::vector<OptionId> left_out = {};  ///< ascending; see seeds_by_orbits()
};

/// What seeds are for.
enum class SeedUse {
  classes,    ///< of each class of solutions some have exactly one of the seeds, and these are one
              ///< class up to the members that keep the seed's options
  solutions,  ///< `orbit` times the solutions with a seed, summed over all, are all solutions
  certificate,  ///< the same, with choices by one item at a time
};

/// Number of seeds at most, unless the caller knows better.
inline constexpr std::size_t usual_most_seeds = 200;

/// Seeds by items that every member of the group keeps in its place, with one option of each orbit
/// of their options; for solutions also by items that only some members keep, with orbits under
/// these, and by two to four items that members take to each other, such as the two middle rows of
/// a board: for these, orbits of what covers them together. What is good for classes is good for
/// solutions. After the deadline no further choice is made: the seeds are shorter, and as good.
/// `most`: of seeds, about.
[[nodiscard]] std::vector<Seed> seeds(const Problem& problem, const OptionSymmetries& group,
                                      SeedUse use = SeedUse::classes, const Deadline& deadline = {},
                                      std::size_t most = usual_most_seeds);

/// Seeds for classes where no item is kept by every member of the group, or only items that may be
/// covered several times. Of the orbits of options that have an item or one of its images, each
/// solution has some; it belongs to the first. So there is a seed for each orbit, its first option,
/// and options of earlier orbits are left out. Solutions of one class may have the same seed: of
/// these OptionSymmetries::is_representative() with that option is true for one. One seed without a
/// choice where that is not worth it.
[[nodiscard]] std::vector<Seed> seeds_by_orbits(const Problem& problem,
                                                const OptionSymmetries& group);
/// What is left after such a seed.
[[nodiscard]] Rest rest_after_orbit(const Problem& problem, const Seed& seed);

/// What is left after a seed, and which members of the group are left for it.
struct Remainder {
  Rest rest;
  OptionSymmetries group;
};
[[nodiscard]] Remainder after(const Problem& problem, const OptionSymmetries& group,
                              const Seed& seed);

/// The branching of a search, on what is left.
[[nodiscard]] Branching on_rest(const Branching& branching, const Rest& rest);

/// A problem that has only the seeds of one item, for searches that are to remain one search: an
/// item that every member of the group keeps has one option of each orbit left.
class Restriction {
 public:
  /// Nothing if there is no such item that is worth it.
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
  std::map<OptionId, OptionSymmetries> left_;  // by the options that are seeds
};

/// Seeds up to all automorphisms of the problem, which may be too many to be listed, and may keep
/// no item in its place. Of each class of solutions some have one of the seeds, or several. The
/// limits are for all of it; nothing if they ended it. `orbit` is not known and stays 1. The same
/// for any number of threads.
[[nodiscard]] std::optional<std::vector<Seed>> seeds_by_isomorphism(
    const Problem& problem, const AutomorphismOptions& limits = {}, const Jobs& jobs = {});

}  // namespace dlx
