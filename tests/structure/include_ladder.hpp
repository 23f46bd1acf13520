#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace dlx::test {

struct LadderReport {
  std::size_t files = 0;
  std::size_t includes = 0;
  std::vector<std::string> faults;  ///< "dlx/core/x.hpp:3: what is wrong"
};

/// Checks every #include in the folders dlx/, reductions/ and apps/ below `root` against the
/// ladders
///     core <- search, preprocess, io <- engines, tables, symmetry <- solve <- solver
///          <- counting <- runs
///     cli <- run <- commands, cluster
/// and against the rules for Boost and for WebAssembly; and that namespaces have the names of their
/// folders. Each rule is spelt out in the .cpp.
[[nodiscard]] LadderReport check_include_ladder(const std::filesystem::path& root);

}  // namespace dlx::test
