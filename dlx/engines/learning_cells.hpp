#pragma once

#include <memory>
#include <span>

#include "dlx/core/assumption.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/search/metered_engine.hpp"

namespace dlx::engines {

/// A search that learns from its dead ends, and answers many questions about one problem without
/// being made again. Its nodes are the root and its decisions. Unlike other engines it may throw
/// std::bad_alloc in next(), because learned clauses need memory; then next() may not be called
/// again.
class LearningEngine : public search::MeteredEngine {
 public:
  /// Asks another question: next() finds the solutions in which all assumptions hold, from the
  /// first one. Facts that were learned from the problem alone are kept. Throws
  /// std::invalid_argument if an option does not exist. Not while a certificate is written, which
  /// is about all solutions.
  virtual void assume(std::span<const Assumption> assumptions) = 0;

  /// After a question without solutions: assumptions that already exclude all solutions, in the
  /// order they were given. Empty if the problem has no solutions without any assumption. No
  /// assumption may be superfluous for all that is known, but the list need not be a shortest one.
  [[nodiscard]] virtual std::span<const Assumption> core() const = 0;

 protected:
  using search::MeteredEngine::MeteredEngine;
};

/// The engine that learns. It takes every problem. Throws std::invalid_argument if it is asked for
/// a branching rule.
[[nodiscard]] std::unique_ptr<LearningEngine> make_learning_engine(const Problem& problem,
                                                                   const Options& options);

}  // namespace dlx::engines
