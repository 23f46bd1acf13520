// Breadth first search over the relative places of the pieces: turned_states.cpp.
//
// Slides alone are tried first, for each part. Whatever separation they find is taken: a part that
// comes apart does so from everywhere it can get to.
//
// Turns of single pieces only, or of at most two or three, were weighed: closed sets of any size
// cost the same, and without them a part that stays whole would not be known to.
#include "reductions/apart/turning.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "reductions/apart/distances.hpp"
#include "reductions/apart/findings.hpp"
#include "reductions/apart/state_table.hpp"
#include "reductions/apart/turn_moves.hpp"
#include "reductions/apart/turned_states.hpp"

namespace dlx::apart {
namespace {

using lattice::Cell;
using lattice::Cells;

/// How many cells an assembly is long, along the axis where it is longest.
int length_of(std::span<const Cells> pieces) {
  Cells all;
  for (const Cells& cells : pieces) all.insert(all.end(), cells.begin(), cells.end());
  const auto [low, high] = lattice::extent(all);
  return std::max({high.x - low.x, high.y - low.y, high.z - low.z}) + 1;
}

/// The piece with the most cells to the front, the others ascending.
void put_largest_first(TurningPart& part) {
  const auto largest =
      std::max_element(part.cells.begin(), part.cells.end(),
                       [](const Cells& a, const Cells& b) { return a.size() < b.size(); });
  const auto at = largest - part.cells.begin();
  std::rotate(part.cells.begin(), largest, largest + 1);
  std::rotate(part.pieces.begin(), part.pieces.begin() + at, part.pieces.begin() + at + 1);
}

}  // namespace

class TurningDisassembler::Search {
 public:
  explicit Search(const DisassemblyLimits& limits) : limits_(limits) {}

  void set_limits(const DisassemblyLimits& limits) { limits_ = limits; }

  Disassembly analyse(std::span<const Cells> pieces, std::span<const std::uint32_t> groups) {
    check_groups(pieces.size(), groups);
    Disassembly result;
    result.groups.assign(groups.begin(), groups.end());
    if (pieces.size() < 2) {
      result.verdict = Verdict::comes_apart;
      return result;
    }
    if (pieces.size() > most_pieces) return result;
    prepare(pieces, groups);
    TurningPart whole{{}, {pieces.begin(), pieces.end()}};
    for (std::uint32_t p = 0; p < pieces.size(); ++p) whole.pieces.push_back(p);
    const Finding finding = separate(std::move(whole));
    result.verdict = finding.verdict;
    result.states = visited_;
    if (finding.verdict != Verdict::comes_apart) return result;
    add_stages(nodes_, *finding.node, result.stages);
    result.level = level_of(result.stages);
    result.least = result.level.size() == 1;
    return result;
  }

 private:
  void prepare(std::span<const Cells> pieces, std::span<const std::uint32_t> groups) {
    distances_.clear();
    groups_.assign(groups.begin(), groups.end());
    reach_ = std::min(length_of(pieces), TurnMoves::farthest);
    if (!quarters_ || quarters_->reach() < 2 * reach_) quarters_.emplace(2 * reach_);
    nodes_.clear();
    known_.clear();
    visited_ = 0;
    exploring_ = 0;
    since_check_ = 0;
  }

  /// Takes a part apart, or remembers how.
  Finding finding_of(TurningPart part) {
    if (is_done(part.pieces, groups_)) return {Verdict::comes_apart, {}};
    std::vector<std::int32_t> key(part.pieces.begin(), part.pieces.end());
    for (const Cells& cells : part.cells) {
      for (const Cell& cell : cells) key.insert(key.end(), {cell.x, cell.y, cell.z});
    }
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    const Finding finding = separate(std::move(part));
    known_.emplace(std::move(key), finding);
    return finding;
  }

  Finding separate(TurningPart part) {
    Node node;
    node.stage.pieces = part.pieces;
    put_largest_first(part);
    TurningPart staying;
    TurningPart removed;
    try {
      TurnedStates states(part, distances_, TurnMoves(*quarters_, reach_),
                          [this](const StateTable& table) { check_limits(table); });
      std::optional<TurnedStates::Separation> found;
      for (const bool with_turns : {false, true}) {
        if (!found) found = states.explore(with_turns);
        visited_ += std::exchange(exploring_, 0);
      }
      if (!found) return {Verdict::stays_whole, {}};
      node.stage.slides = states.way_to(*found);
      removed = states.part_of(found->state, found->removed);
      staying = states.part_of(found->state, states.all() & ~found->removed);
    } catch (const TurningLimit&) {
      visited_ += std::exchange(exploring_, 0);
      return {};
    }
    return with_parts(std::move(node), std::move(staying), std::move(removed));
  }

  Finding with_parts(Node node, TurningPart staying, TurningPart removed) {
    Finding worst{Verdict::comes_apart, {}};
    for (auto [part, branch] :
         {std::pair(&staying, &node.stage.staying), {&removed, &node.stage.removed}}) {
      sort_pieces(*part);
      const Finding finding = finding_of(std::move(*part));
      if (finding.verdict == Verdict::stays_whole) return finding;
      if (finding.verdict == Verdict::undecided) worst = finding;
      *branch = finding.node;
    }
    if (worst.verdict == Verdict::undecided) return worst;
    nodes_.push_back(std::move(node));
    return {Verdict::comes_apart, nodes_.size() - 1};
  }

  /// The pieces of a part in the order of the assembly.
  static void sort_pieces(TurningPart& part) {
    std::vector<std::pair<std::uint32_t, Cells>> sorted;
    for (std::size_t i = 0; i < part.pieces.size(); ++i) {
      sorted.emplace_back(part.pieces[i], std::move(part.cells[i]));
    }
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < part.pieces.size(); ++i) {
      part.pieces[i] = sorted[i].first;
      part.cells[i] = std::move(sorted[i].second);
    }
  }

  void check_limits(const StateTable& states) {
    exploring_ = states.size();
    if (visited_ + exploring_ > limits_.states || states.is_full()) throw TurningLimit();
    if ((++since_check_ & 0xF) != 0) return;
    if (limits_.stop != nullptr && *limits_.stop) throw TurningLimit();
    if (limits_.deadline && std::chrono::steady_clock::now() >= *limits_.deadline)
      throw TurningLimit();
    if (distances_.bytes() + states.memory() > limits_.memory) throw TurningLimit();
  }

  DisassemblyLimits limits_;
  Distances distances_;
  std::optional<QuarterTurns> quarters_;  // for the longest assembly so far
  // Of one assembly:
  int reach_ = 0;
  std::vector<std::uint32_t> groups_;
  std::vector<Node> nodes_;
  std::map<std::vector<std::int32_t>, Finding> known_;
  std::uint64_t visited_ = 0;  // before the states that are explored
  std::uint64_t exploring_ = 0;
  std::uint64_t since_check_ = 0;
};

TurningDisassembler::TurningDisassembler(const DisassemblyLimits& limits)
    : search_(std::make_unique<Search>(limits)) {}
TurningDisassembler::~TurningDisassembler() = default;
TurningDisassembler::TurningDisassembler(TurningDisassembler&&) noexcept = default;
TurningDisassembler& TurningDisassembler::operator=(TurningDisassembler&&) noexcept = default;

Disassembly TurningDisassembler::analyse(std::span<const Cells> pieces,
                                         std::span<const std::uint32_t> groups) {
  return search_->analyse(pieces, groups);
}

void TurningDisassembler::set_limits(const DisassemblyLimits& limits) {
  search_->set_limits(limits);
}

bool has_turns(std::span<const Stage> stages) noexcept {
  return std::any_of(stages.begin(), stages.end(), [](const Stage& stage) {
    return std::any_of(stage.slides.begin(), stage.slides.end(),
                       [](const Slide& slide) { return slide.turn.has_value(); });
  });
}

}  // namespace dlx::apart
