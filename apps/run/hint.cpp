#include "apps/run/hint.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "apps/run/report.hpp"
#include "apps/run/watch.hpp"
#include "dlx/core/canonical_text.hpp"
#include "dlx/solve/hint.hpp"

namespace dlx::app {
namespace {

using solve::Chain;
using solve::Hint;

/// A hint in the words of its puzzle.
class Words {
 public:
  Words(const Problem& problem, const Presentation& show) : problem_(problem), show_(show) {}

  /// As a sentence.
  [[nodiscard]] std::string option(OptionId option) const {
    const std::string own = show_.words.option ? show_.words.option(option) : "";
    if (!own.empty()) return own;
    std::string entries;
    for (const Entry entry : problem_.entries(option)) {
      if (!entries.empty()) entries += ' ';
      append_entry(problem_, entry, entries);
    }
    return fmt::format("option {} ({}) is chosen", problem_.number(option), entries);
  }

  [[nodiscard]] std::string only(ItemId item) const { return with_item("the only", item); }
  [[nodiscard]] std::string too_few(ItemId item) const {
    return with_item(problem_.bounds(item).at_least == 1 ? "no" : "too few", item);
  }

  [[nodiscard]] std::string chain(const Chain& chain) const {
    std::string text = fmt::format("  if {}, then\n", option(chain.excluded));
    for (const Chain::Step& step : chain.steps) {
      text += fmt::format("    {}: {}\n", option(step.option), only(step.item));
    }
    return text + fmt::format("    {}\n", too_few(chain.contradiction));
  }

  /// The conclusion, and the reasons for it.
  [[nodiscard]] std::string hint(const Hint& hint) const {
    const std::string what = hint.option ? option(*hint.option) : "";
    switch (hint.kind) {
      case Hint::Kind::single:
        return fmt::format("{}: {}\n", what, only(*hint.item));
      case Hint::Kind::chain:
        return fmt::format("{}: {}, because\n{}", what, only(*hint.item), chains(hint));
      case Hint::Kind::search:
        return what + ": only a search shows it\n";
      case Hint::Kind::none:
        return "nothing is forced, because there are several solutions\n";
      case Hint::Kind::unsolvable:
        return "no solution" + (hint.item ? ": " + too_few(*hint.item) : "") +
               (hint.chains.empty() ? "" : ", because") + "\n" + chains(hint);
      case Hint::Kind::solved:
        return "solved: nothing is left to be chosen\n";
      case Hint::Kind::unknown:
        return incomplete_line(hint.status);
    }
    return {};
  }

 private:
  [[nodiscard]] std::string with_item(const char* before, ItemId item) const {
    const std::string own = show_.words.item ? show_.words.item(item) : "";
    if (!own.empty()) return fmt::format("{} {}", before, own);
    const std::uint32_t least = problem_.bounds(item).at_least;
    return least == 1 ? fmt::format("{} option left for item {}", before, problem_.name(item))
                      : fmt::format("{} options left for item {}, which needs {}", before,
                                    problem_.name(item), least);
  }

  [[nodiscard]] std::string chains(const Hint& hint) const {
    std::string text;
    for (const Chain& one : hint.chains) text += chain(one);
    return text;
  }

  const Problem& problem_;
  const Presentation& show_;
};

const char* name_of(Hint::Kind kind) {
  switch (kind) {
    case Hint::Kind::single:
      return "single";
    case Hint::Kind::chain:
      return "chain";
    case Hint::Kind::search:
      return "search";
    case Hint::Kind::none:
      return "none";
    case Hint::Kind::unsolvable:
      return "unsolvable";
    case Hint::Kind::solved:
      return "solved";
    case Hint::Kind::unknown:
      return "unknown";
  }
  return "";
}

Json to_json(const Problem& problem, const Presentation& show, const Hint& hint) {
  const Words words(problem, show);
  Json object = {{"hint", name_of(hint.kind)}};
  const auto add_option = [&](Json& to, const char* name, OptionId option) {
    to[name] = problem.number(option);
    to["words"] = words.option(option);
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
  if (!show.puzzle.empty()) object["puzzle"] = show.puzzle;
  if (hint.kind == Hint::Kind::unknown) {
    object["INCOMPLETE"] = true;
    object["status"] = to_string(hint.status);
  }
  return object;
}

/// The number of solutions as far as it is known: 2 means several.
std::string solutions_left(Hint::Kind kind) {
  return kind == Hint::Kind::unsolvable ? "0" : kind == Hint::Kind::none ? "2" : "1";
}

}  // namespace

Outcome give_hint(const Request& request, Console& console, const Problem& problem,
                  const Presentation& show) {
  const Watch control(request, console);
  solve::Hints hints(problem, control.options(&problem));
  const Words words(problem, show);
  std::vector<OptionId> known = show.known;
  std::string before;
  Hint hint = hints.next(known);
  while (hint.option && show.words.is_step && !show.words.is_step(*hint.option)) {
    before += words.hint(hint);
    known.push_back(*hint.option);
    hint = hints.next(known);
  }
  if (request.json) {
    console.print_json(to_json(problem, show, hint));
  } else {
    console.print(before + words.hint(hint));
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
