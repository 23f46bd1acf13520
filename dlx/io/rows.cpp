#include "dlx/io/rows.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"

namespace dlx {
namespace {

// One number must not be able to fill the memory with columns.
constexpr std::uint32_t most_columns = std::uint32_t{1} << 22;

/// Rows as they are read; a problem once all columns are known.
class RowCollector {
 public:
  RowCollector(Input& input, const ReadOptions& options) : input_(input), options_(options) {
    for (const std::uint32_t column : options.secondary) {
      if (column >= most_columns) throw std::invalid_argument(past_end(column));
      if (column >= is_secondary_.size()) is_secondary_.resize(column + 1);
      is_secondary_[column] = true;
    }
  }

  /// `where` is a word of the line at hand.
  void add(std::vector<std::uint32_t> row, std::string_view where) {
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
    // The row, and the option that it becomes; vectors grow by doubling.
    constexpr std::uint64_t bytes_of_row = 84;
    constexpr std::uint64_t bytes_of_column = 24;
    input_.charge(bytes_of_row + bytes_of_column * row.size());
    rows_.push_back(std::move(row));
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
        const std::string name = std::to_string(c);
        items[c] = secondary ? builder.secondary(name) : builder.primary(name);
      }
    }
    std::vector<Entry> entries;
    for (const auto& row : rows_) {
      if (row.empty()) {
        builder.drop_option();
        continue;
      }
      entries.clear();
      for (const std::uint32_t c : row) entries.emplace_back(items[c]);
      builder.option(entries);
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
  std::vector<std::vector<std::uint32_t>> rows_;  // empty: dropped
  std::uint64_t rows_read_ = 0;
  std::uint64_t dropped_ = 0;
};

/// The words of a list of lists, over all lines: brackets, commas, and what is between them.
class ListScanner {
 public:
  explicit ListScanner(Input& input) : input_(input) {}

  /// Empty at the end of the input.
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

  /// The next word, which must be one of these marks.
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
    return input_.error_at(word, in_quotes(word) + " where " + wanted + " should be");
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
        throw input_.error_at(word, "column " + in_quotes(word) + " occurs twice in a row");
      }
      word = scanner_.expect(",]");
      if (word == "]") break;
      word = scanner_.next();
      if (word == "]") throw no_column(word);
    }
    ++number_;
    rows_.add(std::move(row), word);
  }

  [[nodiscard]] InputError no_column(std::string_view word) const {
    return input_.error_at(word, in_quotes(word) + " is no column: they are counted from 0");
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
  std::uint64_t number_ = 1;             // of the row at hand
  std::vector<std::uint64_t> last_row_;  // in which a column occurred
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

}  // namespace

ReadProblem read_row_lists(Input& input, const ReadOptions& options) {
  return ListReader(input, options).read();
}

ReadProblem read_matrix(Input& input, const ReadOptions& options) {
  RowCollector rows(input, options);
  std::optional<std::uint32_t> columns;
  std::string_view line;
  while (input.next_line(line)) {
    std::string_view rest = line.substr(0, line.find('#'));
    std::vector<std::uint32_t> row;
    std::uint32_t column = 0;
    std::string_view first;
    for (auto word = next_word(rest); !word.empty(); word = next_word(rest)) {
      if (first.empty()) first = word;
      for (std::size_t k = 0; k < word.size(); ++k) {
        const std::string_view cell = word.substr(k, 1);
        if (cell != "0" && cell != "1") {
          throw input.error_at(word, in_quotes(word) + " is neither 0 nor 1");
        }
        if (column == columns || column == most_columns) {
          throw input.error_at(cell, "a row of more than " + std::to_string(column) + " columns");
        }
        if (cell == "1") row.push_back(column);
        ++column;
      }
    }
    if (first.empty()) continue;
    if (columns && column < *columns) {
      throw input.error_at(first, "a row of " + std::to_string(column) +
                                      " columns; the first has " + std::to_string(*columns));
    }
    columns = column;
    rows.add(std::move(row), first);
  }
  return rows.problem(columns.value_or(0));
}

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

std::vector<std::string> write_matrix(const Problem& problem, const TextSink& sink) {
  const auto warnings = warnings_of_rows(problem);
  if (problem.option_count() == 0 && problem.item_count() != 0) {
    throw std::invalid_argument("a matrix without rows cannot say how many columns it has");
  }
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    std::string row(2 * std::size_t{problem.item_count()}, ' ');
    for (std::uint32_t i = 0; i < problem.item_count(); ++i) row[2 * i] = '0';
    for (const ItemId item : problem.items(OptionId{o})) row[2 * std::size_t{index(item)}] = '1';
    row.back() = '\n';
    sink(row);
  }
  return warnings;
}

}  // namespace dlx
