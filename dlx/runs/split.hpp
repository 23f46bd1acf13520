#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/io/input.hpp"
#include "dlx/runs/units.hpp"
#include "dlx/runs/workers.hpp"
#include "dlx/search/options.hpp"

/// Functions that divide a count among machines that share nothing. Units and their results are
/// files.
namespace dlx::runs {

/// The data common to all units of a divided count, and the number of one unit.
struct UnitLabel {
  std::string split;  ///< a digest of the problem and all units
  /// Number of the unit, from 1; 0 stands for the solutions that were counted while the search was
  /// divided into units.
  std::uint32_t number = 0;
  std::uint32_t units = 0;                    ///< number of units, not counting number 0
  EngineKind engine = EngineKind::automatic;  ///< engine that searches all units
  std::optional<std::uint64_t> seed = {};     ///< seed of the fingerprint, if one is wanted
  /// Which solutions count as one, in words; empty if each solution counts.
  std::string up_to = {};
  friend bool operator==(const UnitLabel&, const UnitLabel&) = default;
};

/// The contents of the file of a unit, with everything needed to search the unit.
struct UnitFileContents {
  UnitLabel label;                      ///< the label of the unit; its number is at least 1
  Problem problem;                      ///< the problem to be searched, equal in all units
  std::vector<search::OpenWork> parts;  ///< the open work that the unit must search
  IsWanted is_wanted = {};  ///< selects the solutions that count; if empty, all solutions count
};

/// The result of searching a unit.
struct UnitResult {
  UnitLabel label;  ///< label of the unit; number 0 stands for the solutions counted while dividing
  Natural solutions;        ///< number of solutions in this unit
  Residue fingerprint;      ///< fingerprint of the solutions, if the label has a seed
  std::uint64_t nodes = 0;  ///< number of nodes visited
};

/// Describes the classes of a divided count that counts one solution of each class.
struct UnitClasses {
  const OptionSymmetries* group;  ///< the group that makes the classes
  std::string up_to;              ///< which solutions count as one, in words
};

/// A count that is divided into files.
struct Division {
  std::vector<std::string> units;  ///< the text of each unit's file
  std::string result;  ///< the result of the search that made the units (unit 0), as text
};

/// Divides the count of a problem into at most `units` units; fewer units are made if the search
/// ends earlier. The search is done level by level until there are several parts for each unit. The
/// result is deterministic. For classes, only solutions for which
/// OptionSymmetries::is_representative() is true are counted, so units need no data of each other.
/// If all symmetries map some item to itself, only solutions with a first choice of this item are
/// visited. The first choices are one option for each class of the item's options. A fingerprint
/// cannot be combined with classes. Throws std::invalid_argument if `units` is 0, if both a seed
/// and classes are given, or if the search cannot be divided.
[[nodiscard]] Division split(const Problem& problem, std::uint32_t units, EngineKind engine,
                             std::optional<std::uint64_t> seed = {},
                             const UnitClasses* classes = nullptr);

/// Whether a file that begins with this line is the file of a unit.
[[nodiscard]] bool is_unit(std::string_view first_line);

/// Reads the file of a unit. Throws InputError if the file is damaged, and the exceptions of Input.
[[nodiscard]] UnitFileContents read_unit(io::Input& input);

/// Writes a result as text, with a digest that read_result() checks.
[[nodiscard]] std::string to_text(const UnitResult& result);
/// Reads the result of a unit. Throws InputError if the text is damaged, and the exceptions of
/// Input.
[[nodiscard]] UnitResult read_result(io::Input& input);

}  // namespace dlx::runs
