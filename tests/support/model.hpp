#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx::test {

/// A problem that can be changed: what the tests transform before they build a Problem from it.
struct Model {
  static constexpr int uncoloured = -1;

  struct Item {
    std::string name;
    Bounds bounds;
    friend bool operator==(const Item&, const Item&) = default;
  };
  struct Use {
    std::uint32_t item = 0;
    int colour = uncoloured;  // a position in `colours`
    friend bool operator==(const Use&, const Use&) = default;
  };
  struct Option {
    std::vector<Use> uses;
    std::int64_t cost = 0;
    friend bool operator==(const Option&, const Option&) = default;
  };

  std::vector<Item> items;  // the primary ones first
  std::uint32_t primaries = 0;
  std::vector<std::string> colours;
  std::vector<Option> options;
  int cost_places = 0;  // of all costs

  [[nodiscard]] Problem problem() const;

  /// Adds a primary item behind the others; the numbers of the secondary items move up by one.
  std::uint32_t add_primary(const std::string& name, Bounds bounds = {});
  std::uint32_t add_secondary(const std::string& name);
  int add_colour(const std::string& name);

  [[nodiscard]] bool is_primary(std::uint32_t item) const { return item < primaries; }
  [[nodiscard]] bool contains(const Option& option, std::uint32_t item) const;

  /// Keeps the options for which `wanted(option)` holds.
  template <class Wanted>
  [[nodiscard]] Model with_options_where(Wanted wanted) const {
    Model result = *this;
    std::erase_if(result.options, [&](const Option& o) { return !wanted(o); });
    return result;
  }

  friend bool operator==(const Model&, const Model&) = default;
};

/// The way back: the model that builds this problem. Colours come in the order of the problem's.
[[nodiscard]] Model model_of(const Problem& problem);

/// The canonical text as one string.
[[nodiscard]] std::string canonical_text(const Problem& problem);

/// The number of each option: see Problem::number().
[[nodiscard]] std::vector<std::uint32_t> numbers_of(const Problem& problem);

}  // namespace dlx::test
