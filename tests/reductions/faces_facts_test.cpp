#include "reductions/faces/facts.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "reductions/faces/faces.hpp"
#include "reductions/faces/happy_cubes.hpp"
#include "tests/reductions/own_faces.hpp"

namespace dlx::test {
namespace {

using Catch::Contains;
using faces::Facts;
using faces::Layout;
using faces::Piece;
using faces::read_facts;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines{""};
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

struct Refusal {
  std::string message;
  std::size_t line = 0;
  std::string word;
  bool word_is_in_line = true;
};

/// Why a text is refused; nothing if it is not.
std::optional<Refusal> refusal(const std::string& text) {
  try {
    static_cast<void>(read_facts(text));
  } catch (const TextError& e) {
    Refusal result{e.what(), e.line(), std::string(e.word()), true};
    if (!e.word().empty()) {
      const char* const end = text.data() + text.size();
      const char* const from = e.word().data();
      const bool is_in_text = from >= text.data() && from + e.word().size() <= end;
      result.word_is_in_line =
          is_in_text && e.word().find('\n') == std::string_view::npos &&
          static_cast<std::size_t>(std::count(text.data(), from, '\n')) + 1 == e.line();
    }
    return result;
  }
  return std::nullopt;
}

using Named = std::pair<std::string, int>;

/// All that an assembly says, whatever the order of its positions.
struct Said {
  std::set<std::string> names;
  std::set<std::set<Named>> joints;
  std::multiset<std::set<Named>> points;
  std::map<std::string, std::array<int, 2>> drawn;
  std::map<std::string, std::string> letters;
  friend bool operator==(const Said&, const Said&) = default;
};

Said said(const Layout& layout) {
  Said all;
  all.names = {layout.names.begin(), layout.names.end()};
  CHECK(all.names.size() == layout.names.size());
  for (const faces::Joint& j : layout.joints) {
    all.joints.insert(
        std::set<Named>{Named{layout.names[j.a], j.a_side}, Named{layout.names[j.b], j.b_side}});
  }
  CHECK(all.joints.size() == layout.joints.size());
  for (const auto& point : layout.corners) {
    std::set<Named> ends;
    for (const faces::CornerOf& c : point) ends.emplace(layout.names[c.position], c.corner);
    all.points.insert(ends);
  }
  for (std::size_t p = 0; p < layout.drawn_at.size(); ++p) {
    all.drawn[layout.names[p]] = layout.drawn_at[p];
  }
  for (std::size_t p = 0; p < layout.letters.size(); ++p) {
    if (!layout.letters[p].empty()) all.letters[layout.names[p]] = layout.letters[p];
  }
  return all;
}

using Pieces = std::vector<std::tuple<std::string, faces::Rim, std::string>>;
Pieces said(const std::vector<Piece>& pieces) {
  Pieces all;
  for (const Piece& piece : pieces) all.emplace_back(piece.name, piece.rim, piece.letter);
  return all;
}

void check_round_trip(const Layout& layout, const std::vector<Piece>& pieces) {
  const std::string text = faces::to_facts(layout, pieces);
  INFO(text);
  Facts facts;
  REQUIRE_NOTHROW(facts = read_facts(text));
  CHECK(said(facts.pieces) == said(pieces));
  REQUIRE(facts.layout.has_value());
  CHECK(said(*facts.layout) == said(layout));
  // And what was read can be written and read once more.
  const Facts again = read_facts(faces::to_facts(*facts.layout, facts.pieces));
  CHECK(said(again.pieces) == said(pieces));
  CHECK(said(*again.layout) == said(layout));
}

TEST_CASE("facts of the cubes, there and back") {
  check_round_trip(faces::cube(1), faces::happy_cubes()[0].pieces);
  check_round_trip(faces::cube(2), faces::all_pieces());
  check_round_trip(faces::cube(3), faces::all_pieces());
  Layout lettered = faces::cube(1);
  lettered.letters = {"u", "", "f", "%", "ä", "("};
  check_round_trip(lettered, faces::happy_cubes()[3].pieces);
}

/// Any assembly whose positions all meet some other.
Layout random_layout(Random& random, const std::vector<std::string>& names) {
  Layout layout;
  layout.names = names;
  const auto size = static_cast<std::uint32_t>(names.size());
  std::set<std::pair<std::uint32_t, int>> used;
  std::set<std::pair<std::uint32_t, std::uint32_t>> met;
  const auto join = [&](std::uint32_t a, std::uint32_t b) {
    const auto side_a = static_cast<faces::Side>(random.below(4U));
    const auto side_b = static_cast<faces::Side>(random.below(4U));
    if (a == b || used.contains({a, side_a}) || used.contains({b, side_b})) return false;
    if (!met.insert(std::minmax(a, b)).second) return false;
    used.insert({a, side_a});
    used.insert({b, side_b});
    layout.joints.push_back({a, side_a, b, side_b});
    return true;
  };
  for (std::uint32_t p = 1; p < size; ++p) {
    while (!join(p, random.below(p))) {
    }
  }
  for (int i = 0; i < 6; ++i) join(random.below(size), random.below(size));
  random.shuffle(layout.joints);
  std::vector<faces::CornerOf> corners;
  for (std::uint32_t p = 0; p < size; ++p) {
    for (faces::Corner c = 0; c < 4; ++c) corners.push_back({p, c});
  }
  random.shuffle(corners);
  while (random.chance(0.8) && !corners.empty()) {
    auto& point = layout.corners.emplace_back();
    do {
      point.push_back(corners.back());
      corners.pop_back();
    } while (random.chance(0.6) && !corners.empty());
  }
  if (random.chance(0.5)) {
    for (std::uint32_t p = 0; p < size; ++p) {
      layout.drawn_at.push_back({static_cast<int>(5 * p) - 7 + static_cast<int>(random.below(2U)),
                                 static_cast<int>(random.below(9U)) - 4});
    }
  }
  if (random.chance(0.5)) {
    for (std::uint32_t p = 0; p < size; ++p) {
      layout.letters.push_back(random.chance(0.3) ? ""
                                                  : std::string(1, "ab%(,."[random.below(6U)]));
    }
    const auto empty = [](const std::string& s) { return s.empty(); };
    if (std::all_of(layout.letters.begin(), layout.letters.end(), empty)) {
      layout.letters.clear();
    }
  }
  return layout;
}

void check_random_round_trips(std::uint64_t seed, int rounds) {
  Random random(seed);
  const std::vector<std::string> strange = {
      "X",  "Front", "a+b", "a%b", "%",   "[",   "a.b",   "(",   ")",  "ä",  "a-b",
      "-5", "-",     "1",   "0",   "01",  "a_1", ".",     "q.",  "\"", "[]", "s",
      "n",  "cr",    "<&>", "a;b", "%it", "s(n", "_lead", "1.5", "x'"};
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(seed, round);
    std::vector<std::string> names = strange;
    names.pop_back();  // an apostrophe has a case of its own
    random.shuffle(names);
    const std::size_t positions = random.between(2, 6);
    const std::size_t count = random.between(1, 8);
    const std::vector<std::string> position_letters(
        names.begin(), names.begin() + static_cast<std::ptrdiff_t>(positions));
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < count; ++i) {
      pieces.push_back({.name = names[positions + i],
                        .rim = static_cast<faces::Rim>(random.below(1U << 16)),
                        .letter = std::string(1, "XYZ%()[],.<"[random.below(11U)]),
                        .set = ""});
    }
    check_round_trip(random_layout(random, position_letters), pieces);
  }
}

TEST_CASE("random facts there and back, names in quotes among them, fixed seed") {
  check_random_round_trips(5, 150);
}

TEST_CASE("random facts there and back, drawn seed") {
  check_random_round_trips(drawn_seed(), 50);
}

TEST_CASE("words and pictures say the same as facts") {
  for (const faces::HappyCube& cube : faces::happy_cubes()) {
    std::string words;
    std::string named_words;
    std::string pictures;
    std::string others;
    std::string short_sides;
    std::string five_cells;
    Pieces expected;
    for (std::size_t i = 0; i < 6; ++i) {
      const faces::Rim rim = cube.pieces[i].rim;
      const std::string word = faces::word(rim);
      const std::string name = std::to_string(i + 1);
      expected.emplace_back(name, rim, std::string(1, "ABCDEF"[i]));
      words += word + "\n";
      named_words += "  " + name + (i % 2 == 0 ? ": " : "\t ") + word + "  % a comment\n\n";
      for (const auto& row : bitmap_of_word(word)) {
        for (std::size_t c = 0; c < 5; ++c) {
          pictures += row[c] ? '#' : '.';
          others += row[c] ? "X1"[(c + i) % 2] : "_0"[c % 2];
        }
        pictures += '\n';
        others += '\n';
      }
      pictures += "\n";
      others += i == 5 ? "" : "  \n\n";
      const std::string round = word + word[0];
      for (std::size_t side = 0; side < 4; ++side) {
        const std::string head = "s(" + std::string(1, "nesw"[side]) + "," + name + ",";
        short_sides += head + (i % 2 == 0 ? "" : "'") + word.substr(4 * side + 1, 3) +
                       (i % 2 == 0 ? "" : "'") + ").\n";
        five_cells += " " + head + " " + round.substr(4 * side, 5) + " ) .\n";
        short_sides += "c(" + std::string(faces::corner_names[side]) + "," + name + "," +
                       word[4 * side] + ")\n";
      }
    }
    for (const std::string& text :
         {words, named_words, pictures, others, short_sides, five_cells}) {
      INFO(text);
      const Facts facts = read_facts(text);
      CHECK(!facts.layout.has_value());
      Pieces pieces = said(facts.pieces);
      CHECK(pieces == expected);
    }
  }
}

TEST_CASE("by hand: facts with blanks, comments, quotes") {
  const Facts facts = read_facts(
      "s( n , 'my-piece' , [ 0 , 1 , 0 ] ) .  % north\n"
      "s(e,'my-piece',[1,1,0]).\n"
      "\n"
      "s(s,'my-piece',000).\n"
      "\ts(w,'my-piece','001').\n"
      "c(se,'my-piece',1).\n"
      "c(sw,'my-piece',0)\n"
      "char('my-piece','%').   % 'quoted'\n"
      "p(e,left,'The-Right').\n"
      "p(n,'The-Right',left). % back\n"
      "cr([[left,ne],['The-Right',nw]]).\n"
      "pos(left,-4,0).\n"
      "pos('The-Right',0,0).\n"
      "char(left,l).\n");
  CHECK(said(facts.pieces) == Pieces{{"my-piece", faces::from_word("0010011010000001"), "%"}});
  REQUIRE(facts.layout.has_value());
  CHECK(facts.layout->names == std::vector<std::string>{"left", "The-Right"});
  CHECK(facts.layout->joints == std::vector<faces::Joint>{{0, 1, 1, 0}});
  REQUIRE(facts.layout->corners.size() == 1);
  CHECK(facts.layout->corners[0] == std::vector<faces::CornerOf>{{0, 1}, {1, 0}});
  CHECK(facts.layout->drawn_at == std::vector<std::array<int, 2>>{{-4, 0}, {0, 0}});
  CHECK(facts.layout->letters == std::vector<std::string>{"l", ""});
}

/// All sides of a piece, one line.
std::string piece(const std::string& name) {
  std::string text;
  for (const char side : std::string("nesw")) {
    text += "s(" + std::string(1, side) + "," + name + ",010).\n";
  }
  return text;
}

struct Bad {
  std::string text;
  std::size_t line;
  std::string word;
  std::string message;
};

void check_refused(const std::vector<Bad>& cases) {
  for (const Bad& bad : cases) {
    INFO(bad.text);
    const auto found = refusal(bad.text);
    REQUIRE(found.has_value());
    CHECK(found->line == bad.line);
    CHECK(found->word == bad.word);
    CHECK(found->word_is_in_line);
    CHECK_THAT(found->message, Contains(bad.message));
    CHECK(found->message.size() < 300);
  }
}

TEST_CASE("errors of one fact point at the word") {
  check_refused({
      {"s(n,1,[0,2,0]).", 1, "2", "0 or 1"},
      {"s(n,1,[0,[1],0]).", 1, "[1]", "0 or 1"},
      {"s(n,1,[0,1]).", 1, "[0,1]", "three cells"},
      {"s(n,1,[0,1,0,1]).", 1, "[0,1,0,1]", "three cells"},
      {"s(n,1,[0,1,0,1,1,1]).", 1, "[0,1,0,1,1,1]", "three cells"},
      {"s(n,1,0101).", 1, "0101", "three cells"},
      {"s(n,1,'0 1').", 1, "'0 1'", "0 and 1"},
      {"s(n,1,abc).", 1, "abc", "0 and 1"},
      {"s(x,1,[0,1,0]).", 1, "x", "n, e, s or w"},
      {"s(nw,1,[0,1,0]).", 1, "nw", "n, e, s or w"},
      {"s([n],1,[0,1,0]).", 1, "[n]", "n, e, s or w"},
      {"s(n,[1],[0,1,0]).", 1, "[1]", "name of a piece"},
      {"s(n,1,[0,1,0]).\n% \n  s( n , 1 , [1,1,0]).", 3, "n", "twice"},
      {"s(n,1,[0,1,0,1,1]).\ns(e,1,[0,1,0,1,1]).", 2, "[0,1,0,1,1]", "disagree on their corner ne"},
      {"c(n,1,1).", 1, "n", "nw, ne, se or sw"},
      {"c(nw,1,2).", 1, "2", "0 or 1"},
      {"c(nw,1,yes).", 1, "yes", "0 or 1"},
      {"c(nw,1,1).\n\nc(nw,1,1).", 3, "nw", "twice"},
      {"p(e,a,b).\np(e,a,c).", 2, "e", "twice"},
      {"p(e,a,a).", 1, "a", "meets itself"},
      {"p(ne,a,b).", 1, "ne", "n, e, s or w"},
      {"p(e,[a],b).", 1, "[a]", "name of a position"},
      {"cr([[a,nw],[a,nw]]).", 1, "[a,nw]", "twice"},
      {"cr([[a,nw],[b,ne]]).\ncr([[c,sw],[ b , ne ]]).", 2, "[ b , ne ]", "twice"},
      {"cr(a).", 1, "a", "list"},
      {"cr([a,nw]).", 1, "a", "[position,corner]"},
      {"cr([[a,nw,b]]).", 1, "[a,nw,b]", "[position,corner]"},
      {"cr([[a,n]]).", 1, "n", "nw, ne, se or sw"},
      {"cr([]).", 1, "]", "name"},
      {"pos(a,1,x).", 1, "x", "number"},
      {"pos(a,10001,0).", 1, "10001", "number"},
      {"pos(a,99999999999999999999,0).", 1, "99999999999999999999", "number"},
      {"pos(a,0,[1]).", 1, "[1]", "number"},
      {"pos(a,0,0).\npos(b,4,0).\npos(a,8,0).", 3, "a", "already"},
      {"char(1,'AB').", 1, "'AB'", "one visible letter"},
      {"char(1,' ').", 1, "' '", "one visible letter"},
      {"char(1,[a]).", 1, "[a]", "a name and a letter"},
      {"char(1,'A').\nchar(1,'A').", 2, "1", "already"},
      {"char(1,A).", 1, "A", "variable"},
      {"s(N,1,[0,1,0]).", 1, "N", "variable"},
      {"s(n,Piece,[0,1,0]).", 1, "Piece", "variable"},
      {"cr([[Front,nw]]).", 1, "Front", "variable"},
      {"t(n,1,010).", 1, "t", "s, c, p, cr, char or pos"},
      {"side(n,1,010).", 1, "side", "s, c, p, cr, char or pos"},
      {"s(n,1).", 1, "s", "3 arguments, and here 2"},
      {"s(n,1,010,1).", 1, "s", "3 arguments, and here 4"},
      {"cr([[a,nw]],[[b,nw]]).", 1, "cr", "1 argument"},
      {"char(1).", 1, "char", "2 arguments, and here 1"},
      {"s().", 1, ")", "name"},
      {"s(n,,010).", 1, ",", "name"},
      {"(n,1,010).", 1, "(", "name"},
      {"s(n,1,[0,1,0]", 1, "", "the line ends"},
      {"s(n,1,[0,1,0", 1, "", "the line ends"},
      {"s(n,1,[0,1,0,", 1, "", "end of the line"},
      {"s(n,1,[0,1,0).", 1, ")", "']'"},
      {"s(n,1,[0,1,0]].", 1, "]", "')'"},
      {"s(n,1,[0 1,0]).", 1, "1", "comma"},
      {"s(n,'1,[0,1,0]).", 1, "'1,[0,1,0]).", "quote"},
      {"char(1,''').", 1, "''').", "without its end"},
      {"s(n,'',[0,1,0]).", 1, "'", "name"},
      {"cr([[[[a]]]]).", 1, "[", "too deep"},
      {"cr(" + std::string(100'000, '[') + ").", 1, "[", "too deep"},
      {"c(nw,1,1). c(ne,1,1).", 1, "c(ne,1,1).", "one fact a line"},
      {"c(nw,1,1)..", 1, ".", "one fact a line"},
      {piece("1") + "hello\n", 5, "", "'('"},
      {piece("1") + "0101010101010101\n", 5, "", "'('"},
  });
}

TEST_CASE("errors of several facts together name the line") {
  const std::string one = piece("1");  // 4 lines
  check_refused({
      {"s(n,1,010).\ns(e,1,010).\ns(s,1,010).", 1, "", "piece 1 has no side w"},
      {one + "% two\nc(nw,2,1).\n", 6, "", "piece 2 has no side n"},
      {one + "p(e,a,b).\np(w,b,a).\np(s,a,c).\n", 7, "", "p(s,a,c) does not lead back"},
      {one + "p(e,a,b).\np(w,b,c).\np(w,c,b).\n", 5, "", "p(e,a,b) does not lead back"},
      {one + "p(e,a,b).\np(w,b,a).\np(n,a,b).\np(s,b,a).\n", 5, "", "along several sides"},
      {one + "cr([[a,nw],[b,ne]]).\n", 0, "", "no p facts"},
      {one + "pos(a,0,0).\n", 0, "", "no p facts"},
      {one + "p(e,a,b).\np(w,b,a).\ncr([[a,nw]]).\ncr([[b,nw],[c,ne]]).\n", 8, "",
       "position c stands in no p fact"},
      {one + "pos(c,0,0).\np(e,a,b).\np(w,b,a).\n", 5, "", "position c stands in no p fact"},
      {one + "p(e,a,b).\np(w,b,a).\npos(b,0,0).\n", 7, "", "position a has no pos fact"},
      {one + "p(e,a,b).\np(w,b,a).\npos(a,0,0).\npos(b,3,0).\n", 8, "", "on top of each other"},
      {one + "p(e,a,b).\np(w,b,a).\npos(a,0,0).\npos(b,-3,3).\n", 8, "", "on top of each other"},
      {one + "p(e,a,b).\np(w,b,a).\npos(a,0,0).\npos(b,0,0).\n", 8, "", "on top of each other"},
      {one + "char(2,'A').\n", 5, "", "names no position and no piece"},
      {"s(n,1,01010).\ns(e,1,010).\ns(s,1,010).\ns(w,1,010).\nc(nw,1,1).\n", 1, "",
       "disagree on corner nw"},
      {"", 0, "", "no piece"},
      {"% nothing\n\n", 0, "", "no piece"},
      {"p(e,a,b).\np(w,b,a).\n", 0, "", "no piece"},
  });
  // Four apart is next to each other.
  CHECK(!refusal(one + "p(e,a,b).\np(w,b,a).\npos(a,0,0).\npos(b,4,0).\n").has_value());
}

TEST_CASE("a letter of nothing is reported in its own line") {
  check_refused({{piece("1") + "char(2,'A').\nchar(1,'B').\n", 5, "", "names no position"}});
}

TEST_CASE("errors of words point at the word") {
  const std::string good = "0101010101010101\n";
  check_refused({
      {"010101010101010", 1, "010101010101010", "this has 15"},
      {good + "010101010101010", 2, "010101010101010", "this has 15"},
      {good + "\n  % \nname 01010101010101010  ", 4, "01010101010101010", "this has 17"},
      {good + "0101010101010102", 2, "2", "16 characters"},
      {good + "name", 2, "name", "this has 4"},
      {"a " + good + "b " + good + "a: " + good, 3, "a", "two pieces of this name"},
      {good + "2 " + good + "2 " + good, 3, "2", "two pieces of this name"},
      {good + "1 " + good, 2, "1", "two pieces of this name"},
      {good + "a=b " + good, 2, "a=b", "without : | ="},
      {good + "a b " + good, 2, "a b", "one word"},
      {good + "a|b " + good, 2, "a|b", "without : | ="},
      {good + "s(n,1,010).", 2, "s(n,1,010).", "16 characters"},
  });
}

TEST_CASE("a name that comes by itself is not one that a word had before") {
  const auto facts = [] { return read_facts("2 0101010101010101\n1010101010101010\n"); };
  std::set<std::string> names;
  try {
    for (const Piece& piece : facts().pieces) names.insert(piece.name);
    CHECK(names.size() == 2);
  } catch (const TextError& e) {
    CHECK(e.line() == 2);
  }
}

TEST_CASE("a comment may follow a word whose name has an apostrophe") {
  const auto found = refusal("Peter's 0101010101010101\nit's 0101010101010101 % note\n");
  INFO((found ? found->message : ""));
  CHECK(!found.has_value());
}

TEST_CASE("what was read can be built, or is refused with its line") {
  // Names with blanks are fine in facts; items may not have any.
  const auto found = refusal(piece("'a b'"));
  if (found) return;
  faces::Puzzle puzzle;
  puzzle.layout.names = {"here"};
  puzzle.pieces = read_facts(piece("'a b'")).pieces;
  CHECK_NOTHROW(faces::build(puzzle));
}

TEST_CASE("errors of pictures point at the row") {
  const std::string good = "..#..\n.###.\n#####\n.###.\n..#..\n";
  check_refused({
      {"####\n", 1, "####", "has 4"},
      {"######\n", 1, "######", "has 6"},
      {"..#..\n.###\n", 2, ".###", "has 4"},
      {"..#..\n .####.\n", 2, ".####.", "has 6"},
      {good + "\n" + "..#..\n.#o#.\n", 8, "o", "# X or 1"},
      {good + "\n" + "..#..\n.###.\n#####\n.###.\n", 10, "", "piece 2 has 4 rows"},
      {good + "..#..\n", 6, "..#..", "sixth row"},
      {"# # #\n.###.\n", 1, " ", "a blank in a picture"},
      {"# a comment\n" + good, 1, "#", "a comment begins with %"},
      {"red 0l01010101010101\n", 1, "l", "0 and 1"},
  });
  // A row short and a hole come to light at the end of the picture.
  for (const std::string& end : {std::string(), std::string("\n"), "\n" + good}) {
    const auto rows = refusal("..#..\n.###.\n#####\n.###.\n" + end);
    if (end.empty() || end == "\n") {
      REQUIRE(rows.has_value());
      CHECK_THAT(rows->message, Contains("piece 1 has 4 rows"));
      CHECK(rows->line == (end.empty() ? 4 : 5));
    }
    const auto hole = refusal("..#..\n.###.\n##.##\n.###.\n..#..\n" + end);
    REQUIRE(hole.has_value());
    CHECK_THAT(hole->message, Contains("piece 1: row 3, column 3 is empty"));
    CHECK(hole->line == 3);
    CHECK(hole->word == ".");
  }
}

/// One random change of bytes or lines.
std::string mutated(std::string text, Random& random) {
  static const std::string likely = "()[],.'%01nesw \n\tABacrp#X_-:|=";
  const auto at = [&] { return static_cast<std::ptrdiff_t>(random.below(text.size())); };
  switch (text.empty() ? 0U : random.below(7U)) {
    case 0:
      text.insert(text.begin() + (text.empty() ? 0 : at()), likely[random.below(likely.size())]);
      break;
    case 1:
      text[static_cast<std::size_t>(at())] = likely[random.below(likely.size())];
      break;
    case 2:
      text[static_cast<std::size_t>(at())] = static_cast<char>(random.below(256U));
      break;
    case 3:
      text.erase(text.begin() + at());
      break;
    case 4: {
      const std::ptrdiff_t i = at();
      text.insert(text.begin() + i, text[static_cast<std::size_t>(i)]);
      break;
    }
    default: {  // a line deleted, doubled, or moved to the end
      auto lines = lines_of(text);
      if (lines.empty()) break;
      const auto i = static_cast<std::ptrdiff_t>(random.below(lines.size()));
      const std::string line = lines[static_cast<std::size_t>(i)];
      const auto kind = random.below(3U);
      if (kind != 1) lines.erase(lines.begin() + i);
      if (kind == 1) lines.insert(lines.begin() + i, line);
      if (kind == 2) lines.push_back(line);
      text.clear();
      for (const std::string& l : lines) text += l + "\n";
    }
  }
  return text;
}

void fuzz(std::uint64_t seed, int rounds) {
  Random random(seed);
  const auto& blue = faces::happy_cubes()[0].pieces;
  Layout cube = faces::cube(1);
  cube.letters = {"u", "", "f", "%", "", "("};
  std::string words;
  std::string pictures;
  for (const Piece& piece : blue) {
    words += piece.name + " " + faces::word(piece.rim) + "\n";
    for (const auto& row : bitmap_of_word(faces::word(piece.rim))) {
      for (const bool there : row) pictures += there ? '#' : '.';
      pictures += '\n';
    }
    pictures += '\n';
  }
  const std::vector<std::string> valid = {faces::to_facts(cube, blue), words, pictures};
  int read_well = 0;
  int refused = 0;
  for (int round = 0; round < rounds; ++round) {
    std::string text = valid[random.below(valid.size())];
    for (std::uint32_t n = random.between(1, 4); n > 0; --n) text = mutated(text, random);
    INFO("seed " << seed << ", round " << round << ":\n" << text);
    std::optional<Refusal> found;
    try {
      found = refusal(text);
    } catch (const std::exception& e) {
      FAIL("neither read nor refused as it should: " << e.what());
    }
    if (found) {
      ++refused;
      if (!found->word_is_in_line || found->message.empty() ||
          found->line > lines_of(text).size()) {
        FAIL("a bad error: " << found->message);
      }
      continue;
    }
    ++read_well;
    const Facts facts = read_facts(text);
    // It is the same once written and read again, unless a piece is called like a position: then
    // one does not know whose letter is meant.
    if (facts.layout) {
      const auto& names = facts.layout->names;
      if (std::none_of(facts.pieces.begin(), facts.pieces.end(), [&](const Piece& piece) {
            return std::find(names.begin(), names.end(), piece.name) != names.end();
          })) {
        check_round_trip(*facts.layout, facts.pieces);
      }
    }
    // Whatever was read can be built or is refused in words.
    faces::Puzzle puzzle;
    puzzle.layout = facts.layout.value_or(faces::cube(1));
    puzzle.pieces = facts.pieces;
    try {
      const faces::Model model = faces::build(puzzle);
      if (model.placements.size() != model.problem.option_count()) FAIL("options are missing");
    } catch (const std::invalid_argument&) {
    }
  }
  CHECK(read_well > rounds / 50);
  CHECK(refused > rounds / 10);
}

TEST_CASE("mutated files are read or refused, fixed seed") {
  fuzz(11, 6000);
}

TEST_CASE("mutated files are read or refused, drawn seed") {
  fuzz(drawn_seed(), 3000);
}

TEST_CASE("an apostrophe in a name is refused or comes back") {
  Layout layout = faces::cube(1);
  std::vector<Piece> pieces = faces::happy_cubes()[0].pieces;
  pieces[0].name = "Peter's";
  std::string text;
  try {
    text = faces::to_facts(layout, pieces);
  } catch (const std::invalid_argument&) {
    return;
  }
  const auto found = refusal(text);
  INFO((found ? found->message : ""));
  REQUIRE(!found.has_value());
  CHECK(said(read_facts(text).pieces) == said(pieces));
}

}  // namespace
}  // namespace dlx::test
