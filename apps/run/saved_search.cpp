#include "apps/run/saved_search.hpp"

#include <string>
#include <utility>

#include "apps/run/files.hpp"
#include "apps/run/run_folders.hpp"
#include "dlx/runs/unit_file.hpp"

namespace dlx::app {
namespace {

class UnitSink final : public runs::SolutionSink {
 public:
  UnitSink(const SearchTask& task, const SavedSearch& search, std::uint64_t unit)
      : problem_(&task.problem),
        show_(&task.show),
        json_(task.request.json),
        is_representative_(search.is_representative),
        faults_of_(search.make_faults()) {
    if (search.reduced != nullptr) expansion_.emplace(search.reduced->reduction());
    if (task.request.wanted.count) return;
    file_.emplace(solutions_file(task.request, unit), task.request.checkpoint.gzip);
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
    if (const auto faults = faults_of_(solution); !faults.empty()) throw no_solution(faults);
    ++taken_;
    file_->print(solution_as_text(*problem_, *show_, json_, std::to_string(taken_), solution));
    return true;
  }

  const Problem* problem_;
  const Presentation* show_;
  bool json_;
  std::function<bool(std::span<const OptionId>)> is_representative_;
  Faults faults_of_;
  std::uint64_t taken_ = 0;
  std::optional<preprocess::Expansion> expansion_;
  std::optional<runs::UnitFile> file_;
};

}  // namespace

Searched::Searched(const SearchTask& task, bool preprocess, const std::atomic<bool>* stop)
    : is_representative(task.classes.is_representative) {
  const OptionSymmetries* group = certifies_classes(task) ? nullptr : task.classes.listed();
  if (group != nullptr) {
    is_representative = [group](std::span<const OptionId> solution) {
      return group->is_representative(solution);
    };
  }
  if (!preprocess) return;
  if (group != nullptr) restriction = symmetry::Restriction::make(task.problem, *group);
  // Without a time limit: the process that continues the run must find the same problem.
  const bool with_steps = !task.evidence().certificate.empty();
  preprocess::Reduction reduction =
      preprocess::reduce(restriction ? restriction->problem() : task.problem,
                         {.with_steps = with_steps, .control = {.stop = stop}});
  if (restriction) renumber(reduction, restriction->originals());
  const auto seed = task.evidence().seed;
  reduced.emplace(std::move(reduction),
                  seed ? Tally(plain_weights(task.problem.option_count(), *seed)) : Tally());
  if (!restriction) return;
  is_representative = {};
  if (!restriction->has_symmetries()) return;
  is_representative = [this](std::span<const OptionId> solution) {
    return restriction->is_representative(solution);
  };
}

std::unique_ptr<runs::SolutionSink> unit_sink(const SearchTask& task, const SavedSearch& search,
                                              std::uint64_t unit) {
  return std::make_unique<UnitSink>(task, search, unit);
}

bool certifies_classes(const SearchTask& task) {
  return task.classes.listed() != nullptr && !task.evidence().certificate.empty();
}

}  // namespace dlx::app
