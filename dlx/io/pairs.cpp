// A table with a line for each option and item, as databases export relations:
//
//     option,item,cost
//     tour 1,F1,410
//     tour 1,F2,410
//     tour 2,F1,190
//
// The first line names the columns, in any order: option, item, and perhaps cost or gain. Lines of
// one option need not follow each other, and all that have a cost have the same. Items are primary.
// Blanks within a name become '_'. The name of an option is a secondary item of its own, so that
// solutions show it, unless it is a number or the name of an item. Throws InputError for anything
// else, and what Input throws.

#include <cstdint>
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

/// The columns that a first line names; nothing if it is not the first line of such a table.
std::optional<std::vector<PairColumn>> pair_columns(std::string_view line) {
  std::vector<PairColumn> columns;
  bool has_option = false;
  bool has_item = false;
  CellScanner cells(line);
  if (!cells.is_separated()) return {};
  for (std::string_view cell; cells.next(cell);) {
    std::string word(cell);
    for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (word == "option" && !std::exchange(has_option, true)) {
      columns.push_back(PairColumn::option);
    } else if (word == "item" && !std::exchange(has_item, true)) {
      columns.push_back(PairColumn::item);
    } else if (is_cost(word) && columns.size() < 3) {
      columns.push_back(is_gain(word) ? PairColumn::gain : PairColumn::cost);
    } else {
      return {};
    }
  }
  if (!has_option || !has_item || columns.size() > 3) return {};
  return columns;
}

class PairsReader {
 public:
  explicit PairsReader(Input& input) : input_(input) {}

  ReadProblem read() {
    std::string_view line;
    while (input_.next_line(line)) {
      if (!CellScanner(line).has_cells()) continue;
      if (!columns_.empty()) {
        read_line(line);
      } else if (auto columns = pair_columns(line)) {
        columns_ = *std::move(columns);
      } else {
        throw input_.error_at(line,
                              "the first line must name the columns: option,item, and "
                              "perhaps cost or gain");
      }
    }
    if (columns_.empty()) throw input_.error("no line that names the columns");
    return {problem()};
  }

 private:
  struct Option {
    std::string name;
    std::vector<std::string> items = {};
    std::optional<Decimal> cost = {};
  };

  static std::string name_of(std::string_view cell) {
    std::string name(cell);
    for (char& c : name) c = c == ' ' || c == '\t' ? '_' : c;
    return name;
  }

  void read_line(std::string_view line) {
    CellScanner cells(line);
    std::string_view option;
    std::string_view item;
    std::string_view cost;
    bool is_gain = false;
    std::size_t column = 0;
    for (std::string_view cell; cells.next(cell); ++column) {
      if (column == columns_.size()) {
        throw input_.error_at(cell, "a line of more than " + std::to_string(column) + " columns");
      }
      if (columns_[column] == PairColumn::option) option = cell;
      if (columns_[column] == PairColumn::item) item = cell;
      if (columns_[column] >= PairColumn::cost) cost = cell;
      is_gain |= columns_[column] == PairColumn::gain;
    }
    if (option.empty()) throw input_.error_at(line, "a line without an option");
    if (item.empty()) throw input_.error_at(line, "a line without an item");
    add(option, item);
    if (!cost.empty()) add_cost(option, cost, is_gain);
  }

  /// The number of a name among primary items, which is declared if it is new.
  std::size_t named(ProblemBuilder& names, std::string_view cell, const char* what) {
    const std::string name = name_of(cell);
    if (const auto known = names.find_item(name)) return index(*known);
    try {
      return index(names.primary(name));
    } catch (const ProblemError& e) {
      throw input_.error_at(cell, std::string("a name of ") + what + ": " + e.what());
    }
  }

  void add(std::string_view option, std::string_view item) {
    constexpr std::uint64_t bytes_of_line = 192;
    input_.charge(bytes_of_line + 4 * (option.size() + item.size()));
    const std::size_t number = named(option_names_, option, "an option");
    if (number == options_.size()) options_.push_back({name_of(option)});
    const std::string name = name_of(item);
    named(items_, item, "an item");
    if (!entries_.emplace(number, name).second) {
      throw input_.error_at(
          item, "item " + in_quotes(item) + " occurs twice in option " + in_quotes(option));
    }
    options_[number].items.push_back(name);
  }

  void add_cost(std::string_view option, std::string_view cell, bool is_gain) {
    const auto cost = cost_in(cell, is_gain);
    if (!cost) throw input_.error_at(cell, "bad cost " + in_quotes(cell));
    const ItemId number = *option_names_.find_item(name_of(option));
    std::optional<Decimal>& known = options_[index(number)].cost;
    if (known && *known != *cost) {
      throw input_.error_at(cell, "option " + in_quotes(option) + " has another cost above");
    }
    known = cost;
  }

  Problem problem() {
    const auto is_shown = [&](const Option& option) {
      return !items_.find_item(option.name) && !to_number<std::uint64_t>(option.name);
    };
    std::vector<bool> shown;
    for (const Option& option : options_) shown.push_back(is_shown(option));
    for (std::size_t o = 0; o < options_.size(); ++o) {
      if (shown[o]) items_.secondary(options_[o].name);
    }
    std::vector<Entry> entries;
    for (std::size_t o = 0; o < options_.size(); ++o) {
      const Option& option = options_[o];
      entries.clear();
      if (shown[o]) entries.emplace_back(*items_.find_item(option.name));
      for (const std::string& item : option.items) entries.emplace_back(*items_.find_item(item));
      try {
        items_.option(entries, option.cost.value_or(Decimal{}));
      } catch (const ProblemError& e) {
        throw input_.error(e.what());
      }
    }
    return std::move(items_).build();
  }

  Input& input_;
  std::vector<PairColumn> columns_;
  ProblemBuilder option_names_;  // as primary items
  std::vector<Option> options_;
  std::set<std::pair<std::size_t, std::string>> entries_;
  ProblemBuilder items_;
};

bool begins_pairs(std::string_view start) {
  while (!start.empty()) {
    std::string_view line = start.substr(0, start.find('\n'));
    start.remove_prefix(std::min(line.size() + 1, start.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (CellScanner(line).has_cells()) return pair_columns(line).has_value();
  }
  return false;
}

}  // namespace

Format pairs_format() {
  return {.read = [](Input& input, const ReadOptions&) { return PairsReader(input).read(); },
          .begins = begins_pairs};
}

}  // namespace dlx::io
