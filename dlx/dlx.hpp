#pragma once

/// Exact cover problems: build one, list or count its solutions, find the cheapest, verify them.
///
/// A problem has items and options, which are sets of items. A solution is a set of options that
/// contains each primary item exactly once, and each secondary item at most once. This program
/// prints "2" and then the options of both solutions:
///
///     #include <dlx/dlx.hpp>
///     #include <iostream>
///
///     int main() {
///       dlx::ProblemBuilder builder;
///       const auto a = builder.primary("a"), b = builder.primary("b"), c = builder.primary("c");
///       builder.option({a});
///       builder.option({b, c});
///       builder.option({a, b});
///       builder.option({c});
///       const dlx::Problem problem = std::move(builder).build();
///
///       std::cout << dlx::count(problem).value.to_string() << '\n';
///       dlx::Solver solver(problem);
///       for (const auto solution : solver.solutions()) {
///         for (const dlx::OptionId option : solution) std::cout << index(option) << ' ';
///         std::cout << '\n';
///       }
///     }
///
/// read("problem.dlx") reads a problem from a file. count() chooses among all counting methods and
/// supports all Options. For example, count(problem, {.time = 10s}) limits the time. A count uses
/// one thread for each core unless `threads` says otherwise. count(problem, {.certificate = "c"})
/// writes a certificate, which check(problem, "c") verifies with dlx-check. With `checkpoint` a
/// count is saved in a file and survives any interruption. Counter counts in several calls, with
/// time for other work between the calls. SavedRun counts or lists solutions, and saves its
/// progress in a file. Solver searches in one thread, and preprocesses the problem only if
/// `preprocess` is true. Questions tells whether given options can be completed to a solution, and
/// is fast for many queries about one problem. Hints tells which option is forced next, and why.
/// Invalid input causes an exception. If a limit, the stop flag or lack of memory ends the work
/// early, the Status of the result says so. The numbers in the result are then lower bounds.
///
/// The headers below are public, and so are the headers of the puzzles in reductions/. Headers that
/// public headers include are installed, too, but may change without notice.

#include "dlx/certificate/check.hpp"       // IWYU pragma: export
#include "dlx/certificate/identity.hpp"    // IWYU pragma: export
#include "dlx/cheapest.hpp"                // IWYU pragma: export
#include "dlx/classes.hpp"                 // IWYU pragma: export
#include "dlx/core/natural.hpp"            // IWYU pragma: export
#include "dlx/core/path_problem.hpp"       // IWYU pragma: export
#include "dlx/core/problem.hpp"            // IWYU pragma: export
#include "dlx/core/problem_builder.hpp"    // IWYU pragma: export
#include "dlx/core/verify.hpp"             // IWYU pragma: export
#include "dlx/counting/counter.hpp"        // IWYU pragma: export
#include "dlx/diagram.hpp"                 // IWYU pragma: export
#include "dlx/estimate.hpp"                // IWYU pragma: export
#include "dlx/io/problem_format.hpp"       // IWYU pragma: export
#include "dlx/options.hpp"                 // IWYU pragma: export
#include "dlx/representatives.hpp"         // IWYU pragma: export
#include "dlx/runs/cheapest.hpp"           // IWYU pragma: export
#include "dlx/runs/count.hpp"              // IWYU pragma: export
#include "dlx/runs/saved_run.hpp"          // IWYU pragma: export
#include "dlx/runs/threads.hpp"            // IWYU pragma: export
#include "dlx/solve/hint.hpp"              // IWYU pragma: export
#include "dlx/solve/questions.hpp"         // IWYU pragma: export
#include "dlx/solver.hpp"                  // IWYU pragma: export
#include "dlx/symmetry/automorphisms.hpp"  // IWYU pragma: export
#include "dlx/version.hpp"                 // IWYU pragma: export

namespace dlx {

// Each folder of the library has a namespace of its own. The names below are also available in the
// namespace dlx.
using certificate::check;
using certificate::Checked;
using certificate::identity;
using counting::count_by_search;
using counting::Counter;
using counting::CountResult;
using counting::Resources;
using io::read;
using io::read_problem;
using runs::count;
using runs::resources;
using runs::RunOptions;
using runs::RunResult;
using runs::SavedRun;
using search::CheapestResult;
using search::Control;
using search::Limits;
using search::limits_of;
using search::PathOptions;
using search::Progress;
using search::Statistics;
using solve::Hint;
using solve::Hints;
using solve::Questions;
using symmetry::SymmetryGroup;
using symmetry::whole_group;

}  // namespace dlx
