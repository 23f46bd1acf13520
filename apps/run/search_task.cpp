#include "apps/run/search_task.hpp"

#include <exception>
#include <utility>

#include "apps/run/report.hpp"

namespace dlx::app {

Outcome conclude(const SearchTask& task, Answer answer, const WriteCertificate& write_certificate,
                 const std::string& claim) {
  Confirmation confirmation = task.confirmer.confirm(answer, write_certificate, claim);
  Outcome outcome{std::move(answer), std::move(confirmation)};
  print_outcome(task.request, task.console, outcome, task.show);
  if (outcome.confirmation.failure) std::rethrow_exception(outcome.confirmation.failure);
  return outcome;
}

}  // namespace dlx::app
