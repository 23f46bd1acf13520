#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "reductions/apart/disassembly.hpp"
#include "reductions/apart/state_table.hpp"

/// The results that the searches with and without turns record for parts of an assembly. A part is
/// a set of pieces that have not been separated from each other yet.
namespace dlx::apart {

/// A separation of a part into two parts. `stage` refers to the two parts by the numbers of their
/// nodes. (In Disassembly::stages, a stage refers to the two parts by the indices of their stages.)
struct Node {
  /// The moves that separate the part, and the numbers of the nodes of the two resulting parts.
  Stage stage;
  std::vector<std::uint32_t> level = {};  ///< the level of the part, if levels are compared
};

/// The result of the analysis of a part.
struct Finding {
  Verdict verdict = Verdict::undecided;  ///< whether the part comes apart
  /// The number of the node that separates the part; empty if the part need not be separated.
  std::optional<std::size_t> node = {};
};

/// Whether a part need not be separated, because it is a single piece or all its pieces are in one
/// group. `groups` has the group of each piece of the assembly, where 0 means no group; it is empty
/// if there are no groups.
[[nodiscard]] bool is_done(std::span<const std::uint32_t> pieces,
                           std::span<const std::uint32_t> groups);

/// Searches for separations of one assembly after another.
class Disassembler::Search {
 public:
  /// `compares` says whether the derived class compares equally short separations of a part to find
  /// the best one. Otherwise the class uses the first separation that it finds.
  Search(const DisassemblyLimits& limits, bool compares) : limits_(limits), compares_(compares) {}
  virtual ~Search() = default;
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  /// The functions of Disassembler with equal names call these functions.
  /// @{
  void set_limits(const DisassemblyLimits& limits) { limits_ = limits; }
  [[nodiscard]] Disassembly analyse(std::span<const lattice::Cells> pieces,
                                    std::span<const std::uint32_t> groups);
  /// @}

 protected:
  /// Prepares the search for an assembly; returns false if its pieces are too long.
  virtual bool begin(std::span<const lattice::Cells> pieces) = 0;
  /// Takes apart the assembly, which has at least two pieces.
  virtual Finding separate_all(std::span<const lattice::Cells> pieces) = 0;

  /// Takes a part apart by `separate()`. If the result for the same pieces in the same relative
  /// positions is recorded, returns the recorded result instead. `make_key()` returns the pieces
  /// and their relative positions as numbers.
  template <class MakeKey, class Separate>
  Finding remembered(std::span<const std::uint32_t> pieces, MakeKey make_key, Separate separate) {
    if (is_done(pieces, groups_)) return {Verdict::comes_apart, {}};
    std::vector<std::int32_t> key = make_key();
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    const Finding finding = separate();
    known_.emplace(std::move(key), finding);
    return finding;
  }

  /// Whether a limit is reached. The limit on states is tested in every call. Time and `memory()`,
  /// which returns bytes, are tested only in one of `calls` calls. `calls` is a power of two.
  template <class Memory>
  [[nodiscard]] bool over_limits(const StateTable& states, std::uint64_t calls, Memory memory) {
    if (visited_ + states.size() > limits_.states || states.is_full()) return true;
    if ((++since_check_ & (calls - 1)) != 0) return false;
    if (limits_.stop != nullptr && *limits_.stop) return true;
    if (limits_.deadline && std::chrono::steady_clock::now() >= *limits_.deadline) return true;
    return memory() > limits_.memory;
  }

  DisassemblyLimits limits_;           ///< limits of the analysis of each assembly
  std::vector<std::uint32_t> groups_;  ///< groups of the assembly's pieces
  std::vector<Node> nodes_;            ///< how each part of the assembly falls into two parts
  std::uint64_t visited_ = 0;          ///< positions visited in parts whose search has ended
  bool least_ = true;                  ///< whether all shortest separations were compared

 private:
  bool compares_;
  std::map<std::vector<std::int32_t>, Finding> known_;
  std::uint64_t since_check_ = 0;
};

}  // namespace dlx::apart
