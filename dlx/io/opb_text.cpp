// Pseudo-Boolean constraints (http://www.cril.univ-artois.fr/PB12/format.pdf):
//
//     * #variable= 3 #constraint= 2
//     min: +16 x1 +24 x2 ;
//     +1 x1 +1 x3 = 1 ;
//     -1 x2 -1 x3 >= -1 ;
//
// Variable xk is option k. Constraints that LinearProgram refuses are errors. For example,
// constraints with different coefficients, which write_opb() makes for colours, are refused.

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "dlx/core/text.hpp"
#include "dlx/io/dimacs.hpp"
#include "dlx/io/knuth_text.hpp"
#include "dlx/io/linear_program.hpp"

namespace dlx::io {
namespace {

class OpbReader {
 public:
  explicit OpbReader(Input& input) : program_(input), rest_(program_.text()) {}

  ReadProblem read() {
    read_comments();
    for (std::string_view word = take(); !word.empty(); word = take()) read_statement(word);
    if (constraints_ < announced_) {
      throw program_.error(announced_word_, quantity(constraints_, "constraint") +
                                                ", and this line announces " +
                                                std::to_string(announced_));
    }
    return program_.problem(LinearProgram::VariableNames::dropped);
  }

 private:
  /// Reads the comments at the beginning of the text. The first comment has the number of variables
  /// and the number of constraints.
  void read_comments() {
    // The largest number that the first line of a file may have. Without a limit, this line alone
    // could make the reader exhaust the memory.
    constexpr std::uint64_t most_variables = std::uint64_t{1} << 22;
    constexpr std::uint64_t most_constraints = std::uint64_t{1} << 32;
    while (rest_.starts_with('*')) {
      std::string_view line = rest_.substr(0, rest_.find('\n'));
      rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
      for (auto word = next_word(line); !word.empty(); word = next_word(line)) {
        if (word == "#variable=")
          declare_variables(announced(next_word(line), "variables", most_variables));
        if (word == "#constraint=") {
          announced_word_ = next_word(line);
          announced_ = announced(announced_word_, "constraints", most_constraints);
        }
      }
    }
  }

  [[nodiscard]] std::uint64_t announced(std::string_view word, const char* nouns,
                                        std::uint64_t most) const {
    const auto count = to_number<std::uint64_t>(word);
    if (count && *count <= most) return *count;
    throw program_.error(word, std::string("bad number of ") + nouns + " " + in_quotes(word) +
                                   "; there can be at most " + std::to_string(most) + " " + nouns);
  }

  void declare_variables(std::uint64_t count) {
    for (std::uint64_t v = 1; v <= count; ++v) {
      names_.push_back("x" + std::to_string(v));
      program_.make_binary(program_.variable(names_.back()));
    }
  }

  /// Reads the next word of the text; ';' is a word by itself. Returns an empty view at the end of
  /// the text.
  std::string_view take() {
    for (;;) {
      rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n"), rest_.size()));
      if (!rest_.starts_with('*')) break;
      rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
    }
    const std::size_t size = rest_.starts_with(';') ? 1 : rest_.find_first_of(" \t\n;");
    const std::string_view word = rest_.substr(0, size);
    rest_.remove_prefix(word.size());
    return word;
  }

  [[nodiscard]] std::string_view wanted(const char* what) {
    const std::string_view word = take();
    if (word.empty() || word == ";") throw wrong(word, what);
    return word;
  }
  [[nodiscard]] InputError wrong(std::string_view word, const char* what) const {
    return program_.error(
        word, (word.empty() ? std::string("the file ends") : "unexpected " + in_quotes(word)) +
                  "; wanted " + what);
  }

  [[nodiscard]] static Decimal whole(std::string_view word, const LinearProgram& program) {
    return program.number(word.starts_with('+') ? word.substr(1) : word);
  }

  LinearProgram::Number variable(std::string_view word) {
    if (word.front() == '~') {
      throw program_.error(word, "negated variables are not read");
    }
    const LinearProgram::Number number = program_.variable(word);
    program_.make_binary(number);
    return number;
  }

  void read_statement(std::string_view word) {
    if (word == "min:" || word == "max:") {
      if (word == "max:") program_.maximize();
      for (word = take(); word != ";"; word = take()) {
        if (word.empty()) throw wrong(word, "';'");
        const Decimal factor = whole(word, program_);
        const std::string_view name = wanted("a variable");
        program_.add_cost(variable(name), factor, name);
      }
      return;
    }
    const LinearProgram::Number row = program_.add_row("");
    ++constraints_;
    for (; word != "=" && word != ">=" && word != "<="; word = wanted("a number, =, >= or <=")) {
      const Decimal factor = whole(word, program_);
      const std::string_view name = wanted("a variable");
      program_.add_term(row, factor, variable(name), name);
    }
    const Decimal bound = whole(wanted("a number"), program_);
    if (word != "<=") program_.at_least(row, bound);
    if (word != ">=") program_.at_most(row, bound);
    if (const std::string_view end = take(); end != ";") throw wrong(end, "';'");
  }

  LinearProgram program_;
  std::string_view rest_;
  std::uint64_t constraints_ = 0;  // the number of constraints read so far
  std::uint64_t announced_ = 0;    // the number of constraints according to the first line
  std::string_view announced_word_;
  std::deque<std::string> names_;  // the names of variables, to which program_ keeps views
};

}  // namespace

ReadProblem read_opb(Input& input, const ReadOptions&) {
  return OpbReader(input).read();
}

bool begins_opb(std::string_view start) {
  return start.starts_with("* #variable=") && !can_be_knuth(start);
}

}  // namespace dlx::io
