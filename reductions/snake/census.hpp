#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "dlx/core/path_problem.hpp"
#include "reductions/snake/snake.hpp"

/// All snakes of a cube at once. Every way to visit each cell of a cube once is a folding of some
/// snake.
namespace dlx::snake {

/// The problem of all walks through a complete cube. The problem has one walk of every class under
/// the 48 symmetries of the cube. Each walk occurs in both directions. An option is a cell entered
/// in a direction.
struct CensusModel {
  /// A cell entered in a direction.
  struct Step {
    Cell cell;            ///< a cell of the cube
    Direction direction;  ///< the direction of the step; direction_count if the walk begins here
  };
  int side;                 ///< side of the cube, in cells
  std::vector<Step> steps;  ///< the steps; option i of the problem is step i
  PathProblem problem;      ///< the problem whose walks visit every cell of the cube
};

/// Throws std::invalid_argument unless 2 <= side <= largest_side.
[[nodiscard]] CensusModel build_census(int side);

/// Counts the foldings of each snake.
class Census {
 public:
  /// An empty census for cubes of a given side.
  explicit Census(int side) : side_(side) {}

  /// Adds a walk of the model, which is given by its options in their order.
  void add(const CensusModel& model, std::span<const OptionId> walk);

  /// The snakes with a given number of straight cubelets.
  struct Straights {
    std::uint64_t snakes = 0;    ///< number of snakes that have a folding
    std::uint64_t unique = 0;    ///< number of snakes with exactly one folding
    std::uint64_t foldings = 0;  ///< total number of foldings of these snakes
  };
  /// Numbers of walks and of snakes.
  struct Statistics {
    std::uint64_t directed = 0;  ///< number of walks in all positions and both directions
    std::uint64_t up_to_48 = 0;  ///< number of walks up to the symmetries of the cube
    /// Number of walks up to symmetries and reversal, which are the foldings of all snakes.
    std::uint64_t undirected = 0;
    /// Number of snakes that have a folding; a snake and its reverse count as one.
    std::uint64_t snakes = 0;
    std::uint64_t unique = 0;             ///< number of snakes with exactly one folding
    std::uint64_t palindromes = 0;        ///< number of snakes that are equal to their reverse
    std::uint64_t most = 0;               ///< greatest number of foldings of a snake
    std::vector<std::string> most_words;  ///< the snakes with `most` foldings
    /// For each number of foldings, the number of snakes.
    std::map<std::uint64_t, std::uint64_t> histogram;
    /// For each number of straight cubelets, the statistics of the snakes with this number.
    std::map<std::uint64_t, Straights> by_straights;
  };
  /// The statistics of the walks added so far.
  [[nodiscard]] Statistics statistics() const;

  /// The number of foldings of every snake. The key is the lesser of the snake's two words (read
  /// from either end).
  [[nodiscard]] const std::map<std::string, std::uint64_t>& foldings() const noexcept {
    return foldings_;
  }

 private:
  int side_;
  std::uint64_t walks_ = 0;
  std::map<std::string, std::uint64_t> foldings_;
  std::string word_;  // the word of the current walk
  std::vector<Direction> directions_;
};

}  // namespace dlx::snake
