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

#include "dlx/core/ids.hpp"
#include "dlx/names.hpp"
#include "reductions/polycube/puzzle.hpp"
#include "reductions/polycube/separations.hpp"

namespace dlx::polycube {

struct Model;  // in polycube.hpp

/// How far the program that wrote the file had searched a puzzle. The values are those of
/// BurrTools.
enum class SolveState : std::uint8_t {
  unsolved = 0,  ///< the number of assemblies is unknown
  started = 1,   ///< the search was interrupted; stated counts are the counts at that time
  solved = 2,    ///< the search was complete; stated counts are final
};

/// The name of an enumerator of SolveState.
[[nodiscard]] constexpr std::string_view to_string(SolveState state) noexcept {
  constexpr std::string_view names[] = {"unsolved", "started", "solved"};
  return names[static_cast<std::size_t>(state)];
}

/// How much a file says about the separation of a saved assembly.
enum class Separation : std::uint8_t {
  none,         ///< the file says nothing about the separation
  move_counts,  ///< the file states the number of moves
  moves,        ///< the file states every move
};

/// A puzzle of a file, and the results saved with it. The reader does not check whether saved
/// results are correct.
struct NamedPuzzle {
  std::string name;                  ///< name of the puzzle; may be empty
  Puzzle puzzle;                     ///< the puzzle as it was given
  std::vector<Assembly> saved = {};  ///< assemblies in the order of the file
  /// Number of assemblies, as stated in the file.
  std::optional<std::uint64_t> stated_assemblies = {};
  /// Number of assemblies that come apart, as stated in the file.
  std::optional<std::uint64_t> stated_solutions = {};
  std::optional<SolveState> state = {};  ///< state of the saved search
  /// For each of `saved`, what the file says about its separation. The list is empty if the file
  /// says nothing about any separation.
  std::vector<Separation> separations = {};
  /// For each of `saved`, its slides, which are empty unless it has Separation::moves. A collection
  /// that no reader made may leave out all lists.
  std::vector<SavedStages> saved_stages = {};
  bool has_search = false;  ///< whether the file contains an interrupted search
  /// Whether the file states the duration of the search.
  bool has_time = false;
};

/// The content of a file of puzzles.
struct Collection {
  std::vector<NamedPuzzle> puzzles;  ///< puzzles in the order of the file
  /// Red, green and blue of the colours 1, 2, ...; empty if the file has no colours.
  std::vector<std::array<std::uint8_t, 3>> colours = {};
  std::string comment = {};  ///< the author's comment
  /// Notes on words of the file that may mean something else than was read, each a sentence.
  std::vector<std::string> notes = {};
};

/// The result of check().
struct Checked {
  /// Sorted options of the model's problem; invalid if there are faults.
  std::vector<OptionId> options;
  /// Every reason why the placements are not an assembly; empty if they are an assembly.
  std::vector<std::string> faults;
};

/// Finds the options of placements, and checks whether they are a solution of the model's problem.
[[nodiscard]] Checked check(const Model& model, const Assembly& assembly);

/// The faults that check() finds.
[[nodiscard]] std::vector<std::string> faults(const Model& model, const Assembly& assembly);

/// Changes of the saved results of a puzzle after a search.
struct Changes {
  /// Assemblies to be dropped, as ascending indices in NamedPuzzle::saved.
  std::vector<std::size_t> dropped = {};
  /// New assemblies, to be listed after the saved assemblies.
  std::vector<Assembly> added = {};
  /// The stages of each assembly in `added`; may be empty. If an assembly has no stages, its
  /// separation is unknown.
  std::vector<std::vector<lattice::Stage>> added_stages = {};
  /// New separations of saved assemblies that had none: the assembly's index in NamedPuzzle::saved,
  /// and the stages of the separation.
  std::vector<std::pair<std::size_t, std::vector<lattice::Stage>>> separated = {};
  std::optional<SolveState> state = {};  ///< the new state of the saved search
  bool keeps_counts = true;  ///< whether the counts and the duration stated in the file are kept
  /// If counts are not kept: the new count of assemblies, if it is known.
  std::optional<std::uint64_t> assemblies = {};
  /// If counts are not kept: the new count of assemblies that come apart, if it is known.
  std::optional<std::uint64_t> solutions = {};
  bool keeps_search = true;  ///< whether an interrupted search is kept
  /// Results that are dropped, each described by a clause with the reason.
  std::vector<std::string> losses = {};
  /// The reason why a kept count differs from the number found; empty if there is no difference.
  std::string note = {};
};

/// Merges the results of a search up to `up_to` into the results that a file has saved.
///
/// Saved assemblies and their separations are kept, unless an assembly is wrong for the puzzle. A
/// found assembly is added unless it is saved already. If `up_to` is rotations or reflections, a
/// found assembly is also not added if a symmetric image of it is saved. The counts and the state
/// of the search that the file states are kept unless the results contradict them. BurrTools counts
/// up to rotations or up to reflections, so a stated count is compared with both of these numbers.
/// After a complete search the state is `solved`, and a missing or wrong number of assemblies is
/// replaced by the number found. With UpTo::all, the number is left out if the file lists more
/// assemblies than the search found.
[[nodiscard]] Changes merge(const Model& model, const NamedPuzzle& named,
                            std::span<const std::vector<OptionId>> found, bool complete,
                            UpTo up_to);

/// Returns the puzzle after the changes.
[[nodiscard]] NamedPuzzle changed(NamedPuzzle named, const Changes& changes);

}  // namespace dlx::polycube
