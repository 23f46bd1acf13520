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

class FileLock;  // defined in ledger.cpp

/// A checkpoint that cannot be used: damaged, of another problem or version, or in use; what() says
/// why. The file does not change, except that an unfinished change of an earlier process is rolled
/// back.
class CheckpointError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The facts of a run, as words of its owner: the problem's identity, the engine, how to resume.
using RunFacts = std::map<std::string, std::string>;

/// The units of a run in a file, which is a database of SQLite with a row for each unit. The
/// results of a unit and the units it leaves are written in one transaction, and used only
/// afterwards. So after a crash of the program or the machine, a resumed run has lost at most the
/// units that were being searched, and counts nothing twice. Memory does not grow with the run.
class Ledger final : public UnitStore {
 public:
  /// A new file, with the whole search as its one unit. Throws SystemError if it exists or cannot
  /// be written.
  static void create(const std::string& path, const RunFacts& facts, std::uint64_t nodes);

  /// Opens a file to continue its run, and checks every row. Then no other process can open it in
  /// this way. It is not changed before take(). `visit_done` gets the number and the sums of each
  /// unit that is done. Throws CheckpointError, and SystemError if the file does not exist or
  /// cannot be read.
  explicit Ledger(const std::string& path,
                  const std::function<void(std::uint64_t, const Sums&)>& visit_done = {});
  ~Ledger() override;

  /// The facts given to create().
  [[nodiscard]] const RunFacts& facts() const noexcept { return facts_; }

  /// Records the answer of the whole run, if it was not found by its units. Like the facts, it is a
  /// text of the run's owner. Open units stay unchanged. Throws SystemError; then nothing has been
  /// recorded.
  void record_answer(const std::string& answer);
  /// Records facts or replaces them, all or none. Throws like record_answer().
  void note(const RunFacts& more);
  /// The answer given to record_answer(); null: none was given.
  [[nodiscard]] const std::string* answer() const;

  [[nodiscard]] std::optional<Unit> take() override;
  [[nodiscard]] std::size_t waiting() const override { return open_units_.size(); }

 protected:
  /// Throws SystemError, for instance if the disk is full; then nothing has been recorded.
  void record(const Unit& unit, const Sums& sums, const std::vector<search::OpenWork>& rest,
              std::uint64_t nodes) override;

 private:
  struct Database;

  /// Opened for writing when there is something to do.
  Database& database();
  /// Makes a change whole or, if it throws, not at all.
  template <class Change>
  void in_transaction(Change change);

  std::string path_;
  std::unique_ptr<FileLock> lock_;
  std::unique_ptr<Database>
      database_;  // closed first, because closing any file ends the locks of SQLite
  RunFacts facts_;
  std::deque<std::uint64_t> open_units_;
  std::uint64_t last_id_ = 0;
};

/// The state of a run, read from its file without disturbing the process that searches it.
struct LedgerState {
  RunFacts facts;                         ///< the facts given to create()
  std::optional<std::string> answer;      ///< the answer given to Ledger::record_answer()
  Sums sums;                              ///< sums of the units that are done
  std::uint64_t units_done = 0;           ///< since the run began
  std::uint64_t units_open = 0;           ///< units that wait or are being searched
  std::vector<std::uint64_t> open_nodes;  ///< see UnitStore
  bool in_use = false;                    ///< some process has the file open to go on with it
};
/// Throws CheckpointError, and SystemError if the file does not exist or cannot be read.
[[nodiscard]] LedgerState read_ledger(const std::string& path);

}  // namespace dlx::runs
