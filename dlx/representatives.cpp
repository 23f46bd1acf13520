#include "dlx/representatives.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dlx/search/allowance.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/merged_group.hpp"
#include "dlx/symmetry/seeds.hpp"

namespace dlx {

/// What depends on how the group is given.
class Representatives::Kind {
 public:
  virtual ~Kind() = default;
  /// Nothing: the limits ended it.
  virtual std::optional<std::vector<Seed>> plan(const Allowance& left) = 0;
  virtual Rest begin(const Seed& seed) = 0;
  enum class Verdict { shown, left_out, out_of_time, out_of_memory };
  /// About a solution of what was begun: by its options there, and by those of the whole.
  virtual Verdict judge(std::span<const OptionId> rest_solution,
                        std::span<const OptionId> whole_solution, const Allowance& left) = 0;
  virtual Natural class_size(std::span<const OptionId> whole_solution) const = 0;
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;
};

class Representatives::Listed final : public Kind {
 public:
  Listed(const Problem& problem, OptionSymmetries group)
      : problem_(&problem), group_(std::move(group)) {}

  std::optional<std::vector<Seed>> plan(const Allowance&) override {
    std::vector<Seed> result = seeds(*problem_, group_);
    const bool no_choice = result.size() == 1 && result[0].chosen.empty();
    if (!no_choice || !problem_->has_multiplicities() || group_.order() == 1) return result;
    result = seeds_by_orbits(*problem_, group_);
    by_orbits_ = !result[0].chosen.empty();
    return result;
  }
  Rest begin(const Seed& seed) override {
    if (by_orbits_) {
      chosen_ = seed.chosen[0];
      return rest_after_orbit(*problem_, seed);
    }
    Remainder remainder = after(*problem_, group_, seed);
    left_ = std::move(remainder.group);
    return std::move(remainder.rest);
  }
  Verdict judge(std::span<const OptionId> rest_solution, std::span<const OptionId> whole_solution,
                const Allowance&) override {
    if (by_orbits_) {
      return group_.is_representative(whole_solution, chosen_) ? Verdict::shown : Verdict::left_out;
    }
    return left_->order() == 1 || left_->is_representative(rest_solution) ? Verdict::shown
                                                                          : Verdict::left_out;
  }
  Natural class_size(std::span<const OptionId> whole_solution) const override {
    std::uint64_t keep = 0;
    std::vector<OptionId> image;
    for (const OptionPermutation& member : group_.members()) {
      image.clear();
      for (const OptionId o : whole_solution) image.push_back(member[index(o)]);
      std::sort(image.begin(), image.end());
      if (std::equal(image.begin(), image.end(), whole_solution.begin())) ++keep;
    }
    return Natural(group_.order() / keep);
  }
  [[nodiscard]] std::size_t memory_bytes() const override { return 0; }

 private:
  const Problem* problem_;
  OptionSymmetries group_;
  std::optional<OptionSymmetries> left_;
  bool by_orbits_ = false;
  OptionId chosen_ = {};  // of the present seed, if by orbits
};

class Representatives::Isomorphs final : public Kind {
 public:
  Isomorphs(const Problem& problem, const Automorphisms& group, std::size_t memory_limit)
      : problem_(&problem), order_(group.order), table_(problem), memory_limit_(memory_limit) {
    if (!group.complete) throw std::invalid_argument("not all automorphisms are known");
  }

  std::optional<std::vector<Seed>> plan(const Allowance& left) override {
    return seeds_by_isomorphism(*problem_, limits(left));
  }
  Rest begin(const Seed& seed) override { return rest_after(*problem_, seed.chosen); }
  Verdict judge(std::span<const OptionId>, std::span<const OptionId> whole_solution,
                const Allowance& left) override {
    const auto known = table_.add(whole_solution, limits(left));
    if (!known) return Verdict::out_of_time;
    if (!known->is_new) return Verdict::left_out;
    stabiliser_ = known->stabiliser;
    return table_.memory_bytes() > memory_limit_ ? Verdict::out_of_memory : Verdict::shown;
  }
  Natural class_size(std::span<const OptionId>) const override { return order_ / stabiliser_; }
  [[nodiscard]] std::size_t memory_bytes() const override { return table_.memory_bytes(); }

 private:
  static AutomorphismOptions limits(const Allowance& left) {
    return {.control = left.search().control};
  }

  const Problem* problem_;
  Natural order_;
  IsomorphTable table_;
  std::size_t memory_limit_;
  Natural stabiliser_ = 1;
};

struct Representatives::State {
  using Clock = std::chrono::steady_clock;

  State(std::unique_ptr<Kind> the_kind, const SearchOptions& given)
      : kind(std::move(the_kind)),
        wanted(given.control.limits.solutions),
        stop(given.control.stop),
        report(given.control.on_progress),
        left(searches(given)) {}

  static SearchOptions searches(SearchOptions options) {
    options.control.limits.solutions.reset();
    return options;
  }

  std::unique_ptr<Kind> kind;
  std::optional<std::uint64_t> wanted;
  const std::atomic<bool>* stop;
  ProgressCallback report;
  Clock::time_point start = Clock::now();
  Allowance left;
  std::optional<std::vector<Seed>> seeds;
  std::size_t begun = 0;                // seeds
  std::optional<SymmetryGroup> merged;  // keeps the merged problem, where options were merged
  std::vector<OptionId> originals;
  std::optional<Solver> solver;  // of the seed that was begun last
  Clock::time_point solver_start = {};
  bool limits_changed = false;     // since the solver was told
  bool judging = false;            // the solver's solution has not been judged
  std::vector<OptionId> solution;  // of the merged problem, if options were merged
  std::vector<OptionId> shown;     // of the given problem
  Status status = Status::running;
  EngineKind engine = EngineKind::automatic;
  Statistics before;  // of the searches that are over
  std::uint64_t found = 0;

  [[nodiscard]] bool end(Status why) {
    status = why;
    return false;
  }
  [[nodiscard]] Status cut_short() const {
    return Deadline({}, stop).reached() ? Status::stopped : Status::time_limit;
  }

  void begin_next() {
    const Seed& seed = (*seeds)[begun];
    Rest rest = kind->begin(seed);
    originals = std::move(rest.originals);
    SearchOptions options = left.search();
    options.branching = on_rest(options.branching, rest);
    if (report) {
      options.control.on_progress = [this](Progress p) {
        p.nodes += before.nodes;
        p.solutions = found;
        p.share = share(p.share);
        p.seconds = std::chrono::duration<double>(Clock::now() - start).count();
        p.left.reset();
        report(p);
      };
    }
    solver.emplace(rest.problem, options);
    solver_start = Clock::now();
    engine = solver->engine();
    ++begun;
  }

  /// To the next solution of the present seed, within the limits of all seeds.
  bool next_of_seed() {
    if (judging) return true;
    if (std::exchange(limits_changed, false)) {
      Limits limits = left.limits();
      if (limits.time) *limits.time += Clock::now() - solver_start;
      solver->set_limits(limits);
    }
    return judging = solver->next();
  }

  [[nodiscard]] const AlikeOptions* alike() const {
    return merged ? &merged->merged()->alike : nullptr;
  }

  /// Of all seeds, if there is a share of the last behind.
  [[nodiscard]] double share(double last_share) const {
    if (!seeds || seeds->empty()) return status == Status::exhausted ? 1 : 0;
    if (begun == 0) return 0;
    return (static_cast<double>(begun - 1) + last_share) / static_cast<double>(seeds->size());
  }

  [[nodiscard]] Statistics statistics() const {
    Statistics sum = before;
    if (solver) add(sum, solver->statistics());
    sum.share = share(solver ? solver->statistics().share : 1);
    sum.solutions = found;
    sum.memory_bytes += kind->memory_bytes();
    return sum;
  }
};

Representatives::Representatives(const Problem& problem, SymmetryGroup group,
                                 const SearchOptions& options, std::size_t memory_limit) {
  const auto kind = [&](const Problem& searched, SymmetryGroup on_it) -> std::unique_ptr<Kind> {
    if (on_it.listed() == nullptr) {
      return std::make_unique<Isomorphs>(searched, on_it.generated(), memory_limit);
    }
    return std::make_unique<Listed>(searched, std::move(on_it).take_listed());
  };
  if (const MergedGroup* merged = group.merged()) {
    state_.reset(new State(kind(merged->alike.problem, merged->group), options));
    state_->merged = std::move(group);
  } else {
    state_.reset(new State(kind(problem, std::move(group)), options));
  }
}

Representatives::~Representatives() = default;
Representatives::Representatives(Representatives&&) noexcept = default;
Representatives& Representatives::operator=(Representatives&&) noexcept = default;

bool Representatives::next() {
  State& s = *state_;
  if (s.status == Status::exhausted || s.status == Status::memory_limit) return false;
  if (s.wanted && s.found >= *s.wanted) return s.end(Status::solution_limit);
  s.status = Status::running;
  if (!s.seeds) s.seeds = s.kind->plan(s.left);
  if (!s.seeds) return s.end(s.cut_short());
  for (;;) {
    if (!s.solver) {
      if (s.begun == s.seeds->size()) return s.end(Status::exhausted);
      s.begin_next();
    }
    while (s.next_of_seed()) {
      const auto rest_solution = s.solver->solution();
      s.solution = (*s.seeds)[s.begun - 1].chosen;
      for (const OptionId o : rest_solution) s.solution.push_back(s.originals[index(o)]);
      std::sort(s.solution.begin(), s.solution.end());
      const Kind::Verdict verdict = s.kind->judge(rest_solution, s.solution, s.left);
      if (verdict == Kind::Verdict::out_of_time) return s.end(s.cut_short());
      s.judging = false;
      switch (verdict) {
        case Kind::Verdict::shown:
          ++s.found;
          s.shown = s.alike() != nullptr ? s.alike()->first_of(s.solution) : s.solution;
          return true;
        case Kind::Verdict::left_out:
        case Kind::Verdict::out_of_time:
          break;
        case Kind::Verdict::out_of_memory:
          return s.end(Status::memory_limit);
      }
    }
    const Status status = s.solver->status();
    if (status != Status::exhausted) return s.end(status);
    const Statistics statistics = s.solver->statistics();
    s.left.use(statistics.nodes);
    add(s.before, statistics);
    s.solver.reset();
  }
}

void Representatives::set_limits(const Limits& limits) {
  state_->left.set_limits(limits);
  state_->limits_changed = true;
}

std::span<const OptionId> Representatives::solution() const {
  return state_->shown;
}

Natural Representatives::class_size() const {
  const Natural size = state_->kind->class_size(state_->solution);
  const AlikeOptions* const alike = state_->alike();
  return alike != nullptr ? size * alike->ways(state_->solution) : size;
}

Status Representatives::status() const noexcept {
  return state_->status;
}

Statistics Representatives::statistics() const {
  return state_->statistics();
}

std::uint64_t Representatives::problems() const noexcept {
  return state_->begun;
}

EngineKind Representatives::engine() const noexcept {
  return state_->engine;
}

}  // namespace dlx
