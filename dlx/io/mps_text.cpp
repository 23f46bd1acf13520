// Linear programs in MPS format. A line that begins in the first column names a section. All other
// lines consist of fields separated by blanks. Names that contain blanks, which are legal in files
// with fixed columns, are not supported.
//
//     NAME          crew
//     ROWS
//      N  cost
//      E  seat
//     COLUMNS
//         M1        'MARKER'      'INTORG'
//         x         cost     2      seat   1
//         M2        'MARKER'      'INTEND'
//     RHS
//         RHS       seat     1
//     BOUNDS
//      BV BND       x
//     ENDATA
//
// The first row of kind N is the objective; other rows of kind N are ignored. A column between the
// two lines with 'MARKER' is binary if no bound names the column, as in CPLEX and GLPK.

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "dlx/core/text.hpp"
#include "dlx/io/format.hpp"
#include "dlx/io/linear_program.hpp"

namespace dlx::io {
namespace {

class MpsReader {
 public:
  explicit MpsReader(Input& input) : program_(input) {}

  ReadProblem read() {
    std::string_view rest = program_.text();
    bool has_ended = false;
    while (!rest.empty() && !has_ended) {
      std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      if (line.starts_with('*')) continue;
      const bool is_section = !line.empty() && line[0] != ' ' && line[0] != '\t';
      fields_.clear();
      for (auto word = next_word(line); !word.empty(); word = next_word(line)) {
        // A '$' at the beginning of the third or a later field begins a comment.
        if (word.starts_with('$') && fields_.size() >= 2) break;
        fields_.push_back(word);
      }
      if (fields_.empty()) continue;
      if (is_section) {
        section_ = fields_[0];
        has_ended = section_ == "ENDATA";
        begin_section();
      } else {
        read_line();
      }
    }
    if (!has_ended) throw program_.error(rest, "the file ends before a line ENDATA");
    for (const Range& range : ranges_) widen(range);
    for (const LinearProgram::Number variable : in_markers_) {
      if (has_bound_[variable]) continue;
      program_.make_binary(variable);
    }
    return program_.problem();
  }

 private:
  using Number = LinearProgram::Number;
  struct Row {
    char kind;  // the kind of the row, as the file spells it: N, E, L or G
    Number row;
    Decimal bound = {};
  };
  struct Range {
    std::size_t row;
    Decimal width;
    std::string_view word;
  };

  void begin_section() {
    for (const std::string_view known :
         {"NAME", "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "ENDATA", "OBJSENSE"}) {
      if (section_ != known) continue;
      if (section_ == "OBJSENSE" && fields_.size() == 2) read_sense(fields_[1]);
      return;
    }
    throw program_.error(section_, "a section " + in_quotes(section_) + " is not read");
  }

  void read_line() {
    if (section_ == "ROWS") return read_row();
    if (section_ == "COLUMNS") return read_column();
    if (section_ == "RHS")
      return read_values([&](std::size_t row, std::string_view word) {
        const Decimal bound = program_.number(word);
        if (rows_[row].kind == 'N') {
          if (bound.units != 0 && row == objective_) {
            throw program_.error(word, constant_in_objective);
          }
          return;
        }
        rows_[row].bound = bound;
        bound_row(rows_[row]);
      });
    if (section_ == "RANGES")
      return read_values([&](std::size_t row, std::string_view word) {
        ranges_.push_back({row, program_.number(word), word});
      });
    if (section_ == "BOUNDS") return read_bound();
    if (section_ == "OBJSENSE") return read_sense(fields_[0]);
    throw program_.error(fields_[0], "unexpected " + in_quotes(fields_[0]) +
                                         "; wanted a section such as ROWS, without a blank in "
                                         "front");
  }

  void read_sense(std::string_view word) {
    if (word == "MAX" || word == "MAXIMIZE") {
      program_.maximize();
    } else if (word != "MIN" && word != "MINIMIZE") {
      throw program_.error(word, "unexpected " + in_quotes(word) + "; wanted MIN or MAX");
    }
  }

  /// Throws InputError for a name that would be read as a comment where it is a third field.
  void refuse_dollar(std::string_view name) const {
    if (!name.starts_with('$')) return;
    throw program_.error(name, "a name that begins with '$', which begins a comment elsewhere");
  }

  void read_row() {
    need(2);
    const std::string_view kind = fields_[0];
    if (kind.size() != 1 || std::string_view("NELG").find(kind[0]) == std::string_view::npos) {
      throw program_.error(kind, "bad kind of row " + in_quotes(kind) + "; wanted N, E, L or G");
    }
    refuse_dollar(fields_[1]);
    if (!row_of_.try_emplace(fields_[1], rows_.size()).second) {
      throw program_.error(fields_[1], "two rows have the name " + in_quotes(fields_[1]));
    }
    rows_.push_back({kind[0], kind == "N" ? LinearProgram::none : program_.add_row(fields_[1])});
    if (kind == "N" && objective_ == LinearProgram::none) objective_ = rows_.size() - 1;
    if (kind != "N") bound_row(rows_.back());
  }

  void read_column() {
    if (fields_.size() == 3 && fields_[1] == "'MARKER'") {
      is_in_markers_ = fields_[2] == "'INTORG'";
      return;
    }
    const std::string_view name = fields_[0];
    refuse_dollar(name);
    const bool is_new = program_.find_variable(name) == LinearProgram::none;
    const Number variable = program_.variable(name);
    if (is_new) {
      has_bound_.push_back(false);
      if (is_in_markers_) {
        in_markers_.push_back(variable);
        program_.make_integer(variable);
      }
    }
    if (fields_.size() != 3 && fields_.size() != 5) need(3);
    for (std::size_t k = 1; k < fields_.size(); k += 2) {
      const std::size_t row = known_row(fields_[k]);
      const Decimal value = program_.number(fields_[k + 1]);
      if (row == objective_) {
        program_.add_cost(variable, value, fields_[k + 1]);
      } else if (rows_[row].kind != 'N') {
        program_.add_term(rows_[row].row, value, variable, fields_[k + 1]);
      }
    }
  }

  /// Reads pairs of the name of a row and a value. A name may precede the pairs, such as RHS in the
  /// line "RHS seat 1". A name before the pairs is ignored.
  template <class Set>
  void read_values(Set set) {
    const std::size_t first = fields_.size() % 2;
    if (fields_.size() < 2) need(2);
    for (std::size_t k = first; k < fields_.size(); k += 2)
      set(known_row(fields_[k]), fields_[k + 1]);
  }

  void read_bound() {
    const std::string_view kind = fields_[0];
    const bool has_value =
        kind == "UP" || kind == "LO" || kind == "FX" || kind == "UI" || kind == "LI";
    const bool is_known = has_value || kind == "BV" || kind == "FR" || kind == "MI" || kind == "PL";
    if (!is_known) {
      throw program_.error(kind, "a bound of the kind " + in_quotes(kind) + " is not read");
    }
    // In the section BOUNDS, a bound of kind BV may have a value, which is ignored.
    const std::size_t least = has_value ? 3 : 2;
    if (fields_.size() < least || fields_.size() > 4) need(least + 1);
    const bool has_set = fields_.size() == 4 || fields_.size() == least + 1;
    const std::string_view name = fields_[has_set ? 2 : 1];
    const Number variable = program_.find_variable(name);
    if (variable == LinearProgram::none) {
      throw program_.error(name, "no column " + in_quotes(name) + " occurs above");
    }
    has_bound_[variable] = true;
    if (kind == "BV") return program_.make_binary(variable);
    if (kind == "FR" || kind == "MI") return program_.set_low(variable, {}, name);
    if (kind == "PL") return program_.set_high(variable, {}, name);
    const std::string_view word = fields_.back();
    const auto value =
        LinearProgram::is_infinite(word) ? std::nullopt : std::optional(program_.number(word));
    if (kind == "UI" || kind == "LI") program_.make_integer(variable);
    if (kind != "UP" && kind != "UI") program_.set_low(variable, value, word);
    if (kind != "LO" && kind != "LI") program_.set_high(variable, value, word);
  }

  void bound_row(const Row& row) {
    if (row.kind != 'L') program_.at_least(row.row, row.bound);
    if (row.kind != 'G') program_.at_most(row.row, row.bound);
  }

  /// Sets the second bound of a row for which the section RANGES gives a range.
  void widen(const Range& range) {
    const Row& row = rows_[range.row];
    if (row.kind == 'N') return;
    Decimal width = range.width;
    const bool is_down = row.kind == 'L' || (row.kind == 'E' && width.units < 0);
    if (width.units < 0) width.units = -width.units;
    if (is_down) width.units = -width.units;
    const auto other = sum(row.bound, width);
    if (!other) throw program_.error(range.word, "this range has more than 18 digits");
    is_down ? program_.at_least(row.row, *other) : program_.at_most(row.row, *other);
  }

  std::size_t known_row(std::string_view name) const {
    const auto place = row_of_.find(name);
    if (place == row_of_.end()) throw program_.error(name, "no row " + in_quotes(name));
    return place->second;
  }

  void need(std::size_t fields) const {
    if (fields_.size() == fields) return;
    throw program_.error(fields_.back(), "a line of " + quantity(fields_.size(), "field") +
                                             "; wanted " + std::to_string(fields));
  }

  LinearProgram program_;
  std::string_view section_;
  std::vector<std::string_view> fields_;
  std::vector<Row> rows_;
  std::unordered_map<std::string_view, std::size_t> row_of_;
  std::vector<Range> ranges_;
  std::size_t objective_ = LinearProgram::none;
  bool is_in_markers_ = false;
  std::vector<Number> in_markers_;
  std::vector<bool> has_bound_;  // for each variable: whether the section BOUNDS names the variable
};

/// Whether a text begins like a linear program in MPS format.
bool begins_mps(std::string_view start) {
  while (start.starts_with('*'))
    start.remove_prefix(std::min(start.find('\n'), start.size() - 1) + 1);
  std::string_view line = start.substr(0, start.find('\n'));
  const std::string_view first = next_word(line);
  return (first == "NAME" && start.find("\nROWS") != std::string_view::npos) ||
         (first == "ROWS" && start.find("\nCOLUMNS") != std::string_view::npos);
}

}  // namespace

Format mps_format() {
  return {.read = [](Input& input, const ReadOptions&) { return MpsReader(input).read(); },
          .begins = begins_mps};
}

}  // namespace dlx::io
