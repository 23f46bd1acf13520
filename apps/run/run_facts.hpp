#pragma once

#include <optional>
#include <string>

#include "apps/run/report.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/runs/table_folder.hpp"

/// The facts that the command writes into the file of a saved run, and reads in it.
namespace dlx::app {

/// The type of the files of solutions, without ".gz": "txt", "jsonl".
[[nodiscard]] std::string file_type(const Request& request);
/// The classes and the noun of the solutions: a run with others is another run.
[[nodiscard]] runs::RunFacts facts_of(const SearchTask& task);
/// The facts that are needed to continue a run: the command, and with `show` the text that it has
/// read, so that its input files are not needed. Throws std::invalid_argument if the command is not
/// UTF-8.
/// @{
[[nodiscard]] runs::RunFacts origin_of(const Request& request);
[[nodiscard]] runs::RunFacts origin_of(const Request& request, const Presentation& show);
/// @}
/// The last recorded progress of a run, in the form of ProgressLines, but with the seconds of all
/// processes that have worked at it. Nothing if no progress was recorded.
[[nodiscard]] std::optional<Json> last_look(const runs::RunFacts& facts);

/// The progress of a saved sweep or sum, in words.
/// @{
[[nodiscard]] std::string in_words(const runs::TableFolder::Kept& kept);
[[nodiscard]] std::string in_words(const runs::TableFolder::KeptSum& kept);
/// @}

}  // namespace dlx::app
