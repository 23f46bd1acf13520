#include "reductions/design/outcome.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "dlx/core/text.hpp"

namespace dlx::design {

std::string SetMeasure::to_text() const {
  return (number ? std::to_string(*number) : ".") + " " + level.value_or(".");
}

SetMeasure SetMeasure::from_text(std::string_view& text) {
  SetMeasure measure{.number = to_number<std::uint64_t>(next_word(text))};
  if (const auto word = next_word(text); word != ".") measure.level = word;
  return measure;
}

std::uint32_t SetMeasure::moves() const {
  return level ? to_number<std::uint32_t>(level->substr(0, level->find('.'))).value_or(0) : 0;
}

std::string Tested::to_text() const {
  return std::string(decided ? "1 " : "0 ") + std::to_string(assemblies) + (more ? " 1 " : " 0 ") +
         measure.to_text();
}

Tested Tested::from_text(std::string_view text) {
  const auto number = [&] { return to_number<std::uint64_t>(next_word(text)).value_or(0); };
  Tested tested;
  tested.decided = number() != 0;
  tested.assemblies = number();
  tested.more = number() != 0;
  tested.measure = SetMeasure::from_text(text);
  return tested;
}

std::uint64_t pieces_of(const Set& set) {
  return std::accumulate(set.begin(), set.end(), std::uint64_t{0});
}

bool is_wanted(const Design& design, const Tested& tested, std::optional<std::uint64_t> best) {
  if (!tested.decided || tested.assemblies == 0) return false;
  switch (design.want) {
    case Want::unique:
      return !tested.more && tested.assemblies == design.boxes.size();
    case Want::fewest:
      return !tested.more && (!best || tested.assemblies <= *best);
    case Want::most:
      return !best || tested.assemblies >= *best;
    case Want::any:
      return true;
  }
  return false;
}

bool is_apart_as_asked(const Design& design, const SetMeasure& measure, Outcome& outcome) {
  if (!design.apart || measure.moves() >= *design.apart) return true;
  if (measure.level)
    ++(*measure.level == SetMeasure::undecided ? outcome.undecided : outcome.whole);
  return false;
}

void drop_unwanted(const Design& design, Outcome& outcome) {
  std::erase_if(outcome.found, [&](const FoundSet& each) {
    if (design.symmetric && *design.symmetric != (mirror_image(design, each.set) == each.set)) {
      return true;
    }
    if (design.want != Want::unique || each.assemblies == design.boxes.size()) return false;
    if (design.boxes.size() == 1) ++outcome.several;
    return true;
  });
}

void choose_best(const Design& design, std::vector<FoundSet>& found) {
  const auto fewest = design.want == Want::fewest;
  if (fewest || design.want == Want::most) {
    std::uint64_t best = fewest ? std::numeric_limits<std::uint64_t>::max() : 0;
    for (const FoundSet& each : found) {
      best = fewest ? std::min(best, each.assemblies) : std::max(best, each.assemblies);
    }
    std::erase_if(found, [&](const FoundSet& each) { return each.assemblies != best; });
  }
  // Sets with equally many pieces are sorted in the order of the bag.
  std::sort(found.begin(), found.end(), [](const FoundSet& a, const FoundSet& b) {
    return std::tuple(pieces_of(a.set), b.set) < std::tuple(pieces_of(b.set), a.set);
  });
}

void sort_by_measure(std::vector<FoundSet>& found) {
  const auto numbers = [](const FoundSet& each) {
    std::vector<std::uint64_t> level;
    std::uint64_t number = 0;
    for (const char c : each.measure.level.value_or("")) {
      if (c >= '0' && c <= '9') {
        number = number * 10 + static_cast<std::uint64_t>(c - '0');
      } else if (c == '.') {
        level.push_back(std::exchange(number, 0));
      }
    }
    level.push_back(number);
    return std::pair(each.measure.number.value_or(0), level);
  };
  std::stable_sort(found.begin(), found.end(),
                   [&](const FoundSet& a, const FoundSet& b) { return numbers(a) > numbers(b); });
}

}  // namespace dlx::design
