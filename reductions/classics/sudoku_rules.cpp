// The rules of sudoku variants as text.
//
// A rule is a name followed by words. A rule ends at a comma, a semicolon or the end of a line. As
// an exception, a picture continues over as many lines as it has columns:
//
//     x, anti-knight
//     even r1c2 r4c4
//     regions
//     aabb
//     ...

#include "reductions/classics/sudoku_rules.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "dlx/core/text.hpp"
#include "dlx/core/text_error.hpp"
#include "reductions/classics/sudoku_lines.hpp"
#include "reductions/classics/sudoku_text.hpp"

namespace dlx::classics::sudoku {
namespace {

using std::string_view;

/// The kind of rule with whose name a row begins; null if the row does not begin with a rule. For
/// example, the title "grid 1" is not a rule.
const RuleKind* kind_at(string_view row) {
  const RuleKind* const kind = kind_of(next_word(row));
  if (kind == nullptr) return nullptr;
  const string_view word = next_word(row);
  if (kind->name == "grid" && !word.starts_with('r')) return nullptr;
  return kind->has_words || word.empty() ? kind : nullptr;
}

/// Whether a line is a row of squares with separators, such as the letters "x,y,a,b".
bool is_table(string_view line) {
  std::size_t fields = 1;
  for (;; ++fields) {
    const std::size_t end = line.find_first_of(",;");
    string_view field = line.substr(0, end);
    if (next_word(field).size() > 2 || !next_word(field).empty()) return false;
    if (end == string_view::npos) return fields >= least_size;
    line.remove_prefix(end + 1);
  }
}

bool is_sign_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
}

/// The edit distance of two words: how many letters must be inserted, deleted or changed.
std::size_t changes_between(string_view a, string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, above + 1, diagonal + (a[i] == b[j] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row.back();
}

/// Whether a row begins with the name of a rule, possibly in capitals or misspelt. A name followed
/// by a number is a title, not a rule, such as "Group 1".
bool resembles_rule(string_view row) {
  std::string name(next_word(row));
  const string_view word = next_word(row);
  if (word.find_first_not_of("0123456789:") == string_view::npos && !word.empty()) return false;
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  constexpr std::size_t long_enough = 5;  // a shorter misspelt name could be a row of letters
  return std::any_of(rule_kinds().begin(), rule_kinds().end(), [&](const RuleKind& kind) {
    return (kind.name == name && (name.size() > 1 || word.empty())) ||
           (kind.name.size() >= long_enough && name.size() >= long_enough &&
            std::all_of(name.begin(), name.end(), is_sign_of_name) &&
            changes_between(kind.name, name) <= 2);
  });
}

/// The name of the rule that is meant by a misspelt name, or by a name that another program uses.
/// For example, "thermo" means "less".
string_view meant_rule(string_view name) {
  static constexpr std::pair<string_view, string_view> other_names[] = {
      {"diagonal", "x"},      {"diagonals", "x"},       {"hyper", "windows"},
      {"windoku", "windows"}, {"jigsaw", "regions"},    {"killer", "cages"},
      {"thermo", "less"},     {"thermometer", "less"},  {"knight", "anti-knight"},
      {"king", "anti-king"},  {"kropki", "consecutive"}};
  std::string lower(name);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const auto& [other, rule] : other_names) {
    if (lower == other) return rule;
  }
  constexpr std::size_t most_changes = 2;
  string_view nearest;
  std::size_t least = std::min(most_changes + 1, lower.size());
  for (const RuleKind& kind : rule_kinds()) {
    const std::size_t changes = changes_between(kind.name, lower);
    if (changes < least) std::tie(nearest, least) = std::pair(kind.name, changes);
  }
  return nearest;
}

[[noreturn]] void refuse_name(string_view row, std::size_t line) {
  string_view rest = row;
  const string_view name = next_word(rest);
  std::string names;
  for (const RuleKind& kind : rule_kinds()) {
    names += (names.empty() ? "" : ", ") + std::string(kind.name);
    if (kind.name == name && !kind.has_words) {
      throw TextError("rule " + in_quotes(name) + " has no words after it; a comma ends a rule",
                      line, name);
    }
  }
  const string_view meant = meant_rule(name);
  throw TextError(
      "no rule " + in_quotes(name) +
          (meant.empty() ? "; there are " : "; did you mean " + in_quotes(meant) + "? There are ") +
          names,
      line, name);
}

/// Whether a word belongs to a rule that began on an earlier line.
bool goes_on(const Rule& rule, const RuleKind& kind, string_view word) {
  if (!kind.has_picture) return false;
  const std::size_t rows = rule.words.empty() ? 0 : rule.words.front().size();
  return rule.words.size() < std::max<std::size_t>(rows, 1) ||
         (kind.name == "cages" && word.substr(0, 3).find('=') != string_view::npos);
}

/// Adds the words of a text to a rule. In a picture, '/' may separate rows, and blanks may separate
/// the signs of a row: "a a b b / c c d d" are the words "aabb" and "ccdd".
void add_words(Rule& rule, const RuleKind& kind, string_view text) {
  while (!text.empty()) {
    const std::size_t end = kind.has_picture ? std::min(text.find('/'), text.size()) : text.size();
    string_view row = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    std::string signs;
    bool only_signs = kind.has_picture;
    for (string_view word = next_word(row); !word.empty(); word = next_word(row)) {
      rule.words.emplace_back(word);
      signs += word;
      only_signs = only_signs && word.size() == 1;
    }
    if (!only_signs || signs.size() < 2) continue;
    rule.words.resize(rule.words.size() - signs.size());
    rule.words.push_back(std::move(signs));
  }
}

/// Returns the next line, without comment and line end.
string_view next_line(string_view text, std::size_t& start) {
  const std::size_t end = std::min(text.find('\n', start), text.size());
  string_view line = text.substr(start, end - start);
  start = end + 1;
  line = line.substr(0, line.find('#'));
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) {
    line.remove_suffix(1);
  }
  return line;
}

}  // namespace

void refuse(const Rule& rule, const std::string& why) {
  throw TextError(rule.source + "rule " + in_quotes(rule.name) + ": " + why, rule.line);
}

const RuleKind* kind_of(string_view name) {
  const auto known = rule_kinds();
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const RuleKind& kind) { return kind.name == name; });
  return found == known.end() ? nullptr : &*found;
}

bool begins_with_rule(string_view text) {
  for (std::size_t start = 0; start < text.size();) {
    const string_view line = next_line(text, start);
    string_view rest = line;
    if (!next_word(rest).empty()) {
      return !is_table(line) && kind_at(line.substr(0, line.find_first_of(",;"))) != nullptr;
    }
  }
  return false;
}

Rules rules_in(string_view text) {
  Rules found;
  // The kind of the last rule, if the rule may continue on the next line.
  const RuleKind* open = nullptr;
  std::size_t number = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t line_start = start;
    string_view line = next_line(text, start);
    const string_view whole = line;
    ++number;
    bool first = true;
    while (!line.empty()) {
      const std::size_t end = std::min(line.find_first_of(",;"), line.size());
      string_view row = line.substr(0, end);
      line.remove_prefix(std::min(end + 1, line.size()));
      string_view rest = row;
      const string_view word = next_word(rest);
      if (word.empty()) continue;
      const bool is_more = open != nullptr && goes_on(found.rules.back(), *open, word);
      if (!is_more) {
        open = first && is_table(whole) ? nullptr : kind_at(row);
        if (open == nullptr && first && (is_table(whole) || !resembles_rule(row))) {
          found.end = line_start;
          return found;
        }
        if (open == nullptr) refuse_name(row, number);
        found.rules.push_back({.name = std::string(word), .words = {}, .line = number});
      }
      first = false;
      add_words(found.rules.back(), *open, is_more ? row : rest);
    }
  }
  found.end = text.size();
  return found;
}

void refuse_rules_among(std::span<const Entry> entries, string_view text, bool has_rules) {
  std::size_t start = 0;
  std::size_t number = 0;
  string_view line;
  for (const Entry& entry : entries) {
    if (!std::holds_alternative<TextError>(entry.contents)) continue;
    for (; number < entry.line && start < text.size(); ++number) line = next_line(text, start);
    const string_view row = line.substr(0, line.find_first_of(",;"));
    string_view rest = row;
    const string_view name = next_word(rest);
    if (is_table(line)) continue;
    if (kind_at(row) != nullptr) {
      throw TextError("rule " + in_quotes(name) + " after squares; rules stand before them", number,
                      name);
    }
    const bool is_name = name.size() > 1 && std::all_of(name.begin(), name.end(), is_sign_of_name);
    if (resembles_rule(row) || (has_rules && is_name)) refuse_name(row, number);
  }
}

std::vector<Rule> only_rules(string_view text, string_view name) {
  Rules found = rules_in(text);
  const auto take_source = [&](Rule& rule) {
    if (!name.empty()) rule.source = std::string(name) + ':' + std::to_string(rule.line) + ": ";
    rule.line = 0;
  };
  std::for_each(found.rules.begin(), found.rules.end(), take_source);
  if (found.end >= text.size()) return std::move(found.rules);
  // A picture of regions may lack the name of the rule. The picture has as many words as each word
  // has characters, and all its signs occur equally often. The squares of a solved puzzle also have
  // this form, but no row of a solved puzzle has a sign twice.
  Rule picture{.name = "regions", .words = {}};
  std::size_t start = found.end;
  const auto line_number = static_cast<std::size_t>(
      1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(start), '\n'));
  std::size_t first = start;
  const string_view line = next_line(text, first);
  while (start < text.size()) {
    add_words(picture, *kind_of(picture.name), next_line(text, start));
  }
  if (picture.words.size() < 2 ||
      !std::all_of(picture.words.begin(), picture.words.end(),
                   [&](const std::string& row) { return row.size() == picture.words.size(); })) {
    refuse_name(line.substr(0, line.find_first_of(",;")), line_number);
  }
  std::map<char, std::size_t> times;
  for (const std::string& row : picture.words) {
    for (const char sign : row) ++times[sign];
  }
  const bool is_solved =
      std::all_of(picture.words.begin(), picture.words.end(), [](const std::string& row) {
        return std::set<char>(row.begin(), row.end()).size() == row.size();
      });
  if (is_solved || std::any_of(times.begin(), times.end(), [&](const auto& sign) {
        return sign.second != picture.words.size();
      })) {
    throw TextError(
        "squares among rules: if they are a puzzle, give its file without --rules; regions of a "
        "jigsaw stand below the word 'regions'",
        line_number, line);
  }
  picture.line = line_number;
  take_source(picture);
  found.rules.push_back(std::move(picture));
  return std::move(found.rules);
}

std::pair<int, int> box_of(const std::vector<Rule>& rules) {
  std::pair<int, int> box{0, 0};
  for (const Rule& rule : rules) {
    if (rule.name == "box") {
      const string_view word = rule.words.size() == 1 ? string_view(rule.words[0]) : string_view();
      const auto times = std::min(word.find('x'), word.size());
      const auto width = to_number<int>(word.substr(0, times));
      const auto height = to_number<int>(word.substr(std::min(times + 1, word.size())));
      if (!width || !height || *width < 1 || *height < 1 || *width > largest_size ||
          *height > largest_size || *width * *height > largest_size) {
        refuse(rule, "WIDTHxHEIGHT wanted, such as 3x2 for boxes 3 wide and 2 high");
      }
      box = {*width, *height};
    }
    if (rule.name == "regions" && box.first == 0 && !rule.words.empty()) {
      const std::size_t n = rule.words.front().size();
      if (n > static_cast<std::size_t>(largest_size)) refuse(rule, "the board is too large");
      box = {static_cast<int>(n), 1};
    }
  }
  return box;
}

Puzzle blank_board(const std::vector<Rule>& rules, const Reading& how) {
  Puzzle blank;
  if (how.box_width != 0 || how.box_height != 0) {
    blank.box_width = how.box_width != 0 ? how.box_width : how.box_height;
    blank.box_height = how.box_height != 0 ? how.box_height : how.box_width;
  } else if (const auto [width, height] = box_of(rules); width != 0) {
    blank.box_width = width;
    blank.box_height = height;
  }
  if (blank.box_width < 1 || blank.box_height < 1 ||
      blank.box_width > largest_size / blank.box_height) {
    throw TextError("boxes of " + std::to_string(blank.box_width) + " x " +
                        std::to_string(blank.box_height) + " are too large: a board has at most " +
                        std::to_string(largest_size) + " values",
                    0);
  }
  if (!rules.empty()) blank.board = make_board(rules, blank.box_width, blank.box_height);
  const auto side = static_cast<std::size_t>(blank.size());
  blank.squares.resize(blank.board ? blank.board->has.size() : side * side);
  return blank;
}

}  // namespace dlx::classics::sudoku
