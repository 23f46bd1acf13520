// A saved run is a count, or a list of all solutions, whose state is kept in a file. After Ctrl-C,
// kill -9 or a power cut, any program with this problem, or `dlx resume FILE`, continues the run.
//
//     dlx::SavedRun run(problem, {.certificate = "run.cert", .checkpoint = "run.dlxr"});
//     while (run.run(10s) == dlx::Status::running) std::cerr << 100 * run.share() << " %\n";
//     std::cout << run.result().value.to_string() << '\n';
//
// Parts. The search is divided into units (units.hpp). The file, a Ledger, records each unit that
// is done, and a Crew of threads searches the others. If a Counter can find the same number, it
// competes with the crew (race.hpp); the tables of its sweeps are in FILE.tables/. Solutions of a
// list are in FILE.solutions/ and pieces of a certificate in FILE.certificate/, one file for each
// unit that has some. The ledger has the length and digest of each of these files, and a run
// continues only if all of them match.
//
// Alternatives considered. An option of count() for the file: a program could not ask how far the
// run is before it continues, and lists and classes need the same file. A class each for counts,
// lists, classes and walks: nine tenths of their code would be equal. Storing a Counter: its state
// is large and changes with every version, whereas a unit is a few words. The command, Python and
// the cluster write facts and texts of their own into the file; they pass these as options, so that
// this class knows no command line.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "dlx/classes.hpp"
#include "dlx/core/path_problem.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/counting/result.hpp"
#include "dlx/names.hpp"
#include "dlx/runs/crew.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/runs/workers.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx::runs {

class RunCertificate;

/// How a run lists its solutions: as files in FILE.solutions/, one for each unit that has some.
struct ListFiles {
  /// Makes the text of the n-th solution of a unit, line ends included. Several threads call it.
  /// Empty: io::solution_text().
  std::function<std::string(const std::string& n, std::span<const OptionId> solution)> text = {};
  std::string type = "txt";  ///< the ending of the names of the files
  bool gzip = false;         ///< compressed; then ".gz" follows the type

  /// The type with ".gz" if that follows.
  [[nodiscard]] std::string ending() const { return type + (gzip ? ".gz" : ""); }
};

/// The units of a run, for a program that searches them on other machines.
struct UnitsToSearch {
  Ledger& ledger;                      ///< the units
  const Problem& searched;             ///< the problem of the units
  const Options& search;               ///< its engine is fixed
  bool visits_solutions;               ///< solutions are visited, not only counted
  const Tally& model;                  ///< an empty tally with the weights
  MakeSink make_sink;                  ///< makes the sink of a unit whose solutions are visited
  std::optional<std::uint64_t> nodes;  ///< limit for the nodes in the ledger
  std::optional<std::uint64_t> unit_nodes;            ///< length of a unit
  std::function<void(const UnitStore&)> on_progress;  ///< must be called about every second
  Crew& crew;                                         ///< searches by threads of this process
  const RunCertificate* certificate;                  ///< has the pieces of units; null: none
};

/// The task of a run, beside Options.
struct RunOptions {
  /// Finds one solution of each class of this group, or counts the classes. It must outlive the
  /// run. A certificate needs all solutions, which are counted first. So does a group whose members
  /// are not listed, for which a run only counts, without multiplicities. Null: finds all
  /// solutions.
  const symmetry::SymmetryGroup* group = nullptr;
  /// Selects the solutions that are wanted, instead of a group. Several threads call it.
  std::function<bool(std::span<const OptionId>)> is_representative = {};
  /// Lists the solutions instead of counting them.
  std::optional<ListFiles> list = {};
  /// Leaves the file of the certificate as it is.
  bool keep_certificate = false;
  /// Searches the units elsewhere, in one call of run() without a slice; no Counter races then.
  std::function<Status(const UnitsToSearch&)> search_elsewhere = {};
  /// More facts that must match before a run is continued; the problem, the engine and the task
  /// always must. The default of "up to" identifies the group, that of "solutions" is "solutions".
  RunFacts facts = {};
  /// Facts that `dlx resume` needs: "arguments", a JSON array of the words of the command, and
  /// "text", the problem. Empty: the facts of `dlx count` or `dlx solve --all`, which continue
  /// runs without a group or a selection.
  RunFacts origin = {};
};

/// The result of a run. `value` is the number of solutions, or of classes up to symmetry: a lower
/// bound unless complete().
struct RunResult : counting::CountResult {
  bool by_counter = false;                    ///< a Counter found it, not the units
  std::optional<ClassesResult> classes = {};  ///< present if classes were counted
  std::uint64_t units = 0;                    ///< number of units that are done

  /// Makes this the result of a count of classes.
  void take(ClassesResult found);
};

/// A count or a list in a file. See the head of this file.
class SavedRun {
 public:
  /// Opens the run in the file `checkpoint`, or begins a run in a new file. Reduces the problem,
  /// which may take long; if the stop flag is set meanwhile, the run is not planned(), and run()
  /// tries again. The problem and everything that the options refer to must outlive the run.
  ///
  /// The certificate is written by run() when the count is complete; if that fails, the result
  /// stays complete and the next run() tries again. Limits: time from the first call of run(), and
  /// nodes beside those that the file has already. There must be no limit on solutions, and `up_to`
  /// is given by the group. The method is automatic, search, sweep or signs; all but automatic
  /// exclude the others.
  ///
  /// Throws CheckpointError if the file is damaged, in use, or of another problem, task or version,
  /// SystemError if it cannot be read or written, and std::invalid_argument if the options or the
  /// engine do not suit the problem. A file that this call has made is removed then.
  explicit SavedRun(const Problem& problem, Options options, RunOptions task = {});
  /// A run of the walks of a path problem.
  explicit SavedRun(const PathProblem& problem, Options options, RunOptions task = {});
  /// Loses only work that the file does not have yet: units between their beginning and their end.
  ~SavedRun();
  /// A moved-from run may only be assigned to or destroyed.
  /// @{
  SavedRun(SavedRun&&) noexcept;
  SavedRun& operator=(SavedRun&&) noexcept;

  /// @}

  /// Goes on for so long, or until the run ends. `running`: there is more to do. `exhausted`: the
  /// result is complete. After a limit or a stop, further calls go on if the reason is gone. Units
  /// pause at the end of a slice; steps of a Counter that cannot pause may take longer, and so does
  /// the last step of a certificate of classes. Throws SystemError if the disk fails; the file
  /// keeps its content.
  Status run(std::optional<std::chrono::nanoseconds> slice = {});

  /// `running`, or why the run ended.
  [[nodiscard]] Status status() const noexcept;
  /// The result so far: a lower bound unless it is complete().
  [[nodiscard]] const RunResult& result() const noexcept;
  /// The part of the work that is done, from 0 to 1, as far as it is known.
  [[nodiscard]] double share() const;
  /// False: the stop flag was set before the run was planned.
  [[nodiscard]] bool planned() const noexcept;
  /// Whether this object has saved anything: units or tables.
  [[nodiscard]] bool has_progressed() const;
  /// The file: its units and facts, to which facts can be added. The run must be planned().
  [[nodiscard]] Ledger& ledger();
  /// The line of classes in the certificate of a complete run; empty for other certificates.
  [[nodiscard]] std::string claim() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dlx::runs
