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

/// Messages between the machine that keeps a run and the machines that search its units.
namespace dlx::runs {

/// The data common to all units of a run.
struct CarriedRun {
  std::string program;                ///< the version of dlx that keeps the run
  Options search;                     ///< engine, branching and order of all units
  bool listing;                       ///< whether solutions are wanted, and not only their number
  bool weighted;                      ///< whether the tally has weights
  std::vector<OptionWeight> weights;  ///< one for each option, if `weighted`
  std::optional<search::TraceNumbers> trace =
      {};           ///< numbers for pieces of a certificate; nothing: no certificate is made
  Problem problem;  ///< the problem searched
};

/// A unit, as it is sent to a worker.
struct CarriedUnit {
  std::string run;  ///< digest of the text of the run
  Unit unit;
};

/// The result of a unit.
struct CarriedResult {
  std::string unit;           ///< the digest of the text of the unit
  std::string program;        ///< the version of dlx that searched it
  std::uint64_t time_ns = 0;  ///< time of the search; all other fields are deterministic
  Sums sums;                  ///< solutions found and nodes visited
  search::OpenWork rest;      ///< the open work that is left
  /// The solutions in the order in which they were found; empty if only their number is wanted.
  std::vector<std::vector<OptionId>> solutions;
  std::string trace;  ///< a piece of a certificate, made by CertificateFile::packed(); may be empty
};

/// The first word of a result's text, before the version of that text.
inline constexpr std::string_view carried_result_word = "dlx-carried-result ";
/// The beginning of the line with which `dlx work` answers to a run of another version. The version
/// of the worker follows.
inline constexpr std::string_view other_version_line = "dlx-other-version ";

/// Writes a text with a digest at its end. The readers below check the digest. A reader throws
/// InputError if a text is damaged, and the exceptions of Input.
[[nodiscard]] std::string to_text(const CarriedRun& run);
[[nodiscard]] std::string to_text(const CarriedUnit& unit);
[[nodiscard]] std::string to_text(const CarriedResult& result);
[[nodiscard]] CarriedRun read_carried_run(io::Input& input);
[[nodiscard]] CarriedUnit read_carried_unit(io::Input& input);
[[nodiscard]] CarriedResult read_carried_result(io::Input& input);

/// Searches a unit of a run, as a worker does. `digest`: the digest of the run's text. The result
/// is deterministic except for the time. Throws std::invalid_argument if the unit belongs to
/// another run.
[[nodiscard]] CarriedResult search_carried(const CarriedRun& run, const std::string& digest,
                                           const CarriedUnit& unit);

/// Checks that a result can be the result of this unit and was made by this version of dlx, and
/// that its sums are consistent. Throws std::invalid_argument with the reason otherwise. The open
/// work in the result is not checked: see Solver::start_at().
void check_carried(const CarriedResult& result, const CarriedUnit& unit, const CarriedRun& run);

}  // namespace dlx::runs
