#include "dlx/symmetry/generated.hpp"

#include <functional>
#include <iterator>
#include <set>
#include <string_view>
#include <unordered_set>

namespace dlx::symmetry {

std::optional<std::vector<OptionPermutation>> generated(
    std::uint32_t options, std::span<const OptionPermutation> generators, std::size_t most,
    const search::Deadline& deadline) {
  std::vector<OptionPermutation> found = {first_ids<OptionId>(options)};
  const auto hash = [&](std::size_t place) {
    const OptionPermutation& images = found[place];
    return std::hash<std::string_view>()(
        {reinterpret_cast<const char*>(images.data()), images.size() * sizeof(OptionId)});
  };
  const auto equal = [&](std::size_t a, std::size_t b) { return found[a] == found[b]; };
  constexpr std::size_t buckets = 64;  // the initial number of buckets of the hash table
  // A hash table of the members of the group, given by their positions in `found`.
  std::unordered_set<std::size_t, decltype(hash), decltype(equal)> known({0}, buckets, hash, equal);
  // The estimated seconds for each product of two permutations, and for each option in it.
  constexpr double per_product = 2e-7, per_option = 4e-9;
  const double member =
      (per_product + per_option * options) * static_cast<double>(generators.size());
  for (std::size_t next = 0; next < found.size(); ++next) {
    if (deadline.reached(member)) return {};
    for (const OptionPermutation& generator : generators) {
      found.push_back(product(found[next], generator));
      if (!known.insert(found.size() - 1).second) {
        found.pop_back();
      } else if (found.size() > most) {
        return {};
      }
    }
  }
  return found;
}

std::optional<std::vector<OptionPermutation>> generators_of(const OptionSymmetries& group,
                                                            const search::Deadline& deadline) {
  const auto options = static_cast<std::uint32_t>(group.members()[0].size());
  std::vector<OptionPermutation> generators;
  std::set<OptionPermutation> known = {first_ids<OptionId>(options)};
  for (const OptionPermutation& member : group.members()) {
    if (known.contains(member)) continue;
    generators.push_back(member);
    auto members = generated(options, generators, group.order(), deadline);
    if (!members) return {};
    known = {std::move_iterator(members->begin()), std::move_iterator(members->end())};
  }
  return generators;
}

}  // namespace dlx::symmetry
