#pragma once

#include <catch2/catch.hpp>
#include <cstdint>

#include "dlx/core/verify.hpp"
#include "dlx/names.hpp"
#include "dlx/solver.hpp"
#include "reductions/polycube/polycube.hpp"

namespace dlx::test {

/// The number of assemblies that is_representative() picks; every assembly must pass the verifier.
inline std::uint64_t verified_classes(const polycube::Model& model, UpTo up_to) {
  const OptionSymmetries group = polycube::symmetries(model, up_to);
  std::uint64_t found = 0;
  Verifier verifier(model.problem);
  for (Solver solver(model.problem); solver.next();) {
    REQUIRE(verifier.faults(solver.solution()).empty());
    if (group.is_representative(solver.solution())) ++found;
  }
  return found;
}

}  // namespace dlx::test
