// All measures but the level are for each assembly, so that a set does not look hard only because
// it has many assemblies.

#include "apps/run/design_measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "apps/run/design_records.hpp"
#include "dlx/core/text.hpp"
#include "dlx/representatives.hpp"
#include "dlx/runs/pipeline.hpp"
#include "dlx/search/steady_progress.hpp"
#include "dlx/solver.hpp"

namespace dlx::app {
namespace {

using design::Bag;
using design::Measure;
using design::Set;

std::uint64_t for_each_assembly(double all, double assemblies) {
  return static_cast<std::uint64_t>(std::llround(all / std::max(assemblies, 1.0)));
}

/// Whether a piece fills what is left of the target.
bool completes(const design::Box& box, const std::set<design::Cell>& taken,
               const polycube::Placement& placement) {
  const auto& cells = placement.cells;
  const auto is_taken = [&](const design::Cell& cell) { return taken.count(cell) > 0; };
  return std::none_of(cells.begin(), cells.end(), is_taken) &&
         std::all_of(box.target.begin(), box.target.end(), [&](const design::Cell& cell) {
           return is_taken(cell) || std::find(cells.begin(), cells.end(), cell) != cells.end();
         });
}

}  // namespace

std::string SetMeasure::to_text() const {
  return fmt::format("{} {}", number ? std::to_string(*number) : ".", level.value_or("."));
}

std::uint32_t SetMeasure::moves() const {
  return level ? to_number<std::uint32_t>(level->substr(0, level->find('.'))).value_or(0) : 0;
}

bool is_apart_as_asked(const design::Design& design, const SetMeasure& measure,
                       DesignOutcome& outcome) {
  if (!design.apart || measure.moves() >= *design.apart) return true;
  if (measure.level)
    ++(*measure.level == SetMeasure::undecided ? outcome.undecided : outcome.whole);
  return false;
}

SetMeasure SetMeasure::from_text(std::string_view& text) {
  SetMeasure measure{.number = to_number<std::uint64_t>(next_word(text))};
  if (const auto word = next_word(text); word != ".") measure.level = word;
  return measure;
}

search::SearchOptions options_for_set(const Watch& control, std::optional<std::uint64_t> nodes) {
  search::SearchOptions options = control.search_options();
  options.control.on_progress = {};
  options.control.limits.nodes = nodes;
  return options;
}

OptionSymmetries symmetries_for_set(const DesignTask& task, const Bag& bag, const Bag::Part& part) {
  auto group = bag.symmetries(part, task.up_to);
  return group ? std::move(*group) : *bag.symmetries(part, UpTo::rotations);
}

SetMeasure SetMeter::measure(const Set& set) {
  const design::Design& design = task_.design;
  const Bag::Part part = task_.bags.front().part(set);
  SetMeasure measure;
  if (design.apart || design.hardest == Measure::level) measure.level = level(set);
  if (design.apart && measure.moves() < *design.apart) return measure;
  switch (design.hardest) {
    case Measure::none:
    case Measure::level:
      break;
    case Measure::nodes:
      measure.number = nodes(part);
      break;
    case Measure::dead_ends:
      measure.number = dead_ends(part);
      break;
    case Measure::near_solutions:
      measure.number = near_solutions(set, part);
      break;
  }
  return measure;
}

std::uint64_t SetMeter::nodes(const Bag::Part& part) const {
  search::SearchOptions options = options_for_set(control_);
  options.engine = EngineKind::dancing_links;
  Solver solver(part.problem, options);
  Tally tally;
  solver.count(tally);
  if (solver.status() != Status::exhausted) throw TestEnded();
  return for_each_assembly(static_cast<double>(solver.statistics().nodes),
                           tally.solutions().to_double());
}

std::uint64_t SetMeter::dead_ends(const Bag::Part& part) const {
  search::SearchOptions options = options_for_set(control_);
  options.engine = EngineKind::dancing_links;
  options.preprocess = false;
  Solver solver(part.problem, options);
  // Listed, not counted: a count does not visit the last options.
  while (solver.next()) continue;
  if (solver.status() != Status::exhausted) throw TestEnded();
  const search::Statistics all = solver.statistics();
  return for_each_assembly(static_cast<double>(all.nodes - all.inner_nodes - all.solutions),
                           static_cast<double>(all.solutions));
}

std::uint64_t SetMeter::near_solutions(const Set& set, const Bag::Part& part) const {
  double arrangements = 0;
  for (std::uint32_t kind = 0; kind < set.size(); ++kind) {
    if (set[kind] > 0) arrangements += solutions(task_.bags.front().all_but_one(set, kind));
  }
  Solver solver(part.problem, options_for_set(control_));
  double assemblies = 0;
  double with_room = 0;
  while (solver.next()) {
    ++assemblies;
    with_room += static_cast<double>(arrangements_within(part, solver.solution()));
  }
  if (solver.status() != Status::exhausted) throw TestEnded();
  return for_each_assembly(arrangements - with_room, assemblies);
}

std::size_t SetMeter::arrangements_within(const Bag::Part& part,
                                          std::span<const OptionId> assembly) const {
  const design::Box& box = task_.design.boxes.front();
  if (box.optional_cells.empty()) return assembly.size();
  const auto placements = task_.bags.front().placements();
  std::size_t counted = 0;
  for (const OptionId last : assembly) {
    std::set<design::Cell> taken;
    for (const OptionId other : assembly) {
      if (other == last) continue;
      const auto& cells = placements[part.options[index(other)]].cells;
      taken.insert(cells.begin(), cells.end());
    }
    const std::uint32_t piece = placements[part.options[index(last)]].piece;
    const bool earlier = std::any_of(
        part.options.begin(), part.options.begin() + index(last), [&](std::uint32_t option) {
          return placements[option].piece == piece && completes(box, taken, placements[option]);
        });
    if (!earlier) ++counted;
  }
  return counted;
}

double SetMeter::solutions(const Problem& problem) const {
  counting::CountOptions options;
  options.search = options_for_set(control_);
  options.memory_limit = control_.memory_limit() / control_.threads();
  const counting::CountResult result = count(problem, options);
  if (result.status != Status::exhausted) throw TestEnded();
  return result.value.to_double();
}

std::string SetMeter::level(const Set& set) {
  std::string least = hardest_level(task_.bags.front(), set);
  if (!task_.design.apart) return least;
  for (std::size_t box = 1; box < task_.bags.size(); ++box) {
    std::string other = hardest_level(task_.bags[box], set);
    if (SetMeasure{.level = other}.moves() < SetMeasure{.level = least}.moves()) {
      least = std::move(other);
    }
  }
  return least;
}

std::string SetMeter::hardest_level(const Bag& bag, const Set& set) {
  const Bag::Part part = bag.part(set);
  polycube::DisassemblyLimits limits;
  limits.memory = control_.memory_limit() / control_.threads();
  const search::SearchOptions options = options_for_set(control_);
  limits.stop = options.control.stop;
  if (options.control.limits.time) {
    limits.deadline = std::chrono::steady_clock::now() + *options.control.limits.time;
  }
  disassembler_.set_limits(limits);
  Representatives classes(part.problem,
                          symmetry::SymmetryGroup(symmetries_for_set(task_, bag, part)), options);
  std::vector<std::uint32_t> hardest;
  std::string_view otherwise = SetMeasure::whole;
  while (classes.next()) {
    std::vector<design::Cells> pieces;
    for (const OptionId option : classes.solution()) {
      pieces.push_back(bag.placements()[part.options[index(option)]].cells);
    }
    const auto result = disassembler_.analyse(pieces);
    if (result.verdict == polycube::Verdict::undecided) {
      if (stop_requested()) throw TestEnded();
      otherwise = SetMeasure::undecided;
    } else if (result.verdict == polycube::Verdict::comes_apart) {
      hardest = std::max(hardest, result.level);
    }
    if (pieces.size() == 1) otherwise = SetMeasure::single;
  }
  if (classes.status() != Status::exhausted) throw TestEnded();
  return hardest.empty() ? std::string(otherwise) : polycube::to_string(hardest);
}

void measure(const Request& request, Console& console, const DesignTask& task,
             DesignRecords& measures, DesignOutcome& outcome) {
  if (task.design.hardest == Measure::none && !task.design.apart) return;
  std::vector<FoundSet>& found = outcome.found;
  Json more_progress = Json::object();
  const Watch control(request, console, &more_progress);
  const search::ProgressCallback report = control.search_options().control.on_progress;
  std::size_t measured = 0;
  double reported = 0;
  runs::Pipeline<std::size_t, SetMeasure> pipeline(
      control.threads(),
      [&] {
        auto meter = std::make_shared<SetMeter>(task, control);
        return [&found, meter](std::size_t place) { return meter->measure(found[place].set); };
      },
      [&](std::size_t&& place, SetMeasure&& measure) {
        measures.add(kinds_of(found[place].set), measure.to_text());
        found[place].measure = std::move(measure);
        ++measured;
        if (!report || control.seconds() - reported < 1) return;
        reported = control.seconds();
        more_progress["sets measured"] = measured;
        const double share = static_cast<double>(measured) / static_cast<double>(found.size());
        report({.states = measured,
                .solutions_known = false,
                .share = share,
                .seconds = reported,
                .threads = control.threads(),
                .left = search::seconds_left(reported, share, false)});
      });
  try {
    for (std::size_t place = 0; place < found.size(); ++place) {
      if (const std::string* record = measures.find(kinds_of(found[place].set))) {
        std::string_view text = *record;
        found[place].measure = SetMeasure::from_text(text);
      }
      if (!found[place].measure.known()) pipeline.push(place);
    }
    pipeline.finish();
  } catch (const TestEnded&) {
    outcome.status = stop_requested() ? Status::stopped : Status::time_limit;
  }
  measures.flush();
}

}  // namespace dlx::app
