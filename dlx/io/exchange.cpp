// Writes problems for other solvers. Variable k, from 1, tells whether option k is chosen. Further
// variables tell whether a secondary item has a certain colour. The chosen options determine these
// variables, so the number of models equals the number of solutions.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dlx/core/decimal.hpp"
#include "dlx/core/item_options.hpp"
#include "dlx/io/dimacs.hpp"
#include "dlx/io/format.hpp"
#include "dlx/io/linear_program.hpp"
#include "dlx/io/problem_format.hpp"

namespace dlx::io {
namespace {

/// The Boolean variables that represent a problem, numbered from 1. The first variables belong to
/// the options.
class Variables {
 public:
  explicit Variables(const Problem& problem) : count_(problem.option_count()) {
    item_variables_.resize(problem.item_count());
    std::map<std::pair<ItemId, Colour>, std::size_t> place;
    for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
      for (const auto [item, colour] : problem.entries(OptionId{o})) {
        if (colour == Colour::none) {
          item_variables_[index(item)].push_back(o + 1);
          continue;
        }
        const auto [found, is_new] = place.try_emplace({item, colour}, coloured_.size());
        if (is_new) coloured_.push_back({++count_, {}});
        if (is_new) item_variables_[index(item)].push_back(count_);
        coloured_[found->second].options.push_back(o + 1);
      }
    }
  }

  struct Coloured {
    // The number of the variable that is true if the item has this colour.
    std::uint32_t variable;
    std::vector<std::uint32_t> options;  // the options that give this colour to the item
  };

  [[nodiscard]] std::uint32_t count() const { return count_; }
  /// The variables of an item: one for each option that contains the item without a colour, and one
  /// for each colour that options give to the item. The bounds of the item limit how many of these
  /// variables are true.
  [[nodiscard]] const std::vector<std::uint32_t>& of(ItemId item) const {
    return item_variables_[index(item)];
  }
  [[nodiscard]] const std::vector<Coloured>& coloured() const { return coloured_; }

 private:
  std::uint32_t count_;
  std::vector<std::vector<std::uint32_t>> item_variables_;
  std::vector<Coloured> coloured_;
};

struct Term {
  std::int64_t factor;
  std::uint32_t variable;
};

enum class Relation { equal, at_least };

/// Calls visit(terms, relation, bound, item) for each constraint. `item` is nullopt if the
/// constraint belongs to a colour. If no option covers an item that must be covered, its constraint
/// has no terms and cannot be satisfied.
template <class Visit>
void for_each_constraint(const Problem& problem, const Variables& variables, Visit visit) {
  const auto sum = [](const std::vector<std::uint32_t>& of, std::int64_t factor) {
    std::vector<Term> terms;
    for (const std::uint32_t v : of) terms.push_back({factor, v});
    return terms;
  };
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    const std::optional<ItemId> item(ItemId{i});
    const auto& literals = variables.of(*item);
    const Bounds bounds = problem.is_primary(*item) ? problem.bounds(*item) : Bounds{0, 1};
    if (bounds.at_least == bounds.at_most) {
      visit(sum(literals, 1), Relation::equal, std::int64_t{bounds.at_least}, item);
      continue;
    }
    if (bounds.at_least > 0) {
      visit(sum(literals, 1), Relation::at_least, std::int64_t{bounds.at_least}, item);
    }
    if (literals.size() > bounds.at_most) {
      visit(sum(literals, -1), Relation::at_least, -std::int64_t{bounds.at_most}, item);
    }
  }
  for (const auto& [variable, options] : variables.coloured()) {
    for (const std::uint32_t option : options) {
      visit(std::vector<Term>{{1, variable}, {-1, option}}, Relation::at_least, std::int64_t{0},
            std::nullopt);
    }
    std::vector<Term> terms = sum(options, 1);
    terms.push_back({-1, variable});
    visit(terms, Relation::at_least, std::int64_t{0}, std::nullopt);
  }
}

std::string number_with_sign(std::int64_t number) {
  return (number < 0 ? "" : "+") + std::to_string(number);
}

std::vector<Term> costs(const Problem& problem) {
  std::vector<Term> terms;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    if (problem.cost(OptionId{o}) != 0) terms.push_back({problem.cost(OptionId{o}), o + 1});
  }
  return terms;
}

/// Writes the names of options as comments, because the format has only numbers for variables.
/// `begin` is how the comment about an option begins, before the number of its variable.
void write_names(const Problem& problem, const TextSink& sink, const std::string& begin) {
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const std::string_view name = problem.name(OptionId{o});
    if (!name.empty()) sink(begin + std::to_string(o + 1) + " is " + std::string(name) + "\n");
  }
}

/// Writes pseudo-Boolean constraints (http://www.cril.univ-artois.fr/PB12/format.pdf). The
/// objective is the sum of costs.
std::vector<std::string> write_opb(const Problem& problem, const TextSink& sink) {
  const Variables variables(problem);
  std::size_t constraints = 0;
  for_each_constraint(problem, variables,
                      [&](const auto&, Relation, std::int64_t, const auto&) { ++constraints; });
  // Without options and constraints, the only variable is 0, so that the file has one model.
  const bool is_empty = variables.count() == 0 && constraints == 0;
  if (is_empty) ++constraints;
  sink("* #variable= " + std::to_string(std::max(variables.count(), 1U)) +
       " #constraint= " + std::to_string(constraints) + "\n");
  write_names(problem, sink, "* x");
  const auto print = [&](const std::vector<Term>& terms) {
    for (const Term& term : terms) {
      sink(number_with_sign(term.factor) + " x" + std::to_string(term.variable) + " ");
    }
  };
  if (const auto objective = costs(problem); !objective.empty()) {
    sink("min: ");
    print(objective);
    sink(";\n");
  }
  for_each_constraint(
      problem, variables,
      [&](const std::vector<Term>& terms, Relation relation, std::int64_t bound, const auto&) {
        // A constraint without terms is written as a constraint that cannot be satisfied.
        if (terms.empty()) return sink("+1 x1 >= 2 ;\n");
        print(terms);
        sink((relation == Relation::equal ? "= " : ">= ") + std::to_string(bound) + " ;\n");
      });
  if (is_empty) sink("+1 x1 = 0 ;\n");
  return warnings_of_whole_costs(problem);
}

/// Writes clauses in the format of the DIMACS challenge. A clause for each pair of options with a
/// common item forbids choosing both. Throws std::invalid_argument for multiplicities, and
/// OutputLimitError for more than a hundred million clauses. Costs are not written.
std::vector<std::string> write_cnf(const Problem& problem, const TextSink& sink) {
  if (problem.has_multiplicities()) {
    throw std::invalid_argument("CNF: clauses do not count, so there can be no multiplicities");
  }
  constexpr std::uint64_t most_clauses = 100'000'000;
  const Variables variables(problem);
  // The pairs of conflicting options. A pair of options that share several items is listed once, so
  // that only one clause is written for it.
  std::vector<std::uint64_t> conflicts;
  std::uint64_t clauses = problem.primary_count();
  for (std::uint32_t i = 0; i < problem.item_count(); ++i) {
    const auto& literals = variables.of(ItemId{i});
    clauses += literals.size() * (literals.size() - 1) / 2;
    if (clauses > most_clauses) {
      throw OutputLimitError("CNF: more than " + std::to_string(most_clauses) + " clauses");
    }
    for (std::size_t a = 0; a < literals.size(); ++a) {
      for (std::size_t b = a + 1; b < literals.size(); ++b) {
        const auto [low, high] = std::minmax(literals[a], literals[b]);
        conflicts.push_back(std::uint64_t{low} << 32 | high);
      }
    }
  }
  std::sort(conflicts.begin(), conflicts.end());
  conflicts.erase(std::unique(conflicts.begin(), conflicts.end()), conflicts.end());
  clauses = problem.primary_count() + conflicts.size();
  for (const auto& coloured : variables.coloured()) clauses += coloured.options.size() + 1;

  sink("c variable k says whether option k is chosen\n");
  write_names(problem, sink, "c ");
  sink("p cnf " + std::to_string(variables.count()) + " " + std::to_string(clauses) + "\n");
  for (std::uint32_t i = 0; i < problem.primary_count(); ++i) {
    for (const std::uint32_t v : variables.of(ItemId{i})) sink(std::to_string(v) + " ");
    sink("0\n");
  }
  for (const std::uint64_t pair : conflicts) {
    sink("-" + std::to_string(pair >> 32) + " -" +
         std::to_string(static_cast<std::uint32_t>(pair)) + " 0\n");
  }
  for (const auto& [variable, options] : variables.coloured()) {
    std::string any;
    for (const std::uint32_t option : options) {
      sink("-" + std::to_string(option) + " " + std::to_string(variable) + " 0\n");
      any += std::to_string(option) + " ";
    }
    sink(any + "-" + std::to_string(variable) + " 0\n");
  }
  if (problem.has_costs()) return {"costs are left out"};
  return {};
}

/// Distinct names in a linear program, of variables or of constraints. Names that the format does
/// not allow are replaced by a letter and a number.
class LpNames {
 public:
  /// `wanted` are the names before they are replaced; empty for variables or constraints without
  /// names. `letter` is the letter of names that replace others.
  LpNames(std::vector<std::string> wanted, char letter) : names_(std::move(wanted)) {
    std::set<std::string, std::less<>> taken;
    const std::vector<std::string> before = names_;
    for (std::string& name : names_) {
      std::replace(name.begin(), name.end(), '[', '(');
      std::replace(name.begin(), name.end(), ']', ')');
      if (!can_be_lp_name(name) || !taken.insert(name).second) name.clear();
    }
    for (std::size_t n = 0; n < names_.size(); ++n) {
      if (names_[n].empty()) {
        names_[n] = letter + std::to_string(n + 1);
        while (!taken.insert(names_[n]).second) names_[n] += '_';
      }
      if (before[n].empty() || before[n] == names_[n]) continue;
      constexpr std::size_t longest = 100;
      const bool is_long = before[n].size() > longest;
      replaced_.push_back("\\ " + names_[n] + " is " + before[n].substr(0, longest) +
                          (is_long ? "...\n" : "\n"));
    }
  }
  [[nodiscard]] const std::string& operator[](std::size_t n) const { return names_[n]; }
  [[nodiscard]] auto begin() const { return names_.begin(); }
  [[nodiscard]] auto end() const { return names_.end(); }
  /// Writes a comment for each name that was replaced.
  void write_replaced(const TextSink& sink) const {
    for (const std::string& line : replaced_) sink(line);
  }

 private:
  std::vector<std::string> names_;
  std::vector<std::string> replaced_;
};

/// The names of the variables in a linear program. Only options have names.
LpNames variables_in_lp(const Problem& problem, std::uint32_t count) {
  std::vector<std::string> names;
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    names.emplace_back(problem.name(OptionId{o}));
  }
  names.resize(std::max(count, 1U));
  return {std::move(names), 'x'};
}

/// The names of the constraints in a linear program, in the order of for_each_constraint(). The
/// first constraint of an item has the item's name.
LpNames constraints_in_lp(const Problem& problem, const Variables& variables) {
  std::vector<std::string> names;
  std::optional<ItemId> last;
  for_each_constraint(problem, variables,
                      [&](const auto&, Relation, std::int64_t, std::optional<ItemId> item) {
                        names.emplace_back(item && item != last ? problem.name(*item) : "");
                        last = item;
                      });
  return {std::move(names), 'c'};
}

/// Writes a linear program with binary variables in the LP format of CPLEX. Lines are shorter than
/// 255 characters.
std::vector<std::string> write_lp(const Problem& problem, const TextSink& sink) {
  constexpr std::size_t longest_line = 200;
  const Variables variables(problem);
  const LpNames names = variables_in_lp(problem, variables.count());
  const LpNames constraints = constraints_in_lp(problem, variables);
  std::string line;
  const auto add = [&](const std::string& word) {
    if (line.size() + 1 + word.size() > longest_line) {
      sink(line + "\n");
      line.clear();
    }
    line += ' ' + word;
  };
  const auto end = [&] {
    sink(line + "\n");
    line.clear();
  };
  const auto print = [&](const std::vector<Term>& terms) {
    for (const Term& term : terms) {
      add(number_with_sign(term.factor) + ' ' + names[term.variable - 1]);
    }
  };
  sink("Minimize\n");
  add("cost:");
  // The objective lists all options, even without costs, because readers number variables in the
  // order of their first occurrence.
  for (std::uint32_t o = 0; o < problem.option_count(); ++o) {
    const std::int64_t cost = problem.cost(OptionId{o});
    add((cost < 0 ? "" : "+") + decimal_text(cost, problem.cost_places()) + ' ' + names[o]);
  }
  if (problem.option_count() == 0) add("0 " + names[0]);
  end();
  sink("Subject To\n");
  std::size_t number = 0;
  for_each_constraint(
      problem, variables,
      [&](const std::vector<Term>& terms, Relation relation, std::int64_t bound, const auto&) {
        add(constraints[number++] + ":");
        if (terms.empty()) {
          // A constraint without terms is written as a constraint that cannot be satisfied.
          add("+1 " + names[0] + " >= 2");
        } else {
          print(terms);
          add((relation == Relation::equal ? "= " : ">= ") + std::to_string(bound));
        }
        end();
      });
  // Without options, the only variable is 0, so that the file has one model.
  if (number == 0) {
    sink(" c1: +1 " + names[0] + (problem.option_count() == 0 ? " = 0\n" : " >= 0\n"));
  }
  sink("Binary\n");
  for (const std::string& name : names) add(name);
  end();
  names.write_replaced(sink);
  constraints.write_replaced(sink);
  sink("End\n");
  return {};
}

/// Writes a MiniZinc model that includes its data. Throws std::invalid_argument for colours.
std::vector<std::string> write_minizinc(const Problem& problem, const TextSink& sink) {
  if (problem.has_colours()) throw std::invalid_argument("MiniZinc: colours are not written");
  const std::string n = std::to_string(problem.option_count());
  const std::string m = std::to_string(problem.item_count());
  const auto list = [&](const char* name, std::size_t size, const auto& value) {
    sink(std::string(name) + " = [");
    for (std::size_t k = 0; k < size; ++k) sink((k == 0 ? "" : ", ") + value(k));
    sink("];\n");
  };
  sink("% Option k is chosen where x[k]; item i is covered least[i] to most[i] times.\n");
  write_names(problem, sink, "% Option ");
  sink("int: n = " + n + ";  % options\nint: m = " + m + ";  % items\n");
  const auto bounds = [&](std::size_t i) {
    const ItemId item{static_cast<std::uint32_t>(i)};
    return problem.is_primary(item) ? problem.bounds(item) : Bounds{0, 1};
  };
  list("array[1..m] of int: least", problem.item_count(),
       [&](std::size_t i) { return std::to_string(bounds(i).at_least); });
  list("array[1..m] of int: most", problem.item_count(),
       [&](std::size_t i) { return std::to_string(bounds(i).at_most); });
  list("array[1..n] of int: cost", problem.option_count(), [&](std::size_t o) {
    return std::to_string(problem.cost(OptionId{static_cast<std::uint32_t>(o)}));
  });
  const auto options = options_of_items<std::uint32_t>(problem, problem.item_count());
  list("array[1..m] of set of int: cover", problem.item_count(), [&](std::size_t i) {
    std::string set = "{";
    for (const std::uint32_t o : options[i]) {
      set += (set.size() > 1 ? "," : "") + std::to_string(o + 1);
    }
    return set + "}";
  });
  sink(
      "array[1..n] of var 0..1: x;\n"
      "constraint forall(i in 1..m)(\n"
      "  sum(k in cover[i])(x[k]) >= least[i] /\\ sum(k in cover[i])(x[k]) <= most[i]);\n");
  sink(problem.has_costs() ? "solve minimize sum(k in 1..n)(cost[k] * x[k]);\n"
                           : "solve satisfy;\n");
  sink("output [show([k | k in 1..n where fix(x[k]) = 1]), \"\\n\"];\n");
  return warnings_of_whole_costs(problem);
}

}  // namespace

std::vector<std::string> warnings_of_whole_costs(const Problem& problem) {
  if (problem.cost_places() == 0) return {};
  return {"costs are multiplied by 10^" + std::to_string(problem.cost_places()) +
          ", so that they are whole numbers"};
}

Format opb_format() {
  return {.read = read_opb, .write = write_opb, .begins = begins_opb, .writes_option_names = true};
}
Format cnf_format() {
  return {.read = read_cnf,
          .write = write_cnf,
          .begins = [](std::string_view start) { return begins_dimacs(start, {"cnf"}); },
          .writes_option_names = true};
}
Format lp_format() {
  return {.read = read_lp, .write = write_lp, .begins = begins_lp, .writes_option_names = true};
}
Format minizinc_format() {
  return {.write = write_minizinc, .writes_option_names = true};
}

}  // namespace dlx::io
