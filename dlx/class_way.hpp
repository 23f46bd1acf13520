#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "dlx/classes.hpp"
#include "dlx/representatives.hpp"

namespace dlx {

/// A count of classes in slices, by one of two ways.
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
  /// Whether result() has the number of all solutions.
  [[nodiscard]] virtual bool has_all_solutions() const { return status() == Status::exhausted; }
};

/// The way by the solutions that each member of the group keeps, or, if these are too many to be
/// listed, one member of each conjugacy class. `memory_limit`: the classes are too many, or some
/// have no smaller problem; then all solutions have been counted. `all`: the solutions of the
/// problem, if they were counted before; then a certificate has the group and this count already.
[[nodiscard]] std::unique_ptr<ClassWay> member_classes(const Problem& problem,
                                                       const symmetry::SymmetryGroup& group,
                                                       const Options& options,
                                                       const counting::Resources& resources,
                                                       std::optional<Natural> all = {});

/// Visits one solution of each class: for the given time, up to a limit, or until `visit`, which is
/// called for each, returns false. `running`: the time of this run is over, or `visit` has ended
/// it, and no limit is reached.
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
