#include "dlx/runs/workers.hpp"

#include <utility>

namespace dlx {
namespace {

/// Searches a unit by `search(solver, tally)`.
class SolvingWorker : public UnitWorker {
 public:
  SolvingWorker(Solver solver, Tally tally)
      : solver_(std::move(solver)), tally_(std::move(tally)) {}

  Sums work(const Unit& unit, Frontier& rest) final {
    const Statistics before = solver_.statistics();
    tally_.clear();
    solver_.start_at(unit.part);
    solver_.set_limits({.nodes = before.nodes + unit.nodes});
    search(unit, solver_, tally_);
    rest = solver_.frontier();
    return sums_between(before, solver_.statistics(), tally_);
  }

  std::size_t memory_bytes() const final { return solver_.statistics().memory_bytes; }

 protected:
  virtual void search(const Unit& unit, Solver& solver, Tally& tally) = 0;

 private:
  Solver solver_;
  Tally tally_;
};

class CountingWorker final : public SolvingWorker {
 public:
  using SolvingWorker::SolvingWorker;

 protected:
  void search(const Unit&, Solver& solver, Tally& tally) override { solver.count(tally); }
};

class ListingWorker final : public SolvingWorker {
 public:
  ListingWorker(Solver solver, MakeSink make_sink)
      : SolvingWorker(std::move(solver), Tally()), make_sink_(std::move(make_sink)) {}

 protected:
  void search(const Unit& unit, Solver& solver, Tally& tally) override {
    const std::unique_ptr<SolutionSink> sink = make_sink_(unit.id);
    while (solver.next()) tally.add(sink->add(solver.solution()));
    sink->close();
  }

 private:
  MakeSink make_sink_;
};

}  // namespace

std::unique_ptr<UnitWorker> counting_worker(Solver solver, Tally tally) {
  return std::make_unique<CountingWorker>(std::move(solver), std::move(tally));
}

std::unique_ptr<UnitWorker> listing_worker(Solver solver, MakeSink make_sink) {
  return std::make_unique<ListingWorker>(std::move(solver), std::move(make_sink));
}

}  // namespace dlx
