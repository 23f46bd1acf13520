#include "reductions/polycube/cell_words.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace dlx::polycube {
namespace {

/// The digits that stand for one coordinate; takes them from `word`.
std::vector<int> coordinate(const Lines& lines, std::string_view& word, std::string_view whole) {
  const auto digit = [&](char c) {
    const std::size_t value = lattice::base62.find(c);
    if (value == std::string_view::npos) {
      throw lines.error("a cell is three digits of 0-9, a-z, A-Z, or [..] for several", whole);
    }
    return static_cast<int>(value);
  };
  if (word.empty()) throw lines.error("a cell has three coordinates", whole);
  if (word.front() != '[') {
    const int only = digit(word.front());
    word.remove_prefix(1);
    return {only};
  }
  const std::size_t end = word.find(']');
  if (end == std::string_view::npos) throw lines.error("a '[' without ']'", whole);
  const std::string_view inside = word.substr(1, end - 1);
  word.remove_prefix(end + 1);
  std::vector<int> values;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const int low = digit(inside[i]);
    int high = low;
    if (i + 1 < inside.size() && inside[i + 1] == '-') {
      if (i + 2 == inside.size()) throw lines.error("a range without an end", whole);
      high = digit(inside[i + 2]);
      i += 2;
    }
    if (high < low) throw lines.error("a range that runs downward", whole);
    for (int v = low; v <= high; ++v) {
      // Before they are multiplied: a long list would make more cells than there are.
      if (std::find(values.begin(), values.end(), v) != values.end()) {
        throw lines.error("a digit that is there twice", whole);
      }
      values.push_back(v);
    }
  }
  if (values.empty()) throw lines.error("nothing between brackets", whole);
  return values;
}

}  // namespace

Cells cells_of_words(const Lines& lines, std::span<const std::string_view> words,
                     const lattice::Lattice& grid) {
  std::set<Cell> named;
  for (const std::string_view whole : words) {
    std::string_view rest = whole;
    const auto xs = coordinate(lines, rest, whole);
    const auto ys = coordinate(lines, rest, whole);
    const auto zs = coordinate(lines, rest, whole);
    if (!rest.empty()) throw lines.error("a cell has three coordinates", whole);
    for (const int x : xs) {
      for (const int y : ys) {
        for (const int z : zs) {
          if (!grid.is_cell({x, y, z})) {
            throw lines.error("the grid '" + std::string(to_string(grid.grid())) +
                                  "' has no cell " + lattice::name({x, y, z}, true),
                              whole);
          }
          if (!named.insert({x, y, z}).second) {
            throw lines.error("a cell that has been named before", whole);
          }
        }
      }
    }
  }
  return {named.begin(), named.end()};
}

}  // namespace dlx::polycube
