#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "dlx/tables/zdd.hpp"

/// Data structures for the construction of a decision diagram.
namespace dlx::tables::diagrams {

using Word = std::uint64_t;
using Node = Zdd::Node;

inline constexpr std::uint32_t all_ones = std::numeric_limits<std::uint32_t>::max();

/// Counts the bytes that a diagram under construction and its tables use, and limits their number.
class Memory {
 public:
  explicit Memory(std::size_t limit) : limit_(limit) {}

  [[nodiscard]] std::size_t held() const { return held_; }
  [[nodiscard]] std::size_t most() const { return most_; }
  [[nodiscard]] bool take(std::size_t bytes) {
    if (bytes > limit_ - held_) return false;
    held_ += bytes;
    most_ = std::max(most_, held_);
    return true;
  }
  void give_back(std::size_t bytes) { held_ -= bytes; }
  void set_limit(std::size_t limit) { limit_ = std::max(limit, held_); }

  /// Reserves capacity for at least `wanted` elements. Returns false if the memory limit does not
  /// allow it. While elements are moved, the old and the new memory are both counted.
  template <class T>
  [[nodiscard]] bool reserve(std::vector<T>& values, std::size_t wanted) {
    if (wanted <= values.capacity()) return true;
    const std::size_t old = values.capacity();
    for (const std::size_t more : {old / 2, old / 8}) {
      const std::size_t places = std::max(wanted, old + more);
      if (!take(places * sizeof(T))) continue;
      values.reserve(places);
      give_back(old * sizeof(T));
      return true;
    }
    return false;
  }
  template <class T>
  void release(std::vector<T>& values) {
    give_back(values.capacity() * sizeof(T));
    std::vector<T>().swap(values);  // assigning {} would keep the capacity
  }

 private:
  std::size_t limit_, held_ = 0, most_ = 0;
};

/// A hash table whose entries are numbers of objects that are stored elsewhere. The table is at
/// most half full.
class Index {
 public:
  [[nodiscard]] bool reset(std::size_t things, Memory& memory) {
    std::size_t places = 64;
    while (places < 2 * things) places *= 2;
    if (places > places_.capacity()) {
      memory.release(places_);
      if (!memory.reserve(places_, places)) return false;
    }
    places_.assign(places, all_ones);
    return true;
  }

  /// Makes room for one more object. The table contains the objects with the numbers from `first`
  /// to `end` - 1; all of them are hashed again if the table must grow.
  template <class HashOf>
  [[nodiscard]] bool make_room(std::size_t first, std::size_t end, Memory& memory, HashOf hash_of) {
    if (end == all_ones) return false;
    if (2 * (end - first + 1) <= places_.size()) return true;
    if (!reset(places_.size(), memory)) return false;
    for (std::size_t thing = first; thing < end; ++thing) {
      find(hash_of(thing), [](std::uint32_t) { return false; }) = static_cast<std::uint32_t>(thing);
    }
    return true;
  }

  /// The entry with this hash for which `same` returns true. If there is none, returns an empty
  /// entry in which the caller can store a number.
  template <class Same>
  [[nodiscard]] std::uint32_t& find(Word hash, Same same) {
    std::size_t place = hash & (places_.size() - 1);
    while (places_[place] != all_ones && !same(places_[place])) {
      place = (place + 1) & (places_.size() - 1);
    }
    return places_[place];
  }

  void release(Memory& memory) { memory.release(places_); }

 private:
  std::vector<std::uint32_t> places_;
};

/// The hash of a sequence of words that is extended by `word`; `hash` is the hash of the sequence
/// without it.
inline Word mix(Word hash, Word word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
  return hash ^ hash >> 32;
}

/// Returned instead of the index of a node if the limit on memory is reached.
inline constexpr std::uint32_t no_room = all_ones;

/// Finds a node equal to `node` among the nodes from `first` on, or appends `node`. `index`
/// contains the nodes from `first` on. Returns the index of the node, or no_room.
inline std::uint32_t the_node(const Node& node, std::size_t first, std::vector<Node>& nodes,
                              Index& index, Memory& memory) {
  const auto hash_of = [](const Node& n) { return mix(mix(n.variable, n.lo), n.hi); };
  const auto hash_of_id = [&](std::size_t id) { return hash_of(nodes[id]); };
  if (!index.make_room(first, nodes.size(), memory, hash_of_id)) return no_room;
  std::uint32_t& found =
      index.find(hash_of(node), [&](std::uint32_t id) { return nodes[id] == node; });
  if (found != all_ones) return found;
  if (!memory.reserve(nodes, nodes.size() + 1)) return no_room;
  found = static_cast<std::uint32_t>(nodes.size());
  nodes.push_back(node);
  return found;
}

/// Creates the two terminals of a diagram. Returns false if the limit on memory is reached.
inline bool begin_nodes(std::vector<Node>& nodes, std::size_t variables, Memory& memory) {
  if (!memory.reserve(nodes, 2)) return false;
  nodes.assign(2, {static_cast<std::uint32_t>(variables), Zdd::terminal_f, Zdd::terminal_f});
  return true;
}

/// All nodes of a diagram, and its root.
struct Diagram {
  std::vector<Node> nodes;
  std::uint32_t root = Zdd::terminal_f;
};

}  // namespace dlx::tables::diagrams
