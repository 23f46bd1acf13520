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
  bool count = true;         ///< otherwise solutions are kept
  std::size_t most = 1'000;  ///< the largest number of solutions kept
  EngineKind engine = EngineKind::automatic;
  UpTo up_to = UpTo::none;
  bool preprocess = true;                    ///< does nothing for walks
  bool sweep = true;                         ///< counts may also try tables of states, see Counter
  std::optional<std::uint64_t> random = {};  ///< list some solutions, chosen by this seed
  bool cheapest = false;                     ///< list the `most` cheapest solutions, or count them
  bool of_least_cost = false;            ///< with `cheapest`: all solutions of the least cost, in
                                         ///< place of `most`
  std::optional<Decimal> max_cost = {};  ///< with `cheapest`: leave dearer solutions out
};

/// A search that runs in slices, so that its owner can do other work in between. The game must
/// outlive it.
class Search {
 public:
  Search(const Game& game, const Request& request);

  /// Runs for about this time. Returns false if the search is over. A search for the cheapest
  /// solves its relaxation anew each time, and runs for longer if that takes all the time.
  bool run(std::chrono::milliseconds slice);

  /// The number of solutions found so far, exact if complete().
  [[nodiscard]] Natural found() const;
  [[nodiscard]] bool complete() const noexcept { return status_ == Status::exhausted; }
  /// `running` until it is over.
  [[nodiscard]] Status status() const noexcept { return status_; }
  [[nodiscard]] search::Statistics statistics() const;
  [[nodiscard]] EngineKind engine() const;
  /// The states that tables have held, and whether a table has found the count.
  [[nodiscard]] std::uint64_t states() const { return counted_.states; }
  [[nodiscard]] bool by_table() const;
  /// The results about the cheapest solutions; null if they were not asked for.
  [[nodiscard]] const search::CheapestResult* costs() const noexcept {
    return request_.cheapest ? &costs_ : nullptr;
  }
  /// The request for this search.
  [[nodiscard]] const Request& request() const noexcept { return request_; }
  /// The solutions, if they are kept. Each has been verified.
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
  std::optional<counting::Counter> counter_;  // counts all solutions of a problem without paths
  counting::CountResult counted_;             // the counter's result after the last slice
  std::optional<Representatives> classes_;    // lists solutions up to all symmetries
  std::optional<Solver> solver_;              // searches in all other cases
  search::CheapestResult costs_;              // the results about the cheapest
  std::optional<symmetry::SymmetryGroup> classes_of_cheapest_;
  search::OpenCheapest open_;  // where the search for the cheapest has paused
  int lengths_ = 1;            // its slices take this multiple of the length asked for
  Natural found_;              // solutions found by the searches other than the counter
  std::vector<Solution> kept_;
  Verifier verifier_;
  Status status_ = Status::running;
};

}  // namespace dlx::web
