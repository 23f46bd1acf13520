#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "dlx/core/tally.hpp"
#include "dlx/tables/scratch.hpp"
#include "dlx/tables/sweep_plan.hpp"

/// Tables of the states of a sweep.
namespace dlx::tables::sweeping {

using Word = SweepPlan::Word;

/// A key: the number that represents a state of a sweep, the lowest word first. Its bits say how
/// often, or in which colour, each item of the frontier is covered.
template <std::uint32_t Words>
struct Key {
  Word word[Words];

  /// A key that is larger than the keys of all states.
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

/// A pool of memory blocks, from which tables take blocks and to which they return them. Several
/// threads may share a pool.
class Blocks {
 public:
  struct Block {
    std::unique_ptr<Word[]> words;
    std::size_t size = 0;
  };

  /// Returns a block of at least `least` words. Returns an empty block if all blocks together
  /// exceed `most_bytes`, or would exceed it with a new block.
  [[nodiscard]] Block take(std::size_t least, std::size_t most_bytes) {
    const std::lock_guard lock(mutex_);
    if (bytes_ > most_bytes) return {};
    while (!free_.empty()) {
      Block block = std::move(free_.back());
      free_.pop_back();
      if (block.size >= least) return block;
      forget(block);
    }
    // A new block gets only a small part of the memory, because every thread needs blocks.
    const std::size_t wanted = std::clamp(bytes_ / sizeof(Word) / 32, smallest, largest);
    const std::size_t left = (most_bytes - std::min(most_bytes, bytes_)) / sizeof(Word);
    const std::size_t size = std::max(least, std::min(wanted, left / 4));
    if (size > left) return {};
    // Reserves space for all blocks in the list of free blocks, so that give_back() never allocates
    // memory.
    if (free_.capacity() <= blocks_) free_.reserve(2 * (blocks_ + 1));
    Block block{std::unique_ptr<Word[]>(new Word[size]), size};
    ++blocks_;
    bytes_ += size * sizeof(Word);
    most_bytes_ = std::max(most_bytes_, bytes_);
    return block;
  }
  /// Adds or subtracts bytes that a table allocates in addition to its blocks.
  /// @{
  void add(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    bytes_ += bytes;
    most_bytes_ = std::max(most_bytes_, bytes_);
  }
  void remove(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    bytes_ -= bytes;
  }
  /// @}
  /// After this call, packed states are written to `scratch`, storage such as a file, while all
  /// tables together exceed `above_bytes`.
  void spill_to(Scratch* scratch, std::size_t above_bytes) {
    const std::lock_guard lock(mutex_);
    scratch_ = scratch;
    spill_above_ = above_bytes;
  }
  /// The storage to which packed states are to be written at present; null if they are to stay in
  /// memory.
  [[nodiscard]] Scratch* spill() const {
    const std::lock_guard lock(mutex_);
    return bytes_ > spill_above_ ? scratch_ : nullptr;
  }
  /// Frees all unused blocks of the pool.
  void trim() {
    const std::lock_guard lock(mutex_);
    for (const Block& block : free_) forget(block);
    free_.clear();
  }
  void give_back(Block block) noexcept {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(block));
  }
  /// Maximum number of words of a block.
  static constexpr std::size_t largest = std::size_t{1} << 14;

  [[nodiscard]] std::size_t bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
  }
  /// The largest number of bytes that were allocated since the last call of this function.
  [[nodiscard]] std::size_t take_most_bytes() {
    const std::lock_guard lock(mutex_);
    return std::exchange(most_bytes_, bytes_);
  }

 private:
  static constexpr std::size_t smallest = 128;  // minimum number of words of a block

  void forget(const Block& block) {
    --blocks_;
    bytes_ -= block.size * sizeof(Word);
  }

  mutable std::mutex mutex_;
  std::vector<Block> free_;
  std::size_t blocks_ = 0;  // number of blocks of the pool, in use or free
  Scratch* scratch_ = nullptr;
  std::size_t spill_above_ = 0;
  // The bytes of all blocks, in use or free, plus the bytes that add() has added.
  std::size_t bytes_ = 0;
  std::size_t most_bytes_ = 0;  // largest value of bytes_ since the last call of take_most_bytes()
};

/// The number of bits of a number that is given by its 64-bit words (limbs), the lowest word first.
[[nodiscard]] inline std::uint32_t bits_of(std::span<const Word> limbs) {
  for (std::size_t l = limbs.size(); l-- > 0;) {
    if (limbs[l] == 0) continue;
    return static_cast<std::uint32_t>(l) * 64 +
           static_cast<std::uint32_t>(std::bit_width(limbs[l]));
  }
  return 0;
}

/// A table of states in ascending order of their keys, each with the number of ways that lead to
/// the state. All numbers have as many 64-bit words (limbs) as the largest number of the table
/// needs. If options have weights, a fingerprint follows each number. If memory is short, tables
/// are packed: a key is stored as the difference from the previous key, and a number takes as many
/// bytes as the largest of the some hundred numbers that are packed together.
template <std::uint32_t Words>
class Table {
 public:
  /// The position of a state in a table: the number of a piece of the table, and the number of the
  /// state in this piece.
  struct Place {
    std::size_t piece = 0;
    std::uint32_t state = 0;
  };
  /// The states of one piece of a table. They are contiguous in memory.
  struct View {
    std::uint32_t states = 0;
    const Word* keys = nullptr;  ///< the key of each state, word by word
    /// The value of each state, word by word; null if the values are packed (see value()).
    const Word* values = nullptr;
    /// The packed values of all states, preceded by the numbers of bytes that the words of each
    /// value take.
    const std::uint8_t* packed = nullptr;
    std::uint32_t bytes_of_value = 0;  ///< number of bytes of a packed value
  };

  /// A piece of a packed table has at most this number of words before it is packed.
  static constexpr std::size_t packed_words = std::size_t{1} << 12;

  /// The blocks must outlive the table.
  explicit Table(Blocks& blocks) : blocks_(&blocks) {}
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;
  ~Table() { clear(); }

  /// Swaps two tables. Both tables must use the same pool of blocks.
  void swap(Table& other) noexcept {
    std::swap(pieces_, other.pieces_);
    std::swap(size_, other.size_);
    std::swap(given_up_, other.given_up_);
    std::swap(next_key_, other.next_key_);
    std::swap(next_value_, other.next_value_);
    std::swap(room_, other.room_);
    std::swap(packed_, other.packed_);
    std::swap(limbs_, other.limbs_);
    std::swap(stride_, other.stride_);
    std::swap(all_limbs_, other.all_limbs_);
  }

  /// Removes all states, and prepares the table for states with `limbs` words for each number. If
  /// `packed` is set, these states will be packed.
  void reset(std::uint32_t limbs, bool weighted, bool packed = false) {
    clear();
    packed_ = packed;
    limbs_ = limbs;
    stride_ = limbs + (weighted ? 1 : 0);
    all_limbs_.assign(limbs, 0);
  }

  /// Appends a state. The key must be larger than all keys so far. Returns false if all blocks of
  /// the pool together would exceed `most_bytes`. The table can be read only after complete().
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
  /// Must be called after the last call of push(). The table can then be read.
  void complete() {
    if (pieces_.empty()) return;
    Piece& last = pieces_.back();
    last.states -= std::exchange(room_, 0);
    size_ += last.states;
    if (packed_) pack(last);
  }

  /// Frees the memory of all pieces before `piece`. The freed pieces must not be read again.
  void give_up_before(std::size_t piece) {
    for (; given_up_ < piece; ++given_up_) give_up(pieces_[given_up_]);
  }

  /// Moves all states of another table to the end of this table. The keys of the other table must
  /// be larger than all keys of this table. The numbers of both tables must have equally many
  /// words.
  void append(Table&& other) {
    for (Piece& piece : other.pieces_) pieces_.push_back(std::move(piece));
    other.pieces_.clear();
    size_ += std::exchange(other.size_, 0);
    for (std::uint32_t l = 0; l < limbs_; ++l) all_limbs_[l] |= other.all_limbs_[l];
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] Place begin() const { return {}; }
  [[nodiscard]] Place end() const { return {pieces_.size(), 0}; }
  /// Finds, by binary search, the first position whose key does not satisfy `before`. All keys
  /// before this position must satisfy `before`, and no key after it may.
  template <class Before>
  [[nodiscard]] Place partition(Before before) const {
    const auto piece = std::partition_point(pieces_.begin(), pieces_.end(), [&](const Piece& p) {
      return before(p.block.size == 0 ? p.last.word : p.keys + std::size_t{p.states - 1} * Words);
    });
    if (piece == pieces_.end()) return end();
    const auto number = static_cast<std::size_t>(piece - pieces_.begin());
    std::vector<Word> buffer;
    const View view = keys(number, buffer);
    std::uint32_t low = 0, high = view.states;
    while (low < high) {
      const std::uint32_t middle = low + (high - low) / 2;
      if (before(view.keys + std::size_t{middle} * Words)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return {number, low};
  }
  [[nodiscard]] std::size_t pieces() const { return pieces_.size(); }
  [[nodiscard]] std::uint32_t states(std::size_t piece) const { return pieces_[piece].states; }
  /// The states of a piece. If they are packed, they are unpacked into `buffer`.
  [[nodiscard]] View view(std::size_t piece, std::vector<Word>& buffer) const {
    View view = keys(piece, buffer, std::size_t{pieces_[piece].states} * stride_);
    if (view.values != nullptr) return view;
    Word* const values = buffer.data() + std::size_t{view.states} * Words;
    for (std::uint32_t s = 0; s < view.states; ++s) {
      (void)unpack_value(view, s, values + std::size_t{s} * stride_);
    }
    view.values = values;
    return view;
  }
  /// The states of a piece. If they are packed, the keys are unpacked into `buffer`, but the values
  /// remain packed. `buffer` then has space for `more` words after the keys.
  [[nodiscard]] View keys(std::size_t piece, std::vector<Word>& buffer,
                          std::size_t more = 0) const {
    const Piece& p = pieces_[piece];
    if (p.block.size != 0) return {.states = p.states, .keys = p.keys, .values = p.values};
    const std::size_t unpacked = std::size_t{p.states} * Words + more;
    const std::size_t read = p.scratch != nullptr ? p.packed_size / sizeof(Word) + 1 : 0;
    if (buffer.size() < unpacked + read) buffer.resize(unpacked + read);
    const std::uint8_t* from = p.packed.get();
    if (p.scratch != nullptr) {
      auto* const bytes = reinterpret_cast<std::uint8_t*>(buffer.data() + unpacked);
      p.scratch->read(p.place, {bytes, p.packed_size});
      from = bytes;
    }
    View view = {.states = p.states, .keys = buffer.data()};
    view.packed = unpack_keys(from, p.states, buffer.data());
    for (std::uint32_t l = 0; l < stride_; ++l) view.bytes_of_value += view.packed[l];
    return view;
  }
  /// The value of a state in a view of a piece. A packed value is unpacked into `room`, which must
  /// have space for one value.
  [[nodiscard]] const Word* value(const View& view, std::uint32_t state, Word* room) const {
    if (view.values != nullptr) return view.values + std::size_t{state} * stride_;
    return unpack_value(view, state, room);
  }
  [[nodiscard]] std::uint32_t limbs() const { return limbs_; }
  /// The number of words of the value of a state: its number and, if options have weights, its
  /// fingerprint.
  [[nodiscard]] std::uint32_t stride() const { return stride_; }
  /// The number of bits of the largest number in the table.
  [[nodiscard]] std::uint32_t bits() const { return bits_of(all_limbs_); }

 private:
  void clear() noexcept {
    for (Piece& piece : pieces_) give_up(piece);
    pieces_.clear();
    given_up_ = 0;
    size_ = 0;
    room_ = 0;
  }

  struct Piece {
    Blocks::Block block;  // the memory of the piece; empty if the piece is packed
    // Number of states. Until the piece is full or the table is complete: the maximum number that
    // the piece can have.
    std::uint32_t states = 0;
    Word* keys = nullptr;
    Word* values = nullptr;
    std::unique_ptr<std::uint8_t[]> packed = {};
    std::size_t packed_size = 0;
    // The storage outside memory that has the packed states; null if they are in memory.
    Scratch* scratch = nullptr;
    std::uint64_t place = 0;
    Key<Words> last = {};  // the last key of the piece; valid if the piece is packed
  };

  void give_up(Piece& piece) noexcept {
    if (piece.block.size != 0) blocks_->give_back(std::exchange(piece.block, {}));
    if (piece.packed) blocks_->remove(piece.packed_size);
    piece.packed.reset();
  }

  static constexpr std::size_t slack =
      sizeof(Word);  // additional bytes, because whole words are read and written

  static void store(Word word, std::uint32_t bytes, std::uint8_t*& to) {
    if constexpr (std::endian::native == std::endian::little) {
      std::memcpy(to, &word, sizeof word);
    } else {
      for (std::uint32_t b = 0; b < bytes; ++b) to[b] = static_cast<std::uint8_t>(word >> 8 * b);
    }
    to += bytes;
  }
  static Word load(std::uint32_t bytes, const std::uint8_t*& from) {
    Word word = 0;
    if constexpr (std::endian::native == std::endian::little) {
      std::memcpy(&word, from, sizeof word);
      if (bytes < sizeof word) word &= (Word{1} << 8 * bytes) - 1;
    } else {
      for (std::uint32_t b = 0; b < bytes; ++b) word |= Word{from[b]} << 8 * b;
    }
    from += bytes;
    return word;
  }
  static std::uint32_t bytes_of(Word word) {
    return (static_cast<std::uint32_t>(std::bit_width(word)) + 7) / 8;
  }

  /// Packs the states of a piece. Each word of a key is stored as its difference from the same word
  /// of the previous key: first the length of the difference in bytes, then its bytes. After the
  /// keys follow, for each word of a value, the number of bytes that this word takes in all values,
  /// and then all values.
  void pack(Piece& piece) {
    const std::size_t most = std::size_t{piece.states} * (Words + stride_) * 9 + stride_ + slack;
    const std::unique_ptr<std::uint8_t[]> room(new std::uint8_t[most]);
    std::uint8_t* to = room.get();
    Key<Words> before = {};
    for (std::uint32_t s = 0; s < piece.states; ++s) {
      const Word* const key = piece.keys + std::size_t{s} * Words;
      for (std::uint32_t w = 0; w < Words; ++w) {
        const Word difference = key[w] - before.word[w];
        *to++ = static_cast<std::uint8_t>(bytes_of(difference));
        store(difference, bytes_of(difference), to);
        before.word[w] = key[w];
      }
    }
    const std::uint8_t* const bytes = to;
    for (std::uint32_t l = 0; l < stride_; ++l) {
      Word all = 0;
      for (std::uint32_t s = 0; s < piece.states; ++s) {
        all |= piece.values[std::size_t{s} * stride_ + l];
      }
      *to++ = static_cast<std::uint8_t>(bytes_of(all));
    }
    for (std::uint32_t s = 0; s < piece.states; ++s) {
      for (std::uint32_t l = 0; l < stride_; ++l) {
        store(piece.values[std::size_t{s} * stride_ + l], bytes[l], to);
      }
    }
    piece.last = before;
    piece.packed_size = static_cast<std::size_t>(to - room.get()) + slack;
    piece.scratch = blocks_->spill();
    if (piece.scratch != nullptr) {
      piece.place = piece.scratch->append({room.get(), piece.packed_size});
    } else {
      piece.packed.reset(new std::uint8_t[piece.packed_size]);
      std::copy_n(room.get(), piece.packed_size, piece.packed.get());
      blocks_->add(piece.packed_size);
    }
    blocks_->give_back(std::exchange(piece.block, {}));
  }

  /// Unpacks the keys of a piece, which are packed at `from`. Returns the end of the packed keys,
  /// where the packed values begin.
  static const std::uint8_t* unpack_keys(const std::uint8_t* from, std::uint32_t states,
                                         Word* keys) {
    Key<Words> key = {};
    for (std::uint32_t s = 0; s < states; ++s) {
      for (std::uint32_t w = 0; w < Words; ++w) {
        const std::uint32_t bytes = *from++;
        keys[std::size_t{s} * Words + w] = key.word[w] += load(bytes, from);
      }
    }
    return from;
  }
  const Word* unpack_value(const View& view, std::uint32_t state, Word* to) const {
    const std::uint8_t* from = view.packed + stride_ + std::size_t{state} * view.bytes_of_value;
    for (std::uint32_t l = 0; l < stride_; ++l) to[l] = load(view.packed[l], from);
    return to;
  }

  bool add_piece(std::size_t most_bytes) {
    complete();
    const std::size_t words_of_state = Words + stride_;
    Piece piece{.block = blocks_->take(words_of_state, most_bytes)};
    if (piece.block.size == 0) return false;
    const std::size_t words =
        packed_ ? std::min(piece.block.size, std::max(packed_words, words_of_state))
                : piece.block.size;
    room_ = piece.states = static_cast<std::uint32_t>(words / words_of_state);
    next_key_ = piece.keys = piece.block.words.get();
    next_value_ = piece.values = piece.keys + std::size_t{room_} * Words;
    pieces_.push_back(std::move(piece));
    return true;
  }

  Blocks* blocks_;
  std::vector<Piece> pieces_;
  std::size_t size_ = 0;
  std::size_t given_up_ = 0;  // number of pieces whose memory was freed
  Word* next_key_ = nullptr;  // address at which the next key is written
  Word* next_value_ = nullptr;
  std::uint32_t room_ = 0;  // number of further states for which the last piece has space
  bool packed_ = false;
  std::uint32_t limbs_ = 1;
  std::uint32_t stride_ = 1;
  std::vector<Word> all_limbs_ = {0};  // the bitwise or of all numbers of the table
};

}  // namespace dlx::tables::sweeping
