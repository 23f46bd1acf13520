#pragma once

#include <string>
#include <vector>

/// What is measured: every engine on every instance, the naive bitmask search where it applies, and
/// what the rules of path_links bring.
namespace dlx::bench {

/// Registers "instance/method" with Google Benchmark for the built-in instances, and for problems
/// in files (Knuth's text format). The naive search must first agree with
/// the engines on the count; throws std::runtime_error if it does not. Each measured run counts all
/// solutions, the building of the engine included, and reports the counters named below. Returns
/// the names.
std::vector<std::string> register_benchmarks(const std::vector<std::string>& files);

inline constexpr const char* solutions_counter = "solutions";
/// For the naive search: placements made; for tables and diagrams: states.
inline constexpr const char* nodes_counter = "nodes";
inline constexpr const char* cut_short_counter = "cut_short";  ///< 1: a time limit ended it
inline constexpr const char* threads_counter = "threads";      ///< absent: one
inline constexpr const char* bytes_counter = "bytes";          ///< of the engine's own data

}  // namespace dlx::bench
