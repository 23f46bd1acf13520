#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/io/input.hpp"
#include "dlx/runs/units.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/trace.hpp"

/// Messages between the machine that stores a run and the machines that search its units of work.
namespace dlx::runs {

/// The data common to all units of work of a run.
struct CarriedRun {
  std::string program;  ///< the version of dlx that stores the run
  Options search;       ///< engine, branching rule and branching order of all units of work
  bool listing;         ///< whether the solutions are wanted, not only their number
  bool weighted;        ///< whether options have weights, with which solutions are counted
  std::vector<OptionWeight> weights;  ///< weight of each option, if `weighted` is true
  std::optional<search::TraceNumbers> trace =
      /// Numbers of the items and options in the certificate; nullopt if no certificate is made.
      {};
  Problem problem;  ///< the problem that the units of work search
};

/// A unit of work in the form in which it is sent to another machine.
struct CarriedUnit {
  std::string run;  ///< the digest of the text of the run to which the unit belongs
  Unit unit;
};

/// The result of a unit of work that another machine has searched.
struct CarriedResult {
  std::string unit;     ///< the digest of the text of the unit
  std::string program;  ///< the version of dlx that searched the unit
  /// Time of the search in nanoseconds; all other fields are deterministic.
  std::uint64_t time_ns = 0;
  Sums sums;              ///< numbers of solutions found and of nodes visited
  search::OpenWork rest;  ///< the part of the unit's search tree that is not searched yet
  /// The solutions of the unit in the order in which they were found; empty if only their number is
  /// wanted.
  std::vector<std::vector<OptionId>> solutions;
  std::string trace;  ///< a piece of a certificate, made by CertificateFile::packed(); may be empty
};

/// The first word of the text of a unit's result. The version of the text's format follows this
/// word.
inline constexpr std::string_view carried_result_word = "dlx-carried-result ";
/// The beginning of the line with which `dlx work` answers to a run of another version. The version
/// of the worker follows on the same line.
inline constexpr std::string_view other_version_line = "dlx-other-version ";

/// Writes a run, a unit of work or its result as text with a digest at the end. The reading
/// functions below check the digest. A reading function throws InputError if a text is damaged, and
/// the exceptions of Input.
[[nodiscard]] std::string to_text(const CarriedRun& run);
[[nodiscard]] std::string to_text(const CarriedUnit& unit);
[[nodiscard]] std::string to_text(const CarriedResult& result);
[[nodiscard]] CarriedRun read_carried_run(io::Input& input);
[[nodiscard]] CarriedUnit read_carried_unit(io::Input& input);
[[nodiscard]] CarriedResult read_carried_result(io::Input& input);

/// Searches a unit of work, as `dlx work` does. `digest` is the digest of the run's text. The
/// result is deterministic except for the time. Throws std::invalid_argument if the unit belongs to
/// another run.
[[nodiscard]] CarriedResult search_carried(const CarriedRun& run, const std::string& digest,
                                           const CarriedUnit& unit);

/// Checks that a result can be the result of this unit of work and was made by this version of dlx,
/// and that its numbers of solutions and nodes are consistent. If a check fails, throws
/// std::invalid_argument with the reason. The unsearched part of the tree in the result is not
/// checked here; see Solver::start_at().
void check_carried(const CarriedResult& result, const CarriedUnit& unit, const CarriedRun& run);

}  // namespace dlx::runs
