#include "dlx/symmetry/conjugates.hpp"

#include <cstdint>
#include <map>
#include <utility>

#include "dlx/symmetry/generated.hpp"

namespace dlx::symmetry {

std::optional<Conjugates> conjugates(const OptionSymmetries& group,
                                     const search::Deadline& deadline) {
  auto generators = generators_of(group, deadline);
  if (!generators) return {};
  const auto options = static_cast<std::uint32_t>(group.members()[0].size());
  auto members = generated(options, *generators, group.order(), deadline);
  if (!members) return {};
  Conjugates result{*std::move(generators), *std::move(members), {}};
  std::map<OptionPermutation, std::size_t> numbers;
  for (const OptionPermutation& member : result.members) numbers.emplace(member, numbers.size());
  std::vector<OptionPermutation> inverses;
  for (const OptionPermutation& g : result.generators) inverses.push_back(inverse(g));

  constexpr std::size_t unmet = SIZE_MAX;
  result.first_conjugates.assign(result.members.size(), {unmet, 0});
  for (std::size_t first = 0; first < result.members.size(); ++first) {
    if (result.first_conjugates[first].first != unmet) continue;
    result.first_conjugates[first] = {first, 0};
    std::vector<std::size_t> alike = {first};
    for (std::size_t next = 0; next < alike.size(); ++next) {
      if (deadline.reached()) return {};
      const OptionPermutation& by = result.members[result.first_conjugates[alike[next]].by];
      for (std::size_t g = 0; g < inverses.size(); ++g) {
        const OptionPermutation& generator = result.generators[g];
        const std::size_t image =
            numbers.at(product(product(inverses[g], result.members[alike[next]]), generator));
        if (result.first_conjugates[image].first != unmet) continue;
        result.first_conjugates[image] = {first, numbers.at(product(by, generator))};
        alike.push_back(image);
      }
    }
  }
  return result;
}

}  // namespace dlx::symmetry
