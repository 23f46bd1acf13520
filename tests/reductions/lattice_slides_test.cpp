// Taking pieces apart on other grids than that of cubes.

#include <tsl/robin_map.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dlx/io/input.hpp"
#include "reductions/apart/replay.hpp"
#include "reductions/lattice/sweeps.hpp"
#include "reductions/polycube/apart.hpp"
#include "reductions/polycube/xmpuzzle.hpp"
#include "tests/support/random.hpp"
#include "tests/support/shared_instances.hpp"

namespace dlx::test {
namespace {

using lattice::Cell;
using lattice::Cells;
using lattice::Grid;
using lattice::Lattice;
using lattice::slide_directions;

using apart::Disassembler;
using apart::Disassembly;
using apart::level_of;
using apart::replay_faults;
using apart::runs_into;
using apart::Verdict;
using lattice::Stage;
using Level = std::vector<std::uint32_t>;
using Pieces = std::vector<Cells>;

#ifdef DLX_SANITIZE
constexpr int rounds = 40;
#else
const int rounds = cases(1'000);
#endif

/// The level by brute force: every set of pieces, every direction, one step at a time, each pair of
/// cells by itself. Nothing: it does not come apart.
class BruteForce {
 public:
  explicit BruteForce(Grid grid) : grid_(grid), lattice_(Lattice::of(grid)) {}

  std::optional<Level> level(const Pieces& given) {
    const Pieces start = from_first(given);
    if (const auto found = known_.find(start); found != known_.end()) return found->second;
    std::set<Pieces> seen{start};
    std::vector<Pieces> front{start};
    std::optional<Level> best;
    for (std::uint32_t moves = 1; !front.empty() && !best; ++moves) {
      std::vector<Pieces> next;
      for (const Pieces& pieces : front) {
        if (!add_moves(pieces, moves, best, seen, next)) return known_[start] = std::nullopt;
      }
      front = std::move(next);
    }
    return known_[start] = best;
  }

 private:
  static constexpr int far = 12;

  [[nodiscard]] Pieces from_first(Pieces pieces) const {
    const Cell shift = lattice_.shift_below(pieces[0][0]);
    for (Cells& cells : pieces) {
      for (Cell& cell : cells) cell = cell - shift;
    }
    return pieces;
  }

  /// Whether the chosen pieces can slide a step.
  bool is_free(const Pieces& pieces, std::size_t mask, const Cell& step) {
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      if ((mask >> p & 1) == 0) continue;
      for (std::size_t q = 0; q < pieces.size(); ++q) {
        if ((mask >> q & 1) != 0) continue;
        for (const Cell& mine : pieces[p]) {
          for (const Cell& other : pieces[q]) {
            if (collide(mine, other, step)) return false;
          }
        }
      }
    }
    return true;
  }
  bool collide(const Cell& mine, const Cell& other, const Cell& step) {
    const Cell shift = lattice_.shift_below(mine);
    const auto [entry, is_new] =
        collisions_.try_emplace(std::array{mine - shift, other - shift, step});
    if (is_new) entry.value() = runs_into(grid_, mine, other, step);
    return entry->second;
  }

  /// False if a separation shows a part that does not come apart.
  bool add_moves(const Pieces& given, std::uint32_t moves, std::optional<Level>& best,
                 std::set<Pieces>& seen, std::vector<Pieces>& next) {
    const std::size_t full = (std::size_t{1} << given.size()) - 1;
    for (std::size_t mask = 1; mask < full; ++mask) {
      for (const Cell& direction : slide_directions(lattice_)) {
        for (const Cell& step : {direction, Cell{} - direction}) {
          Pieces pieces = given;
          int steps = 0;
          for (; steps < far && is_free(pieces, mask, step); ++steps) {
            for (std::size_t p = 0; p < pieces.size(); ++p) {
              if ((mask >> p & 1) == 0) continue;
              for (Cell& cell : pieces[p]) cell = cell + step;
            }
            Pieces state = from_first(pieces);
            if (seen.insert(state).second) next.push_back(std::move(state));
          }
          if (steps == far && !separate(given, mask, moves, best)) return false;
        }
      }
    }
    return true;
  }

  bool separate(const Pieces& pieces, std::size_t mask, std::uint32_t moves,
                std::optional<Level>& best) {
    // The smaller part slides away; of two of one size the one without the first piece.
    const auto size = static_cast<std::size_t>(__builtin_popcountll(mask));
    if (2 * size > pieces.size() || (2 * size == pieces.size() && (mask & 1) != 0)) return true;
    Level level{moves};
    for (const bool slides : {false, true}) {
      Pieces some;
      for (std::size_t p = 0; p < pieces.size(); ++p) {
        if ((mask >> p & 1) == (slides ? 1U : 0U)) some.push_back(pieces[p]);
      }
      if (some.size() < 2) continue;
      const auto below = this->level(some);
      if (!below) return false;
      if (below != Level{1}) level.insert(level.end(), below->begin(), below->end());
    }
    if (!best || level < *best) best = level;
    return true;
  }

  Grid grid_;
  const Lattice& lattice_;
  struct Hash {
    std::size_t operator()(const std::array<Cell, 3>& cells) const {
      std::uint64_t hash = 0;
      for (const Cell& cell : cells) {
        for (const int v : {cell.x, cell.y, cell.z}) {
          hash = hash * 0x9E3779B97F4A7C15ULL + static_cast<std::uint64_t>(v);
        }
      }
      return hash ^ hash >> 32;
    }
  };
  tsl::robin_map<std::array<Cell, 3>, bool, Hash> collisions_;
  std::map<Pieces, std::optional<Level>> known_;
};

/// Pieces of cells that lie near each other; some cells may stay empty.
Pieces random_assembly(Random& random, const Lattice& lattice) {
  const auto& classes = lattice.classes();
  Cells free{classes[random.below(classes.size())]};
  const std::size_t n = random.between(2, 3);
  const std::size_t size = random.between(6, lattice.grid() == Grid::hexagons ? 12 : 16);
  std::set<Cell> seen(free.begin(), free.end());
  while (free.size() < size) {
    // Cells that were found early have more neighbours here: the whole is compact.
    const Cells beside = lattice.neighbours(free[random.below(1 + free.size() / 2)]);
    const Cell cell = beside[random.below(beside.size())];
    if (seen.insert(cell).second) free.push_back(cell);
  }
  random.shuffle(free);
  if (random.chance(0.5)) free.resize(free.size() - random.below(free.size() / 3 + 1));
  Pieces pieces(n);
  const bool scattered = random.chance(0.5);
  for (std::size_t k = 0; k < free.size(); ++k) {
    const Cells beside = lattice.neighbours(free[k]);
    std::size_t piece = k < n ? k : random.below(n);
    for (std::size_t p = 0; p < n && k >= n && !scattered; ++p) {
      if (std::any_of(pieces[p].begin(), pieces[p].end(), [&](const Cell& cell) {
            return std::binary_search(beside.begin(), beside.end(), cell);
          })) {
        piece = p;
        break;
      }
    }
    pieces[piece].push_back(free[k]);
  }
  for (Cells& cells : pieces) std::sort(cells.begin(), cells.end());
  return pieces;
}

/// A piece that can leave a cage along a crooked way, and the cage, perhaps in two pieces.
Pieces caged_piece(Random& random, const Lattice& lattice) {
  const auto& classes = lattice.classes();
  Cells piece{classes[random.below(classes.size())]};
  if (random.chance(0.5)) {
    const Cells beside = lattice.neighbours(piece[0]);
    piece.push_back(beside[random.below(beside.size())]);
    std::sort(piece.begin(), piece.end());
  }
  std::set<Cell> open(piece.begin(), piece.end());
  Cells place = piece;
  const auto move = [&](std::size_t axis, bool forward) {
    const Cell step = slide_directions(lattice)[axis];
    for (Cell& cell : place) {
      // The way back from a cell is the way there from the cell before.
      const Cell from = forward ? cell : cell - step;
      const Cell kind = from - lattice.shift_below(from);
      const auto at = std::lower_bound(classes.begin(), classes.end(), kind) - classes.begin();
      const auto& swept =
          lattice::Sweeps::of(lattice.grid()).cells(static_cast<std::size_t>(at), axis);
      for (const Cell& difference : swept) open.insert(from + difference);
      cell = forward ? cell + step : cell - step;
      open.insert(cell);
    }
  };
  const auto moves = random.between(1, 3);
  for (std::size_t k = 1; k <= moves; ++k) {
    const std::size_t axis = random.below(slide_directions(lattice).size());
    const bool forward = random.chance(0.5);
    for (int steps = k == moves ? 4 : 1; steps > 0; --steps) move(axis, forward);
  }
  std::set<Cell> around(piece.begin(), piece.end());
  const std::size_t kinds = classes.size();
  const std::size_t size = kinds > 20 ? 260 : kinds > 2 ? 90 : 40;
  for (Cells front(piece); around.size() < size;) {
    Cells next;
    for (const Cell& cell : front) {
      for (const Cell& other : lattice.neighbours(cell)) {
        if (around.insert(other).second) next.push_back(other);
      }
    }
    front = std::move(next);
  }
  Pieces pieces{piece, {}, {}};
  const bool is_whole = random.chance(0.7);
  for (const Cell& cell : around) {
    if (!open.contains(cell)) pieces[is_whole || random.chance(0.9) ? 1 : 2].push_back(cell);
  }
  std::erase_if(pieces, [](const Cells& cells) { return cells.empty(); });
  return pieces;
}

std::string text_of(const Pieces& pieces) {
  std::string text;
  for (const Cells& cells : pieces) {
    for (const Cell& cell : cells) {
      text += std::to_string(cell.x) + ',' + std::to_string(cell.y) + ',' + std::to_string(cell.z) +
              ' ';
    }
    text += "/ ";
  }
  return text;
}

/// What makes an assembly.
using Maker = Pieces (*)(Random&, const Lattice&);

/// Returns how many assemblies have each first number of the level; "-": none.
std::map<std::string, int> compare(Grid grid, std::uint64_t seed, int count, Maker make) {
  Random random(seed);
  Disassembler disassembler({.separations = 100'000}, grid);
  BruteForce brute(grid);
  std::map<std::string, int> verdicts;
  for (int round = 0; round < count; ++round) {
    const Pieces pieces = make(random, Lattice::of(grid));
    CAPTURE(to_string(grid), seed, text_of(pieces));
    const auto truth = brute.level(pieces);
    const Disassembly result = disassembler.analyse(pieces);
    REQUIRE(result.verdict == (truth ? Verdict::comes_apart : Verdict::stays_whole));
    ++verdicts[truth ? std::to_string(truth->front()) : "-"];
    if (!truth) continue;
    REQUIRE(result.level == *truth);
    REQUIRE(replay_faults(pieces, result.stages, {}, grid) == std::vector<std::string>{});
  }
  return verdicts;
}

constexpr Grid other_grids[] = {Grid::triangles, Grid::spheres, Grid::rhombic,
                                Grid::tetra_octahedra, Grid::hexagons};

}  // namespace

TEST_CASE("pieces slide along the edges of cells, and towards neighbours") {
  CHECK(slide_directions(Lattice::of(Grid::cubes)) == Cells{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  CHECK(slide_directions(Lattice::of(Grid::triangles)) ==
        Cells{{2, 0, 0}, {-1, 1, 0}, {1, 1, 0}, {0, 0, 1}});
  CHECK(slide_directions(Lattice::of(Grid::spheres)).size() == 13);
  CHECK(slide_directions(Lattice::of(Grid::rhombic)).size() == 13);
  CHECK(slide_directions(Lattice::of(Grid::tetra_octahedra)).size() == 9);
  CHECK(slide_directions(Lattice::of(Grid::hexagons)).size() == 7);
  for (const Grid grid : lattice::all_grids) {
    for (const Cell& step : slide_directions(Lattice::of(grid))) {
      CHECK(Lattice::of(grid).is_shift(step));
    }
  }
}

TEST_CASE(
    "a cell runs into the same cells by planes between bodies and by differences of corners") {
  const std::uint64_t seed = GENERATE(std::uint64_t{5}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  for (const Grid grid : lattice::all_grids) {
    const Lattice& lattice = Lattice::of(grid);
    const Cells& steps = slide_directions(lattice);
    int met = 0;
    for (int round = 0; round < rounds; ++round) {
      const std::size_t kind = random.below(lattice.classes().size());
      const std::size_t axis = random.below(steps.size());
      const Cell& cell = lattice.classes()[kind];
      const auto part = [&] { return static_cast<int>(random.below(19)) - 9; };
      Cell difference{part(), part(), part()};
      const Cells& swept = lattice::Sweeps::of(grid).cells(kind, axis);
      if (random.chance(0.5) && !swept.empty()) difference = swept[random.below(swept.size())];
      if (difference == Cell{} || !lattice.is_cell(cell + difference)) continue;
      const bool meets = std::binary_search(swept.begin(), swept.end(), difference);
      CAPTURE(to_string(grid), lattice::name(cell, true), difference.x, difference.y, difference.z);
      REQUIRE(runs_into(grid, cell, cell + difference, steps[axis]) == meets);
      if (meets) ++met;
    }
    CHECK(met > rounds / 10);
  }
}

TEST_CASE("spheres do not pass between others that are too near") {
  // The way to a neighbour's place leads between the four spheres that touch both.
  CHECK(runs_into(Grid::spheres, {0, 0, 0}, {1, 0, 1}, {1, 1, 0}));
  CHECK_FALSE(runs_into(Grid::spheres, {0, 0, 0}, {1, -1, 0}, {1, 1, 0}));
  // A sphere whose neighbours are one piece, one place among them free.
  const Cells ball{{0, 0, 0}};
  Cells cage = Lattice::of(Grid::spheres).neighbours(ball[0]);
  std::erase(cage, Cell{1, 1, 0});
  CHECK(Disassembler({}, Grid::spheres).analyse(Pieces{ball, cage}).verdict ==
        Verdict::stays_whole);
  // It can leave a bowl of four neighbours, not in the direction of one of its neighbours.
  const Cells bowl{{1, 0, -1}, {-1, 0, -1}, {0, 1, -1}, {0, -1, -1}};
  Cells sorted = bowl;
  std::sort(sorted.begin(), sorted.end());
  const Disassembly out = Disassembler({}, Grid::spheres).analyse(Pieces{ball, sorted});
  CHECK(out.level == Level{1});
}

TEST_CASE("random assemblies on every grid come apart as brute force says") {
  for (const Grid grid : other_grids) {
    auto verdicts = compare(grid, 11, rounds, random_assembly);
    CAPTURE(to_string(grid), verdicts);
    CHECK(verdicts["1"] > 0);
    if (rounds >= 1'000) CHECK(verdicts["-"] > 0);
  }
}

TEST_CASE("pieces leave cages along crooked ways on every grid as brute force says") {
  for (const Grid grid : other_grids) {
    auto verdicts = compare(grid, 12, rounds / 10, caged_piece);
    CAPTURE(to_string(grid), verdicts);
    CHECK(verdicts["1"] > 0);
    if (rounds >= 1'000) CHECK(verdicts["2"] > 0);
  }
}

TEST_CASE("assemblies of a drawn seed on every grid come apart as brute force says") {
  const std::uint64_t seed = drawn_seed();
  for (const Grid grid : other_grids) {
    (void)compare(grid, seed, rounds / 4, random_assembly);
    (void)compare(grid, seed, rounds / 50, caged_piece);
  }
}

TEST_CASE("the checker refuses slides through other cells on every grid") {
  Random random(3);
  for (const Grid grid : other_grids) {
    Disassembler disassembler({}, grid);
    std::map<std::string, int> refused;
    for (int round = 0; round < rounds; ++round) {
      const Pieces pieces = random_assembly(random, Lattice::of(grid));
      Disassembly result = disassembler.analyse(pieces);
      if (result.verdict != Verdict::comes_apart) continue;
      auto& slide = result.stages[0].slides[0];
      const auto& steps = slide_directions(Lattice::of(grid));
      slide.direction = random.chance(0.1) ? Cell{7, 0, 0} : steps[random.below(steps.size())];
      for (const std::string& fault : replay_faults(pieces, result.stages, {}, grid)) {
        ++refused[fault.substr(fault.find(": ") + 2, 16)];
      }
    }
    CAPTURE(to_string(grid));
    CHECK(refused["pieces collide a"] > 0);
    CHECK(refused["not along an axi"] > 0);
  }
}

TEST_CASE("a disassembler is for one grid") {
  Disassembler disassembler({}, Grid::spheres);
  CHECK(disassembler.grid() == Grid::spheres);
  polycube::Puzzle puzzle{.pieces = {{.name = "P", .cells = {{0, 0, 0}}}}, .target = {{0, 0, 0}}};
  CHECK_THROWS_WITH(take_apart(disassembler, puzzle, {{0, {{0, 0, 0}}}}),
                    Catch::Contains("another grid than 'cubes'"));
}

TEST_CASE("shared: puzzles of triangular prisms have the levels that BurrTools saved",
          "[.shared]") {
  io::Input input = io::Input::open(shared_path("xmpuzzle/Prisgon.xmpuzzle"));
  for (const auto& named : polycube::read_xmpuzzle(input.rest()).puzzles) {
    CAPTURE(named.name);
    REQUIRE(named.saved.size() == 1);
    const auto& saved = named.saved_stages[0];
    CHECK(saved.fault.empty());
    CHECK(separation_faults(named.puzzle, named.saved[0], saved.stages).empty());
    Disassembler disassembler({}, Grid::triangles);
    const Disassembly found = take_apart(disassembler, named.puzzle, named.saved[0]);
    REQUIRE(found.verdict == Verdict::comes_apart);
    CHECK(found.level.front() == level_of(saved.stages).front());
    CHECK(found.level <= level_of(saved.stages));
    CHECK(separation_faults(named.puzzle, named.saved[0], found.stages).empty());
  }
}

}  // namespace dlx::test
