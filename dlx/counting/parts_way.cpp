#include "dlx/counting/ways.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "dlx/preprocess/components.hpp"
#include "dlx/reduction_trace.hpp"
#include "dlx/search/progress.hpp"

namespace dlx::counting {
namespace {

// The independent parts of a problem are counted in turns. In the first round each part is counted
// for this many nominal seconds. Most parts are finished then.
constexpr double first_round_seconds = 0.02;

/// Records in the certificate that the next records concern `part`, an independent part of the
/// problem.
void trace_part(search::Trace& trace, const Problem& part) {
  trace.step(search::Step::part);
  trace.number(part.primary_count());
  for (std::uint32_t i = 0; i < part.primary_count(); ++i) trace.item(ItemId{i});
}

class PartsWay final : public Way {
 public:
  PartsWay(const Problem& given, preprocess::ReducedProblem reduced, const Context& context,
           MakeWay make_way)
      : context_(context),
        make_way_(std::move(make_way)),
        reduced_(std::move(reduced)),
        removed_(given.option_count() - reduced_.problem().option_count()),
        components_(preprocess::components(reduced_.problem())),
        round_seconds_(first_round_seconds),
        memory_limit_(memory_of(*context.options)),
        impossible_(reduced_.impossible()) {
    if (context_.trace != nullptr) {
      trace_ = trace_reduction(*context_.trace, given, reduced_.reduction());
    }
    for (const preprocess::Component& component : components_) {
      parts_.push_back({.problem = &component.problem,
                        .weights_of = restricted(reduced_.tally(), component.originals),
                        .originals = &component.originals});
    }
    std::stable_sort(parts_.begin(), parts_.end(), [](const Part& a, const Part& b) {
      return a.problem->entry_count() < b.problem->entry_count();
    });
    if (parts_.empty()) parts_.push_back({&reduced_.problem(), reduced_.tally()});
  }

  Status run(const Slice& slice) override {
    // If the number of nodes is limited, the independent parts are counted one after another.
    // Otherwise the point where the limit ends the count would depend on the clock.
    const bool one_by_one =
        trace_ != nullptr || parts_.size() == 1 || context_.options->nodes.has_value();
    const std::uint64_t before = work();
    while (!is_settled()) {
      const Slice left = slice.after(work() - before);
      const Status status =
          run_round(left, one_by_one ? std::numeric_limits<double>::infinity() : round_seconds_);
      if (status != Status::running) return status;
      if (is_settled()) break;
      if (slice.after(work() - before).is_over()) return Status::running;
      if (context_.stop_is_raised()) return Status::stopped;
    }
    if (trace_) trace_->flush();
    return Status::exhausted;
  }

  void close() override {
    if (turn_ < parts_.size() && parts_[turn_].way) {
      parts_[turn_].way->close();
      if (parts_[turn_].trace) parts_[turn_].trace->flush();
    }
    if (trace_) trace_->flush();
  }

  void keep_tables() override {
    for (const Part& part : parts_) {
      if (part.way) part.way->keep_tables();
    }
  }

  [[nodiscard]] Total counted() const override {
    if (impossible_) return {0, Residue(0)};
    Total product{1, Residue(1)};
    for (const Part& part : parts_) {
      const Total part_count = part.way ? part.way->counted() : part.counted;
      product.solutions *= part_count.solutions;
      product.fingerprint *= part_count.fingerprint;
    }
    return reduced_.expanded(product);
  }

  [[nodiscard]] double share() const override {
    double sum = 0;
    for (const Part& part : parts_) sum += part.done ? 1 : part.way ? part.way->share() : 0;
    return impossible_ ? 1 : sum / static_cast<double>(parts_.size());
  }

  [[nodiscard]] std::uint64_t work() const override { return work_; }
  [[nodiscard]] double nominal_seconds() const override {
    double seconds = seconds_done_;
    for (const Part& part : parts_) {
      if (part.way) seconds += part.way->nominal_seconds();
    }
    return seconds;
  }
  [[nodiscard]] std::size_t memory_bytes() const override { return memory_bytes_; }
  void set_memory_limit(std::size_t bytes) override { memory_limit_ = bytes; }
  void add_to(CountResult& result) const override {
    CountResult sum = so_far_;
    for (const Part& part : parts_) {
      if (part.way) part.way->add_to(sum);
    }
    search::add(result.statistics, sum.statistics);
    result.states += sum.states;
    result.forced += sum.forced + reduced_.reduction().report.forced;
    result.removed += sum.removed + removed_;
    result.engine = sum.engine;
    result.symmetry = sum.symmetry;
    if (parts_.size() > 1) result.parts = static_cast<std::uint32_t>(parts_.size());
    for (Trial& trial : sum.trials) add_trial(result, std::move(trial));
  }

  void report_into(CountResult& result) const override {
    // If the count was stopped, reports the method that was counting an unfinished part.
    const auto under_way = std::find_if(parts_.begin(), parts_.end(),
                                        [](const Part& part) { return part.way != nullptr; });
    if (!impossible_ && under_way != parts_.end()) return under_way->way->report_into(result);
    result.method = so_far_.method;
    if (so_far_.quicker != EngineKind::automatic) result.quicker = so_far_.quicker;
    result.why = reduced_.impossible() ? "an item cannot be covered" : so_far_.why;
  }

 private:
  struct Part {
    const Problem* problem;
    Tally weights_of = {};
    // The options of reduced_.problem() that belong to the part; null if the problem does not
    // split, so that all options belong to the part.
    const std::vector<OptionId>* originals = nullptr;
    std::unique_ptr<search::Trace> trace = {};
    // The object that counts the part; null before the part is begun and after it is done.
    std::unique_ptr<Way> way = {};
    bool done = false;
    // Number of solutions of the part and their fingerprint; valid once the part is done.
    Total counted = {};
    // The last estimate of the time that counting the part will still take.
    std::optional<search::SecondsLeft> left = {};
  };

  void begin(std::size_t number) {
    Part& part = parts_[number];
    Context context = context_;
    context.trace = trace_.get();
    if (part.originals != nullptr) {
      context.alike = {};
      context.report = report_of(number);
      context.trace = nullptr;
      if (trace_ && part.problem->primary_count() != 0) {
        part.trace = std::make_unique<search::Trace>(*trace_, reduced_.problem(), *part.problem,
                                                     *part.originals);
        trace_part(*part.trace, *part.problem);
        context.trace = part.trace.get();
      }
    }
    part.way = make_way_(*part.problem, part.weights_of, context);
  }

  /// The progress callback for an independent part. The parts share one thread in turns, so the
  /// time left for the count is the sum of the times left for all parts. The sum is known once
  /// every part has reported a time.
  [[nodiscard]] search::ProgressCallback report_of(std::size_t number) {
    if (!context_.report) return {};
    const auto report = [this](search::Progress progress) {
      progress.left = search::SecondsLeft{};
      for (const Part& part : parts_) {
        if (part.done || !progress.left) continue;
        if (part.left) {
          progress.left->low += part.left->low;
          progress.left->high += part.left->high;
        } else {
          progress.left.reset();
        }
      }
      context_.report(progress);
    };
    return [this, number,
            as_one = as_part(report, search::PartOfWork::of_equal(number, parts_.size()))](
               const search::Progress& p) {
      parts_[number].left = p.left;
      as_one(p);
    };
  }

  /// Counts every unfinished part for `seconds` nominal seconds more. Begins with the part that was
  /// being counted when the last call of run() ended.
  Status run_round(const Slice& slice, double seconds) {
    const std::uint64_t before = work();
    for (; turn_ < parts_.size() && !impossible_; ++turn_) {
      if (parts_[turn_].done) continue;
      const Slice left = slice.after(work() - before);
      const Status status = run_part(turn_, left, seconds);
      if (status != Status::exhausted && status != Status::running) return status;
      if (status == Status::running && slice.after(work() - before).is_over()) return status;
    }
    turn_ = 0;
    round_seconds_ *= 2;
    return Status::running;
  }

  Status run_part(std::size_t number, const Slice& slice, double seconds) {
    Part& part = parts_[number];
    if (!part.way) {
      begin(number);
    } else {
      memory_bytes_ -= std::min(memory_bytes_, part.way->memory_bytes());
    }
    part.way->set_memory_limit(memory_limit_ - std::min(memory_limit_, memory_bytes_));
    const std::uint64_t before = part.way->work();
    const Status status = part.way->run(turn_of(*part.way, slice, seconds));
    work_ += part.way->work() - before;
    if (status == Status::exhausted) {
      end(part);
    } else {
      memory_bytes_ += part.way->memory_bytes();
    }
    return status;
  }

  void end(Part& part) {
    part.done = true;
    part.counted = part.way->counted();
    seconds_done_ += part.way->nominal_seconds();
    part.way->add_to(so_far_);
    part.way->report_into(so_far_);
    part.way.reset();
    if (part.trace) part.trace->flush();
    if (part.counted.solutions == 0) impossible_ = true;
  }

  [[nodiscard]] bool is_settled() const {
    return impossible_ ||
           std::all_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.done; });
  }

  Context context_;
  MakeWay make_way_;
  preprocess::ReducedProblem reduced_;
  std::uint32_t removed_;  // number of options that the reduction removed
  std::vector<preprocess::Component> components_;
  std::vector<Part> parts_;               // the independent parts, the smallest part first
  std::unique_ptr<search::Trace> trace_;  // writes the certificate for reduced_.problem()
  std::size_t turn_ = 0;
  double round_seconds_;
  std::size_t memory_limit_;
  std::size_t memory_bytes_ = 0;  // bytes used by the parts that have begun and are not finished
  std::uint64_t work_ = 0;
  double seconds_done_ = 0;  // nominal seconds spent on finished parts
  bool impossible_ = false;  // whether a part, or the entire problem, has no solutions
  CountResult so_far_ = {};  // sum of the statistics of finished parts
};

}  // namespace

std::unique_ptr<Way> parts_way(const Problem& given, preprocess::ReducedProblem reduced,
                               const Context& context, MakeWay make_way) {
  return std::make_unique<PartsWay>(given, std::move(reduced), context, std::move(make_way));
}

}  // namespace dlx::counting
