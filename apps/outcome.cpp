#include "apps/outcome.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdio>

#include "apps/settings.hpp"

namespace dlx::app {
namespace {

bool cut_short(Status status) {
  return status == Status::time_limit || status == Status::node_limit ||
         status == Status::memory_limit || status == Status::stopped;
}

}  // namespace

std::string up_to_in_words(const Session& session) {
  return session.up_to_file.empty() ? std::string(to_string(session.up_to))
                                    : "the symmetries in " + session.up_to_file;
}

std::string incomplete_line(Status status) {
  const std::string why = status == Status::time_limit     ? "the time limit"
                          : status == Status::node_limit   ? "the node limit"
                          : status == Status::memory_limit ? "the memory limit"
                                                           : "a signal";
  return "INCOMPLETE: stopped by " + why + "; there may be more\n";
}

int exit_code(const Outcome& outcome) {
  const Status status = outcome.complete() ? outcome.confirmation : outcome.status;
  if (status == Status::stopped) return 128 + stopping_signal();
  if (status == Status::memory_limit) return out_of_memory;
  return cut_short(status) ? incomplete : success;
}

Json number_as_json(const WideReal& value) {
  constexpr int digits = 6;
  return value.fits_double() ? Json(value.to_double()) : Json(value.to_string(digits));
}

int print_incomplete(Session& session, Status status) {
  if (session.general.json) {
    Json line = Json::object();
    line["complete"] = false;
    line["INCOMPLETE"] = true;
    line["status"] = to_string(status);
    session.out.print(line.dump() + "\n");
  } else {
    session.out.print(incomplete_line(status));
  }
  session.out.flush();
  Outcome outcome;
  outcome.status = status;
  return exit_code(outcome);
}

std::string caption(const Session& session, const Outcome& outcome, const Presentation& show) {
  std::string text = outcome.count + ' ' + (outcome.count == "1" ? show.noun : show.nouns);
  if (session.up_to != UpTo::none) text += " up to " + up_to_in_words(session);
  return outcome.complete() ? text : text + "; there may be others";
}

std::logic_error no_solution(const std::vector<std::string>& faults) {
  return std::logic_error("the engine reported a set of options that is no solution: " +
                          faults.front());
}

std::string solution_as_text(const Presentation& show, bool json, const std::string& n,
                             std::span<const OptionId> solution) {
  if (!json) return show.text(n, solution);
  Json line = Json::object();
  line["n"] = n;
  line["options"] = Json::array();
  for (const OptionId option : solution) line["options"].push_back(index(option) + 1);
  if (show.fields) show.fields(line, solution);
  return line.dump() + "\n";
}

void say_trust(Session& session, const Outcome& outcome) {
  const bool wanted = session.trust || session.search.stats || session.general.json;
  if (!outcome.complete() || !wanted) return;
  const std::string text = fmt::format("trust {}: {}", outcome.trust.level, outcome.trust.why);
  if (outcome.confirmation == Status::exhausted) {
    session.messages.note(text);
  } else {
    session.messages.warning(text);
  }
}

void say(Session& session, const Outcome& outcome, const Presentation& show) {
  const bool listing = !session.ask.count;
  if (session.general.json) {
    Json summary = to_json(session, outcome);
    if (!show.puzzle.empty()) summary["puzzle"] = show.puzzle;
    session.out.print(summary.dump() + "\n");
  } else {
    if (session.ask.count) {
      session.out.print(outcome.count + "\n");
      if (outcome.fingerprint) {
        session.out.print(fmt::format("fingerprint {} seed {}\n", outcome.fingerprint->value(),
                                      *session.search.fingerprint_seed));
      }
    } else if (outcome.complete() && outcome.count == "0") {
      session.out.print("no solution\n");
    }
    if (cut_short(outcome.status)) session.out.print(incomplete_line(outcome.status));
  }
  session.out.flush();

  const std::string things = outcome.count == "1" ? show.noun : show.nouns;
  const std::string same = session.up_to == UpTo::none ? ""
                           : session.up_to == UpTo::all && session.up_to_file.empty()
                               ? " up to symmetry"
                               : " up to " + up_to_in_words(session);
  if (cut_short(outcome.status)) {
    session.messages.warning(fmt::format(
        "INCOMPLETE: {} {}{} before {}", outcome.count, things, same,
        outcome.status == Status::stopped ? "a signal stopped the search" : "a limit was reached"));
  } else if (!listing && !same.empty()) {
    session.messages.note(fmt::format("{} {}{}", outcome.count, things, same));
  } else if (listing && outcome.complete() && outcome.count != "0") {
    session.messages.note(
        fmt::format("{} {}{}, each verified; there are no others", outcome.count, things, same));
  } else if (listing && !outcome.complete()) {
    session.messages.note(fmt::format("{} {}{}, verified; stopped as asked, there may be others",
                                      outcome.count, things, same));
  }
  say_trust(session, outcome);
  print_statistics(session, outcome);
}

void print_statistics(Session& session, const Outcome& outcome) {
  if (!session.search.stats) return;
  const Statistics& s = outcome.statistics;
  std::string levels;
  for (std::size_t l = 0; l < s.nodes_per_level.size() && l < 200; ++l) {
    levels += fmt::format(" {}", s.nodes_per_level[l]);
  }
  if (s.nodes_per_level.size() > 200) {
    levels += fmt::format(" ... ({} levels)", s.nodes_per_level.size());
  }
  const double per_node = s.nodes == 0 ? 0 : outcome.seconds / static_cast<double>(s.nodes);
  // Asked for by name, so --quiet does not silence it.
  if (outcome.counted) {
    const CountResult& c = *outcome.counted;
    fmt::print(stderr,
               "method: {}: {}\nsymmetries: {}\nindependent parts: {}\noptions removed first: {}, "
               "{} of them chosen\nstates: {}\n",
               to_string(c.method), c.why, c.symmetry, c.parts, c.removed, c.forced, c.states);
    for (const Trial& trial : c.trials) {
      fmt::print(stderr, "tried: {}: {:.6f} s: {}{}\n", trial.what, trial.seconds, trial.outcome,
                 trial.times == 1 ? "" : fmt::format(" ({} times)", trial.times));
    }
  }
  if (outcome.classes) {
    const ClassesResult& c = *outcome.classes;
    fmt::print(stderr, "classes: {}\nsolutions in them: {}\nproblems counted: {}\n", c.why,
               c.solutions.to_string(), c.problems);
  }
  if (outcome.engine != EngineKind::automatic) {
    const bool in_vain = outcome.counted && outcome.counted->method != CountMethod::search &&
                         outcome.counted->method != CountMethod::memo;
    fmt::print(stderr, "engine: {}{}\n", to_string(outcome.engine),
               in_vain ? ", of a search that was given up; so are nodes and updates" : "");
  }
  if (outcome.units != 0) fmt::print(stderr, "units of work: {}\n", outcome.units);
  fmt::print(stderr,
             "seconds: {:.6f}\nnodes: {}\nnanoseconds per node: {:.1f}\n"
             "updates: {}\nengine memory: {} bytes\n",
             outcome.seconds, s.nodes, per_node * 1e9, s.updates, s.memory_bytes);
  if (!levels.empty()) fmt::print(stderr, "nodes per level:{}\n", levels);
}

Json to_json(const Session& session, const Outcome& outcome) {
  Json summary = Json::object();
  summary["count"] = outcome.count;
  summary["complete"] = outcome.complete();
  if (cut_short(outcome.status)) summary["INCOMPLETE"] = true;
  summary["status"] = to_string(outcome.status);
  summary["up_to"] = up_to_in_words(session);
  if (outcome.complete()) {
    summary["trust"] = outcome.trust.level;
    summary["trust_why"] = outcome.trust.why;
  }
  if (outcome.engine != EngineKind::automatic) summary["engine"] = to_string(outcome.engine);
  if (outcome.counted) {
    const CountResult& c = *outcome.counted;
    summary["method"] = to_string(c.method);
    summary["why"] = c.why;
    summary["symmetries"] = c.symmetry;
    summary["parts"] = c.parts;
    summary["states"] = c.states;
    summary["tried"] = Json::array();
    for (const Trial& trial : c.trials) {
      summary["tried"].push_back({{"what", trial.what},
                                  {"outcome", trial.outcome},
                                  {"seconds", trial.seconds},
                                  {"times", trial.times}});
    }
  }
  if (outcome.fingerprint) {
    summary["fingerprint"] = std::to_string(outcome.fingerprint->value());
    summary["seed"] = std::to_string(*session.search.fingerprint_seed);
  }
  if (outcome.units != 0) summary["units"] = outcome.units;
  if (outcome.classes) {
    summary["solutions"] = outcome.classes->solutions.to_string();
    summary["why"] = outcome.classes->why;
  }
  summary["nodes"] = outcome.statistics.nodes;
  summary["updates"] = outcome.statistics.updates;
  summary["elapsed_s"] = outcome.seconds;
  return summary;
}

}  // namespace dlx::app
