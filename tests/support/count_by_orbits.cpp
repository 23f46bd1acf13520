#include "tests/support/count_by_orbits.hpp"

#include <utility>
#include <vector>

#include "dlx/counting/way_for.hpp"
#include "dlx/counting/ways.hpp"
#include "dlx/symmetry/first_choices.hpp"

namespace dlx::test {

std::optional<counting::CountResult> count_by_orbits(const Problem& problem,
                                                     const OptionSymmetries& group,
                                                     const Options& options) {
  const symmetry::FirstChoiceUse use = options.trace != nullptr
                                           ? symmetry::FirstChoiceUse::certificate
                                           : symmetry::FirstChoiceUse::solutions;
  std::vector<symmetry::FirstChoice> choices = first_choices(problem, group, use);
  if (choices[0].chosen.empty()) return {};
  const std::optional<counting::Clock::time_point> end;
  const counting::Resources alone;
  const counting::Context context{.options = &options,
                                  .resources = &alone,
                                  .end = &end,
                                  .order = options.order,
                                  .trace = options.trace};
  const auto way = counting::first_choices_way(
      problem, {}, context, {group, std::move(choices)},
      [](const Problem& rest, const Tally& weights, const counting::Context& rest_context) {
        return counting::way_for(rest, weights, rest_context, counting::SymmetryUse::forbidden);
      });
  counting::CountResult result;
  result.status = way->run({});
  way->close();
  result.value = way->counted().solutions;
  way->add_to(result);
  way->report_into(result);
  return result;
}

}  // namespace dlx::test
