#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "dlx/core/symmetry.hpp"
#include "dlx/counting/way.hpp"
#include "dlx/preprocess/subproblem.hpp"
#include "dlx/representatives.hpp"
#include "dlx/symmetry/automorphisms.hpp"
#include "dlx/symmetry/first_choice_trace.hpp"
#include "dlx/symmetry/first_choices.hpp"

namespace dlx::counting {

/// Makes the way in which a part of a problem is counted.
using MakeWay = std::function<std::unique_ptr<Way>(const Problem& problem, const Tally& weights_of,
                                                   const Context& context)>;

/// The rest of a problem after choices, while it is counted.
struct CountedRest {
  /// `context`: that of the rest, except for order and trace. `problem` outlives it.
  CountedRest(const Problem& problem, const Tally& weights_of, Context context,
              preprocess::Rest the_rest, const MakeWay& make_way);
  CountedRest(const CountedRest&) = delete;  // the way knows where the rest is
  CountedRest& operator=(const CountedRest&) = delete;

  preprocess::Rest rest;
  std::unique_ptr<search::Trace> trace = {};
  std::unique_ptr<Way> way = {};
};

/// A group, and first choices of it that are made for solutions.
struct GroupFirstChoices {
  OptionSymmetries group;
  std::vector<symmetry::FirstChoice> first_choices;
};

/// Counts what each first choice leaves, and multiplies by the number of beginnings the first
/// choice stands for. With threads and many first choices, each thread counts what one first choice
/// leaves; a first choice that is larger than all others together then keeps one thread busy alone.
/// Otherwise all threads count the same.
class FirstChoicesWay final : public Way {
 public:
  /// Each member of the group keeps the weights. The problem outlives it.
  FirstChoicesWay(const Problem& problem, const Tally& weights_of, const Context& context,
                  GroupFirstChoices begin, MakeWay make_way);

  Status run(const Slice& slice) override;
  void close() override;
  void keep_tables() override;
  [[nodiscard]] Total counted() const override;
  [[nodiscard]] double share() const override;
  [[nodiscard]] std::uint64_t work() const override;
  [[nodiscard]] std::size_t memory_bytes() const override;
  void set_memory_limit(std::size_t bytes) override;
  void add_to(CountResult& result) const override;
  void report_into(CountResult& result) const override;

 private:
  /// The rest after a first choice, while it is counted.
  struct Present {
    std::unique_ptr<CountedRest> rest;
    Natural times;  // each of its solutions counts as this number
  };

  [[nodiscard]] bool may_share_out(const Slice& slice) const;
  Status count_on(const Slice& slice);
  Status count_in_threads(const Slice& slice);
  Status take_turn_in_threads(const Slice& slice);
  Status count_by(std::size_t place, const Slice& slice);
  std::optional<Present> begin_next(bool reports);
  void end(const Present& done);
  void report_if_due();
  void report(search::Progress progress);
  [[nodiscard]] bool all_begun();

  const Problem* problem_;
  Tally weights_of_;
  Context context_;
  OptionSymmetries group_;
  std::vector<symmetry::FirstChoice> first_choices_;
  MakeWay make_way_;
  std::optional<symmetry::FirstChoiceTrace> first_choice_trace_;
  std::unique_ptr<Resources> alone_ = {};        // resources of threads that count by themselves
  Clock::time_point reported_ = Clock::now();    // last report of this way itself
  std::uint64_t most_nodes_ = 0;                 // largest number of nodes reported
  std::size_t begun_ = 0;                        // number of first choices that have begun
  std::vector<std::optional<Present>> present_;  // one for each thread, or one
  std::size_t ended_ = 0;                        // number of first choices that have ended
  Natural solutions_;                            // solutions of these
  std::uint64_t work_done_ = 0;
  double seconds_ = 0;  // time up to the last slice
  std::size_t memory_limit_;
  CountResult so_far_ = {};  // statistics of the first choices that have ended
  std::mutex mutex_ = {};    // guards begun_, and all after it but present_, while threads count
};

/// Counts one solution of each class, told apart by canonical forms, and the sizes of the classes.
/// It leaves no certificate.
class CanonicalWay final : public Way {
 public:
  /// Each member of the group keeps the weights.
  CanonicalWay(const Problem& problem, const Tally& weights_of, const Context& context,
               symmetry::SymmetryGroup group);

  Status run(const Slice& slice) override;
  [[nodiscard]] Total counted() const override { return {solutions_, Residue(0)}; }
  [[nodiscard]] double share() const override { return found_.statistics().share; }
  [[nodiscard]] std::uint64_t work() const override { return found_.statistics().nodes; }
  [[nodiscard]] std::size_t memory_bytes() const override {
    return found_.statistics().memory_bytes;
  }
  void add_to(CountResult& result) const override;
  void report_into(CountResult& result) const override;

 private:
  Tally weights_of_;
  Representatives found_;
  Natural classes_;
  Natural solutions_;
};

/// A copy of the problem with the weights as costs, so that exactly the automorphisms that keep the
/// weights are automorphisms of the copy.
[[nodiscard]] Problem with_weights_as_costs(const Problem& problem, const Tally& weights_of);

}  // namespace dlx::counting
