#include "dlx/core/path_problem.hpp"

#include <algorithm>
#include <stdexcept>

namespace dlx {
namespace {

std::string shown(OptionId option) {
  return "option " + std::to_string(std::size_t{index(option)} + 1);
}

}  // namespace

PathProblem::PathProblem(Problem problem, std::span<const Arc> arcs, std::vector<OptionId> starts,
                         const std::optional<std::vector<OptionId>>& ends)
    : problem_(std::move(problem)), may_end_(problem_.option_count(), ends ? 0 : 1) {
  const std::uint32_t options = problem_.option_count();
  const auto require = [&](OptionId option, const char* what) {
    if (index(option) < options) return;
    throw std::invalid_argument(std::string(what) + " names " + shown(option) + "; there are " +
                                std::to_string(options));
  };

  arc_begin_.resize(options + std::size_t{1});
  for (const Arc& arc : arcs) {
    require(arc.from, "an arc");
    require(arc.to, "an arc");
    ++arc_begin_[index(arc.from) + std::size_t{1}];
  }
  for (std::size_t o = 0; o < options; ++o) arc_begin_[o + 1] += arc_begin_[o];
  std::vector<std::uint32_t> next(arc_begin_.begin(), arc_begin_.end());
  std::vector<OptionId> heads(arcs.size());
  for (const Arc& arc : arcs) heads[next[index(arc.from)]++] = arc.to;

  // Only the first of several equal arcs is kept. The order of the arcs that are kept does not
  // change.
  constexpr std::uint32_t no_option = ~std::uint32_t{0};
  std::vector<std::uint32_t> seen_from(options, no_option);
  const auto keep_new = [&](std::uint32_t from, OptionId to, std::vector<OptionId>& kept) {
    if (index(to) == from || seen_from[index(to)] == from) return;
    seen_from[index(to)] = from;
    kept.push_back(to);
  };
  for (std::uint32_t o = 0; o < options; ++o) {
    const std::uint32_t first = arc_begin_[o];
    arc_begin_[o] = static_cast<std::uint32_t>(arc_heads_.size());
    for (std::uint32_t a = first; a < arc_begin_[o + std::size_t{1}]; ++a) {
      keep_new(o, heads[a], arc_heads_);
    }
  }
  arc_begin_[options] = static_cast<std::uint32_t>(arc_heads_.size());

  std::fill(seen_from.begin(), seen_from.end(), no_option);
  for (const OptionId start : starts) {
    require(start, "the list of starts");
    keep_new(options, start, starts_);
  }
  if (!ends) return;
  for (const OptionId end : *ends) {
    require(end, "the list of ends");
    may_end_[index(end)] = 1;
  }
}

std::vector<std::string> PathProblem::walk_faults(std::span<const OptionId> walk) const {
  std::vector<std::string> faults;
  const auto exists = [&](OptionId option) { return index(option) < problem_.option_count(); };
  if (!std::all_of(walk.begin(), walk.end(), exists)) return {"an option that does not exist"};
  const auto contains = [](std::span<const OptionId> options, OptionId option) {
    return std::find(options.begin(), options.end(), option) != options.end();
  };
  if (walk.empty()) return faults;
  if (!contains(starts_, walk.front())) {
    faults.push_back("no walk starts with " + shown(walk.front()));
  }
  for (std::size_t i = 1; i < walk.size(); ++i) {
    if (!contains(successors(walk[i - 1]), walk[i])) {
      faults.push_back(shown(walk[i]) + " does not follow " + shown(walk[i - 1]));
    }
  }
  if (!may_end(walk.back())) faults.push_back("no walk ends with " + shown(walk.back()));
  return faults;
}

}  // namespace dlx
