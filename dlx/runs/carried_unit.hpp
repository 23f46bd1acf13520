#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/io/input.hpp"
#include "dlx/runs/units.hpp"
#include "dlx/search/branching.hpp"
#include "dlx/search/options.hpp"

/// What goes from the machine that keeps a run to those that search its units, and back.
namespace dlx {

/// What all units of a run have in common.
struct CarriedRun {
  std::string program;                ///< the version of dlx that made it
  EngineKind engine;                  ///< that all units are searched with
  Branching branching;                ///< likewise
  bool listing;                       ///< whether solutions are wanted, not only their number
  bool weighted;                      ///< whether the tally has weights
  std::vector<OptionWeight> weights;  ///< one an option of the problem, if so
  Problem problem;                    ///< what is searched
};

/// A unit, as it is sent.
struct CarriedUnit {
  std::string run;  ///< the digest of the text of its run
  Unit unit;
};

/// What came of a unit.
struct CarriedResult {
  std::string unit;           ///< the digest of the text of the unit
  std::string program;        ///< the version of dlx that searched it
  std::uint64_t time_ns = 0;  ///< that it took; all else is the same however often it is done
  Sums sums;                  ///< what was found; nodes that were visited
  Frontier rest;              ///< what was left
  std::vector<std::vector<OptionId>> solutions;  ///< if they were wanted, as they were found
};

/// What the text of a result begins with, before the version of that text.
inline constexpr std::string_view carried_result_word = "dlx-carried-result ";
/// What dlx work prints in place of a result, before its own version, for runs of another one.
inline constexpr std::string_view other_version_line = "dlx-other-version ";

/// As text, with a digest that the readers check. These throw InputError for damage, and what
/// Input throws.
[[nodiscard]] std::string to_text(const CarriedRun& run);
[[nodiscard]] std::string to_text(const CarriedUnit& unit);
[[nodiscard]] std::string to_text(const CarriedResult& result);
[[nodiscard]] CarriedRun read_carried_run(Input& input);
[[nodiscard]] CarriedUnit read_carried_unit(Input& input);
[[nodiscard]] CarriedResult read_carried_result(Input& input);

/// Searches a unit of a run, as a worker does; `digest`: of the run's text. Deterministic except
/// for the time. Throws std::invalid_argument if the unit is not of this run.
[[nodiscard]] CarriedResult search_carried(const CarriedRun& run, const std::string& digest,
                                           const CarriedUnit& unit);

/// Throws std::invalid_argument, saying why, unless a result can be that of a unit and of this
/// version, with sums that agree with each other. What is left is not followed: see
/// Solver::start_at().
void check_carried(const CarriedResult& result, const CarriedUnit& unit, const CarriedRun& run);

}  // namespace dlx
