#include "apps/run/run_folders.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <string_view>
#include <system_error>

#include "apps/run/run_facts.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/runs/ledger.hpp"
#include "dlx/runs/unit_file.hpp"

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
  throw runs::CheckpointError(
      folder +
      ": files of another run are in it, which would be taken for solutions of "
      "this one; move or remove them");
}

namespace {

std::string_view to_string(FileOfUnit kind) {
  return kind == FileOfUnit::solutions ? "solutions" : "certificate";
}

}  // namespace

std::string line_of_files(FileOfUnit kind, const std::string& mark) {
  return mark.empty() ? "" : fmt::format("{} {}\n", to_string(kind), mark);
}

std::string fault_of(FileOfUnit kind, const std::string& path, const std::string& files) {
  if (::access(path.c_str(), F_OK) != 0) {
    return path +
           ": is missing, and has what was found before; this folder goes with the checkpoint "
           "wherever that is copied";
  }
  const bool marked = files.find(to_string(kind)) != std::string::npos;
  if (!marked || files.find(line_of_files(kind, runs::mark_of_file(path))) != std::string::npos) {
    return {};
  }
  return path +
         ": is not as the run has written it: it was damaged or changed; bring back a copy of it, "
         "or begin the run anew in another file";
}

std::string fault_of_files(const Request& request, std::uint64_t unit, const runs::Sums& sums) {
  std::string fault;
  if (!request.wanted.count && sums.solutions != 0) {
    fault = fault_of(FileOfUnit::solutions, solutions_file(request, unit), sums.files);
  }
  if (fault.empty() && !request.certificate.empty()) {
    const std::string folder = certificate_folder(request.checkpoint.file);
    fault = fault_of(FileOfUnit::certificate, fmt::format("{}/{}", folder, unit), sums.files);
  }
  return fault;
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

std::vector<runs::TableFolder::Kept> sweeps_beside(const std::string& checkpoint) {
  std::vector<runs::TableFolder::Kept> sweeps = runs::TableFolder::list(tables_folder(checkpoint));
  std::erase_if(sweeps, [](const runs::TableFolder::Kept& kept) {
    return kept.sweep.step == kept.sweep.steps && kept.sweep.states <= 1;
  });
  return sweeps;
}

std::vector<runs::TableFolder::KeptSum> sums_beside(const std::string& checkpoint) {
  std::vector<runs::TableFolder::KeptSum> sums =
      runs::TableFolder::list_sums(tables_folder(checkpoint));
  std::erase_if(sums,
                [](const runs::TableFolder::KeptSum& kept) { return kept.step == kept.steps; });
  return sums;
}

std::string in_words(const runs::TableFolder::KeptSum& kept) {
  return fmt::format("{} of {}", kept.step, quantity(kept.steps, "step"));
}

std::string in_words(const runs::TableFolder::Kept& kept) {
  return fmt::format("{} of {}, {}, {:.1f} MB", kept.sweep.step, quantity(kept.sweep.steps, "step"),
                     quantity(kept.sweep.states, "state"), static_cast<double>(kept.bytes) / 1e6);
}

}  // namespace dlx::app
