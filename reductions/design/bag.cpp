#include "reductions/design/bag.hpp"

#include <limits>
#include <map>
#include <string>
#include <utility>

#include "dlx/core/problem_builder.hpp"

namespace dlx::design {
namespace {

constexpr std::uint32_t not_there = std::numeric_limits<std::uint32_t>::max();

}  // namespace

Bag::Bag(const Design& design, const Box& box)
    : design_(&design), box_(&box), model_(polycube::build(bag_of(design, box))) {
  // Positions of cells in the order of a problem's items: cells that must be filled come first.
  std::map<Cell, std::uint32_t> position;
  for (const Cells* cells : {&box.target, &box.optional_cells}) {
    for (const Cell& cell : *cells) {
      position.emplace(cell, static_cast<std::uint32_t>(position.size()));
    }
  }
  std::map<std::pair<std::uint32_t, Cells>, std::uint32_t> number;
  for (const polycube::Placement& placement : model_.placements) {
    number.emplace(std::pair(placement.piece, placement.cells),
                   static_cast<std::uint32_t>(number.size()));
    std::vector<std::uint32_t> cells;
    for (const Cell& cell : placement.cells) cells.push_back(position.at(cell));
    cells_.push_back(std::move(cells));
  }
  // If pieces are not turned, no symmetry of the box takes assemblies to assemblies. If pieces may
  // be turned but not turned over, symmetries that turn the box over do not take assemblies to
  // assemblies.
  const UpTo up_to = design.turning == polycube::Turning::none ? UpTo::none : UpTo::reflections;
  const Cell across = lattice::unit_vector(axis_across(design));
  for (const auto& motion : lattice::symmetries(all_cells(model_.puzzle), up_to)) {
    if (lattice::image(box.target, motion) != box.target) continue;
    if (design.turning == polycube::Turning::flat_rotations && motion.turn(across) != across) {
      continue;
    }
    Member member{.mirrors = motion.turn.determinant() < 0, .images = {}};
    for (const polycube::Placement& placement : model_.placements) {
      std::optional<std::uint32_t> kind = placement.piece;
      if (member.mirrors) kind = design.mirror_images[placement.piece];
      const auto image =
          !kind ? number.end() : number.find({*kind, lattice::image(placement.cells, motion)});
      member.images.push_back(image == number.end() ? not_there : image->second);
    }
    members_.push_back(std::move(member));
  }
}

Bag::Part Bag::whole() const {
  std::vector<std::optional<Range>> copies;
  for (const Kind& kind : design_->kinds) copies.emplace_back(kind.copies);
  return make(copies);
}

Bag::Part Bag::part(const Set& set) const {
  std::vector<std::optional<Range>> copies;
  for (const std::uint32_t n : set) {
    copies.push_back(n == 0 ? std::nullopt : std::optional(Range{n, n}));
  }
  return make(copies);
}

Bag::Part Bag::make(const std::vector<std::optional<Range>>& copies) const {
  const std::size_t kinds = copies.size();
  const auto used = [&](std::size_t k) { return copies[k].has_value(); };
  const auto volume = static_cast<std::uint32_t>(box_->target.size() + box_->optional_cells.size());
  const bool has_holes = !box_->optional_cells.empty();
  std::size_t kinds_used = 0;
  for (std::size_t k = 0; k < kinds; ++k) kinds_used += used(k) ? 1 : 0;
  ProblemBuilder builder;
  std::vector<std::optional<ItemId>> pieces(kinds);
  const auto is_secondary = [&](std::size_t k) { return !has_holes && copies[k] == Range{0, 1}; };
  for (std::size_t k = 0; k < kinds; ++k) {
    if (!used(k) || is_secondary(k)) continue;
    const Range range = *copies[k];
    const auto size = static_cast<std::uint32_t>(design_->kinds[k].cells.size());
    // A kind of piece needs no item for its number of copies in two cases: only this kind fills the
    // box, or the limits on its copies cannot be exceeded.
    const bool follows = !has_holes && ((kinds_used == 1 && range.has(volume / size)) ||
                                        (range.least == 0 && range.most >= volume / size));
    if (!follows)
      pieces[k] = builder.primary("piece-" + design_->kinds[k].name, {range.least, range.most});
  }
  std::vector<ItemId> cells;
  for (const Cell& cell : box_->target) cells.push_back(builder.primary(lattice::name(cell, true)));
  for (const Cell& cell : box_->optional_cells) {
    cells.push_back(builder.secondary(lattice::name(cell, true)));
  }
  for (std::size_t k = 0; k < kinds; ++k) {
    if (used(k) && is_secondary(k)) {
      pieces[k] = builder.secondary("piece-" + design_->kinds[k].name);
    }
  }
  std::vector<std::uint32_t> options;
  std::vector<Entry> entries;
  for (std::uint32_t p = 0; p < model_.placements.size(); ++p) {
    const std::uint32_t kind = model_.placements[p].piece;
    if (!used(kind)) continue;
    entries.clear();
    for (const std::uint32_t cell : cells_[p]) entries.emplace_back(cells[cell]);
    if (pieces[kind]) entries.emplace_back(*pieces[kind]);
    builder.option(entries);
    options.push_back(p);
  }
  return {std::move(builder).build(), std::move(options)};
}

// If all cells must be filled, each cell that stays empty for the last piece is covered by an
// option of its own. Two alternatives were slower. If cells are secondary items, a search does not
// notice a cell that nothing can fill any more. In the other alternative, the uncovered cells are
// filled by single cells, whose number no item limits. On a cube of side 4, the two alternatives
// count 190,000 and 6,000 arrangements a second, and the formulation used here counts 620,000.
Problem Bag::all_but_one(const Set& set, std::uint32_t kind) const {
  ProblemBuilder builder;
  std::vector<std::optional<ItemId>> pieces(set.size());
  for (std::uint32_t k = 0; k < set.size(); ++k) {
    const std::uint32_t copies = set[k] - (k == kind ? 1 : 0);
    if (copies > 0) {
      pieces[k] = builder.primary("piece-" + design_->kinds[k].name, {copies, copies});
    }
  }
  const bool full = box_->optional_cells.empty();
  const auto left = static_cast<std::uint32_t>(design_->kinds[kind].cells.size());
  std::optional<ItemId> hole;
  if (full) hole = builder.primary("hole", {left, left});
  std::vector<ItemId> cells;
  for (const Cells* some : {&box_->target, &box_->optional_cells}) {
    for (const Cell& cell : *some) {
      const std::string name = lattice::name(cell, true);
      cells.push_back(full ? builder.primary(name) : builder.secondary(name));
    }
  }
  for (std::uint32_t p = 0; p < model_.placements.size(); ++p) {
    const auto piece = pieces[model_.placements[p].piece];
    if (!piece) continue;
    std::vector<Entry> entries = {*piece};
    for (const std::uint32_t cell : cells_[p]) entries.emplace_back(cells[cell]);
    builder.option(entries);
  }
  for (const ItemId cell : cells) {
    if (hole) builder.option(std::vector<Entry>{*hole, cell});
  }
  return std::move(builder).build();
}

std::optional<OptionSymmetries> Bag::symmetries(const Part& part, UpTo up_to) const {
  std::vector<std::uint32_t> option_of(model_.placements.size(), not_there);
  for (std::uint32_t o = 0; o < part.options.size(); ++o) option_of[part.options[o]] = o;
  std::vector<OptionPermutation> permutations;
  for (const Member& member : members_) {
    // Without symmetries, only the identity is needed, which is the first member of the group.
    if (up_to == UpTo::none && !permutations.empty()) break;
    if (member.mirrors && up_to != UpTo::reflections) continue;
    OptionPermutation permutation;
    for (const std::uint32_t placement : part.options) {
      const std::uint32_t image = member.images[placement];
      if (image == not_there || option_of[image] == not_there) return std::nullopt;
      permutation.push_back(OptionId{option_of[image]});
    }
    permutations.push_back(std::move(permutation));
  }
  return OptionSymmetries(std::move(permutations));
}

Set Bag::set_of(const Part& part, std::span<const OptionId> solution) const {
  Set set(design_->kinds.size(), 0);
  for (const OptionId option : solution) {
    ++set[model_.placements[part.options[index(option)]].piece];
  }
  return set;
}

}  // namespace dlx::design
