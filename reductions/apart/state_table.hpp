#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace dlx::apart {

/// The states of a part of an assembly, each stored once, in the order in which they are found. A
/// state consists of bytes that describe positions: three for each piece except the first, or four
/// if pieces turn.
class StateTable {
 public:
  using Byte = std::int8_t;  ///< the distance that a piece has moved along an axis, or its rotation
  /// The largest value that a byte of a state can have.
  static constexpr int farthest = 127;

  /// Clears the table, and stores the first state of a part with n pieces, in which no piece has
  /// moved.
  void reset(std::size_t n, std::size_t bytes_of_piece = 3) {
    stride_ = bytes_of_piece * (n - 1);
    bytes_.assign(stride_, 0);
    parents_.assign(1, 0);
    slots_.clear();
  }
  /// The number of states stored so far.
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(parents_.size()); }
  /// Whether the table is full: it holds 2^31 states.
  [[nodiscard]] bool is_full() const { return size() >= std::uint32_t{1} << 31; }
  /// The bytes of a state; valid until the next insert().
  [[nodiscard]] const Byte* at(std::uint32_t id) const { return bytes_.data() + id * stride_; }
  /// The state from which a state was found.
  [[nodiscard]] std::uint32_t parent(std::uint32_t id) const { return parents_[id]; }
  /// The number of bytes that the table takes.
  [[nodiscard]] std::size_t memory() const {
    return bytes_.capacity() + parents_.capacity() * sizeof(std::uint32_t) +
           slots_.capacity() * sizeof(std::uint64_t);
  }

  /// Adds a state unless the table has it already. The hash of the first state must be 0.
  void insert(const Byte* state, std::uint64_t hash, std::uint32_t parent) {
    if (slots_.empty()) {
      shift_ = 58;
      slots_.assign(64, 0);
      slots_[first_place(mix(0))] = (mix(0) & tag_bits) | 1;
    }
    const std::uint64_t mixed = mix(hash);
    const std::uint64_t tag = mixed & tag_bits;
    std::size_t at_slot = first_place(mixed);
    for (; slots_[at_slot] != 0; at_slot = (at_slot + 1) & (slots_.size() - 1)) {
      const std::uint64_t slot = slots_[at_slot];
      if ((slot & tag_bits) == tag &&
          std::memcmp(at(static_cast<std::uint32_t>(slot) - 1), state, stride_) == 0) {
        return;
      }
    }
    slots_[at_slot] = tag | (size() + 1U);
    bytes_.insert(bytes_.end(), state, state + stride_);
    parents_.push_back(parent);
    if (2 * parents_.size() > slots_.size()) grow();
  }

 private:
  // The upper half of a slot has bits of the hash; the lower half has the state's number, from 1.
  static constexpr std::uint64_t tag_bits = 0xFFFFFFFF00000000;

  static std::uint64_t mix(std::uint64_t hash) {
    hash ^= hash >> 32;
    hash *= 0x9E3779B97F4A7C15ULL;
    return hash ^ hash >> 29;
  }
  /// The slot in which the search for a state with the given hash begins. If this slot contains
  /// another state, the following slots are tried, one after another.
  [[nodiscard]] std::size_t first_place(std::uint64_t mixed) const {
    return static_cast<std::size_t>(mixed >> shift_);
  }
  void grow() {
    std::vector<std::uint64_t> old(slots_.size() * 2, 0);
    std::swap(old, slots_);
    --shift_;
    for (const std::uint64_t slot : old) {
      if (slot == 0) continue;
      std::size_t at_slot = first_place(slot);
      while (slots_[at_slot] != 0) at_slot = (at_slot + 1) & (slots_.size() - 1);
      slots_[at_slot] = slot;
    }
  }

  std::size_t stride_ = 0;
  std::vector<Byte> bytes_;
  std::vector<std::uint32_t> parents_;
  // The hash table; a free slot is 0. The upper bits of a hash give the first slot to try.
  std::vector<std::uint64_t> slots_;
  unsigned shift_ = 58;  // 64 - log2 of the number of slots, for shifting hashes
};

}  // namespace dlx::apart
