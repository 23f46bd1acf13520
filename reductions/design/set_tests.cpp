// All measures except the level are divided by the number of assemblies. Otherwise a set would look
// hard just because it has many assemblies.

#include "reductions/design/set_tests.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

namespace dlx::design {
namespace {

std::uint64_t for_each_assembly(double all, double assemblies) {
  return static_cast<std::uint64_t>(std::llround(all / std::max(assemblies, 1.0)));
}

/// Whether a placement fills all cells of the target that are not taken.
bool completes(const Box& box, const std::set<Cell>& taken, const polycube::Placement& placement) {
  const auto& cells = placement.cells;
  const auto is_taken = [&](const Cell& cell) { return taken.count(cell) > 0; };
  return std::none_of(cells.begin(), cells.end(), is_taken) &&
         std::all_of(box.target.begin(), box.target.end(), [&](const Cell& cell) {
           return is_taken(cell) || std::find(cells.begin(), cells.end(), cell) != cells.end();
         });
}

}  // namespace

/// The symmetries of the box: with reflections, if the mirror image of every piece is among the
/// pieces; otherwise rotations only.
OptionSymmetries SetTester::symmetries(const Bag& bag, const Bag::Part& part) const {
  auto group = bag.symmetries(part, up_to_);
  return group ? std::move(*group) : *bag.symmetries(part, UpTo::rotations);
}

Tested SetTester::test(const Set& set, std::uint64_t nodes, std::uint64_t cap) {
  const bool unique = design_.want == Want::unique;
  const std::uint64_t enough = unique ? 2 : cap != 0 ? cap + 1 : 0;
  Tested tested;
  for (const Bag& bag : bags_) {
    const Bag::Part part = bag.part(set);
    std::uint64_t in_box = 0;
    if (enough == 0) {
      in_box = searches_.classes(part.problem, symmetries(bag, part));
    } else if (!searches_.visit_classes(part.problem, symmetries(bag, part), nodes,
                                        [&](auto&&) { return ++in_box < enough; })) {
      tested.decided = false;
      return tested;
    }
    if (in_box == 0) return {};
    tested.assemblies += in_box;
    tested.more = (unique && in_box > 1) || (cap != 0 && tested.assemblies > cap);
    if (tested.more) return tested;
  }
  return tested;
}

SetMeasure SetTester::measure(const Set& set) {
  const Bag::Part part = bags_.front().part(set);
  SetMeasure measure;
  if (design_.apart || design_.hardest == Measure::level) measure.level = level(set);
  if (design_.apart && measure.moves() < *design_.apart) return measure;
  switch (design_.hardest) {
    case Measure::none:
    case Measure::level:
      break;
    case Measure::nodes: {
      const Searches::Tree tree = searches_.tree(part.problem, false);
      measure.number = for_each_assembly(tree.nodes, tree.solutions);
      break;
    }
    case Measure::dead_ends: {
      // The search lists solutions, because a search that only counts does not visit the nodes of
      // the last options, and would report fewer nodes.
      const Searches::Tree tree = searches_.tree(part.problem, true);
      measure.number = for_each_assembly(tree.dead_ends, tree.solutions);
      break;
    }
    case Measure::near_solutions:
      measure.number = near_solutions(set, part);
      break;
  }
  return measure;
}

std::uint64_t SetTester::near_solutions(const Set& set, const Bag::Part& part) {
  double arrangements = 0;
  for (std::uint32_t kind = 0; kind < set.size(); ++kind) {
    if (set[kind] > 0) {
      arrangements += searches_.solutions(bags_.front().all_but_one(set, kind));
    }
  }
  double assemblies = 0;
  double with_room = 0;
  searches_.visit(part.problem, [&](std::span<const OptionId> assembly) {
    ++assemblies;
    with_room += static_cast<double>(arrangements_within(part, assembly));
    return true;
  });
  return for_each_assembly(arrangements - with_room, assemblies);
}

std::size_t SetTester::arrangements_within(const Bag::Part& part,
                                           std::span<const OptionId> assembly) const {
  const Box& box = design_.boxes.front();
  if (box.optional_cells.empty()) return assembly.size();
  const auto placements = bags_.front().placements();
  std::size_t counted = 0;
  for (const OptionId last : assembly) {
    std::set<Cell> taken;
    for (const OptionId other : assembly) {
      if (other == last) continue;
      const auto& cells = placements[part.options[index(other)]].cells;
      taken.insert(cells.begin(), cells.end());
    }
    const std::uint32_t piece = placements[part.options[index(last)]].piece;
    const bool earlier = std::any_of(
        part.options.begin(), part.options.begin() + static_cast<std::ptrdiff_t>(index(last)),
        [&](std::uint32_t option) {
          return placements[option].piece == piece && completes(box, taken, placements[option]);
        });
    if (!earlier) ++counted;
  }
  return counted;
}

std::string SetTester::level(const Set& set) {
  std::string least = hardest_level(bags_.front(), set);
  if (!design_.apart) return least;
  for (std::size_t box = 1; box < bags_.size(); ++box) {
    std::string other = hardest_level(bags_[box], set);
    if (SetMeasure{.level = other}.moves() < SetMeasure{.level = least}.moves()) {
      least = std::move(other);
    }
  }
  return least;
}

std::string SetTester::hardest_level(const Bag& bag, const Set& set) {
  const Bag::Part part = bag.part(set);
  disassembler_.set_limits(searches_.limits());
  std::vector<std::uint32_t> hardest;
  std::string_view otherwise = SetMeasure::whole;
  searches_.visit_classes(part.problem, symmetries(bag, part), {},
                          [&](std::span<const OptionId> assembly) {
                            std::vector<Cells> pieces;
                            for (const OptionId option : assembly) {
                              pieces.push_back(bag.placements()[part.options[index(option)]].cells);
                            }
                            const auto result = disassembler_.analyse(pieces);
                            if (result.verdict == apart::Verdict::undecided) {
                              searches_.check_stop();
                              otherwise = SetMeasure::undecided;
                            } else if (result.verdict == apart::Verdict::comes_apart) {
                              hardest = std::max(hardest, result.level);
                            }
                            if (pieces.size() == 1) otherwise = SetMeasure::single;
                            return true;
                          });
  return hardest.empty() ? std::string(otherwise) : apart::to_string(hardest);
}

}  // namespace dlx::design
