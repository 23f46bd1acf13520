#include "bindings/web/texts.hpp"

#include <cstddef>
#include <string_view>
#include <utility>

#include "bindings/web/packing_json.hpp"
#include "dlx/io/errors.hpp"
#include "dlx/io/input.hpp"
#include "dlx/io/problem_format.hpp"
#include "reductions/classics/sudoku_text.hpp"

namespace dlx::web {
namespace {

using Json = nlohmann::ordered_json;

std::optional<polycube::Format> packing_format(const std::string& text, const std::string& name) {
  if (const auto format = io::format_of_name(name); format && io::can_read(*format)) return {};
  if (name.ends_with(".triples")) return polycube::Format::triples;
  constexpr std::size_t start = 4'096;
  return polycube::sign_of(std::string_view(text).substr(0, start));
}

bool is_sudoku(const std::string& text) {
  try {
    (void)classics::sudoku::parse(text);
    return true;
  } catch (const TextError&) {
    return false;
  }
}

}  // namespace

Text read_text(std::string text, const std::string& name, bool is_knuth) {
  const std::string shown = name.empty() ? "problem" : name;
  if (is_knuth) {
    io::Input input = io::Input::from_text(std::move(text), shown);
    io::ReadProblem read = read_problem(input, ProblemFormat::knuth);
    return {std::string(to_string(ProblemFormat::knuth)), std::move(read.problem)};
  }
  if (const auto packing = packing_format(text, name)) {
    const auto read = [&](const std::string& all) { return polycube::read(all, *packing); };
    return {std::string(to_string(*packing)), {}, io::parsed(text, shown, read)};
  }
  io::Input input = io::Input::from_text(std::move(text), shown);
  const ProblemFormat format = io::format_of(name, input.ahead());
  io::ReadProblem read = read_problem(input, format, {.refuse_without_options = true});
  return {std::string(to_string(format)), std::move(read.problem)};
}

Json look_at_text(const Json& request) {
  const auto all = request.at("text").get<std::string>();
  Text text;
  try {
    text = read_text(all, request.value("name", std::string()));
  } catch (const io::InputError&) {
    if (is_sudoku(all)) return {{"format", "sudoku"}};
    throw;
  }
  Json json{{"format", text.format}};
  if (text.problem) {
    json["primary"] = text.problem->primary_count();
    json["secondary"] = text.problem->secondary_count();
    json["options"] = text.problem->option_count();
    json["costs"] = text.problem->has_costs();
    return json;
  }
  json["packings"] = Json::array();
  for (const polycube::NamedPuzzle& named : text.packings.puzzles) {
    Json packing = to_json(named.puzzle);
    packing["name"] = named.name;
    const lattice::Grid grid = named.puzzle.grid;
    if (grid != lattice::Grid::cubes) packing["grid"] = to_string(grid);
    if (named.stated_assemblies) packing["stated"] = std::to_string(*named.stated_assemblies);
    json["packings"].push_back(std::move(packing));
  }
  json["comment"] = text.packings.comment;
  return json;
}

}  // namespace dlx::web
