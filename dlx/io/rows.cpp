#include "dlx/io/rows.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "dlx/core/decimal.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/cells.hpp"
#include "dlx/io/format.hpp"

namespace dlx::io {
namespace {

// The maximum number of columns, so that a single number cannot exhaust the memory.
constexpr std::uint32_t most_columns = std::uint32_t{1} << 22;

/// Collects the rows that are read. problem() constructs the problem when all columns are known.
class RowCollector {
 public:
  RowCollector(Input& input, const ReadOptions& options) : input_(input), options_(options) {
    for (const std::uint32_t column : options.secondary) {
      if (column >= most_columns) throw std::invalid_argument(past_end(column));
      if (column >= is_secondary_.size()) is_secondary_.resize(column + 1);
      is_secondary_[column] = true;
    }
  }

  /// Sets the names of the columns, which must point into the line last read. Throws InputError for
  /// a word that cannot be a name.
  void name(const std::vector<std::string_view>& names) {
    ProblemBuilder builder;
    for (const std::string_view name : names) {
      constexpr std::uint64_t bytes_of_name = 192;
      input_.charge(bytes_of_name + 4 * name.size());
      try {
        builder.primary(names_.emplace_back(name_in(name)));
      } catch (const ProblemError& e) {
        throw input_.error_at(name, bad_name("a column", e));
      }
    }
  }

  /// Adds a row to the collected rows. `where` is a word of the line last read, at which errors are
  /// reported.
  void add(std::vector<std::uint32_t> row, std::string_view where, Decimal cost = {}) {
    const bool has_primary = std::any_of(row.begin(), row.end(), [&](std::uint32_t c) {
      return c >= is_secondary_.size() || !is_secondary_[c];
    });
    ++rows_read_;
    if (!has_primary) {
      if (!options_.drop_options_without_primary) {
        throw input_.error_at(where, "row " + std::to_string(rows_read_) +
                                         " has no primary column" +
                                         ", so it could never be chosen");
      }
      ++dropped_;
      row.clear();
    }
    // The estimated bytes of memory for a row and for its option, which include the unused capacity
    // of growing vectors.
    constexpr std::uint64_t bytes_of_row = 84;
    constexpr std::uint64_t bytes_of_column = 24;
    input_.charge(bytes_of_row + bytes_of_column * row.size());
    rows_.push_back({std::move(row), cost});
  }

  ReadProblem problem(std::uint32_t columns) {
    for (std::uint32_t c = columns; c < is_secondary_.size(); ++c) {
      if (is_secondary_[c]) {
        throw input_.error("column " + std::to_string(c) + " is to be secondary, and there are " +
                           std::to_string(columns) + " columns");
      }
    }
    is_secondary_.resize(columns);
    ProblemBuilder builder;
    std::vector<ItemId> items(columns);
    for (const bool secondary : {false, true}) {
      for (std::uint32_t c = 0; c < columns; ++c) {
        if (is_secondary_[c] != secondary) continue;
        const std::string name = names_.empty() ? std::to_string(c) : names_[c];
        items[c] = secondary ? builder.secondary(name) : builder.primary(name);
      }
    }
    std::vector<Entry> entries;
    for (const auto& [row, cost] : rows_) {
      if (row.empty()) {
        builder.drop_option();
        continue;
      }
      entries.clear();
      for (const std::uint32_t c : row) entries.emplace_back(items[c]);
      try {
        builder.option(entries, cost);
      } catch (const ProblemError& e) {
        throw input_.error(e.what());
      }
    }
    return {std::move(builder).build(), dropped_};
  }

  static std::string past_end(std::uint64_t column) {
    return "column " + std::to_string(column) + "; the last can be " +
           std::to_string(most_columns - 1);
  }

 private:
  Input& input_;
  const ReadOptions& options_;
  std::vector<bool> is_secondary_;
  // The names of the columns; if empty, the columns' numbers are their names.
  std::vector<std::string> names_;
  // For each row: its columns and its cost. A row without columns is dropped.
  std::vector<std::pair<std::vector<std::uint32_t>, Decimal>> rows_;
  std::uint64_t rows_read_ = 0;
  std::uint64_t dropped_ = 0;
};

/// Splits a list of lists, which may extend over several lines, into words: brackets, commas, and
/// the text between them.
class ListScanner {
 public:
  explicit ListScanner(Input& input) : input_(input) {}

  /// The next word of the lists; empty at the end of the input.
  std::string_view next() {
    for (;;) {
      while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
      if (!rest_.empty()) break;
      if (!input_.next_line(rest_)) return {};
    }
    std::size_t size = 1;
    if (!is_mark(rest_.front())) {
      while (size < rest_.size() && !is_mark(rest_[size]) && !is_blank(rest_[size])) ++size;
    }
    const std::string_view word = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return word;
  }

  /// Reads the next word of the lists. The word must be one of `marks`.
  std::string_view expect(std::string_view marks) {
    const std::string_view word = next();
    if (word.size() == 1 && marks.find(word[0]) != std::string_view::npos) return word;
    throw wrong(word, marks);
  }

  [[nodiscard]] InputError wrong(std::string_view word, std::string_view marks) const {
    std::string wanted;
    for (const char mark : marks) {
      wanted += (wanted.empty() ? "'" : " or '") + std::string(1, mark) + "'";
    }
    if (word.empty()) return input_.error("the input ends where " + wanted + " should be");
    const bool no_comma = marks == ",]" && !is_mark(word.front());
    return input_.error_at(word, in_quotes(word) + " where " + wanted + " should be" +
                                     (no_comma ? "; there are commas between columns, and a matrix "
                                                 "is a line a row without brackets"
                                               : ""));
  }

 private:
  static bool is_mark(char c) { return c == '[' || c == ']' || c == ','; }
  static bool is_blank(char c) { return c == ' ' || c == '\t'; }

  Input& input_;
  std::string_view rest_;
};

class ListReader {
 public:
  ListReader(Input& input, const ReadOptions& options)
      : input_(input), scanner_(input), rows_(input, options) {}

  ReadProblem read() {
    scanner_.expect("[");
    std::string_view word = scanner_.expect("[]");
    while (word == "[") {
      read_row();
      word = scanner_.expect(",]");
      if (word == ",") word = scanner_.expect("[");
    }
    if (const std::string_view more = scanner_.next(); !more.empty()) {
      throw input_.error_at(more, in_quotes(more) + " stands behind the end of the list");
    }
    return rows_.problem(columns_);
  }

 private:
  void read_row() {
    std::vector<std::uint32_t> row;
    std::string_view word = scanner_.next();
    while (word != "]") {
      row.push_back(column(word));
      if (last_row_.size() < columns_) last_row_.resize(columns_);
      if (std::exchange(last_row_[row.back()], number_) == number_) {
        throw input_.error_at(word, "column " + in_quotes(word) + " occurs twice in a row" +
                                        (columns_ <= 2 ? matrix_hint : ""));
      }
      word = scanner_.expect(",]");
      if (word == "]") break;
      word = scanner_.next();
      if (word == "]") throw no_column(word);
    }
    ++number_;
    rows_.add(std::move(row), word);
  }

  // If a row of a matrix is written as a list of zeros and ones, it seems to name the columns 0 and
  // 1 repeatedly.
  static constexpr const char* matrix_hint =
      "; a list names the columns that a row has: the matrix 101, 010 is [[0, 2], [1]], or "
      "a line a row without brackets";

  [[nodiscard]] InputError no_column(std::string_view word) const {
    return input_.error_at(
        word, in_quotes(word) + " is not a column: they are whole numbers, counted from 0");
  }

  std::uint32_t column(std::string_view word) {
    if (word.empty()) throw scanner_.wrong(word, "]");
    const auto number = to_number<std::uint64_t>(word);
    if (!number) throw no_column(word);
    if (*number >= most_columns) throw input_.error_at(word, RowCollector::past_end(*number));
    columns_ = std::max(columns_, static_cast<std::uint32_t>(*number) + 1);
    return static_cast<std::uint32_t>(*number);
  }

  Input& input_;
  ListScanner scanner_;
  RowCollector rows_;
  std::uint32_t columns_ = 0;
  std::uint64_t number_ = 1;  // the number of the row that is being read, from 1
  // For each column: the number of the last row that contains the column.
  std::vector<std::uint64_t> last_row_;
};

/// The meaning of the first line of a matrix.
struct Head {
  enum class Kind {
    row,  ///< the line is a row of a matrix: every cell is 0 or 1
    /// The line names the columns: its cells are words, or the numbers 0, 1, 2, ... or 1, 2, 3, ...
    names,
    sizes,  ///< the line has the number of columns, and optionally the number of secondary columns
    other,
  };
  Kind kind = Kind::other;
  std::uint64_t columns = 0;  ///< the number of columns of this row, or of the rows below this line
  bool zero_behind = false;   ///< whether a cell of the line other than the first is 0
  bool has_words = false;     ///< whether a cell of the line is not a number
  bool separated = false;     ///< whether commas or semicolons separate the cells of the line
  /// With separators: whether a cell names a column of costs, or no cell contains a blank. Without
  /// separators: whether all cells are numbers.
  bool is_table = true;
  std::string_view wrong = {};  ///< the first cell of the line that is neither 0 nor 1
};

Head head_of(std::string_view line) {
  Head head;
  CellScanner cells(line);
  std::uint64_t words = 0;
  std::uint64_t names = 0;
  std::uint64_t wrong = 0;
  std::optional<std::uint32_t> first;
  bool whole = true;
  bool counted = true;
  bool has_costs = false;
  bool has_empty = false;
  for (std::string_view cell; cells.next(cell); ++words) {
    has_costs |= is_cost(cell);
    has_empty |= cell.empty();
    const std::string_view bits = cells.bits(cell);
    if (bits.empty() && wrong++ == 0) head.wrong = cell;
    if (bits.find('0', head.columns == 0 ? 1 : 0) != std::string_view::npos)
      head.zero_behind = true;
    head.columns += bits.size();
    const auto number = to_number<std::uint32_t>(cell);
    if (words == 0) first = number;
    whole = whole && number;
    counted = counted && number && *first <= 1 && *number == *first + words;
    // A cell that begins like a number is not a name, because a first row with a typing error must
    // not be read as a line of names.
    if (bits.empty() && !cell.empty() && !begins_number(cell)) ++names;
    if (cell.find_first_of(" \t") != std::string_view::npos) head.is_table = false;
  }
  head.has_words = names != 0;
  head.separated = cells.is_separated();
  head.is_table = head.separated ? head.is_table || has_costs : !head.has_words;
  if (words == 0) return head;
  if (wrong == 0) {
    head.kind = Head::Kind::row;
  } else if (names == words || counted || (has_costs && !has_empty)) {
    head.kind = Head::Kind::names;
    head.columns = words;
  } else if (words <= 2 && whole) {
    head.kind = Head::Kind::sizes;
    head.columns = *first;
  }
  return head;
}

class MatrixReader {
 public:
  MatrixReader(Input& input, const ReadOptions& options) : input_(input), rows_(input, options) {}

  ReadProblem read() {
    std::string_view line;
    while (input_.next_line(line)) {
      if (!CellScanner(line).has_cells()) continue;
      const bool first = std::exchange(first_, false);
      if (!first || !read_head(line)) read_row(line);
    }
    ReadProblem read = rows_.problem(columns_.value_or(0));
    read.are_gains = is_gain_;
    return read;
  }

 private:
  /// Reads the first line of a matrix if it names the columns. Returns false if the line is a row
  /// of 0 and 1.
  bool read_head(std::string_view line) {
    const Head head = head_of(line);
    if (head.kind == Head::Kind::row) return false;
    if (head.kind != Head::Kind::names) throw bad_head(head);
    std::vector<std::string_view> names;
    CellScanner cells(line);
    for (std::string_view cell; cells.next(cell);) {
      if (names.size() == most_columns) throw too_long(cell, most_columns);
      if (is_cost(cell) && !cost_cell_) {
        cost_cell_ = names.size();
        is_gain_ = is_gain(cell);
      } else {
        names.push_back(cell);
      }
    }
    rows_.name(names);
    columns_ = static_cast<std::uint32_t>(names.size());
    head_line_ = input_.line_number();
    return true;
  }

  void read_row(std::string_view line) {
    std::vector<std::uint32_t> row;
    std::uint32_t column = 0;
    CellScanner cells(line);
    std::string_view first;
    std::optional<Decimal> cost;
    for (std::string_view cell; cells.next(cell);) {
      if (first.data() == nullptr) first = cell;
      if (column == cost_cell_ && !cost) {
        cost = cost_in(cell, is_gain_);
        if (!cost) throw input_.error_at(cell, bad_cost(cell));
        continue;
      }
      const std::string_view bits = cells.bits(cell);
      if (bits.empty()) throw bad_cell(cell, cell.data() == first.data());
      for (std::size_t k = 0; k < bits.size(); ++k, ++column) {
        if (column == columns_ || column == most_columns) {
          throw too_long(bits.size() == 1 ? cell : cell.substr(k, 1), column);
        }
        if (bits[k] == '1') row.push_back(column);
      }
    }
    if (columns_ && (column < *columns_ || (cost_cell_ && !cost))) {
      throw input_.error_at(first, "a row of " + std::to_string(column) + " columns; " +
                                       (head_line_ == 0 ? "the first has " : named() + " names ") +
                                       std::to_string(*columns_));
    }
    columns_ = column;
    ++row_;
    rows_.add(std::move(row), first, cost.value_or(Decimal{}));
  }

  [[nodiscard]] InputError too_long(std::string_view cell, std::uint64_t columns) const {
    return input_.error_at(cell, "a row of more than " + std::to_string(columns) + " columns" +
                                     (head_line_ == 0 ? "" : ", which " + named() + " names"));
  }

  [[nodiscard]] InputError bad_cell(std::string_view cell, bool first) const {
    if (cell.empty()) return input_.error_at(cell, empty_cell);
    const bool counts = cell == std::to_string(row_) || cell == std::to_string(row_ + 1);
    return input_.error_at(cell,
                           in_quotes(cell) + " is neither 0 nor 1" +
                               (first && (counts || !begins_number(cell)) ? names_of_rows : "") +
                               (begins_number(cell) ? "" : columns_of_pairs));
  }

  [[nodiscard]] InputError bad_head(const Head& head) const {
    if (head.wrong.empty()) {
      return input_.error_at(
          head.wrong,
          head.has_words ? std::string("a column without a name") + names_of_rows : empty_cell);
    }
    return input_.error_at(
        head.wrong,
        in_quotes(head.wrong) + " is neither 0 nor 1" +
            (head.kind == Head::Kind::sizes ? "; a line of sizes is not read: remove it, and name "
                                              "secondary columns from 0, as in --secondary 0,1,2"
                                            : ""));
  }

  [[nodiscard]] std::string named() const { return "line " + std::to_string(head_line_); }

  static constexpr const char* empty_cell =
      "an empty cell; a row has 0 where it does not have the column";
  static constexpr const char* columns_of_pairs =
      "; the first line of a table of pairs is option,item or option,item,cost";
  static constexpr const char* names_of_rows =
      "; names or numbers of rows are not read: leave their column out (index=False in pandas)";

  Input& input_;
  RowCollector rows_;
  std::optional<std::uint32_t> columns_;
  // The position of the column of costs among the cells of a row.
  std::optional<std::size_t> cost_cell_;
  bool is_gain_ = false;  // whether the file has gains, so that costs are negated
  bool first_ = true;     // whether the reader has seen only comments so far
  // The number of the line that names the columns; 0 if no line names them.
  std::size_t head_line_ = 0;
  std::uint64_t row_ = 0;  // the number of rows read so far
};

std::vector<std::string> warnings_of_rows(const Problem& problem) {
  const auto refuse = [](const char* what) {
    throw std::invalid_argument(std::string("rows of columns cannot say ") + what);
  };
  if (problem.secondary_count() != 0) refuse("which items are secondary");
  if (problem.has_multiplicities()) refuse("how often an item must be covered");
  if (problem.has_costs()) return {"costs are left out"};
  return {};
}

/// Reads rows in the format of Sage's dlx_solver, such as `[[0, 3], [1, 2]]`. Each row lists the
/// columns of an option. The greatest number in the rows is the last column. A problem without
/// columns has one solution, the empty cover, although Sage reports no solution. Throws InputError
/// for any other text, including a row with a repeated column and a column from 2^22. Throws the
/// exceptions of Input too.
ReadProblem read_row_lists(Input& input, const ReadOptions& options) {
  return ListReader(input, options).read();
}

/// Reads a matrix of 0 and 1, with a row on each line, as numpy.savetxt and spreadsheets write it:
///   - cells are separated by commas, semicolons or blanks, or not at all, as in `101`;
///   - cells may be `1.0`, `0.000e+00`, `True`, `FALSE` or `"1"`;
///   - the first line may name the columns, as in `a,b,c` or `0 1 2`; the items then have these
///     names, with '_' for blanks;
///   - a column with the name cost has the costs of rows as decimal numbers; a column with the name
///     gain has the costs with the opposite sign;
///   - text behind '#' on a line is a comment, and empty lines are skipped.
/// All rows must have equal lengths. Throws InputError for any other text, including names of rows
/// and a line of sizes. Throws the exceptions of Input too.
ReadProblem read_matrix(Input& input, const ReadOptions& options) {
  return MatrixReader(input, options).read();
}

/// Writes rows as lists of columns. Names of items are not written. Throws std::invalid_argument
/// for secondary items, colours and multiplicities, and if no option contains the last item,
/// because lists of columns cannot express such problems. Returns a warning for the user if costs
/// are not written.
std::vector<std::string> write_row_lists(const Problem& problem, const TextSink& sink) {
  const auto warnings = warnings_of_rows(problem);
  std::uint32_t columns = 0;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    for (const ItemId item : problem.items(OptionId{o}))
      columns = std::max(columns, index(item) + 1);
  }
  if (columns < problem.item_count()) {
    throw std::invalid_argument("rows of columns cannot say that there is an item " +
                                in_quotes(problem.name(ItemId{problem.item_count() - 1})) +
                                ", which no option has");
  }
  sink("[");
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    std::string row = o == 0 ? "[" : ",\n [";
    for (const ItemId item : problem.items(OptionId{o})) {
      if (row.back() != '[') row += ", ";
      row += std::to_string(index(item));
    }
    sink(row + "]");
  }
  sink("]\n");
  return warnings;
}

/// Writes a line of 0 and 1 for each option. If `with_costs` is set, the option's cost precedes the
/// line of 0 and 1.
void write_cells(const Problem& problem, char separator, bool with_costs, const TextSink& sink) {
  if (problem.option_count() == 0 && problem.item_count() != 0) {
    throw std::invalid_argument("a matrix without rows cannot say how many columns it has");
  }
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    std::string row(2 * std::size_t{problem.item_count()}, separator);
    for (std::uint32_t i = 0; i < problem.item_count(); ++i) row[2 * i] = '0';
    for (const ItemId item : problem.items(OptionId{o})) row[2 * std::size_t{index(item)}] = '1';
    row.back() = '\n';
    if (with_costs) {
      row = decimal_text(problem.cost(OptionId{o}), problem.cost_places()) + separator + row;
    }
    sink(row);
  }
}

/// Writes a matrix of 0 and 1 without costs, with blanks between the cells.
std::vector<std::string> write_matrix(const Problem& problem, const TextSink& sink) {
  const auto warnings = warnings_of_rows(problem);
  write_cells(problem, ' ', false, sink);
  return warnings;
}

/// Writes a table with commas. The first line has the names of the items, after the word "cost" if
/// there are costs. Throws std::invalid_argument for names that the first line cannot express.
std::vector<std::string> write_csv(const Problem& problem, const TextSink& sink) {
  static_cast<void>(warnings_of_rows(problem));
  std::string names = problem.has_costs() ? "cost" : "";
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    const std::string_view name = problem.name(ItemId{i});
    if (is_cost(name) || name.find_first_of(",;\"#") != std::string_view::npos) {
      throw std::invalid_argument("the first line of a table cannot name the item " +
                                  in_quotes(name));
    }
    if (!names.empty()) names += ',';
    names += name;
  }
  const bool has_names = head_of(names).kind == Head::Kind::names;
  if (has_names) sink(names + '\n');
  write_cells(problem, ',', problem.has_costs(), sink);
  if (has_names || problem.item_count() == 0) return {};
  return {"names of items are left out, because the first line would not read as names"};
}

/// Whether a text begins like a list of rows.
bool begins_lists(std::string_view start) {
  const std::size_t first = std::min(start.find_first_not_of(" \t\r\n"), start.size());
  if (!start.substr(first).starts_with('[')) return false;
  const std::size_t second = std::min(start.find_first_not_of(" \t\r\n", first + 1), start.size());
  return start.substr(second).starts_with('[') || start.substr(second).starts_with(']');
}

}  // namespace

MatrixLook matrix_look(std::string_view start) {
  const bool cut = start.size() >= Input::window;
  std::optional<Head> head;
  std::uint64_t columns = 0;
  std::uint64_t lines = 0;
  bool all_rows = true;
  bool all_cells = true;
  bool all_bits = true;
  bool decimal = false;
  bool zero_behind = false;
  while (!start.empty()) {
    std::string_view line = start.substr(0, start.find('\n'));
    const bool last = line.size() == start.size();
    start.remove_prefix(std::min(line.size() + 1, start.size()));
    if (last && cut) {
      if (head) break;
      line = line.substr(0, line.find_last_of(" \t,;"));
    }
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!CellScanner(line).has_cells()) continue;
    const Head here = head_of(line);
    ++lines;
    all_cells = all_cells && here.is_table;
    all_bits = all_bits && here.kind == Head::Kind::row;
    decimal |= line.substr(0, line.find('#')).find_first_of(".\"") != std::string_view::npos;
    if (!head) {
      head = here;
      columns = here.columns;
      all_rows = here.kind != Head::Kind::other;
      if (here.kind != Head::Kind::row) continue;
    }
    all_rows = all_rows && here.kind == Head::Kind::row && here.columns == columns;
    zero_behind |= here.zero_behind;
  }
  const bool is_head_only = lines == 1 && head->kind != Head::Kind::row;
  if (lines == 0 || is_head_only) return MatrixLook::none;
  // A line of sizes can also begin a set-partitioning problem. In the lines of such a problem, only
  // the first number, the cost, can be 0.
  if (all_rows && (head->kind != Head::Kind::sizes || zero_behind)) {
    return decimal || head->kind != Head::Kind::row ? MatrixLook::sure : MatrixLook::plain;
  }
  return all_bits || (all_cells && (head->separated || decimal)) ? MatrixLook::table
                                                                 : MatrixLook::none;
}

Format sage_format() {
  return {read_row_lists, write_row_lists, begins_lists, true};
}
Format csv_format() {
  return {read_matrix, write_csv, nullptr, true};
}
Format matrix_format() {
  return {read_matrix, write_matrix, nullptr, true};
}

}  // namespace dlx::io
