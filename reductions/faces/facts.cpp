#include "reductions/faces/facts.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "dlx/core/text.hpp"
#include "reductions/faces/fact_parser.hpp"
#include "reductions/polycube/lines.hpp"

namespace dlx::faces {
namespace {

/// The position of a name in a list. If the name is new, it is added to the list.
std::size_t place_of(const std::string& name, std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), name);
  const auto place = static_cast<std::size_t>(found - names.begin());
  if (found == names.end()) names.push_back(name);
  return place;
}

class FactsReader {
 public:
  /// Reads the next line, given without its line end. Ignores lines without a fact.
  void line(std::string_view text);
  /// Checks the pieces that are described by facts on several lines. The function must be called
  /// after the last line.
  Facts finish();

 private:
  enum class Kind { unknown, facts, words, pictures };

  /// The facts about a piece read so far.
  struct PieceFacts {
    std::size_t line = 0;
    std::array<std::optional<unsigned>, 4> sides = {};
    std::array<std::optional<bool>, 4> corners = {};  // corners given by facts of the form c(...)
    // Corners given by sides of five cells.
    std::array<std::optional<bool>, 4> corners_of_sides = {};
  };
  struct ArrowFact {
    std::size_t line;
    Side side;
    std::uint32_t from, to;
    std::string text;
  };
  struct NetFact {
    std::size_t line;
    std::array<int, 2> at;
  };

  Kind kind = Kind::unknown;
  std::size_t number = 0;
  std::vector<std::string> piece_names;
  std::vector<PieceFacts> said;
  struct Letter {
    std::size_t line;
    std::string shown;
  };
  std::map<std::string, Letter> letters;
  std::vector<std::string> positions;
  std::vector<ArrowFact> leads;
  std::set<std::pair<std::uint32_t, Side>> led;
  std::vector<std::vector<CornerOf>> points;
  std::vector<std::size_t> point_lines;
  std::set<std::pair<std::uint32_t, Corner>> pointed;
  std::map<std::uint32_t, NetFact> drawn;

  // Data read from texts in the formats "words" and "pictures".
  std::vector<Piece> pieces;
  std::array<std::array<bool, 5>, 5> rows{};
  std::size_t rows_read = 0;

  [[noreturn]] void fail(const std::string& message, const Term& at) const {
    throw TextError(message + ": " + in_quotes(at.where), number, at.where);
  }

  std::uint8_t one_of(const std::array<std::string_view, 4>& names, const Term& term,
                      const char* wanted) const {
    const auto found = std::find(names.begin(), names.end(), term.text);
    if (found == names.end() || term.is_list) fail(wanted, term);
    return static_cast<std::uint8_t>(found - names.begin());
  }
  Side side(const Term& term) const {
    return one_of(side_names, term, "wanted a side: n, e, s or w");
  }
  Corner corner(const Term& term) const {
    return one_of(corner_names, term, "wanted a corner: nw, ne, se or sw");
  }
  bool bit(const Term& term) const {
    if (term.text != "0" && term.text != "1") fail("wanted 0 or 1", term);
    return term.text == "1";
  }
  int integer(const Term& term) const {
    constexpr int largest = 10'000;
    const auto value = to_number<int>(term.text);
    if (term.is_list || !value || *value < -largest || *value > largest) {
      fail("wanted a number from -10000 to 10000", term);
    }
    return *value;
  }

  /// Checks that a name is valid in a problem, and that --fix can read it.
  void check_name(const Term& term, const char* wanted) const {
    if (term.is_list) fail(wanted, term);
    for (std::string_view rest = term.text; !rest.empty();) {
      const std::size_t length = visible_length(rest);
      if (length == 0 || std::string_view(":|=,").find(rest.front()) != std::string_view::npos) {
        fail("a name is one word without : | = and commas", term);
      }
      rest.remove_prefix(length);
    }
  }

  PieceFacts& piece(const Term& term) {
    check_name(term, "wanted the name of a piece");
    const std::size_t i = place_of(term.text, piece_names);
    if (i == said.size()) said.push_back({.line = number});
    return said[i];
  }
  std::uint32_t position(const Term& term) {
    check_name(term, "wanted the name of a position");
    return static_cast<std::uint32_t>(place_of(term.text, positions));
  }

  void fact_s(const std::vector<Term>& a) {
    PieceFacts& of = piece(a[1]);
    const Side at = side(a[0]);
    if (of.sides[at]) fail("this side of piece " + a[1].text + " is named twice", a[0]);
    std::vector<bool> cells;
    if (a[2].is_list) {
      for (const Term& cell : a[2].items) cells.push_back(bit(cell));
    } else {
      for (const char c : a[2].text) {
        if (c != '0' && c != '1') fail("a side is of cells 0 and 1", a[2]);
        cells.push_back(c == '1');
      }
    }
    if (cells.size() != 3 && cells.size() != 5) {
      fail("a side has three cells between its corners, or five with them", a[2]);
    }
    const std::size_t first = cells.size() == 5 ? 1 : 0;
    unsigned bits = 0;
    for (unsigned k = 0; k < 3; ++k) bits |= static_cast<unsigned>(cells[first + k]) << k;
    of.sides[at] = bits;
    if (cells.size() == 3) return;
    const auto say = [&](Corner c, bool there) {
      auto& before = of.corners_of_sides[c];
      if (before && *before != there) {
        fail("two sides of piece " + a[1].text + " disagree on their corner " +
                 std::string(corner_names[c]),
             a[2]);
      }
      before = there;
    };
    say(at, cells.front());
    say(static_cast<Corner>((at + 1) % 4), cells.back());
  }

  void fact_c(const std::vector<Term>& a) {
    PieceFacts& of = piece(a[1]);
    const Corner at = corner(a[0]);
    if (of.corners[at]) fail("this corner of piece " + a[1].text + " is named twice", a[0]);
    of.corners[at] = bit(a[2]);
  }

  void fact_p(const std::vector<Term>& a) {
    const Side at = side(a[0]);
    const std::uint32_t from = position(a[1]);
    const std::uint32_t to = position(a[2]);
    if (from == to) fail("a position that meets itself", a[2]);
    if (!led.insert({from, at}).second) {
      fail("side " + a[0].text + " of position " + a[1].text + " is named twice", a[0]);
    }
    leads.push_back(
        {number, at, from, to, "p(" + a[0].text + "," + a[1].text + "," + a[2].text + ")"});
  }

  void fact_cr(const std::vector<Term>& a) {
    if (!a[0].is_list || a[0].items.empty()) fail("wanted a list [[position,corner], ...]", a[0]);
    std::vector<CornerOf>& point = points.emplace_back();
    point_lines.push_back(number);
    for (const Term& pair : a[0].items) {
      if (!pair.is_list || pair.items.size() != 2) fail("wanted [position,corner]", pair);
      const CornerOf c{position(pair.items[0]), corner(pair.items[1])};
      if (!pointed.insert({c.position, c.corner}).second) {
        fail("this corner is named twice", pair);
      }
      point.push_back(c);
    }
  }

  void fact_char(const std::vector<Term>& a) {
    if (a[0].is_list || a[1].is_list)
      fail("wanted a name and a letter", a[0].is_list ? a[0] : a[1]);
    if (visible_length(a[1].text) != a[1].text.size()) fail("wanted one visible letter", a[1]);
    if (!letters.emplace(a[0].text, Letter{number, a[1].text}).second) {
      fail("this has a letter already", a[0]);
    }
  }

  void fact_pos(const std::vector<Term>& a) {
    const std::uint32_t at = position(a[0]);
    const NetFact where{number, {integer(a[1]), integer(a[2])}};
    if (!drawn.emplace(at, where).second) fail("this position has a place already", a[0]);
  }

  void take_fact(std::string_view text) {
    const Fact fact = parse_fact(text, number);
    using Handler = void (FactsReader::*)(const std::vector<Term>&);
    struct Form {
      std::size_t arguments;
      Handler handler;
    };
    static const std::map<std::string, Form, std::less<>> forms = {
        {"s", {3, &FactsReader::fact_s}},       {"c", {3, &FactsReader::fact_c}},
        {"p", {3, &FactsReader::fact_p}},       {"cr", {1, &FactsReader::fact_cr}},
        {"char", {2, &FactsReader::fact_char}}, {"pos", {3, &FactsReader::fact_pos}}};
    const auto form = forms.find(fact.name.text);
    if (form == forms.end()) fail("wanted a fact s, c, p, cr, char or pos", fact.name);
    if (fact.arguments.size() != form->second.arguments) {
      fail("this fact has " + std::to_string(form->second.arguments) + " arguments, and here " +
               std::to_string(fact.arguments.size()),
           fact.name);
    }
    (this->*form->second.handler)(fact.arguments);
  }

  void add_piece(std::string name, Rim rim) {
    const std::size_t n = pieces.size();
    for (std::size_t k = n + 1; name.empty(); ++k) {
      const auto is_taken = [&, wanted = std::to_string(k)](const Piece& p) {
        return p.name == wanted;
      };
      if (std::none_of(pieces.begin(), pieces.end(), is_taken)) name = std::to_string(k);
    }
    pieces.push_back({.name = std::move(name), .rim = rim, .letter = letter(n), .set = {}});
  }

  void word_line(std::string_view text) {
    const auto last = text.find_last_of(" \t");
    const std::string_view bits = last == std::string_view::npos ? text : text.substr(last + 1);
    if (bits.size() != rim_cells || bits.find_first_not_of("01") != std::string_view::npos) {
      const auto wrong = bits.size() == rim_cells ? bits.find_first_not_of("01") : bits.npos;
      const std::string_view at = wrong == bits.npos ? bits : bits.substr(wrong, 1);
      throw TextError(
          "a piece's word has 16 characters 0 and 1, clockwise from the top left corner; " +
              (wrong == bits.npos ? "this has " + std::to_string(bits.size()) + ": " : "not ") +
              in_quotes(at),
          number, at);
    }
    std::string_view name = last == std::string_view::npos ? "" : text.substr(0, last);
    while (!name.empty() && (name.back() == ' ' || name.back() == ':' || name.back() == '\t')) {
      name.remove_suffix(1);
    }
    const auto same = [&](const Piece& piece) { return piece.name == name; };
    if (!name.empty() && std::any_of(pieces.begin(), pieces.end(), same)) {
      throw TextError("two pieces of this name: " + in_quotes(name), number, name);
    }
    check_name({.where = name, .text = std::string(name), .items = {}, .is_list = false}, "");
    add_piece(std::string(name), from_word(bits));
  }

  void picture_line(std::string_view text) {
    if (text.size() != rows.size()) {
      throw TextError("a piece's row has 5 cells, and this has " + std::to_string(text.size()) +
                          ": " + in_quotes(text),
                      number, text);
    }
    if (rows_read == rows.size()) {
      throw TextError("a sixth row; pieces have five, with an empty line between two pieces",
                      number, text);
    }
    for (std::size_t c = 0; c < text.size(); ++c) {
      const bool there = std::string_view("#X1").find(text[c]) != std::string_view::npos;
      if (!there && std::string_view("._0").find(text[c]) == std::string_view::npos) {
        throw TextError(
            "wanted # X or 1 for a cell and . _ or 0 for none: " + in_quotes(text.substr(c, 1)),
            number, text.substr(c, 1));
      }
      if (!there && filled(0, static_cast<int>(rows_read), static_cast<int>(c))) {
        throw TextError("piece " + std::to_string(pieces.size() + 1) + ": row " +
                            std::to_string(rows_read + 1) + ", column " + std::to_string(c + 1) +
                            " is empty; the middle 3x3 of a piece is always there",
                        number, text.substr(c, 1));
      }
      rows[rows_read][c] = there;
    }
    ++rows_read;
  }

  void end_picture() {
    if (kind != Kind::pictures || rows_read == 0) return;
    if (rows_read != rows.size()) {
      throw TextError("piece " + std::to_string(pieces.size() + 1) + " has " +
                          std::to_string(rows_read) + " rows; pieces have five",
                      number);
    }
    add_piece({}, from_rows(rows));
    rows_read = 0;
  }

  void compile_pieces() {
    for (std::size_t i = 0; i < said.size(); ++i) {
      const PieceFacts& of = said[i];
      unsigned rim = 0;
      for (Side side = 0; side < 4; ++side) {
        if (!of.sides[side]) {
          throw TextError(
              "piece " + piece_names[i] + " has no side " + std::string(side_names[side]) + ": s(" +
                  std::string(side_names[side]) + "," + piece_names[i] + ",...) is missing",
              of.line);
        }
        rim |= *of.sides[side] << side_cell(side, 0);
        const auto by_side = of.corners_of_sides[side];
        const auto by_fact = of.corners[side];
        if (by_side && by_fact && *by_side != *by_fact) {
          throw TextError("piece " + piece_names[i] +
                              ": its sides and its c fact disagree on corner " +
                              std::string(corner_names[side]),
                          of.line);
        }
        if (by_fact.value_or(by_side.value_or(false))) rim |= 1U << corner_cell(side);
      }
      add_piece(piece_names[i], static_cast<Rim>(rim));
    }
  }

  Layout compile_assembly() const {
    Layout layout;
    layout.names = positions;
    for (const ArrowFact& there : leads) {
      const auto goes = [](const ArrowFact& l, std::uint32_t from, std::uint32_t to) {
        return l.from == from && l.to == to;
      };
      const auto count = [&](std::uint32_t from, std::uint32_t to) {
        return std::count_if(leads.begin(), leads.end(),
                             [&](const ArrowFact& l) { return goes(l, from, to); });
      };
      const auto back = std::find_if(leads.begin(), leads.end(), [&](const ArrowFact& l) {
        return goes(l, there.to, there.from);
      });
      if (back == leads.end()) {
        throw TextError(there.text + " does not lead back: give p(...," + positions[there.to] +
                            "," + positions[there.from] + ")",
                        there.line);
      }
      if (count(there.from, there.to) > 1 || count(there.to, there.from) > 1) {
        throw TextError("positions " + positions[there.from] + " and " + positions[there.to] +
                            " meet along several sides, and p cannot say which meets which",
                        there.line);
      }
      if (there.line < back->line) {
        layout.joints.push_back({there.from, there.side, back->from, back->side});
      }
    }
    layout.corners = points;
    const auto meets = [&](std::uint32_t position) {
      return std::any_of(leads.begin(), leads.end(),
                         [&](const ArrowFact& l) { return l.from == position; });
    };
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (const CornerOf& c : points[i]) {
        if (!meets(c.position)) {
          throw TextError("position " + positions[c.position] + " stands in no p fact",
                          point_lines[i]);
        }
      }
    }
    for (const auto& [position, where] : drawn) {
      if (!meets(position)) {
        throw TextError("position " + positions[position] + " stands in no p fact", where.line);
      }
    }
    if (!drawn.empty()) place(layout);
    return layout;
  }

  void place(Layout& layout) const {
    for (std::uint32_t p = 0; p < positions.size(); ++p) {
      const auto found = drawn.find(p);
      if (found == drawn.end()) {
        throw TextError("position " + positions[p] + " has no pos fact, and others have",
                        drawn.begin()->second.line);
      }
      const auto [x, y] = found->second.at;
      for (std::uint32_t q = 0; q < p; ++q) {
        const auto [other_x, other_y] = layout.drawn_at[q];
        // Adjacent panels of a drawing may share a row or column of cells.
        if (std::abs(x - other_x) < piece_side - 1 && std::abs(y - other_y) < piece_side - 1) {
          throw TextError("positions " + positions[q] + " and " + positions[p] +
                              " are drawn on top of each other; pos counts cells, so that "
                              "neighbours are 4 apart",
                          found->second.line);
        }
      }
      layout.drawn_at.push_back({x, y});
    }
  }

  void compile_letters(std::vector<Piece>& all, std::optional<Layout>& layout) const {
    std::vector<std::string> position_letters(positions.size());
    bool any = false;
    for (const auto& entry : letters) {  // clang 14 cannot capture structured bindings in a lambda
      const std::string& name = entry.first;
      const std::string& shown = entry.second.shown;
      const auto position = std::find(positions.begin(), positions.end(), name);
      const auto piece =
          std::find_if(all.begin(), all.end(), [&](const Piece& p) { return p.name == name; });
      if (position != positions.end()) {
        position_letters[static_cast<std::size_t>(position - positions.begin())] = shown;
        any = true;
      } else if (piece != all.end()) {
        piece->letter = shown;
      } else {
        throw TextError("char(" + name + ",...) names no position and no piece", entry.second.line);
      }
    }
    if (layout && any) layout->letters = position_letters;
  }
};

void FactsReader::line(std::string_view text) {
  ++number;
  // A comment begins at a percent sign. In a line with a fact, percent signs within quotes do not
  // count.
  const bool is_fact = text.substr(0, text.find('%')).find('(') != std::string_view::npos;
  bool quotes = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_fact && text[i] == '\'') quotes = !quotes;
    if (text[i] != '%' || quotes) continue;
    text = text.substr(0, i);
    break;
  }
  text = polycube::trimmed(text);
  if (text.empty()) return end_picture();
  const bool has_word = text.size() >= rim_cells &&
                        text.substr(text.size() - rim_cells).find_first_not_of("01") == text.npos;
  if (!has_word && polycube::is_number_sign_comment(text, "#X1._0")) {
    if (const auto blank = text.find(' '); text.find_first_not_of("#X1._0 ") == text.npos) {
      throw TextError("a blank in a picture; . or _ is an empty cell", number,
                      text.substr(blank, 1));
    }
    throw TextError("a comment begins with %, not with #", number, text.substr(0, 1));
  }
  if (kind == Kind::unknown) {
    kind = text.find('(') != std::string_view::npos ? Kind::facts
           : has_word                               ? Kind::words
           : text.find_first_not_of("#X1._0") == std::string_view::npos && text.size() < 12
               ? Kind::pictures
               : Kind::words;
  }
  switch (kind) {
    case Kind::facts:
      return take_fact(text);
    case Kind::words:
      return word_line(text);
    default:
      return picture_line(text);
  }
}

Facts FactsReader::finish() {
  end_picture();
  if (kind == Kind::facts) compile_pieces();
  Facts facts{.pieces = std::move(pieces), .layout = {}};
  if (!leads.empty()) {
    facts.layout = compile_assembly();
  } else if (!points.empty() || !drawn.empty()) {
    throw TextError("cr and pos facts, but no p facts that say which positions meet", 0);
  }
  compile_letters(facts.pieces, facts.layout);
  if (facts.pieces.empty()) throw TextError("no piece in it", 0);
  return facts;
}

std::string quoted(const std::string& name) {
  std::string result = "'";
  for (const char c : name) result += c == '\'' ? std::string("''") : std::string(1, c);
  return result + "'";
}

/// A name in the syntax of Prolog: a number, a word that begins with a small letter, or a quoted
/// text.
std::string atom(const std::string& name) {
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  const auto in_word = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  const bool number = std::all_of(name.begin(), name.end(), is_digit);
  const bool word = std::all_of(name.begin(), name.end(), in_word) && !name.empty() &&
                    std::islower(static_cast<unsigned char>(name.front())) != 0;
  return !name.empty() && (number || word) ? name : quoted(name);
}

std::string facts_of_pieces(const Layout& layout, const std::vector<Piece>& pieces) {
  std::string text = "% Pieces: sides clockwise, then corners and letters.\n";
  for (const Piece& piece : pieces) {
    for (Side side = 0; side < 4; ++side) {
      const unsigned cells = side_cells(piece.rim, side);
      text += "s(" + std::string(side_names[side]) + "," + atom(piece.name) + ",[";
      for (unsigned k = 0; k < 3; ++k)
        text += std::string(k > 0 ? "," : "") + ((cells >> k & 1U) != 0 ? "1" : "0");
      text += "]).\n";
    }
    for (Corner c = 0; c < 4; ++c) {
      if (!has_cell(piece.rim, corner_cell(c))) continue;
      text += "c(" + std::string(corner_names[c]) + "," + atom(piece.name) + ",1).\n";
    }
    // No letter is written if a position has the name of the piece, because the letter would be
    // read as the letter of the position.
    const bool is_position =
        std::find(layout.names.begin(), layout.names.end(), piece.name) != layout.names.end();
    if (!is_position && !piece.letter.empty()) {
      text += "char(" + atom(piece.name) + "," + quoted(piece.letter) + ").\n";
    }
  }
  return text;
}

std::string facts_of_positions(const Layout& layout) {
  std::string text =
      "% Positions: where they are drawn, what each side leads to, the points where corners "
      "meet.\n";
  for (std::size_t p = 0; p < layout.drawn_at.size(); ++p) {
    text += "pos(" + atom(layout.names[p]) + "," + std::to_string(layout.drawn_at[p][0]) + "," +
            std::to_string(layout.drawn_at[p][1]) + ").\n";
  }
  for (const Joint& j : layout.joints) {
    const std::string a = atom(layout.names[j.a]);
    const std::string b = atom(layout.names[j.b]);
    text += "p(" + std::string(side_names[j.a_side]) + "," + a + "," + b + ").\n";
    text += "p(" + std::string(side_names[j.b_side]) + "," + b + "," + a + ").\n";
  }
  for (const auto& point : layout.corners) {
    text += "cr([";
    for (std::size_t i = 0; i < point.size(); ++i) {
      text += std::string(i > 0 ? "," : "") + "[" + atom(layout.names[point[i].position]) + "," +
              std::string(corner_names[point[i].corner]) + "]";
    }
    text += "]).\n";
  }
  for (std::size_t p = 0; p < layout.letters.size(); ++p) {
    if (layout.letters[p].empty()) continue;
    text += "char(" + atom(layout.names[p]) + "," + quoted(layout.letters[p]) + ").\n";
  }
  return text;
}

}  // namespace

Facts read_facts(std::string_view text) {
  FactsReader reader;
  polycube::Lines lines(text);
  for (std::string_view line; lines.next(line);) reader.line(line);
  return reader.finish();
}

std::string to_facts(const Layout& layout, const std::vector<Piece>& pieces) {
  return facts_of_pieces(layout, pieces) + facts_of_positions(layout);
}

}  // namespace dlx::faces
