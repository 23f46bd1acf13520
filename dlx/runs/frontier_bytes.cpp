#include "dlx/runs/frontier_bytes.hpp"

#include <cstddef>
#include <limits>
#include <stdexcept>

namespace dlx {

void append_number(std::string& bytes, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes += static_cast<char>(number | 0x80);
  bytes += static_cast<char>(number);
}

std::string numbers_to_bytes(std::span<const std::uint64_t> numbers) {
  std::string bytes;
  for (const std::uint64_t number : numbers) append_number(bytes, number);
  return bytes;
}

std::vector<std::uint64_t> numbers_from_bytes(std::string_view bytes) {
  std::vector<std::uint64_t> numbers;
  std::uint64_t number = 0;
  unsigned shift = 0;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (shift > 63 || (shift == 63 && byte > 1)) throw std::invalid_argument("a number too large");
    number |= std::uint64_t{byte & 0x7FU} << shift;
    shift += 7;
    if (byte >= 0x80) continue;
    numbers.push_back(number);
    number = shift = 0;
  }
  if (shift != 0) throw std::invalid_argument("a number without its end");
  return numbers;
}

// 0: everything. Otherwise 1, the length of the path, the path; then for each branch its depth, how
// many ways, and these.
std::string to_bytes(const Frontier& frontier) {
  std::string bytes;
  if (frontier.whole) return std::string(1, '\0');
  append_number(bytes, 1);
  append_number(bytes, frontier.path.size());
  for (const OptionId option : frontier.path) append_number(bytes, index(option));
  for (const Frontier::Branch& branch : frontier.branches) {
    append_number(bytes, branch.depth);
    append_number(bytes, branch.ways.size());
    for (const OptionId way : branch.ways) append_number(bytes, index(way));
  }
  return bytes;
}

Frontier frontier_from_bytes(std::string_view bytes) {
  const std::vector<std::uint64_t> numbers = numbers_from_bytes(bytes);
  std::size_t next = 0;
  const auto require = [](bool holds) {
    if (!holds) throw std::invalid_argument("bytes that are no frontier");
  };
  const auto take = [&] {
    require(next < numbers.size());
    return numbers[next++];
  };
  const auto take_options = [&] {
    const std::uint64_t count = take();
    require(count <= numbers.size() - next);
    std::vector<OptionId> options;
    for (std::uint64_t k = 0; k < count; ++k) {
      const std::uint64_t option = take();
      require(option <= std::numeric_limits<std::uint32_t>::max());
      options.push_back(OptionId{static_cast<std::uint32_t>(option)});
    }
    return options;
  };
  Frontier frontier;
  const std::uint64_t kind = take();
  require(kind <= 1);
  frontier.whole = kind == 0;
  if (frontier.whole) {
    require(next == numbers.size());
    return frontier;
  }
  frontier.path = take_options();
  while (next < numbers.size()) {
    const std::uint64_t depth = take();
    require(depth <= frontier.path.size());
    require(frontier.branches.empty() || depth > frontier.branches.back().depth);
    frontier.branches.push_back({static_cast<std::uint32_t>(depth), take_options()});
    require(!frontier.branches.back().ways.empty());
  }
  require(frontier.path.size() == (frontier.branches.empty() ? 0 : frontier.branches.back().depth));
  return frontier;
}

}  // namespace dlx
