// Puzzles in files, with the figures that BurrTools has for them.

#include <catch2/catch.hpp>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "dlx/io/input.hpp"
#include "dlx/representatives.hpp"
#include "reductions/apart/replay.hpp"
#include "reductions/polycube/apart.hpp"
#include "reductions/polycube/polycube.hpp"
#include "reductions/polycube/xmpuzzle.hpp"
#include "tests/support/shared_instances.hpp"

namespace dlx::test {
namespace {

using apart::Disassembler;
using apart::Disassembly;
using apart::Verdict;
using polycube::Model;

/// One line of a table.
struct Row {
  std::string file;
  std::size_t problem = 0;
  std::uint64_t assemblies = 0;
  std::uint64_t solutions = 0;
  std::string levels;              // "1x148 1.2x31"
  double assemblies_a_second = 0;  // by BurrTools; 0: not known
};

std::vector<Row> rows(const std::filesystem::path& table) {
  std::ifstream in(table);
  std::vector<std::string> names;
  std::vector<Row> result;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::vector<std::string> fields;
    std::istringstream text(line);
    for (std::string field; std::getline(text, field, '\t');) fields.push_back(field);
    if (names.empty()) {
      names = fields;
      continue;
    }
    fields.resize(names.size());  // a last field that is empty
    std::map<std::string, std::string> row;
    for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = fields[i];
    const std::string speed = row["assemblies_per_disassembly_s"];
    result.push_back({row["file"], std::stoul(row["problem"]), std::stoull(row["assemblies"]),
                      std::stoull(row["solutions"]), row["levels_histogram"],
                      speed.empty() ? 0 : std::stod(speed)});
  }
  return result;
}

/// How many levels have each first number.
std::map<std::string, std::uint64_t> first_numbers(const std::string& levels) {
  std::map<std::string, std::uint64_t> result;
  std::istringstream text(levels);
  for (std::string entry; text >> entry;) {
    const auto cross = entry.find('x');
    result[entry.substr(0, entry.find_first_of(".x"))] += std::stoull(entry.substr(cross + 1));
  }
  return result;
}

std::string unpacked(const std::filesystem::path& path) {
  io::Input input = io::Input::open(path.string());
  return std::string(input.rest());
}

void check_row(const std::filesystem::path& folder, const Row& row) {
  CAPTURE(row.file, row.problem);
  const auto collection = polycube::read_xmpuzzle(unpacked(folder / row.file));
  const Model model = polycube::build(collection.puzzles.at(row.problem).puzzle);
  const auto group = polycube::symmetries(model, polycube::as_burrtools(model));
  std::vector<polycube::Assembly> assemblies;
  for (Representatives search(model.problem, symmetry::SymmetryGroup(group)); search.next();) {
    assemblies.push_back(decode(model, search.solution()));
  }
  Disassembler disassembler;
  std::vector<Disassembly> results;
  const std::clock_t start = std::clock();
  for (const auto& assembly : assemblies) {
    results.push_back(take_apart(disassembler, model.puzzle, assembly));
  }
  const double seconds = static_cast<double>(std::clock() - start + 1) / CLOCKS_PER_SEC;
  std::uint64_t solutions = 0;
  std::uint64_t least = 0;
  std::uint64_t states = 0;
  std::map<std::string, std::uint64_t> firsts;
  std::map<std::string, std::uint64_t> levels;
  for (std::size_t i = 0; i < assemblies.size(); ++i) {
    const Disassembly& result = results[i];
    REQUIRE(result.verdict != Verdict::undecided);
    states += result.states;
    // A single piece needs no taking apart; BurrTools does not count it.
    if (result.verdict != Verdict::comes_apart || result.level.empty()) continue;
    std::vector<lattice::Cells> pieces;
    for (const auto& placement : assemblies[i]) pieces.push_back(placement.cells);
    REQUIRE(apart::replay_faults(pieces, result.stages, result.groups) ==
            std::vector<std::string>{});
    ++solutions;
    if (result.least) ++least;
    ++firsts[std::to_string(result.level.front())];
    ++levels[apart::to_string(result.level)];
  }
  CHECK(assemblies.size() == row.assemblies);
  CHECK(solutions == row.solutions);
  CHECK(firsts == first_numbers(row.levels));
  const double speed = static_cast<double>(assemblies.size()) / seconds;
  std::cout << row.file << ' ' << row.problem << ": " << states << " states, "
            << static_cast<std::uint64_t>(speed) << " assemblies a second";
  if (row.assemblies_a_second > 0) {
    std::cout << ", " << speed / row.assemblies_a_second << " times BurrTools' figure";
  }
  std::cout << "; ";
  std::size_t shown = 0;
  for (const auto& [level, number] : levels) {
    if (++shown <= 4) std::cout << level << " x " << number << ' ';
  }
  std::cout << "(" << least << " of " << solutions << " least)" << std::endl;
}

}  // namespace

TEST_CASE("as many assemblies come apart as BurrTools says, with the same first numbers") {
  const std::filesystem::path folder = DLX_DATA_XMPUZZLE;
  const auto table = rows(folder / "levels.tsv");
  CHECK(table.size() == 15);
  for (const Row& row : table) check_row(folder, row);
}

TEST_CASE("shared: as many assemblies come apart as BurrTools says", "[.shared]") {
  const std::filesystem::path folder = shared_path("xmpuzzle");
  for (const Row& row : rows(folder / "DISASSEMBLY.tsv")) check_row(folder, row);
}

}  // namespace dlx::test
