// The graded count. A single search with all pieces of the bag finds one assembly of each symmetry
// class, and each assembly is counted for the set of pieces that it uses. A search for each set
// would be slower for two reasons: it would repeat work that is the same for many sets, and many
// sets have no assembly at all.
//
// A sweep, which counts by processing cell after cell, was slower. Each state of the sweep was
// labelled with the multiset of pieces used. On 3x3x3 with all pieces of 3 to 5 cells, the sweep
// took 84 s of processor time and 3 GB, and the search took 2 s. The labels keep almost all states
// distinct, and the sweep cannot use the symmetries of the box.
//
// The search is divided into units of work like every saved run (dlx/runs). Each unit writes the
// number of assemblies of each set of pieces to a file beside the checkpoint before the unit is
// recorded as done. If a unit of work is searched again, its new file replaces the old file.
// Therefore the files of all units finally contain each assembly once.

#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "apps/run/answer.hpp"
#include "apps/run/design.hpp"
#include "apps/run/design_records.hpp"
#include "apps/run/watch.hpp"
#include "dlx/core/text.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/io/input.hpp"
#include "dlx/runs/crew.hpp"
#include "dlx/runs/run_folders.hpp"
#include "dlx/runs/run_progress.hpp"
#include "dlx/runs/unit_file.hpp"
#include "dlx/runs/workers.hpp"
#include "dlx/symmetry/first_choices.hpp"
#include "reductions/design/set_space.hpp"

namespace dlx::app {
namespace {

using design::Bag;
using design::Set;

using SetCounts = std::map<Set, std::uint64_t>;

class GradedRun {
 public:
  GradedRun(const Request& request, Console& console, const DesignTask& task)
      : request_(request),
        task_(task),
        bag_(task.bags.front()),
        control_(request, console),
        whole_(bag_.whole()),
        group_(*bag_.symmetries(whole_, task.up_to)),
        restriction_(symmetry::Restriction::make(whole_.problem, group_)),
        threads_(control_.threads()),
        progress_(threads_) {
    options_ = control_.options();
    search::limit(options_, {});
    options_.on_progress = {};
    options_.preprocess = false;  // a reduced problem cannot be divided into units
    // The engine is chosen once, because all parts of a run must use the same engine.
    options_.engine = Solver(searched(), options_).engine();
  }

  Status run() {
    if (request_.options.checkpoint.empty()) {
      runs::MemoryUnits units({search::OpenWork()}, runs::nodes_of_first_unit);
      return work(units);
    }
    std::optional<runs::Ledger> ledger;
    const std::string& file = request_.options.checkpoint;
    open_run(ledger, request_, task_.design,
             design_facts(request_, task_.design, task_.text, "graded"), task_.text,
             [&](std::uint64_t unit, const runs::Sums& sums) {
               if (sums.solutions == 0) return;
               const auto fault =
                   runs::fault_of(runs::FileOfUnit::solutions, unit_path(unit), sums.files);
               if (!fault.empty()) throw runs::CheckpointError(fault);
             });
    runs::prepare_folder(runs::solutions_folder(file));
    const Status status = work(*ledger);
    if (status == Status::exhausted) read_files();
    return status;
  }

  [[nodiscard]] const SetCounts& counts() const { return counts_; }

 private:
  /// Counts the assemblies of one unit of work for each set of pieces.
  class Sink final : public runs::SolutionSink {
   public:
    Sink(GradedRun& run, std::uint64_t unit)
        : run_(run), unit_(unit), verifier_(run.whole_.problem) {}

    std::uint64_t add(std::span<const OptionId> solution) override {
      original_.assign(solution.begin(), solution.end());
      if (const auto& restriction = run_.restriction_) {
        for (OptionId& option : original_) option = restriction->originals()[index(option)];
        if (restriction->has_symmetries() && !restriction->is_representative(original_)) return 0;
      } else if (!run_.group_.is_representative(original_)) {
        return 0;
      }
      if (const auto faults = verifier_.faults(original_); !faults.empty()) {
        throw not_a_solution(faults);
      }
      ++counts_[run_.key(original_)];
      return 1;
    }

    std::string close() override { return run_.keep(unit_, counts_); }

   private:
    GradedRun& run_;
    std::uint64_t unit_;
    Verifier verifier_;
    std::vector<OptionId> original_;
    SetCounts counts_;
  };

  [[nodiscard]] const Problem& searched() const {
    return restriction_ ? restriction_->problem() : whole_.problem;
  }

  /// The set of pieces for which an assembly is counted. Up to reflections, a set and its mirror
  /// image are counted together, for the greater of the two.
  [[nodiscard]] Set key(std::span<const OptionId> solution) const {
    Set set = bag_.set_of(whole_, solution);
    if (task_.up_to != UpTo::reflections) return set;
    return std::max(set, *mirror_image(task_.design, set));
  }

  [[nodiscard]] std::string unit_path(std::uint64_t unit) const {
    return fmt::format("{}/{}.sets", runs::solutions_folder(request_.options.checkpoint), unit);
  }

  Status work(runs::UnitStore& units) {
    runs::CrewOptions crew_options{.threads = threads_, .unit_nodes = request_.options.unit_nodes};
    if (const auto time = request_.options.checkpoint_every) crew_options.unit_time = *time;
    const Options limits = control_.options();
    crew_options.stop = limits.stop;
    crew_options.on_progress = [&](const runs::UnitStore& store) {
      if (limits.on_progress) limits.on_progress(progress_.look(store));
    };
    runs::Crew crew(
        units,
        [&](const std::atomic<bool>& stop) {
          Options options = options_;
          options.stop = &stop;
          return runs::listing_worker(Solver(searched(), options), [this](std::uint64_t unit) {
            return std::make_unique<Sink>(*this, unit);
          });
        },
        std::move(crew_options));
    return crew.run(limits.nodes, limits.time);
  }

  /// Stores the numbers of assemblies that a unit of work has found. Called by any thread, before
  /// the unit is recorded as done. Returns the unit's line in Sums::files.
  std::string keep(std::uint64_t unit, const SetCounts& counts) {
    if (request_.options.checkpoint.empty()) {
      const std::scoped_lock lock(mutex_);
      for (const auto& [set, assemblies] : counts) counts_[set] += assemblies;
      return {};
    }
    runs::UnitFile file(unit_path(unit), false);
    for (const auto& [set, assemblies] : counts)
      file.print(fmt::format("{}{}\n", assemblies, kinds_of(set)));
    return runs::line_of_files(runs::FileOfUnit::solutions, file.keep());
  }

  void read_files() {
    const std::string folder = runs::solutions_folder(request_.options.checkpoint);
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      io::Input input = io::Input::open(entry.path().string(),
                                        {.bytes = std::numeric_limits<std::uint64_t>::max()});
      for (std::string_view line; input.next_line(line);) {
        std::string_view rest = line;
        const auto assemblies = to_number<std::uint64_t>(next_word(rest));
        Set set(task_.design.kinds.size(), 0);
        for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
          const auto kind = to_number<std::uint32_t>(word);
          if (!kind || *kind >= set.size()) throw input.error_at(line, "not a set of this design");
          ++set[*kind];
        }
        if (!assemblies) throw input.error_at(line, "not a set with a number of assemblies");
        counts_[set] += *assemblies;
      }
    }
  }

  const Request& request_;
  const DesignTask& task_;
  const Bag& bag_;
  Watch control_;
  Bag::Part whole_;
  OptionSymmetries group_;
  std::optional<symmetry::Restriction> restriction_;
  Options options_;
  unsigned threads_;
  runs::RunProgress progress_;
  std::mutex mutex_;  // protects counts_
  SetCounts counts_;
};

}  // namespace

design::Outcome count_graded(const Request& request, Console& console, const DesignTask& task) {
  GradedRun run(request, console, task);
  design::Outcome outcome;
  const design::SetSpace space(task.design);
  outcome.allowed = space.count();
  outcome.method = "graded";
  outcome.status = run.run();
  if (outcome.status != Status::exhausted) return outcome;
  outcome.tested = outcome.allowed;
  for (const auto& [set, assemblies] : run.counts()) {
    if (space.place_of(set)) outcome.found.push_back({.set = set, .assemblies = assemblies});
  }
  return outcome;
}

}  // namespace dlx::app
