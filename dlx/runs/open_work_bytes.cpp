#include "dlx/runs/open_work_bytes.hpp"

#include <cstddef>
#include <limits>
#include <stdexcept>

namespace dlx::runs {

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

// Writes open work, the part of a search tree that is not searched yet, as a list of numbers. The
// list is a single 0 if the open work is the whole search. Otherwise the list consists of 1, the
// length of the path, the path, and for each branch its depth, the number of its ways (options
// still to be tried), and the ways.
std::string to_bytes(const search::OpenWork& open_work) {
  std::string bytes;
  if (open_work.whole) return std::string(1, '\0');
  append_number(bytes, 1);
  append_number(bytes, open_work.path.size());
  for (const OptionId option : open_work.path) append_number(bytes, index(option));
  for (const search::OpenWork::Branch& branch : open_work.branches) {
    append_number(bytes, branch.depth);
    append_number(bytes, branch.ways.size());
    for (const OptionId way : branch.ways) append_number(bytes, index(way));
  }
  return bytes;
}

search::OpenWork open_work_from_bytes(std::string_view bytes) {
  const std::vector<std::uint64_t> numbers = numbers_from_bytes(bytes);
  std::size_t next = 0;
  const auto require = [](bool holds) {
    if (!holds) throw std::invalid_argument("these bytes do not hold open work");
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
  search::OpenWork open_work;
  const std::uint64_t kind = take();
  require(kind <= 1);
  open_work.whole = kind == 0;
  if (open_work.whole) {
    require(next == numbers.size());
    return open_work;
  }
  open_work.path = take_options();
  while (next < numbers.size()) {
    const std::uint64_t depth = take();
    require(depth <= open_work.path.size());
    require(open_work.branches.empty() || depth > open_work.branches.back().depth);
    open_work.branches.push_back({static_cast<std::uint32_t>(depth), take_options()});
    require(!open_work.branches.back().ways.empty());
  }
  require(open_work.path.size() ==
          (open_work.branches.empty() ? 0 : open_work.branches.back().depth));
  return open_work;
}

}  // namespace dlx::runs
