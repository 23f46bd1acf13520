#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "dlx/core/assumption.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/options.hpp"

namespace dlx::solve {

/// Answers many questions about one problem: does a solution exist that contains certain options
/// and does not contain certain other options? Searches are made once for all questions, and keep
/// the clauses that they have learned about the problem: see questions.cpp. The problem is copied.
///
///     solve::Questions questions(problem);
///     if (!questions.ask({{corner}, {edge, false}})) print(questions.core().assumptions);
///
/// ask(), another() and core() may throw std::bad_alloc, because learning needs memory.
/// After one of these functions has thrown std::bad_alloc, every later call throws it, too.
class Questions {
 public:
  /// The limits on time and nodes apply to each call of ask() and another(). The limit on solutions
  /// applies to each question. If the engine in the options is learning_cells, only this engine is
  /// used; any other engine is ignored. Throws std::invalid_argument if the options contain a
  /// branching rule, an order of items, a certificate, a checkpoint, `up_to` or `max_cost`.
  explicit Questions(const Problem& problem, const Options& options = {});
  ~Questions();
  /// A Questions object that has been moved from can only be destroyed or assigned to.
  /// @{
  Questions(Questions&&) noexcept;
  Questions& operator=(Questions&&) noexcept;
  /// @}

  /// A solution for which all assumptions hold; nothing if no such solution exists, or if a limit
  /// was reached; see status(). Throws std::invalid_argument if an option does not exist.
  /// @{
  std::optional<std::vector<OptionId>> ask(std::span<const Assumption> assumptions = {});
  std::optional<std::vector<OptionId>> ask(std::initializer_list<Assumption> assumptions) {
    return ask(std::span(assumptions.begin(), assumptions.size()));
  }
  /// @}
  /// Another solution for the assumptions of the last ask(), or a solution without assumptions if
  /// nothing has been asked yet. After a limit on time or nodes, the search continues where it
  /// paused. Throws std::invalid_argument if core() was called after the last ask().
  std::optional<std::vector<OptionId>> another();

  /// The status after the last answer: `exhausted` if it is proved that no solution, or no further
  /// solution, exists.
  [[nodiscard]] Status status() const;

  /// A core: a set of assumptions that excludes all solutions.
  struct Core {
    /// The assumptions of the core, in the order in which they were given.
    std::vector<Assumption> assumptions;
    /// Whether it is proved that the assumptions without any one of them would allow a solution.
    bool is_minimal = true;
  };
  /// Finds a core of the last question by asking the same question with fewer assumptions. The
  /// limits apply to each of these questions separately. Throws std::invalid_argument unless ask()
  /// has proved that the question has no solution.
  [[nodiscard]] Core core();

 private:
  struct State;
  template <class Work>
  auto guarded(Work work);

  std::unique_ptr<State> state_;
};

}  // namespace dlx::solve
