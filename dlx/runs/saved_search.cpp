#include "dlx/runs/saved_search.hpp"

#include <utility>
#include <vector>

#include "dlx/core/verify.hpp"
#include "dlx/io/solution_text.hpp"
#include "dlx/runs/run_folders.hpp"
#include "dlx/runs/unit_file.hpp"

namespace dlx::runs {
namespace {

class UnitSink final : public SolutionSink {
 public:
  UnitSink(const SolutionTarget& target, std::uint64_t unit)
      : problem_(&target.problem),
        walks_(target.walks),
        is_representative_(target.searched.is_representative),
        verifier_(target.problem) {
    if (target.searched.reduced) expansion_.emplace(target.searched.reduced->reduction());
    if (!target.list) return;
    text_ = target.list->text;
    file_.emplace(solutions_file(target, unit), target.list->gzip);
  }

  std::uint64_t add(std::span<const OptionId> solution) override {
    if (!expansion_) return take(solution) ? 1 : 0;
    std::uint64_t taken = 0;
    expansion_->first(solution);
    do {
      if (take(expansion_->solution())) ++taken;
    } while (expansion_->next());
    return taken;
  }

  std::string close() override {
    return file_ ? line_of_files(FileOfUnit::solutions, file_->keep()) : std::string();
  }

 private:
  bool take(std::span<const OptionId> solution) {
    if (is_representative_ && !is_representative_(solution)) return false;
    if (!file_) return true;
    require_solution(solution);
    const std::string n = std::to_string(++taken_);
    file_->print(text_ ? text_(n, solution) : io::solution_text(*problem_, n, solution));
    return true;
  }

  void require_solution(std::span<const OptionId> solution) {
    std::vector<std::string> faults = verifier_.faults(solution);
    if (faults.empty() && walks_ != nullptr) faults = walks_->walk_faults(solution);
    if (!faults.empty()) throw not_a_solution(faults);
  }

  const Problem* problem_;
  const PathProblem* walks_;
  std::function<bool(std::span<const OptionId>)> is_representative_;
  Verifier verifier_;
  std::uint64_t taken_ = 0;
  std::optional<preprocess::Expansion> expansion_ = {};
  std::function<std::string(const std::string&, std::span<const OptionId>)> text_ = {};
  std::optional<UnitFile> file_ = {};
};

}  // namespace

SearchedProblem::SearchedProblem(const Problem& problem, const OptionSymmetries* group,
                                 const Options& options, const RunOptions& task, bool with_steps)
    : is_representative(task.is_representative) {
  if (group != nullptr) {
    is_representative = [group](std::span<const OptionId> solution) {
      return group->is_representative(solution);
    };
  }
  if (!options.preprocess.value_or(true) ||
      search::rule_of(options) == BranchingRule::given_order) {
    return;
  }
  if (group != nullptr) restriction = symmetry::Restriction::make(problem, *group);
  // The reduction has no time limit, because a process that continues the run must find an equal
  // problem.
  preprocess::Reduction reduction =
      preprocess::reduce(restriction ? restriction->problem() : problem,
                         {.with_steps = with_steps, .control = {.stop = options.stop}});
  if (restriction) renumber(reduction, restriction->originals());
  reduced.emplace(std::move(reduction), tally_for(problem.option_count(), options.fingerprint));
  if (!restriction) return;
  is_representative = {};
  if (!restriction->has_symmetries()) return;
  is_representative = [this](std::span<const OptionId> solution) {
    return restriction->is_representative(solution);
  };
}

std::string solutions_file(const SolutionTarget& target, std::uint64_t unit) {
  return target.folder + '/' + std::to_string(unit) + '.' + target.list->ending();
}

std::unique_ptr<SolutionSink> unit_sink(const SolutionTarget& target, std::uint64_t unit) {
  return std::make_unique<UnitSink>(target, unit);
}

}  // namespace dlx::runs
