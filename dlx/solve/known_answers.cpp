#include "dlx/solve/known_answers.hpp"

#include <algorithm>
#include <bit>

namespace dlx::solve {
namespace {

constexpr std::size_t most_solutions = 4'096;
constexpr std::size_t most_bytes = std::size_t{8} << 20;  // the maximum number of bytes of members_
constexpr std::size_t most_cores = 10'000;
constexpr std::size_t longest_core = 16;

std::uint64_t key(const Assumption& assumption) {
  return 2 * std::uint64_t{index(assumption.option)} + (assumption.chosen ? 1 : 0);
}

}  // namespace

KnownAnswers::KnownAnswers(std::uint32_t options)
    : options_(options),
      most_(64 * std::clamp<std::size_t>(most_bytes / (sizeof(Word) * (std::size_t{options} + 1)),
                                         1, most_solutions / 64)) {}

const std::vector<OptionId>* KnownAnswers::solution(std::span<const Assumption> assumptions) const {
  for (std::size_t block = 0; block < members_.size(); ++block) {
    const std::size_t size = std::min<std::size_t>(64, solutions_.size() - 64 * block);
    Word fitting = size == 64 ? ~Word{0} : (Word{1} << size) - 1;
    for (const Assumption& each : assumptions) {
      const Word members = members_[block][index(each.option)];
      fitting &= each.chosen ? members : ~members;
    }
    if (fitting != 0)
      return &solutions_[64 * block + static_cast<std::size_t>(std::countr_zero(fitting))];
  }
  return nullptr;
}

const std::vector<Assumption>* KnownAnswers::core(std::span<const Assumption> assumptions) const {
  static const std::vector<Assumption> empty;
  if (has_empty_core_) return &empty;
  if (cores_.empty()) return nullptr;
  for (const Assumption& first : assumptions) {
    const auto found = cores_of_.find(key(first));
    if (found == cores_of_.end()) continue;
    for (const std::size_t number : found->second) {
      const auto is_given = [&](const Assumption& each) {
        return std::find(assumptions.begin(), assumptions.end(), each) != assumptions.end();
      };
      const std::vector<Assumption>& core = cores_[number];
      if (std::all_of(core.begin(), core.end(), is_given)) return &core;
    }
  }
  return nullptr;
}

void KnownAnswers::add_solution(std::span<const OptionId> solution) {
  std::size_t place = solutions_.size();
  if (place == most_) {
    place = oldest_;
    oldest_ = (oldest_ + 1) % most_;
    for (const OptionId option : solutions_[place]) {
      members_[place / 64][index(option)] &= ~(Word{1} << place % 64);
    }
    solutions_[place].assign(solution.begin(), solution.end());
  } else {
    if (place % 64 == 0) members_.emplace_back(options_);
    solutions_.emplace_back(solution.begin(), solution.end());
  }
  for (const OptionId option : solution) {
    members_[place / 64][index(option)] |= Word{1} << place % 64;
  }
}

void KnownAnswers::add_core(std::span<const Assumption> core) {
  if (core.empty()) has_empty_core_ = true;
  if (core.empty() || core.size() > longest_core || cores_.size() == most_cores) return;
  cores_of_[key(core.front())].push_back(cores_.size());
  cores_.emplace_back(core.begin(), core.end());
}

}  // namespace dlx::solve
