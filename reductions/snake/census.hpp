#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "dlx/core/path_problem.hpp"
#include "reductions/snake/snake.hpp"

/// All snakes of a cube at once: every way to visit each cell is a folding of some snake.
namespace dlx::snake {

/// The walks of a whole cube, one of every class under its 48 symmetries (each read in both
/// directions). An option is a cell entered in a direction.
struct CensusModel {
  /// A cell entered in a direction.
  struct Step {
    Cell cell;            ///< a cell of the cube
    Direction direction;  ///< direction_count: the walk begins here
  };
  int side;                 ///< side of the cube, in cells
  std::vector<Step> steps;  ///< option i is step i
  PathProblem problem;      ///< its walks are the ways through the cube
};

/// Throws std::invalid_argument unless 2 <= side <= largest_side.
[[nodiscard]] CensusModel build_census(int side);

/// Collects foldings by their snakes.
class Census {
 public:
  /// Starts without walks, for the model of this side.
  explicit Census(int side) : side_(side) {}

  /// Adds a walk of the model: its options in their order.
  void add(const CensusModel& model, std::span<const OptionId> walk);

  /// The snakes with a given number of straight cubelets.
  struct Straights {
    std::uint64_t snakes = 0;    ///< snakes that have a folding
    std::uint64_t unique = 0;    ///< snakes with exactly one folding
    std::uint64_t foldings = 0;  ///< foldings of all these snakes
  };
  /// Numbers of walks and of snakes.
  struct Statistics {
    std::uint64_t directed = 0;     ///< walks, every position counted
    std::uint64_t up_to_48 = 0;     ///< walks up to the symmetries of the cube
    std::uint64_t undirected = 0;   ///< up to reversal as well: foldings of all snakes
    std::uint64_t snakes = 0;       ///< snakes that have a folding; a snake and its reverse are one
    std::uint64_t unique = 0;       ///< snakes with exactly one folding
    std::uint64_t palindromes = 0;  ///< snakes that read alike from both ends
    std::uint64_t most = 0;         ///< foldings of the snake that has most
    std::vector<std::string> most_words;               ///< the snakes with `most` foldings
    std::map<std::uint64_t, std::uint64_t> histogram;  ///< number of foldings -> number of snakes
    std::map<std::uint64_t, Straights> by_straights;   ///< by number of straight cubelets
  };
  /// The numbers for the walks added so far.
  [[nodiscard]] Statistics statistics() const;

  /// Every snake, by the lesser of its two words, with the number of its foldings.
  [[nodiscard]] const std::map<std::string, std::uint64_t>& foldings() const noexcept {
    return foldings_;
  }

 private:
  int side_;
  std::uint64_t walks_ = 0;
  std::map<std::string, std::uint64_t> foldings_;
  std::string word_;  // the word of the present walk
  std::vector<Direction> directions_;
};

}  // namespace dlx::snake
