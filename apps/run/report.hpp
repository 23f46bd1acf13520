#pragma once

#include <string>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/answer.hpp"
#include "apps/run/confirm.hpp"
#include "dlx/core/wide_real.hpp"

/// Prints answers.
namespace dlx::app {

/// Prints how the search ended, the count, the level of trust, and statistics.
void print_outcome(const Request& request, Console& console, const Outcome& outcome,
                   const Presentation& show);
[[nodiscard]] Json to_json(const Request& request, const Outcome& outcome);
/// Prints how far an answer can be trusted. Prints nothing about trust if the answer is incomplete.
void print_confirmation(const Request& request, Console& console, const Outcome& outcome);
/// Prints the statistics of a search to standard error, if --stats is given.
void print_statistics(const Request& request, Console& console, const Answer& answer);

/// A line of output that says why the answer is incomplete. `puzzle`: as in Presentation.
[[nodiscard]] std::string incomplete_line(Status status, std::string_view puzzle = {});
/// Adds to a JSON object that an answer is incomplete, and the status that says why.
void mark_incomplete(Json& object, Status status);
/// Prints that a limit or a signal has ended a command without an answer, as a line of text or of
/// JSON. Returns the exit code.
int print_incomplete(const Request& request, Console& console, Status status,
                     const std::string& puzzle = {});

/// The value as a JSON number, or as a string such as "1.234e+456" if it is too large for a double.
[[nodiscard]] Json number_as_json(const WideReal& value);

/// The arguments of a search: the request, and the objects that the search uses.
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

/// Confirms an answer, prints the answer and its confirmation, and returns both. Errors of the
/// confirmation are thrown after printing. `write_certificate` and `claim`: see
/// Confirmer::confirm().
Outcome conclude(const SearchTask& task, Answer answer, const WriteCertificate& write_certificate,
                 const std::string& claim = {});

/// The caption of a picture: the number of solutions, the symmetries considered, and whether the
/// list is complete.
[[nodiscard]] std::string caption(const Request& request, const Answer& answer,
                                  const Presentation& show);

}  // namespace dlx::app
