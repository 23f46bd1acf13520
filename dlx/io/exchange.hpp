#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "dlx/core/canonical_text.hpp"
#include "dlx/core/problem.hpp"

/// Problems for other solvers. Variable k from 1 says whether option k is chosen; those after the
/// options' say whether a secondary item has a colour, and follow from them: so the number of
/// models is the number of solutions. All throw std::invalid_argument for what a format cannot say,
/// and return warnings for the user.
namespace dlx::io {

/// The text would be larger than a declared limit.
class OutputLimitError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Pseudo-Boolean constraints (http://www.cril.univ-artois.fr/PB12/format.pdf), with costs as the
/// objective.
std::vector<std::string> write_opb(const Problem& problem, const TextSink& sink);

/// Clauses as the DIMACS challenge has them, at most one option of an item by pairs. Neither
/// multiplicities nor more than a hundred million clauses, which throw OutputLimitError; costs are
/// left out.
std::vector<std::string> write_cnf(const Problem& problem, const TextSink& sink);

/// A linear program of binary variables, in the format of CPLEX, lines below 255 characters.
std::vector<std::string> write_lp(const Problem& problem, const TextSink& sink);

/// A model for MiniZinc, data and all. No colours.
std::vector<std::string> write_minizinc(const Problem& problem, const TextSink& sink);

}  // namespace dlx::io
