#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "dlx/classes.hpp"
#include "dlx/representatives.hpp"

namespace dlx {

/// A method of counting classes of solutions under symmetries, which can pause and continue. The
/// two methods are member_classes() and a search for one solution of each class (classes.cpp).
class ClassWay {
 public:
  using Time = std::optional<std::chrono::nanoseconds>;

  ClassWay() = default;
  ClassWay(const ClassWay&) = delete;
  ClassWay& operator=(const ClassWay&) = delete;
  virtual ~ClassWay() = default;
  virtual Status run(Time time) = 0;
  virtual void keep_tables() {}
  [[nodiscard]] virtual Status status() const = 0;
  [[nodiscard]] virtual ClassesResult result() const = 0;
  [[nodiscard]] virtual double share() const = 0;
  /// Whether the field `solutions` of result() is the exact number of all solutions.
  [[nodiscard]] virtual bool has_all_solutions() const { return status() == Status::exhausted; }
};

/// Counts classes by Burnside's lemma: counts, for each member of the group, the solutions that the
/// member maps to themselves. If the members are too many to be listed, this is done for one member
/// of each conjugacy class. The count then ends with `memory_limit` if there are too many conjugacy
/// classes, or if the problem has multiplicities. Even then, the number of all solutions is known.
/// `all` is the number of solutions of the problem, if it is known from an earlier count. The
/// certificate, if one is written, must then already contain the group and this count.
[[nodiscard]] std::unique_ptr<ClassWay> member_classes(const Problem& problem,
                                                       const symmetry::SymmetryGroup& group,
                                                       const Options& options,
                                                       const counting::Resources& resources,
                                                       std::optional<Natural> all = {});

/// Calls `visit` for one solution of each class that `found` finds. Ends after the time `time`, at
/// one of the limits `left`, or when `visit` returns false. Returns `running` unless a limit is
/// reached or the search has ended.
template <class Visit>
Status visit_on(Representatives& found, search::Limits left, const ClassWay::Time& time,
                const Visit& visit) {
  const bool is_slice = time && (!left.time || *time < *left.time);
  if (is_slice) left.time = time;
  found.set_limits(left);
  while (found.next()) {
    if (!visit()) return Status::running;
  }
  const Status status = found.status();
  return is_slice && status == Status::time_limit ? Status::running : status;
}

}  // namespace dlx
