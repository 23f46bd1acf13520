#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dlx/core/symmetry.hpp"
#include "dlx/counting/sign_factors.hpp"
#include "dlx/counting/way.hpp"
#include "dlx/preprocess/invariant.hpp"
#include "dlx/preprocess/reduced_problem.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/symmetry/first_choices.hpp"
#include "dlx/tables/sign_plan.hpp"
#include "dlx/tables/sweep_count.hpp"
#include "dlx/tables/sweep_plan.hpp"

/// The functions that make the ways of counting. The problem must outlive the way, and weights
/// belong to its options. Some ways need a thing that must be found first, for example factors.
/// They take it as an argument, or look for it in the first run, which throws std::invalid_argument
/// if it does not exist.
namespace dlx::counting {

/// Makes the way in which a part of a problem is counted.
using MakeWay = std::function<std::unique_ptr<Way>(const Problem& problem, const Tally& weights_of,
                                                   const Context& context)>;

/// Counts by a search, with a Solver, which several threads take over if the search is long.
[[nodiscard]] std::unique_ptr<Way> search_way(const Problem& problem, const Tally& weights_of,
                                              const Context& context);
/// Counts by visiting the solutions with the engine item_bits.
[[nodiscard]] std::unique_ptr<Way> ordered_search_way(const Problem& problem,
                                                      const Tally& weights_of,
                                                      const Context& context);

/// Counts 0, because an invariant excludes every solution.
[[nodiscard]] std::unique_ptr<Way> invariant_way(const Problem& problem, const Context& context,
                                                 std::optional<preprocess::Invariant> found = {});

/// Counts a reduced problem: each independent part by itself, and the product of them all. `given`:
/// the problem that was reduced.
///
/// Parts take turns, the smallest first, and get twice as much time in each round. So the time to
/// find a part without solutions depends on that part and on the number of parts, but not on the
/// other parts. While something is recorded for a certificate, or with a limit on nodes, they come
/// one after another.
[[nodiscard]] std::unique_ptr<Way> parts_way(const Problem& given,
                                             preprocess::ReducedProblem reduced,
                                             const Context& context, MakeWay make_way);

/// An order of items to sweep a problem in, and how wide the frontier becomes.
struct SweepOrder {
  std::vector<ItemId> items;
  double bits = 0;  ///< the binary logarithm of an upper limit for the number of states

  SweepOrder() = default;
  /// The problem's own order.
  explicit SweepOrder(const Problem& problem);
  /// The order of a saved sweep; otherwise the narrowest order found before the deadline, in
  /// `memory` bytes.
  SweepOrder(const Problem& problem, const Tally& weights_of, const Context& context,
             const search::Deadline& deadline, std::size_t memory);
};

/// An order with its plan, whose fields may be wider than the frontier.
struct PlannedSweep {
  SweepOrder order;
  tables::SweepPlan plan;
};

/// A planned sweep, or why there is none.
struct PlanningOfSweep {
  std::optional<PlannedSweep> planned = {};
  std::string objection = {};  ///< the reason in words, if the frontier is too wide
  /// memory_limit, time_limit or stopped, if that prevented a plan.
  Status status = Status::exhausted;
};

/// The widest frontier of a sweep, in bits.
constexpr std::uint32_t widest_sweep = 64 * tables::most_words_of_sweep - 1;

/// Plans a sweep in an order whose states have at most `bits` bits.
[[nodiscard]] PlanningOfSweep planned_within(double bits, const Problem& problem, SweepOrder order,
                                             const tables::PlanLimits& limits);

/// Counts with a table of states, item by item.
[[nodiscard]] std::unique_ptr<Way> sweep_way(const Problem& problem, const Tally& weights_of,
                                             const Context& context,
                                             std::optional<PlannedSweep> planned = {});

/// Counts by a search that remembers the counts of states. Throws std::invalid_argument if
/// memo_objection() is not empty.
[[nodiscard]] std::unique_ptr<Way> memo_way(const Problem& problem, const Tally& weights_of,
                                            const Context& context);

/// Counts by a decision diagram of all solutions. It cannot pause: run() goes to the end, or to the
/// limits of the whole count.
[[nodiscard]] std::unique_ptr<Way> zdd_way(const Problem& problem, const Tally& weights_of,
                                           const Context& context);

/// The plan of the saved sum of this problem; otherwise a plan whose factors are looked for.
[[nodiscard]] FoundSignPlan kept_or_found_plan(const Problem& problem, const Tally& weights_of,
                                               const Context& context,
                                               const search::Deadline& deadline);

/// Counts by a sum over signs. A run throws SumTooLarge. Where a certificate is wanted that
/// checkers would refuse, std::invalid_argument is thrown as if no factors existed.
[[nodiscard]] std::unique_ptr<Way> sign_way(const Problem& problem, const Tally& weights_of,
                                            const Context& context,
                                            std::optional<tables::SignPlan> plan = {});

/// A group, and first choices of it that are made for solutions.
struct GroupFirstChoices {
  OptionSymmetries group;
  std::vector<symmetry::FirstChoice> first_choices;
};

/// Counts the rest after each first choice, and multiplies by the number of beginnings the first
/// choice stands for. Each member of the group keeps the weights. With threads and many first
/// choices, each thread counts the rest after one first choice; the largest one may then keep a
/// single thread busy. Otherwise all threads work on one rest.
[[nodiscard]] std::unique_ptr<Way> first_choices_way(const Problem& problem,
                                                     const Tally& weights_of,
                                                     const Context& context,
                                                     GroupFirstChoices begin, MakeWay make_way);

/// Counts one solution of each class, told apart by canonical forms, and the sizes of the classes.
/// Each member of the group keeps the weights. It leaves no certificate.
[[nodiscard]] std::unique_ptr<Way> canonical_way(const Problem& problem, const Tally& weights_of,
                                                 const Context& context,
                                                 symmetry::SymmetryGroup group);

/// Counts one of each class of first choices. Automorphisms of `symmetric`, which has the items and
/// options of `problem`, keep the weights. A set of choices that another way counts within
/// `little_work` is not branched on: that takes some milliseconds, ten times a canonical form.
[[nodiscard]] std::unique_ptr<Way> image_way(const Problem& problem, const Problem& symmetric,
                                             const Tally& weights_of, const Context& context,
                                             MakeWay make_way, std::uint64_t little_work = 20'000);

/// A copy of the problem with the weights as costs, so that exactly the automorphisms that keep the
/// weights are automorphisms of the copy.
[[nodiscard]] Problem with_weights_as_costs(const Problem& problem, const Tally& weights_of);

}  // namespace dlx::counting
