// The file of a saved search for the cheapest solutions has a single unit of work, which is not
// done until the search ends. The state of the search is stored in the file as a fact, which is a
// named text. Whenever the state is saved, the next piece of the certificate is written first, and
// then this fact is replaced. The state consists of the options removed and the items' dual prices
// changed at each level, and of the solutions that are listed.

#include "dlx/runs/cheapest.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "dlx/certificate/certificate_file.hpp"
#include "dlx/certificate/identity.hpp"
#include "dlx/classes.hpp"
#include "dlx/core/decimal.hpp"
#include "dlx/core/symmetry.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/exclusions.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/runs/run_certificate.hpp"
#include "dlx/runs/run_facts.hpp"
#include "dlx/runs/run_folders.hpp"
#include "dlx/runs/sealed_text.hpp"
#include "dlx/runs/threads.hpp"
#include "dlx/search/control.hpp"
#include "dlx/search/progress.hpp"
#include "dlx/search/trace.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx::runs {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;

constexpr const char* search_fact = "search";
constexpr const char* pieces_fact = "pieces of the certificate";
constexpr const char* engine_of_costs = "cost_cells";

/// The state of a search for the cheapest solutions, and the work done so far.
struct CheapestSoFar {
  search::OpenCheapest open = {};
  search::Statistics statistics = {};
};

/// Writes the numbers of a state.
class NumberWriter {
 public:
  template <class... Numbers>
  void numbers(const Numbers&... each) {
    (numbers_.push_back(static_cast<std::uint64_t>(each)), ...);
  }
  template <class List, class PassElement>
  void list(const List& list, const PassElement& pass_element) {
    numbers(list.size());
    for (const auto& element : list) pass_element(element);
  }
  void optional(const std::optional<OptionId>& option) {
    numbers(option.has_value());
    if (option) numbers(*option);
  }
  [[nodiscard]] static bool is_at_end() { return false; }
  [[nodiscard]] std::string text() const { return numbers_text(numbers_); }

 private:
  std::vector<std::uint64_t> numbers_;
};

/// Reads the numbers that a NumberWriter has written.
class NumberReader {
 public:
  explicit NumberReader(const std::string& text) : numbers_(numbers_in(text)) {}

  template <class... Numbers>
  void numbers(Numbers&... each) {
    ((each = next<Numbers>()), ...);
  }
  template <class List, class PassElement>
  void list(List& list, const PassElement& pass_element) {
    const auto length = next<std::uint64_t>();
    // The length is limited by the count of numbers left in the text, because each element of the
    // list consists of one number or more.
    if (length > numbers_.size() - at_) throw std::invalid_argument("it ends early");
    list.resize(static_cast<std::size_t>(length));
    for (auto& element : list) pass_element(element);
  }
  void optional(std::optional<OptionId>& option) {
    if (next<std::uint64_t>() != 0) numbers(option.emplace());
  }
  [[nodiscard]] bool is_at_end() const { return at_ == numbers_.size(); }

 private:
  template <class Number>
  Number next() {
    using Place = search::OpenCheapest::Place;
    if (is_at_end()) throw std::invalid_argument("it ends early");
    const std::uint64_t number = numbers_[at_++];
    if (std::is_same_v<Number, Place> && number > static_cast<std::uint64_t>(Place::end)) {
      throw std::invalid_argument("no place");
    }
    if (sizeof(Number) < sizeof(number) && number > 0xFFFF'FFFF) {
      throw std::invalid_argument("a number is too large");
    }
    return static_cast<Number>(number);
  }

  std::vector<std::uint64_t> numbers_;
  std::size_t at_ = 0;
};

/// Passes all fields of a state to a NumberWriter or NumberReader, in the order of the text.
template <class Numbers, class State>
void pass_fields(Numbers& io, State& so_far) {
  const auto options = [&](auto& list) { io.list(list, [&](auto& each) { io.numbers(each); }); };
  const auto moves = [&](auto& list) {
    io.list(list, [&](auto& move) { io.numbers(move.which, move.amount); });
  };
  const auto solutions = [&](auto& list) {
    io.list(list, [&](auto& solution) {
      io.numbers(solution.cost);
      options(solution.options);
    });
  };
  auto& [open, statistics] = so_far;
  io.numbers(open.bound);
  moves(open.moves);
  io.list(open.levels, [&](auto& level) {
    moves(level.moves);
    options(level.children);
    io.numbers(level.next);
    io.optional(level.taken);
    io.numbers(level.takes);
  });
  io.numbers(open.place);
  solutions(open.kept);
  solutions(open.before);
  io.numbers(open.count, statistics.nodes, statistics.updates, statistics.solutions);
  // Earlier versions of dlx did not store `count_before`.
  if (!io.is_at_end()) io.numbers(open.count_before);
}

std::string to_text(const CheapestSoFar& so_far) {
  NumberWriter out;
  pass_fields(out, so_far);
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
  so_far.open.has_begun = true;
  pass_fields(in, so_far);
  require_solutions(problem, so_far.open.kept);
  require_solutions(problem, so_far.open.before);
  if (!in.is_at_end()) throw std::invalid_argument("it goes on");
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

/// The facts (named texts in the file) with which `dlx resume` continues a run that another program
/// has begun; empty if no command of dlx finds the same solutions.
RunFacts own_origin(const Problem& problem, const CheapestWanted& wanted, const Options& options,
                    const CheapestTask& task) {
  const bool is_within = wanted.k == CheapestWanted::every;
  if (is_within && !options.max_cost) return {};
  if (wanted.k && !is_within && wanted.count) return {};
  // --min-options with --max-cost selects all solutions within this bound.
  if (!wanted.k && task.of_options && options.max_cost) return {};
  std::vector<std::string> words = {"solve", "-", "--checkpoint", "run"};
  if (task.of_options || !is_within) {
    words.emplace_back(task.of_options ? "--min-options" : "--min-cost");
  }
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
  if (!options.certificate.empty()) {
    words.insert(words.end(), {"--certificate", options.certificate});
  }
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

/// Records the symmetry group with which a certificate about classes of solutions begins.
void record_group(search::Trace& trace, const Problem& problem, const CheapestWanted& wanted) {
  if (wanted.up_to == nullptr) return;
  const OptionSymmetries* const listed = wanted.up_to->listed();
  if (listed != nullptr) trace_group_of_costs(trace, problem, *listed);
}

/// A search for the cheapest solutions whose state is saved in a file, with a certificate if the
/// options name one.
class SavedCheapest {
 public:
  /// The arguments must outlive this object.
  SavedCheapest(const Problem& problem, const CheapestWanted& wanted, const Options& options,
                const CheapestTask& task, Ledger& ledger)
      : problem_(problem), wanted_(wanted), options_(options), task_(task), ledger_(ledger) {
    if (options.certificate.empty()) return;
    const std::string folder = certificate_folder(options.checkpoint);
    certificate_.emplace(options.certificate, folder, problem,
                         certificate::about_costs(wanted, options.max_cost, problem.cost_places()));
    const auto found = ledger.facts().find(pieces_fact);
    if (found == ledger.facts().end()) return;
    marks_ = found->second;
    for (std::size_t at = 0; at < marks_.size(); at = marks_.find('\n', at) + 1) {
      const std::string path = folder + '/' + std::to_string(++pieces_);
      const std::string fault = fault_of(FileOfUnit::certificate, path,
                                         marks_.substr(at, marks_.find('\n', at) + 1 - at));
      if (!fault.empty()) throw CheckpointError(fault);
    }
  }

  /// Continues the search in slices of time, and saves its state after each slice.
  search::CheapestResult run(CheapestSoFar so_far) {
    const search::Deadline deadline(options_);
    Options slice = options_;
    slice.certificate.clear();
    slice.checkpoint.clear();
    slice.checkpoint_every.reset();
    CheapestWanted wanted = wanted_;
    wanted.open = &so_far.open;
    std::chrono::nanoseconds every = std::max<std::chrono::nanoseconds>(
        options_.checkpoint_every.value_or(15s), std::chrono::milliseconds(100));
    std::uint64_t nodes = 0;
    while (true) {
      slice.time = std::min(every, deadline.left().value_or(every));
      if (options_.nodes) slice.nodes = *options_.nodes - nodes;
      search::CertificateBytes piece;
      search::Trace trace(piece, problem_);
      if (certificate_) slice.trace = &trace;
      if (certificate_ && !so_far.open.has_begun) record_group(trace, problem_, wanted_);
      search::CheapestResult result = dlx::cheapest(problem_, wanted, slice);
      nodes += result.statistics.nodes;
      // If no node was visited, the slice of time was too short for the search to begin.
      if (result.statistics.nodes == 0) every *= 2;
      search::add(so_far.statistics, result.statistics);
      trace.flush();
      if (so_far.open.has_begun && ledger_.answer() == nullptr) save(so_far, result, piece.bytes());
      if (result.status == Status::time_limit && !deadline.reached()) continue;
      if (result.complete() && ledger_.answer() == nullptr) {
        ledger_.record_answer(answer_of(result, so_far.statistics));
      }
      result.statistics = so_far.statistics;
      return result;
    }
  }

  /// Writes the certificate of the complete result.
  void write_certificate(const certificate::Claims& claims) {
    if (certificate_ && !task_.keep_certificate) certificate_->finish(claims, {}, pieces_);
  }

 private:
  void save(const CheapestSoFar& so_far, const search::CheapestResult& result,
            std::span<const std::uint8_t> piece) {
    RunFacts facts{{search_fact, to_text(so_far)},
                   {cheapest_fact, how_far(result, so_far.statistics)}};
    if (certificate_) {
      const std::string packed = certificate::CertificateFile::packed(piece);
      marks_ += certificate_->keep(++pieces_, packed);
      facts[pieces_fact] = marks_;
    }
    ledger_.note(facts);
  }

  const Problem& problem_;
  const CheapestWanted& wanted_;
  const Options& options_;
  const CheapestTask& task_;
  Ledger& ledger_;
  std::optional<RunCertificate> certificate_ = {};
  std::string marks_;         // a line for each piece of the certificate
  std::uint64_t pieces_ = 0;  // number of pieces
};

/// Calls write(), which writes the certificate of a complete search. If the certificate cannot be
/// written, stores the exception in task.failure, or throws it if task.failure is null.
template <class Write>
void write_or_fail(const CheapestTask& task, Write write) {
  try {
    write();
  } catch (const io::SystemError&) {
    if (task.failure == nullptr) throw;
    *task.failure = std::current_exception();
  }
}

certificate::Claims claims_of(const CheapestWanted& wanted, const Options& options,
                              const search::CheapestResult& result) {
  return {.count = result.count,
          .fingerprint = {},
          .more = certificate::claim_of_costs(wanted, options.max_cost, result)};
}

search::CheapestResult cheapest_now(const Problem& problem, const CheapestWanted& asked,
                                    const Options& given, const CheapestTask& task) {
  CheapestWanted wanted = asked;
  Options options = given;
  refuse(options, {"checkpoint_every"}, "a search without a checkpoint");
  certificate::CertificateFile file(
      std::exchange(options.certificate, {}), problem, {},
      certificate::about_costs(wanted, options.max_cost, problem.cost_places()));
  options.trace = file.trace();
  if (options.trace != nullptr) record_group(*options.trace, problem, wanted);
  wanted.jobs = search_jobs(options);
  search::CheapestResult result = dlx::cheapest(problem, wanted, options);
  if (result.complete()) {
    write_or_fail(task, [&] { file.finish(claims_of(wanted, options, result)); });
  }
  return result;
}

search::CheapestResult cheapest_saved(const Problem& problem, const CheapestWanted& wanted,
                                      const Options& options, const CheapestTask& task) {
  if (wanted.up_to != nullptr && wanted.up_to->listed() == nullptr) {
    throw std::invalid_argument(
        "the symmetries are too many to be listed, so the search for one "
        "cheapest solution of each class cannot be saved");
  }
  const RunFacts origin =
      task.origin.empty() ? own_origin(problem, wanted, options, task) : task.origin;
  const std::string& file = options.checkpoint;
  check_files(file, options.certificate);
  RunFacts facts{{"problem", certificate::identity(problem)}, {"task", cheapest_task}};
  RunFacts begun = origin;
  begun.insert(facts.begin(), facts.end());
  const BegunRun run(
      file, [&] { return begun; }, 1);
  facts["engine"] = engine_of_costs;
  facts["wanted"] = in_words(wanted, options);
  facts["least"] = task.of_options ? "options" : "cost";
  facts["up to"] = wanted.up_to == nullptr ? "none" : up_to_all(problem);
  if (!options.certificate.empty()) facts["certificate"] = "wanted";
  add_dropped(facts, problem);
  Ledger ledger(file);
  plan_run(file, ledger, facts, is_planned(ledger.facts()) ? RunFacts() : origin);
  SavedCheapest search(problem, wanted, options, task, ledger);
  const auto found = ledger.facts().find(search_fact);
  search::CheapestResult result;
  try {
    result = search.run(found == ledger.facts().end() ? CheapestSoFar()
                                                      : from_text(problem, found->second));
  } catch (const std::invalid_argument& e) {
    if (found == ledger.facts().end()) throw;
    throw CheckpointError(file + ": the checkpoint is damaged: its search: " + e.what());
  }
  if (result.complete()) {
    write_or_fail(task, [&] { search.write_certificate(claims_of(wanted, options, result)); });
  }
  return result;
}

}  // namespace

search::CheapestResult cheapest(const Problem& problem, CheapestWanted wanted, const Options& asked,
                                const CheapestTask& task) {
  const auto find = asked.checkpoint.empty() ? cheapest_now : cheapest_saved;
  if (wanted.up_to != nullptr || asked.up_to == UpTo::none) {
    return find(problem, wanted, asked, task);
  }
  if (asked.up_to != UpTo::all) return dlx::cheapest(problem, wanted, asked);  // throws
  const search::Deadline deadline(asked);
  const auto group = symmetry::whole_group(problem, {.control = deadline.rest()});
  if (!group) return {.status = deadline.why_ended()};
  Options options = asked;
  options.time = deadline.left();
  options.up_to = UpTo::none;
  wanted.up_to = &*group;
  return find(problem, wanted, options, task);
}

}  // namespace dlx::runs
