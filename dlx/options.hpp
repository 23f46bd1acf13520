#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "dlx/names.hpp"

/// Everything that a search or a count can be asked for, once: a plain struct for C++, and a table
/// with a row for each of its fields. The rows make the options of the command line with their
/// help, manual pages and completion; the attributes of Python's Options; dlx_set() in C; and
/// docs/options.md. A new option is a field, a row, and the code that obeys it.
///
/// Weighed: macros that make struct and table from one list. They save the second edit, but a field
/// then has no docstring, and errors of the compiler point into the macro.
namespace dlx {

/// What is asked of a search or a count. docs/options.md describes the fields.
struct Options {
  EngineKind engine = EngineKind::automatic;                   ///< which engine searches
  BranchingRule branching = BranchingRule::minimum_remaining;  ///< on which item
  /// Names of primary items to branch on first, in this order. Then nothing is preprocessed,
  /// because the order refers to the problem as it is.
  std::vector<std::string> order = {};
  CountMethod method = CountMethod::automatic;  ///< how to count
  bool preprocess = true;                       ///< remove first what is forced or superfluous
  bool symmetry = true;                         ///< look for symmetries during a long count
  std::optional<std::uint64_t> solutions = {};  ///< limit on solutions
  std::optional<std::uint64_t> nodes = {};      ///< limit on nodes
  std::optional<std::chrono::nanoseconds> time = {};  ///< limit on time
  std::optional<std::uint64_t> memory = {};           ///< bytes; usual_memory unless given
  unsigned threads = 0;                               ///< 0: one for each core
  std::optional<std::uint64_t> fingerprint = {};      ///< seed of a fingerprint
  std::string scratch = {};                           ///< a folder; empty: none
};

/// The limit on memory unless one is given, in bytes.
inline constexpr std::uint64_t usual_memory = std::uint64_t{2} << 30;

/// The limit on memory that holds, in bytes.
[[nodiscard]] constexpr std::size_t memory_of(const Options& options) noexcept {
  return static_cast<std::size_t>(options.memory.value_or(usual_memory));
}

/// A field of Options. Its type says how a value is spelled: an enumerator by its name, a truth
/// value as "true" or "false", a time as a decimal number of seconds, several names with blanks
/// between them. "none" takes a limit away.
using OptionField =
    std::variant<EngineKind Options::*, BranchingRule Options::*, CountMethod Options::*,
                 bool Options::*, unsigned Options::*, std::optional<std::uint64_t> Options::*,
                 std::optional<std::chrono::nanoseconds> Options::*, std::string Options::*,
                 std::vector<std::string> Options::*>;

/// A row of the table of options.
struct OptionRow {
  std::string_view name;      ///< in the bindings, in dlx_set() and in errors: "node_limit"
  std::string_view flag;      ///< on the command line: "--node-limit"; empty: not there
  std::string_view heading;   ///< of the flag, in --help
  std::string_view value;     ///< what stands for the flag's value in help: "N"; empty: it has none
  OptionField field;          ///< the field of Options
  std::string_view help;      ///< what it does, without a full stop
  std::string_view fallback;  ///< what holds unless it is given, in words
  /// Units of the field in one unit of the flag: 2^30 bytes in a GiB.
  std::uint64_t flag_unit = 1;
};

/// All rows, in the order in which help and documentation show them.
[[nodiscard]] std::span<const OptionRow> option_table() noexcept;

/// The row of a name or of a flag. Throws std::invalid_argument that lists the names.
[[nodiscard]] const OptionRow& option_named(std::string_view name);

/// The words that an option can have as its value; none: a number, text, or a truth value.
[[nodiscard]] std::vector<std::string_view> words_of(const OptionRow& option);

/// Sets an option from text. Throws std::invalid_argument for a name that does not exist, or a
/// value that the option cannot have.
void set(Options& options, std::string_view name, std::string_view value);

/// The same for a known row; `by_flag`: the value is in the unit of the flag.
void set(Options& options, const OptionRow& option, std::string_view value, bool by_flag = false);

/// The table as a page of documentation, in Markdown.
[[nodiscard]] std::string options_page();

}  // namespace dlx
