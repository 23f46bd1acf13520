#include <fmt/format.h>

#include <stdexcept>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/reading.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/io/solution_text.hpp"

namespace dlx::app {
namespace {

int verify_all(const Request& request, Console& console, const std::string& solutions) {
  if (request.read.file == "-" && solutions == "-") {
    throw std::invalid_argument("the problem and its solutions cannot both be standard input");
  }
  const Problem problem = read_problem(request, console);
  io::Input input = io::Input::open(solutions, limits(request.read));
  io::SolutionReader reader(problem, input);
  Verifier verifier(problem);
  std::uint64_t valid = 0;
  std::uint64_t invalid = 0;
  while (const auto solution = reader.next()) {
    const auto faults = verifier.faults(*solution);
    ++(faults.empty() ? valid : invalid);
    const std::uint64_t n = valid + invalid;
    if (request.json) {
      console.print_json({{"n", std::to_string(n)}, {"valid", faults.empty()}, {"faults", faults}});
    } else if (faults.empty()) {
      console.print(fmt::format("solution {}: valid\n", n));
    } else {
      console.print(fmt::format("solution {}: INVALID: {}\n", n, fmt::join(faults, "; ")));
    }
  }
  console.flush();
  if (valid + invalid == 0) throw input.error("no solution in it to verify");
  console.note(fmt::format("{} valid, {} invalid", valid, invalid));
  return invalid == 0 ? success : bad_input;
}

}  // namespace

void add_verify(CLI::App& command, CommandLine& line) {
  add_read_options(command, line.request);
  auto& solutions = set_action(command, line, verify_all);
  command
      .add_option("SOLUTION", solutions,
                  "Solutions, plain or compressed by gzip or zstd; - is standard input")
      ->required();
  add_general_options(command, line.request);
  command.footer(
      "SOLUTION contains the output of `dlx solve`, with or without --json; or one solution on\n"
      "each line, as option numbers; or the output of Knuth's programs with the argument m1. The\n"
      "check shares no code with the search. The exit code is 2 if a solution is invalid or the\n"
      "file contains none.\n\n"
      "Examples:\n"
      "  dlx solve problem.dlx --all > found.txt && dlx verify problem.dlx found.txt\n"
      "  echo '1 4 5' | dlx verify problem.dlx -\n");
}

}  // namespace dlx::app
