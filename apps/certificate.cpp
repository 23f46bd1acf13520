#include "apps/certificate.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "apps/run.hpp"
#include "dlx/reduction_trace.hpp"
#include "dlx/runs/unit_file.hpp"

namespace dlx::app {
namespace {

namespace fs = std::filesystem;

std::uint64_t seed_of(const Session& session) {
  return session.search.fingerprint_seed.value_or(1);
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code none;
  return a == b || fs::equivalent(a, b, none);
}

}  // namespace

std::string piece_of_certificate(const Session& session, std::uint64_t unit) {
  return fmt::format("{}.certificate/{}", session.checkpoint.file, unit);
}

void add_certificate_option(CLI::App& command, Session& session) {
  command
      .add_option("--certificate", session.certificate,
                  "Write a certificate of the count to this file, for dlx-check")
      ->check(not_empty)
      ->type_name("FILE")
      ->group("Trust");
}

void check_certificate(const Session& session, const Presentation& show) {
  if (session.certificate.empty()) return;
  if (!session.ask.count && !session.ask.all) {
    throw std::invalid_argument("--certificate is for all solutions: add --all or --count");
  }
  if (show.automorphisms) {
    throw std::invalid_argument(fmt::format(
        "{}: a certificate up to symmetry is for {} symmetries at most, and these are {}",
        session.trust.value_or(TrustLevel::counted) >= TrustLevel::certified ? "--trust T2"
                                                                             : "--certificate",
        most_members, show.automorphisms->order.to_string()));
  }
  if (show.is_representative || (show.group && !session.ask.count)) {
    throw std::invalid_argument("--certificate --up-to something is for counts: add --count");
  }
  if (show.group && !session.checkpoint.file.empty()) {
    throw std::invalid_argument(
        "--certificate --up-to something is not for runs with --checkpoint");
  }
  for (const std::string& other : {session.read.file, session.checkpoint.file}) {
    if (!other.empty() && is_same_file(session.certificate, other)) {
      throw std::invalid_argument("--certificate: " + other + " is needed for something else");
    }
  }
}

std::string certified_count(const Outcome& outcome) {
  return outcome.classes ? outcome.classes->solutions.to_string() : outcome.count;
}

Certificate::Certificate(Session& session, const Problem& problem, std::string_view about)
    : session_(&session) {
  if (session.certificate.empty()) return;
  file_.emplace(session.certificate, problem, seed_of(session), about);
  trace_.emplace(*file_, problem);
}

void Certificate::finish(const Outcome& outcome, const std::string& more) {
  if (!file_) return;
  if (!outcome.complete()) {
    file_.reset();
    session_->messages.warning("no certificate was written, for the answer is INCOMPLETE");
    return;
  }
  trace_->flush();
  file_->finish({.count = Natural::parse(certified_count(outcome)),
                 .fingerprint = outcome.fingerprint,
                 .more = more});
}

struct RunCertificate::State {
  const Problem& problem;
  std::string folder;
  CertificateBytes head{};
  Trace problem_trace{head, problem};
  std::unique_ptr<Trace> searched_trace = {};
  bool searched = false;  // reducing has not settled everything
};

RunCertificate::RunCertificate(Session& session, const Problem& problem, const Problem& searched,
                               const Reduction* reduction)
    : session_(&session) {
  if (session.certificate.empty()) return;
  check_writable(session.certificate);
  state_.reset(new State{.problem = problem, .folder = session.checkpoint.file + ".certificate"});
  State& s = *state_;
  std::error_code error;
  fs::create_directory(s.folder, error);
  if (error) throw SystemError(s.folder + ": " + error.message());
  s.searched_trace = reduction != nullptr ? trace_reduction(s.problem_trace, problem, *reduction)
                                          : std::make_unique<Trace>(s.problem_trace, s.head);
  s.searched = searched.primary_count() != 0 && !(reduction != nullptr && reduction->impossible());
  if (s.searched) {  // the units do all of it
    s.searched_trace->step(Step::search);
    s.searched_trace->step(Step::pause);
  }
  s.searched_trace->flush();
}

RunCertificate::~RunCertificate() = default;

std::unique_ptr<UnitTrace> RunCertificate::unit_trace() const {
  if (!state_) return nullptr;
  return std::make_unique<UnitTrace>(
      *state_->searched_trace,
      [folder = state_->folder](const Unit& unit, std::span<const std::uint8_t> bytes) {
        UnitFile file(fmt::format("{}/{}", folder, unit.id), false);
        file.print(CertificateFile::packed(bytes));
        file.keep();
      });
}

void RunCertificate::finish(const Outcome& outcome) {
  if (!state_ || !outcome.complete()) return;
  State& s = *state_;
  CertificateFile file(session_->certificate, s.problem, seed_of(*session_));
  file.write(s.head.bytes());
  // They are numbered from 1, and a unit's parts come after it. Others may be of an earlier run.
  for (std::uint64_t unit = 1; s.searched && unit <= outcome.units; ++unit) {
    const std::string path = fmt::format("{}/{}", s.folder, unit);
    std::ifstream in(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    if (in.bad() || bytes.empty()) {
      throw SystemError(path + ": cannot read this piece of the certificate");
    }
    file.write_packed(bytes);
  }
  Trace end(s.problem_trace, file);
  if (s.searched) end.step(Step::done);
  end.flush();
  file.finish(
      {.count = Natural::parse(outcome.count), .fingerprint = outcome.fingerprint, .more = {}});
}

}  // namespace dlx::app
