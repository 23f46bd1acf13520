#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/io/input.hpp"
#include "dlx/runs/units.hpp"
#include "dlx/runs/workers.hpp"
#include "dlx/search/control.hpp"
#include "dlx/search/jobs.hpp"
#include "dlx/search/options.hpp"
#include "dlx/tables/sign_sum.hpp"

/// Functions that divide a count among machines without a connection. Units of work and their
/// results are files.
namespace dlx::runs {

/// The data common to all units of work of a divided count, and the number of one unit.
struct UnitLabel {
  std::string split;  ///< a digest of the problem and of all units of work
  /// Number of the unit, from 1; 0 stands for the solutions that were counted while the search was
  /// divided into units.
  std::uint32_t number = 0;
  std::uint32_t units = 0;                    ///< number of units of work, not counting number 0
  EngineKind engine = EngineKind::automatic;  ///< engine that searches all units of work
  /// The number of variables of a sum over signs (CountMethod::signs), if the units are parts of
  /// such a sum instead of parts of a search.
  std::optional<std::uint32_t> variables = {};
  std::optional<std::uint64_t> seed = {};  ///< seed of the fingerprint, if one is wanted
  /// Which solutions count as one, in words; empty if each solution counts.
  std::string up_to = {};
  friend bool operator==(const UnitLabel&, const UnitLabel&) = default;
};

/// The contents of the file of a unit of work, with everything needed to search the unit.
struct UnitFileContents {
  UnitLabel label;  ///< the label of the unit of work; its number is at least 1
  Problem problem;  ///< the problem to be searched, equal in all units of work
  /// The parts of the search tree that the unit of work must search.
  std::vector<search::OpenWork> parts;
  IsWanted is_wanted = {};  ///< selects the solutions that count; if empty, all solutions count
  /// For a part of a sum over signs: the plan of the sum, and the steps of the unit, from
  /// first_step to end_step - 1.
  std::optional<tables::SignPlan> plan = {};
  std::uint64_t first_step = 0, end_step = 0;
};

/// The result of searching a unit of work.
struct UnitResult {
  UnitLabel label;  ///< label of the unit; number 0 stands for the solutions counted while dividing
  Natural solutions;        ///< number of solutions that the unit has found
  Residue fingerprint;      ///< fingerprint of the solutions, if the label has a seed
  std::uint64_t nodes = 0;  ///< number of nodes visited
  /// For a part of a sum over signs: the sums over the steps of the unit, in place of a number of
  /// solutions.
  tables::SignSumState sums = {};
};

/// Describes the symmetry classes of a divided count that counts one solution of each class.
struct UnitClasses {
  const OptionSymmetries* group;  ///< the symmetry group that makes the classes
  std::string up_to;              ///< which solutions count as one, in words
};

/// A count that is divided into files.
struct Division {
  std::vector<std::string> units;  ///< the text of the file of each unit of work
  std::string result;  ///< the result of the search that made the units (unit 0), as text
};

/// Divides the count of a problem into at most `units` units of work. Fewer units are made if the
/// search ends before it has enough parts. The search is done level by level until there are
/// several parts for each unit. The result is deterministic. For classes, only solutions for which
/// OptionSymmetries::is_representative() is true are counted, so units of work need no data of each
/// other. If all symmetries map some item to itself, only solutions with a first choice of this
/// item are visited. The first choices are one option for each class of the item's options. A
/// fingerprint cannot be combined with classes of solutions. Throws std::invalid_argument if
/// `units` is 0, if both a seed and classes are given, or if the search cannot be divided.
[[nodiscard]] Division split(const Problem& problem, std::uint32_t units, EngineKind engine,
                             std::optional<std::uint64_t> seed = {},
                             const UnitClasses* classes = nullptr);

/// Divides a sum over signs into at most `units` units of work of about equally many steps. Throws
/// std::invalid_argument if `units` is 0, or if the problem has no sum over signs. If no sum is
/// needed to count the solutions, there are no units of work.
[[nodiscard]] Division split_signs(const Problem& problem, std::uint32_t units,
                                   std::optional<std::uint64_t> seed = {},
                                   const search::Deadline& deadline = {});

/// Computes a unit of work that is a part of a sum over signs. If the unit is done, returns
/// `exhausted` and sets `result.sums`; otherwise returns the reason why the unit is not done.
/// Throws std::invalid_argument if the unit belongs to a search, and SumTooLarge.
[[nodiscard]] Status count_sum(const UnitFileContents& unit, search::Control control,
                               const search::Jobs& jobs, UnitResult& result);

/// The sum of the results of all units of a division, including unit 0. Throws SumTooLarge, and
/// std::invalid_argument if a part of a sum over signs is missing.
[[nodiscard]] UnitResult sum_of(std::span<const UnitResult> results);

/// Whether a file that begins with this line is the file of a unit of work.
[[nodiscard]] bool is_unit(std::string_view first_line);

/// Reads the file of a unit of work. Throws InputError if the file is damaged, and the exceptions
/// of Input.
[[nodiscard]] UnitFileContents read_unit(io::Input& input);

/// Writes the result of a unit of work as text, with a digest that read_result() checks.
[[nodiscard]] std::string to_text(const UnitResult& result);
/// Reads the result of a unit of work. Throws InputError if the text is damaged, and the exceptions
/// of Input.
[[nodiscard]] UnitResult read_result(io::Input& input);

}  // namespace dlx::runs
