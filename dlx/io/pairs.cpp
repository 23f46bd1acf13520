// A table with a line for each pair of an option and one of its items, as a database exports a
// relation:
//
//     option,item,cost
//     tour 1,F1,410
//     tour 1,F2,410
//     tour 2,F1,190
//
// The first line names the columns, in any order: option, item, and optionally cost or gain. The
// lines of an option need not be consecutive. All costs given for an option must be equal. Items
// are primary. If the first line has semicolons or tabs instead of commas, all lines must have
// them. A cell in quotes may contain separators, and two quotes within such a cell represent one
// quotation mark. Lines that begin with '#' are comments. Lines without text in their cells, and a
// line such as "sep=;", are skipped. Blanks within a name are replaced by '_'. Throws InputError
// for any other text, and the exceptions of Input.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dlx/core/decimal.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/cells.hpp"
#include "dlx/io/format.hpp"

namespace dlx::io {
namespace {

enum class PairColumn { option, item, cost, gain };

/// The separator and the columns of a table, as its first line gives them.
struct PairHead {
  char separator;
  std::vector<PairColumn> columns;
};

struct PairCell {
  std::string text;
  std::string_view word;  ///< the text of the line at which errors of the cell are reported
  /// The fault of the cell, as a text for messages; null if the cell has no fault.
  const char* wrong = nullptr;
};

/// The characters around a cell that are not part of it.
constexpr const char* blanks_beside(char separator) {
  return separator == '\t' ? " " : " \t";
}

void skip_blanks(std::string_view& line, char separator) {
  line.remove_prefix(std::min(line.find_first_not_of(blanks_beside(separator)), line.size()));
}

/// Removes a cell in quotes from the beginning of a line and returns it.
PairCell quoted_cell(std::string_view& line, char separator) {
  PairCell cell;
  const std::string_view whole = line;
  line.remove_prefix(1);
  for (;;) {
    const std::size_t size = line.find('"');
    if (size == std::string_view::npos) return {{}, whole, "a quote that this line does not close"};
    cell.text += line.substr(0, size);
    line.remove_prefix(size + 1);
    if (!line.starts_with('"')) break;
    cell.text += '"';
    line.remove_prefix(1);
  }
  cell.word = whole.substr(1, whole.size() - line.size() - 2);
  skip_blanks(line, separator);
  if (!line.empty() && line.front() != separator) {
    return {{}, line, "a cell that goes on behind its closing quote; quotes within are doubled"};
  }
  return cell;
}

/// The cells of a line, up to the first invalid cell. At most one cell more than a table can have
/// is returned, which is enough to detect a line that is too long.
std::vector<PairCell> pair_cells(std::string_view line, char separator) {
  constexpr std::size_t most_columns_of_pairs = 3;
  std::vector<PairCell> cells;
  while (cells.size() <= most_columns_of_pairs) {
    skip_blanks(line, separator);
    if (line.starts_with('"')) {
      cells.push_back(quoted_cell(line, separator));
      if (cells.back().wrong != nullptr) break;
    } else {
      std::string_view word = line.substr(0, line.find(separator));
      line.remove_prefix(word.size());
      word = word.substr(0, word.find_last_not_of(blanks_beside(separator)) + 1);
      cells.push_back({std::string(word), word});
    }
    if (line.empty()) break;
    line.remove_prefix(1);
  }
  return cells;
}

/// Whether a line of the table is a comment, or has neither names nor numbers.
bool says_nothing(std::string_view line) {
  return line.starts_with('#') || is_separator_line(line) ||
         line.find_first_not_of(" ,;\t") == std::string_view::npos;
}

/// The columns that the first line of a table names; nullopt if the line does not name the columns
/// option and item.
std::optional<PairHead> pair_head(std::string_view line) {
  std::size_t mark = line.find_first_of(",;");
  if (mark == std::string_view::npos) mark = line.find('\t');
  if (mark == std::string_view::npos) return {};
  PairHead head{line[mark], {}};
  bool has_option = false;
  bool has_item = false;
  for (auto& [word, place, wrong] : pair_cells(line, head.separator)) {
    for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (word == "option" && !std::exchange(has_option, true)) {
      head.columns.push_back(PairColumn::option);
    } else if (word == "item" && !std::exchange(has_item, true)) {
      head.columns.push_back(PairColumn::item);
    } else if (is_cost(word) && head.columns.size() < 3) {
      head.columns.push_back(is_gain(word) ? PairColumn::gain : PairColumn::cost);
    } else {
      return {};
    }
  }
  if (!has_option || !has_item || head.columns.size() > 3) return {};
  return head;
}

class PairsReader {
 public:
  explicit PairsReader(Input& input) : input_(input) {}

  ReadProblem read() {
    std::string_view line;
    while (input_.next_line(line)) {
      note_row(line);
      if (says_nothing(line)) continue;
      if (head_) {
        read_line(line);
      } else if (head_ = pair_head(line); !head_) {
        throw input_.error_at(line,
                              "the first line must name the columns: option,item, and "
                              "perhaps cost or gain");
      }
    }
    if (!head_) throw input_.error("no line that names the columns");
    const auto& columns = head_->columns;
    ReadProblem read{.problem = problem()};
    read.are_gains = std::find(columns.begin(), columns.end(), PairColumn::gain) != columns.end();
    note_missing_costs(read.notes);
    if (rows_in_comments_ > 0) {
      read.notes.push_back(
          quantity(rows_in_comments_, "line") +
          " with as many cells as the others, the first on line " +
          std::to_string(first_in_comment_) +
          ", began with '#' and so counted as comments; a name that begins with '#' needs quotes");
    }
    return read;
  }

 private:
  struct Option {
    std::string name;
    std::vector<std::string> items = {};
    std::optional<Decimal> cost = {};
  };

  /// The distinct names in a column of the table, as primary items. For each name, the first cell
  /// with this name is stored, for error messages.
  struct Names {
    const char* what;
    ProblemBuilder builder = {};
    std::vector<std::string> cells = {};
  };

  /// Counts the comments that look like a row of the table, because the author may have meant them
  /// as rows.
  void note_row(std::string_view line) {
    if (!head_ || !line.starts_with('#')) return;
    if (pair_cells(line, head_->separator).size() != head_->columns.size()) return;
    if (rows_in_comments_++ == 0) first_in_comment_ = input_.line_number();
  }

  void read_line(std::string_view line) {
    PairCell option;
    PairCell item;
    PairCell cost;
    bool is_gain = false;
    std::size_t column = 0;
    for (PairCell& cell : pair_cells(line, head_->separator)) {
      if (cell.wrong != nullptr) throw input_.error_at(cell.word, cell.wrong);
      if (column == head_->columns.size()) {
        throw input_.error_at(cell.word,
                              "a line of more than " + std::to_string(column) + " columns");
      }
      const PairColumn kind = head_->columns[column++];
      is_gain |= kind == PairColumn::gain;
      (kind == PairColumn::option ? option
       : kind == PairColumn::item ? item
                                  : cost) = std::move(cell);
    }
    if (option.text.empty()) throw input_.error_at(line, "a line without an option");
    if (item.text.empty()) throw input_.error_at(line, "a line without an item");
    const std::size_t number = add(option, item);
    if (!cost.text.empty()) add_cost(number, cost, is_gain);
  }

  /// The number of the name that a cell contains. If the name is new, adds it to `names`.
  std::size_t number_of(Names& names, const PairCell& cell) {
    const std::string name = name_in(cell.text);
    if (const auto known = names.builder.find_item(name)) {
      const std::string& first = names.cells[index(*known)];
      if (first == cell.text) return index(*known);
      throw input_.error_at(cell.word, std::string("the name of ") + names.what + " " +
                                           in_quotes(cell.text) + " would be that of " +
                                           in_quotes(first) + ", because blanks become '_'");
    }
    try {
      names.cells.push_back(cell.text);
      return index(names.builder.primary(name));
    } catch (const ProblemError& e) {
      throw input_.error_at(cell.word, bad_name(names.what, e));
    }
  }

  /// Adds an item to an option. Returns the number of the option.
  std::size_t add(const PairCell& option, const PairCell& item) {
    constexpr std::uint64_t bytes_of_line = 256;
    input_.charge(bytes_of_line + 6 * (option.text.size() + item.text.size()));
    const std::size_t number = number_of(option_names_, option);
    if (number == options_.size()) options_.push_back({name_in(option.text)});
    const std::string name = name_in(item.text);
    number_of(items_, item);
    if (!entries_.emplace(number, name).second) {
      throw input_.error_at(item.word, "item " + in_quotes(item.text) + " occurs twice in option " +
                                           in_quotes(option.text));
    }
    options_[number].items.push_back(name);
    return number;
  }

  void add_cost(std::size_t option, const PairCell& cell, bool is_gain) {
    const auto cost = cost_in(cell.text, is_gain);
    if (!cost) throw input_.error_at(cell.word, bad_cost(cell.text));
    std::optional<Decimal>& known = options_[option].cost;
    if (known && *known != *cost) {
      throw input_.error_at(cell.word, "option " + in_quotes(option_names_.cells[option]) +
                                           " has another cost above");
    }
    known = cost;
  }

  /// Adds a note for the user on options without a cost, if other options have costs. An empty cell
  /// in the column of costs is more likely a mistake than a cost of 0.
  void note_missing_costs(std::vector<std::string>& notes) const {
    const auto has_cost = [](const Option& option) { return option.cost.has_value(); };
    const auto missing = std::find_if_not(options_.begin(), options_.end(), has_cost);
    if (missing == options_.end() || std::none_of(options_.begin(), options_.end(), has_cost)) {
      return;
    }
    const std::string& name =
        option_names_.cells[static_cast<std::size_t>(missing - options_.begin())];
    const auto others = std::count_if(missing + 1, options_.end(), std::not_fn(has_cost));
    notes.push_back("option " + in_quotes(name) +
                    (others == 0 ? " has" : " and " + quantity(others, "other") + " have") +
                    " no cost, which is taken as 0");
  }

  Problem problem() {
    std::vector<std::string> names;
    std::vector<Entry> entries;
    for (const Option& option : options_) {
      entries.clear();
      for (const std::string& item : option.items) {
        entries.emplace_back(*items_.builder.find_item(item));
      }
      try {
        items_.builder.option(entries, option.cost.value_or(Decimal{}));
      } catch (const ProblemError& e) {
        throw input_.error(e.what());
      }
      names.push_back(option.name);
    }
    return ProblemBuilder::with_option_names(std::move(items_.builder).build(), names);
  }

  Input& input_;
  std::optional<PairHead> head_;
  Names option_names_{"an option"};
  std::vector<Option> options_;
  std::set<std::pair<std::size_t, std::string>> entries_;
  std::size_t rows_in_comments_ = 0;  // the number of comments that look like rows
  std::size_t first_in_comment_ = 0;  // the line number of the first of them
  Names items_{"an item"};
};

bool begins_pairs(std::string_view start) {
  while (!start.empty()) {
    std::string_view line = start.substr(0, start.find('\n'));
    start.remove_prefix(std::min(line.size() + 1, start.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!says_nothing(line)) return pair_head(line).has_value();
  }
  return false;
}

}  // namespace

Format pairs_format() {
  return {.read = [](Input& input, const ReadOptions&) { return PairsReader(input).read(); },
          .begins = begins_pairs};
}

}  // namespace dlx::io
