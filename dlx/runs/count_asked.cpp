#include "dlx/runs/count_asked.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "dlx/certificate/certified_count.hpp"
#include "dlx/runs/run_facts.hpp"
#include "dlx/search/deadline.hpp"

namespace dlx::runs {
namespace {

RunResult count_saved(const Problem& problem, const Options& options, counting::CountOptions count,
                      const symmetry::SymmetryGroup* group) {
  RunOptions run{.certificate = options.certificate, .count = std::move(count), .group = group};
  if (group != nullptr && options.up_to == UpTo::all) run.facts["up to"] = up_to_all(problem);
  SavedRun saved(problem, options.checkpoint, std::move(run));
  saved.run();
  return saved.result();
}

RunResult count_now(const Problem& problem, const certificate::CertifiedCount& count,
                    const symmetry::SymmetryGroup* group) {
  RunResult found;
  if (group == nullptr) {
    static_cast<counting::CountResult&>(found) = certificate::count(problem, count);
  } else {
    found.take(certificate::count_classes(problem, *group, count));
  }
  return found;
}

}  // namespace

RunResult count_asked(const Problem& problem, const Options& options, counting::CountOptions count,
                      const symmetry::SymmetryGroup* group) {
  if (group == nullptr && options.up_to != UpTo::none && options.up_to != UpTo::all) {
    throw std::invalid_argument("up_to: only a puzzle has " +
                                std::string(to_string(options.up_to)) +
                                "; a problem has 'none' and 'all'");
  }
  std::optional<symmetry::SymmetryGroup> all;
  if (group == nullptr && options.up_to == UpTo::all) {
    const search::Deadline deadline(count.search.control);
    all = symmetry::whole_group(problem, {.control = deadline.rest()});
    if (!all) {
      RunResult none;
      none.classes.emplace();
      none.status = deadline.why_ended();
      none.symmetry = "not found";
      return none;
    }
    count.search.control.limits.time = deadline.left();
    group = &*all;
  }
  RunResult found = options.checkpoint.empty()
                        ? count_now(problem, {options.certificate, std::move(count)}, group)
                        : count_saved(problem, options, std::move(count), group);
  if (group != nullptr) found.symmetry = group->order().to_string();
  return found;
}

}  // namespace dlx::runs
