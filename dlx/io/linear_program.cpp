#include "dlx/io/linear_program.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"

namespace dlx::io {
namespace {

/// The quotient a / b of two integers, rounded down to an integer.
std::int64_t floor_of(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

/// 10^18, the smallest number of more than 18 digits. Every smaller number can be negated and
/// doubled without overflow in 64 bits.
constexpr std::int64_t too_many = 1'000'000'000'000'000'000;

Decimal negated(Decimal number) {
  number.units = -number.units;
  return number;
}

/// A decimal number, rounded down to an integer.
std::int64_t whole_part(const Decimal& number) {
  std::int64_t one = 1;
  for (int place = 0; place < number.places; ++place) one *= 10;
  return floor_of(number.units, one);
}

/// Whether a name can be that of an option: UTF-8 of visible characters that is not too long.
bool can_be_shown(std::string_view name) {
  if (name.size() > ProblemBuilder::longest_name) return false;
  while (const std::size_t length = visible_length(name)) name.remove_prefix(length);
  return name.empty();
}

bool is_negative(const Decimal& number) {
  return number.units < 0;
}

}  // namespace

LinearProgram::LinearProgram(Input& input)
    : text_(input.rest()), name_(input.name()), input_(input) {}

InputError LinearProgram::error(std::string_view word, const std::string& message) const {
  return error_in(text_, name_, word, message);
}

Decimal LinearProgram::number(std::string_view word) const {
  const auto number = to_decimal(word);
  if (number && number->units > -too_many && number->units < too_many) return *number;
  throw error(word, "bad number " + in_quotes(word) + "; wanted one of 18 digits at most");
}

LinearProgram::Number LinearProgram::variable(std::string_view name) {
  const auto [place, is_new] = variable_of_.try_emplace(name, variables_.size());
  constexpr std::uint64_t bytes_of_variable = 256;
  if (is_new) {
    input_.charge(bytes_of_variable);
    variables_.push_back({.name = name});
  }
  return place->second;
}

LinearProgram::Number LinearProgram::find_variable(std::string_view name) const {
  const auto place = variable_of_.find(name);
  return place == variable_of_.end() ? none : place->second;
}

LinearProgram::Number LinearProgram::add_row(std::string_view name) {
  constexpr std::uint64_t bytes_of_row = 256;
  input_.charge(bytes_of_row);
  if (!name.empty() && !row_of_.try_emplace(name, rows_.size()).second) {
    throw error(name, "two constraints have the name " + in_quotes(name));
  }
  rows_.push_back({.name = name, .word = name});
  return rows_.size() - 1;
}

LinearProgram::Number LinearProgram::find_row(std::string_view name) const {
  const auto place = row_of_.find(name);
  return place == row_of_.end() ? none : place->second;
}

void LinearProgram::add_term(Number row, Decimal factor, Number variable, std::string_view word) {
  if (rows_[row].word.empty()) rows_[row].word = word;
  if (factor.units == 0) return;
  constexpr std::uint64_t bytes_of_term = 64;
  input_.charge(bytes_of_term);
  rows_[row].terms.push_back({factor, variable, word});
}

void LinearProgram::add_cost(Number variable, Decimal cost, std::string_view word) {
  const auto both = sum(variables_[variable].cost, cost);
  if (!both || both->units <= -too_many || both->units >= too_many)
    throw error(word, "the cost of " + in_quotes(word) + " has more than 18 digits");
  variables_[variable].cost = *both;
}

bool LinearProgram::is_infinite(std::string_view word) {
  constexpr double least = 1e20;
  const std::string text(word);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return *end == '\0' && value >= least;
}

void LinearProgram::set_low(Number variable, std::optional<Decimal> bound, std::string_view word) {
  if (!bound || is_negative(*bound)) {
    throw error(word, in_quotes(variables_[variable].name) +
                          " may be negative; a variable must be 0 or 1, because an option is "
                          "chosen or not");
  }
  variables_[variable].low = bound;
}

void LinearProgram::set_high(Number variable, std::optional<Decimal> bound, std::string_view word) {
  if (bound && is_negative(*bound)) {
    throw error(word, in_quotes(variables_[variable].name) + " must be negative, and cannot be 0");
  }
  variables_[variable].high = bound;
}

void LinearProgram::make_binary(Number variable) {
  make_integer(variable);
  // Bounds that the file gives before this declaration remain, if they are narrower.
  std::optional<Decimal>& high = variables_[variable].high;
  if (!high || whole_part(*high) > 1) high = Decimal{1};
}

LinearProgram::Counts LinearProgram::counts_of(const Row& row) const {
  const auto size = static_cast<std::int64_t>(row.terms.size());
  if (row.terms.empty()) {
    const bool is_met = (!row.low || row.low->units <= 0) && (!row.high || row.high->units >= 0);
    return is_met ? Counts{0, 0, false} : Counts{1, 0, false};
  }
  const Decimal& factor = row.terms.front().factor;
  for (const Term& term : row.terms) {
    if (term.factor == factor) continue;
    throw error(
        term.word,
        "the coefficients of a constraint must be equal, because an option covers an item "
        "once; here are " +
            decimal_text(factor.units, factor.places) + " and " +
            decimal_text(term.factor.units, term.factor.places) +
            (term.word.starts_with("~r_") ? "; glpsol writes a range in this way: write the "
                                            "model by --wmps instead of --wlp"
                                          : ""));
  }
  // A bound of a row divided by the common factor of the row's terms, rounded down.
  const auto divided = [&](const Decimal& bound) {
    const int places = std::max(bound.places, factor.places);
    const auto a = in_units(bound, places);
    const auto b = in_units(factor, places);
    if (!a || !b) throw error(row.word, "the numbers of this constraint have more than 18 digits");
    return floor_of(*a, *b);
  };
  auto low = row.low;
  auto high = row.high;
  if (is_negative(factor)) std::swap(low, high);
  Counts counts{0, size, false};
  // A lower bound must be rounded up. The quotient a / b rounded up is -floor(-a / b).
  if (low) counts.least = std::max<std::int64_t>(0, -divided(negated(*low)));
  if (high) {
    const std::int64_t most = divided(*high);
    counts.most = std::min(size, most);
    counts.limits_each = most <= 1;
  }
  return counts;
}

LinearProgram::Fixed LinearProgram::fixed(const Variable& variable, bool is_at_most_1) const {
  const std::string name = in_quotes(variable.name);
  if (!variable.is_integer) {
    throw error(variable.name, name +
                                   " is continuous; an option is chosen or not, so each variable "
                                   "must be declared binary");
  }
  const std::int64_t least = -whole_part(negated(*variable.low));
  if (least > 1) throw error(variable.name, name + " must be larger than 1");
  if (variable.high && whole_part(*variable.high) < least) {
    throw error(variable.name, name + " has no value within its bounds");
  }
  if (variable.high && whole_part(*variable.high) == 0) return Fixed::at_0;
  if ((!variable.high || whole_part(*variable.high) > 1) && !is_at_most_1) {
    throw error(variable.name, name + " may be larger than 1; it must be declared binary");
  }
  return least == 1 ? Fixed::at_1 : Fixed::no;
}

ReadProblem LinearProgram::problem(VariableNames kept) const {
  std::vector<Counts> counts;
  std::vector<bool> is_at_most_1(variables_.size());
  std::vector<bool> is_0(variables_.size());
  std::vector<Number> last_row(variables_.size(), none);
  for (Number r = 0; r < rows_.size(); ++r) {
    counts.push_back(counts_of(rows_[r]));
    for (const Term& term : rows_[r].terms) {
      if (std::exchange(last_row[term.variable], r) == r) {
        throw error(term.word, in_quotes(term.word) + " occurs twice in this constraint");
      }
      if (counts[r].limits_each) is_at_most_1[term.variable] = true;
      if (counts[r].most == 0) is_0[term.variable] = true;
    }
  }
  std::vector<Fixed> fixed_at(variables_.size());
  for (Number v = 0; v < variables_.size(); ++v) {
    fixed_at[v] = fixed(variables_[v], is_at_most_1[v]);
    if (is_0[v] && fixed_at[v] == Fixed::no) fixed_at[v] = Fixed::at_0;
  }

  // The estimated bytes of memory for an option or an item, including its name.
  constexpr std::uint64_t bytes_of_option = 128;
  input_.charge(bytes_of_option * (variables_.size() + rows_.size()));
  ProblemBuilder builder;
  // For each row: the item that represents this constraint; nullopt if the constraint needs no
  // item.
  std::vector<std::optional<ItemId>> items(rows_.size());
  const auto name_of = [&](std::string name) {
    while (builder.find_item(name)) name += '_';
    return name;
  };
  const auto declare = [&](std::string_view word, const auto& item) {
    try {
      return item();
    } catch (const ProblemError& e) {
      throw error(word, std::string("a name that cannot be that of an item: ") + e.what());
    }
  };
  const auto free_variables = [&](const Row& row) {
    return std::count_if(row.terms.begin(), row.terms.end(),
                         [&](const Term& term) { return fixed_at[term.variable] != Fixed::at_0; });
  };
  std::vector<std::string> names;
  for (Number r = 0; r < rows_.size(); ++r) {
    std::string& name = names.emplace_back(rows_[r].name);
    if (!name.empty()) continue;
    name = "c" + std::to_string(r + 1);
    while (find_row(name) != none) name += '_';
  }
  // Primary items are declared first: one for each constraint that needs a primary item, then one
  // for each variable that no primary item would contain otherwise.
  std::vector<bool> has_primary(variables_.size());
  for (Number r = 0; r < rows_.size(); ++r) {
    const auto [least, most, limits_each] = counts[r];
    const bool cannot_be_met = least > most || (most == 0 && free_variables(rows_[r]) != 0);
    const bool is_secondary = least == 0 && most == 1;
    const bool always_holds = least == 0 && most >= free_variables(rows_[r]);
    if (!cannot_be_met && (is_secondary || always_holds)) continue;
    const auto more = static_cast<std::uint32_t>(rows_[r].terms.size() + 1);
    const Bounds bounds =
        cannot_be_met ? Bounds{more, more}
                      : Bounds{static_cast<std::uint32_t>(least), static_cast<std::uint32_t>(most)};
    items[r] = declare(rows_[r].word, [&] { return builder.primary(name_of(names[r]), bounds); });
    for (const Term& term : rows_[r].terms) has_primary[term.variable] = true;
  }
  std::vector<std::optional<ItemId>> own_item(variables_.size());
  for (Number v = 0; v < variables_.size(); ++v) {
    const bool is_1 = fixed_at[v] == Fixed::at_1;
    if (fixed_at[v] == Fixed::at_0 || (has_primary[v] && !is_1)) continue;
    own_item[v] = declare(variables_[v].name, [&] {
      return builder.primary(name_of(std::string(variables_[v].name)), {is_1 ? 1U : 0U, 1});
    });
  }
  for (Number r = 0; r < rows_.size(); ++r) {
    const bool is_secondary = counts[r].least == 0 && counts[r].most == 1;
    if (!is_secondary || free_variables(rows_[r]) < 2) continue;
    items[r] = declare(rows_[r].word, [&] { return builder.secondary(name_of(names[r])); });
  }

  std::vector<std::vector<Entry>> entries(variables_.size());
  for (Number r = 0; r < rows_.size(); ++r) {
    if (!items[r]) continue;
    for (const Term& term : rows_[r].terms) entries[term.variable].emplace_back(*items[r]);
  }
  std::vector<std::string> names_of_options;
  for (Number v = 0; v < variables_.size(); ++v) {
    if (fixed_at[v] == Fixed::at_0) {
      builder.drop_option();
      continue;
    }
    names_of_options.emplace_back(can_be_shown(variables_[v].name) ? variables_[v].name : "");
    if (own_item[v]) entries[v].emplace_back(*own_item[v]);
    const Decimal& cost = variables_[v].cost;
    declare(variables_[v].name,
            [&] { return builder.option(entries[v], is_maximized_ ? negated(cost) : cost); });
  }
  ReadProblem read{.problem = std::move(builder).build()};
  if (kept == VariableNames::kept) {
    read.problem = ProblemBuilder::with_option_names(std::move(read.problem), names_of_options);
  }
  read.are_gains = is_maximized_;
  if (is_maximized_) read.notes.emplace_back("costs are negated, because the file maximizes");
  return read;
}

}  // namespace dlx::io
