#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <vector>

/// The names of engines, branching rules, counting methods, file formats, statuses and kinds of
/// classes. Each of these enumerations has a table, with the spelling and one line of help for each
/// enumerator. Command line, bindings, documentation and tests iterate over the tables, so that a
/// new row appears everywhere.
namespace dlx {

/// A row of the table of an enumeration: the names of one enumerator. Rows are in the order of the
/// enumerators.
template <class Enum>
struct Name {
  Enum value;  ///< the enumerator that the row describes
  /// The spelling of the enumerator on the command line, in files and in the bindings.
  std::string_view word;
  std::string_view help;  ///< a description of the enumerator in one line
};

/// The engines: the algorithms by which dlx searches.
enum class EngineKind : std::uint8_t {
  automatic,      ///< dlx chooses an engine by the numbers of items, options and entries
  dancing_links,  ///< Knuth's Algorithms X, C and M, the reference for all other engines
  dancing_cells,  ///< an engine with sparse sets, for sparse problems without multiplicities
  bit_matrix,     ///< an engine with options as bit vectors, for dense problems
  item_bits,      ///< an engine with a fixed order of few items, as on a board
  /// An engine that learns from dead ends, to find first solutions or prove that none exists.
  learning_cells,
  path_links,  ///< an engine with dancing links along the arcs of a path problem
};

/// The table of engines, with a row for each EngineKind.
inline constexpr Name<EngineKind> engine_names[] = {
    {EngineKind::automatic, "auto", "chosen by the shape of the problem"},
    {EngineKind::dancing_links, "dancing_links",
     "Knuth's Algorithms X, C and M: the reference for all other engines"},
    {EngineKind::dancing_cells, "dancing_cells",
     "sparse sets, for sparse problems without multiplicities"},
    {EngineKind::bit_matrix, "bit_matrix", "options as bit vectors, for dense problems"},
    {EngineKind::item_bits, "item_bits", "branches on few items in a fixed order, as on a board"},
    {EngineKind::learning_cells, "learning_cells",
     "learns from dead ends, for first solutions and for proofs that no solution exists"},
    {EngineKind::path_links, "path_links", "dancing links along the arcs of a path problem"},
};

/// The rule by which a search chooses the primary item to branch on. The rule affects the duration
/// of a search and the order of its solutions, but not the set of solutions.
enum class BranchingRule : std::uint8_t {
  /// Branch on the first item with the fewest options. If several items have equally few,
  /// dancing_cells may take the first of them that has changed since the last choice.
  minimum_remaining,
  /// Branch on the item with the least number of options divided by the item's weight, which grows
  /// with every dead end that the item causes (dom/wdeg: F. Boussemart et al., ECAI 2004).
  weighted,
  first_active,  ///< branch on the first item that is not covered
  given_order,   ///< branch on the first uncovered item in a given order of the items
};

/// The table of branching rules, with a row for each BranchingRule.
inline constexpr Name<BranchingRule> branching_names[] = {
    {BranchingRule::minimum_remaining, "minimum", "an item with the fewest options left"},
    {BranchingRule::weighted, "weighted",
     "an item with the fewest options per weight; its weight grows with every dead end it causes"},
    {BranchingRule::first_active, "first", "the first item that is not covered"},
    {BranchingRule::given_order, "order", "the first item of a given order that is not covered"},
};

/// The methods by which dlx counts solutions.
enum class CountMethod : std::uint8_t {
  automatic,  ///< several methods take turns until one of them ends
  search,     ///< a search that visits the solutions
  sweep,      ///< a sweep: item by item, a table of states is made from the table before
  fold,       ///< a sweep that merges states that a symmetry maps to each other
  memo,       ///< a search that remembers the counts of subproblems
  zdd,        ///< a decision diagram of all solutions
  /// A proof by weights of items that no solution exists; only for problems without solutions.
  invariant,
  signs,  ///< a sum over signs, for problems such as Langford's
};

/// The table of counting methods, with a row for each CountMethod.
inline constexpr Name<CountMethod> method_names[] = {
    {CountMethod::automatic, "auto", "several methods take turns until one of them ends"},
    {CountMethod::search, "search", "a search that visits all solutions"},
    {CountMethod::sweep, "sweep",
     "a pass through the items with a table of states, in an order that keeps the table small"},
    {CountMethod::fold, "fold",
     "a sweep that merges states that a symmetry maps to each other, for problems with many "
     "symmetries such as Latin squares and sudoku grids"},
    {CountMethod::memo, "memo", "a search that remembers the counts of states it has visited"},
    {CountMethod::zdd, "zdd", "a decision diagram of all solutions"},
    {CountMethod::invariant, "invariant", "weights of items that prove that no solution exists"},
    {CountMethod::signs, "signs", "a sum over signs, for problems such as Langford's"},
};

/// The list of formats. A row has the enumerator of a format, its spelling, the ending of its file
/// names, and one line of help. The ending is empty if the format has no ending of its own. The
/// code that reads and writes a format is in a file in dlx/io (io::Format).
// clang-format off
#define DLX_FORMATS(row)                                                                    \
  row(knuth, "knuth", ".dlx", "the text of Knuth's programs")                               \
  row(python, "python", "", "dicts, sets, tuples and arrays as Python shows them")          \
  row(json, "json", ".json", "this project's JSON")                                         \
  row(or_library, "or-library", "", "set partitioning files of the OR-Library")             \
  row(sage, "sage", ".sage", "rows, each a list of column numbers")                         \
  row(matrix, "matrix", ".matrix", "rows of 0 and 1")                                       \
  row(csv, "csv", ".csv", "0 and 1 with commas, after a line of names, perhaps with costs") \
  row(pairs, "pairs", "", "a table with one line for each item of each option")             \
  row(xc, "xc", ".xc", "lists of numbers, after a line 'p xc' or 'p xcc'")                  \
  row(ec, "ec", ".ec", "Knuth's text after a line of sizes")                                \
  row(opb, "opb", ".opb", "pseudo-Boolean constraints")                                     \
  row(cnf, "cnf", ".cnf", "clauses (DIMACS)")                                               \
  row(lp, "lp", ".lp", "a linear program with binary variables")                            \
  row(mps, "mps", ".mps", "a linear program with binary variables, by columns (MPS)")       \
  row(minizinc, "minizinc", ".mzn", "a model for MiniZinc")
// clang-format on

#define DLX_ROW(value, word, end, help) value,
/// The formats in which a problem can be written as text.
enum class ProblemFormat : std::uint8_t { DLX_FORMATS(DLX_ROW) };
#undef DLX_ROW

#define DLX_ROW(value, word, end, help) {ProblemFormat::value, word, help},
/// The table of formats, with a row for each ProblemFormat.
inline constexpr Name<ProblemFormat> format_names[] = {DLX_FORMATS(DLX_ROW)};
#undef DLX_ROW

/// The reason why a search or a count has ended or paused. Only `exhausted` means that a count is
/// exact, or that no further solution exists.
enum class Status : std::uint8_t {
  /// The search can continue: a solution was reported, or next() has not been called.
  running,
  exhausted,       ///< every solution has been reported
  solution_limit,  ///< the limit on solutions was reached
  node_limit,      ///< the limit on nodes was reached
  time_limit,      ///< the limit on time was reached
  memory_limit,    ///< a table or a list needs more memory than the memory limit allows
  stopped,         ///< the stop flag was raised
};

/// The table of statuses, with a row for each Status.
inline constexpr Name<Status> status_names[] = {
    {Status::running, "running", "the search can continue"},
    {Status::exhausted, "exhausted", "every solution has been reported"},
    {Status::solution_limit, "solution_limit",
     "as many solutions as were asked for have been found"},
    {Status::node_limit, "node_limit", "the limit on nodes was reached"},
    {Status::time_limit, "time_limit", "the limit on time was reached"},
    {Status::memory_limit, "memory_limit",
     "a table or list needs more memory than the limit allows"},
    {Status::stopped, "stopped", "the search was interrupted"},
};

/// The kinds of classes of solutions: which solutions are considered equivalent.
enum class UpTo : std::uint8_t {
  none,         ///< no two solutions are equivalent
  rotations,    ///< solutions are equivalent if a rotation maps one to the other
  reflections,  ///< solutions are equivalent if a rotation or a reflection maps one to the other
  /// Solutions are equivalent if an automorphism of the problem maps one to the other.
  all,
};

/// The table of kinds of classes, with a row for each UpTo.
inline constexpr Name<UpTo> up_to_names[] = {
    {UpTo::none, "none", "no symmetry, so every solution counts"},
    {UpTo::rotations, "rotations", "a rotation of the puzzle"},
    {UpTo::reflections, "reflections", "a rotation or a reflection of the puzzle"},
    {UpTo::all, "all", "any symmetry of the problem"},
};

/// All rows of the table of an enumeration, in the order of its enumerators; null if the
/// enumeration has no table.
/// @{
template <class Enum>
inline constexpr std::nullptr_t names = nullptr;
template <>
inline constexpr std::span<const Name<EngineKind>> names<EngineKind> = engine_names;
template <>
inline constexpr std::span<const Name<BranchingRule>> names<BranchingRule> = branching_names;
template <>
inline constexpr std::span<const Name<CountMethod>> names<CountMethod> = method_names;
template <>
inline constexpr std::span<const Name<ProblemFormat>> names<ProblemFormat> = format_names;
template <>
inline constexpr std::span<const Name<Status>> names<Status> = status_names;
template <>
inline constexpr std::span<const Name<UpTo>> names<UpTo> = up_to_names;
/// @}

/// A concept: an enumeration that has a table of names.
template <class Enum>
concept Named = !std::is_null_pointer_v<decltype(names<Enum>)>;

/// The spelling of an enumerator in the table of its enumeration.
template <Named Enum>
[[nodiscard]] constexpr std::string_view to_string(Enum value) noexcept {
  return names<Enum>[static_cast<std::size_t>(value)].word;
}

/// The enumerator with a given spelling; nullopt if the word is not a spelling.
template <Named Enum>
[[nodiscard]] constexpr std::optional<Enum> from_string(std::string_view word) noexcept {
  for (const auto& name : names<Enum>) {
    if (name.word == word) return name.value;
  }
  return {};
}

/// The rows of a table that precede the row of an enumerator.
template <Named Enum>
[[nodiscard]] constexpr std::span<const Name<Enum>> names_before(Enum value) noexcept {
  return names<Enum>.first(static_cast<std::size_t>(value));
}

/// The rows of the engines that search general problems, not path problems.
inline constexpr std::span<const Name<EngineKind>> general_engine_names =
    names_before(EngineKind::path_links);
/// The rows of general_engine_names except the row of `automatic`.
inline constexpr std::span<const Name<EngineKind>> single_engine_names =
    general_engine_names.subspan(1);
/// The rows of the engines whose searches can be divided among threads and saved in a file.
inline constexpr std::span<const Name<EngineKind>> dividable_engine_names =
    names_before(EngineKind::learning_cells).subspan(1);
/// The rows of the branching rules that need no given order of items.
inline constexpr std::span<const Name<BranchingRule>> orderless_branching_names =
    names_before(BranchingRule::given_order);
/// The rows of the kinds of classes whose symmetries a puzzle defines: all rows except `all`.
inline constexpr std::span<const Name<UpTo>> puzzle_up_to_names = names_before(UpTo::all);

/// The spellings of the given rows, or of all rows of an enumeration's table.
template <Named Enum>
[[nodiscard]] std::vector<std::string_view> words_of(
    std::span<const Name<Enum>> rows = names<Enum>) {
  std::vector<std::string_view> words;
  for (const auto& row : rows) words.push_back(row.word);
  return words;
}

/// Makes the error for a word that is not one of the known spellings. `what` is the kind of word,
/// such as "engine".
[[nodiscard]] std::invalid_argument unknown_name(std::string_view what, std::string_view word,
                                                 const std::vector<std::string_view>& known);

/// The enumerator with a given spelling, among the given rows of a table. Throws unknown_name() for
/// other words. `what` is the kind of word, such as "engine".
template <Named Enum>
[[nodiscard]] Enum by_name(std::string_view what, std::string_view word,
                           std::span<const Name<Enum>> rows = names<Enum>) {
  for (const auto& row : rows) {
    if (row.word == word) return row.value;
  }
  throw unknown_name(what, word, words_of(rows));
}

}  // namespace dlx
