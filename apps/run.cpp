#include "apps/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apps/certificate.hpp"
#include "apps/checkpoint.hpp"
#include "apps/foresight.hpp"
#include "apps/reading.hpp"
#include "apps/settings.hpp"
#include "apps/trust.hpp"
#include "dlx/core/natural.hpp"
#include "dlx/core/text.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/representatives.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/symmetry/seeds.hpp"
#include "dlx/symmetry/symmetry_text.hpp"

namespace dlx::app {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

namespace {

/// Of a Solver, or of Representatives.
template <class Search>
Outcome list(Session& session, Search solver, const Faults& faults_of, const Presentation& show,
             Trust& trust, Certificate* certificate = nullptr) {
  const std::optional<std::uint64_t> wanted = session.ask.wanted();
  const bool listing = !session.ask.count;
  const auto start = std::chrono::steady_clock::now();
  const auto seed = session.search.fingerprint_seed;
  Natural found;
  Residue fingerprint(0);
  while ((!wanted || found < *wanted) && solver.next()) {
    if (show.is_representative && !show.is_representative(solver.solution())) continue;
    ++found;
    if (!listing && !seed) continue;
    const auto solution = solver.solution();
    if (seed) {
      Residue factor(1);
      for (const OptionId option : solution) factor *= fingerprint_factor(*seed, option);
      fingerprint += factor;
    }
    if (!listing) continue;
    if (const auto faults = faults_of(solution); !faults.empty()) throw no_solution(faults);
    session.out.print(solution_as_text(show, session.general.json, found.to_string(), solution));
  }

  Outcome outcome;
  outcome.count = found.to_string();
  outcome.engine = solver.engine();
  outcome.seconds = seconds_since(start);
  outcome.statistics = solver.statistics();
  outcome.status = solver.status() == Status::running ? Status::solution_limit : solver.status();
  if (seed) outcome.fingerprint = fingerprint;
  trust.answer(outcome, show, [&] {
    if (certificate != nullptr) certificate->finish(outcome);
  });
  return outcome;
}

Input symmetries_input(const Session& session) {
  const auto text = session.resumed.find("symmetries");
  return text == session.resumed.end() ? Input::open(session.up_to_file, limits(session.read))
                                       : Input::from_text(text->second, session.up_to_file);
}

/// The group that --up-to all or --up-to FILE means. Anything but `exhausted`: what ended the look
/// for it.
Status find_group(Session& session, const Problem& problem, const SearchOptions& search,
                  Presentation& show) {
  const auto say_order = [&](const std::string& order) {
    session.messages.note(fmt::format(
        "up to the {} {} {}", order, order == "1" ? "symmetry" : "symmetries",
        session.up_to_file.empty() ? "of the problem" : "that " + session.up_to_file + " makes"));
  };
  const Deadline deadline(search.limits.time, search.stop);
  if (!session.up_to_file.empty()) {
    Input input = symmetries_input(session);
    Automorphisms given;
    given.generators = read_symmetries(input, problem);
    session.up_to_text.clear();
    for (const MatrixPermutation& generator : given.generators) {
      session.up_to_text += symmetry_text(problem, generator) + '\n';
    }
    show.group = members(problem, given, most_members, deadline);
    if (deadline.reached()) return deadline.why();
    if (!show.group) {
      throw std::invalid_argument(fmt::format("{}: its symmetries make more than {}: too many",
                                              input.name(), most_members));
    }
  } else {
    Automorphisms group =
        automorphisms(problem, {.time_limit = deadline.left(), .stop = search.stop});
    if (!group.complete) return stop_requested() ? Status::stopped : Status::time_limit;
    show.group = members(problem, group, most_members, deadline);
    if (deadline.reached()) return deadline.why();
    if (!show.group) {
      say_order(group.order.to_string());
      show.automorphisms = std::move(group);
      return Status::exhausted;
    }
  }
  say_order(std::to_string(show.group->order()));
  return Status::exhausted;
}

Outcome nothing_done(Status why) {
  Outcome outcome;
  outcome.count = "0";
  outcome.status = why;
  return outcome;
}

/// What a run in a file searches. Up to symmetry one item is restricted, rather than as many
/// searches made as there are seeds: a run is one search, and its parts are its units.
struct Searched {
  std::optional<Restriction> restriction;
  std::optional<ReducedProblem> reduced;
  std::function<bool(std::span<const OptionId>)> is_representative;

  Searched(const Problem& problem, const Presentation& show, bool preprocess, bool with_steps,
           const Tally& weights_of, const std::atomic<bool>* stop)
      : is_representative(show.is_representative) {
    if (show.group) {
      is_representative = [&show](std::span<const OptionId> solution) {
        return show.group->is_representative(solution);
      };
    }
    if (!preprocess) return;
    if (show.group) restriction = Restriction::make(problem, *show.group);
    // Without a limit on its time: whoever goes on with the run must come to the same problem.
    Reduction reduction = reduce(restriction ? restriction->problem() : problem,
                                 {.with_steps = with_steps, .stop = stop});
    if (restriction) renumber(reduction, restriction->originals());
    reduced.emplace(std::move(reduction), weights_of);
    if (!restriction) return;
    is_representative = {};
    if (!restriction->has_symmetries()) return;
    is_representative = [this](std::span<const OptionId> solution) {
      return restriction->is_representative(solution);
    };
  }
  Searched(const Searched&) = delete;
  Searched& operator=(const Searched&) = delete;
};

Outcome run_in_checkpoint(Session& session, const Problem& problem, const Presentation& show,
                          Trust& trust) {
  if (show.automorphisms) {
    throw std::invalid_argument(
        fmt::format("--checkpoint: a run is kept up to {} symmetries at most", most_members));
  }
  SearchOptions search = search_options(session, &problem);
  const auto& seed = session.search.fingerprint_seed;
  const Searched searched(
      problem, show, std::exchange(search.preprocess, false), !session.certificate.empty(),
      seed ? Tally(plain_weights(problem.option_count(), *seed)) : Tally(), search.stop);
  if (stop_requested()) {
    const Outcome outcome = nothing_done(Status::stopped);
    say(session, outcome, show);
    return outcome;
  }
  Presentation class_presentation = show;
  class_presentation.is_representative = searched.is_representative;
  const Problem& search_problem = searched.reduced ? searched.reduced->problem() : problem;
  return run_checkpointed(
      session,
      {.problem = problem,
       .searched = search_problem,
       .reduced = searched.reduced ? &*searched.reduced : nullptr,
       .make_solver = [&search_problem](
                          const SearchOptions& options) { return Solver(search_problem, options); },
       .search = search,
       .verifier = [&problem]() -> Faults {
         return [verifier = std::make_shared<Verifier>(problem)](
                    std::span<const OptionId> solution) { return verifier->faults(solution); };
       },
       .trust = trust,
       .all_covers = !show.group && !show.is_representative},
      class_presentation);
}

Faults faults_of_walks(const PathProblem& problem) {
  return [&problem, verifier = std::make_shared<Verifier>(problem.problem())](
             std::span<const OptionId> walk) {
    std::vector<std::string> found = verifier->faults(walk);
    for (std::string& fault : problem.walk_faults(walk)) found.push_back(std::move(fault));
    return found;
  };
}

Outcome outcome_of(ClassesResult result) {
  Outcome outcome;
  outcome.count = result.classes.to_string();
  outcome.engine = result.engine;
  outcome.statistics = result.statistics;
  outcome.status = result.status;
  outcome.classes = std::move(result);
  return outcome;
}

Outcome outcome_of(CountResult result) {
  Outcome outcome;
  outcome.count = result.value.to_string();
  outcome.engine = result.engine;
  outcome.statistics = result.statistics;
  outcome.status = result.status;
  outcome.fingerprint = result.fingerprint;
  outcome.counted = std::move(result);
  return outcome;
}

/// Counts without listing.
Outcome count_all(Session& session, const Problem& problem, const Presentation& show,
                  const CountOptions& options) {
  if (show.group) return outcome_of(count_classes(problem, *show.group, options));
  if (!show.automorphisms) return outcome_of(count(problem, options));
  if (session.search.method != CountMethod::automatic &&
      session.search.method != CountMethod::search) {
    throw std::invalid_argument("--method: a count up to this many symmetries is only by search");
  }
  return outcome_of(count_classes(problem, *show.automorphisms, options));
}

/// Before a count of all solutions starts.
void note_excluded_methods(Session& session, const Problem& problem) {
  const auto count_freely = [&](const CountOptions& options) -> std::optional<std::string> {
    const CountResult counted = count(problem, options);
    if (!counted.complete()) return {};
    return std::string(to_string(counted.method)) + ": " + counted.why;
  };
  note_excluded_methods(session, problem, count_freely);
}

}  // namespace

Outcome run_search(Session& session, const Problem& problem, const Presentation& given) {
  const auto start = std::chrono::steady_clock::now();
  Presentation show = given;
  if ((session.up_to == UpTo::all || show.group) && session.search.fingerprint_seed) {
    throw std::invalid_argument(
        "--fingerprint is for all solutions, not for those --up-to something");
  }
  if (session.up_to == UpTo::all && !show.group) {
    const Status status = find_group(session, problem, search_options(session, &problem), show);
    if (status != Status::exhausted) {
      Outcome outcome = nothing_done(status);
      outcome.seconds = seconds_since(start);
      say(session, outcome, show);
      return outcome;
    }
    if (auto& seconds = session.search.time_limit_s) {
      *seconds = std::max(0.0, *seconds - seconds_since(start));
    }
  }
  Trust trust(session, problem, show);
  check_certificate(session, show);
  if (session.ask.count && session.up_to == UpTo::none && !show.is_representative) {
    note_excluded_methods(session, problem);
  }
  if (!session.checkpoint.file.empty()) return run_in_checkpoint(session, problem, show, trust);
  Certificate certificate(session, problem, show.group ? "classes" : "");
  if (session.ask.count && !show.is_representative) {
    CountOptions options = count_options(session, problem);
    options.search.trace = certificate.trace();
    Outcome outcome = count_all(session, problem, show, options);
    outcome.seconds = seconds_since(start);
    const std::string classes = !show.group ? ""
                                            : fmt::format("classes {} under {} symmetries",
                                                          outcome.count, show.group->order());
    trust.answer(
        outcome, show, [&] { certificate.finish(outcome, classes); }, classes);
    return outcome;
  }
  if (session.ask.count &&
      (session.search.method != CountMethod::automatic || session.search.fingerprint_seed)) {
    throw std::invalid_argument(
        "--method and --fingerprint are for counts of all solutions, not for those --up-to "
        "something");
  }
  Verifier verifier(problem);
  const auto faults = [&](std::span<const OptionId> solution) { return verifier.faults(solution); };
  SearchOptions search = search_options(session, &problem);
  if (show.group) {
    return list(session, Representatives(problem, *show.group, search), faults, show, trust);
  }
  if (show.automorphisms) {
    return list(session,
                Representatives(problem, *show.automorphisms, search, memory_limit(session)),
                faults, show, trust);
  }
  search.trace = certificate.trace();
  if (search.trace != nullptr) search.preprocess = false;
  return list(session, Solver(problem, search), faults, show, trust, &certificate);
}

Outcome run_search(Session& session, const PathProblem& problem, const Presentation& show) {
  if (!session.certificate.empty()) {
    throw std::invalid_argument("--certificate is for exact covers, not for walks");
  }
  Trust trust(session, problem.problem(), show);
  if (!session.checkpoint.file.empty()) {
    return run_checkpointed(
        session,
        {.problem = problem.problem(),
         .searched = problem.problem(),
         .reduced = nullptr,
         .make_solver = [&](const SearchOptions& options) { return Solver(problem, options); },
         .search = search_options(session),
         .verifier = [&problem] { return faults_of_walks(problem); },
         .trust = trust},
        show);
  }
  return list(session, Solver(problem, search_options(session)), faults_of_walks(problem), show,
              trust);
}

}  // namespace dlx::app
