#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/io/input.hpp"
#include "dlx/runs/units.hpp"
#include "dlx/search/options.hpp"

/// A count that is divided among machines which share nothing: units as files, results as files.
namespace dlx {

/// What parts of one count have in common, and which of them this is.
struct UnitLabel {
  std::string split;         ///< a digest of the problem and all units: the same for all
  std::uint32_t number = 0;  ///< from 1; 0: what was counted while dividing
  std::uint32_t units = 0;   ///< how many there are, 0 not counted
  EngineKind engine = EngineKind::automatic;  ///< that all units are searched with
  std::optional<std::uint64_t> seed = {};     ///< of the fingerprint, if one is made
  friend bool operator==(const UnitLabel&, const UnitLabel&) = default;
};

/// The file of a unit: all that it takes to search it.
struct UnitFileContents {
  UnitLabel label;              ///< whose number is at least 1
  Problem problem;              ///< the same for all units
  std::vector<Frontier> parts;  ///< what is to be searched of it
};

/// What a unit has been found to hold.
struct UnitResult {
  UnitLabel label;          ///< that of the unit; number 0: what was counted while dividing
  Natural solutions;        ///< in this unit
  Residue fingerprint;      ///< of these, if the label has a seed
  std::uint64_t nodes = 0;  ///< that were searched
};

/// A count in files.
struct Division {
  std::vector<std::string> units;  ///< their files, as text
  std::string result;              ///< of what was counted while dividing, likewise
};

/// Divides the count of a problem into at most `units` units; fewer if the search ends before. The
/// search continues level by level until there are several parts for each unit. Deterministic.
/// Throws std::invalid_argument for no units, and where the search cannot be divided.
[[nodiscard]] Division split(const Problem& problem, std::uint32_t units, EngineKind engine,
                             std::optional<std::uint64_t> seed = {});

/// Whether text begins like the file of a unit.
[[nodiscard]] bool is_unit(std::string_view first_line);

/// Reads the file of a unit. Throws InputError if it is damaged, and what Input throws.
[[nodiscard]] UnitFileContents read_unit(Input& input);

/// A result as text, with a digest that read_result() checks.
[[nodiscard]] std::string to_text(const UnitResult& result);
/// Throws InputError if it is damaged, and what Input throws.
[[nodiscard]] UnitResult read_result(Input& input);

}  // namespace dlx
