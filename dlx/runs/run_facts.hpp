#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/search/options.hpp"

/// The facts in the file of a run, whichever program makes the run, and the file before the run is
/// planned.
namespace dlx::runs {

struct RunResult;  // saved_run.hpp

/// The fact that holds Problem::dropped_numbers(), blanks between them, because the text of the
/// problem does not. Only a run that lists solutions has it, and only if there are any.
inline constexpr const char* dropped_options_fact = "list of dropped options";

/// The file of a run from the moment that its program begins. Planning a run, such as finding its
/// symmetries or reducing its problem, may take long; a process that is killed meanwhile leaves a
/// file that can be resumed like any other.
class BegunRun {
 public:
  using MakeFacts = std::function<RunFacts()>;

  /// Makes the file, unless it exists or `path` is empty. `facts`: the facts known before the run
  /// is planned, such as "problem", "task" and how to resume. `nodes`: limit of nodes for the first
  /// unit.
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

/// The facts of a count or list before it is planned, for BegunRun. `origin`: how to resume it.
/// Throws CheckpointError if it lists, and there are solutions of another run.
[[nodiscard]] RunFacts begun_facts(const std::string& path, const Problem& problem, bool lists,
                                   RunFacts origin);
/// The facts about the search. `searched`: the rest of the problem; `search`: its engine is fixed.
[[nodiscard]] RunFacts search_facts(const Problem& problem, const Problem& searched,
                                    const Options& search);
/// Adds the fact above, if there are dropped options.
void add_dropped(RunFacts& facts, const Problem& problem);
/// Whether some process has planned the run that has these facts: "engine" is among them.
[[nodiscard]] bool is_planned(const RunFacts& facts);

/// Called once a run is planned: compares the facts with those in its file, or, if no process has
/// planned the run before, records them. Then the command may be another than that which began the
/// run, because nothing has been searched; `origin`: how to resume it. Throws CheckpointError if
/// the facts in the file are of another run.
void plan_run(const std::string& path, Ledger& ledger, const RunFacts& facts,
              const RunFacts& origin);

/// The fact "up to" of a run up to all symmetries of the problem.
[[nodiscard]] std::string up_to_all(const Problem& problem);

/// The words of a command as the fact "arguments" holds them: a JSON array.
[[nodiscard]] std::string words_as_text(const std::vector<std::string>& words);

/// The answer of a Counter or ClassCounter as the file holds it, in JSON.
[[nodiscard]] std::string answer_as_text(const RunResult& result);
/// Reads such an answer. Throws CheckpointError, which names the file, if the text is damaged.
[[nodiscard]] RunResult answer_from_text(const std::string& file, const std::string& text);

}  // namespace dlx::runs
