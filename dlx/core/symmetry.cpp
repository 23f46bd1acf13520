#include "dlx/core/symmetry.hpp"

#include <algorithm>
#include <boost/container/small_vector.hpp>

namespace dlx {

OptionPermutation product(const OptionPermutation& first, const OptionPermutation& then) {
  OptionPermutation result(first.size());
  for (std::size_t o = 0; o < first.size(); ++o) result[o] = then[index(first[o])];
  return result;
}

OptionPermutation inverse(const OptionPermutation& permutation) {
  OptionPermutation result(permutation.size());
  for (std::uint32_t o = 0; o < permutation.size(); ++o) {
    result[index(permutation[o])] = OptionId{o};
  }
  return result;
}

namespace {

/// Whether the solution comes first lexicographically among those of its images under `members` for
/// which `wanted` returns true.
template <class Wanted>
bool is_first_image(std::span<const OptionPermutation> members, std::span<const OptionId> solution,
                    Wanted wanted) {
  using Options = boost::container::small_vector<OptionId, 64>;
  Options original(solution.begin(), solution.end());
  std::sort(original.begin(), original.end());
  Options image(original.size());
  return std::none_of(members.begin(), members.end(), [&](const OptionPermutation& member) {
    std::transform(original.begin(), original.end(), image.begin(),
                   [&](OptionId option) { return member[index(option)]; });
    std::sort(image.begin(), image.end());
    return image < original && wanted(image);
  });
}

}  // namespace

bool OptionSymmetries::is_representative(std::span<const OptionId> solution) const {
  return is_first_image(members_, solution, [](const auto&) { return true; });
}

bool OptionSymmetries::is_representative(std::span<const OptionId> solution,
                                         OptionId option) const {
  return is_first_image(members_, solution, [option](const auto& image) {
    return std::binary_search(image.begin(), image.end(), option);
  });
}

bool OptionSymmetries::is_representative(
    std::span<const OptionId> solution,
    const std::function<bool(std::span<const OptionId>)>& wanted) const {
  return is_first_image(members_, solution, [&](const auto& image) {
    return wanted({image.data(), image.size()});
  });
}

std::set<std::vector<OptionId>> OptionSymmetries::images(std::span<const OptionId> solution) const {
  std::set<std::vector<OptionId>> found;
  std::vector<OptionId> image(solution.size());
  for (const OptionPermutation& member : members_) {
    std::transform(solution.begin(), solution.end(), image.begin(),
                   [&](OptionId option) { return member[index(option)]; });
    std::sort(image.begin(), image.end());
    found.insert(image);
  }
  return found;
}

std::vector<OptionId> OptionSymmetries::canonical(std::span<const OptionId> solution) const {
  std::vector<OptionId> least;
  std::vector<OptionId> image(solution.size());
  for (const OptionPermutation& member : members_) {
    std::transform(solution.begin(), solution.end(), image.begin(),
                   [&](OptionId option) { return member[index(option)]; });
    std::sort(image.begin(), image.end());
    if (least.empty() || image < least) least = image;
  }
  return least;
}

OptionSymmetries OptionSymmetries::stabiliser(OptionId option) const {
  std::vector<OptionPermutation> kept;
  std::copy_if(members_.begin(), members_.end(), std::back_inserter(kept),
               [&](const OptionPermutation& member) { return member[index(option)] == option; });
  return OptionSymmetries(std::move(kept));
}

}  // namespace dlx
