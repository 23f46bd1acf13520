#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/pictures.hpp"
#include "apps/run/report.hpp"
#include "apps/run/watch.hpp"
#include "dlx/io/input.hpp"
#include "dlx/search/control.hpp"
#include "reductions/drawing/picture.hpp"
#include "reductions/parts/connected_parts.hpp"
#include "reductions/parts/pictures.hpp"

namespace dlx::app {
namespace {

struct DistrictArguments {
  std::string place;
  bool corners = false;
  parts::Wanted wanted;
  std::uint64_t samples = 0;
  std::uint64_t seed = 1;
};

/// A board given by its sides, such as 8x8, or a graph given by the path of its file.
struct Place {
  parts::Graph graph;
  std::uint32_t columns = 0;  // number of columns of the board; 0 if the graph is from a file
};

Place place_of(const DistrictArguments& a) {
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
    return {parts::board(*columns, *rows, a.corners), *columns};
  }
  if (a.corners) throw std::invalid_argument("--corners: only a board such as 8x8 has corners");
  constexpr std::uint64_t largest_file = 1 << 20;
  io::Input input = io::Input::open(a.place, {.bytes = largest_file});
  const std::string text = input.rest();
  return {io::parsed(text, input.name(), parts::read_graph)};
}

/// Parses a size such as "16", or a range of sizes such as "4:6".
void read_size(const std::string& word, parts::Wanted& wanted) {
  const std::size_t colon = std::min(word.find(':'), word.size());
  wanted.least = whole_number<std::uint64_t>(word.substr(0, colon), 1);
  wanted.most = wanted.least;
  if (colon == word.size()) return;
  wanted.most = whole_number<std::uint64_t>(word.substr(colon + 1), wanted.least);
}

/// The names of the vertices of each part.
std::vector<std::vector<std::string>> names_in(const parts::Graph& graph,
                                               const parts::Partition& part_of) {
  std::vector<std::vector<std::string>> parts;
  for (std::size_t v = 0; v < part_of.size(); ++v) {
    if (part_of[v] == parts.size()) parts.emplace_back();
    parts[part_of[v]].push_back(graph.names[v]);
  }
  return parts;
}

/// A partition as text: a board with a sign for each part, or, for a graph or many parts, a line
/// for each part with the names of its vertices.
std::string as_text(const Place& place, const parts::Partition& part_of) {
  std::string text;
  const auto names = names_in(place.graph, part_of);
  if (place.columns != 0 && names.size() <= parts::most_signs) {
    return drawing::text(parts::picture(part_of, place.columns));
  }
  for (const std::vector<std::string>& part : names) {
    text += fmt::format("{}{}", text.empty() ? "" : " | ", fmt::join(part, " "));
  }
  return text + "\n";
}

void show_samples(const Request& request, Console& console, const Place& place,
                  const std::vector<parts::Partition>& partitions) {
  std::vector<drawing::Picture> pictures;
  for (std::size_t n = 0; n < partitions.size(); ++n) {
    if (!request.pictures.svg.empty()) {
      pictures.push_back(parts::picture(partitions[n], place.columns));
    }
    if (request.json) {
      console.print_json(
          {{"n", std::to_string(n + 1)}, {"parts", names_in(place.graph, partitions[n])}});
    } else if (pictures.empty()) {
      console.print(as_text(place, partitions[n]));
    }
  }
  if (pictures.empty()) return;
  write_drawings(request.pictures, drawing::drawings(pictures), {.title = request.arguments.at(1)});
}

int count_districts(const Request& request, Console& console, const DistrictArguments& a) {
  constexpr std::uint64_t most_samples = 1'000'000;
  if (a.samples > most_samples) {
    throw std::invalid_argument("--sample: at most " + std::to_string(most_samples) +
                                " partitions are drawn");
  }
  const Place place = place_of(a);
  if (!request.pictures.svg.empty()) {
    if (place.columns == 0) throw std::invalid_argument("--svg: only a board such as 8x8 is drawn");
    if (a.samples == 0) throw std::invalid_argument("--svg draws the partitions of --sample N");
    check(request.pictures);
  }
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
  const parts::Limits limits{.memory = watch.memory_limit(), .status = status};
  const parts::Drawn drawn =
      a.samples == 0 ? parts::Drawn{parts::count(place.graph, a.wanted, limits), {}}
                     : parts::draw(place.graph, a.wanted, std::size_t{a.samples}, a.seed, limits);
  const parts::Counted& counted = drawn.counted;
  if (request.conduct.stats) {
    console.line(fmt::format("states: {}", counted.states));
    console.line(fmt::format("most states of a step: {}", counted.most_states));
    console.line(fmt::format("table memory: {} bytes", counted.memory_bytes));
    console.line(fmt::format("seconds: {:.6f}", watch.seconds()));
  }
  if (counted.status != Status::exhausted) {
    return print_incomplete(request, console, counted.status);
  }
  show_samples(request, console, place, drawn.partitions);
  const std::string count = counted.partitions.to_string();
  if (a.samples != 0 && !request.json) {
    if (drawn.partitions.empty()) {
      console.print("no solution\n");
    } else {
      console.note(fmt::format("drawn from {}, each as likely as any other, seed {}",
                               quantity(count, "partition"), a.seed));
    }
  } else if (request.json) {
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
  command
      .add_option("PLACE", a.place,
                  "A board by its width and height, such as 8x6, or the file of a graph")
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
  add_number<std::uint64_t>(command, "--sample", a.samples,
                            "Draw N partitions at random and show them, instead of the count. Each "
                            "partition has the same probability, and may be drawn more than once",
                            1);
  add_number<std::uint64_t>(command, "--seed", a.seed,
                            "Seed of the random numbers: the same seed draws the same partitions");
  command
      .add_option("--svg", line.request.pictures.svg,
                  "Draw the partitions of --sample as SVG in this file, instead of printing "
                  "them; further pages are FILE-2.svg and so on")
      ->type_name("FILE");
  add_time_options(command, line.request);
  add_rows(command, line.request, {"memory_limit"});
  add_stats_option(command, line.request);
  add_general_options(command, line.request);
  command.footer(
      "Each part is connected, and the order of the parts does not matter. Partitions are\n"
      "counted, not listed: a sweep passes through the cells one by one and remembers how the\n"
      "last ones are connected. There may be at most 10000 cells or vertices, and at most 30 to\n"
      "be remembered at a time. --sample keeps the tables of all cells in memory.\n\n"
      "Each line of the file of a graph is an edge, such as 'a b', or the weight of a vertex,\n"
      "such as 'a = 1200'. A weight is 1 unless given. Text after # is a comment.\n\n"
      "Examples:\n"
      "  dlx districts 6x6 --size 6                         451206\n"
      "  dlx districts 6x6 --parts 2 --size 16:20           400727\n"
      "  dlx districts 5x5 --parts 5 --size 4:6 --corners   70491206\n"
      "  dlx districts 6x6 --parts 4 --size 9 --sample 6 --svg plans.svg\n"
      "  printf 'a b\\nb c\\nc a\\n' | dlx districts - --parts 2\n");
}

}  // namespace dlx::app
