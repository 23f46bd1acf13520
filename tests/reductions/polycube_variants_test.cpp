// Cells that may stay empty, limits on holes, ranges of copies, colours and alternative shapes,
// against an enumeration that knows nothing of exact cover.

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>

#include "dlx/core/verify.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/solver.hpp"
#include "reductions/polycube/collection.hpp"
#include "tests/reductions/own_polycubes.hpp"
#include "tests/reductions/own_variants.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using polycube::Assembly;
using polycube::CellColour;
using polycube::Model;
using polycube::Piece;
using polycube::Placement;
using polycube::Puzzle;
using polycube::Turning;

#ifdef DLX_SANITIZE
constexpr int rounds = 300;
#else
constexpr int rounds = 700;
#endif
constexpr std::uint64_t most_solutions = 400;
constexpr std::uint64_t most_steps = 60'000;

Tinted moved(const Tinted& tint, const OwnMotion& motion) {
  Tinted result;
  for (const auto& [point, colour] : tint) result.emplace_back(motion(point), colour);
  std::sort(result.begin(), result.end());
  return result;
}

Tinted tinted_at_origin(const Tinted& tint) {
  Point low = tint.front().first;
  for (const auto& [point, colour] : tint) {
    for (std::size_t i = 0; i < 3; ++i) low[i] = std::min(low[i], point[i]);
  }
  return moved(tint, {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {-low[0], -low[1], -low[2]}});
}

/// The ways in which a flat shape is laid down before it is turned: each axis across it becomes z,
/// and the others follow in their order. A shape that is not flat stays as it is.
std::vector<Tinted> laid_down(const Tinted& shape) {
  constexpr Matrix identity{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  constexpr Matrix from_x{{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}};
  constexpr Matrix from_y{{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}};
  std::vector<Tinted> all;
  for (const Matrix& matrix : {from_x, from_y, identity}) {
    const Tinted lying = moved(shape, {matrix, {}});
    if (std::all_of(lying.begin(), lying.end(),
                    [&](const auto& cell) { return cell.first[2] == lying.front().first[2]; })) {
      all.push_back(lying);
    }
  }
  if (all.empty()) all.push_back(shape);
  return all;
}

/// All a piece may look like at the origin. Where it is not turned over, the board is flat.
std::set<Tinted> looks(const Piece& piece, Turning turning) {
  const bool flat = turning == Turning::flat_rotations;
  std::set<Tinted> result;
  for (const Tinted& shape : shapes_of(piece)) {
    for (const Tinted& lying : flat ? laid_down(shape) : std::vector<Tinted>{shape}) {
      for (const Matrix& turn : own_turns(flat, false)) {
        result.insert(tinted_at_origin(moved(lying, {turn, {}})));
      }
    }
  }
  return result;
}

/// A puzzle's cells as bits of a word.
struct Board {
  struct Place {
    Point at;
    int colour;
    bool must_be_filled;
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  std::vector<Place> places;
  std::map<Point, std::size_t> number;
  std::uint64_t must_be_filled = 0;

  explicit Board(const Puzzle& puzzle) {
    for (const auto& [at, colour] : tinted(puzzle.target, puzzle.target_colours)) {
      places.push_back({at, colour, true});
    }
    for (const auto& [at, colour] : tinted(puzzle.optional_cells, puzzle.optional_colours)) {
      places.push_back({at, colour, false});
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
      number[places[i].at] = i;
      if (places[i].must_be_filled) must_be_filled |= std::uint64_t{1} << i;
    }
  }

  [[nodiscard]] bool is_kept_by(const OwnMotion& motion) const {
    std::set<Place> images;
    for (const Place& p : places) images.insert({motion(p.at), p.colour, p.must_be_filled});
    return images == std::set<Place>(places.begin(), places.end());
  }

  [[nodiscard]] bool is_flat() const {
    return std::all_of(places.begin(), places.end(),
                       [&](const Place& p) { return p.at[2] == places.front().at[2]; });
  }
};

bool go_together(const Puzzle& puzzle, int piece_colour, int cell_colour) {
  if (piece_colour == 0 || cell_colour == 0) return true;
  return std::any_of(puzzle.fitting.begin(), puzzle.fitting.end(), [&](const auto& pair) {
    return pair.first == piece_colour && pair.second == cell_colour;
  });
}

/// Placements and assemblies of a puzzle, piece by piece, copy by copy.
struct Enumeration {
  const Puzzle& puzzle;
  Board board;
  std::vector<TintedPlacement> placements;  // by piece
  std::vector<std::uint64_t> bits;
  std::set<TintedAssembly> assemblies;
  std::uint64_t steps = 0;

  explicit Enumeration(const Puzzle& p) : puzzle(p), board(p) {
    for (std::uint32_t piece = 0; piece < puzzle.pieces.size(); ++piece) {
      std::set<TintedPlacement> found;
      for (const Tinted& look : looks(puzzle.pieces[piece], puzzle.turning)) {
        for (const Board::Place& corner : board.places) {
          // The first cell of the piece on every place of the board.
          const Point from = look.front().first;
          const OwnMotion shift{
              {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
              {corner.at[0] - from[0], corner.at[1] - from[1], corner.at[2] - from[2]}};
          const Tinted at = moved(look, shift);
          if (std::all_of(at.begin(), at.end(), [&](const auto& cell) {
                const auto place = board.number.find(cell.first);
                return place != board.number.end() &&
                       go_together(puzzle, cell.second, board.places[place->second].colour);
              })) {
            found.emplace(piece, at);
          }
        }
      }
      for (const TintedPlacement& placement : found) {
        std::uint64_t mask = 0;
        for (const auto& [at, colour] : placement.second) {
          mask |= std::uint64_t{1} << board.number.at(at);
        }
        placements.push_back(placement);
        bits.push_back(mask);
      }
    }
  }

  bool complete() {
    choose(0, 0, 0, 0);
    return steps <= most_steps;
  }

 private:
  std::vector<std::size_t> chosen_;

  /// Copies of a piece come in the order of their placements.
  void choose(std::uint32_t piece, std::size_t from, std::uint32_t copies, std::uint64_t filled) {
    if (++steps > most_steps) return;
    if (piece == puzzle.pieces.size()) {
      if ((board.must_be_filled & ~filled) != 0) return;
      const auto empty =
          board.places.size() - static_cast<std::size_t>(__builtin_popcountll(filled));
      if (puzzle.holes && empty > *puzzle.holes) return;
      TintedAssembly assembly;
      for (const std::size_t i : chosen_) assembly.insert(placements[i]);
      assemblies.insert(assembly);
      return;
    }
    const auto bounds = puzzle.pieces[piece].copies.value_or(Bounds{0, 64});
    if (copies >= bounds.at_least) choose(piece + 1, 0, 0, filled);
    if (copies == bounds.at_most) return;
    for (std::size_t i = from; i < placements.size(); ++i) {
      if (placements[i].first != piece || (bits[i] & filled) != 0) continue;
      chosen_.push_back(i);
      choose(piece, i + 1, copies + 1, filled | bits[i]);
      chosen_.pop_back();
    }
  }
};

/// The piece that each becomes in a mirror; the first of several; nothing if one has no image.
std::optional<std::vector<std::uint32_t>> mirror_partners(const Puzzle& puzzle) {
  constexpr OwnMotion mirror{{{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {0, 0, 0}};
  const auto count = static_cast<std::uint32_t>(puzzle.pieces.size());
  std::vector<std::set<Tinted>> all;
  std::vector<std::set<Tinted>> mirrored;
  for (const Piece& piece : puzzle.pieces) {
    all.push_back(looks(piece, puzzle.turning));
    mirrored.emplace_back();
    for (const Tinted& look : all.back()) {
      mirrored.back().insert(tinted_at_origin(moved(look, mirror)));
    }
  }
  std::vector<std::uint32_t> partner(count, count);
  for (std::uint32_t p = 0; p < count; ++p) {
    if (mirrored[p] == all[p]) partner[p] = p;
  }
  for (std::uint32_t p = 0; p < count; ++p) {
    for (std::uint32_t q = p + 1; q < count && partner[p] == count; ++q) {
      if (partner[q] == count && mirrored[p] == all[q] &&
          puzzle.pieces[p].copies == puzzle.pieces[q].copies) {
        partner[p] = q;
        partner[q] = p;
      }
    }
    if (partner[p] == count) return std::nullopt;
  }
  return partner;
}

std::vector<OwnMotion> board_symmetries(const Board& board, bool mirrors) {
  std::vector<OwnMotion> result;
  const Point first = board.places.front().at;
  for (const Matrix& matrix : own_turns(board.is_flat(), mirrors)) {
    const Point from = turned(matrix, first);
    for (const Board::Place& to : board.places) {
      const OwnMotion motion{matrix, {to.at[0] - from[0], to.at[1] - from[1], to.at[2] - from[2]}};
      if (board.is_kept_by(motion)) result.push_back(motion);
    }
  }
  return result;
}

TintedAssembly least_image(const TintedAssembly& assembly, const std::vector<OwnMotion>& motions,
                           const std::vector<std::uint32_t>& partner) {
  TintedAssembly least = assembly;
  for (const OwnMotion& motion : motions) {
    TintedAssembly image;
    for (const auto& [piece, tint] : assembly) {
      image.emplace(determinant(motion.matrix) < 0 ? partner.at(piece) : piece,
                    moved(tint, motion));
    }
    least = std::min(least, image);
  }
  return least;
}

/// Every solution once, verified, as an assembly.
std::set<TintedAssembly> found_tinted(const Model& model) {
  std::set<TintedAssembly> found;
  Verifier verifier(model.problem);
  bool each_once = true;
  bool all_valid = true;
  bool no_faults = true;
  const Status status = for_each_solution(model.problem, [&](std::span<const OptionId> solution) {
    all_valid = all_valid && verifier.faults(solution).empty();
    const Assembly assembly = polycube::decode(model, solution);
    each_once = found.insert(tinted(assembly)).second && each_once;
    no_faults = no_faults && polycube::faults(model, assembly).empty();
  });
  CHECK(status == Status::exhausted);
  CHECK(all_valid);
  CHECK(each_once);
  CHECK(no_faults);
  return found;
}

/// An assembly with something done to it: whether it still is one, the enumeration says.
Assembly broken(Random& random, const Model& model, Assembly assembly) {
  const std::size_t at = assembly.empty() ? 0 : random.below(assembly.size());
  switch (assembly.empty() ? 4 : random.below(7)) {
    case 0:  // moved
      for (lattice::Cell& c : assembly[at].cells) ++c.x;
      break;
    case 1:  // missing
      assembly.erase(assembly.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 2:  // twice in one place
      assembly.push_back(assembly[at]);
      break;
    case 3:  // colours of its own
      assembly[at].colours.assign(assembly[at].cells.size(), CellColour{1});
      break;
    case 4:  // another placement more
      if (!model.placements.empty()) {
        assembly.push_back(model.placements[random.below(model.placements.size())]);
      }
      break;
    case 5:  // another placement instead
      assembly[at] = model.placements[random.below(model.placements.size())];
      break;
    default:  // another piece's number
      assembly[at].piece = random.below(model.puzzle.pieces.size());
      break;
  }
  return assembly;
}

TEST_CASE("variants of random puzzles: placements, assemblies, classes and faults") {
  Random random(20250117);
  struct {
    int compared, solvable, limited, coloured, ranges, alternatives, reflected, symmetric, anywhere,
        still_valid, invalid;
  } seen{};
  for (int round = 0; round < rounds; ++round) {
    const Puzzle puzzle = random_variant(random);
    INFO("round " << round << ":\n" << described(puzzle));
    const Model model = polycube::build(puzzle);
    const Options some{.solutions = most_solutions};
    if (!counting::count_by_search(model.problem, some).complete()) continue;

    Enumeration mine(puzzle);
    std::set<TintedPlacement> placements;
    for (const Placement& p : model.placements) {
      placements.emplace(p.piece, tinted(p.cells, p.colours));
      const auto option = polycube::find(model, p);
      REQUIRE(option);
      CHECK(model.placements[index(*option)] == p);
    }
    CHECK(placements.size() == model.placements.size());
    CHECK(placements == std::set<TintedPlacement>(mine.placements.begin(), mine.placements.end()));
    if (!mine.complete()) continue;
    ++seen.compared;
    const std::set<TintedAssembly>& assemblies = mine.assemblies;
    CHECK(found_tinted(model) == assemblies);
    // Counting goes its own way.
    CHECK(dlx::counting::count(model.problem).value == Natural(assemblies.size()));

    const auto partner = mirror_partners(puzzle);
    for (const UpTo up_to : {UpTo::rotations, UpTo::reflections}) {
      const bool mirrors = up_to == UpTo::reflections;
      // Where the target has no mirror image of its own, none is asked of the pieces.
      const auto motions = board_symmetries(mine.board, mirrors);
      const bool mirrored = std::any_of(motions.begin(), motions.end(), [](const OwnMotion& m) {
        return determinant(m.matrix) < 0;
      });
      if (mirrored && !partner) {
        CHECK_THROWS_AS(polycube::symmetries(model, up_to), std::invalid_argument);
        continue;
      }
      const auto relabelled = partner.value_or(std::vector<std::uint32_t>{});
      std::set<TintedAssembly> classes;
      for (const TintedAssembly& a : assemblies) {
        classes.insert(least_image(a, motions, relabelled));
      }
      const OptionSymmetries group = polycube::symmetries(model, up_to);
      CHECK(group.order() == motions.size());
      std::set<TintedAssembly> picked;
      std::size_t representatives = 0;
      for (Solver solver(model.problem); solver.next();) {
        if (!group.is_representative(solver.solution())) continue;
        ++representatives;
        picked.insert(
            least_image(tinted(polycube::decode(model, solver.solution())), motions, relabelled));
      }
      CHECK(representatives == classes.size());
      CHECK(picked == classes);
      if (classes.size() < assemblies.size()) ++(mirrors ? seen.reflected : seen.symmetric);
    }

    std::vector<Assembly> all;
    for (Solver solver(model.problem); solver.next() && all.size() < 20;) {
      all.push_back(polycube::decode(model, solver.solution()));
    }
    for (const Assembly& assembly : all) {
      const Assembly other = broken(random, model, assembly);
      const bool valid = tinted(other).size() == other.size() && assemblies.contains(tinted(other));
      CHECK(polycube::faults(model, other).empty() == valid);
      ++(valid ? seen.still_valid : seen.invalid);
    }

    if (assemblies.empty()) continue;
    ++seen.solvable;
    if (puzzle.holes && *puzzle.holes < puzzle.optional_cells.size()) ++seen.limited;
    if (!puzzle.fitting.empty()) ++seen.coloured;
    seen.ranges += std::any_of(puzzle.pieces.begin(), puzzle.pieces.end(),
                               [](const Piece& p) { return p.copies != Bounds{}; });
    seen.alternatives += std::any_of(puzzle.pieces.begin(), puzzle.pieces.end(),
                                     [](const Piece& p) { return !p.alternatives.empty(); });
    seen.anywhere += lattice::extent(puzzle.target).low != lattice::Cell{};
  }
  CAPTURE(seen.compared, seen.solvable, seen.limited, seen.coloured, seen.ranges, seen.alternatives,
          seen.reflected, seen.symmetric, seen.anywhere, seen.still_valid, seen.invalid);
  CHECK(seen.compared > rounds * 2 / 3);
  CHECK(seen.solvable > rounds / 5);
  for (const int number :
       {seen.limited, seen.coloured, seen.ranges, seen.alternatives, seen.reflected, seen.symmetric,
        seen.anywhere, seen.still_valid, seen.invalid}) {
    CHECK(number > rounds / 60);
  }
}

const Piece domino{.name = "d", .cells = lattice::from_picture("XX"), .copies = Bounds{0, 9}};

std::size_t count_of(const Puzzle& puzzle) {
  return found_tinted(polycube::build(puzzle)).size();
}

TEST_CASE("dominoes on a path of cells that may stay empty") {
  // Matchings of a path of six cells: 13; with k edges 1, 5, 6, 1.
  Puzzle puzzle{.pieces = {domino}, .target = {}, .optional_cells = lattice::box(6, 1)};
  CHECK(count_of(puzzle) == 13);
  puzzle.holes = 6;
  CHECK(count_of(puzzle) == 13);
  puzzle.holes = 5;
  CHECK(count_of(puzzle) == 12);
  puzzle.holes = 3;
  CHECK(count_of(puzzle) == 7);
  puzzle.holes = 1;
  CHECK(count_of(puzzle) == 1);
  puzzle.holes = 0;
  CHECK(count_of(puzzle) == 1);
  puzzle.holes = 4'000'000'000U;
  CHECK(count_of(puzzle) == 13);
  // A number of pieces from which the number of holes follows, or which contradicts it.
  puzzle.holes.reset();
  puzzle.pieces[0].copies = Bounds{2, 2};
  CHECK(count_of(puzzle) == 6);
  puzzle.holes = 2;
  CHECK(count_of(puzzle) == 6);
  puzzle.holes = 1;
  CHECK(count_of(puzzle) == 0);
  puzzle.pieces[0].copies = std::nullopt;
  puzzle.holes = 2;
  CHECK(count_of(puzzle) == 7);
  // The first cell must be filled.
  puzzle.target = {{0, 0, 0}};
  puzzle.optional_cells.erase(puzzle.optional_cells.begin());
  puzzle.holes.reset();
  CHECK(count_of(puzzle) == 5);
}

TEST_CASE("pieces that may be left out, and no cells at all") {
  Puzzle puzzle{.pieces = {domino}, .target = {}};
  CHECK(count_of(puzzle) == 1);
  puzzle.holes = 0;
  CHECK(count_of(puzzle) == 1);
  puzzle.pieces[0].copies = Bounds{};
  CHECK(count_of(puzzle) == 0);
  puzzle = {.pieces = {}, .target = {}, .optional_cells = lattice::box(2, 2)};
  CHECK(count_of(puzzle) == 1);
  puzzle.holes = 3;
  CHECK(count_of(puzzle) == 0);
  puzzle.holes = 4;
  CHECK(count_of(puzzle) == 1);
}

TEST_CASE("a cell's name may be that of a letter, and optional cells lie in layers of their own") {
  Puzzle puzzle{.pieces = {domino},
                .target = lattice::from_picture("XX"),
                .optional_cells = {{0, 0, 1}, {1, 0, 1}}};
  // Two lying, the upper one or not; two upright.
  CHECK(count_of(puzzle) == 3);
  const Model model = polycube::build(puzzle);
  // The cells are one thick along y, so a rotation about x or z would turn them over.
  CHECK(polycube::symmetries(model, UpTo::rotations).order() == 1);
  CHECK(polycube::symmetries(model, UpTo::reflections).order() == 2);
}

TEST_CASE("wrong lists are refused") {
  const Puzzle good{.pieces = {domino},
                    .target = lattice::box(2, 1),
                    .optional_cells = {{0, 1, 0}, {1, 1, 0}},
                    .target_colours = {1, 2},
                    .optional_colours = {1, 0},
                    .fitting = {{CellColour{1}, CellColour{1}}}};
  CHECK_NOTHROW(polycube::build(good));
  Puzzle bad = good;
  bad.target_colours = {1};
  CHECK_THROWS_AS(polycube::build(bad), std::invalid_argument);
  bad = good;
  bad.optional_colours = {1, 2, 3};
  CHECK_THROWS_AS(polycube::build(bad), std::invalid_argument);
  bad = good;
  bad.pieces[0].colours = {1};
  CHECK_THROWS_AS(polycube::build(bad), std::invalid_argument);
  bad = good;
  bad.optional_cells[1] = {0, 0, 0};
  CHECK_THROWS_AS(polycube::build(bad), std::invalid_argument);
  bad = good;
  bad.optional_cells[1] = bad.optional_cells[0];
  CHECK_THROWS_AS(polycube::build(bad), std::invalid_argument);
  bad = good;
  bad.pieces[0].alternatives = {{}};
  CHECK_THROWS_AS(polycube::build(bad), std::invalid_argument);
  bad = good;
  bad.pieces[0].alternatives = {{{0, 0, 0}, {0, 0, 0}}};
  CHECK_THROWS_AS(polycube::build(bad), std::invalid_argument);
}

TEST_CASE("faults say what is wrong") {
  const Piece bar{.name = "bar", .cells = lattice::from_picture("XXX"), .colours = {1, 0, 2}};
  const Puzzle puzzle{.pieces = {bar},
                      .target = lattice::from_picture("XXX"),
                      .optional_cells = {{0, 1, 0}, {1, 1, 0}, {2, 1, 0}},
                      .holes = 3,
                      .target_colours = {1, 1, 0},
                      .fitting = {{CellColour{1}, CellColour{1}}}};
  const Model model = polycube::build(puzzle);
  // Colour 2 may lie on the uncoloured end and in the second row only.
  const Placement right{0, {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {1, 0, 2}};
  CHECK(polycube::faults(model, {right}).empty());
  CHECK(found_tinted(model).size() == 1);
  Placement wrong = right;
  wrong.colours = {2, 0, 1};
  CHECK_FALSE(polycube::faults(model, {wrong}).empty());
  CHECK_FALSE(polycube::faults(model, {}).empty());
  CHECK_FALSE(polycube::faults(model, {right, right}).empty());
  const Placement below{0, {{0, 1, 0}, {1, 1, 0}, {2, 1, 0}}, {1, 0, 2}};
  CHECK_FALSE(polycube::faults(model, {below}).empty());
  CHECK_FALSE(polycube::faults(model, {right, below}).empty());
  wrong = right;
  wrong.piece = 7;  // there is none
  CHECK_FALSE(polycube::faults(model, {wrong}).empty());
  wrong = right;
  wrong.cells.pop_back();
  CHECK_FALSE(polycube::faults(model, {wrong}).empty());
  wrong.cells = {};
  wrong.colours = {};
  CHECK_FALSE(polycube::faults(model, {wrong}).empty());
}

TEST_CASE("as many holes as allowed are accepted by faults, and not one more") {
  const Puzzle puzzle{
      .pieces = {domino}, .target = {}, .optional_cells = lattice::box(6, 1), .holes = 2};
  const Model model = polycube::build(puzzle);
  const auto at = [](int x) { return Placement{0, {{x, 0, 0}, {x + 1, 0, 0}}, {}}; };
  CHECK(polycube::faults(model, {at(0), at(4)}).empty());
  CHECK(polycube::faults(model, {at(0), at(2), at(4)}).empty());
  CHECK_FALSE(polycube::faults(model, {at(4)}).empty());
  CHECK_FALSE(polycube::faults(model, {}).empty());
}

}  // namespace
}  // namespace dlx::test
