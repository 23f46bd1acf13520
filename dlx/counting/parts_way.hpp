#pragma once

#include <memory>
#include <vector>

#include "dlx/counting/symmetry_ways.hpp"
#include "dlx/counting/way.hpp"
#include "dlx/preprocess/components.hpp"
#include "dlx/preprocess/reduced_problem.hpp"

namespace dlx::counting {

/// Counts a reduced problem: each independent part by itself, and the product of them all.
///
/// Parts take turns, the smallest first, and get twice as much time in each round: a part without
/// solutions is found in a time that depends on that part and on the number of parts, not on how
/// hard the others are. While something is recorded for a certificate, or with a limit on nodes,
/// they come one after another.
class PartsWay final : public Way {
 public:
  /// `given`: the problem that was reduced.
  PartsWay(const Problem& given, preprocess::ReducedProblem reduced, const Context& context,
           const MakeWay& make_way);

  [[nodiscard]] const preprocess::ReducedProblem& reduced() const { return reduced_; }

  Status run(const Slice& slice) override;
  void close() override;
  void keep_tables() override;
  [[nodiscard]] Total counted() const override;
  [[nodiscard]] double share() const override;
  [[nodiscard]] std::uint64_t work() const override { return work_; }
  [[nodiscard]] std::size_t memory_bytes() const override { return memory_bytes_; }
  void set_memory_limit(std::size_t bytes) override { memory_limit_ = bytes; }
  void add_to(CountResult& result) const override;
  void report_into(CountResult& result) const override;

 private:
  struct Part {
    const Problem* problem;
    Tally weights_of = {};
    const std::vector<OptionId>* originals = nullptr;  // options of reduced_.problem(); null: all
    std::unique_ptr<search::Trace> trace = {};
    std::unique_ptr<Way> way = {};  // exists from the first turn until the part is done
    bool done = false;
    Total counted = {};                            // valid once it is done
    std::optional<search::SecondsLeft> left = {};  // its last report
  };

  void begin(std::size_t number);
  [[nodiscard]] search::ProgressCallback report_of(std::size_t number);
  Status run_round(const Slice& slice, double seconds);
  Status run_part(std::size_t number, const Slice& slice);
  void end(Part& part);
  [[nodiscard]] bool is_settled() const;

  Context context_;
  MakeWay make_way_;
  preprocess::ReducedProblem reduced_;
  std::uint32_t removed_;  // number of options that were removed
  std::vector<preprocess::Component> components_;
  std::vector<Part> parts_;               // smallest first
  std::unique_ptr<search::Trace> trace_;  // trace of reduced_.problem()
  std::size_t turn_ = 0;
  double round_seconds_;
  std::size_t memory_limit_;
  std::size_t memory_bytes_ = 0;  // memory of the parts that have begun and are not done
  std::uint64_t work_ = 0;
  bool impossible_ = false;  // a part, or the whole, has no solutions
  CountResult so_far_ = {};  // statistics of the parts that are done
};

}  // namespace dlx::counting
