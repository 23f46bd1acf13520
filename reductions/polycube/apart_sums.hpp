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

/// Many assemblies taken apart: the sums, and the format of results as lines of a file.
namespace dlx::polycube {

/// An assembly that comes apart.
struct ApartAssembly {
  std::string number;             ///< number in the order of the search, from 1; empty: not known
  std::vector<OptionId> options;  ///< its placements
  Disassembly disassembly;        ///< the result of the analysis
  bool with_turns = false;        ///< whether slides alone are not enough
};

/// The sums of the analyses of a puzzle's assemblies.
struct ApartSums {
  std::uint64_t assemblies = 0;     ///< all of them
  std::uint64_t come_apart = 0;     ///< come apart by slides alone
  std::uint64_t with_turns = 0;     ///< come apart with turns only
  std::uint64_t undecided = 0;      ///< have too many positions
  std::uint64_t single_pieces = 0;  ///< these need no taking apart, and are not said to come apart
  std::map<std::vector<std::uint32_t>, std::uint64_t> levels;             ///< counts, slides alone
  std::map<std::vector<std::uint32_t>, std::uint64_t> levels_with_turns;  ///< counts with turns
  /// The first assembly with the greatest level. Assemblies that need turns are harder than others.
  std::optional<ApartAssembly> hardest;
};

/// Whether an assembly of two or more pieces comes apart.
[[nodiscard]] bool comes_apart(const Disassembly& disassembly);

/// Adds an assembly to the sums. Among equally hard ones without a number, the one with the least
/// options is the hardest, because files have no order.
void add(ApartSums& sums, ApartAssembly&& assembly);

/// The level, or a sign for another verdict.
[[nodiscard]] std::string verdict_as_word(const Disassembly& result);
/// A line of text with the result and the numbers of the options, from 1.
[[nodiscard]] std::string unit_line(const Disassembly& result, std::span<const OptionId> options);
/// An assembly in such a line, or in one of JSON with members "level", "options" and perhaps
/// "turns"; nothing if it is damaged.
[[nodiscard]] std::optional<ApartAssembly> read_unit_line(std::string_view line, bool json);

}  // namespace dlx::polycube
