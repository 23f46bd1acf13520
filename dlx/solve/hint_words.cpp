#include "dlx/solve/hint_words.hpp"

#include <algorithm>
#include <utility>

#include "dlx/core/canonical_text.hpp"

namespace dlx::solve {
namespace {

/// Writes a hint as text, with the words of the puzzle for options and items.
class Words {
 public:
  Words(const Problem& problem, const HintWords& words) : problem_(problem), words_(words) {}

  [[nodiscard]] std::string option(OptionId option) const {
    const std::string own = words_.option ? words_.option(option) : "";
    if (!own.empty()) return own;
    std::string entries;
    for (const Entry entry : problem_.entries(option)) {
      if (!entries.empty()) entries += ' ';
      append_entry(problem_, entry, entries);
    }
    return "option " + problem_.label(option) + " (" + entries + ") is chosen";
  }

  [[nodiscard]] std::string hint(const Hint& hint) const {
    const std::string what = hint.option ? option(*hint.option) : "";
    switch (hint.kind) {
      case Hint::Kind::single:
        return what + ": " + only(*hint.item) + "\n";
      case Hint::Kind::chain:
        return what + ": " + only(*hint.item) + ", because\n" + chains(hint);
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
        break;
    }
    return {};
  }

 private:
  [[nodiscard]] std::string only(ItemId item) const { return with_item("the only", item); }
  [[nodiscard]] std::string too_few(ItemId item) const {
    return with_item(problem_.bounds(item).at_least == 1 ? "no" : "too few", item);
  }

  [[nodiscard]] std::string with_item(const std::string& before, ItemId item) const {
    const std::string own = words_.item ? words_.item(item) : "";
    if (!own.empty()) return before + " " + own;
    const std::uint32_t least = problem_.bounds(item).at_least;
    const std::string name(problem_.name(item));
    return least == 1 ? before + " option left for item " + name
                      : before + " options left for item " + name + ", which needs " +
                            std::to_string(least);
  }

  [[nodiscard]] std::string chains(const Hint& hint) const {
    std::string text;
    for (const Chain& chain : hint.chains) {
      text += "  if " + option(chain.excluded) + ", then\n";
      for (const Chain::Step& step : chain.steps) {
        text += "    " + option(step.option) + ": " + only(step.item) + "\n";
      }
      text += "    " + too_few(chain.contradiction) + "\n";
    }
    return text;
  }

  const Problem& problem_;
  const HintWords& words_;
};

}  // namespace

std::string in_words(const Problem& problem, const HintWords& words, OptionId option) {
  return Words(problem, words).option(option);
}

std::string in_words(const Problem& problem, const HintWords& words, const Hint& hint) {
  return Words(problem, words).hint(hint);
}

std::string in_words(const Problem& problem, const HintWords& words, const NextStep& step) {
  std::string text;
  for (const Hint& hint : step.before) text += in_words(problem, words, hint);
  return text + in_words(problem, words, step.hint);
}

int NextStep::level() const {
  int hardest = hint.level();
  for (const Hint& each : before) hardest = std::max(hardest, each.level());
  return hardest;
}

NextStep next_step(Hints& hints, const HintWords& words, std::vector<OptionId> known) {
  NextStep step{hints.next(known)};
  while (step.hint.option && words.is_step && !words.is_step(*step.hint.option)) {
    known.push_back(*step.hint.option);
    step.before.push_back(std::exchange(step.hint, hints.next(known)));
  }
  return step;
}

}  // namespace dlx::solve
