#include "reductions/polycube/apart.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "reductions/apart/replay.hpp"
#include "reductions/polycube/polycube.hpp"

namespace dlx::polycube {
namespace {

/// All ways to choose groups for the pieces of an assembly.
class GroupChoices {
 public:
  static constexpr std::size_t most = 10'000;

  GroupChoices(const Puzzle& puzzle, const Assembly& assembly)
      : assembly_(assembly), chosen_(assembly.size(), 0) {
    for (const Piece& piece : puzzle.pieces) left_.push_back(piece.groups);
    copies_.resize(puzzle.pieces.size());
    for (const Placement& placement : assembly) ++copies_[placement.piece];
    choose(0);
  }

  [[nodiscard]] std::span<const std::vector<std::uint32_t>> all() const { return all_; }
  [[nodiscard]] bool complete() const { return all_.size() < most; }

 private:
  void choose(std::size_t at) {
    if (all_.size() >= most) return;
    if (at == assembly_.size()) {
      all_.push_back(chosen_);
      return;
    }
    const std::uint32_t piece = assembly_[at].piece;
    std::uint32_t& copies = copies_[piece];
    std::uint64_t left = 0;
    for (PieceGroup& group : left_[piece]) left += group.copies;
    --copies;
    for (PieceGroup& group : left_[piece]) {
      if (group.copies == 0) continue;
      --group.copies;
      chosen_[at] = group.number;
      choose(at + 1);
      ++group.copies;
    }
    // A piece in a group is never harder to take apart than a piece without a group. So pieces are
    // left without a group only if the groups do not have enough places for all copies.
    if (left <= copies) {
      chosen_[at] = 0;
      choose(at + 1);
    }
    ++copies;
  }

  const Assembly& assembly_;
  // For each piece, its groups with the number of copies that they can still take.
  std::vector<std::vector<PieceGroup>> left_;
  // For each piece, the number of its copies for which no choice has been made yet.
  std::vector<std::uint32_t> copies_;
  std::vector<std::uint32_t> chosen_;
  std::vector<std::vector<std::uint32_t>> all_;
};

/// The best result of taking apart, over all ways to choose groups for the pieces.
Disassembly best_of_groups(Disassembler& disassembler, const Puzzle& puzzle,
                           const Assembly& assembly) {
  const std::vector<Cells> pieces = cells_of(assembly);
  if (std::all_of(puzzle.pieces.begin(), puzzle.pieces.end(),
                  [](const Piece& piece) { return piece.groups.empty(); })) {
    return disassembler.analyse(pieces);
  }
  const GroupChoices choices(puzzle, assembly);
  Disassembly best{.verdict = choices.complete() ? Verdict::stays_whole : Verdict::undecided};
  std::uint64_t states = 0;
  for (const std::vector<std::uint32_t>& groups : choices.all()) {
    Disassembly found = disassembler.analyse(pieces, groups);
    states += found.states;
    const bool better =
        found.verdict == Verdict::comes_apart
            ? best.verdict != Verdict::comes_apart || found.level < best.level
            : found.verdict == Verdict::undecided && best.verdict == Verdict::stays_whole;
    if (better) best = std::move(found);
  }
  best.states = states;
  return best;
}

/// The assembly without the pieces that represent empty cells.
Assembly without_gaps(const Puzzle& puzzle, Assembly assembly) {
  std::erase_if(assembly, [&](const Placement& p) { return puzzle.pieces[p.piece].is_gap; });
  return assembly;
}

}  // namespace

std::vector<Cells> cells_of(const Assembly& assembly) {
  std::vector<Cells> pieces;
  pieces.reserve(assembly.size());
  for (const Placement& placement : assembly) pieces.push_back(placement.cells);
  return pieces;
}

Disassembly take_apart(Disassembler& disassembler, const Puzzle& puzzle, const Assembly& assembly) {
  if (disassembler.grid() != puzzle.grid) {
    throw std::invalid_argument("the disassembler is for another grid than '" +
                                std::string(to_string(puzzle.grid)) + "'");
  }
  return best_of_groups(disassembler, puzzle, without_gaps(puzzle, assembly));
}

void check_turns(lattice::Grid grid) {
  if (grid == lattice::Grid::cubes) return;
  throw std::invalid_argument("only cubes turn, and the puzzle is on the grid '" +
                              std::string(to_string(grid)) + "'");
}

std::vector<std::string> separation_faults(const Puzzle& puzzle, const Assembly& assembly,
                                           std::span<const Stage> stages) {
  const std::vector<Cells> pieces = cells_of(assembly);
  std::vector<std::string> faults;
  const GroupChoices choices(puzzle, assembly);
  for (const std::vector<std::uint32_t>& groups : choices.all()) {
    faults = apart::replay_faults(pieces, stages, groups, puzzle.grid);
    if (faults.empty()) break;
  }
  return faults;
}

UpTo as_burrtools(const Model& model) {
  return has_mirror_images(model.puzzle) ? UpTo::reflections : UpTo::rotations;
}

CheckedDisassembler::CheckedDisassembler(lattice::Grid grid, const AnalysisOptions& options)
    : slides_({}, grid), at_halves_({}, Turns::at_halves) {
  set_options(options);
}

void CheckedDisassembler::set_options(const AnalysisOptions& options) {
  if (options.turns != Turns::none) check_turns(grid());
  apart::DisassemblyLimits limits = options.limits;
  limits.states = options.states.value_or(apart::DisassemblyLimits{}.states);
  slides_.set_limits(limits);
  limits.states = options.states.value_or(apart::most_turned_states);
  at_cells_.set_limits(limits);
  at_halves_.set_limits(limits);
  turns_ = options.turns;
}

Disassembly CheckedDisassembler::take_apart(const Puzzle& puzzle, const Assembly& assembly) {
  Disassembly result = polycube::take_apart(slides_, puzzle, assembly);
  const auto stays_whole = [&] { return result.verdict == Verdict::stays_whole; };
  if (turns_ != Turns::none && stays_whole()) {
    result = polycube::take_apart(at_cells_, puzzle, assembly);
  }
  if (turns_ == Turns::at_halves && stays_whole()) {
    result = polycube::take_apart(at_halves_, puzzle, assembly);
  }
  if (result.verdict == Verdict::comes_apart) {
    const auto faults = apart::replay_faults(cells_of(without_gaps(puzzle, assembly)),
                                             result.stages, result.groups, puzzle.grid);
    if (!faults.empty()) throw std::logic_error("a separation that is none: " + faults.front());
  }
  return result;
}

}  // namespace dlx::polycube
