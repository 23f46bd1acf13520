#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/diagram.hpp"
#include "apps/run/reading.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/io/solution_text.hpp"

namespace dlx::app {
namespace {

struct SampleFlags {
  std::uint64_t n = 1;
  std::uint64_t seed = 1;
};

int sample(const Request& request, Console& console, const SampleFlags& flags) {
  const FileProblem read = read_file_problem(request, console);
  const Problem& problem = read.left();
  DiagramTask task(request, console);
  if (request.csv) console.print(io::solution_table_head(read.whole));
  return task.run(problem, [&](const tables::Zdd& zdd) {
    if (zdd.root() == tables::Zdd::terminal_f) {
      if (!request.csv) console.print(request.json ? "{\"count\":\"0\"}\n" : "no solution\n");
      console.flush();
      return success;
    }
    tables::Zdd::Sampler sampler(zdd, flags.seed, task.limits());
    Verifier verifier(problem);
    const Presentation show{.shown = &read.whole};
    for (std::uint64_t k = 1; k <= flags.n; ++k) {
      task.look();
      const std::vector<OptionId> solution = sampler.sample();
      if (const auto faults = verifier.faults(solution); !faults.empty()) {
        throw std::logic_error("a sample is not a solution: " + faults.front());
      }
      console.print(solution_as_text(problem, show, request, std::to_string(k), solution));
    }
    console.flush();
    console.note(fmt::format("drawn from {}, each as likely as any other, seed {}",
                             solutions_in_words(sampler.solutions()), flags.seed));
    return success;
  });
}

}  // namespace

void add_sample(CLI::App& command, CommandLine& line) {
  add_read_options(command, line.request);
  add_time_options(command, line.request);
  add_rows(command, line.request, {"memory_limit"});
  add_general_options(command, line.request);
  add_numbers_option(command, line.request);

  auto& flags = set_action(command, line, sample);
  add_number<std::uint64_t>(command, "-n", flags.n, "Number of solutions to draw; 1 unless given",
                            1);
  add_number<std::uint64_t>(command, "--seed", flags.seed,
                            "Seed of the random numbers: the same seed draws the same solutions");
  command.footer(
      "Every solution has exactly the same probability, and may be drawn more than once. For\n"
      "this, dlx makes the decision diagram of all solutions, by a sweep or from a list of the\n"
      "solutions, whichever ends first. The diagram must fit in memory.\n\n"
      "Examples:\n"
      "  dlx sample problem.dlx -n 10 --seed 1\n"
      "  dlx dominoes 8x8 --emit | dlx sample - -n 3 --json\n");
}

}  // namespace dlx::app
