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
/// and does not contain certain others? Searches are made once for all questions, and keep what
/// they have learned about the problem: see questions.cpp. The problem is copied.
///
///     solve::Questions questions(problem);
///     if (!questions.ask({{corner}, {edge, false}})) print(questions.core().assumptions);
///
/// ask(), another() and core() may throw std::bad_alloc, because learning needs memory.
/// After one of these functions has thrown std::bad_alloc, every later call throws it, too.
class Questions {
 public:
  /// The limits on time and nodes apply to each call of ask() and another(). The limit on solutions
  /// applies to each question. The engine in the options is ignored unless it is learning_cells; in
  /// this case only learning_cells is used. Throws std::invalid_argument for a branching rule or an
  /// order.
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
  /// Another solution of the last question. After a limit on time or nodes the search continues
  /// where it paused. Throws std::logic_error after core().
  std::optional<std::vector<OptionId>> another();

  /// The status after the last answer: `exhausted` if the answer proves that no solution, or no
  /// other solution, exists.
  [[nodiscard]] Status status() const;

  /// A core: a set of assumptions that excludes all solutions.
  struct Core {
    /// The assumptions, in the order in which they were given.
    std::vector<Assumption> assumptions;
    /// Whether it is known that no assumption can be left out.
    bool is_minimal = true;
  };
  /// Finds a core of the last question by asking further questions. The limits apply to each of
  /// these questions. Throws std::invalid_argument unless ask() has proved that the question has no
  /// solution.
  [[nodiscard]] Core core();

 private:
  struct State;
  template <class Work>
  auto guarded(Work work);

  std::unique_ptr<State> state_;
};

}  // namespace dlx::solve
