#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/counting/result.hpp"
#include "dlx/names.hpp"
#include "dlx/search/statistics.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx {

class ClassWay;

/// The result of a count of classes of solutions.
struct ClassesResult {
  Natural classes;  ///< the number of classes; exact if complete(), otherwise a lower bound
  /// The number of solutions in all classes together; exact if complete(), otherwise a lower bound.
  Natural solutions;
  /// The reason why the count ended. `exhausted` means that the numbers of classes and of solutions
  /// are exact.
  Status status = Status::running;
  search::Statistics statistics;  ///< the sum of the statistics of all searches
  /// The number of problems whose solutions were counted: smaller problems derived from the given
  /// problem, such as quotients.
  std::uint64_t problems = 0;
  /// The method by which the last of these problems was counted.
  CountMethod method = CountMethod::search;
  /// The engine that searched the last of these problems, if it was searched.
  EngineKind engine = EngineKind::automatic;
  std::string why = {};  ///< a text that tells how the classes were counted

  /// Whether the numbers of classes and of solutions are exact.
  [[nodiscard]] bool complete() const noexcept { return status == Status::exhausted; }
};

/// Counts classes of solutions under symmetries, in several calls of run(). Two solutions belong to
/// one class if a member of a group of symmetries maps one solution to the other. If possible,
/// solutions are counted without being visited. If some item is mapped to itself by every member,
/// one option of each orbit of the item's options is chosen. In the problem that is left after this
/// choice, classes are counted under the members that map the chosen option to itself. If no such
/// item exists, Burnside's lemma is used. By this lemma, the number of classes is the mean, over
/// all members, of the number of solutions that a member maps to themselves. For each member, these
/// solutions are counted as the solutions of a smaller problem (quotient() in
/// symmetry/quotient.hpp). If the bounds of items make this impossible, one solution of each class
/// is visited.
///
/// If the members of the group are too many to be listed, equal options (options with equal items,
/// colours and cost) are merged into one option first. If there are still too many members,
/// Burnside's lemma is applied to one member of each conjugacy class, weighted by the size of the
/// class. The count by Burnside's lemma takes turns with a search for one solution of each class
/// (Representatives). The search ends as soon as the sizes of the classes found add up to the
/// number of all solutions. With a limit on nodes or solutions, only the search runs. Of
/// `resources` it then uses only the threads.
class ClassCounter {
 public:
  /// Keeps references to the problem, the group, and all objects that the options refer to. Every
  /// member must be an automorphism of the problem. The limits in `options` apply to all counts
  /// together. A limit on solutions applies only if solutions are visited. No fingerprint is
  /// computed. Throws the exceptions of Counter. A certificate can be written only if Burnside's
  /// lemma is used. If this is impossible, or if the order of the group times the number of options
  /// is above 10^7, this constructor or run() throws std::invalid_argument.
  ///
  /// `all` is the number of solutions, if it is known from an earlier count. The certificate must
  /// then already contain the group (see trace_group()) and this count.
  ClassCounter(const Problem& problem, const symmetry::SymmetryGroup& group,
               const Options& options = {}, const counting::Resources& resources = {},
               std::optional<Natural> all = {});
  /// This constructor is deleted, because the group must outlive the counter.
  ClassCounter(const Problem&, symmetry::SymmetryGroup&&, const Options& = {},
               const counting::Resources& = {}, std::optional<Natural> = {}) = delete;
  ~ClassCounter();
  /// A counter that has been moved from may only be assigned to or destroyed.
  /// @{
  ClassCounter(ClassCounter&&) noexcept;
  ClassCounter& operator=(ClassCounter&&) noexcept;

  /// @}

  /// Continues the count for the given time, or until the count ends. Returns `running` if the
  /// count has not ended. If the stop flag has ended the count, further calls continue it once the
  /// flag is reset.
  Status run(std::optional<std::chrono::nanoseconds> time = {});

  /// Saves the tables of sweeps in the same way as Counter::keep_tables().
  void keep_tables();

  /// The status of the count: `running`, or the reason why the count ended.
  [[nodiscard]] Status status() const;
  /// The numbers of classes and solutions counted so far. They are lower bounds unless complete()
  /// is true.
  [[nodiscard]] ClassesResult result() const;
  /// An estimate of the fraction of the work that is done, from 0 to 1.
  [[nodiscard]] double share() const;

 private:
  std::unique_ptr<ClassWay> way_;
};

/// Counts classes with a ClassCounter, in one call.
[[nodiscard]] ClassesResult count_classes(const Problem& problem,
                                          const symmetry::SymmetryGroup& group,
                                          const Options& options = {},
                                          const counting::Resources& resources = {});

/// Writes the group to a certificate of the number of classes. It must be called before all
/// solutions are counted. Throws std::invalid_argument if the number of classes under this group
/// cannot be certified.
void trace_group(search::Trace& trace, const Problem& problem, const OptionSymmetries& group);
/// Writes the group to a certificate of the classes of the cheapest solutions. It must be called
/// before the search. Throws std::invalid_argument if the group has more members than a checker
/// accepts.
void trace_group_of_costs(search::Trace& trace, const Problem& problem,
                          const OptionSymmetries& group);

}  // namespace dlx
