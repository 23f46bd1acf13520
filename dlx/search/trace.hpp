#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dlx/core/ids.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/search/open_work.hpp"

namespace dlx::search {

/// The numbers that begin the steps of a certificate: one of this enum, or `branch` plus an item.
/// check/CERTIFICATES.md describes them, and the numbers that follow each.
enum class Step : std::uint32_t {
  pause = 0,         ///< the rest has not been searched
  search = 1,        ///< a tree that may be in pieces
  resume = 2,        ///< the next piece of the tree
  done = 3,          ///< the last piece has ended
  part = 4,          ///< some items and options are independent of the others
  memo = 5,          ///< states below may come up again
  again = 6,         ///< this state has come up before
  sweep = 7,         ///< item by item in this order, equal states together
  drop = 8,          ///< an option leaves some item without options
  merge = 9,         ///< two options are alike
  permutation = 10,  ///< a symmetry of the problem
  keep = 11,         ///< this state may have images
  image = 12,        ///< this state is the image of a stored one
  invariant = 13,    ///< weights of items that exclude every solution
  signs = 14,        ///< a sum over signs, with these items for factors
  nogoods = 15,      ///< nogoods that a search has learned, and its solutions
  branch = 16,       ///< this plus the number of an item: a branch on it
};

/// Receives a certificate.
class CertificateSink {
 public:
  CertificateSink() = default;
  CertificateSink(const CertificateSink&) = delete;
  CertificateSink& operator=(const CertificateSink&) = delete;
  virtual ~CertificateSink() = default;

  /// Appends bytes.
  virtual void write(std::span<const std::uint8_t> bytes) = 0;
  /// The number of bytes written, for rewind().
  [[nodiscard]] virtual std::uint64_t position() = 0;
  /// Removes all bytes written after that position.
  virtual void rewind(std::uint64_t position) = 0;
};

/// The numbers of the whole problem by which a trace names items and options.
struct TraceNumbers {
  std::vector<std::uint32_t> branches;  ///< for each item: the code of a branch on it
  std::vector<OptionId> options;  ///< for each option: its number in the whole; empty: unchanged
};

/// Records the steps of a search or of another count of a part of a problem, in the numbers of the
/// whole. Writes in blocks; the last one is written by flush().
class Trace {
 public:
  /// A trace of the whole problem.
  Trace(CertificateSink& sink, const Problem& whole);
  /// A trace of a part of a problem. It writes to the sink of the problem's trace, which must not
  /// be used until this trace has been flushed for the last time. Items of the part keep their
  /// names and order; `originals` is the problem's option for each option of the part.
  Trace(Trace& outer, const Problem& problem, const Problem& part,
        std::span<const OptionId> originals);
  /// A trace of the problem of another trace that has these numbers.
  Trace(TraceNumbers numbers, CertificateSink& sink);
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  /// A node: the item that is branched on, or one that has no options left.
  void branch(std::uint32_t primary) { number(numbers_.branches[primary]); }
  /// A step other than a branch, and the numbers that follow it.
  /// @{
  void step(Step step) { number(static_cast<std::uint32_t>(step)); }
  void item(ItemId item) { number(numbers_.branches[index(item)] - branch_code); }
  void option(OptionId option) { number(index(original(option))); }
  /// A sweep in this order.
  void sweep(std::span<const ItemId> order);
  /// A sum over signs, with these items for factors.
  void signs(std::span<const ItemId> factors);
  /// Weights of the primary items, below a modulus, that exclude every solution.
  void invariant(std::uint32_t modulus, std::span<const std::uint32_t> weights);
  void number(std::uint64_t n) {
    if (left() < longest_number) flush();
    // Seven bits a byte, the lowest first; the top bit is set in all bytes but the last.
    for (; n >= 0x80; n >>= 7) *at_++ = static_cast<std::uint8_t>(n | 0x80);
    *at_++ = static_cast<std::uint8_t>(n);
  }
  /// @}
  /// The next piece of a search.
  void resume(const OpenWork& piece);

  /// The option's number in the whole.
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

  /// Writes the buffer.
  void flush();
  /// position() and rewind() of the sink, with the buffer.
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
  /// The numbers, for another trace of the problem.
  [[nodiscard]] const TraceNumbers& numbers() const { return numbers_; }
  /// The sink of the certificate.
  [[nodiscard]] CertificateSink& sink() const { return *sink_; }

  /// Most bytes of a number.
  static constexpr std::size_t longest_number = 10;

 private:
  /// The number of items, and the items.
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
