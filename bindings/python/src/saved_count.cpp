// A count in a file, as the command makes it with --checkpoint: `dlx resume` and `dlx status` take
// a run made here, and a run of `dlx count` continues here. Counts up to symmetry and lists are
// left to the command.

#include "dlx/runs/saved_run.hpp"
#include "options.hpp"

namespace dlx::python {

py::dict count_saved(const ProblemHandle& problem, const Options& options,
                     const py::object& on_progress, const std::string& path) {
  const auto start = std::chrono::steady_clock::now();
  const counting::CountResult result = run_job(
      [=](Job& job) -> counting::CountResult {
        runs::RunOptions wanted{.count = options.count(job, true)};
        const CountMethod method = wanted.count.method;
        if (method != CountMethod::automatic && method != CountMethod::search) {
          throw std::invalid_argument("a checkpoint is for method 'auto' or 'search', not '" +
                                      std::string(to_string(method)) + "'");
        }
        runs::SavedRun run(*problem, path, std::move(wanted));
        run.run();
        return run.result();
      },
      on_progress);
  return to_dict(result,
                 std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

}  // namespace dlx::python
