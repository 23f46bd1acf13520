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
  /// Lists at most `most` solutions of a problem, in the form of kept_as_numbers(). Returns null if
  /// the search has reached a limit. `numbers` is the problem in the form of dlx_open_numbers().
  /// The result is valid until the next call.
  const std::uint32_t* list(std::span<const std::uint32_t> numbers, std::size_t most);

 private:
  void verify(std::uint32_t primary, std::uint32_t secondary);

  engines::ShortSearch search_;
  std::vector<std::uint8_t> covered_;  // for each item, 1 if the solution covers the item
  std::vector<std::uint32_t> listed_;
};

}  // namespace dlx::web
