#include <fmt/format.h>

#include <algorithm>

#include "apps/run.hpp"
#include "dlx/core/identity.hpp"
#include "dlx/solver.hpp"

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

int info(Session& session) {
  const Problem problem = read_problem(session);
  std::vector<std::uint64_t> items_of_option;
  std::vector<std::uint64_t> options_of_item(problem.item_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    items_of_option.push_back(problem.items(OptionId{o}).size());
    for (const ItemId item : problem.items(OptionId{o})) ++options_of_item[index(item)];
  }
  options_of_item.resize(problem.primary_count());
  const Spread per_option = spread(items_of_option);
  const Spread per_item = spread(options_of_item);
  const auto with = [&](std::uint64_t options) {
    return std::count(options_of_item.begin(), options_of_item.end(), options);
  };
  const double cells =
      static_cast<double>(problem.item_count()) * static_cast<double>(problem.option_count());
  const double density = cells == 0 ? 0 : static_cast<double>(problem.entry_count()) / cells;
  const EngineChoice choice = choose_engine(problem);

  Json object;
  object["identity"] = identity(problem);
  object["items"] = problem.item_count();
  object["primary"] = problem.primary_count();
  object["secondary"] = problem.secondary_count();
  object["options"] = problem.option_count();
  object["entries"] = problem.entry_count();
  object["density"] = density;
  object["colours"] = problem.colour_count();
  object["multiplicities"] = problem.has_multiplicities();
  object["costs"] = problem.has_costs();
  const auto as_json = [](const Spread& s) {
    Json j;
    j["least"] = s.least;
    j["median"] = s.median;
    j["most"] = s.most;
    return j;
  };
  object["items_per_option"] = as_json(per_option);
  object["options_per_primary_item"] = as_json(per_item);
  object["items_without_option"] = with(0);
  object["items_with_one_option"] = with(1);
  object["problem_bytes"] = problem.memory_bytes();
  object["engine"] = to_string(choice.engine);
  object["why"] = choice.why;
  if (session.general.json) {
    session.out.print(object.dump() + "\n");
  } else {
    session.out.print(fmt::format(
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
        "memory                   {} bytes\n"
        "engine                   {}: {}\n",
        object["identity"].get<std::string>(), problem.item_count(), problem.primary_count(),
        problem.secondary_count(), problem.option_count(), problem.entry_count(), 100 * density,
        per_option.least, per_option.most, per_option.median, per_item.least, per_item.most,
        per_item.median, with(0), with(1), problem.colour_count(),
        problem.has_multiplicities() ? "yes" : "no", problem.has_costs() ? "yes" : "no",
        problem.memory_bytes(), to_string(choice.engine), choice.why));
  }
  session.out.flush();
  return success;
}

}  // namespace

void add_info(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("info", "Describe an exact-cover problem");
  add_read_options(*command, session);
  add_general_options(*command, session);
  command->footer(
      "The identity is the SHA-256 of the problem's canonical text: the same for any spacing,\n"
      "comments and line ends.\n\n"
      "Examples:\n"
      "  dlx info problem.dlx\n"
      "  dlx soma --emit | dlx info - --json\n");
  command->callback([&session] { session.action = [&session] { return info(session); }; });
}

}  // namespace dlx::app
