#include "dlx/counting/ways.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "dlx/search/price.hpp"
#include "dlx/solver.hpp"

namespace dlx::counting {
namespace {

// A search is continued in several threads only after this number of nodes, and only if it is
// expected to take this time longer. Otherwise starting threads takes more time than they save.
constexpr std::uint64_t least_nodes_for_threads = 20'000;
constexpr double least_seconds_for_threads = 0.01;

double seconds_left(double seconds, double share) {
  return seconds * (1 - share) / std::max(share, 1e-300);
}

/// The options for the search engine. If the program may choose the method, the search remembers
/// the counts of subproblems that may recur, in one table for each thread.
Options engine_options(const Context& context, EngineKind engine) {
  const Options& options = *context.options;
  Options search = context.search_options();
  search.engine = engine;
  search.contest = false;
  if (options.method == CountMethod::automatic) {
    search.remember_bytes = memory_of(options) / 64 / std::max(context.resources->jobs.threads, 1U);
  }
  return search;
}

class SearchWay final : public Way {
 public:
  SearchWay(const Problem& problem, const Tally& weights_of, const Context& context,
            EngineKind engine)
      : problem_(&problem),
        context_(recording(context, problem)),
        tally_(weights_of),
        wanted_(engine) {}

  /// After this call, several threads take over the search when it is long enough.
  void allow_threads() override { threads_allowed_ = true; }
  /// Counts with one thread until several threads are likely to save time.
  Status run(const Slice& slice) override {
    if (!std::exchange(begun_, true) && context_.trace != nullptr) {
      context_.trace->step(search::Step::search);
    }
    if (!solver_) {
      solver_.emplace(*problem_, engine_options(context_, wanted_));
      nodes_expected_ = solver_->statistics().nodes_expected;
    }
    const std::uint64_t begun_at = work();
    Status status = Status::running;
    do {
      if (!long_ && may_start_threads() && threads_pay()) hand_over();
      status = count_on(until_next_look(slice.after(work() - begun_at)));
    } while (status == Status::running && !slice.after(work() - begun_at).is_over());
    if (status == Status::exhausted && context_.trace != nullptr && !std::exchange(closed_, true)) {
      context_.trace->step(search::Step::done);
    }
    return status;
  }

  void close() override {
    if (context_.trace == nullptr || !begun_ || std::exchange(closed_, true)) return;
    if (!long_) context_.trace->step(search::Step::pause);
    context_.trace->step(search::Step::done);
  }

  [[nodiscard]] Total counted() const override { return tally_.counted(); }
  /// The part of the search that is done, from 0 to 1. If the expected number of nodes is known,
  /// the number of nodes divided by the expected number is also used, up to 1/2. This is better
  /// than an estimate from the search tree if small branches come first.
  [[nodiscard]] double share() const override {
    const search::Statistics s = statistics();
    if (nodes_expected_ <= 0) return s.share;
    return std::max(s.share, std::min(static_cast<double>(s.nodes) / nodes_expected_, 0.5));
  }
  [[nodiscard]] std::uint64_t work() const override { return statistics().nodes; }
  [[nodiscard]] double nominal_seconds() const override {
    // The time of counting solutions, divided by the time of listing them.
    constexpr double of_list = 0.8;
    return of_list * search::nominal_seconds(engine(), *problem_, statistics());
  }
  [[nodiscard]] std::size_t memory_bytes() const override { return statistics().memory_bytes; }
  void add_to(CountResult& result) const override {
    if (!solver_) return;
    result.engine = engine();
    search::add(result.statistics, statistics());
  }

  void report_into(CountResult& result) const override {
    result.method = CountMethod::search;
    result.engine = engine();
    result.why = engine_in_words();
  }

 private:
  /// The name of the search engine, and the reason why this engine was chosen.
  [[nodiscard]] std::string engine_in_words() const {
    std::string text(to_string(engine()));
    if (wanted_ != EngineKind::automatic) return text;
    return text + " because " + choose_engine(*problem_, context_.rule()).why;
  }

  [[nodiscard]] EngineKind engine() const { return solver_ ? solver_->engine() : wanted_; }
  [[nodiscard]] search::Statistics statistics() const {
    if (!solver_) return {};
    return long_ ? long_->statistics() : solver_->statistics();
  }
  /// Whether several threads may take over the search, once it is long enough.
  [[nodiscard]] bool may_start_threads() const {
    return threads_allowed_ && context_.resources->continue_search && !context_.options->nodes &&
           search::can_be_divided(*context_.options);
  }

  [[nodiscard]] bool threads_pay() const {
    const search::Statistics s = statistics();
    return s.nodes >= least_nodes_for_threads &&
           seconds_left(nominal_seconds(), s.share) >= least_seconds_for_threads;
  }

  void hand_over() {
    const Options options = engine_options(context_, engine());
    if (context_.trace != nullptr) {
      context_.trace->step(search::Step::pause);
      context_.trace->flush();
    }
    long_ = context_.resources->continue_search(*problem_, options, solver_->open_work(),
                                                solver_->statistics());
  }

  /// The limits of the search until the next test whether several threads are likely to save time.
  /// There is a test whenever the time of the search has doubled.
  [[nodiscard]] Slice until_next_look(const Slice& slice) const {
    constexpr double shortest = 1e-3;
    if (long_ || !may_start_threads()) return slice;
    Slice part = turn_of(*this, slice, std::max(shortest, nominal_seconds()));
    if (const std::uint64_t nodes = work(); nodes < least_nodes_for_threads) {
      const std::uint64_t wanted = least_nodes_for_threads - nodes;
      part.work = std::min(part.work.value_or(wanted), wanted);
    }
    return part;
  }

  Status count_on(const Slice& slice) {
    const auto go_on = [&](auto& search) {
      search.set_limits(limits_for(slice, search.statistics().nodes));
      search.count(tally_);
      return search.status();
    };
    return status_after_slice(long_ ? go_on(*long_) : go_on(*solver_));
  }

  const Problem* problem_;
  Context context_;
  Tally tally_;
  EngineKind wanted_;
  double nodes_expected_ = 0;          // expected number of nodes of the search; 0 if unknown
  std::optional<Solver> solver_ = {};  // the solver, which is made when the search begins
  // The search with several threads that continues in place of the solver; null as long as the
  // solver searches.
  std::unique_ptr<search::CountingSearch> long_ = {};
  bool threads_allowed_ = false;
  bool begun_ = false;
  bool closed_ = false;  // whether the certificate of the search is complete
};

}  // namespace

std::unique_ptr<Way> search_way(const Problem& problem, const Tally& weights_of,
                                const Context& context, EngineKind engine) {
  return std::make_unique<SearchWay>(problem, weights_of, context, engine);
}

}  // namespace dlx::counting
