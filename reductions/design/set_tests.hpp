#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dlx/core/problem.hpp"
#include "dlx/core/symmetry.hpp"
#include "reductions/apart/disassembly.hpp"
#include "reductions/design/bag.hpp"
#include "reductions/design/outcome.hpp"

namespace dlx::design {

/// The searches that a test of a set needs. Reductions know no engine, so the caller supplies the
/// searches and their limits. A search that does not end throws.
class Searches {
 public:
  virtual ~Searches() = default;

  /// The nodes of a complete search by dancing links.
  struct Tree {
    double nodes = 0;      ///< all of them
    double dead_ends = 0;  ///< those without a node below that are no solution; if listed
    double solutions = 0;  ///< that the search meets
  };
  /// Searches a problem, and lists its solutions or counts them.
  virtual Tree tree(const Problem& problem, bool listed) = 0;
  /// How many solutions a problem has.
  virtual double solutions(const Problem& problem) = 0;
  /// How many classes of solutions a problem has.
  virtual std::uint64_t classes(const Problem& problem, OptionSymmetries group) = 0;

  /// What is done with a solution; false: no others are wanted.
  using Visit = std::function<bool(std::span<const OptionId>)>;
  /// Visits every solution.
  virtual void visit(const Problem& problem, const Visit& visit) = 0;
  /// Visits one solution of each class. Returns false if that takes more nodes than the limit.
  virtual bool visit_classes(const Problem& problem, OptionSymmetries group,
                             std::optional<std::uint64_t> nodes, const Visit& visit) = 0;

  /// What taking an assembly apart may take.
  virtual apart::DisassemblyLimits limits() = 0;
  /// Throws if a signal has asked for an end.
  virtual void check_stop() = 0;
};

/// Tests and measures sets of a design; each thread has its own.
class SetTester {
 public:
  /// All of these outlive it. `bags`: one for each box. `up_to`: rotations or reflections; none:
  /// pieces are not turned.
  SetTester(const Design& design, const std::vector<Bag>& bags, UpTo up_to, Searches& searches)
      : design_(design), bags_(bags), up_to_(up_to), searches_(searches) {}

  /// Counts the assemblies of a set, until it is known whether the set is wanted. `nodes`: limit of
  /// a search. `cap`: assemblies in all boxes after which the number does not matter; 0: it always
  /// does.
  [[nodiscard]] Tested test(const Set& set, std::uint64_t nodes, std::uint64_t cap);

  /// Measures a set that has assemblies: the number in the first box, the level in each box if sets
  /// must come apart.
  [[nodiscard]] SetMeasure measure(const Set& set);

 private:
  [[nodiscard]] OptionSymmetries symmetries(const Bag& bag, const Bag::Part& part) const;
  [[nodiscard]] std::uint64_t near_solutions(const Set& set, const Bag::Part& part);
  /// The arrangements of all pieces but one that are part of an assembly; those that are part of
  /// several are counted with the first of these only.
  [[nodiscard]] std::size_t arrangements_within(const Bag::Part& part,
                                                std::span<const OptionId> assembly) const;
  /// The greatest level of its assemblies in a box; of several boxes the least of these.
  [[nodiscard]] std::string level(const Set& set);
  [[nodiscard]] std::string hardest_level(const Bag& bag, const Set& set);

  const Design& design_;
  const std::vector<Bag>& bags_;
  UpTo up_to_;
  Searches& searches_;
  apart::Disassembler disassembler_;
};

}  // namespace dlx::design
