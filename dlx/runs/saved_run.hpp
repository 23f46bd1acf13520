// A saved run is a count, or a list of all solutions, whose state is kept in a file. After Ctrl-C,
// kill -9 or a power cut, any program with this problem, or `dlx resume FILE`, continues the run.
//
//     dlx::SavedRun run(problem, {.certificate = "run.cert", .checkpoint = "run.dlxr"});
//     while (run.run(10s) == dlx::Status::running) std::cerr << 100 * run.share() << " %\n";
//     std::cout << run.result().value.to_string() << '\n';
//
// Parts. The search is divided into units (units.hpp). The file, a Ledger, records each unit that
// is done, and a Crew of threads searches the other units. If a Counter, which chooses among all
// counting methods, can find the wanted number, it competes with the crew for time (race.hpp). The
// tables of the Counter's sweeps are in FILE.tables/. Solutions of a list are in FILE.solutions/,
// and pieces of a certificate in FILE.certificate/, with a file for each unit. The ledger has the
// length and digest of each of these files, and a run continues only if all of them match.
//
// Not done. Saved runs are a class, not an option of count(), because the progress of a run could
// not be read before the run is continued. Lists of solutions and counts of classes need such a
// file, too. One class is used for counts, lists, classes of solutions and walks, because nine
// tenths of the code of separate classes would be equal. The state of a Counter is not saved,
// because this state is large and changes with every version of the program, whereas a unit of work
// is a few words.
//
// The command, Python and the cluster store texts of their own in the file, such as the command
// line that continues the run. They pass these texts as options, so that this class does not depend
// on any command line.

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

/// How a run lists its solutions: as files in FILE.solutions/, one file for each unit of work that
/// has solutions.
struct ListFiles {
  /// Makes the text of the n-th solution of a unit of work, including line ends. Several threads
  /// may call this function in parallel. If the function `text` is empty, io::solution_text() makes
  /// the text.
  std::function<std::string(const std::string& n, std::span<const OptionId> solution)> text = {};
  std::string type = "txt";  ///< the ending of the files' names
  /// Whether files are compressed; if so, ".gz" follows the type in their names.
  bool gzip = false;

  /// The ending of the files' names: the type, followed by ".gz" if files are compressed.
  [[nodiscard]] std::string ending() const { return type + (gzip ? ".gz" : ""); }
};

/// The units of work of a run, for a program that searches them on other machines.
struct UnitsToSearch {
  Ledger& ledger;           ///< the file that stores the units of work
  const Problem& searched;  ///< the problem that units of work search
  const Options& search;    ///< the options for searching units of work, with a fixed engine
  bool visits_solutions;    ///< whether solutions are visited, not only counted
  const Tally& model;       ///< the weights of the options, with no solutions counted
  MakeSink make_sink;       ///< makes the object that receives a unit's solutions
  /// Limit on the number of nodes of all units of work together.
  std::optional<std::uint64_t> nodes;
  std::optional<std::uint64_t> unit_nodes;  ///< number of nodes of each unit of work
  /// Reports progress; the program must call on_progress about every second.
  std::function<void(const UnitStore&)> on_progress;
  Crew& crew;  ///< searches units of work with threads of this process
  /// Stores the units' pieces of the certificate; null if none is made.
  const RunCertificate* certificate;
};

/// The settings of a run that Options do not contain.
struct RunOptions {
  /// The run counts the classes of solutions under this group, or lists one solution of each class.
  /// The group must outlive the run. All solutions are counted before their classes if there is a
  /// certificate, or if the members of the group are not listed. A run under a group whose members
  /// are not listed can only count, and its problem must have no multiplicities. If `group` is
  /// null, the run counts or lists all solutions.
  const symmetry::SymmetryGroup* group = nullptr;
  /// Tells whether a solution is wanted, if classes are not given by a group. Several threads may
  /// call this function in parallel.
  std::function<bool(std::span<const OptionId>)> is_representative = {};
  /// If `list` is given, the run lists solutions instead of counting them.
  std::optional<ListFiles> list = {};
  /// Whether the run must not write the file of its certificate.
  bool keep_certificate = false;
  /// A function that searches the units of work on other machines. If it is given, run() is called
  /// only once and without a time, and no Counter is used.
  std::function<Status(const UnitsToSearch&)> search_elsewhere = {};
  /// Further facts (named texts) that must match the facts in the file before a run is continued.
  /// The problem, the engine and the task must always match. By default the fact "up to" identifies
  /// the group, and the fact "solutions" is "solutions".
  RunFacts facts = {};
  /// The facts (named texts) with which `dlx resume` continues the run: "arguments", a JSON array
  /// of the words of the command, and "text", the problem. If `origin` is empty, the run stores the
  /// facts of the command `dlx count` or `dlx solve --all` that does the same. No command exists
  /// for path problems, for `is_representative`, or for a group without the fact "up to". Then the
  /// run stores no such facts, and `dlx resume` refuses the run.
  RunFacts origin = {};
};

/// The result of a run. `value` is the number of solutions, or of classes up to symmetry: a lower
/// bound unless complete().
struct RunResult : counting::CountResult {
  bool by_counter = false;  ///< whether a Counter found the result, instead of the search in units
  /// The number of classes of solutions, if classes were counted.
  std::optional<ClassesResult> classes = {};
  std::uint64_t units = 0;  ///< number of finished units of work

  /// Makes this object the result of a count of classes of solutions under symmetry.
  void take(ClassesResult found);
};

/// A run that counts or lists solutions, and whose state is stored in a file. The head of this
/// source file describes saved runs.
class SavedRun {
 public:
  /// Opens the run in the file `checkpoint`, or begins a run in a new file. Reduces the problem,
  /// which may take long. If the stop flag is set meanwhile, planned() is false, and run() repeats
  /// the reduction. The problem and everything that the options refer to must outlive the run.
  ///
  /// The call of run() that completes the count writes the certificate. If writing the certificate
  /// fails, the result remains complete, and the next call of run() tries again. The limit on time
  /// counts from the first call of run(). The limit on nodes does not count the nodes that the file
  /// already has. A limit on solutions is not allowed. RunOptions::group determines the classes of
  /// solutions, not the option `up_to`. The method in the options must be automatic, search, sweep,
  /// fold or signs. Only with `automatic` are several methods tried.
  ///
  /// Throws CheckpointError if the file is damaged, in use, or of another problem, task or version.
  /// Throws SystemError if the file cannot be read or written, and std::invalid_argument if the
  /// options or the engine do not suit the problem. If the constructor throws, a file that it has
  /// made is removed.
  explicit SavedRun(const Problem& problem, Options options, RunOptions task = {});
  /// Opens or begins a run that counts or lists the solutions of a path problem: covers whose
  /// options form a path.
  explicit SavedRun(const PathProblem& problem, Options options, RunOptions task = {});
  /// The destructor loses only the work that the file does not have yet: units of work that are
  /// begun and not finished.
  ~SavedRun();
  /// After a run was moved from, it may only be assigned to or destroyed.
  /// @{
  SavedRun(SavedRun&&) noexcept;
  SavedRun& operator=(SavedRun&&) noexcept;

  /// @}

  /// Continues the run for the time `slice`, or until the run ends. Returns `running` if the time
  /// has passed before the run has ended, and `exhausted` if the result is complete. If the stop
  /// flag has ended the run, further calls continue the run once the flag is reset. If a limit of
  /// the options has ended the run, another SavedRun can continue it. Units of work pause at the
  /// end of this time. Steps of a Counter that cannot pause may take longer, and so may the last
  /// step of a certificate of classes. Throws SystemError if the disk fails; the file keeps its
  /// content.
  Status run(std::optional<std::chrono::nanoseconds> slice = {});

  /// The status of the run: `running`, or the reason why the run ended.
  [[nodiscard]] Status status() const noexcept;
  /// The result of the run so far. The value of the result is a lower bound unless the result is
  /// complete().
  [[nodiscard]] const RunResult& result() const noexcept;
  /// An estimate of the part of the run that is done, from 0 to 1.
  [[nodiscard]] double share() const;
  /// Whether the run has been planned. The run has not been planned if the stop flag was set before
  /// the planning was finished.
  [[nodiscard]] bool planned() const noexcept;
  /// Whether this object has saved anything: finished units of work, or tables of a Counter.
  [[nodiscard]] bool has_progressed() const;
  /// The ledger, which stores the units of work and the facts (named texts) of the run in the file.
  /// ledger() may be called only if planned() is true.
  [[nodiscard]] Ledger& ledger();
  /// The line in the certificate of a complete run that claims the number of classes; empty if the
  /// certificate claims none.
  [[nodiscard]] std::string claim() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dlx::runs
