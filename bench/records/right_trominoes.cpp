// Counts the tilings of an n x n square by right trominoes and at most one monomino (OEIS A233807),
// modulo a prime. This second method for data/records shares no code with dlx.
//
//     right_trominoes N [PRIME]
//
// The program visits the cells row by row. A state says which of the next n + 1 cells are covered,
// and whether the monomino has been used. An array contains the number of ways to reach each state.
// A cell that is not covered becomes the first cell of a piece. `PRIME` is at most 2^62, so that
// the sum of two residues fits in 64 bits; the default is 2^61 - 1.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using Residue = std::uint64_t;

class Board {
 public:
  Board(int n, Residue prime) : n_(n), prime_(prime), states_(std::size_t{2} << (n + 1)) {}

  Residue count() {
    std::vector<Residue> ways(states_), next(states_);
    ways[0] = 1;
    for (int y = 0; y < n_; ++y) {
      for (int x = 0; x < n_; ++x) {
        next.assign(states_, 0);
        pass(y, x, ways, next);
        ways.swap(next);
      }
    }
    const Residue sum = ways[0] + ways[used_];
    return sum % prime_;
  }

 private:
  /// Visits the cell (y, x). Bit k of a state says whether the cell k places after (y, x) is
  /// covered.
  void pass(int y, int x, const std::vector<Residue>& ways, std::vector<Residue>& next) const {
    const bool right = x + 1 < n_, below = y + 1 < n_;
    const std::size_t here = 1, beside = 2;
    const std::size_t under = std::size_t{1} << n_, under_left = under >> 1,
                      under_right = under << 1;
    const auto add = [&](std::size_t state, Residue value) {
      Residue& sum = next[state];
      sum += value;
      if (sum >= prime_) sum -= prime_;
    };
    for (std::size_t s = 0; s < states_; ++s) {
      if (ways[s] == 0) continue;
      // The flag of the monomino is separated, because only the bits of the cells are shifted.
      const std::size_t flag = s & used_, cells = s & ~used_;
      const auto place = [&](std::size_t piece) {
        if ((cells & piece) == 0) add((cells | piece) >> 1 | flag, ways[s]);
      };
      if ((cells & here) != 0) {
        add(cells >> 1 | flag, ways[s]);
        continue;
      }
      if (right && below) {
        place(here | beside | under);
        place(here | beside | under_right);
        place(here | under | under_right);
      }
      if (x > 0 && below) place(here | under_left | under);
      if (flag == 0) add(cells >> 1 | used_, ways[s]);
    }
  }

  int n_;
  Residue prime_;
  std::size_t states_;
  std::size_t used_ = states_ / 2;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: right_trominoes N [PRIME]\n");
    return 2;
  }
  const int n = std::atoi(argv[1]);
  const Residue prime = argc == 3 ? std::strtoull(argv[2], nullptr, 10) : 2305843009213693951U;
  if (n < 1 || n > 28 || prime < 2 || prime > (Residue{1} << 62)) {
    std::fprintf(stderr, "right_trominoes: N is from 1 to 28, PRIME from 2 to 2^62\n");
    return 2;
  }
  std::printf("%llu\n", static_cast<unsigned long long>(Board(n, prime).count()));
}
