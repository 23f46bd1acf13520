#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/session.hpp"
#include "dlx/classes.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/core/wide_real.hpp"
#include "dlx/count.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/statistics.hpp"
#include "dlx/search/status.hpp"
#include "dlx/symmetry/automorphisms.hpp"

/// How a search ended, how its solutions are shown, and what is said of both.
namespace dlx::app {

/// How a search ended; `seconds` includes verifying and printing what was listed.
struct Outcome {
  std::string count;
  EngineKind engine = EngineKind::automatic;
  Status status = Status::running;  ///< solution_limit: as many as were asked for
  Statistics statistics = {};
  double seconds = 0;
  std::optional<CountResult> counted = {};    ///< if it was counted without listing
  std::optional<ClassesResult> classes = {};  ///< likewise, up to a group
  std::optional<Residue> fingerprint = {};
  std::uint64_t units = 0;  ///< of work, if it was kept in a file
  struct {
    std::string level, why;
  } trust = {};                             ///< of an answer that is complete: T0 to T3
  Status confirmation = Status::exhausted;  ///< how the attempt ended to make surer of it

  [[nodiscard]] bool complete() const noexcept { return status == Status::exhausted; }
};

/// The exit code of an outcome: success, incomplete, or 128 + the signal that stopped it.
[[nodiscard]] int exit_code(const Outcome& outcome);

/// A number, or a string such as "1.234e+456" where that is too large for a double.
[[nodiscard]] Json number_as_json(const WideReal& value);

/// How a solution is shown.
struct Presentation {
  std::string noun = "solution";
  std::string nouns = "solutions";
  /// Text of the n-th solution, its line ends included.
  std::function<std::string(const std::string& n, std::span<const OptionId>)> text;
  /// If the problem stands for something: what JSON says of a solution beside its options.
  std::function<void(Json&, std::span<const OptionId>)> fields;
  /// Which solution of a class is shown; nothing: all are.
  std::function<bool(std::span<const OptionId>)> is_representative = {};
  /// Or the group that makes the classes: then they can also be counted without being listed.
  std::optional<OptionSymmetries> group = {};
  /// Or all automorphisms, where they are too many for that.
  std::optional<Automorphisms> automorphisms = {};
  /// Where there are several puzzles: which one, for JSON.
  std::string puzzle;
  std::string title;  ///< of pictures; empty: the subcommand's name
};

/// What is wrong with a set of options as a solution.
using Faults = std::function<std::vector<std::string>(std::span<const OptionId>)>;
[[nodiscard]] std::logic_error no_solution(const std::vector<std::string>& faults);

/// The n-th solution, as a line of JSON or as the presentation has it.
[[nodiscard]] std::string solution_as_text(const Presentation& show, bool json,
                                           const std::string& n,
                                           std::span<const OptionId> solution);

/// Says how far the answer can be relied on, unless it is incomplete.
void say_trust(Session& session, const Outcome& outcome);

/// Says how a search ended, and what was counted.
void say(Session& session, const Outcome& outcome, const Presentation& show);

/// Why the answer is not whole, as a line of the data.
[[nodiscard]] std::string incomplete_line(Status status);
/// Prints that a limit or a signal has ended a command that is no search, as a line of text or of
/// JSON, and returns the exit code for it.
int print_incomplete(Session& session, Status status);

/// The outcome's numbers, on standard error.
void print_statistics(Session& session, const Outcome& outcome);
[[nodiscard]] Json to_json(const Session& session, const Outcome& outcome);

/// What is said of a picture's solutions: how many, up to what, whether all.
[[nodiscard]] std::string caption(const Session& session, const Outcome& outcome,
                                  const Presentation& show);

}  // namespace dlx::app
