#pragma once

#include <initializer_list>
#include <string_view>

#include "dlx/io/input.hpp"
#include "dlx/io/read_problem.hpp"

namespace dlx::io {

/// Whether the first line of a text that is not a comment consists of "p", one of `words` and two
/// numbers. The result is false if the text could also be in Knuth's text format.
[[nodiscard]] bool begins_dimacs(std::string_view start,
                                 std::initializer_list<std::string_view> words);

/// Reads clauses as a problem with an option for each variable. All literals of a clause must have
/// the same sign. A clause of n positive literals becomes an item that must be covered at least
/// once. A clause of n negative literals becomes an item that may be covered at most n - 1 times.
/// If negative clauses exclude every pair of variables of a positive clause, the item of the
/// positive clause must be covered exactly once. Throws InputError for clauses with both signs,
/// which write_cnf() makes for colours.
[[nodiscard]] ReadProblem read_cnf(Input& input, const ReadOptions& options);

}  // namespace dlx::io
