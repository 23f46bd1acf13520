#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "dlx/core/ids.hpp"
#include "dlx/search/open_work.hpp"

namespace dlx::search {

/// The numbers that begin the steps of a certificate: a value of this enum, or `branch` plus the
/// number of an item. check/CERTIFICATES.md describes the steps and the numbers that follow each of
/// them.
enum class Step : std::uint32_t {
  pause = 0,   ///< the search was paused, so the rest of the tree has not been searched
  search = 1,  ///< a search tree begins, which may be recorded in several pieces
  resume = 2,  ///< the next piece of the search tree begins
  done = 3,    ///< the last piece of the search tree has ended
  part = 4,    ///< some items and options form an independent part of the problem
  memo = 5,    ///< a count with remembered states begins: states may occur again
  again = 6,   ///< the current state has occurred before
  /// A sweep: the items are processed in a given order, and equal states are counted together.
  sweep = 7,
  drop = 8,          ///< an option is dropped, because it leaves some item without options
  merge = 9,         ///< two options are merged, because they are equal
  permutation = 10,  ///< a permutation that is a symmetry of the problem
  /// The current state is stored, because later states may be its images under symmetries.
  keep = 11,
  image = 12,      ///< the current state is the image of a stored state under a symmetry
  invariant = 13,  ///< weights of items that prove that no solution exists
  signs = 14,      ///< a sum over signs (a counting method), with the given items as factors
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
  /// Removes all bytes of the certificate after this position.
  virtual void rewind(std::uint64_t position) = 0;
};

/// Stores the bytes of a certificate in memory.
class CertificateBytes final : public CertificateSink {
 public:
  /// Stores at most `most` bytes.
  explicit CertificateBytes(std::size_t most = std::numeric_limits<std::size_t>::max())
      : most_(most) {}

  /// See CertificateSink.
  /// @{
  void write(std::span<const std::uint8_t> bytes) override {
    complete_ = complete_ && bytes.size() <= most_ - bytes_.size();
    if (complete_) bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  std::uint64_t position() override { return bytes_.size(); }
  void rewind(std::uint64_t position) override {
    bytes_.resize(static_cast<std::size_t>(position));
  }
  /// @}

  /// All bytes that were written to this object.
  [[nodiscard]] std::span<const std::uint8_t> bytes() const { return bytes_; }
  /// False if the certificate became too long, so that its end is missing.
  [[nodiscard]] bool is_complete() const { return complete_; }

 private:
  std::size_t most_;
  std::vector<std::uint8_t> bytes_;
  bool complete_ = true;
};

/// The numbers of a part's items and options in the entire problem. A trace of the part records
/// these numbers.
struct TraceNumbers {
  std::vector<std::uint32_t> branches;  ///< for each item: the code of a branch on the item
  /// For each option: its number in the entire problem; empty if the option numbers are the same in
  /// both.
  std::vector<OptionId> options;
};

/// Records the steps of a search, or of another counting method, for a problem or a part of it.
/// Items and options are recorded by their numbers in the entire problem. The trace writes in
/// blocks; flush() writes the last block.
class Trace {
 public:
  /// Constructs a trace of the entire problem.
  Trace(CertificateSink& sink, const Problem& whole);
  /// Constructs a trace of a part of a problem. It writes to the same sink as `outer`, the
  /// problem's trace. `outer` must not be used until the new trace has been flushed for the last
  /// time. Items of the part keep their names and order. `originals` has, for each option of the
  /// part, the option of the problem.
  Trace(Trace& outer, const Problem& problem, const Problem& part,
        std::span<const OptionId> originals);
  /// Constructs a trace for a problem whose items and options have these numbers. numbers() of
  /// another trace returns them.
  Trace(TraceNumbers numbers, CertificateSink& sink);
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  /// Records a node of the search tree: its branching item or, at a dead end, an item without
  /// options.
  void branch(std::uint32_t primary) { number(numbers_.branches[primary]); }
  /// Functions that record a step other than a branch, and the numbers that follow the step. @{
  void step(Step step) { number(static_cast<std::uint32_t>(step)); }
  void item(ItemId item) { number(numbers_.branches[index(item)] - branch_code); }
  void option(OptionId option) { number(index(original(option))); }
  /// Records a sweep that processes the items in this order.
  void sweep(std::span<const ItemId> order);
  /// Records a sum over signs with these items as factors.
  void signs(std::span<const ItemId> factors);
  /// Records a proof that no solution exists: weights of the primary items modulo `modulus`, such
  /// that every option has the weight 0, but the items to be covered have another total weight.
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

  /// Functions for callers that encode numbers themselves. room() reserves memory for bytes;
  /// written() reports the end of the bytes that were written. @{
  [[nodiscard]] std::uint8_t* room(std::size_t bytes);
  void written(std::uint8_t* end) { at_ = end; }
  /// @}

  /// Writes the bytes in the trace's buffer to the sink.
  void flush();
  /// The same as position() and rewind() of the sink, but including the bytes in the trace's
  /// buffer. @{
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
  /// The receiver of the certificate's bytes.
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
