#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dlx/core/ids.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/search/open_work.hpp"

namespace dlx::search {

/// What a certificate is made of: numbers, each one of these or `branch` and an item. What they
/// mean, and which numbers follow them, stands in check/CERTIFICATES.md.
enum class Step : std::uint32_t {
  pause = 0,         ///< what comes next has not been searched
  search = 1,        ///< a tree that may be in pieces
  resume = 2,        ///< the next piece of it
  done = 3,          ///< there are no more pieces
  part = 4,          ///< some items and options are independent of the others
  memo = 5,          ///< states below may come up again
  again = 6,         ///< this state has come up before
  sweep = 7,         ///< item by item in this order, equal states together
  drop = 8,          ///< an option leaves some item without options
  merge = 9,         ///< two options are alike
  permutation = 10,  ///< a symmetry of the problem
  keep = 11,         ///< this state may have images
  image = 12,        ///< this state is the image of one that was kept
  invariant = 13,    ///< weights of items by which there is no solution
  signs = 14,        ///< a sum over signs, with these items for factors
  nogoods = 15,      ///< nogoods that a search has learned, and its solutions
  branch = 16,       ///< and more: on which item
};

/// Where a certificate goes.
class CertificateSink {
 public:
  CertificateSink() = default;
  CertificateSink(const CertificateSink&) = delete;
  CertificateSink& operator=(const CertificateSink&) = delete;
  virtual ~CertificateSink() = default;

  /// What comes next.
  virtual void write(std::span<const std::uint8_t> bytes) = 0;
  /// How much has been written, for rewind().
  [[nodiscard]] virtual std::uint64_t position() = 0;
  /// Takes back what has been written since.
  virtual void rewind(std::uint64_t position) = 0;
};

/// The numbers by which a trace says items and options, which are those of the whole.
struct TraceNumbers {
  std::vector<std::uint32_t> branches;  ///< of each item: the code of a branch on it
  std::vector<OptionId> options;        ///< of each option: that of the whole; empty: the same
};

/// Records the steps of a search or of another count of a part of a problem, in the numbers of the
/// whole. Writes in blocks; the last one is written by flush().
class Trace {
 public:
  /// Of the whole itself.
  Trace(CertificateSink& sink, const Problem& whole);
  /// Of a part of a problem that another trace is about, to the same sink; the other must not be
  /// used before this has been flushed for the last time. Items of the part are under their names,
  /// in the same order; `originals` is the problem's option for each of its options.
  Trace(Trace& outer, const Problem& problem, const Problem& part,
        std::span<const OptionId> originals);
  /// Of the problem that another trace with these numbers is about.
  Trace(TraceNumbers numbers, CertificateSink& sink);
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  /// A node: the item that is branched on, or one that has no options left.
  void branch(std::uint32_t primary) { number(numbers_.branches[primary]); }
  /// What is not a branch, and the numbers that follow it.
  /// @{
  void step(Step step) { number(static_cast<std::uint32_t>(step)); }
  void item(ItemId item) { number(numbers_.branches[index(item)] - branch_code); }
  void option(OptionId option) { number(index(original(option))); }
  /// A sweep in this order.
  void sweep(std::span<const ItemId> order);
  /// A sum over signs, with these items for factors.
  void signs(std::span<const ItemId> factors);
  /// Weights of the primary items, below a modulus, by which there is no solution.
  void invariant(std::uint32_t modulus, std::span<const std::uint32_t> weights);
  void number(std::uint64_t n) {
    if (left() < longest_number) flush();
    // Seven bits a byte, the lowest first, the top bit set in all but the last.
    for (; n >= 0x80; n >>= 7) *at_++ = static_cast<std::uint8_t>(n | 0x80);
    *at_++ = static_cast<std::uint8_t>(n);
  }
  /// @}
  /// The piece of a search that comes next.
  void resume(const OpenWork& piece);

  /// The option of the whole.
  [[nodiscard]] OptionId original(OptionId option) const {
    return numbers_.options.empty() ? option : numbers_.options[index(option)];
  }
  /// The code of a primary item's `branch`.
  [[nodiscard]] std::uint32_t branch_code_of(std::uint32_t primary) const {
    return numbers_.branches[primary];
  }

  /// For callers that encode numbers themselves: reserves bytes; written() reports the new end.
  /// @{
  [[nodiscard]] std::uint8_t* room(std::size_t bytes);
  void written(std::uint8_t* end) { at_ = end; }
  /// @}

  /// Writes what is held back.
  void flush();
  /// As CertificateSink has them, with what is held back.
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
  /// For a trace of the same problem.
  [[nodiscard]] const TraceNumbers& numbers() const { return numbers_; }
  /// Where it goes.
  [[nodiscard]] CertificateSink& sink() const { return *sink_; }

  /// Bytes of a number.
  static constexpr std::size_t longest_number = 10;

 private:
  /// How many, and which.
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
