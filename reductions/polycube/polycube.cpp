#include "reductions/polycube/polycube.hpp"

#include <algorithm>
#include <boost/container/flat_map.hpp>
#include <boost/container/flat_set.hpp>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>

#include "dlx/core/problem_builder.hpp"

namespace dlx::polycube {
namespace {

using lattice::Isometry;
using lattice::Lattice;
using lattice::Placing;

struct Shape {
  Cells cells;
  CellColours colours;
  friend bool operator==(const Shape&, const Shape&) = default;
  friend bool operator<(const Shape& a, const Shape& b) {
    return std::tie(a.cells, a.colours) < std::tie(b.cells, b.colours);
  }
};

using Orientations = boost::container::flat_set<Shape>;

/// The cells sorted, their colours with them.
Shape in_order(Cells cells, const CellColours& colours) {
  if (colours.empty()) {
    std::sort(cells.begin(), cells.end());
    return {std::move(cells), {}};
  }
  std::vector<std::pair<Cell, CellColour>> pairs;
  for (std::size_t i = 0; i < cells.size(); ++i) pairs.emplace_back(cells[i], colours[i]);
  std::sort(pairs.begin(), pairs.end());
  Shape shape;
  for (const auto& [cell, colour] : pairs) {
    shape.cells.push_back(cell);
    shape.colours.push_back(colour);
  }
  return shape;
}

/// The shape turned, as near to the origin as possible; nothing if it leaves the lattice.
std::optional<Shape> turned(const Lattice& lattice, const Cells& cells, const CellColours& colours,
                            const Isometry& turn) {
  auto moved = lattice::images(cells, {&lattice, turn, lattice.shift_below(cells.front()), {}});
  if (!moved) return std::nullopt;
  Shape shape = in_order(std::move(*moved), colours);
  const Cell low = lattice.shift_below(lattice::extent(shape.cells).low);
  for (Cell& cell : shape.cells) cell = cell - low;
  return shape;
}

/// How the pieces of a puzzle may be turned: Turning says it in words.
class AllowedTurns {
 public:
  explicit AllowedTurns(const Puzzle& puzzle)
      : lattice_(&Lattice::of(puzzle.grid)),
        turning_(puzzle.turning),
        thin_(thin_axis(all_cells(puzzle))) {}

  /// In order, each once.
  [[nodiscard]] Orientations of(const Piece& piece) const {
    Orientations all;
    for (const Isometry& turn : lattice_->turns()) {
      if (turn.mirrors()) continue;
      add(all, turn, piece.cells, piece.colours);
      for (const Cells& cells : piece.alternatives) add(all, turn, cells, {});
    }
    return all;
  }

  /// True for the symmetries of the target that are looked at, which leave a flat one in its plane
  /// and do not turn over what holds pieces that are not.
  [[nodiscard]] bool keeps_side(const Isometry& turn) const {
    if (turning_ == Turning::rotations || (turning_ == Turning::none && !thin_)) return true;
    return takes(turn, axis(), axis());
  }

 private:
  [[nodiscard]] std::optional<std::size_t> thin_axis(const Cells& cells) const {
    return lattice_->grid() == lattice::Grid::cubes ? lattice::thin_axis(cells) : std::nullopt;
  }

  /// The axis that pieces may be turned about.
  [[nodiscard]] std::size_t axis() const {
    constexpr std::size_t z = 2;
    return thin_.value_or(z);
  }

  static bool takes(const Isometry& turn, std::size_t from, std::size_t to) {
    return turn(lattice::unit_vector(from)) == lattice::unit_vector(to);
  }

  /// Whether a shape may be turned that way.
  [[nodiscard]] bool allows(const Isometry& turn, const Cells& cells) const {
    if (turning_ == Turning::rotations) return true;
    if (turning_ == Turning::none) return turn == Isometry{};
    // In a flat target a flat piece shows the side across it, and a bar those across it.
    const auto [low, high] = lattice::extent(cells);
    if (!thin_ || !thin_axis(cells)) return takes(turn, axis(), axis());
    for (std::size_t across = 0; across < 3; ++across) {
      if (as_array(low)[across] == as_array(high)[across] && takes(turn, across, axis()))
        return true;
    }
    return false;
  }

  void add(Orientations& all, const Isometry& turn, const Cells& cells,
           const CellColours& colours) const {
    if (!allows(turn, cells)) return;
    if (auto shape = turned(*lattice_, cells, colours, turn)) all.insert(std::move(*shape));
  }

  const Lattice* lattice_;
  Turning turning_;
  std::optional<std::size_t> thin_;  // the axis across a flat target
};

/// What a puzzle says of a cell of its target.
struct TargetCell {
  bool optional = false;
  CellColour colour = 0;
  friend bool operator==(const TargetCell&, const TargetCell&) = default;
};

using TargetCells = boost::container::flat_map<Cell, TargetCell>;

TargetCells places_of(const Puzzle& puzzle) {
  TargetCells places;
  places.reserve(puzzle.target.size() + puzzle.optional_cells.size());
  const auto add = [&](const Cells& cells, const CellColours& colours, bool optional) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      places.emplace(cells[i], TargetCell{optional, colours.empty() ? CellColour{0} : colours[i]});
    }
  };
  add(puzzle.target, puzzle.target_colours, false);
  add(puzzle.optional_cells, puzzle.optional_colours, true);
  return places;
}

bool fits(const Puzzle& puzzle, CellColour piece, CellColour place) {
  return piece == 0 || place == 0 ||
         std::find(puzzle.fitting.begin(), puzzle.fitting.end(), std::pair(piece, place)) !=
             puzzle.fitting.end();
}

std::vector<Placement> all_placements(const Puzzle& puzzle) {
  const Lattice& lattice = Lattice::of(puzzle.grid);
  const TargetCells places = places_of(puzzle);
  const AllowedTurns turns(puzzle);
  std::vector<Placement> placements;
  for (std::uint32_t p = 0; p < puzzle.pieces.size(); ++p) {
    for (const Shape& shape : turns.of(puzzle.pieces[p])) {
      for (const auto& [at, unused] : places) {
        const Cell shift = at - shape.cells.front();
        if (!lattice.is_shift(shift)) continue;
        bool lies = true;
        for (std::size_t i = 0; i < shape.cells.size() && lies; ++i) {
          const auto found = places.find(shape.cells[i] + shift);
          lies = found != places.end() &&
                 (shape.colours.empty() || fits(puzzle, shape.colours[i], found->second.colour));
        }
        if (!lies) continue;
        placements.push_back({p,
                              lattice::image(shape.cells, [&](const Cell& c) { return c + shift; }),
                              shape.colours});
      }
    }
  }
  return placements;
}

/// The number of cells that the pieces have, if the puzzle settles it.
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

/// True if the limit on holes has to be kept by items.
bool counts_holes(const Puzzle& puzzle) {
  if (!puzzle.holes || *puzzle.holes >= puzzle.optional_cells.size()) return false;
  const auto filled = volume(puzzle);
  return !filled || *filled + *puzzle.holes < puzzle.target.size() + puzzle.optional_cells.size();
}

/// A name that no item has yet.
std::string fresh_name(const ProblemBuilder& builder, std::string name) {
  while (builder.find_item(name)) name += '\'';
  return name;
}

/// A number of copies that follows from the volume needs no item.
bool follows_from_volume(const Puzzle& puzzle) {
  if (puzzle.pieces.size() != 1 || !puzzle.pieces[0].copies) return false;
  const Bounds copies = *puzzle.pieces[0].copies;
  return puzzle.optional_cells.empty() && copies.at_least == copies.at_most &&
         copies.at_least > 1 && volume(puzzle) == puzzle.target.size();
}

Problem make_problem(const Puzzle& puzzle, std::span<const Placement> placements) {
  const bool with_holes = counts_holes(puzzle);
  // An option wants a primary item: pieces in any number have one where they may lie on cells alone
  // that may stay empty.
  std::vector<bool> lies_apart(puzzle.pieces.size(), false);
  if (!with_holes && !puzzle.optional_cells.empty()) {
    for (const Placement& placement : placements) {
      if (std::all_of(placement.cells.begin(), placement.cells.end(), [&](const Cell& cell) {
            return std::binary_search(puzzle.optional_cells.begin(), puzzle.optional_cells.end(),
                                      cell);
          })) {
        lies_apart[placement.piece] = true;
      }
    }
  }
  ProblemBuilder builder;
  std::vector<std::optional<ItemId>> piece_items;
  for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) {
    const Piece& piece = puzzle.pieces[p];
    const Bounds any{
        0, static_cast<std::uint32_t>(puzzle.target.size() + puzzle.optional_cells.size())};
    const bool counted = piece.copies ? !follows_from_volume(puzzle) : lies_apart[p];
    piece_items.push_back(
        counted ? std::optional(builder.primary(piece.name, piece.copies.value_or(any)))
                : std::nullopt);
  }
  std::optional<ItemId> holes;
  if (with_holes && *puzzle.holes > 0) {
    holes = builder.primary(fresh_name(builder, "holes"), {0, *puzzle.holes});
  }
  boost::container::flat_map<Cell, ItemId> cell_items;
  const bool with_layer = !lattice::is_flat(all_cells(puzzle));
  for (const auto& [cell, place] : places_of(puzzle)) {
    if (place.optional && !with_holes) continue;
    cell_items.emplace(cell, builder.primary(fresh_name(builder, lattice::name(cell, with_layer))));
  }
  if (!with_holes) {
    for (const Cell& cell : puzzle.optional_cells) {
      cell_items.emplace(cell,
                         builder.secondary(fresh_name(builder, lattice::name(cell, with_layer))));
    }
  }
  std::vector<Entry> entries;
  for (const Placement& placement : placements) {
    entries.clear();
    if (const auto item = piece_items[placement.piece]) entries.emplace_back(*item);
    for (const Cell& cell : placement.cells) entries.emplace_back(cell_items.at(cell));
    builder.option(entries);
  }
  if (holes) {
    for (const Cell& cell : puzzle.optional_cells) {
      builder.option({Entry(*holes), Entry(cell_items.at(cell))});
    }
  }
  return std::move(builder).build();
}

/// Which piece each becomes when the target is turned or mirrored.
class Partners {
 public:
  explicit Partners(const Puzzle& puzzle)
      : puzzle_(&puzzle), lattice_(&Lattice::of(puzzle.grid)), same_(puzzle.pieces.size()) {
    std::iota(same_.begin(), same_.end(), 0U);
    const AllowedTurns turns(puzzle);
    for (const Piece& piece : puzzle.pieces) shapes_.push_back(turns.of(piece));
  }

  /// By piece; null if some piece becomes none.
  const std::vector<std::uint32_t>* under(Isometry turn) {
    if (puzzle_->turning == Turning::rotations) {
      if (!turn.mirrors()) return &same_;
      turn = mirror();  // any makes the same pieces of them
    }
    auto known = known_.find(turn);
    if (known == known_.end()) known = known_.emplace(turn, find(turn)).first;
    return known->second ? &*known->second : nullptr;
  }

  /// A piece that a mirror image of the target left without one.
  [[nodiscard]] std::optional<std::uint32_t> without_mirror_image() const {
    return without_mirror_image_;
  }

 private:
  [[nodiscard]] Isometry mirror() const {
    return *std::find_if(
        lattice_->turns().begin(), lattice_->turns().end(),
        [](const Isometry& turn) { return turn.mirrors() && turn.keeps_layers(); });
  }

  std::optional<std::vector<std::uint32_t>> find(const Isometry& turn) {
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    const auto& pieces = puzzle_->pieces;
    std::vector<std::uint32_t> partner(pieces.size(), none);
    std::vector<bool> taken(pieces.size());
    for (std::uint32_t p = 0; p < pieces.size(); ++p) {
      Orientations images;
      for (const Shape& shape : shapes_[p]) {
        auto image = turned(*lattice_, shape.cells, shape.colours, turn);
        if (!image) return std::nullopt;
        images.insert(std::move(*image));
      }
      const auto fits = [&](std::uint32_t q) {
        return !taken[q] && pieces[q].copies == pieces[p].copies && shapes_[q] == images;
      };
      // Itself, rather than another of the same shape.
      for (std::uint32_t q = fits(p) ? p : 0; q < pieces.size() && partner[p] == none; ++q) {
        if (fits(q)) partner[p] = q;
      }
      if (partner[p] == none) {
        if (turn.mirrors()) without_mirror_image_ = p;
        return std::nullopt;
      }
      taken[partner[p]] = true;
    }
    return partner;
  }

  const Puzzle* puzzle_;
  const Lattice* lattice_;
  std::vector<std::uint32_t> same_;
  std::vector<Orientations> shapes_;
  std::map<Isometry, std::optional<std::vector<std::uint32_t>>> known_;
  std::optional<std::uint32_t> without_mirror_image_;
};

/// Sorts cells with their colours, and looks at both.
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

/// Sorts all cells of a puzzle, and looks at them.
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
  const Cells together = all_cells(puzzle);
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
  auto placements = all_placements(puzzle);
  Problem problem = make_problem(puzzle, placements);
  return {std::move(puzzle), std::move(placements), std::move(problem)};
}

Model build_without_placements(Puzzle puzzle) {
  put_in_order(puzzle);
  Problem problem = make_problem(puzzle, {});
  return {std::move(puzzle), {}, std::move(problem)};
}

Placement placed(const Piece& piece, std::uint32_t number, const Cells& images) {
  Shape shape = in_order(images, piece.colours);
  drop_if_neutral(shape.colours);
  return {number, std::move(shape.cells), std::move(shape.colours)};
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

OptionSymmetries symmetries(const Model& model, UpTo up_to) {
  std::map<Placement, OptionId> places;  // where options are found again
  for (std::uint32_t o = 0; o < model.placements.size(); ++o) {
    places.emplace(model.placements[o], OptionId{o});
  }
  Partners partners(model.puzzle);
  const AllowedTurns turns(model.puzzle);
  std::vector<OptionPermutation> members;
  bool any_mirrors = false;
  const TargetCells cells = places_of(model.puzzle);
  const bool with_holes = model.problem.option_count() > model.placements.size();
  for (const Placing& motion :
       lattice::symmetries(Lattice::of(model.puzzle.grid), all_cells(model.puzzle), up_to)) {
    // Cells that may stay empty and colours must go to their like.
    if (!turns.keeps_side(motion.turn) ||
        !std::all_of(cells.begin(), cells.end(), [&](const auto& cell) {
          return cells.at(motion(cell.first).value()) == cell.second;
        })) {
      continue;
    }
    const std::vector<std::uint32_t>* const partner = partners.under(motion.turn);
    if (partner == nullptr) continue;
    any_mirrors = any_mirrors || motion.turn.mirrors();
    OptionPermutation member;
    for (const Placement& placement : model.placements) {
      Shape shape = in_order(lattice::images(placement.cells, motion).value(), placement.colours);
      const auto image = places.find(
          {(*partner)[placement.piece], std::move(shape.cells), std::move(shape.colours)});
      if (image == places.end()) break;  // the pieces may not be turned that way
      member.push_back(image->second);
    }
    if (member.size() < model.placements.size()) continue;
    if (with_holes) {
      const Cells& optional = model.puzzle.optional_cells;
      for (const Cell& cell : optional) {
        const auto image = std::lower_bound(optional.begin(), optional.end(), motion(cell).value());
        member.push_back(OptionId{static_cast<std::uint32_t>(
            model.placements.size() + static_cast<std::size_t>(image - optional.begin()))});
      }
    }
    members.push_back(std::move(member));
  }
  if (const auto piece = partners.without_mirror_image(); piece && !any_mirrors) {
    throw std::invalid_argument("--up-to reflections: piece '" + model.puzzle.pieces[*piece].name +
                                "' has no mirror image among the pieces, and each needs one; "
                                "use --up-to rotations");
  }
  return OptionSymmetries(std::move(members));
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
