#include "dlx/reduced_engine.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <stdexcept>

#include "dlx/preprocess/reduce.hpp"
#include "dlx/preprocess/reduced_problem.hpp"
#include "dlx/search/meter.hpp"

namespace dlx {
namespace {

/// The time limit and the stop flag of the options, for work that does not visit nodes.
search::Control time_control(const Options& options) {
  return {.limits = {.time = options.time}, .stop = options.stop};
}

/// An engine that searches the reduced problem. For each solution of the reduced problem, it
/// reports all solutions of the original problem that this solution represents.
class ReducedEngine final : public search::Engine {
 public:
  template <class Make>
  ReducedEngine(const Problem& problem, const Options& options, const Make& make)
      : reduced_(problem, {}, {.control = time_control(options)}),
        expansion_(reduced_.reduction()),
        limit_(options.solutions),
        meter_(time_control(options)) {
    Options inner = options;
    search::limit(inner, without_solutions(inner_limits(search::limits_of(options))));
    engine_ = make(reduced_.problem(), inner);
  }

  bool next() override {
    if (!may_continue(status_, limit_ && solutions_ >= *limit_)) return false;
    // The time limit is tested here, too, because one solution of the reduced problem may represent
    // more solutions than can be visited.
    if (!meter_.spend([] { return search::Progress(); }, status_)) return false;
    if (!(in_expansion_ && expansion_.next())) {
      // in_expansion_ is cleared first, so that it is false if the inner engine throws an
      // exception.
      in_expansion_ = false;
      in_expansion_ = engine_->next();
      status_ = engine_->status();
      if (!in_expansion_) return false;
      expansion_.first(engine_->solution());
    }
    status_ = Status::running;
    ++solutions_;
    return true;
  }

  void count(Tally& tally) override {
    // A solution of the reduced problem can represent several solutions. If only some of them were
    // reported so far, the further solutions must be visited one by one. So must all solutions if
    // the options of the original problem have weights.
    if (in_expansion_ || tally.weighted()) return search::Engine::count(tally);
    Tally inner = reduced_.tally();
    adding([&] { engine_->count(inner); },
           [&] { tally.add(reduced_.expanded(inner.counted()).solutions); });
    status_ = engine_->status();
  }

  std::span<const OptionId> solution() override { return expansion_.solution(); }
  Status status() const noexcept override { return status_; }

  search::Statistics statistics() const override {
    search::Statistics s = engine_->statistics();
    s.solutions = solutions_;
    s.memory_bytes += reduced_.problem().memory_bytes();
    return s;
  }

  void set_limits(const search::Limits& limits) override {
    limit_ = limits.solutions;
    engine_->set_limits(without_solutions(limits));
    meter_.set_limits({.time = limits.time});
  }

  search::OpenWork open_work() const override { cannot_be_divided(); }
  void start_at(const search::OpenWork&) override { cannot_be_divided(); }

  void check_invariants() const override { engine_->check_invariants(); }

 private:
  [[noreturn]] static void cannot_be_divided() {
    throw std::invalid_argument("a search that reduces its problem first cannot be divided");
  }

  static search::Limits without_solutions(search::Limits limits) {
    limits.solutions.reset();
    return limits;
  }
  /// The limits for the engine that searches the reduced problem: the time of the reduction is
  /// subtracted from the time limit.
  search::Limits inner_limits(search::Limits limits) const {
    if (limits.time) {
      const auto taken = std::chrono::duration_cast<std::chrono::nanoseconds>(
          std::chrono::duration<double>(reduced_.reduction().report.seconds));
      limits.time = std::max(std::chrono::nanoseconds(0), *limits.time - taken);
    }
    return limits;
  }

  preprocess::ReducedProblem reduced_;
  preprocess::Expansion expansion_;
  std::unique_ptr<search::Engine> engine_;
  std::optional<std::uint64_t> limit_;
  search::Meter meter_;  // tests the time limit and the stop flag for each solution reported
  bool in_expansion_ = false;
  std::uint64_t solutions_ = 0;
  Status status_ = Status::running;
};

}  // namespace

std::unique_ptr<search::Engine> make_reduced_engine(
    const Problem& problem, const Options& options,
    const std::function<std::unique_ptr<search::Engine>(const Problem&, const Options&)>& make) {
  if (search::rule_of(options) == BranchingRule::given_order) {
    throw std::invalid_argument("an order of items is for the problem as it is: no preprocessing");
  }
  return std::make_unique<ReducedEngine>(problem, options, make);
}

}  // namespace dlx
