#include "dlx/runs/split.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <memory>
#include <set>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "dlx/certificate/identity.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/counting/sign_factors.hpp"
#include "dlx/runs/sealed_text.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/symmetry/first_choices.hpp"
#include "dlx/symmetry/generated.hpp"

namespace dlx::runs {
namespace {

// The first words of the file of a unit of work. No problem in Knuth's format begins with these
// words, because the line would have one item twice.
constexpr std::string_view unit_mark = "dlx-unit dlx-unit ";
constexpr SealedKind split_unit_kind{"dlx-unit dlx-unit 1",
                                     "a unit that this version of dlx can count"};
constexpr SealedKind split_result_kind{
    "dlx-result dlx-result 1",
    "the result of a unit, as 'dlx count UNIT' prints it once the unit is counted"};

constexpr std::size_t parts_per_unit = 16;
constexpr std::uint64_t nodes_per_look = 500;
// Maximum number of parts into which one step of split() divides an unsearched part of the tree.
constexpr std::uint32_t most_parts = 16;

std::string label_text(const UnitLabel& label) {
  std::string text = line_of("split", label.split) + "unit " + std::to_string(label.number) +
                     line_of(" of", label.units);
  text += label.variables ? line_of("variables", *label.variables)
                          : line_of("engine", to_string(label.engine));
  if (label.seed) text += line_of("seed", *label.seed);
  if (!label.up_to.empty()) text += line_of("up to", label.up_to);
  return text;
}

UnitLabel read_label(SealedLines& lines) {
  UnitLabel label;
  label.split = lines.next("split");
  const std::string unit = lines.next("unit");
  const auto of = unit.find(" of ");
  if (of == std::string::npos) lines.damaged("'of' is missing");
  label.number = number_in<std::uint32_t>(std::string_view(unit).substr(0, of));
  label.units = number_in<std::uint32_t>(std::string_view(unit).substr(of + 4));
  if (lines.has("variables")) {
    label.variables = number_in<std::uint32_t>(lines.next("variables"));
    if (*label.variables > tables::SignPlan::most_variables) lines.damaged("too many variables");
  } else {
    label.engine = engine_in(lines.next("engine"));
  }
  if (lines.has("seed")) label.seed = lines.next_number("seed");
  if (lines.has("up to")) label.up_to = lines.next("up to");
  return label;
}

/// The problem that units of work search, and a function that selects the solutions that count.
struct Searched {
  Problem problem;
  IsWanted is_wanted = {};
};

/// The problem and the selecting function with which a search counts one solution of each class
/// under a symmetry group.
Searched searched_for_classes(const Problem& problem, OptionSymmetries group) {
  if (group.order() == 1) return {problem};
  auto restriction = symmetry::Restriction::make(problem, group);
  if (!restriction) {
    return {problem,
            [all = std::make_shared<const OptionSymmetries>(std::move(group))](
                std::span<const OptionId> solution) { return all->is_representative(solution); }};
  }
  if (!restriction->has_symmetries()) return {restriction->problem()};
  const auto kept = std::make_shared<const symmetry::Restriction>(*std::move(restriction));
  return {kept->problem(), [kept](std::span<const OptionId> solution) {
            std::vector<OptionId> of_whole;
            for (const OptionId option : solution) {
              of_whole.push_back(kept->originals()[index(option)]);
            }
            return kept->is_representative(of_whole);
          }};
}

/// The lines in the file of a unit of work that describe its symmetry group: generators, and a
/// digest of the problem that was divided. The problem that a reader derives from the group must
/// have this digest.
std::string lines_of_classes(const OptionSymmetries& group, const Problem& searched) {
  const auto options = static_cast<std::uint32_t>(group.members()[0].size());
  if (group.order() > symmetry::most_listed(options, symmetry::most_members)) {
    throw std::invalid_argument("more symmetries than can be listed");
  }
  std::string text;
  const auto generators = symmetry::generators_of(group);
  for (const OptionPermutation& generator : generators.value()) {
    text += line_of("symmetry", options_text(generator));
  }
  return text + line_of("searched", certificate::sha256(indented(searched)));
}

/// The symmetry group whose generators are in the file of a unit of work.
OptionSymmetries group_in(const std::vector<std::string>& generators, std::uint32_t options) {
  const OptionPermutation identity = first_ids<OptionId>(options);
  std::vector<OptionPermutation> permutations;
  for (const std::string& text : generators) {
    permutations.push_back(options_in(text));
    OptionPermutation sorted = permutations.back();
    std::sort(sorted.begin(), sorted.end());
    if (sorted != identity) throw std::invalid_argument("a symmetry that permutes other options");
  }
  const std::size_t most = symmetry::most_listed(options, symmetry::most_members);
  auto members = symmetry::generated(options, permutations, most);
  if (!members) throw std::invalid_argument("more symmetries than can be listed");
  return OptionSymmetries(*std::move(members));
}

/// Writes the files of a count that is divided into units of work. `parts` has the lines that
/// differ from unit to unit, `text` the lines that all units share. `first` is the result of unit 0
/// without its label: the solutions counted during the division.
Division division_of(UnitLabel label, std::span<const std::string> parts, const std::string& text,
                     UnitResult first) {
  std::string all =
      text +
      (label.variables ? std::to_string(*label.variables) : std::string(to_string(label.engine))) +
      "\n";
  if (label.seed) all += std::to_string(*label.seed) + "\n";
  for (const std::string& part : parts) all += part + '\n';
  label.split = certificate::sha256(all);
  label.units = static_cast<std::uint32_t>(parts.size());
  first.label = label;
  Division division{.units = {}, .result = to_text(first)};
  for (const std::string& part : parts) {
    ++label.number;
    division.units.push_back(
        sealed(std::string(split_unit_kind.first_line) + "\n" + label_text(label) + part + text));
  }
  return division;
}

std::array<std::uint64_t, 6> words_of(const tables::SignSumState& sums) {
  return {sums.step,
          sums.exact,
          sums.rounded_low,
          sums.rounded_high,
          std::bit_cast<std::uint64_t>(sums.magnitude),
          sums.fingerprint.value()};
}

tables::SignSumState sums_in(std::span<const std::uint64_t> words) {
  if (words.size() != 6) throw std::invalid_argument("no sums");
  return {.step = words[0],
          .exact = words[1],
          .rounded_low = words[2],
          .rounded_high = words[3],
          .magnitude = std::bit_cast<double>(words[4]),
          .fingerprint = Residue(words[5])};
}

/// Sets the steps and factors of a unit of work that is a part of a sum over signs
/// (CountMethod::signs). Throws std::invalid_argument if the problem has no such sum.
void take_sum(UnitFileContents& unit, std::span<const std::uint64_t> steps,
              std::span<const std::uint64_t> factors) {
  const std::set<std::uint64_t> distinct(factors.begin(), factors.end());
  if (distinct.size() != factors.size() || distinct.empty() ||
      *distinct.rbegin() >= unit.problem.primary_count()) {
    throw std::invalid_argument("no factors");
  }
  std::vector<ItemId> items;
  for (const std::uint64_t factor : factors) {
    items.push_back(ItemId{static_cast<std::uint32_t>(factor)});
  }
  unit.plan = tables::plan_signs(unit.problem, items,
                                 tally_for(unit.problem.option_count(), unit.label.seed))
                  .plan;
  if (!unit.plan || unit.plan->excluded || unit.plan->variables != *unit.label.variables ||
      steps.size() != 2 || steps[0] >= steps[1] ||
      steps[1] > tables::SignSum::steps_of(unit.plan->variables)) {
    throw std::invalid_argument("no part of a sum over signs");
  }
  unit.first_step = steps[0];
  unit.end_step = steps[1];
}

/// Computes some summands of a sum over signs as a test. Throws SumTooLarge if the summands are too
/// large, before a unit of work is searched. The largest summands are among the first and the last
/// steps.
void try_steps(const tables::SignPlan& plan, const Tally& weights, std::uint64_t first,
               std::uint64_t end) {
  constexpr std::uint64_t some = 4'096;
  const auto sum = tables::make_sign_sum(plan, weights);
  sum->start_at({.step = first});
  sum->set_limits({.nodes = std::min(end, first + some)});
  sum->run();
}

}  // namespace

Division split(const Problem& problem, std::uint32_t units, EngineKind engine,
               std::optional<std::uint64_t> seed, const UnitClasses* classes) {
  if (units == 0) throw std::invalid_argument("there must be one unit at least");
  if (classes != nullptr && seed) {
    throw std::invalid_argument("a fingerprint is of all solutions, not of classes");
  }
  const Searched searched =
      classes != nullptr ? searched_for_classes(problem, *classes->group) : Searched{problem};
  UnitLabel label;
  label.seed = seed;
  if (classes != nullptr) label.up_to = classes->up_to;
  Solver solver(searched.problem, {.engine = engine});
  label.engine = solver.engine();
  const auto worker = counting_worker(std::move(solver), tally_for(problem.option_count(), seed),
                                      nullptr, searched.is_wanted);

  Sums sums;
  std::deque<search::OpenWork> open{search::OpenWork{}};
  while (!open.empty() && open.size() < parts_per_unit * units) {
    search::OpenWork rest;
    sums += worker->work({.id = 0, .part = open.front(), .nodes = nodes_per_look}, rest);
    open.pop_front();
    for (search::OpenWork& part : deal(rest, most_parts)) open.push_back(std::move(part));
  }

  // For each unit of work, the lines of its file about the parts of the tree that it must search.
  std::vector<std::string> parts(std::min<std::size_t>(units, open.size()));
  for (std::size_t k = 0; k < open.size(); ++k) {
    parts[k % parts.size()] += line_of("part", open[k]);
  }
  const std::string text =
      (classes != nullptr ? lines_of_classes(*classes->group, searched.problem) : "") +
      "problem\n" + indented(problem);
  return division_of(label, parts, text,
                     {.label = {},
                      .solutions = sums.solutions,
                      .fingerprint = sums.fingerprint,
                      .nodes = sums.nodes});
}

Division split_signs(const Problem& problem, std::uint32_t units, std::optional<std::uint64_t> seed,
                     const search::Deadline& deadline) {
  constexpr std::uint32_t most_units = 100'000;
  if (units == 0 || units > most_units) {
    throw std::invalid_argument("a sum over signs is divided into 1 to " +
                                std::to_string(most_units) + " units");
  }
  const Tally weights = tally_for(problem.option_count(), seed);
  auto found = counting::find_sign_plan(problem, weights, deadline);
  if (!found.complete) throw std::invalid_argument("stopped before a sum over signs was found");
  const tables::SignPlan plan = std::move(found.planning).require();
  UnitLabel label;
  label.seed = seed;
  if (plan.excluded || plan.factors.empty()) {
    const auto sum = tables::make_sign_sum(plan, weights);
    sum->run();
    label.engine = choose_engine(problem).engine;
    UnitResult all;
    all.solutions = sum->result().solutions;
    all.fingerprint = sum->result().fingerprint;
    return division_of(label, {}, "problem\n" + indented(problem), all);
  }
  label.variables = plan.variables;
  std::vector<std::uint64_t> factors;
  for (const ItemId item : plan.items) factors.push_back(index(item));
  const std::uint64_t steps = tables::SignSum::steps_of(plan.variables);
  const auto number = static_cast<std::uint32_t>(std::min<std::uint64_t>(units, steps));
  std::vector<std::string> parts;
  for (std::uint64_t k = 0, first = 0; k < number; ++k) {
    const std::uint64_t end = first + (steps - first) / (number - k);
    if (first == 0 || end == steps) try_steps(plan, weights, first, end);
    parts.push_back(line_of("steps", numbers_text(std::array{std::exchange(first, end), end})));
  }
  return division_of(label, parts,
                     line_of("factors", numbers_text(factors)) + "problem\n" + indented(problem),
                     {});
}

Status count_sum(const UnitFileContents& unit, search::Control control, const search::Jobs& jobs,
                 UnitResult& result) {
  if (!unit.plan) throw std::invalid_argument("this unit is a part of a search");
  if (const auto report = control.on_progress) {
    control.on_progress = [&unit, report](search::Progress progress) {
      progress.states -= unit.first_step;
      progress.share = static_cast<double>(progress.states) /
                       static_cast<double>(unit.end_step - unit.first_step);
      report(progress);
    };
  }
  search::Limits limits = control.limits;
  const std::uint64_t most = unit.end_step - unit.first_step;
  limits.nodes = unit.first_step + std::min(most, limits.nodes.value_or(most));
  const auto sum = tables::make_sign_sum(
      *unit.plan, tally_for(unit.problem.option_count(), unit.label.seed), control, jobs);
  sum->start_at({.step = unit.first_step});
  sum->set_limits(limits);
  const Status status = sum->run();
  if (sum->steps() != unit.end_step) return status;
  result = {.label = unit.label, .solutions = {}, .fingerprint = {}, .sums = sum->state()};
  result.sums.step -= unit.first_step;
  return Status::exhausted;
}

UnitResult sum_of(std::span<const UnitResult> results) {
  UnitResult sum{.label = results[0].label, .solutions = {}, .fingerprint = {}};
  for (const UnitResult& result : results) {
    sum.solutions += result.solutions;
    sum.fingerprint += result.fingerprint;
    sum.nodes += result.nodes;
    sum.sums += result.sums;
  }
  if (!sum.label.variables) return sum;
  try {
    const tables::SignResult whole =
        tables::sign_result(sum.sums, *sum.label.variables, sum.label.seed.has_value());
    sum.solutions = whole.solutions;
    if (sum.label.seed) sum.fingerprint = whole.fingerprint;
  } catch (const std::invalid_argument&) {
    throw;
  } catch (const std::logic_error& e) {
    throw std::invalid_argument(std::string("the results do not belong together: ") + e.what());
  }
  return sum;
}

bool is_unit(std::string_view first_line) {
  return first_line.starts_with(unit_mark);
}

UnitFileContents read_unit(io::Input& input) {
  return read_sealed(input, split_unit_kind, [&input](SealedLines& lines) {
    const UnitLabel label = read_label(lines);
    std::vector<search::OpenWork> parts;
    while (lines.has("part")) parts.push_back(lines.next_part("part"));
    std::vector<std::uint64_t> steps, factors;
    if (label.variables) {
      steps = numbers_in(lines.next("steps"));
      factors = numbers_in(lines.next("factors"));
    }
    std::vector<std::string> symmetries;
    while (lines.has("symmetry")) symmetries.push_back(lines.next("symmetry"));
    const std::string digest = lines.has("searched") ? lines.next("searched") : "";
    Searched searched{lines.next_problem()};
    lines.end();
    if (label.number == 0 || label.number > label.units) lines.damaged("its number is none");
    if (!digest.empty()) {
      searched = searched_for_classes(searched.problem,
                                      group_in(symmetries, searched.problem.option_count()));
      if (certificate::sha256(indented(searched.problem)) != digest) {
        throw input.error(
            "another version of dlx has made this unit, and begins its search with "
            "other first choices");
      }
    }
    UnitFileContents unit{label, std::move(searched.problem), std::move(parts),
                          std::move(searched.is_wanted)};
    if (label.variables) take_sum(unit, steps, factors);
    return unit;
  });
}

std::string to_text(const UnitResult& result) {
  std::string text = std::string(split_result_kind.first_line) + "\n" + label_text(result.label) +
                     line_of("solutions", result.solutions.to_string());
  if (result.label.seed) text += line_of("fingerprint", result.fingerprint.value());
  if (result.label.variables) text += line_of("sums", numbers_text(words_of(result.sums)));
  return sealed(text + line_of("nodes", result.nodes));
}

UnitResult read_result(io::Input& input) {
  return read_sealed(input, split_result_kind, [](SealedLines& lines) {
    UnitResult result;
    result.label = read_label(lines);
    result.solutions = Natural::parse(lines.next("solutions"));
    if (result.label.seed) result.fingerprint = Residue(lines.next_number("fingerprint"));
    if (result.label.variables) result.sums = sums_in(numbers_in(lines.next("sums")));
    result.nodes = lines.next_number("nodes");
    lines.end();
    if (result.label.number > result.label.units) lines.damaged("its number is none");
    return result;
  });
}

}  // namespace dlx::runs
