#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "dlx/core/residue.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/counting/sweep_plan.hpp"

/// Tables of the states of a sweep.
namespace dlx::sweeping {

using Word = SweepPlan::Word;

/// The frontier's fields as a number, the lowest word first.
template <std::uint32_t Words>
struct Key {
  Word word[Words];

  /// Above the keys of all states.
  [[nodiscard]] static Key last() {
    Key key;
    std::fill_n(key.word, Words, ~Word{0});
    return key;
  }
  friend bool operator==(const Key& a, const Key& b) {
    Word different = 0;
    for (std::uint32_t w = 0; w < Words; ++w) different |= a.word[w] ^ b.word[w];
    return different == 0;
  }
  friend bool operator<(const Key& a, const Key& b) {
    for (std::uint32_t w = Words - 1; w > 0; --w) {
      if (a.word[w] != b.word[w]) return a.word[w] < b.word[w];
    }
    return a.word[0] < b.word[0];
  }
};

/// Memory in blocks, which tables take and give back. Threads may share it.
class Blocks {
 public:
  struct Block {
    std::unique_ptr<Word[]> words;
    std::size_t size = 0;
  };

  /// A block with at least `least` words; one without words if there would then be more than
  /// `most_bytes` in all.
  [[nodiscard]] Block take(std::size_t least, std::size_t most_bytes) {
    const std::lock_guard lock(mutex_);
    while (!free_.empty()) {
      Block block = std::move(free_.back());
      free_.pop_back();
      if (block.size >= least) return block;
      bytes_ -= block.size * sizeof(Word);
    }
    // Small tables take small blocks: all together at most double.
    const std::size_t size = std::max(least, std::clamp(bytes_ / sizeof(Word), smallest, largest));
    if (bytes_ + size * sizeof(Word) > most_bytes) return {};
    Block block{std::make_unique_for_overwrite<Word[]>(size), size};
    bytes_ += size * sizeof(Word);
    return block;
  }
  void give_back(Block block) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(block));
  }
  static constexpr std::size_t largest = std::size_t{1} << 14;  ///< words

  [[nodiscard]] std::size_t bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
  }

 private:
  static constexpr std::size_t smallest = 128;  // words

  mutable std::mutex mutex_;
  std::vector<Block> free_;
  std::size_t bytes_ = 0;  // of all blocks, taken or free
};

/// States in ascending order of their keys, each with the number of ways that lead to it. Numbers
/// have as many limbs as the largest of the table needs; with weights, the fingerprint follows.
template <std::uint32_t Words>
class Table {
 public:
  /// Of a state.
  struct Place {
    std::size_t piece = 0;
    std::uint32_t state = 0;
  };
  /// States that follow each other in memory.
  struct Piece {
    Blocks::Block block;
    std::uint32_t states = 0;  // while states are pushed into it: room for these
    Word* keys = nullptr;      // [state][word]
    Word* values = nullptr;    // [state][limb]
  };

  /// The blocks outlive the table.
  explicit Table(Blocks& blocks) : blocks_(&blocks) {}
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;
  ~Table() { reset(0, false); }

  /// Removes all states.
  void reset(std::uint32_t limbs, bool weighted) {
    for (Piece& piece : pieces_) blocks_->give_back(std::move(piece.block));
    pieces_.clear();
    size_ = 0;
    room_ = 0;
    limbs_ = limbs;
    stride_ = limbs + (weighted ? 1 : 0);
    all_limbs_.assign(limbs, 0);
  }

  /// Appends a state, whose key is the largest so far. Returns false if that would make more than
  /// `most_bytes` of all blocks. The table can be used after complete().
  [[gnu::always_inline]] bool push(const Key<Words>& key, const Word* value,
                                   std::size_t most_bytes) {
    if (room_ == 0 && !add_piece(most_bytes)) return false;
    std::memcpy(next_key_, key.word, sizeof key.word);
    for (std::uint32_t l = 0; l < stride_; ++l) next_value_[l] = value[l];
    for (std::uint32_t l = 0; l < limbs_; ++l) all_limbs_[l] |= value[l];
    next_key_ += Words;
    next_value_ += stride_;
    --room_;
    return true;
  }
  /// No more states are pushed.
  void complete() {
    if (pieces_.empty()) return;
    Piece& last = pieces_.back();
    last.states -= std::exchange(room_, 0);
    size_ += last.states;
  }

  /// Appends a table of the same limbs whose keys are larger, and empties it.
  void append(Table&& other) {
    for (Piece& piece : other.pieces_) pieces_.push_back(std::move(piece));
    other.pieces_.clear();
    size_ += std::exchange(other.size_, 0);
    for (std::uint32_t l = 0; l < limbs_; ++l) all_limbs_[l] |= other.all_limbs_[l];
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] Place begin() const { return {}; }
  [[nodiscard]] Place end() const { return {pieces_.size(), 0}; }
  /// The first place whose key does not satisfy `before`, which the keys below it do.
  template <class Before>
  [[nodiscard]] Place partition(Before before) const {
    const auto piece = std::partition_point(pieces_.begin(), pieces_.end(), [&](const Piece& p) {
      return before(p.keys + std::size_t{p.states - 1} * Words);
    });
    if (piece == pieces_.end()) return end();
    std::uint32_t low = 0, high = piece->states;
    while (low < high) {
      const std::uint32_t middle = low + (high - low) / 2;
      if (before(piece->keys + std::size_t{middle} * Words)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return {static_cast<std::size_t>(piece - pieces_.begin()), low};
  }
  [[nodiscard]] const std::vector<Piece>& pieces() const { return pieces_; }
  [[nodiscard]] std::uint32_t limbs() const { return limbs_; }
  /// Words of a value.
  [[nodiscard]] std::uint32_t stride() const { return stride_; }
  /// Bits that suffice for every number in the table.
  [[nodiscard]] std::uint32_t bits() const {
    for (std::uint32_t l = limbs_; l-- > 0;) {
      if (all_limbs_[l] != 0) {
        return l * 64 + static_cast<std::uint32_t>(std::bit_width(all_limbs_[l]));
      }
    }
    return 0;
  }

 private:
  bool add_piece(std::size_t most_bytes) {
    complete();
    const std::size_t words_of_state = Words + stride_;
    Piece piece{.block = blocks_->take(words_of_state, most_bytes)};
    if (piece.block.size == 0) return false;
    room_ = piece.states = static_cast<std::uint32_t>(piece.block.size / words_of_state);
    next_key_ = piece.keys = piece.block.words.get();
    next_value_ = piece.values = piece.keys + std::size_t{room_} * Words;
    pieces_.push_back(std::move(piece));
    return true;
  }

  Blocks* blocks_;
  std::vector<Piece> pieces_;
  std::size_t size_ = 0;
  Word* next_key_ = nullptr;  // of the state to be pushed
  Word* next_value_ = nullptr;
  std::uint32_t room_ = 0;  // for more states in the last piece
  std::uint32_t limbs_ = 1;
  std::uint32_t stride_ = 1;
  std::vector<Word> all_limbs_ = {0};  // of all numbers, joined by or
};

}  // namespace dlx::sweeping
