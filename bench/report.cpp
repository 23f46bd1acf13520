// Measures the suite and prints a table with ratios: `report [--only=REGEX] [problem.dlx ...]`. A
// benchmark is measured if its name "instance/method" matches the expression. Every row is the best
// of several repetitions. Google Benchmark makes the repetitions in random order, so that changes
// in the speed of the machine affect all methods alike.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/suite.hpp"

namespace {

struct Row {
  double seconds = 0;
  double solutions = 0;
  double nodes = 0;
  double bytes = 0;
  bool cut_short = false;
};

class Table : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration) continue;
      const std::string name = run.run_name.function_name;
      const auto counter = [&](const char* key) {
        const auto found = run.counters.find(key);
        return found == run.counters.end() ? 0.0 : found->second.value;
      };
      const bool by_clock = counter(dlx::bench::threads_counter) > 1;
      const double seconds = (by_clock ? run.real_accumulated_time : run.cpu_accumulated_time) /
                             static_cast<double>(run.iterations);
      const auto [row, is_new] = rows_.try_emplace(name);
      row->second = {.seconds = is_new ? seconds : std::min(row->second.seconds, seconds),
                     .solutions = counter(dlx::bench::solutions_counter),
                     .nodes = counter(dlx::bench::nodes_counter),
                     .bytes = counter(dlx::bench::bytes_counter),
                     .cut_short = counter(dlx::bench::cut_short_counter) != 0};
    }
  }

  void print(const std::vector<std::string>& names) const {
    fmt::print(
        "| instance | method | solutions | nodes | seconds | ns a node | engine KiB | "
        "time / first |\n|---|---|--:|--:|--:|--:|--:|--:|\n");
    std::string reference;  // the first method of the instance
    for (const std::string& name : names) {
      if (instance(name) != instance(reference)) reference = name;
      const Row& row = rows_.at(name);
      if (!row.cut_short && !rows_.at(reference).cut_short &&
          row.solutions != rows_.at(reference).solutions) {
        throw std::runtime_error(name + " and " + reference + " have other counts");
      }
      const char* at_least = row.cut_short ? "> " : "";
      fmt::print("| {} | {} | {}{} | {}{:.0f} | {}{:.4f} | {:.0f} | {} | {}{:.2f} |\n",
                 instance(name), name.substr(instance(name).size() + 1), row.cut_short ? ">= " : "",
                 digits(row.solutions), at_least, row.nodes, at_least, row.seconds,
                 row.seconds / row.nodes * 1e9,
                 row.bytes == 0 ? std::string("-") : fmt::format("{:.0f}", row.bytes / 1024),
                 at_least, row.seconds / rows_.at(reference).seconds);
    }
  }

 private:
  /// The digits of a whole number that a double represents exactly; otherwise four significant
  /// digits.
  static std::string digits(double number) {
    return number < 0x1p53 ? fmt::format("{:.0f}", number) : fmt::format("{:.4g}", number);
  }

  static std::string instance(const std::string& name) {
    return name.substr(0, name.find_last_of('/'));
  }

  std::map<std::string, Row> rows_;
};

}  // namespace

int main(int argc, char** argv) {
  try {
    std::vector<std::string> flags = {argv[0], "--benchmark_repetitions=5",
                                      "--benchmark_enable_random_interleaving=true",
                                      "--benchmark_min_time=0.05"};
    std::vector<std::string> files(argv + 1, argv + argc);
    std::string only;
    if (!files.empty() && files[0].starts_with("--only=")) {
      only = files[0].substr(7);
      files.erase(files.begin());
      flags.push_back("--benchmark_filter=" + only);
    }
    std::vector<char*> words;
    for (auto& flag : flags) words.push_back(flag.data());
    int count = static_cast<int>(words.size());
    benchmark::Initialize(&count, words.data());
    auto names = dlx::bench::register_benchmarks(files);
    std::erase_if(names, [wanted = std::regex(only)](const auto& name) {
      return !std::regex_search(name, wanted);
    });
    Table table;
    benchmark::RunSpecifiedBenchmarks(&table);
    benchmark::Shutdown();
    table.print(names);
    return std::fflush(stdout) == 0 ? 0 : 1;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "report: %s\n", e.what());
    return 1;
  }
}
