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

/// Facts are named texts in the file of a saved run. These facts identify a run of `dlx design`: a
/// file with other facts belongs to a different run.
[[nodiscard]] runs::RunFacts design_facts(const Request& request, const design::Design& design,
                                          const std::string& text, const std::string& method);
/// The facts (named texts) that the file of a new run has before the method of the run is chosen;
/// see BegunRun.
[[nodiscard]] runs::RunFacts begun_design(const Request& request, const design::Design& design,
                                          const std::string& text);

/// Opens the file of a saved run that a BegunRun has created. `visit_done`: see Ledger. Throws
/// CheckpointError if the file belongs to a different run.
runs::Ledger& open_run(
    std::optional<runs::Ledger>& ledger, const Request& request, const design::Design& design,
    const runs::RunFacts& facts, const std::string& text,
    const std::function<void(std::uint64_t, const runs::Sums&)>& visit_done = {});

/// The numbers of the pieces in a set, each with a space before it. A number is repeated if the set
/// has several copies of the piece.
[[nodiscard]] std::string kinds_of(const design::Set& set);

/// A map from keys to text values. With a checkpoint, the map is also stored in the file of the
/// run. A record that was written to the file survives a crash. Each key has at most one record.
class DesignRecords {
 public:
  /// Without a checkpoint, no file is read or written. `method`: see design_facts(). `kind`: the
  /// first word of the names of the facts that store the map: "records" (of sets of pieces) or
  /// "measures" (of difficulty).
  DesignRecords(const Request& request, const design::Design& design, const std::string& text,
                const std::string& method, std::string kind);

  /// The value recorded under `key`; null if there is none.
  [[nodiscard]] const std::string* find(const std::string& key) const;
  /// Records a value. The record is written to the file after about a second, or by flush().
  void add(const std::string& key, const std::string& value);
  /// Writes the records that are not yet in the file.
  void flush();
  /// Records the answer, which marks the run as complete.
  void record_answer(const std::string& answer);
  /// The number of records that the file contained when it was opened.
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
