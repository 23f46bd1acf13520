#include "apps/run/apart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <memory>
#include <utility>

#include "apps/run/files.hpp"
#include "apps/run/puzzle.hpp"
#include "apps/run/report.hpp"
#include "apps/run/search.hpp"
#include "apps/run/watch.hpp"
#include "dlx/core/text.hpp"
#include "dlx/core/verify.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/io/input.hpp"
#include "dlx/representatives.hpp"
#include "dlx/runs/pipeline.hpp"
#include "dlx/runs/run_folders.hpp"
#include "dlx/search/progress.hpp"
#include "dlx/solver.hpp"
#include "reductions/polycube/apart.hpp"
#include "reductions/polycube/separable.hpp"

namespace dlx::app {
namespace {

using apart::Disassembly;
using apart::DisassemblyLimits;
using apart::Verdict;
using polycube::AnalysisOptions;
using polycube::CheckedDisassembler;
using polycube::Model;

using polycube::ApartAssembly;
using polycube::ApartSums;
using Assembly = std::vector<OptionId>;
using Level = std::vector<std::uint32_t>;

/// Thrown when a signal or the time limit ends an analysis.
struct Interrupted {};

AnalysisOptions options_of(const ApartFlags& flags, const Watch& control) {
  return {.turns = flags.turns, .states = flags.states, .limits = disassembly_limits(control)};
}

bool has_ended(const DisassemblyLimits& limits) {
  return stop_requested() ||
         (limits.deadline && std::chrono::steady_clock::now() >= *limits.deadline);
}

/// Takes one assembly apart. Throws Interrupted if a signal or the time limit prevents this.
Disassembly analysed(CheckedDisassembler& disassembler, const Model& model, const Assembly& options,
                     const DisassemblyLimits& limits) {
  Disassembly result = disassembler.take_apart(model.puzzle, decode(model, options));
  if (result.verdict == Verdict::undecided && has_ended(limits)) throw Interrupted();
  return result;
}

bool is_listed(const ApartFlags& flags, const Disassembly& disassembly) {
  return flags.at_least && polycube::comes_apart(disassembly) &&
         disassembly.level.front() >= *flags.at_least;
}

/// The fields of a JSON object for an assembly that can be taken apart.
Json as_json(const Model& model, const ApartAssembly& assembly) {
  Json line = Json::object();
  if (!assembly.number.empty()) line["n"] = assembly.number;
  line["options"] = option_numbers(model.problem, assembly.options);
  line["level"] = apart::to_string(assembly.disassembly.level);
  if (assembly.with_turns) line["turns"] = true;
  return line;
}

/// The level of an assembly in words, such as "level 3.2" or "level 3.2 with turns". A level
/// consists of the numbers of moves until one part after another is separated. Turns are rotations
/// of pieces.
std::string level_in_words(const Level& level, bool with_turns) {
  return "level " + apart::to_string(level) + (with_turns ? " with turns" : "");
}

void print_listed(const Request& request, Console& console, const Model& model,
                  const ApartAssembly& assembly) {
  const std::string picture = catalogue::draw(model, decode(model, assembly.options));
  if (request.json) {
    Json line = as_json(model, assembly);
    line["picture"] = picture;
    console.print_json(line);
  } else {
    console.print(fmt::format("assembly {}, {}\n{}", assembly.number,
                              level_in_words(assembly.disassembly.level, assembly.with_turns),
                              picture));
  }
}

Json as_json(const std::map<Level, std::uint64_t>& levels) {
  Json object = Json::object();
  for (const auto& [level, number] : levels) object[apart::to_string(level)] = number;
  return object;
}

void print_json(const Request& request, Console& console, const ApartTask& task,
                const ApartOutcome& outcome) {
  const ApartFlags& flags = task.flags;
  const ApartSums& sums = outcome.sums;
  Json object = {{"assemblies", std::to_string(sums.assemblies)},
                 {"come_apart", std::to_string(sums.come_apart)}};
  if (flags.only) object["only"] = "assemblies that fall in two by a slide";
  if (flags.with_turns()) object["come_apart_with_turns"] = std::to_string(sums.with_turns);
  object["undecided"] = std::to_string(sums.undecided);
  if (sums.single_pieces > 0) object["single_pieces"] = std::to_string(sums.single_pieces);
  object["levels"] = as_json(sums.levels);
  if (flags.with_turns()) object["levels_with_turns"] = as_json(sums.levels_with_turns);
  if (sums.hardest) object["hardest"] = as_json(task.model, *sums.hardest);
  object["complete"] = outcome.status == Status::exhausted;
  object["up_to"] = up_to_in_words(request);
  if (cut_short(outcome.status)) mark_incomplete(object, outcome.status);
  console.print_json(object);
}

void print_text(const Request& request, Console& console, const ApartTask& task,
                const ApartOutcome& outcome) {
  const Model& model = task.model;
  const ApartSums& sums = outcome.sums;
  const std::string same =
      request.options.up_to == UpTo::none ? "" : " up to " + up_to_in_words(request);
  const std::string fall = sums.assemblies == 1 ? " that falls" : " that fall";
  const std::string which = task.flags.only ? fall + " in two by a slide" : "";
  std::string text =
      fmt::format("{}{}{}, {} apart", quantity(sums.assemblies, "assembly", "assemblies"), which,
                  same, quantity(sums.come_apart, "comes", "come"));
  if (task.flags.with_turns()) text += fmt::format(", {} with turns", sums.with_turns);
  if (sums.single_pieces > 0) text += fmt::format(", {} of a single piece", sums.single_pieces);
  if (sums.undecided > 0) text += fmt::format(", {} not decided", sums.undecided);
  console.print(text + "\n");
  for (const bool with_turns : {false, true}) {
    for (const auto& [level, number] : with_turns ? sums.levels_with_turns : sums.levels) {
      console.print(fmt::format("  {}: {}\n", level_in_words(level, with_turns), number));
    }
  }
  if (const auto& hardest = sums.hardest) {
    const std::string number = hardest->number.empty() ? "" : ", assembly " + hardest->number;
    console.print(fmt::format("hardest{}{}:\n{}", number, hardest->with_turns ? ", with turns" : "",
                              catalogue::draw(model, decode(model, hardest->options))));
  }
  if (cut_short(outcome.status)) console.print(incomplete_line(outcome.status));
}

void print_sums(const Request& request, Console& console, const ApartTask& task,
                const ApartOutcome& outcome) {
  if (request.json) {
    print_json(request, console, task, outcome);
  } else {
    print_text(request, console, task, outcome);
  }
  console.flush();
  if (!request.json && outcome.sums.hardest) note_drawings(console, *frame(task.model));
  if (outcome.sums.undecided > 0) {
    console.warning(
        "assemblies that are not decided have too many positions; raise "
        "--apart-states or --memory-limit" +
        std::string(request.options.checkpoint.empty()
                        ? ""
                        : ". The same command with one of them tries these assemblies again"));
  }
  if (outcome.status == Status::solution_limit) {
    console.note("stopped as asked, there may be other assemblies");
  }
}

/// Some assemblies in the order in which the search found them. One thread analyses all assemblies
/// of a batch.
using Batch = std::vector<Assembly>;

/// Searches for assemblies that one slide separates into two parts, one assembly from each class.
/// SeparableSearch has the interface of Solver.
class SeparableSearch {
 public:
  SeparableSearch(const Model& model, UpTo up_to, const Options& options,
                  const DisassemblyLimits& limits)
      : model_(model),
        axes_(polycube::sliding_axes(model.puzzle, up_to)),
        options_(options),
        limits_(limits) {
    if (up_to != UpTo::none) group_ = symmetries(model, up_to);
    options_.on_progress = {};
  }

  bool next() {
    while (status_ == Status::running) {
      if (has_ended(limits_)) {
        status_ = stop_requested() ? Status::stopped : Status::time_limit;
      } else if (solver_ && solver_->next()) {
        solution_.clear();
        for (const OptionId option : solver_->solution()) {
          solution_.push_back(sets_->options()[index(option)]);
        }
        std::sort(solution_.begin(), solution_.end());
        if (is_first()) return true;
      } else if (solver_ && solver_->status() != Status::exhausted) {
        status_ = solver_->status();
      } else {
        go_on();
      }
    }
    return false;
  }
  [[nodiscard]] const Assembly& solution() const { return solution_; }
  [[nodiscard]] Status status() const { return status_; }

 private:
  /// Whether the current assembly is to be reported. An assembly, or symmetric copies of it, may be
  /// found several times: by several sets of cells, and along several axes. This function selects
  /// exactly one of these results: the representative of the class, found on the first axis along
  /// which it separates, for one set of cells.
  bool is_first() {
    if (!sets_->stands_for(solution_)) return false;
    for (std::size_t before = 0; before < axis_; ++before) {
      if (polycube::falls_in_two(model_, solution_, axes_[before])) return false;
    }
    const auto is_found = [&](std::span<const OptionId> assembly) {
      return std::any_of(axes_.begin(), axes_.end(), [&](std::size_t axis) {
        return polycube::falls_in_two(model_, assembly, axis);
      });
    };
    return !group_ || group_->is_representative(solution_, is_found);
  }

  /// Prepares the search for assemblies in which the next set of cells slides away. If the present
  /// axis has no further set, continues with the next axis.
  void go_on() {
    solver_.reset();
    if (!sets_) sets_.emplace(model_, axes_[axis_]);
    switch (sets_->next()) {
      case polycube::SlidingSets::Step::paused:
        break;
      case polycube::SlidingSets::Step::found:
        problem_ = std::make_unique<Problem>(sets_->problem());
        if (limits_.deadline) {
          options_.time = std::max(std::chrono::nanoseconds(1),
                                   *limits_.deadline - std::chrono::steady_clock::now());
        }
        solver_.emplace(*problem_, options_);
        break;
      case polycube::SlidingSets::Step::done:
        sets_.reset();
        if (++axis_ == axes_.size()) status_ = Status::exhausted;
    }
  }

  const Model& model_;
  std::vector<std::size_t> axes_;
  std::optional<OptionSymmetries> group_;
  Options options_;
  DisassemblyLimits limits_;
  std::size_t axis_ = 0;  // position of the current axis in axes_
  std::optional<polycube::SlidingSets> sets_;
  std::unique_ptr<Problem> problem_;
  std::optional<Solver> solver_;
  Assembly solution_;
  Status status_ = Status::running;
};

/// Analyses assemblies in several threads while the search continues.
class ApartRun {
 public:
  /// `given`: the assemblies, if they come from a file; otherwise an empty list.
  ApartRun(const Request& request, Console& console, const ApartTask& task, const Watch& control,
           std::span<const NumberedAssembly> given = {})
      : request_(request),
        console_(console),
        task_(task),
        given_(given),
        options_(options_of(task.flags, control)),
        threads_(control.threads()),
        verifier_(task.model.problem),
        pipeline_(
            threads_, [this] { return worker(); },
            [this](Batch&& batch, std::vector<Disassembly>&& results) {
              take(std::move(batch), std::move(results));
            }) {}

  /// `solver`: the source of assemblies, which is a Solver, Representatives or SeparableSearch.
  template <class Search>
  ApartOutcome run(Search solver, std::optional<std::uint64_t> wanted) {
    return analyse([&] {
      while ((!wanted || found_ < *wanted) && solver.next()) add(solver.solution());
      return solver.status() == Status::running ? Status::solution_limit : solver.status();
    });
  }

  /// Analyses the given assemblies, and adds the results to `before`. The time limit or a signal
  /// ends this as it would end a search.
  ApartOutcome run_given(ApartSums before = {}) {
    outcome_.sums = std::move(before);
    return analyse([&] {
      for (const NumberedAssembly& assembly : given_) {
        if (has_ended(options_.limits)) {
          return stop_requested() ? Status::stopped : Status::time_limit;
        }
        add(assembly.options);
      }
      return Status::exhausted;
    });
  }

 private:
  using Results = std::vector<Disassembly>;

  /// Analyses the assemblies that `add_all` adds. `add_all` returns the status of their source.
  template <class AddAll>
  ApartOutcome analyse(AddAll add_all) {
    try {
      outcome_.status = add_all();
      pipeline_.push(std::move(batch_));
      pipeline_.finish();
    } catch (const Interrupted&) {
      outcome_.status = stop_requested() ? Status::stopped : Status::time_limit;
    }
    return std::move(outcome_);
  }

  void add(std::span<const OptionId> solution) {
    if (const auto faults = verifier_.faults(solution); !faults.empty()) {
      throw not_a_solution(faults);
    }
    batch_.emplace_back(solution.begin(), solution.end());
    ++found_;
    // The first batches of assemblies are small, so that a few hard assemblies are spread over all
    // threads.
    if (batch_.size() < std::min<std::uint64_t>(32, 1 + found_ / 64)) return;
    pipeline_.push(std::exchange(batch_, {}));
  }

  std::function<Results(const Batch&)> worker() {
    auto disassembler = std::make_shared<CheckedDisassembler>(task_.model.puzzle.grid, options_);
    return [this, disassembler](const Batch& batch) {
      Results results;
      for (const Assembly& options : batch) {
        results.push_back(analysed(*disassembler, task_.model, options, options_.limits));
      }
      return results;
    };
  }

  void take(Batch&& batch, Results&& results) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      const std::uint64_t place = taken_++;
      const std::uint64_t number = given_.empty() ? place + 1 : given_[place].number;
      ApartAssembly assembly{number == 0 ? "" : std::to_string(number), std::move(batch[i]),
                             std::move(results[i])};
      assembly.with_turns = apart::has_turns(assembly.disassembly.stages);
      if (!outcome_.first) outcome_.first = assembly;
      const bool listed = is_listed(task_.flags, assembly.disassembly);
      if (listed) print_listed(request_, console_, task_.model, assembly);
      const bool apart = polycube::comes_apart(assembly.disassembly);
      if (task_.keeps && (task_.flags.at_least ? listed : apart)) outcome_.kept.push_back(assembly);
      polycube::add(outcome_.sums, std::move(assembly));
    }
  }

  const Request& request_;
  Console& console_;
  const ApartTask& task_;
  std::span<const NumberedAssembly> given_;
  AnalysisOptions options_;
  unsigned threads_;
  Verifier verifier_;
  std::uint64_t found_ = 0;
  std::uint64_t taken_ = 0;
  Batch batch_;
  ApartOutcome outcome_;
  runs::Pipeline<Batch, Results> pipeline_;
};

ApartOutcome run_in_memory(const Request& request, Console& console, const ApartTask& task) {
  const Watch control(request, console);
  const polycube::Model& model = task.model;
  Options search = control.options(&model.problem);
  search.on_progress = steady(search.on_progress);
  std::optional<symmetry::SymmetryGroup> group;
  if (request.options.up_to == UpTo::all) {
    FoundClasses found = find_classes(request, console, model.problem, search);
    if (found.status != Status::exhausted) return {.sums = {}, .status = found.status};
    group = std::move(found.classes.group);
  } else if (request.options.up_to != UpTo::none) {
    group.emplace(symmetries(model, request.options.up_to));
  }
  const auto wanted = request.wanted.given() ? request.wanted.limit() : std::nullopt;
  ApartRun run(request, console, task, control);
  if (task.flags.only) {
    return run.run(SeparableSearch(model, request.options.up_to, search,
                                   options_of(task.flags, control).limits),
                   wanted);
  }
  if (!group) return run.run(Solver(model.problem, search), wanted);
  return run.run(Representatives(model.problem, *group, search), wanted);
}

// In a saved run, each unit of work has a file that lists its assemblies with their levels. The
// total numbers of assemblies are computed from these files at the end. The totals are therefore
// correct even if units were interrupted and searched again.

/// Takes an assembly apart in the thread that searches a unit of work. Each thread keeps one
/// disassembler.
Disassembly analysed_in_unit(const ApartTask& task, const AnalysisOptions& options,
                             std::span<const OptionId> solution) {
  const lattice::Grid grid = task.model.puzzle.grid;
  thread_local CheckedDisassembler disassembler(grid);
  if (disassembler.grid() != grid) disassembler = CheckedDisassembler(grid);
  disassembler.set_options(options);
  return analysed(disassembler, task.model, Assembly(solution.begin(), solution.end()),
                  options.limits);
}

Presentation saved_presentation(const ApartTask& task, const AnalysisOptions& options) {
  Presentation show = task.show;
  show.noun = "assembly with its level";
  show.nouns = "assemblies with their levels";
  constexpr const char* moves[] = {"slides", "slides and turns",
                                   "slides and turns, also from half cells"};
  show.facts["kind of move"] = moves[static_cast<std::size_t>(task.flags.turns)];
  show.text = [&](const std::string&, std::span<const OptionId> solution) {
    return polycube::unit_line(analysed_in_unit(task, options, solution), solution);
  };
  show.fields = [&](Json& line, std::span<const OptionId> solution) {
    const Disassembly result = analysed_in_unit(task, options, solution);
    line["level"] = polycube::verdict_as_word(result);
    if (apart::has_turns(result.stages)) line["turns"] = true;
  };
  return show;
}

/// Adds up the numbers of assemblies in the files of all units of work. If `undecided` is given,
/// leaves out the undecided assemblies and appends them to this list, each with the number 0.
ApartSums sums_of(const Request& request, const Model& model,
                  std::vector<NumberedAssembly>* undecided) {
  ApartSums sums;
  const std::filesystem::path folder = runs::solutions_folder(request.options.checkpoint);
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    io::Input input = io::Input::open(entry.path().string(),
                                      {.bytes = std::numeric_limits<std::uint64_t>::max()});
    for (std::string_view line; input.next_line(line);) {
      auto assembly = polycube::read_unit_line(line, request.json);
      if (!assembly ||
          std::any_of(assembly->options.begin(), assembly->options.end(), [&](OptionId option) {
            return index(option) >= model.problem.option_count();
          })) {
        throw input.error_at(line, "not a line of an assembly with its level");
      }
      if (undecided != nullptr && assembly->disassembly.verdict == Verdict::undecided) {
        undecided->push_back({0, std::move(assembly->options)});
        continue;
      }
      polycube::add(sums, std::move(*assembly));
    }
  }
  return sums;
}

ApartOutcome run_saved_apart(const Request& request, Console& console, const ApartTask& task) {
  const Watch control(request, console);
  const AnalysisOptions options = options_of(task.flags, control);
  Presentation show = saved_presentation(task, options);
  if (request.options.up_to != UpTo::none && request.options.up_to != UpTo::all) {
    show.classes.group = symmetries(task.model, request.options.up_to);
  }
  // A limit may have left assemblies of the saved run undecided.
  const bool tries_again = ::access(request.options.checkpoint.c_str(), F_OK) == 0 &&
                           request.resumed.empty() && (task.flags.states || request.options.memory);
  ApartOutcome outcome;
  try {
    outcome.status = run_search(request, console, task.model.problem, show).answer.status;
  } catch (const Interrupted&) {
    outcome.status = stop_requested() ? Status::stopped : Status::time_limit;
    console.warning("saved; to continue: " + command_to_resume(request.options.checkpoint));
  }
  if (outcome.status != Status::exhausted) return outcome;
  std::vector<NumberedAssembly> undecided;
  outcome.sums = sums_of(request, task.model, tries_again ? &undecided : nullptr);
  if (undecided.empty()) return outcome;
  ApartOutcome again =
      ApartRun(request, console, task, control, undecided).run_given(std::move(outcome.sums));
  if (again.status == Status::exhausted) return again;
  console.warning("not all undecided assemblies were tried again, and no result of this is saved");
  return {.sums = sums_of(request, task.model, nullptr), .status = again.status};
}

}  // namespace

DisassemblyLimits disassembly_limits(const Watch& control) {
  DisassemblyLimits limits;
  limits.memory = control.memory_limit() / control.threads();
  const Options search = control.options();
  limits.stop = search.stop;
  if (search.time) {
    limits.deadline = std::chrono::steady_clock::now() + *search.time;
  }
  return limits;
}

ApartOutcome run_apart(const Request& request, Console& console, const ApartTask& task) {
  const bool saved = !request.options.checkpoint.empty();
  ApartOutcome outcome =
      saved ? run_saved_apart(request, console, task) : run_in_memory(request, console, task);
  if (!saved || outcome.status == Status::exhausted || outcome.sums.assemblies > 0) {
    print_sums(request, console, task, outcome);
  }
  return outcome;
}

ApartOutcome run_apart_of(const Request& request, Console& console, const ApartTask& task,
                          std::span<const NumberedAssembly> assemblies) {
  const Watch control(request, console);
  ApartOutcome outcome = ApartRun(request, console, task, control, assemblies).run_given();
  print_sums(request, console, task, outcome);
  return outcome;
}

}  // namespace dlx::app
