#include "dlx/symmetry/refinement.hpp"

#include <algorithm>
#include <utility>

namespace dlx::symmetry {

Refinement::Refinement(std::span<const std::size_t> begin, std::span<const int> degree,
                       std::span<const int> ends, std::function<bool(std::size_t)> must_end)
    : begin_(begin),
      degree_(degree),
      ends_(ends),
      must_end_(std::move(must_end)),
      vertices_(degree.size()),
      cell_at_(degree.size()) {}

void Refinement::find_cells(const int* lab, const int* ptn, int level) {
  Index start = 0;
  for (Index k = 0; k < degree_.size(); ++k) {
    Vertex& vertex = vertices_[static_cast<std::size_t>(lab[k])];
    vertex.place = k;
    vertex.cell = start;
    if (ptn[k] > level) continue;
    cell_at_[start].length = k + 1 - start;
    start = k + 1;
  }
}

void Refinement::enqueue(Index start) {
  if (cell_at_[start].waiting) return;
  cell_at_[start].waiting = true;
  queue_.push_back(start);
}

void Refinement::mix(std::uint64_t a, std::uint64_t b) {
  code_ = (code_ ^ (a * 0x9E3779B97F4A7C15U + b)) * 0xBF58476D1CE4E5B9U;
  code_ ^= code_ >> 31;
}

bool Refinement::out_of_time(std::size_t work) {
  constexpr std::size_t between_looks = 20'000;
  work_ += work;
  if (work_ < between_looks) return false;
  return must_end_(std::exchange(work_, 0));
}

/// Counts, for each vertex, its neighbours in the splitting cell, the cell that begins at `start`.
/// Vertices with at least one such neighbour are moved to the ends of their cells.
void Refinement::count_neighbours(int* lab, Index start) {
  // The vertices of the splitting cell are copied, because they may be moved, too.
  members_.assign(lab + start, lab + start + cell_at_[start].length);
  std::uint64_t singles = 0;
  for (const int member : members_) {
    const std::size_t from = begin_[static_cast<std::size_t>(member)];
    const auto degree = static_cast<std::size_t>(degree_[static_cast<std::size_t>(member)]);
    for (std::size_t e = from; e < from + degree; ++e) {
      Vertex& vertex = vertices_[static_cast<std::size_t>(ends_[e])];
      Cell& cell = cell_at_[vertex.cell];
      // A cell of length 1 cannot be split. The numbers of such cells are only added up for the
      // hash, because a sum does not depend on the order in which the cells are met.
      if (cell.length == 1) {
        singles += (vertex.cell + std::uint64_t{1}) * 0x9E3779B97F4A7C15U;
        continue;
      }
      if (vertex.count++ != 0) continue;
      if (cell.touched++ == 0) hit_.push_back(vertex.cell);
      const Index to = vertex.cell + cell.length - cell.touched;
      const Index from_place = std::exchange(vertex.place, to);
      const int other = std::exchange(lab[to], ends_[e]);
      lab[from_place] = other;
      if (from_place != to) vertices_[static_cast<std::size_t>(other)].place = from_place;
    }
  }
  mix(start, singles);
}

/// Splits a cell into fragments of vertices with equal counts, in ascending order of counts.
void Refinement::split(int* lab, int* ptn, int level, Index start) {
  const Index end = start + cell_at_[start].length;
  const Index first_touched = end - std::exchange(cell_at_[start].touched, 0);
  const auto count = [&](Index k) { return vertices_[static_cast<std::size_t>(lab[k])].count; };
  const bool alike = [&] {
    for (Index k = first_touched + 1; k < end; ++k) {
      if (count(k) != count(first_touched)) return false;
    }
    return true;
  }();
  if (!alike) {
    std::sort(lab + first_touched, lab + end, [&](int a, int b) {
      return vertices_[static_cast<std::size_t>(a)].count <
             vertices_[static_cast<std::size_t>(b)].count;
    });
  }
  fragments_.clear();
  if (first_touched != start) fragments_.push_back(start);
  for (Index k = first_touched; k < end; ++k) {
    const bool begins = k == first_touched || count(k) != count(k - 1);
    if (begins) {
      fragments_.push_back(k);
      mix(k, count(k));
    }
  }
  // The counts of neighbours are reset here, because the comparisons before this point need them.
  for (std::size_t f = 0; f < fragments_.size(); ++f) {
    const Index from = fragments_[f];
    const Index to = f + 1 < fragments_.size() ? fragments_[f + 1] : end;
    cell_at_[from].length = to - from;
    if (to != end) ptn[to - 1] = level;
    if (from < first_touched) continue;
    for (Index k = from; k < to; ++k) {
      vertices_[static_cast<std::size_t>(lab[k])] = {.place = k, .cell = from, .count = 0};
    }
  }
  if (fragments_.size() == 1) return;
  cells_ += static_cast<int>(fragments_.size()) - 1;
  Index left_out = start;
  if (!cell_at_[start].waiting) {
    left_out = *std::max_element(fragments_.begin(), fragments_.end(), [&](Index a, Index b) {
      return cell_at_[a].length < cell_at_[b].length;
    });
  }
  for (const Index fragment : fragments_) {
    if (fragment != left_out) enqueue(fragment);
  }
}

Refinement::Result Refinement::refine(int* lab, int* ptn, int level, int cells,
                                      std::span<const int> splitting) {
  find_cells(lab, ptn, level);
  cells_ = cells;
  code_ = 0;
  queue_.clear();
  for (const int start : splitting) enqueue(static_cast<Index>(start));
  std::size_t next = 0;
  bool ended = false;
  for (; next < queue_.size() && static_cast<std::size_t>(cells_) < degree_.size(); ++next) {
    const Index start = queue_[next];
    cell_at_[start].waiting = false;
    count_neighbours(lab, start);
    std::sort(hit_.begin(), hit_.end());
    std::size_t work = members_.size();
    for (const Index cell : hit_) {
      work += cell_at_[cell].touched;
      split(lab, ptn, level, cell);
    }
    hit_.clear();
    if (out_of_time(work)) {
      ended = true;
      ++next;
      break;
    }
  }
  for (; next < queue_.size(); ++next) cell_at_[queue_[next]].waiting = false;
  mix(static_cast<std::uint64_t>(cells_), 0);
  // Codes are reduced modulo this number, which is nauty's largest code.
  constexpr std::uint64_t codes = 077777;
  return {cells_, static_cast<int>(code_ % codes), ended};
}

}  // namespace dlx::symmetry
