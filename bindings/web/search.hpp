#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bindings/web/puzzles.hpp"
#include "dlx/cheapest.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/names.hpp"
#include "dlx/representatives.hpp"
#include "dlx/solver.hpp"

namespace dlx::web {

/// The request for a search.
struct Request {
  bool count = true;         ///< whether to count solutions; if false, solutions are stored
  std::size_t most = 1'000;  ///< the largest number of solutions to store
  EngineKind engine = EngineKind::automatic;
  UpTo up_to = UpTo::none;
  bool preprocess = true;  ///< whether to reduce the problem first; has no effect on walks
  bool sweep = true;       ///< whether a count may also use tables of states, see Counter
  /// Seed that determines which solutions are found first.
  std::optional<std::uint64_t> random = {};
  bool cheapest = false;  ///< whether to list the `most` cheapest solutions, or to count them
  /// With `cheapest`: whether to find all solutions of the least cost, instead of `most` solutions.
  bool of_least_cost = false;
  std::optional<Decimal> max_cost = {};  ///< with `cheapest`: the greatest cost of a solution
};

/// A search that runs in slices of time, so that the caller can do other work in between. The
/// puzzle must outlive the search.
class Search {
 public:
  Search(const Game& game, const Request& request);

  /// Runs the search for about the given time. Returns false if the search is over. A search for
  /// the cheapest solutions solves its linear relaxation again in each call. If the relaxation
  /// takes all of the time, the call runs for longer.
  bool run(std::chrono::milliseconds slice);

  /// The number of solutions found so far, exact if complete().
  [[nodiscard]] Natural found() const;
  [[nodiscard]] bool complete() const noexcept { return status_ == Status::exhausted; }
  /// `running` until the search is over; then the reason why it ended.
  [[nodiscard]] Status status() const noexcept { return status_; }
  [[nodiscard]] search::Statistics statistics() const;
  [[nodiscard]] EngineKind engine() const;
  /// The number of table states that the count has visited so far.
  [[nodiscard]] std::uint64_t states() const { return counted_.states; }
  [[nodiscard]] bool by_table() const;
  /// The result of a search for the cheapest solutions; null for other searches.
  [[nodiscard]] const search::CheapestResult* costs() const noexcept {
    return request_.cheapest ? &costs_ : nullptr;
  }
  /// The request for this search.
  [[nodiscard]] const Request& request() const noexcept { return request_; }
  /// The solutions that the search has stored. Each of them has been verified.
  [[nodiscard]] std::span<const Solution> solutions() const noexcept { return kept_; }

 private:
  template <class Engine>
  void go_on(Engine& engine, const search::Limits& limits);
  bool take(std::span<const OptionId> solution);
  void find_cheapest(std::chrono::milliseconds slice);
  void verify(std::span<const OptionId> solution);

  const Game* game_;
  Request request_;
  std::optional<OptionSymmetries> symmetries_;
  std::optional<counting::Counter> counter_;  // counts all solutions, unless solutions are walks
  counting::CountResult counted_;             // the counter's result after the last slice
  std::optional<Representatives> classes_;    // lists one solution of each class
  // Finds solutions if neither counter_ nor classes_ is used.
  std::optional<Solver> solver_;
  search::CheapestResult costs_;  // the cheapest solutions found so far, and bounds
  std::optional<symmetry::SymmetryGroup> classes_of_cheapest_;
  // The state in which the search for the cheapest solutions has paused.
  search::OpenCheapest open_;
  // A slice of the search for the cheapest solutions takes `lengths_` times the requested time.
  int lengths_ = 1;
  Natural found_;  // number of solutions found, if counter_ is not used
  std::vector<Solution> kept_;
  Verifier verifier_;
  Status status_ = Status::running;
};

}  // namespace dlx::web
