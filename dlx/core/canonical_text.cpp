#include "dlx/core/canonical_text.hpp"

#include <algorithm>
#include <string>

#include "dlx/core/decimal.hpp"

namespace dlx {
namespace {

/// Whether a reader would skip the item line as a comment or an empty line.
bool item_line_needs_guard(const Problem& problem) {
  if (problem.primary_count() == 0) return true;
  return problem.bounds(ItemId{0}) == Bounds{} && problem.name(ItemId{0}).front() == '/';
}

}  // namespace

void write_canonical_text(const Problem& problem, const TextSink& sink) {
  std::string line = item_line_needs_guard(problem) ? "1|" : "";
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item{i};
    if (i == problem.primary_count()) line += " | ";
    if (i > 0 && i != problem.primary_count()) line += ' ';
    if (problem.is_primary(item)) {
      if (const Bounds b = problem.bounds(item); b != Bounds{}) {
        if (b.at_least != b.at_most) line += std::to_string(b.at_least) + ":";
        line += std::to_string(b.at_most) + "|";
      }
    }
    line += problem.name(item);
  }
  line += '\n';
  sink(line);

  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    line.clear();
    for (const Entry entry : problem.entries(OptionId{o})) {
      if (!line.empty()) line += ' ';
      append_entry(problem, entry, line);
    }
    if (const auto cost = problem.cost(OptionId{o}); cost != 0) {
      line += " |" + decimal_text(cost, problem.cost_places());
    }
    line += '\n';
    sink(line);
  }
}

void append_entry(const Problem& problem, const Entry& entry, std::string& text) {
  text += problem.name(entry.item);
  if (entry.colour != Colour::none) {
    text += ':';
    text += problem.name(entry.colour);
  }
}

std::vector<std::string> sorted_entries(const Problem& problem, OptionId option) {
  std::vector<std::string> entries;
  for (const Entry entry : problem.entries(option)) {
    append_entry(problem, entry, entries.emplace_back());
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

}  // namespace dlx
