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

/// The label of a piece. If there may be several copies, it includes the number of the copy: S2.1
/// and S2.2, as in BurrTools, but I1 and I2.
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

/// The meaning of the letters: "a to c: I, d: long". Empty if the letters are the names, if letters
/// repeat, or if their meaning differs from assembly to assembly.
std::string letters_in_words(const Puzzle& puzzle) {
  const auto& pieces = puzzle.pieces;
  std::vector<std::string> words;
  std::size_t first = 10;  // index of the digit in base62
  bool differs = false;
  for (std::size_t p = 0; p < pieces.size() && !pieces[p].is_gap; ++p) {
    const std::string name = name_in_legend(puzzle, p);
    if (!pieces[p].copies) {
      // The letters of further pieces depend on the number of copies in an assembly.
      if (p + 1 < pieces.size() && !pieces[p + 1].is_gap) return "";
      words.push_back(std::string("from ") + lattice::base62[first % 62] + " on: " + name);
      differs = true;
      continue;
    }
    const std::size_t copies = pieces[p].copies->at_most;
    if (copies == 0) continue;
    if (first + copies > 10 + lattice::base62.size()) return "";
    std::string text(1, lattice::base62[first % 62]);
    if (copies > 1) {
      text += (copies == 2 ? " and " : " to ") +
              std::string(1, lattice::base62[(first + copies - 1) % 62]);
    }
    differs = differs || text != name;
    words.push_back(text + ": " + name);
    first += copies;
  }
  if (!differs || are_initials(puzzle)) return "";
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : ", ") + word;
  return all;
}

/// All copies of all pieces are numbered in sequence; this is the number of each piece's first
/// copy. All possible copies are numbered, not only those used, so a piece has the same letters in
/// all assemblies. For a piece without a greatest number of copies, only the copies in this
/// assembly count.
std::vector<std::size_t> first_numbers(const Model& model, const Assembly& assembly) {
  const auto& pieces = model.puzzle.pieces;
  std::vector<std::size_t> first(pieces.size() + 1);
  for (const Placement& placement : assembly) ++first[placement.piece + std::size_t{1}];
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    if (pieces[p].copies) first[p + 1] = pieces[p].copies->at_most;
    first[p + 1] += first[p];
  }
  return first;
}

}  // namespace

std::shared_ptr<const drawing::Frame> frame(const Model& model) {
  const Puzzle& puzzle = model.puzzle;
  drawing::Frame frame;
  frame.cells = all_cells(puzzle);
  frame.grid = puzzle.grid;
  frame.signs = letters_in_words(puzzle);
  frame.has_legend = true;
  std::vector<drawing::palette::Kind> kinds;
  for (const Piece& piece : puzzle.pieces) {
    if (!piece.is_gap) kinds.push_back({piece.name, copies_drawn(puzzle, piece)});
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
  const bool by_name = are_initials(model.puzzle);
  const std::vector<std::size_t> first = first_numbers(model, assembly);
  const std::vector<std::size_t> copies = copies_in(assembly);
  std::vector<drawing::Body> all;
  for (std::size_t i = 0; i < assembly.size(); ++i) {
    const std::uint32_t piece = assembly[i].piece;
    if (model.puzzle.pieces[piece].is_gap) continue;
    // The letter of a piece is its name, if the names are single letters and differ. Otherwise the
    // letter is the base-62 digit for the copy's number, counted from 'a'.
    const char letter =
        by_name ? model.puzzle.pieces[piece].name.front()
                : lattice::base62[(first[piece] + copies[i] + 10) % lattice::base62.size()];
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
  std::map<std::pair<std::uint32_t, std::size_t>, std::uint32_t> used;  // the copies of pieces that
                                                                        // occur
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
  for (const auto& [all, known] : analysed) {
    Assembly assembly = all;
    std::erase_if(assembly,
                  [&](const Placement& p) { return model.puzzle.pieces[p.piece].is_gap; });
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
    // If every part made of cubes leaves by one slide, the order of building already shows how the
    // assembly comes apart.
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
