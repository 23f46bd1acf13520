#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx::test {

/// A file of the folder that lies beside the checkout on some machines and is not part of it. A
/// test case that reads one is tagged [.shared], so that CTest runs it in a test of its own, which
/// is skipped where the folder does not exist.
[[nodiscard]] std::string shared_path(const std::string& name);

/// Problems of that folder with known counts.
struct SharedInstance {
  std::string name;
  std::string solutions;  // decimal
  std::uint32_t items = 0;
  std::uint32_t options = 0;
};

[[nodiscard]] std::vector<SharedInstance> shared_instances();
[[nodiscard]] std::string shared_instance_path(const std::string& name);
[[nodiscard]] Problem read_shared_instance(const std::string& name);

/// Set partitioning problems of airlines, from the OR-Library, whose least costs are known.
struct SharedPartitioning {
  std::string name;
  std::int64_t least_cost = 0;
};

[[nodiscard]] std::vector<SharedPartitioning> shared_partitionings();
[[nodiscard]] Problem read_shared_partitioning(const std::string& name);

/// One line of data/signatures.tsv: what a search of an engine must cost, to the node.
struct Signature {
  std::string instance;
  std::string engine;
  std::string solutions;
  std::uint64_t nodes = 0;
  std::uint64_t updates = 0;
};

[[nodiscard]] std::vector<Signature> read_signatures();

}  // namespace dlx::test
