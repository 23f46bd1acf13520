#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "apps/run/design.hpp"
#include "apps/run/watch.hpp"
#include "dlx/search/options.hpp"
#include "reductions/polycube/apart.hpp"

namespace dlx::app {

/// Thrown where a signal or the time limit has ended a test of a set, or its measure.
struct TestEnded {};

/// The options for one of the small searches of a design: without progress, and with a
/// limit on nodes if one is given.
[[nodiscard]] search::SearchOptions options_for_set(const Watch& control,
                                                    std::optional<std::uint64_t> nodes = {});

/// The symmetries of the box for the pieces of a set: up to reflections only where the mirror image
/// of every piece is among the pieces.
[[nodiscard]] OptionSymmetries symmetries_for_set(const DesignTask& task, const design::Bag& bag,
                                                  const design::Bag::Part& part);

/// Measures how hard sets are, as the design compares them; each thread has its own.
class SetMeter {
 public:
  /// Both outlive it.
  SetMeter(const DesignTask& task, const Watch& control) : task_(task), control_(control) {}

  /// Of a set that has assemblies: the number in the first box, the level in each box if sets must
  /// come apart. Throws TestEnded.
  [[nodiscard]] SetMeasure measure(const design::Set& set);

 private:
  [[nodiscard]] std::uint64_t nodes(const design::Bag::Part& part) const;
  [[nodiscard]] std::uint64_t dead_ends(const design::Bag::Part& part) const;
  [[nodiscard]] std::uint64_t near_solutions(const design::Set& set,
                                             const design::Bag::Part& part) const;
  /// The arrangements of all pieces but one that are part of an assembly; those that are part of
  /// several are counted with the first of these only.
  [[nodiscard]] std::size_t arrangements_within(const design::Bag::Part& part,
                                                std::span<const OptionId> assembly) const;
  [[nodiscard]] double solutions(const Problem& problem) const;
  /// The greatest level of its assemblies in a box; of several boxes the least of these.
  [[nodiscard]] std::string level(const design::Set& set);
  [[nodiscard]] std::string hardest_level(const design::Bag& bag, const design::Set& set);

  const DesignTask& task_;
  const Watch& control_;
  polycube::Disassembler disassembler_;
};

}  // namespace dlx::app
