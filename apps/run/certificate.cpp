#include "apps/run/certificate.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "apps/run/files.hpp"
#include "apps/run/run_folders.hpp"
#include "dlx/reduction_trace.hpp"
#include "dlx/runs/unit_file.hpp"

namespace dlx::app {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t default_seed = 1;

}  // namespace

std::string certified_count(const Answer& answer) {
  return answer.classes ? answer.classes->solutions.to_string() : answer.count;
}

std::string claimed_classes(const Answer& answer, const OptionSymmetries& group) {
  return fmt::format("classes {} under {} symmetries", answer.count, group.order());
}

Certificate::Certificate(const std::string& path, const Problem& problem,
                         std::optional<std::uint64_t> seed, std::string_view about) {
  if (path.empty()) return;
  file_.emplace(path, problem, seed.value_or(default_seed), about);
  trace_.emplace(*file_, problem);
}

void Certificate::finish(const Answer& answer, const std::string& claim) {
  if (!file_) return;
  trace_->flush();
  file_->finish({.count = Natural::parse(certified_count(answer)),
                 .fingerprint = answer.fingerprint,
                 .more = claim});
}

struct RunCertificate::State {
  const Problem& problem;
  std::string path;
  std::string folder;
  std::string_view about = {};
  certificate::CertificateBytes head{};
  search::Trace problem_trace{head, problem};
  std::unique_ptr<search::Trace> searched_trace = {};
  bool searched = false;  // reducing has not settled everything
  certificate::CertificateBytes rest{};
  std::optional<search::Trace> rest_trace = {};
};

RunCertificate::RunCertificate(const std::string& path, const std::string& folder,
                               const CertifiedRun& run)
    : state_(new State{.problem = run.problem, .path = path, .folder = folder}) {
  check_writable(path);
  State& s = *state_;
  std::error_code error;
  fs::create_directory(s.folder, error);
  if (error) throw io::SystemError(s.folder + ": " + error.message());
  if (run.group != nullptr) {
    s.about = about_classes;
    trace_group(s.problem_trace, run.problem, *run.group);
  }
  s.searched_trace = run.reduction != nullptr
                         ? trace_reduction(s.problem_trace, run.problem, *run.reduction)
                         : std::make_unique<search::Trace>(s.problem_trace.numbers(), s.head);
  s.searched = run.searched.primary_count() != 0 &&
               !(run.reduction != nullptr && run.reduction->impossible());
  if (s.searched) {  // the units do all of it
    s.searched_trace->step(search::Step::search);
    s.searched_trace->step(search::Step::pause);
  }
  s.searched_trace->flush();
}

RunCertificate::~RunCertificate() = default;

std::unique_ptr<runs::UnitTrace> RunCertificate::unit_trace() const {
  return std::make_unique<runs::UnitTrace>(
      numbers(), [this](const runs::Unit& unit, std::span<const std::uint8_t> bytes) {
        return keep(unit, certificate::CertificateFile::packed(bytes));
      });
}

const search::TraceNumbers& RunCertificate::numbers() const {
  return state_->searched_trace->numbers();
}

std::string RunCertificate::keep(const runs::Unit& unit, std::string_view packed) const {
  runs::UnitFile file(fmt::format("{}/{}", state_->folder, unit.id), false);
  file.print(packed);
  return line_of_files(FileOfUnit::certificate, file.keep());
}

search::Trace& RunCertificate::trace_after_units() {
  State& s = *state_;
  s.rest.rewind(0);
  return s.rest_trace.emplace(s.problem_trace.numbers(), s.rest);
}

void RunCertificate::finish(const Answer& answer, std::optional<std::uint64_t> seed,
                            const std::string& claim) {
  State& s = *state_;
  certificate::CertificateFile file(s.path, s.problem, seed.value_or(default_seed), s.about);
  file.write(s.head.bytes());
  // They are numbered from 1, and a unit's parts come after it. Others may be of an earlier run.
  for (std::uint64_t unit = 1; s.searched && unit <= answer.units; ++unit) {
    const std::string path = fmt::format("{}/{}", s.folder, unit);
    std::ifstream in(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    if (in.bad() || bytes.empty()) {
      throw io::SystemError(path + ": cannot read this piece of the certificate");
    }
    file.write_packed(bytes);
  }
  search::Trace end(s.problem_trace.numbers(), file);
  if (s.searched) end.step(search::Step::done);
  end.flush();
  file.write(s.rest.bytes());
  file.finish({.count = Natural::parse(certified_count(answer)),
               .fingerprint = answer.fingerprint,
               .more = claim});
}

}  // namespace dlx::app
