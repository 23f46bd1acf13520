// Assemblies as pictures, and as scenes in space.

#include <algorithm>
#include <boost/container/flat_set.hpp>
#include <map>
#include <numeric>
#include <utility>

#include "dlx/core/text.hpp"
#include "reductions/polycube/apart.hpp"
#include "reductions/polycube/polycube.hpp"

namespace dlx::polycube {
namespace {

/// The label of a piece. If there may be several copies, the label includes the number of the copy.
/// For example, copy 1 of the piece I has the label I1. A point separates the number from a name
/// that ends in a digit, as in BurrTools: copy 1 of the piece S2 has the label S2.1.
std::string label(const Piece& piece, std::size_t copy) {
  if (piece.copies && piece.copies->at_most == 1) return piece.name;
  const bool ends_in_digit =
      !piece.name.empty() && piece.name.back() >= '0' && piece.name.back() <= '9';
  return piece.name + (ends_in_digit ? "." : "") + std::to_string(copy + 1);
}

/// Whether each piece can be drawn with its name, because all names are single letters and differ.
bool are_initials(const Puzzle& puzzle) {
  boost::container::flat_set<char> initials;
  return std::all_of(puzzle.pieces.begin(), puzzle.pieces.end(), [&](const Piece& piece) {
    if (piece.is_gap) return true;
    return piece.copies && piece.copies->at_most == 1 && !piece.name.empty() &&
           visible_length(piece.name) == 1 && initials.insert(piece.name.front()).second;
  });
}

/// The number of copies of a piece that need colours: the greatest number allowed, but at most as
/// many as fit into the target.
std::size_t copies_drawn(const Puzzle& puzzle, const Piece& piece) {
  const std::size_t cells = puzzle.target.size() + puzzle.optional_cells.size();
  const std::size_t fit = std::max<std::size_t>(1, cells / piece.cells.size());
  return piece.copies ? std::clamp<std::size_t>(piece.copies->at_most, 1, fit) : fit;
}

/// For each placement, the index of the copy of its piece, from 0. Placements of a piece are
/// numbered in their order.
std::vector<std::size_t> copies_in(const Assembly& assembly) {
  std::vector<std::size_t> order(assembly.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return assembly[a] < assembly[b]; });
  std::vector<std::size_t> copies(assembly.size());
  std::size_t copy = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool is_first = k == 0 || assembly[order[k]].piece != assembly[order[k - 1]].piece;
    copy = is_first ? 0 : copy + 1;
    copies[order[k]] = copy;
  }
  return copies;
}

std::string copies_in_words(const Piece& piece) {
  if (!piece.copies) return "any number";
  const auto [least, most] = std::pair(piece.copies->at_least, piece.copies->at_most);
  if (least == most) return most == 1 ? "" : std::to_string(most);
  return std::to_string(least) + " to " + std::to_string(most);
}

std::string name_in_legend(const Puzzle& puzzle, std::size_t piece) {
  const std::string& name = puzzle.pieces[piece].name;
  return name.empty() ? "piece " + std::to_string(piece + 1) : name;
}

/// The letters of pieces in pictures. If are_initials(), each piece has the first letter of its
/// name. Otherwise a piece that is used at most once, and whose name is one letter, has this
/// letter. The copies of all other pieces are numbered. These copies have the letters that are
/// left, from 'a' to 'z', then 'A' to 'Z' and digits.
class Letters {
 public:
  explicit Letters(const Puzzle& puzzle)
      : puzzle_(puzzle), by_name_(are_initials(puzzle)), own_(puzzle.pieces.size()) {
    others_ = std::string(lattice::base62.substr(10)) + std::string(lattice::base62.substr(0, 10));
    for (std::size_t p = 0; p < puzzle.pieces.size(); ++p) {
      const Piece& piece = puzzle.pieces[p];
      const bool is_single = piece.copies && piece.copies->at_most == 1 && !piece.is_gap;
      if (by_name_ ? piece.is_gap : !is_single || piece.name.size() != 1) continue;
      const std::size_t at = others_.find(piece.name.front());
      if (by_name_ || at != std::string::npos) own_[p] = piece.name.front();
      if (at != std::string::npos) others_.erase(at, 1);
    }
    if (others_.empty()) others_ = lattice::base62;
  }

  /// The letter of a piece that is not numbered; nothing if its copies are numbered.
  [[nodiscard]] std::optional<char> own(std::size_t piece) const { return own_[piece]; }

  /// Numbers the copies of all pieces that have no letter of their own. Returns the number of each
  /// piece's first copy. All possible copies count, so a piece has the same letters in all
  /// assemblies. For a piece without a greatest number of copies, only the copies in this assembly
  /// count.
  [[nodiscard]] std::vector<std::size_t> first_numbers(const Assembly& assembly) const {
    const auto& pieces = puzzle_.pieces;
    std::vector<std::size_t> first(pieces.size() + 1);
    for (const Placement& placement : assembly) ++first[placement.piece + std::size_t{1}];
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      if (pieces[p].copies) first[p + 1] = pieces[p].copies->at_most;
      if (own_[p]) first[p + 1] = 0;
      first[p + 1] += first[p];
    }
    return first;
  }

  /// The letter of the copy with a given number.
  [[nodiscard]] char numbered(std::size_t number) const { return others_[number % others_.size()]; }

  /// The meaning of the letters in words, such as "a to c: I, d: long". The text is empty if the
  /// letters are the names, if letters repeat, or if their meaning differs from assembly to
  /// assembly.
  [[nodiscard]] std::string in_words() const {
    const auto& pieces = puzzle_.pieces;
    if (by_name_) return "";
    std::string all;
    const auto add = [&](const std::string& letters, std::size_t piece) {
      all += (all.empty() ? "" : ", ") + letters + ": " + name_in_legend(puzzle_, piece);
    };
    std::size_t first = 0;
    for (std::size_t p = 0; p < pieces.size() && !pieces[p].is_gap; ++p) {
      if (own_[p]) continue;
      if (!pieces[p].copies) {
        // Each copy has a letter. If the number of copies of a piece is not known before the
        // search, the letters of later pieces are not known either, so the text is empty.
        if (p + 1 < pieces.size() && !pieces[p + 1].is_gap) return "";
        add(std::string("from ") + numbered(first) + " on", p);
        continue;
      }
      const std::size_t copies = pieces[p].copies->at_most;
      if (copies == 0) continue;
      if (first + copies > others_.size()) return "";
      add(range_in_words(first, copies), p);
      first += copies;
    }
    return all;
  }

 private:
  /// Letters as "a", "a and b", "a to d", or "a and c to e" where b is missing.
  [[nodiscard]] std::string range_in_words(std::size_t first, std::size_t copies) const {
    const auto follows = [&](std::size_t number) {
      const auto place = [&](std::size_t n) { return lattice::base62.find(numbered(n)); };
      return number < first + copies &&
             place(number) == (place(number - 1) + 1) % lattice::base62.size();
    };
    std::string text;
    for (std::size_t from = first; from < first + copies;) {
      std::size_t end = from + 1;
      while (follows(end)) ++end;
      if (!text.empty()) text += " and ";
      text += numbered(from);
      if (end - from > 1) {
        text += (end - from == 2 ? " and " : " to ") + std::string(1, numbered(end - 1));
      }
      from = end;
    }
    return text;
  }

  const Puzzle& puzzle_;
  bool by_name_;
  std::vector<std::optional<char>> own_;
  std::string others_;  // letters for numbered copies, in their order
};

}  // namespace

std::shared_ptr<const drawing::Frame> frame(const Model& model) {
  const Puzzle& puzzle = model.puzzle;
  drawing::Frame frame;
  frame.cells = all_cells(puzzle);
  frame.grid = puzzle.grid;
  frame.signs = Letters(puzzle).in_words();
  frame.has_legend = true;
  std::vector<drawing::palette::Kind> kinds;
  for (const Piece& piece : puzzle.pieces) {
    if (piece.is_gap) continue;
    kinds.push_back({piece.name, copies_drawn(puzzle, piece), piece.shown_colour});
  }
  // A piece may have alternative shapes that are smaller, so more copies may fit than there are
  // colours. Frame::colour() then repeats the colours.
  std::vector<std::vector<std::string>> colours = drawing::palette::colours(kinds);
  for (std::size_t p = 0; p < kinds.size(); ++p) {
    frame.pieces.push_back({.name = puzzle.pieces[p].name,
                            .copies = copies_in_words(puzzle.pieces[p]),
                            .colours = std::move(colours[p])});
  }
  return std::make_shared<const drawing::Frame>(std::move(frame));
}

std::vector<drawing::Body> bodies(const Model& model, const drawing::Frame&,
                                  const Assembly& assembly) {
  const Letters letters(model.puzzle);
  const std::vector<std::size_t> first = letters.first_numbers(assembly);
  const std::vector<std::size_t> copies = copies_in(assembly);
  std::vector<drawing::Body> all;
  for (std::size_t i = 0; i < assembly.size(); ++i) {
    const std::uint32_t piece = assembly[i].piece;
    if (model.puzzle.pieces[piece].is_gap) continue;
    const char letter = letters.own(piece).value_or(letters.numbered(first[piece] + copies[i]));
    all.push_back({.piece = piece,
                   .copy = copies[i],
                   .sign = std::string(1, letter),
                   .cells = assembly[i].cells});
  }
  return all;
}

drawing::scene::Scene to_scene(const Model& model, std::span<const Analysed> analysed,
                               std::string title) {
  drawing::scene::Scene result{.title = std::move(title)};
  result.grid = model.puzzle.grid;
  const auto common = frame(model);
  // The copies of pieces that occur in the assemblies, each with its index in the scene.
  std::map<std::pair<std::uint32_t, std::size_t>, std::uint32_t> used;
  std::vector<std::vector<drawing::Body>> pictures;
  for (const Analysed& each : analysed) {
    pictures.push_back(bodies(model, *common, each.assembly));
    for (const drawing::Body& body : pictures.back()) used[{body.piece, body.copy}] = 0;
  }
  for (auto& [which, number] : used) {
    const auto [piece, copy] = which;
    number = static_cast<std::uint32_t>(result.pieces.size());
    result.pieces.push_back(label(model.puzzle.pieces[piece], copy));
    result.colours.push_back(common->colour(piece, copy));
  }
  std::uint64_t states = 300'000;
  Disassembler disassembler({}, model.puzzle.grid);
  for (const auto& [assembly, known] : analysed) {
    Disassembly found = known;
    if (known.verdict == Verdict::undecided && known.states == 0) {
      disassembler.set_limits({.states = states});
      found = take_apart(disassembler, model.puzzle, assembly);
      states -= std::min(states, found.states + 1);
    }
    drawing::scene::Parts parts;
    for (const drawing::Body& body : pictures[result.assemblies.size()]) {
      parts.push_back(
          {.piece = used.at({body.piece, body.copy}), .label = body.sign, .cells = body.cells});
    }
    // If cubes need only one slide for each separation into two groups, the scene does not need the
    // slides. The order in which the parts are put together already shows how the assembly comes
    // apart.
    if (model.puzzle.grid == lattice::Grid::cubes &&
        std::all_of(found.stages.begin(), found.stages.end(),
                    [](const Stage& stage) { return stage.slides.size() == 1; })) {
      found.stages.clear();
      static_cast<void>(drawing::scene::put_in_building_order(parts));
    }
    drawing::scene::TakenApart apart;
    if (found.verdict != Verdict::undecided) {
      apart = {.verdict = std::string(in_words(found.verdict)) +
                          (apart::has_turns(found.stages) ? " with a turn" : ""),
               .level = apart::to_string(found.level),
               .stages = std::move(found.stages)};
    }
    result.assemblies.push_back(std::move(parts));
    result.apart.push_back(std::move(apart));
  }
  return result;
}

drawing::scene::Scene to_scene(const Model& model, std::span<const Assembly> assemblies,
                               std::string title) {
  std::vector<Analysed> analysed;
  for (const Assembly& assembly : assemblies) analysed.push_back({assembly, {}});
  return to_scene(model, std::span<const Analysed>(analysed), std::move(title));
}

}  // namespace dlx::polycube
