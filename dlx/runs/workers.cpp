#include "dlx/runs/workers.hpp"

#include <utility>

namespace dlx::runs {
void UnitTrace::begin(const Unit& unit) {
  trace_.rewind(0);
  trace_.resume(unit.part);
}

std::string UnitTrace::end(const Unit& unit, const search::OpenWork& rest) {
  if (!rest.empty()) trace_.step(search::Step::pause);
  trace_.flush();
  return take_(unit, bytes_.bytes());
}

Sums UnitWorker::work(const Unit& unit, search::OpenWork& rest) {
  const search::Statistics before = solver_.statistics();
  tally_.clear();
  if (trace_) trace_->begin(unit);
  solver_.start_at(unit.part);
  solver_.set_limits({.nodes = before.nodes + unit.nodes});
  std::string files = search_(unit, solver_, tally_);
  rest = solver_.open_work();
  if (trace_) files += trace_->end(unit, rest);
  Sums sums = sums_between(before, solver_.statistics(), tally_);
  sums.files = std::move(files);
  return sums;
}

std::unique_ptr<UnitWorker> counting_worker(Solver solver, Tally tally,
                                            std::unique_ptr<UnitTrace> trace, IsWanted is_wanted) {
  const auto count = [is_wanted = std::move(is_wanted)](const Unit&, Solver& unit_solver,
                                                        Tally& unit_tally) {
    if (!is_wanted) {
      unit_solver.count(unit_tally);
    } else {
      while (unit_solver.next()) unit_tally.add(is_wanted(unit_solver.solution()) ? 1 : 0);
    }
    return std::string();
  };
  return std::make_unique<UnitWorker>(std::move(solver), std::move(tally), count, std::move(trace));
}

std::unique_ptr<UnitWorker> listing_worker(Solver solver, MakeSink make_sink,
                                           std::unique_ptr<UnitTrace> trace) {
  const auto list = [make_sink = std::move(make_sink)](const Unit& unit, Solver& unit_solver,
                                                       Tally& tally) {
    const std::unique_ptr<SolutionSink> sink = make_sink(unit.id);
    while (unit_solver.next()) tally.add(sink->add(unit_solver.solution()));
    return sink->close();
  };
  return std::make_unique<UnitWorker>(std::move(solver), Tally(), list, std::move(trace));
}

}  // namespace dlx::runs
