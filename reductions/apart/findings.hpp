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

/// Findings about parts of an assembly, recorded by the searches with and without turns.
namespace dlx::apart {

/// How a part falls in two. The stage names the nodes of its parts, not their stages.
struct Node {
  Stage stage;                            ///< its slides or turns, and the pieces that are left
  std::vector<std::uint32_t> level = {};  ///< the level of the part, where levels are compared
};

/// The result for a part.
struct Finding {
  Verdict verdict = Verdict::undecided;  ///< whether it comes apart
  std::optional<std::size_t> node = {};  ///< how it comes apart; empty: it need not be separated
};

/// Whether a part need not be separated: it is one piece, or all its pieces are in one group.
/// `groups`: the group of each piece of the assembly, 0 for none; or empty.
[[nodiscard]] bool is_done(std::span<const std::uint32_t> pieces,
                           std::span<const std::uint32_t> groups);

/// Searches for separations of one assembly after another.
class Disassembler::Search {
 public:
  /// `compares`: whether the best of equally short separations is searched for.
  Search(const DisassemblyLimits& limits, bool compares) : limits_(limits), compares_(compares) {}
  virtual ~Search() = default;
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  /// See Disassembler.
  /// @{
  void set_limits(const DisassemblyLimits& limits) { limits_ = limits; }
  [[nodiscard]] Disassembly analyse(std::span<const lattice::Cells> pieces,
                                    std::span<const std::uint32_t> groups);
  /// @}

 protected:
  /// Prepares for an assembly; false if its pieces are too long.
  virtual bool begin(std::span<const lattice::Cells> pieces) = 0;
  /// Takes the assembly apart, which has two pieces or more.
  virtual Finding separate_all(std::span<const lattice::Cells> pieces) = 0;

  /// Takes a part apart by `separate()`, or returns the finding recorded for an equal part.
  /// `make_key()`: the pieces of the part and their relative places, as numbers.
  template <class MakeKey, class Separate>
  Finding remembered(std::span<const std::uint32_t> pieces, MakeKey make_key, Separate separate) {
    if (is_done(pieces, groups_)) return {Verdict::comes_apart, {}};
    std::vector<std::int32_t> key = make_key();
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    const Finding finding = separate();
    known_.emplace(std::move(key), finding);
    return finding;
  }

  /// Whether a limit is reached. Time and `memory()`, in bytes, are looked at once in `calls`,
  /// which is a power of two.
  template <class Memory>
  [[nodiscard]] bool over_limits(const StateTable& states, std::uint64_t calls, Memory memory) {
    if (visited_ + states.size() > limits_.states || states.is_full()) return true;
    if ((++since_check_ & (calls - 1)) != 0) return false;
    if (limits_.stop != nullptr && *limits_.stop) return true;
    if (limits_.deadline && std::chrono::steady_clock::now() >= *limits_.deadline) return true;
    return memory() > limits_.memory;
  }

  DisassemblyLimits limits_;           ///< limits of each assembly
  std::vector<std::uint32_t> groups_;  ///< groups of the assembly's pieces
  std::vector<Node> nodes_;            ///< how its parts fall in two
  std::uint64_t visited_ = 0;          ///< positions of parts whose search is over
  bool least_ = true;                  ///< no shortest separation was left out

 private:
  bool compares_;
  std::map<std::vector<std::int32_t>, Finding> known_;
  std::uint64_t since_check_ = 0;
};

}  // namespace dlx::apart
