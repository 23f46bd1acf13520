// How freely pieces are turned, and volumes that exclude every solution, against second ways: a
// flat board is laid on the table and filled with squares, cell by cell; sums of copies are listed.

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/counting/counter.hpp"
#include "dlx/solver.hpp"
#include "reductions/classics/dominoes.hpp"
#include "reductions/classics/pentominoes.hpp"
#include "reductions/polycube/formats.hpp"
#include "reductions/polycube/polycube.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using polycube::Piece;
using polycube::Puzzle;
using polycube::Turning;

#ifdef DLX_SANITIZE
constexpr int rounds = 30;
#else
constexpr int rounds = 400;
#endif

// On the table: squares (x, y), and the eight ways to lay a shape down, of which four turn it.

using Square = std::pair<int, int>;
using Figure = std::set<Square>;
using Map = Square (*)(const Square&);

constexpr Map turns_of_square[] = {
    [](const Square& s) { return s; },
    [](const Square& s) {
      return Square{-s.second, s.first};
    },
    [](const Square& s) {
      return Square{-s.first, -s.second};
    },
    [](const Square& s) {
      return Square{s.second, -s.first};
    },
};

Square mirrored(const Square& s) {
  return {-s.first, s.second};
}

Figure mapped(const Figure& figure, Map map) {
  Figure result;
  for (const Square& s : figure) result.insert(map(s));
  return result;
}

Figure at_corner(const Figure& figure) {
  int x = figure.begin()->first;
  int y = figure.begin()->second;
  for (const auto& [a, b] : figure) {
    x = std::min(x, a);
    y = std::min(y, b);
  }
  Figure result;
  for (const auto& [a, b] : figure) result.emplace(a - x, b - y);
  return result;
}

struct Token {
  Figure figure;
  int copies;
};

/// What each token may look like, as the turning allows.
std::vector<std::set<Figure>> looks(const std::vector<Token>& tokens, Turning turning) {
  std::vector<std::set<Figure>> all;
  for (const Token& token : tokens) {
    std::set<Figure> look;
    for (const Map turn : turns_of_square) {
      if (turning == Turning::none && turn != turns_of_square[0]) continue;
      const Figure turned = mapped(token.figure, turn);
      look.insert(at_corner(turned));
      if (turning == Turning::rotations) look.insert(at_corner(mapped(turned, mirrored)));
    }
    all.push_back(std::move(look));
  }
  return all;
}

using Laid = std::set<std::pair<std::size_t, Figure>>;

/// All ways to fill the board, square by square.
void fill(Figure& open, const std::vector<std::set<Figure>>& all, std::vector<int>& left,
          Laid& laid, std::set<Laid>& found) {
  if (open.empty()) {
    if (std::all_of(left.begin(), left.end(), [](int n) { return n == 0; })) found.insert(laid);
    return;
  }
  const Square at = *open.begin();
  for (std::size_t t = 0; t < all.size(); ++t) {
    if (left[t] == 0) continue;
    for (const Figure& look : all[t]) {
      const Square first = *look.begin();
      Figure placed;
      for (const auto& [x, y] : look) {
        placed.emplace(x - first.first + at.first, y - first.second + at.second);
      }
      if (!std::includes(open.begin(), open.end(), placed.begin(), placed.end())) continue;
      for (const Square& s : placed) open.erase(s);
      --left[t];
      laid.emplace(t, placed);
      fill(open, all, left, laid, found);
      laid.erase({t, placed});
      ++left[t];
      open.insert(placed.begin(), placed.end());
    }
  }
}

std::set<Laid> fillings(const Figure& board, const std::vector<Token>& tokens, Turning turning) {
  std::set<Laid> found;
  Figure open = board;
  std::vector<int> left;
  for (const Token& token : tokens) left.push_back(token.copies);
  Laid laid;
  fill(open, looks(tokens, turning), left, laid, found);
  return found;
}

/// The classes of fillings; nothing if mirror images were asked for and no mirror of the board
/// takes tokens to tokens. Tokens are all of different looks.
std::optional<std::size_t> classes(const Figure& board, const std::vector<Token>& tokens,
                                   Turning turning, bool mirrors) {
  const auto all = looks(tokens, turning);
  struct Member {
    Map turn;
    bool mirror;
    std::vector<std::size_t> becomes;
  };
  std::vector<Member> members;
  bool lacks = false;
  bool has_mirror = false;
  for (const bool mirror : {false, true}) {
    if (mirror && !mirrors) continue;
    for (const Map turn : turns_of_square) {
      const auto image = [&](const Figure& figure) {
        return mapped(mirror ? mapped(figure, mirrored) : figure, turn);
      };
      if (at_corner(image(board)) != at_corner(board)) continue;
      Member member{turn, mirror, {}};
      for (std::size_t t = 0; t < tokens.size(); ++t) {
        std::set<Figure> images;
        for (const Figure& look : all[t]) images.insert(at_corner(image(look)));
        for (std::size_t u = 0; u < tokens.size(); ++u) {
          if (all[u] == images && tokens[u].copies == tokens[t].copies) {
            member.becomes.push_back(u);
          }
        }
      }
      if (member.becomes.size() < tokens.size()) {
        lacks = lacks || mirror;
        continue;
      }
      has_mirror = has_mirror || mirror;
      members.push_back(std::move(member));
    }
  }
  if (lacks && !has_mirror) return std::nullopt;
  std::set<Laid> least;
  for (const Laid& laid : fillings(board, tokens, turning)) {
    Laid best = laid;
    for (const Member& member : members) {
      const auto image = [&](const Figure& figure) {
        return mapped(member.mirror ? mapped(figure, mirrored) : figure, member.turn);
      };
      // Back to where the board lies.
      const Square from = *image(board).begin();
      const Square to = *board.begin();
      Laid moved;
      for (const auto& [token, figure] : laid) {
        Figure back;
        for (const auto& [x, y] : image(figure)) {
          back.emplace(x - from.first + to.first, y - from.second + to.second);
        }
        moved.emplace(member.becomes[token], std::move(back));
      }
      best = std::min(best, moved);
    }
    least.insert(best);
  }
  return least.size();
}

/// A figure in space, across an axis: seen along the axis it is the figure on the table.
lattice::Cells stood(const Figure& figure, std::size_t axis, int at = 0) {
  lattice::Cells cells;
  for (const auto& [x, y] : figure) {
    switch (axis) {
      case 0:
        cells.push_back({at, x, y});
        break;
      case 1:
        cells.push_back({y, at, x});
        break;
      default:
        cells.push_back({x, y, at});
    }
  }
  std::sort(cells.begin(), cells.end());
  return cells;
}

/// A board cut at random into tokens of different looks.
std::vector<Token> random_tokens(Random& random, const Figure& board, Turning turning) {
  Figure left = board;
  std::map<std::set<Figure>, std::size_t> known;
  std::vector<Token> tokens;
  while (!left.empty()) {
    Figure token{*left.begin()};
    left.erase(left.begin());
    for (std::size_t size = random.between(2, 5); token.size() < size;) {
      std::vector<Square> beside;
      for (const auto& [x, y] : token) {
        for (const Square& s :
             {Square{x + 1, y}, Square{x - 1, y}, Square{x, y + 1}, Square{x, y - 1}}) {
          if (left.count(s) == 1) beside.push_back(s);
        }
      }
      if (beside.empty()) break;
      const Square next = beside[random.below(beside.size())];
      token.insert(next);
      left.erase(next);
    }
    const auto look = looks({{token, 1}}, turning).front();
    const auto [place, is_new] = known.emplace(look, tokens.size());
    if (is_new) {
      tokens.push_back({at_corner(token), 1});
    } else {
      ++tokens[place->second].copies;
    }
  }
  return tokens;
}

TEST_CASE("flat boards whichever way they lie: counts and classes as on a table") {
  const std::vector<std::vector<std::string>> boards{
      {"###", "###"},          {"####", "####", "####"},         {"#####", "#####"},
      {"###", "###", "###"},   {"####", "####", "####", "####"}, {".##.", "####", "####", ".##."},
      {"##..", "###.", ".###"}};
  Random random(36);
  int without_mirror_image = 0;
  int more_than_one = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto& picture = boards[random.below(boards.size())];
    Figure board;
    for (std::size_t y = 0; y < picture.size(); ++y) {
      for (std::size_t x = 0; x < picture[y].size(); ++x) {
        if (picture[y][x] == '#') board.emplace(static_cast<int>(x), static_cast<int>(y));
      }
    }
    const Turning turning = polycube::turning_names[random.below(3)].value;
    const std::vector<Token> tokens = random_tokens(random, board, turning);
    const auto expected = fillings(board, tokens, turning);
    if (expected.size() > 300) continue;
    const std::size_t axis = random.below(3);
    Puzzle puzzle{.pieces = {}, .target = stood(board, axis, 3), .turning = turning};
    for (const Token& token : tokens) {
      const auto copies = static_cast<std::uint32_t>(token.copies);
      // Pieces that are turned come as they lie in any plane.
      const std::size_t across = turning == Turning::none ? axis : random.below(3);
      puzzle.pieces.push_back({.name = "p" + std::to_string(puzzle.pieces.size()),
                               .cells = stood(token.figure, across),
                               .copies = Bounds{copies, copies}});
    }
    INFO("round " << round << ", axis " << axis << ", " << to_string(turning));
    const polycube::Model model = polycube::build(puzzle);
    CHECK(counting::count(model.problem).value == Natural(expected.size()));
    more_than_one += expected.size() > 1 ? 1 : 0;
    // Turned freely, a board that stands counts as solid and may be turned over itself.
    if (turning == Turning::rotations && axis != 2) continue;
    for (const bool mirrors : {false, true}) {
      const UpTo up_to = mirrors ? UpTo::reflections : UpTo::rotations;
      const auto wanted = classes(board, tokens, turning, mirrors);
      if (!wanted) {
        ++without_mirror_image;
        CHECK_THROWS_WITH(polycube::symmetries(model, up_to), Catch::Contains("no mirror image"));
        continue;
      }
      const OptionSymmetries group = polycube::symmetries(model, up_to);
      std::size_t representatives = 0;
      for (Solver solver(model.problem); solver.next();) {
        if (group.is_representative(solver.solution())) ++representatives;
      }
      CHECK(representatives == *wanted);
    }
  }
  CHECK(without_mirror_image > rounds / 20);
  CHECK(more_than_one > rounds / 4);
}

Puzzle triples(const std::string& text) {
  return polycube::read_triples(text).puzzles.at(0).puzzle;
}

std::string solutions(const Puzzle& puzzle) {
  return counting::count(polycube::build(puzzle).problem).value.to_string();
}

TEST_CASE("seven one-sided tetrominoes and three more in 5x8: 740 ways, not turned over") {
  const std::string one_sided =
      "[0-7][0-4]0\n2*I 000 100 200 300\n2*O 000 100 010 110\n2*T 000 100 200 110\n"
      "L 000 100 200 010\nJ 000 100 200 210\nS 100 200 010 110\nZ 000 100 110 210\n";
  CHECK(solutions(triples("turning no-flip\n" + one_sided)) == "740");
  CHECK(solutions(triples("turning any\n" + one_sided)) == "12424");
  CHECK(solutions(triples("[0-7][0-4]0\n2*I 000 100 200 300\n2*O 000 100 010 110\n"
                          "2*T 000 100 200 110\n2*L 000 100 200 010\n2*S 100 200 010 110\n")) ==
        "3106");
}

TEST_CASE("pentominoes and their mirror images") {
  const auto ways = [](const char* pieces, Turning turning) {
    Puzzle puzzle = classics::pentominoes::puzzle(lattice::box(5, 4), pieces);
    puzzle.turning = turning;
    return solutions(puzzle);
  };
  // Turned over, L and L' are the same; as they lie, the two sets are mirror images of each other.
  CHECK(ways("LPPY", Turning::rotations) == ways("L'P'P'Y", Turning::rotations));
  CHECK(ways("L'P'UY", Turning::flat_rotations) == "2");
  CHECK(ways("LPUY'", Turning::flat_rotations) == "2");
  CHECK(ways("LP'UY", Turning::flat_rotations) == "0");
  CHECK(ways("LPUY", Turning::rotations) == "4");
  CHECK(classics::pentominoes::puzzle(lattice::box(5, 4), "2*F'F").pieces.at(1).copies ==
        Bounds{2, 2});
  CHECK(classics::pentominoes::puzzle(lattice::box(5, 4), "2*F'F").pieces.at(1).name == "F'");
  for (const char* bad : {"I'", "X'", "'", "L''", "'L"}) {
    INFO(bad);
    CHECK_THROWS_AS(classics::pentominoes::puzzle(lattice::box(5, 4), bad), std::invalid_argument);
  }
}

TEST_CASE("18 one-sided pentominoes in 3x30: 184 ways") {
  Puzzle puzzle = classics::pentominoes::puzzle(lattice::box(30, 3), "FF'ILL'NN'PP'TUVWXYY'ZZ'");
  puzzle.turning = Turning::flat_rotations;
  const polycube::Model model = polycube::build(puzzle);
  CHECK(counting::count(model.problem).value == 184);
  CHECK(polycube::symmetries(model, UpTo::reflections).order() == 4);
}

TEST_CASE("in a thick box pieces that are not turned over keep their upper side") {
  // A flat corner in two layers of four: as it lies four ways in a layer, and never upright.
  const Piece corner{.name = "L", .cells = lattice::from_picture("XX/X"), .copies = Bounds{1, 1}};
  Puzzle puzzle{.pieces = {corner},
                .target = {},
                .turning = Turning::flat_rotations,
                .optional_cells = lattice::box(2, 2, 2)};
  CHECK(polycube::build(puzzle).placements.size() == 8);
  puzzle.pieces[0].cells = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}};  // upright it stays upright
  CHECK(polycube::build(puzzle).placements.size() == 8);
  for (const polycube::Placement& placement : polycube::build(puzzle).placements) {
    CHECK(placement.cells.front().z != placement.cells.back().z);
    CHECK(placement.cells.at(1).z == 0);  // two below, one above
  }
  puzzle.turning = Turning::none;
  CHECK(polycube::build(puzzle).placements.size() == 2);
  puzzle.turning = Turning::rotations;
  CHECK(polycube::build(puzzle).placements.size() == 24);
  // Neither is the box turned over.
  puzzle.turning = Turning::flat_rotations;
  const polycube::Model model = polycube::build(puzzle);
  CHECK(polycube::symmetries(model, UpTo::rotations).order() == 4);
  CHECK(polycube::symmetries(model, UpTo::reflections).order() == 8);
}

TEST_CASE("the line 'turning' of triples is written, read and checked") {
  const std::string text = "turning no-turn\n000 100 010\na 000 100\nb 000\n";
  CHECK(polycube::format_of(text) == polycube::Format::triples);
  CHECK(polycube::sign_of(text) == polycube::Format::triples);
  CHECK(triples(text).turning == Turning::none);
  CHECK(polycube::write_triples(triples(text)) == text);
  CHECK(solutions(triples(text)) == "1");
  CHECK(solutions(triples("000 100 010\na 000 100\nb 000\n")) == "2");
  for (const char* bad : {"turning\n000\na 000\n", "turning over\n000\na 000\n",
                          "turning any any\n000\na 000\n", "000\nturning no-flip\na 000\n"}) {
    INFO(bad);
    CHECK_THROWS_AS(polycube::read_triples(bad), TextError);
  }
}

TEST_CASE("volumes that exclude every solution, and no others") {
  Random random(11);
  int faults = 0;
  for (int round = 0; round < 20 * rounds; ++round) {
    Puzzle puzzle{.pieces = {}, .target = lattice::box(static_cast<int>(random.between(1, 9)), 2)};
    if (random.chance(0.5)) {
      puzzle.optional_cells =
          lattice::cells_between({0, 5, 0}, {static_cast<int>(random.below(6)), 5, 0});
      if (random.chance(0.5)) puzzle.holes = static_cast<std::uint32_t>(random.below(8));
    }
    const std::size_t room = puzzle.target.size() + puzzle.optional_cells.size();
    std::set<std::size_t> sums{0};
    for (std::size_t p = random.between(1, 3); p > 0; --p) {
      Piece piece{.name = std::string(1, static_cast<char>('a' + p)),
                  .cells = lattice::box(static_cast<int>(random.between(1, 7)), 1)};
      std::uint32_t least = static_cast<std::uint32_t>(random.below(3));
      std::uint32_t most = std::max(1U, least + static_cast<std::uint32_t>(random.below(3)));
      if (random.chance(0.2)) {
        piece.copies.reset();
        least = 0;
        most = static_cast<std::uint32_t>(room);
      } else {
        piece.copies = Bounds{least, most};
      }
      std::set<std::size_t> more;
      for (const std::size_t sum : sums) {
        for (std::uint32_t n = least; n <= most; ++n) {
          if (sum + n * piece.cells.size() <= room) more.insert(sum + n * piece.cells.size());
        }
      }
      sums = std::move(more);
      puzzle.pieces.push_back(std::move(piece));
    }
    std::size_t wanted = puzzle.target.size();
    if (puzzle.holes && *puzzle.holes < puzzle.optional_cells.size()) wanted = room - *puzzle.holes;
    const bool possible = sums.lower_bound(wanted) != sums.end();
    INFO("round " << round);
    CHECK(polycube::volume_fault(puzzle).has_value() == !possible);
    if (possible) continue;
    ++faults;
    CHECK(counting::count(polycube::build(puzzle).problem).value == 0);
    const polycube::Model model = polycube::build_if_fillable(puzzle);
    CHECK(model.placements.empty());
    CHECK(counting::count(model.problem).value == 0);
  }
  CHECK(faults > rounds);
}

TEST_CASE("a volume that excludes every solution is said in words") {
  const auto fault = [](const Puzzle& puzzle) {
    return polycube::volume_fault(puzzle).value_or("none");
  };
  CHECK(fault(classics::pentominoes::puzzle(lattice::box(100, 100))) ==
        "the pieces have 60 cells, and 10000 must be filled");
  CHECK(fault(classics::pentominoes::puzzle(lattice::box(5, 11))) ==
        "the pieces have 60 cells, and there is room for 55");
  CHECK(fault(classics::dominoes::puzzle(lattice::box(7, 7))) ==
        "the pieces have at most 48 cells, and 49 must be filled");
  Puzzle threes = triples("000 100 200 300 400 500 600\n2*a 000 100 200\n");
  threes.pieces[0].copies = Bounds{0, 5};
  CHECK(fault(threes) == "no choice of copies has the 7 cells that must be filled");
  threes.optional_cells = {{0, 1, 0}};
  CHECK(fault(threes) == "no choice of copies has between 7 and 8 cells, as the target has");
  CHECK(fault(classics::pentominoes::puzzle(lattice::box(6, 10))) == "none");
  // Cells that stay empty do not count as cells of the pieces.
  const auto with_gaps = [&](const std::string& gaps, const std::string& pieces) {
    Puzzle puzzle = triples("3x3\n" + pieces);
    polycube::leave_empty(puzzle, gaps);
    return fault(puzzle);
  };
  CHECK_THROWS_WITH(with_gaps("2x2", "3*I XXX\n"),
                    "the pieces leave 0 cells empty, and a block of 2x2 has 4");
  CHECK_THROWS_WITH(with_gaps("2x2", "I XXX\n"),
                    Catch::StartsWith("the pieces leave 6 cells empty, and a block of 2x2 has 4"));
  CHECK(with_gaps("10", "0..3*I XXX\n0..4*D XX\n") ==
        "10 cells cannot stay empty, because the target has 9");
  CHECK(with_gaps("2x2", "0..3*I XXX\n") ==
        "no choice of copies has the 5 cells that must be filled");
  // One size of a piece for another.
  Puzzle two = triples("000 100 200 300\n2*a 000\na 000 100\n");
  CHECK(fault(two) == "none");
  two.target = lattice::box(5, 1);
  CHECK(fault(two) == "the pieces have at most 4 cells, and 5 must be filled");
}

TEST_CASE("a piece that fits nowhere, and a cell that no piece can fill, are said in words") {
  const auto fault = [](const std::string& text) {
    return polycube::fault_of(triples(text)).value_or("none");
  };
  CHECK(fault("3x3\nA XXXX\nB XXX/XX\n") == "piece 'A' fits nowhere");
  CHECK(fault("2x2x2\n2*A XXX/X\n") == "piece 'A' fits nowhere");
  CHECK(fault("3x3\n0..1*A XXXX\nB XXX/XXX/XXX\n") == "none");
  CHECK(fault("3x3\n2*A XXX/X\nB X\n") == "none");
  CHECK(fault("XX_/XX_/XX_/__X/__X/__X\nB XX/XX/XX\nA XXX\n") == "none");
  CHECK(fault("XX_X/XX__\nB XX/XX\nA X\n") == "none");
  CHECK(fault("XX_X/XX__\nA XX/X\n0..1*B XX\n") == "no piece can fill the cell 300");
  CHECK(fault("XX_X/XX__\n2*B XX\n") == "the pieces have 4 cells, and 5 must be filled");
  CHECK(fault("gaps 1\nXX_X/XX__\n2*B XX\n") == "none");
  const polycube::Model model = polycube::build_if_fillable(triples("3x3\nA XXXX\nB XXX/XX\n"));
  CHECK(model.problem.option_count() == 0);
}

TEST_CASE("a piece in parts is remarked upon") {
  const auto said = [](const std::string& text) {
    std::string all;
    for (const std::string& remark : polycube::remarks(triples(text))) all += remark + "\n";
    return all;
  };
  CHECK(said("000 100 200\nA 000 200\nB 000\n") ==
        "piece 'A' is in 2 parts, which share no face\n");
  CHECK(said("000 110\nA 000 110\n") == "piece 'A' is in 2 parts, which share no face\n");
  CHECK(said("000 001 010\nK 000 001 010\n").empty());
  CHECK(said("000 100\nK 000 100\nK 000 300 500\n") ==
        "piece 'K' is in 3 parts, which share no face\n");
  CHECK(said("grid spheres\n000 110\nK 000 110\n").empty());
  CHECK(said("grid spheres\n000 200\nK 000 200\n") ==
        "piece 'K' is in 2 parts, which do not touch\n");
  CHECK(said("grid hexagons\n000 100\nK 000 110\n") ==
        "piece 'K' is in 2 parts, which share no face\n");
}

}  // namespace
}  // namespace dlx::test
