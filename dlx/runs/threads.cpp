#include "dlx/runs/threads.hpp"

#include <memory>
#include <string>
#include <utility>

#include "dlx/runs/scratch_file.hpp"

namespace dlx::runs {

unsigned threads_of(const Options& options) {
  return options.threads == 0 ? all_cores() : options.threads;
}

counting::CountOptions count_options(const Options& options, search::SearchOptions search) {
  counting::CountOptions count;
  count.method = options.method;
  const bool names_a_search = options.engine != EngineKind::automatic ||
                              search.branching.rule != BranchingRule::minimum_remaining;
  if (names_a_search && count.method == CountMethod::automatic) count.method = CountMethod::search;
  count.search = std::move(search);
  count.preprocess = options.preprocess;
  count.symmetry = options.symmetry;
  count.fingerprint_seed = options.fingerprint;
  count.memory_limit = memory_of(options);
  count.threads = options.threads;
  if (const std::string& folder = options.scratch; !folder.empty()) {
    count.make_scratch = [folder] { return std::make_unique<ScratchFile>(folder); };
  }
  return count;
}

}  // namespace dlx::runs
