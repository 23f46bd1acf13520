#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "dlx/runs/ledger.hpp"

namespace dlx::runs {

/// The file of a run from the moment that its program begins. Planning a run, such as finding its
/// symmetries or reducing its problem, may take long; a process that is killed meanwhile leaves a
/// file that can be resumed like any other.
class BegunRun {
 public:
  using MakeFacts = std::function<RunFacts()>;

  /// Makes the file, unless there is one or `path` is empty. `facts`: what is known before the run
  /// is planned, "problem" and "task" among it, and how to resume. `nodes`: of the first unit.
  BegunRun(std::string path, const MakeFacts& facts, std::uint64_t nodes);
  /// Removes a file that it made if planning ends with an exception: then nothing can be resumed.
  ~BegunRun();
  BegunRun(const BegunRun&) = delete;
  BegunRun& operator=(const BegunRun&) = delete;

  /// Whether there was a file already.
  [[nodiscard]] bool continues() const noexcept { return continues_; }

 private:
  std::string path_;
  bool continues_;
  int exceptions_;
};

/// Whether some process has planned the run that has these facts: "engine" is among them.
[[nodiscard]] bool is_planned(const RunFacts& facts);

/// Called once a run is planned: compares the facts with those in its file (see compare_facts()),
/// or, if no process has planned the run before, records them. Then the command may be another than
/// that which began the run, because nothing has been searched; `origin`: how to resume it.
void plan_run(const std::string& path, Ledger& ledger, const RunFacts& facts,
              const RunFacts& origin);

}  // namespace dlx::runs
