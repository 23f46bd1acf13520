#include "dlx/symmetry/symmetry_text.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "dlx/core/text.hpp"
#include "dlx/io/solution_text.hpp"

namespace dlx {
namespace {

class Reader {
 public:
  Reader(Input& input, const Problem& problem) : input_(input), problem_(problem) {
    for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
      by_name_.emplace(problem.name(ItemId{i}), ItemId{i});
    }
    const auto identity = first_ids<ItemId>(problem.item_count());
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      by_shape_[shape(OptionId{o}, identity)].push_back(OptionId{o});
    }
  }

  /// Of the line last read.
  MatrixPermutation permutation(std::string_view line) {
    MatrixPermutation result{images(line), {}};
    std::map<Shape, std::size_t> used;  // of options that are alike
    const std::string_view first = next_word(line);
    for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
      const Shape option_shape = shape(OptionId{o}, result.items);
      const auto found = by_shape_.find(option_shape);
      const std::size_t k = used[option_shape]++;
      if (found == by_shape_.end() || k >= found->second.size()) {
        throw input_.error_at(first, "no symmetry of the problem: nothing is what option " +
                                         option_text(problem_, OptionId{o}) + " becomes");
      }
      result.options.push_back(found->second[k]);
    }
    if (!is_automorphism(problem_, result)) {
      throw std::logic_error("a permutation that was checked is no automorphism");
    }
    return result;
  }

 private:
  using Shape = std::pair<std::int64_t, std::vector<std::pair<ItemId, Colour>>>;

  [[nodiscard]] Shape shape(OptionId option, const std::vector<ItemId>& image) const {
    Shape result{problem_.cost(option), {}};
    for (const auto [item, colour] : problem_.entries(option)) {
      result.second.emplace_back(image[index(item)], colour);
    }
    std::sort(result.second.begin(), result.second.end());
    return result;
  }

  [[nodiscard]] std::vector<ItemId> images(std::string_view line) const {
    auto image = first_ids<ItemId>(problem_.item_count());
    std::vector<bool> named(problem_.item_count());
    while (!line.empty()) {
      const auto bar = line.find('|');
      std::string_view cycle = line.substr(0, bar);
      line = bar == std::string_view::npos ? std::string_view() : line.substr(bar + 1);
      std::optional<ItemId> first;
      ItemId last{};
      for (auto word = next_word(cycle); !word.empty(); word = next_word(cycle)) {
        const auto found = by_name_.find(word);
        if (found == by_name_.end()) throw input_.error_at(word, "no item " + in_quotes(word));
        const ItemId item = found->second;
        if (named[index(item)]) {
          throw input_.error_at(word, in_quotes(word) + " stands there twice");
        }
        named[index(item)] = true;
        if (first) join(word, image, last, item);
        if (!first) first = item;
        last = item;
      }
      if (first) image[index(last)] = *first;
    }
    return image;
  }

  /// Lets one item become the next of its cycle, named by the word.
  void join(std::string_view word, std::vector<ItemId>& image, ItemId from, ItemId to) const {
    const bool alike = problem_.is_primary(from) == problem_.is_primary(to) &&
                       (!problem_.is_primary(from) || problem_.bounds(from) == problem_.bounds(to));
    if (!alike) {
      throw input_.error_at(word, in_quotes(word) + " is not covered as " +
                                      in_quotes(problem_.name(from)) + " is, which becomes it");
    }
    image[index(from)] = to;
  }

  Input& input_;
  const Problem& problem_;
  std::unordered_map<std::string_view, ItemId> by_name_;
  std::map<Shape, std::vector<OptionId>> by_shape_;
};

}  // namespace

std::vector<MatrixPermutation> read_symmetries(Input& input, const Problem& problem) {
  Reader reader(input, problem);
  std::vector<MatrixPermutation> result;
  std::string_view line;
  while (input.next_line(line)) {
    std::string_view rest = line;
    const std::string_view first = next_word(rest);
    if (first.empty() || first.starts_with('|')) continue;
    MatrixPermutation permutation = reader.permutation(line);
    const bool moves = !std::is_sorted(permutation.items.begin(), permutation.items.end());
    if (moves) result.push_back(std::move(permutation));
  }
  if (result.empty()) throw input.error("no symmetry in it");
  return result;
}

std::string symmetry_text(const Problem& problem, const MatrixPermutation& permutation) {
  std::string text;
  std::vector<bool> met(permutation.items.size());
  for (std::uint32_t i = 0; i < permutation.items.size(); ++i) {
    if (met[i] || index(permutation.items[i]) == i) continue;
    if (!text.empty()) text += " |";
    for (std::uint32_t k = i; !met[k]; k = index(permutation.items[k])) {
      met[k] = true;
      if (!text.empty()) text += ' ';
      text += problem.name(ItemId{k});
    }
  }
  return text;
}

}  // namespace dlx
