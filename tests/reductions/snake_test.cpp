// Snakes against a folding of their own: cubelet by cubelet in every direction, from every cell,
// and classes by the least image under the symmetries of the cube.

#include "reductions/snake/snake.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "dlx/core/verify.hpp"
#include "dlx/counting/counter.hpp"
#include "dlx/solver.hpp"
#include "reductions/catalogue/puzzle.hpp"
#include "reductions/snake/word.hpp"
#include "tests/reductions/own_polycubes.hpp"
#include "tests/support/random.hpp"

namespace dlx::test {
namespace {

using lattice::Cell;
using snake::Folding;
using snake::Puzzle;
using snake::Snake;
using snake::Start;

constexpr std::array all_up_to{UpTo::none, UpTo::rotations, UpTo::reflections};
constexpr std::array all_starts{Start::anywhere, Start::corner};

#if defined(DLX_SANITIZE) || defined(DLX_CHECK_INVARIANTS)
constexpr int many = 24;
constexpr std::uint64_t every = 100;  // of all snakes
#else
constexpr int many = 100;
constexpr std::uint64_t every = 1;
#endif

// ----------------------------------------------------------------------------- a second way

using Path = std::vector<Point>;  // the cells of a folding, in order

constexpr std::array<Point, 6> steps{
    {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}};

bool inside(const Point& p, int side) {
  return p[0] >= 0 && p[0] < side && p[1] >= 0 && p[1] < side && p[2] >= 0 && p[2] < side;
}

bool is_corner(const Point& p, int side) {
  return std::all_of(p.begin(), p.end(), [&](int v) { return v == 0 || v == side - 1; });
}

Point plus(const Point& a, const Point& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

std::size_t number(const Point& p, int side) {
  return static_cast<std::size_t>((p[2] * side + p[1]) * side + p[0]);
}

Path cells_of_cube(int side) {
  Path cells;
  for (int z = 0; z < side; ++z) {
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) cells.push_back({x, y, z});
    }
  }
  return cells;
}

/// All foldings of a word, by trying.
class Folder {
 public:
  Folder(std::string word, int side)
      : word_(std::move(word)), side_(side), cells_(cells_of_cube(side)) {
    visited_.assign(cells_.size(), false);
    for (const Point& cell : cells_) {
      for (const Point& step : steps) {
        const Point next = plus(cell, step);
        next_.push_back(inside(next, side) ? number(next, side) : cells_.size());
      }
    }
  }

  std::set<Path> all(Start start) {
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
      if (start == Start::anywhere || is_corner(cells_[cell], side_)) extend(cell, steps.size());
    }
    return std::move(found_);
  }

 private:
  /// `last`: the step to this cell, if there was one.
  void extend(std::size_t cell, std::size_t last) {
    visited_[cell] = true;
    path_.push_back(cell);
    if (path_.size() == visited_.size()) {
      Path path;
      for (const std::size_t each : path_) path.push_back(cells_[each]);
      found_.insert(std::move(path));
    } else {
      for (std::size_t step = 0; step < steps.size(); ++step) {
        const bool is_first = last == steps.size();
        if (!is_first && (step == last) != (word_[path_.size() - 2] == '0')) continue;
        const std::size_t next = next_[steps.size() * cell + step];
        if (next < cells_.size() && visited_[next] == 0) extend(next, step);
      }
    }
    path_.pop_back();
    visited_[cell] = false;
  }

  std::string word_;
  int side_;
  std::vector<Point> cells_;
  std::vector<std::size_t> next_;  // [6 * cell + step]: the next cell, or the number of cells
  std::vector<std::size_t> path_;
  std::vector<char> visited_;
  std::set<Path> found_;
};

/// The symmetries that count, 1, 24 or 48.
std::vector<Matrix> symmetries(UpTo up_to) {
  static const std::vector<Matrix> rotations = own_turns(false, false);
  static const std::vector<Matrix> all = own_turns(false, true);
  if (up_to == UpTo::none) return {Matrix{Point{1, 0, 0}, Point{0, 1, 0}, Point{0, 0, 1}}};
  return up_to == UpTo::rotations ? rotations : all;
}

Path image(const Matrix& matrix, const Path& path, int side) {
  Path result;
  for (const Point& p : path) {
    // About the middle of the cube, in half cells.
    Point q = turned(matrix, Point{2 * p[0] - side + 1, 2 * p[1] - side + 1, 2 * p[2] - side + 1});
    for (int& v : q) v = (v + side - 1) / 2;
    result.push_back(q);
  }
  return result;
}

/// The least member of a folding's class.
Path canonical(const Path& path, UpTo up_to, bool palindrome, int side) {
  std::optional<Path> least;
  const auto consider = [&](Path candidate) {
    if (!least || candidate < *least) least = std::move(candidate);
  };
  for (const Matrix& matrix : symmetries(up_to)) {
    Path moved = image(matrix, path, side);
    if (palindrome) consider(Path(moved.rbegin(), moved.rend()));
    consider(std::move(moved));
  }
  return *least;
}

Path path_of(const Folding& folding) {
  Path path;
  for (const Cell& c : folding.cells) path.push_back({c.x, c.y, c.z});
  return path;
}

bool reads_the_same(const std::string& word) {
  return std::equal(word.begin(), word.end(), word.rbegin());
}

/// The word of a folded snake.
std::string word_of(const Path& path) {
  std::string word;
  for (std::size_t i = 1; i + 1 < path.size(); ++i) {
    bool straight = true;
    for (std::size_t k = 0; k < 3; ++k) {
      straight = straight && path[i + 1][k] - path[i][k] == path[i][k] - path[i - 1][k];
    }
    word += straight ? '0' : '1';
  }
  return word;
}

/// What is wrong with a folding of this word; empty if nothing is.
std::string fault(const Folding& folding, const Snake& wanted) {
  const Path path = path_of(folding);
  const auto cubelets = static_cast<std::size_t>(wanted.side * wanted.side * wanted.side);
  if (path.size() != cubelets) return "not as many cells as cubelets";
  if (std::set<Point>(path.begin(), path.end()).size() != cubelets) return "a cell comes twice";
  for (const Point& p : path) {
    if (!inside(p, wanted.side)) return "it sticks out";
  }
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (std::none_of(steps.begin(), steps.end(),
                     [&](const Point& s) { return plus(path[i - 1], s) == path[i]; })) {
      return "it jumps";
    }
  }
  if (word_of(path) != wanted.word) return "it is another snake";
  return {};
}

/// The representatives found; fails the test if one is wrong.
std::vector<Folding> foldings(const Puzzle& puzzle) {
  const snake::Model model = snake::build(puzzle);
  Solver solver(model.problem);
  Verifier verifier(model.problem.problem());
  std::vector<Folding> found;
  std::set<Path> seen;
  while (solver.next()) {
    const auto faults = verifier.faults(solver.solution());
    if (!faults.empty()) FAIL(faults.front());
    const auto walk_faults = model.problem.walk_faults(solver.solution());
    if (!walk_faults.empty()) FAIL(walk_faults.front());
    Folding folding = snake::decode(model, solver.solution());
    const std::string what = fault(folding, puzzle.snake);
    if (!what.empty()) FAIL(what);
    const Folding again = snake::follow(puzzle.snake, folding.cells.front(), folding.directions);
    if (again.cells != folding.cells || again.directions != folding.directions) {
      FAIL("follow() differs from decode()");
    }
    if (!seen.insert(path_of(folding)).second) FAIL("a folding comes twice");
    if (puzzle.start == Start::corner && !is_corner(path_of(folding).front(), puzzle.snake.side)) {
      FAIL("it does not start in a corner");
    }
    if (puzzle.up_to != UpTo::none &&
        !(puzzle.start == Start::corner && puzzle.up_to == UpTo::rotations) &&
        snake::normalised(folding.directions, puzzle.up_to) != folding.directions) {
      FAIL("a folding found is not normalised");
    }
    if (snake::is_representative(model.puzzle, folding)) found.push_back(std::move(folding));
  }
  REQUIRE(solver.status() == Status::exhausted);
  return found;
}

/// The least members of all classes; the paths must be whole classes, but for turning end for end.
std::set<Path> classes(const std::set<Path>& paths, UpTo up_to, bool palindrome, int side) {
  std::set<Path> result;
  std::set<Path> known;
  for (const Path& path : paths) {
    if (known.count(path) != 0) continue;
    for (const Matrix& matrix : symmetries(up_to)) known.insert(image(matrix, path, side));
    result.insert(canonical(path, up_to, palindrome, side));
  }
  return result;
}

struct Tally {
  int solvable = 0;
  int palindromes = 0;
  int own_reverses = 0;
  int without_corners = 0;
};

/// Every way to ask, against the second way. Returns the classes from anywhere, up to reflections.
std::size_t compare(const Snake& s, Tally& tally) {
  CAPTURE(s.word);
  const bool palindrome = reads_the_same(s.word);
  REQUIRE(snake::is_palindrome(s) == palindrome);
  std::size_t result = 0;
  for (const Start start : all_starts) {
    const std::set<Path> paths = Folder(s.word, s.side).all(start);
    for (const UpTo up_to : all_up_to) {
      CAPTURE(start == Start::corner, to_string(up_to));
      const std::set<Path> wanted = classes(paths, up_to, palindrome, s.side);
      const std::vector<Folding> representatives =
          foldings({.snake = s, .start = start, .up_to = up_to});
      std::set<Path> found;
      for (const Folding& f : representatives) {
        found.insert(canonical(path_of(f), up_to, palindrome, s.side));
      }
      REQUIRE(representatives.size() == wanted.size());
      REQUIRE(found == wanted);
      if (start == Start::anywhere && up_to == UpTo::reflections) {
        result = wanted.size();
        for (const Path& path : wanted) {
          const Path back(path.rbegin(), path.rend());
          if (palindrome &&
              canonical(back, up_to, false, s.side) == canonical(path, up_to, false, s.side)) {
            ++tally.own_reverses;
          }
        }
        tally.solvable += wanted.empty() ? 0 : 1;
        tally.palindromes += palindrome && !wanted.empty() ? 1 : 0;
      }
      if (start == Start::corner && up_to == UpTo::none && result > 0 && wanted.empty()) {
        ++tally.without_corners;
      }
    }
  }
  return result;
}

std::size_t compare(const std::string& text) {
  Tally tally;
  return compare(snake::parse(text), tally);
}

/// A path through all cells of the cube by chance, from a cell; `antipodes`: one cell of every pair
/// that lies opposite, from the middle, so that going on in the opposite cells gives a palindrome.
class RandomPath {
 public:
  RandomPath(Random& random, int side, bool antipodes)
      : random_(random), side_(side), antipodes_(antipodes) {}

  Path from(const Point& start) {
    for (;;) {
      path_.clear();
      taken_.assign(cells_of_cube(side_).size(), false);
      budget_ = 20'000;
      if (extend(start)) return path_;
      if (budget_ > 0) return {};  // there is none
    }
  }

 private:
  [[nodiscard]] Point opposite(const Point& p) const {
    return {side_ - 1 - p[0], side_ - 1 - p[1], side_ - 1 - p[2]};
  }

  bool extend(const Point& cell) {
    if (--budget_ <= 0) return false;
    taken_[number(cell, side_)] = true;
    if (antipodes_) taken_[number(opposite(cell), side_)] = true;
    path_.push_back(cell);
    if (std::find(taken_.begin(), taken_.end(), false) == taken_.end()) return true;
    std::vector<Point> directions(steps.begin(), steps.end());
    random_.shuffle(directions);
    for (const Point& step : directions) {
      const Point next = plus(cell, step);
      if (inside(next, side_) && !taken_[number(next, side_)] && extend(next)) return true;
    }
    path_.pop_back();
    taken_[number(cell, side_)] = false;
    if (antipodes_) taken_[number(opposite(cell), side_)] = false;
    return false;
  }

  Random& random_;
  int side_;
  bool antipodes_;
  int budget_ = 0;
  Path path_;
  std::vector<bool> taken_;
};

std::string random_solvable_word(Random& random) {
  const std::vector<Point> starts{{0, 0, 0}, {1, 1, 0}};
  return word_of(RandomPath(random, 3, false).from(starts[random.below(2)]));
}

std::string random_palindrome(Random& random) {
  const Path half = RandomPath(random, 3, true).from({1, 1, 1});
  Path path;
  for (std::size_t i = half.size(); i-- > 1;) {
    path.push_back({2 - half[i][0], 2 - half[i][1], 2 - half[i][2]});
  }
  path.insert(path.end(), half.begin(), half.end());
  return word_of(path);
}

std::string random_word(Random& random) {
  std::string word;
  while (word.size() < 25) {
    word += !word.empty() && word.back() == '0' ? '1' : random.chance(0.35) ? '0' : '1';
  }
  if (random.chance(0.5)) std::copy(word.begin(), word.begin() + 12, word.rbegin());
  return word;
}

// ------------------------------------------------------------------------------------- the words

const std::string classical = "0111011011101011110101010";

TEST_CASE("a snake is read in any of its spellings") {
  const Snake wanted{.word = classical, .side = 3};
  const std::vector<std::string> spellings = {
      classical,
      "0" + classical + "0",
      "SCCCSCCSCCCSCSCCCCSCSCSCS",
      "ESCCCSCCSCCCSCSCCCCSCSCSCSE",
      "SSCCCSCCSCCCSCSCCCCSCSCSCSS",
      "escccsccscccscsccccscscscse",
      "bwb/w/b/wb/w/bw/b/w/bw/bw/b/w/b/wb/wb/wb/wb",
      "3 2 2 3 2 3 2 2 3 3 2 2 2 3 3 3 3",
      "3,2,2,3,2,3,2,2,3,3,2,2,2,3,3,3,3",
      "  3, 2, 2, 3, 2, 3, 2, 2, 3, 3,\t2, 2, 2, 3, 3, 3, 3 ",
      "32232322332223333",
  };
  for (const std::string& text : spellings) {
    CAPTURE(text);
    CHECK(snake::parse(text) == wanted);
  }
  CHECK(snake::parse("111111") == Snake{.word = "111111", .side = 2});
  CHECK(snake::parse("01111110") == Snake{.word = "111111", .side = 2});
  CHECK(snake::parse("2222222") == Snake{.word = "111111", .side = 2});
  CHECK(snake::parse("bw/b/w/b/w/b/w") == Snake{.word = "111111", .side = 2});
  CHECK(snake::parse("ECCCCCCE") == Snake{.word = "111111", .side = 2});
}

TEST_CASE("random snakes are written in every spelling and read back") {
  const std::uint64_t seed = GENERATE(std::uint64_t{9'441}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  for (int n = 0; n < 200; ++n) {
    const int side = static_cast<int>(random.between(2, 9));
    const auto inner = static_cast<std::size_t>(side * side * side - 2);
    std::string word;
    for (int run = 1; word.size() < inner;) {  // cubelets since the last corner
      const bool straight =
          run + 2 <= side && random.chance(0.6) && !(word.size() + 1 == inner && run + 2 > side);
      word += straight ? '0' : '1';
      run = straight ? run + 1 : 1;
    }
    std::string letters;
    std::string slashes = "b";
    std::vector<int> lengths{2};
    for (std::size_t i = 0; i < word.size(); ++i) {
      letters += word[i] == '0' ? 'S' : 'C';
      slashes += i % 2 == 0 ? 'w' : 'b';
      if (word[i] == '1') slashes += '/';
      if (word[i] == '1') {
        lengths.push_back(2);
      } else {
        ++lengths.back();
      }
    }
    slashes += word.size() % 2 == 0 ? 'w' : 'b';
    std::string blanks;
    std::string commas;
    std::string digits;
    for (const int length : lengths) {
      blanks += (blanks.empty() ? "" : " ") + std::to_string(length);
      commas += (commas.empty() ? "" : ",") + std::to_string(length);
      digits += std::to_string(length);
    }
    CAPTURE(side, word);
    const Snake wanted{.word = word, .side = side};
    for (const std::string& text :
         {word, "0" + word + "0", letters, "E" + letters + "E", slashes, blanks, commas, digits}) {
      CAPTURE(text);
      REQUIRE(snake::parse(text) == wanted);
    }
    REQUIRE(snake::segments(wanted) == lengths);
    const Snake back = snake::reversed(wanted);
    REQUIRE(back.word == std::string(word.rbegin(), word.rend()));
    REQUIRE(back.side == side);
    REQUIRE(snake::is_palindrome(wanted) == reads_the_same(word));
    std::vector<int> lengths_back(lengths.rbegin(), lengths.rend());
    REQUIRE(snake::segments(back) == lengths_back);
    REQUIRE(snake::reversed(back) == wanted);
  }
}

/// What parse() says about a text; "accepted" if nothing.
std::string refusal(const std::string& text) {
  try {
    static_cast<void>(snake::parse(text));
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "accepted";
}

TEST_CASE("snakes that differ in one cubelet") {
  for (const char* word : {"111111", "0111011011101011110101010"}) {
    const Snake snake = snake::parse(word);
    CHECK(snake::parse(snake::with_ends(snake)) == snake);
    std::set<std::string> words;
    for (const Snake& near : snake::near_snakes(snake)) {
      CHECK(snake::parse(near.word) == near);
      std::size_t different = 0;
      for (std::size_t i = 0; i < near.word.size(); ++i) {
        different += near.word[i] != snake.word[i] ? 1U : 0U;
      }
      CHECK(different == 1);
      words.insert(near.word);
    }
    // All others have a straight piece that is too long.
    for (std::size_t i = 0; i < snake.word.size(); ++i) {
      std::string other = snake.word;
      other[i] = other[i] == '1' ? '0' : '1';
      CHECK(words.contains(other) == (refusal(other) == "accepted"));
    }
  }
  CHECK(snake::near_snakes(snake::parse("111111")).empty());
  CHECK_FALSE(snake::near_snakes(snake::parse(classical)).empty());
}

TEST_CASE("bad snakes are refused with their place") {
  struct Bad {
    std::string text;
    std::vector<std::string> says;
  };
  const std::vector<Bad> all = {
      {"", {}},
      {"  ,\t", {}},
      // Letters that mean nothing.
      {"0111011011x01011110101010", {"letter 11", "x"}},
      {"011101101120101111010101", {"letter 11", "2"}},
      {"SCCCSCCSCCCXCSCCCCSCSCSCS", {"letter 12", "X"}},
      {"SCCCSCCSCCCSCSCCCCSCSCSC0", {"letter 25", "0"}},
      {"bwb/w/b/wb/w/bw/b/w/bw/bw/b/w/b/wb/wb/wb/w1", {"letter 43", "1"}},
      {"3 2 2 3 2 3 2 x 3 3 2 2 2 3 3 3 3", {"letter 15", "x"}},
      // Ends.
      {"ESCCCSCCSCCCSCSCCCCSCSCSCSC", {"letter 27", "C"}},
      {"SSCCCSCCSCCCSCSCCCCSCSCSCSE", {"letter 1", "S"}},
      {"1" + classical + "0", {"letter 1"}},
      {"0" + classical + "1", {"letter 27"}},
      {"ESCCCSCCSCCESCSCCCCSCSCSCSE", {"letter 12", "E"}},
      // An end, and one letter too few or too many.
      {"ESCCCSCCSCCCSCSCCCCSCSCSCS", {"26 letters", "wanted 27"}},
      {"ECCCSCCSCCCSCSCCCCSCSCSCSE", {"26 letters", "wanted 27"}},
      {"ESCCCSCCSCCCSCSCCCCSCSCSCSSE", {"28 letters", "wanted 27"}},
      {"ESCCCSCCE", {"9 letters", "wanted 8"}},
      // Slashes.
      {"/bwb/w/b/wb/w/bw/b/w/bw/bw/b/w/b/wb/wb/wb/wb", {"letter 1"}},
      {"b/wb/w/b/wb/w/bw/b/w/bw/bw/b/w/b/wb/wb/wb/wb", {"letter 2"}},
      {"bwb/w/b/wb/w/bw/b/w/bw/bw/b/w/b/wb/wb/wb/wb/", {"letter 44"}},
      {"bwb//w/b/wb/w/bw/b/w/bw/bw/b/w/b/wb/wb/wb/wb", {"letter 5"}},
      {"bwb/b/b/wb/w/bw/b/w/bw/bw/b/w/b/wb/wb/wb/wb", {"letter 5", "b"}},
      {"bbw/w/b/wb/w/bw/b/w/bw/bw/b/w/b/wb/wb/wb/wb", {"letter 2", "b"}},
      {"CSCCCSCCSCCCSCSCCCCSCSCSCSS", {"letter 1", "C"}},
      {"bwbwbwbw", {"8 cubelet", "write / after each corner"}},
      // Numbers of cubelets.
      {"1", {"3 cubelet"}},
      {"11111", {"7 cubelet"}},
      {classical.substr(1), {"26 cubelet"}},
      {classical + "1", {"28 cubelet"}},
      {"22", {"3 cubelet"}},
      {"2", {"2 cubelet"}},
      {"3 2 2 3 2 3 2 2 3 3 2 2 2 3 3 3", {"25 cubelet"}},
      {std::string(998, '1'), {"1000 cubelet"}},
      // Pieces too long, or too short.
      {"011011", {"piece 1", "3"}},
      {"111110", {"piece 6", "3"}},
      {"0011011011101011110101011", {"piece 1", "4"}},
      {"3 2 2 3 1 3 2 2 3 3 2 2 2 3 3 3 3", {"piece 5", "1"}},
      {"3 0 2 3 2 3 2 2 3 3 2 2 2 3 3 3 3", {"piece 2", "0"}},
      {"3 2 2 10 2 3", {"piece 4", "10"}},
      {"3 2 2 99999999999999999999 2 3", {"piece 4", "99999999999999999999"}},
      {"3 2 -2 3", {"letter 5", "-"}},
      {"4,2,2,3,2,3,2,2,3,2,2,2,2,3,3,3,3", {"piece 1", "4"}},
  };
  for (const Bad& bad : all) {
    const std::string message = refusal(bad.text);
    CAPTURE(bad.text, message);
    CHECK(message != "accepted");
    CHECK_FALSE(message.empty());
    for (const std::string& word : bad.says) CHECK(message.find(word) != std::string::npos);
  }
}

TEST_CASE("random texts are refused or read, and nothing else") {
  const std::uint64_t seed = GENERATE(std::uint64_t{9'451}, drawn_seed());
  CAPTURE(seed);
  Random random(seed);
  const std::string letters = "0011122223SCEescbw//  ,,\t9x\xC3\xA9";
  for (int n = 0; n < 20'000; ++n) {
    std::string text = random.chance(0.5) ? classical : "bw/b/w/b/w/b/w";
    for (std::uint32_t changes = random.between(1, 4); changes > 0; --changes) {
      const std::size_t at = random.below(text.size());
      const char letter = letters[random.below(letters.size())];
      if (random.chance(0.5)) {
        text[at] = letter;
      } else {
        text.insert(at, 1, letter);
      }
    }
    try {
      const Snake s = snake::parse(text);
      REQUIRE(s.word.size() + 2 == static_cast<std::size_t>(s.side * s.side * s.side));
      REQUIRE(snake::parse(s.word) == s);
    } catch (const std::invalid_argument&) {
    }
  }
}

TEST_CASE("segments, the reverse and palindromes of known snakes") {
  const Snake s = snake::parse(classical);
  CHECK(snake::segments(s) == std::vector{3, 2, 2, 3, 2, 3, 2, 2, 3, 3, 2, 2, 2, 3, 3, 3, 3});
  CHECK(snake::reversed(s).word == "0101010111101011101101110");
  CHECK_FALSE(snake::is_palindrome(s));
  CHECK(snake::is_palindrome(snake::parse("111111")));
  CHECK(snake::is_palindrome(snake::parse("1111010111111111110101111")));
}

struct Fact {
  std::string name;
  std::string word;
  std::vector<int> segments;
  std::size_t solutions = 0;  // up to 48 and turning end for end; 0: not known
};

/// facts/snakes.json, with the short names of data/snakes.json.
const std::vector<Fact>& facts() {
  static const std::vector<Fact> all = {
      {"kev",
       "0111010111111111111101011",
       {3, 2, 2, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 2, 2},
       0},
      {"purple",
       "1111010111111111110101111",
       {2, 2, 2, 2, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 2, 2, 2, 2},
       6},
      {"orange",
       "0101111011111111011101110",
       {3, 3, 2, 2, 2, 3, 2, 2, 2, 2, 2, 2, 2, 3, 2, 2, 3, 2, 2, 3},
       1},
      {"blue", "0101010111101011101101110", {3, 3, 3, 3, 2, 2, 2, 3, 3, 2, 2, 3, 2, 3, 2, 2, 3}, 0},
      {"green", "0101011010101111011011010", {3, 3, 3, 2, 3, 3, 3, 2, 2, 2, 3, 2, 3, 2, 3, 3}, 0},
      {"red",
       "0111111111011111110101111",
       {3, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 2, 2, 2, 2, 2, 3, 3, 2, 2, 2, 2},
       10},
      {"christmas",
       "0111011011101011110101010",
       {3, 2, 2, 3, 2, 3, 2, 2, 3, 3, 2, 2, 2, 3, 3, 3, 3},
       1},
      {"king",
       "01101110011011011011111111101011111101001111001101111111111001",
       {3, 2, 3, 2, 2, 4, 2, 3, 2, 3, 2, 3, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 2,
        2, 2, 2, 2, 3, 4, 2, 2, 2, 4, 2, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 4, 2},
       0},
      {"bluedi",
       "1111111101011101111111111",
       {2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 2, 2, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2},
       1},
      {"two", "111111", {2, 2, 2, 2, 2, 2, 2}, 3},
  };
  return all;
}

TEST_CASE("the named snakes are those that are known") {
  REQUIRE(snake::named().size() == facts().size());
  std::set<std::string> names;
  for (const Fact& fact : facts()) {
    CAPTURE(fact.name);
    const auto named = std::find_if(snake::named().begin(), snake::named().end(),
                                    [&](const auto& n) { return n.name == fact.name; });
    REQUIRE(named != snake::named().end());
    CHECK(named->snake.word == fact.word);
    CHECK(named->snake == snake::parse(fact.word));
    CHECK(snake::segments(named->snake) == fact.segments);
    CHECK_FALSE(named->title.empty());
    CHECK_FALSE(named->source.empty());
    CHECK(named->name.find(' ') == std::string::npos);
    names.insert(named->name);
  }
  CHECK(names.size() == facts().size());
  CHECK(snake::named().front().name == "christmas");
  // The blue snake is the classical one from its other end.
  CHECK(snake::reversed(snake::parse(facts()[3].word)).word == classical);
}

// -------------------------------------------------------------------------------------- foldings

TEST_CASE("there are 48 symmetries") {
  CHECK(symmetries(UpTo::none).size() == 1);
  CHECK(symmetries(UpTo::rotations).size() == 24);
  CHECK(symmetries(UpTo::reflections).size() == 48);
  const Path cube = cells_of_cube(3);
  std::set<Path> images;
  for (const Matrix& m : symmetries(UpTo::reflections)) images.insert(image(m, cube, 3));
  CHECK(images.size() == 48);
}

TEST_CASE("the classical snake") {
  const Snake s = snake::parse(classical);
  const std::string first = "> ^ < . ^ o > . v < ^ o ^ . v > ^";
  const std::string second = "> . < ^ . v > ^ o < . v . ^ o > .";

  const auto from_corner = foldings({.snake = s, .start = Start::corner, .up_to = UpTo::rotations});
  std::set<std::string> arrows;
  for (const Folding& f : from_corner) {
    CHECK(f.cells.front() == Cell{});
    arrows.insert(snake::arrows(f));
  }
  CHECK(from_corner.size() == 2);
  CHECK(arrows == std::set{first, second});

  for (const Start start : all_starts) {
    const auto one = foldings({.snake = s, .start = start, .up_to = UpTo::reflections});
    REQUIRE(one.size() == 1);
    CHECK(snake::arrows(one.front()) == first);
    CHECK(one.front().cells.front() == Cell{});
  }
  // All 48 images start in some corner, six in each.
  for (const Start start : all_starts) {
    const auto all = foldings({.snake = s, .start = start, .up_to = UpTo::none});
    CHECK(all.size() == 48);
    std::set<std::string> at_origin;
    for (const Folding& f : all) {
      if (f.cells.front() == Cell{} && f.directions.front() == 0) {
        at_origin.insert(snake::arrows(f));
      }
    }
    CHECK(at_origin == std::set{first, second});
  }
  CHECK(compare(classical) == 1);
  CHECK(compare(snake::reversed(s).word) == 1);
}

TEST_CASE("the snake of 2x2x2 has three foldings, each its own reverse") {
  Tally tally;
  CHECK(compare(snake::parse("111111"), tally) == 3);
  CHECK(tally.own_reverses == 3);
  const snake::Model model =
      snake::build({.snake = snake::parse("111111"), .up_to = UpTo::reflections});
  int kept = 0;
  int found = 0;
  Solver solver(model.problem);
  while (solver.next()) {
    ++found;
    kept += snake::is_representative(model.puzzle, snake::decode(model, solver.solution())) ? 1 : 0;
  }
  CHECK(found == 3);
  CHECK(kept == 3);
  // Of 144 directed walks half are left: none is its own reverse in place.
  CHECK(Folder("111111", 2).all(Start::anywhere).size() == 144);
  CHECK(foldings({.snake = snake::parse("111111"), .up_to = UpTo::none}).size() == 72);
}

TEST_CASE("the named snakes fold as often as is known") {
  for (const Fact& fact : facts()) {
    if (fact.word.size() != 25) continue;
    CAPTURE(fact.name);
    const std::size_t solutions = compare(fact.word);
    CHECK(solutions > 0);
    if (fact.solutions != 0) CHECK(solutions == fact.solutions);
    CHECK(foldings({.snake = snake::parse(fact.word)}).size() == solutions);
  }
}

TEST_CASE("random snakes against folding them by trying") {
#ifdef DLX_SANITIZE
  const std::uint64_t seed = 9'461;
#else
  const std::uint64_t seed = GENERATE(std::uint64_t{9'461}, drawn_seed());
#endif
  CAPTURE(seed);
  Random random(seed);
  Tally tally;
  for (int n = 0; n < many / 2; ++n) {
    const int kind = n % 10;
    const std::string word = kind < 5   ? random_solvable_word(random)
                             : kind < 9 ? random_palindrome(random)
                                        : random_word(random);
    // Words by chance may hold pieces that are too long.
    if (word.find("00") != std::string::npos) continue;
    compare(snake::parse(word), tally);
  }
  std::cout << tally.solvable << " snakes of seed " << seed << " fold, " << tally.palindromes
            << " of them palindromes, " << tally.own_reverses << " foldings are their own reverse, "
            << tally.without_corners << " snakes start in no corner" << std::endl;
  CHECK(tally.solvable > many / 3);
  CHECK(tally.palindromes > many / 24);
  CHECK(tally.own_reverses > many / 24);
}

TEST_CASE("snakes that start in no corner") {
  Random random(9'471);
  int found = 0;
  for (int tries = 0; tries < 20'000 && found < many / 24 + 1; ++tries) {
    const Path path = RandomPath(random, 3, false).from({1, 1, 0});
    if (is_corner(path.back(), 3)) continue;
    const Snake s = snake::parse(word_of(path));
    // Neither from this end nor from the other.
    if (!Folder(s.word, 3).all(Start::corner).empty()) continue;
    if (!Folder(snake::reversed(s).word, 3).all(Start::corner).empty()) continue;
    ++found;
    Tally tally;
    CHECK(compare(s, tally) > 0);
    CHECK(tally.without_corners == 1);
    CHECK(compare(snake::reversed(s).word) > 0);
    for (const UpTo up_to : all_up_to) {
      CHECK(foldings({.snake = s, .start = Start::corner, .up_to = up_to}).empty());
    }
  }
  CHECK(found == many / 24 + 1);
}

// -------------------------------------------------------------------------------- what is shown

TEST_CASE("the six directions") {
  for (std::size_t d = 0; d < snake::direction_count; ++d) {
    const Cell c = snake::step(static_cast<snake::Direction>(d));
    CHECK(Point{c.x, c.y, c.z} == steps[d]);
  }
}

std::string layers_of(const Folding& folding) {
  return drawing::numbered_layers({nullptr, bodies(folding)});
}

TEST_CASE("a folding is shown as arrows, turns, coordinates and layers") {
  const Snake two = snake::parse("111111");
  const std::vector<snake::Direction> directions{0, 2, 1, 4, 0, 3, 1};
  const Folding f = snake::follow(two, Cell{}, directions);
  CHECK(f.directions == directions);
  CHECK(fault(f, two).empty());
  CHECK(snake::arrows(f) == "> ^ < . > v <");
  CHECK(snake::turns(f) == "2R 2U 2L 2F 2R 2D 2L");
  CHECK(snake::coordinates(f) == "0,0,0 1,0,0 1,1,0 0,1,0 0,1,1 1,1,1 1,0,1 0,0,1");
  CHECK(layers_of(f) ==
        "5 6   4 3\n"
        "8 7   1 2\n");
  const snake::Model model = snake::build({.snake = two});
  CHECK(catalogue::draw(model, f) == snake::arrows(f) + "\n" + layers_of(f) + "\n");
  const drawing::Picture picture{snake::frame(two), snake::bodies(f)};
  const std::string svg = drawing::drawings(std::span(&picture, 1)).front().file("");
  CHECK_THAT(svg, Catch::Contains(">layer 1, top<") && Catch::Contains(">layer 2<"));
  // From cubelet 1 to 2 to the right, and from 4 up to the layer above.
  CHECK_THAT(
      svg, Catch::Contains("M166 98L154 104L154 92z") && Catch::Contains("M140 52L146 64L134 64z"));
}

TEST_CASE("the classical folding is shown as it is known") {
  const std::string arrows = "> ^ < . ^ o > . v < ^ o ^ . v > ^";
  const std::string marks = "><^v.o";
  std::vector<snake::Direction> directions;
  for (const char c : arrows) {
    if (c != ' ') directions.push_back(static_cast<snake::Direction>(marks.find(c)));
  }
  const Snake s = snake::parse(classical);
  const Folding f = snake::follow(s, Cell{}, directions);
  CHECK(fault(f, s).empty());
  CHECK(snake::arrows(f) == arrows);
  CHECK(snake::turns(f) == "3R 2U 2L 3F 2U 3B 2R 2F 3D 3L 2U 2B 2U 3F 3D 3R 3U");

  // The coordinates and the layers, read back.
  std::istringstream coordinates(snake::coordinates(f));
  Path path;
  for (std::string text; coordinates >> text;) {
    REQUIRE(text.size() == 5);
    path.push_back({text[0] - '0', text[2] - '0', text[4] - '0'});
  }
  CHECK(path == path_of(f));
  std::istringstream layers(layers_of(f));
  for (int y = 2; y >= 0; --y) {
    std::string line;
    REQUIRE(std::getline(layers, line));
    CHECK(line.size() == 3 * 8 + 2 * 3);
    std::istringstream numbers(line);
    for (int z = 2; z >= 0; --z) {  // the top layer first
      for (int x = 0; x < 3; ++x) {
        std::size_t n = 0;
        REQUIRE(numbers >> n);
        REQUIRE((n >= 1 && n <= 27));
        CHECK(path[n - 1] == Point{x, y, z});
      }
    }
  }
}

TEST_CASE("normalising takes all members of a class to one, and classes apart") {
  Random random(9'481);
  std::map<std::string, Path> reflections;
  std::map<std::string, Path> rotations;
  const auto directions_of = [](const Path& path) {
    std::vector<snake::Direction> directions;
    for (std::size_t i = 1; i < path.size(); ++i) {
      const auto step = std::find_if(steps.begin(), steps.end(), [&](const Point& s) {
        return plus(path[i - 1], s) == path[i];
      });
      const auto d = static_cast<snake::Direction>(step - steps.begin());
      if (directions.empty() || directions.back() != d) directions.push_back(d);
    }
    return directions;
  };
  for (int n = 0; n < 30; ++n) {
    const Path path = RandomPath(random, 3, false).from({0, 0, 0});
    CHECK(snake::normalised(directions_of(path), UpTo::none) == directions_of(path));
    for (const UpTo up_to : {UpTo::rotations, UpTo::reflections}) {
      auto& known = up_to == UpTo::rotations ? rotations : reflections;
      std::set<std::string> normal;  // as arrows
      for (const Matrix& m : symmetries(up_to)) {
        const auto directions = directions_of(image(m, path, 3));
        const auto once = snake::normalised(directions, up_to);
        CHECK(snake::normalised(once, up_to) == once);
        normal.insert(snake::arrows({.cells = {}, .directions = once}));
      }
      REQUIRE(normal.size() == 1);
      CHECK(normal.begin()->front() == '>');
      const Path least = canonical(path, up_to, false, 3);
      const auto [entry, is_new] = known.try_emplace(*normal.begin(), least);
      CHECK(entry->second == least);
    }
    // The mirror image is another class under rotations.
    Path mirrored;
    for (const Point& p : path) mirrored.push_back({2 - p[0], p[1], p[2]});
    CHECK(snake::normalised(directions_of(mirrored), UpTo::rotations) !=
          snake::normalised(directions_of(path), UpTo::rotations));
  }
}

TEST_CASE("options are straight pieces in their places") {
  for (const UpTo up_to : all_up_to) {
    const snake::Model model = snake::build({.snake = snake::parse(classical), .up_to = up_to});
    const Problem& problem = model.problem.problem();
    const std::vector<int> lengths = snake::segments(model.puzzle.snake);
    REQUIRE(model.places.size() == problem.option_count());
    CHECK(problem.primary_count() == 27 + lengths.size());
    CHECK(problem.secondary_count() == 0);
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      const snake::Place& place = model.places[o];
      const int length = lengths[place.segment];
      const int cells = place.segment == 0 ? length : length - 1;
      REQUIRE(problem.items(OptionId{o}).size() == static_cast<std::size_t>(cells + 1));
      for (const OptionId next : model.problem.successors(OptionId{o})) {
        REQUIRE(model.places[index(next)].segment == place.segment + 1);
        REQUIRE(model.places[index(next)].direction / 2 != place.direction / 2);
      }
      REQUIRE(model.problem.may_end(OptionId{o}) == (place.segment + 1 == lengths.size()));
    }
    for (const OptionId start : model.problem.starts()) {
      CHECK(model.places[index(start)].segment == 0);
    }
  }
}

// ---------------------------------------------------------------------------------------- slow

TEST_CASE("the common snake of 4x4x4", "[slow]") {
  const auto king = std::find_if(facts().begin(), facts().end(),
                                 [](const Fact& fact) { return fact.name == "king"; });
  REQUIRE(king != facts().end());
  const Snake s = snake::parse(king->word);
  CHECK(s.side == 4);
  REQUIRE_FALSE(snake::is_palindrome(s));
  const auto found = foldings({.snake = s});
  CHECK(found.size() == 4);
  std::set<Path> classes;
  for (const Folding& f : found) {
    classes.insert(canonical(path_of(f), UpTo::reflections, false, 4));
  }
  CHECK(classes.size() == 4);
}

/// All paths through the cube of side 3: how many have each word.
class AllPaths {
 public:
  AllPaths() {
    const Path cells = cells_of_cube(3);
    for (std::size_t i = 0; i < 27; ++i) {
      for (std::size_t d = 0; d < 6; ++d) {
        const Point next = plus(cells[i], steps[d]);
        next_[i][d] = inside(next, 3) ? static_cast<int>(number(next, 3)) : -1;
      }
    }
    for (std::size_t i = 0; i < 27; ++i) extend(i, std::uint32_t{1} << i, 6, 0, 1);
  }
  [[nodiscard]] const std::map<std::uint32_t, std::uint64_t>& words() const { return words_; }

 private:
  void extend(std::size_t cell, std::uint32_t visited, std::size_t came, std::uint32_t word,
              int length) {
    if (length == 27) {
      ++words_[word];
      return;
    }
    for (std::size_t d = 0; d < 6; ++d) {
      const int next = next_[cell][d];
      if (next < 0 || (visited >> next & 1U) != 0) continue;
      const std::uint32_t longer = came == 6 ? 0U : word << 1U | (d == came ? 0U : 1U);
      extend(static_cast<std::size_t>(next), visited | std::uint32_t{1} << next, d, longer,
             length + 1);
    }
  }

  std::array<std::array<int, 6>, 27> next_{};
  std::map<std::uint32_t, std::uint64_t> words_;
};

TEST_CASE("all snakes of 3x3x3", "[slow]") {
  const AllPaths all;
  std::uint64_t directed = 0;
  std::uint64_t solvable = 0;
  std::uint64_t unique = 0;
  std::uint64_t undirected = 0;
  std::uint64_t without_corner = 0;
  for (const auto& [bits, paths] : all.words()) {
    directed += paths;
    std::string word;
    for (unsigned i = 25; i-- > 0;) word += (bits >> i & 1U) != 0 ? '1' : '0';
    const std::string back(word.rbegin(), word.rend());
    if (back < word) continue;  // the same snake
    if (++solvable % every != 0) continue;
    const Snake s = snake::parse(word);
    const snake::Model model = snake::build({.snake = s});
    Solver solver(model.problem);
    std::uint64_t found = 0;
    std::uint64_t kept = 0;
    bool corner = false;
    while (solver.next()) {
      const Folding f = snake::decode(model, solver.solution());
      ++found;
      kept += snake::is_representative(model.puzzle, f) ? 1 : 0;
      corner = corner || is_corner(path_of(f).front(), 3) || is_corner(path_of(f).back(), 3);
    }
    CAPTURE(word);
    if (48 * found != paths) FAIL("found " << found << " of " << paths << " / 48");
    undirected += kept;
    unique += kept == 1 ? 1 : 0;
    without_corner += corner ? 0 : 1;
  }
  CHECK(directed == 4'960'608);
  CHECK(solvable == 11'487);
  if (every != 1) return;
  CHECK(unique == 3'658);
  CHECK(undirected == 51'704);
  CHECK(without_corner == 755);
}

}  // namespace
}  // namespace dlx::test
