#include "dlx/search/trace.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "dlx/core/problem.hpp"

namespace dlx::search {
namespace {

constexpr std::size_t block = std::size_t{1} << 16;

}  // namespace

Trace::Trace(CertificateSink& sink, const Problem& whole)
    : sink_(&sink), buffer_(block), at_(buffer_.data()) {
  for (std::uint32_t i = 0; i < whole.item_count(); ++i)
    numbers_.branches.push_back(branch_code + i);
}

Trace::Trace(Trace& outer, const Problem& problem, const Problem& part,
             std::span<const OptionId> originals)
    : sink_(outer.sink_), buffer_(block), at_(buffer_.data()) {
  outer.flush();
  std::uint32_t i = 0;
  for (std::uint32_t p = 0; p < part.item_count(); ++p, ++i) {
    while (i < problem.item_count() && problem.name(ItemId{i}) != part.name(ItemId{p})) ++i;
    if (i == problem.item_count()) throw std::logic_error("a part has an item of its own");
    numbers_.branches.push_back(outer.numbers_.branches[i]);
  }
  for (const OptionId option : originals) numbers_.options.push_back(outer.original(option));
}

Trace::Trace(TraceNumbers numbers, CertificateSink& sink)
    : sink_(&sink), numbers_(std::move(numbers)), buffer_(block), at_(buffer_.data()) {}

void Trace::sweep(std::span<const ItemId> order) {
  step(Step::sweep);
  items(order);
}

void Trace::signs(std::span<const ItemId> factors) {
  step(Step::signs);
  items(factors);
}

void Trace::items(std::span<const ItemId> some) {
  number(some.size());
  for (const ItemId i : some) item(i);
}

void Trace::invariant(std::uint32_t modulus, std::span<const std::uint32_t> weights) {
  step(Step::invariant);
  number(modulus);
  number(static_cast<std::uint64_t>(
      std::count_if(weights.begin(), weights.end(), [](std::uint32_t w) { return w != 0; })));
  for (std::uint32_t i = 0; i < weights.size(); ++i) {
    if (weights[i] == 0) continue;
    item(ItemId{i});
    number(weights[i]);
  }
}

void Trace::resume(const OpenWork& piece) {
  const auto choice = [this](OptionId way) {
    number(way == OpenWork::closing ? 0 : std::uint64_t{index(original(way))} + 1);
  };
  step(Step::resume);
  number(piece.size());
  if (piece.whole) number(0);
  for (auto branch = piece.branches.rbegin(); branch != piece.branches.rend(); ++branch) {
    for (const OptionId way : branch->ways) {
      number(branch->depth + std::uint64_t{1});
      for (std::uint32_t d = 0; d < branch->depth; ++d) choice(piece.path[d]);
      choice(way);
    }
  }
}

std::uint8_t* Trace::room(std::size_t bytes) {
  if (left() < bytes) {
    flush();
    if (left() < bytes) {
      buffer_.resize(2 * bytes);
      at_ = buffer_.data();
    }
  }
  return at_;
}

void Trace::flush() {
  const std::span bytes(buffer_.data(), static_cast<std::size_t>(at_ - buffer_.data()));
  at_ = buffer_.data();
  if (!bytes.empty()) sink_->write(bytes);
}

}  // namespace dlx::search
