// Separations that files of BurrTools hold: read, replayed, written.

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "dlx/io/input.hpp"
#include "dlx/solver.hpp"
#include "reductions/polycube/apart.hpp"
#include "reductions/polycube/polycube.hpp"
#include "reductions/polycube/xmpuzzle.hpp"
#include "tests/support/shared_instances.hpp"

namespace dlx::test {
namespace {

using apart::Disassembler;
using apart::Disassembly;
using apart::level_of;
using lattice::Stage;
using polycube::Changes;
using polycube::Collection;
using polycube::Model;
using polycube::NamedPuzzle;
using polycube::Separation;
using polycube::update_xmpuzzle;

std::string text_of(const std::filesystem::path& path) {
  return io::Input::open(path.string()).rest();
}

void check_same(const std::vector<Stage>& a, const std::vector<Stage>& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t s = 0; s < a.size(); ++s) {
    CHECK(a[s].pieces == b[s].pieces);
    CHECK(a[s].staying == b[s].staying);
    CHECK(a[s].removed == b[s].removed);
    REQUIRE(a[s].slides.size() == b[s].slides.size());
    for (std::size_t i = 0; i < a[s].slides.size(); ++i) {
      CHECK(a[s].slides[i].pieces == b[s].slides[i].pieces);
      CHECK(a[s].slides[i].direction == b[s].slides[i].direction);
      CHECK(a[s].slides[i].distance == b[s].slides[i].distance);
    }
  }
}

/// A domino and a cube in a row, with a separation by hand.
std::string row_of_two(const std::string& separation) {
  return "<puzzle version=\"2\"><shapes><voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">##</voxel>"
         "<voxel x=\"1\" y=\"1\" z=\"1\" type=\"0\">#</voxel>"
         "<voxel x=\"3\" y=\"1\" z=\"1\" type=\"0\">###</voxel></shapes><problems><problem>"
         "<shapes><shape id=\"0\"/><shape id=\"1\"/></shapes><result id=\"2\"/><solutions>"
         "<solution><assembly>0 0 0 0 2 0 0 0</assembly>" +
         separation + "</solution></solutions></problem></problems></puzzle>";
}

std::string state(const std::string& dx, const std::string& dy = "0 0") {
  return "<state><dx>" + dx + "</dx><dy>" + dy + "</dy><dz>0 0</dz></state>";
}

std::string separation(const std::string& pieces, const std::string& states) {
  return "<separation><pieces count=\"2\">" + pieces + "</pieces>" + states + "</separation>";
}

}  // namespace

TEST_CASE("what is written of a separation is read again as it was") {
  const std::filesystem::path folder = DLX_DATA_XMPUZZLE;
  for (const char* name : {"burr6_038", "burr6_094", "soma_window2x2", "links6_group1"}) {
    CAPTURE(name);
    const std::string text = text_of(folder / (std::string(name) + ".xmpuzzle"));
    const Collection collection = polycube::read_xmpuzzle(text);
    const Model model = polycube::build(collection.puzzles.at(0).puzzle);
    Disassembler disassembler;
    Changes changes;
    std::vector<std::vector<std::uint32_t>> levels;
    for (Solver solver(model.problem); changes.added.size() < 20 && solver.next();) {
      auto assembly = decode(model, solver.solution());
      std::stable_sort(assembly.begin(), assembly.end());  // as a file has it
      Disassembly found = take_apart(disassembler, model.puzzle, assembly);
      if (found.stages.empty() && changes.added.size() % 3 != 0) continue;
      changes.added.push_back(std::move(assembly));
      changes.added_stages.push_back(std::move(found.stages));
      levels.push_back(found.level);
    }
    REQUIRE(changes.added.size() > 3);
    const NamedPuzzle& named = collection.puzzles[0];
    Collection rewritten = collection;
    rewritten.puzzles[0] = changed(named, changes);
    for (const std::string& written :
         {update_xmpuzzle(text, 0, named, changes), write_xmpuzzle(rewritten)}) {
      const NamedPuzzle again = polycube::read_xmpuzzle(written).puzzles.at(0);
      REQUIRE(again.saved.size() == changes.added.size());
      for (std::size_t n = 0; n < again.saved.size(); ++n) {
        const auto& [stages, fault] = again.saved_stages[n];
        CHECK(fault.empty());
        CHECK(again.separations[n] == (stages.empty() ? Separation::none : Separation::moves));
        CHECK(stages.empty() == changes.added_stages[n].empty());
        if (stages.empty()) continue;
        CHECK(separation_faults(again.puzzle, again.saved[n], stages).empty());
        CHECK(level_of(stages) == levels[n]);
        check_same(stages, changes.added_stages[n]);
      }
    }
  }
}

TEST_CASE("a saved assembly without a separation gets one, and others keep theirs") {
  const std::string text = row_of_two("<separationInfo>1 0</separationInfo>");
  const NamedPuzzle named = polycube::read_xmpuzzle(text).puzzles.at(0);
  REQUIRE(named.separations == std::vector{Separation::move_counts});
  Disassembler disassembler;
  Changes changes;
  changes.separated.emplace_back(0,
                                 take_apart(disassembler, named.puzzle, named.saved.at(0)).stages);
  const std::string written = update_xmpuzzle(text, 0, named, changes);
  const NamedPuzzle again = polycube::read_xmpuzzle(written).puzzles.at(0);
  CHECK(again.separations == std::vector{Separation::moves});
  CHECK(again.saved_stages.at(0).stages.size() == 1);
  CHECK(written.find("separationInfo") == std::string::npos);
  CHECK(update_xmpuzzle(written, 0, again, {}) == written);
}

TEST_CASE("separations that say nothing are told from those that are wrong") {
  const struct {
    std::string text;
    std::string fault;  // a part of it
  } table[] = {
      {separation("0 1", state("0 2") + state("0 20002")), ""},
      {separation("1 0", state("2 0") + state("20002 0")), ""},
      {separation("0 1", state("0 2") + state("0 3") + state("0 30003")), ""},
      {separation("0 1", state("0 2")), "removes a piece"},
      {separation("0 1", state("0 2") + state("0 3")), "removes a piece"},
      {separation("0 1", state("0 2") + state("0 2")), "moves nothing"},
      {separation("0 1", state("0 2") + state("0 20003", "0 1")), "no axis"},
      {separation("0 1", state("0") + state("0 20002")), "one place for each"},
      {separation("0 1", state("0 x") + state("0 20002")), "whole numbers"},
      {separation("0 1", state("0 2") + state("0 20002") + state("0 20002")), "follows the one"},
      {separation("0 2", state("0 2") + state("0 20002")), "lacks"},
      {separation("0 0", state("0 2") + state("0 20002")), "twice"},
      {separation("0", state("0") + state("20000")), "fewer than two"},
      {separation("0 -1", state("0 2") + state("0 20002")), "lacks"},
      {separation("0 1", state("0 2") + state("0 20002") +
                             separation("0 1", state("0 2") + state("0 20002"))),
       "separated before"},
  };
  for (const auto& [text, fault] : table) {
    CAPTURE(text);
    const NamedPuzzle named = polycube::read_xmpuzzle(row_of_two(text)).puzzles.at(0);
    CHECK(named.separations == std::vector{Separation::moves});
    const auto& saved = named.saved_stages.at(0);
    CHECK(saved.stages.empty() == !saved.fault.empty());
    CHECK(saved.fault.empty() == fault.empty());
    CHECK(saved.fault.find(fault) != std::string::npos);
    if (saved.stages.empty()) continue;
    CHECK(separation_faults(named.puzzle, named.saved.at(0), saved.stages).empty());
  }
  // This can be read, and is wrong: the cube cannot go through the domino.
  const NamedPuzzle wrong =
      polycube::read_xmpuzzle(row_of_two(separation("0 1", state("0 2") + state("0 -19998"))))
          .puzzles.at(0);
  CHECK(separation_faults(wrong.puzzle, wrong.saved.at(0), wrong.saved_stages.at(0).stages) ==
        std::vector<std::string>{"stage 1, slide 1: pieces collide after 1 cells"});
}

TEST_CASE("shared: every separation that BurrTools has saved is replayed", "[.shared]") {
  const struct {
    const char* name;
    std::size_t separations;
    std::string level;  // the hardest
  } table[] = {
      {"CubeInCage", 1, "4.9.3"},
      {"AlPackino", 1, "1.1.1.1.1.2.1.3.1.2.1.2"},
      {"DraculasDentalDesaster", 1, "3.5.16.6.4"},
      {"PelikanBurr", 1, "98.2.4.2"},
      {"demirhan.burrloop", 12, "7"},
      {"eyckmans.ankes-cube", 2, "24.10.1.1.1.2.2.5.2.2.1.1.2.3"},
      {"lohe.key-trap", 1, "26.4.5.1.2"},
  };
  for (const auto& [name, separations, level] : table) {
    CAPTURE(name);
    const Collection collection = polycube::read_xmpuzzle(
        text_of(shared_path("xmpuzzle/" + std::string(name) + ".xmpuzzle")));
    std::size_t replayed = 0;
    std::vector<std::uint32_t> hardest;
    for (const NamedPuzzle& named : collection.puzzles) {
      for (std::size_t n = 0; n < named.saved.size(); ++n) {
        const auto& [stages, fault] = named.saved_stages[n];
        CHECK(fault.empty());
        if (stages.empty()) continue;
        CHECK(separation_faults(named.puzzle, named.saved[n], stages) ==
              std::vector<std::string>{});
        ++replayed;
        hardest = std::max(hardest, level_of(stages));
      }
    }
    CHECK(replayed == separations);
    CHECK(apart::to_string(hardest) == level);
  }
}

}  // namespace dlx::test
