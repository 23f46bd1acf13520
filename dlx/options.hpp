#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "dlx/core/decimal.hpp"
#include "dlx/names.hpp"

/// The options of a search or a count, defined once for C++, the command line, Python and C. C++
/// programs use the struct Options. The table option_rows has a row for each field that users set
/// as text. The flags of the command line, manual pages, Python's keywords, dlx_set() in C, and
/// docs/options.md are made from these rows. A new option needs a field and a row in this file, and
/// the code that uses the field.
///
/// count(), Counter, Solver and SavedRun pass the struct unchanged down to the engines:
///
///     dlx::count(problem, {.time = 10s, .certificate = "c"});
///
/// `Use` in the row of an option says whether the option is for searches, for counts, or for both.
/// Only C++ programs set the fields without a row, for example pointers. Further resources of a
/// count, such as threads and folders for tables, are in counting::Resources, which
/// runs::resources() makes from `threads` and `scratch`.
///
/// Considered and rejected. With two structs, one for searches and one for counts, some fields
/// would exist twice, and the command line, Python and C would have to translate between the
/// structs. If macros made the struct and the table from one list, a new option would need only one
/// edit. But fields would have no docstrings, and compiler errors would point into the macro.
namespace dlx {

namespace search {
struct Progress;
class Trace;
}  // namespace search

/// The options of a search or a count. docs/options.md describes the fields that have rows.
struct Options {
  EngineKind engine = EngineKind::automatic;  ///< the engine that searches
  /// The rule that chooses the item to branch on.
  BranchingRule branching = BranchingRule::minimum_remaining;
  /// The names of the primary items to branch on first, in this order. If it is not empty, the
  /// problem is not preprocessed, because the order refers to the items of the original problem.
  std::vector<std::string> order = {};
  /// If `random` is set, a Solver searches in a random order. The value is the seed of the random
  /// numbers, which determines the order.
  std::optional<std::uint64_t> random = {};
  /// The method of a count. If a method other than automatic is given, no other method is tried.
  CountMethod method = CountMethod::automatic;
  /// Whether to remove forced and superfluous options and items before the search. Solutions are
  /// reported in the options of the original problem. If this field is not set, counts, the command
  /// line and the bindings preprocess, but a Solver does not. Preprocessing is not allowed for path
  /// problems.
  std::optional<bool> preprocess = {};
  /// Whether to look for symmetries during a long count.
  bool symmetry = true;
  /// The maximum number of solutions. With this limit a count has to visit solutions.
  std::optional<std::uint64_t> solutions = {};
  /// The largest cost that a solution may have. Only searches for the cheapest solutions use this
  /// limit.
  std::optional<Decimal> max_cost = {};
  /// The maximum number of nodes of a search, or of states of another method.
  std::optional<std::uint64_t> nodes = {};
  std::optional<std::chrono::nanoseconds> time = {};  ///< the maximum time of the work
  /// The maximum number of bytes of memory; the default is usual_memory.
  std::optional<std::uint64_t> memory = {};
  /// The number of threads; 0 means one thread for each core.
  unsigned threads = 0;
  /// The seed of the fingerprint (see Tally) of the set of solutions; nullopt if no fingerprint is
  /// to be computed.
  std::optional<std::uint64_t> fingerprint = {};
  /// The folder for scratch files; empty if no such files may be written.
  std::string scratch = {};
  /// Which solutions are considered equivalent, so that they count as one solution. Only puzzles
  /// allow other values than none and all.
  UpTo up_to = UpTo::none;
  /// The file into which the certificate is written; empty for no certificate.
  std::string certificate = {};
  /// The file in which the run is saved; empty if the run is not saved.
  std::string checkpoint = {};
  /// The time after which a saved run saves its progress (default 2 s), and the time between two
  /// saves of a sweep's tables (default 15 s).
  std::optional<std::chrono::nanoseconds> checkpoint_every = {};
  /// The number of nodes of a unit: a part of a search that a thread searches, or that a saved run
  /// records, at once. If it is not set, the length of a unit is set by time.
  std::optional<std::uint64_t> unit_nodes = {};

  /// Once another thread or a signal handler sets this flag, the work pauses within some
  /// milliseconds, or after one node if a node takes longer.
  const std::atomic<bool>* stop = nullptr;
  /// A function that the working thread calls about once per progress_interval. If on_progress
  /// throws an exception, the call that does the work passes it on. The call may then be repeated.
  std::function<void(const search::Progress&)> on_progress = {};
  /// The time between two calls of on_progress.
  std::chrono::nanoseconds progress_interval = std::chrono::seconds(1);
  /// Receives the certificate of a search; null if none is wanted. It must outlive the search. It
  /// is not allowed for path problems, or together with `preprocess` in a search. count() sets
  /// `trace` if the option `certificate` is set.
  search::Trace* trace = nullptr;
  /// The number of bytes in which a count by the engine dancing_cells stores the counts of
  /// subproblems, so that a subproblem that recurs is not searched again. If 0, the count visits
  /// all nodes. Other values are allowed only without secondary items, weights and `trace`. A count
  /// with the method auto sets remember_bytes itself.
  std::size_t remember_bytes = 0;
  /// If true, several searches can take turns: if a Solver with the engine auto finds no solution
  /// soon, a search that learns from dead ends takes turns with the search of the chosen engine
  /// (see dlx/solve/contest.cpp). The field is ignored if `trace` or a branching rule is set.
  /// Counts set `contest` to false.
  bool contest = true;
};

/// The default limit on memory, in bytes.
inline constexpr std::uint64_t usual_memory = std::uint64_t{2} << 30;

/// The memory limit in bytes: the limit in `options` if it is set, otherwise usual_memory.
[[nodiscard]] constexpr std::size_t memory_of(const Options& options) noexcept {
  return static_cast<std::size_t>(options.memory.value_or(usual_memory));
}

/// A pointer to a field of Options. The type of the field determines how a value is spelled. An
/// enumerator is spelled by its name, and a bool as "true" or "false". A time is a decimal number
/// of seconds. Several names are separated by blanks. The word "none" removes a limit.
using OptionField =
    std::variant<EngineKind Options::*, BranchingRule Options::*, CountMethod Options::*,
                 UpTo Options::*, bool Options::*, std::optional<bool> Options::*,
                 unsigned Options::*, std::optional<std::uint64_t> Options::*,
                 std::optional<Decimal> Options::*,
                 std::optional<std::chrono::nanoseconds> Options::*, std::string Options::*,
                 std::vector<std::string> Options::*>;

/// The kinds of work for which an option can be used, as bits that can be combined.
enum class Use : std::uint8_t {
  search = 1,             ///< a search for solutions
  count = 2,              ///< a count of solutions
  both = search | count,  ///< searches for solutions and counts of solutions
  cheapest = 4,           ///< a search for the cheapest solutions
  /// Work whose result can be certified: counts and searches for the cheapest solutions.
  proved = count | cheapest,
  all = search | count | cheapest  ///< work of every kind
};

/// Whether an option with this value of OptionRow::use can be used for one kind of work.
[[nodiscard]] constexpr bool is_for(Use use, Use kind) noexcept {
  return (static_cast<unsigned>(use) & static_cast<unsigned>(kind)) != 0;
}

/// A row of the table of options: the name, the flag and the help of one option.
struct OptionRow {
  /// The name of the option in the bindings, in dlx_set() and in errors: "node_limit".
  std::string_view name;
  /// The flag of the option on the command line: "--node-limit"; empty if it has no flag.
  std::string_view flag;
  std::string_view heading;  ///< the heading in --help under which the flag is listed
  Use use;                   ///< the kind of work for which the option can be used
  /// The placeholder of the option's value in help: "N"; empty if the option has no value.
  std::string_view value;
  OptionField field;  ///< the field of Options that the option sets
  /// The help text, without a full stop. For a flag that begins with --no-, the help shows "Do not"
  /// before this text.
  std::string_view help;
  std::string_view fallback;  ///< the default value of the option, in words
  /// The factor between the unit of the flag and the unit of the field: 2^30 if the flag is in GiB
  /// and the field in bytes.
  std::uint64_t flag_unit = 1;
  std::uint64_t least = 0;  ///< the least value of an option whose value is a whole number
};

/// All rows of the table of options, in the order in which help and documentation show them.
inline constexpr OptionRow option_rows[] = {
    {"engine", "--engine", "Search", Use::both, "NAME", &Options::engine, "Use this search engine",
     "chosen by the shape of the problem"},
    {"time_limit", "--time-limit", "Search", Use::all, "SECONDS", &Options::time,
     "Stop after this time (exit code 3)", "no limit"},
    {"node_limit", "--node-limit", "Search", Use::all, "N", &Options::nodes,
     "Stop after N nodes of the search tree (exit code 3)", "no limit"},
    {"limit", "", "Search", Use::search, "N", &Options::solutions, "Stop after N solutions",
     "no limit"},
    {"max_cost", "--max-cost", "How many", Use::cheapest, "COST", &Options::max_cost,
     "Find only solutions that cost this or less, in order of increasing cost; with --min-options, "
     "only solutions with at most this many options",
     "any cost"},
    {"branching", "--branch", "Search", Use::both, "RULE", &Options::branching,
     "How to choose the item to branch on", "minimum"},
    {"order", "--order", "Search", Use::both, "\"ITEM ...\"", &Options::order,
     "Branch on these primary items first, in this order, and then on the others in the order of "
     "the problem. The problem is not preprocessed",
     "the branching rule alone"},
    {"random", "--random", "How many", Use::search, "SEED", &Options::random,
     "Show a solution that depends on this seed. Some solutions are likelier than others; 'dlx "
     "sample' draws all with the same probability",
     "the same solution each time"},
    {"preprocess", "--no-preprocess", "Search", Use::both, "", &Options::preprocess,
     "Simplify the problem before the search: choose forced options and remove superfluous ones",
     "true"},
    {"threads", "--threads", "Search", Use::all, "N", &Options::threads,
     "Number of threads for long counts, for --all and for runs with a checkpoint; one for each "
     "core unless given. A search for the first solutions uses several threads only if this number "
     "is given",
     "one for each core"},
    {"method", "--method", "Counting", Use::count, "HOW", &Options::method, "How to count", "auto"},
    {"symmetry", "--no-symmetry", "Counting", Use::count, "", &Options::symmetry,
     "Look for symmetries of the problem during a long count", "true"},
    {"fingerprint", "--fingerprint", "Counting", Use::count, "SEED", &Options::fingerprint,
     "Also compute the fingerprint of the set of solutions for this seed; equal sets have equal "
     "fingerprints",
     "no fingerprint"},
    {"memory_limit", "--memory-limit", "Search", Use::all, "GIB", &Options::memory,
     "Memory limit for tables and diagrams, 2 GiB unless given (exit code 4 if it is not enough)",
     "2 GiB", std::uint64_t{1} << 30},
    {"scratch", "--scratch", "Counting", Use::count, "FOLDER", &Options::scratch,
     "If the tables of a sweep exceed the memory limit, keep the rest in a temporary file in this "
     "folder. The file is not listed in the folder, and disappears when dlx ends",
     "no folder"},
    {"up_to", "--up-to", "", Use::all, "WHAT", &Options::up_to,
     "Treat solutions as the same if a symmetry maps one to the other", "none"},
    {"certificate", "--certificate", "Trust", Use::proved, "FILE", &Options::certificate,
     "Write a certificate of the count, or of the least costs, to this file, which the program "
     "dlx-check can check",
     "no certificate"},
    {"checkpoint", "--checkpoint", "Long runs", Use::proved, "FILE", &Options::checkpoint,
     "Save the run in this file, or continue the run that is saved in it. The run can be "
     "interrupted at any moment. A count also tries other methods than the search, and saves "
     "tables of sweeps in FILE.tables/. With --all, solutions are written to files in "
     "FILE.solutions/",
     "the run is not saved"},
    {"checkpoint_every", "--checkpoint-every", "Long runs", Use::proved, "SECONDS",
     &Options::checkpoint_every,
     "Length of a unit of work in seconds; the run is saved at the end of each unit; 2 unless "
     "given. Also the time between two saved tables of a sweep, or two saved states of a search "
     "for the cheapest; 15 unless given",
     "2 s, and 15 s for tables"},
    {"unit_nodes", "--unit-nodes", "Long runs", Use::count, "N", &Options::unit_nodes,
     "Length of a unit of work in nodes, instead of in seconds", "by time", 1, 1},
};

/// The row of an option, given by its name or by its flag. Throws std::invalid_argument, which
/// lists the names, for other words.
[[nodiscard]] const OptionRow& option_named(std::string_view name);

/// The help text of an option, with a description of each word that the option can have as its
/// value.
[[nodiscard]] std::string help_of(const OptionRow& option);

/// The help text of an option for its flag on the command line.
[[nodiscard]] std::string flag_help(const OptionRow& option);

/// The words that an option can have as its value. The list is empty if the value is a number, a
/// text, or a truth value.
[[nodiscard]] std::vector<std::string_view> words_of(const OptionRow& option);

/// Sets an option from text. Throws std::invalid_argument for a name that does not exist, or a
/// value that the option cannot have.
void set(Options& options, std::string_view name, std::string_view value);

/// Sets the option with this row from text. If `by_flag` is set, the value is in the unit of the
/// flag.
void set(Options& options, const OptionRow& option, std::string_view value, bool by_flag = false);

/// The value that an option has, as text that set() reads.
[[nodiscard]] std::string value_of(const Options& options, const OptionRow& option);

/// A description of the values of an option that are not words: "a whole number, `none`".
[[nodiscard]] std::string kind_of_values(const OptionRow& option);

/// The table as a page of documentation, in Markdown.
[[nodiscard]] std::string options_page();

}  // namespace dlx
