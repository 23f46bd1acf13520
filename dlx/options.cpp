#include "dlx/options.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <type_traits>

#include "dlx/core/text.hpp"

namespace dlx {
namespace {

/// The word that removes a limit when it is given as the value of an option.
constexpr std::string_view none = "none";

/// The rows of an enumeration for the values that an option can have. Engines for path problems
/// only, and branching rules that need a given order, are left out.
template <class Enum>
std::span<const Name<Enum>> rows_for() {
  if constexpr (std::is_same_v<Enum, EngineKind>) {
    return general_engine_names;
  } else if constexpr (std::is_same_v<Enum, BranchingRule>) {
    return orderless_branching_names;
  } else {
    return names<Enum>;
  }
}

std::invalid_argument wrong(std::string_view word, const std::string& expected) {
  return std::invalid_argument(in_quotes(word) + " is not " + expected);
}

double decimal(std::string_view word, double low, double high, const std::string& expected) {
  const std::string text(word);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const bool whole = !text.empty() && end == text.c_str() + text.size();
  if (!whole || !(value >= low && value <= high)) throw wrong(word, expected);
  return value;
}

/// Reads a time limit in seconds. Returns nullopt, no limit, for a century or more, because the
/// clock counts nanoseconds in 64 bits.
std::optional<std::chrono::nanoseconds> time_limit(std::string_view word) {
  const double seconds =
      decimal(word, 0, std::numeric_limits<double>::infinity(), "a number of seconds");
  constexpr double century = 100.0 * 366 * 86400;
  if (seconds >= century) return {};
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(seconds));
}

template <class Field, class... Others>
constexpr bool is_one_of = (std::is_same_v<Field, Others> || ...);

}  // namespace

const OptionRow& option_named(std::string_view name) {
  const auto found =
      std::find_if(std::begin(option_rows), std::end(option_rows), [&](const OptionRow& option) {
        return option.name == name || (!option.flag.empty() && option.flag == name);
      });
  if (found != std::end(option_rows)) return *found;
  std::vector<std::string_view> known;
  for (const OptionRow& option : option_rows) known.push_back(option.name);
  throw unknown_name("option", name, known);
}

std::string help_of(const OptionRow& option) {
  std::string help(option.help);
  const auto add_words = [&]<class Field>(Field Options::*) {
    if constexpr (Named<Field>) {
      std::string_view before = ". ";
      for (const Name<Field>& row : rows_for<Field>()) {
        help.append(before).append(row.word).append(": ").append(row.help);
        before = "; ";
      }
    }
  };
  std::visit(add_words, option.field);
  return help;
}

std::string flag_help(const OptionRow& option) {
  std::string help = help_of(option);
  if (!option.flag.starts_with("--no-")) return help;
  help.front() = static_cast<char>(help.front() - 'A' + 'a');
  return "Do not " + help;
}

std::vector<std::string_view> words_of(const OptionRow& option) {
  const auto words = []<class Field>(Field Options::*) -> std::vector<std::string_view> {
    if constexpr (Named<Field>) return words_of(rows_for<Field>());
    return {};
  };
  return std::visit(words, option.field);
}

void set(Options& options, std::string_view name, std::string_view value) {
  const OptionRow& option = option_named(name);
  try {
    set(options, option, value);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string(name) + ": " + error.what());
  }
}

void set(Options& options, const OptionRow& option, std::string_view word, bool by_flag) {
  const auto assign = [&]<class Field>(Field Options::*field) {
    Field& value = options.*field;
    if constexpr (Named<Field>) {
      value = by_name(option.name, word, rows_for<Field>());
    } else if constexpr (is_one_of<Field, bool, std::optional<bool>>) {
      if (word != "true" && word != "false") throw wrong(word, "true or false");
      value = word == "true";
    } else if constexpr (is_one_of<Field, unsigned>) {
      value = whole_number<unsigned>(word, by_flag ? 1 : 0);
    } else if constexpr (is_one_of<Field, std::string>) {
      if (word.empty() && by_flag) throw std::invalid_argument("no name is given");
      value = word;
    } else if constexpr (is_one_of<Field, std::vector<std::string>>) {
      value = words_in(word);
    } else if (word == none) {
      value.reset();
    } else if constexpr (is_one_of<Field, std::optional<std::chrono::nanoseconds>>) {
      value = time_limit(word);
    } else if constexpr (is_one_of<Field, std::optional<Decimal>>) {
      const auto number = to_decimal(word);
      if (!number) throw wrong(word, "a decimal number");
      value = number;
    } else if (by_flag && option.flag_unit != 1) {
      const double number = decimal(word, 1e-6, 1e6, "a number from 1e-06 to 1e+06");
      value = static_cast<std::uint64_t>(number * static_cast<double>(option.flag_unit));
    } else {
      value = whole_number<std::uint64_t>(word, option.least);
    }
  };
  std::visit(assign, option.field);
}

std::string value_of(const Options& options, const OptionRow& option) {
  const auto text = [&]<class Field>(Field Options::*field) -> std::string {
    const Field& value = options.*field;
    if constexpr (Named<Field>) {
      return std::string(to_string(value));
    } else if constexpr (is_one_of<Field, bool, std::optional<bool>>) {
      return value == false ? "false" : "true";
    } else if constexpr (is_one_of<Field, unsigned>) {
      return std::to_string(value);
    } else if constexpr (is_one_of<Field, std::string>) {
      return value;
    } else if constexpr (is_one_of<Field, std::vector<std::string>>) {
      std::string words;
      for (const std::string& word : value) words += (words.empty() ? "" : " ") + word;
      return words;
    } else if (!value) {
      return std::string(none);
    } else if constexpr (is_one_of<Field, std::optional<std::chrono::nanoseconds>>) {
      return std::to_string(std::chrono::duration<double>(*value).count());
    } else if constexpr (is_one_of<Field, std::optional<Decimal>>) {
      return decimal_text(value->units, value->places);
    } else {
      return std::to_string(*value);
    }
  };
  return std::visit(text, option.field);
}

std::string kind_of_values(const OptionRow& option) {
  const auto name = [&]<class Field>(Field Options::*) -> std::string {
    if constexpr (Named<Field>) return {};
    if (is_one_of<Field, bool, std::optional<bool>>) return "`true`, `false`";
    if (is_one_of<Field, unsigned>) return "a whole number";
    if (is_one_of<Field, std::string>) return "text";
    if (is_one_of<Field, std::vector<std::string>>) return "names with blanks between them";
    if (is_one_of<Field, std::optional<std::chrono::nanoseconds>>) {
      return "a number of seconds, `none`";
    }
    if (is_one_of<Field, std::optional<Decimal>>) return "a decimal number, `none`";
    return option.flag_unit == 1
               ? "a whole number, `none`"
               : "a whole number of bytes; the flag takes GiB, such as 0.5; `none`";
  };
  return std::visit(name, option.field);
}

std::string options_page() {
  std::string page =
      "# Options of a search and of a count\n\n"
      "The names are those of `dlx_set()` in C and of Python's keywords; the flags are those of "
      "the "
      "command line.\n\n"
      "| name | flag | what it does | values | unless given |\n|---|---|---|---|---|\n";
  for (const OptionRow& option : option_rows) {
    page += "| `" + std::string(option.name) + "` | ";
    if (!option.flag.empty()) {
      page += "`" + std::string(option.flag) +
              (option.value.empty() ? "" : " " + std::string(option.value)) + "`";
    }
    std::string values = kind_of_values(option);
    for (const std::string_view word : words_of(option)) {
      values += (values.empty() ? "`" : ", `") + std::string(word) + "`";
    }
    page +=
        " | " + help_of(option) + " | " + values + " | " + std::string(option.fallback) + " |\n";
  }
  return page;
}

}  // namespace dlx
