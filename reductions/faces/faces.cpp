#include "reductions/faces/faces.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "dlx/core/problem_builder.hpp"
#include "dlx/core/text.hpp"

namespace dlx::faces {
namespace {

/// A rim consists of the 16 border cells of a piece, as bits. Returns the rim that is least as a
/// number, among the rims of the piece in all its orientations. Pieces that look equal have equal
/// results.
Rim canonical(Rim rim, bool turn_over) {
  const auto ways = ways_to_lay(rim, turn_over);
  return *std::min_element(ways.begin(), ways.end());
}

/// Pieces of one set that look equal. `piece` is the first of these pieces.
struct Kind {
  std::uint32_t piece;
  std::uint32_t copies;
};

struct Kinds {
  std::vector<Kind> all;
  std::vector<std::size_t> piece_kind;  ///< for each piece, the position of its kind in `all`
};

Kinds kinds_of(const Puzzle& puzzle) {
  Kinds kinds;
  std::map<std::pair<std::string, Rim>, std::size_t> known;
  for (std::uint32_t p = 0; p < puzzle.pieces.size(); ++p) {
    const Piece& piece = puzzle.pieces[p];
    const auto [found, is_new] =
        known.try_emplace({piece.set, canonical(piece.rim, puzzle.turn_over)}, kinds.all.size());
    if (is_new) kinds.all.push_back({p, 0});
    ++kinds.all[found->second].copies;
    kinds.piece_kind.push_back(found->second);
  }
  return kinds;
}

/// A supply of pieces: an item that placements cover in addition to positions and cells. The item
/// is a kind of piece; if one piece of each set is used, the item is a set.
struct Supply {
  std::string item;      ///< the name of the item
  std::uint32_t copies;  ///< number of copies that may be used
};

struct Supplies {
  std::vector<Supply> all;
  std::map<std::uint32_t, std::size_t>
      piece_supply;        ///< for the first piece of each kind, the index of its supply in `all`
  std::size_t copies = 0;  ///< the sum of the copies of all supplies
};

Supplies supplies_of(const Puzzle& puzzle, const Kinds& kinds) {
  Supplies supplies;
  std::map<std::string, std::size_t> known;  // index of a supply by its item
  for (const Kind& kind : kinds.all) {
    const Piece& piece = puzzle.pieces[kind.piece];
    const bool by_set = puzzle.one_of_each_set;
    if (by_set && piece.set.empty()) {
      throw std::invalid_argument("piece " + piece.name + " is of no set");
    }
    const std::string item = "=" + (by_set ? piece.set : piece.name);
    const auto [found, is_new] = known.try_emplace(item, supplies.all.size());
    if (is_new || !by_set) {
      found->second = supplies.all.size();
      supplies.all.push_back({item, by_set ? 1 : kind.copies});
      supplies.copies += supplies.all.back().copies;
    }
    supplies.piece_supply.emplace(kind.piece, found->second);
  }
  return supplies;
}

std::string name_of(const Layout& layout, std::uint32_t position, std::string_view part) {
  return layout.names[position] + "." + std::string(part);
}

/// Adds the items of shared cells to the options of placements, in either formulation.
class Sharing {
 public:
  Sharing(const Layout& layout, Formulation formulation)
      : layout_(layout), by_cells_(formulation == Formulation::cells) {}

  void declare_primary(ProblemBuilder& builder) {
    for (const auto& point : layout_.corners) {
      if (point.empty()) continue;
      const ItemId item =
          builder.primary(name_of(layout_, point[0].position, corner_names[point[0].corner]));
      for (const CornerOf& c : point) cells_[{c.position, corner_cell(c.corner)}] = item;
    }
    if (!by_cells_) return;
    for (const Joint& j : layout_.joints) {
      for (unsigned k = 0; k < 3; ++k) {
        const ItemId item = builder.primary(
            name_of(layout_, j.a, std::string(side_names[j.a_side]) + std::to_string(k + 1)));
        cells_[{j.a, side_cell(j.a_side, k)}] = item;
        cells_[{j.b, side_cell(j.b_side, 2 - k)}] = item;
      }
    }
  }

  void declare_secondary(ProblemBuilder& builder) {
    if (by_cells_) return;
    for (unsigned cells = 0; cells < colours_.size(); ++cells) {
      std::string name;
      for (unsigned k = 0; k < 3; ++k) name += (cells >> k & 1U) != 0 ? '1' : '0';
      colours_[cells] = builder.colour(name);
    }
    for (const Joint& j : layout_.joints) {
      joints_.push_back(builder.secondary(name_of(layout_, j.a, side_names[j.a_side])));
    }
  }

  void add(const Placement& placement, std::vector<Entry>& entries) const {
    const auto add_cell = [&](unsigned cell) {
      const auto found = cells_.find({placement.position, cell});
      if (has_cell(placement.rim, cell) && found != cells_.end()) {
        entries.emplace_back(found->second);
      }
    };
    for (Corner c = 0; c < 4; ++c) add_cell(corner_cell(c));
    for (Side side = 0; side < 4; ++side) {
      for (unsigned k = 0; k < 3; ++k) add_cell(side_cell(side, k));
    }
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      const Joint& j = layout_.joints[i];
      if (j.a == placement.position) {
        entries.emplace_back(joints_[i], colours_[side_cells(placement.rim, j.a_side)]);
      }
      if (j.b == placement.position) {
        entries.emplace_back(joints_[i], colours_[complement(side_cells(placement.rim, j.b_side))]);
      }
    }
  }

 private:
  const Layout& layout_;
  bool by_cells_;
  // Items of shared cells, by position and border cell.
  std::map<std::pair<std::uint32_t, unsigned>, ItemId> cells_;
  std::array<Colour, 8> colours_{};
  std::vector<ItemId> joints_;
};

/// All placements that the fixed positions allow.
std::vector<Placement> all_placements(const Puzzle& puzzle, const Kinds& kinds) {
  std::vector<const Fixed*> fixed(puzzle.layout.names.size(), nullptr);
  std::vector<std::uint32_t> taken(kinds.all.size());
  for (const Fixed& f : puzzle.fixed) {
    if (f.position >= fixed.size() || f.piece >= puzzle.pieces.size()) {
      throw std::invalid_argument("a fixed piece or position that does not exist");
    }
    const std::string& where = puzzle.layout.names[f.position];
    if (fixed[f.position] != nullptr) {
      throw std::invalid_argument("position " + where + " is fixed twice");
    }
    const std::size_t kind = kinds.piece_kind[f.piece];
    if (++taken[kind] > kinds.all[kind].copies) {
      throw std::invalid_argument(
          "piece " + puzzle.pieces[f.piece].name + " is fixed " +
          (taken[kind] == 2 ? "twice" : std::to_string(taken[kind]) + " times"));
    }
    fixed[f.position] = &f;
    const auto ways = ways_to_lay(puzzle.pieces[f.piece].rim, puzzle.turn_over);
    if (f.rim && std::find(ways.begin(), ways.end(), *f.rim) == ways.end()) {
      throw std::invalid_argument("piece " + puzzle.pieces[f.piece].name + " cannot lie as " +
                                  word(*f.rim) + " at " + where);
    }
  }

  // Several corners of the piece at one position may meet in one point. At most one of these
  // corners may be filled.
  const auto fills_twice = [&](const Placement& p) {
    return std::any_of(
        puzzle.layout.corners.begin(), puzzle.layout.corners.end(), [&](const auto& point) {
          return std::count_if(point.begin(), point.end(), [&](const CornerOf& c) {
                   return c.position == p.position && has_cell(p.rim, corner_cell(c.corner));
                 }) > 1;
        });
  };
  std::vector<Placement> placements;
  for (std::size_t k = 0; k < kinds.all.size(); ++k) {
    const Kind& kind = kinds.all[k];
    const auto ways = ways_to_lay(puzzle.pieces[kind.piece].rim, puzzle.turn_over);
    for (std::uint32_t position = 0; position < fixed.size(); ++position) {
      const Fixed* f = fixed[position];
      if (f != nullptr && kinds.piece_kind[f->piece] != k) continue;
      for (const Rim rim : ways) {
        const Placement placement{kind.piece, position, rim};
        if (f != nullptr && f->rim && *f->rim != rim) continue;
        if (!fills_twice(placement)) placements.push_back(placement);
      }
    }
  }
  return placements;
}

/// Adds the rule that each face shows pieces of one set, and that no set is on two faces. For each
/// face and each set there is an option, which has a colour. Exactly one of these options is chosen
/// for each face, and the placements on the face must have the colour of this option. Colours of
/// placements alone would imply the rule, but then the search would have to choose among hundreds
/// of placements for a position. Also, symmetries of the cube map the item of a set to itself, but
/// exchange other items.
class FaceItems {
 public:
  explicit FaceItems(const Puzzle& puzzle) : puzzle_(puzzle) {
    if (!puzzle.one_set_a_face) return;
    if (puzzle.layout.face.size() != puzzle.layout.names.size()) {
      throw std::invalid_argument("the assembly does not say which positions make a face");
    }
    for (const std::uint32_t face : puzzle.layout.face) faces_.try_emplace(face);
    for (const Piece& piece : puzzle.pieces) {
      if (piece.set.empty()) throw std::invalid_argument("piece " + piece.name + " is of no set");
      sets_.try_emplace(piece.set);
    }
  }

  void declare_primary(ProblemBuilder& builder) {
    for (auto& [face, items] : faces_) {
      items.has_set = builder.primary("face" + std::to_string(face + 1));
    }
    for (auto& [set, items] : sets_) {
      if (all_sets_used()) items.item = builder.primary("set-" + set);
    }
  }
  void declare_secondary(ProblemBuilder& builder) {
    for (auto& [set, items] : sets_) {
      if (!all_sets_used()) items.item = builder.secondary("set-" + set);
      items.colour = builder.colour(set);
    }
    for (auto& [face, items] : faces_) {
      items.shows = builder.secondary("shown" + std::to_string(face + 1));
    }
  }

  void add(const Placement& placement, std::vector<Entry>& entries) const {
    if (faces_.empty()) return;
    entries.emplace_back(faces_.at(puzzle_.layout.face[placement.position]).shows,
                         sets_.at(puzzle_.pieces[placement.piece].set).colour);
  }
  /// Adds an option for each face and each set.
  std::vector<SetOnFace> add_options(ProblemBuilder& builder) const {
    std::vector<SetOnFace> added;
    for (const auto& [face, face_items] : faces_) {
      for (const auto& [set, set_items] : sets_) {
        builder.option({face_items.has_set, set_items.item, {face_items.shows, set_items.colour}});
        added.push_back({face, set});
      }
    }
    return added;
  }

 private:
  struct OfFace {
    ItemId has_set = {};
    ItemId shows = {};  // item of a face; its colour says which set the face shows
  };
  struct OfSet {
    ItemId item = {};
    Colour colour = {};
  };

  [[nodiscard]] bool all_sets_used() const { return sets_.size() == faces_.size(); }

  const Puzzle& puzzle_;
  std::map<std::uint32_t, OfFace> faces_;
  std::map<std::string, OfSet> sets_;
};

/// The face to which a symmetry of the layout moves each face; nothing if the symmetry moves the
/// positions of one face to different faces.
std::optional<std::map<std::uint32_t, std::uint32_t>> face_images(const Layout& layout,
                                                                  const LayoutSymmetry& symmetry) {
  std::map<std::uint32_t, std::uint32_t> images;
  for (std::uint32_t position = 0; position < layout.face.size(); ++position) {
    const std::uint32_t image = layout.face[symmetry.image[position]];
    if (images.try_emplace(layout.face[position], image).first->second != image) return {};
  }
  return images;
}

}  // namespace

Fixed fixed(const Puzzle& puzzle, std::string_view position, std::string_view piece,
            std::optional<std::string_view> word) {
  const auto find = [](const auto& list, std::string_view name, const std::string& what,
                       auto name_of) {
    const auto found = std::find_if(list.begin(), list.end(),
                                    [&](const auto& entry) { return name_of(entry) == name; });
    if (found != list.end()) return static_cast<std::uint32_t>(found - list.begin());
    throw std::invalid_argument("no " + what + " is named " + in_quotes(name));
  };
  Fixed fixed;
  fixed.position = find(puzzle.layout.names, position, "panel",
                        [](const std::string& name) { return std::string_view(name); });
  fixed.piece = find(puzzle.pieces, piece, "piece",
                     [](const Piece& each) { return std::string_view(each.name); });
  if (word) fixed.rim = from_word(*word);
  return fixed;
}

std::string letter(std::size_t number) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  return std::string(1, letters[number % letters.size()]);
}

namespace {

Model build_model(Puzzle puzzle, Formulation formulation, bool with_placements) {
  const Layout& layout = puzzle.layout;
  const Kinds kinds = kinds_of(puzzle);
  const Supplies supplies = supplies_of(puzzle, kinds);
  if (supplies.copies < layout.names.size()) {
    throw std::invalid_argument(
        quantity(supplies.copies, puzzle.one_of_each_set ? "set" : "piece") + " for " +
        quantity(layout.names.size(), "position"));
  }
  for (const Joint& j : layout.joints) {
    if (j.a == j.b) throw std::invalid_argument("position " + layout.names[j.a] + " meets itself");
  }
  const bool all_used = supplies.copies == layout.names.size();
  std::vector<Placement> placements;
  if (with_placements) placements = all_placements(puzzle, kinds);

  ProblemBuilder builder;
  std::vector<ItemId> position_item;
  for (const std::string& name : layout.names) position_item.push_back(builder.primary(name));
  std::vector<ItemId> supply_item(supplies.all.size());
  for (std::size_t s = 0; s < supply_item.size(); ++s) {
    const Supply& supply = supplies.all[s];
    if (!all_used && supply.copies == 1) continue;
    supply_item[s] = builder.primary(
        supply.item, {.at_least = all_used ? supply.copies : 0, .at_most = supply.copies});
  }
  Sharing sharing(layout, formulation);
  sharing.declare_primary(builder);
  FaceItems faces(puzzle);
  faces.declare_primary(builder);
  for (std::size_t s = 0; s < supply_item.size(); ++s) {
    if (all_used || supplies.all[s].copies != 1) continue;
    supply_item[s] = builder.secondary(supplies.all[s].item);
  }
  sharing.declare_secondary(builder);
  faces.declare_secondary(builder);

  std::vector<Entry> entries;
  for (const Placement& p : placements) {
    entries.assign({position_item[p.position], supply_item[supplies.piece_supply.at(p.piece)]});
    sharing.add(p, entries);
    faces.add(p, entries);
    builder.option(entries);
  }
  std::vector<SetOnFace> sets_on_faces = faces.add_options(builder);
  return {std::move(puzzle), std::move(placements), std::move(sets_on_faces),
          std::move(builder).build()};
}

}  // namespace

Model build(Puzzle puzzle, Formulation formulation) {
  return build_model(std::move(puzzle), formulation, true);
}

Model build_if_fillable(Puzzle puzzle, Formulation formulation) {
  const bool fits = !fault_of(puzzle);
  return build_model(std::move(puzzle), formulation, fits);
}

std::optional<std::string> fault_of(const Puzzle& puzzle) {
  const Layout& layout = puzzle.layout;
  if (!layout.is_closed()) return std::nullopt;
  // For each number of pieces, the total numbers of cells that they may have.
  std::vector<std::set<int>> sums(layout.names.size() + 1);
  sums[0].insert(0);
  for (const Piece& piece : puzzle.pieces) {
    for (std::size_t n = sums.size() - 1; n > 0; --n) {
      for (const int sum : sums[n - 1]) sums[n].insert(sum + cell_count(piece.rim));
    }
  }
  if (sums.back().count(layout.cell_count()) > 0) return std::nullopt;
  return "no " + std::to_string(layout.names.size()) + " of the pieces have the " +
         std::to_string(layout.cell_count()) + " cells of the assembly";
}

Assembled decode(const Model& model, std::span<const OptionId> solution) {
  Assembled assembled;
  for (const OptionId option : solution) {
    if (index(option) < model.placements.size()) {
      assembled.push_back(model.placements[index(option)]);
    }
  }
  std::sort(assembled.begin(), assembled.end(),
            [](const Placement& a, const Placement& b) { return a.position < b.position; });
  return assembled;
}

std::vector<Fixed> first_fixed(const Model& model, std::span<const OptionId> solution,
                               std::uint32_t count) {
  std::vector<Fixed> fixed;
  for (const Placement& p : decode(model, solution)) {
    if (fixed.size() < count) fixed.push_back({p.position, p.piece, p.rim});
  }
  return fixed;
}

OptionSymmetries symmetries(const Model& model, UpTo up_to) {
  if (up_to == UpTo::reflections && !model.puzzle.turn_over) {
    throw std::invalid_argument(
        "mirror images of assemblies are none where pieces may not be turned over");
  }
  std::map<std::array<std::uint32_t, 3>, OptionId> option_of;
  const auto key = [](const Placement& p) {
    return std::array<std::uint32_t, 3>{p.piece, p.position, p.rim};
  };
  for (std::uint32_t o = 0; o < model.placements.size(); ++o) {
    option_of.emplace(key(model.placements[o]), OptionId{o});
  }
  std::vector<OptionPermutation> members;
  for (const LayoutSymmetry& s : symmetries(model.puzzle.layout, up_to)) {
    OptionPermutation member;
    for (const Placement& p : model.placements) {
      const auto image =
          option_of.find(key({p.piece, s.image[p.position], laid(p.rim, s.lay[p.position])}));
      if (image == option_of.end()) break;  // a fixed piece makes this symmetry impossible
      member.push_back(image->second);
    }
    if (member.size() < model.placements.size()) continue;
    const auto& choices = model.sets_on_faces;
    const auto faces = face_images(model.puzzle.layout, s);
    if (!choices.empty() && !faces) continue;
    for (const SetOnFace& choice : choices) {
      const auto image =
          std::find(choices.begin(), choices.end(), SetOnFace{faces->at(choice.face), choice.set});
      member.push_back(OptionId{static_cast<std::uint32_t>(
          model.placements.size() + static_cast<std::size_t>(image - choices.begin()))});
    }
    members.push_back(std::move(member));
  }
  return OptionSymmetries(std::move(members));
}

std::vector<Complaint> complaints(const Puzzle& puzzle) {
  std::vector<Complaint> found;
  const Layout& layout = puzzle.layout;
  if (!layout.is_closed() || puzzle.pieces.size() != layout.names.size()) return found;

  int cells = 0;
  std::size_t corners = 0;
  for (std::uint32_t p = 0; p < puzzle.pieces.size(); ++p) {
    const Piece& piece = puzzle.pieces[p];
    cells += cell_count(piece.rim);
    for (Corner c = 0; c < 4; ++c) corners += has_cell(piece.rim, corner_cell(c)) ? 1 : 0;
    if (const auto corner = loose_corner(piece.rim)) {
      found.push_back({p, "piece " + piece.name + ": its corner " +
                              std::string(corner_names[*corner]) + " hangs on no other cell"});
    }
    // Every side must fit a side of another piece. To fit, the other piece may be turned over if
    // the puzzle allows this.
    for (Side side = 0; side < 4; ++side) {
      const unsigned wanted = complement(side_cells(piece.rim, side));
      const bool fits =
          std::any_of(puzzle.pieces.begin(), puzzle.pieces.end(), [&](const Piece& other) {
            if (&other == &piece) return false;
            const auto ways = ways_to_lay(other.rim, puzzle.turn_over);
            return std::any_of(ways.begin(), ways.end(),
                               [&](Rim way) { return side_cells(way, 0) == wanted; });
          });
      if (fits) continue;
      found.push_back({p, "piece " + piece.name + ": its side " + std::string(side_names[side]) +
                              " fits no side of another piece"});
    }
  }
  if (cells != layout.cell_count()) {
    found.push_back({std::nullopt, "the pieces have " + std::to_string(cells) +
                                       " cells and the assembly " +
                                       std::to_string(layout.cell_count())});
  }
  if (corners != layout.corners.size()) {
    found.push_back({std::nullopt, "the pieces have " + std::to_string(corners) + " corners, and " +
                                       std::to_string(layout.corners.size()) +
                                       " points are to be filled by one each"});
  }
  return found;
}

std::vector<Correction> corrections(const Puzzle& puzzle) {
  std::vector<Correction> found;
  const Layout& layout = puzzle.layout;
  if (!layout.is_closed() || puzzle.pieces.size() != layout.names.size()) return found;
  int excess = -layout.cell_count();
  for (const Piece& piece : puzzle.pieces) excess += cell_count(piece.rim);
  for (std::uint32_t p = 0; p < puzzle.pieces.size(); ++p) {
    const Rim rim = puzzle.pieces[p].rim;
    for (unsigned cell = 0; cell < rim_cells; ++cell) {
      const bool there = has_cell(rim, cell);
      const auto other = static_cast<Rim>(rim ^ 1U << cell);
      if (excess == (there ? 1 : -1)) found.push_back({p, other});
      if (excess != 0 || !there) continue;
      for (unsigned to = 0; to < rim_cells; ++to) {
        if (!has_cell(rim, to)) found.push_back({p, static_cast<Rim>(other | 1U << to)});
      }
    }
  }
  return found;
}

}  // namespace dlx::faces
