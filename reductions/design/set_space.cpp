#include "reductions/design/set_space.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

namespace dlx::design {

SetSpace::SetSpace(const Design& design) : pieces_(design.pieces.most), cells_(design.volume.most) {
  constexpr std::uint64_t too_many = std::uint64_t{1} << 62;
  const std::size_t kinds = design.kinds.size();
  std::uint32_t smallest = std::numeric_limits<std::uint32_t>::max();
  for (const Kind& kind : design.kinds) {
    copies_.push_back(kind.copies);
    size_.push_back(static_cast<std::uint32_t>(kind.cells.size()));
    smallest = std::min(smallest, size_.back());
  }
  pieces_ = std::min<std::size_t>(pieces_, cells_ / smallest);
  ways_.resize((kinds + 1) * (pieces_ + 1) * (cells_ + 1));
  const auto entry = [&](std::size_t k, std::size_t p, std::size_t c) -> std::uint64_t& {
    return ways_[(k * (pieces_ + 1) + p) * (cells_ + 1) + c];
  };
  for (std::size_t p = 0; p <= pieces_; ++p) {
    for (std::size_t c = 0; c <= cells_; ++c) {
      entry(kinds, p, c) = design.pieces.has(p) && design.volume.has(c) ? 1 : 0;
    }
  }
  for (std::size_t k = kinds; k-- > 0;) {
    for (std::size_t p = 0; p <= pieces_; ++p) {
      for (std::size_t c = 0; c <= cells_; ++c) {
        std::uint64_t sum = 0;
        for (std::size_t n = copies_[k].least; n <= copies_[k].most; ++n) {
          if (p + n > pieces_ || c + n * size_[k] > cells_) break;
          sum += ways(k + 1, p + n, c + n * size_[k]);
          if (sum >= too_many) {
            throw std::invalid_argument(
                "the design allows 2^62 sets or more; limit pieces, copies or at-most");
          }
        }
        entry(k, p, c) = sum;
      }
    }
  }
}

std::uint64_t SetSpace::count() const {
  return ways(0, 0, 0);
}

Set SetSpace::at(std::uint64_t place) const {
  Set set;
  std::size_t pieces = 0;
  std::size_t cells = 0;
  for (std::size_t k = 0; k < copies_.size(); ++k) {
    std::uint32_t n = copies_[k].least;
    for (;; ++n) {
      const std::uint64_t ways_here = ways(k + 1, pieces + n, cells + std::size_t{n} * size_[k]);
      if (place < ways_here) break;
      place -= ways_here;
    }
    pieces += n;
    cells += std::size_t{n} * size_[k];
    set.push_back(n);
  }
  return set;
}

std::optional<std::uint64_t> SetSpace::place_of(const Set& set) const {
  std::uint64_t place = 0;
  std::size_t pieces = 0;
  std::size_t cells = 0;
  for (std::size_t k = 0; k < copies_.size(); ++k) {
    if (!copies_[k].has(set[k])) return std::nullopt;
    for (std::size_t n = copies_[k].least; n < set[k]; ++n) {
      if (pieces + n > pieces_ || cells + n * size_[k] > cells_) return std::nullopt;
      place += ways(k + 1, pieces + n, cells + n * size_[k]);
    }
    pieces += set[k];
    cells += std::size_t{set[k]} * size_[k];
    if (pieces > pieces_ || cells > cells_) return std::nullopt;
  }
  if (ways(copies_.size(), pieces, cells) == 0) return std::nullopt;
  return place;
}

ColourTest::ColourTest(const Box& box, const polycube::Model& bag) {
  if (box.target.size() + box.optional_cells.size() > most_cells) return;
  using Test = std::function<bool(const Cell&)>;
  std::vector<Test> tests = {[](const Cell& c) { return (c.x + c.y + c.z) % 2 == 0; }};
  for (const Cell& parity : lattice::box(2, 2, 2)) {
    tests.emplace_back([parity](const Cell& c) {
      return Cell{c.x % 2, c.y % 2, c.z % 2} == parity;
    });
  }
  for (const Test& test : tests) {
    const auto number = [&](const Cells& cells) {
      return static_cast<std::uint32_t>(std::count_if(cells.begin(), cells.end(), test));
    };
    Colour colour{{number(box.target), number(box.target) + number(box.optional_cells)}, {}};
    colour.kinds.resize(bag.puzzle.pieces.size());
    for (const polycube::Placement& placement : bag.placements) {
      colour.kinds[placement.piece].insert(number(placement.cells));
    }
    colours_.push_back(std::move(colour));
  }
}

bool ColourTest::allows(const Set& set) const {
  return std::all_of(colours_.begin(), colours_.end(), [&](const Colour& colour) {
    Numbers sums;
    sums.set(0);
    for (std::size_t k = 0; k < set.size(); ++k) {
      for (std::uint32_t copy = 0; copy < set[k]; ++copy) {
        Numbers more;
        for (const std::uint32_t n : colour.kinds[k]) more |= sums << n;
        sums = more;
      }
    }
    for (std::size_t n = colour.wanted.least; n <= colour.wanted.most; ++n) {
      if (sums.test(n)) return true;
    }
    return false;
  });
}

Estimate::Estimate(const Box& box, const polycube::Model& bag) : kinds_(bag.puzzle.pieces.size()) {
  const auto cells = static_cast<double>(box.target.size() + box.optional_cells.size());
  cells_ = std::lgamma(cells + 1);
  std::vector<double> placements(kinds_.size());
  for (const polycube::Placement& placement : bag.placements) ++placements[placement.piece];
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    const auto size = static_cast<double>(bag.puzzle.pieces[k].cells.size());
    kinds_[k] = std::log(placements[k]) - std::lgamma(cells + 1) + std::lgamma(cells - size + 1);
  }
}

double Estimate::of(const Set& set) const {
  double sum = cells_;
  for (std::size_t k = 0; k < set.size(); ++k) {
    if (set[k] > 0) sum += set[k] * kinds_[k] - std::lgamma(set[k] + 1.0);
  }
  return sum;
}

}  // namespace dlx::design
