#include "reductions/polycube/collection.hpp"

#include <algorithm>
#include <boost/container/flat_set.hpp>
#include <set>
#include <stdexcept>

#include "dlx/core/text.hpp"
#include "dlx/core/verify.hpp"
#include "reductions/polycube/polycube.hpp"

namespace dlx::polycube {
namespace {

Separation separation_of(const NamedPuzzle& named, std::size_t n) {
  return n < named.separations.size() ? named.separations[n] : Separation::none;
}

/// A list in words: "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& things) {
  std::string text;
  for (std::size_t i = 0; i < things.size(); ++i) {
    if (i > 0) text += i + 1 < things.size() ? ", " : " and ";
    text += things[i];
  }
  return text;
}

/// The counts that a file states for a search, as texts. If the count of assemblies equals `stays`,
/// it is left out.
std::vector<std::string> stated(const NamedPuzzle& named, std::optional<std::uint64_t> stays) {
  std::vector<std::string> counts;
  if (named.stated_assemblies && named.stated_assemblies != stays) {
    counts.push_back("assemblies=" + std::to_string(*named.stated_assemblies));
  }
  if (named.stated_solutions) {
    counts.push_back("solutions=" + std::to_string(*named.stated_solutions));
  }
  if (named.has_time) counts.emplace_back("the time");
  return counts;
}

using Stages = std::vector<lattice::Stage>;
using Solution = std::vector<OptionId>;
using Solutions = std::set<Solution>;

/// Classes of assemblies under the symmetries of the target.
class Classes {
 public:
  explicit Classes(const Model& model) : rotations_(symmetries(model, UpTo::rotations)) {
    try {
      reflections_ = symmetries(model, UpTo::reflections);
    } catch (const std::invalid_argument&) {
      // If some piece has no mirror image, there are no classes under reflections.
    }
  }

  void insert(const Solution& solution) { classes_.insert(coarsest().canonical(solution)); }

  /// The number of classes under the largest group: rotations and reflections, or rotations alone
  /// if a piece has no mirror image.
  [[nodiscard]] std::uint64_t size() const { return classes_.size(); }

  /// Describes in words how assemblies must be counted (all, up to rotations, or up to reflections)
  /// so that the count is `total`. The text is empty if no way of counting gives this number.
  [[nodiscard]] std::string way_to_count(std::uint64_t total) const {
    if (total == size()) return reflections_ ? "up to reflections" : "up to rotations";
    std::uint64_t all = 0;
    std::uint64_t turned = 0;
    for (const Solution& solution : classes_) {
      const auto images = coarsest().images(solution);
      Solutions representatives;
      for (const Solution& image : images) representatives.insert(rotations_.canonical(image));
      all += images.size();
      turned += representatives.size();
    }
    if (total == turned) return "up to rotations";
    return total == all ? "with every assembly counted" : "";
  }

 private:
  [[nodiscard]] const OptionSymmetries& coarsest() const {
    return reflections_ ? *reflections_ : rotations_;
  }

  OptionSymmetries rotations_;
  std::optional<OptionSymmetries> reflections_;
  Solutions classes_;
};

/// The results of a search, together with the saved assemblies that are correct.
struct Findings {
  std::span<const Solution> known;  // the saved assemblies that are correct
  std::span<const Solution> found;
  bool complete;
  UpTo up_to;
};

/// Decides whether the saved counts and the saved state of the search change. `changes` contains
/// only the dropped and added assemblies when this function is called.
void judge_counts(const Model& model, const NamedPuzzle& named, const Findings& findings,
                  Changes& changes) {
  const std::span<const Solution> known = findings.known;
  const std::span<const Solution> found = findings.found;
  const std::uint64_t listed_now = known.size() + changes.added.size();
  const bool right = changes.dropped.empty();
  const bool was_solved = named.state == SolveState::solved;
  const auto& total = named.stated_assemblies;
  const auto classes = [&] {
    Classes result(model);
    for (const Solution& solution : known) result.insert(solution);
    for (const Solution& solution : found) result.insert(solution);
    return result;
  };
  std::string why;
  changes.state = named.state.value_or(SolveState::unsolved);
  if (findings.complete) {
    changes.state = SolveState::solved;
    changes.keeps_search = false;
    changes.keeps_counts = right && was_solved && total == found.size();
    if (right && was_solved && total && !changes.keeps_counts && findings.up_to != UpTo::all) {
      const std::string way = classes().way_to_count(*total);
      changes.keeps_counts = !way.empty();
      if (changes.keeps_counts) {
        changes.note = "assemblies=" + std::to_string(*total) + " stays: it is the number " + way;
      }
    }
    const bool some_alike = findings.up_to == UpTo::all && listed_now > found.size();
    if (!changes.keeps_counts && !some_alike) changes.assemblies = found.size();
    why = "the search is complete and found " + std::to_string(found.size());
    if (some_alike) why += ", while " + std::to_string(listed_now) + " are listed";
  } else if (!right) {
    changes.state = SolveState::unsolved;
    changes.keeps_counts = false;
    changes.keeps_search = false;
    why = "a saved assembly is wrong, so the puzzle has changed since";
  } else if (was_solved && total && *total < listed_now) {
    const std::uint64_t different = classes().size();
    if (*total < different) {
      changes.state = SolveState::unsolved;
      changes.keeps_counts = false;
      why = std::to_string(different) + " different assemblies are listed now";
    }
  }
  if (!changes.keeps_counts) {
    std::vector<std::string> lost = stated(named, changes.assemblies);
    if (was_solved && changes.state != SolveState::solved) lost.emplace_back("the state 'solved'");
    if (!lost.empty()) changes.losses.push_back("dropped " + listed(lost) + ": " + why);
  }
  if (named.has_search && !changes.keeps_search) {
    changes.losses.push_back("dropped the interrupted search: " + why);
  }
}

}  // namespace

Checked check(const Model& model, const Assembly& assembly) {
  Checked result;
  boost::container::flat_set<Cell> filled;
  for (const Placement& placement : assembly) {
    if (placement.piece >= model.puzzle.pieces.size()) {
      result.faults.push_back("no piece has the number " +
                              std::to_string(placement.piece + std::uint64_t{1}));
      continue;
    }
    filled.insert(placement.cells.begin(), placement.cells.end());
    if (const auto option = find(model, placement)) {
      result.options.push_back(*option);
      continue;
    }
    result.faults.push_back("piece " + in_quotes(model.puzzle.pieces[placement.piece].name) +
                            " cannot lie as it does");
  }
  if (!result.faults.empty()) return result;
  // The options that come after the placements each leave one cell empty.
  for (std::size_t o = model.placements.size(); o < model.problem.option_count(); ++o) {
    if (!filled.contains(model.puzzle.optional_cells[o - model.placements.size()])) {
      result.options.push_back(OptionId{static_cast<std::uint32_t>(o)});
    }
  }
  std::sort(result.options.begin(), result.options.end());
  result.faults = verify(model.problem, result.options);
  return result;
}

std::vector<std::string> faults(const Model& model, const Assembly& assembly) {
  return check(model, assembly).faults;
}

Changes merge(const Model& model, const NamedPuzzle& named,
              std::span<const std::vector<OptionId>> found, bool complete, UpTo up_to) {
  std::optional<OptionSymmetries> group;
  if (up_to == UpTo::rotations || up_to == UpTo::reflections) group = symmetries(model, up_to);
  const auto key = [&](Solution options) {
    if (group) return group->canonical(options);
    std::sort(options.begin(), options.end());
    return options;
  };
  Changes changes;
  std::vector<Solution> known;
  Solutions keys;
  for (std::size_t n = 0; n < named.saved.size(); ++n) {
    Checked saved = check(model, named.saved[n]);
    if (saved.faults.empty()) {
      keys.insert(key(saved.options));
      known.push_back(std::move(saved.options));
      continue;
    }
    changes.dropped.push_back(n);
    changes.losses.push_back(
        "dropped saved assembly " + std::to_string(n + 1) +
        (separation_of(named, n) == Separation::none ? "" : " and its separation") + ": " +
        saved.faults.front());
  }
  for (const Solution& options : found) {
    if (!keys.contains(key(options))) changes.added.push_back(decode(model, options));
  }
  judge_counts(model, named, {known, found, complete, up_to}, changes);
  return changes;
}

NamedPuzzle changed(NamedPuzzle named, const Changes& changes) {
  named.separations.resize(named.saved.size(), Separation::none);
  named.saved_stages.resize(named.saved.size());
  for (const auto& [n, stages] : changes.separated) {
    named.separations[n] = Separation::moves;
    named.saved_stages[n] = {.stages = stages};
  }
  for (auto n = changes.dropped.rbegin(); n != changes.dropped.rend(); ++n) {
    const auto at = static_cast<std::ptrdiff_t>(*n);
    named.saved.erase(named.saved.begin() + at);
    named.separations.erase(named.separations.begin() + at);
    named.saved_stages.erase(named.saved_stages.begin() + at);
  }
  for (std::size_t n = 0; n < changes.added.size(); ++n) {
    named.saved.push_back(changes.added[n]);
    const bool parted = n < changes.added_stages.size() && !changes.added_stages[n].empty();
    named.separations.push_back(parted ? Separation::moves : Separation::none);
    named.saved_stages.push_back({.stages = parted ? changes.added_stages[n] : Stages{}});
  }
  named.state = changes.state;
  if (!changes.keeps_counts) {
    named.stated_assemblies = changes.assemblies;
    named.stated_solutions = changes.solutions;
    named.has_time = false;
  }
  named.has_search = named.has_search && changes.keeps_search;
  return named;
}

}  // namespace dlx::polycube
