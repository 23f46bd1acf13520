// The file of a run for the cheapest solutions has a single unit, which stays open until the run
// ends. The state of the search is stored as a fact (a text with a name). This fact is replaced
// each time the state is saved. The state consists of a few options for each level, and of the
// solutions that are listed.

#include "dlx/runs/saved_cheapest.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dlx/certificate/identity.hpp"
#include "dlx/core/decimal.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/runs/run_facts.hpp"
#include "dlx/runs/sealed_text.hpp"
#include "dlx/search/control.hpp"
#include "dlx/search/progress.hpp"

namespace dlx::runs {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;

constexpr const char* search_fact = "search";
constexpr const char* engine_of_costs = "cost_cells";

/// The state of a search for the cheapest solutions, and the work done so far.
struct CheapestSoFar {
  search::OpenCheapest open = {};
  search::Statistics statistics = {};
};

class NumberWriter {
 public:
  void add(std::uint64_t number) { numbers_.push_back(number); }
  void add_signed(std::int64_t number) { add(static_cast<std::uint64_t>(number)); }
  void add(std::span<const OptionId> options) {
    add(options.size());
    for (const OptionId option : options) add(index(option));
  }
  void add(std::span<const search::CostedSolution> solutions) {
    add(solutions.size());
    for (const search::CostedSolution& solution : solutions) {
      add_signed(solution.cost);
      add(solution.options);
    }
  }
  [[nodiscard]] std::string text() const { return numbers_text(numbers_); }

 private:
  std::vector<std::uint64_t> numbers_;
};

class NumberReader {
 public:
  explicit NumberReader(const std::string& text) : numbers_(numbers_in(text)) {}

  std::uint64_t number() {
    if (at_ == numbers_.size()) throw std::invalid_argument("it ends early");
    return numbers_[at_++];
  }
  std::int64_t signed_number() { return static_cast<std::int64_t>(number()); }
  OptionId option() {
    const std::uint64_t number = this->number();
    if (number > 0xFFFF'FFFF) throw std::invalid_argument("no option");
    return OptionId{static_cast<std::uint32_t>(number)};
  }
  /// Reads the length of the list that follows. Each element of the list consists of one number or
  /// more.
  std::size_t length() {
    const std::uint64_t length = number();
    if (length > numbers_.size() - at_) throw std::invalid_argument("it ends early");
    return static_cast<std::size_t>(length);
  }
  std::vector<OptionId> options() {
    std::vector<OptionId> options(length());
    for (OptionId& each : options) each = option();
    return options;
  }
  std::vector<search::CostedSolution> solutions() {
    std::vector<search::CostedSolution> solutions(length());
    for (search::CostedSolution& solution : solutions) {
      solution.cost = signed_number();
      solution.options = options();
    }
    return solutions;
  }
  void end() const {
    if (at_ != numbers_.size()) throw std::invalid_argument("it goes on");
  }

 private:
  std::vector<std::uint64_t> numbers_;
  std::size_t at_ = 0;
};

std::string to_text(const CheapestSoFar& so_far) {
  NumberWriter out;
  const auto& [open, statistics] = so_far;
  out.add_signed(open.bound);
  out.add(open.levels.size());
  for (const search::OpenCheapest::Level& level : open.levels) {
    out.add(level.taken ? 1 : 0);
    if (level.taken) out.add(index(*level.taken));
    out.add(level.without);
  }
  out.add(open.kept);
  out.add(open.before);
  for (const std::uint64_t number :
       {open.count, statistics.nodes, statistics.updates, statistics.solutions}) {
    out.add(number);
  }
  return out.text();
}

void require_solutions(const Problem& problem, std::span<const search::CostedSolution> solutions) {
  Verifier verifier(problem);
  for (const search::CostedSolution& solution : solutions) {
    bool is_right = verifier.faults(solution.options).empty();
    std::int64_t cost = 0;
    if (is_right) {
      for (const OptionId option : solution.options) cost += problem.cost(option);
    }
    if (!is_right || cost != solution.cost) throw std::invalid_argument("no solution");
  }
}

/// Reads the state of a search. Only solutions are checked here, because only the search itself can
/// check the node at which it has paused.
CheapestSoFar from_text(const Problem& problem, const std::string& text) {
  NumberReader in(text);
  CheapestSoFar so_far;
  auto& [open, statistics] = so_far;
  open.has_begun = true;
  open.bound = in.signed_number();
  open.levels.resize(in.length());
  for (search::OpenCheapest::Level& level : open.levels) {
    if (in.number() != 0) level.taken = in.option();
    level.without = in.options();
  }
  open.kept = in.solutions();
  open.before = in.solutions();
  require_solutions(problem, open.kept);
  require_solutions(problem, open.before);
  for (std::uint64_t* number :
       {&open.count, &statistics.nodes, &statistics.updates, &statistics.solutions}) {
    *number = in.number();
  }
  in.end();
  return so_far;
}

std::string in_words(const CheapestWanted& wanted, const Options& options) {
  std::string words = !wanted.k                            ? "all of the least cost"
                      : *wanted.k == CheapestWanted::every ? "all"
                                                           : std::to_string(*wanted.k);
  if (wanted.count) words += ", counted";
  if (options.max_cost) {
    words += ", of " + decimal_text(options.max_cost->units, options.max_cost->places) + " at most";
  }
  return words;
}

/// How `dlx resume` continues a run that another program has begun. Returns no facts if no command
/// asks for the same solutions.
RunFacts own_origin(const Problem& problem, const CheapestWanted& wanted, const Options& options,
                    const RunFacts& facts) {
  const bool is_within = wanted.k == CheapestWanted::every;
  const auto least = facts.find("least");
  const bool of_options = least != facts.end() && least->second == "options";
  if (is_within && (!options.max_cost || of_options)) return {};
  if (wanted.k && !is_within && wanted.count) return {};
  std::vector<std::string> words = {"solve", "-", "--checkpoint", "run"};
  if (!is_within) words.emplace_back(of_options ? "--min-options" : "--min-cost");
  if (options.max_cost) {
    words.insert(words.end(),
                 {"--max-cost", decimal_text(options.max_cost->units, options.max_cost->places)});
  }
  if (wanted.k && !is_within) {
    words.insert(words.end(), {"-n", std::to_string(*wanted.k)});
  } else {
    words.emplace_back(wanted.count ? "--count" : "--all");
  }
  if (wanted.up_to != nullptr) words.insert(words.end(), {"--up-to", "all"});
  return origin_of(problem, words);
}

std::string how_far(const search::CheapestResult& result, const search::Statistics& statistics) {
  Json words = {{"nodes", statistics.nodes}, {"share", statistics.share}};
  const search::CostGap gap = result.gap();
  if (gap.best) words["best"] = decimal_text(*gap.best, gap.places);
  if (gap.bound) words["bound"] = decimal_text(*gap.bound, gap.places);
  return words.dump();
}

/// The answer of a complete run in JSON, as the file stores it.
std::string answer_of(const search::CheapestResult& result, const search::Statistics& statistics) {
  return Json({{"count", std::to_string(result.count)},
               {"engine", engine_of_costs},
               {"method", "search"},
               {"why", "proved by bounds on costs"},
               {"nodes", statistics.nodes},
               {"updates", statistics.updates}})
      .dump();
}

/// Continues the search in slices, and saves its state in the file after each slice.
search::CheapestResult run_on(const Problem& problem, CheapestWanted wanted, const Options& options,
                              Ledger& ledger, CheapestSoFar so_far) {
  const search::Deadline deadline(options);
  Options slice = options;
  slice.checkpoint.clear();
  slice.checkpoint_every.reset();
  wanted.open = &so_far.open;
  std::chrono::nanoseconds every = std::max<std::chrono::nanoseconds>(
      options.checkpoint_every.value_or(15s), std::chrono::milliseconds(100));
  std::uint64_t nodes = 0;
  while (true) {
    slice.time = std::min(every, deadline.left().value_or(every));
    if (options.nodes) slice.nodes = *options.nodes - nodes;
    search::CheapestResult result = cheapest(problem, wanted, slice);
    nodes += result.statistics.nodes;
    // If no node was visited, the slice was too short for the search to begin.
    if (result.statistics.nodes == 0) every *= 2;
    search::add(so_far.statistics, result.statistics);
    if (so_far.open.has_begun && ledger.answer() == nullptr) {
      ledger.note(
          {{search_fact, to_text(so_far)}, {cheapest_fact, how_far(result, so_far.statistics)}});
    }
    if (result.status == Status::time_limit && !deadline.reached()) continue;
    if (result.complete() && ledger.answer() == nullptr) {
      ledger.record_answer(answer_of(result, so_far.statistics));
    }
    result.statistics = so_far.statistics;
    return result;
  }
}

}  // namespace

search::CheapestResult saved_cheapest(const Problem& problem, CheapestWanted wanted,
                                      const Options& options, RunFacts facts,
                                      const RunFacts& given_origin) {
  if (wanted.up_to != nullptr && wanted.up_to->listed() == nullptr) {
    throw std::invalid_argument(
        "the symmetries are too many to be listed, so the search for one "
        "cheapest solution of each class cannot be saved");
  }
  const RunFacts origin =
      given_origin.empty() ? own_origin(problem, wanted, options, facts) : given_origin;
  const std::string& file = options.checkpoint;
  facts["problem"] = certificate::identity(problem);
  facts["task"] = cheapest_task;
  RunFacts begun = origin;
  begun.insert({{"problem", facts["problem"]}, {"task", facts["task"]}});
  const BegunRun run(
      file, [&] { return begun; }, 1);
  facts["engine"] = engine_of_costs;
  facts["wanted"] = in_words(wanted, options);
  add_dropped(facts, problem);
  Ledger ledger(file);
  plan_run(file, ledger, facts, is_planned(ledger.facts()) ? RunFacts() : origin);
  const auto found = ledger.facts().find(search_fact);
  if (found == ledger.facts().end()) return run_on(problem, wanted, options, ledger, {});
  try {
    return run_on(problem, wanted, options, ledger, from_text(problem, found->second));
  } catch (const std::invalid_argument& e) {
    throw CheckpointError(file + ": the checkpoint is damaged: its search: " + e.what());
  }
}

}  // namespace dlx::runs
