#include "dlx/runs/workers.hpp"

#include <utility>

namespace dlx {
namespace {

/// Searches a unit by `search(solver, tally)`.
class SolvingWorker : public UnitWorker {
 public:
  SolvingWorker(Solver solver, Tally tally, std::unique_ptr<UnitTrace> trace = nullptr)
      : trace_(std::move(trace)), solver_(std::move(solver)), tally_(std::move(tally)) {}

  Sums work(const Unit& unit, Frontier& rest) final {
    const Statistics before = solver_.statistics();
    tally_.clear();
    if (trace_) trace_->begin(unit);
    solver_.start_at(unit.part);
    solver_.set_limits({.nodes = before.nodes + unit.nodes});
    search(unit, solver_, tally_);
    rest = solver_.frontier();
    if (trace_) trace_->end(unit, rest);
    return sums_between(before, solver_.statistics(), tally_);
  }

  std::size_t memory_bytes() const final { return solver_.statistics().memory_bytes; }

 protected:
  virtual void search(const Unit& unit, Solver& solver, Tally& tally) = 0;

 private:
  std::unique_ptr<UnitTrace> trace_;
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
  ListingWorker(Solver solver, MakeSink make_sink, std::unique_ptr<UnitTrace> trace)
      : SolvingWorker(std::move(solver), Tally(), std::move(trace)),
        make_sink_(std::move(make_sink)) {}

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

void UnitTrace::begin(const Unit& unit) {
  trace_.rewind(0);
  trace_.resume(unit.part);
}

void UnitTrace::end(const Unit& unit, const Frontier& rest) {
  if (!rest.empty()) trace_.step(Step::pause);
  trace_.flush();
  take_(unit, bytes_.bytes());
}

std::unique_ptr<UnitWorker> counting_worker(Solver solver, Tally tally,
                                            std::unique_ptr<UnitTrace> trace) {
  return std::make_unique<CountingWorker>(std::move(solver), std::move(tally), std::move(trace));
}

std::unique_ptr<UnitWorker> listing_worker(Solver solver, MakeSink make_sink,
                                           std::unique_ptr<UnitTrace> trace) {
  return std::make_unique<ListingWorker>(std::move(solver), std::move(make_sink), std::move(trace));
}

}  // namespace dlx
