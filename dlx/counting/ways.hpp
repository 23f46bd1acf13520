#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dlx/core/symmetry.hpp"
#include "dlx/counting/fold.hpp"
#include "dlx/counting/sign_factors.hpp"
#include "dlx/counting/way.hpp"
#include "dlx/preprocess/invariant.hpp"
#include "dlx/preprocess/reduced_problem.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/symmetry/first_choices.hpp"
#include "dlx/tables/sign_plan.hpp"
#include "dlx/tables/sweep_count.hpp"
#include "dlx/tables/sweep_plan.hpp"

/// The functions that make Ways, that is, objects that count by a certain method. The problem must
/// outlive the Way. `weights_of` holds the weights of the problem's options. Some methods need
/// preparations. For example, a sum over signs needs a plan with factors, which the caller can
/// pass. Without a plan, the first call of run() looks for factors, and throws
/// std::invalid_argument if no factors exist.
namespace dlx::counting {

/// A function that makes the Way (the object that counts) for a part of a problem.
using MakeWay = std::function<std::unique_ptr<Way>(const Problem& problem, const Tally& weights_of,
                                                   const Context& context)>;

/// Makes a Way that counts by a search of a Solver with this engine. After Way::allow_threads(),
/// several threads take over if the search is long.
[[nodiscard]] std::unique_ptr<Way> search_way(const Problem& problem, const Tally& weights_of,
                                              const Context& context, EngineKind engine);

/// Makes a Way that counts 0, because an invariant excludes every solution.
[[nodiscard]] std::unique_ptr<Way> invariant_way(const Problem& problem, const Context& context,
                                                 std::optional<preprocess::Invariant> found = {});

/// Makes a Way that counts each independent part of the reduced problem separately, and multiplies
/// the counts. `given` is the problem before the reduction.
///
/// The parts are counted in turns, the smallest part first. In each round every part gets twice as
/// much time as in the round before. So a part without solutions is found soon, even if another
/// part takes very long. If a certificate is written, or if the number of nodes is limited, the
/// parts are counted one after another.
[[nodiscard]] std::unique_ptr<Way> parts_way(const Problem& given,
                                             preprocess::ReducedProblem reduced,
                                             const Context& context, MakeWay make_way);

/// An order of items for a sweep, and the largest size of the states of this sweep.
struct SweepOrder {
  std::vector<ItemId> items;
  double bits = 0;  ///< the number of bits of a state: there are at most 2^bits states at once

  SweepOrder() = default;
  SweepOrder(const Problem& problem, std::vector<ItemId> order);
  /// Uses the problem's own order of the items.
  explicit SweepOrder(const Problem& problem);
  /// Uses the order of the saved sweep of this problem. If no sweep is saved, looks for the order
  /// whose states have the fewest bits, until the deadline and with at most `memory` bytes.
  SweepOrder(const Problem& problem, const Tally& weights_of, const Context& context,
             const search::Deadline& deadline, std::size_t memory);
};

/// An order of the items, with the plan of a sweep in this order.
struct PlannedSweep {
  SweepOrder order;
  tables::SweepPlan plan;
};

/// A planned sweep, or the reason why no sweep was planned.
struct PlanningOfSweep {
  std::optional<PlannedSweep> planned = {};
  std::string objection = {};  ///< the reason in words, if a state would have too many bits
  /// `memory_limit`, `time_limit` or `stopped` if a limit or the stop flag ended the planning;
  /// otherwise `exhausted`.
  Status status = Status::exhausted;
};

/// The largest number of bits of a state that sweeps support.
constexpr std::uint32_t widest_sweep = 64 * tables::most_words_of_sweep - 1;

/// Plans a sweep in the given order. No plan is made if a state would have more than `bits` bits.
[[nodiscard]] PlanningOfSweep planned_within(double bits, const Problem& problem, SweepOrder order,
                                             const tables::PlanLimits& limits);

/// Makes a Way that counts by a sweep, with a table of states that is updated item by item. With a
/// FoldRule the sweep merges states that a symmetry maps to each other; see fold.hpp. In this case
/// the order is tables::closing_order(), unless a plan is given. With weights or a certificate no
/// states are merged.
[[nodiscard]] std::unique_ptr<Way> sweep_way(const Problem& problem, const Tally& weights_of,
                                             const Context& context,
                                             std::optional<PlannedSweep> planned = {},
                                             const std::optional<FoldRule>& rule = {});

/// Makes a Way that counts by a memo: a search that remembers the counts of subproblems. Throws
/// std::invalid_argument if memo_objection() is not empty.
[[nodiscard]] std::unique_ptr<Way> memo_way(const Problem& problem, const Tally& weights_of,
                                            const Context& context);

/// Makes a Way that counts by a decision diagram of all solutions. A Way of this kind cannot pause:
/// run() continues to the end, or to a limit of the entire count.
[[nodiscard]] std::unique_ptr<Way> zdd_way(const Problem& problem, const Tally& weights_of,
                                           const Context& context);

/// Returns the plan of the sum over signs that was saved for this problem. If no sum is saved,
/// looks for factors and plans a sum.
[[nodiscard]] FoundSignPlan kept_or_found_plan(const Problem& problem, const Tally& weights_of,
                                               const Context& context,
                                               const search::Deadline& deadline);

/// Makes a Way that counts by a sum over signs. run() throws SumTooLarge if the sum is too large to
/// be exact. Throws std::invalid_argument if no factors exist, or if checkers would refuse the
/// certificate as too large.
[[nodiscard]] std::unique_ptr<Way> sign_way(const Problem& problem, const Tally& weights_of,
                                            const Context& context,
                                            std::optional<tables::SignPlan> plan = {});

/// A group of symmetries, and the first choices under this group that a count of solutions begins
/// with.
struct GroupFirstChoices {
  OptionSymmetries group;
  std::vector<symmetry::FirstChoice> first_choices;
};

/// Makes a Way that counts the problem that is left after each first choice, and multiplies the
/// count by the number of equivalent choices that the first choice represents. Every member of the
/// group must preserve the weights. With several threads and many first choices, each thread works
/// on a first choice of its own, so at the end one thread may still be busy while the others wait.
/// With few first choices, all threads work on the same first choice.
[[nodiscard]] std::unique_ptr<Way> first_choices_way(const Problem& problem,
                                                     const Tally& weights_of,
                                                     const Context& context,
                                                     GroupFirstChoices begin, MakeWay make_way);

/// Makes a Way that finds one solution of each class under the group by canonical forms, and adds
/// up the sizes of the classes. Every member of the group must preserve the weights. The Way writes
/// no certificate.
[[nodiscard]] std::unique_ptr<Way> canonical_way(const Problem& problem, const Tally& weights_of,
                                                 const Context& context,
                                                 symmetry::SymmetryGroup group);

/// Makes a Way that branches on some items, and counts the solutions that contain a set of choices
/// only once for each class of such sets under symmetry (see image_way.cpp). `symmetric` must have
/// the items and options of `problem`, and its automorphisms must preserve the weights. If another
/// counting method can count the solutions that contain a set within `little_work` nodes and
/// states, the search does not branch further. The default of `little_work` takes some
/// milliseconds, ten times as long as a canonical form. `orbit_of_option` has, for each option, the
/// first option of its orbit under the automorphisms of `symmetric`.
[[nodiscard]] std::unique_ptr<Way> image_way(const Problem& problem, const Problem& symmetric,
                                             std::span<const std::uint32_t> orbit_of_option,
                                             const Tally& weights_of, const Context& context,
                                             MakeWay make_way, std::uint64_t little_work = 20'000);

/// A copy of the problem with the weights as costs. The automorphisms of the copy are exactly the
/// automorphisms of the problem that preserve the weights.
[[nodiscard]] Problem with_weights_as_costs(const Problem& problem, const Tally& weights_of);

}  // namespace dlx::counting
