#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <stdexcept>

#include "apps/certificate.hpp"
#include "apps/commands.hpp"
#include "apps/flags.hpp"
#include "apps/outcome.hpp"
#include "apps/reading.hpp"
#include "apps/run.hpp"
#include "apps/settings.hpp"
#include "apps/trust.hpp"
#include "dlx/cheapest.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/io/solution_text.hpp"

namespace dlx::app {
namespace {

CheapestResult cheapest_of(const Problem& problem, std::uint64_t wanted,
                           const SearchOptions& search) try {
  return cheapest(problem, wanted, search);
} catch (const std::overflow_error& e) {  // by what stands in the file
  throw std::invalid_argument(e.what());
}

/// The cheapest solutions, cheapest first.
int solve_cheapest(Session& session, const Problem& problem) {
  if (session.ask.all || session.ask.count) {
    throw std::invalid_argument("--min-cost lists the cheapest: give their number with -n");
  }
  if (session.search.engine != EngineKind::automatic ||
      session.search.branching != BranchingRule::minimum_remaining || session.search.order) {
    throw std::invalid_argument("--min-cost has an engine of its own");
  }
  const std::uint64_t wanted = session.ask.n.value_or(1);
  if (wanted == 0) throw std::invalid_argument("--min-cost needs at least -n 1");
  const auto start = std::chrono::steady_clock::now();
  if (session.trust == TrustLevel::agreed || session.trust == TrustLevel::proved) {
    throw std::invalid_argument(
        "--trust: --min-cost has one engine, and no proof for others; T2 is possible");
  }
  session.ask.all = true;  // of the cheapest, as a certificate has it
  Trust trust(session, problem, {});
  check_certificate(session, {});
  Certificate certificate(session, problem, fmt::format("cheapest {}", wanted));
  SearchOptions search = search_options(session);
  search.trace = certificate.trace();
  const CheapestResult result = cheapest_of(problem, wanted, search);
  Verifier verifier(problem);
  std::uint64_t n = 0;
  for (const CostedSolution& solution : result.solutions) {
    if (const auto faults = verifier.faults(solution.options); !faults.empty()) {
      throw std::logic_error("the engine reported a set of options that is no solution: " +
                             faults.front());
    }
    ++n;
    if (session.general.json) {
      Json line = Json::object();
      line["n"] = std::to_string(n);
      line["cost"] = std::to_string(solution.cost);
      line["options"] = Json::array();
      for (const OptionId option : solution.options) line["options"].push_back(index(option) + 1);
      session.out.print(line.dump() + "\n");
    } else {
      session.out.print(fmt::format("# cost {}\n", solution.cost) +
                        solution_text(problem, std::to_string(n), solution.options));
    }
  }
  Outcome outcome;
  outcome.count = std::to_string(n);
  outcome.status = result.status;
  outcome.statistics = result.statistics;
  outcome.seconds = seconds_since(start);
  std::string costs = fmt::format("cheapest {}:", wanted);
  for (const CostedSolution& solution : result.solutions)
    costs += fmt::format(" {}", solution.cost);
  const auto say_it = [&] {
    const bool bounded = result.lower_bound != CheapestResult::nothing_left;
    if (session.general.json) {
      Json summary = to_json(session, outcome);
      summary["engine"] = "cost_cells";
      if (bounded) summary["lower_bound"] = std::to_string(result.lower_bound);
      session.out.print(summary.dump() + "\n");
    } else if (result.complete()) {
      if (n == 0) session.out.print("no solution\n");
    } else {
      session.out.print(incomplete_line(result.status));
    }
    session.out.flush();
    if (!result.complete()) {
      session.messages.warning(fmt::format(
          "INCOMPLETE: no other solution costs less than {}{}", result.lower_bound,
          n == 0 ? std::string()
                 : fmt::format("; the best found costs {}", result.solutions.front().cost)));
    } else if (n != 0) {
      session.messages.note(n < wanted ? "these are all solutions"
                                       : "proven: no other solution costs less");
    }
    say_trust(session, outcome);
    print_statistics(session, outcome);
  };
  trust.answer(
      outcome, say_it, [&] { certificate.finish(outcome, costs); }, costs);
  return exit_code(outcome);
}

}  // namespace

void add_solve(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("solve", "Show solutions of an exact-cover problem");
  add_read_options(*command, session);
  add_ask_options(*command, session);
  add_search_options(*command, session);
  add_threads_option(*command, session);
  add_checkpoint_options(*command, session);
  add_up_to_option(*command, session, {UpTo::none, UpTo::all});
  add_memory_option(*command, session);
  add_trust_options(*command, session);
  const auto min_cost = std::make_shared<bool>(false);
  command
      ->add_flag("--min-cost", *min_cost,
                 "The solution whose options cost least, or with -n N the N cheapest, proved; if a "
                 "limit is reached, with a bound")
      ->group("How many");
  add_general_options(*command, session);
  command->footer(
      "Options are shown by number, in the order of the file from 1, and by their items. Every\n"
      "solution is verified before it is shown.\n\n"
      "Examples:\n"
      "  dlx solve problem.dlx                  the first solution\n"
      "  dlx solve problem.dlx.gz -n 5          five solutions\n"
      "  dlx solve problem.dlx --min-cost -n 3\n"
      "  dlx queens 6 --emit | dlx solve - --all --json\n");
  command->callback([&session, min_cost] {
    session.action = [&session, min_cost] {
      const Problem problem = read_problem(session);
      if (*min_cost) return solve_cheapest(session, problem);
      Presentation show;
      show.text = [&](const std::string& n, std::span<const OptionId> solution) {
        return solution_text(problem, n, solution);
      };
      return exit_code(run_search(session, problem, show));
    };
  });
}

}  // namespace dlx::app
