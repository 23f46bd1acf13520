#include "apps/run/search.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/combinations.hpp"
#include "apps/run/answer.hpp"
#include "apps/run/checkpoint.hpp"
#include "apps/run/foresight.hpp"
#include "apps/run/hint.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/report.hpp"
#include "apps/run/run_facts.hpp"
#include "dlx/core/item_options.hpp"
#include "dlx/core/text.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/engines/short_search.hpp"
#include "dlx/io/solution_text.hpp"
#include "dlx/preprocess/invariant.hpp"
#include "dlx/representatives.hpp"
#include "dlx/runs/crew.hpp"
#include "dlx/runs/parallel_list.hpp"
#include "dlx/runs/run_facts.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/search/progress.hpp"
#include "dlx/solver.hpp"

namespace dlx::app {
namespace {

/// Lists solutions, or counts them one by one. `solver` is a Solver, a ParallelList or a
/// Representatives.
template <class Search>
Answer list(const SearchTask& task, Search&& solver, const Faults& faults_of) {
  const std::optional<std::uint64_t> wanted = task.request.wanted.limit();
  const bool listing = !task.request.wanted.count;
  const auto& is_representative = task.classes.is_representative;
  const auto seed = task.evidence().seed;
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t found = 0;
  const Problem& problem = shown_problem(task.problem, task.show);
  std::vector<OptionId> same;
  io::SolutionWriter writer(problem, task.request.numbers ? io::SolutionWriter::Form::numbers
                                                          : io::SolutionWriter::Form::items);
  const bool is_plain =
      !task.request.json && !task.request.csv && (task.request.numbers || !task.show.text);
  std::string text;
  Residue fingerprint(0);
  while ((!wanted || found < *wanted) && solver.next()) {
    if (is_representative && !is_representative(solver.solution())) continue;
    ++found;
    if (!listing && !seed) continue;
    const auto solution = solver.solution();
    if (seed) {
      Residue factor(1);
      for (const OptionId option : solution) factor *= fingerprint_factor(*seed, option);
      fingerprint += factor;
    }
    if (!listing) continue;
    if (const auto faults = faults_of(solution); !faults.empty()) throw not_a_solution(faults);
    if (&problem != &task.problem) same = same_numbers(task.problem, problem, solution);
    const auto shown = &problem == &task.problem ? solution : same;
    if (task.show.listed) task.show.listed(shown);
    if (is_plain) {
      writer.append(text, found, shown);
    } else {
      text += solution_as_text(problem, task.show, task.request, std::to_string(found), shown);
    }
    // --unique prints solutions only if there are two, so the first text is kept until the second
    // solution is found.
    if (task.request.wanted.unique && found == 1) continue;
    task.console.print(text);
    text.clear();
  }

  Answer answer = answer_of(solver, std::to_string(found), start);
  if (answer.status == Status::running) answer.status = Status::solution_limit;
  if (seed) {
    answer.fingerprint = fingerprint;
    answer.seed = *seed;
  }
  return answer;
}

/// Whether several threads list solutions. A single thread lists solutions if the number of
/// solutions or nodes is limited, or if a certificate is wanted.
bool lists_in_threads(const SearchTask& task, const Options& search) {
  return task.control.threads() > 1 && !task.request.wanted.limit() && !search.nodes &&
         search.trace == nullptr && search::can_be_divided(search);
}

/// Tells why no solution exists, if an invariant with this modulus excludes every solution.
void tell_invariant(const SearchTask& task, std::uint32_t modulus) {
  const Problem& problem = task.problem;
  Console& console = task.console;
  // The simplest reason is an item without options. It also follows from options given by --fix
  // that exclude each other.
  if (const std::vector<ItemId> items = items_without_options(problem); !items.empty()) {
    return console.note(fmt::format("no solution exists: no option is left for item {}",
                                    in_quotes(problem.name(items.front()))));
  }
  const std::string info =
      task.request.read.file.empty() ? "dlx info, applied to the output of --emit," : "dlx info";
  if (modulus == 2) {
    return console.note(
        "no solution exists: an odd number of certain items would have to be covered, and every "
        "option covers an even number of them; " +
        info + " names them");
  }
  console.note(fmt::format(
      "no solution exists: the items have weights such that each option adds a multiple of {} and "
      "all items together are not one; {} shows the weights",
      modulus, info));
}

/// The answer if an invariant excludes every solution, so that no search is needed. Only invariants
/// that are found within some milliseconds are considered, because most lists should begin at once.
/// No invariant is searched for if the user chose an engine or another setting of the search, or if
/// a short search finds a solution.
std::optional<Answer> excluded(const SearchTask& task, const Options& search,
                               search::Trace* trace) {
  constexpr std::chrono::milliseconds longest(5);
  const bool free = search.preprocess == true && search.engine == EngineKind::automatic &&
                    search::rule_of(search) == BranchingRule::minimum_remaining && !search.nodes &&
                    task.request.trust != TrustLevel::agreed;
  const bool soon = preprocess::seconds_for_invariant(task.problem) <=
                    std::chrono::duration<double>(longest).count();
  if (!free || !soon || task.problem.option_count() == 0) return {};
  if (engines::ShortSearch first; first.run(task.problem, 1) && first.found() > 0) return {};
  const auto start = std::chrono::steady_clock::now();
  const auto found =
      preprocess::refuting_invariant(task.problem, search::Deadline(longest, search.stop)).found;
  if (!found) return {};
  if (trace != nullptr) trace->invariant(found->modulus, found->weights);
  tell_invariant(task, found->modulus);
  Answer answer;
  answer.status = Status::exhausted;
  answer.seconds = seconds_since(start);
  if (const auto seed = task.evidence().seed) {
    answer.fingerprint = Residue(0);
    answer.seed = *seed;
  }
  return answer;
}

/// Lists solutions. Also counts solutions one by one if the puzzle has a function that selects
/// representatives of classes.
Outcome list_covers(const SearchTask& task) {
  const Classes& classes = task.classes;
  certificate::CertificateFile certificate(
      task.evidence().certificate, task.problem, task.evidence().seed,
      classes.listed() != nullptr ? certificate::about_classes : "");
  Verifier verifier(task.problem);
  const auto faults = [&](std::span<const OptionId> solution) {
    return verifier.is_solution(solution) ? std::vector<std::string>() : verifier.faults(solution);
  };
  const auto end = [&](Answer answer) {
    return conclude(task, std::move(answer),
                    [&](const Answer& complete) { certificate.finish(claims_of(complete)); });
  };
  Options search = task.control.options(&task.problem);
  if (auto answer = excluded(task, search, certificate.trace())) return end(*std::move(answer));
  search.on_progress = steady(search.on_progress);
  if (classes.group) {
    // If the number of classes of solutions is limited, a single thread searches, so that the
    // number of nodes is deterministic.
    const search::Jobs jobs =
        task.request.wanted.limit() ? search::Jobs() : runs::resources(search).jobs;
    return end(list(task, Representatives(task.problem, *classes.group, search, jobs), faults));
  }
  search.trace = certificate.trace();
  if (search.trace != nullptr) search.preprocess = false;
  if (lists_in_threads(task, search)) {
    return end(list(task, runs::ParallelList(task.problem, search), faults));
  }
  Solver solver(task.problem, search, runs::search_jobs(search));
  Answer answer = list(task, solver, faults);
  if (solver.excluding_modulus() != 0) {
    tell_invariant(task, solver.excluding_modulus());
  }
  return end(std::move(answer));
}

/// Counts solutions, or classes of solutions under symmetry, without listing them.
Outcome count_covers(const SearchTask& task) {
  const Problem& problem = task.problem;
  const OptionSymmetries* const listed = task.classes.listed();
  certificate::CertificateFile certificate(task.evidence().certificate, problem,
                                           task.evidence().seed,
                                           listed != nullptr ? certificate::about_classes : "");
  Options options = task.control.options(&problem);
  options.fingerprint = task.evidence().seed;
  options.trace = certificate.trace();
  const auto start = std::chrono::steady_clock::now();
  Answer answer;
  if (task.classes.group) {
    const bool by_search =
        options.method == CountMethod::automatic || options.method == CountMethod::search;
    if (task.classes.are_too_many() && !by_search) {
      throw not_together("--method", kind::many_symmetries);
    }
    answer =
        answer_of(count_classes(problem, *task.classes.group, options, runs::resources(options)));
  } else {
    answer = answer_of(counting::count(problem, options, runs::resources(options)));
    answer.seed = options.fingerprint.value_or(0);
  }
  answer.seconds = seconds_since(start);
  const std::string claim = listed != nullptr ? claimed_classes(answer, *listed) : "";
  return conclude(
      task, std::move(answer),
      [&](const Answer& complete) { certificate.finish(claims_of(complete, claim)); }, claim);
}

Faults faults_of_walks(const PathProblem& problem) {
  return [&problem, verifier = std::make_shared<Verifier>(problem.problem())](
             std::span<const OptionId> walk) {
    std::vector<std::string> found = verifier->faults(walk);
    for (std::string& fault : problem.walk_faults(walk)) found.push_back(std::move(fault));
    return found;
  };
}

bool is_saved(const Request& request) {
  return !request.options.checkpoint.empty();
}

runs::BegunRun begin_run(const Request& request, const Problem& problem, const Presentation& show) {
  return {request.options.checkpoint,
          [&] {
            return runs::begun_facts(request.options.checkpoint, problem, !request.wanted.count,
                                     origin_of(request, show));
          },
          request.options.unit_nodes.value_or(runs::nodes_of_first_unit)};
}

}  // namespace

Outcome run_search(const Request& request, Console& console, const Problem& problem,
                   const Presentation& show, const OtherSearch* other_search) {
  if (request.wanted.hint) return give_hint(request, console, problem, show);
  if (request.csv) console.print(io::solution_table_head(shown_problem(problem, show)));
  const runs::BegunRun begun = begin_run(request, problem, show);
  const Watch control(request, console,
                      other_search != nullptr ? other_search->more_progress : nullptr);
  if (problem.has_multiplicities() && request.options.branching == BranchingRule::weighted) {
    throw not_together("--branch weighted", kind::multiplicities);
  }
  FoundClasses found{.classes = show.classes};
  if (request.options.up_to == UpTo::all && !found.classes.group) {
    found = find_classes(request, console, problem, control.options(&problem));
  }
  if (found.status != Status::exhausted) {
    const Outcome outcome{{.status = found.status, .seconds = control.seconds()}, {}};
    print_outcome(request, console, outcome, show);
    if (is_saved(request)) say_how_to_continue(console, request.options.checkpoint, other_search);
    return outcome;
  }
  const Confirmer confirmer(request, control, problem, found.classes);
  const SearchTask task{request, console, problem, show, found.classes, control, confirmer};
  const bool is_new = !is_saved(request) || !begun.continues();
  if (request.wanted.count && !found.classes.is_representative && is_new) {
    note_excluded_methods(task);
  }
  if (is_saved(request)) return run_saved(task, other_search);
  return request.wanted.count && !found.classes.is_representative ? count_covers(task)
                                                                  : list_covers(task);
}

Outcome run_puzzle_search(const Request& request, Console& console, const Problem& whole,
                          const Presentation& show) {
  if (!request.given.any()) return run_search(request, console, whole, show);
  if (show.classes.group || show.classes.is_representative) {
    check_kind(request, kind::puzzle_symmetries);
  }
  const ProblemWithKnown left = request.wanted.hint
                                    ? left_with_known(request.given, whole)
                                    : ProblemWithKnown{left_by(request.given, whole), {}};
  const auto original = [&](OptionId option) {
    return whole.find_option(left.problem.number(option)).value();
  };
  Presentation translated = show;
  translated.shown = &whole;
  translated.known = left.known;
  for (const OptionId option : show.known) {
    if (const auto known = left.problem.find_option(whole.number(option))) {
      translated.known.push_back(*known);
    }
  }
  for (auto* words : {&translated.words.option, &translated.words.picture}) {
    if (!*words) continue;
    *words = [&original, of_whole = *words](OptionId option) { return of_whole(original(option)); };
  }
  return run_search(request, console, left.problem, translated);
}

Outcome run_search(const Request& request, Console& console, const PathProblem& problem,
                   const Presentation& show) {
  check_kind(request, kind::walks);
  if (request.csv) console.print(io::solution_table_head(problem.problem()));
  const runs::BegunRun begun = begin_run(request, problem.problem(), show);
  const Watch control(request, console);
  const Confirmer confirmer(request, control, problem.problem(), show.classes);
  const SearchTask task{request,      console, problem.problem(), show,
                        show.classes, control, confirmer};
  if (is_saved(request)) {
    return run_saved(task, problem);
  }
  Options search = control.options();
  search.on_progress = steady(search.on_progress);
  return conclude(task, list(task, Solver(problem, search), faults_of_walks(problem)),
                  [](const Answer&) {});
}

ListedClasses list_classes(const Request& request, Console& console, const Problem& problem,
                           std::span<const OptionSymmetries> groups) {
  ListedClasses found{.answer = {}, .classes = std::vector<std::uint64_t>(groups.size())};
  Verifier verifier(problem);
  const auto start = std::chrono::steady_clock::now();
  Solver solver(problem, Watch(request, console).options(&problem));
  while (solver.next()) {
    const auto solution = solver.solution();
    if (const auto faults = verifier.faults(solution); !faults.empty()) {
      throw not_a_solution(faults);
    }
    ++found.raw;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if (groups[g].is_representative(solution)) ++found.classes[g];
    }
  }
  found.answer = answer_of(solver, std::to_string(found.raw), start);
  return found;
}

}  // namespace dlx::app
