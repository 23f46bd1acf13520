#include "dlx/runs/units.hpp"

#include <utility>

namespace dlx::runs {

Sums& Sums::operator+=(const Sums& more) {
  solutions += more.solutions;
  fingerprint += more.fingerprint;
  nodes += more.nodes;
  updates += more.updates;
  if (nodes_per_level.size() < more.nodes_per_level.size()) {
    nodes_per_level.resize(more.nodes_per_level.size());
  }
  for (std::size_t l = 0; l < more.nodes_per_level.size(); ++l) {
    nodes_per_level[l] += more.nodes_per_level[l];
  }
  return *this;
}

Sums sums_between(const search::Statistics& before, const search::Statistics& after,
                  const Tally& found) {
  Sums sums{.solutions = found.solutions(),
            .fingerprint = found.fingerprint(),
            .nodes = after.nodes - before.nodes,
            .updates = after.updates - before.updates,
            .nodes_per_level = after.nodes_per_level};
  for (std::size_t l = 0; l < before.nodes_per_level.size(); ++l) {
    sums.nodes_per_level[l] -= before.nodes_per_level[l];
  }
  return sums;
}

void UnitStore::finish(const Unit& unit, const Sums& sums,
                       const std::vector<search::OpenWork>& rest, std::uint64_t nodes) {
  record(unit, sums, rest, nodes);
  closed(unit.part);
  for (const search::OpenWork& part : rest) opened(part);
  was_done(sums);
}

namespace {

/// Calls visit(level, nodes) for each level on which a part of a search has nodes that are known
/// and not visited, with the number of these nodes.
template <class Visit>
void for_each_level(const search::OpenWork& part, Visit visit) {
  if (part.whole) visit(0, 1);
  for (const search::OpenWork::Branch& branch : part.branches) {
    visit(branch.depth + std::size_t{1}, branch.ways.size());
  }
}

}  // namespace

void UnitStore::opened(const search::OpenWork& part) {
  for_each_level(part, [this](std::size_t level, std::size_t nodes) {
    if (open_.size() <= level) open_.resize(level + 1);
    open_[level] += nodes;
  });
}

void UnitStore::closed(const search::OpenWork& part) {
  for_each_level(part, [this](std::size_t level, std::size_t nodes) { open_[level] -= nodes; });
}

std::optional<Unit> MemoryUnits::take() {
  if (units_.empty()) return {};
  std::optional<Unit> unit = std::move(units_.front());
  units_.pop_front();
  return unit;
}

void MemoryUnits::hand_over(Tally& tally) {
  tally.add(std::exchange(sums_.solutions, {}), std::exchange(sums_.fingerprint, {}));
}

void MemoryUnits::record(const Unit&, const Sums&, const std::vector<search::OpenWork>& rest,
                         std::uint64_t nodes) {
  for (const search::OpenWork& part : rest) units_.push_back({++last_id_, part, nodes});
}

MemoryUnits::MemoryUnits(const std::vector<search::OpenWork>& parts, std::uint64_t nodes,
                         const Sums& so_far) {
  was_done(so_far, 0);
  for (const search::OpenWork& part : parts) {
    if (part.empty()) continue;
    units_.push_back({++last_id_, part, nodes});
    opened(part);
  }
}

}  // namespace dlx::runs
