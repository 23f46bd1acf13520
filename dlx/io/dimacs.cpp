// Problems as lists of numbers. The format xc of the solver miniexact looks like this:
//
//     p xcc 2 1
//     2 3 -1 0
//     1 3 -1 0
//
// The first line has the number of primary items and the number of secondary items. Items are
// numbered from 1, primary items first, and their numbers are their names. Each further list of
// numbers, ended by 0, is an option. A negative number gives a colour to the secondary item before
// it. A file without colours begins with "p xc". Lines that begin with "c" are comments.

#include "dlx/io/dimacs.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/format.hpp"
#include "dlx/io/knuth_text.hpp"
#include "dlx/io/linear_program.hpp"

namespace dlx::io {
namespace {

// The largest number that the first line of a file may have. Without a limit, this line alone could
// make the reader exhaust the memory.
constexpr std::uint32_t most_numbers = std::uint32_t{1} << 22;

bool is_dimacs_comment(std::string_view line) {
  const std::string_view word = next_word(line);
  return word.empty() || word == "c";
}

/// The meaning of the two numbers in the line that begins with "p", as nouns for messages.
std::array<const char*, 2> nouns_of(std::string_view word) {
  if (word == "cnf") return {"variables", "clauses"};
  return {"primary items", "secondary items"};
}

/// The numbers of a file in the format of the DIMACS challenges. Comments begin with "c". The first
/// line that is not a comment has a word and two numbers, such as "p cnf 3 2". Lists of numbers
/// follow, each ended by 0. Comments that change which models are counted, or how ("c p show", "c p
/// weight"), are refused.
class DimacsText {
 public:
  /// Reads `input` to its end. The input must outlive this object.
  explicit DimacsText(Input& input) : text_(input.rest()), name_(input.name()), rest_(text_) {}
  // A DimacsText is not copyable, because its words point into its text.
  DimacsText(const DimacsText&) = delete;
  DimacsText& operator=(const DimacsText&) = delete;

  /// The contents of the line that begins with "p": a word and two numbers.
  struct Head {
    std::string_view word;                 // the word after "p", such as "cnf"
    std::array<std::uint32_t, 2> numbers;  // the two numbers after the word, each at most 2^22
  };
  Head head() {
    line_ = next_line();
    const std::string_view whole = line_;
    const std::string_view p = next_word(line_);
    Head head{next_word(line_), {}};
    bool is_whole = p == "p";
    for (std::size_t n = 0; n < head.numbers.size(); ++n) {
      const std::string_view word = next_word(line_);
      is_whole = is_whole && all_digits(word);
      if (!is_whole) break;
      const auto number = to_number<std::uint32_t>(word);
      if (!number || *number > most_numbers) {
        throw error(whole, "there can be at most " + std::to_string(most_numbers) + " " +
                               nouns_of(head.word)[n]);
      }
      head.numbers[n] = *number;
    }
    if (!is_whole || !next_word(line_).empty()) {
      throw error(whole, "wanted a line such as 'p xc 3 0' or 'p cnf 3 2'");
    }
    return head;
  }

  /// An integer of the text, and the word from which the integer was read.
  struct Number {
    std::int64_t value;
    std::string_view word;
  };
  /// The next integer of the text; nullopt at the end of the text. Throws InputError for a word
  /// that is not an integer.
  std::optional<Number> next() {
    std::string_view word = next_word(line_);
    while (word.empty()) {
      line_ = next_line();
      if (line_.empty()) return {};
      word = next_word(line_);
    }
    const auto value = to_number<std::int64_t>(word);
    if (!value) throw error(word, in_quotes(word) + " is not a whole number");
    return Number{*value, word};
  }

  /// Makes an error that names the place of `word`. The word must point into the text.
  InputError error(std::string_view word, const std::string& message) const {
    return error_in(text_, name_, word, message);
  }

 private:
  /// The next line of the text that is not a comment; empty at the end of the text. A line "%" ends
  /// the text, because files of SATLIB end with a line "%" and a line "0".
  std::string_view next_line() {
    while (!rest_.empty()) {
      const std::string_view line = rest_.substr(0, rest_.find('\n'));
      rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
      std::string_view first = line;
      if (next_word(first) == "%") {
        rest_ = {};
        break;
      }
      if (!is_dimacs_comment(line)) return line;
      std::string_view words = line;
      next_word(words);
      const bool is_statement = next_word(words) == "p";
      const std::string_view word = next_word(words);
      if (is_statement && (word == "show" || word == "weight")) {
        throw error(word, std::string(word == "show" ? "projected" : "weighted") +
                              " counts are not read: all variables count, and all alike");
      }
    }
    return {};
  }

  std::string text_;
  std::string name_;
  std::string_view rest_;  // the rest of the text that has not been read yet
  std::string_view line_;  // the rest of the current line that has not been read yet
};

class XcReader {
 public:
  XcReader(Input& input, const ReadOptions& options)
      : input_(input), options_(options), text_(input) {}

  ReadProblem read() {
    const DimacsText::Head head = text_.head();
    if (head.word != "xc" && head.word != "xcc") {
      throw text_.error(head.word, in_quotes(head.word) + " is neither xc nor xcc");
    }
    has_colours_ = head.word == "xcc";
    primary_ = head.numbers[0];
    items_ = primary_ + head.numbers[1];
    for (std::uint32_t i = 1; i <= items_; ++i) {
      constexpr std::uint64_t bytes_of_item = 96;
      input_.charge(bytes_of_item);
      i <= primary_ ? builder_.primary(std::to_string(i)) : builder_.secondary(std::to_string(i));
    }
    while (const auto number = text_.next()) {
      if (number->value == 0) {
        end_option(number->word);
      } else if (number->value < 0) {
        colour(*number);
      } else {
        item(*number);
      }
    }
    if (!entries_.empty()) {
      throw text_.error(words_.back(), "the file ends within an option; 0 ends it");
    }
    return {std::move(builder_).build(), dropped_};
  }

 private:
  void item(const DimacsText::Number& number) {
    if (number.value > items_) {
      throw text_.error(number.word, "no item " + in_quotes(number.word) +
                                         "; items are numbered from 1 to " +
                                         std::to_string(items_));
    }
    constexpr std::uint64_t bytes_of_entry = 96;
    input_.charge(bytes_of_entry);
    entries_.emplace_back(ItemId{static_cast<std::uint32_t>(number.value - 1)});
    words_.push_back(number.word);
  }

  void colour(const DimacsText::Number& number) {
    const bool is_behind_secondary = !entries_.empty() && index(entries_.back().item) >= primary_ &&
                                     entries_.back().colour == Colour::none;
    if (!has_colours_ || !is_behind_secondary) {
      throw text_.error(number.word, in_quotes(number.word) +
                                         (has_colours_ ? " does not stand behind a secondary item"
                                                       : " is negative; colours need 'p xcc'"));
    }
    entries_.back().colour = builder_.colour(number.word.substr(1));
  }

  void end_option(std::string_view end) {
    try {
      builder_.option(entries_);
    } catch (const ProblemError& e) {
      const bool is_unreachable = e.kind() == ProblemError::Kind::no_primary_item;
      if (is_unreachable && options_.drop_options_without_primary) {
        builder_.drop_option();
        ++dropped_;
      } else {
        throw text_.error(e.entry() ? words_[*e.entry()] : end, e.what());
      }
    }
    entries_.clear();
    words_.clear();
  }

  Input& input_;
  const ReadOptions& options_;
  DimacsText text_;
  ProblemBuilder builder_;
  std::uint32_t primary_ = 0;
  std::uint32_t items_ = 0;
  bool has_colours_ = false;
  std::uint64_t dropped_ = 0;
  std::vector<Entry> entries_;  // the entries of the option that is being read
  // For each entry of the option: the word from which the entry was read.
  std::vector<std::string_view> words_;
};

std::vector<std::string> write_xc(const Problem& problem, const TextSink& sink) {
  if (problem.has_multiplicities()) {
    throw std::invalid_argument("xc: multiplicities are not written");
  }
  sink((problem.has_colours() ? "p xcc " : "p xc ") + std::to_string(problem.primary_count()) +
       " " + std::to_string(problem.secondary_count()) + "\n");
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    std::string option;
    for (const auto [item, colour] : problem.entries(OptionId{o})) {
      option += std::to_string(index(item) + 1) + " ";
      if (colour != Colour::none) {
        option += "-" + std::to_string(static_cast<std::uint32_t>(colour)) + " ";
      }
    }
    sink(option + "0\n");
  }
  std::vector<std::string> warnings = {"names are left out: items have numbers"};
  if (problem.has_costs()) warnings.emplace_back("costs are left out");
  return warnings;
}

class CnfReader {
 public:
  explicit CnfReader(Input& input) : input_(input), text_(input), program_(input) {}

  ReadProblem read() {
    const DimacsText::Head head = text_.head();
    if (head.word != "cnf") {
      throw text_.error(head.word, in_quotes(head.word) + " is not cnf");
    }
    for (std::uint32_t v = 1; v <= head.numbers[0]; ++v) {
      names_.push_back("x" + std::to_string(v));
      program_.make_binary(program_.variable(names_.back()));
    }
    std::vector<DimacsText::Number> clause;
    std::uint64_t clauses = 0;
    while (const auto number = text_.next()) {
      const bool exists =
          number->value >= -std::int64_t{head.numbers[0]} && number->value <= head.numbers[0];
      if (!exists) {
        throw text_.error(number->word, "no variable " + in_quotes(number->word) + "; there are " +
                                            std::to_string(head.numbers[0]));
      }
      if (number->value != 0) {
        clause.push_back(*number);
      } else {
        add(std::exchange(clause, {}));
        ++clauses;
      }
    }
    if (!clause.empty()) {
      throw text_.error(clause.back().word, "the file ends within a clause; 0 ends it");
    }
    if (clauses < head.numbers[1]) {
      throw text_.error(head.word, quantity(clauses, "clause") + ", and this line announces " +
                                       std::to_string(head.numbers[1]));
    }
    state_bounds();
    return program_.problem(LinearProgram::VariableNames::dropped);
  }

 private:
  // A list of variables, given by their numbers from 0.
  using Variables = std::vector<std::uint32_t>;
  using Pair = std::pair<std::uint32_t, std::uint32_t>;

  void add(const std::vector<DimacsText::Number>& clause) {
    // An empty clause cannot be satisfied, so a constraint without variables is added.
    if (clause.empty()) {
      program_.at_least(program_.add_row(""), {1});
      return;
    }
    Variables variables;
    for (const DimacsText::Number& literal : clause) {
      if ((literal.value < 0) != (clause.front().value < 0)) {
        throw text_.error(literal.word,
                          "a clause with both signs; read are clauses of exact covers without "
                          "colours");
      }
      variables.push_back(
          static_cast<std::uint32_t>((literal.value < 0 ? -literal.value : literal.value) - 1));
    }
    std::sort(variables.begin(), variables.end());
    variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
    constexpr std::uint64_t bytes_of_clause = 64;
    input_.charge(bytes_of_clause + sizeof(std::uint32_t) * variables.size());
    if (clause.front().value > 0) {
      positive_.push_back(std::move(variables));
    } else if (variables.size() == 2) {
      pairs_.emplace(variables[0], variables[1]);
    } else {
      negative_.push_back(std::move(variables));
    }
  }

  LinearProgram::Number row_of(const Variables& variables) {
    const LinearProgram::Number row = program_.add_row("");
    for (const std::uint32_t v : variables) program_.add_term(row, {1}, v, names_[v]);
    return row;
  }

  /// Adds each clause to the linear program as bounds on a sum of variables.
  void state_bounds() {
    // The pairs of variables that exclude each other, except the pairs that an item made from a
    // positive clause already excludes.
    std::set<Pair> left = pairs_;
    for (const Variables& clause : positive_) {
      const LinearProgram::Number row = row_of(clause);
      program_.at_least(row, {1});
      std::vector<Pair> within;
      for (std::size_t b = 1; b < clause.size(); ++b) {
        for (std::size_t a = 0; a < b; ++a) within.emplace_back(clause[a], clause[b]);
        const auto is_known = [&](const Pair& pair) { return pairs_.count(pair) != 0; };
        if (!std::all_of(within.end() - static_cast<std::ptrdiff_t>(b), within.end(), is_known)) {
          within.clear();
          break;
        }
      }
      if (within.empty() && clause.size() > 1) continue;
      program_.at_most(row, {1});
      for (const Pair& pair : within) left.erase(pair);
    }
    for (const auto& [a, b] : left) program_.at_most(row_of({a, b}), {1});
    for (const Variables& clause : negative_) {
      program_.at_most(row_of(clause), {static_cast<std::int64_t>(clause.size()) - 1});
    }
  }

  Input& input_;
  DimacsText text_;
  LinearProgram program_;
  std::deque<std::string> names_;  // the names of variables, to which program_ keeps views
  std::vector<Variables> positive_;
  std::vector<Variables> negative_;
  std::set<Pair> pairs_;
};

}  // namespace

bool begins_dimacs(std::string_view start, std::initializer_list<std::string_view> words) {
  const std::string_view whole = start;
  while (!start.empty()) {
    std::string_view line = start.substr(0, start.find('\n'));
    start.remove_prefix(std::min(line.size() + 1, start.size()));
    line = line.substr(0, line.find('\r'));
    if (is_dimacs_comment(line)) continue;
    if (next_word(line) != "p") return false;
    const std::string_view word = next_word(line);
    return std::find(words.begin(), words.end(), word) != words.end() &&
           all_digits(next_word(line)) && all_digits(next_word(line)) && !can_be_knuth(whole);
  }
  return false;
}

ReadProblem read_cnf(Input& input, const ReadOptions&) {
  return CnfReader(input).read();
}

Format xc_format() {
  return {.read = [](Input& input,
                     const ReadOptions& options) { return XcReader(input, options).read(); },
          .write = write_xc,
          .begins =
              [](std::string_view start) {
                return begins_dimacs(start, {"xc", "xcc"});
              }};
}

}  // namespace dlx::io
