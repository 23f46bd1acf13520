#include "reductions/apart/disassembly.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "reductions/apart/distances.hpp"
#include "reductions/apart/replay.hpp"
#include "reductions/polycube/apart.hpp"
#include "tests/reductions/own_polycubes.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using apart::Disassembler;
using apart::Disassembly;
using apart::DisassemblyLimits;
using apart::level_of;
using apart::replay_faults;
using apart::Verdict;
using lattice::Cell;
using lattice::Cells;
using lattice::Slide;
using lattice::Stage;
using Level = std::vector<std::uint32_t>;
using Pieces = std::vector<Cells>;

#ifdef DLX_SANITIZE
constexpr int rounds = 2'000;
#else
const int rounds = cases(80'000);
#endif

/// The level by brute force, over the cells of all pieces: every set of pieces, every direction,
/// every distance, one step at a time on a grid. Nothing: it does not come apart.
class BruteForce {
 public:
  explicit BruteForce(const std::vector<std::uint32_t>& groups = {}) : groups_(groups) {}

  std::optional<Level> level(const Pieces& pieces) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t p = 0; p < pieces.size(); ++p) all.push_back(p);
    return level(all, pieces);
  }

 private:
  static constexpr int side = 40;
  static constexpr int middle = 16;
  static constexpr int far = 16;

  static Pieces moved(const Pieces& pieces, std::size_t mask, const Cell& by) {
    Pieces result = pieces;
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      if ((mask >> p & 1) == 0) continue;
      for (Cell& cell : result[p]) cell = cell + by;
    }
    return result;
  }
  static Pieces from_first(const Pieces& pieces) {
    const Cell first = pieces[0][0];
    return moved(pieces, ~std::size_t{0}, Cell{} - first);
  }
  static std::size_t at(const Cell& cell) {
    return static_cast<std::size_t>(((cell.z + middle) * side + cell.y + middle) * side + cell.x +
                                    middle);
  }

  /// How far the set can slide, up to `far`.
  int reach(const Pieces& pieces, std::size_t mask, const Cell& direction) {
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      if ((mask >> p & 1) != 0) continue;
      for (const Cell& cell : pieces[p]) grid_[at(cell)] = true;
    }
    int steps = 0;
    Cell by;
    for (bool free = true; free && steps < far;) {
      by = by + direction;
      for (std::size_t p = 0; p < pieces.size() && free; ++p) {
        if ((mask >> p & 1) == 0) continue;
        free = std::none_of(pieces[p].begin(), pieces[p].end(), [&](const Cell& cell) {
          const Cell c = cell + by;
          const auto outside = [](int v) { return v < -middle || v >= side - middle; };
          return !outside(c.x) && !outside(c.y) && !outside(c.z) && grid_[at(c)];
        });
      }
      if (free) ++steps;
    }
    for (const Cells& cells : pieces) {
      for (const Cell& cell : cells) grid_[at(cell)] = false;
    }
    return steps;
  }

  [[nodiscard]] bool done(const std::vector<std::uint32_t>& names) const {
    if (names.size() < 2) return true;
    return !groups_.empty() && groups_[names[0]] != 0 &&
           std::all_of(names.begin(), names.end(),
                       [&](std::uint32_t p) { return groups_[p] == groups_[names[0]]; });
  }

  /// Appends the level of the chosen pieces; false if these do not come apart.
  bool append(const std::vector<std::uint32_t>& names, const Pieces& pieces, std::size_t mask,
              Level& level_so_far) {
    std::vector<std::uint32_t> some;
    Pieces their;
    for (std::size_t p = 0; p < names.size(); ++p) {
      if ((mask >> p & 1) == 0) continue;
      some.push_back(names[p]);
      their.push_back(pieces[p]);
    }
    if (done(some)) return true;
    const auto below = level(some, their);
    if (!below) return false;
    if (below != Level{1}) level_so_far.insert(level_so_far.end(), below->begin(), below->end());
    return true;
  }

  std::optional<Level> level(const std::vector<std::uint32_t>& names, const Pieces& given) {
    constexpr std::array<Cell, 6> directions{Cell{1, 0, 0},  Cell{-1, 0, 0}, Cell{0, 1, 0},
                                             Cell{0, -1, 0}, Cell{0, 0, 1},  Cell{0, 0, -1}};
    const auto key = std::pair(names, from_first(given));
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    const std::size_t full = (std::size_t{1} << names.size()) - 1;
    std::set<Pieces> seen{key.second};
    std::vector<Pieces> front{key.second};
    std::optional<Level> best;
    for (std::uint32_t moves = 1; !front.empty() && !best; ++moves) {
      std::vector<Pieces> next;
      for (const Pieces& pieces : front) {
        for (std::size_t mask = 1; mask < full; ++mask) {
          for (const Cell& direction : directions) {
            const int steps = reach(pieces, mask, direction);
            if (steps == far) {
              const auto size = static_cast<std::size_t>(__builtin_popcountll(mask));
              if (2 * size > names.size() || (2 * size == names.size() && (mask & 1) != 0))
                continue;
              Level candidate{moves};
              if (!append(names, pieces, full & ~mask, candidate) ||
                  !append(names, pieces, mask, candidate)) {
                return known_[key] = std::nullopt;
              }
              if (!best || candidate < *best) best = candidate;
              continue;
            }
            Cell by;
            for (int k = 1; k <= steps; ++k) {
              by = by + direction;
              Pieces state = from_first(moved(pieces, mask, by));
              if (seen.insert(state).second) next.push_back(std::move(state));
            }
          }
        }
      }
      front = std::move(next);
    }
    return known_[key] = best;
  }

  std::vector<std::uint32_t> groups_;
  std::map<std::pair<std::vector<std::uint32_t>, Pieces>, std::optional<Level>> known_;
  std::vector<bool> grid_ = std::vector<bool>(side * side * side, false);
};

/// Pieces that grow in a box, or whose cells lie anywhere in it; some cells may stay empty.
Pieces random_assembly(Random& random) {
  const int sizes[3] = {static_cast<int>(random.between(2, 4)),
                        static_cast<int>(random.between(2, 3)),
                        static_cast<int>(random.between(1, 3))};
  const std::size_t n = random.between(2, 4);
  std::vector<Cell> free = lattice::box(sizes[0], sizes[1], sizes[2]);
  random.shuffle(free);
  const std::size_t empty = random.chance(0.5) ? random.below(free.size() / 2 + 1) : 0;
  free.resize(std::max(free.size() - empty, n));
  Pieces pieces(n);
  const bool scattered = random.chance(0.3);
  for (Cells& cells : pieces) {
    cells.push_back(free.back());
    free.pop_back();
  }
  while (!free.empty()) {
    const Cell cell = free.back();
    free.pop_back();
    std::vector<std::size_t> beside;
    for (std::size_t p = 0; p < n; ++p) {
      const bool touches = std::any_of(pieces[p].begin(), pieces[p].end(), [&](const Cell& c) {
        const Cell d = c - cell;
        return d.x * d.x + d.y * d.y + d.z * d.z == 1;
      });
      if (touches || scattered) beside.push_back(p);
    }
    if (!beside.empty()) pieces[beside[random.below(beside.size())]].push_back(cell);
  }
  for (Cells& cells : pieces) std::sort(cells.begin(), cells.end());
  return pieces;
}

std::string text_of(const Pieces& pieces) {
  std::string text;
  for (const Cells& cells : pieces) {
    for (const Cell& cell : cells) text += lattice::name(cell, true) + " ";
    text += "/ ";
  }
  return text;
}

/// What must hold for whatever comes out.
void check_result(const Pieces& pieces, const Disassembly& result,
                  const std::vector<std::uint32_t>& groups = {}) {
  INFO(text_of(pieces));
  if (result.verdict != Verdict::comes_apart) {
    CHECK(result.stages.empty());
    CHECK(result.level.empty());
    return;
  }
  CHECK(replay_faults(pieces, result.stages, groups) == std::vector<std::string>{});
  CHECK(level_of(result.stages) == result.level);
}

void compare(std::uint64_t seed, int count, Sample sample) {
  INFO("seed " << seed);
  Random random(seed);
  Disassembler disassembler({.separations = 100'000});
  Disassembler quick({.separations = 1});
  Disassembler hasty({.compared_states = 0});
  std::map<std::string, int> verdicts;
  for (int round = 0; round < count; ++round) {
    const Pieces pieces = random_assembly(random);
    INFO(text_of(pieces));
    std::vector<std::uint32_t> groups;
    if (random.chance(0.2)) {
      for (std::size_t p = 0; p < pieces.size(); ++p) groups.push_back(random.below(3));
    }
    const auto truth = BruteForce(groups).level(pieces);
    const Disassembly result = disassembler.analyse(pieces, groups);
    REQUIRE(result.verdict == (truth ? Verdict::comes_apart : Verdict::stays_whole));
    check_result(pieces, result, groups);
    if (truth) {
      REQUIRE(result.level == *truth);
      CHECK(result.least);
    }
    // Without comparing separations the verdict and the first number stay.
    const Disassembly first = quick.analyse(pieces, groups);
    REQUIRE(first.verdict == result.verdict);
    check_result(pieces, first, groups);
    if (truth) REQUIRE(first.level.front() == truth->front());
    const Disassembly any = hasty.analyse(pieces, groups);
    REQUIRE(any.verdict == result.verdict);
    check_result(pieces, any, groups);
    if (any.least) REQUIRE(any.level == result.level);
    ++verdicts[truth ? std::to_string(truth->front()) : "-"];
  }
  if (sample == Sample::drawn) return;
  CHECK(verdicts["-"] > count / 50);
  CHECK(verdicts["1"] > count / 50);
  CHECK(verdicts["2"] > count / 1000);
  if (count >= 20'000) CHECK(verdicts["3"] > 0);  // one in some thousand
}

}  // namespace

TEST_CASE("distances are those of sliding cell by cell, near and far, of short and long pieces") {
  const std::uint64_t seed = GENERATE(std::uint64_t{23}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  apart::Distances distances;
  int met = 0;
  for (int round = 0; round < rounds / 20; ++round) {
    // Two pieces of up to 32 cells together are compared line by line, longer ones cell by cell.
    const std::size_t longest = random.chance(0.5) ? 4 : 50;
    const auto shape = [&] {
      std::set<Cell> cells;
      const auto size = random.between(1, 12);
      while (cells.size() < size) {
        Cell cell{static_cast<int>(random.below(4)), static_cast<int>(random.below(3)),
                  static_cast<int>(random.below(3))};
        (random.chance(0.5) ? cell.x : cell.z) = static_cast<int>(random.below(longest));
        cells.insert(cell);
      }
      return Cells(cells.begin(), cells.end());
    };
    const Cells a = shape();
    const Cells b = shape();
    const int reach = random.chance(0.5) ? 4 : 60;
    const auto part = [&] {
      return static_cast<int>(random.below(2 * static_cast<std::size_t>(reach) + 1)) - reach;
    };
    const Cell offset{part(), random.chance(0.5) ? part() : 0, random.chance(0.5) ? part() : 0};
    std::set<Cell> theirs;
    for (const Cell& cell : b) theirs.insert(cell - b.front() + offset);
    const auto collides = [&](const Cell& by) {
      return std::any_of(a.begin(), a.end(), [&](const Cell& cell) {
        return theirs.count(cell - a.front() + by) != 0;
      });
    };
    if (collides({})) continue;
    const auto six = distances.between(*distances.shape(a), *distances.shape(b), offset);
    for (std::size_t d = 0; d < 6; ++d) {
      const Cell unit{d == 0   ? 1
                      : d == 1 ? -1
                               : 0,
                      d == 2   ? 1
                      : d == 3 ? -1
                               : 0,
                      d == 4   ? 1
                      : d == 5 ? -1
                               : 0};
      Cell by;
      std::uint16_t steps = 0;
      while (steps < 300 && !collides(by + unit)) {
        by = by + unit;
        ++steps;
      }
      REQUIRE(six[d] == (steps == 300 ? apart::Distances::without_end : steps));
      if (steps < 300) ++met;
    }
  }
  CHECK(met > rounds / 100);
}

TEST_CASE("random assemblies come apart as brute force says") {
  compare(19, rounds, Sample::fixed);
}

TEST_CASE("assemblies of a drawn seed come apart as brute force says") {
  compare(drawn_seed(), rounds / 4, Sample::drawn);
}

TEST_CASE("a piece needs no taking apart") {
  const Disassembly result = Disassembler().analyse(Pieces{lattice::box(2, 1)});
  CHECK(result.verdict == Verdict::comes_apart);
  CHECK(result.stages.empty());
  CHECK(result.level.empty());
}

TEST_CASE("two of these rings hang in each other, and may stay so in a group") {
  // Two rings of a chain, and a loose cube.
  const Cells ring = lattice::from_picture("XXX/X_X/XXX");
  Cells other;
  for (const Cell& cell : ring) other.push_back({cell.x + 1, 1, cell.y - 1});
  std::sort(other.begin(), other.end());
  const Pieces pieces{ring, other, {{7, 7, 7}}};
  REQUIRE(replay_faults(pieces, {}) == std::vector<std::string>{"it has no stages"});
  CHECK(Disassembler().analyse(pieces).verdict == Verdict::stays_whole);
  const Disassembly grouped = Disassembler().analyse(pieces, std::vector<std::uint32_t>{1, 1, 2});
  CHECK(grouped.level == Level{1});
  check_result(pieces, grouped, {1, 1, 2});
  CHECK(replay_faults(pieces, grouped.stages) ==
        std::vector<std::string>{"pieces are left together"});
  CHECK(Disassembler().analyse(pieces, std::vector<std::uint32_t>{1, 2, 1}).verdict ==
        Verdict::stays_whole);
}

TEST_CASE("limits leave an assembly undecided, or some separations untried") {
  // A bar in a cage that it leaves after two moves.
  const Cells bar{{0, 0, 0}, {0, 1, 0}};
  Cells cage;
  for (int x = -1; x <= 2; ++x) {
    for (int y = -1; y <= 2; ++y) {
      for (int z = -1; z <= 1; ++z) {
        const bool inside = x >= 0 && x <= 1 && y >= 0 && y <= 1 && z == 0;
        const bool exit = x == 1 && y >= 0 && y <= 1 && z == 1;
        if (!inside && !exit) cage.push_back({x, y, z});
      }
    }
  }
  std::sort(cage.begin(), cage.end());
  const Pieces pieces{bar, cage};
  CHECK(Disassembler().analyse(pieces).level == Level{2});
  const auto verdict = [&](const DisassemblyLimits& limits) {
    return Disassembler(limits).analyse(pieces).verdict;
  };
  CHECK(verdict({.states = 2}) == Verdict::comes_apart);
  CHECK(verdict({.states = 0}) == Verdict::undecided);
  std::vector<Cells> many;
  for (int n = 0; n < 65; ++n) many.push_back({{2 * n, 0, 0}});
  CHECK(Disassembler().analyse(many).verdict == Verdict::undecided);
  many.pop_back();
  CHECK(Disassembler().analyse(many).level == Level{1});
  CHECK(Disassembler().analyse(Pieces{bar, {{1, 0, 0}, {127, 0, 0}}}).verdict ==
        Verdict::undecided);
  CHECK(Disassembler().analyse(Pieces{bar, {{1, 0, 0}, {126, 0, 0}}}).level == Level{1});
  CHECK_THROWS_AS(Disassembler().analyse(pieces, std::vector<std::uint32_t>{1}),
                  std::invalid_argument);
}

TEST_CASE("a stop, a deadline and too little memory end a long search") {
  // Cubes in a closed box with room for more: the positions are many, and none lets a cube out.
  Cells cage;
  for (const Cell& cell : lattice::box(9, 9, 4)) {
    const bool inside =
        cell.x > 0 && cell.x < 8 && cell.y > 0 && cell.y < 8 && cell.z > 0 && cell.z < 3;
    if (!inside) cage.push_back(cell);
  }
  const Pieces pieces{cage, {{1, 1, 1}}, {{3, 3, 1}}, {{5, 5, 2}}};
  std::atomic<bool> stop = true;
  const auto visited = [&](const DisassemblyLimits& limits) {
    const Disassembly result = Disassembler(limits).analyse(pieces);
    CHECK(result.verdict == Verdict::undecided);
    return result.states;
  };
  CHECK(visited({.stop = &stop}) < 2'000);
  CHECK(visited({.deadline = std::chrono::steady_clock::now()}) < 2'000);
  CHECK(visited({.states = 5'000}) < 6'000);
  const auto few = visited({.memory = 1'000'000});
  CHECK(few > 5'000);
  CHECK(few < 60'000);
}

TEST_CASE("the checker refuses slides through other pieces, and whatever else is wrong") {
  Random random(7);
  Disassembler disassembler;
  std::map<std::string, int> refused;
  for (int round = 0; round < rounds / 10; ++round) {
    const Pieces pieces = random_assembly(random);
    Disassembly result = disassembler.analyse(pieces);
    if (result.verdict != Verdict::comes_apart) continue;
    auto& stages = result.stages;
    Stage& stage = stages[random.below(stages.size())];
    Slide& slide = stage.slides[random.below(stage.slides.size())];
    const std::string before = apart::to_string(result.level);
    bool loses_stage = false;
    switch (random.below(6)) {
      case 0:
        slide.direction = Cell{} - slide.direction;
        break;
      case 1:
        slide.distance = slide.distance == 0 ? 1 : 0;
        break;
      case 2:
        slide.pieces.clear();
        break;
      case 3:
        slide.pieces = stage.pieces;
        break;
      case 4:
        slide.direction = {1, 1, 0};
        break;
      case 5:
        loses_stage = true;
        break;
    }
    const bool is_wrong = slide.direction == Cell{1, 1, 0} || slide.pieces.empty();
    if (loses_stage) stages.pop_back();  // perhaps that of the slide
    const auto faults = replay_faults(pieces, stages);
    for (const std::string& fault : faults) {
      ++refused[fault.substr(fault.find(": ") == std::string::npos ? 0 : fault.find(": ") + 2, 16)];
    }
    // The other way may be free as well; all else is wrong.
    if (is_wrong) CHECK(!faults.empty());
  }
  for (const char* fault : {"pieces collide a", "only the last sl", "not some of the ",
                            "not along an axi", "a stage is missi", "it has no stages"}) {
    CAPTURE(fault);
    CHECK(refused[fault] > 0);
  }
}

TEST_CASE("copies that may be in several groups are distributed in every way") {
  // Two pairs of rings, each hanging in each other; and cubes to be taken off.
  const Cells ring = lattice::from_picture("XXX/X_X/XXX");
  Cells hung;
  for (const Cell& cell : ring) hung.push_back({cell.x + 1, 1, cell.y - 1});
  std::sort(hung.begin(), hung.end());
  polycube::Puzzle puzzle;
  puzzle.pieces = {{.name = "ring", .cells = ring, .copies = Bounds{4, 4}}};
  polycube::Assembly assembly;
  for (const int shift : {0, 20}) {
    for (const Cells& cells : {ring, hung}) {
      assembly.push_back({0, lattice::image(cells, [&](const Cell& c) {
                            return c + Cell{shift, 0, 0};
                          })});
    }
  }
  Disassembler disassembler;
  const auto verdict = [&](std::vector<polycube::PieceGroup> groups) {
    puzzle.pieces[0].groups = std::move(groups);
    return take_apart(disassembler, puzzle, assembly).verdict;
  };
  CHECK(verdict({}) == Verdict::stays_whole);
  CHECK(verdict({{1, 4}}) == Verdict::comes_apart);
  CHECK(verdict({{1, 2}, {2, 2}}) == Verdict::comes_apart);
  CHECK(verdict({{1, 2}}) == Verdict::stays_whole);
  CHECK(verdict({{1, 1}, {2, 3}}) == Verdict::stays_whole);
  CHECK(verdict({{1, 2}, {2, 1}, {3, 1}}) == Verdict::stays_whole);
}

}  // namespace dlx::test
