#pragma once

#include <memory>
#include <span>

#include "dlx/core/assumption.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/search/metered_engine.hpp"

namespace dlx::engines {

/// A search that learns clauses from its dead ends. A question is a set of assumptions: the answer
/// is all solutions in which the assumptions hold. The engine can answer many questions about one
/// problem, and keeps the learned clauses. The nodes of the search are its root and its decisions.
/// Unlike the next() of other engines, next() may throw std::bad_alloc, because learned clauses
/// need memory. After std::bad_alloc, next() may not be called again.
class LearningEngine : public search::MeteredEngine {
 public:
  /// Starts a new search: next() finds the solutions in which all assumptions hold, beginning with
  /// the first solution. Clauses that follow from the problem alone are kept. Throws
  /// std::invalid_argument if an option does not exist. assume() must not be called while a
  /// certificate is written, because a certificate covers all solutions of the problem.
  virtual void assume(std::span<const Assumption> assumptions) = 0;

  /// If no solution fulfils the assumptions: returns some of the assumptions that together exclude
  /// all solutions, in the order in which they were given. The list is empty if the problem has no
  /// solutions even without assumptions. The list omits assumptions that the search did not need,
  /// but is not always a shortest such list.
  [[nodiscard]] virtual std::span<const Assumption> core() const = 0;

 protected:
  using search::MeteredEngine::MeteredEngine;
};

/// Makes the engine that learns, which supports every problem. Throws std::invalid_argument if a
/// branching rule is given.
[[nodiscard]] std::unique_ptr<LearningEngine> make_learning_engine(const Problem& problem,
                                                                   const Options& options);

}  // namespace dlx::engines
