#include "reductions/polycube/apart_sums.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "dlx/core/text.hpp"
#include "reductions/apart/turning.hpp"

namespace dlx::polycube {
namespace {

constexpr std::string_view does_not = "-";
constexpr std::string_view undecided = "?";
constexpr std::string_view one_piece = "0";
/// The word before the level in a line of text, if the assembly comes apart only with quarter
/// turns. A line of JSON has a member "turns" in place of this word.
constexpr std::string_view with_turns = "turns:";

/// A line of a file with results: one assembly, and whether it comes apart.
struct UnitLine {
  std::string word;  ///< the result of verdict_as_word()
  bool turns = false;
  std::vector<std::uint32_t> options;  ///< numbers of the options, from 1
};

/// The fields of a line; nothing if the line is damaged.
std::optional<UnitLine> split_line(std::string_view line, bool json) {
  UnitLine parts;
  if (json) {
    const nlohmann::json object = nlohmann::json::parse(line, nullptr, false);
    if (!object.is_object()) return {};
    const auto level = object.find("level"), options = object.find("options");
    if (level == object.end() || !level->is_string()) return {};
    if (options == object.end() || !options->is_array()) return {};
    parts.word = level->get<std::string>();
    parts.turns = object.contains("turns");
    for (const nlohmann::json& option : *options) {
      if (!option.is_number_unsigned()) return {};
      const auto number = option.get<std::uint64_t>();
      if (number > std::numeric_limits<std::uint32_t>::max()) return {};
      parts.options.push_back(static_cast<std::uint32_t>(number));
    }
    return parts;
  }
  const auto rest = [&] { return line.substr(0, line.find(' ')); };
  parts.turns = line.starts_with(with_turns);
  if (parts.turns) line.remove_prefix(with_turns.size());
  parts.word = rest();
  while (line.size() > rest().size()) {
    line.remove_prefix(rest().size() + 1);
    const auto number = to_number<std::uint32_t>(rest());
    if (!number) return {};
    parts.options.push_back(*number);
  }
  return parts;
}

}  // namespace

bool comes_apart(const Disassembly& disassembly) {
  return disassembly.verdict == Verdict::comes_apart && !disassembly.level.empty();
}

void add(ApartSums& sums, ApartAssembly&& assembly) {
  ++sums.assemblies;
  if (assembly.disassembly.verdict == Verdict::undecided) ++sums.undecided;
  if (assembly.disassembly.verdict != Verdict::comes_apart) return;
  if (!comes_apart(assembly.disassembly)) {
    ++sums.single_pieces;
    return;
  }
  const std::vector<std::uint32_t>& level = assembly.disassembly.level;
  ++(assembly.with_turns ? sums.with_turns : sums.come_apart);
  ++(assembly.with_turns ? sums.levels_with_turns : sums.levels)[level];
  const auto& hardest = sums.hardest;
  const auto difficulty = [](const ApartAssembly& each) {
    return std::tie(each.with_turns, each.disassembly.level);
  };
  const bool first = assembly.number.empty() && hardest &&
                     difficulty(*hardest) == difficulty(assembly) &&
                     assembly.options < hardest->options;
  if (!hardest || difficulty(*hardest) < difficulty(assembly) || first)
    sums.hardest = std::move(assembly);
}

std::string verdict_as_word(const Disassembly& result) {
  if (comes_apart(result)) return apart::to_string(result.level);
  if (result.verdict == Verdict::comes_apart) return std::string(one_piece);
  return std::string(result.verdict == Verdict::undecided ? undecided : does_not);
}

std::string unit_line(const Disassembly& result, std::span<const OptionId> options) {
  std::string line(apart::has_turns(result.stages) ? with_turns : "");
  line += verdict_as_word(result);
  for (const OptionId option : options) line += ' ' + std::to_string(index(option) + 1);
  return line + '\n';
}

std::optional<ApartAssembly> read_unit_line(std::string_view line, bool json) {
  const auto parts = split_line(line, json);
  if (!parts) return {};
  ApartAssembly assembly;
  for (const std::uint32_t number : parts->options) {
    if (number == 0) return {};
    assembly.options.push_back(OptionId{number - 1});
  }
  assembly.with_turns = parts->turns;
  assembly.disassembly.verdict = parts->word == does_not    ? Verdict::stays_whole
                                 : parts->word == undecided ? Verdict::undecided
                                                            : Verdict::comes_apart;
  if (assembly.disassembly.verdict != Verdict::comes_apart || parts->word == one_piece) {
    return assembly;
  }
  std::string_view left = parts->word;
  while (!left.empty()) {
    const auto dot = std::min(left.find('.'), left.size());
    const auto number = to_number<std::uint32_t>(left.substr(0, dot));
    if (!number) return {};
    assembly.disassembly.level.push_back(*number);
    left.remove_prefix(std::min(dot + 1, left.size()));
  }
  return assembly;
}

}  // namespace dlx::polycube
