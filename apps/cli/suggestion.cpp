#include "apps/cli/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace dlx::app {
namespace {

/// The letters to insert, remove, change, or swap with their neighbour (Damerau's distance of
/// adjacent swaps).
std::size_t typing_errors(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::vector<std::size_t> previous;
  std::vector<std::size_t> before_previous;
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_previous = std::exchange(previous, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({previous[j] + 1, row[j - 1] + 1, previous[j - 1] + change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_previous[j - 2] + 1);
    }
  }
  return row.back();
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  constexpr std::size_t letters_per_error = 3;
  std::size_t fewest = std::max<std::size_t>(1, word.size() / letters_per_error) + 1;
  std::string best;
  for (const std::string& candidate : known) {
    const std::size_t errors = typing_errors(word, candidate);
    if (errors >= fewest) continue;
    fewest = errors;
    best = candidate;
  }
  return best;
}

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
  for (const Kind& kind : kinds) {
    if (!ahead.starts_with(kind.start)) continue;
    throw std::invalid_argument(
        fmt::format("{}: this is {}, not a problem; ", input.name(), kind.what) +
        fmt::format(fmt::runtime(kind.commands), input.name()));
  }
}

}  // namespace dlx::app
