#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/report.hpp"
#include "apps/run/watch.hpp"
#include "dlx/io/input.hpp"
#include "dlx/search/control.hpp"
#include "reductions/parts/connected_parts.hpp"

namespace dlx::app {
namespace {

struct DistrictArguments {
  std::string place;
  bool corners = false;
  parts::Wanted wanted;
};

/// A board given by its sides, such as 8x8, or a graph given by the path of its file.
parts::Graph graph_of(const DistrictArguments& a) {
  const std::string_view word = a.place;
  const std::size_t x = std::min(word.find('x'), word.size());
  const auto columns = to_number<std::uint32_t>(word.substr(0, x));
  const auto rows = to_number<std::uint32_t>(word.substr(std::min(x + 1, word.size())));
  if (columns && rows) {
    const std::uint64_t cells = std::uint64_t{*columns} * *rows;
    if (cells == 0 || cells > parts::most_vertices) {
      throw std::invalid_argument(in_quotes(word) + ": a board must have 1 to " +
                                  quantity(parts::most_vertices, "cell"));
    }
    return parts::board(*columns, *rows, a.corners);
  }
  if (a.corners) throw std::invalid_argument("--corners: only a board such as 8x8 has corners");
  constexpr std::uint64_t largest_file = 1 << 20;
  io::Input input = io::Input::open(a.place, {.bytes = largest_file});
  const std::string text = input.rest();
  return io::parsed(text, input.name(), parts::read_graph);
}

/// Parses a size such as "16", or a range of sizes such as "4:6".
void read_size(const std::string& word, parts::Wanted& wanted) {
  const std::size_t colon = std::min(word.find(':'), word.size());
  wanted.least = whole_number<std::uint64_t>(word.substr(0, colon), 1);
  wanted.most = wanted.least;
  if (colon == word.size()) return;
  wanted.most = whole_number<std::uint64_t>(word.substr(colon + 1), wanted.least);
}

int count_districts(const Request& request, Console& console, const DistrictArguments& a) {
  const Watch watch(request, console);
  const Options options = watch.options();
  const search::Deadline deadline(options);
  auto last_report = std::chrono::steady_clock::now();
  const auto status = [&](std::uint64_t states) {
    const auto now = std::chrono::steady_clock::now();
    if (options.on_progress && now - last_report >= std::chrono::seconds(1)) {
      last_report = now;
      options.on_progress({.states = states, .solutions_known = false});
    }
    return deadline.why();
  };
  const parts::Counted counted =
      parts::count(graph_of(a), a.wanted, {.memory = watch.memory_limit(), .status = status});
  if (request.conduct.stats) {
    console.line(fmt::format("states: {}", counted.states));
    console.line(fmt::format("most states of a step: {}", counted.most_states));
    console.line(fmt::format("table memory: {} bytes", counted.memory_bytes));
    console.line(fmt::format("seconds: {:.6f}", watch.seconds()));
  }
  if (counted.status != Status::exhausted) {
    return print_incomplete(request, console, counted.status);
  }
  const std::string count = counted.partitions.to_string();
  if (request.json) {
    console.print_json({{"count", count},
                        {"complete", true},
                        {"states", counted.states},
                        {"elapsed_s", watch.seconds()}});
  } else {
    console.print(count + "\n");
  }
  console.flush();
  return success;
}

}  // namespace

void add_districts(CLI::App& command, CommandLine& line) {
  auto& a = set_action(command, line, count_districts);
  command.add_option("PLACE", a.place, "A board by its sides, such as 8x8, or the file of a graph")
      ->required()
      ->check(not_empty);
  command.add_flag("--corners", a.corners, "Let cells that share only a corner be neighbours too");
  add_number<std::uint32_t>(command, "--parts", a.wanted.parts,
                            "Number of parts; any number unless given", 1);
  command
      .add_option_function<std::string>(
          "--size",
          [&a](const std::string& word) {
            parse_option("--size", [&] { read_size(word, a.wanted); });
          },
          "Number of cells in each part; or the least and the greatest number, with a colon "
          "between them, such as 4:6. In a graph, the sum of the weights of the vertices in the "
          "part")
      ->type_name("SIZE");
  add_time_options(command, line.request);
  add_rows(command, line.request, {"memory_limit"});
  add_stats_option(command, line.request);
  add_general_options(command, line.request);
  command.footer(
      "Each part is connected, and the order of the parts does not matter. Partitions are\n"
      "counted, not listed: a sweep passes through the cells one by one and remembers how the\n"
      "last ones are connected. There may be at most 10000 cells or vertices, and at most 30 to\n"
      "be remembered at a time.\n\n"
      "Each line of the file of a graph is an edge, such as 'a b', or the weight of a vertex,\n"
      "such as 'a = 1200'. A weight is 1 unless given. Text after # is a comment.\n\n"
      "Examples:\n"
      "  dlx districts 6x6 --size 6                         451206\n"
      "  dlx districts 6x6 --parts 2 --size 16:20           400727\n"
      "  dlx districts 5x5 --parts 5 --size 4:6 --corners   70491206\n"
      "  printf 'a b\\nb c\\nc a\\n' | dlx districts - --parts 2\n");
}

}  // namespace dlx::app
