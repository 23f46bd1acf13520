#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/watch.hpp"
#include "dlx/certificate/certificate_file.hpp"
#include "dlx/classes.hpp"
#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/names.hpp"
#include "dlx/runs/saved_run.hpp"
#include "dlx/search/options.hpp"
#include "dlx/search/statistics.hpp"
#include "dlx/solve/course.hpp"
#include "dlx/solve/hint_words.hpp"
#include "dlx/symmetry/automorphisms.hpp"

/// The answer of a search, and the presentation of its solutions.
namespace dlx::app {

/// The result of a search, and how it ended.
struct Answer {
  std::string count = "0";
  EngineKind engine = EngineKind::automatic;
  Status status = Status::running;  ///< solution_limit: as many as were asked for
  search::Statistics statistics = {};
  double seconds = 0;                         ///< includes verifying and printing listed solutions
  std::vector<solve::Entrant> entrants = {};  ///< searches that took turns, if there were several
  std::optional<counting::CountResult> counted = {};  ///< set if solutions were only counted
  std::optional<ClassesResult> classes = {};          ///< set if classes were only counted
  std::optional<Residue> fingerprint = {};
  std::uint64_t seed = 0;              ///< the seed of the fingerprint
  std::optional<bool> is_unique = {};  ///< set if uniqueness was asked for and is known
  std::uint64_t units = 0;             ///< units of work, if the run was saved in a file

  [[nodiscard]] bool complete() const noexcept { return status == Status::exhausted; }
};

/// The result of a Counter or a ClassCounter.
[[nodiscard]] Answer answer_of(counting::CountResult result);
[[nodiscard]] Answer answer_of(ClassesResult result);
/// @}
/// The answer of a saved run.
[[nodiscard]] Answer answer_of(const runs::RunResult& result);

/// The result so far of a Solver or a class with its interface. `start`: when the search began.
template <class Search>
[[nodiscard]] Answer answer_of(const Search& solver, std::string count,
                               std::chrono::steady_clock::time_point start) {
  Answer answer{.count = std::move(count),
                .engine = solver.engine(),
                .status = solver.status(),
                .statistics = solver.statistics(),
                .seconds = seconds_since(start)};
  if constexpr (requires { solver.entrants(); }) {
    answer.entrants.assign(solver.entrants().begin(), solver.entrants().end());
  }
  return answer;
}

/// Number of solutions that a certificate of this answer counts. Classes are not counted.
[[nodiscard]] std::string certified_count(const Answer& answer);
/// The claims of such a certificate. `more`: a line beside the count.
[[nodiscard]] certificate::Claims claims_of(const Answer& answer, const std::string& more = {});
/// The line about a count of classes: see certificate::claim_of_classes().
[[nodiscard]] std::string claimed_classes(const Answer& answer, const OptionSymmetries& group);

/// How far an answer can be relied on.
struct Confirmation {
  std::string level, why;             ///< "T0" to "T3", if the answer is complete
  Status status = Status::exhausted;  ///< how the attempt at a higher level ended
  std::string note;                   ///< about the certificate, for people; empty: none
  std::exception_ptr failure;         ///< the error that ended the attempt; thrown after the answer
};

/// An answer and its confirmation.
struct Outcome {
  Answer answer;
  Confirmation confirmation;
  bool is_no = false;  ///< the hint or property that was asked for does not exist
};

/// Whether a limit or a signal ended the search before its end.
[[nodiscard]] bool cut_short(Status status);

/// The exit code for a search that ended so: success, incomplete, out_of_memory, or 128 + the
/// signal that stopped it.
[[nodiscard]] int exit_code(Status status);
[[nodiscard]] int exit_code(const Outcome& outcome);

/// Which solutions count as one.
struct Classes {
  /// Selects the solution of a class that is shown; empty: all are.
  std::function<bool(std::span<const OptionId>)> is_representative = {};
  /// Or the group that makes the classes: then they can also be counted without being listed.
  std::optional<symmetry::SymmetryGroup> group = {};
  std::string generators;  ///< the symmetries in the file of --up-to FILE, as text

  /// The members of the group; null if there is no group, or if it has too many members to list.
  [[nodiscard]] const OptionSymmetries* listed() const { return group ? group->listed() : nullptr; }
  /// Whether there is a group, of more members than can be listed.
  [[nodiscard]] bool are_unlisted() const { return group && group->listed() == nullptr; }
  /// Whether the symmetries are too many to be listed, even if alike options are merged.
  [[nodiscard]] bool are_too_many() const;
};

using solve::HintWords;

/// How solutions are shown.
struct Presentation {
  std::string noun = "solution";
  std::string nouns = "solutions";
  /// Text of the n-th solution, its line ends included; empty: its options, a line each.
  std::function<std::string(const std::string& n, std::span<const OptionId>)> text = {};
  /// Adds fields to a solution in JSON, beside its options; empty: none.
  std::function<void(Json&, std::span<const OptionId>)> fields = {};
  Classes classes = {};
  /// A line of the data that replaces all other words about an answer, unless it is in JSON; empty:
  /// the usual words.
  std::function<std::string(const Answer&)> line = {};
  std::string puzzle = {};  ///< which of several puzzles, for JSON
  std::string title = {};   ///< the title of pictures; empty: the subcommand's name
  /// Text for the checkpoint from which the run continues without the input file; empty: none.
  std::function<std::string()> source = {};
  HintWords words = {};
  std::vector<OptionId> known = {};  ///< given options, which no hint names
};

/// The reasons why a set of options is not a solution.
using Faults = std::function<std::vector<std::string>(std::span<const OptionId>)>;

/// The numbers of options in the file, from 1.
[[nodiscard]] Json option_numbers(const Problem& problem, std::span<const OptionId> options);

/// The n-th solution, as a line of JSON, as numbers, or as the presentation shows it.
[[nodiscard]] std::string solution_as_text(const Problem& problem, const Presentation& show,
                                           const Request& request, const std::string& n,
                                           std::span<const OptionId> solution);

/// The order of a group in digits, or where these are many, roughly.
[[nodiscard]] std::string order_in_words(const Natural& order);

/// The classes that --up-to all or --up-to FILE asks for.
struct FoundClasses {
  Classes classes;
  Status status = Status::exhausted;  ///< if the search for symmetries did not end: why
};
[[nodiscard]] FoundClasses find_classes(const Request& request, Console& console,
                                        const Problem& problem, const Options& search);

}  // namespace dlx::app
