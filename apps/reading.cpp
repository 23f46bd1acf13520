#include "apps/reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/puzzle_file.hpp"
#include "apps/suggestion.hpp"
#include "dlx/core/canonical_text.hpp"
#include "dlx/io/knuth_text.hpp"

namespace dlx::app {

InputLimits limits(const ReadFlags& read) {
  if (!read.largest) return {};
  constexpr std::uint64_t largest = std::uint64_t{1} << 60;  // so that twice of it is a number
  InputLimits limits{.bytes = *read.largest, .line_bytes = *read.largest};
  limits.problem_bytes = std::max(limits.problem_bytes, 2 * std::min(limits.bytes, largest));
  return limits;
}

FileFormat format_of(const ReadFlags& read, Input& input) {
  refuse_file_of_dlx(input);
  if (read.format) return *read.format;
  const auto by_name = format_of_name(read.file);
  if (by_name && can_read(*by_name)) return *by_name;
  const std::string_view start = input.ahead();
  if (read.file.ends_with(".triples")) return polycube::Format::triples;
  if (const auto puzzle = polycube::sign_of(start)) return *puzzle;
  return format_of_text(start);
}

namespace {

Problem read_input(Session& session) {
  if (const auto text = session.resumed.find("text"); text != session.resumed.end()) {
    Input input = Input::from_text(text->second, session.checkpoint.file);
    return read_knuth_text(input, {}).problem;
  }
  Input input = Input::open(session.read.file, limits(session.read));
  const ReadFlags& read = session.read;
  const FileFormat format = format_of(read, input);
  if (const auto* puzzle = std::get_if<polycube::Format>(&format)) {
    const polycube::Collection puzzles = read_puzzles(input, *puzzle);
    return polycube::build(choose(puzzles, read.file, read.problem).puzzle).problem;
  }
  if (!read.problem.empty()) {
    throw std::invalid_argument("--problem: " + input.name() + " is no file of packing puzzles");
  }
  if (format == FileFormat(ProblemFormat::knuth) && !read.format && !format_of_name(read.file) &&
      could_be_matrix(input.ahead())) {
    session.messages.warning(
        input.name() + ": read as Knuth's text; a matrix of 0 and 1 is read by --from matrix");
  }
  Rows text =
      read_problem(input, std::get<ProblemFormat>(format),
                   {.secondary = read.secondary, .drop_options_without_primary = read.drop});
  if (text.dropped_options != 0) {
    session.messages.warning(fmt::format("{}: {} option{} without a primary item dropped",
                                         input.name(), text.dropped_options,
                                         text.dropped_options == 1 ? "" : "s"));
  }
  const Problem& problem = text.problem;
  std::vector<bool> has_option(problem.item_count());
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    for (const ItemId item : problem.items(OptionId{o})) has_option[index(item)] = true;
  }
  std::uint32_t empty = 0;
  ItemId first_empty{};
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
    if (has_option[i] || problem.bounds(ItemId{i}).at_least == 0) continue;
    if (empty++ == 0) first_empty = ItemId{i};
  }
  if (empty != 0) {
    session.messages.warning(
        fmt::format("{}: item '{}'{} no option, so there is no solution", input.name(),
                    problem.name(first_empty),
                    empty == 1 ? " has" : fmt::format(" and {} more have", empty - 1)));
  }
  return std::move(text.problem);
}

}  // namespace

Problem read_problem(Session& session) {
  Problem problem = read_input(session);
  if (!session.checkpoint.file.empty()) {  // the file may be gone when the run goes on
    session.text.emplace();
    write_canonical_text(problem, [&](std::string_view line) { *session.text += line; });
  }
  return problem;
}

int emit_problem(Session& session, const Problem& problem) {
  if (!session.checkpoint.file.empty()) {
    throw std::invalid_argument("--checkpoint is for a search, and --emit is none");
  }
  const auto warnings =
      write_knuth_text(problem, [&](std::string_view text) { session.out.print(text); },
                       {.strict = session.knuth_strict});
  session.out.flush();
  for (const auto& warning : warnings) session.messages.warning(warning);
  return success;
}

}  // namespace dlx::app
