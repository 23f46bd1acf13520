#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dlx {

/// A list of names in one block of memory. The names are numbered from 0 in the order in which they
/// were added.
class NamePool {
 public:
  /// Appends a name, even if the pool already contains an equal name. Returns the number of the new
  /// name.
  std::uint32_t add(std::string_view name) {
    text_ += name;
    ends_.push_back(text_.size());
    return static_cast<std::uint32_t>(ends_.size() - 1);
  }

  /// Adds names that are the numbers from 0 to `count` - 1: "0", "1" and so on.
  void add_numbers(std::uint32_t count) {
    std::array<char, 10> digits;  // A number of 32 bits has at most 10 decimal digits.
    ends_.reserve(ends_.size() + count);
    for (std::uint32_t number = 0; number < count; ++number) {
      text_.append(digits.data(),
                   std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
      ends_.push_back(text_.size());
    }
  }

  /// A new pool that contains the first `count` names of this pool.
  [[nodiscard]] NamePool first(std::uint32_t count) const {
    NamePool names;
    if (count == 0) return names;
    const std::size_t end = ends_[count - 1];
    names.text_.assign(text_, 0, end);
    names.ends_.assign(ends_.data(), ends_.data() + count);
    return names;
  }

  /// The name with number `i`, which must be below size(). The returned view is valid until the
  /// next add().
  [[nodiscard]] std::string_view operator[](std::uint32_t i) const noexcept {
    const std::size_t start = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(text_).substr(start, ends_[i] - start);
  }

  /// The number of names in the pool.
  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(ends_.size());
  }

  /// The number of bytes that the pool has allocated on the heap.
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return text_.capacity() + ends_.capacity() * sizeof(std::size_t);
  }

  /// Frees memory that was reserved for future names.
  void shrink_to_fit() {
    text_.shrink_to_fit();
    ends_.shrink_to_fit();
  }

 private:
  std::string text_;
  std::vector<std::size_t> ends_;
};

}  // namespace dlx
