#include "dlx/options.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <type_traits>

#include "dlx/core/text.hpp"

namespace dlx {
namespace {

constexpr std::string_view search_heading = "Search";
constexpr std::string_view counting_heading = "Counting";

/// The value that takes a limit away.
constexpr std::string_view none = "none";

const OptionRow table[] = {
    {"engine", "--engine", search_heading, "NAME", &Options::engine, "Use this search engine",
     "chosen by the shape of the problem"},
    {"time_limit", "--time-limit", search_heading, "SECONDS", &Options::time,
     "Stop after this time (exit code 3)", "no limit"},
    {"node_limit", "--node-limit", search_heading, "N", &Options::nodes,
     "Stop after N nodes (exit code 3)", "no limit"},
    {"limit", "", search_heading, "N", &Options::solutions, "Stop after N solutions", "no limit"},
    {"branching", "--branch", search_heading, "RULE", &Options::branching,
     "The item to branch on: minimum, an item with the fewest options; weighted, one that led to "
     "dead ends; first, the first uncovered item",
     "minimum"},
    {"order", "--order", search_heading, "\"ITEM ...\"", &Options::order,
     "Branch on these primary items first, in this order, then on the others in the order of the "
     "file; without preprocessing",
     "the branching rule alone"},
    {"preprocess", "--no-preprocess", search_heading, "", &Options::preprocess,
     "Search the problem as it is; do not remove forced or superfluous options first", "true"},
    {"threads", "--threads", search_heading, "N", &Options::threads,
     "Number of threads for long counts, for --all and for runs with a checkpoint; one for each "
     "core unless given",
     "one for each core"},
    {"method", "--method", counting_heading, "HOW", &Options::method,
     "How to count: search; sweep, over the items with a table of states; memo, a search that "
     "remembers counts; zdd, by a decision diagram; invariant, only where weights of items, such "
     "as the colours of a chessboard, exclude all solutions; signs, by a sum over signs, for "
     "problems such as Langford's; auto lets them compete",
     "auto"},
    {"symmetry", "--no-symmetry", counting_heading, "", &Options::symmetry,
     "Do not look for symmetries of the problem during a long count", "true"},
    {"fingerprint", "--fingerprint", counting_heading, "SEED", &Options::fingerprint,
     "Print the fingerprint of the set of solutions too, for this seed", "no fingerprint"},
    {"memory_limit", "--memory-limit", search_heading, "GIB", &Options::memory,
     "Memory limit for tables and diagrams, 2 GiB unless given (exit code 4 if it is not enough)",
     "2 GiB", std::uint64_t{1} << 30},
    {"scratch", "--scratch", counting_heading, "FOLDER", &Options::scratch,
     "Put the parts of sweep tables that exceed the memory limit into a temporary file in this "
     "folder; the file has no visible name",
     "no folder"},
};

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
  void operator()(std::string Options::*field) const { options.*field = word; }
  void operator()(std::vector<std::string> Options::*field) const {
    options.*field = words_in(word);
  }
};

/// How the documentation calls the values of a field that are not listed as words.
struct TypeName {
  template <Named Enum>
  std::string operator()(Enum Options::*) const {
    return {};
  }
  std::string operator()(bool Options::*) const { return "`true`, `false`"; }
  std::string operator()(unsigned Options::*) const { return "a whole number"; }
  std::string operator()(std::optional<std::uint64_t> Options::*) const {
    return "a whole number, `none`";
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

std::span<const OptionRow> option_table() noexcept {
  return table;
}

const OptionRow& option_named(std::string_view name) {
  const auto found = std::find_if(std::begin(table), std::end(table), [&](const OptionRow& option) {
    return option.name == name || (!option.flag.empty() && option.flag == name);
  });
  if (found != std::end(table)) return *found;
  std::vector<std::string_view> known;
  for (const OptionRow& option : table) known.push_back(option.name);
  throw unknown_name("option", name, known);
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

std::string options_page() {
  std::string page =
      "# Options of a search and of a count\n\n"
      "The names are those of `dlx_set()` in C and of Python's keywords, which have all but "
      "`scratch`; the flags are those of the command line.\n\n"
      "| name | flag | what it does | values | unless given |\n|---|---|---|---|---|\n";
  for (const OptionRow& option : table) {
    page += "| `" + std::string(option.name) + "` | ";
    if (!option.flag.empty()) {
      page += "`" + std::string(option.flag) +
              (option.value.empty() ? "" : " " + std::string(option.value)) + "`";
    }
    std::string values = std::visit(TypeName(), option.field);
    for (const std::string_view word : words_of(option)) {
      values += (values.empty() ? "`" : ", `") + std::string(word) + "`";
    }
    page += " | " + std::string(option.help) + " | " + values + " | " +
            std::string(option.fallback) + " |\n";
  }
  return page;
}

}  // namespace dlx
