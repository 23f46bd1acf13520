// Which engine is the quicker one is guessed from the shape of a problem. The guess is right for
// 142 of 147 instances that a search of 4 ms to 4 s counts; the others take 0.53 to 0.82 of the
// time by the other engine. Engines that branch by the same rule visit the same nodes, so nodes a
// second tell which is quicker, and open work takes the search from one engine to the other:
// nothing is searched twice.
//
// A trial goes like this. Once the search has taken as long as making the other engine takes, by an
// estimate, and ten times that seems to be left, the present engine runs for a stretch, and then
// the other one runs for as long. The quicker one goes on.
//
// What it may lose: making the other engine, which costs no more than the search had spent by then
// (if the estimate is right), and a stretch at the pace of the slower engine. Stretches are an
// eighth of what the search and the other engine have taken.
//
// Nodes that an engine spares, for it remembers counts, are nodes that it has dealt with.
//
// Not where an engine or a branching rule was asked for, nor with multiplicities, where engines
// decide about items in different orders.

#pragma once

#include <cstdint>
#include <optional>

#include "dlx/core/problem.hpp"
#include "dlx/counting/way.hpp"
#include "dlx/search/options.hpp"

namespace dlx::counting {

/// A trial by no clock, for tests: it begins after N `nodes`, and each stretch has N.
struct FixedTrial {
  std::uint64_t nodes = 0;
  bool rival_wins = false;
};

/// Decides between two engines of one search: see the head of the file.
class EngineTrial {
 public:
  /// `present`: the engine that has been chosen.
  EngineTrial(const Problem& problem, const Context& context, EngineKind present,
              std::optional<FixedTrial> fixed);

  /// The other engine; empty if there is none to try, or if the trial is over.
  [[nodiscard]] std::optional<EngineKind> rival() const { return rival_; }
  /// Whether a search of `seconds` with an estimate of `left` seconds more is long enough.
  [[nodiscard]] bool is_worth_it(double seconds, double left) const;
  /// Whether a trial begins after a search of such length, or is under way.
  [[nodiscard]] bool is_due(double seconds, std::uint64_t nodes, double left) const;
  /// The node at which a fixed trial begins.
  [[nodiscard]] std::optional<std::uint64_t> first_node() const {
    return fixed_ && rival_ ? std::optional(fixed_->nodes) : std::nullopt;
  }
  /// The slice, ending at the latest with the stretch of the engine at work.
  [[nodiscard]] Slice within_stretch(const Slice& slice) const;
  /// Whether the engine at work has had its stretch.
  [[nodiscard]] bool stretch_is_over() const;
  /// Whether both engines have.
  [[nodiscard]] bool is_over() const { return running_ == rival_run && stretch_is_over(); }

  /// The first stretch begins.
  void begin(double seconds_so_far);
  [[nodiscard]] bool has_begun() const { return stretch_ > 0; }
  /// The engine at work has searched.
  void add(double seconds, std::uint64_t nodes, std::uint64_t nodes_spared);
  /// The rival is made and takes its stretch.
  void run_rival() { running_ = rival_run; }
  /// Ends the trial: whether the rival was clearly quicker.
  [[nodiscard]] bool rival_wins();
  /// After a trial that the rival has won: seconds that it would have needed less for a search of
  /// that length, its own stretch included.
  [[nodiscard]] double seconds_saved(double seconds) const {
    return (1 - ratio_) * (seconds - run_[rival_run].seconds);
  }
  /// The time of the rival for a node, by that of the present engine; 0: there was no trial.
  [[nodiscard]] double ratio() const { return ratio_; }

 private:
  static constexpr int present_run = 0, rival_run = 1;
  struct Run {
    double seconds = 0;
    std::uint64_t nodes = 0;
    std::uint64_t spared = 0;
  };

  std::optional<FixedTrial> fixed_;
  std::optional<EngineKind> rival_ = {};
  double cost_ = 0;  // seconds to make the rival, estimated
  double stretch_ = 0;
  Run run_[2] = {};
  int running_ = present_run;
  double ratio_ = 0;
};

}  // namespace dlx::counting
