#include "dlx/classes.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dlx/preprocess/subproblem.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/quotient.hpp"

namespace dlx {
namespace {

using Clock = std::chrono::steady_clock;
using Members = std::vector<OptionPermutation>;

struct Numbers {
  Natural classes;
  Natural solutions;
};

/// Orbits of an item's options: the first of each, and how many there are.
struct Orbit {
  OptionId first;
  std::uint64_t size;
};

std::vector<Orbit> orbits_of(const std::vector<OptionId>& options, const Members& members) {
  std::vector<Orbit> orbits;
  std::vector<OptionId> met;  // ascending
  for (const OptionId option : options) {
    if (std::binary_search(met.begin(), met.end(), option)) continue;
    std::vector<OptionId> images;
    for (const OptionPermutation& member : members) images.push_back(member[index(option)]);
    std::sort(images.begin(), images.end());
    images.erase(std::unique(images.begin(), images.end()), images.end());
    orbits.push_back({option, images.size()});
    met.insert(met.end(), images.begin(), images.end());
    std::sort(met.begin(), met.end());
  }
  return orbits;
}

OptionPermutation product(const OptionPermutation& first, const OptionPermutation& second) {
  OptionPermutation result(first.size());
  for (std::size_t o = 0; o < first.size(); ++o) result[o] = second[index(first[o])];
  return result;
}

OptionPermutation inverse(const OptionPermutation& permutation) {
  OptionPermutation result(permutation.size());
  for (std::uint32_t o = 0; o < permutation.size(); ++o) {
    result[index(permutation[o])] = OptionId{o};
  }
  return result;
}

/// One member of each class of conjugates, and how many these are.
struct Conjugates {
  std::size_t member;
  std::uint64_t size;
};

std::vector<Conjugates> conjugacy_classes(const Members& members) {
  std::map<OptionPermutation, std::size_t> number_of;
  for (std::size_t m = 0; m < members.size(); ++m) number_of.emplace(members[m], m);
  // Members that generate the others: each doubles at least what those before it generate.
  std::vector<std::size_t> generators;
  std::vector<bool> generated(members.size());
  std::vector<std::size_t> closure;
  for (std::size_t m = 0; m < members.size(); ++m) {
    if (!closure.empty() && generated[m]) continue;
    generators.push_back(m);
    if (closure.empty()) {
      closure.push_back(m);
      generated[m] = true;
    }
    for (std::size_t next = 0; next < closure.size(); ++next) {
      for (const std::size_t g : generators) {
        const std::size_t image = number_of.at(product(members[closure[next]], members[g]));
        if (generated[image]) continue;
        generated[image] = true;
        closure.push_back(image);
      }
    }
  }
  std::vector<OptionPermutation> inverses;
  for (const std::size_t g : generators) inverses.push_back(inverse(members[g]));

  std::vector<Conjugates> classes;
  std::vector<bool> met(members.size());
  for (std::size_t m = 0; m < members.size(); ++m) {
    if (met[m]) continue;
    met[m] = true;
    std::vector<std::size_t> conjugates = {m};
    for (std::size_t next = 0; next < conjugates.size(); ++next) {
      for (std::size_t g = 0; g < generators.size(); ++g) {
        const OptionPermutation image =
            product(product(inverses[g], members[conjugates[next]]), members[generators[g]]);
        const std::size_t number = number_of.at(image);
        if (met[number]) continue;
        met[number] = true;
        conjugates.push_back(number);
      }
    }
    classes.push_back({m, conjugates.size()});
  }
  return classes;
}

class ClassCounter {
 public:
  explicit ClassCounter(const CountOptions& options) : options_(options), start_(Clock::now()) {
    options_.fingerprint_seed.reset();
    options_.symmetry = false;  // what is left of it is known here
    result_.status = Status::exhausted;
  }

  ClassesResult classes(const Problem& problem, const OptionSymmetries& group) {
    const Numbers numbers = count_up_to(problem, members_of(group));
    result_.classes = numbers.classes;
    result_.solutions = numbers.solutions;
    if (result_.why.empty()) result_.why = "the group has one member";
    return std::move(result_);
  }

  std::optional<ClassesResult> solutions(const Problem& problem, const OptionSymmetries& group) {
    const Members members = members_of(group);
    if (branch(problem, members).empty()) return {};
    with_classes_ = false;
    result_.solutions = count_up_to(problem, members).solutions;
    return std::move(result_);
  }

 private:
  static Members members_of(const OptionSymmetries& group) {
    return {group.members().begin(), group.members().end()};
  }

  // Of two items, the one with fewer orbits, unless the other saves so much more.
  static constexpr double more = 1.2;
  // An item is worth it where its orbits are at most this part of its options.
  static constexpr double worth_it = 0.75;
  // So many choices are made in all: where symmetries survive them, this must not become a search.
  static constexpr std::size_t most_choices = 200;

  Numbers count_up_to(const Problem& problem, const Members& members) {
    if (members.size() == 1) {
      const Natural solutions = count_all(problem);
      return {solutions, solutions};
    }
    const std::vector<Orbit> orbits = branch(problem, members);
    if (orbits.empty() && !with_classes_) return {0, count_all(problem)};
    if (orbits.empty()) return count_fixed(problem, members);
    why("by one option of each orbit of an item's options");
    choices_ += orbits.size();
    Numbers sum;
    for (const Orbit& orbit : orbits) {
      if (!result_.complete()) break;
      const Rest rest = rest_after(problem, orbit.first);
      const Numbers below = count_up_to(rest.problem, on_rest(members, orbit.first, rest));
      sum.classes += below.classes;
      sum.solutions += below.solutions * orbit.size;
    }
    return sum;
  }

  /// The orbits of the options of an item that all members keep in its place, if there is one that
  /// is worth it.
  [[nodiscard]] std::vector<Orbit> branch(const Problem& problem, const Members& members) const {
    std::vector<std::vector<OptionId>> options(problem.primary_count());
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      for (const ItemId item : problem.items(OptionId{o})) {
        if (problem.is_primary(item)) options[index(item)].push_back(OptionId{o});
      }
    }
    std::vector<Orbit> best;
    double least = 1;  // orbits by options
    for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
      const auto& its = options[i];
      if (its.empty() || problem.bounds(ItemId{i}) != Bounds{}) continue;
      const bool stays = std::all_of(members.begin(), members.end(), [&](const auto& member) {
        return std::all_of(its.begin(), its.end(), [&](OptionId o) {
          return std::binary_search(its.begin(), its.end(), member[index(o)]);
        });
      });
      if (!stays) continue;
      std::vector<Orbit> orbits = orbits_of(its, members);
      const double part = static_cast<double>(orbits.size()) / static_cast<double>(its.size());
      if (part > worth_it || choices_ + orbits.size() > most_choices) continue;
      const bool better = best.empty() || part * more < least ||
                          (part < least * more && orbits.size() < best.size());
      if (!better) continue;
      least = part;
      best = std::move(orbits);
    }
    return best;
  }

  /// The members that keep an option, each once, as permutations of what is left.
  static Members on_rest(const Members& members, OptionId kept, const Rest& rest) {
    Members result;
    for (const OptionPermutation& member : members) {
      if (member[index(kept)] != kept) continue;
      OptionPermutation its;
      for (const OptionId original : rest.originals) {
        const auto place =
            std::lower_bound(rest.originals.begin(), rest.originals.end(), member[index(original)]);
        its.push_back(OptionId{static_cast<std::uint32_t>(place - rest.originals.begin())});
      }
      result.push_back(std::move(its));
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

  /// Burnside's lemma.
  Numbers count_fixed(const Problem& problem, const Members& members) {
    Natural sum;
    Natural solutions;
    for (const Conjugates& conjugates : conjugacy_classes(members)) {
      const OptionPermutation& member = members[conjugates.member];
      const bool is_identity = std::is_sorted(member.begin(), member.end());
      Natural fixed;
      if (is_identity) {
        fixed = solutions = count_all(problem);
      } else if (const std::optional<Problem> orbits = quotient(problem, member)) {
        fixed = count_all(*orbits);
      } else {
        return go_through(problem, members);
      }
      if (!result_.complete()) {
        // Each class has so many solutions at most.
        const Natural known = solutions + (members.size() - 1);
        return {known / members.size(), solutions};
      }
      sum += fixed * conjugates.size;
    }
    if (sum % members.size() != 0) {
      throw std::logic_error("solutions that members keep are no multiple of their number");
    }
    why("by the solutions that each member of the group keeps");
    return {sum / members.size(), solutions};
  }

  Numbers go_through(const Problem& problem, const Members& members) {
    why("by going through solutions");
    const OptionSymmetries group(members);
    SearchOptions search = options_.search;
    search.limits = limits();
    search.preprocess = false;
    Solver solver(problem, search);
    Numbers numbers;
    while (solver.next()) {
      ++numbers.solutions;
      if (group.is_representative(solver.solution())) ++numbers.classes;
    }
    add(solver.statistics(), solver.status());
    result_.method = CountMethod::search;
    result_.engine = solver.engine();
    return numbers;
  }

  Natural count_all(const Problem& problem) {
    CountOptions options = options_;
    options.search.limits = limits();
    const CountResult counted = count(problem, options);
    add(counted.statistics, counted.status);
    result_.method = counted.method;
    result_.engine = counted.engine;
    return counted.value;
  }

  /// What is left of them.
  [[nodiscard]] Limits limits() const {
    Limits left = options_.search.limits;
    if (left.nodes) *left.nodes -= std::min(*left.nodes, result_.statistics.nodes);
    if (left.time) {
      left.time = std::max(std::chrono::nanoseconds(0), *left.time - (Clock::now() - start_));
    }
    return left;
  }

  void add(const Statistics& s, Status status) {
    ++result_.problems;
    result_.statistics.nodes += s.nodes;
    result_.statistics.updates += s.updates;
    result_.statistics.solutions += s.solutions;
    result_.statistics.memory_bytes = std::max(result_.statistics.memory_bytes, s.memory_bytes);
    if (status != Status::exhausted) result_.status = status;
  }

  /// How it was done at first is what is told.
  void why(const char* text) {
    if (result_.why.empty()) result_.why = text;
  }

  CountOptions options_;
  bool with_classes_ = true;
  std::size_t choices_ = 0;
  Clock::time_point start_;
  ClassesResult result_;
};

}  // namespace

ClassesResult count_classes(const Problem& problem, const OptionSymmetries& group,
                            const CountOptions& options) {
  return ClassCounter(options).classes(problem, group);
}

std::optional<ClassesResult> count_by_orbits(const Problem& problem, const OptionSymmetries& group,
                                             const CountOptions& options) {
  return ClassCounter(options).solutions(problem, group);
}

}  // namespace dlx
