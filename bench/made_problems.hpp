#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx::bench {

/// A problem made for measurements, with a name such as "queens 3", which consists of its kind and
/// size.
struct MadeProblem {
  std::string name;
  Problem problem;
};

/// The number of kinds of problems. There are random exact covers, also with colours and with
/// multiplicities, and tilings of boards. Other kinds are rings, independent parts, duplicates,
/// triple systems, Latin squares, colourings, matchings, partitions, queens, Langford pairs and
/// pigeonholes.
[[nodiscard]] std::uint32_t made_kinds();

/// Makes a problem of a kind. Kinds are numbered from 0. `size` is from 0 to 9; a greater size
/// makes a harder problem. Every run makes equal problems.
[[nodiscard]] MadeProblem make_problem(std::uint32_t kind, std::uint32_t size);

}  // namespace dlx::bench
