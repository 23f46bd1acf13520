#pragma once

#include <optional>
#include <string>

#include "apps/run/search_task.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/search/options.hpp"

/// What the file of a saved run says of the run, beside its units.
namespace dlx::app {

/// The type of the files of solutions, as their names end: "txt", "jsonl.gz".
[[nodiscard]] std::string file_type(const Request& request);

/// What must be the same for a run to be continued. `search`: its engine is fixed.
[[nodiscard]] runs::RunFacts facts_of(const SearchTask& task, const Problem& searched,
                                      const search::SearchOptions& search);
/// What is needed to continue a run: the command, and with `show` the text that it has read, so
/// that its input files are not needed. Throws std::invalid_argument if the command is not UTF-8.
/// @{
[[nodiscard]] runs::RunFacts origin_of(const Request& request);
[[nodiscard]] runs::RunFacts origin_of(const Request& request, const Presentation& show);
/// @}
/// What is known of a new run before it is planned; see BegunRun. Throws CheckpointError if there
/// are solutions of another run.
[[nodiscard]] runs::RunFacts begun_facts(const Request& request, const Problem& problem,
                                         const Presentation& show);
/// How a run stood when that was last noted, as ProgressLines has it, but with the seconds of all
/// processes that have worked at it; nothing if it never was.
[[nodiscard]] std::optional<Json> last_look(const runs::RunFacts& facts);

/// The answer of a Counter or ClassCounter as the file holds it, and back. Throws CheckpointError
/// if the text is damaged.
[[nodiscard]] std::string answer_as_text(const Answer& answer);
[[nodiscard]] Answer answer_from_text(const std::string& file, const std::string& text);

}  // namespace dlx::app
