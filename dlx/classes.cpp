#include "dlx/classes.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dlx/representatives.hpp"
#include "dlx/search/allowance.hpp"
#include "dlx/solver.hpp"
#include "dlx/symmetry/quotient.hpp"
#include "dlx/symmetry/seed_trace.hpp"
#include "dlx/symmetry/seeds.hpp"

namespace dlx {
namespace {

using Members = std::span<const OptionPermutation>;

struct Numbers {
  Natural classes;
  Natural solutions;
};

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

std::vector<Conjugates> conjugacy_classes(Members members) {
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
  explicit ClassCounter(const CountOptions& options)
      : trace_(options.search.trace),
        options_(without_trace(options)),
        left_(options_.search),
        branching_(options.search.branching) {
    options_.fingerprint_seed.reset();
    options_.symmetry = false;  // what is left of it is known here
    result_.status = Status::exhausted;
  }

  ClassesResult classes(const Problem& problem, const OptionSymmetries& group) {
    for (const Seed& seed : seeds(problem, group)) {
      if (!result_.complete()) break;
      Numbers below;
      if (seed.chosen.empty()) {
        below = count_below(problem, group);
      } else {
        why(by_orbits);
        const Remainder left = after(problem, group, seed);
        branching_ = on_rest(options_.search.branching, left.rest);
        below = count_below(left.rest.problem, left.group);
      }
      result_.classes += below.classes;
      result_.solutions += below.solutions * seed.orbit;
    }
    if (result_.why.empty()) result_.why = "the group has one member";
    return std::move(result_);
  }

  std::optional<ClassesResult> solutions(const Problem& problem, const OptionSymmetries& group) {
    const std::vector<Seed> all = seeds(problem, group, SeedUse::solutions);
    if (all[0].chosen.empty()) return {};
    why(by_orbits);
    const auto count_seed = [&](const Seed& seed, const Rest& rest, Trace* trace) {
      if (!result_.complete()) return;
      branching_ = on_rest(options_.search.branching, rest);
      result_.solutions += count_all(rest.problem, trace) * seed.orbit;
    };
    if (trace_ != nullptr) {
      trace_seeds(*trace_, problem, group, all, [&](const Seed& seed, const Rest& rest) {
        Trace its(*trace_, problem, rest.problem, rest.originals);
        count_seed(seed, rest, &its);
        its.flush();
      });
    } else {
      for (const Seed& seed : all) count_seed(seed, rest_after(problem, seed.chosen), nullptr);
    }
    return std::move(result_);
  }

 private:
  /// Of what is counted here, only some is put down.
  static CountOptions without_trace(CountOptions options) {
    options.search.trace = nullptr;
    return options;
  }

  static constexpr const char* by_orbits = "by one option of each orbit of an item's options";

  Numbers count_below(const Problem& problem, const OptionSymmetries& group) {
    if (group.order() > 1) return count_fixed(problem, group);
    const Natural solutions = count_all(problem);
    return {solutions, solutions};
  }

  /// Burnside's lemma.
  Numbers count_fixed(const Problem& problem, const OptionSymmetries& group) {
    const Members members = group.members();
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
        return go_through(problem, group);
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

  Numbers go_through(const Problem& problem, const OptionSymmetries& group) {
    why("by going through solutions");
    SearchOptions search = left_.search();
    search.branching = branching_;
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

  Natural count_all(const Problem& problem, Trace* trace = nullptr) {
    CountOptions options = options_;
    options.search = left_.search();
    options.search.trace = trace;
    options.search.branching = branching_;
    const CountResult counted = count(problem, options);
    add(counted.statistics, counted.status);
    result_.method = counted.method;
    result_.engine = counted.engine;
    return counted.value;
  }

  void add(const Statistics& s, Status status) {
    ++result_.problems;
    left_.use(s.nodes);
    dlx::add(result_.statistics, s);
    if (status != Status::exhausted) result_.status = status;
  }

  /// How it was done at first is what is told.
  void why(const char* text) {
    if (result_.why.empty()) result_.why = text;
  }

  Trace* trace_;
  CountOptions options_;
  Allowance left_;
  Branching branching_;  // of the problem at hand
  ClassesResult result_;
};

}  // namespace

ClassesResult count_classes(const Problem& problem, const OptionSymmetries& group,
                            const CountOptions& options) {
  return ClassCounter(options).classes(problem, group);
}

ClassesResult count_classes(const Problem& problem, const Automorphisms& group,
                            const CountOptions& options) {
  Representatives found(problem, group, options.search, options.memory_limit);
  ClassesResult result;
  result.why = "by one solution of each class, told apart by its canonical form";
  while (found.next()) {
    ++result.classes;
    result.solutions += found.class_size();
  }
  result.status = found.status();
  result.statistics = found.statistics();
  result.problems = found.problems();
  result.engine = found.engine();
  return result;
}

std::optional<ClassesResult> count_by_orbits(const Problem& problem, const OptionSymmetries& group,
                                             const CountOptions& options) {
  return ClassCounter(options).solutions(problem, group);
}

}  // namespace dlx
