#include "apps/run/run_folders.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "apps/run/run_facts.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/runs/ledger.hpp"

namespace dlx::app {

namespace fs = std::filesystem;

std::string solutions_folder(const std::string& checkpoint) {
  return checkpoint + ".solutions";
}

std::string certificate_folder(const std::string& checkpoint) {
  return checkpoint + ".certificate";
}

std::string file_of_counters_certificate(const std::string& checkpoint) {
  return certificate_folder(checkpoint) + "/counter";
}

std::string solutions_file(const Request& request, std::uint64_t unit) {
  return fmt::format("{}/{}.{}", solutions_folder(request.checkpoint.file), unit,
                     file_type(request));
}

void require_no_solutions(const Request& request) {
  const std::string folder = solutions_folder(request.checkpoint.file);
  std::error_code none;
  if (request.wanted.count || !fs::exists(folder, none) || fs::is_empty(folder, none)) return;
  throw CheckpointError(folder +
                        ": files of another run are in it, which would be taken for solutions of "
                        "this one; move or remove them");
}

bool is_missing(const std::string& path) {
  return ::access(path.c_str(), F_OK) != 0;
}

std::string missing_file(const Request& request, std::uint64_t unit, const Sums& sums) {
  if (!request.wanted.count && sums.solutions != 0) {
    std::string path = solutions_file(request, unit);
    if (is_missing(path)) return path;
  }
  if (!request.certificate.empty()) {
    std::string path = fmt::format("{}/{}", certificate_folder(request.checkpoint.file), unit);
    if (is_missing(path)) return path;
  }
  return {};
}

void prepare_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directory(folder, error);
  if (!error) {
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      if (entry.path().extension() == ".part") fs::remove(entry.path(), error);
    }
  }
  if (error) throw SystemError(folder + ": " + error.message());
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

std::string in_words(const TableFolder::KeptSum& kept) {
  return fmt::format("{} of {}", kept.step, quantity(kept.steps, "step"));
}

std::string in_words(const TableFolder::Kept& kept) {
  return fmt::format("{} of {}, {}, {:.1f} MB", kept.sweep.step, quantity(kept.sweep.steps, "step"),
                     quantity(kept.sweep.states, "state"), static_cast<double>(kept.bytes) / 1e6);
}

}  // namespace dlx::app
