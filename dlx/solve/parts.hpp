#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "dlx/preprocess/components.hpp"
#include "dlx/search/engine.hpp"
#include "dlx/solve/contest.hpp"

namespace dlx::solve {

/// Finds the solutions of a problem that consists of independent parts. A separate Contest (a
/// competition of searches) solves each part. The head of parts.cpp describes the method.
class Parts final : public search::Engine {
 public:
  /// Constructs the engine. `first` and `make` have the same meaning as in the constructor of
  /// Contest. There must be at least two parts.
  Parts(std::vector<preprocess::Component> parts, const Options& options, EngineKind first,
        MakeSearch* make);

  bool next() override;
  [[nodiscard]] std::span<const OptionId> solution() override { return solution_; }
  [[nodiscard]] Status status() const noexcept override { return status_; }
  [[nodiscard]] search::Statistics statistics() const override;
  void set_limits(const search::Limits& limits) override;
  [[nodiscard]] search::OpenWork open_work() const override { cannot_be_divided(); }
  void start_at(const search::OpenWork&) override { cannot_be_divided(); }
  void check_invariants() const override;

  [[nodiscard]] std::size_t size() const { return parts_.size(); }
  /// The nominal seconds that the searches of all parts have taken so far.
  [[nodiscard]] double seconds() const;
  /// The engine that found the last solution of the largest part.
  [[nodiscard]] EngineKind engine() const;

 private:
  struct Part {
    // For each option of the part: the option of the whole problem.
    std::vector<OptionId> originals;
    std::unique_ptr<Course> course;
    std::unique_ptr<Contest> search;
    std::uint64_t nodes = 0;  // the number of nodes that the search of this part has visited
    bool is_complete = false;
    // The solutions of the part found so far, in options of the whole problem.
    std::vector<std::vector<OptionId>> solutions = {};
    std::size_t position = 0;  // the index in `solutions` of the solution that is used in solution_
  };

  [[noreturn]] static void cannot_be_divided();
  bool find_first_ones();
  bool find(Part& part, std::optional<std::uint64_t> turn);
  bool report();

  std::vector<Part> parts_;  // the parts of the problem, the smallest first
  search::Limits limits_;    // the limits for the searches of all parts together
  std::optional<search::Deadline> deadline_;
  const std::atomic<bool>* stop_;
  std::size_t turn_ = 0;  // the index of the part that is looking for its first solution
  // The number of nodes of a turn; it is doubled when all parts have had a turn.
  std::uint64_t nodes_of_turn_;
  std::vector<OptionId> solution_;  // the current solution of the whole problem
  std::uint64_t solutions_ = 0;
  Status status_ = Status::running;
};

}  // namespace dlx::solve
