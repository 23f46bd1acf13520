#include "dlx/symmetry/symmetry_text.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "dlx/core/text.hpp"
#include "dlx/io/solution_text.hpp"

namespace dlx::symmetry {
namespace {

using Pair = std::pair<ItemId, Colour>;
/// Maps a pair of an item and a colour to the image of the colour. A pair is missing if its colour
/// does not change.
using Recoloured = std::map<Pair, Colour>;

class Reader {
 public:
  Reader(io::Input& input, const Problem& problem) : input_(input), problem_(problem) {
    for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
      item_by_name_.emplace(problem.name(ItemId{i}), ItemId{i});
    }
    for (std::uint32_t c = 1; c <= problem.colour_count(); ++c) {
      colour_by_name_.emplace(problem.name(Colour{c}), Colour{c});
    }
    const Images identity{first_ids<ItemId>(problem.item_count()), {}};
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      by_shape_[shape(OptionId{o}, identity)].push_back(OptionId{o});
    }
  }

  /// The permutation of items and options that a line of text describes.
  MatrixPermutation permutation(std::string_view line) {
    const Images line_images = images(line);
    MatrixPermutation result{line_images.items, {}};
    // Options of one shape have equal costs and entries. For each shape: the number of options of
    // this shape that are already the image of an option.
    std::map<Shape, std::size_t> used;
    const std::string_view first = next_word(line);
    for (std::uint32_t o = 0; o < problem_.option_count(); ++o) {
      const Shape option_shape = shape(OptionId{o}, line_images);
      const auto found = by_shape_.find(option_shape);
      const std::size_t k = used[option_shape]++;
      if (found == by_shape_.end() || k >= found->second.size()) {
        throw input_.error_at(first, "no symmetry of the problem: nothing is what option " +
                                         io::option_text(problem_, OptionId{o}) + " becomes" +
                                         (problem_.has_costs() ? ", at the same cost" : ""));
      }
      result.options.push_back(found->second[k]);
    }
    if (!is_automorphism(problem_, result)) {
      throw std::logic_error("a permutation that was checked is not an automorphism");
    }
    return result;
  }

 private:
  using Shape = std::pair<std::int64_t, std::vector<Pair>>;

  /// The images of items and of colours, as a line of text describes them.
  struct Images {
    std::vector<ItemId> items;
    Recoloured recoloured;
  };
  /// A word in a cycle of items: an item, or an item with a colour, such as `s:red`.
  struct Member {
    std::string_view word;
    ItemId item;
    Colour colour;
  };

  [[nodiscard]] Shape shape(OptionId option, const Images& image) const {
    Shape result{problem_.cost(option), {}};
    for (const auto [item, colour] : problem_.entries(option)) {
      const auto found = image.recoloured.find({item, colour});
      result.second.emplace_back(image.items[index(item)],
                                 found == image.recoloured.end() ? colour : found->second);
    }
    std::sort(result.second.begin(), result.second.end());
    return result;
  }

  [[nodiscard]] Images images(std::string_view line) const {
    Images image{first_ids<ItemId>(problem_.item_count()), {}};
    std::set<Pair> named;
    // Pairs of consecutive words in the cycles of items with colours.
    std::vector<std::pair<Member, Member>> pairs;
    while (!line.empty()) {
      const auto bar = line.find('|');
      std::string_view cycle = line.substr(0, bar);
      line = bar == std::string_view::npos ? std::string_view() : line.substr(bar + 1);
      std::vector<Member> members;
      for (auto word = next_word(cycle); !word.empty(); word = next_word(cycle)) {
        members.push_back(member(word));
        if (!named.emplace(members.back().item, members.back().colour).second) {
          throw input_.error_at(word, in_quotes(word) + " stands there twice");
        }
      }
      for (std::size_t k = 0; k < members.size(); ++k) {
        const Member& next = members[(k + 1) % members.size()];
        if ((members[k].colour == Colour::none) != (next.colour == Colour::none)) {
          throw input_.error_at(next.word, "items and coloured items in one cycle");
        }
        if (next.colour != Colour::none) {
          pairs.emplace_back(members[k], next);
        } else {
          join(members[k], next, image.items);
        }
      }
    }
    for (const auto& [from, to] : pairs) recolour(from, to, image);
    return image;
  }

  [[nodiscard]] Member member(std::string_view word) const {
    const auto colon = word.find(':');
    const auto item = item_by_name_.find(word.substr(0, colon));
    if (item == item_by_name_.end()) {
      throw input_.error_at(word, "no item " + in_quotes(word.substr(0, colon)));
    }
    if (colon == std::string_view::npos) return {word, item->second, Colour::none};
    const auto colour = colour_by_name_.find(word.substr(colon + 1));
    if (colour == colour_by_name_.end()) {
      throw input_.error_at(word, "no colour " + in_quotes(word.substr(colon + 1)));
    }
    return {word, item->second, colour->second};
  }

  /// Maps an item to the next item of its cycle.
  void join(const Member& from, const Member& to, std::vector<ItemId>& image) const {
    const bool alike =
        problem_.is_primary(from.item) == problem_.is_primary(to.item) &&
        (!problem_.is_primary(from.item) || problem_.bounds(from.item) == problem_.bounds(to.item));
    if (!alike) {
      throw input_.error_at(to.word, in_quotes(to.word) + " is not covered as " +
                                         in_quotes(from.word) + " is, which becomes it");
    }
    image[index(from.item)] = to.item;
  }

  /// Maps an item with a colour to the next item with a colour in its cycle. The images of all
  /// items must be known already.
  void recolour(const Member& from, const Member& to, Images& image) const {
    const ItemId item_image = image.items[index(from.item)];
    if (item_image != to.item) {
      const std::string instead =
          item_image == from.item ? " stays" : " becomes " + in_quotes(problem_.name(item_image));
      throw input_.error_at(to.word, in_quotes(from.word) + " cannot become " + in_quotes(to.word) +
                                         ", because " + in_quotes(problem_.name(from.item)) +
                                         instead);
    }
    if (from.colour != to.colour) image.recoloured[{from.item, from.colour}] = to.colour;
  }

  io::Input& input_;
  const Problem& problem_;
  std::unordered_map<std::string_view, ItemId> item_by_name_;
  std::unordered_map<std::string_view, Colour> colour_by_name_;
  std::map<Shape, std::vector<OptionId>> by_shape_;
};

/// The images of the pairs of an item and a colour under a symmetry.
std::map<Pair, Pair> pair_images(const Problem& problem, const MatrixPermutation& permutation) {
  std::map<Pair, Pair> images;
  if (!problem.has_colours()) return images;
  std::vector<Colour> image_colours(problem.item_count());
  for (std::uint32_t o = 0; o < permutation.options.size(); ++o) {
    for (const auto [item, colour] : problem.entries(permutation.options[o])) {
      image_colours[index(item)] = colour;
    }
    for (const auto [item, colour] : problem.entries(OptionId{o})) {
      if (colour == Colour::none) continue;
      const ItemId image = permutation.items[index(item)];
      images.try_emplace({item, colour}, image, image_colours[index(image)]);
    }
  }
  return images;
}

}  // namespace

std::vector<MatrixPermutation> read_symmetries(io::Input& input, const Problem& problem) {
  Reader reader(input, problem);
  std::vector<MatrixPermutation> result;
  std::string_view line;
  while (input.next_line(line)) {
    std::string_view rest = line;
    const std::string_view first = next_word(rest);
    if (first.empty() || first.starts_with('|')) continue;
    MatrixPermutation permutation = reader.permutation(line);
    const bool moves = !std::is_sorted(permutation.items.begin(), permutation.items.end()) ||
                       !std::is_sorted(permutation.options.begin(), permutation.options.end());
    if (moves) result.push_back(std::move(permutation));
  }
  if (result.empty()) throw input.error("no symmetry in it");
  return result;
}

std::string symmetry_text(const Problem& problem, const MatrixPermutation& permutation) {
  std::string text;
  const auto begin_cycle = [&] { text += text.empty() ? "" : " | "; };
  std::vector<bool> met(permutation.items.size());
  for (std::uint32_t i = 0; i < permutation.items.size(); ++i) {
    if (met[i] || index(permutation.items[i]) == i) continue;
    begin_cycle();
    for (std::uint32_t k = i; !met[k]; k = index(permutation.items[k])) {
      met[k] = true;
      if (k != i) text += ' ';
      text += problem.name(ItemId{k});
    }
  }
  const std::map<Pair, Pair> images = pair_images(problem, permutation);
  std::set<Pair> pairs_met;
  for (const auto& [first, image] : images) {
    std::vector<Pair> cycle;
    bool recolours = false;
    for (Pair pair = first; pairs_met.insert(pair).second; pair = images.at(pair)) {
      cycle.push_back(pair);
      recolours |= pair.second != images.at(pair).second;
    }
    if (!recolours) continue;
    begin_cycle();
    for (const auto& [item, colour] : cycle) {
      if (Pair(item, colour) != first) text += ' ';
      text += std::string(problem.name(item)) + ':' + std::string(problem.name(colour));
    }
  }
  return text;
}

}  // namespace dlx::symmetry
