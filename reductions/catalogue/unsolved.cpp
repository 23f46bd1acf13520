// Puzzles without a solution, with the pieces that are given on the board.

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dlx/core/text.hpp"
#include "reductions/catalogue/puzzle.hpp"

namespace dlx::catalogue {
namespace {

/// Options that a solution contains together.
class Chosen {
 public:
  explicit Chosen(const Problem& problem)
      : problem_(&problem), times_(problem.item_count()), colours_(problem.item_count()) {}

  /// Whether no item forbids a solution to contain the option besides the chosen options.
  [[nodiscard]] bool may_add(OptionId option) const {
    for (const auto [item, colour] : problem_->entries(option)) {
      const std::uint32_t times = times_[index(item)];
      if (times == 0) continue;
      const bool agree = problem_->is_primary(item)
                             ? times < problem_->bounds(item).at_most
                             : colour != Colour::none && colour == colours_[index(item)];
      if (!agree) return false;
    }
    return true;
  }

  /// Adds an option unless it is chosen already. Throws std::invalid_argument if may_add() is
  /// false.
  void add(OptionId option) {
    if (contains(option)) return;
    if (!may_add(option)) {
      throw std::invalid_argument("option " + problem_->label(option) +
                                  " conflicts with the other given options or pieces, so it cannot "
                                  "be drawn with them");
    }
    options_.push_back(option);
    for (const auto [item, colour] : problem_->entries(option)) {
      ++times_[index(item)];
      colours_[index(item)] = colour;
    }
  }

  [[nodiscard]] bool contains(OptionId option) const {
    return std::find(options_.begin(), options_.end(), option) != options_.end();
  }
  [[nodiscard]] const Solution& options() const { return options_; }

 private:
  const Problem* problem_;
  Solution options_;
  std::vector<std::uint32_t> times_;  // for each item, how many chosen options contain it
  std::vector<Colour> colours_;       // for each item in a chosen option, its colour
};

/// Throws std::invalid_argument if a piece of a packing has a place, can lie there in several ways,
/// and none of them is chosen.
void check_places(const Chosen& chosen, const polycube::Model& packing) {
  for (std::uint32_t piece = 0; piece < packing.puzzle.pieces.size(); ++piece) {
    if (!packing.puzzle.pieces[piece].corner) continue;
    std::size_t ways = 0;
    bool is_chosen = false;
    for (std::uint32_t o = 0; o < packing.placements.size(); ++o) {
      if (packing.placements[o].piece != piece) continue;
      ++ways;
      is_chosen = is_chosen || chosen.contains(OptionId{o});
    }
    if (ways > 1 && !is_chosen) {
      throw std::invalid_argument("piece " + in_quotes(packing.puzzle.pieces[piece].name) +
                                  " can lie in " + std::to_string(ways) +
                                  " ways at its place, so it cannot be drawn there; --fix says "
                                  "which option it is");
    }
  }
}

}  // namespace

drawing::svg::Drawing Puzzle::blank() const {
  const Unsolved sheet = unsolved();
  return drawing::draw_blank(sheet.board, sheet.pieces);
}

Unsolved Puzzle::unsolved(std::span<const OptionId> given) const {
  if (walks() != nullptr) throw std::invalid_argument("a walk has no board to draw without it");
  Chosen chosen(problem());
  if (packing() != nullptr) {
    for (const OptionId option : polycube::placed_options(*packing())) chosen.add(option);
  }
  for (const OptionId option : given) chosen.add(option);
  if (packing() != nullptr) check_places(chosen, *packing());
  Unsolved result{.board = picture(chosen.options()), .pieces = {}};
  std::set<std::uint32_t> on_board;
  for (drawing::Body& body : result.board.bodies) {
    if (!body.is_given) on_board.insert(body.piece);
    body.is_given = true;
  }
  std::map<std::uint32_t, drawing::Body> found;
  for (std::uint32_t o = 0; o < problem().option_count(); ++o) {
    if (found.size() == common().pieces.size()) break;
    const OptionId option{o};
    for (drawing::Body& body : picture(std::span(&option, 1)).bodies) {
      if (body.is_given || found.contains(body.piece)) continue;
      if (on_board.contains(body.piece)) {
        // Some copies are on the board. If another copy is left, it has a letter of its own.
        if (!chosen.may_add(option)) continue;
        Solution all = chosen.options();
        all.push_back(option);
        for (drawing::Body& copy : picture(all).bodies) {
          if (copy.piece == body.piece) body = std::move(copy);
        }
      }
      found.emplace(body.piece, std::move(body));
    }
  }
  for (auto& [piece, body] : found) result.pieces.push_back(std::move(body));
  return result;
}

}  // namespace dlx::catalogue
