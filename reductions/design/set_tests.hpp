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

/// The searches that a test of a set of pieces needs. The caller supplies the searches and their
/// limits, because reductions do not use engines. A search that does not run to completion throws.
class Searches {
 public:
  virtual ~Searches() = default;

  /// The results of a complete search by dancing links.
  struct Tree {
    double nodes = 0;  ///< number of all nodes of the search
    /// Nodes without a child that are not solutions; computed only if solutions are listed.
    double dead_ends = 0;
    double solutions = 0;  ///< number of solutions that the search finds
  };
  /// Searches a problem completely. Solutions are listed if `listed` is true, and otherwise only
  /// counted.
  virtual Tree tree(const Problem& problem, bool listed) = 0;
  /// The number of solutions of a problem.
  virtual double solutions(const Problem& problem) = 0;
  /// The number of classes of solutions of a problem.
  virtual std::uint64_t classes(const Problem& problem, OptionSymmetries group) = 0;

  /// A function that is called for each solution, and returns false to end the search.
  using Visit = std::function<bool(std::span<const OptionId>)>;
  /// Visits every solution.
  virtual void visit(const Problem& problem, const Visit& visit) = 0;
  /// Visits one solution of each class. Returns false if the limit on nodes is reached first.
  virtual bool visit_classes(const Problem& problem, OptionSymmetries group,
                             std::optional<std::uint64_t> nodes, const Visit& visit) = 0;

  /// The limits for taking an assembly apart.
  virtual apart::DisassemblyLimits limits() = 0;
  /// Throws if a signal has requested the end of the program.
  virtual void check_stop() = 0;
};

/// Tests and measures sets of a design. Each thread needs its own object.
class SetTester {
 public:
  /// The arguments must outlive the object. There must be one bag for each box. `up_to` is
  /// rotations or reflections, or none if pieces are not turned.
  SetTester(const Design& design, const std::vector<Bag>& bags, UpTo up_to, Searches& searches)
      : design_(design), bags_(bags), up_to_(up_to), searches_(searches) {}

  /// Counts the assemblies of a set, until it is known whether the set is wanted. `nodes` is the
  /// limit on nodes of each search. Counting may stop once there are more than `cap` assemblies in
  /// all boxes together; if `cap` is 0, all assemblies are counted.
  [[nodiscard]] Tested test(const Set& set, std::uint64_t nodes, std::uint64_t cap);

  /// Measures the difficulty of a set of pieces that has assemblies. SetMeasure::number is measured
  /// in the first box. If sets must come apart, the level is measured in every box.
  [[nodiscard]] SetMeasure measure(const Set& set);

 private:
  [[nodiscard]] OptionSymmetries symmetries(const Bag& bag, const Bag::Part& part) const;
  [[nodiscard]] std::uint64_t near_solutions(const Set& set, const Bag::Part& part);
  /// An arrangement has all pieces except one. Returns how many arrangements are part of a given
  /// assembly. An arrangement that several assemblies contain is counted only for the first of
  /// these assemblies.
  [[nodiscard]] std::size_t arrangements_within(const Bag::Part& part,
                                                std::span<const OptionId> assembly) const;
  /// The greatest level of the set's assemblies. With several boxes, the greatest level is found
  /// for each box, and the least of these levels is returned.
  [[nodiscard]] std::string level(const Set& set);
  [[nodiscard]] std::string hardest_level(const Bag& bag, const Set& set);

  const Design& design_;
  const std::vector<Bag>& bags_;
  UpTo up_to_;
  Searches& searches_;
  apart::Disassembler disassembler_;
};

}  // namespace dlx::design
