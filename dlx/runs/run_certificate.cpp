#include "dlx/runs/run_certificate.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "dlx/classes.hpp"
#include "dlx/io/durable_file.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/reduction_trace.hpp"
#include "dlx/runs/run_folders.hpp"
#include "dlx/runs/unit_file.hpp"

namespace dlx::runs {

namespace fs = std::filesystem;

namespace {

std::string piece(const std::string& folder, std::uint64_t unit) {
  return folder + '/' + std::to_string(unit);
}

}  // namespace

struct RunCertificate::State {
  const Problem& problem;
  std::string path;
  std::string folder;
  std::string about = {};
  search::CertificateBytes head{};
  search::Trace problem_trace{head, problem};
  std::unique_ptr<search::Trace> searched_trace = {};
  // Whether units of work write pieces of the certificate, because the reduction leaves a problem
  // to be searched.
  bool searched = false;
  // Whether the certificate proves the cheapest solutions instead of a count.
  bool of_costs = false;
  search::CertificateBytes rest{};
  std::optional<search::Trace> rest_trace = {};

  void begin() const {
    io::check_writable(path);
    std::error_code error;
    fs::create_directory(folder, error);
    if (error) throw io::SystemError(folder + ": " + error.message());
  }
};

RunCertificate::RunCertificate(const std::string& path, const std::string& folder,
                               const CertifiedRun& run)
    : state_(new State{.problem = run.problem, .path = path, .folder = folder}) {
  State& s = *state_;
  s.begin();
  if (run.group != nullptr) {
    s.about = certificate::about_classes;
    trace_group(s.problem_trace, run.problem, *run.group);
  }
  s.searched_trace = run.reduction != nullptr
                         ? trace_reduction(s.problem_trace, run.problem, *run.reduction)
                         : std::make_unique<search::Trace>(s.problem_trace.numbers(), s.head);
  s.searched = run.searched.primary_count() != 0 &&
               !(run.reduction != nullptr && run.reduction->impossible());
  if (s.searched) {  // the units' pieces of the certificate continue this search step from the root
    s.searched_trace->step(search::Step::search);
    s.searched_trace->step(search::Step::pause);
  }
  s.searched_trace->flush();
}

RunCertificate::RunCertificate(const std::string& path, const std::string& folder,
                               const Problem& problem, std::string about)
    : state_(new State{.problem = problem, .path = path, .folder = folder}) {
  State& s = *state_;
  s.begin();
  s.about = std::move(about);
  s.searched = s.of_costs = true;
}

RunCertificate::~RunCertificate() = default;

std::unique_ptr<UnitTrace> RunCertificate::unit_trace() const {
  return std::make_unique<UnitTrace>(
      numbers(), [this](const Unit& unit, std::span<const std::uint8_t> bytes) {
        return keep(unit.id, certificate::CertificateFile::packed(bytes));
      });
}

const search::TraceNumbers& RunCertificate::numbers() const {
  return state_->searched_trace->numbers();
}

std::string RunCertificate::keep(std::uint64_t unit, std::string_view packed) const {
  UnitFile file(piece(state_->folder, unit), false);
  file.print(packed);
  return line_of_files(FileOfUnit::certificate, file.keep());
}

search::Trace& RunCertificate::trace_after_units() {
  State& s = *state_;
  s.rest.rewind(0);
  return s.rest_trace.emplace(s.problem_trace.numbers(), s.rest);
}

void RunCertificate::finish(const certificate::Claims& claims, std::optional<std::uint64_t> seed,
                            std::uint64_t units) {
  State& s = *state_;
  certificate::CertificateFile file(s.path, s.problem, seed, s.about);
  file.write(s.head.bytes());
  // Units of work are numbered from 1, and units made from the rest of a unit have larger numbers
  // than the unit. Pieces with numbers above `units` may belong to an earlier run.
  for (std::uint64_t unit = 1; s.searched && unit <= units; ++unit) {
    const std::string path = piece(s.folder, unit);
    std::ifstream in(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    if (in.bad() || bytes.empty()) {
      throw io::SystemError(path + ": cannot read this piece of the certificate");
    }
    file.write_packed(bytes);
  }
  search::Trace end(s.problem_trace.numbers(), file);
  if (s.searched && !s.of_costs) end.step(search::Step::done);
  end.flush();
  file.write(s.rest.bytes());
  file.finish(claims);
}

}  // namespace dlx::runs
