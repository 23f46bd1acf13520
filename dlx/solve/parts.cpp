// A solution of the whole problem consists of one solution of each independent part. Until a
// solution of each part is found, the searches of the parts take turns. So the time to find a part
// without solutions depends only on this part and on the number of parts. Turns are measured in
// nodes, so that the result does not depend on the machine.
//
// Further solutions are enumerated as a counter counts: the solution of the last part, which is the
// largest part, changes first, like the last digit. The solutions of each part are stored and used
// again, because they are few compared with the solutions of the whole problem.

#include "dlx/solve/parts.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "dlx/search/options.hpp"

namespace dlx::solve {
namespace {

constexpr std::uint64_t nodes_of_first_round = 1'000;

}  // namespace

Parts::Parts(std::vector<preprocess::Component> parts, const Options& options, EngineKind first,
             MakeSearch* make)
    : limits_(search::limits_of(options)),
      stop_(options.stop),
      nodes_of_turn_(nodes_of_first_round) {
  Options unlimited = options;
  search::limit(unlimited, {});
  std::stable_sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) {
    return a.problem.entry_count() < b.problem.entry_count();
  });
  for (preprocess::Component& part : parts) {
    auto course = std::make_unique<Course>();
    auto search = std::make_unique<Contest>(part.problem, unlimited, first, make, *course);
    parts_.push_back({std::move(part.originals), std::move(course), std::move(search)});
  }
}

bool Parts::next() {
  if (!may_continue(status_, limits_.solutions && solutions_ >= *limits_.solutions)) return false;
  if (turn_ < parts_.size()) return find_first_ones() && report();
  for (std::size_t number = parts_.size(); number-- > 0;) {
    Part& part = parts_[number];
    if (part.position + 1 == part.solutions.size() && !part.is_complete && !find(part, {}) &&
        status_ != Status::exhausted) {
      return false;
    }
    if (part.position + 1 == part.solutions.size()) continue;
    ++part.position;
    for (std::size_t later = number + 1; later < parts_.size(); ++later) parts_[later].position = 0;
    return report();
  }
  status_ = Status::exhausted;
  return false;
}

/// Finds a first solution of each part of the problem. Returns false if a part has no solution, or
/// if a limit was reached. If a limit was reached, another call continues the search.
bool Parts::find_first_ones() {
  for (;;) {
    for (; turn_ < parts_.size(); ++turn_) {
      Part& part = parts_[turn_];
      if (!part.solutions.empty()) continue;
      if (find(part, nodes_of_turn_)) continue;
      if (status_ != Status::running) return false;
    }
    const bool have_all = std::none_of(parts_.begin(), parts_.end(),
                                       [](const Part& part) { return part.solutions.empty(); });
    if (have_all) return true;
    turn_ = 0;
    nodes_of_turn_ *= 2;
  }
}

/// Looks for another solution of a part, for at most `turn` nodes if `turn` is given. Returns false
/// if no solution was found; status_ is then the reason, or `running` if the `turn` nodes were
/// visited.
bool Parts::find(Part& part, std::optional<std::uint64_t> turn) {
  search::Limits limits;
  if (!deadline_) deadline_.emplace(limits_.time, stop_);
  limits.time = deadline_->left();
  bool is_of_turn = false;
  if (limits_.nodes) {
    std::uint64_t others = 0;
    for (const Part& each : parts_) others += each.nodes;
    others -= part.nodes;
    limits.nodes = *limits_.nodes - std::min(*limits_.nodes, others);
  }
  if (turn && (!limits.nodes || part.nodes + *turn < *limits.nodes)) {
    limits.nodes = part.nodes + *turn;
    is_of_turn = true;
  }
  part.search->set_limits(limits);
  const bool found = part.search->next();
  part.nodes = part.search->statistics().nodes;
  status_ = part.search->status();
  if (found) {
    std::vector<OptionId>& solution = part.solutions.emplace_back();
    for (const OptionId option : part.search->solution()) {
      solution.push_back(part.originals[index(option)]);
    }
    return true;
  }
  part.is_complete = status_ == Status::exhausted;
  if (is_of_turn && status_ == Status::node_limit) status_ = Status::running;
  return false;
}

bool Parts::report() {
  solution_.clear();
  for (const Part& part : parts_) {
    const std::vector<OptionId>& of_part = part.solutions[part.position];
    solution_.insert(solution_.end(), of_part.begin(), of_part.end());
  }
  ++solutions_;
  status_ = Status::running;
  return true;
}

search::Statistics Parts::statistics() const {
  search::Statistics all;
  std::size_t bytes = 0;
  for (const Part& part : parts_) {
    const search::Statistics of_part = part.search->statistics();
    bytes += of_part.memory_bytes;
    add(all, of_part);
  }
  all.memory_bytes = bytes;
  all.solutions = solutions_;
  all.share = status_ == Status::exhausted ? 1 : 0;
  return all;
}

void Parts::set_limits(const search::Limits& limits) {
  limits_ = limits;
  deadline_.reset();
}

void Parts::check_invariants() const {
  for (const Part& part : parts_) part.search->check_invariants();
}

double Parts::seconds() const {
  double sum = 0;
  for (const Part& part : parts_) sum += part.search->seconds();
  return sum;
}

EngineKind Parts::engine() const {
  return parts_.back().course->engine;
}

void Parts::cannot_be_divided() {
  throw std::invalid_argument("a search of independent parts cannot be divided");
}

}  // namespace dlx::solve
