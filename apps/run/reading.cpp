#include "apps/run/reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dlx/core/item_options.hpp"
#include "dlx/core/problem_builder.hpp"
#include "dlx/core/restriction.hpp"
#include "dlx/core/text.hpp"
#include "dlx/io/knuth_text.hpp"
#include "dlx/io/likely_meaning.hpp"
#include "dlx/runs/run_facts.hpp"

namespace dlx::app {

io::InputLimits limits(const ReadFlags& read) {
  if (!read.largest) return {};
  // `largest` is so low that twice its value does not overflow.
  constexpr std::uint64_t largest = std::uint64_t{1} << 60;
  io::InputLimits limits{.bytes = *read.largest, .line_bytes = *read.largest};
  limits.problem_bytes = std::max(limits.problem_bytes, 2 * std::min(limits.bytes, largest));
  return limits;
}

namespace {

/// Throws std::invalid_argument if the file was written by another command of dlx, such as a
/// checkpoint. The message says which command reads the file.
void refuse_file_of_dlx(io::Input& input) {
  struct Kind {
    std::string_view start;
    std::string_view what;
    std::string_view commands;
  };
  static constexpr Kind kinds[] = {
      {"SQLite format 3", "a checkpoint",
       "go on with it by 'dlx resume {0}', or look at it by 'dlx status {0}'"},
      {"dlx-unit dlx-unit", "a unit of 'dlx split'", "count it by 'dlx count {0}'"},
      {"dlx-result dlx-result", "the result of a unit",
       "add the results of all units by 'dlx merge'"},
      {"dlx-certificate", "a certificate", "check it by 'dlx-check PROBLEM {0}'"}};
  const std::string_view ahead = input.ahead();
  const bool is_file = input.name() != "<stdin>";
  for (const Kind& kind : kinds) {
    if (!ahead.starts_with(kind.start)) continue;
    throw std::invalid_argument(
        fmt::format("{}: this is {}, not a problem; ", input.name(), kind.what) +
        fmt::format(fmt::runtime(kind.commands), is_file ? input.name() : "FILE") +
        (is_file ? "" : ", where FILE contains this input"));
  }
}

}  // namespace

std::optional<FileFormat> named_format(const ReadFlags& read) {
  const auto by_name = io::format_of_name(read.file);
  if (read.format || !by_name || !io::can_read(*by_name)) return read.format;
  return *by_name;
}

FileFormat format_of(const ReadFlags& read, io::Input& input) {
  refuse_file_of_dlx(input);
  if (const auto named = named_format(read)) return *named;
  const std::string_view start = input.ahead();
  if (read.file.ends_with(".triples")) return polycube::Format::triples;
  if (const auto puzzle = polycube::sign_of(start)) return *puzzle;
  return io::format_of_text(start);
}

namespace {

Problem puzzle_problem(const Request& request, Console& console, io::Input& input,
                       polycube::Format format, OptionsMade options) {
  const polycube::Collection puzzles = read_puzzles(input, format);
  for (const std::string& note : puzzles.notes) console.note(note);
  const polycube::Puzzle& puzzle = choose(puzzles, request.read.file, request.read.problem).puzzle;
  if (options == OptionsMade::if_solvable) return build_puzzle(request, console, puzzle).problem;
  warn_about(console, puzzle);
  return polycube::build(puzzle).problem;
}

void warn_about_empty_items(const Problem& problem, const std::string& name, Console& console) {
  const std::vector<ItemId> items = items_without_options(problem);
  if (items.empty()) return;
  console.warning(fmt::format(
      "{}: item '{}'{} no option, so no solution exists", name, problem.name(items.front()),
      items.size() == 1 ? " has" : fmt::format(" and {} more have", items.size() - 1)));
}

/// The options that the values of --fix or --forbid denote. `flag`: the name of the flag, for
/// errors.
std::vector<OptionId> options_of(const Problem& problem, std::string_view flag,
                                 const std::vector<std::string>& texts) {
  std::vector<OptionId> options;
  for (const std::string& text : texts) {
    try {
      options.push_back(option_of_text(problem, text));
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument(fmt::format("{}: {}", flag, e.what()));
    }
  }
  return options;
}

/// The problem in the file, before --fix and --forbid are applied.
Problem read_whole(const Request& request, Console& console, OptionsMade options,
                   bool* are_gains = nullptr) {
  const ReadFlags& read = request.read;
  io::Input input = io::Input::open(read.file, limits(read));
  const FileFormat format = format_of(read, input);
  if (const auto* puzzle = std::get_if<polycube::Format>(&format)) {
    if (read.cover != Cover::once) {
      throw std::invalid_argument("--cover: a packing puzzle says itself what may stay empty");
    }
    return puzzle_problem(request, console, input, *puzzle, options);
  }
  if (!read.problem.empty()) {
    throw std::invalid_argument("--problem: " + input.name() + " is not a file of packing puzzles");
  }
  const std::string start(input.ahead());
  if (format == FileFormat(ProblemFormat::knuth) && !read.format &&
      !io::format_of_name(read.file) && io::could_be_matrix(start)) {
    console.warning(input.name() +
                    ": read as Knuth's text; a matrix of 0 and 1 is read by --from matrix");
  }
  io::ReadProblem text = read_problem(input, std::get<ProblemFormat>(format),
                                      {.secondary = read.secondary,
                                       .drop_options_without_primary = read.drop,
                                       .refuse_without_options = !named_format(read)});
  if (are_gains != nullptr) *are_gains = text.are_gains;
  for (const std::string& each : text.notes) console.note(input.name() + ": " + each);
  if (text.dropped_options != 0) {
    console.warning(fmt::format("{}: {} without a primary item dropped", input.name(),
                                quantity(text.dropped_options, "option")));
  }
  const bool may_be_empty = read.cover == Cover::at_most_once;
  const std::string note =
      text.dropped_options != 0 || may_be_empty
          ? ""
          : io::note_without_options(text.problem, start, std::get<ProblemFormat>(format));
  // Warns about a likely mistake. If the rows of a matrix are given as lists of 0 and 1, the format
  // "sage" reads both numbers as columns, so each row contains both columns.
  if (format == FileFormat(ProblemFormat::sage) && text.problem.item_count() == 2 &&
      text.problem.option_count() >= 2 &&
      text.problem.entry_count() == 2 * std::uint64_t{text.problem.option_count()}) {
    console.warning(input.name() +
                    ": read as lists of columns, each of which names both; a matrix is a line a "
                    "row without brackets");
  }
  if (read.cover == Cover::at_least_once) {
    text.problem = ProblemBuilder::with_covers(std::move(text.problem));
  } else if (read.cover == Cover::at_most_once) {
    text.problem = ProblemBuilder::with_packings(std::move(text.problem));
  }
  if (note.empty()) {
    warn_about_empty_items(text.problem, input.name(), console);
  } else {
    console.warning(input.name() + ": " + note);
  }
  return std::move(text.problem);
}

}  // namespace

std::vector<OptionId> fixed_options(const GivenOptions& given, const Problem& problem) {
  return options_of(problem, "--fix", given.fix);
}

Problem left_by(const GivenOptions& given, const Problem& problem) {
  return restricted(problem, fixed_options(given, problem),
                    options_of(problem, "--forbid", given.forbid));
}

FileProblem read_file_problem(const Request& request, Console& console, OptionsMade options,
                              bool* are_gains) {
  if (request.resumed.contains("text")) {
    return {runs::problem_in(request.resumed, request.options.checkpoint)};
  }
  FileProblem read{read_whole(request, console, options, are_gains)};
  if (request.given.any()) read.part = left_by(request.given, read.whole);
  return read;
}

Problem read_problem(const Request& request, Console& console, OptionsMade options,
                     bool* are_gains) {
  FileProblem read = read_file_problem(request, console, options, are_gains);
  return read.part ? *std::move(read.part) : std::move(read.whole);
}

ProblemWithKnown left_with_known(const GivenOptions& given, const Problem& whole) {
  ProblemWithKnown left{restricted(whole, {}, options_of(whole, "--forbid", given.forbid)), {}};
  for (const OptionId option : fixed_options(given, whole)) {
    const auto known = left.problem.find_option(whole.number(option));
    if (!known) {
      throw std::invalid_argument(
          fmt::format("--fix and --forbid both name option {}", whole.number(option)));
    }
    left.known.push_back(*known);
  }
  return left;
}

ProblemWithKnown read_with_known(const Request& request, Console& console, OptionsMade options) {
  return left_with_known(request.given, read_whole(request, console, options));
}

Presentation problem_presentation(const Problem& problem) {
  return {.source = [&] { return runs::problem_facts(problem); }};
}

int emit_problem(const Request& request, Console& console, const Problem& whole) {
  const std::optional<Problem> left =
      request.given.any() ? std::optional(left_by(request.given, whole)) : std::nullopt;
  const Problem& problem = left ? *left : whole;
  const auto warnings =
      io::write_knuth_text(problem, [&](std::string_view text) { console.print(text); },
                           {.strict = request.knuth_strict});
  console.flush();
  for (const auto& warning : warnings) console.warning(warning);
  if (problem.option_count() == 0 && problem.primary_count() != 0) {
    console.warning(
        "the problem has no options; it is read as one in a file whose name ends with "
        ".dlx, and with --from knuth");
  }
  return success;
}

polycube::Collection read_puzzles(io::Input& input, std::optional<polycube::Format> format,
                                  bool with_gaps) {
  refuse_file_of_dlx(input);
  const std::string text = input.rest();
  constexpr std::uint64_t bytes_of_node = 128;  // memory used by a node of XML
  input.charge(bytes_of_node *
               static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '<')));
  return io::parsed(text, input.name(), [&](const std::string& all) {
    return polycube::read(all, format ? *format : polycube::format_of(all), with_gaps);
  });
}

const polycube::NamedPuzzle& choose(const polycube::Collection& collection, const std::string& file,
                                    const std::string& problem) {
  const auto& puzzles = collection.puzzles;
  if (problem.empty() && puzzles.size() == 1) return puzzles.front();
  const std::size_t number = to_number<std::size_t>(problem).value_or(0);
  if (number >= 1 && number <= puzzles.size()) return puzzles[number - 1];
  for (const auto& puzzle : puzzles) {
    if (!problem.empty() && puzzle.name == problem) return puzzle;
  }
  std::string message =
      problem.empty()
          ? fmt::format("{}: {} puzzles in it; choose by --problem NUMBER or NAME:", file,
                        puzzles.size())
          : fmt::format("--problem: {} is not a puzzle in {}, which has", in_quotes(problem), file);
  constexpr std::size_t shown = 20;
  for (std::size_t i = 0; i < puzzles.size() && i < shown; ++i) {
    message += fmt::format("{} {}", i == 0 ? "" : ",", i + 1);
    if (!puzzles[i].name.empty()) message += fmt::format(" {}", in_quotes(puzzles[i].name));
  }
  if (puzzles.size() > shown) message += ", ...";
  throw std::invalid_argument(message);
}

void warn_about(Console& console, const polycube::Puzzle& puzzle, std::string_view noun) {
  for (const std::string& remark : remarks(puzzle)) console.warning(remark);
  if (const auto fault = fault_of(puzzle)) {
    console.warning(fmt::format("{}, so no {} exists", *fault, noun));
  }
}

polycube::Model build_puzzle(const Request& request, Console& console, polycube::Puzzle puzzle,
                             std::string_view noun) {
  warn_about(console, puzzle, noun);
  return request.needs_options() ? polycube::build(std::move(puzzle))
                                 : build_if_fillable(std::move(puzzle));
}

}  // namespace dlx::app
