#include "dlx/certificate/nogoods.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "dlx/core/item_options.hpp"

namespace dlx::certificate {
namespace {

class NogoodReader {
 public:
  NogoodReader(const Problem& problem, const std::vector<bool>& live,
               const std::vector<Bounds>& bounds, CertificateInput& in, ProofLimit& limit)
      : problem_(problem),
        live_(live),
        bounds_(bounds),
        in_(in),
        limit_(limit),
        uses_(problem.item_count()),
        colours_of_(problem.option_count()),
        members_(problem.item_count()) {
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      if (!live[o]) continue;
      for (const Entry entry : problem.entries(OptionId{o})) {
        uses_[index(entry.item)].push_back(o);
        if (entry.colour != Colour::none) groups_[key(entry)].options.push_back(o);
      }
    }
    grow(problem.option_count());
  }

  NogoodList read() {
    for (;;) {
      const std::uint64_t line = in_.number();
      limit_.take();
      require(line != 0, "the certificate is INCOMPLETE: not all was searched");
      if (line == 1) {
        read_solution();
      } else if (line == 2) {
        read_colour();
      } else if (line == 3) {
        is_forgotten_[nogood_number()] = true;
      } else if (!read_nogood(line - 4)) {
        return std::move(list_);
      }
    }
  }

 private:
  struct Group {  // the options that give an item the same colour
    std::vector<std::uint32_t> options = {};
    // Number of the colour, if the certificate has literals for this colour.
    std::optional<std::uint32_t> number = {};
  };
  using Key = std::pair<std::uint32_t, Colour>;
  using Literal = NogoodList::Literal;
  using Conclusion = NogoodList::Conclusion;
  using By = Conclusion::By;

  static constexpr Literal nothing = NogoodList::nothing;
  static Literal option_chosen(std::uint32_t o) { return 4 * o; }
  static Literal colour_given(std::uint32_t k) { return 4 * k + 2; }
  static Literal opposite(Literal l) { return l ^ 1; }

  static Key key(const Entry& entry) { return {index(entry.item), entry.colour}; }

  void require(bool holds, const char* what) const {
    if (!holds) throw in_.error(what);
  }
  void grow(std::size_t variables) {
    if (4 * variables > place_.size()) place_.resize(4 * variables, open);
  }
  std::uint32_t small_number(std::uint64_t end) {
    return static_cast<std::uint32_t>(in_.number(end));
  }
  std::uint32_t live_option() {
    const std::uint32_t o = small_number(problem_.option_count());
    require(live_[o], "an option that is not left");
    return o;
  }
  std::uint32_t nogood_number() {
    const std::uint32_t n = small_number(list_.lines.size());
    require(!is_forgotten_[n], "a nogood that is forgotten");
    return n;
  }
  void add(NogoodList::Line line) {
    list_.lines.push_back(std::move(line));
    is_forgotten_.push_back(false);
  }

  // ------------------------------------------------------------------------------------ lines ---

  void read_solution() {
    NogoodList::Line line{.is_solution = true, .literals = {}, .conclusions = {}};
    std::vector<std::uint32_t> covered(problem_.primary_count());
    std::map<std::uint32_t, Colour> colours;
    for (std::uint64_t n = in_.number(problem_.option_count() + std::uint64_t{1}); n > 0; --n) {
      const std::uint32_t o = live_option();
      require(line.literals.empty() || line.literals.back() < option_chosen(o),
              "a solution whose options do not ascend");
      line.literals.push_back(option_chosen(o));
      for (const auto [item, colour] : problem_.entries(OptionId{o})) {
        const std::uint32_t i = index(item);
        const bool fits = problem_.is_primary(item)
                              ? ++covered[i] <= bounds_[i].at_most
                              : colours.try_emplace(i, colour).second ||
                                    (colour != Colour::none && colours.at(i) == colour);
        require(fits, "a solution whose options conflict");
      }
    }
    for (std::uint32_t i = 0; i < covered.size(); ++i) {
      require(covered[i] >= bounds_[i].at_least, "a solution that leaves an item with a need");
    }
    require(solutions_.insert(line.literals).second, "a solution that was told before");
    add(std::move(line));
  }

  void read_colour() {
    const std::uint32_t item = small_number(problem_.item_count());
    const Key named(item, colour_of(problem_, OptionId{live_option()}, ItemId{item}));
    require(named.second != Colour::none, "a colour that the option does not give");
    Group& group = groups_.at(named);
    require(!group.number, "a colour that is named twice");
    const auto k = static_cast<std::uint32_t>(list_.colours.size());
    group.number = k;
    for (const std::uint32_t o : group.options) colours_of_[o].push_back(k);
    list_.colours.push_back({.item = item, .options = group.options});
    grow(list_.colours.size());
    members_[item].reset();
  }

  /// Reads a nogood. Returns false if the nogood has no literals, because such a nogood ends the
  /// list of lines.
  bool read_nogood(std::uint64_t size) {
    require(size <= place_.size(), "a nogood that is too long");
    NogoodList::Line line;
    std::optional<Conclusion> last = always_conflict_;
    const auto hold = [&](const Conclusion& conclusion) {
      if (!last && !make_hold(conclusion)) last = conflict_;
    };
    for (std::uint64_t k = 0; k < size; ++k) line.literals.push_back(read_literal());
    assumed_ = std::set(line.literals.begin(), line.literals.end());
    require(assumed_.size() == size, "a literal that comes twice");
    for (const Literal l : line.literals) hold({.literal = l, .by = By::assumed});
    const std::uint64_t hints = in_.number();
    limit_.take(hints);
    for (std::uint64_t h = 0; h < hints; ++h) {
      const std::uint64_t hint = in_.number();
      if (hint % 2 == 0) {
        require(hint / 2 < problem_.item_count(), "a hint of an item that does not exist");
        if (!last) obey_item(static_cast<std::uint32_t>(hint / 2), hold);
      } else {
        require(hint / 2 < is_forgotten_.size() && !is_forgotten_[hint / 2],
                "a hint of a nogood that is not there");
        if (!last) obey_nogood(static_cast<std::uint32_t>(hint / 2), hold);
      }
    }
    require(last.has_value(), "a nogood without a contradiction");
    line.conclusions = needed_for(*last);
    undo(always_);
    if (size == 1 && !always_conflict_) {
      const auto number = static_cast<std::uint32_t>(list_.lines.size());
      if (!make_hold({.literal = opposite(line.literals[0]), .by = By::nogood, .index = number})) {
        always_conflict_ = conflict_;
      }
      always_ = trail_.size();
    }
    add(std::move(line));
    return size > 0;
  }

  Literal read_literal() {
    const auto l = static_cast<Literal>(in_.number(place_.size()));
    const std::uint32_t v = l / 4;
    require(l % 4 < 2 ? v < live_.size() && live_[v] : v < list_.colours.size(),
            "a literal of an option that is not left, or of a colour without a name");
    return l;
  }

  // ------------------------------------------------------------------------------- assignment ---

  [[nodiscard]] bool holds(Literal l) const { return place_[l] != open; }

  /// Records that a literal holds. Also records all literals that follow by links. A link is the
  /// implication from an option to a colour that it gives to an item. Returns false if the opposite
  /// of one of these literals already holds. If make_hold() returns false, conflict_ is the
  /// conclusion that makes the contradiction.
  bool make_hold(const Conclusion& why) {
    const Literal l = why.literal;
    if (l == nothing || holds(opposite(l))) {
      // If an assumption contradicts an earlier conclusion, the earlier conclusion is reported as
      // the conflict, because an assumption does not depend on other conclusions.
      conflict_ = why.by == By::assumed ? trail_[place_[opposite(l)]] : why;
      return false;
    }
    if (holds(l)) return true;
    place_[l] = static_cast<std::uint32_t>(trail_.size());
    trail_.push_back(why);
    const auto follow = [&](Literal other) {
      return make_hold({.literal = other, .by = By::link, .index = 0, .partner = l});
    };
    if (l % 4 == 0) {
      return std::all_of(colours_of_[l / 4].begin(), colours_of_[l / 4].end(),
                         [&](std::uint32_t k) { return follow(colour_given(k)); });
    }
    if (l % 4 != 3) return true;
    const auto& options = list_.colours[l / 4].options;
    return std::all_of(options.begin(), options.end(),
                       [&](std::uint32_t o) { return follow(opposite(option_chosen(o))); });
  }

  void undo(std::size_t size) {
    for (; trail_.size() > size; trail_.pop_back()) place_[trail_.back().literal] = open;
  }

  /// The literals of an item, such that the item is covered if one of them is true: the options
  /// that contain the item without a colour, and the item's colours. A colour that only one option
  /// gives is represented by this option.
  const std::vector<Literal>& members(std::uint32_t item) {
    auto& found = members_[item];
    if (found) return *found;
    found.emplace();
    for (const std::uint32_t o : uses_[item]) {
      const Colour colour = colour_of(problem_, OptionId{o}, ItemId{item});
      const Group* const group = colour == Colour::none ? nullptr : &groups_.at({item, colour});
      if (group == nullptr || (!group->number && group->options.size() == 1)) {
        found->push_back(option_chosen(o));
      } else if (group->number && group->options[0] == o) {
        found->push_back(colour_given(*group->number));
      }
    }
    return *found;
  }

  template <class Hold>
  void obey_item(std::uint32_t i, const Hold& hold) {
    const auto& all = members(i);
    const Bounds limits = i < bounds_.size() ? bounds_[i] : Bounds{.at_least = 0, .at_most = 1};
    std::vector<Literal> given, left;
    for (const Literal l : all) {
      if (holds(l)) given.push_back(l);
      if (!holds(opposite(l))) left.push_back(l);
    }
    const auto is_false = [&](Literal l) { return holds(opposite(l)); };
    if (given.size() > limits.at_most) {
      hold({opposite(given.front()), By::full, i, given.back()});
    } else if (left.size() < limits.at_least) {
      const auto excluded = std::find_if(all.begin(), all.end(), is_false);
      hold({excluded == all.end() ? nothing : *excluded, By::needed, i});
    } else if (given.size() == limits.at_most) {
      for (const Literal l : left) {
        if (!holds(l)) hold({opposite(l), By::full, i, given.front()});
      }
    } else if (left.size() == limits.at_least) {
      for (const Literal l : left) {
        if (!holds(l)) hold({l, By::needed, i});
      }
    }
  }
  template <class Hold>
  void obey_nogood(std::uint32_t number, const Hold& hold) {
    const NogoodList::Line& line = list_.lines[number];
    std::optional<Literal> missing;
    std::size_t left = 0;
    const auto look = [&](Literal l) {
      if (holds(l)) return;
      ++left;
      missing = l;
    };
    if (line.is_solution && problem_.has_multiplicities()) {
      auto next = line.literals.begin();
      for (std::uint32_t o = 0; o < live_.size(); ++o) {
        if (!live_[o]) continue;
        const bool chosen = next != line.literals.end() && *next == option_chosen(o);
        if (chosen) ++next;
        look(chosen ? option_chosen(o) : opposite(option_chosen(o)));
      }
    } else {  // without multiplicities, no solution contains another solution
      for (const Literal l : line.literals) look(l);
    }
    if (left > 1 || (left == 1 && holds(opposite(*missing)))) return;
    if (!missing && !line.literals.empty()) missing = line.literals[0];
    hold({.literal = missing ? opposite(*missing) : nothing, .by = By::nogood, .index = number});
  }

  // --------------------------------------------------------------------------------- premises ---

  /// Calls tell(l) for each literal l from which a conclusion follows.
  template <class Tell>
  void for_each_premise(const Conclusion& why, const Tell& tell) {
    switch (why.by) {
      case By::full:
      case By::link:
        tell(why.partner);
        return;
      case By::needed:
        for (const Literal l : members(why.index)) {
          if (l != why.literal) tell(opposite(l));
        }
        return;
      case By::nogood:
        for (const Literal l : list_.lines[why.index].literals) {
          if (l != opposite(why.literal)) tell(l);
        }
        return;
      case By::assumed:
        return;
    }
  }

  /// The conclusions on which `last` depends, in the order in which they were made, followed by
  /// `last`.
  std::vector<Conclusion> needed_for(const Conclusion& last) {
    if (last.by == By::assumed) return {};
    std::set<std::uint32_t> places;
    std::vector<Conclusion> waiting;
    const auto tell = [&](Literal l) {
      const std::uint32_t place = place_[l];
      if (place == open || assumed_.count(l) != 0 || !places.insert(place).second) return;
      waiting.push_back(trail_[place]);
    };
    for_each_premise(last, tell);
    if (last.literal != nothing) tell(opposite(last.literal));
    while (!waiting.empty()) {
      const Conclusion next = waiting.back();
      waiting.pop_back();
      for_each_premise(next, tell);
    }
    std::vector<Conclusion> all;
    for (const std::uint32_t place : places) all.push_back(trail_[place]);
    all.push_back(last);
    limit_.take(all.size());
    return all;
  }

  // The value in `place_` of a literal that does not hold.
  static constexpr std::uint32_t open = 0xFFFF'FFFF;

  const Problem& problem_;
  const std::vector<bool>& live_;
  const std::vector<Bounds>& bounds_;
  CertificateInput& in_;
  ProofLimit& limit_;
  // For each item, the options of it that may still be chosen.
  std::vector<std::vector<std::uint32_t>> uses_;
  std::map<Key, Group> groups_;
  // For each option, the numbers of its colours.
  std::vector<std::vector<std::uint32_t>> colours_of_;
  // For each item, the literals that members() returns, which are computed at their first use.
  std::vector<std::optional<std::vector<Literal>>> members_;
  std::set<std::vector<Literal>> solutions_;
  NogoodList list_;
  std::vector<bool> is_forgotten_;

  // For each literal, its position in trail_; `open` if it does not hold.
  std::vector<std::uint32_t> place_;
  std::vector<Conclusion> trail_;  // literals that hold, in the order in which they were found
  std::size_t always_ = 0;         // number of literals that hold without assumptions
  std::set<Literal> assumed_;      // literals of the nogood that is being proved
  Conclusion conflict_;            // the last contradiction that make_hold() has found
  // The contradiction, if literals that hold without assumptions contradict each other.
  std::optional<Conclusion> always_conflict_;
};

}  // namespace

NogoodList read_nogoods(const Problem& problem, const std::vector<bool>& live,
                        const std::vector<Bounds>& bounds, CertificateInput& in,
                        ProofLimit& limit) {
  return NogoodReader(problem, live, bounds, in, limit).read();
}

}  // namespace dlx::certificate
