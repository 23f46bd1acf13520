#include "dlx/runs/run_folders.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "dlx/io/durable_file.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/runs/unit_file.hpp"

namespace dlx::runs {

namespace fs = std::filesystem;

std::string solutions_folder(const std::string& checkpoint) {
  return checkpoint + ".solutions";
}

std::string certificate_folder(const std::string& checkpoint) {
  return checkpoint + ".certificate";
}

std::vector<std::string> paths_beside(const std::string& checkpoint) {
  return {solutions_folder(checkpoint), certificate_folder(checkpoint), tables_folder(checkpoint),
          checkpoint + "-wal", checkpoint + "-shm"};
}

bool is_of_run(const std::string& checkpoint, const std::string& path) {
  std::vector<std::string> files = paths_beside(checkpoint);
  files.push_back(checkpoint);
  return std::any_of(files.begin(), files.end(),
                     [&](const std::string& file) { return io::is_same_file(file, path); });
}

void check_files(const std::string& checkpoint, const std::string& certificate) {
  if (checkpoint.empty()) throw std::invalid_argument("checkpoint: a saved run needs a file");
  if (certificate.empty() || !is_of_run(checkpoint, certificate)) return;
  throw std::invalid_argument("certificate: " + certificate +
                              " belongs to the checkpoint; name another file");
}

std::string file_of_counters_certificate(const std::string& checkpoint) {
  return certificate_folder(checkpoint) + "/counter";
}

void require_empty(const std::string& folder) {
  std::error_code none;
  if (!fs::exists(folder, none) || fs::is_empty(folder, none)) return;
  throw CheckpointError(folder +
                        ": files of another run are in it, which would be taken for files of this "
                        "one; move or remove them");
}

namespace {

std::string_view to_string(FileOfUnit kind) {
  return kind == FileOfUnit::solutions ? "solutions" : "certificate";
}

}  // namespace

std::string line_of_files(FileOfUnit kind, const std::string& mark) {
  return mark.empty() ? "" : std::string(to_string(kind)) + ' ' + mark + '\n';
}

std::string fault_of(FileOfUnit kind, const std::string& path, const std::string& files) {
  if (::access(path.c_str(), F_OK) != 0) {
    return path +
           ": is missing, and has what was found before; this folder goes with the checkpoint "
           "wherever that is copied";
  }
  const bool marked = files.find(to_string(kind)) != std::string::npos;
  if (!marked || files.find(line_of_files(kind, mark_of_file(path))) != std::string::npos) {
    return {};
  }
  return path +
         ": is not as the run has written it: it was damaged or changed; bring back a copy of it, "
         "or begin the run anew in another file";
}

void prepare_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directory(folder, error);
  if (!error) {
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      if (entry.path().extension() == ".part") fs::remove(entry.path(), error);
    }
  }
  if (error) throw io::SystemError(folder + ": " + error.message());
}

std::string tables_folder(const std::string& checkpoint) {
  return checkpoint + ".tables";
}

std::vector<TableFolder::Kept> sweeps_beside(const std::string& checkpoint) {
  std::vector<TableFolder::Kept> sweeps = TableFolder::list(tables_folder(checkpoint));
  std::erase_if(sweeps, [](const TableFolder::Kept& kept) {
    return kept.sweep.step == kept.sweep.steps && kept.sweep.states <= 1;
  });
  return sweeps;
}

std::vector<TableFolder::KeptSum> sums_beside(const std::string& checkpoint) {
  std::vector<TableFolder::KeptSum> sums = TableFolder::list_sums(tables_folder(checkpoint));
  std::erase_if(sums, [](const TableFolder::KeptSum& kept) { return kept.step == kept.steps; });
  return sums;
}

namespace {

std::string in_words(std::time_t moment) {
  std::tm utc = {};
  gmtime_r(&moment, &utc);
  std::array<char, 32> words{};
  return {words.data(), std::strftime(words.data(), words.size(), "%Y-%m-%d %H:%M UTC", &utc)};
}

/// The time at which a file was last changed; 0 if the file does not exist.
std::time_t written(const std::string& path) {
  struct stat status = {};
  return ::stat(path.c_str(), &status) == 0 ? status.st_mtime : 0;
}

}  // namespace

std::string now_in_words() {
  return in_words(std::time(nullptr));
}

std::string last_written(const std::string& checkpoint) {
  std::time_t last = std::max(written(checkpoint), written(checkpoint + "-wal"));
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(tables_folder(checkpoint), none)) {
    last = std::max(last, written(entry.path().string()));
  }
  return last == 0 ? std::string() : in_words(last);
}

}  // namespace dlx::runs
