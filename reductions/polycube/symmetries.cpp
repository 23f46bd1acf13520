#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>

#include "reductions/polycube/places.hpp"
#include "reductions/polycube/polycube.hpp"

namespace dlx::polycube {
namespace {

using lattice::Isometry;
using lattice::Lattice;
using lattice::Placing;

/// Finds, for each piece of a puzzle, the piece that is its image under a symmetry of the target.
class Partners {
 public:
  explicit Partners(const Puzzle& puzzle)
      : puzzle_(&puzzle), lattice_(&Lattice::of(puzzle.grid)), same_(puzzle.pieces.size()) {
    std::iota(same_.begin(), same_.end(), 0U);
    const AllowedTurns turns(puzzle);
    for (const Piece& piece : puzzle.pieces) shapes_.push_back(turns.of(piece));
  }

  /// The image of each piece; null if the image of some piece is not a piece of the puzzle.
  const std::vector<std::uint32_t>* under(Isometry turn) {
    if (puzzle_->turning == Turning::rotations) {
      if (!turn.mirrors()) return &same_;
      turn = mirror();  // all reflections map a piece to the same image
    }
    auto known = known_.find(turn);
    if (known == known_.end()) known = known_.emplace(turn, find(turn)).first;
    return known->second ? &*known->second : nullptr;
  }

  /// A piece whose mirror image is not among the pieces, if such a piece exists.
  [[nodiscard]] std::optional<std::uint32_t> without_mirror_image() const {
    return without_mirror_image_;
  }

 private:
  [[nodiscard]] Isometry mirror() const {
    return *std::find_if(lattice_->turns().begin(), lattice_->turns().end(),
                         [](const Isometry& turn) { return turn.mirrors() && turn.keeps(2); });
  }

  std::optional<std::vector<std::uint32_t>> find(const Isometry& turn) {
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    const auto& pieces = puzzle_->pieces;
    std::vector<std::uint32_t> partner(pieces.size(), none);
    std::vector<bool> taken(pieces.size());
    for (std::uint32_t p = 0; p < pieces.size(); ++p) {
      std::vector<Shape> images;
      for (const Shape& shape : shapes_[p]) {
        auto image = turned(*lattice_, shape.cells, shape.colours, turn);
        if (!image) return std::nullopt;
        images.push_back(*std::move(image));
      }
      images = distinct(std::move(images));
      const auto fits = [&](std::uint32_t q) {
        return !taken[q] && pieces[q].copies == pieces[p].copies && shapes_[q] == images;
      };
      // A piece that fits its own image counts as its own image, even if another piece has an equal
      // shape.
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

/// A symmetry of the target, and the images of the pieces under it.
struct Symmetry {
  std::vector<std::uint32_t> cells;   ///< the image of each cell, by number
  std::vector<std::uint32_t> pieces;  ///< the image of each piece, by index
};

/// Visits all symmetries that take each cell to a cell with the same properties, and each piece to
/// a piece. If reflections are excluded only because a piece has no mirror image, returns this
/// piece.
std::optional<std::uint32_t> visit_symmetries(const Puzzle& puzzle, const Target& target,
                                              UpTo up_to,
                                              const std::function<void(const Symmetry&)>& visit) {
  Partners partners(puzzle);
  const AllowedTurns turns(puzzle);
  bool any_mirrors = false;
  Symmetry symmetry;
  const Wrap wrap(puzzle);
  const Cells shifts = wrap.shifts();
  for (const Placing& motion :
       wrap.any() ? wrap.motions(target.cells(), up_to)
                  : lattice::symmetries(Lattice::of(puzzle.grid), target.cells(), up_to)) {
    if (!turns.keeps_side(motion.turn)) continue;
    for (const Cell& shift : shifts) {
      symmetry.cells.clear();
      for (const Cell& cell : target.cells()) {
        const Cell image = motion(cell).value();
        symmetry.cells.push_back(target.number(wrap.any() ? wrap(image + shift) : image));
      }
      bool are_alike = true;
      for (std::uint32_t n = 0; n < symmetry.cells.size() && are_alike; ++n) {
        are_alike = symmetry.cells[n] != Target::none && target[symmetry.cells[n]] == target[n];
      }
      const auto* const partner = are_alike ? partners.under(motion.turn) : nullptr;
      if (partner == nullptr) continue;
      any_mirrors = any_mirrors || motion.turn.mirrors();
      symmetry.pieces = *partner;
      visit(symmetry);
    }
  }
  return any_mirrors ? std::nullopt : partners.without_mirror_image();
}

/// Finds the images of placements under symmetries. All placements of a piece in one orientation
/// form a family. Placements of a family differ only by translations of the lattice. A symmetry
/// maps all placements of a family into one family. For each placement of a family, the same cell
/// of the shape becomes the first cell of the image.
class Families {
 public:
  /// The arguments must outlive the object.
  Families(const Model& model, const Target& target)
      : model_(&model), target_(&target), wraps_(Wrap(model.puzzle).any()) {
    Members* family = nullptr;
    for (std::uint32_t o = 0; o < model.placements.size(); ++o) {
      const Placement& placement = model.placements[o];
      if (o == 0 || !is_moved(model.placements[o - 1], placement)) {
        family = &families_[key(placement.piece, {placement.cells, placement.colours})];
      }
      family->emplace_back(target.number(placement.cells.front()), OptionId{o});
    }
    for (auto& [unused, members] : families_) std::sort(members.begin(), members.end());
  }

  /// The image of each placement; nothing if some image is not a placement.
  [[nodiscard]] std::optional<OptionPermutation> images(const Symmetry& symmetry) const {
    OptionPermutation result(model_->placements.size());
    for (const auto& [from, members] : families_) {
      const Placement& first = model_->placements[index(members.front().second)];
      std::size_t leading = 0;  // index of the cell that becomes the first cell of the image
      Cells moved;
      for (const Cell& cell : first.cells) {
        moved.push_back(target_->cells()[image(symmetry, cell)]);
        if (moved.back() < moved[leading]) leading = moved.size() - 1;
      }
      const auto to = families_.find(
          key(symmetry.pieces[from.first], in_order(std::move(moved), first.colours)));
      if (to == families_.end()) return std::nullopt;
      for (const auto& [unused, option] : members) {
        const std::uint32_t at = image(symmetry, model_->placements[index(option)].cells[leading]);
        const auto found =
            std::lower_bound(to->second.begin(), to->second.end(), std::pair(at, OptionId{0}));
        if (found == to->second.end() || found->first != at) return std::nullopt;
        result[index(option)] = found->second;
      }
    }
    return result;
  }

 private:
  using Key = std::pair<std::uint32_t, Shape>;  // a piece, and an orientation near the origin
  // The placements of a family, by their first cells.
  using Members = std::vector<std::pair<std::uint32_t, OptionId>>;

  [[nodiscard]] Key key(std::uint32_t piece, Shape shape) const {
    if (wraps_) return {piece, std::move(shape)};
    return {piece, near_origin(Lattice::of(model_->puzzle.grid), std::move(shape))};
  }
  [[nodiscard]] std::uint32_t image(const Symmetry& symmetry, const Cell& cell) const {
    return symmetry.cells[target_->number(cell)];
  }
  /// Whether `to` is a translated copy of `from`.
  [[nodiscard]] bool is_moved(const Placement& from, const Placement& to) const {
    if (wraps_ || from.piece != to.piece || from.cells.size() != to.cells.size()) return false;
    const Cell shift = to.cells.front() - from.cells.front();
    return Lattice::of(model_->puzzle.grid).is_shift(shift) && from.colours == to.colours &&
           std::equal(from.cells.begin(), from.cells.end(), to.cells.begin(),
                      [&](const Cell& a, const Cell& b) { return a + shift == b; });
  }

  const Model* model_;
  const Target* target_;
  bool wraps_;  // if pieces can wrap around at an edge, each placement forms a family alone
  std::map<Key, Members> families_;
};

}  // namespace

OptionSymmetries symmetries(const Model& model, UpTo up_to) {
  const auto& pieces = model.puzzle.pieces;
  const auto placed = std::find_if(pieces.begin(), pieces.end(),
                                   [](const Piece& piece) { return piece.corner.has_value(); });
  // Two assemblies may be images of each other under a motion that takes other placements of the
  // piece out of its place. Such motions do not form a group.
  if (up_to != UpTo::none && placed != pieces.end()) {
    throw std::invalid_argument("--up-to: rotations and reflections may move piece '" +
                                placed->name +
                                "', which has a place; --up-to all uses the "
                                "symmetries of the problem that is left");
  }
  const Target target(model.puzzle);
  const Families families(model, target);
  const Cells& optional = model.puzzle.optional_cells;
  // The number of options after the placements. Each of these options leaves one cell empty.
  const std::size_t holes = model.problem.option_count() - model.placements.size();
  std::vector<OptionPermutation> members;
  const auto add = [&](const Symmetry& symmetry) {
    auto member = families.images(symmetry);
    if (!member) return;  // the image of some placement is not a placement
    for (std::size_t n = 0; n < holes; ++n) {
      const Cell& image = target.cells()[symmetry.cells[target.number(optional[n])]];
      const auto at = std::lower_bound(optional.begin(), optional.end(), image);
      member->push_back(OptionId{static_cast<std::uint32_t>(
          model.placements.size() + static_cast<std::size_t>(at - optional.begin()))});
    }
    members.push_back(*std::move(member));
  };
  const auto piece = visit_symmetries(model.puzzle, target, up_to, add);
  if (piece) {
    throw std::invalid_argument("--up-to reflections: piece '" + model.puzzle.pieces[*piece].name +
                                "' has no mirror image among the pieces, and each needs one; "
                                "use --up-to rotations");
  }
  return OptionSymmetries(std::move(members));
}

bool has_mirror_images(const Puzzle& puzzle) {
  return !visit_symmetries(puzzle, Target(puzzle), UpTo::reflections, [](const Symmetry&) {});
}

}  // namespace dlx::polycube
