#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "dlx/core/natural.hpp"
#include "dlx/core/path_problem.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/residue.hpp"
#include "dlx/search/engine.hpp"
#include "dlx/search/frontier.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/path_options.hpp"
#include "dlx/search/statistics.hpp"
#include "dlx/search/status.hpp"

namespace dlx {

/// How a count is made.
enum class CountMethod : std::uint8_t {
  automatic,  ///< search for a while, then whatever promises to be quicker
  search,     ///< visit the solutions, or nearly
  sweep,      ///< a table of states, item by item in an order that keeps them few
  memo,       ///< a search that remembers the counts of states it has been in
  zdd,        ///< a decision diagram of all solutions
};

/// The name of a method, as the command line spells it.
[[nodiscard]] constexpr std::string_view to_string(CountMethod method) noexcept {
  switch (method) {
    case CountMethod::automatic:
      return "auto";
    case CountMethod::search:
      return "search";
    case CountMethod::sweep:
      return "sweep";
    case CountMethod::memo:
      return "memo";
    case CountMethod::zdd:
      return "zdd";
  }
  return "";
}

/// Makes what goes on with a search of the problem from where another has come; `so_far` is what
/// that has visited, and to be contained in the statistics. The problem outlives it.
using LongSearch = std::function<std::unique_ptr<CountingSearch>(
    const Problem& problem, const SearchOptions& options, const Frontier& start,
    const Statistics& so_far)>;

/// How to count, and within which limits.
struct CountOptions {
  CountMethod method = CountMethod::automatic;  ///< anything but automatic is taken at its word
  /// Limits and the stop flag are for all methods; `nodes`: of a search, states of the others. With
  /// a limit on solutions there is one way only, to search the problem and list them. `preprocess`
  /// is not looked at here.
  SearchOptions search = {};
  /// Remove what is settled, merge duplicates, and count independent parts apart; not with
  /// BranchingRule::given_order, which is about the problem as it is.
  bool preprocess = true;
  /// Let `automatic` look for symmetries of the problem where the count takes so long that it pays;
  /// not with BranchingRule::given_order, nor where a fingerprint is wanted.
  bool symmetry = true;
  /// If it is set, searches that take long go on by this: in several threads, see
  /// runs/parallel_count.hpp. Not those with a limit on nodes, or that learn weights.
  LongSearch long_search = {};
  /// So many threads it has: what is tried by one beside it costs so much more.
  unsigned threads = 1;
  /// Of what the method keeps: tables, memo, diagram.
  std::size_t memory_limit = std::size_t{2} << 30;
  /// The fingerprint is wanted as well; this seed makes the options' factors (fingerprint_factor).
  std::optional<std::uint64_t> fingerprint_seed = {};
};

/// What a count has found, and how.
struct CountResult {
  Natural value;                            ///< exact if complete(), otherwise a lower bound
  Status status = Status::running;          ///< exhausted, or what stopped it
  Statistics statistics;                    ///< of the searches; memory of all methods
  std::optional<Residue> fingerprint = {};  ///< if it was asked for, and of what was counted

  CountMethod method = CountMethod::search;   ///< that settled the last part
  EngineKind engine = EngineKind::automatic;  ///< of the search, if there was one
  std::string why = {};                       ///< why this method, in words
  std::string symmetry = "not looked for";    ///< what became of symmetries, in words
  std::uint32_t parts = 1;                    ///< independent ones, each counted by itself
  std::uint64_t states = 0;                   ///< of a sweep, memo or diagram
  std::uint32_t forced = 0;                   ///< options that preprocessing chose
  std::uint32_t removed = 0;                  ///< options that it left out

  /// Whether the value is exact.
  [[nodiscard]] bool complete() const noexcept { return status == Status::exhausted; }
};

/// Counts the solutions of a problem, or as many as the limits allow. The same count by any method;
/// only `automatic` takes every problem. Throws std::invalid_argument where a method that was asked
/// for is not for the problem.
[[nodiscard]] CountResult count(const Problem& problem, const CountOptions& options = {});

/// Counts by a search of the problem as it is.
[[nodiscard]] CountResult count(const Problem& problem, const SearchOptions& options);
/// Counts the walks of a path problem by a search.
[[nodiscard]] CountResult count(const PathProblem& problem, const SearchOptions& options = {},
                                const PathOptions& path_options = {});

}  // namespace dlx
