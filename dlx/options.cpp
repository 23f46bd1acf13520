#include "dlx/options.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <type_traits>

#include "dlx/core/text.hpp"

namespace dlx {
namespace {

/// The value that takes a limit away.
constexpr std::string_view none = "none";

/// The rows of an enumeration that an option can have: engines for any problem, and rules that need
/// no order.
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

/// Seconds that the clock's integers cannot hold are no limit: more than a century.
std::optional<std::chrono::nanoseconds> time_limit(std::string_view word) {
  const double seconds =
      decimal(word, 0, std::numeric_limits<double>::infinity(), "a number of seconds");
  constexpr double century = 100.0 * 366 * 86400;
  if (seconds >= century) return {};
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(seconds));
}

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  for (std::string_view w = next_word(text); !w.empty(); w = next_word(text)) words.emplace_back(w);
  return words;
}

/// Assigns a value of text to a field of any type.
struct Setter {
  Options& options;
  const OptionRow& option;
  std::string_view word;
  bool by_flag;

  template <Named Enum>
  void operator()(Enum Options::*field) const {
    options.*field = by_name(option.name, word, rows_for<Enum>());
  }
  void operator()(bool Options::*field) const {
    if (word != "true" && word != "false") throw wrong(word, "true or false");
    options.*field = word == "true";
  }
  void operator()(unsigned Options::*field) const {
    options.*field = whole_number<unsigned>(word, by_flag ? 1 : 0);
  }
  void operator()(std::optional<std::uint64_t> Options::*field) const {
    if (word == none) {
      (options.*field).reset();
    } else if (by_flag && option.flag_unit != 1) {
      const double value = decimal(word, 1e-6, 1e6, "a number from 1e-06 to 1e+06");
      options.*field = static_cast<std::uint64_t>(value * static_cast<double>(option.flag_unit));
    } else {
      options.*field = whole_number<std::uint64_t>(word, 0);
    }
  }
  void operator()(std::optional<std::chrono::nanoseconds> Options::*field) const {
    options.*field = word == none ? std::nullopt : time_limit(word);
  }
  void operator()(std::string Options::*field) const {
    if (word.empty() && by_flag) throw std::invalid_argument("no name is given");
    options.*field = word;
  }
  void operator()(std::vector<std::string> Options::*field) const {
    options.*field = words_in(word);
  }
};

/// The value of a field of any type as text.
struct Getter {
  const Options& options;

  template <class Field>
  std::string operator()(Field Options::*field) const {
    const Field& value = options.*field;
    if constexpr (Named<Field>) {
      return std::string(to_string(value));
    } else if constexpr (std::is_same_v<Field, bool>) {
      return value ? "true" : "false";
    } else if constexpr (std::is_same_v<Field, std::string>) {
      return value;
    } else if constexpr (std::is_same_v<Field, unsigned>) {
      return std::to_string(value);
    } else if constexpr (std::is_same_v<Field, std::vector<std::string>>) {
      std::string text;
      for (const std::string& word : value) text += (text.empty() ? "" : " ") + word;
      return text;
    } else if constexpr (std::is_same_v<Field, std::optional<std::uint64_t>>) {
      return value ? std::to_string(*value) : std::string(none);
    } else {
      return value ? std::to_string(std::chrono::duration<double>(*value).count())
                   : std::string(none);
    }
  }
};

/// How the documentation calls the values of a field that are not listed as words.
struct TypeName {
  const OptionRow& option;

  template <Named Enum>
  std::string operator()(Enum Options::*) const {
    return {};
  }
  std::string operator()(bool Options::*) const { return "`true`, `false`"; }
  std::string operator()(unsigned Options::*) const { return "a whole number"; }
  std::string operator()(std::optional<std::uint64_t> Options::*) const {
    return option.flag_unit == 1 ? "a whole number, `none`" : "a whole number of bytes, `none`";
  }
  std::string operator()(std::optional<std::chrono::nanoseconds> Options::*) const {
    return "a number of seconds, `none`";
  }
  std::string operator()(std::string Options::*) const { return "text"; }
  std::string operator()(std::vector<std::string> Options::*) const {
    return "names with blanks between them";
  }
};

struct Words {
  template <Named Enum>
  std::vector<std::string_view> operator()(Enum Options::*) const {
    std::vector<std::string_view> words;
    for (const auto& row : rows_for<Enum>()) words.push_back(row.word);
    return words;
  }
  template <class Other>
  std::vector<std::string_view> operator()(Other Options::*) const {
    return {};
  }
};

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

std::string flag_help(const OptionRow& option) {
  std::string help(option.help);
  if (!option.flag.starts_with("--no-")) return help;
  help.front() = static_cast<char>(help.front() - 'A' + 'a');
  return "Do not " + help;
}

std::vector<std::string_view> words_of(const OptionRow& option) {
  return std::visit(Words(), option.field);
}

void set(Options& options, std::string_view name, std::string_view value) {
  const OptionRow& option = option_named(name);
  try {
    set(options, option, value);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string(name) + ": " + error.what());
  }
}

void set(Options& options, const OptionRow& option, std::string_view value, bool by_flag) {
  std::visit(Setter{options, option, value, by_flag}, option.field);
}

std::string value_of(const Options& options, const OptionRow& option) {
  return std::visit(Getter{options}, option.field);
}

std::string kind_of_values(const OptionRow& option) {
  return std::visit(TypeName{option}, option.field);
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
    page += " | " + std::string(option.help) + " | " + values + " | " +
            std::string(option.fallback) + " |\n";
  }
  return page;
}

}  // namespace dlx
