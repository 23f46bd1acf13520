// What a separation says is done with cells and nothing else: no distances, no offsets, no bits.
#include "reductions/polycube/replay.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace dlx::polycube {
namespace {

using lattice::Cell;
using lattice::Cells;
using Numbers = std::vector<std::uint32_t>;

class Replay {
 public:
  Replay(std::span<const Cells> pieces, std::span<const Stage> stages,
         std::span<const std::uint32_t> groups)
      : pieces_(pieces), stages_(stages), groups_(groups), used_(stages.size(), false) {
    Numbers all;
    std::size_t cells_in_all = 0;
    for (const Cells& cells : pieces) {
      all.push_back(static_cast<std::uint32_t>(all.size()));
      cells_in_all += cells.size();
    }
    const Shifts none(pieces.size());
    if (united(none, all).size() != cells_in_all) blame("two pieces overlap at the start");
    if (stages.empty()) {
      if (all.size() > 1) blame("there are no stages");
      return;
    }
    take_apart(0, all, none);
    if (std::find(used_.begin(), used_.end(), false) != used_.end()) {
      blame("a stage belongs to no part");
    }
  }

  std::vector<std::string> faults() && { return std::move(faults_); }

 private:
  using Set = std::set<Cell>;
  using Shifts = std::vector<Cell>;  // by piece: how far it is from where it was at the start

  void blame(const std::string& fault) { faults_.push_back(fault); }
  void blame(std::size_t stage, std::size_t slide, const std::string& fault) {
    blame("stage " + std::to_string(stage + 1) + ", slide " + std::to_string(slide + 1) + ": " +
          fault);
  }

  static bool overlap(const Set& a, const Set& b) {
    return std::any_of(a.begin(), a.end(), [&](const Cell& cell) { return b.count(cell) != 0; });
  }
  [[nodiscard]] Set united(const Shifts& shifts, const Numbers& pieces) const {
    Set cells;
    for (const std::uint32_t p : pieces) {
      for (const Cell& cell : pieces_[p]) cells.insert(cell + shifts[p]);
    }
    return cells;
  }
  static Set shifted(const Set& cells, const Cell& by) {
    Set result;
    for (const Cell& cell : cells) result.insert(cell + by);
    return result;
  }
  static Numbers without(const Numbers& pieces, const Numbers& some) {
    Numbers rest;
    for (const std::uint32_t p : pieces) {
      if (std::find(some.begin(), some.end(), p) == some.end()) rest.push_back(p);
    }
    return rest;
  }
  static bool is_unit(const Cell& c) { return c.x * c.x + c.y * c.y + c.z * c.z == 1; }

  /// More unit steps than this take any piece past all others.
  static std::uint32_t far_enough(const Set& cells) {
    int least = 0;
    int most = 0;
    for (const Cell& c : cells) {
      least = std::min({least, c.x, c.y, c.z});
      most = std::max({most, c.x, c.y, c.z});
    }
    return static_cast<std::uint32_t>(most - least) + 2;
  }

  void take_apart(std::size_t number, const Numbers& pieces, Shifts shifts) {
    if (number >= stages_.size() || used_[number])
      return blame("a stage is missing, or used twice");
    used_[number] = true;
    const Stage& stage = stages_[number];
    if (stage.pieces != pieces)
      return blame("stage " + std::to_string(number + 1) + " is not of the pieces of its part");
    Numbers removed;
    Numbers staying;
    for (std::size_t s = 0; s < stage.slides.size(); ++s) {
      const Slide& slide = stage.slides[s];
      removed = slide.pieces;
      staying = without(pieces, removed);
      if (removed.empty() || staying.empty() || removed.size() + staying.size() != pieces.size()) {
        return blame(number, s, "not some of the pieces, each once");
      }
      if (!is_unit(slide.direction)) return blame(number, s, "not along an axis");
      const bool last = s + 1 == stage.slides.size();
      if (last != (slide.distance == 0)) {
        return blame(number, s, "only the last slide of a stage is without end");
      }
      const Set rest = united(shifts, staying);
      Set sliding = united(shifts, removed);
      // Farther than past all others nothing more can happen.
      const std::uint32_t past = far_enough(united(shifts, pieces));
      const std::uint32_t steps = last ? past : std::min(past, slide.distance);
      for (std::uint32_t step = 1; step <= steps; ++step) {
        sliding = shifted(sliding, slide.direction);
        if (overlap(sliding, rest)) {
          return blame(number, s, "pieces collide after " + std::to_string(step) + " cells");
        }
      }
      if (last) break;
      const auto distance = static_cast<int>(slide.distance);
      const Cell by{slide.direction.x * distance, slide.direction.y * distance,
                    slide.direction.z * distance};
      for (const std::uint32_t p : removed) shifts[p] = shifts[p] + by;
    }
    if (stage.slides.empty())
      return blame("stage " + std::to_string(number + 1) + " has no slides");
    go_on(stage.staying, staying, shifts);
    go_on(stage.removed, removed, shifts);
  }

  void go_on(const std::optional<std::size_t>& stage, const Numbers& pieces, const Shifts& shifts) {
    if (stage) return take_apart(*stage, pieces, shifts);
    const bool one_group = !groups_.empty() && groups_[pieces.front()] != 0 &&
                           std::all_of(pieces.begin(), pieces.end(), [&](std::uint32_t p) {
                             return groups_[p] == groups_[pieces.front()];
                           });
    if (pieces.size() > 1 && !one_group) blame("pieces are left together");
  }

  std::span<const Cells> pieces_;
  std::span<const Stage> stages_;
  std::span<const std::uint32_t> groups_;
  std::vector<bool> used_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> replay_faults(std::span<const Cells> pieces, std::span<const Stage> stages,
                                       std::span<const std::uint32_t> groups) {
  return Replay(pieces, stages, groups).faults();
}

}  // namespace dlx::polycube
