// Breadth first search over the relative places of the pieces, which are positions and rotations.
//
// States. The part is seen from its first piece, that with the most cells: a move of a set with
// this piece is the opposite move of the others. Any other piece has four bytes: one of 24
// rotations, and how far its cells are shifted after it. A piece that looks the same in several
// rotations has the first of these, so states differ in cells.
//
// Moves. Slides are found as disassembly.cpp finds them, from distances between shapes; what turns,
// as turn_moves.cpp says, from cells. Turns of single pieces only, or of at most two or three, were
// weighed: closed sets of any size cost the same, and without them a part that stays whole would
// not be known to.
//
// A state remembers no move, only its parent. The moves of the way found are found again.
//
// Slides alone are tried first, for each part. Whatever separation they find is taken: a part that
// comes apart does so from everywhere it can get to.
#include "reductions/polycube/turning.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "reductions/polycube/distances.hpp"
#include "reductions/polycube/rotations.hpp"
#include "reductions/polycube/slide_matrix.hpp"
#include "reductions/polycube/state_table.hpp"
#include "reductions/polycube/turn_moves.hpp"

namespace dlx::polycube {
namespace {

using lattice::Cell;
using lattice::Cells;
using lattice::QuarterTurn;
using Byte = StateTable::Byte;

/// Of a piece in a state: its rotation and its shift.
constexpr std::size_t bytes_of_piece = 4;

/// A limit was reached.
struct GaveUp {};

/// Pieces that are still together, the one that does not move first, and where they are.
struct Part {
  std::vector<std::uint32_t> pieces;  // of the assembly
  std::vector<Cells> cells;
};

/// How a part falls in two; the stages of its parts are other nodes.
struct Node {
  Stage stage;
  std::optional<std::size_t> staying, removed;
};

/// What is known of a part: `node` if it comes apart.
struct Finding {
  Verdict verdict = Verdict::undecided;
  std::optional<std::size_t> node = {};  // empty: it is done as it is
};

/// Where a piece is: turned by one of rotations(), then shifted.
struct Place {
  std::size_t rotation = 0;
  Cell shift;
};

/// A piece of a part in all rotations.
struct Piece {
  std::array<Cells, rotation_count> images;
  std::array<std::uint32_t, rotation_count> shapes{};  // by Distances; the same for the same image
  /// The same cells in the first rotation that has this image.
  [[nodiscard]] Place first_of(const Place& place) const {
    const auto same = static_cast<std::size_t>(
        std::find(shapes.begin(), shapes.end(), shapes[place.rotation]) - shapes.begin());
    return {same, place.shift + images[place.rotation].front() - images[same].front()};
  }
};

/// What some pieces of a part, by their positions in it, can do.
struct Move {
  Mask moving = 0;  // never the first piece
  Cell direction;
  int distance = 0;
  std::optional<QuarterTurn> turn = {};
};

/// The state that sliding without end separates.
struct Candidate {
  std::uint32_t state;
  Mask removed;
  Cell direction;
};

Cell unit(std::size_t axis) {
  return Distances::step(axis);
}

Cells shifted(const Cells& cells, const Cell& by) {
  Cells result;
  result.reserve(cells.size());
  for (const Cell& cell : cells) result.push_back(cell + by);
  return result;
}

/// The same hash of the same bytes in every run; 0 if nothing has moved.
std::uint64_t hash_of(const std::vector<Byte>& bytes) {
  static const auto factors = [] {
    std::array<std::uint64_t, bytes_of_piece * most_pieces> result{};
    std::mt19937_64 random(1);
    for (std::uint64_t& factor : result) factor = random();
    return result;
  }();
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    hash += factors[i] * static_cast<std::uint64_t>(std::int64_t{bytes[i]});
  }
  return hash;
}

/// The states of one part.
class PartSearch {
 public:
  using Visit = std::function<void(const std::vector<Byte>&, const Move&)>;
  /// Called for each state that is tried and each that is found; throws GaveUp.
  using Check = std::function<void(const StateTable&)>;

  PartSearch(const Part& part, Distances& distances, int reach, Check check)
      : part_(part),
        distances_(distances),
        turn_moves_(reach),
        check_(std::move(check)),
        n_(part.pieces.size()),
        pieces_(n_),
        places_(n_),
        cells_(n_),
        next_(bytes_of_piece * (n_ - 1)) {
    // Near the origin, so that shifts are short.
    origin_ = part.cells.front().front();
    for (std::size_t i = 0; i < n_; ++i) {
      const Cells cells = shifted(part.cells[i], Cell{} - origin_);
      for (std::size_t r = 0; r < rotation_count; ++r) {
        pieces_[i].images[r] = image(cells, rotations()[r]);
        const auto shape = distances.shape(pieces_[i].images[r]);
        if (!shape) throw GaveUp();
        pieces_[i].shapes[r] = *shape;
      }
    }
  }

  /// Goes through the states up to the first that can be separated, with turns if asked for.
  std::optional<Candidate> explore(bool with_turns) {
    with_turns_ = with_turns;
    states_.reset(n_, bytes_of_piece);
    for (std::uint32_t id = 0; id < states_.size(); ++id) {
      check_(states_);
      measure(states_.at(id));
      if (const auto found = separation(id)) return found;
      for_each_move([&](const std::vector<Byte>& next, const Move&) {
        check_(states_);
        states_.insert(next.data(), hash_of(next), id);
      });
    }
    return std::nullopt;
  }

  /// The moves from the first state to this one.
  std::vector<Slide> way_to(std::uint32_t id) {
    std::vector<Slide> way;
    for (; id != 0; id = states_.parent(id)) {
      std::optional<Move> made;
      measure(states_.at(states_.parent(id)));
      for_each_move([&](const std::vector<Byte>& next, const Move& move) {
        if (!made && std::equal(next.begin(), next.end(), states_.at(id))) made = move;
      });
      way.push_back(as_slide(made.value()));
    }
    std::reverse(way.begin(), way.end());
    return way;
  }

  /// Some pieces of a state.
  Part part_of(std::uint32_t id, Mask mask) {
    measure(states_.at(id));
    Part result;
    for (; mask != 0; mask &= mask - 1) {
      result.pieces.push_back(part_.pieces[lowest(mask)]);
      result.cells.push_back(shifted(cells_[lowest(mask)], origin_));
    }
    return result;
  }

  [[nodiscard]] Slide as_slide(const Move& move) const {
    Slide slide{.pieces = {},
                .direction = move.direction,
                .distance = static_cast<std::uint32_t>(move.distance),
                .turn = move.turn};
    for (Mask rest = move.moving; rest != 0; rest &= rest - 1) {
      slide.pieces.push_back(part_.pieces[lowest(rest)]);
    }
    std::sort(slide.pieces.begin(), slide.pieces.end());
    if (slide.turn) {
      Cell& twice = slide.turn->twice;
      twice = twice + times(2, origin_);
      for (int Cell::*along : {&Cell::x, &Cell::y, &Cell::z}) {
        if (slide.turn->axis.*along != 0) twice.*along = 0;
      }
    }
    return slide;
  }
  [[nodiscard]] Mask all() const { return first(n_); }

 private:
  /// Puts the pieces where a state has them.
  void measure(const Byte* state) {
    for (std::size_t i = 0; i < n_; ++i) {
      Place place;
      if (i > 0) {
        place = {static_cast<std::size_t>(state[0]), {state[1], state[2], state[3]}};
        state += bytes_of_piece;
      }
      places_[i] = place;
      cells_[i] = shifted(pieces_[i].images[place.rotation], place.shift);
    }
    matrix_.reset(n_, Distances::axes());
    for (std::size_t i = 1; i < n_; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Cell offset = cells_[i].front() - cells_[j].front();
        matrix_.set(j, i, offset,
                    [&] { return distances_.between(shape_of(j), shape_of(i), offset); });
      }
    }
  }
  [[nodiscard]] std::uint32_t shape_of(std::size_t i) const {
    return pieces_[i].shapes[places_[i].rotation];
  }

  /// A set, without the first piece, that slides without end in the state measured.
  std::optional<Candidate> separation(std::uint32_t id) {
    std::optional<Candidate> found;
    for (std::size_t axis = 0; axis < Distances::axes() && !found; ++axis) {
      if (!matrix_.can_leave(axis)) continue;
      matrix_.make_blocks(axis);
      static_cast<void>(matrix_.close(Distances::without_end - 1));
      matrix_.closed_sets([&](Mask sliding) {
        const bool forward = (sliding & bit(0)) == 0;
        found = Candidate{id, forward ? sliding : all() & ~sliding,
                          times(forward ? 1 : -1, unit(axis))};
        return false;
      });
    }
    return found;
  }

  /// Calls `visit` for each state that is one move from the one measured.
  void for_each_move(const Visit& visit) {
    for (std::size_t axis = 0; axis < Distances::axes(); ++axis) {
      if (!matrix_.can_slide(axis)) continue;
      matrix_.make_blocks(axis);
      int from = 1;
      for (std::uint16_t reached = 0; matrix_.close(reached); from = reached + 1) {
        reached = matrix_.next_distance(reached);
        matrix_.closed_sets([&](Mask sliding) {
          for (int distance = from; distance <= reached; ++distance) {
            slide(sliding, axis, distance, visit);
          }
          return true;
        });
      }
    }
    if (!with_turns_) return;
    turn_moves_.place(cells_);
    turn_moves_.for_each(
        [&](const QuarterTurn& turn, Mask turning) { quarter(turning, turn, visit); });
  }

  void slide(Mask sliding, std::size_t axis, int distance, const Visit& visit) {
    const bool forward = (sliding & bit(0)) == 0;
    const Move move{.moving = forward ? sliding : all() & ~sliding,
                    .direction = times(forward ? 1 : -1, unit(axis)),
                    .distance = distance};
    make(move, visit,
         [&](Place& place) { place.shift = place.shift + times(move.distance, move.direction); });
  }

  void quarter(Mask turning, const QuarterTurn& turn, const Visit& visit) {
    const bool forward = (turning & bit(0)) == 0;
    const QuarterTurn made{.axis = times(forward ? 1 : -1, turn.axis), .twice = turn.twice};
    const Quarter quarter = quarter_of(made);
    make({.moving = forward ? turning : all() & ~turning, .direction = {}, .turn = made}, visit,
         [&](Place& place) {
           place.rotation = quarter.after[place.rotation];
           place.shift = quarter.motion(place.shift);
         });
  }

  /// Calls `visit` with the state after a move; `change` moves a piece.
  template <class Change>
  void make(const Move& move, const Visit& visit, Change change) {
    for (std::size_t i = 1; i < n_; ++i) {
      Place place = places_[i];
      if ((move.moving & bit(i)) != 0) {
        change(place);
        place = pieces_[i].first_of(place);
      }
      const std::size_t at = bytes_of_piece * (i - 1);
      const std::array<int, bytes_of_piece> bytes{static_cast<int>(place.rotation), place.shift.x,
                                                  place.shift.y, place.shift.z};
      for (std::size_t b = 0; b < bytes_of_piece; ++b) {
        if (std::abs(bytes[b]) > StateTable::farthest) throw GaveUp();
        next_[at + b] = static_cast<Byte>(bytes[b]);
      }
    }
    visit(next_, move);
  }

  const Part& part_;
  Distances& distances_;
  TurnMoves turn_moves_;
  Check check_;
  std::size_t n_;
  std::vector<Piece> pieces_;
  Cell origin_;
  StateTable states_;
  bool with_turns_ = false;
  // Of the state measured:
  std::vector<Place> places_;
  std::vector<Cells> cells_;
  SlideMatrix<Distances::most_axes> matrix_;
  std::vector<Byte> next_;
};

/// How many cells an assembly is long, along the axis where it is longest.
int length_of(std::span<const Cells> pieces) {
  Cells all;
  for (const Cells& cells : pieces) all.insert(all.end(), cells.begin(), cells.end());
  const auto [low, high] = lattice::extent(all);
  return std::max({high.x - low.x, high.y - low.y, high.z - low.z}) + 1;
}

/// The piece with the most cells to the front, the others ascending.
void put_largest_first(Part& part) {
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
    if (!groups.empty() && groups.size() != pieces.size()) {
      throw std::invalid_argument("a group is wanted for each piece");
    }
    Disassembly result;
    result.groups.assign(groups.begin(), groups.end());
    if (pieces.size() < 2) {
      result.verdict = Verdict::comes_apart;
      return result;
    }
    if (pieces.size() > most_pieces) return result;
    prepare(pieces, groups);
    Part whole{{}, {pieces.begin(), pieces.end()}};
    for (std::uint32_t p = 0; p < pieces.size(); ++p) whole.pieces.push_back(p);
    const Finding finding = separate(std::move(whole));
    result.verdict = finding.verdict;
    result.states = visited_;
    if (finding.verdict != Verdict::comes_apart) return result;
    add_stages(*finding.node, result.stages);
    result.level = level_of(result.stages);
    result.least = result.level.size() == 1;
    return result;
  }

 private:
  void prepare(std::span<const Cells> pieces, std::span<const std::uint32_t> groups) {
    distances_.clear();
    groups_.assign(groups.begin(), groups.end());
    reach_ = std::min(length_of(pieces), TurnMoves::farthest);
    nodes_.clear();
    known_.clear();
    visited_ = 0;
    exploring_ = 0;
    since_check_ = 0;
  }

  /// A part that need not be separated.
  [[nodiscard]] bool is_done(const std::vector<std::uint32_t>& pieces) const {
    if (pieces.size() < 2) return true;
    if (groups_.empty()) return false;
    const std::uint32_t group = groups_[pieces.front()];
    return group != 0 && std::all_of(pieces.begin(), pieces.end(),
                                     [&](std::uint32_t p) { return groups_[p] == group; });
  }

  /// Takes a part apart, or remembers how.
  Finding finding_of(Part part) {
    if (is_done(part.pieces)) return {Verdict::comes_apart, {}};
    std::vector<std::int32_t> key(part.pieces.begin(), part.pieces.end());
    for (const Cells& cells : part.cells) {
      for (const Cell& cell : cells) key.insert(key.end(), {cell.x, cell.y, cell.z});
    }
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    const Finding finding = separate(std::move(part));
    known_.emplace(std::move(key), finding);
    return finding;
  }

  Finding separate(Part part) {
    Node node;
    node.stage.pieces = part.pieces;
    put_largest_first(part);
    Part staying;
    Part removed;
    try {
      PartSearch search(part, distances_, reach_,
                        [this](const StateTable& states) { check_limits(states); });
      std::optional<Candidate> found;
      for (const bool with_turns : {false, true}) {
        if (!found) found = search.explore(with_turns);
        visited_ += std::exchange(exploring_, 0);
      }
      if (!found) return {Verdict::stays_whole, {}};
      node.stage.slides = search.way_to(found->state);
      node.stage.slides.push_back(
          search.as_slide({.moving = found->removed, .direction = found->direction}));
      removed = search.part_of(found->state, found->removed);
      staying = search.part_of(found->state, search.all() & ~found->removed);
    } catch (const GaveUp&) {
      visited_ += std::exchange(exploring_, 0);
      return {};
    }
    return with_parts(std::move(node), std::move(staying), std::move(removed));
  }

  Finding with_parts(Node node, Part staying, Part removed) {
    Finding worst{Verdict::comes_apart, {}};
    for (auto [part, branch] : {std::pair(&staying, &node.staying), {&removed, &node.removed}}) {
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
  static void sort_pieces(Part& part) {
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

  /// Appends a node and those below it in pre-order; returns its position.
  std::size_t add_stages(std::size_t number, std::vector<Stage>& stages) const {
    const Node& node = nodes_[number];
    const std::size_t position = stages.size();
    stages.push_back(node.stage);
    if (node.staying) stages[position].staying = add_stages(*node.staying, stages);
    if (node.removed) stages[position].removed = add_stages(*node.removed, stages);
    return position;
  }

  void check_limits(const StateTable& states) {
    exploring_ = states.size();
    if (visited_ + exploring_ > limits_.states || states.is_full()) throw GaveUp();
    if ((++since_check_ & 0xF) != 0) return;
    if (limits_.stop != nullptr && *limits_.stop) throw GaveUp();
    if (limits_.deadline && std::chrono::steady_clock::now() >= *limits_.deadline) throw GaveUp();
    if (distances_.bytes() + states.memory() > limits_.memory) throw GaveUp();
  }

  DisassemblyLimits limits_;
  Distances distances_;
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

}  // namespace dlx::polycube
