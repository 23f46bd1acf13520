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

/// Answers many questions about one problem: is there a solution that has these options, and has
/// not those? One search answers all of them, and keeps what it has learned. It copies what it
/// needs.
///
///     solve::Questions questions(problem);
///     if (!questions.ask({{corner}, {edge, false}})) print(questions.core().assumptions);
class Questions {
 public:
  /// The limits hold for each question. Throws std::invalid_argument for a branching rule.
  explicit Questions(const Problem& problem, const Options& options = {});
  ~Questions();

  /// A solution for which all assumptions hold; nothing if there is none, or if a limit was
  /// reached: see status(). Throws std::invalid_argument if an option does not exist.
  /// @{
  std::optional<std::vector<OptionId>> ask(std::span<const Assumption> assumptions = {});
  std::optional<std::vector<OptionId>> ask(std::initializer_list<Assumption> assumptions) {
    return ask(std::span(assumptions.begin(), assumptions.size()));
  }
  /// @}
  /// Another solution to the same question.
  std::optional<std::vector<OptionId>> another();

  /// `exhausted` if the last answer proves that there is none (or no other one).
  [[nodiscard]] Status status() const;

  /// Assumptions that exclude all solutions.
  struct Core {
    std::vector<Assumption> assumptions;  ///< in the order they were given
    bool is_minimal = true;  ///< without any one of them there is a solution; false: not known
  };
  /// Of the last question, which has no solution. Asks further questions, so that another() has no
  /// meaning afterwards.
  [[nodiscard]] Core core();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dlx::solve
