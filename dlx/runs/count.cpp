#include "dlx/runs/count.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "dlx/certificate/certificate_file.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/exclusions.hpp"
#include "dlx/runs/run_facts.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/search/control.hpp"
#include "dlx/search/options.hpp"

namespace dlx::runs {
namespace {

RunResult count_saved(const Problem& problem, const Options& options,
                      const symmetry::SymmetryGroup* group) {
  RunOptions task{.group = group};
  if (group != nullptr && options.up_to == UpTo::all) task.facts["up to"] = up_to_all(problem);
  SavedRun saved(problem, options, std::move(task));
  saved.run();
  return saved.result();
}

RunResult count_now(const Problem& problem, Options options, const symmetry::SymmetryGroup* group) {
  const counting::Resources lent = resources(options);
  certificate::CertificateFile file(std::exchange(options.certificate, {}), problem,
                                    group == nullptr ? options.fingerprint : std::nullopt,
                                    group == nullptr ? "" : certificate::about_classes);
  if (file.trace() != nullptr) options.trace = file.trace();
  RunResult found;
  certificate::Claims claims;
  if (group == nullptr) {
    static_cast<counting::CountResult&>(found) = counting::count(problem, options, lent);
    claims = {.count = found.value, .fingerprint = found.fingerprint, .more = {}};
  } else {
    ClassesResult classes = count_classes(problem, *group, options, lent);
    claims = {.count = classes.solutions,
              .fingerprint = {},
              .more = certificate::claim_of_classes(classes.classes, group->order())};
    found.take(std::move(classes));
  }
  if (found.complete()) file.finish(claims);
  return found;
}

}  // namespace

RunResult count(const Problem& problem, const Options& asked,
                const symmetry::SymmetryGroup* group) {
  Options options = asked;
  if (group == nullptr && options.up_to != UpTo::none && options.up_to != UpTo::all) {
    throw std::invalid_argument("up_to: only a puzzle has " +
                                std::string(to_string(options.up_to)) +
                                "; a problem has 'none' and 'all'");
  }
  std::optional<symmetry::SymmetryGroup> all;
  if (group == nullptr && options.up_to == UpTo::all) {
    const search::Deadline deadline(options);
    all = symmetry::whole_group(problem, {.control = deadline.rest()});
    if (!all) {
      RunResult none;
      none.classes.emplace();
      none.status = deadline.why_ended();
      none.symmetry = "not found";
      return none;
    }
    options.time = deadline.left();
    group = &*all;
  }
  RunResult found;
  if (!options.checkpoint.empty()) {
    found = count_saved(problem, options, group);
  } else {
    refuse(options, {"checkpoint_every"}, "a count without a checkpoint");
    options.up_to = UpTo::none;
    found = count_now(problem, std::move(options), group);
  }
  if (group != nullptr) found.symmetry = group->order().to_string();
  return found;
}

}  // namespace dlx::runs
