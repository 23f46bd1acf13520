#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dlx/names.hpp"
#include "reductions/polycube/polycube.hpp"
#include "reductions/polycube/separations.hpp"

namespace dlx::polycube {

/// How far a puzzle had been searched by the program that wrote the file. The values are those of
/// BurrTools.
enum class SolveState : std::uint8_t {
  unsolved = 0,  ///< nothing is known of the number of assemblies
  started = 1,   ///< the search was interrupted; stated counts are those reached by then
  solved = 2,    ///< the search came to its end; stated counts are final
};

/// The name of the enumerator.
[[nodiscard]] constexpr std::string_view to_string(SolveState state) noexcept {
  constexpr std::string_view names[] = {"unsolved", "started", "solved"};
  return names[static_cast<std::size_t>(state)];
}

/// How much a file says about taking a saved assembly apart.
enum class Separation : std::uint8_t {
  none,         ///< nothing
  move_counts,  ///< how many moves it takes
  moves,        ///< every move
};

/// A puzzle of a file, and the results saved with it. The reader checks only that saved results can
/// be read.
struct NamedPuzzle {
  std::string name;                                     ///< may be empty
  Puzzle puzzle;                                        ///< the puzzle as it was given, not built
  std::vector<Assembly> saved = {};                     ///< assemblies in the order of the file
  std::optional<std::uint64_t> stated_assemblies = {};  ///< number of assemblies
  std::optional<std::uint64_t> stated_solutions = {};   ///< number of assemblies taken apart
  std::optional<SolveState> state = {};                 ///< state of the search for assemblies
  std::vector<Separation> separations = {};    ///< one for each of `saved`; empty: all are none
  std::vector<SavedStages> saved_stages = {};  ///< slides of `moves`, one list for each of `saved`;
                                               ///< empty: none
  bool has_search = false;                     ///< the file holds an interrupted search
  bool has_time = false;                       ///< the file states how long the search took
};

/// The content of a file of puzzles.
struct Collection {
  std::vector<NamedPuzzle> puzzles;  ///< puzzles in the order of the file
  /// Red, green and blue of colour 1, 2, ...; empty if the file has none.
  std::vector<std::array<std::uint8_t, 3>> colours = {};
  std::string comment = {};  ///< the author's comment
};

/// Placements compared with a model's puzzle.
struct Checked {
  std::vector<OptionId> options;    ///< options of the model's problem, sorted; invalid with faults
  std::vector<std::string> faults;  ///< every reason why this is not an assembly; empty: it is one
};

/// Finds the options of placements, and checks them as a solution of the model's problem.
[[nodiscard]] Checked check(const Model& model, const Assembly& assembly);

/// The faults that check() finds.
[[nodiscard]] std::vector<std::string> faults(const Model& model, const Assembly& assembly);

/// How the saved results of a puzzle change after a search.
struct Changes {
  std::vector<std::size_t> dropped = {};  ///< positions in NamedPuzzle::saved, ascending
  std::vector<Assembly> added = {};       ///< new assemblies, to be listed after the saved ones
  /// How these come apart, one for each of `added`, or empty; a list without stages: unknown.
  std::vector<std::vector<lattice::Stage>> added_stages = {};
  /// Saved assemblies without a separation that get one: positions in NamedPuzzle::saved.
  std::vector<std::pair<std::size_t, std::vector<lattice::Stage>>> separated = {};
  std::optional<SolveState> state = {};  ///< the new state
  bool keeps_counts = true;              ///< the stated counts and the time stay as they are
  std::optional<std::uint64_t> assemblies = {};  ///< otherwise the new count, where it is known
  std::optional<std::uint64_t> solutions = {};   ///< otherwise the new count of assemblies that
                                                 ///< come apart, where it is known
  bool keeps_search = true;                      ///< an interrupted search stays
  std::vector<std::string> losses = {};          ///< results that are dropped, each a clause with
                                                 ///< the reason
  std::string note = {};  ///< why a count differs from the number found, if it does
};

/// Merges the results of a search up to `up_to` into the results that a file has saved.
///
/// Saved assemblies stay, with their separations, unless they are wrong for the puzzle. A found
/// assembly is added unless it is saved already; with `up_to` rotations or reflections, unless an
/// alike one is saved. The stated counts and the state stay while nothing contradicts them:
/// BurrTools counts up to rotations or up to reflections, and both are compared. After a complete
/// search the state is `solved`, and a number of assemblies that is wrong or missing becomes the
/// number found. It is left out where up to UpTo::all more assemblies are listed than were found.
[[nodiscard]] Changes merge(const Model& model, const NamedPuzzle& named,
                            std::span<const std::vector<OptionId>> found, bool complete,
                            UpTo up_to);

/// Returns the puzzle with the changes made.
[[nodiscard]] NamedPuzzle changed(NamedPuzzle named, const Changes& changes);

}  // namespace dlx::polycube
