#include "reductions/polycube/separable.hpp"

#include <algorithm>
#include <boost/container/flat_map.hpp>
#include <map>
#include <numeric>

#include "dlx/core/restriction.hpp"

namespace dlx::polycube {
namespace {

/// The cells of a target, grouped into the lines along an axis. The cells of each line are sorted
/// from the least to the greatest coordinate.
std::vector<Cells> lines_along(const Cells& target, std::size_t axis) {
  std::map<Cell, Cells> lines;
  for (const Cell& c : target) {
    const Cell foot = c - lattice::times(as_array(c)[axis], lattice::unit_vector(axis));
    lines[foot].push_back(c);
  }
  std::vector<Cells> result;
  for (auto& [foot, cells] : lines) {
    std::sort(cells.begin(), cells.end());
    result.push_back(std::move(cells));
  }
  return result;
}

/// A set of parts of an assembly, one bit for each part.
using PartSet = std::vector<bool>;

/// For each part, the parts that it pushes if it slides along the axis.
std::vector<std::vector<std::size_t>> pushes_along(const std::vector<const Cells*>& parts,
                                                   std::size_t axis) {
  boost::container::flat_map<Cell, std::size_t> owner;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (const Cell& c : *parts[p]) owner[c] = p;
  }
  std::vector<std::vector<std::size_t>> pushes(parts.size());
  for (const auto& [cell, p] : owner) {
    const auto next = owner.find(cell + lattice::unit_vector(axis));
    if (next != owner.end() && next->second != p) pushes[p].push_back(next->second);
  }
  return pushes;
}

/// Finds the first part that can slide without pushing all other parts, and returns the set of
/// parts that slide with it. Returns an empty set if every part pushes all others.
PartSet first_sliding(const std::vector<std::vector<std::size_t>>& pushes) {
  for (std::size_t first = 0; first < pushes.size(); ++first) {
    PartSet slides(pushes.size());
    std::vector<std::size_t> todo{first};
    slides[first] = true;
    std::size_t count = 1;
    while (!todo.empty()) {
      const std::size_t p = todo.back();
      todo.pop_back();
      for (const std::size_t q : pushes[p]) {
        if (slides[q]) continue;
        slides[q] = true;
        ++count;
        todo.push_back(q);
      }
    }
    if (count < pushes.size()) return slides;
  }
  return {};
}

std::vector<const Cells*> parts_of(const Model& model, std::span<const OptionId> assembly) {
  std::vector<const Cells*> parts;
  for (const OptionId option : assembly) parts.push_back(&model.placements[index(option)].cells);
  return parts;
}

}  // namespace

std::vector<std::size_t> sliding_axes(const Puzzle& puzzle, UpTo up_to) {
  std::vector<std::size_t> axes;
  const bool in_classes = up_to != UpTo::none && puzzle.turning == Turning::rotations;
  const auto motions =
      lattice::symmetries(puzzle.target, in_classes ? UpTo::rotations : UpTo::none);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const bool is_image = std::any_of(axes.begin(), axes.end(), [&](std::size_t before) {
      return std::any_of(motions.begin(), motions.end(), [&](const lattice::Motion& motion) {
        return motion.turn.axis[axis] == static_cast<int>(before);
      });
    });
    if (!is_image) axes.push_back(axis);
  }
  return axes;
}

bool falls_in_two(const Model& model, std::span<const OptionId> assembly, std::size_t axis) {
  return !first_sliding(pushes_along(parts_of(model, assembly), axis)).empty();
}

std::optional<std::string> separable_fault(const Puzzle& puzzle) {
  if (puzzle.grid != lattice::Grid::cubes) return "the cells are not cubes";
  if (!puzzle.optional_cells.empty()) return "cells may stay empty";
  for (const Piece& piece : puzzle.pieces) {
    if (piece.is_gap) return "cells stay empty";
    if (!piece.groups.empty()) return "pieces of a group may stay together";
  }
  constexpr const char* names[] = {"x", "y", "z"};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const Cells& line : lines_along(puzzle.target, axis)) {
      const auto length = lattice::dot(line.back() - line.front(), lattice::unit_vector(axis));
      if (length + 1 != static_cast<std::int64_t>(line.size())) {
        return "the target has a gap along " + std::string(names[axis]) + ", after cell " +
               lattice::name(line.front(), true);
      }
    }
  }
  return std::nullopt;
}

SlidingSets::SlidingSets(const Model& model, std::size_t axis)
    : model_(model), axis_(axis), target_(model.puzzle.target) {
  std::sort(target_.begin(), target_.end());
  const auto number = [&](const Cell& c) {
    return static_cast<CellId>(std::lower_bound(target_.begin(), target_.end(), c) -
                               target_.begin());
  };
  for (const Cells& cells : lines_along(target_, axis)) {
    Line& line = lines_.emplace_back();
    for (const Cell& c : cells) line.push_back(number(c));
  }
  placements_.resize(target_.size());
  for (const Placement& placement : model.placements) {
    const auto p = static_cast<std::uint32_t>(cells_of_.size());
    auto& cells = cells_of_.emplace_back();
    for (const Cell& c : placement.cells) {
      cells.push_back(number(c));
      placements_[cells.back()].push_back(p);
    }
  }
  sides_.resize(target_.size(), Side::open);
  staying_.resize(cells_of_.size());
  sliding_.resize(cells_of_.size());
  for (const auto& over : placements_) may_stay_.push_back(static_cast<std::uint32_t>(over.size()));
  may_slide_ = may_stay_;
}

void SlidingSets::decide(CellId cell, Side side) {
  sides_[cell] = side;
  decided_.push_back(cell);
  auto& cells_so = side == Side::stays ? staying_ : sliding_;
  auto& may_not = side == Side::stays ? may_slide_ : may_stay_;
  for (const std::uint32_t p : placements_[cell]) {
    if (cells_so[p]++ > 0) continue;
    for (const CellId other : cells_of_[p]) --may_not[other];
  }
}

void SlidingSets::undo(std::size_t decided) {
  while (decided_.size() > decided) {
    const CellId cell = decided_.back();
    auto& cells_so = sides_[cell] == Side::stays ? staying_ : sliding_;
    auto& may_not = sides_[cell] == Side::stays ? may_slide_ : may_stay_;
    for (const std::uint32_t p : placements_[cell]) {
      if (--cells_so[p] > 0) continue;
      for (const CellId other : cells_of_[p]) ++may_not[other];
    }
    sides_[cell] = Side::open;
    decided_.pop_back();
  }
}

/// The possible cuts of a line of cells. A cut k is possible if the cells before k may stay, and
/// the cells from k on may slide.
std::vector<std::size_t> SlidingSets::possible_cuts(const Line& line) const {
  const auto may = [&](CellId c, Side side) {
    if (sides_[c] != Side::open && sides_[c] != side) return false;
    return (side == Side::stays ? may_stay_[c] : may_slide_[c]) > 0;
  };
  std::size_t most = 0;
  while (most < line.size() && may(line[most], Side::stays)) ++most;
  std::size_t least = line.size();
  while (least > 0 && may(line[least - 1], Side::slides)) --least;
  std::vector<std::size_t> cuts;
  for (std::size_t cut = least; cut <= most; ++cut) cuts.push_back(cut);
  return cuts;
}

/// Decides that the cells of a line before `low` stay, and that the cells from `high` on slide.
void SlidingSets::decide_line(const Line& line, std::size_t low, std::size_t high) {
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (sides_[line[k]] != Side::open) continue;
    if (k < low) decide(line[k], Side::stays);
    if (k >= high) decide(line[k], Side::slides);
  }
}

/// Decides whether cells stay or slide, as far as this follows from earlier decisions. Returns
/// false if some line has no possible cut.
bool SlidingSets::propagate() {
  for (std::size_t before = decided_.size() + 1; before != decided_.size();) {
    before = decided_.size();
    for (const Line& line : lines_) {
      const auto cuts = possible_cuts(line);
      if (cuts.empty()) return false;
      decide_line(line, cuts.front(), cuts.back());
    }
  }
  return true;
}

/// Adds a choice for the line with the fewest possible cuts, which has at least two. Returns false
/// if every line has only one cut.
bool SlidingSets::choose() {
  std::optional<Choice> best;
  for (std::size_t l = 0; l < lines_.size(); ++l) {
    auto cuts = possible_cuts(lines_[l]);
    if (cuts.size() < 2 || (best && best->cuts.size() <= cuts.size())) continue;
    best = Choice{l, std::move(cuts), decided_.size()};
  }
  if (!best) return false;
  choices_.push_back(std::move(*best));
  return true;
}

/// Backtracks: undoes choices back to the last one for which another cut (a division of the parts
/// into two groups) is untried, and tries it. Returns false if no such choice exists.
bool SlidingSets::go_back() {
  while (!choices_.empty()) {
    Choice& choice = choices_.back();
    undo(choice.decided);
    if (choice.cuts.empty()) {
      choices_.pop_back();
      continue;
    }
    const std::size_t cut = choice.cuts.back();
    choice.cuts.pop_back();
    decide_line(lines_[choice.line], cut, cut);
    return true;
  }
  return false;
}

bool SlidingSets::is_proper() const {
  return std::count(sides_.begin(), sides_.end(), Side::slides) % static_cast<int>(sides_.size()) !=
         0;
}

SlidingSets::Step SlidingSets::next() {
  constexpr int most_steps = 1000;
  for (int step = 0; step < most_steps; ++step) {
    if (std::exchange(begun_, true) && !go_back()) return Step::done;
    while (propagate()) {
      if (choose()) {
        static_cast<void>(go_back());
      } else if (is_proper()) {
        return Step::found;
      } else {
        break;
      }
    }
  }
  return Step::paused;
}

Problem SlidingSets::problem() {
  options_.clear();
  std::vector<OptionId> torn;
  for (std::uint32_t o = 0; o < cells_of_.size(); ++o) {
    (staying_[o] > 0 && sliding_[o] > 0 ? torn : options_).push_back(OptionId{o});
  }
  return restricted(model_.problem, {}, torn);
}

bool SlidingSets::stands_for(std::span<const OptionId> assembly) const {
  PartSet slides;
  for (const OptionId option : assembly) slides.push_back(sliding_[index(option)] > 0);
  return first_sliding(pushes_along(parts_of(model_, assembly), axis_)) == slides;
}

}  // namespace dlx::polycube
