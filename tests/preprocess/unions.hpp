#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/model.hpp"

namespace dlx::test {

/// The problem of several that have nothing to do with each other. Names get the number of their
/// part in front; `options[k]` are the numbers of part k's options.
struct Union {
  Model model;
  std::vector<std::vector<std::uint32_t>> options;
};

inline Union disjoint_union(const std::vector<Model>& parts) {
  Union result;
  Model& whole = result.model;
  std::vector<std::vector<std::uint32_t>> places(parts.size());
  for (const bool primary : {true, false}) {
    for (std::size_t p = 0; p < parts.size(); ++p) {
      for (std::uint32_t i = 0; i < parts[p].items.size(); ++i) {
        if (parts[p].is_primary(i) != primary) continue;
        places[p].push_back(static_cast<std::uint32_t>(whole.items.size()));
        whole.items.push_back(parts[p].items[i]);
        whole.items.back().name.insert(0, std::to_string(p) + "-");
      }
    }
    if (primary) whole.primaries = static_cast<std::uint32_t>(whole.items.size());
  }
  result.options.resize(parts.size());
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const int first_colour = static_cast<int>(whole.colours.size());
    for (const auto& name : parts[p].colours) {
      whole.colours.push_back(std::to_string(p) + "-" + name);
    }
    for (Model::Option option : parts[p].options) {
      for (Model::Use& use : option.uses) {
        use.item = places[p][use.item];
        if (use.colour != Model::uncoloured) use.colour += first_colour;
      }
      result.options[p].push_back(static_cast<std::uint32_t>(whole.options.size()));
      whole.options.push_back(std::move(option));
    }
  }
  return result;
}

}  // namespace dlx::test
