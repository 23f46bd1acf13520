#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/problem.hpp"
#include "reductions/polycube/apart.hpp"

/// Statistics about taking many assemblies apart, and the format of results as lines of a file.
namespace dlx::polycube {

/// An assembly that comes apart.
struct ApartAssembly {
  /// The number of the assembly in the order of the search, from 1; empty if unknown.
  std::string number;
  std::vector<OptionId> options;  ///< the options that the assembly consists of
  Disassembly disassembly;        ///< the result of the analysis
  bool with_turns = false;        ///< whether the assembly comes apart only with quarter turns
};

/// Statistics of the analyses of a puzzle's assemblies.
struct ApartSums {
  std::uint64_t assemblies = 0;  ///< number of all assemblies
  std::uint64_t come_apart = 0;  ///< number of assemblies that come apart by slides alone
  std::uint64_t with_turns = 0;  ///< number of assemblies that come apart only with quarter turns
  std::uint64_t undecided = 0;   ///< number of assemblies with too many positions to decide
  /// Number of assemblies of a single piece, which do not count as coming apart.
  std::uint64_t single_pieces = 0;
  /// Number of assemblies for each level, if slides are enough.
  std::map<std::vector<std::uint32_t>, std::uint64_t> levels;
  /// Number of assemblies for each level, if quarter turns are needed.
  std::map<std::vector<std::uint32_t>, std::uint64_t> levels_with_turns;
  /// The first assembly with the greatest level. Assemblies that need quarter turns count as harder
  /// than all others.
  std::optional<ApartAssembly> hardest;
};

/// Whether an assembly comes apart. The result is false for an assembly of a single piece.
[[nodiscard]] bool comes_apart(const Disassembly& disassembly);

/// Adds an assembly to the statistics. If several assemblies without a number are equally hard,
/// `hardest` is the one whose list of options is least, because the order of files is arbitrary.
void add(ApartSums& sums, ApartAssembly&& assembly);

/// The level of an assembly as text. If the assembly does not come apart or is undecided, a
/// character that says so.
[[nodiscard]] std::string verdict_as_word(const Disassembly& result);
/// A line of text with the result and the numbers of the options, from 1.
[[nodiscard]] std::string unit_line(const Disassembly& result, std::span<const OptionId> options);
/// Reads an assembly from a line that unit_line() has made, or from a line of JSON with the members
/// "level", "options" and optionally "turns". Returns nothing if the line is damaged.
[[nodiscard]] std::optional<ApartAssembly> read_unit_line(std::string_view line, bool json);

}  // namespace dlx::polycube
