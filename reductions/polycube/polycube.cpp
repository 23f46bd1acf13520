#include "reductions/polycube/polycube.hpp"

#include <algorithm>
#include <boost/container/flat_map.hpp>
#include <boost/container/flat_set.hpp>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "dlx/core/problem_builder.hpp"

namespace dlx::polycube {
namespace {

using Orientations = boost::container::flat_set<Cells>;
using lattice::Motion;
using lattice::Turn;

Orientations orientations(const Piece& piece, Turning turning) {
  Orientations all;
  for (const Turn& turn : lattice::turns()) {
    if (turn.determinant() < 0) continue;
    if (turning == Turning::flat_rotations && !turn.keeps_layers()) continue;
    all.insert(lattice::normalised(lattice::image(piece.cells, turn)));
  }
  return all;
}

std::vector<Placement> all_placements(const Puzzle& puzzle) {
  const boost::container::flat_set<Cell> target(puzzle.target.begin(), puzzle.target.end());
  std::vector<Placement> placements;
  for (std::uint32_t p = 0; p < puzzle.pieces.size(); ++p) {
    for (const Cells& shape : orientations(puzzle.pieces[p], puzzle.turning)) {
      for (const Cell& at : puzzle.target) {
        const Cell shift = at - shape.front();
        Cells cells = lattice::image(shape, [&](const Cell& c) { return c + shift; });
        if (std::all_of(cells.begin(), cells.end(),
                        [&](const Cell& c) { return target.contains(c); })) {
          placements.push_back({p, std::move(cells)});
        }
      }
    }
  }
  return placements;
}

/// A number of copies that follows from the volume needs no item.
bool follows_from_volume(const Puzzle& puzzle) {
  if (puzzle.pieces.size() != 1 || !puzzle.pieces[0].copies) return false;
  const Bounds copies = *puzzle.pieces[0].copies;
  return copies.at_least == copies.at_most && copies.at_least > 1 &&
         copies.at_least * puzzle.pieces[0].cells.size() == puzzle.target.size();
}

Problem make_problem(const Puzzle& puzzle, std::span<const Placement> placements) {
  ProblemBuilder builder;
  std::vector<std::optional<ItemId>> piece_items;
  for (const Piece& piece : puzzle.pieces) {
    const bool counted = piece.copies && !follows_from_volume(puzzle);
    piece_items.push_back(counted ? std::optional(builder.primary(piece.name, *piece.copies))
                                  : std::nullopt);
  }
  boost::container::flat_map<Cell, ItemId> cell_items;
  const bool with_layer = !lattice::is_flat(puzzle.target);
  for (const Cell& cell : puzzle.target) {
    cell_items.emplace(cell, builder.primary(lattice::name(cell, with_layer)));
  }
  std::vector<Entry> entries;
  for (const Placement& placement : placements) {
    entries.clear();
    if (const auto item = piece_items[placement.piece]) entries.emplace_back(*item);
    for (const Cell& cell : placement.cells) entries.emplace_back(cell_items.at(cell));
    builder.option(entries);
  }
  return std::move(builder).build();
}

/// For every piece, the one it becomes in a mirror.
std::vector<std::uint32_t> mirror_partners(const Puzzle& puzzle) {
  const Turn mirror{.axis = {0, 1, 2}, .sign = {-1, 1, 1}};
  std::vector<Orientations> shapes;
  for (const Piece& piece : puzzle.pieces) shapes.push_back(orientations(piece, puzzle.turning));
  std::vector<std::optional<std::uint32_t>> partner(puzzle.pieces.size());
  for (std::uint32_t p = 0; p < puzzle.pieces.size(); ++p) {
    if (partner[p]) continue;
    const Cells mirrored = lattice::normalised(lattice::image(puzzle.pieces[p].cells, mirror));
    const auto fits = [&](std::uint32_t q) {
      return !partner[q] && puzzle.pieces[q].copies == puzzle.pieces[p].copies &&
             shapes[q].contains(mirrored);
    };
    if (fits(p)) {  // itself, rather than another of the same shape
      partner[p] = p;
      continue;
    }
    for (std::uint32_t q = p + 1; q < puzzle.pieces.size() && !partner[p]; ++q) {
      if (fits(q)) {
        partner[p] = q;
        partner[q] = p;
      }
    }
    if (!partner[p]) {
      throw std::invalid_argument("piece '" + puzzle.pieces[p].name +
                                  "' has no mirror image among the pieces, so assemblies have no "
                                  "reflections");
    }
  }
  std::vector<std::uint32_t> result;
  for (const auto& p : partner) result.push_back(*p);
  return result;
}

/// Where options are found again.
using PlacementIndex = boost::container::flat_map<std::pair<std::uint32_t, Cells>, OptionId>;

PlacementIndex index_of(std::span<const Placement> placements) {
  PlacementIndex::sequence_type sequence;
  sequence.reserve(placements.size());
  for (std::uint32_t o = 0; o < placements.size(); ++o) {
    sequence.emplace_back(std::pair(placements[o].piece, placements[o].cells), OptionId{o});
  }
  PlacementIndex found;
  found.adopt_sequence(std::move(sequence));
  return found;
}

}  // namespace

Model build(Puzzle puzzle) {
  for (Piece& piece : puzzle.pieces) {
    if (piece.cells.empty()) {
      throw std::invalid_argument("piece '" + piece.name + "' has no cells");
    }
    std::sort(piece.cells.begin(), piece.cells.end());
  }
  std::sort(puzzle.target.begin(), puzzle.target.end());
  auto placements = all_placements(puzzle);
  Problem problem = make_problem(puzzle, placements);
  return {std::move(puzzle), std::move(placements), std::move(problem)};
}

Assembly decode(const Model& model, std::span<const OptionId> solution) {
  Assembly assembly;
  for (const OptionId option : solution) assembly.push_back(model.placements[index(option)]);
  return assembly;
}

std::string draw(const Model& model, const Assembly& assembly) {
  if (model.puzzle.target.empty()) return "\n";
  const auto [low, high] = lattice::extent(model.puzzle.target);
  const bool by_name =
      std::all_of(model.puzzle.pieces.begin(), model.puzzle.pieces.end(), [](const Piece& piece) {
        return piece.copies && piece.copies->at_most == 1 && !piece.name.empty();
      });
  boost::container::flat_map<Cell, char> letter;
  for (std::size_t i = 0; i < assembly.size(); ++i) {
    const char shown = by_name ? model.puzzle.pieces[assembly[i].piece].name.front()
                               : lattice::base62[(i + 10) % lattice::base62.size()];
    for (const Cell& cell : assembly[i].cells) letter[cell] = shown;
  }

  const bool bars = low.z != high.z;
  std::string picture;
  for (int y = low.y; y <= high.y; ++y) {
    std::string row;
    for (int z = low.z; z <= high.z; ++z) {
      if (bars) row += z == low.z ? "|" : "  |";
      for (int x = low.x; x <= high.x; ++x) {
        const auto found = letter.find({x, y, z});
        row += found == letter.end() ? ' ' : found->second;
      }
      if (bars) row += '|';
    }
    while (row.ends_with(' ')) row.pop_back();
    picture += row + '\n';
  }
  return picture + '\n';
}

OptionSymmetries symmetries(const Model& model, UpTo up_to) {
  std::vector<std::uint32_t> same(model.puzzle.pieces.size());
  std::iota(same.begin(), same.end(), 0U);
  std::vector<std::uint32_t> mirrored;
  const PlacementIndex places = index_of(model.placements);
  std::vector<OptionPermutation> members;
  for (const Motion& motion : lattice::symmetries(model.puzzle.target, up_to)) {
    const bool mirrors = motion.turn.determinant() < 0;
    if (mirrors && mirrored.empty()) mirrored = mirror_partners(model.puzzle);
    const auto& partner = mirrors ? mirrored : same;
    OptionPermutation member;
    for (const Placement& placement : model.placements) {
      const auto image =
          places.find({partner[placement.piece], lattice::image(placement.cells, motion)});
      if (image == places.end()) break;  // the pieces may not be turned that way
      member.push_back(image->second);
    }
    if (member.size() < model.placements.size()) continue;
    members.push_back(std::move(member));
  }
  return OptionSymmetries(std::move(members));
}

RestrictedModel::RestrictedModel(const Model& model, std::uint32_t piece, UpTo up_to)
    : model_{.puzzle = model.puzzle, .placements = {}, .problem = ProblemBuilder().build()} {
  if (model.puzzle.pieces.at(piece).copies != Bounds{}) {
    throw std::invalid_argument("piece '" + model.puzzle.pieces[piece].name +
                                "' is not used exactly once, so restricting it proves nothing");
  }
  const OptionSymmetries group = symmetries(model, up_to);
  std::vector<OptionId> kept;  // in the numbers of `model`
  for (std::uint32_t o = 0; o < model.placements.size(); ++o) {
    if (model.placements[o].piece == piece) {
      const bool least = std::all_of(
          group.members().begin(), group.members().end(), [&](const OptionPermutation& member) {
            if (model.placements[index(member[o])].piece != piece) {
              throw std::invalid_argument("piece '" + model.puzzle.pieces[piece].name +
                                          "' is not its own mirror image");
            }
            return index(member[o]) >= o;
          });
      if (!least) continue;
      if (stabilisers_.empty()) first_place_ = OptionId{static_cast<std::uint32_t>(kept.size())};
      stabilisers_.push_back(group.stabiliser(OptionId{o}));
    }
    kept.push_back(OptionId{o});
    model_.placements.push_back(model.placements[o]);
  }
  model_.problem = make_problem(model_.puzzle, model_.placements);

  // The stabilisers in the new numbers. They may move the piece's other places to ones left out,
  // but no solution has two places of the piece: those stay where they are.
  std::vector<OptionId> renumbered(model.placements.size());
  for (std::uint32_t o = 0; o < kept.size(); ++o) renumbered[index(kept[o])] = OptionId{o};
  for (OptionSymmetries& stabiliser : stabilisers_) {
    std::vector<OptionPermutation> members;
    for (const OptionPermutation& old : stabiliser.members()) {
      OptionPermutation member;
      for (std::uint32_t o = 0; o < kept.size(); ++o) {
        const bool of_piece = model_.placements[o].piece == piece;
        member.push_back(of_piece ? OptionId{o} : renumbered[index(old[index(kept[o])])]);
      }
      members.push_back(std::move(member));
    }
    stabiliser = OptionSymmetries(std::move(members));
  }
}

const OptionSymmetries& RestrictedModel::stabiliser(std::span<const OptionId> solution) const {
  for (const OptionId option : solution) {
    const std::size_t place = std::size_t{index(option)} - index(first_place_);
    if (place < stabilisers_.size()) return stabilisers_[place];
  }
  throw std::invalid_argument("not a solution: the restricted piece is missing");
}

std::size_t RestrictedModel::stabiliser_order(std::span<const OptionId> solution) const {
  return stabiliser(solution).order();
}

bool RestrictedModel::is_representative(std::span<const OptionId> solution) const {
  return stabiliser(solution).is_representative(solution);
}

}  // namespace dlx::polycube
