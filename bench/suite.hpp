#pragma once

#include <string>
#include <vector>

/// The suite measures every engine on every instance, the naive bitmask search on Soma, and the
/// effect of the pruning rules of path_links.
namespace dlx::bench {

/// Registers a benchmark "instance/method" with Google Benchmark for each built-in instance, and
/// for problems in files in Knuth's text format. Throws std::runtime_error if the naive search and
/// the engines find different counts. Each measured run builds the engine, counts all solutions and
/// reports the counters named below. Returns the names of the benchmarks.
std::vector<std::string> register_benchmarks(const std::vector<std::string>& files);

inline constexpr const char* solutions_counter = "solutions";
/// The number of nodes. The naive search reports placements made, and tables and diagrams report
/// states.
inline constexpr const char* nodes_counter = "nodes";
inline constexpr const char* cut_short_counter = "cut_short";  ///< 1 if a time limit ended the run
inline constexpr const char* threads_counter = "threads";      ///< missing if there is one thread
inline constexpr const char* bytes_counter = "bytes";          ///< memory of the engine's data

}  // namespace dlx::bench
