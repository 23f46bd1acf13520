#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "dlx/core/natural.hpp"
#include "dlx/core/residue.hpp"
#include "dlx/core/tally.hpp"

/// The hash table in which the search with memoisation (memo_search.cpp) stores the counts of
/// states. A state is a subproblem: the problem that is left after some choices.
namespace dlx::tables::memo {

using Word = std::uint64_t;
__extension__ using Wide = unsigned __int128;

/// A number of solutions. Values below 2^63 are stored in `small`, and larger values in `large`.
/// Most counts are small.
struct Count {
  static constexpr std::uint64_t limit = std::uint64_t{1} << 63;

  std::uint64_t small = 0;
  bool is_large = false;
  Natural large = {};

  [[nodiscard]] bool is_zero() const { return !is_large && small == 0; }
  [[nodiscard]] Natural natural() const { return is_large ? large : Natural(small); }

  void add(const Count& other, std::uint64_t ways) {
    if (!is_large && !other.is_large) {
      const Wide sum = Wide{other.small} * ways + small;
      if (sum < limit) {
        small = static_cast<std::uint64_t>(sum);
        return;
      }
    }
    assign(natural() + other.natural() * ways);
  }
  void multiply_by(const Count& other) {
    if (!is_large && !other.is_large) {
      const Wide product = Wide{small} * other.small;
      if (product < limit) {
        small = static_cast<std::uint64_t>(product);
        return;
      }
    }
    assign(natural() * other.natural());
  }

 private:
  void assign(Natural value) {
    is_large = value >= Natural(limit);
    if (is_large) {
      large = std::move(value);
    } else {
      small = 0;
    }
  }
};

struct Value {
  Count count;
  Residue fingerprint;

  static Value one() { return {.count = {.small = 1}, .fingerprint = Residue(1)}; }
  void add(const Value& other, const OptionWeight& weight) {
    count.add(other.count, weight.ways);
    fingerprint += other.fingerprint * weight.factor;
  }
  void multiply_by(const Value& other) {
    count.multiply_by(other.count);
    fingerprint *= other.fingerprint;
  }
};

/// Stores keys of states and the counts of the states in bounded memory. A key can be stored in
/// either of two buckets:
///
///     buckets_   [8 tags | 8 costs | 8 ages] ..
///     records_   [key | count | fingerprint] ..      8 for each bucket
///     large_     counts from 2^63 on, to which records refer
///
/// Keys are compared completely; the hash only determines the two buckets. When the memory is used
/// up, the table evicts records that are cheap to compute again and were not used for a long time.
class Table {
 public:
  Table(std::size_t key_words, bool weighted, std::size_t limit)
      : key_words_(key_words),
        weighted_(weighted),
        record_words_(key_words + 1 + (weighted ? 1 : 0)),
        limit_(limit) {
    resize(std::clamp<std::size_t>(limit / bytes_per_bucket() / 2, 1, 128));
  }

  [[nodiscard]] std::uint64_t hash(const Word* key) const {
    std::uint64_t h = 0x9E3779B97F4A7C15U;
    for (std::size_t k = 0; k < key_words_; ++k) h = mix(h ^ key[k]);
    return h;
  }

  bool find(const Word* key, std::uint64_t hash, Value& value) {
    const std::uint16_t tag = tag_of(hash);
    for (const std::size_t b : {first_bucket(hash), second_bucket(hash)}) {
      Bucket& bucket = buckets_[b];
      for (std::size_t k = 0; k < slots; ++k) {
        if (bucket.tag[k] != tag) continue;
        const Word* const record = record_of(b, k);
        if (!std::equal(key, key + key_words_, record)) continue;
        bucket.age[k] = age_;
        const Word word = record[key_words_];
        value.count.is_large = word >= Count::limit;
        if (value.count.is_large) {
          value.count.large = large_[place_of(word)];
        } else {
          value.count.small = word;
        }
        if (weighted_) value.fingerprint = Residue(record[key_words_ + 1]);
        return true;
      }
    }
    return false;
  }

  void store(const Word* key, std::uint64_t hash, const Value& value, std::uint64_t nodes_below) {
    ++stored_;
    if (++stored_at_this_age_ > buckets_.size() * slots / 4) {
      stored_at_this_age_ = 0;
      ++age_;
    }
    Place place = place_for(hash, false);
    if (!place.empty && grow()) place = place_for(hash, false);
    if (value.count.is_large && bytes_ + sizeof(Natural) + heap_bytes(value.count.large) > limit_) {
      place = place_for(hash, true);
    }
    if (!place.empty) ++evicted_;
    if (place.bucket == nowhere) return;
    Bucket& bucket = buckets_[place.bucket];
    Word* const record = record_of(place.bucket, place.slot);
    if (!place.empty) release(record[key_words_]);
    bucket.tag[place.slot] = tag_of(hash);
    bucket.cost[place.slot] = static_cast<std::uint8_t>(std::bit_width(nodes_below));
    bucket.age[place.slot] = age_;
    std::copy_n(key, key_words_, record);
    record[key_words_] = value.count.is_large ? keep(value.count.large) : value.count.small;
    if (weighted_) record[key_words_ + 1] = value.fingerprint.value();
    peak_ = std::max(peak_, bytes_);
  }

  /// Sets the limit on the bytes of the table. A table that is already larger than the limit keeps
  /// its size.
  void set_limit(std::size_t bytes) { limit_ = bytes; }

  [[nodiscard]] std::uint64_t stored() const { return stored_; }
  [[nodiscard]] std::uint64_t evicted() const { return evicted_; }
  [[nodiscard]] std::size_t peak() const { return peak_; }

 private:
  static constexpr std::size_t slots = 8;
  static constexpr std::size_t nowhere = ~std::size_t{0};
  static constexpr int cost_to_age = 8;

  struct Bucket {
    // Low bits of the hash of each record's key, with bit 0 set; 0 if the slot is empty.
    std::uint16_t tag[slots];
    // By slot: the number of bits of the number of nodes that the search visited to find the count.
    std::uint8_t cost[slots];
    std::uint8_t age[slots];  // by slot: the value of age_ when the record was last used
  };
  struct Place {
    std::size_t bucket = nowhere;
    std::size_t slot = 0;
    bool empty = false;
  };

  static std::uint64_t mix(std::uint64_t x) {
    const Wide product = Wide{x} * 0xD6E8FEB86659FD93U;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }
  static std::uint16_t tag_of(std::uint64_t hash) {
    return static_cast<std::uint16_t>((hash & 0xFFFF) | 1);
  }
  [[nodiscard]] std::size_t scale(std::uint64_t hash) const {
    return static_cast<std::size_t>(Wide{hash} * buckets_.size() >> 64);
  }
  [[nodiscard]] std::size_t first_bucket(std::uint64_t hash) const { return scale(hash); }
  [[nodiscard]] std::size_t second_bucket(std::uint64_t hash) const { return scale(mix(~hash)); }
  [[nodiscard]] Word* record_of(std::size_t bucket, std::size_t slot) {
    return records_.get() + (bucket * slots + slot) * record_words_;
  }
  [[nodiscard]] std::size_t bytes_per_bucket() const {
    return sizeof(Bucket) + slots * record_words_ * sizeof(Word);
  }

  /// The approximate number of bytes that a Natural has on the heap: 0 for values below 2^128.
  static std::size_t heap_bytes(const Natural& value) {
    static const std::vector<Natural> powers = [] {
      std::vector<Natural> result = {Natural(Count::limit) * Natural(Count::limit) * 4};
      while (result.size() < 16) result.push_back(result.back() * result.back());
      return result;
    }();
    std::size_t bytes = 0;
    for (const Natural& power : powers) {
      if (value < power) break;
      bytes = bytes == 0 ? 96 : 2 * bytes;
    }
    return bytes;
  }

  /// The slot in which a record with this hash is to be stored. Of the two possible buckets, the
  /// bucket with more empty slots is used. If both buckets are full, the least valuable record is
  /// replaced. If `only_large` is set, only records with counts of 2^63 or more are replaced.
  Place place_for(std::uint64_t hash, bool only_large) {
    Place place;
    int least = std::numeric_limits<int>::max();
    std::size_t most_empty = 0;
    for (const std::size_t b : {first_bucket(hash), second_bucket(hash)}) {
      const Bucket& bucket = buckets_[b];
      std::size_t empty = 0;
      for (std::size_t k = 0; k < slots; ++k) {
        if (bucket.tag[k] == 0) {
          if (only_large) continue;
          if (++empty > most_empty) {
            most_empty = empty;
            place = {b, k, true};
          }
          continue;
        }
        if (place.empty) continue;
        if (only_large && record_of(b, k)[key_words_] < Count::limit) continue;
        const int stale = static_cast<std::uint8_t>(age_ - bucket.age[k]);
        const int worth = cost_to_age * bucket.cost[k] - stale;
        if (worth < least) {
          least = worth;
          place = {b, k, false};
        }
      }
    }
    return place;
  }

  Word keep(const Natural& value) {
    std::size_t place = large_.size();
    if (free_.empty()) {
      large_.push_back(value);
    } else {
      place = free_.back();
      free_.pop_back();
      large_[place] = value;
    }
    bytes_ += sizeof(Natural) + heap_bytes(value);
    return Count::limit + place;
  }
  static std::size_t place_of(Word word) { return static_cast<std::size_t>(word - Count::limit); }
  void release(Word word) {
    if (word < Count::limit) return;
    Natural& value = large_[place_of(word)];
    bytes_ -= sizeof(Natural) + heap_bytes(value);
    value = Natural();
    free_.push_back(place_of(word));
  }

  void resize(std::size_t buckets) {
    std::vector<Bucket> fresh(buckets, Bucket{});
    records_ = std::unique_ptr<Word[]>(new Word[buckets * slots * record_words_]);
    buckets_ = std::move(fresh);
    bytes_ += buckets * bytes_per_bucket();
    peak_ = std::max(peak_, bytes_);
  }

  /// Moves all records to a new table of up to twice the size. Returns false if the old and the new
  /// table together would exceed the memory limit.
  bool grow() {
    const std::size_t old = buckets_.size();
    const std::size_t room = bytes_ < limit_ ? (limit_ - bytes_) / bytes_per_bucket() : 0;
    const std::size_t wanted = std::min(2 * old, room);
    if (wanted < old + old / 4 + 1) return false;
    std::vector<Bucket> buckets = std::move(buckets_);
    std::unique_ptr<Word[]> records = std::move(records_);
    try {
      resize(wanted);
    } catch (const std::bad_alloc&) {
      buckets_ = std::move(buckets);
      records_ = std::move(records);
      limit_ = bytes_;
      return false;
    }
    // Buckets are usually not in the cache, so the buckets of the next 32 records are prefetched.
    constexpr std::size_t ahead = 32;
    std::array<std::uint64_t, ahead> hashes{};
    for (std::size_t r = 0; r < old * slots + ahead; ++r) {
      if (r >= ahead) {
        const std::size_t moved = r - ahead;
        const Bucket& from = buckets[moved / slots];
        if (from.tag[moved % slots] != 0) {
          move_in(from, moved % slots, records.get() + moved * record_words_,
                  hashes[moved % ahead]);
        }
      }
      if (r >= old * slots || buckets[r / slots].tag[r % slots] == 0) continue;
      const std::uint64_t hash_value = hash(records.get() + r * record_words_);
      hashes[r % ahead] = hash_value;
      for (const std::size_t b : {first_bucket(hash_value), second_bucket(hash_value)}) {
        __builtin_prefetch(&buckets_[b]);
      }
    }
    bytes_ -= old * bytes_per_bucket();
    return true;
  }

  /// Stores a record of the old, smaller table in this table.
  void move_in(const Bucket& from, std::size_t slot, const Word* record, std::uint64_t hash_value) {
    const Place place = place_for(hash_value, false);
    if (!place.empty) {
      ++evicted_;
      release(record_of(place.bucket, place.slot)[key_words_]);
    }
    Bucket& bucket = buckets_[place.bucket];
    bucket.tag[place.slot] = from.tag[slot];
    bucket.cost[place.slot] = from.cost[slot];
    bucket.age[place.slot] = from.age[slot];
    std::copy_n(record, record_words_, record_of(place.bucket, place.slot));
  }

  std::size_t key_words_;
  bool weighted_;
  std::size_t record_words_;
  std::size_t limit_;
  std::vector<Bucket> buckets_;
  std::unique_ptr<Word[]> records_;  // for each slot, the key, the count and the fingerprint
  std::deque<Natural> large_;  // counts of 2^63 or more; for large_[i], the record stores 2^63 + i
  std::vector<std::size_t> free_;  // indices of unused elements of large_
  std::size_t bytes_ = 0;
  std::size_t peak_ = 0;
  std::uint64_t stored_ = 0;
  std::uint64_t stored_at_this_age_ = 0;
  std::uint64_t evicted_ = 0;
  std::uint8_t age_ = 0;
};

}  // namespace dlx::tables::memo
