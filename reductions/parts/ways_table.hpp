#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dlx::parts {

/// A hash table with open addressing that stores, for each state, the number of ways to reach the
/// state. The key of a state and its number each consist of a fixed number of machine words. The
/// first word of a key is never 0.
class WaysTable {
 public:
  using Word = std::uint64_t;  ///< a word of a key or a number

  WaysTable() = default;
  /// A table for keys of `key_words` words and numbers of `limbs` words.
  WaysTable(std::size_t key_words, std::size_t limbs)
      : key_words_(key_words), limbs_(limbs), slots_(first_slots * stride()) {}

  /// The number of states in the table.
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Number of machine words of a key.
  [[nodiscard]] std::size_t key_words() const { return key_words_; }
  /// The number of words of each stored number.
  [[nodiscard]] std::size_t limbs() const { return limbs_; }
  /// The number of bytes that the table takes.
  [[nodiscard]] std::size_t bytes() const { return slots_.size() * sizeof(Word); }
  /// Whether the next call of add() doubles the table.
  [[nodiscard]] bool is_full() const { return 4 * size_ >= 3 * slots(); }

  /// Adds `number`, of at most limbs() words, to the number of ways to reach a state. The sum must
  /// fit in limbs() words.
  void add(const Word* key, std::span<const Word> number) {
    if (is_full()) grow();
    Word* const slot = find(key);
    if (slot[0] == 0) {
      std::copy_n(key, key_words_, slot);
      ++size_;
    }
    Word* const sum = slot + key_words_;
    Word carry = 0;
    for (std::size_t l = 0; l < limbs_; ++l) {
      const Word term = l < number.size() ? number[l] : 0;
      const Word partial = sum[l] + term;
      sum[l] = partial + carry;
      carry = (partial < term || sum[l] < carry) ? 1 : 0;
    }
  }

  /// The number of ways to reach a state, in limbs() words. The table must have the state.
  [[nodiscard]] std::span<const Word> number_of(const Word* key) const {
    return {&slots_[place_of(key) + key_words_], limbs_};
  }

  /// The number of bits of the largest number in the table.
  [[nodiscard]] std::size_t number_bits() const {
    std::size_t most = 0;
    for (std::size_t slot = 0; slot < slots(); ++slot) {
      const Word* const key = at(slot);
      for (std::size_t l = limbs_; key != nullptr && l-- > most / 64;) {
        const Word word = key[key_words_ + l];
        if (word != 0)
          most =
              std::max<std::size_t>(most, 64 * l + static_cast<std::size_t>(std::bit_width(word)));
      }
    }
    return most;
  }
  /// Number of slots, both used and free.
  [[nodiscard]] std::size_t slots() const { return slots_.size() / stride(); }
  /// The key in a slot, followed by its number; null if the slot is free.
  [[nodiscard]] const Word* at(std::size_t slot) const {
    const Word* const words = &slots_[slot * stride()];
    return words[0] == 0 ? nullptr : words;
  }

 private:
  static constexpr std::size_t first_slots = 64;

  [[nodiscard]] std::size_t stride() const { return key_words_ + limbs_; }

  /// The slot that holds a key, or else the free slot where it is to be stored.
  [[nodiscard]] Word* find(const Word* key) { return &slots_[place_of(key)]; }
  /// The place in slots_ of the slot that holds a key, or of the free slot for the key.
  [[nodiscard]] std::size_t place_of(const Word* key) const {
    Word hash = 0;
    for (std::size_t w = 0; w < key_words_; ++w) {
      hash = (hash ^ key[w]) * 0x9E3779B97F4A7C15U;
      hash ^= hash >> 32;
    }
    const std::size_t mask = slots() - 1;
    for (auto at = static_cast<std::size_t>(hash) & mask;; at = (at + 1) & mask) {
      const Word* const slot = &slots_[at * stride()];
      if (slot[0] == 0 || std::equal(key, key + key_words_, slot)) return at * stride();
    }
  }

  void grow() {
    std::vector<Word> old(2 * slots_.size());
    old.swap(slots_);
    for (std::size_t from = 0; from < old.size(); from += stride()) {
      if (old[from] != 0) std::copy_n(&old[from], stride(), find(&old[from]));
    }
  }

  std::size_t key_words_ = 1, limbs_ = 1;
  std::size_t size_ = 0;
  std::vector<Word> slots_;
};

}  // namespace dlx::parts
