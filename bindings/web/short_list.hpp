#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dlx/engines/short_search.hpp"

namespace dlx::web {

/// Lists the solutions of problems that take only microseconds.
class ShortList {
 public:
  /// The solutions of a problem, at most `most`, in the form of kept_as_numbers(); null if the
  /// short search has reached a limit. `numbers`: see dlx_open_numbers(). The result is valid until
  /// the next call.
  const std::uint32_t* list(std::span<const std::uint32_t> numbers, std::size_t most);

 private:
  void verify(std::uint32_t primary, std::uint32_t secondary);

  engines::ShortSearch search_;
  std::vector<std::uint8_t> covered_;  // for each item, 1 if the solution covers the item
  std::vector<std::uint32_t> listed_;
};

}  // namespace dlx::web
