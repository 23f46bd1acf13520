#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx::bench {

/// A problem made for measuring, and a name that says its kind and size.
struct MadeProblem {
  std::string name;
  Problem problem;
};

/// How many kinds of problem there are: random exact covers of several densities, with colours and
/// with multiplicities; matchings, boards, chains and trees of cells; independent parts,
/// duplicates, symmetric designs, pigeonholes.
[[nodiscard]] std::uint32_t made_kinds();

/// A problem of a kind, numbered from 0; a larger `size`, from 0 to 9, is a harder one. The same on
/// every run.
[[nodiscard]] MadeProblem make_problem(std::uint32_t kind, std::uint32_t size);

}  // namespace dlx::bench
