#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"

namespace dlx::test {

/// Problems with known counts that lie beside the checkout on some machines and not in it.
struct SharedInstance {
  std::string name;
  std::string solutions;  // decimal
  std::uint32_t items = 0;
  std::uint32_t options = 0;
};

/// The list of the folder; nothing if the folder is not there. Then a test says so with
/// skip_message() and passes over, which CTest reports as skipped.
[[nodiscard]] std::optional<std::vector<SharedInstance>> shared_instances();
[[nodiscard]] std::string shared_instance_path(const std::string& name);
[[nodiscard]] Problem read_shared_instance(const std::string& name);
[[nodiscard]] std::string skip_message();

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
