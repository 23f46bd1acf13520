#include <fmt/format.h>

#include <optional>

#include "apps/cli/options.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/report.hpp"
#include "dlx/search/progress.hpp"
#include "dlx/solver.hpp"
#include "reductions/snake/census.hpp"

namespace dlx::app {
namespace {

enum class TableFormat { text, json, csv };

struct CensusArguments {
  int side = 3;
  std::optional<TableFormat> format;
  bool list = false;
};

Json json_of(const snake::Census::Statistics& s, int side) {
  Json object = {{"side", side},
                 {"directed", std::to_string(s.directed)},
                 {"directed_up_to_48", std::to_string(s.up_to_48)},
                 {"undirected_up_to_48", std::to_string(s.undirected)},
                 {"snakes", std::to_string(s.snakes)},
                 {"unique", std::to_string(s.unique)},
                 {"palindromes", std::to_string(s.palindromes)},
                 {"most_foldings", std::to_string(s.most)},
                 {"most_words", s.most_words},
                 {"histogram", Json::array()}};
  for (const auto& [foldings, snakes] : s.histogram) {
    object["histogram"].push_back(
        {{"foldings", std::to_string(foldings)}, {"snakes", std::to_string(snakes)}});
  }
  object["by_straights"] = Json::array();
  for (const auto& [straights, by] : s.by_straights) {
    object["by_straights"].push_back({{"straights", straights},
                                      {"snakes", std::to_string(by.snakes)},
                                      {"unique", std::to_string(by.unique)},
                                      {"foldings", std::to_string(by.foldings)}});
  }
  return object;
}

std::string to_text(const snake::Census::Statistics& s, int side) {
  std::string text = fmt::format(
      "Snakes of the cube of side {}, by all ways to visit each of its cells:\n\n"
      "{:>10}  ways, in every position and direction\n"
      "{:>10}  up to the 48 symmetries of the cube\n"
      "{:>10}  up to reversal as well: foldings\n"
      "{:>10}  snakes that can be folded; a snake read backwards is the same\n"
      "{:>10}  of them in one way only\n"
      "{:>10}  of them palindromes\n"
      "{:>10}  foldings at most:",
      side, s.directed, s.up_to_48, s.undirected, s.snakes, s.unique, s.palindromes, s.most);
  for (const std::string& word : s.most_words) text += " " + word;
  text +=
      fmt::format("\n\n{:>10} {:>10} {:>10} {:>10}\n", "straights", "snakes", "unique", "foldings");
  for (const auto& [straights, by] : s.by_straights) {
    text +=
        fmt::format("{:>10} {:>10} {:>10} {:>10}\n", straights, by.snakes, by.unique, by.foldings);
  }
  text += fmt::format("\n{:>10} {:>10}\n", "foldings", "snakes");
  for (const auto& [foldings, snakes] : s.histogram) {
    text += fmt::format("{:>10} {:>10}\n", foldings, snakes);
  }
  return text;
}

std::string to_csv(const snake::Census::Statistics& s) {
  std::string text = "table,key,snakes,unique,foldings\n";
  text += fmt::format("total,,{},{},{}\n", s.snakes, s.unique, s.undirected);
  for (const auto& [straights, by] : s.by_straights) {
    text += fmt::format("straights,{},{},{},{}\n", straights, by.snakes, by.unique, by.foldings);
  }
  for (const auto& [foldings, snakes] : s.histogram) {
    text += fmt::format("foldings,{},{},{},{}\n", foldings, snakes, foldings == 1 ? snakes : 0,
                        foldings * snakes);
  }
  return text;
}

/// A line for each snake, with its number of foldings.
std::string listing(const snake::Census& census, TableFormat format) {
  std::string text = format == TableFormat::csv ? "word,foldings\n" : "";
  for (const auto& [word, foldings] : census.foldings()) {
    switch (format) {
      case TableFormat::text:
        text += fmt::format("{} {}\n", word, foldings);
        break;
      case TableFormat::csv:
        text += fmt::format("{},{}\n", word, foldings);
        break;
      case TableFormat::json:
        text += Json{{"word", word}, {"foldings", std::to_string(foldings)}}.dump() + "\n";
        break;
    }
  }
  return text;
}

int run_census(const Request& request, Console& console, const CensusArguments& a) {
  const TableFormat format =
      a.format.value_or(request.json ? TableFormat::json : TableFormat::text);
  const auto start = std::chrono::steady_clock::now();
  const snake::CensusModel model = snake::build_census(a.side);
  snake::Census census(a.side);
  // every_order: the search need not remember the covers that it has reported, because two walks
  // never have the same set of options. An option is a cell and the direction in which the walk
  // enters it, so each option tells which cell precedes it. The rule about stranded options
  // (options that no live option leads to or follows) is off, because the other rules end the same
  // walks. Without this rule, the search takes 0.8 times as long.
  Options search = Watch(request, console).options();
  search.on_progress = steady(search.on_progress);
  Solver solver(model.problem, search, {.stranded_options = false, .every_order = true});
  while (solver.next()) census.add(model, solver.solution());

  const snake::Census::Statistics s = census.statistics();
  const Answer answer = answer_of(solver, std::to_string(s.snakes), start);
  if (a.list) console.print(listing(census, format));
  if (format == TableFormat::json) {
    Json object = json_of(s, a.side);
    object["complete"] = answer.complete();
    if (!answer.complete()) object["INCOMPLETE"] = true;
    object["nodes"] = answer.statistics.nodes;
    object["elapsed_s"] = answer.seconds;
    console.print_json(object);
  } else {
    if (!a.list) console.print(format == TableFormat::csv ? to_csv(s) : to_text(s, a.side));
    if (!answer.complete()) console.print(incomplete_line(answer.status));
  }
  console.flush();
  if (!answer.complete()) {
    console.warning("INCOMPLETE: every number is a lower bound or may change");
  }
  print_statistics(request, console, answer);
  return exit_code(answer.status);
}

}  // namespace

void add_snakes(CLI::App& command, CommandLine& line) {
  auto& a = set_action(command, line, run_census);
  add_number<std::uint16_t>(command, "--n", a.side, "Side of the cube")->default_str("3");
  add_choice<std::optional<TableFormat>>(
      command, "--format HOW", a.format,
      {{"text", TableFormat::text}, {"json", TableFormat::json}, {"csv", TableFormat::csv}},
      "Format of the tables");
  command.add_flag("--list", a.list, "Print every snake and the number of its foldings");
  add_search_options(command, line.request, {EngineKind::automatic, EngineKind::path_links});
  add_general_options(command, line.request);
  command.footer(
      "dlx snakes finds every path that visits each cell of the cube once, up to the 48\n"
      "symmetries of the cube. Each path is a folding of one snake, which has its corners where\n"
      "the path turns. Side 4 would take too long.\n\n"
      "Examples:\n"
      "  dlx snakes\n"
      "  dlx snakes --n 2\n"
      "  dlx snakes --format csv --quiet\n"
      "  dlx snakes --list --format csv\n");
}

}  // namespace dlx::app
