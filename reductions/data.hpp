#pragma once

#include <string_view>

/// Files of the folder data/, built into the library.
namespace dlx::data {

[[nodiscard]] std::string_view snakes_json();
[[nodiscard]] std::string_view happy_cubes_json();

}  // namespace dlx::data
