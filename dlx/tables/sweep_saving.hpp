#pragma once

#include <cstddef>
#include <cstring>
#include <span>

#include "dlx/core/mixed.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/tables/sweep_count.hpp"

/// The file format of a saved sweep.
namespace dlx::tables::sweeping {

using Word = SweepPlan::Word;

/// The first words of a saved sweep.
struct Head {
  Word magic = 0x31'50'45'45'57'53'58'4C;  // the text "LXSWEEP1"
  Word plan = 0;  // the result of mark_of(): a hash of the plan and the weights
  Word steps = 0, step = 0, moves_made = 0;
  Word words = 0, limbs = 0, states = 0;
  Word states_so_far = 0, most_states = 0, states_before = 0;
  double work_done = 0, growth = 0;
};

/// A hash of the plan and the weights of a sweep.
[[nodiscard]] inline Word mark_of(const SweepPlan& plan, std::span<const OptionWeight> weights) {
  Word mark = plan.words;
  const auto add = [&mark](Word word) { mark = mixed(mark ^ word); };
  for (const SweepPlan::Step& step : plan.steps) add(Word{step.leaving} << 32 | step.end_move);
  for (const SweepPlan::Field& gap : plan.gaps) add(Word{gap.at} << 32 | gap.bits);
  for (const SweepPlan::Counter& counter : plan.counters) {
    add(Word{counter.field.at} << 32 | counter.field.bits);
    add(counter.most ^ counter.colour << 32);
  }
  for (const Word word : plan.tests) add(word);
  for (const Word word : plan.sets) add(word);
  for (const OptionWeight& weight : weights) add(weight.ways ^ weight.factor.value() << 1);
  if (plan.halved) add(2);  // the value 1 marked halved plans in an older format
  return mark;
}

/// Writes or reads words, and computes the checksum of all words written or read.
class CheckedWords {
 public:
  void write(const WriteBytes& to, const void* words, std::size_t count) {
    const auto* const bytes = static_cast<const char*>(words);
    to({bytes, count * sizeof(Word)});
    add(bytes, count);
  }
  [[nodiscard]] bool read(const ReadBytes& from, void* words, std::size_t count) {
    auto* const bytes = static_cast<char*>(words);
    if (!from(bytes, count * sizeof(Word))) return false;
    add(bytes, count);
    return true;
  }
  [[nodiscard]] Word check() const { return check_; }

 private:
  void add(const char* bytes, std::size_t count) {
    for (std::size_t w = 0; w < count; ++w) {
      Word word = 0;
      std::memcpy(&word, bytes + w * sizeof word, sizeof word);
      check_ = mixed(check_ ^ word);
    }
  }
  Word check_ = 0;
};

}  // namespace dlx::tables::sweeping
