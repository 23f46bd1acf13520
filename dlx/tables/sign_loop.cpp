// The loop of sign_kernel.hpp, compiled for each kind of processor.

#include "dlx/tables/sign_kernel.hpp"

namespace dlx::tables::signs {
namespace {

// x86-64, ARM and WebAssembly have vectors of at least 16 bytes. The size is not a template
// parameter, because GCC 12 cannot convert vectors of a dependent size.
#if defined(__AVX512DQ__)
constexpr std::uint32_t vector_bytes = 64;
#elif defined(__AVX2__)
constexpr std::uint32_t vector_bytes = 32;
#else
constexpr std::uint32_t vector_bytes = 16;
#endif

struct Loop {
  using Short [[gnu::vector_size(vector_bytes)]] = std::int16_t;
  using HalfShort [[gnu::vector_size(vector_bytes / 2)]] = std::int16_t;
  using Int [[gnu::vector_size(vector_bytes)]] = std::int32_t;
  using HalfInt [[gnu::vector_size(vector_bytes / 2)]] = std::int32_t;
  using Long [[gnu::vector_size(vector_bytes)]] = std::int64_t;
  using Word [[gnu::vector_size(vector_bytes)]] = std::uint64_t;
  using Double [[gnu::vector_size(vector_bytes)]] = double;

  // Number of 16-bit values in a vector of vector_bytes bytes.
  static constexpr std::uint32_t chunk = vector_bytes / 2;
  static constexpr std::uint32_t chunks = lanes / chunk;
  // Number of vectors that hold the values of one 16-bit vector as 64-bit numbers.
  static constexpr std::uint32_t quarters = 4;

  static void sum(const Shape& shape, Walk& walk, std::uint64_t steps, LaneSums& sums) {
    // Each step subtracts the sum so far from the new summand, so that the signs of the summands
    // alternate.
    Word exact[chunks * quarters] = {};
    Double rounded[chunks * quarters] = {};
    Double magnitude[chunks * quarters] = {};
    for (std::uint64_t n = 0; n < steps; ++n) {
      for (std::uint32_t c = 0; c < chunks; ++c) {
        add_products(shape, walk.values, c, exact + c * quarters, rounded + c * quarters,
                     magnitude + c * quarters);
      }
      change(shape, walk);
    }
    __builtin_memcpy(sums.exact, exact, sizeof exact);
    __builtin_memcpy(sums.rounded, rounded, sizeof rounded);
    __builtin_memcpy(sums.magnitude, magnitude, sizeof magnitude);
  }

 private:
  /// Advances by one step of the Gray code: one variable changes its sign.
  static void change(const Shape& shape, Walk& walk) {
    const auto v = static_cast<std::uint32_t>(__builtin_ctzll(++walk.step));
    const Occurrence* const end = shape.places + shape.first_place[v + 1];
    for (const Occurrence* place = shape.places + shape.first_place[v]; place != end; ++place) {
      const Lanes* const change = walk.changes[place->term];
      walk.changes[place->term] = other(change);
      Lanes& values = walk.values[place->factor];
      for (std::uint32_t c = 0; c < chunks; ++c) {
        const Short sum = vector_of(values, c) + vector_of(*change, c);
        __builtin_memcpy(values.value + c * chunk, &sum, sizeof sum);
      }
    }
  }
  /// Converts a pointer to one member of a Changes object (`rise` or `fall`) to a pointer to the
  /// other member. Changes are aligned to their size, so one bit of the address differs.
  static const Lanes* other(const Lanes* half) {
    return reinterpret_cast<const Lanes*>(reinterpret_cast<std::uintptr_t>(half) ^ sizeof(Lanes));
  }

  static void add_products(const Shape& shape, const Lanes* values, std::uint32_t c, Word* exact,
                           Double* rounded, Double* magnitude) {
    Word product[quarters] = {};
    Double approximate[quarters] = {};
    std::uint32_t factor = 0, group = 0;
    for (std::uint32_t b = 0; b < shape.blocks; ++b) {
      Int block[2];
      for (bool first = true; group < shape.end_of_block[b]; ++group, first = false) {
        Short small = vector_of(values[factor++], c);
        while (factor < shape.end_of_group[group]) small *= vector_of(values[factor++], c);
        Int wide[2];
        widen(small, wide);
        for (std::uint32_t h = 0; h < 2; ++h) block[h] = first ? wide[h] : block[h] * wide[h];
      }
      for (std::uint32_t q = 0; q < quarters; ++q) {
        HalfInt part;
        __builtin_memcpy(&part, reinterpret_cast<const char*>(block) + q * sizeof part,
                         sizeof part);
        const Long signed_word = __builtin_convertvector(part, Long);
        Word word;
        __builtin_memcpy(&word, &signed_word, sizeof word);
        const Double real = __builtin_convertvector(part, Double);
        product[q] = b == 0 ? word : product[q] * word;
        approximate[q] = b == 0 ? real : approximate[q] * real;
      }
    }
    for (std::uint32_t q = 0; q < quarters; ++q) {
      exact[q] = product[q] - exact[q];
      rounded[q] = approximate[q] - rounded[q];
      Word bits;
      __builtin_memcpy(&bits, &approximate[q], sizeof bits);
      bits &= ~std::uint64_t{0} >> 1;  // clears the sign bit, which leaves the absolute value
      Double size;
      __builtin_memcpy(&size, &bits, sizeof size);
      magnitude[q] += size;
    }
  }

  static Short vector_of(const Lanes& values, std::uint32_t c) {
    Short part;
    __builtin_memcpy(&part, values.value + c * chunk, sizeof part);
    return part;
  }
  static void widen(const Short& small, Int* wide) {
    for (std::uint32_t h = 0; h < 2; ++h) {
      HalfShort half;
      __builtin_memcpy(&half, reinterpret_cast<const char*>(&small) + h * sizeof half, sizeof half);
      wide[h] = __builtin_convertvector(half, Int);
    }
  }
};

}  // namespace

void DLX_KERNEL(sum)(const Shape& shape, Walk& walk, std::uint64_t steps, LaneSums& sums) {
  Loop::sum(shape, walk, steps, sums);
}

}  // namespace dlx::tables::signs
