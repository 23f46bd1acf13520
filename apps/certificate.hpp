#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "apps/outcome.hpp"
#include "dlx/preprocess/reduce.hpp"
#include "dlx/runs/certificate_file.hpp"
#include "dlx/runs/workers.hpp"
#include "dlx/search/trace.hpp"

/// --certificate: what was done, so that another program can check the count.
namespace dlx::app {

/// The file of a unit's piece, for a run that is kept in a file.
[[nodiscard]] std::string piece_of_certificate(const Session& session, std::uint64_t unit);

void add_certificate_option(CLI::App& command, Session& session);

/// Throws std::invalid_argument unless a certificate can be about what is asked for: all solutions,
/// or the number of their classes.
void check_certificate(const Session& session, const Presentation& show);

/// The solutions that a certificate of this answer counts: not their classes.
[[nodiscard]] std::string certified_count(const Outcome& outcome);

/// The certificate of one search; does nothing if none was asked for.
class Certificate {
 public:
  /// The session and the problem outlive it. `about`: as CertificateFile has it.
  Certificate(Session& session, const Problem& problem, std::string_view about = {});

  /// For SearchOptions; null if none was asked for.
  [[nodiscard]] Trace* trace() { return trace_ ? &*trace_ : nullptr; }
  /// To be called when the answer is known. The certificate of an incomplete one is dropped.
  /// `more`: what is claimed beside the count.
  void finish(const Outcome& outcome, const std::string& more = {});

 private:
  Session* session_;
  std::optional<CertificateFile> file_;
  std::optional<Trace> trace_;
};

/// The certificate of a run that is kept in a file: each unit has a file of its own until all are
/// there.
class RunCertificate {
 public:
  /// `reduction`: what made `searched` of the problem; null: nothing was removed.
  RunCertificate(Session& session, const Problem& problem, const Problem& searched,
                 const Reduction* reduction);
  ~RunCertificate();

  /// For a worker; null if no certificate was asked for. Called by any thread.
  [[nodiscard]] std::unique_ptr<UnitTrace> unit_trace() const;
  void finish(const Outcome& outcome);

 private:
  struct State;
  Session* session_;
  std::unique_ptr<State> state_;
};

}  // namespace dlx::app
