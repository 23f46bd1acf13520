#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/certificate.hpp"
#include "apps/run/confirm.hpp"
#include "apps/run/control.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/report.hpp"
#include "apps/run/search.hpp"
#include "dlx/cheapest.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/io/solution_text.hpp"

namespace dlx::app {
namespace {

CheapestResult cheapest_of(const Problem& problem, std::uint64_t wanted,
                           const SearchOptions& search) try {
  return cheapest(problem, wanted, search);
} catch (const std::overflow_error& e) {  // of the costs in the file
  throw std::invalid_argument(e.what());
}

std::string costs_in_words(const CheapestResult& result, std::uint64_t wanted) {
  std::string text = fmt::format("cheapest {}:", wanted);
  for (const CostedSolution& solution : result.solutions) text += fmt::format(" {}", solution.cost);
  return text;
}

void print_solutions(const Request& request, Console& console, const Problem& problem,
                     const CheapestResult& result) {
  Verifier verifier(problem);
  std::uint64_t n = 0;
  for (const CostedSolution& solution : result.solutions) {
    if (const auto faults = verifier.faults(solution.options); !faults.empty()) {
      throw no_solution(faults);
    }
    ++n;
    if (request.json) {
      Json line = Json::object();
      line["n"] = std::to_string(n);
      line["cost"] = std::to_string(solution.cost);
      line["options"] = option_numbers(problem, solution.options);
      console.print_json(line);
    } else {
      console.print(fmt::format("# cost {}\n", solution.cost) +
                    solution_text(problem, std::to_string(n), solution.options));
    }
  }
}

void print_end(const Request& request, Console& console, const CheapestResult& result,
               const Outcome& outcome, std::uint64_t wanted) {
  const std::size_t n = result.solutions.size();
  if (request.json) {
    Json summary = to_json(request, outcome);
    summary["engine"] = "cost_cells";
    if (result.lower_bound != CheapestResult::nothing_left) {
      summary["lower_bound"] = std::to_string(result.lower_bound);
    }
    console.print_json(summary);
  } else if (!result.complete()) {
    console.print(incomplete_line(result.status));
  } else if (n == 0) {
    console.print("no solution\n");
  }
  console.flush();
  if (!result.complete()) {
    console.warning(fmt::format(
        "INCOMPLETE: no other solution costs less than {}{}", result.lower_bound,
        n == 0 ? std::string()
               : fmt::format("; the best found costs {}", result.solutions.front().cost)));
  } else if (n != 0) {
    console.note(n < wanted ? "these are all solutions" : "proven: no other solution costs less");
  }
  print_confirmation(request, console, outcome);
  print_statistics(request, outcome.answer);
}

/// The cheapest solutions, cheapest first.
int solve_cheapest(const Request& request, Console& console, const Problem& problem) {
  const std::uint64_t wanted = request.wanted.n.value_or(1);
  if (wanted == 0) throw std::invalid_argument("--min-cost needs at least -n 1");
  const auto start = std::chrono::steady_clock::now();
  const Control control(request, console);
  const Confirmer confirmer(request, control, problem, {});
  Certificate certificate(confirmer.evidence().certificate, problem, confirmer.evidence().seed,
                          fmt::format("cheapest {}", wanted));
  SearchOptions search = control.search_options();
  search.trace = certificate.trace();
  const CheapestResult result = cheapest_of(problem, wanted, search);
  print_solutions(request, console, problem, result);
  Answer answer{.count = std::to_string(result.solutions.size()),
                .status = result.status,
                .statistics = result.statistics,
                .seconds = seconds_since(start)};
  const std::string costs = costs_in_words(result, wanted);
  Confirmation confirmation = confirmer.confirm(
      answer, [&](const Answer& complete) { certificate.finish(complete, costs); }, costs);
  const Outcome outcome{std::move(answer), std::move(confirmation)};
  print_end(request, console, result, outcome, wanted);
  if (outcome.confirmation.failure) std::rethrow_exception(outcome.confirmation.failure);
  return exit_code(outcome);
}

int solve(const Request& request, Console& console, bool min_cost) {
  const Problem problem = read_problem(request, console);
  if (min_cost) return solve_cheapest(request, console, problem);
  return exit_code(run_search(request, console, problem, problem_presentation(problem)));
}

}  // namespace

void add_solve(CLI::App& app, CommandLine& line) {
  CLI::App* command = app.add_subcommand("solve", "Show solutions of an exact-cover problem");
  add_read_options(*command, line.request);
  add_number_wanted_options(*command, line.request);
  add_search_options(*command, line.request);
  add_threads_option(*command, line.request);
  add_checkpoint_options(*command, line.request);
  add_up_to_option(*command, line.request, {UpTo::none, UpTo::all});
  add_memory_option(*command, line.request);
  add_trust_options(*command, line.request);
  const auto min_cost = std::make_shared<bool>(false);
  command
      ->add_flag(
          "--min-cost", *min_cost,
          "Show the cheapest solution, or the N cheapest with -n N, proved optimal. If a limit "
          "stops the search, print a lower bound")
      ->group("How many");
  add_general_options(*command, line.request);
  command->footer(
      "Each line of a solution is an option: its number in the file, counted from 1, and its\n"
      "items. Every solution is verified before it is shown.\n\n"
      "Examples:\n"
      "  dlx solve problem.dlx                   the first solution\n"
      "  dlx solve problem.dlx.gz -n 5           five solutions\n"
      "  dlx solve problem.dlx --min-cost -n 3   the three cheapest solutions\n"
      "  dlx queens 6 --emit | dlx solve - --all --json\n");
  set_action(*command, line, min_cost, solve);
}

}  // namespace dlx::app
