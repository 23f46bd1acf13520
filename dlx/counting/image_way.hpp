// A count by symmetry for groups whose members are too many to be listed.
//
// The idea. Sets of choices that a symmetry takes to each other leave equally many solutions. So
// the first sets of choices are told apart by canonical forms: of those that are alike one is
// counted, and the others are its images. It is counted by any other way if that takes a little
// work; otherwise it branches on an item once more, unless no symmetry keeps it.
//
// It is exact, and leaves a certificate: what is counted is kept, and an image names it and the
// symmetry. check/CERTIFICATES.md says how that is followed.
//
// What was weighed. Canonical forms of whole solutions (CanonicalWay): one for each class, of which
// there may be millions, and no certificate. First choices alone
// (FirstChoicesWay): they need the members. Threads that make the canonical forms of an item's
// options beside each other: they take 8 % of the time (Latin squares of 7, triple systems of 15
// points).

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "dlx/counting/symmetry_ways.hpp"
#include "dlx/counting/way.hpp"
#include "dlx/preprocess/subproblem.hpp"
#include "dlx/symmetry/automorphisms.hpp"

namespace dlx::counting {

/// Counts one of each class of first choices.
class ImageWay final : public Way {
 public:
  /// Automorphisms of `symmetric`, which has the same items and options, keep the weights. Both
  /// problems outlive it. A set of choices that another way counts within `little_work` is not
  /// branched on: that takes some milliseconds, ten times a canonical form.
  ImageWay(const Problem& problem, const Problem& symmetric, const Tally& weights_of,
           const Context& context, MakeWay make_way, std::uint64_t little_work = 20'000);

  Status run(const Slice& slice) override;
  void keep_tables() override;
  [[nodiscard]] Total counted() const override;
  [[nodiscard]] double share() const override;
  [[nodiscard]] std::uint64_t work() const override;
  [[nodiscard]] std::size_t memory_bytes() const override;
  void set_memory_limit(std::size_t bytes) override { memory_limit_ = bytes; }
  void add_to(CountResult& result) const override;
  void report_into(CountResult& result) const override;

 private:
  /// A set of choices that is counted by branching on an item.
  struct Node {
    std::size_t number;                  // number of the set in the table
    std::vector<OptionId> options = {};  // options of the item, ascending
    std::size_t place = 0;               // index of the option that is being counted
    Natural sum = {};                    // solutions with the options before it
  };
  /// A set of choices that is counted by another way.
  struct Leaf {
    std::size_t number;
    bool to_the_end;      // it is not branched on
    std::uint64_t start;  // the beginning of its record
    std::unique_ptr<CountedRest> counted;
  };
  /// A set of choices that has been counted.
  struct Kept {
    Natural solutions;
    std::uint64_t number = 0;  // number of its state in the certificate
  };
  static constexpr std::size_t root = static_cast<std::size_t>(-1);  // replaces a number

  bool open(const Slice& slice);
  bool open_next(const Slice& slice);
  void report();
  void report_if_due();
  void begin_leaf(std::size_t number, preprocess::Rest rest, bool to_the_end);
  void give_up_leaf();
  void end_leaf();
  void branch(std::size_t number, const preprocess::Rest& rest);
  void keep(std::size_t number, Natural solutions);
  void add_image(const symmetry::IsomorphTable::Known& known);
  void add_to_parent(Natural solutions);

  const Problem* problem_;
  Tally weights_of_;
  Context context_;
  MakeWay make_way_;
  std::uint64_t little_work_;
  symmetry::IsomorphTable table_;
  std::vector<Kept> kept_ = {};  // indexed by the numbers of the table; empty for open sets
  std::uint64_t next_kept_ = 0, next_permutation_ = 0;
  std::vector<OptionId> chosen_ = {};
  std::vector<Node> nodes_ = {};  // open nodes, from the root
  std::optional<Leaf> leaf_ = {};
  bool done_ = false;
  Natural total_;
  std::size_t sets_ = 0, images_ = 0;
  std::uint64_t work_done_ = 0;
  std::size_t memory_limit_;
  Clock::time_point reported_ = Clock::now();
  CountResult so_far_ = {};  // statistics of leaves that are done
};

}  // namespace dlx::counting
