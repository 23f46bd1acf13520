#include "dlx/symmetry/first_choices.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "dlx/core/item_options.hpp"
#include "dlx/search/jobs.hpp"
#include "dlx/symmetry/beginnings.hpp"

namespace dlx::symmetry {
namespace {

// If a search begins with one item, it needs to try only one option of each orbit of the item's
// options. This is worthwhile only if the number of orbits is at most this fraction of the number
// of options.
constexpr double worth_it = 0.75;

class Planner {
 public:
  explicit Planner(FirstChoiceUse use, std::size_t most_choices = usual_most_first_choices,
                   const search::Deadline& deadline = {})
      : use_(use), deadline_(deadline), most_choices_(most_choices) {}

  std::vector<FirstChoice> plan(const Problem& problem, const OptionSymmetries& group) {
    if (use_ == FirstChoiceUse::classes) more_ = 1.5;
    auto originals = first_ids<OptionId>(problem.option_count());
    auto items = first_ids<ItemId>(problem.item_count());
    choose(problem, group, originals, items, {});
    return std::move(first_choices_);
  }

  [[nodiscard]] std::vector<BeginningOrbit> first_choice(const Problem& problem,
                                                         const OptionSymmetries& group) {
    return best_choice(problem, group).orbits;
  }

 private:
  // The planner computes and compares at most this many images of options under symmetries, which
  // takes about a second.
  static constexpr std::size_t most_images = 200'000'000;
  // The largest number of items that one choice covers. More items can be covered in so many
  // ways that trying all of them takes too long.
  static constexpr std::size_t most_items = 4;

  /// A choice of some items with which the search begins: one set of options that covers the items
  /// is tried of each orbit of such sets. `members` are the members of the group that map the set
  /// of items to itself.
  struct Choice {
    std::vector<ItemId> items = {};
    std::vector<BeginningOrbit> orbits = {};
    std::vector<const OptionPermutation*> members = {};
    // The number of orbits divided by the number of sets of options that cover the items, times a
    // charge; see look_at(). Small values are good.
    double charged = 1;
  };

  void choose(const Problem& problem, const OptionSymmetries& group,
              const std::vector<OptionId>& originals, const std::vector<ItemId>& items,
              const FirstChoice& so_far) {
    Choice choice = best_choice(problem, group);
    if (choice.orbits.empty()) return first_choices_.push_back(so_far);
    choices_ += choice.orbits.size();
    std::optional<OptionSymmetries> some;
    if (choice.members.size() < group.order()) {
      std::vector<OptionPermutation> members;
      for (const OptionPermutation* member : choice.members) members.push_back(*member);
      some.emplace(std::move(members));
    }
    const OptionSymmetries& keeping = some ? *some : group;
    for (const BeginningOrbit& orbit : choice.orbits) {
      FirstChoice first_choice = so_far;
      for (const OptionId option : orbit.first)
        first_choice.chosen.push_back(originals[index(option)]);
      for (const ItemId item : choice.items) first_choice.items.push_back(items[index(item)]);
      first_choice.orbit *= orbit.size;
      // No further choice is made if few members of the group map the chosen set of options to
      // itself, perhaps only the identity, or if a further choice would take too long.
      if (keeping.order() <= most_left(problem) * orbit.size || is_out_of_time()) {
        first_choices_.push_back(std::move(first_choice));
        continue;
      }
      images_ += keeping.order() + keeping.order() / orbit.size * problem.option_count();
      Remainder below = after(problem, keeping, {.chosen = orbit.first});
      for (OptionId& original : below.rest.originals) original = originals[index(original)];
      for (ItemId& item : below.rest.items) item = items[index(item)];
      choose(below.rest.problem, below.group, below.rest.originals, below.rest.items, first_choice);
    }
  }

  /// If the group that maps the chosen options to themselves has at most this many members, no
  /// further choice is made. If classes of solutions are counted, a few members may be left,
  /// because Burnside's lemma is cheaper for them than further choices. For pentominoes in 5x12 it
  /// needs 15 problems with 598,552 nodes; further choices need 197 problems with 579,375 nodes.
  [[nodiscard]] std::size_t most_left(const Problem& problem) const {
    constexpr std::size_t few = 4;
    return use_ == FirstChoiceUse::classes && !problem.has_multiplicities() ? few : 1;
  }

  /// The choice of items that is expected to save most work in the searches that follow. The result
  /// has no orbits if no choice is worthwhile.
  [[nodiscard]] Choice best_choice(const Problem& problem, const OptionSymmetries& group) {
    Choice best;
    if (group.order() == 1) return best;
    images_ += group.order() * problem.entry_count();
    if (images_ > most_images) return best;
    ItemImages images(problem, group);
    for (const ItemId item : images.items()) {
      if (is_out_of_time()) break;
      look_at(problem, group, images, {item}, best);
    }
    // If all members of the group map the chosen item to itself, choices of several items are not
    // tried.
    if (use_ != FirstChoiceUse::solutions || problem.has_multiplicities() ||
        best.members.size() == group.order() || is_out_of_time()) {
      return best;
    }
    images.find_images(problem);
    // For each item: whether it is the image of an earlier item under a member of the group.
    std::vector<bool> is_image(problem.primary_count());
    for (const ItemId item : images.items()) {
      if (is_out_of_time()) break;
      if (is_image[index(item)]) continue;
      const std::vector<ItemId> orbit = images.orbit(item);
      for (const ItemId image : orbit) is_image[index(image)] = true;
      for (const ItemId image : orbit) {
        if (image == item || is_out_of_time()) continue;
        look_at(problem, group, images, {std::min(item, image), std::max(item, image)}, best);
      }
      if (orbit.size() > 2 && orbit.size() <= most_items) {
        look_at(problem, group, images, orbit, best);
      }
    }
    return best;
  }

  /// Compares `best` with the choice of `items`, and stores the better choice in `best`. After the
  /// choice of `items`, only the members that map the set of items to itself are left in the group.
  /// So later choices may save less work, by a factor of up to the order of the whole group divided
  /// by the number of members left. As an estimate of this loss, Choice::charged contains the
  /// square root of the factor.
  void look_at(const Problem& problem, const OptionSymmetries& group, ItemImages& images,
               std::vector<ItemId> items, Choice& best) {
    Choice choice{.members = items.size() == 1 ? images.keeping(items[0]) : images.keeping(items)};
    const std::size_t kept_by = choice.members.size();
    if (use_ == FirstChoiceUse::classes && kept_by < group.order()) return;
    if (kept_by < 2 || choices_ >= most_choices_) return;
    const double lost = static_cast<double>(group.order()) / static_cast<double>(kept_by);
    const double charge = std::sqrt(lost);
    // The least possible value of Choice::charged, because an orbit has at most as many elements as
    // the group has members.
    const double least = charge / static_cast<double>(kept_by);
    if (!best.orbits.empty() && least >= best.charged * more_) return;
    const std::size_t most = (most_choices_ - choices_) * kept_by;
    const auto beginnings = images.beginnings(problem, items, most);
    if (!beginnings || beginnings->empty()) return;
    images_ += beginnings->size() * kept_by;
    choice.orbits = orbits_of(*beginnings, choice.members);
    choice.items = std::move(items);
    const std::size_t orbits = choice.orbits.size();
    const double part = static_cast<double>(orbits) / static_cast<double>(beginnings->size());
    if (part > worth_it || choices_ + orbits > most_choices_) return;
    choice.charged = part * charge;
    const bool better = best.orbits.empty() || choice.charged * more_ < best.charged ||
                        (choice.charged < best.charged * more_ && orbits < best.orbits.size());
    if (better) best = std::move(choice);
  }

  [[nodiscard]] bool is_out_of_time() {
    constexpr double image = 5e-9;  // estimated seconds to compute and compare one image
    const std::size_t fresh = images_ - std::exchange(images_told_, images_);
    return deadline_.reached(image * static_cast<double>(fresh));
  }

  FirstChoiceUse use_;
  /// A choice of items with more orbits than the best choice so far replaces it only if it saves
  /// more work by this factor. The factor is 1.5 if classes of solutions are counted, because then
  /// some members may stay unused. For a Restriction it must stay 1.2, so that a resumed run finds
  /// the same restriction as before.
  double more_ = 1.2;
  // The deadline of the caller. The caller tests afterwards whether it was reached.
  const search::Deadline& deadline_;
  // The maximum number of first choices, so that finding them does not become a search of its own.
  std::size_t most_choices_;
  std::vector<FirstChoice> first_choices_;
  std::size_t choices_ = 0;
  std::size_t images_ = 0;
  std::size_t images_told_ = 0;  // the value of images_ when the deadline was last tested
};

/// The members of the group that map each option in `kept` to itself, as permutations of the
/// options of `rest`, without repetitions.
OptionSymmetries on_rest(const OptionSymmetries& group, const std::vector<OptionId>& kept,
                         const preprocess::Rest& rest) {
  std::vector<OptionPermutation> result;
  for (const OptionPermutation& member : group.members()) {
    const auto keeps = [&](OptionId o) { return member[index(o)] == o; };
    if (!std::all_of(kept.begin(), kept.end(), keeps)) continue;
    OptionPermutation member_of_rest;
    for (const OptionId original : rest.originals) {
      const auto place =
          std::lower_bound(rest.originals.begin(), rest.originals.end(), member[index(original)]);
      if (place == rest.originals.end() || *place != member[index(original)]) {
        throw std::logic_error("a member of the group is not a symmetry of the problem");
      }
      member_of_rest.push_back(
          OptionId{static_cast<std::uint32_t>(place - rest.originals.begin())});
    }
    result.push_back(std::move(member_of_rest));
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return OptionSymmetries(std::move(result));
}

/// Among the primary items of `rest` that must be covered once, the item with the fewest options.
/// Sets `width` to the number of these options.
std::optional<ItemId> narrowest(const Problem& problem, const preprocess::Rest& rest,
                                std::uint32_t& width) {
  std::vector<std::uint32_t> left(problem.primary_count());
  for (const OptionId option : rest.originals) {
    for (const ItemId item : problem.items(option)) {
      if (problem.is_primary(item)) ++left[index(item)];
    }
  }
  std::optional<ItemId> best;
  for (const ItemId item : rest.items) {
    if (!problem.is_primary(item) || problem.bounds(item) != Bounds{}) continue;
    if (best && left[index(item)] >= width) continue;
    best = item;
    width = left[index(item)];
  }
  return best;
}

}  // namespace

std::vector<FirstChoice> first_choices(const Problem& problem, const OptionSymmetries& group,
                                       FirstChoiceUse use, const search::Deadline& deadline,
                                       std::size_t most) {
  return Planner(use, most, deadline).plan(problem, group);
}

std::vector<FirstChoice> first_choices_by_orbits(const Problem& problem,
                                                 const OptionSymmetries& group) {
  // The maximum number of first choices. It is small, because the search after each first choice
  // makes its own tables.
  constexpr std::size_t most_first_choices = 100;
  // For each option: the first option of its orbit.
  std::vector<OptionId> first = first_ids<OptionId>(problem.option_count());
  // For each option that is the first of its orbit: the orbit.
  std::vector<std::vector<OptionId>> orbits(problem.option_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    if (first[o] != OptionId{o}) continue;
    for (const OptionPermutation& member : group.members()) {
      const OptionId image = member[o];
      if (first[index(image)] == OptionId{o} && image != OptionId{o}) continue;
      first[index(image)] = OptionId{o};
      orbits[o].push_back(image);
    }
    std::sort(orbits[o].begin(), orbits[o].end());
    orbits[o].erase(std::unique(orbits[o].begin(), orbits[o].end()), orbits[o].end());
  }
  const auto options = options_of_primary_items(problem);
  // For the best item so far: the first option of each orbit of its options.
  std::vector<OptionId> best;
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
    if (problem.bounds(ItemId{i}).at_least == 0) continue;
    std::vector<OptionId> firsts;
    for (const OptionId option : options[i]) firsts.push_back(first[index(option)]);
    std::sort(firsts.begin(), firsts.end());
    firsts.erase(std::unique(firsts.begin(), firsts.end()), firsts.end());
    std::size_t all = 0;
    for (const OptionId option : firsts) all += orbits[index(option)].size();
    const auto part = static_cast<double>(firsts.size()) / static_cast<double>(all);
    if (firsts.empty() || firsts.size() > most_first_choices || part > worth_it) continue;
    if (best.empty() || firsts.size() < best.size()) best = std::move(firsts);
  }
  std::vector<FirstChoice> result;
  std::vector<OptionId> left_out;
  for (const OptionId option : best) {
    const std::vector<OptionId>& orbit = orbits[index(option)];
    result.push_back({.chosen = {option}, .orbit = orbit.size(), .left_out = left_out});
    left_out.insert(left_out.end(), orbit.begin(), orbit.end());
    std::sort(left_out.begin(), left_out.end());
  }
  if (result.empty()) result.emplace_back();
  return result;
}

preprocess::Rest rest_after_orbit(const Problem& problem, const FirstChoice& first_choice) {
  preprocess::Rest rest = preprocess::rest_after(problem, first_choice.chosen);
  std::vector<OptionId> kept;  // the options that are not left out, numbered as in `rest`
  std::vector<OptionId> originals;
  for (std::uint32_t o = 0; o < rest.originals.size(); ++o) {
    if (std::binary_search(first_choice.left_out.begin(), first_choice.left_out.end(),
                           rest.originals[o]))
      continue;
    kept.push_back(OptionId{o});
    originals.push_back(rest.originals[o]);
  }
  const auto items = first_ids<ItemId>(rest.problem.item_count());
  rest.problem = preprocess::Subproblems(rest.problem).take(items, kept);
  rest.originals = std::move(originals);
  return rest;
}

Remainder after(const Problem& problem, const OptionSymmetries& group,
                const FirstChoice& first_choice) {
  preprocess::Rest rest = preprocess::rest_after(problem, first_choice.chosen);
  OptionSymmetries left = on_rest(group, first_choice.chosen, rest);
  return {std::move(rest), std::move(left)};
}

std::optional<Restriction> Restriction::make(const Problem& problem,
                                             const OptionSymmetries& group) {
  const std::vector<BeginningOrbit> orbits =
      Planner(FirstChoiceUse::classes).first_choice(problem, group);
  if (orbits.empty()) return {};
  std::vector<bool> superfluous(problem.option_count());
  for (const BeginningOrbit& orbit : orbits) {
    for (const OptionPermutation& member : group.members()) {
      superfluous[index(member[index(orbit.first[0])])] = true;
    }
  }
  for (const BeginningOrbit& orbit : orbits) superfluous[index(orbit.first[0])] = false;
  std::vector<OptionId> kept;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    if (!superfluous[o]) kept.push_back(OptionId{o});
  }
  const auto items = first_ids<ItemId>(problem.item_count());
  Restriction result(preprocess::Subproblems(problem).take(items, kept));
  result.originals_ = std::move(kept);
  for (const BeginningOrbit& orbit : orbits) {
    result.left_.emplace(orbit.first[0], group.stabiliser(orbit.first[0]));
  }
  return result;
}

bool Restriction::has_symmetries() const noexcept {
  return std::any_of(left_.begin(), left_.end(),
                     [](const auto& first_choice) { return first_choice.second.order() > 1; });
}

bool Restriction::is_representative(std::span<const OptionId> solution) const {
  for (const OptionId option : solution) {
    if (const auto first_choice = left_.find(option); first_choice != left_.end()) {
      return first_choice->second.is_representative(solution);
    }
  }
  throw std::invalid_argument("not a solution: it has none of the first choices");
}

namespace {

/// For the options in `rest` that cover `item`: the first option of each of their orbits.
std::vector<OptionId> firsts_of_orbits(const Problem& problem, const preprocess::Rest& rest,
                                       const Automorphisms& group, ItemId item) {
  std::vector<OptionId> firsts;
  for (const OptionId o : options_left(problem, rest, item)) {
    const OptionId first{group.orbit_of_option[index(o)]};
    if (std::find(firsts.begin(), firsts.end(), first) == firsts.end()) firsts.push_back(first);
  }
  return firsts;
}

/// Extends first choices (sets of options with which a search begins) by one option after another,
/// level by level. Threads extend a few first choices in advance. Their results are used in the
/// order of the first choices, so the outcome does not depend on the number of threads.
class IsomorphPlanner {
 public:
  IsomorphPlanner(const Problem& problem, const AutomorphismOptions& limits,
                  const search::Jobs& jobs)
      : problem_(problem), limits_(limits), jobs_(jobs), deadline_(limits.control) {}

  std::optional<std::vector<FirstChoice>> plan() {
    std::vector<Part> level(1);
    while (!level.empty()) {
      next_.clear();
      IsomorphTable table(problem_);
      for (std::size_t p = 0; p < level.size(); p += ahead()) {
        const std::size_t size = std::min(ahead(), level.size() - p);
        if (!make_longer(std::span(level).subspan(p, size), table)) return {};
      }
      level = std::move(next_);
    }
    return std::move(done_);
  }

 private:
  struct Longer {
    FirstChoice first_choice;
    std::optional<IsomorphTable::Form> form = {};
  };
  struct Part {
    FirstChoice first_choice;
    bool is_symmetric = true;
    // look_ahead() sets the members from here on.
    bool is_complete = false;  // whether all items that must be covered once are covered
    // Whether `longer` has been computed; false if there was not enough time.
    bool is_known = false;
    // The first choice with one more option, once for each orbit of such options.
    std::vector<Longer> longer = {};
  };

  [[nodiscard]] std::size_t ahead() const { return jobs_.threads == 1 ? 1 : 4 * jobs_.threads; }
  [[nodiscard]] AutomorphismOptions left() const {
    AutomorphismOptions call_limits = limits_;
    call_limits.control.limits.time = deadline_.left();
    return call_limits;
  }
  /// Whether a first choice is extended: some symmetry is left, and neither the limit on calls of
  /// nauty nor the limit on the number of first choices is reached.
  [[nodiscard]] bool is_to_be_longer(const Part& part) const {
    return part.is_symmetric && calls_ < most_calls_ &&
           done_.size() + next_.size() < most_calls_ / 3;
  }

  /// Extends first choices by one option each. Returns false if there was not enough time.
  bool make_longer(std::span<Part> parts, IsomorphTable& table) {
    std::vector<Part*> symmetric;
    for (Part& part : parts) {
      if (is_to_be_longer(part)) symmetric.push_back(&part);
    }
    share_out(jobs_, symmetric.size(), [&](std::size_t k) { look_ahead(*symmetric[k]); });
    std::vector<Longer*> longer;
    for (Part* part : symmetric) {
      for (Longer& one : part->longer) longer.push_back(&one);
    }
    share_out(jobs_, longer.size(), [&](std::size_t k) {
      longer[k]->form = table.form(longer[k]->first_choice.chosen, left());
    });
    return std::all_of(parts.begin(), parts.end(), [&](Part& part) { return use(part, table); });
  }

  /// Finds the options by which a first choice is extended.
  void look_ahead(Part& part) const {
    const preprocess::Rest rest = preprocess::rest_after(problem_, part.first_choice.chosen);
    std::uint32_t width = 0;
    const auto item = narrowest(problem_, rest, width);
    part.is_complete = !item;
    // If `width` is 0, the item has no options left, so `longer` is empty.
    part.is_known = !item || width == 0;
    if (part.is_known || deadline_.reached()) return;
    AutomorphismOptions keeping = left();
    keeping.marked = part.first_choice.chosen;
    keeping.kept = *item;
    const Automorphisms group = automorphisms(problem_, keeping);
    if (!group.complete) return;
    part.is_known = true;
    for (const OptionId first : firsts_of_orbits(problem_, rest, group, *item)) {
      part.longer.push_back({part.first_choice});
      part.longer.back().first_choice.chosen.push_back(first);
    }
  }

  /// Adds the extended first choices that look_ahead() has found to the next level, one for each
  /// class under symmetry. Returns false if there was not enough time.
  bool use(Part& part, IsomorphTable& table) {
    if (deadline_.reached()) return false;
    if (!is_to_be_longer(part) || part.is_complete) {
      done_.push_back(std::move(part.first_choice));
      return true;
    }
    if (!part.is_known) return false;
    if (part.longer.empty()) return true;
    calls_ += 1 + part.longer.size();
    for (Longer& longer : part.longer) {
      if (!longer.form) return false;
      const auto known = table.add(*std::move(longer.form));
      if (!known.is_new) continue;
      next_.push_back(
          {std::move(longer.first_choice), known.stabiliser != table.order_of_kernel()});
    }
    return true;
  }

  const Problem& problem_;
  const AutomorphismOptions& limits_;
  const search::Jobs& jobs_;
  search::Deadline deadline_;
  // The limit on calls of nauty is lower for larger problems, because a call takes longer.
  std::size_t most_calls_ =
      std::clamp<std::size_t>(12'000'000 / (problem_.entry_count() + 1), 60, 6'000);
  std::size_t calls_ = 0;
  std::vector<FirstChoice> done_ = {};
  std::vector<Part> next_ = {};
};

}  // namespace

std::optional<std::vector<FirstChoice>> first_choices_by_isomorphism(
    const Problem& problem, const AutomorphismOptions& limits, const search::Jobs& jobs) {
  return IsomorphPlanner(problem, limits, jobs).plan();
}

}  // namespace dlx::symmetry
