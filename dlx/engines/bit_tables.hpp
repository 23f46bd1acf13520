#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/engines/bit_kernel.hpp"

/// The memory of the engine bit_matrix, to which the structs of bit_kernel.hpp point. The head of
/// bit_matrix.cpp lists the tables.
namespace dlx::engines::bits {

/// The maximum number of words that one table may have.
inline constexpr std::size_t most_table_words = std::size_t{1} << 26;

/// The number of words in a set of at most `bits` members.
[[nodiscard]] constexpr std::uint32_t words_for(std::size_t bits) {
  return static_cast<std::uint32_t>((bits + 63) / 64);
}

/// Upper limits that determine the memory for the levels of the search.
struct Extent {
  std::size_t levels = 0;
  std::size_t longest = 0;  ///< the largest number of options of a primary item
  std::size_t bounded = 0;  ///< the number of items with bounds other than (1, 1)
};

[[nodiscard]] Extent extent_of(const Problem& problem);
/// Upper limits like the limits of extent_of(), but sometimes larger. If limits computed only from
/// the numbers of items and options are small enough, the function does not read the options. Both
/// choose_engine() and make_bit_matrix() call this function.
[[nodiscard]] Extent rough_extent_of(const Problem& problem);

/// The number of bytes of a cache line. A vector that begins at the start of a cache line does not
/// cross into the next line.
inline constexpr std::size_t line = 64;

/// Memory that begins at a cache line. calloc() sets the memory to zero without touching all of its
/// pages, because much of the memory is never used.
template <class Type>
class Zeros {
 public:
  void resize(std::size_t size) {
    std::size_t room = size * sizeof(Type) + line;
    memory_.reset(std::calloc(room, 1));
    void* begin = memory_.get();
    if (begin == nullptr) throw std::bad_alloc();
    data_ = static_cast<Type*>(std::align(line, size * sizeof(Type), begin, room));
    size_ = size;
  }
  [[nodiscard]] Type* data() const { return data_; }
  [[nodiscard]] std::size_t capacity() const { return size_; }
  const Type& operator[](std::size_t k) const { return data_[k]; }

 private:
  static_assert(std::is_trivial_v<Type>);
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::unique_ptr<void, Free> memory_;
  Type* data_ = nullptr;
  std::size_t size_ = 0;
};

/// The sheets (matrices of options and items), and the tables from which the rows of compatible
/// options are computed. The first sheet is the whole problem.
class Tables {
 public:
  /// Makes the tables of a problem. If the problem has more than `most_rows` options, the rows of
  /// compatible options are not stored.
  Tables(const Problem& problem, std::uint32_t most_rows);

  [[nodiscard]] std::span<BitProblem> sheets() { return sheets_; }
  /// Makes the pointers of `state` point to these tables.
  void show_to(State& state);
  [[nodiscard]] std::size_t bytes() const;

 private:
  void make_counters(const Problem& problem);
  void make_sheets(const Problem& problem, std::uint32_t most_rows);
  void make_root(const Problem& problem);
  void make_conflicts(const Problem& problem);

  std::vector<BitProblem> sheets_;
  Zeros<Word> words_;  // the words to which the pointers of the sheets point
  Zeros<std::uint32_t> numbers_;
  Zeros<Piece> pieces_;
  std::vector<std::uint32_t> counter_of_;  // the memory to which State::counter_of points
  // The counters of items with bounds at the root of the search.
  std::vector<Counter> first_counters_;
  // The struct Conflicts describes the next four members.
  std::vector<Word> conflict_sets_;
  std::vector<std::uint32_t> conflict_numbers_;
  std::vector<std::size_t> conflict_begin_;
  bool only_items_ = false;
};

/// The memory for all levels of a search.
class LevelTables {
 public:
  /// Allocates memory for the levels of a search that begins with the matrix `root`.
  LevelTables(const Problem& problem, const BitProblem& root);

  [[nodiscard]] std::span<Level> levels() { return levels_; }
  /// The largest number of options that a primary item has.
  [[nodiscard]] std::size_t longest_item() const { return longest_item_; }
  [[nodiscard]] std::size_t bytes() const;

 private:
  std::vector<Level> levels_;
  std::size_t longest_item_;
  Zeros<Word> words_;  // the words to which the pointers of the levels point
  Zeros<std::uint32_t> numbers_;
  Zeros<Counter> counters_;
};

}  // namespace dlx::engines::bits
