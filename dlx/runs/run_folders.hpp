#pragma once

#include <string>
#include <vector>

#include "dlx/runs/table_folder.hpp"

/// The folders beside the file of a saved run: FILE.solutions has the solutions of each unit of
/// work, FILE.certificate the pieces of a certificate, FILE.tables the tables of unfinished counts
/// (sweeps and sums over signs).
namespace dlx::runs {

/// The paths of the three folders beside the file of a saved run.
/// @{
[[nodiscard]] std::string solutions_folder(const std::string& checkpoint);
[[nodiscard]] std::string certificate_folder(const std::string& checkpoint);
[[nodiscard]] std::string tables_folder(const std::string& checkpoint);
/// @}
/// The paths of everything that a saved run may write beside its file: the three folders, and the
/// files of the database.
[[nodiscard]] std::vector<std::string> paths_beside(const std::string& checkpoint);
/// Whether `path` is the file of a saved run, or one of paths_beside().
[[nodiscard]] bool is_of_run(const std::string& checkpoint, const std::string& path);
/// Throws std::invalid_argument if no file is named for a saved run, or if its certificate would
/// replace the file or what is beside it.
void check_files(const std::string& checkpoint, const std::string& certificate);
/// The path of the certificate of an answer that a Counter has found.
[[nodiscard]] std::string file_of_counters_certificate(const std::string& checkpoint);

/// The kinds of files that a finished unit of work leaves.
enum class FileOfUnit { solutions, certificate };
/// The line that describes a file of a unit of work in Sums::files; empty if the file does not
/// exist. `mark` is the mark_of_file() of the file.
[[nodiscard]] std::string line_of_files(FileOfUnit kind, const std::string& mark);
/// Describes what is wrong with a file of a finished unit of work: the file is missing, or differs
/// from its mark in `files` (Sums::files). Returns an empty text if nothing is wrong. dlx 0.1
/// recorded no marks, so its files are only checked for existence.
[[nodiscard]] std::string fault_of(FileOfUnit kind, const std::string& path,
                                   const std::string& files);

/// Throws CheckpointError if a folder of a new run has files of another run. All files in the
/// folder for solutions are considered solutions of the list, and a count removes all tables in the
/// folder for tables when it ends.
void require_empty(const std::string& folder);
/// Makes a folder. If the folder exists, removes unfinished files from it. Throws SystemError.
void prepare_folder(const std::string& folder);

/// The unfinished sweeps (counts that process item after item) whose tables are saved beside a
/// checkpoint, the largest first.
[[nodiscard]] std::vector<TableFolder::Kept> sweeps_beside(const std::string& checkpoint);
/// The unfinished counts by a sum over signs (CountMethod::signs) that are saved beside a
/// checkpoint, the longest first.
[[nodiscard]] std::vector<TableFolder::KeptSum> sums_beside(const std::string& checkpoint);

/// The current time in the form that the facts of a run use, for example "2026-11-28 03:23 UTC".
[[nodiscard]] std::string now_in_words();
/// The time when the file or one of its tables was last written; empty if the file does not exist.
[[nodiscard]] std::string last_written(const std::string& checkpoint);

}  // namespace dlx::runs
