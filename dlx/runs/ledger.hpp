#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "dlx/runs/units.hpp"

namespace dlx::runs {

class FileLock;  // the class FileLock is defined in ledger.cpp

/// Thrown if a checkpoint cannot be used, because it is damaged, in use, or of another problem or
/// version. what() gives the reason. The file is not changed, except that an unfinished change of
/// an earlier process is rolled back.
class CheckpointError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The facts of a run, which are texts with names. Only the program that owns the run interprets
/// its facts. Examples of facts are the identity of the problem, the engine, and how to resume the
/// run.
using RunFacts = std::map<std::string, std::string>;

/// Stores the units of work of a run in a file, an SQLite database with a row for each unit. The
/// result of a unit, and the new units made from the part that was not searched, are written in one
/// transaction, and used only after the transaction. So after a crash of the program or the
/// machine, a resumed run has lost at most the units that were being searched, and counts nothing
/// twice. Memory does not grow with the run.
class Ledger final : public UnitStore {
 public:
  /// Makes a new file with a single unit of work, which is the whole search. `nodes` is the limit
  /// on nodes of this unit. Throws SystemError if the file exists or cannot be written.
  static void create(const std::string& path, const RunFacts& facts, std::uint64_t nodes);

  /// Opens a file to continue its run, and checks every row. As long as the Ledger object exists,
  /// no other process can open the file to continue it. Opening does not change the file.
  /// `visit_done` is called for each finished unit, with its number and its sums of solutions and
  /// nodes. Throws CheckpointError if the file cannot be used, and SystemError if it does not exist
  /// or cannot be read.
  explicit Ledger(const std::string& path,
                  const std::function<void(std::uint64_t, const Sums&)>& visit_done = {});
  ~Ledger() override;

  /// The facts (named texts) in the file, which create(), note() and record_answer() have stored.
  [[nodiscard]] const RunFacts& facts() const noexcept { return facts_; }

  /// Records the answer of the whole run, if it was found by a Counter, which does not search
  /// units. Like a fact, the answer is a text that only the program that owns the run interprets.
  /// Units that are not done remain unchanged. Throws SystemError if the file cannot be written. If
  /// record_answer() throws, nothing has been recorded.
  void record_answer(const std::string& answer);
  /// Records facts (named texts) of the run; a fact with the same name is replaced. If the call
  /// throws, no fact has been recorded or replaced. Throws the exceptions of record_answer().
  void note(const RunFacts& more);
  /// The answer that record_answer() has stored; null if it has stored none.
  [[nodiscard]] const std::string* answer() const;

  [[nodiscard]] std::optional<Unit> take() override;
  [[nodiscard]] std::size_t waiting() const override { return open_units_.size(); }

 protected:
  /// Records a finished unit of work in the file. Throws SystemError if the file cannot be written,
  /// for example because the disk is full. If record() throws, nothing has been recorded.
  void record(const Unit& unit, const Sums& sums, const std::vector<search::OpenWork>& rest,
              std::uint64_t nodes) override;

 private:
  struct Database;

  /// Returns the database. The first call opens the database for writing.
  Database& database();
  /// Changes the database in a transaction, which is rolled back if the function `change` throws.
  template <class Change>
  void in_transaction(Change change);

  std::string path_;
  std::unique_ptr<FileLock> lock_;
  // The database must be closed before lock_, because closing the file of lock_ ends the locks of
  // SQLite.
  std::unique_ptr<Database> database_;
  RunFacts facts_;
  std::deque<std::uint64_t> open_units_;
  std::uint64_t last_id_ = 0;
};

/// The state of a run, read from its file without disturbing the process that searches it.
struct LedgerState {
  RunFacts facts;                     ///< the facts of the run, which are named texts
  std::optional<std::string> answer;  ///< the answer of the run, if one was recorded
  Sums sums;                     ///< numbers of solutions and nodes of all finished units of work
  std::uint64_t units_done = 0;  ///< number of units of work done since the run began
  std::uint64_t units_open = 0;  ///< number of units of work that wait or are being searched
  /// For each level, the number of nodes that are known and have not been visited.
  std::vector<std::uint64_t> open_nodes;
  bool in_use = false;  ///< whether a process has opened the file to continue the run
};
/// Reads the state of a run. Throws CheckpointError if the file cannot be used, and SystemError if
/// it does not exist or cannot be read.
[[nodiscard]] LedgerState read_ledger(const std::string& path);

}  // namespace dlx::runs
