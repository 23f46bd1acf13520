#include <fmt/format.h>

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/cli/options.hpp"
#include "apps/cli/parameters.hpp"
#include "apps/commands/commands.hpp"
#include "apps/run/files.hpp"
#include "apps/run/reading.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/problem_format.hpp"

namespace dlx::app {
namespace {

struct ConvertArguments {
  std::string out = "-";
  std::optional<FileFormat> to;
  bool unit_costs = false;
};

std::optional<FileFormat> format_of_output(const ConvertArguments& a) {
  if (a.to) return a.to;
  if (a.out.ends_with(".xmpuzzle")) return polycube::Format::xmpuzzle;
  if (a.out.ends_with(".triples")) return polycube::Format::triples;
  const auto by_name = io::format_of_name(a.out);
  if (by_name && io::can_write(*by_name)) return *by_name;
  return std::nullopt;
}

/// Converts a puzzle file to the format `to`.
std::string convert_puzzle(const Request& request, polycube::Format to) {
  io::Input input = io::Input::open(request.read.file, limits(request.read));
  FileFormat from = format_of(request.read, input);
  if (!request.read.format && !io::format_of_name(request.read.file) &&
      !std::holds_alternative<polycube::Format>(from)) {
    from = polycube::format_of(input.ahead());  // the format is "triples" if no other format fits
  }
  if (!std::holds_alternative<polycube::Format>(from)) {
    throw std::invalid_argument("an exact-cover problem does not say which pieces it is about");
  }
  polycube::Collection puzzles = read_puzzles(input, std::get<polycube::Format>(from));
  if (to != polycube::Format::xmpuzzle || !request.read.problem.empty()) {
    puzzles.puzzles = {choose(puzzles, request.read.file, request.read.problem)};
  }
  try {
    return to == polycube::Format::triples ? polycube::write_triples(puzzles.puzzles.front().puzzle)
                                           : polycube::write_xmpuzzle(puzzles);
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(
        fmt::format("{} cannot be written as {}: {}", input.name(), to_string(to), e.what()));
  }
}

int convert(const Request& request, Console& console, const ConvertArguments& a) try {
  const auto format = format_of_output(a);
  if (a.out.ends_with(".gz")) {
    throw std::invalid_argument(in_quotes(a.out) +
                                ": nothing is compressed here; write to - and pipe it to gzip");
  }
  if (const auto by_name = io::format_of_name(a.out); !format && by_name) {
    throw std::invalid_argument(fmt::format(
        "{}: dlx reads the format {} but does not write it; add --to FORMAT, for example --to lp",
        in_quotes(a.out), to_string(*by_name)));
  }
  if (!format) {
    throw std::invalid_argument("the name " + in_quotes(a.out) +
                                " does not say how to write the problem: add --to FORMAT");
  }
  std::string text;
  std::vector<std::string> warnings;
  if (const auto* puzzle = std::get_if<polycube::Format>(&*format)) {
    if (a.unit_costs) throw std::invalid_argument("--unit-costs: a packing puzzle has no costs");
    text = convert_puzzle(request, *puzzle);
  } else {
    Problem problem = read_problem(request, console);
    if (a.unit_costs) problem = ProblemBuilder::with_unit_costs(std::move(problem));
    warnings = io::write_problem(problem, std::get<ProblemFormat>(*format),
                                 [&](std::string_view part) { text += part; });
  }
  if (a.out == "-") {
    console.print(text);
    console.flush();
  } else {
    write_file(a.out, text);
  }
  for (const std::string& warning : warnings) console.warning(warning);
  return success;
} catch (const io::OutputLimitError& e) {
  console.error(e.what());
  return incomplete;
}

}  // namespace

void add_convert(CLI::App& command, CommandLine& line) {
  add_read_options(command, line.request);
  auto& a = set_action(command, line, convert);
  command.add_option("OUT", a.out, "The file to write; standard output if it is - or not given");
  std::map<std::string, FileFormat> formats;
  std::vector<std::string> ends;
  for (const auto& [format, word, help] : names<ProblemFormat>) {
    if (!io::can_write(format)) continue;
    formats.emplace(word, format);
    ends.emplace_back(io::end_of_name(format));
  }
  for (const auto format : {polycube::Format::xmpuzzle, polycube::Format::triples}) {
    formats.emplace(to_string(format), format);
  }
  add_choice(command, "--to FORMAT", a.to, formats,
             "The format of OUT. Unless given, it is recognised by the ending of the name: " +
                 joined(ends, ", ") + "; for packing puzzles also .xmpuzzle, .triples");
  command.add_flag("--unit-costs", a.unit_costs,
                   "Give each option the cost 1, in place of its own cost");
  add_general_options(command, line.request);
  command.footer(
      "In the formats opb, cnf and lp, variable k is true (1) if option k is chosen. The file\n"
      "has exactly as many models as the problem has solutions. Options in OUT are numbered from\n"
      "1 without gaps, even if --drop-unreachable has dropped some.\n\n"
      "Examples:\n"
      "  dlx convert problem.dlx problem.opb\n"
      "  dlx soma --emit | dlx convert - --to cnf\n"
      "  echo '[[0,3],[1,2],[0,1]]' | dlx convert - --to knuth\n"
      "  printf '[0-2][0-2]0\\n3*I 000 100 200\\n' | dlx convert - bars.xmpuzzle\n"
      "  dlx convert bars.xmpuzzle bars.dlx\n");
}

}  // namespace dlx::app
