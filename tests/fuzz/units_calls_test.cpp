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

/// Open work that is not empty: a way at each of these depths, or several.
search::OpenWork open_work_of(const std::map<std::uint32_t, std::vector<std::uint32_t>>& branches) {
  search::OpenWork open_work{.whole = false};
  for (const auto& [depth, ways] : branches) {
    if (ways.empty()) continue;
    open_work.branches.push_back({depth, {}});
    for (const std::uint32_t way : ways) open_work.branches.back().ways.push_back(OptionId{way});
  }
  if (open_work.branches.empty()) open_work.branches.push_back({0, {OptionId{0}}});
  for (std::uint32_t d = 0; d < open_work.branches.back().depth; ++d) {
    open_work.path.push_back(OptionId{d});
  }
  return open_work;
}

search::OpenWork drawn_open_work() {
  return open_work_of(*rc::gen::resize(
      4,
      rc::gen::container<std::map<std::uint32_t, std::vector<std::uint32_t>>>(
          rc::gen::inRange<std::uint32_t>(0, 6), rc::gen::container<std::vector<std::uint32_t>>(
                                                     rc::gen::inRange<std::uint32_t>(0, 1'000)))));
}

struct State {
  std::deque<runs::Unit> waiting{{1, {}, first_nodes}};
  std::vector<runs::Unit> taken;
  std::uint64_t last = 1;
  runs::Sums sums;
  std::uint64_t done = 0;

  [[nodiscard]] std::vector<std::uint64_t> open_nodes() const {
    std::vector<std::uint64_t> nodes;
    const auto add = [&](std::size_t level, std::uint64_t more) {
      if (nodes.size() <= level) nodes.resize(level + 1);
      nodes[level] += more;
    };
    const auto add_unit = [&](const runs::Unit& unit) {
      if (unit.part.whole) add(0, 1);
      for (const auto& branch : unit.part.branches) add(branch.depth + 1U, branch.ways.size());
    };
    for (const runs::Unit& unit : waiting) add_unit(unit);
    for (const runs::Unit& unit : taken) add_unit(unit);
    return nodes;
  }
};

/// A store; in a file it can be opened again.
struct Store {
  std::string path;
  std::unique_ptr<runs::UnitStore> units;
};

void require_equal(const runs::Unit& unit, const runs::Unit& wanted) {
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
  search::OpenWork left = *rc::gen::exec(drawn_open_work);
  std::uint32_t parts = *rc::gen::inRange<std::uint32_t>(0, 4);  // 0: nothing is left

  [[nodiscard]] std::vector<search::OpenWork> rest() const {
    return parts == 0 ? std::vector<search::OpenWork>() : deal(left, parts);
  }
  [[nodiscard]] runs::Sums sums() const {
    return {.solutions = solutions,
            .fingerprint = Residue(solutions * 3),
            .nodes = nodes,
            .updates = 2 * nodes,
            .nodes_per_level = {0, nodes}};
  }
  void checkPreconditions(const State& state) const override { RC_PRE(which < state.taken.size()); }
  void apply(State& state) const override {
    state.taken.erase(state.taken.begin() + static_cast<std::ptrdiff_t>(which));
    for (const search::OpenWork& part : rest())
      state.waiting.push_back({++state.last, part, nodes});
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
    std::map<std::uint64_t, runs::Unit> all;
    for (const runs::Unit& unit : state.waiting) all[unit.id] = unit;
    for (const runs::Unit& unit : state.taken) all[unit.id] = unit;
    state.waiting.clear();
    state.taken.clear();
    for (auto& [id, unit] : all) state.waiting.push_back(std::move(unit));
  }
  void run(const State& state, Store& store) const override {
    store.units.reset();
    const runs::LedgerState read = runs::read_ledger(store.path);
    RC_ASSERT(!read.in_use);
    RC_ASSERT(read.units_done == state.done);
    RC_ASSERT(read.units_open == state.waiting.size() + state.taken.size());
    RC_ASSERT((read.sums == state.sums));
    store.units = std::make_unique<runs::Ledger>(store.path);
  }
  void show(std::ostream& out) const override { out << "the file is opened again"; }
};

struct Look : Call {
  void run(const State& state, Store& store) const override {
    const runs::UnitStore& units = *store.units;
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
    store.units = std::make_unique<runs::MemoryUnits>(
        std::vector{search::OpenWork{}, search::OpenWork{.whole = false}}, first_nodes);
    rc::state::check(State(), store,
                     rc::state::gen::execOneOfWithArgs<Take, Take, Finish, Finish, Look>());
  });
  rc::prop("in a file", [] {
    const TemporaryFolder folder;
    Store store{.path = folder.path("run"), .units = {}};
    runs::Ledger::create(store.path, {}, first_nodes);
    store.units = std::make_unique<runs::Ledger>(store.path);
    rc::state::check(
        State(), store,
        rc::state::gen::execOneOfWithArgs<Take, Take, Take, Finish, Finish, Reopen, Look>());
  });
}

TEST_CASE("what is dealt is what there was") {
  rc::prop("parts", [] {
    const search::OpenWork open_work = drawn_open_work();
    const auto parts = *rc::gen::inRange<std::uint32_t>(1, 9);
    const std::vector<search::OpenWork> dealt = deal(open_work, parts);
    RC_ASSERT(dealt.size() == std::min<std::uint64_t>(parts, open_work.size()));
    std::map<std::uint32_t, std::multiset<OptionId>> ways;
    std::uint64_t most = 0;
    std::uint64_t least = open_work.size();
    for (const search::OpenWork& part : dealt) {
      RC_ASSERT(!part.whole);
      RC_ASSERT(!part.branches.empty());
      RC_ASSERT(part.path.size() == part.branches.back().depth);
      RC_ASSERT(std::equal(part.path.begin(), part.path.end(), open_work.path.begin()));
      for (const auto& branch : part.branches) {
        RC_ASSERT(!branch.ways.empty());
        ways[branch.depth].insert(branch.ways.begin(), branch.ways.end());
      }
      most = std::max(most, part.size());
      least = std::min(least, part.size());
    }
    RC_ASSERT(most <= least + 1);
    std::map<std::uint32_t, std::multiset<OptionId>> wanted;
    for (const auto& branch : open_work.branches) {
      wanted[branch.depth].insert(branch.ways.begin(), branch.ways.end());
    }
    RC_ASSERT((ways == wanted));
  });
}

}  // namespace
}  // namespace dlx::test
