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

/// The result of a search, and the reason why the search ended.
struct Answer {
  std::string count = "0";
  EngineKind engine = EngineKind::automatic;
  /// The reason why the search ended; solution_limit: all wanted solutions were found.
  Status status = Status::running;
  search::Statistics statistics = {};
  double seconds = 0;  ///< time in seconds, including verifying and printing solutions
  /// Competing searches that took turns, if there were several.
  std::vector<solve::Entrant> entrants = {};
  /// The result of a count; empty if solutions were listed.
  std::optional<counting::CountResult> counted = {};
  /// The result of a count of classes of solutions; empty if solutions were listed.
  std::optional<ClassesResult> classes = {};
  std::optional<Residue> fingerprint = {};
  std::uint64_t seed = 0;  ///< the seed of the fingerprint
  /// Whether the solution is the only one; empty if this was not asked for, or is unknown.
  std::optional<bool> is_unique = {};
  std::uint64_t units = 0;  ///< number of units of work, if the run was saved

  [[nodiscard]] bool complete() const noexcept { return status == Status::exhausted; }
};

/// Converts the result of a Counter or a ClassCounter to an Answer.
/// @{
[[nodiscard]] Answer answer_of(counting::CountResult result);
[[nodiscard]] Answer answer_of(ClassesResult result);
/// @}
/// Converts the result of a saved run to an Answer.
[[nodiscard]] Answer answer_of(const runs::RunResult& result);

/// The result so far of a Solver or of another class with the same interface. `start`: the time
/// when the search began.
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

/// The number of solutions that a certificate of this answer claims, in digits. If the answer is a
/// number of classes, the certificate still claims a number of solutions.
[[nodiscard]] std::string certified_count(const Answer& answer);
/// The claims at the end of the certificate of this answer. `more`: a further line, written after
/// the count.
[[nodiscard]] certificate::Claims claims_of(const Answer& answer, const std::string& more = {});
/// The certificate's line about a count of classes of solutions; see
/// certificate::claim_of_classes().
[[nodiscard]] std::string claimed_classes(const Answer& answer, const OptionSymmetries& group);

/// How far an answer can be trusted.
struct Confirmation {
  std::string level, why;             ///< level "T0" to "T3" and reason, if the answer is complete
  Status status = Status::exhausted;  ///< how the attempt to reach a higher level ended
  std::string note;                   ///< a note for the user about the certificate; may be empty
  /// Error that ended the confirmation; thrown after the answer is printed.
  std::exception_ptr failure;
};

/// An answer and its confirmation.
struct Outcome {
  Answer answer;
  Confirmation confirmation;
  bool is_no = false;  ///< whether the hint or property asked for does not exist
  /// Whether solutions were printed, unless only numbers or JSON were asked for.
  [[nodiscard]] bool draws() const {
    return !is_no && answer.count != "0" && answer.is_unique != true;
  }
};

/// Whether a limit or a signal ended the search early.
[[nodiscard]] bool cut_short(Status status);

/// The exit code for a search with this status: success, incomplete, out_of_memory, or 128 plus the
/// number of the signal that stopped the search.
[[nodiscard]] int exit_code(Status status);
[[nodiscard]] int exit_code(const Outcome& outcome);

/// Defines which solutions count as one. At most one of `is_representative` and `group` is set.
struct Classes {
  /// Whether a solution is the one that is shown for its class under symmetry. If this function is
  /// empty, all solutions are shown.
  std::function<bool(std::span<const OptionId>)> is_representative = {};
  /// The symmetry group whose orbits are the classes. If the group is known, classes can be counted
  /// without listing all solutions.
  std::optional<symmetry::SymmetryGroup> group = {};
  std::string generators;  ///< the symmetries in the file of --up-to FILE, as text

  /// The members of the group; null if there is no group, or if it has too many members to list.
  [[nodiscard]] const OptionSymmetries* listed() const { return group ? group->listed() : nullptr; }
  /// Whether there is a group with too many members to list.
  [[nodiscard]] bool are_unlisted() const { return group && group->listed() == nullptr; }
  /// Whether the group has too many members to list even after equal options (options with the same
  /// items, colours and cost) are merged.
  [[nodiscard]] bool are_too_many() const;
};

using solve::HintWords;

/// How solutions are shown.
struct Presentation {
  /// The problem whose options are shown. If this pointer is null, it is the problem that is
  /// searched. Otherwise the searched problem is what --fix and --forbid leave of this problem, and
  /// its options have the same numbers.
  const Problem* shown = nullptr;
  std::string noun = "solution";
  std::string nouns = "solutions";
  /// Makes the text of the n-th solution, including line ends. If this function is empty, the text
  /// lists the options of the solution, one in each line.
  std::function<std::string(const std::string& n, std::span<const OptionId>)> text = {};
  /// Adds fields to the JSON object of a solution, after the field for its options. If this
  /// function is empty, no fields are added.
  std::function<void(Json&, std::span<const OptionId>)> fields = {};
  /// A function that is called with each listed solution, in any output format. It may be empty.
  std::function<void(std::span<const OptionId>)> listed = {};
  Classes classes = {};
  /// Makes the line that is printed for the answer instead of the usual text. JSON output does not
  /// use this line. If this function is empty, the usual text is printed.
  std::function<std::string(const Answer&)> line = {};
  std::string puzzle = {};  ///< line in a file of several puzzles, or a name
  std::string title = {};   ///< the title of pictures; empty: the subcommand's name
  /// Makes facts that the checkpoint stores besides named_files(), such as the problem in place of
  /// its file. If this function is empty, no such facts are stored.
  std::function<runs::RunFacts()> source = {};
  /// Facts of the checkpoint that must be equal when the run continues, because the texts of
  /// solutions depend on them.
  runs::RunFacts facts = {};
  HintWords words = {};
  std::vector<OptionId> known = {};  ///< options given by --fix or --place; hints do not name them
};

/// A function that returns the reasons why a set of options is not a solution. The list is empty
/// for a solution.
using Faults = std::function<std::vector<std::string>(std::span<const OptionId>)>;

/// The numbers that options have in the file of the problem. Option numbers begin with 1.
[[nodiscard]] Json option_numbers(const Problem& problem, std::span<const OptionId> options);
/// Adds the options of a solution to a line of JSON: "options", their numbers, and if options have
/// names, "names".
void add_options(Json& line, const Problem& problem, std::span<const OptionId> options);

/// The problem whose options are shown, if `searched` is the problem that is searched.
[[nodiscard]] inline const Problem& shown_problem(const Problem& searched,
                                                  const Presentation& show) {
  return show.shown != nullptr ? *show.shown : searched;
}
/// The options of another problem that have the same numbers as these options of `problem`.
[[nodiscard]] std::vector<OptionId> same_numbers(const Problem& problem, const Problem& other,
                                                 std::span<const OptionId> options);

/// The n-th solution as text: a line of JSON, a line of option numbers, or the presentation's text.
[[nodiscard]] std::string solution_as_text(const Problem& problem, const Presentation& show,
                                           const Request& request, const std::string& n,
                                           std::span<const OptionId> solution);

/// The order of a group in digits. A long number is rounded.
[[nodiscard]] std::string order_in_words(const Natural& order);

/// The classes of solutions under symmetry for --up-to all or --up-to FILE.
struct FoundClasses {
  Classes classes;
  Status status = Status::exhausted;  ///< the reason why the search for symmetries ended
};
[[nodiscard]] FoundClasses find_classes(const Request& request, Console& console,
                                        const Problem& problem, const Options& search);

}  // namespace dlx::app
