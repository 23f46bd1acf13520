#include "apps/run/hint.hpp"

#include <cstddef>
#include <string>
#include <string_view>

#include "apps/run/report.hpp"
#include "apps/run/watch.hpp"
#include "dlx/solve/hint.hpp"
#include "dlx/solve/hint_words.hpp"

namespace dlx::app {
namespace {

using solve::Chain;
using solve::Hint;

std::string_view name_of(Hint::Kind kind) {
  constexpr std::string_view names[] = {"single",     "chain",  "search", "none",
                                        "unsolvable", "solved", "unknown"};
  return names[static_cast<std::size_t>(kind)];
}

Json to_json(const Problem& problem, const Presentation& show, const Hint& hint) {
  Json object = {{"hint", name_of(hint.kind)}};
  const auto add_option = [&](Json& to, const char* name, OptionId option) {
    to[name] = problem.number(option);
    if (const auto own = problem.name(option); !own.empty()) to["name"] = own;
    to["words"] = solve::in_words(problem, show.words, option);
  };
  if (hint.option) {
    add_option(object, "option", *hint.option);
    object["level"] = hint.level();
  }
  if (hint.item) object["item"] = problem.name(*hint.item);
  Json& chains = object["chain"] = Json::array();
  for (const Chain& chain : hint.chains) {
    Json link;
    add_option(link, "excluded", chain.excluded);
    Json& steps = link["steps"] = Json::array();
    for (const Chain::Step& step : chain.steps) {
      add_option(steps.emplace_back(), "option", step.option);
      steps.back()["item"] = problem.name(step.item);
    }
    link["contradiction"] = problem.name(chain.contradiction);
    chains.push_back(std::move(link));
  }
  return object;
}

Json to_json(const Problem& problem, const Presentation& show, const solve::NextStep& step) {
  Json object = to_json(problem, show, step.hint);
  if (step.hint.option) object["level"] = step.level();
  for (const Hint& each : step.before) {
    object["before"].push_back(to_json(problem, show, each));
  }
  if (!show.puzzle.empty()) object["puzzle"] = show.puzzle;
  if (step.hint.kind == Hint::Kind::unknown) mark_incomplete(object, step.hint.status);
  return object;
}

/// The number of solutions as far as the hint determines it: "0", "1", or "2" for two or more.
std::string solutions_left(Hint::Kind kind) {
  return kind == Hint::Kind::unsolvable ? "0" : kind == Hint::Kind::none ? "2" : "1";
}

}  // namespace

Outcome give_hint(const Request& request, Console& console, const Problem& problem,
                  const Presentation& show) {
  const Watch control(request, console);
  solve::Hints hints(problem, control.options(&problem));
  const solve::NextStep step = solve::next_step(hints, show.words, show.known);
  const Hint& hint = step.hint;
  if (request.json) {
    console.print_json(to_json(problem, show, step));
  } else {
    console.print(solve::in_words(problem, show.words, step));
    if (hint.kind == Hint::Kind::unknown) console.print(incomplete_line(hint.status, show.puzzle));
    if (hint.option && show.words.picture) console.print(show.words.picture(*hint.option));
  }
  console.flush();
  Outcome outcome;
  outcome.answer.count = solutions_left(hint.kind);
  outcome.answer.status = hint.status;
  outcome.answer.seconds = control.seconds();
  outcome.is_no = hint.kind == Hint::Kind::none || hint.kind == Hint::Kind::unsolvable;
  return outcome;
}

}  // namespace dlx::app
