#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/reading.hpp"
#include "dlx/core/text.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/io/solution_text.hpp"

namespace dlx::app {
namespace {

// The number of solutions with which later ones are compared. It bounds the memory.
constexpr std::uint64_t most_compared = 1'000'000;

/// The reasons why a solution of the whole problem disagrees with --fix and --forbid. `verifier`
/// verifies solutions of the problem that these options leave.
std::vector<std::string> given_faults(const FileProblem& read, Verifier& verifier,
                                      const std::vector<OptionId>& solution) {
  std::vector<OptionId> left;
  for (const OptionId option : solution) {
    const auto same = read.left().find_option(read.whole.number(option));
    if (!same) return {"--fix and --forbid exclude option " + read.whole.label(option)};
    left.push_back(*same);
  }
  if (verifier.is_solution(left)) return {};
  return {"an option of --fix is missing"};
}

int verify_all(const Request& request, Console& console, const std::string& solutions) {
  if (request.read.file == "-" && solutions == "-") {
    throw std::invalid_argument("the problem and its solutions cannot both be standard input");
  }
  const FileProblem read = read_file_problem(request, console);
  const Problem& problem = read.whole;
  io::Input input = io::Input::open(solutions, limits(request.read));
  io::SolutionReader reader(problem, input);
  Verifier verifier(problem);
  std::optional<Verifier> left_verifier;
  if (read.part) left_verifier.emplace(*read.part);
  std::uint64_t valid = 0;
  std::uint64_t n = 0;
  std::map<std::vector<OptionId>, std::uint64_t> different;  // the number of each valid solution
  for (;;) {
    std::vector<std::string> faults;
    std::uint64_t first = n + 1;  // the number of the first solution that is equal
    try {
      auto solution = reader.next();
      if (!solution) break;
      ++n;
      faults = verifier.faults(*solution);
      if (faults.empty() && left_verifier) faults = given_faults(read, *left_verifier, *solution);
      if (faults.empty()) {
        ++valid;
        std::sort(solution->begin(), solution->end());
        const auto equal = different.find(*solution);
        first = equal == different.end() ? n : equal->second;
        if (first == n && n <= most_compared) different.emplace(std::move(*solution), n);
      }
    } catch (const io::UnreadableSolution& e) {
      ++n;
      console.error(e);
      faults.push_back(printable(e.what()));
    }
    const bool repeats = first != n;
    if (request.json) {
      Json line = {{"n", std::to_string(n)}, {"valid", faults.empty()}, {"faults", faults}};
      if (repeats) line["same_as"] = std::to_string(first);
      console.print_json(line);
    } else if (faults.empty()) {
      console.print(fmt::format("solution {}: valid{}\n", n,
                                repeats ? fmt::format(", the same as solution {}", first) : ""));
    } else {
      console.print(fmt::format("solution {}: INVALID: {}\n", n, fmt::join(faults, "; ")));
    }
  }
  console.flush();
  if (n == 0) throw input.error("no solution in it to verify");
  console.note(fmt::format("{} valid, {} invalid{}", valid, n - valid,
                           different.size() == valid || n > most_compared
                               ? ""
                               : fmt::format("; {} different", different.size())));
  return valid == n ? success : bad_input;
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
      "SOLUTION contains the output of `dlx solve`, also with --json or --csv; or one solution on\n"
      "each line, as numbers or names of options; or the output of Knuth's programs with the\n"
      "argument m1. The check shares no code with the search. The exit code is 2 if a solution is\n"
      "invalid or cannot be read, or if the file contains none. If a solution is equal to one of\n"
      "the first million solutions, the command says to which.\n\n"
      "Examples:\n"
      "  dlx solve problem.dlx --all > found.txt && dlx verify problem.dlx found.txt\n"
      "  echo '1 4 5' | dlx verify problem.dlx -\n");
}

}  // namespace dlx::app
