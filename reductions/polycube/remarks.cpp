// Messages about a puzzle before it is built. The messages say that the volume of the pieces
// excludes every assembly, or that some pieces are unusual.

#include <algorithm>
#include <map>

#include "reductions/polycube/puzzle.hpp"

namespace dlx::polycube {
namespace {

/// A number greater than the number of cells of any target. Sums of a few such numbers are below
/// 2^64.
constexpr std::uint64_t very_many = std::uint64_t{1} << 60;

/// The total numbers of cells that the copies of all pieces may have, without the cells that stay
/// empty.
struct Volumes {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  /// For each number of cells, how many optional copies of pieces have this number of cells.
  /// Optional copies are those beyond the least number. A piece with alternatives of different
  /// sizes is represented by single cells.
  std::map<std::uint64_t, std::uint64_t> more;
  std::uint64_t least_empty = 0;  ///< the least number of cells of Piece::is_gap
  std::uint64_t most_empty = 0;   ///< the greatest number of cells of Piece::is_gap
};

Volumes volumes_of(const Puzzle& puzzle) {
  Volumes all;
  const auto add = [](std::uint64_t& sum, std::uint64_t copies, std::uint64_t cells) {
    // The products are below 2^53, because there are at most 2^21 cells.
    sum = std::min(sum + copies * cells, very_many);
  };
  const std::uint64_t room = puzzle.target.size() + puzzle.optional_cells.size();
  for (const Piece& piece : puzzle.pieces) {
    // A piece without cells counts as one cell here; build() refuses such pieces.
    std::uint64_t small = std::max<std::uint64_t>(piece.cells.size(), 1);
    std::uint64_t large = small;
    for (const Cells& cells : piece.alternatives) {
      small = std::min(small, std::max<std::uint64_t>(cells.size(), 1));
      large = std::max<std::uint64_t>(large, cells.size());
    }
    const std::uint64_t least = piece.copies ? piece.copies->at_least : 0;
    const std::uint64_t most = piece.copies ? piece.copies->at_most : room / small;
    if (piece.is_gap) {
      add(all.least_empty, least, small);
      add(all.most_empty, most, large);
      continue;
    }
    add(all.least, least, small);
    add(all.most, most, large);
    if (small == large) {
      add(all.more[small], most - least, 1);
    } else {
      add(all.more[1], most * large - least * small, 1);
    }
  }
  return all;
}

/// Whether some choice of optional copies has at least `low` and at most `high` cells in total.
bool has_sum(const std::map<std::uint64_t, std::uint64_t>& more, std::uint64_t low,
             std::uint64_t high) {
  const auto most = static_cast<std::size_t>(high);
  std::vector<bool> sums(most + 1);
  sums[0] = true;
  for (const auto& [cells, copies] : more) {
    if (cells > high) continue;
    const auto step = static_cast<std::size_t>(cells);
    // For each sum, the least number of copies of the current size that the sum needs.
    std::vector<std::uint64_t> used(most + 1);
    for (std::size_t sum = step; sum <= most; ++sum) {
      if (sums[sum] || !sums[sum - step] || used[sum - step] == copies) continue;
      sums[sum] = true;
      used[sum] = used[sum - step] + 1;
    }
  }
  return std::find(sums.begin() + static_cast<std::ptrdiff_t>(low), sums.end(), true) != sums.end();
}

std::string number_of_cells(std::uint64_t cells) {
  return std::to_string(cells) + (cells == 1 ? " cell" : " cells");
}

}  // namespace

std::optional<std::string> volume_fault(const Puzzle& puzzle) {
  std::uint64_t room = puzzle.target.size() + puzzle.optional_cells.size();
  std::uint64_t wanted = puzzle.target.size();
  if (puzzle.holes && *puzzle.holes < room - wanted) wanted = room - *puzzle.holes;
  const Volumes all = volumes_of(puzzle);
  if (all.least_empty > room) {
    return number_of_cells(all.least_empty) + " cannot stay empty, because the target has " +
           std::to_string(room);
  }
  room -= all.least_empty;
  wanted -= std::min(wanted, all.most_empty);
  const bool fixed = all.least == all.most;
  if (all.most < wanted) {
    return "the pieces have " + std::string(fixed ? "" : "at most ") + number_of_cells(all.most) +
           ", and " + std::to_string(wanted) + " must be filled";
  }
  if (all.least > room) {
    return "the pieces have " + std::string(fixed ? "" : "at least ") + number_of_cells(all.least) +
           ", and there is room for " + std::to_string(room);
  }
  const std::uint64_t low = wanted > all.least ? wanted - all.least : 0;
  if (has_sum(all.more, low, room - all.least)) return std::nullopt;
  return "no choice of copies has " + (wanted == room
                                           ? "the " + number_of_cells(room) + " that must be filled"
                                           : "between " + std::to_string(wanted) + " and " +
                                                 number_of_cells(room) + ", as the target has");
}

bool exceeds_room(const Puzzle& puzzle) {
  const Volumes all = volumes_of(puzzle);
  return all.least + all.least_empty > puzzle.target.size() + puzzle.optional_cells.size();
}

std::vector<std::string> remarks(const Puzzle& puzzle) {
  const lattice::Lattice& lattice = lattice::Lattice::of(puzzle.grid);
  const std::string apart =
      puzzle.grid == lattice::Grid::spheres ? "do not touch" : "share no face";
  std::vector<std::string> found;
  for (const Piece& piece : puzzle.pieces) {
    std::size_t most = lattice::parts(lattice, piece.cells);
    for (const Cells& cells : piece.alternatives) {
      most = std::max(most, lattice::parts(lattice, cells));
    }
    if (most > 1) {
      found.push_back("piece '" + piece.name + "' is in " + std::to_string(most) +
                      " parts, which " + apart);
    }
  }
  return found;
}

}  // namespace dlx::polycube
