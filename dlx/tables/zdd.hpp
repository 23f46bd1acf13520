#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "dlx/core/heap_bytes.hpp"
#include "dlx/core/natural.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/core/residue.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/names.hpp"
#include "dlx/tables/table_options.hpp"

namespace dlx::tables {

struct SweepPlan;
struct ZddResult;
class ZddMeter;

/// Thrown by a question to a diagram when a limit or the stop flag ends it.
class ZddQueryEnded : public std::runtime_error {
 public:
  /// `why`: the value that why() returns.
  explicit ZddQueryEnded(Status why)
      : std::runtime_error(std::string("ended: ") + std::string(to_string(why))), why_(why) {}
  /// time_limit, memory_limit or stopped.
  [[nodiscard]] Status why() const noexcept { return why_; }

 private:
  Status why_;
};

/// Limits on a question to a diagram. Counts may have as many bits as there are options, so that
/// they can take far more memory than the diagram itself.
struct ZddLimits {
  /// The limit on time, from the call on, and the stop flag.
  search::Control control = {};
  /// Bytes of the numbers and the diagram together.
  std::size_t memory = std::numeric_limits<std::size_t>::max();
};

/// All solutions of a problem as a zero-suppressed decision diagram (S. Minato, DAC 1993): a graph
/// whose paths from the root to T are the solutions. A node is left by `hi` if its option is chosen
/// and by `lo` if not; options that a path passes over are not chosen. For one order of options the
/// diagram is unique. Its size hardly depends on the number of solutions. For example, dominoes on
/// 12x12 have 5e16 solutions and 27,548 nodes.
///
/// Immutable. A Zdd must outlive every object that takes it by reference. Times are for a diagram
/// of n nodes whose counts have w words of 64 bits. Questions with limits throw ZddQueryEnded when
/// they reach one.
class Zdd {
 public:
  /// Nodes are named by their place in nodes(): children before parents, F and T first.
  static constexpr std::uint32_t terminal_f = 0;  ///< no solution
  static constexpr std::uint32_t terminal_t = 1;  ///< the empty set, and nothing else

  /// A choice: whether the option of a variable is taken.
  struct Node {
    std::uint32_t variable;  ///< greater in the children; of a terminal: the number of variables
    std::uint32_t lo;        ///< the next node if the option is not chosen
    std::uint32_t hi;        ///< the next node if the option is chosen; never F
    friend bool operator==(const Node&, const Node&) = default;
  };

  /// Sweeps over the items in the given order, on which the size of the diagram depends. The limits
  /// are for the plan of the sweep, tables and diagram together. Throws std::invalid_argument
  /// unless the order names every primary item once, and if its frontier has more than 65535 bits.
  [[nodiscard]] static ZddResult build(const Problem& problem, std::span<const ItemId> order,
                                       const TableOptions& options = {});
  /// Sweeps in narrow_order(), an order in which few items are partly covered at a time.
  [[nodiscard]] static ZddResult build(const Problem& problem, const TableOptions& options = {});

  /// The diagram of a list of solutions that differ from each other. `options`: all options of the
  /// problem, in the order of the variables. `chosen`: the options of one solution after the other.
  /// `ends`: where each solution ends. Nothing if that would take more than `memory` bytes,
  /// including the lists, or more time. O(m log m) for m chosen options.
  [[nodiscard]] static std::optional<Zdd> of(std::vector<OptionId> options,
                                             std::vector<OptionId> chosen,
                                             std::span<const std::size_t> ends, std::size_t memory,
                                             const search::Deadline& deadline = {});

  /// The number of nodes, without the terminals.
  [[nodiscard]] std::size_t node_count() const noexcept { return nodes_.size() - 2; }
  /// Bytes held on the heap.
  [[nodiscard]] std::size_t memory_bytes() const noexcept { return heap_bytes(nodes_, options_); }
  /// All nodes, the terminals first, children before parents.
  [[nodiscard]] std::span<const Node> nodes() const noexcept { return nodes_; }
  /// The place of the root in nodes(). It is F if no solution exists, and T if the empty solution
  /// is the only one.
  [[nodiscard]] std::uint32_t root() const noexcept { return root_; }
  /// The option of each variable; every option of the problem has a variable.
  [[nodiscard]] std::span<const OptionId> options() const noexcept { return options_; }

  /// The number of solutions, exact. O(n w).
  [[nodiscard]] Natural count(const ZddLimits& limits = {}) const;

  /// The sum over all solutions, with the weights of the tally; the sum in the tally is not used.
  /// Throws std::invalid_argument if there are weights, but not one for each option.
  [[nodiscard]] Total total(const Tally& weights, const ZddLimits& limits = {}) const;

  /// For each option the number of solutions that contain it, exact. O(n w^2).
  [[nodiscard]] std::vector<Natural> memberships(const ZddLimits& limits = {}) const;

  /// The probability of each option in a solution drawn at random: memberships() over count(), to
  /// within three units in the last place however large they are. All 0 if no solution exists.
  [[nodiscard]] std::vector<double> marginals(const ZddLimits& limits = {}) const;

  /// The numbers of solutions with and without an option.
  struct Membership {
    Natural solutions;       ///< number of solutions that contain the option
    double probability = 0;  ///< probability as in marginals()
  };
  /// Calls `visitor(OptionId, const Membership&)` for every option, in order; returns count().
  /// Computes all numbers once, and holds them in a compact form.
  Natural for_each_membership(const std::function<void(OptionId, const Membership&)>& visitor,
                              const ZddLimits& limits = {}) const;

  /// The k solutions of least cost, or all if there are fewer, by the costs of a problem with
  /// equally many options. They are sorted by cost, then by their options, which are in ascending
  /// order. If more solutions cost as much as the last one listed, any of them may be listed, but
  /// the choice is deterministic. O(n + k v log k) for v variables. Throws std::overflow_error if
  /// the cost of one of them does not fit, std::invalid_argument if the problem has another number
  /// of options.
  [[nodiscard]] std::vector<std::pair<std::int64_t, std::vector<OptionId>>> cheapest(
      const Problem& costs, std::uint64_t k) const;

  class Building;
  class Walker;
  class Sampler;

  /// Calls `visitor(std::span<const OptionId>)` for every solution, options in the order of the
  /// variables. A visitor that returns bool ends the walk with false.
  template <class Visitor>
  void for_each(Visitor&& visitor) const;

  /// Writes the diagram as text: "zdd options 112 nodes 5 root 5", then for each node, children
  /// before parents, "id option lo hi". Ids are numbered from 1, options as in `problem`, the
  /// problem of this diagram; F and T are the terminals. Check the stream for errors of writing.
  void write(std::ostream& out, const Problem& problem) const;
  /// Writes the diagram for Graphviz: `lo` dashed, `hi` solid, a node labelled with its option's
  /// number.
  void write_dot(std::ostream& out, const Problem& problem) const;

 private:
  /// A number for each node. All have equally many words, the lowest first.
  struct Numbers {
    std::uint32_t width = 1;
    std::vector<std::uint64_t> words;
    [[nodiscard]] const std::uint64_t* of(std::uint32_t node) const {
      return &words[std::size_t{node} * width];
    }
    [[nodiscard]] std::uint64_t* of(std::uint32_t node) {
      return &words[std::size_t{node} * width];
    }
    [[nodiscard]] Natural natural(std::uint32_t node) const;
  };

  Zdd(std::vector<Node> nodes, std::uint32_t root, std::vector<OptionId> options)
      : nodes_(std::move(nodes)), options_(std::move(options)), root_(root) {}

  /// The solutions below each node; each option counts as many times as its weight says.
  [[nodiscard]] Numbers counts(std::span<const OptionWeight> weights, ZddMeter& meter) const;
  [[nodiscard]] bool try_counts(std::span<const OptionWeight> weights, Numbers& counts,
                                ZddMeter& meter) const;
  /// Words that hold every count, or one less.
  [[nodiscard]] std::uint32_t words_of_counts(std::span<const OptionWeight> weights,
                                              ZddMeter& meter) const;
  /// For each option the number of solutions that contain it; the last number is that of all
  /// solutions.
  [[nodiscard]] Numbers option_counts(ZddMeter& meter) const;

  std::vector<Node> nodes_;
  std::vector<OptionId> options_;  // option of each variable
  std::uint32_t root_;
};

/// A diagram, or why there is none.
struct ZddResult {
  Status status = Status::running;  ///< exhausted, or the limit that stopped it
  std::optional<Zdd> zdd;           ///< the diagram, if exhausted
  std::uint64_t states = 0;         ///< states of all levels, before the reduction
  std::uint64_t most_states = 0;    ///< states of the largest level
  std::size_t memory_bytes = 0;     ///< bytes of plan, tables and diagram at their largest
};

/// Makes a diagram in slices, so that another method can be tried in between. Both passes, down and
/// up, read every state.
class Zdd::Building {
 public:
  class Sweep;

  /// Plans a sweep of a problem that outlives it; see Zdd::build().
  Building(const Problem& problem, std::span<const ItemId> order, const TableOptions& options);
  ~Building();
  Building(const Building&) = delete;
  Building& operator=(const Building&) = delete;

  /// Reads up to `looks` more states. Returns exhausted: take() has the diagram; running: there is
  /// more to do; or the limit that ended it for good.
  Status run(std::uint64_t looks = std::numeric_limits<std::uint64_t>::max());
  /// States looked at so far.
  [[nodiscard]] std::uint64_t looks() const;
  /// An estimate of the part of all states that has been read.
  [[nodiscard]] double share() const;
  /// Bytes held on the heap.
  [[nodiscard]] std::size_t memory_bytes() const;
  /// Sets the limit on memory_bytes().
  void set_memory_limit(std::size_t bytes);
  /// The diagram, if the last run() returned exhausted; otherwise why there is none.
  [[nodiscard]] ZddResult take();

 private:
  Status status_ = Status::running;
  std::unique_ptr<SweepPlan> plan_;  // null: time or memory did not suffice for a plan
  std::unique_ptr<Sweep> sweep_;
};

/// Lists the solutions of a diagram, one at a time, in the lexicographic order of their variables.
/// There are no dead ends, so the time for a solution is the time for its path.
class Zdd::Walker {
 public:
  /// A walker before the first solution of a diagram, which must outlive it.
  explicit Walker(const Zdd& zdd) : zdd_(&zdd) {}
  explicit Walker(Zdd&&) = delete;

  /// Goes to the next solution; false: there is none left.
  bool next();
  /// The options of the solution in the order of the variables; valid until next().
  [[nodiscard]] std::span<const OptionId> solution() const noexcept { return solution_; }

 private:
  /// Follows `hi` arcs from a node down to T. False from F.
  bool descend(std::uint32_t node);

  const Zdd* zdd_;
  bool started_ = false;
  std::vector<std::uint32_t> path_;  // the nodes that were left by hi
  std::vector<OptionId> solution_;   // the options of the nodes in path_
};

/// Draws solutions at random, each with exactly equal probability. A seed gives equal draws on
/// every machine. The sampler holds the counts of all nodes: n w words.
class Zdd::Sampler {
 public:
  /// Throws std::invalid_argument if no solution exists. The limits hold for this call.
  Sampler(const Zdd& zdd, std::uint64_t seed, const ZddLimits& limits = {});
  Sampler(Zdd&&, std::uint64_t, const ZddLimits& = {}) = delete;

  /// Options in the order of the variables.
  [[nodiscard]] std::vector<OptionId> sample();
  /// The number of solutions to draw from.
  [[nodiscard]] Natural solutions() const { return counts_.natural(zdd_->root_); }

 private:
  const Zdd* zdd_;
  Numbers counts_;
  std::mt19937_64 random_;
  std::vector<std::uint64_t> rank_;
};

template <class Visitor>
void Zdd::for_each(Visitor&& visitor) const {
  Walker walker(*this);
  while (walker.next()) {
    using Result = std::invoke_result_t<Visitor&, std::span<const OptionId>>;
    if constexpr (std::is_void_v<Result>) {
      visitor(walker.solution());
    } else {
      static_assert(std::is_same_v<Result, bool>, "a visitor returns void or bool");
      if (!visitor(walker.solution())) break;
    }
  }
}

}  // namespace dlx::tables
