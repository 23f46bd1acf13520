// The format of the instances for the Sorbonne's course on parallel exact cover. The first line has
// the number of items and the number of options. Knuth's text follows:
//
//     3 2
//     a b | c
//     a c
//     b
//
// Reading throws InputError if the numbers do not match the text, and the exceptions of
// read_knuth_text().

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "dlx/core/text.hpp"
#include "dlx/io/format.hpp"
#include "dlx/io/knuth_text.hpp"

namespace dlx::io {
namespace {

/// The number of items and the number of options, which the first line of a file gives.
struct Sizes {
  std::uint32_t items;
  std::uint32_t options;
};

std::optional<Sizes> sizes_in(std::string_view line) {
  const auto items = to_number<std::uint32_t>(next_word(line));
  const auto options = to_number<std::uint32_t>(next_word(line));
  if (!items || !options || !next_word(line).empty()) return {};
  return Sizes{*items, *options};
}

ReadProblem read_ec(Input& input, const ReadOptions& options) {
  std::string_view line;
  const bool has_line = input.next_line(line);
  const auto sizes = has_line ? sizes_in(line) : std::nullopt;
  if (!sizes) {
    constexpr const char* wanted = "the first line must have the numbers of items and of options";
    throw has_line ? input.error_at(line, wanted) : input.error(wanted);
  }
  ReadProblem read = read_knuth_text(input, options);
  const auto check = [&](std::uint64_t found, std::uint64_t announced, const char* noun) {
    if (found == announced) return;
    throw input.error(quantity(found, noun) + ", and the first line announces " +
                      std::to_string(announced));
  };
  check(read.problem.item_count(), sizes->items, "item");
  check(read.problem.option_count() + read.dropped_options, sizes->options, "option");
  return read;
}

std::vector<std::string> write_ec(const Problem& problem, const TextSink& sink) {
  if (problem.has_colours() || problem.has_multiplicities()) {
    throw std::invalid_argument("ec: neither colours nor multiplicities are written");
  }
  if (problem.primary_count() == 0) {
    throw std::invalid_argument("ec: an item line begins with a primary item");
  }
  sink(std::to_string(problem.item_count()) + " " + std::to_string(problem.option_count()) + "\n");
  std::string items;
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    if (i == problem.primary_count()) items += "| ";
    items += std::string(problem.name(ItemId{i})) + " ";
  }
  items.back() = '\n';
  sink(items);
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    std::string option;
    for (const ItemId item : problem.items(OptionId{o})) {
      option += std::string(problem.name(item)) + " ";
    }
    option.back() = '\n';
    sink(option);
  }
  if (problem.has_costs()) return {"costs are left out"};
  return {};
}

/// Removes the first line from a text and returns its words, without the word "|".
std::vector<std::string_view> words_of_line(std::string_view& text) {
  std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  line = line.substr(0, line.find('\r'));
  std::vector<std::string_view> words;
  for (auto word = next_word(line); !word.empty(); word = next_word(line)) {
    if (word != "|") words.push_back(word);
  }
  return words;
}

/// Whether a text begins like a file in the format ec. The first line must have two numbers. The
/// second line must have as many items as the first number says, and at least one item must not be
/// a number. The third line must be an option of these items.
bool begins_ec(std::string_view start) {
  const auto sizes = sizes_in(start.substr(0, start.find_first_of("\r\n")));
  if (!sizes) return false;
  words_of_line(start);
  const std::vector<std::string_view> items = words_of_line(start);
  const std::vector<std::string_view> option = words_of_line(start);
  const auto is_name = [](std::string_view word) {
    return word.find_first_not_of("-.0123456789") != std::string_view::npos;
  };
  const auto is_item = [&](std::string_view word) {
    return std::find(items.begin(), items.end(), word) != items.end();
  };
  return items.size() == sizes->items && std::any_of(items.begin(), items.end(), is_name) &&
         !option.empty() && std::all_of(option.begin(), option.end(), is_item);
}

}  // namespace

Format ec_format() {
  return {.read = read_ec, .write = write_ec, .begins = begins_ec};
}

}  // namespace dlx::io
