#include "reductions/apart/turning.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reductions/apart/quarter_turns.hpp"
#include "reductions/apart/replay.hpp"
#include "reductions/apart/replayed_turns.hpp"
#include "reductions/polycube/apart.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using apart::collides_on_turn;
using apart::Disassembler;
using apart::Disassembly;
using apart::DisassemblyLimits;
using apart::Halves;
using apart::has_turns;
using apart::replay_faults;
using apart::replayed;
using apart::TurningDisassembler;
using apart::Turns;
using apart::Verdict;
using lattice::Cell;
using lattice::Cells;
using lattice::QuarterTurn;
using lattice::Stage;
using Level = std::vector<std::uint32_t>;
using Pieces = std::vector<Cells>;

#ifdef DLX_SANITIZE
constexpr int rounds = 20;
#else
const int rounds = cases(250);
#endif

/// Whether squares of side 2 collide while one turns by a quarter about the origin, tried at many
/// angles by floating point.
bool collide_at_some_angle(const Halves& turning, const Halves& standing) {
  constexpr int angles = 4'000;
  const double x = turning.x;
  const double y = turning.y;
  const double s = standing.x;
  const double t = standing.y;
  for (int i = 0; i <= angles; ++i) {
    const double angle = std::acos(0.0) * i / angles;
    const double cosine = std::cos(angle);
    const double sine = std::sin(angle);
    const double near = 1 + cosine + sine - 1e-9;
    if (std::abs(x * cosine - y * sine - s) < near && std::abs(x * sine + y * cosine - t) < near &&
        std::abs(s * cosine + t * sine - x) < near && std::abs(t * cosine - s * sine - y) < near) {
      return true;
    }
  }
  return false;
}

/// Whether an assembly comes apart by slides and quarter turns, by brute force over the cells of
/// all pieces; the first never moves.
class BruteForce {
 public:
  explicit BruteForce(const Pieces& pieces) {
    int low = 0;
    int high = 0;
    for (int Cell::*along : {&Cell::x, &Cell::y, &Cell::z}) {
      low = high = pieces[0][0].*along;
      for (const Cells& cells : pieces) {
        for (const Cell& cell : cells) {
          low = std::min(low, cell.*along);
          high = std::max(high, cell.*along);
        }
      }
      reach_ = std::max(reach_, 2 * (high - low + 1));
    }
  }

  /// `turning`: with turns.
  bool comes_apart(const Pieces& pieces, bool turning) {
    if (pieces.size() < 2) return true;
    const auto key = std::pair(turning, pieces);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    std::set<Pieces> seen{pieces};
    std::vector<Pieces> front{pieces};
    std::optional<bool> result;
    while (!front.empty() && !result) {
      std::vector<Pieces> next;
      for (const Pieces& state : front) {
        for (std::size_t mask = 2; mask < std::size_t{1} << pieces.size(); mask += 2) {
          slide(state, mask, turning, result, next, seen);
          if (turning && !result) turn(state, mask, next, seen);
        }
      }
      front = std::move(next);
    }
    return known_[key] = result.value_or(false);
  }

 private:
  template <class Map>
  static Pieces moved(const Pieces& pieces, std::size_t mask, Map map) {
    Pieces result = pieces;
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      if ((mask >> p & 1) != 0) result[p] = lattice::image(pieces[p], map);
    }
    return result;
  }
  static Pieces chosen(const Pieces& pieces, std::size_t mask, bool wanted) {
    Pieces result;
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      if ((mask >> p & 1) == (wanted ? 1U : 0U)) result.push_back(pieces[p]);
    }
    return result;
  }
  /// Whether the chosen pieces, moved so far, overlap with the others.
  static bool overlap(const Pieces& pieces, std::size_t mask, const Cell& shift) {
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      for (std::size_t q = 0; q < pieces.size(); ++q) {
        if ((mask >> p & 1) == 0 || (mask >> q & 1) != 0) continue;
        for (const Cell& cell : pieces[p]) {
          const Cell there = cell + shift;
          if (std::find(pieces[q].begin(), pieces[q].end(), there) != pieces[q].end()) return true;
        }
      }
    }
    return false;
  }

  void slide(const Pieces& state, std::size_t mask, bool turning, std::optional<bool>& result,
             std::vector<Pieces>& next, std::set<Pieces>& seen) {
    constexpr int far = 24;
    for (const Cell& direction : {Cell{1, 0, 0}, Cell{-1, 0, 0}, Cell{0, 1, 0}, Cell{0, -1, 0},
                                  Cell{0, 0, 1}, Cell{0, 0, -1}}) {
      std::vector<Cell> shifts;
      for (Cell shift = direction; shifts.size() < far && !overlap(state, mask, shift);) {
        shifts.push_back(shift);
        shift = shift + direction;
      }
      if (shifts.size() == far) {
        const bool apart = comes_apart(chosen(state, mask, true), turning) &&
                           comes_apart(chosen(state, mask, false), turning);
        // Whichever separation it is, the answer is the same.
        if (result) CHECK(*result == apart);
        result = apart;
        continue;
      }
      for (const Cell& shift : shifts) {
        Pieces there = moved(state, mask, [&](const Cell& cell) { return cell + shift; });
        if (seen.insert(there).second) next.push_back(std::move(there));
      }
    }
  }

  void turn(const Pieces& state, std::size_t mask, std::vector<Pieces>& next,
            std::set<Pieces>& seen) {
    struct Plane {
      int Cell::*along;
      int Cell::*first;
      int Cell::*second;
    };
    for (const Plane& plane : {Plane{&Cell::x, &Cell::y, &Cell::z},
                               {&Cell::y, &Cell::z, &Cell::x},
                               {&Cell::z, &Cell::x, &Cell::y}}) {
      for (int a = -reach_; a <= 2 * reach_; ++a) {
        for (int b = -reach_; b <= 2 * reach_; ++b) {
          if ((a - b) % 2 != 0) continue;
          const auto centre = [&](const Cell& cell) {
            return Halves{2 * cell.*plane.first + 1 - a, 2 * cell.*plane.second + 1 - b};
          };
          if (!is_near(state, centre)) continue;
          for (const bool back : {false, true}) {
            if (!is_free(state, mask, plane.along, centre, back)) continue;
            Pieces there = moved(state, mask, [&](const Cell& cell) {
              const Halves from = centre(cell);
              Cell to = cell;
              to.*plane.first = (a - 1 + (back ? from.y : -from.y)) / 2;
              to.*plane.second = (b - 1 + (back ? -from.x : from.x)) / 2;
              return to;
            });
            if (seen.insert(there).second) next.push_back(std::move(there));
          }
        }
      }
    }
  }
  template <class Centre>
  [[nodiscard]] bool is_near(const Pieces& state, Centre centre) const {
    return std::all_of(state.begin(), state.end(), [&](const Cells& cells) {
      return std::all_of(cells.begin(), cells.end(), [&](const Cell& cell) {
        const Halves at = centre(cell);
        return std::abs(at.x) <= reach_ && std::abs(at.y) <= reach_;
      });
    });
  }
  template <class Centre>
  bool is_free(const Pieces& state, std::size_t mask, int Cell::*along, Centre centre, bool back) {
    for (const Cells& mine : chosen(state, mask, true)) {
      for (const Cells& others : chosen(state, mask, false)) {
        for (const Cell& cell : mine) {
          for (const Cell& other : others) {
            if (cell.*along != other.*along) continue;
            Halves from = centre(cell);
            Halves to = centre(other);
            if (back) {
              std::swap(from.x, from.y);
              std::swap(to.x, to.y);
            }
            const std::array key{from.x, from.y, to.x, to.y};
            const auto [known, is_new] = collisions_.try_emplace(key);
            if (is_new) known->second = collide_at_some_angle(from, to);
            if (known->second) return false;
          }
        }
      }
    }
    return true;
  }

  int reach_ = 0;  // of axes, in halves
  std::map<std::pair<bool, Pieces>, bool> known_;
  static inline std::map<std::array<int, 4>, bool> collisions_;
};

/// A block with a few pieces inside, and some empty cells.
Pieces random_block(Random& random) {
  std::array<int, 3> size{3, 3, 3};
  for (int& side : size) side = static_cast<int>(random.between(3, 4));
  const auto inside = [&](const Cell& c) {
    return c.x > 0 && c.y > 0 && c.z > 0 && c.x < size[0] - 1 && c.y < size[1] - 1 &&
           c.z < size[2] - 1;
  };
  Pieces pieces(random.between(2, 3));
  const double empty = 0.1 + 0.1 * random.below(6);
  const Cells all = lattice::box(size[0], size[1], size[2]);
  for (const Cell& cell : all) {
    if (random.chance(inside(cell) ? 0.2 : empty)) continue;
    pieces[inside(cell) || random.chance(0.15) ? random.between(1, pieces.size() - 1) : 0]
        .push_back(cell);
  }
  for (Cells& cells : pieces) {
    if (cells.empty()) cells.push_back({20, 20, 20 + static_cast<int>(&cells - pieces.data())});
  }
  return pieces;
}

/// A flat chamber between two lids, with a few ways out and bent bars in it.
Pieces random_chamber(Random& random) {
  const int width = static_cast<int>(random.between(4, 6));
  const int height = static_cast<int>(random.between(5, 6));
  std::set<Cell> free;
  Pieces pieces(1);
  const double walls = 0.05 * random.below(4);
  for (const Cell& cell : lattice::box(width, height, 3)) {
    const bool rim = cell.x == 0 || cell.y == 0 || cell.x == width - 1 || cell.y == height - 1;
    if (cell.z == 1 && !random.chance(rim ? 0.92 : walls)) {
      free.insert(cell);
    } else {
      pieces[0].push_back(cell);
    }
  }
  const std::size_t bars = random.between(1, 2);
  for (std::size_t bar = 0; bar < bars && !free.empty(); ++bar) {
    Cells cells;
    Cell at = *std::next(free.begin(), random.below(free.size()));
    const std::size_t longest = random.between(2, 4);
    for (int step = 0; step < 20 && cells.size() < longest; ++step) {
      if (free.erase(at) != 0) cells.push_back(at);
      Cell next = at;
      (random.chance(0.5) ? next.x : next.y) += random.chance(0.5) ? 1 : -1;
      if (free.count(next) != 0) at = next;
    }
    std::sort(cells.begin(), cells.end());
    pieces.push_back(cells);
  }
  random.shuffle(pieces);
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

void compare(std::uint64_t seed, int count, Sample sample) {
  INFO("seed " << seed);
  Random random(seed);
  TurningDisassembler disassembler;
  std::map<std::string, int> verdicts;
  for (int round = 0; round < count; ++round) {
    const Pieces pieces = random.chance(0.25) ? random_block(random) : random_chamber(random);
    INFO(text_of(pieces));
    BruteForce brute(pieces);
    const bool slides = brute.comes_apart(pieces, false);
    const bool turns = slides || brute.comes_apart(pieces, true);
    const Disassembly result = disassembler.analyse(pieces);
    REQUIRE(result.verdict == (turns ? Verdict::comes_apart : Verdict::stays_whole));
    REQUIRE(has_turns(result.stages) == (turns && !slides));
    if (turns) CHECK(replay_faults(pieces, result.stages) == std::vector<std::string>{});
    ++verdicts[slides ? "slides" : turns ? "turns" : "whole"];
  }
  if (sample == Sample::drawn) return;
  CHECK(verdicts["slides"] > count / 10);
  CHECK(verdicts["turns"] > count / 200);
  CHECK(verdicts["whole"] > count / 10);
}

/// A flat chamber between two lids, drawn from above, and pieces in it: '#' is wall, ' ' is free,
/// and a letter is a cell of a piece.
Pieces chamber(std::string_view drawing) {
  Pieces pieces(1);
  std::map<char, Cells> inside;
  int x = 0;
  int y = 0;
  for (const char c : drawing) {
    if (c == '/') {
      ++y;
      x = 0;
      continue;
    }
    for (const int z : {0, 2}) pieces[0].push_back({x, y, z});
    if (c == '#') pieces[0].push_back({x, y, 1});
    if (c != '#' && c != ' ') inside[c].push_back({x, y, 1});
    ++x;
  }
  for (auto& [letter, cells] : inside) pieces.push_back(std::move(cells));
  for (Cells& cells : pieces) std::sort(cells.begin(), cells.end());
  return pieces;
}

/// A bar that must turn to leave through the channel.
const char* const key = "# ####/#  ###/#   ##/# aa##/######";

/// A bar that cannot turn anywhere in its chamber, unless it first slides by half a cell.
const char* const half_key = "######/#    #/#aaa #/# #  #/#    #/### ##";

Pieces divided(const Pieces& pieces) {
  Pieces result;
  for (const Cells& cells : pieces) result.push_back(lattice::divided(cells, 2));
  return result;
}

}  // namespace

TEST_CASE("a cell meets on its turn what it overlaps at some angle") {
  int met = 0;
  for (const int odd : {0, 1}) {
    for (int x = -8 + odd; x <= 8; x += 2) {
      for (int y = -8 + odd; y <= 8; y += 2) {
        for (int s = -12 + odd; s <= 12; s += 2) {
          for (int t = -12 + odd; t <= 12; t += 2) {
            const bool meets = apart::turns_into({x, y}, {s, t});
            if (meets) ++met;
            // Centres are at odd numbers from the axis, or at even ones.
            const QuarterTurn turn{.axis = {0, 0, 1}, .twice = {1 - odd, 1 - odd, 0}};
            const auto cell = [&](int a, int b) { return Cell{(a - odd) / 2, (b - odd) / 2, 0}; };
            const bool replayed = collides_on_turn(turn, cell(x, y), cell(s, t));
            if (meets != replayed || meets != collide_at_some_angle({x, y}, {s, t})) {
              FAIL_CHECK(x << " " << y << " into " << s << " " << t);
            }
          }
        }
      }
    }
  }
  CHECK(met > 1000);
}

TEST_CASE("random assemblies come apart with turns as brute force says") {
  compare(36, rounds, Sample::fixed);
}

TEST_CASE("assemblies of a drawn seed come apart with turns as brute force says") {
  compare(drawn_seed(), rounds / 4, Sample::drawn);
}

TEST_CASE("a key must turn in its chamber") {
  const Pieces pieces = chamber(key);
  CHECK(Disassembler().analyse(pieces).verdict == Verdict::stays_whole);
  const Disassembly result = TurningDisassembler().analyse(pieces);
  REQUIRE(result.verdict == Verdict::comes_apart);
  CHECK(result.level == Level{2});
  CHECK(result.least);
  REQUIRE(result.stages.size() == 1);
  const auto& slides = result.stages[0].slides;
  REQUIRE(slides.size() == 2);
  CHECK(slides[0].pieces == std::vector<std::uint32_t>{1});
  REQUIRE(slides[0].turn);
  CHECK(slides[0].turn->axis == Cell{0, 0, -1});
  CHECK(slides[0].turn->twice == Cell{4, 8, 0});
  CHECK(slides[1].direction == Cell{0, -1, 0});
  CHECK(replay_faults(pieces, result.stages).empty());
}

TEST_CASE("a bar turns in its chamber only from a half cell") {
  const Pieces pieces = chamber(half_key);
  CHECK(TurningDisassembler().analyse(pieces).verdict == Verdict::stays_whole);
  TurningDisassembler disassembler({.states = apart::most_turned_states}, Turns::at_halves);
  const Disassembly result = disassembler.analyse(pieces);
  REQUIRE(result.verdict == Verdict::comes_apart);
  CHECK(result.level == Level{3});
  REQUIRE(result.stages.size() == 1);
  const Stage& stage = result.stages[0];
  CHECK(stage.divided == 2);
  CHECK(stage.slides[0].direction == Cell{1, 0, 0});
  CHECK(stage.slides[0].distance == 1);
  CHECK(stage.slides[1].turn.has_value());
  CHECK(replay_faults(pieces, result.stages).empty());
  // Eight times as many cells of half the size come apart in the same way.
  CHECK(TurningDisassembler().analyse(divided(pieces)).level == Level{3});
  std::vector<Stage> wrong = result.stages;
  wrong[0].slides[0].distance = 2;
  CHECK(replay_faults(pieces, wrong).front() == "stage 1, turn 2: pieces collide");
  wrong = result.stages;
  wrong[0].divided = 1;
  CHECK_FALSE(replay_faults(pieces, wrong).empty());
  CHECK(replay_faults(pieces, result.stages, {}, lattice::Grid::spheres).front() ==
        "cells that are divided into no cells");
  CHECK_THROWS_AS(TurningDisassembler({}, Turns::none), std::invalid_argument);
}

TEST_CASE("with half cells, brute force on cells of half the size gives the same answers") {
  Random random(37);
  TurningDisassembler disassembler({.states = apart::most_turned_states}, Turns::at_halves);
  std::map<std::string, int> verdicts;
  for (int round = 0; round < std::max(rounds / 10, 8); ++round) {
    // A bar of two cells in a chamber of at most 3 x 2 cells between two lids.
    std::string drawing;
    for (const Cell& cell : lattice::box(5, 4)) {
      const bool rim = cell.x == 0 || cell.y == 0 || cell.x == 4 || cell.y == 3;
      if (cell.x == 0 && cell.y > 0) drawing += '/';
      drawing += random.chance(rim ? 0.9 : 0.1) ? '#' : ' ';
    }
    const auto bar = drawing.find("  ");
    if (bar == std::string::npos) continue;
    drawing.replace(bar, 2, "aa");
    const Pieces pieces = chamber(drawing);
    INFO(text_of(pieces));
    const Pieces halves = divided(pieces);
    BruteForce brute(halves);
    const bool slides = brute.comes_apart(halves, false);
    const bool turns = slides || brute.comes_apart(halves, true);
    const Disassembly result = disassembler.analyse(pieces);
    REQUIRE(result.verdict == (turns ? Verdict::comes_apart : Verdict::stays_whole));
    // Half cells never help slides alone.
    REQUIRE(slides == (Disassembler().analyse(pieces).verdict == Verdict::comes_apart));
    if (turns) CHECK(replay_faults(pieces, result.stages).empty());
    ++verdicts[slides ? "slides" : turns ? "turns" : "whole"];
  }
  CHECK(verdicts["slides"] > 0);
  CHECK(verdicts["whole"] > 0);
}

TEST_CASE("walls, shapes and narrow chambers that let no piece turn") {
  const auto verdict = [](std::string_view drawing) {
    const Pieces pieces = chamber(drawing);
    const Disassembly result = TurningDisassembler().analyse(pieces);
    CHECK(replay_faults(pieces, result.stages).empty() == (result.verdict == Verdict::comes_apart));
    return result.verdict;
  };
  // A bar of two does not turn in a square of two.
  CHECK(verdict("# ####/# ####/#  ###/#aa###/######") == Verdict::stays_whole);
  // An L goes round the corner of a channel, and not if the corner is tight.
  CHECK(verdict("#######/#aa   #/#a    #/#     #/#    ##/#    ##/#######") == Verdict::stays_whole);
  CHECK(verdict("#######/#aaa   /#a     /#    ##/#     #/#     #/#######") == Verdict::comes_apart);
  // Longer than the channel is wide, whatever way it lies.
  CHECK(verdict("###### #/#a    ##/#aa   ##/# a   ##/#     ##/########") == Verdict::stays_whole);
}

TEST_CASE("what comes apart by slides has no turns, and parts turn only if they must") {
  Pieces pieces = chamber(key);
  Pieces easy{{{0, 0, 0}}, {{1, 0, 0}}};
  const Disassembly slid = TurningDisassembler().analyse(easy);
  CHECK(slid.level == Level{1});
  CHECK_FALSE(has_turns(slid.stages));
  // A plug before the channel leaves first.
  pieces.push_back({{1, 0, 1}});
  const Disassembly result = TurningDisassembler().analyse(pieces);
  REQUIRE(result.verdict == Verdict::comes_apart);
  CHECK(result.level == Level{1, 2});
  CHECK_FALSE(result.least);
  REQUIRE(result.stages.size() == 2);
  CHECK_FALSE(has_turns(std::span(result.stages).first(1)));
  CHECK(has_turns(result.stages));
  CHECK(replay_faults(pieces, result.stages).empty());
}

TEST_CASE("a part that no turn separates may stay in its group") {
  const Pieces pieces = chamber("# ####/# ####/#b ###/#aa###/######");
  CHECK(TurningDisassembler().analyse(pieces).verdict == Verdict::stays_whole);
  const std::vector<std::uint32_t> groups{1, 1, 2};
  const Disassembly result = TurningDisassembler().analyse(pieces, groups);
  CHECK(result.verdict == Verdict::comes_apart);
  CHECK(result.groups == groups);
  CHECK(replay_faults(pieces, result.stages, groups).empty());
  CHECK_THROWS_AS(TurningDisassembler().analyse(pieces, std::vector<std::uint32_t>{1}),
                  std::invalid_argument);
}

TEST_CASE("a checked disassembler turns only if asked for, and only cubes") {
  polycube::Assembly assembly;
  polycube::Puzzle puzzle;
  for (const Cells& cells : chamber(key)) {
    assembly.push_back({.piece = static_cast<std::uint32_t>(puzzle.pieces.size()), .cells = cells});
    puzzle.pieces.push_back({.name = "", .cells = cells});
  }
  polycube::CheckedDisassembler disassembler(lattice::Grid::cubes);
  CHECK(disassembler.take_apart(puzzle, assembly).verdict == Verdict::stays_whole);
  disassembler.set_options({.turns = Turns::at_cells});
  const Disassembly turned = disassembler.take_apart(puzzle, assembly);
  CHECK(turned.level == Level{2});
  CHECK(has_turns(turned.stages));
  disassembler.set_options({.turns = Turns::at_halves});
  CHECK(disassembler.take_apart(puzzle, assembly).stages.front().divided == 1);
  // The number of positions limits slides and turns, each by itself.
  disassembler.set_options({.turns = Turns::at_cells, .states = turned.states - 1});
  CHECK(disassembler.take_apart(puzzle, assembly).verdict == Verdict::undecided);
  disassembler.set_options({.states = 1});
  CHECK(disassembler.take_apart(puzzle, assembly).verdict == Verdict::undecided);
  disassembler.set_options({.limits = {.states = 1}});
  CHECK(disassembler.take_apart(puzzle, assembly).verdict == Verdict::stays_whole);
  polycube::CheckedDisassembler spheres(lattice::Grid::spheres);
  CHECK_THROWS_AS(spheres.set_options({.turns = Turns::at_cells}), std::invalid_argument);
  CHECK_THROWS_AS(spheres.take_apart(puzzle, assembly), std::invalid_argument);
  CHECK_THROWS_AS(polycube::check_turns(lattice::Grid::triangles), std::invalid_argument);
}

TEST_CASE("limits end a search with turns, and leave the assembly undecided") {
  const Pieces pieces = chamber("########/#      #/#  a   #/#    b #/#      #/#      #/########");
  std::atomic<bool> stop = true;
  const auto visited = [&](const DisassemblyLimits& limits) {
    const Disassembly result = TurningDisassembler(limits).analyse(pieces);
    CHECK(result.verdict == Verdict::undecided);
    CHECK(result.stages.empty());
    return result.states;
  };
  CHECK(visited({.stop = &stop}) < 20);
  CHECK(visited({.deadline = std::chrono::steady_clock::now()}) < 20);
  CHECK(visited({.states = 300}) <= 301);
  CHECK(visited({.memory = 1000}) < 100);
  CHECK(TurningDisassembler().analyse(pieces).verdict == Verdict::stays_whole);
  Pieces many;
  for (int n = 0; n < 65; ++n) many.push_back({{2 * n, 0, 0}});
  CHECK(TurningDisassembler().analyse(many).verdict == Verdict::undecided);
  CHECK(TurningDisassembler().analyse(Pieces{{{0, 0, 0}}}).verdict == Verdict::comes_apart);
}

TEST_CASE("the checker refuses turns through other pieces, and whatever else is wrong") {
  const Pieces pieces = chamber(key);
  const std::vector<Stage> right = TurningDisassembler().analyse(pieces).stages;
  REQUIRE(has_turns(right));
  const auto fault = [&](auto change) {
    std::vector<Stage> stages = right;
    change(stages[0]);
    const auto faults = replay_faults(pieces, stages);
    return faults.empty() ? "" : faults.front();
  };
  CHECK(fault([](Stage&) {}).empty());
  CHECK(fault([](Stage& stage) { stage.slides[0].turn->axis.z = 1; }) ==
        "stage 1, turn 1: pieces collide");
  CHECK(fault([](Stage& stage) { stage.slides[0].turn->twice.x -= 1; }) ==
        "stage 1, turn 1: not a quarter turn of cells");
  CHECK(fault([](Stage& stage) { stage.slides[0].turn->twice.z = 2; }) ==
        "stage 1, turn 1: not a quarter turn of cells");
  CHECK(fault([](Stage& stage) {
          stage.slides[0].turn->axis = {0, 1, 1};
        }) == "stage 1, turn 1: not a quarter turn of cells");
  CHECK(fault([](Stage& stage) { stage.slides[0].turn->twice.x += 2; }) ==
        "stage 1, turn 1: pieces collide");
  CHECK(fault([](Stage& stage) { stage.slides[0].distance = 1; }) ==
        "stage 1, turn 1: a turn that slides");
  CHECK(fault([](Stage& stage) { stage.slides.pop_back(); }) ==
        "stage 1, turn 1: the last slide of a stage is without end");
  CHECK(fault([](Stage& stage) { stage.slides.erase(stage.slides.begin()); }) ==
        "stage 1, slide 1: pieces collide after 2 cells");
  CHECK(replay_faults(pieces, right, {}, lattice::Grid::spheres).front() ==
        "stage 1, turn 1: only cubes turn");
}

TEST_CASE("the checker sees at its angles what is met on a turn") {
  for (const Cell& axis : {Cell{1, 0, 0}, Cell{0, -1, 0}, Cell{0, 0, 1}}) {
    const QuarterTurn turn{.axis = axis, .twice = {}};
    const Cell standing{2, 2, 2};
    int met = 0;
    for (const Cell& cell : lattice::box(4, 4, 4)) {
      for (const int sign : {1, -1}) {
        const Cell turning = times(sign, cell);
        CHECK(replayed({.axis = times(-1, axis), .twice = {}}, replayed(turn, turning)) == turning);
        if (collides_on_turn(turn, turning, standing)) ++met;
      }
    }
    CHECK(met > 3);
  }
}

}  // namespace dlx::test
