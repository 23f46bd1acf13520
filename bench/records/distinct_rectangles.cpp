// Counts the tilings of an n x n square by rectangles no two of which are alike, modulo a prime:
// `distinct_rectangles KIND N PRIME`. KIND says which rectangles are allowed and which are alike:
//   oblongs             no squares; alike if the sides are the same, whichever way they lie
//   rectangles          alike if the sides are the same, whichever way they lie
//   upright_oblongs     no squares; alike if height and width are the same
//   upright_rectangles  alike if height and width are the same
//   areas               alike if the area is the same
//
// The sequences are OEIS A360498, A360499, A360725, A360256 and A360804. This second method for
// data/records shares no code with dlx.
//
// The search fills the first free cell, row by row. The cells below a free cell are free too, so
// the filled height of each column describes the filled cells. Each rectangle has a number.
// Reflections in the two axes can move the least number of the four corners to the first corner, so
// only such tilings are visited. Each visited tiling counts as four tilings, divided by the number
// of corners that have the least number.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

constexpr int most = 12;

class Tilings {
 public:
  Tilings(const std::string& kind, int n) : n_(n) {
    const bool squares = kind == "rectangles" || kind == "upright_rectangles" || kind == "areas";
    const bool upright = kind == "upright_oblongs" || kind == "upright_rectangles";
    if (!squares && !upright && kind != "oblongs") std::exit(2);
    for (int h = 1; h <= n; ++h) {
      for (int w = 1; w <= n; ++w) {
        int number = (h - 1) * most + w - 1;
        if (kind == "areas") {
          number = h * w;
        } else if (!upright && h > w) {
          number = (w - 1) * most + h - 1;
        }
        number_[h][w] = h == w && !squares ? -1 : number;
      }
    }
    used_.assign(most * most + 1, false);
  }

  std::uint64_t count() {
    search(0);
    return thirds_ / 3;
  }

 private:
  /// Continues in the first row that is not full. In this row, all columns before `from` are
  /// filled.
  void search(int from) {
    int column = from;
    while (column < n_ && height_[column] != row_) ++column;
    if (column == n_) {
      int lowest = n_;
      for (int c = 0; c < n_; ++c) lowest = height_[c] < lowest ? height_[c] : lowest;
      if (lowest == n_) {
        int least = 0;
        for (const int corner : corner_) least += corner == corner_[0] ? 1 : 0;
        thirds_ += 12 / static_cast<std::uint64_t>(least);
        return;
      }
      const int row = row_;
      row_ = lowest;
      search(0);
      row_ = row;
      return;
    }
    for (int w = 1; column + w <= n_ && height_[column + w - 1] == row_; ++w) {
      for (int h = 1; row_ + h <= n_; ++h) {
        const int number = number_[h][w];
        if (number < 0 || used_[static_cast<std::size_t>(number)]) continue;
        const bool left = column == 0, right = column + w == n_;
        const bool first = row_ == 0, last = row_ + h == n_;
        if (first && left) corner_[0] = number;
        if ((left || right) && (first || last) && number < corner_[0]) continue;
        if (first && right) corner_[1] = number;
        if (last && left) corner_[2] = number;
        if (last && right) corner_[3] = number;
        used_[static_cast<std::size_t>(number)] = true;
        for (int c = 0; c < w; ++c) height_[column + c] = row_ + h;
        search(column + w);
        for (int c = 0; c < w; ++c) height_[column + c] = row_;
        used_[static_cast<std::size_t>(number)] = false;
      }
    }
  }

  int n_;
  int number_[most + 1][most + 1] = {};  // equal for alike rectangles; -1: not allowed
  std::vector<char> used_;
  int height_[most] = {};
  int row_ = 0;
  int corner_[4] = {};        // numbers of the rectangles in the corners
  std::uint64_t thirds_ = 0;  // three times the number of tilings
};

}  // namespace

int main(int argc, char** argv) {
  const int n = argc == 4 ? std::atoi(argv[2]) : 0;
  const std::uint64_t prime = argc == 4 ? std::strtoull(argv[3], nullptr, 10) : 0;
  if (n < 1 || n > most || prime < 2) {
    std::fputs("usage: distinct_rectangles KIND N PRIME\n", stderr);
    return 2;
  }
  const std::uint64_t tilings = Tilings(argv[1], n).count();
  std::printf("%llu\n", static_cast<unsigned long long>(tilings % prime));
  return 0;
}
