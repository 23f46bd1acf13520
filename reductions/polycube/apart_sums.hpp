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
  std::string number;             ///< number in the order of the search, from 1; empty: unknown
  std::vector<OptionId> options;  ///< options of its placements
  Disassembly disassembly;        ///< the result of the analysis
  bool with_turns = false;        ///< whether the assembly comes apart only with turns
};

/// Statistics of the analyses of a puzzle's assemblies.
struct ApartSums {
  std::uint64_t assemblies = 0;     ///< number of all assemblies
  std::uint64_t come_apart = 0;     ///< assemblies that come apart by slides alone
  std::uint64_t with_turns = 0;     ///< assemblies that come apart only with turns
  std::uint64_t undecided = 0;      ///< assemblies with too many positions
  std::uint64_t single_pieces = 0;  ///< assemblies of a single piece, which do not count as coming
                                    ///< apart
  std::map<std::vector<std::uint32_t>, std::uint64_t> levels;  ///< number of assemblies by
                                                               ///< level, slides alone
  std::map<std::vector<std::uint32_t>, std::uint64_t> levels_with_turns;  ///< number of assemblies
                                                                          ///< by level, with turns
  /// The first assembly with the greatest level. An assembly that needs turns counts as harder than
  /// any other.
  std::optional<ApartAssembly> hardest;
};

/// Whether an assembly comes apart. False for an assembly of a single piece.
[[nodiscard]] bool comes_apart(const Disassembly& disassembly);

/// Adds an assembly to the statistics. If several assemblies without a number are equally hard,
/// `hardest` is the one with the least options, because files have no order.
void add(ApartSums& sums, ApartAssembly&& assembly);

/// The level, or a character that represents another verdict.
[[nodiscard]] std::string verdict_as_word(const Disassembly& result);
/// A line of text with the result and the numbers of the options, from 1.
[[nodiscard]] std::string unit_line(const Disassembly& result, std::span<const OptionId> options);
/// Reads an assembly from such a line, or from a line of JSON with the members "level", "options"
/// and optionally "turns". Returns nothing if the line is damaged.
[[nodiscard]] std::optional<ApartAssembly> read_unit_line(std::string_view line, bool json);

}  // namespace dlx::polycube
