#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/cli/request.hpp"
#include "dlx/runs/table_folder.hpp"
#include "dlx/runs/units.hpp"

/// The folders beside the file of a saved run: solutions, pieces of a certificate, tables of
/// sweeps.
namespace dlx::app {

[[nodiscard]] std::string solutions_folder(const std::string& checkpoint);
[[nodiscard]] std::string certificate_folder(const std::string& checkpoint);
[[nodiscard]] std::string tables_folder(const std::string& checkpoint);

/// The certificate of an answer that a Counter has found.
[[nodiscard]] std::string file_of_counters_certificate(const std::string& checkpoint);
/// The file with the solutions of a unit.
[[nodiscard]] std::string solutions_file(const Request& request, std::uint64_t unit);

/// The kinds of files that a unit leaves.
enum class FileOfUnit { solutions, certificate };
/// The line of such a file in Sums::files; empty if there is no file. `mark`: its mark_of_file().
[[nodiscard]] std::string line_of_files(FileOfUnit kind, const std::string& mark);
/// What is wrong with a file that a finished unit has left: it is missing, or is not what `files`,
/// of Sums, says of it. Empty: nothing. Of a unit that was recorded before dlx kept marks it is
/// only known that there was a file.
[[nodiscard]] std::string fault_of(FileOfUnit kind, const std::string& path,
                                   const std::string& files);
/// The same of all files of a unit.
[[nodiscard]] std::string fault_of_files(const Request& request, std::uint64_t unit,
                                         const runs::Sums& sums);
/// A list is what lies in its folder: throws CheckpointError if that has files of another run.
void require_no_solutions(const Request& request);
/// Makes the folder, or removes from it what was not finished. Throws SystemError.
void prepare_folder(const std::string& folder);

/// The sweeps that have not ended whose tables are kept beside a checkpoint, the largest first.
[[nodiscard]] std::vector<runs::TableFolder::Kept> sweeps_beside(const std::string& checkpoint);
/// The sums over signs that have not ended, the longest first.
[[nodiscard]] std::vector<runs::TableFolder::KeptSum> sums_beside(const std::string& checkpoint);
/// Where such a sweep or sum stands, in words.
/// @{
[[nodiscard]] std::string in_words(const runs::TableFolder::Kept& kept);
[[nodiscard]] std::string in_words(const runs::TableFolder::KeptSum& kept);
/// @}

}  // namespace dlx::app
