#include "bindings/web/short_list.hpp"

#include <stdexcept>

namespace dlx::web {

/// Verifies the solutions in the same way as the class Verifier.
void ShortList::verify(std::uint32_t primary, std::uint32_t secondary) {
  bool right = true;
  for (auto rest = search_.solutions(); !rest.empty(); rest = rest.subspan(1 + rest[0])) {
    covered_.assign(primary + secondary, 0);
    std::uint8_t* const covered = covered_.data();
    std::uint32_t uncovered = primary;
    for (const std::uint32_t option : rest.subspan(1, rest[0])) {
      for (const std::uint32_t item : search_.items(option)) {
        right &= covered[item] == 0;
        covered[item] = 1;
        uncovered -= item < primary ? 1U : 0U;
      }
    }
    right &= uncovered == 0;
  }
  if (!right)
    throw std::logic_error("the short search reported a set of options that is not a solution");
}

const std::uint32_t* ShortList::list(std::span<const std::uint32_t> numbers, std::size_t most) {
  if (numbers.size() < 2) return nullptr;
  const auto options = numbers.subspan(2);
  if (!search_.run(numbers[0], numbers[1], options, most)) return nullptr;
  verify(numbers[0], numbers[1]);
  listed_.assign({0, search_.complete() ? 1U : 0U, search_.nodes(), search_.found()});
  listed_.insert(listed_.end(), search_.solutions().begin(), search_.solutions().end());
  return listed_.data();
}

}  // namespace dlx::web
