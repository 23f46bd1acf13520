#include "reductions/polycube/polycube.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"
#include "reductions/polycube/places.hpp"

namespace dlx::polycube {
namespace {

using lattice::Lattice;

bool fits(const Puzzle& puzzle, CellColour piece, CellColour place) {
  return piece == 0 || place == 0 ||
         std::find(puzzle.fitting.begin(), puzzle.fitting.end(), std::pair(piece, place)) !=
             puzzle.fitting.end();
}

/// The placement of a shape after a translation. Returns nothing if the translated shape is not
/// inside the target, or if it overlaps itself in a target that wraps around.
std::optional<Placement> moved(const Puzzle& puzzle, const Target& target, const Wrap& wrap,
                               const Shape& shape, std::uint32_t piece, const Cell& shift) {
  // If only some cells may stay empty, a block of empty cells is among them.
  const bool is_optional = puzzle.pieces[piece].is_gap && !puzzle.optional_cells.empty();
  for (std::size_t i = 0; i < shape.cells.size(); ++i) {
    const Cell cell = shape.cells[i] + shift;
    const std::uint32_t number = target.number(wrap.any() ? wrap(cell) : cell);
    if (number == Target::none || (is_optional && !target[number].optional) ||
        !(shape.colours.empty() || fits(puzzle, shape.colours[i], target[number].colour))) {
      return std::nullopt;
    }
  }
  const std::optional<Cell>& corner = puzzle.pieces[piece].corner;
  if (corner && wrap(lattice::extent(shape.cells).low + shift) != *corner) return std::nullopt;
  Placement placement{piece, shape.cells, shape.colours};
  for (Cell& cell : placement.cells) cell = cell + shift;
  if (!wrap.any()) return placement;
  for (Cell& cell : placement.cells) cell = wrap(cell);
  Shape sorted = in_order(std::move(placement.cells), placement.colours);
  if (std::adjacent_find(sorted.cells.begin(), sorted.cells.end()) != sorted.cells.end()) {
    return std::nullopt;
  }
  return Placement{piece, std::move(sorted.cells), std::move(sorted.colours)};
}

/// Calls `visit` with each placement of a piece until `visit` returns false. In a target that wraps
/// around, placements may be equal.
template <class Visit>
void visit_placements(const Puzzle& puzzle, const Target& target, std::uint32_t piece,
                      const Visit& visit) {
  const Lattice& lattice = Lattice::of(puzzle.grid);
  const Wrap wrap(puzzle);
  for (const Shape& shape : AllowedTurns(puzzle).of(puzzle.pieces[piece])) {
    for (const Cell& at : target.cells()) {
      const Cell shift = at - shape.cells.front();
      if (!lattice.is_shift(shift)) continue;
      auto placement = moved(puzzle, target, wrap, shape, piece, shift);
      if (placement && !visit(*std::move(placement))) return;
    }
  }
}

std::vector<Placement> all_placements(const Puzzle& puzzle, const Target& target) {
  const bool wraps = Wrap(puzzle).any();
  std::vector<Placement> placements;
  // In a target that wraps around, several translations of a piece can cover the same cells.
  std::set<Placement> seen;
  for (std::uint32_t p = 0; p < puzzle.pieces.size(); ++p) {
    visit_placements(puzzle, target, p, [&](Placement placement) {
      if (!wraps || seen.insert(placement).second) placements.push_back(std::move(placement));
      return true;
    });
  }
  return placements;
}

/// The total number of cells of all pieces; nothing if this number differs between solutions.
std::optional<std::uint64_t> volume(const Puzzle& puzzle) {
  std::uint64_t sum = 0;
  for (const Piece& piece : puzzle.pieces) {
    if (!piece.copies || piece.copies->at_least != piece.copies->at_most) return std::nullopt;
    for (const Cells& cells : piece.alternatives) {
      if (cells.size() != piece.cells.size()) return std::nullopt;
    }
    sum += std::uint64_t{piece.copies->at_most} * piece.cells.size();
  }
  return sum;
}

/// Whether an item must limit the number of empty cells to Puzzle::holes. Returns false if the
/// volume of the pieces already limits it.
bool counts_holes(const Puzzle& puzzle) {
  if (!puzzle.holes || *puzzle.holes >= puzzle.optional_cells.size()) return false;
  const auto filled = volume(puzzle);
  return !filled || *filled + *puzzle.holes < puzzle.target.size() + puzzle.optional_cells.size();
}

/// Appends apostrophes to a name until no item has the resulting name.
std::string fresh_name(const ProblemBuilder& builder, std::string name) {
  while (builder.find_item(name)) name += '\'';
  return name;
}

/// Whether the puzzle has a single piece whose number of copies follows from the volume of the
/// target. Such a piece needs no item.
bool follows_from_volume(const Puzzle& puzzle) {
  if (puzzle.pieces.size() != 1 || !puzzle.pieces[0].copies) return false;
  const Bounds copies = *puzzle.pieces[0].copies;
  return puzzle.optional_cells.empty() && copies.at_least == copies.at_most &&
         copies.at_least > 1 && volume(puzzle) == puzzle.target.size();
}

/// For each piece, whether it can be placed on optional cells only. Such a piece needs a primary
/// item even if any number of copies may be used, because each option needs at least one primary
/// item.
std::vector<bool> lying_apart(const Puzzle& puzzle, const Target& target,
                              std::span<const Placement> placements) {
  std::vector<bool> lies_apart(puzzle.pieces.size(), false);
  for (const Placement& placement : placements) {
    if (lies_apart[placement.piece]) continue;
    lies_apart[placement.piece] =
        std::all_of(placement.cells.begin(), placement.cells.end(),
                    [&](const Cell& cell) { return target[target.number(cell)].optional; });
  }
  return lies_apart;
}

Problem make_problem(const Puzzle& puzzle, const Target& target,
                     std::span<const Placement> placements) {
  const bool with_holes = counts_holes(puzzle);
  const bool may_lie_apart = !with_holes && !puzzle.optional_cells.empty();
  const std::vector<bool> lies_apart =
      lying_apart(puzzle, target, may_lie_apart ? placements : std::span<const Placement>());
  ProblemBuilder builder;
  std::vector<std::optional<ItemId>> piece_items;
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) {
    const Piece& piece = puzzle.pieces[p];
    const Bounds any{0, static_cast<std::uint32_t>(target.cells().size())};
    const bool counted = piece.copies ? !follows_from_volume(puzzle) : lies_apart[p];
    piece_items.push_back(
        counted ? std::optional(builder.primary(piece.name, piece.copies.value_or(any)))
                : std::nullopt);
  }
  std::optional<ItemId> holes;
  if (with_holes && *puzzle.holes > 0) {
    holes = builder.primary(fresh_name(builder, "holes"), {0, *puzzle.holes});
  }
  std::vector<ItemId> cell_items(target.cells().size());
  const bool with_layer = !lattice::is_flat(target.cells());
  for (const bool secondary : {false, true}) {
    for (std::uint32_t n = 0; n < target.cells().size(); ++n) {
      if (secondary != (target[n].optional && !with_holes)) continue;
      const std::string name = fresh_name(builder, lattice::name(target.cells()[n], with_layer));
      cell_items[n] = secondary ? builder.secondary(name) : builder.primary(name);
    }
  }
  std::vector<std::uint32_t> numbers;  // options in the form that ProblemBuilder::options() reads
  for (const Placement& placement : placements) {
    const auto item = piece_items[placement.piece];
    numbers.push_back(static_cast<std::uint32_t>(placement.cells.size() + (item ? 1 : 0)));
    if (item) numbers.push_back(index(*item));
    for (const Cell& cell : placement.cells) {
      numbers.push_back(index(cell_items[target.number(cell)]));
    }
  }
  builder.options(numbers);
  if (holes) {
    for (const Cell& cell : puzzle.optional_cells) {
      builder.option({Entry(*holes), Entry(cell_items[target.number(cell)])});
    }
  }
  return std::move(builder).build();
}

/// Sorts cells together with their colours, and checks both.
void put_in_order(const Lattice& lattice, Cells& cells, CellColours& colours,
                  const std::string& whose) {
  for (const Cell& cell : cells) {
    if (lattice.is_cell(cell)) continue;
    throw std::invalid_argument(whose + " has the coordinates " + lattice::name(cell, true) +
                                ", which no cell of the grid '" +
                                std::string(to_string(lattice.grid())) + "' has");
  }
  if (!colours.empty() && colours.size() != cells.size()) {
    throw std::invalid_argument(whose + " has " + std::to_string(cells.size()) + " cells and " +
                                std::to_string(colours.size()) + " colours");
  }
  Shape sorted = in_order(std::move(cells), colours);
  cells = std::move(sorted.cells);
  colours = std::move(sorted.colours);
  if (const auto twice = std::adjacent_find(cells.begin(), cells.end()); twice != cells.end()) {
    throw std::invalid_argument(whose + " has the cell " + lattice::name(*twice, true) + " twice");
  }
  drop_if_neutral(colours);
}

/// Sorts and checks all cells of a puzzle.
void put_in_order(Puzzle& puzzle) {
  const Lattice& lattice = Lattice::of(puzzle.grid);
  for (Piece& piece : puzzle.pieces) {
    if (piece.cells.empty()) {
      throw std::invalid_argument("piece '" + piece.name + "' has no cells");
    }
    put_in_order(lattice, piece.cells, piece.colours, "piece '" + piece.name + "'");
    for (Cells& cells : piece.alternatives) {
      CellColours none;
      if (cells.empty()) throw std::invalid_argument("piece '" + piece.name + "' has no cells");
      put_in_order(lattice, cells, none, "piece '" + piece.name + "'");
    }
  }
  put_in_order(lattice, puzzle.target, puzzle.target_colours, "the target");
  put_in_order(lattice, puzzle.optional_cells, puzzle.optional_colours, "what may stay empty");
  if (puzzle.wraps != decltype(puzzle.wraps){} && puzzle.grid != lattice::Grid::cubes) {
    throw std::invalid_argument("only a target of cubes can wrap");
  }
  const Cells together = all_cells(puzzle);
  if (puzzle.wraps[2] && lattice::is_flat(together)) {
    throw std::invalid_argument("a flat target cannot wrap along z, only x or y");
  }
  if (const auto both = std::adjacent_find(together.begin(), together.end());
      both != together.end()) {
    throw std::invalid_argument("the cell " + lattice::name(*both, true) +
                                " must be filled and may stay empty");
  }
}

}  // namespace

Cells all_cells(const Puzzle& puzzle) {
  Cells cells = puzzle.target;
  cells.insert(cells.end(), puzzle.optional_cells.begin(), puzzle.optional_cells.end());
  std::sort(cells.begin(), cells.end());
  return cells;
}

std::array<bool, 3> axes_in(std::string_view words) {
  std::array<bool, 3> axes{};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto axis = std::string_view("xyz").find(words[i]);
    const bool between = i % 2 == 1;
    if (between ? words[i] != ',' || i + 1 == words.size()
                : axis == std::string_view::npos || axes[axis]) {
      throw std::invalid_argument(in_quotes(words) + " is not x, y or x,y");
    }
    if (!between) axes[axis] = true;
  }
  return axes;
}

std::string axes_in_words(const std::array<bool, 3>& axes) {
  std::string words;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    if (axes[axis]) words += (words.empty() ? "" : ",") + std::string(1, "xyz"[axis]);
  }
  return words;
}

void drop_if_neutral(CellColours& colours) {
  if (std::all_of(colours.begin(), colours.end(), [](CellColour c) { return c == 0; })) {
    colours.clear();
  }
}

std::vector<Cells> orientations(const Puzzle& puzzle, const Cells& shape) {
  std::vector<Cells> all;
  for (const Shape& each : AllowedTurns(puzzle).of({.name = {}, .cells = shape})) {
    all.push_back(each.cells);
  }
  return all;
}

Model build(Puzzle puzzle) {
  put_in_order(puzzle);
  const Target target(puzzle);
  auto placements = all_placements(puzzle, target);
  for (std::uint32_t p = 0; p < puzzle.pieces.size(); ++p) {
    if (puzzle.pieces[p].corner &&
        std::none_of(placements.begin(), placements.end(),
                     [&](const auto& each) { return each.piece == p; })) {
      throw std::invalid_argument("piece " + in_quotes(puzzle.pieces[p].name) +
                                  " does not fit at the place that it is given");
    }
  }
  Problem problem = make_problem(puzzle, target, placements);
  return {std::move(puzzle), std::move(placements), std::move(problem)};
}

std::optional<std::string> fault_of(Puzzle puzzle) {
  if (auto fault = volume_fault(puzzle)) return fault;
  put_in_order(puzzle);
  const Target target(puzzle);
  std::vector<bool> reached(target.cells().size());
  std::size_t left = puzzle.target.size();  // cells that must be filled and are not reached yet
  std::string fault;
  for (std::uint32_t p = 0; p < puzzle.pieces.size(); ++p) {
    bool fits = false;
    visit_placements(puzzle, target, p, [&](const Placement& placement) {
      fits = true;
      for (const Cell& cell : placement.cells) {
        const std::uint32_t number = target.number(cell);
        if (!reached[number] && !target[number].optional) --left;
        reached[number] = true;
      }
      return left > 0;
    });
    const Piece& piece = puzzle.pieces[p];
    if (!fits && piece.corner) return std::nullopt;  // build() refuses this place
    if (fits || !fault.empty() || !piece.copies || piece.copies->at_least == 0) continue;
    fault = piece.is_gap ? "the cells that stay empty fit nowhere"
                         : "piece " + in_quotes(piece.name) + " fits nowhere";
  }
  if (!fault.empty()) return fault;
  if (left == 0) return std::nullopt;
  std::uint32_t number = 0;
  while (reached[number] || target[number].optional) ++number;
  return "no piece can fill the cell " + lattice::name(target.cells()[number], true);
}

Model build_if_fillable(Puzzle puzzle) {
  if (!fault_of(puzzle)) return build(std::move(puzzle));
  put_in_order(puzzle);
  Problem problem = make_problem(puzzle, Target(puzzle), {});
  return {std::move(puzzle), {}, std::move(problem)};
}

Placement placed(const Piece& piece, std::uint32_t number, const Cells& images) {
  Shape shape = in_order(images, piece.colours);
  drop_if_neutral(shape.colours);
  return {number, std::move(shape.cells), std::move(shape.colours)};
}

std::vector<OptionId> placed_options(const Model& model) {
  std::vector<OptionId> options;
  const auto& placements = model.placements;
  for (std::size_t i = 0; i < placements.size(); ++i) {
    const std::uint32_t piece = placements[i].piece;
    if (!model.puzzle.pieces[piece].corner) continue;
    const auto is_of_piece = [&](const Placement& other) { return other.piece == piece; };
    if (std::count_if(placements.begin(), placements.end(), is_of_piece) != 1) continue;
    options.push_back(OptionId{static_cast<std::uint32_t>(i)});
  }
  return options;
}

std::optional<OptionId> find(const Model& model, const Placement& placement) {
  const auto found = std::find(model.placements.begin(), model.placements.end(), placement);
  if (found == model.placements.end()) return std::nullopt;
  return OptionId{static_cast<std::uint32_t>(found - model.placements.begin())};
}

Assembly decode(const Model& model, std::span<const OptionId> solution) {
  Assembly assembly;
  for (const OptionId option : solution) {
    if (index(option) < model.placements.size()) {
      assembly.push_back(model.placements[index(option)]);
    }
  }
  return assembly;
}

RestrictedModel::RestrictedModel(const Model& model, std::uint32_t piece, UpTo up_to)
    : model_{.puzzle = model.puzzle, .placements = {}, .problem = ProblemBuilder().build()} {
  if (model.puzzle.pieces.at(piece).copies != Bounds{}) {
    throw std::invalid_argument("piece '" + model.puzzle.pieces[piece].name +
                                "' is not used exactly once, so restricting it proves nothing");
  }
  if (!model.puzzle.optional_cells.empty()) {
    throw std::invalid_argument("pieces are restricted only where every cell is filled");
  }
  const OptionSymmetries group = symmetries(model, up_to);
  std::vector<OptionId> kept;  // the options that are kept, by their numbers in `model`
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
  model_.problem = make_problem(model_.puzzle, Target(model_.puzzle), model_.placements);

  // Converts the stabilisers to the new option numbers. A stabiliser may map a place of the piece,
  // other than the fixed one, to a place that was left out. Such a place is mapped to itself, which
  // is harmless because no solution uses two places of the piece.
  std::vector<OptionId> renumbered(model.placements.size());
  for (std::uint32_t o = 0; o < kept.size(); ++o) renumbered[index(kept[o])] = OptionId{o};
  for (OptionSymmetries& stabiliser : stabilisers_) {
    std::vector<OptionPermutation> members;
    for (const OptionPermutation& old : stabiliser.members()) {
      OptionPermutation member;
      for (std::uint32_t o = 0; o < kept.size(); ++o) {
        const bool is_placement = model_.placements[o].piece == piece;
        member.push_back(is_placement ? OptionId{o} : renumbered[index(old[index(kept[o])])]);
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
