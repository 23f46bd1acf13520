#include "apps/run/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <exception>
#include <string>
#include <utility>

#include "dlx/core/text.hpp"

namespace dlx::app {
namespace {

std::string out_of_memory_in_words(const Request& request) {
  const CountMethod method = request.options.method;
  const bool may_sweep =
      request.wanted.count && (method == CountMethod::automatic || method == CountMethod::sweep);
  return fmt::format("the memory limit was reached; raise it by --memory-limit{}",
                     may_sweep && request.options.scratch.empty()
                         ? ", or add --scratch FOLDER for tables of a sweep"
                         : "");
}

/// The reason why a list ended early, in words.
std::string why_stopped(const Wanted& wanted) {
  if (wanted.given()) return "stopped as asked, there may be others";
  return fmt::format(
      "stopped {}, there may be others: --all lists all",
      wanted.otherwise == 1 ? "at the first" : fmt::format("after {}", wanted.otherwise));
}

/// A count in the output format of the model counting competition since 2021.
std::string competition_lines(const Answer& answer) {
  if (cut_short(answer.status)) return "c " + incomplete_line(answer.status) + "s UNKNOWN\n";
  const bool is_zero = answer.count == "0";
  const std::size_t digits = std::min<std::size_t>(answer.count.size(), 15);
  const double leading = std::stod(answer.count.substr(0, digits));
  const std::string log10 =
      is_zero ? "-inf"
              : fmt::format("{:.12g}", std::log10(leading) +
                                           static_cast<double>(answer.count.size() - digits));
  return fmt::format("s {}\nc s type mc\nc s log10-estimate {}\nc s exact arb int {}\n",
                     is_zero ? "UNSATISFIABLE" : "SATISFIABLE", log10, answer.count);
}

}  // namespace

std::string incomplete_line(Status status, std::string_view puzzle) {
  const std::string why = status == Status::time_limit     ? "the time limit"
                          : status == Status::node_limit   ? "the node limit"
                          : status == Status::memory_limit ? "the memory limit"
                                                           : "a signal";
  return fmt::format("INCOMPLETE: stopped by {}{}{}; there may be more\n", why,
                     puzzle.empty()       ? ""
                     : all_digits(puzzle) ? " at line "
                                          : " in ",
                     puzzle);
}

void mark_incomplete(Json& object, Status status) {
  object["INCOMPLETE"] = true;
  object["status"] = to_string(status);
}

Json number_as_json(const WideReal& value) {
  constexpr int digits = 6;
  return value.fits_double() ? Json(value.to_double()) : Json(value.to_string(digits));
}

int print_incomplete(const Request& request, Console& console, Status status,
                     const std::string& puzzle) {
  if (request.json) {
    Json object = {{"complete", false}, {"INCOMPLETE", true}, {"status", to_string(status)}};
    if (!puzzle.empty()) object["puzzle"] = puzzle;
    console.print_json(object);
  } else {
    console.print(incomplete_line(status, puzzle));
  }
  console.flush();
  return exit_code(status);
}

std::string caption(const Request& request, const Answer& answer, const Presentation& show) {
  std::string text = quantity(answer.count, show.noun, show.nouns);
  if (request.options.up_to != UpTo::none) text += " up to " + up_to_in_words(request);
  return answer.complete() ? text : text + "; there may be others";
}

void print_outcome(const Request& request, Console& console, const Outcome& outcome,
                   const Presentation& show) {
  const Answer& answer = outcome.answer;
  const bool listing = !request.wanted.count;
  if (request.json) {
    Json summary = to_json(request, outcome);
    if (answer.is_unique) summary["unique"] = *answer.is_unique;
    if (!show.puzzle.empty()) summary["puzzle"] = show.puzzle;
    console.print_json(summary);
  } else if (show.line) {
    console.print(show.line(answer));
  } else {
    if (request.competition) {
      console.print(competition_lines(answer));
    } else if (request.wanted.count) {
      console.print(answer.count + "\n");
      if (answer.fingerprint) {
        console.print(
            fmt::format("fingerprint {} seed {}\n", answer.fingerprint->value(), answer.seed));
      }
    } else if (answer.is_unique) {
      console.print(*answer.is_unique ? "unique\n" : answer.complete() ? "none\n" : "several\n");
    } else if (answer.complete() && answer.count == "0" && !request.csv) {
      console.print("no solution\n");
    }
    if (cut_short(answer.status) && !request.competition && !request.csv) {
      console.print(incomplete_line(answer.status, show.puzzle));
    }
  }
  console.flush();

  const std::string found = quantity(answer.count, show.noun, show.nouns);
  const std::string same = request.options.up_to == UpTo::none ? ""
                           : request.options.up_to == UpTo::all && request.up_to_file.empty()
                               ? " up to symmetry"
                               : " up to " + up_to_in_words(request);
  if (cut_short(answer.status)) {
    console.warning(fmt::format("INCOMPLETE: {}{} before {}", found, same,
                                answer.status == Status::stopped ? "a signal stopped the search"
                                : answer.status == Status::memory_limit
                                    ? out_of_memory_in_words(request)
                                    : "a limit was reached"));
  } else if (answer.is_unique || (show.line && !request.json)) {
    // The line already printed contains the count.
  } else if (!listing && !same.empty()) {
    console.note(found + same);
  } else if (listing && answer.complete() && answer.count != "0") {
    console.note(fmt::format("{}{}, {}verified; no others exist", found, same,
                             answer.count == "1" ? "" : "each "));
  } else if (listing && !answer.complete()) {
    console.note(fmt::format("{}{}, verified; {}", found, same, why_stopped(request.wanted)));
  }
  print_confirmation(request, console, outcome);
  print_statistics(request, console, answer);
}

void print_confirmation(const Request& request, Console& console, const Outcome& outcome) {
  const Confirmation& c = outcome.confirmation;
  if (!c.note.empty()) {
    outcome.answer.complete() ? console.note(c.note) : console.warning(c.note);
  }
  const bool wanted = request.trust || request.conduct.stats || request.json;
  if (c.level.empty() || !wanted) return;
  const std::string text = fmt::format("trust {}: {}", c.level, c.why);
  c.status == Status::exhausted ? console.note(text) : console.warning(text);
}

namespace {

std::string name_of(const solve::Entrant& entrant) {
  if (entrant.parts != 0)
    return quantity(entrant.parts, "part") + " of the problem, each by itself";
  const bool is_weighted = entrant.branching == BranchingRule::weighted;
  return std::string(to_string(entrant.engine)) + (is_weighted ? ", branching weighted" : "");
}

/// How one of several competing searches ended.
std::string_view outcome_of(const solve::Entrant& entrant, const Answer& answer) {
  if (!entrant.was_last) return "given up";
  return answer.complete()     ? "settled it"
         : answer.count == "0" ? "cut short"
                               : "found the last solution";
}

template <class... Values>
void print_line(Console& console, fmt::format_string<Values...> format, Values&&... values) {
  console.line(fmt::format(format, std::forward<Values>(values)...));
}

}  // namespace

void print_statistics(const Request& request, Console& console, const Answer& answer) {
  if (!request.conduct.stats) return;
  const search::Statistics& s = answer.statistics;
  std::string levels;
  for (std::size_t l = 0; l < s.nodes_per_level.size() && l < 200; ++l) {
    levels += fmt::format(" {}", s.nodes_per_level[l]);
  }
  if (s.nodes_per_level.size() > 200) {
    levels += fmt::format(" ... ({} levels)", s.nodes_per_level.size());
  }
  const double per_node = s.nodes == 0 ? 0 : answer.seconds / static_cast<double>(s.nodes);
  // --stats asks for these lines explicitly, so they are printed even with --quiet.
  if (answer.counted) {
    const counting::CountResult& c = *answer.counted;
    print_line(console, "method: {}: {}", to_string(c.method), c.why);
    print_line(console, "symmetries: {}", c.symmetry);
    if (c.parts > 1) print_line(console, "independent parts: {}", c.parts);
    if (c.removed != 0) {
      print_line(console, "options removed first: {}, {} of them chosen", c.removed, c.forced);
    }
    if (c.states != 0) print_line(console, "states: {}", c.states);
    for (const counting::Trial& trial : c.trials) {
      print_line(console, "tried: {}: {:.6f} s: {}{}", trial.what, trial.seconds, trial.outcome,
                 trial.times == 1 ? "" : fmt::format(" ({} times)", trial.times));
    }
  }
  if (answer.classes) {
    const ClassesResult& c = *answer.classes;
    print_line(console, "classes: {}", c.why);
    print_line(console, "solutions in them: {}", c.solutions.to_string());
    print_line(console, "problems counted: {}", c.problems);
  }
  if (answer.engine != EngineKind::automatic) {
    const bool given_up = answer.counted && answer.counted->method != CountMethod::search &&
                          answer.counted->method != CountMethod::memo;
    print_line(console, "engine: {}{}", to_string(answer.engine),
               given_up ? ", of a search that was given up; so are nodes and updates" : "");
  }
  for (const solve::Entrant& each : answer.entrants) {
    print_line(console, "tried: {}: {}, {}, {}: {}", name_of(each), quantity(each.turns, "turn"),
               quantity(each.nodes, "node"), quantity(each.updates, "update"),
               outcome_of(each, answer));
  }
  if (answer.units != 0) print_line(console, "units of work: {}", answer.units);
  print_line(console, "seconds: {:.6f}", answer.seconds);
  print_line(console, "nodes: {}", s.nodes);
  print_line(console, "nanoseconds per node: {:.1f}", per_node * 1e9);
  if (s.nodes_spared != 0) {
    print_line(console, "nodes spared: {}, below states that had been searched before",
               s.nodes_spared);
  }
  if (s.updates != 0) print_line(console, "updates: {}", s.updates);
  print_line(console, "engine memory: {} bytes", s.memory_bytes);
  if (!levels.empty()) print_line(console, "nodes per level:{}", levels);
}

Outcome conclude(const SearchTask& task, Answer answer, const WriteCertificate& write_certificate,
                 const std::string& claim) {
  if (task.request.wanted.unique && !cut_short(answer.status)) {
    answer.is_unique = answer.count == "1";
  }
  Confirmation confirmation = task.confirmer.confirm(answer, write_certificate, claim);
  Outcome outcome{std::move(answer), std::move(confirmation)};
  print_outcome(task.request, task.console, outcome, task.show);
  if (outcome.confirmation.failure) std::rethrow_exception(outcome.confirmation.failure);
  return outcome;
}

Json to_json(const Request& request, const Outcome& outcome) {
  const Answer& answer = outcome.answer;
  Json summary = {{"count", answer.count}, {"complete", answer.complete()}};
  if (cut_short(answer.status)) summary["INCOMPLETE"] = true;
  summary["status"] = to_string(answer.status);
  summary["up_to"] = up_to_in_words(request);
  if (!outcome.confirmation.level.empty()) {
    summary["trust"] = outcome.confirmation.level;
    summary["trust_why"] = outcome.confirmation.why;
  }
  if (answer.engine != EngineKind::automatic) summary["engine"] = to_string(answer.engine);
  if (answer.counted) {
    const counting::CountResult& c = *answer.counted;
    summary["method"] = to_string(c.method);
    summary["why"] = c.why;
    summary["symmetries"] = c.symmetry;
    summary["parts"] = c.parts;
    summary["states"] = c.states;
    summary["tried"] = Json::array();
    for (const counting::Trial& trial : c.trials) {
      summary["tried"].push_back({{"what", trial.what},
                                  {"outcome", trial.outcome},
                                  {"seconds", trial.seconds},
                                  {"times", trial.times}});
    }
  }
  if (!answer.entrants.empty()) {
    summary["tried"] = Json::array();
    for (const solve::Entrant& each : answer.entrants) {
      summary["tried"].push_back({{"what", name_of(each)},
                                  {"outcome", outcome_of(each, answer)},
                                  {"turns", each.turns},
                                  {"nodes", each.nodes},
                                  {"updates", each.updates}});
    }
  }
  if (answer.fingerprint) {
    summary["fingerprint"] = std::to_string(answer.fingerprint->value());
    summary["seed"] = std::to_string(answer.seed);
  }
  if (answer.units != 0) summary["units"] = answer.units;
  if (answer.classes) {
    summary["solutions"] = answer.classes->solutions.to_string();
    summary["why"] = answer.classes->why;
  }
  summary["nodes"] = answer.statistics.nodes;
  summary["updates"] = answer.statistics.updates;
  summary["elapsed_s"] = answer.seconds;
  return summary;
}

}  // namespace dlx::app
