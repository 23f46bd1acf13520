// Any sequence of calls of a store of units, in memory and in a file: none is lost, and none given
// twice.

#include <rapidcheck.h>
#include <rapidcheck/catch.h>
#include <rapidcheck/state.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dlx/runs/ledger.hpp"
#include "dlx/runs/units.hpp"
#include "tests/support/temporary_folder.hpp"

namespace dlx::test {
namespace {

constexpr std::uint64_t first_nodes = 100;

/// A frontier that is not empty: a way at each of these depths, or several.
Frontier frontier_of(const std::map<std::uint32_t, std::vector<std::uint32_t>>& branches) {
  Frontier frontier{.whole = false};
  for (const auto& [depth, ways] : branches) {
    if (ways.empty()) continue;
    frontier.branches.push_back({depth, {}});
    for (const std::uint32_t way : ways) frontier.branches.back().ways.push_back(OptionId{way});
  }
  if (frontier.branches.empty()) frontier.branches.push_back({0, {OptionId{0}}});
  for (std::uint32_t d = 0; d < frontier.branches.back().depth; ++d) {
    frontier.path.push_back(OptionId{d});
  }
  return frontier;
}

Frontier drawn_frontier() {
  return frontier_of(*rc::gen::resize(
      4,
      rc::gen::container<std::map<std::uint32_t, std::vector<std::uint32_t>>>(
          rc::gen::inRange<std::uint32_t>(0, 6), rc::gen::container<std::vector<std::uint32_t>>(
                                                     rc::gen::inRange<std::uint32_t>(0, 1'000)))));
}

struct State {
  std::deque<Unit> waiting{{1, {}, first_nodes}};
  std::vector<Unit> taken;
  std::uint64_t last = 1;
  Sums sums;
  std::uint64_t done = 0;

  [[nodiscard]] std::vector<std::uint64_t> open_nodes() const {
    std::vector<std::uint64_t> nodes;
    const auto add = [&](std::size_t level, std::uint64_t more) {
      if (nodes.size() <= level) nodes.resize(level + 1);
      nodes[level] += more;
    };
    const auto add_unit = [&](const Unit& unit) {
      if (unit.part.whole) add(0, 1);
      for (const auto& branch : unit.part.branches) add(branch.depth + 1U, branch.ways.size());
    };
    for (const Unit& unit : waiting) add_unit(unit);
    for (const Unit& unit : taken) add_unit(unit);
    return nodes;
  }
};

/// A store; in a file it can be opened again.
struct Store {
  std::string path;
  std::unique_ptr<UnitStore> units;
};

void require_equal(const Unit& unit, const Unit& wanted) {
  RC_ASSERT(unit.id == wanted.id);
  RC_ASSERT((unit.part == wanted.part));
  RC_ASSERT(unit.nodes == wanted.nodes);
}

using Call = rc::state::Command<State, Store>;

struct Take : Call {
  void apply(State& state) const override {
    if (state.waiting.empty()) return;
    state.taken.push_back(state.waiting.front());
    state.waiting.pop_front();
  }
  void run(const State& state, Store& store) const override {
    RC_ASSERT(store.units->waiting() == state.waiting.size());
    const auto unit = store.units->take();
    RC_ASSERT(unit.has_value() == !state.waiting.empty());
    if (unit) require_equal(*unit, state.waiting.front());
  }
  void show(std::ostream& out) const override { out << "take()"; }
};

struct Finish : Call {
  std::size_t which = *rc::gen::inRange<std::size_t>(0, 4);
  std::uint64_t solutions = *rc::gen::inRange<std::uint64_t>(0, 1'000'000);
  std::uint64_t nodes = *rc::gen::inRange<std::uint64_t>(1, 1'000);
  Frontier left = *rc::gen::exec(drawn_frontier);
  std::uint32_t parts = *rc::gen::inRange<std::uint32_t>(0, 4);  // 0: nothing is left

  [[nodiscard]] std::vector<Frontier> rest() const {
    return parts == 0 ? std::vector<Frontier>() : deal(left, parts);
  }
  [[nodiscard]] Sums sums() const {
    return {.solutions = solutions,
            .fingerprint = Residue(solutions * 3),
            .nodes = nodes,
            .updates = 2 * nodes,
            .nodes_per_level = {0, nodes}};
  }
  void checkPreconditions(const State& state) const override { RC_PRE(which < state.taken.size()); }
  void apply(State& state) const override {
    state.taken.erase(state.taken.begin() + static_cast<std::ptrdiff_t>(which));
    for (const Frontier& part : rest()) state.waiting.push_back({++state.last, part, nodes});
    state.sums += sums();
    ++state.done;
  }
  void run(const State& state, Store& store) const override {
    store.units->finish(state.taken[which], sums(), rest(), nodes);
  }
  void show(std::ostream& out) const override {
    out << "finish(" << which << "), " << parts << " parts of " << left.size() << " left";
  }
};

/// The process dies, and another goes on: what was taken waits again.
struct Reopen : Call {
  void apply(State& state) const override {
    std::map<std::uint64_t, Unit> all;
    for (const Unit& unit : state.waiting) all[unit.id] = unit;
    for (const Unit& unit : state.taken) all[unit.id] = unit;
    state.waiting.clear();
    state.taken.clear();
    for (auto& [id, unit] : all) state.waiting.push_back(std::move(unit));
  }
  void run(const State& state, Store& store) const override {
    store.units.reset();
    const LedgerState read = read_ledger(store.path);
    RC_ASSERT(!read.in_use);
    RC_ASSERT(read.units_done == state.done);
    RC_ASSERT(read.units_open == state.waiting.size() + state.taken.size());
    RC_ASSERT((read.sums == state.sums));
    store.units = std::make_unique<Ledger>(store.path);
  }
  void show(std::ostream& out) const override { out << "the file is opened again"; }
};

struct Look : Call {
  void run(const State& state, Store& store) const override {
    const UnitStore& units = *store.units;
    RC_ASSERT(units.waiting() == state.waiting.size());
    RC_ASSERT(units.units_done() == state.done);
    RC_ASSERT((units.sums() == state.sums));
    std::vector<std::uint64_t> open = units.open_nodes();
    while (!open.empty() && open.back() == 0) open.pop_back();
    RC_ASSERT(open == state.open_nodes());
  }
  void show(std::ostream& out) const override { out << "look"; }
};

TEST_CASE("any sequence of calls of a store of units") {
  rc::prop("in memory", [] {
    Store store;
    store.units = std::make_unique<MemoryUnits>(std::vector{Frontier{}, Frontier{.whole = false}},
                                                first_nodes);
    rc::state::check(State(), store,
                     rc::state::gen::execOneOfWithArgs<Take, Take, Finish, Finish, Look>());
  });
  rc::prop("in a file", [] {
    const TemporaryFolder folder;
    Store store{.path = folder.path("run"), .units = {}};
    Ledger::create(store.path, {}, first_nodes);
    store.units = std::make_unique<Ledger>(store.path);
    rc::state::check(
        State(), store,
        rc::state::gen::execOneOfWithArgs<Take, Take, Take, Finish, Finish, Reopen, Look>());
  });
}

TEST_CASE("what is dealt is what there was") {
  rc::prop("parts", [] {
    const Frontier frontier = drawn_frontier();
    const auto parts = *rc::gen::inRange<std::uint32_t>(1, 9);
    const std::vector<Frontier> dealt = deal(frontier, parts);
    RC_ASSERT(dealt.size() == std::min<std::uint64_t>(parts, frontier.size()));
    std::map<std::uint32_t, std::multiset<OptionId>> ways;
    std::uint64_t most = 0;
    std::uint64_t least = frontier.size();
    for (const Frontier& part : dealt) {
      RC_ASSERT(!part.whole);
      RC_ASSERT(!part.branches.empty());
      RC_ASSERT(part.path.size() == part.branches.back().depth);
      RC_ASSERT(std::equal(part.path.begin(), part.path.end(), frontier.path.begin()));
      for (const auto& branch : part.branches) {
        RC_ASSERT(!branch.ways.empty());
        ways[branch.depth].insert(branch.ways.begin(), branch.ways.end());
      }
      most = std::max(most, part.size());
      least = std::min(least, part.size());
    }
    RC_ASSERT(most <= least + 1);
    std::map<std::uint32_t, std::multiset<OptionId>> wanted;
    for (const auto& branch : frontier.branches) {
      wanted[branch.depth].insert(branch.ways.begin(), branch.ways.end());
    }
    RC_ASSERT((ways == wanted));
  });
}

}  // namespace
}  // namespace dlx::test
