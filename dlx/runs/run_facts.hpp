#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/search/options.hpp"

/// The facts in the file of a run. A fact is a text with a name (RunFacts), such as the name of the
/// engine. All programs that make runs store the same facts. BegunRun makes the file before the run
/// is planned: before the problem is reduced and the engine is chosen.
namespace dlx::runs {

struct RunResult;  // RunResult is defined in saved_run.hpp

/// The name of the fact (named text in the file of a run) with the names of the options, a line for
/// each option. Only problems whose options have names have this fact.
inline constexpr const char* option_names_fact = "names of options";

/// The name of the fact (named text in the file of a run) with the numbers of the options that were
/// dropped from the problem (Problem::dropped_numbers()), separated by blanks. The text of the
/// problem does not contain these numbers. Only runs that list solutions have this fact, and only
/// if options were dropped.
inline constexpr const char* dropped_options_fact = "list of dropped options";

/// Makes the file of a run as soon as the program begins. Planning the run, such as finding its
/// symmetries or reducing its problem, may take long. If the process is killed meanwhile, it leaves
/// a file that can be resumed like the file of any other run.
class BegunRun {
 public:
  using MakeFacts = std::function<RunFacts()>;

  /// Makes the file, unless it exists or `path` is empty. `facts` returns the facts known before
  /// the run is planned, such as "problem", "task" and how to resume the run. `nodes` is the limit
  /// on nodes of the first unit of work.
  BegunRun(std::string path, const MakeFacts& facts, std::uint64_t nodes);
  /// Removes the file if this object made it and planning ends with an exception, because then
  /// nothing can be resumed.
  ~BegunRun();
  BegunRun(const BegunRun&) = delete;
  BegunRun& operator=(const BegunRun&) = delete;

  /// Whether the file of the run existed already.
  [[nodiscard]] bool continues() const noexcept { return continues_; }

 private:
  std::string path_;
  bool continues_;
  int exceptions_;
};

/// The facts (named texts) that BegunRun stores for a count or list before the run is planned.
/// `origin` has the facts that tell how to resume the run. Throws CheckpointError if `lists` is
/// true and solutions of another run exist.
[[nodiscard]] RunFacts begun_facts(const std::string& path, const Problem& problem, bool lists,
                                   RunFacts origin);
/// The facts (named texts in the file of a run) that hold a problem: "text", which is the problem
/// in Knuth's format, and option_names_fact.
[[nodiscard]] RunFacts problem_facts(const Problem& problem);
/// The problem that the facts of a run hold. Its options have the numbers and the names that they
/// had in the original file. `file` is the file of the run, for errors. Throws CheckpointError if
/// the facts contradict each other, and io::InputError for an invalid text.
[[nodiscard]] Problem problem_in(const RunFacts& facts, const std::string& file);

/// The facts (named texts in the file of a run) about its search. `searched` is the problem after
/// reduction. The engine in the options `search` must not be automatic.
[[nodiscard]] RunFacts search_facts(const Problem& problem, const Problem& searched,
                                    const Options& search);
/// The facts (named texts) that let `dlx resume` continue a run of this problem that another
/// program has begun. `words` has the arguments of a dlx command that counts or lists the same
/// solutions.
[[nodiscard]] RunFacts origin_of(const Problem& problem, const std::vector<std::string>& words);
/// The arguments of the command that continues the run, as JSON. Throws CheckpointError if no
/// command makes the same search, so that only the program which began it can continue it.
[[nodiscard]] const std::string& command_of(const RunFacts& facts);
/// Adds the fact dropped_options_fact, if options were dropped.
void add_dropped(RunFacts& facts, const Problem& problem);
/// Whether the run with these facts has been planned: its problem reduced and its engine chosen. A
/// planned run has the fact "engine".
[[nodiscard]] bool is_planned(const RunFacts& facts);

/// Records the facts (named texts) of a run in its file, or compares them with the facts that the
/// file has. plan_run() must be called once the run is planned. If a process has planned the run
/// before, the facts are compared. Otherwise the facts are recorded, together with the facts
/// `origin`, which tell how to resume the run. In this case the command may differ from the command
/// that began the run, because nothing has been searched yet. Throws CheckpointError if the facts
/// in the file are of another run.
void plan_run(const std::string& path, Ledger& ledger, const RunFacts& facts,
              const RunFacts& origin);

/// The value of the fact (named text) "up to" for a run up to all symmetries of the problem.
[[nodiscard]] std::string up_to_all(const Problem& problem);

/// The words of a command as a JSON array, which is the value of the fact "arguments".
[[nodiscard]] std::string words_as_text(const std::vector<std::string>& words);

/// The answer of a Counter or ClassCounter in JSON, as the file stores it.
[[nodiscard]] std::string answer_as_text(const RunResult& result);
/// Reads an answer that answer_as_text() has written. Throws a CheckpointError that names the file
/// if the text is damaged.
[[nodiscard]] RunResult answer_from_text(const std::string& file, const std::string& text);

}  // namespace dlx::runs
