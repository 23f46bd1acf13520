#include "dlx/symmetry/conjugates.hpp"

#include <cstdint>
#include <map>
#include <utility>

namespace dlx::symmetry {
namespace {

using Numbers = std::map<OptionPermutation, std::size_t>;

/// Members in the order in which products with these generators meet them; some of them, if the
/// deadline is reached.
std::vector<OptionPermutation> closure(std::uint32_t options,
                                       const std::vector<OptionPermutation>& generators,
                                       Numbers& numbers, const search::Deadline& deadline) {
  std::vector<OptionPermutation> members = {first_ids<OptionId>(options)};
  numbers.clear();
  numbers.emplace(members[0], 0);
  for (std::size_t m = 0; m < members.size() && !deadline.reached(); ++m) {
    for (const OptionPermutation& generator : generators) {
      OptionPermutation next = product(members[m], generator);
      if (numbers.emplace(next, members.size()).second) members.push_back(std::move(next));
    }
  }
  return members;
}

}  // namespace

std::optional<Conjugates> conjugates(const OptionSymmetries& group,
                                     const search::Deadline& deadline) {
  Conjugates result;
  Numbers numbers;
  const auto options = static_cast<std::uint32_t>(group.members()[0].size());
  result.members = closure(options, {}, numbers, deadline);
  // Each generator doubles at least what those before it make.
  for (const OptionPermutation& member : group.members()) {
    if (numbers.contains(member)) continue;
    result.generators.push_back(member);
    result.members = closure(options, result.generators, numbers, deadline);
    if (deadline.reached()) return {};
  }
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
