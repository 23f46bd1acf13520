#pragma once

#include <fmt/format.h>

#include <string>

#include "apps/cli/console.hpp"
#include "apps/cli/request.hpp"
#include "apps/run/report.hpp"
#include "apps/run/watch.hpp"
#include "dlx/core/natural.hpp"
#include "dlx/core/text.hpp"
#include "dlx/diagram.hpp"
#include "dlx/search/control.hpp"

/// Code shared by sample, marginals and zdd, the subcommands that use the decision diagram of all
/// solutions.
namespace dlx::app {

[[nodiscard]] inline std::string solutions_in_words(const Natural& count) {
  return quantity(count.to_string(), "solution");
}

/// Builds the decision diagram of all solutions within the limits of one request, and runs queries
/// on it.
class DiagramTask {
 public:
  DiagramTask(const Request& request, Console& console)
      : request_(request),
        console_(console),
        control_(request, console),
        search_(control_.options()),
        deadline_(search_) {}

  /// Builds the diagram and calls `use(const Zdd&)`, which returns the exit code. If a limit ends
  /// the construction or `use`, prints this and returns the exit code for it.
  template <class Use>
  int run(const Problem& problem, Use use) {
    tables::TableOptions options{.control = search::control_of(search_),
                                 .memory_limit = control_.memory_limit()};
    options.control.limits.time = deadline_.left();
    const tables::ZddResult built = make_diagram(problem, options);
    if (!built.zdd) {
      console_.warning(fmt::format("INCOMPLETE: the diagram was not finished; {}, {}",
                                   quantity(built.states, "state"),
                                   quantity(built.memory_bytes, "byte")));
      return print_incomplete(request_, console_, built.status);
    }
    try {
      return use(*built.zdd);
    } catch (const tables::ZddQueryEnded& e) {
      console_.warning(
          fmt::format("INCOMPLETE: the diagram of {} was finished, the numbers were not",
                      quantity(built.zdd->node_count(), "node")));
      return print_incomplete(request_, console_, e.why());
    }
  }

  [[nodiscard]] tables::ZddLimits limits() const {
    return {.control = deadline_.rest(), .memory = control_.memory_limit()};
  }
  /// Throws ZddQueryEnded if a limit or a signal requires the task to end.
  void look() const {
    if (const Status why = deadline_.why(); why != Status::running)
      throw tables::ZddQueryEnded(why);
  }

 private:
  const Request& request_;
  Console& console_;
  Watch control_;
  Options search_;
  search::Deadline deadline_;
};

}  // namespace dlx::app
