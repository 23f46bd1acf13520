// Counts the partitions of an n x n board into connected parts, modulo a prime. This second method
// for data/records shares no code with dlx.
//
//     districts PARTS LEAST MOST rook|queen N [PRIME]
//
// There are PARTS parts of LEAST to MOST cells each. Cells of a part are connected along sides
// (rook) or also by corners (queen). The program visits the cells row by row. The window is the
// last cells visited, which may have neighbours that are not visited yet. A state has the component
// of each cell of the window, the part of each component, the number of cells of each part so far,
// and the number of complete parts. `PRIME` is at most 2^62, so that the sum of two residues fits
// in 64 bits; the default is 2^61 - 1.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <unordered_map>

namespace {

using Byte = std::uint8_t;
constexpr int most_cells = 10;  // largest number of cells in the window
constexpr Byte outside = 255;

struct State {
  Byte component[most_cells] = {};  // component of each cell in the window, the oldest cell first
  Byte part[most_cells] = {};       // part of each component
  Byte size[most_cells] = {};       // number of cells of each part
  Byte closed = 0;
  Byte unused = 0;
  bool operator==(const State&) const = default;

  struct Hash {
    std::size_t operator()(const State& state) const {
      std::uint64_t hash = 0;
      for (const std::uint64_t word : std::bit_cast<std::array<std::uint64_t, 4>>(state)) {
        hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 29;
      }
      return hash;
    }
  };
};

using Ways = std::unordered_map<State, std::uint64_t, State::Hash>;

class Board {
 public:
  Board(int side, int parts, int least, int most, bool queen, std::uint64_t prime)
      : side_(side),
        parts_(parts),
        least_(least),
        most_(most),
        queen_(queen),
        prime_(prime),
        window_(queen ? side + 1 : side) {}

  std::uint64_t count() {
    State empty;
    std::fill_n(empty.component, most_cells, outside);
    Ways ways{{empty, 1}};
    for (cell_ = 0; cell_ < side_ * side_; ++cell_) {
      Ways next;
      for (const auto& [state, number] : ways) pass(state, number, next);
      ways.swap(next);
    }
    std::uint64_t sum = 0;
    for (const auto& [state, number] : ways) {
      if (is_solution(state)) sum = (sum + number) % prime_;
    }
    return sum;
  }

 private:
  /// The numbers of components and parts that occur in a state.
  struct Sizes {
    int components = 0, parts = 0;
  };
  [[nodiscard]] Sizes sizes(const State& state) const {
    Sizes sizes;
    for (int w = 0; w < window_; ++w) {
      if (state.component[w] == outside) continue;
      sizes.components = std::max(sizes.components, state.component[w] + 1);
      sizes.parts = std::max(sizes.parts, state.part[state.component[w]] + 1);
    }
    return sizes;
  }

  /// Whether the next cell `cell_` is a neighbour of cell `w` of the window.
  [[nodiscard]] bool touches(int w) const {
    const int other = cell_ - window_ + w;
    if (other < 0) return false;
    const int rows = cell_ / side_ - other / side_, columns = cell_ % side_ - other % side_;
    if (queen_) return rows <= 1 && columns >= -1 && columns <= 1;
    return rows + std::abs(columns) == 1;
  }

  void pass(const State& state, std::uint64_t number, Ways& next) const {
    const Sizes in_use = sizes(state);
    for (int part = 0; part <= in_use.parts; ++part) {
      // The array has one more place than the window, because it contains the new cell and still
      // the oldest cell.
      Byte component[most_cells + 1];
      std::copy_n(state.component, window_, component);
      int part_of[most_cells + 1], size[most_cells + 1] = {};
      for (int c = 0; c < in_use.components; ++c) part_of[c] = state.part[c];
      for (int p = 0; p < in_use.parts; ++p) size[p] = state.size[p];
      if (++size[part] > most_) continue;
      const auto own = static_cast<Byte>(in_use.components);
      component[window_] = own;
      part_of[own] = part;
      for (int w = 0; w < window_; ++w) {
        const Byte touched = component[w];
        if (touched == outside || touched == own || !touches(w) || part_of[touched] != part)
          continue;
        for (int other = 0; other < window_; ++other) {
          if (component[other] == touched) component[other] = own;
        }
      }
      State made;
      if (!shift(component, part_of, size, state.closed, made) || !is_possible(made)) continue;
      std::uint64_t& sum = next[made];
      sum = (sum + number) % prime_;
    }
  }

  /// Drops the oldest cell from the window and renumbers components and parts. Returns false if the
  /// part of the oldest cell can no longer be connected, or is complete and too small.
  bool shift(const Byte* component, const int* part_of, const int* size, Byte closed,
             State& made) const {
    std::fill_n(made.component, most_cells, outside);
    made.closed = closed;
    Byte new_component[most_cells + 1], new_part[most_cells + 1];
    std::fill_n(new_component, most_cells + 1, outside);
    std::fill_n(new_part, most_cells + 1, outside);
    Byte components = 0, parts = 0;
    for (int w = 0; w < window_; ++w) {
      const Byte old = component[w + 1];
      if (old == outside) continue;
      if (new_component[old] == outside) {
        new_component[old] = components++;
        Byte& part = new_part[part_of[old]];
        if (part == outside) {
          part = parts++;
          made.size[part] = static_cast<Byte>(size[part_of[old]]);
        }
        made.part[new_component[old]] = part;
      }
      made.component[w] = new_component[old];
    }
    const Byte oldest = component[0];
    if (oldest == outside || new_component[oldest] != outside) return true;
    if (new_part[part_of[oldest]] != outside) return false;
    ++made.closed;
    return size[part_of[oldest]] >= least_;
  }

  [[nodiscard]] bool is_possible(const State& state) const {
    const Sizes in_use = sizes(state);
    const int left = side_ * side_ - cell_ - 1, to_come = parts_ - state.closed - in_use.parts;
    if (to_come < 0) return false;
    int lacking = to_come * least_, room = to_come * most_;
    int components[most_cells] = {};
    for (int c = 0; c < in_use.components; ++c) ++components[state.part[c]];
    for (int p = 0; p < in_use.parts; ++p) {
      if (components[p] > 1 && state.size[p] == most_) return false;
      lacking += std::max(0, least_ - state.size[p]);
      room += most_ - state.size[p];
    }
    return lacking <= left && left <= room;
  }

  [[nodiscard]] bool is_solution(const State& state) const {
    const Sizes in_use = sizes(state);
    if (in_use.components != in_use.parts || state.closed + in_use.parts != parts_) return false;
    for (int p = 0; p < in_use.parts; ++p) {
      if (state.size[p] < least_) return false;
    }
    return true;
  }

  int side_, parts_, least_, most_;
  bool queen_;
  std::uint64_t prime_;
  int window_;
  int cell_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string_view kind = argc > 5 ? argv[4] : "";
  const bool queen = kind == "queen";
  const int side = argc > 5 ? std::atoi(argv[5]) : 0;
  const std::uint64_t prime =
      argc > 6 ? std::strtoull(argv[6], nullptr, 10) : (std::uint64_t{1} << 61) - 1;
  if (side < 1 || side + (queen ? 1 : 0) > most_cells || (!queen && kind != "rook") || prime < 2) {
    std::fputs("usage: districts PARTS LEAST MOST rook|queen N [PRIME], N up to 10, or 9\n",
               stderr);
    return 2;
  }
  Board board(side, std::atoi(argv[1]), std::atoi(argv[2]), std::atoi(argv[3]), queen, prime);
  std::printf("%llu\n", static_cast<unsigned long long>(board.count()));
}
