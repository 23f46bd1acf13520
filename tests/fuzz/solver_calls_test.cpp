// Any sequence of calls of a Solver finds every solution once. RC_PARAMS says how many sequences:
// RC_PARAMS="max_success=10000 seed=7" test_fuzz.calls

#include <rapidcheck.h>
#include <rapidcheck/catch.h>
#include <rapidcheck/state.h>

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <cstdint>
#include <memory>
#include <numeric>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/residue.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/solver.hpp"
#include "tests/engines/engines.hpp"
#include "tests/fuzz/agreement.hpp"
#include "tests/support/model.hpp"
#include "tests/support/oracle.hpp"

namespace dlx::test {
namespace {

constexpr std::uint64_t seed = 5;

/// What does not depend on what the solver answers.
struct Told {
  bool stop = false;
  bool counted = false;  // solutions have been counted that nobody has seen
};

/// A solver, or one after another, and what they have found.
class Run {
 public:
  Run(const Problem& problem, EngineKind engine)
      : problem_(problem), engine_(engine), expected_(brute_force(problem)) {
    renew();
    Solver alone(problem, {.engine = engine});
    while (alone.next()) continue;
    all_nodes_ = alone.statistics().nodes;
    weights_ = plain_weights(problem.option_count(), seed);
    for (const Solution& solution : expected_) wanted_ += product(solution);
  }

  void next() {
    const search::Statistics before = solver_->statistics();
    const bool at_hand = solver_->next();
    if (!at_hand) {
      require_pause();
      return;
    }
    RC_ASSERT(solver_->status() == Status::running);
    RC_ASSERT(solver_->statistics().solutions == before.solutions + 1);
    RC_ASSERT(!limits_.solutions || before.solutions < *limits_.solutions);
    Solution solution(solver_->solution().begin(), solver_->solution().end());
    std::sort(solution.begin(), solution.end());
    RC_ASSERT(std::binary_search(expected_.begin(), expected_.end(), solution));
    RC_ASSERT(seen_.insert(solution).second);
    found_ += 1;
    fingerprint_ += product(solution);
    require_statistics();
  }

  void count() {
    Tally tally(weights_);
    solver_->count(tally);
    found_ += tally.solutions();
    fingerprint_ += tally.fingerprint();
    RC_ASSERT(found_ <= Natural(expected_.size()));
    require_pause();
  }

  void limit_nodes(std::uint64_t more) {
    set_limits({.nodes = solver_->statistics().nodes + more});
  }
  void limit_solutions(std::uint64_t more) {
    set_limits({.solutions = solver_->statistics().solutions + more});
  }
  void set_limits(const search::Limits& limits) {
    limits_ = limits;
    solver_->set_limits(limits);
  }
  void set_stop(bool stop) { stop_ = stop; }

  /// What is left is divided: one part goes on, in the same solver or another; the others wait.
  void divide(std::uint32_t parts, bool in_another) {
    const search::OpenWork rest = solver_->open_work();
    RC_ASSERT(rest == solver_->open_work());
    std::vector<search::OpenWork> dealt = deal(rest, parts);
    RC_ASSERT(dealt.empty() == rest.empty());
    RC_ASSERT(dealt.size() <= std::max(parts, 1U));
    std::uint64_t size = 0;
    for (const search::OpenWork& part : dealt) {
      RC_ASSERT(!part.empty());
      size += part.size();
    }
    RC_ASSERT(size == rest.size());
    for (search::OpenWork& part : dealt) waiting_.push_back(std::move(part));
    if (in_another) renew();
    go_on();
  }

  /// Everything again, in the same solver.
  void restart() {
    solver_->start_at(search::OpenWork{});
    waiting_.clear();
    seen_.clear();
    found_ = 0;
    fingerprint_ = {};
    nodes_before_ = 0;
    nodes_of_solver_ = solver_->statistics().nodes;
  }

  void look() {
    solver_->check_invariants();
    require_statistics();
    RC_ASSERT(solver_->engine() == engine_);
  }

  /// Whatever has happened, what is found in the end is everything, once.
  void finish(bool counted) {
    stop_ = false;
    set_limits({});
    for (;;) {
      while (solver_->next()) {
        Solution solution(solver_->solution().begin(), solver_->solution().end());
        std::sort(solution.begin(), solution.end());
        RC_ASSERT(seen_.insert(solution).second);
        found_ += 1;
        fingerprint_ += product(solution);
      }
      RC_ASSERT(solver_->status() == Status::exhausted);
      RC_ASSERT(solver_->open_work().empty());
      if (waiting_.empty()) break;
      go_on();
    }
    RC_ASSERT(found_ == Natural(expected_.size()));
    RC_ASSERT(fingerprint_ == wanted_);
    const std::uint64_t nodes = nodes_before_ + solver_->statistics().nodes - nodes_of_solver_;
    if (counted) {
      RC_ASSERT(nodes <= all_nodes_);
    } else {
      RC_ASSERT(seen_ == std::set<Solution>(expected_.begin(), expected_.end()));
      RC_ASSERT(nodes == all_nodes_);
    }
  }

 private:
  void renew() {
    if (solver_) nodes_before_ += solver_->statistics().nodes - nodes_of_solver_;
    Options options{.engine = engine_, .stop = &stop_};
    solver_ = std::make_unique<Solver>(problem_, options);
    nodes_of_solver_ = 0;
    limits_ = {};
    // Nothing yet: what it searches it is given.
    solver_->start_at(waiting_.empty() && found_ == 0 && seen_.empty() && !begun_
                          ? search::OpenWork{}
                          : search::OpenWork{.whole = false});
    begun_ = true;
  }

  void go_on() {
    if (waiting_.empty()) return;
    solver_->start_at(waiting_.back());
    RC_ASSERT(solver_->open_work() == waiting_.back());
    waiting_.pop_back();
  }

  [[nodiscard]] Residue product(const Solution& solution) const {
    Residue product(1);
    for (const OptionId option : solution) product *= fingerprint_factor(seed, option);
    return product;
  }

  void require_pause() {
    const search::Statistics now = solver_->statistics();
    switch (solver_->status()) {
      case Status::exhausted:
        RC_ASSERT(solver_->open_work().empty());
        RC_ASSERT(!solver_->next());
        break;
      case Status::node_limit:
        RC_ASSERT(limits_.nodes.has_value());
        RC_ASSERT(now.nodes >= *limits_.nodes);
        RC_ASSERT(!solver_->open_work().empty());
        break;
      case Status::solution_limit:
        RC_ASSERT(limits_.solutions.has_value());
        RC_ASSERT(now.solutions >= *limits_.solutions);
        break;
      case Status::stopped:
        RC_ASSERT(stop_.load());
        RC_ASSERT(!solver_->open_work().empty());
        break;
      default:
        RC_FAIL("it pauses for no reason");
    }
    require_statistics();
  }

  void require_statistics() {
    const search::Statistics now = solver_->statistics();
    const auto& levels = now.nodes_per_level;
    RC_ASSERT(std::accumulate(levels.begin(), levels.end(), std::uint64_t{0}) == now.nodes);
    RC_ASSERT(now.share >= 0);
    RC_ASSERT(now.share <= 1);
    RC_ASSERT(nodes_before_ + now.nodes - nodes_of_solver_ <= all_nodes_);
  }

  const Problem& problem_;
  EngineKind engine_;
  std::vector<Solution> expected_;
  Residue wanted_;
  std::uint64_t all_nodes_ = 0;
  std::vector<OptionWeight> weights_;

  std::atomic<bool> stop_ = false;
  std::unique_ptr<Solver> solver_;
  search::Limits limits_;
  bool begun_ = false;
  std::vector<search::OpenWork> waiting_;
  std::set<Solution> seen_;
  Natural found_;
  Residue fingerprint_;
  std::uint64_t nodes_before_ = 0;     // of solvers that are gone
  std::uint64_t nodes_of_solver_ = 0;  // that do not belong to this search
};

using Call = rc::state::Command<Told, Run>;

struct Next : Call {
  void run(const Told&, Run& run) const override { run.next(); }
  void show(std::ostream& out) const override { out << "next()"; }
};

struct Count : Call {
  void apply(Told& told) const override { told.counted = true; }
  void run(const Told&, Run& run) const override { run.count(); }
  void show(std::ostream& out) const override { out << "count()"; }
};

struct LimitNodes : Call {
  std::uint64_t more = *rc::gen::inRange<std::uint64_t>(0, 30);
  void run(const Told&, Run& run) const override { run.limit_nodes(more); }
  void show(std::ostream& out) const override { out << "set_limits(nodes + " << more << ")"; }
};

struct LimitSolutions : Call {
  std::uint64_t more = *rc::gen::inRange<std::uint64_t>(0, 4);
  void checkPreconditions(const Told& told) const override {
    RC_PRE(!told.counted);  // such limits are for lists
  }
  void run(const Told&, Run& run) const override { run.limit_solutions(more); }
  void show(std::ostream& out) const override { out << "set_limits(solutions + " << more << ")"; }
};

struct NoLimits : Call {
  void run(const Told&, Run& run) const override { run.set_limits({}); }
  void show(std::ostream& out) const override { out << "set_limits({})"; }
};

struct Stop : Call {
  void apply(Told& told) const override { told.stop = !told.stop; }
  void run(const Told& told, Run& run) const override { run.set_stop(!told.stop); }
  void show(std::ostream& out) const override { out << "the stop flag changes"; }
};

struct Divide : Call {
  std::uint32_t parts = *rc::gen::inRange<std::uint32_t>(0, 5);
  bool in_another = *rc::gen::arbitrary<bool>();
  void run(const Told&, Run& run) const override { run.divide(parts, in_another); }
  void show(std::ostream& out) const override {
    out << "deal(open_work(), " << parts << ")" << (in_another ? ", in another solver" : "");
  }
};

struct Restart : Call {
  void apply(Told& told) const override { told.counted = false; }
  void run(const Told&, Run& run) const override { run.restart(); }
  void show(std::ostream& out) const override { out << "start_at(everything)"; }
};

struct Look : Call {
  void run(const Told&, Run& run) const override { run.look(); }
  void show(std::ostream& out) const override { out << "check_invariants()"; }
};

void check_calls(EngineKind engine) {
  // Bytes become smaller, and so does the problem that they are.
  const std::string bytes = *rc::gen::container<std::string>(rc::gen::arbitrary<char>());
  const Problem problem = fuzz::model_from(bytes).problem();
  RC_PRE(is_for(engine, problem));
  Run run(problem, engine);
  Told end;
  const auto commands = *rc::state::gen::commands(
      Told(), rc::state::gen::execOneOfWithArgs<Next, Next, Next, Count, LimitNodes, LimitSolutions,
                                                NoLimits, Stop, Divide, Divide, Restart, Look>());
  RC_LOG() << canonical_text(problem);
  rc::state::applyAll(commands, end);
  rc::state::runAll(commands, Told(), run);
  run.finish(end.counted);
}

TEST_CASE("any sequence of calls of a solver finds every solution once") {
  for (const EngineKind engine : dividable_engines) {
    rc::prop(std::string(to_string(engine)), [engine] { check_calls(engine); });
  }
}

}  // namespace
}  // namespace dlx::test
