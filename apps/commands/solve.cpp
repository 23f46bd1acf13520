#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/confirm.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/report.hpp"
#include "apps/run/search.hpp"
#include "apps/run/watch.hpp"
#include "dlx/cheapest.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/io/solution_text.hpp"
#include "dlx/search/progress.hpp"

namespace dlx::app {
namespace {

/// What makes a solution the best.
enum class Least { cost, options };

/// Which of the best solutions are wanted.
struct Best {
  Least least = Least::cost;
  bool all = false;     ///< of the least cost
  std::uint64_t n = 1;  ///< otherwise so many
  int places = 0;       ///< digits behind the point of costs

  /// "7", "2.5".
  [[nodiscard]] std::string amount(std::int64_t cost) const { return decimal_text(cost, places); }
  /// "costs 7", "has 7 options".
  [[nodiscard]] std::string measured(std::int64_t cost) const {
    return least == Least::cost ? "costs " + amount(cost) : "has " + quantity(cost, "option");
  }
  /// "costs less", "has fewer options".
  [[nodiscard]] std::string_view better() const {
    return least == Least::cost ? "costs less" : "has fewer options";
  }
};

search::CheapestResult best_of(const Problem& problem, const Best& best,
                               const Options& search) try {
  return best.all ? all_cheapest(problem, search) : cheapest(problem, best.n, search);
} catch (const std::overflow_error& e) {  // of the costs in the file
  throw std::invalid_argument(e.what());
}

std::string costs_in_words(const Best& best, const search::CheapestResult& result,
                           std::uint64_t wanted) {
  std::string text = fmt::format("cheapest {}:", wanted);
  for (const search::CostedSolution& solution : result.solutions)
    text += ' ' + best.amount(solution.cost);
  return text;
}

void print_solutions(const Request& request, Console& console, const Problem& problem,
                     const Best& best, const search::CheapestResult& result) {
  Verifier verifier(problem);
  std::uint64_t n = 0;
  for (const search::CostedSolution& solution : result.solutions) {
    if (const auto faults = verifier.faults(solution.options); !faults.empty()) {
      throw not_a_solution(faults);
    }
    ++n;
    if (request.json) {
      console.print_json({{"n", std::to_string(n)},
                          {"cost", best.amount(solution.cost)},
                          {"options", option_numbers(problem, solution.options)}});
    } else {
      const std::string head = best.least == Least::cost ? "cost " + best.amount(solution.cost)
                                                         : quantity(solution.cost, "option");
      console.print("# " + head + "\n" +
                    io::solution_text(problem, std::to_string(n), solution.options));
    }
  }
}

/// What a complete result proves.
std::string proved(const Problem& problem, const Best& best, const search::CheapestResult& result) {
  const std::size_t n = result.solutions.size();
  if (!problem.has_costs()) return "every solution costs 0, because no option has a cost";
  if (best.all) {
    return fmt::format(
        "proven: {} of the least {}, {}",
        n == 1 ? "this is the only solution" : fmt::format("these are all {} solutions", n),
        best.least == Least::cost ? "cost" : "number of options",
        best.amount(result.solutions.front().cost));
  }
  if (n < best.n) return "these are all solutions";
  return fmt::format("proven: no other solution {}", best.better());
}

void print_end(const Request& request, Console& console, const Problem& problem, const Best& best,
               const search::CheapestResult& result, const Outcome& outcome) {
  const std::size_t n = result.solutions.size();
  if (request.json) {
    Json summary = to_json(request, outcome);
    summary["engine"] = "cost_cells";
    if (result.lower_bound != search::CheapestResult::nothing_left) {
      summary["lower_bound"] = best.amount(result.lower_bound);
    }
    console.print_json(summary);
  } else if (!result.complete()) {
    console.print(incomplete_line(result.status));
  } else if (n == 0) {
    console.print("no solution\n");
  }
  console.flush();
  if (!result.complete()) {
    console.warning(
        fmt::format("INCOMPLETE: no other solution {} than {}{}", best.better(),
                    best.amount(result.lower_bound),
                    n == 0 ? std::string()
                           : "; the best found " + best.measured(result.solutions.front().cost)));
  } else if (n != 0) {
    console.note(proved(problem, best, result));
  }
  if (best.least == Least::options && !request.options.certificate.empty() && result.complete()) {
    console.note(request.options.certificate +
                 ": a certificate of the problem in which each option costs 1, which 'dlx convert "
                 "--unit-costs' writes");
  }
  print_confirmation(request, console, outcome);
  print_statistics(request, console, outcome.answer);
}

/// The best solutions, the best first. `problem` has the costs that count.
int solve_best(const Request& request, Console& console, const Problem& problem, const Best& best) {
  const auto start = std::chrono::steady_clock::now();
  const Watch control(request, console);
  const Confirmer confirmer(request, control, problem, {});
  const std::uint64_t wanted = best.all ? 0 : best.n;  // of a certificate, which needs n
  certificate::CertificateFile certificate(confirmer.evidence().certificate, problem,
                                           confirmer.evidence().seed,
                                           fmt::format("cheapest {}", wanted));
  Options search = control.options();
  search.on_progress = steady(search.on_progress);
  search.trace = certificate.trace();
  const search::CheapestResult result = best_of(problem, best, search);
  print_solutions(request, console, problem, best, result);
  Answer answer{.count = std::to_string(result.solutions.size()),
                .status = result.status,
                .statistics = result.statistics,
                .seconds = seconds_since(start)};
  const std::string costs = costs_in_words(best, result, wanted);
  Confirmation confirmation = confirmer.confirm(
      answer, [&](const Answer& complete) { certificate.finish(claims_of(complete, costs)); },
      costs);
  const Outcome outcome{std::move(answer), std::move(confirmation)};
  print_end(request, console, problem, best, result, outcome);
  if (outcome.confirmation.failure) std::rethrow_exception(outcome.confirmation.failure);
  return exit_code(outcome);
}

struct SolveFlags {
  bool min_cost = false;
  bool min_options = false;
};

int solve(const Request& request, Console& console, const SolveFlags& flags) {
  if (request.wanted.hint) {
    const ProblemWithKnown read = read_with_known(request, console, OptionsMade::if_solvable);
    Presentation show = problem_presentation(read.problem);
    show.known = read.known;
    return exit_code(run_search(request, console, read.problem, show));
  }
  Problem problem = read_problem(request, console, OptionsMade::if_solvable);
  if (!flags.min_cost && !flags.min_options) {
    return exit_code(run_search(request, console, problem, problem_presentation(problem)));
  }
  if (request.wanted.n == 0U) {
    throw std::invalid_argument(
        fmt::format("{} needs at least -n 1", flags.min_cost ? "--min-cost" : "--min-options"));
  }
  Best best{.least = flags.min_options ? Least::options : Least::cost,
            .all = request.wanted.all,
            .n = request.wanted.n.value_or(1)};
  if (flags.min_options) {
    problem = ProblemBuilder::with_unit_costs(std::move(problem));
  } else if (!problem.has_costs()) {
    console.warning(
        "no option has a cost, so every solution costs 0; --min-options finds the solutions with "
        "the fewest options");
  }
  best.places = problem.cost_places();
  return solve_best(request, console, problem, best);
}

}  // namespace

void add_solve(CLI::App& command, CommandLine& line) {
  add_read_options(command, line.request);
  add_number_wanted_options(command, line.request);
  add_search_options(command, line.request);
  add_rows(command, line.request, {"threads"});
  add_checkpoint_options(command, line.request);
  add_up_to_option(command, line.request, {UpTo::none, UpTo::all});
  add_rows(command, line.request, {"memory_limit"});
  add_trust_options(command, line.request);
  auto& flags = set_action(command, line, solve);
  command
      .add_flag("--min-cost", flags.min_cost,
                "Show the cheapest solution, the N cheapest with -n N, or all of the least cost "
                "with --all, proved optimal. If a limit stops the search, print a lower bound")
      ->group("How many");
  command
      .add_flag("--min-options", flags.min_options,
                "The same for the fewest options: each option costs 1, in place of its own cost")
      ->group("How many");
  add_general_options(command, line.request);
  command.footer(
      "Each line of a solution is an option: its number in the file, counted from 1, and its\n"
      "items. Every solution is verified before it is shown.\n\n"
      "Examples:\n"
      "  dlx solve problem.dlx                   the first solution\n"
      "  dlx solve problem.dlx.gz -n 5           five solutions\n"
      "  dlx solve problem.dlx --hint            an option of all solutions, and why\n"
      "  dlx solve costs.dlx --min-cost -n 3     the three cheapest solutions\n"
      "  dlx solve problem.dlx --min-options --all   all solutions with the fewest options\n"
      "  dlx queens 6 --emit | dlx solve - --all --json\n");
}

}  // namespace dlx::app
