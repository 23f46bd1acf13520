// A saved run is a count, or a list of all solutions, whose state is kept in a file. After Ctrl-C,
// kill -9 or a power cut, any program with this problem, or `dlx resume FILE`, continues the run.
//
//     dlx::SavedRun run(problem, {.certificate = "run.cert", .checkpoint = "run.dlxr"});
//     while (run.run(10s) == dlx::Status::running) std::cerr << 100 * run.share() << " %\n";
//     std::cout << run.result().value.to_string() << '\n';
//
// Parts. The search is divided into units (units.hpp). The file, a Ledger, records each unit that
// is done, and a Crew of threads searches the other units. If a Counter can find the wanted number,
// the Counter competes with the crew (race.hpp). The tables of the Counter's sweeps are in
// FILE.tables/. Solutions of a list are in FILE.solutions/, and pieces of a certificate in
// FILE.certificate/, one file for each unit that has some. The ledger has the length and digest of
// each of these files, and a run continues only if all of them match.
//
// Not done. Saved runs are a class, not an option of count(), because a program could not ask for
// the progress of a run before continuing it. Lists of solutions and counts of classes need such a
// file, too. One class is used for counts, lists, classes of solutions and walks, because nine
// tenths of the code of separate classes would be equal. The state of a Counter is not saved,
// because this state is large and changes with every version of the program, whereas a unit is a
// few words.
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

/// How a run lists its solutions: as files in FILE.solutions/, one file for each unit that has
/// solutions.
struct ListFiles {
  /// Makes the text of the n-th solution of a unit, including line ends. Several threads may call
  /// this function in parallel. If the function `text` is empty, io::solution_text() makes the
  /// text.
  std::function<std::string(const std::string& n, std::span<const OptionId> solution)> text = {};
  std::string type = "txt";  ///< the ending of the files' names
  /// Whether files are compressed; if so, ".gz" follows the type in their names.
  bool gzip = false;

  /// The ending of the files' names: the type, followed by ".gz" if files are compressed.
  [[nodiscard]] std::string ending() const { return type + (gzip ? ".gz" : ""); }
};

/// The units of a run, for a program that searches them on other machines.
struct UnitsToSearch {
  Ledger& ledger;                      ///< the file that stores the units
  const Problem& searched;             ///< the problem that units search
  const Options& search;               ///< the options for searching units, with a fixed engine
  bool visits_solutions;               ///< whether solutions are visited, not only counted
  const Tally& model;                  ///< an empty tally that has the weights of the options
  MakeSink make_sink;                  ///< makes the sink of a unit whose solutions are visited
  std::optional<std::uint64_t> nodes;  ///< limit on the sum of the nodes in the ledger
  std::optional<std::uint64_t> unit_nodes;  ///< number of nodes of a unit
  /// Reports progress; the program must call on_progress about every second.
  std::function<void(const UnitStore&)> on_progress;
  Crew& crew;                         ///< searches units with threads of this process
  const RunCertificate* certificate;  ///< takes the pieces of units; null if no certificate is made
};

/// The task of a run, as far as Options do not describe it.
struct RunOptions {
  /// The run counts the classes of solutions under this group, or lists one solution of each class.
  /// The group must outlive the run. All solutions are counted before their classes if there is a
  /// certificate, or if the members of the group are not listed. A run under a group whose members
  /// are not listed can only count, and its problem must have no multiplicities. If `group` is
  /// null, the run counts or lists all solutions.
  const symmetry::SymmetryGroup* group = nullptr;
  /// Selects the solutions that are wanted, instead of a group. Several threads may call this
  /// function in parallel.
  std::function<bool(std::span<const OptionId>)> is_representative = {};
  /// If `list` is given, the run lists solutions instead of counting them.
  std::optional<ListFiles> list = {};
  /// Whether the run must not write the file of its certificate.
  bool keep_certificate = false;
  /// If search_elsewhere is given, this function searches the units on other machines, in one call
  /// of run() without a slice, and no Counter competes.
  std::function<Status(const UnitsToSearch&)> search_elsewhere = {};
  /// Further facts that must match the facts in the file before a run is continued. A fact is a
  /// text with a name. The problem, the engine and the task must always match. By default the fact
  /// "up to" identifies the group, and the fact "solutions" is "solutions".
  RunFacts facts = {};
  /// The facts with which `dlx resume` continues the run: "arguments", a JSON array of the words of
  /// the command, and "text", the problem. If `origin` is empty, the run stores the facts of the
  /// command `dlx count` or `dlx solve --all` that does the same. No command exists for walks, for
  /// a selection, or for a group without the fact "up to"; such a run stores no facts here, and
  /// `dlx resume` refuses it.
  RunFacts origin = {};
};

/// The result of a run. `value` is the number of solutions, or of classes up to symmetry: a lower
/// bound unless complete().
struct RunResult : counting::CountResult {
  bool by_counter = false;                    ///< whether a Counter found the result, not the units
  std::optional<ClassesResult> classes = {};  ///< the result for classes, if classes were counted
  std::uint64_t units = 0;                    ///< number of units that are done

  /// Makes this object the result of a count of classes.
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
  /// already has. A limit on solutions is not allowed. RunOptions::group determines the classes,
  /// not the option `up_to`. The method in the options must be automatic, search, sweep, fold or
  /// signs. Only with `automatic` are several methods tried.
  ///
  /// Throws CheckpointError if the file is damaged, in use, or of another problem, task or version.
  /// Throws SystemError if the file cannot be read or written, and std::invalid_argument if the
  /// options or the engine do not suit the problem. If the constructor throws, a file that it has
  /// made is removed.
  explicit SavedRun(const Problem& problem, Options options, RunOptions task = {});
  /// Opens or begins a run that counts or lists the walks of a path problem.
  explicit SavedRun(const PathProblem& problem, Options options, RunOptions task = {});
  /// The destructor loses only the work that the file does not have yet: units that are begun and
  /// not finished.
  ~SavedRun();
  /// After a run was moved from, it may only be assigned to or destroyed.
  /// @{
  SavedRun(SavedRun&&) noexcept;
  SavedRun& operator=(SavedRun&&) noexcept;

  /// @}

  /// Continues the run for the time of a slice, or until the run ends. Returns `running` if the
  /// slice has ended before the run, and `exhausted` if the result is complete. If the stop flag
  /// has ended the run, further calls continue the run once the flag is reset. If a limit of the
  /// options has ended the run, another SavedRun can continue it. Units pause at the end of a
  /// slice. Steps of a Counter that cannot pause may take longer, and so may the last step of a
  /// certificate of classes. Throws SystemError if the disk fails; the file keeps its content.
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
  /// Whether this object has saved anything: units or tables.
  [[nodiscard]] bool has_progressed() const;
  /// The ledger, which stores the units and facts of the run in the file. ledger() may be called
  /// only if planned() is true.
  [[nodiscard]] Ledger& ledger();
  /// The line of classes in the certificate of a complete run; empty for other certificates.
  [[nodiscard]] std::string claim() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dlx::runs
