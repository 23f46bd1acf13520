#pragma once

#include <string>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/answer.hpp"
#include "apps/run/confirm.hpp"
#include "apps/run/watch.hpp"
#include "dlx/core/problem.hpp"

namespace dlx::app {

/// One search: what is asked, and what serves it.
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

/// Confirms an answer, prints both, and returns them; then throws what failed, if something did.
/// `write_certificate`, `claim`: as Confirmer::confirm() has them.
Outcome conclude(const SearchTask& task, Answer answer, const WriteCertificate& write_certificate,
                 const std::string& claim = {});

}  // namespace dlx::app
