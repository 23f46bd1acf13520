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
#include "dlx/core/ids.hpp"
#include "dlx/core/natural.hpp"
#include "dlx/core/residue.hpp"
#include "dlx/core/tally.hpp"
#include "dlx/names.hpp"
#include "dlx/tables/table_options.hpp"

namespace dlx::tables {

struct SweepPlan;
struct ZddResult;
class ZddMeter;

/// Thrown by a query of a diagram if a limit or the stop flag ends the query.
class ZddQueryEnded : public std::runtime_error {
 public:
  /// `why` is the value that why() returns.
  explicit ZddQueryEnded(Status why)
      : std::runtime_error(std::string("ended: ") + std::string(to_string(why))), why_(why) {}
  /// The reason why the query ended: time_limit, memory_limit or stopped.
  [[nodiscard]] Status why() const noexcept { return why_; }

 private:
  Status why_;
};

/// Limits on a query of a diagram. A count of solutions can have as many bits as there are options.
/// So the counts for all nodes can take far more memory than the diagram itself.
struct ZddLimits {
  /// The stop flag and the time limit, which starts with the call of the query.
  search::Control control = {};
  /// The maximum number of bytes of the diagram and of the numbers that the query stores.
  std::size_t memory = std::numeric_limits<std::size_t>::max();
};

/// All solutions of a problem as a zero-suppressed decision diagram (S. Minato, DAC 1993): an
/// acyclic graph whose paths from the root to T are the solutions. A path leaves a node by `hi` if
/// the option of the node is chosen, and by `lo` if not. Options without a node on the path are not
/// chosen. The diagram is unique for a given order of the options. The size of the diagram hardly
/// depends on the number of solutions. For example, there are 5e16 tilings of a 12x12 board by
/// dominoes, and their diagram has 27,548 nodes.
///
/// A Zdd is immutable, and must outlive every object that takes it by reference. In the
/// complexities below, n is the number of nodes, and w is the number of 64-bit words of the largest
/// count. A query with limits throws ZddQueryEnded if it reaches a limit.
class Zdd {
 public:
  /// A node is identified by its index in nodes(). F and T come first, and children come before
  /// parents.
  static constexpr std::uint32_t terminal_f = 0;  ///< represents no solution
  static constexpr std::uint32_t terminal_t = 1;  ///< represents one solution, the empty set

  /// A node: the decision whether the option of a variable is chosen.
  struct Node {
    /// The number of the node's variable. It is smaller than the numbers in the children. Terminals
    /// store the number of all variables.
    std::uint32_t variable;
    std::uint32_t lo;  ///< the next node if the option is not chosen
    std::uint32_t hi;  ///< the next node if the option is chosen; never F
    friend bool operator==(const Node&, const Node&) = default;
  };

  /// Builds the diagram by a sweep through the items in the given order. The size of the diagram
  /// depends on this order. The memory limit applies to the plan of the sweep, its tables and the
  /// diagram together. Throws std::invalid_argument if the order does not name every primary item
  /// once, or if a state would have more than 65535 bits.
  [[nodiscard]] static ZddResult build(const Problem& problem, std::span<const ItemId> order,
                                       const TableOptions& options = {});
  /// Builds the diagram by a sweep in the order that narrow_order() returns, which keeps the number
  /// of states small.
  [[nodiscard]] static ZddResult build(const Problem& problem, const TableOptions& options = {});

  /// Builds the diagram of a list of distinct solutions. `options` are all options of the problem,
  /// in the order of the variables. `chosen` has the options of all solutions, one solution after
  /// the other. `ends` has the index in `chosen` at which each solution ends. Returns nullopt if
  /// the diagram and the lists would take more than `memory` bytes together, or if the deadline is
  /// reached. Takes time O(m log m) for m elements of `chosen`.
  [[nodiscard]] static std::optional<Zdd> of(std::vector<OptionId> options,
                                             std::vector<OptionId> chosen,
                                             std::span<const std::size_t> ends, std::size_t memory,
                                             const search::Deadline& deadline = {});

  /// The number of nodes, not counting the two terminals.
  [[nodiscard]] std::size_t node_count() const noexcept { return nodes_.size() - 2; }
  /// The number of bytes that the diagram uses on the heap.
  [[nodiscard]] std::size_t memory_bytes() const noexcept { return heap_bytes(nodes_, options_); }
  /// All nodes. The terminals come first, and children come before parents.
  [[nodiscard]] std::span<const Node> nodes() const noexcept { return nodes_; }
  /// The index of the root in nodes(). The root is F if no solution exists, and T if the empty
  /// solution is the only solution.
  [[nodiscard]] std::uint32_t root() const noexcept { return root_; }
  /// For each variable, in ascending order: its option. Every option of the problem has a variable.
  [[nodiscard]] std::span<const OptionId> options() const noexcept { return options_; }

  /// The exact number of solutions, in time O(n w).
  [[nodiscard]] Natural count(const ZddLimits& limits = {}) const;

  /// The number of all solutions and their fingerprint, with the weights in `weights`. Solutions
  /// that `weights` has already counted are ignored. Throws std::invalid_argument if the number of
  /// weights is neither 0 nor the number of options.
  [[nodiscard]] Total total(const Tally& weights, const ZddLimits& limits = {}) const;

  /// For each option, the exact number of solutions that contain the option, in time O(n w^2).
  [[nodiscard]] std::vector<Natural> memberships(const ZddLimits& limits = {}) const;

  /// For each option, the probability that a random solution contains the option. This probability
  /// is memberships() divided by count(). The error of a probability is at most three units in the
  /// last place, even if the counts exceed the range of a double. All probabilities are 0 if no
  /// solution exists.
  [[nodiscard]] std::vector<double> marginals(const ZddLimits& limits = {}) const;

  /// In how many solutions an option occurs.
  struct Membership {
    Natural solutions;  ///< number of solutions that contain the option
    /// Probability that a random solution contains the option; see marginals().
    double probability = 0;
  };
  /// Calls `visitor(OptionId, const Membership&)` for every option, in ascending order. Returns
  /// count(). All numbers are computed once and stored compactly.
  Natural for_each_membership(const std::function<void(OptionId, const Membership&)>& visitor,
                              const ZddLimits& limits = {}) const;

  /// The k solutions of least cost, or all solutions if there are fewer than k. The costs are the
  /// costs of the options of `costs`, a problem with equally many options. Solutions are sorted by
  /// cost, and solutions of equal cost by their options. The options of a solution are in ascending
  /// order. If several solutions cost as much as the last solution returned, the choice among them
  /// is arbitrary but deterministic. Takes time O(n + k v log k) for v variables. Throws
  /// std::overflow_error if the cost of a returned solution exceeds 64 bits. Throws
  /// std::invalid_argument if `costs` has another number of options.
  [[nodiscard]] std::vector<std::pair<std::int64_t, std::vector<OptionId>>> cheapest(
      const Problem& costs, std::uint64_t k) const;

  class Building;
  class Walker;
  class Sampler;

  /// Calls `visitor(std::span<const OptionId>)` for every solution. Options are in the order of the
  /// variables. If the visitor returns false, no more calls are made.
  template <class Visitor>
  void for_each(Visitor&& visitor) const;

  /// Writes the diagram as text. The first line is, for example, "zdd options 112 nodes 5 root 5".
  /// A line "id option lo hi" follows for each node, with children before parents. Ids are numbered
  /// from 1, and F and T are the terminals. Options are written as their numbers in `problem`,
  /// which must be the problem of this diagram. The caller must check the stream for write errors.
  void write(std::ostream& out, const Problem& problem) const;
  /// Writes the diagram for Graphviz. Arcs `lo` are dashed and arcs `hi` are solid. A node is
  /// labelled with the number of its option.
  void write_dot(std::ostream& out, const Problem& problem) const;

 private:
  /// A list with a number of `width` words for each node, the lowest word first.
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

  /// For each node, the number of paths from the node to T. A path counts as many times as the
  /// product of the weights (`ways`) of the options that it chooses.
  [[nodiscard]] Numbers counts(std::span<const OptionWeight> weights, ZddMeter& meter) const;
  [[nodiscard]] bool try_counts(std::span<const OptionWeight> weights, Numbers& counts,
                                ZddMeter& meter) const;
  /// An estimate of the number of words that the largest count needs, which may be one too small.
  [[nodiscard]] std::uint32_t words_of_counts(std::span<const OptionWeight> weights,
                                              ZddMeter& meter) const;
  /// For each option, the number of solutions that contain the option. The last number is the
  /// number of all solutions.
  [[nodiscard]] Numbers option_counts(ZddMeter& meter) const;

  std::vector<Node> nodes_;
  std::vector<OptionId> options_;  // the option of each variable
  std::uint32_t root_;
};

/// A diagram, or the reason why no diagram was made.
struct ZddResult {
  /// Exhausted, or the limit that ended the construction of the diagram.
  Status status = Status::running;
  std::optional<Zdd> zdd;         ///< the diagram, if `status` is exhausted
  std::uint64_t states = 0;       ///< sum of the numbers of states of all levels of the sweep
  std::uint64_t most_states = 0;  ///< largest number of states of a level
  /// Largest number of bytes that the plan of the sweep, its tables and the diagram took together.
  std::size_t memory_bytes = 0;
};

/// Builds a diagram in several calls of run(), so that another method can run in between. A sweep
/// reads every state twice: first in a top-down pass, then in a bottom-up pass.
class Zdd::Building {
 public:
  class Sweep;

  /// Plans the sweep that builds the diagram; see Zdd::build(). The problem must outlive this
  /// object.
  Building(const Problem& problem, std::span<const ItemId> order, const TableOptions& options);
  ~Building();
  Building(const Building&) = delete;
  Building& operator=(const Building&) = delete;

  /// Reads up to `looks` more states. Returns Status::exhausted if the diagram is complete,
  /// Status::running if there is more to do, and otherwise the limit that was reached. After a
  /// limit, the construction cannot be continued.
  Status run(std::uint64_t looks = std::numeric_limits<std::uint64_t>::max());
  /// The number of states that run() has read so far.
  [[nodiscard]] std::uint64_t looks() const;
  /// An estimate of the part of the build that is done, from 0 to 1.
  [[nodiscard]] double share() const;
  /// The number of bytes that the builder uses on the heap.
  [[nodiscard]] std::size_t memory_bytes() const;
  /// Sets the limit on memory_bytes().
  void set_memory_limit(std::size_t bytes);
  /// Returns the diagram if the last call of run() returned Status::exhausted, and otherwise the
  /// reason why there is no diagram.
  [[nodiscard]] ZddResult take();

 private:
  Status status_ = Status::running;
  std::unique_ptr<SweepPlan> plan_;  // null if a limit was reached while the plan was being made
  std::unique_ptr<Sweep> sweep_;
};

/// Lists the solutions of a diagram one at a time, in lexicographic order of their variables. Every
/// path from the root can be completed to a solution, so the time for a solution is proportional to
/// the length of its path.
class Zdd::Walker {
 public:
  /// Constructs a walker before the first solution. The diagram must outlive the walker.
  explicit Walker(const Zdd& zdd) : zdd_(&zdd) {}
  explicit Walker(Zdd&&) = delete;

  /// Advances to the next solution of the diagram. Returns false if there are no more solutions.
  bool next();
  /// The options of the current solution in the order of the variables. The span is valid until the
  /// next call of next().
  [[nodiscard]] std::span<const OptionId> solution() const noexcept { return solution_; }

 private:
  /// Follows `hi` from a node down to T, and appends the nodes and their options to path_ and
  /// solution_. Returns false if the node is F.
  bool descend(std::uint32_t node);

  const Zdd* zdd_;
  bool started_ = false;
  std::vector<std::uint32_t> path_;  // the nodes of the current path that the path leaves by `hi`
  std::vector<OptionId> solution_;   // the options of the nodes in path_
};

/// Draws random solutions. All solutions have exactly equal probability. A seed gives the same
/// solutions on every machine. The sampler stores a count for each node, n w words in all.
class Zdd::Sampler {
 public:
  /// Computes, for each node, the number of paths to T. The limits apply only to this call. Throws
  /// std::invalid_argument if no solution exists.
  Sampler(const Zdd& zdd, std::uint64_t seed, const ZddLimits& limits = {});
  Sampler(Zdd&&, std::uint64_t, const ZddLimits& = {}) = delete;

  /// Draws a random solution. The options of the solution are in the order of the variables.
  [[nodiscard]] std::vector<OptionId> sample();
  /// The number of solutions of the diagram.
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
