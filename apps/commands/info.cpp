#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/answer.hpp"
#include "apps/run/reading.hpp"
#include "apps/run/report.hpp"
#include "apps/run/watch.hpp"
#include "dlx/certificate/identity.hpp"
#include "dlx/core/text.hpp"
#include "dlx/preprocess/alike.hpp"
#include "dlx/preprocess/invariant.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/symmetry/merged_group.hpp"
#include "dlx/symmetry/symmetry_text.hpp"

namespace dlx::app {
namespace {

struct Spread {
  std::uint64_t least = 0;
  std::uint64_t median = 0;
  std::uint64_t most = 0;
};

Spread spread(std::vector<std::uint64_t> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  return {values.front(), values[values.size() / 2], values.back()};
}

std::size_t number_of_orbits(const std::vector<std::uint32_t>& orbit) {
  std::size_t count = 0;
  for (std::uint32_t k = 0; k < orbit.size(); ++k) count += orbit[k] == k ? 1 : 0;
  return count;
}

/// A line of output, truncated if it is too long to read.
std::string shown(const std::string& line) {
  constexpr std::size_t longest = 2'000;
  return line.size() <= longest ? line : line.substr(0, longest) + " ...";
}

/// The automorphisms of a problem, as used for --up-to all. Permutations that only exchange equal
/// options (options with the same items, colours and cost) are not listed as generators. The list
/// of the sets of equal options describes these permutations.
struct FoundSymmetries {
  symmetry::Automorphisms group;
  std::optional<preprocess::AlikeOptions> alike = {};
};

FoundSymmetries find_symmetries(const Problem& problem,
                                const symmetry::AutomorphismOptions& options) {
  FoundSymmetries found{{}, preprocess::merge_alike(problem)};
  if (!found.alike) {
    found.group = automorphisms(problem, options);
    return found;
  }
  const preprocess::AlikeOptions& alike = *found.alike;
  symmetry::Automorphisms& group = found.group;
  group = automorphisms(alike.problem, options);
  if (!group.complete) return found;
  group.order *= alike.exchanges;
  for (symmetry::MatrixPermutation& generator : group.generators)
    generator = lifted(alike, generator);
  const std::vector<std::uint32_t> orbit_of_set =
      std::exchange(group.orbit_of_option, std::vector<std::uint32_t>(problem.option_count()));
  for (std::size_t set = 0; set < orbit_of_set.size(); ++set) {
    for (const OptionId option : alike.originals[set]) {
      group.orbit_of_option[index(option)] = index(alike.originals[orbit_of_set[set]].front());
    }
  }
  return found;
}

/// Adds the sets of equal options to the JSON object, and returns a line of text about them.
std::string describe_alike(const Problem& problem, const preprocess::AlikeOptions& alike,
                           Json& symmetry) {
  Json sets = Json::array();
  for (std::size_t set = 0; set < alike.originals.size(); ++set) {
    if (alike.originals[set].size() == 1) continue;
    sets.push_back(option_numbers(problem, alike.originals[set]));
  }
  std::string text = "alike options            " + quantity(sets.size(), "set") + "\n";
  symmetry["alike_options"] = std::move(sets);
  return text;
}

/// Implements --symmetry: adds the symmetries to the JSON object and returns them as text. If the
/// search for symmetries ends early, sets `status` to the reason.
std::string describe_symmetry(const Request& request, Console& console, const Problem& problem,
                              Json& object, Status& status) {
  const Options search = Watch(request, console).options(&problem);
  symmetry::AutomorphismOptions options;  // AutomorphismOptions contain a time limit by default
  if (search.time) options.control.limits.time = search.time;
  options.control.stop = search.stop;
  const auto [group, alike] = find_symmetries(problem, options);
  Json symmetry = {{"complete", group.complete}, {"seconds", group.seconds}};
  if (!group.complete) {
    status = stop_requested() ? Status::stopped : Status::time_limit;
    object["symmetry"] = symmetry;
    return fmt::format("symmetries               not found in {:.1f} s\n", group.seconds) +
           incomplete_line(status);
  }
  symmetry["order"] = group.order.to_string();
  symmetry["generators"] = Json::array();
  std::string text = fmt::format(
      "symmetries               {}, found in {:.1f} ms\n"
      "orbits                   {} of items, {} of options\n",
      order_in_words(group.order), group.seconds * 1e3, number_of_orbits(group.orbit_of_item),
      number_of_orbits(group.orbit_of_option));
  if (alike) text += describe_alike(problem, *alike, symmetry);
  // In JSON a permutation is a list: the entry at position n - 1 is the image of item or option
  // number n. If the reader of the file dropped option n, its entry is null.
  const auto item_numbers = [](const auto& items) {
    Json list = Json::array();
    for (const auto item : items) list.push_back(static_cast<std::uint32_t>(item) + 1);
    return list;
  };
  const auto numbers_of_options = [&](const auto& images) {
    Json list(problem.last_number(), nullptr);
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      const OptionId image{static_cast<std::uint32_t>(images[o])};
      list[problem.number(OptionId{o}) - 1] = problem.number(image);
    }
    return list;
  };
  for (const symmetry::MatrixPermutation& generator : group.generators) {
    Json one = {{"cycles", symmetry_text(problem, generator)},
                {"items", item_numbers(generator.items)},
                {"options", numbers_of_options(generator.options)}};
    symmetry["generators"].push_back(one);
    // The symmetry's cycles, in the notation that --up-to FILE reads.
    const std::string cycles = one["cycles"];
    text += "generator                " + (cycles.empty() ? "moves options only" : shown(cycles)) +
            "\n";
  }
  symmetry["orbit_of_item"] = item_numbers(group.orbit_of_item);
  symmetry["orbit_of_option"] = numbers_of_options(group.orbit_of_option);
  object["symmetry"] = symmetry;
  return text;
}

/// An invariant (weights of items) that excludes all solutions, if one is found within 200 ms.
std::optional<preprocess::Invariant> invariant_soon(const Problem& problem) {
  constexpr std::chrono::milliseconds longest(200);
  return preprocess::refuting_invariant(problem, search::Deadline(longest, nullptr)).found;
}

Json to_json(const preprocess::Invariant& invariant, const Problem& problem) {
  Json object = Json::object();
  object["modulus"] = invariant.modulus;
  object["weights"] = Json::object();
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
    if (invariant.weights[i] == 0) continue;
    object["weights"][std::string(problem.name(ItemId{i}))] = invariant.weights[i];
  }
  return object;
}

/// The text of an invariant: one line for the modulus, then one line for the weight of each item.
std::string to_text(const preprocess::Invariant& invariant, const Problem& problem) {
  std::string text = fmt::format(
      "solutions                none: modulo {}, all options weigh 0, and the items do not\n",
      invariant.modulus);
  std::map<std::uint32_t, std::string> names;
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
    if (invariant.weights[i] == 0) continue;
    names[invariant.weights[i]].append(" ").append(problem.name(ItemId{i}));
  }
  for (const auto& [weight, items] : names) {
    text += fmt::format("{:<25}{}\n", fmt::format("weight {}", weight), shown(items.substr(1)));
  }
  return text;
}

/// The facts about a problem that `dlx info` prints, except its symmetries.
struct Facts {
  explicit Facts(const Problem& the_problem) : problem(the_problem) {
    std::vector<std::uint64_t> items_of_option;
    std::vector<std::uint64_t> options_of_item(problem.item_count());
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      items_of_option.push_back(problem.items(OptionId{o}).size());
      for (const ItemId item : problem.items(OptionId{o})) ++options_of_item[index(item)];
    }
    options_of_item.resize(problem.primary_count());
    per_option = spread(items_of_option);
    per_item = spread(options_of_item);
    without_option = std::count(options_of_item.begin(), options_of_item.end(), 0U);
    with_one_option = std::count(options_of_item.begin(), options_of_item.end(), 1U);
    const double cells =
        static_cast<double>(problem.item_count()) * static_cast<double>(problem.option_count());
    density = cells == 0 ? 0 : static_cast<double>(problem.entry_count()) / cells;
  }

  const Problem& problem;
  std::string digest = certificate::identity(problem);
  EngineChoice choice = choose_engine(problem);
  std::optional<preprocess::Invariant> invariant = invariant_soon(problem);
  Spread per_option = {}, per_item = {};
  // Numbers of primary items that no option contains, and that exactly one option contains.
  std::ptrdiff_t without_option = 0, with_one_option = 0;
  double density = 0;
};

Json to_json(const Spread& s) {
  Json j = {{"least", s.least}, {"median", s.median}, {"most", s.most}};
  return j;
}

Json to_json(const Facts& facts) {
  const Problem& problem = facts.problem;
  Json object = {{"identity", facts.digest},
                 {"items", problem.item_count()},
                 {"primary", problem.primary_count()},
                 {"secondary", problem.secondary_count()},
                 {"options", problem.option_count()},
                 {"entries", problem.entry_count()},
                 {"density", facts.density},
                 {"colours", problem.colour_count()},
                 {"multiplicities", problem.has_multiplicities()},
                 {"costs", problem.has_costs()},
                 {"items_per_option", to_json(facts.per_option)},
                 {"options_per_primary_item", to_json(facts.per_item)},
                 {"items_without_option", facts.without_option},
                 {"items_with_one_option", facts.with_one_option},
                 {"problem_bytes", problem.memory_bytes()},
                 {"engine", to_string(facts.choice.engine)},
                 {"why", facts.choice.why}};
  if (facts.invariant) object["invariant"] = to_json(*facts.invariant, problem);
  return object;
}

std::string to_text(const Facts& facts) {
  const Problem& problem = facts.problem;
  return fmt::format(
      "identity                 {}\n"
      "items                    {} ({} primary, {} secondary)\n"
      "options                  {}\n"
      "entries                  {} ({:.3g} % of items x options)\n"
      "items per option         {} to {}, median {}\n"
      "options per primary item {} to {}, median {}\n"
      "primary items            {} without option, {} with one\n"
      "colours                  {}\n"
      "multiplicities           {}\n"
      "costs                    {}\n"
      "memory                   {}\n"
      "engine                   {}: {}\n",
      facts.digest, problem.item_count(), problem.primary_count(), problem.secondary_count(),
      problem.option_count(), problem.entry_count(), 100 * facts.density, facts.per_option.least,
      facts.per_option.most, facts.per_option.median, facts.per_item.least, facts.per_item.most,
      facts.per_item.median, facts.without_option, facts.with_one_option, problem.colour_count(),
      problem.has_multiplicities() ? "yes" : "no", problem.has_costs() ? "yes" : "no",
      quantity(problem.memory_bytes(), "byte"), to_string(facts.choice.engine), facts.choice.why);
}

int info(const Request& request, Console& console, bool with_symmetry) {
  const Problem problem = read_problem(request, console);
  const Facts facts(problem);
  Json object = to_json(facts);
  Status status = Status::exhausted;
  const std::string symmetry =
      with_symmetry ? describe_symmetry(request, console, problem, object, status) : std::string();
  if (request.json) {
    console.print_json(object);
  } else {
    const auto& invariant = facts.invariant;
    console.print(to_text(facts) + (invariant ? to_text(*invariant, problem) : "") + symmetry);
  }
  return exit_code(status);
}

}  // namespace

void add_info(CLI::App& command, CommandLine& line) {
  add_read_options(command, line.request);
  auto& with_symmetry = set_action(command, line, info);
  command.add_flag("--symmetry", with_symmetry,
                   "Also find the symmetries of the problem: all permutations of items and options "
                   "that map the problem to itself, perhaps with renamed colours. Prints their "
                   "number, generators as cycles of items and of coloured items, and the number of "
                   "orbits. Options with the same items, colours and cost may also be exchanged, "
                   "which no generator shows. --json prints more details; items and options are "
                   "numbered from 1 there, and null is an option that was dropped");
  add_time_options(command, line.request);
  add_general_options(command, line.request);
  command.footer(
      "The identity is the SHA-256 of the problem's canonical text, so it does not depend on\n"
      "spacing, comments and line ends. --symmetry gives up after 10 s (exit code 3) unless\n"
      "--time-limit is given. If weights of items prove that no solution exists, dlx info prints\n"
      "them: modulo a small prime, the weights in each option add up to 0, but the weights of\n"
      "all items to be covered do not.\n\n"
      "Examples:\n"
      "  dlx info problem.dlx\n"
      "  dlx soma --emit | dlx info - --symmetry\n"
      "  dlx soma --emit | dlx info - --json\n");
}

}  // namespace dlx::app
