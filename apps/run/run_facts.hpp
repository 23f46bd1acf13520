#pragma once

#include <optional>
#include <string>

#include "apps/run/report.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/runs/table_folder.hpp"

/// The facts (named texts) that the command writes to the file of a saved run, and reads back.
namespace dlx::app {

/// The ending of files of solutions, without ".gz": "txt" or "jsonl".
[[nodiscard]] std::string file_type(const Request& request);
/// The facts (named texts) that identify a run of the command: which solutions count as one class,
/// and the word for solutions. A file with other facts belongs to a different run.
[[nodiscard]] runs::RunFacts facts_of(const SearchTask& task);
/// The facts (named texts) that are needed to continue a run: the command and, with `show`, the
/// text that the command has read. This text replaces the input files. Throws std::invalid_argument
/// if the command is not valid UTF-8.
/// @{
[[nodiscard]] runs::RunFacts origin_of(const Request& request);
[[nodiscard]] runs::RunFacts origin_of(const Request& request, const Presentation& show);
/// @}
/// The last recorded progress of a run, in the form of ProgressLines::json(). `seconds` is the
/// total of all processes that have worked on the run. Returns nothing if no progress was recorded.
[[nodiscard]] std::optional<Json> last_look(const runs::RunFacts& facts);

/// The progress of a saved count, by a sweep or by a sum over signs, in words.
/// @{
[[nodiscard]] std::string in_words(const runs::TableFolder::Kept& kept);
[[nodiscard]] std::string in_words(const runs::TableFolder::KeptSum& kept);
/// @}

}  // namespace dlx::app
