#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "dlx/core/decimal.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"

namespace dlx::io {

/// Whether a cell in the first line of a table names a column of gains. A gain is a cost with the
/// opposite sign.
[[nodiscard]] inline bool is_gain(std::string_view cell) {
  return cell == "gain" || cell == "Gain" || cell == "GAIN";
}

/// Parses a cell as a cost, or, if `as_gain` is set, as a gain whose negative is the cost. Returns
/// nullopt if the cell is not a number.
[[nodiscard]] inline std::optional<Decimal> cost_in(std::string_view cell, bool as_gain) {
  auto cost = to_decimal(cell);
  if (!cost || cost->units == std::numeric_limits<std::int64_t>::min()) return std::nullopt;
  if (as_gain) cost->units = -cost->units;
  return cost;
}

/// The message for a cell that should be a cost and is not a number.
[[nodiscard]] inline std::string bad_cost(std::string_view cell) {
  const bool has_comma = cell.find(',') != std::string_view::npos;
  return "bad cost " + in_quotes(cell) +
         (has_comma ? "; decimal places must follow a point, as in 310.50" : "");
}

/// The name that a cell gives to an item or an option: its blanks are replaced by '_'.
[[nodiscard]] inline std::string name_in(std::string_view cell) {
  std::string name(cell);
  for (char& c : name) c = c == ' ' || c == '\t' ? '_' : c;
  return name;
}

/// The message for a name that ProblemBuilder refuses as that of an item. `what` is the kind of
/// name, such as "an option".
[[nodiscard]] inline std::string bad_name(const std::string& what, const ProblemError& error) {
  std::string_view fault = error.what();
  constexpr std::string_view begin = "item name ";
  return "a name of " + what +
         (fault.starts_with(begin) ? ' ' + std::string(fault.substr(begin.size()))
                                   : ": " + std::string(fault));
}

/// Whether a cell begins like a number.
[[nodiscard]] inline bool begins_number(std::string_view cell) {
  return cell.find_first_of("+-.0123456789") == 0;
}

/// Whether the first line of a table only tells a spreadsheet the separator, as in "sep=;".
[[nodiscard]] inline bool is_separator_line(std::string_view line) {
  return line.size() == 5 && line.starts_with("sep=");
}

/// Whether a cell in the first line of a table names a column of costs or of gains.
[[nodiscard]] inline bool is_cost(std::string_view cell) {
  return cell == "cost" || cell == "Cost" || cell == "COST" || is_gain(cell);
}

/// Splits a line of a matrix into cells. If the line contains a semicolon or else a comma, this
/// character separates all cells of the line. In other lines blanks and tabs separate the cells.
/// '#' begins a comment.
class CellScanner {
 public:
  /// Constructs a scanner of a line. The line must outlive the scanner.
  explicit CellScanner(std::string_view line) : rest_(line.substr(0, line.find('#'))) {
    if (is_separator_line(rest_)) rest_ = {};
    for (const char mark : {',', ';'}) {
      if (rest_.find(mark) != std::string_view::npos) separator_ = mark;
    }
    more_ = rest_.find_first_not_of(" \t") != std::string_view::npos;
  }

  /// Whether the line has another cell.
  [[nodiscard]] bool has_cells() const { return more_; }
  /// Whether commas or semicolons separate the cells of the line.
  [[nodiscard]] bool is_separated() const { return separator_.has_value(); }

  /// Reads the next cell of the line. Returns false at the end of the line. The cell points into
  /// the line, even if it is empty.
  bool next(std::string_view& cell) {
    if (!separator_) {
      cell = next_word(rest_);
      return !cell.empty();
    }
    if (!more_) return false;
    cell = rest_.substr(0, rest_.find(*separator_));
    more_ = cell.size() < rest_.size();
    rest_.remove_prefix(cell.size() + (more_ ? 1 : 0));
    cell.remove_prefix(std::min(cell.find_first_not_of(" \t"), cell.size()));
    cell = cell.substr(0, cell.find_last_not_of(" \t") + 1);
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') {
      cell = cell.substr(1, cell.size() - 2);
    }
    return true;
  }

  /// The digits 0 and 1 that a cell represents, for example "1" for True. In a line without
  /// separators a word such as 101 represents several digits. Returns an empty view if the cell
  /// represents neither 0 nor 1.
  [[nodiscard]] std::string_view bits(std::string_view cell) const {
    if (!separator_ && cell.find_first_not_of("01") == std::string_view::npos) return cell;
    for (const std::string_view yes : {"1", "true", "True", "TRUE"}) {
      if (cell == yes) return "1";
    }
    for (const std::string_view no : {"0", "false", "False", "FALSE"}) {
      if (cell == no) return "0";
    }
    return bit_of_number(cell);
  }

 private:
  /// Returns "0" or "1" for a number 0 or 1 in a spelling such as 1.0, 1. or 1.000e+00.
  static std::string_view bit_of_number(std::string_view number) {
    constexpr std::string_view digits = "0123456789";
    const std::string_view whole = number.substr(0, number.find_first_not_of(digits));
    number.remove_prefix(whole.size());
    if (whole != "0" && whole != "1") return {};
    if (number.starts_with('.')) {
      number.remove_prefix(1);
      number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
    }
    if (number.starts_with('e') || number.starts_with('E')) {
      number.remove_prefix(1);
      if (number.starts_with('+') || number.starts_with('-')) number.remove_prefix(1);
      if (number.empty()) return {};
      number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
    }
    return number.empty() ? whole : std::string_view();
  }

  std::string_view rest_;
  std::optional<char> separator_;
  bool more_ = false;
};

}  // namespace dlx::io
