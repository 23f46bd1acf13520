#pragma once

#include <string>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/answer.hpp"
#include "apps/run/confirm.hpp"
#include "dlx/core/wide_real.hpp"

/// Prints an answer.
namespace dlx::app {

/// Prints how a search ended, the count, how far it can be relied on, and statistics.
void print_outcome(const Request& request, Console& console, const Outcome& outcome,
                   const Presentation& show);
[[nodiscard]] Json to_json(const Request& request, const Outcome& outcome);
/// Prints how far an answer can be relied on, unless it is incomplete.
void print_confirmation(const Request& request, Console& console, const Outcome& outcome);
/// Prints the numbers of a search to standard error, if --stats asks for them.
void print_statistics(const Request& request, Console& console, const Answer& answer);

/// Why the answer is not complete, as a line of the data.
[[nodiscard]] std::string incomplete_line(Status status);
/// Prints, as a line of text or of JSON, that a limit or a signal has ended a command that has no
/// other answer, and returns the exit code.
int print_incomplete(const Request& request, Console& console, Status status);

/// A number, or a string such as "1.234e+456" where that is too large for a double.
[[nodiscard]] Json number_as_json(const WideReal& value);

/// One search: the request, and the objects that it uses.
struct SearchTask {
  const Request& request;
  Console& console;
  const Problem& problem;
  const Presentation& show;
  const Classes& classes;
  const Watch& control;
  const Confirmer& confirmer;

  [[nodiscard]] const Evidence& evidence() const { return confirmer.evidence(); }
};

/// Confirms an answer, prints both, and returns them; then throws the error of a part that failed.
/// `write_certificate`, `claim`: see Confirmer::confirm().
Outcome conclude(const SearchTask& task, Answer answer, const WriteCertificate& write_certificate,
                 const std::string& claim = {});

/// The caption of a picture: how many solutions, up to which symmetries, whether these are all.
[[nodiscard]] std::string caption(const Request& request, const Answer& answer,
                                  const Presentation& show);

}  // namespace dlx::app
