#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "dlx/runs/ledger.hpp"
#include "reductions/design/design.hpp"

namespace dlx::app {

/// The facts that identify the run of a design.
[[nodiscard]] runs::RunFacts design_facts(const Request& request, const design::Design& design,
                                          const std::string& text, const std::string& method);
/// The facts about a new run before its method is chosen; see BegunRun.
[[nodiscard]] runs::RunFacts begun_design(const Request& request, const design::Design& design,
                                          const std::string& text);

/// Opens the file of a saved run, which a BegunRun has made. `visit_done`: see Ledger. Throws
/// CheckpointError if the file is of another run.
runs::Ledger& open_run(
    std::optional<runs::Ledger>& ledger, const Request& request, const design::Design& design,
    const runs::RunFacts& facts, const std::string& text,
    const std::function<void(std::uint64_t, const runs::Sums&)>& visit_done = {});

/// The numbers of the kinds in a set, each as often as it is used, with a space before each.
[[nodiscard]] std::string kinds_of(const design::Set& set);

/// Words under keys: in memory and, with a checkpoint, in the file of the run. A record that is in
/// the file stays, whatever happens to the process; a key has one record.
class DesignRecords {
 public:
  /// Without a checkpoint nothing is read or written. `method`: see design_facts(). `kind`: the
  /// word with which the facts in the file begin, "records" (of sets) or "measures".
  DesignRecords(const Request& request, const design::Design& design, const std::string& text,
                const std::string& method, std::string kind);

  /// The value recorded under a key; null if there is none.
  [[nodiscard]] const std::string* find(const std::string& key) const;
  /// Records a value. It is in the file after about a second, or after flush().
  void add(const std::string& key, const std::string& value);
  /// Writes the records that are not in the file yet.
  void flush();
  /// Marks the run as complete.
  void record_answer(const std::string& answer);
  /// How many records the file had when it was opened.
  [[nodiscard]] std::size_t found() const { return found_; }

 private:
  std::string kind_;
  std::optional<runs::Ledger> ledger_;
  std::map<std::string, std::string> records_;
  std::size_t found_ = 0;
  std::size_t batches_ = 0;
  std::string unwritten_;
  std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now();
};

}  // namespace dlx::app
