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

  /// Writes the certificate, if one was asked for, does what --trust asks, notes in `outcome` how
  /// far that came, and says the answer; that also where something went wrong, before the exception
  /// goes on. Only if the answer is refuted it is not said: then it throws std::logic_error.
  /// `more`: the line of classes or costs that the certificate claims.
  void answer(Outcome& outcome, const std::function<void()>& say_it,
              const std::function<void()>& write_certificate, const std::string& more = {});
  /// The same, of solutions.
  void answer(Outcome& outcome, const Presentation& show,
              const std::function<void()>& write_certificate, const std::string& more = {});

 private:
  void confirm(Outcome& outcome, const std::function<void()>& write_certificate,
               const std::string& more);
  [[nodiscard]] std::string checker_name() const;  // its path, if it is not the one beside dlx
  [[nodiscard]] bool is_temporary(const std::string& file) const;
  void count_again(Outcome& outcome);
  void check_certificate(Outcome& outcome, const std::string& more);
  void check_proof(Outcome& outcome);

  Session& session_;
  const Problem& problem_;
  std::string checker_;          // dlx-check
  std::string foreign_checker_;  // of proofs
  std::string folder_;           // temporary
};

}  // namespace dlx::app
