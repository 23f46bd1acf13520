// Counts the tilings of an n x n x n box by cubes with integer sides (the diagonal of OEIS
// A228267), modulo a prime. This second method for data/records shares no code with dlx.
//
//     cube_tilings N [PRIME]
//
// The program visits the cells layer by layer and row by row. A state has four bits for each column
// of the box: the number of cells that are covered from the present layer upwards. A hash table
// contains the number of ways to reach each state. A cell that is not covered becomes the lowest
// corner of a cube. `PRIME` is at most 2^62, so that the sum of two residues fits in 64 bits; the
// default is 2^61 - 1.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>

namespace {

using Residue = std::uint64_t;
constexpr int most_columns = 64;
constexpr int columns_to_a_word = 16;

/// For each column of the box, the number of covered cells in four bits.
class State {
 public:
  [[nodiscard]] unsigned height(int column) const {
    return static_cast<unsigned>(word(column) >> shift(column)) & 15U;
  }
  void set(int column, unsigned height) {
    std::uint64_t& column_word = words_[static_cast<std::size_t>(column / columns_to_a_word)];
    column_word &= ~(std::uint64_t{15} << shift(column));
    column_word |= std::uint64_t{height} << shift(column);
  }
  bool operator==(const State&) const = default;

  struct Hash {
    std::size_t operator()(const State& state) const {
      std::uint64_t hash = 0;
      for (const std::uint64_t word : state.words_) {
        hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 29;
      }
      return hash;
    }
  };

 private:
  [[nodiscard]] std::uint64_t word(int column) const {
    return words_[static_cast<std::size_t>(column / columns_to_a_word)];
  }
  static int shift(int column) { return 4 * (column % columns_to_a_word); }

  std::array<std::uint64_t, most_columns / columns_to_a_word> words_ = {};
};

using Ways = std::unordered_map<State, Residue, State::Hash>;

class Box {
 public:
  Box(int n, Residue prime) : n_(n), prime_(prime) {}

  [[nodiscard]] Residue count() const {
    Ways ways = {{State(), 1}};
    for (int z = 0; z < n_; ++z) {
      for (int y = 0; y < n_; ++y) {
        for (int x = 0; x < n_; ++x) ways = pass(x, y, z, ways);
      }
    }
    return ways.at(State());
  }

 private:
  [[nodiscard]] Ways pass(int x, int y, int z, const Ways& ways) const {
    Ways next;
    next.reserve(ways.size());
    const int column = n_ * y + x;
    const auto add = [&](State state, Residue number) {
      state.set(column, state.height(column) - 1);
      Residue& sum = next[state];
      sum += number;
      if (sum >= prime_) sum -= prime_;
    };
    for (const auto& [state, number] : ways) {
      if (state.height(column) > 0) {
        add(state, number);
        continue;
      }
      State filled = state;
      for (int side = 1; side <= n_ - z && grow(filled, x, y, side); ++side) add(filled, number);
    }
    return next;
  }

  /// Enlarges the cube with its corner at (x, y) from side - 1 to `side`. Returns false if there is
  /// no room.
  [[nodiscard]] bool grow(State& state, int x, int y, int side) const {
    if (x + side > n_ || y + side > n_) return false;
    for (int k = 0; k < side; ++k) {
      const bool is_free = state.height(n_ * (y + side - 1) + x + k) == 0 &&
                           state.height(n_ * (y + k) + x + side - 1) == 0;
      if (!is_free) return false;
    }
    for (int dy = 0; dy < side; ++dy) {
      for (int dx = 0; dx < side; ++dx) {
        state.set(n_ * (y + dy) + x + dx, static_cast<unsigned>(side));
      }
    }
    return true;
  }

  int n_;
  Residue prime_;
};

}  // namespace

int main(int argc, char** argv) {
  constexpr Residue largest = (Residue{1} << 61) - 1;
  const int n = argc > 1 ? std::atoi(argv[1]) : 0;
  const Residue prime = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : largest;
  if (n < 1 || n * n > most_columns || prime < 2 || prime > Residue{1} << 62) {
    std::fprintf(stderr, "usage: cube_tilings N [PRIME], N from 1 to 8\n");
    return 2;
  }
  std::printf("%llu\n", static_cast<unsigned long long>(Box(n, prime).count() % prime));
}
