#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "dlx/classes.hpp"
#include "dlx/representatives.hpp"

namespace dlx {

/// A method of counting classes of solutions, which runs in slices of time. The two methods are
/// member_classes() and a search for one solution of each class (classes.cpp).
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

/// Makes a count by Burnside's lemma: for each member of the group, the solutions that the member
/// maps to themselves are counted. If the members are too many to be listed, solutions are counted
/// for one member of each conjugacy class. The count ends with `memory_limit` if there are too many
/// conjugacy classes, or if the problem has multiplicities, because a member may then have no
/// quotient (symmetry/quotient.hpp). Even then, all solutions have been counted. `all` is the
/// number of solutions of the problem, if it was counted before. If `all` is given, a certificate
/// must have the group and this count already.
[[nodiscard]] std::unique_ptr<ClassWay> member_classes(const Problem& problem,
                                                       const symmetry::SymmetryGroup& group,
                                                       const Options& options,
                                                       const counting::Resources& resources,
                                                       std::optional<Natural> all = {});

/// Calls `visit` with one solution of each class. Ends after the given time, at a limit, or when
/// `visit` returns false. Returns `running` if the given time is over or `visit` has returned
/// false, and no limit is reached.
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
