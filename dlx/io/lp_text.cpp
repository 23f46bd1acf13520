// Linear programs in the format that CPLEX, Gurobi, GLPK, CBC and HiGHS read and write:
//
//     \ a comment
//     Minimize
//      cost: 2 x + 3.5 y + z
//     Subject To
//      seat: x + y = 1
//      1 <= y + z <= 2
//     Binary
//      x y z
//     End
//
// A constraint may have a name and may extend over several lines. A keyword must be at the
// beginning of a line. A program that an exact-cover problem cannot express is refused. The error
// is reported at the word that cannot be expressed. Examples are variables that may be fractions or
// larger than 1, constraints with different coefficients, quadratic terms, and special ordered
// sets.
//
// The readers of GLPK and CoinUtils are not used, because these libraries print faults on the
// terminal in their own words, and are not available in a browser.

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dlx/core/text.hpp"
#include "dlx/io/linear_program.hpp"

namespace dlx::io {
namespace {

enum class Section : std::uint8_t {
  minimize,
  maximize,
  constraints,
  bounds,
  binary,
  integer,
  end,
  not_read,
  none,
};

// The keywords that begin each section.
constexpr std::pair<Section, std::array<std::string_view, 10>> lp_keywords[] = {
    {Section::minimize, {"minimize", "minimise", "minimum", "min"}},
    {Section::maximize, {"maximize", "maximise", "maximum", "max"}},
    {Section::constraints, {"subject to", "such that", "st", "s.t.", "st."}},
    {Section::bounds, {"bounds", "bound"}},
    {Section::binary, {"binary", "binaries", "bin"}},
    {Section::integer, {"general", "generals", "gen", "integer", "integers", "int"}},
    {Section::end, {"end"}},
    {Section::not_read,
     {"semi-continuous", "semis", "semi", "sos", "sos1", "sos2", "lazy constraints", "user cuts",
      "general constraints", "pwlobj"}},
};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lower(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = lower(c);
  return text;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Whether a character may occur in the name of a variable or a constraint.
bool is_of_name(char c) {
  return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z') ||
         std::string_view("!\"#$%&(),.;?@_'`{}~|").find(c) != std::string_view::npos ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Splits a text into words: names, numbers, relations, and the single characters `+-:[]^*/`.
class LpWords {
 public:
  explicit LpWords(std::string_view text) : text_(text) { take(); }

  /// The current word of the text; empty at the end of the text.
  [[nodiscard]] std::string_view word() const { return word_; }
  [[nodiscard]] bool begins_line() const { return begins_line_; }
  [[nodiscard]] bool is_number() const {
    return !word_.empty() &&
           (is_digit(word_[0]) || (word_[0] == '.' && word_.size() > 1 && is_digit(word_[1])));
  }
  [[nodiscard]] bool is_name() const {
    return !word_.empty() && !is_number() && is_of_name(word_[0]);
  }
  [[nodiscard]] bool is_relation() const {
    return word_.find_first_of("<>=") != std::string_view::npos;
  }
  /// Makes the next word of the text the current word.
  void take() {
    begins_line_ = position_ == 0;
    for (; position_ < text_.size(); ++position_) {
      const char c = text_[position_];
      if (c == '\n') begins_line_ = true;
      if (c == '\\') {
        position_ = std::min(text_.find('\n', position_), text_.size()) - 1;
      } else if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
        break;
      }
    }
    word_ = text_.substr(position_, length());
    position_ += word_.size();
  }
  /// The section that a keyword at the beginning of a line starts, and the number of words of the
  /// keyword. Section::none if the current word is not a keyword.
  [[nodiscard]] std::pair<Section, int> keyword() const {
    if (!begins_line_ || word_.empty()) return {Section::none, 0};
    LpWords next = *this;
    next.take();
    const bool has_colon = next.word_ == ":";
    const std::string one = lower(word_);
    const std::string two = one + ' ' + lower(next.word_);
    for (const int words : {2, 1}) {
      if (words == 1 && has_colon) continue;
      for (const auto& [section, known] : lp_keywords) {
        const auto place = std::find(known.begin(), known.end(), words == 2 ? two : one);
        if (place != known.end()) return {section, words};
      }
    }
    // The class LpWords splits the keyword "semi-continuous" into three words.
    if (one == "semi" && next.word_ == "-") return {Section::not_read, 1};
    return {Section::none, 0};
  }

 private:
  [[nodiscard]] std::size_t length() const {
    const std::string_view rest = text_.substr(position_);
    std::size_t end = 0;
    if (rest.empty()) return 0;
    if (is_digit(rest[0]) || (rest[0] == '.' && rest.size() > 1 && is_digit(rest[1]))) {
      while (end < rest.size() && (is_digit(rest[end]) || rest[end] == '.')) ++end;
      // An exponent must contain a digit: "3e1" is a number, and "3 e1" is a coefficient and a
      // name.
      if (end < rest.size() && lower(rest[end]) == 'e') {
        std::size_t digit = end + 1;
        if (digit < rest.size() && (rest[digit] == '+' || rest[digit] == '-')) ++digit;
        if (digit < rest.size() && is_digit(rest[digit])) {
          end = digit;
          while (end < rest.size() && is_digit(rest[end])) ++end;
        }
      }
      return end;
    }
    if (std::string_view("<>=").find(rest[0]) != std::string_view::npos) {
      const bool is_two = rest.size() > 1 && rest[0] != rest[1] &&
                          std::string_view("<>=").find(rest[1]) != std::string_view::npos;
      return is_two ? 2 : 1;
    }
    // A bracket within a name is part of it, as in x[1,2]. Other brackets are words.
    const auto goes_on = [&](char c) {
      return is_of_name(c) || (end > 0 && (c == '[' || c == ']'));
    };
    while (end < rest.size() && goes_on(rest[end])) ++end;
    return end == 0 ? 1 : end;
  }

  std::string_view text_;
  std::size_t position_ = 0;
  std::string_view word_;
  bool begins_line_ = true;
};

class LpReader {
 public:
  explicit LpReader(Input& input) : program_(input), words_(program_.text()) {}

  ReadProblem read() {
    read_objective();
    for (;;) {
      const auto [section, words] = words_.keyword();
      const std::string_view word = words_.word();
      if (section == Section::none) {
        throw program_.error(word, word.empty() ? "the file ends before a line \"End\""
                                                : "unexpected " + in_quotes(word) +
                                                      "; wanted a section such as Subject To, "
                                                      "Bounds, Binary or End");
      }
      if (section == Section::not_read) {
        throw program_.error(word, in_quotes(word) + ": such sections are not read");
      }
      for (int k = 0; k < words; ++k) words_.take();
      if (section == Section::end) break;
      if (section == Section::minimize || section == Section::maximize) {
        throw program_.error(word, "a second objective");
      }
      while (!words_.word().empty() && words_.keyword().first == Section::none) {
        if (section == Section::constraints) read_constraint();
        if (section == Section::bounds) read_bound();
        if (section == Section::binary || section == Section::integer) {
          const LinearProgram::Number variable = known_variable();
          section == Section::binary ? program_.make_binary(variable)
                                     : program_.make_integer(variable);
        }
      }
    }
    if (!words_.word().empty()) {
      throw program_.error(words_.word(), in_quotes(words_.word()) + " stands behind End");
    }
    return program_.problem();
  }

 private:
  enum class Relation : std::uint8_t { at_most, equal, at_least };
  struct Term {
    Decimal factor;
    std::string_view name;  ///< the name of the term's variable; empty for a constant
    std::string_view word;
  };

  [[nodiscard]] InputError unexpected(const std::string& wanted) const {
    const std::string_view word = words_.word();
    return program_.error(
        word, (word.empty() ? std::string("the file ends") : "unexpected " + in_quotes(word)) +
                  "; wanted " + wanted);
  }

  /// Reads a name and the colon after it. Returns an empty view if no name with a colon follows.
  std::string_view read_name() {
    LpWords next = words_;
    next.take();
    if (!words_.is_name() || next.word() != ":") return {};
    const std::string_view name = words_.word();
    words_ = next;
    words_.take();
    return name;
  }

  bool reads_sign() {
    bool is_negative = false;
    while (words_.word() == "+" || words_.word() == "-") {
      is_negative ^= words_.word() == "-";
      words_.take();
    }
    return is_negative;
  }

  Decimal read_number() {
    const bool is_negative = reads_sign();
    if (!words_.is_number()) {
      const bool is_variable =
          words_.is_name() && words_.keyword().first == Section::none && !is_infinity();
      throw unexpected(is_variable ? "a number, because variables stand on the left" : "a number");
    }
    Decimal number = program_.number(words_.word());
    words_.take();
    if (is_negative) number.units = -number.units;
    return number;
  }

  Term read_term() {
    const std::string_view word = words_.word();
    const bool is_negative = reads_sign();
    Term term{{1}, {}, word};
    const bool has_number = words_.is_number();
    if (has_number) {
      term.word = words_.word();
      term.factor = program_.number(words_.word());
      words_.take();
      if (words_.word() == "*") words_.take();
    }
    if (is_negative) term.factor.units = -term.factor.units;
    if (words_.is_name() && words_.keyword().first == Section::none) {
      term.word = term.name = words_.word();
      words_.take();
      if (words_.word() == "^" || words_.word() == "*" || words_.word() == "/") {
        throw program_.error(words_.word(), "quadratic terms are not read");
      }
    } else if (!has_number) {
      if (words_.word() == "[") {
        throw program_.error(words_.word(), "quadratic terms are not read");
      }
      throw unexpected("a variable or a number");
    }
    return term;
  }

  [[nodiscard]] bool is_at_first_term() const {
    return (words_.is_name() && words_.keyword().first == Section::none) || words_.is_number() ||
           is_at_next_term() || words_.word() == "[";
  }
  [[nodiscard]] bool is_at_next_term() const {
    return words_.word() == "+" || words_.word() == "-";
  }

  std::vector<Term> read_sum() {
    std::vector<Term> terms;
    if (is_at_first_term()) terms.push_back(read_term());
    while (is_at_next_term()) terms.push_back(read_term());
    return terms;
  }

  Relation read_relation() {
    if (!words_.is_relation()) throw unexpected("<=, = or >=");
    const char c = words_.word().find_first_of("<>") == std::string_view::npos
                       ? '='
                       : words_.word()[words_.word().find_first_of("<>")];
    words_.take();
    if (words_.is_relation()) throw unexpected("a number");
    return c == '=' ? Relation::equal : c == '<' ? Relation::at_most : Relation::at_least;
  }

  void read_objective() {
    const auto [section, words] = words_.keyword();
    if (section != Section::minimize && section != Section::maximize) {
      throw unexpected("Minimize or Maximize at the beginning");
    }
    if (section == Section::maximize) program_.maximize();
    for (int k = 0; k < words; ++k) words_.take();
    read_name();
    for (const Term& term : read_sum()) {
      if (!term.name.empty()) {
        program_.add_cost(program_.variable(term.name), term.factor, term.word);
      } else if (term.factor.units != 0) {
        throw program_.error(term.word, constant_in_objective);
      }
    }
  }

  void read_constraint() {
    const LinearProgram::Number row = program_.add_row(read_name());
    const std::string_view begin = words_.word();
    std::vector<Term> terms = read_sum();
    Relation relation = read_relation();
    // A constraint may begin with a number, as in 1 <= x + y <= 2.
    const bool has_number_in_front = terms.size() == 1 && terms[0].name.empty();
    if (has_number_in_front) {
      bound(row, mirrored(relation), terms[0].factor);
      terms = read_sum();
      if (words_.is_relation()) {
        relation = read_relation();
        bound(row, relation, read_number());
      }
    } else {
      bound(row, relation, read_number());
      if (words_.is_name() && words_.keyword().first == Section::none && !words_.begins_line()) {
        throw program_.error(words_.word(), "variables stand on the left of a relation");
      }
    }
    if (terms.empty()) throw program_.error(begin, "a constraint without variables");
    for (const Term& term : terms) {
      if (term.name.empty()) {
        throw program_.error(term.word, "numbers stand on the right of a relation");
      }
      program_.add_term(row, term.factor, program_.variable(term.name), term.word);
    }
  }

  static Relation mirrored(Relation relation) {
    return relation == Relation::at_most    ? Relation::at_least
           : relation == Relation::at_least ? Relation::at_most
                                            : relation;
  }

  void bound(LinearProgram::Number row, Relation relation, Decimal number) {
    if (relation != Relation::at_most) program_.at_least(row, number);
    if (relation != Relation::at_least) program_.at_most(row, number);
  }

  LinearProgram::Number known_variable() {
    const std::string_view name = words_.word();
    if (!words_.is_name()) throw unexpected("the name of a variable");
    const LinearProgram::Number variable = program_.find_variable(name);
    if (variable == LinearProgram::none) {
      throw program_.error(name, "no variable " + in_quotes(name) + " occurs above");
    }
    words_.take();
    return variable;
  }

  /// Reads a number or infinity as a bound. Returns nullopt for infinity.
  std::optional<Decimal> read_bound_number() {
    const LpWords before = words_;
    const bool is_negative = reads_sign();
    if (!is_infinity()) {
      words_ = before;
      return read_number();
    }
    if (is_negative) {
      throw program_.error(words_.word(),
                           "a bound of minus infinity; a variable must be 0 or 1, because an "
                           "option is chosen or not");
    }
    words_.take();
    return {};
  }

  [[nodiscard]] bool is_infinity() const {
    const std::string word = lower(words_.word());
    return word == "inf" || word == "infinity" || LinearProgram::is_infinite(word);
  }

  /// Reads the bound of a variable, such as `1 <= x <= 2`, `x <= 2`, `x = 1` or `x free`.
  void read_bound() {
    std::optional<std::pair<std::optional<Decimal>, Relation>> front;
    if (!words_.is_name() || is_infinity()) {
      const auto number = read_bound_number();
      front.emplace(number, mirrored(read_relation()));
    }
    const std::string_view word = words_.word();
    const LinearProgram::Number variable = known_variable();
    const auto set = [&](Relation relation, const std::optional<Decimal>& number) {
      if (relation != Relation::at_most) program_.set_low(variable, number, word);
      if (relation != Relation::at_least) program_.set_high(variable, number, word);
    };
    if (front) set(front->second, front->first);
    if (words_.is_relation()) {
      const Relation relation = read_relation();
      set(relation, read_bound_number());
    } else if (lower(words_.word()) == "free" && !words_.begins_line()) {
      program_.set_low(variable, {}, word);
    } else if (!front) {
      throw unexpected("<=, =, >= or free");
    }
  }

  LinearProgram program_;
  LpWords words_;
};

}  // namespace

ReadProblem read_lp(Input& input, const ReadOptions& /*options*/) {
  return LpReader(input).read();
}

bool can_be_lp_name(std::string_view name) {
  constexpr std::size_t longest = 100;
  const std::string word = lower(name);
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  const auto is_allowed = [&](char c) {
    return is_letter(c) || is_digit(c) ||
           std::string_view(".,()#$@&%!?~{}'").find(c) != std::string_view::npos;
  };
  const auto is_first_word_of = [&](std::string_view keyword) {
    return !keyword.empty() && next_word(keyword) == word;
  };
  if (word.empty() || word.size() > longest || !is_letter(word[0])) return false;
  // A name such as e12 would be read as the exponent of a number, inf as infinity, and free as the
  // bound of a variable.
  if (word[0] == 'e' && word.find_first_of("0123456789.", 1) == 1) return false;
  if (word.starts_with("inf") || word == "free") return false;
  const auto has_word = [&](const auto& row) {
    return std::any_of(row.second.begin(), row.second.end(), is_first_word_of);
  };
  return std::all_of(word.begin(), word.end(), is_allowed) &&
         std::none_of(std::begin(lp_keywords), std::end(lp_keywords), has_word);
}

bool begins_lp(std::string_view start) {
  const Section section = LpWords(start).keyword().first;
  return section == Section::minimize || section == Section::maximize;
}

}  // namespace dlx::io
