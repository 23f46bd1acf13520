#pragma once

#include <functional>
#include <optional>
#include <string>

#include "apps/outcome.hpp"

/// --trust: how far an answer can be relied on.
namespace dlx::app {

/// For any problem: --trust, and --certificate, which the higher level rests on.
void add_trust_options(CLI::App& command, Session& session);

/// What --trust asks for one answer.
class Trust {
 public:
  /// Throws std::invalid_argument if there is no such level for what is asked. The session and the
  /// problem outlive it.
  Trust(Session& session, const Problem& problem, const Presentation& show);
  ~Trust();
  Trust(const Trust&) = delete;
  Trust& operator=(const Trust&) = delete;

  /// To be called before the answer is said: writes the certificate, if one was asked for, and does
  /// what --trust asks; says in `outcome` how far that came. Throws std::logic_error if it refutes
  /// the answer.
  void confirm(Outcome& outcome, const std::function<void()>& write_certificate);

  /// Confirms the answer and says it; that also where the certificate could not be written, before
  /// the exception goes on.
  void answer(Outcome& outcome, const Presentation& show,
              const std::function<void()>& write_certificate);

 private:
  [[nodiscard]] bool is_temporary(const std::string& file) const;
  void count_again(Outcome& outcome);
  void check_certificate(Outcome& outcome);
  void check_proof(Outcome& outcome);

  Session& session_;
  const Problem& problem_;
  std::string checker_;          // dlx-check
  std::string foreign_checker_;  // of proofs
  std::string folder_;           // temporary
};

}  // namespace dlx::app
