#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/cli/combinations.hpp"
#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/checkpoint.hpp"
#include "apps/run/confirm.hpp"
#include "apps/run/progress.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/report.hpp"
#include "apps/run/run_facts.hpp"
#include "apps/run/search.hpp"
#include "apps/run/watch.hpp"
#include "dlx/certificate/certificate_file.hpp"
#include "dlx/cheapest.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/io/solution_text.hpp"
#include "dlx/runs/cheapest.hpp"
#include "dlx/runs/run_facts.hpp"
#include "dlx/search/progress.hpp"

namespace dlx::app {
namespace {

/// The quantity that the best solutions minimise: the cost or the number of options.
enum class Least { cost, options };

/// Which solutions count as best, and how many of them are wanted.
struct Best {
  Least least = Least::cost;
  CheapestWanted wanted = {};
  bool ties_only = false;            ///< whether only the solutions of the least cost are wanted
  std::optional<Decimal> most = {};  ///< the value of --max-cost
  int places = 0;                    ///< number of decimal places of costs
  bool are_gains = false;            ///< whether costs are gains with the opposite sign

  /// An amount in decimal notation, such as "7" or "2.5".
  [[nodiscard]] std::string amount(std::int64_t cost) const { return decimal_text(cost, places); }
  /// An amount for the user, such as "7" or "-7 (gain 7)".
  [[nodiscard]] std::string shown(std::int64_t cost) const {
    return amount(cost) + (are_gains ? " (gain " + amount(-cost) + ")" : "");
  }
  /// A heading, such as "cost 7" or "7 options".
  [[nodiscard]] std::string headed(std::int64_t cost) const {
    return least == Least::cost ? "cost " + shown(cost) : quantity(cost, "option");
  }
  /// A predicate, such as "costs 7" or "has 7 options".
  [[nodiscard]] std::string measured(std::int64_t cost) const {
    return least == Least::cost ? "costs " + shown(cost) : "has " + quantity(cost, "option");
  }
  /// A comparison: "costs less" or "has fewer options".
  [[nodiscard]] std::string_view better() const {
    return least == Least::cost ? "costs less" : "has fewer options";
  }
  /// A condition, such as " that costs 7 or less" or " that has 7 options or fewer"; "" without
  /// --max-cost.
  [[nodiscard]] std::string within() const {
    if (!most) return "";
    const std::string bound = decimal_text(most->units, most->places);
    return least == Least::cost ? " that costs " + bound + " or less"
                                : " that has " + quantity(bound, "option") + " or fewer";
  }
  /// A number of solutions or of classes, such as "3 solutions" or "1 class".
  [[nodiscard]] std::string number(std::uint64_t n) const {
    return wanted.up_to == nullptr ? quantity(n, "solution") : quantity(n, "class", "classes");
  }
  [[nodiscard]] std::string_view noun() const {
    return wanted.up_to == nullptr ? "solution" : "class of solutions";
  }
};

search::CheapestResult best_of(const Problem& problem, const Best& best, const Options& search,
                               const runs::CheapestTask& task) try {
  search::CheapestResult result = runs::cheapest(problem, best.wanted, search, task);
  if (best.ties_only && result.complete()) {
    std::erase_if(result.solutions, [least = result.gap().best](const auto& solution) {
      return solution.cost != least;
    });
    result.count = result.solutions.size();
  }
  return result;
} catch (const std::overflow_error& e) {  // the sum of the costs in the file overflows
  throw std::invalid_argument(e.what());
}

/// Verifies the solutions. Prints the solutions unless only the number of solutions is wanted.
void print_solutions(const Request& request, Console& console, const Problem& problem,
                     const Presentation& show, const Best& best,
                     const search::CheapestResult& result) {
  Verifier verifier(problem);
  std::uint64_t n = 0;
  for (const search::CostedSolution& solution : result.solutions) {
    if (const auto faults = verifier.faults(solution.options); !faults.empty()) {
      throw not_a_solution(faults);
    }
    if (best.wanted.count || (request.wanted.unique && result.count == 1)) continue;
    ++n;
    if (request.json) {
      Json line = {{"n", std::to_string(n)}, {"cost", best.amount(solution.cost)}};
      if (best.are_gains) line["gain"] = best.amount(-solution.cost);
      add_options(line, problem, solution.options);
      console.print_json(line);
    } else {
      if (!request.csv) console.print("# " + best.headed(solution.cost) + "\n");
      console.print(solution_as_text(problem, show, request, std::to_string(n), solution.options));
    }
  }
}

/// The text that says what a complete result proves.
std::string proved(const Problem& shown, const Best& best, const search::CheapestResult& result) {
  if (result.count == 0) return fmt::format("proven: no solution exists{}", best.within());
  if (best.least == Least::cost && !shown.has_costs()) {
    return "every solution costs 0, because no option has a cost";
  }
  if (!best.wanted.k) {
    const std::string which = result.count == 1
                                  ? fmt::format("this is the only {}", best.noun())
                                  : fmt::format("these are all {}", best.number(result.count));
    return fmt::format("proven: {} of the least {}, {}", which,
                       best.least == Least::cost ? "cost" : "number of options",
                       best.shown(result.solutions.front().cost));
  }
  if (result.count < *best.wanted.k) {
    return fmt::format("proven: no other {}{} exists", best.noun(), best.within());
  }
  return fmt::format("proven: no other {} {}", best.noun(), best.better());
}

/// The text with the best cost found, the lower bound and the gap, for a search that a limit has
/// ended.
std::string known_so_far(const Best& best, const search::CheapestResult& result) {
  const search::CostGap gap = result.gap();
  std::string text;
  if (gap.bound) {
    text = fmt::format("no other solution {} than {}", best.better(), best.shown(*gap.bound));
  }
  if (gap.best) {
    text += fmt::format("{}the best found {}", text.empty() ? "" : "; ", best.measured(*gap.best));
  }
  if (const auto share = gap.share()) text += fmt::format(", a gap of {}", percentage(*share));
  return text.empty() ? "no solution was found" : text;
}

Json summary_of(const Request& request, const Best& best, const search::CheapestResult& result,
                const Outcome& outcome) {
  Json summary = to_json(request, outcome);
  if (outcome.answer.is_unique) summary["unique"] = *outcome.answer.is_unique;
  summary["engine"] = "cost_cells";
  if (best.most) summary["max_cost"] = decimal_text(best.most->units, best.most->places);
  const search::CostGap gap = result.gap();
  summary.update(to_json(gap));
  if (best.are_gains && gap.best) summary["gain"] = best.amount(-*gap.best);
  return summary;
}

void print_end(const Request& request, Console& console, const Problem& shown, const Best& best,
               const search::CheapestResult& result, const Outcome& outcome) {
  if (request.json) {
    console.print_json(summary_of(request, best, result, outcome));
  } else {
    if (best.wanted.count) {
      console.print(outcome.answer.count + "\n");
    } else if (outcome.answer.is_unique) {
      console.print(result.count == 1 ? "unique\n" : result.count == 0 ? "none\n" : "several\n");
    } else if (result.complete() && result.count == 0 && !request.csv) {
      console.print("no solution\n");
    }
    if (!result.complete() && !request.csv) console.print(incomplete_line(result.status));
  }
  console.flush();
  if (!result.complete()) {
    console.warning("INCOMPLETE: " + known_so_far(best, result));
  } else if (!outcome.answer.is_unique && (result.count != 0 || best.most)) {
    console.note(proved(shown, best, result));
  }
  if (best.least == Least::options && !request.options.certificate.empty() && result.complete()) {
    console.note(request.options.certificate +
                 ": a certificate of the problem in which each option costs 1, which 'dlx convert "
                 "--unit-costs' writes");
  }
  print_confirmation(request, console, outcome);
  print_statistics(request, console, outcome.answer);
}

/// Prints the best solutions in order of increasing cost, or only their number. `problem` contains
/// the costs to minimise: the costs in the file, or 1 for each option.
int solve_best(const Request& request, Console& console, const Problem& problem,
               const Presentation& show, Best best, const runs::RunFacts& origin) {
  const auto start = std::chrono::steady_clock::now();
  const Watch control(request, console);
  FoundClasses found;
  if (request.options.up_to != UpTo::none) {
    found = find_classes(request, console, problem, control.options());
    if (found.status != Status::exhausted) {
      return print_incomplete(request, console, found.status);
    }
    best.wanted.up_to = &*found.classes.group;
    if (!request.options.checkpoint.empty() && found.classes.are_unlisted()) {
      throw not_together("--checkpoint", kind::many_symmetries);
    }
  }
  const Confirmer confirmer(request, control, problem, found.classes, true);
  Options search = control.options();
  search.on_progress = steady(search.on_progress);
  search.certificate = confirmer.evidence().certificate;
  search.checkpoint = request.options.checkpoint;
  search.checkpoint_every = request.options.checkpoint_every;
  // If only the certificate cannot be written, the error is thrown later, after the answer is
  // printed.
  std::exception_ptr failure;
  const search::CheapestResult result =
      best_of(problem, best, search,
              {.of_options = best.least == Least::options,
               .origin = origin,
               .keep_certificate = request.checkpoint.keep_certificate,
               .failure = &failure});
  print_solutions(request, console, problem, show, best, result);
  Answer answer{.count = std::to_string(result.count),
                .status = result.status,
                .statistics = result.statistics,
                .seconds = seconds_since(start)};
  if (request.wanted.unique && result.complete()) answer.is_unique = result.count == 1;
  Confirmation confirmation = confirmer.confirm(
      answer,
      [&](const Answer&) {
        if (failure) std::rethrow_exception(failure);
        note_certificate_left(request, console);
      },
      certificate::claim_of_costs(best.wanted, best.most, result));
  const Outcome outcome{std::move(answer), std::move(confirmation)};
  print_end(request, console, *show.shown, best, result, outcome);
  if (!result.complete() && !request.options.checkpoint.empty()) {
    say_how_to_continue(console, request.options.checkpoint, nullptr);
  }
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
  constexpr const char* gains_fact = "gains";
  bool are_gains = request.resumed.contains(gains_fact);
  const FileProblem read =
      read_file_problem(request, console, OptionsMade::if_solvable, &are_gains);
  const Problem& problem = read.left();
  Presentation show = problem_presentation(problem);
  // A file of --checkpoint has only the problem that is left, so that a resumed run shows this one.
  show.shown = request.options.checkpoint.empty() ? &read.whole : &problem;
  const bool within = request.options.max_cost && !flags.min_cost;
  if (!within && !flags.min_cost && !flags.min_options) {
    if (problem.has_costs() && request.wanted.limit() && !request.wanted.unique) {
      console.note("costs are ignored; --min-cost finds a cheapest solution");
    }
    return exit_code(run_search(request, console, problem, show));
  }
  const Wanted& wanted = request.wanted;
  if (wanted.n == 0U) throw std::invalid_argument("the best solutions need at least -n 1");
  runs::RunFacts origin =
      request.options.checkpoint.empty() ? runs::RunFacts() : origin_of(request, show);
  Best best{.least = flags.min_options ? Least::options : Least::cost,
            .wanted = {.k = wanted.limit(), .count = wanted.count},
            .ties_only = !within && wanted.unique,
            .most = request.options.max_cost,
            .are_gains = are_gains && !flags.min_options};
  if (within && !wanted.limit()) best.wanted.k = CheapestWanted::every;
  if (!flags.min_options && !read.whole.has_costs()) {
    console.warning(
        "no option has a cost, so every solution costs 0; --min-options finds the solutions with "
        "the fewest options");
  }
  if (best.are_gains && !origin.empty()) origin[gains_fact] = "";
  if (request.csv) console.print(io::solution_table_head(*show.shown));
  if (flags.min_options) {
    const Problem unit = ProblemBuilder::with_unit_costs(Problem(problem));
    return solve_best(request, console, unit, show, best, origin);
  }
  best.places = problem.cost_places();
  return solve_best(request, console, problem, show, best, origin);
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
                "Show a cheapest solution, and prove that no other costs less. -n N shows the N "
                "cheapest solutions; --all shows all of the least cost, and --count counts them. "
                "If a limit ends the search, print a lower bound")
      ->group("How many");
  command
      .add_flag("--min-options", flags.min_options,
                "Like --min-cost, for solutions with the fewest options: each option costs 1, "
                "instead of its own cost. With --max-cost N, --all and --count concern all "
                "solutions with at most N options")
      ->group("How many");
  add_rows(command, line.request, {"max_cost"});
  add_general_options(command, line.request);
  add_numbers_option(command, line.request);
  command.footer(
      "Each line of a solution is an option: its number in the file, counted from 1, its name, if\n"
      "options have names, and its items. With --numbers, each solution is a line of option\n"
      "numbers. Every solution is verified before it is shown.\n\n"
      "Examples:\n"
      "  dlx solve problem.dlx                    the first solution\n"
      "  dlx solve problem.dlx.gz -n 5            five solutions\n"
      "  dlx solve problem.dlx --all --numbers    all solutions, a line each\n"
      "  dlx solve problem.dlx --all --csv        all solutions, as a table for spreadsheets\n"
      "  dlx solve problem.dlx --hint             an option that all solutions contain, and why\n"
      "  dlx solve costs.dlx --min-cost -n 3      the three cheapest solutions\n"
      "  dlx solve costs.dlx --min-cost --count   how many solutions have the least cost\n"
      "  dlx solve costs.dlx --max-cost 6 --all   all that cost 6 or less, the cheapest first\n"
      "  dlx solve problem.dlx --min-options --all   all solutions with the fewest options\n"
      "  dlx queens 6 --emit | dlx solve - --all --json\n");
}

}  // namespace dlx::app
