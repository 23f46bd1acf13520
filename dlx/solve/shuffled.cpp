#include "dlx/solve/shuffled.hpp"

#include <span>
#include <stdexcept>
#include <vector>

#include "dlx/core/ids.hpp"
#include "dlx/core/random.hpp"
#include "dlx/preprocess/subproblem.hpp"

namespace dlx::solve {
namespace {

class ShuffledEngine final : public search::Engine {
 public:
  template <class Make>
  ShuffledEngine(const Problem& problem, std::uint64_t seed, const Make& make) {
    SplitMix64 random(seed);
    std::vector<ItemId> items = first_ids<ItemId>(problem.primary_count());
    shuffle(items, random);
    for (std::uint32_t i = problem.primary_count(); i < problem.item_count(); ++i) {
      items.push_back(ItemId{i});
    }
    originals_ = first_ids<OptionId>(problem.option_count());
    shuffle(originals_, random);
    engine_ = make(preprocess::Subproblems(problem).take(items, originals_));
  }

  bool next() override { return engine_->next(); }
  void count(Tally& tally) override {
    if (tally.weighted()) return search::Engine::count(tally);
    engine_->count(tally);
  }
  std::span<const OptionId> solution() override {
    solution_.clear();
    for (const OptionId option : engine_->solution()) {
      solution_.push_back(originals_[index(option)]);
    }
    return solution_;
  }
  Status status() const noexcept override { return engine_->status(); }
  search::Statistics statistics() const override { return engine_->statistics(); }
  void set_limits(const search::Limits& limits) override { engine_->set_limits(limits); }
  search::OpenWork open_work() const override { cannot_be_divided(); }
  void start_at(const search::OpenWork&) override { cannot_be_divided(); }
  void check_invariants() const override { engine_->check_invariants(); }

 private:
  [[noreturn]] static void cannot_be_divided() {
    throw std::invalid_argument("a search in random order cannot be divided");
  }

  std::vector<OptionId> originals_;
  std::unique_ptr<search::Engine> engine_;
  std::vector<OptionId> solution_;
};

}  // namespace

std::unique_ptr<search::Engine> make_shuffled_engine(
    const Problem& problem, std::uint64_t seed,
    const std::function<std::unique_ptr<search::Engine>(const Problem&)>& make) {
  return std::make_unique<ShuffledEngine>(problem, seed, make);
}

}  // namespace dlx::solve
