#include "dlx/reduced_engine.hpp"

#include <utility>
#include <vector>

#include "dlx/preprocess/reduce.hpp"

namespace dlx {
namespace {

ReduceOptions reduce_options(const SearchOptions& options) {
  ReduceOptions reduce;
  reduce.stop = options.stop;
  reduce.time_limit = options.limits.time;
  return reduce;
}

/// Solutions of the reduced problem are gone through one by one, and what each stands for.
class ReducedEngine final : public Engine {
 public:
  template <class Make>
  ReducedEngine(const Problem& problem, const SearchOptions& options, const Make& make)
      : reduction_(reduce(problem, reduce_options(options))), expansion_(reduction_) {
    SearchOptions inner = options;
    limit_ = std::exchange(inner.limits.solutions, {});
    engine_ = make(reduction_.problem, inner);
  }

  bool next() override {
    if (status_ == Status::exhausted) return false;
    if (limit_ && solutions_ >= *limit_) {
      status_ = Status::solution_limit;
      return false;
    }
    if (!(in_expansion_ && expansion_.next())) {
      in_expansion_ = engine_->next();
      status_ = engine_->status();
      if (!in_expansion_) return false;
      expansion_.first(engine_->solution());
    }
    status_ = Status::running;
    ++solutions_;
    return true;
  }

  std::span<const OptionId> solution() override { return expansion_.solution(); }
  Status status() const noexcept override { return status_; }

  Statistics statistics() const override {
    Statistics s = engine_->statistics();
    s.solutions = solutions_;
    s.memory_bytes += reduction_.problem.memory_bytes();
    return s;
  }

  void set_limits(const Limits& limits) override {
    limit_ = limits.solutions;
    Limits inner = limits;
    inner.solutions.reset();
    engine_->set_limits(inner);
  }

  void check_invariants() const override { engine_->check_invariants(); }

 private:
  Reduction reduction_;
  Expansion expansion_;
  std::unique_ptr<Engine> engine_;
  std::optional<std::uint64_t> limit_;
  bool in_expansion_ = false;
  std::uint64_t solutions_ = 0;
  Status status_ = Status::running;
};

}  // namespace

std::unique_ptr<Engine> make_reduced_engine(
    const Problem& problem, const SearchOptions& options,
    const std::function<std::unique_ptr<Engine>(const Problem&, const SearchOptions&)>& make) {
  return std::make_unique<ReducedEngine>(problem, options, make);
}

}  // namespace dlx
