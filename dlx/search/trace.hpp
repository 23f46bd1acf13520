#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dlx/core/ids.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/search/open_work.hpp"

namespace dlx::search {

/// The numbers that begin the steps of a certificate: a value of this enum, or `branch` plus an
/// item. check/CERTIFICATES.md describes the steps and the numbers that follow each of them.
enum class Step : std::uint32_t {
  pause = 0,   ///< the search was paused, so the rest of the tree has not been searched
  search = 1,  ///< a search tree begins, which may be recorded in several pieces
  resume = 2,  ///< the next piece of the search tree begins
  done = 3,    ///< the last piece of the search tree has ended
  part = 4,    ///< some items and options form an independent part of the problem
  memo = 5,    ///< the states below this step may occur again
  again = 6,   ///< the current state has occurred before
  /// A sweep through the items in the given order, in which equal states are counted together.
  sweep = 7,
  drop = 8,          ///< an option is dropped, because it leaves some item without options
  merge = 9,         ///< two options are merged, because they are equal
  permutation = 10,  ///< a permutation that is a symmetry of the problem
  /// The current state is kept, because later states may be its images under symmetries.
  keep = 11,
  image = 12,      ///< the current state is the image of a kept state under a symmetry
  invariant = 13,  ///< weights of items that prove that no solution exists
  signs = 14,      ///< a sum over signs, with the given items as factors
  nogoods = 15,    ///< the nogoods that a search has learned, and the solutions that it has found
  branch = 16,     ///< a branch on an item, recorded as this value plus the number of the item
};

/// A receiver of the bytes of a certificate.
class CertificateSink {
 public:
  CertificateSink() = default;
  CertificateSink(const CertificateSink&) = delete;
  CertificateSink& operator=(const CertificateSink&) = delete;
  virtual ~CertificateSink() = default;

  /// Appends bytes to the certificate.
  virtual void write(std::span<const std::uint8_t> bytes) = 0;
  /// The number of bytes written so far. rewind() accepts this number.
  [[nodiscard]] virtual std::uint64_t position() = 0;
  /// Removes all bytes of the certificate that were written after this position.
  virtual void rewind(std::uint64_t position) = 0;
};

/// The numbers that items and options have in the entire problem. A trace of a part of the problem
/// records these numbers.
struct TraceNumbers {
  std::vector<std::uint32_t> branches;  ///< for each item: the code of a branch on the item
  /// For each option: its number in the entire problem; empty if the numbers are equal.
  std::vector<OptionId> options;
};

/// Records the steps of a search, or of another count, for a problem or a part of it. Items and
/// options are recorded by their numbers in the entire problem. The trace writes in blocks; flush()
/// writes the last block.
class Trace {
 public:
  /// Constructs a trace of the entire problem.
  Trace(CertificateSink& sink, const Problem& whole);
  /// Constructs a trace of a part of a problem. This trace writes to the sink of the problem's
  /// trace, which must not be used until this trace has been flushed for the last time. Items of
  /// the part keep their names and order. `originals` has, for each option of the part, the option
  /// of the problem.
  Trace(Trace& outer, const Problem& problem, const Problem& part,
        std::span<const OptionId> originals);
  /// Constructs a trace for a problem with these numbers, which numbers() of another trace returns.
  Trace(TraceNumbers numbers, CertificateSink& sink);
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  /// Records a node of the search tree: the item that is branched on, or an item without options.
  void branch(std::uint32_t primary) { number(numbers_.branches[primary]); }
  /// Record a step other than a branch, and the numbers that follow the step.
  /// @{
  void step(Step step) { number(static_cast<std::uint32_t>(step)); }
  void item(ItemId item) { number(numbers_.branches[index(item)] - branch_code); }
  void option(OptionId option) { number(index(original(option))); }
  /// Records a sweep that processes the items in this order.
  void sweep(std::span<const ItemId> order);
  /// Records a sum over signs with these items as factors.
  void signs(std::span<const ItemId> factors);
  /// Records a proof that no solution exists: a weight below the modulus for each primary item,
  /// such that no choice of options covers items with the sum of all weights.
  void invariant(std::uint32_t modulus, std::span<const std::uint32_t> weights);
  void number(std::uint64_t n) {
    if (left() < longest_number) flush();
    // A number is encoded with seven bits in each byte, the lowest bits first. The top bit is set
    // in all bytes except the last.
    for (; n >= 0x80; n >>= 7) *at_++ = static_cast<std::uint8_t>(n | 0x80);
    *at_++ = static_cast<std::uint8_t>(n);
  }
  void signed_number(std::int64_t n) {
    const auto bits = static_cast<std::uint64_t>(n);
    number(n < 0 ? 2 * ~bits + 1 : 2 * bits);
  }
  /// @}
  /// Records the beginning of the next piece of a search tree.
  void resume(const OpenWork& piece);

  /// The number of an option in the entire problem.
  [[nodiscard]] OptionId original(OptionId option) const {
    return numbers_.options.empty() ? option : numbers_.options[index(option)];
  }
  /// The code of a branch on a primary item in the certificate.
  [[nodiscard]] std::uint32_t branch_code_of(std::uint32_t primary) const {
    return numbers_.branches[primary];
  }

  /// Functions for callers that encode numbers themselves. room() reserves bytes; written() reports
  /// the end of the bytes that were used.
  /// @{
  [[nodiscard]] std::uint8_t* room(std::size_t bytes);
  void written(std::uint8_t* end) { at_ = end; }
  /// @}

  /// Writes the buffer of the trace to the sink.
  void flush();
  /// The functions position() and rewind() of the sink, which also take the buffer of the trace
  /// into account.
  /// @{
  [[nodiscard]] std::uint64_t position() {
    flush();
    return sink_->position();
  }
  void rewind(std::uint64_t position) {
    at_ = buffer_.data();
    sink_->rewind(position);
  }
  /// @}
  /// The numbers of items and options, from which another trace of the problem can be made.
  [[nodiscard]] const TraceNumbers& numbers() const { return numbers_; }
  /// The sink that receives the certificate.
  [[nodiscard]] CertificateSink& sink() const { return *sink_; }

  /// The largest number of bytes that an encoded number can have.
  static constexpr std::size_t longest_number = 10;

 private:
  /// Records the number of items, then the items.
  void items(std::span<const ItemId> some);

  static constexpr std::uint32_t branch_code = static_cast<std::uint32_t>(Step::branch);

  [[nodiscard]] std::size_t left() const {
    return static_cast<std::size_t>(buffer_.data() + buffer_.size() - at_);
  }

  CertificateSink* sink_;
  TraceNumbers numbers_;
  std::vector<std::uint8_t> buffer_;
  std::uint8_t* at_;
};

}  // namespace dlx::search
