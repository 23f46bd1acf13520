#pragma once

#include <cstddef>
#include <cstdint>

/// The allocations of this program, which fail on demand.
namespace dlx::test::memory {

/// Which allocations are meant.
enum class Kind {
  operator_new,  ///< of C++
  malloc,        ///< of all, those of libraries in C included; not where sanitizers have their own
};

/// Whether allocations of a kind can be made to fail.
[[nodiscard]] bool can_fail(Kind kind);

/// From now on the `at`-th allocation of any thread fails, counted from 1, and if `on` all after
/// it.
void fail(Kind kind, std::uint64_t at, bool on);

/// No allocation fails any more. How many there were since fail(), and were to fail.
struct Count {
  std::uint64_t made = 0;
  std::uint64_t failed = 0;
};
Count fail_no_more();

}  // namespace dlx::test::memory
