#pragma once

/// The whole engine: build a Problem, enumerate or count its solutions, find the cheapest, verify
/// them.

#include "dlx/cheapest.hpp"                // IWYU pragma: export
#include "dlx/classes.hpp"                 // IWYU pragma: export
#include "dlx/core/canonical_text.hpp"     // IWYU pragma: export
#include "dlx/core/identity.hpp"           // IWYU pragma: export
#include "dlx/core/natural.hpp"            // IWYU pragma: export
#include "dlx/core/path_problem.hpp"       // IWYU pragma: export
#include "dlx/core/problem.hpp"            // IWYU pragma: export
#include "dlx/core/problem_builder.hpp"    // IWYU pragma: export
#include "dlx/core/verify.hpp"             // IWYU pragma: export
#include "dlx/count.hpp"                   // IWYU pragma: export
#include "dlx/counting/zdd.hpp"            // IWYU pragma: export
#include "dlx/estimate.hpp"                // IWYU pragma: export
#include "dlx/io/exchange.hpp"             // IWYU pragma: export
#include "dlx/io/json_problem.hpp"         // IWYU pragma: export
#include "dlx/io/knuth_text.hpp"           // IWYU pragma: export
#include "dlx/io/or_library.hpp"           // IWYU pragma: export
#include "dlx/io/problem_format.hpp"       // IWYU pragma: export
#include "dlx/io/rows.hpp"                 // IWYU pragma: export
#include "dlx/io/solution_text.hpp"        // IWYU pragma: export
#include "dlx/representatives.hpp"         // IWYU pragma: export
#include "dlx/runs/ledger.hpp"             // IWYU pragma: export
#include "dlx/runs/parallel_count.hpp"     // IWYU pragma: export
#include "dlx/runs/split.hpp"              // IWYU pragma: export
#include "dlx/search_tree.hpp"             // IWYU pragma: export
#include "dlx/solver.hpp"                  // IWYU pragma: export
#include "dlx/symmetry/automorphisms.hpp"  // IWYU pragma: export
#include "dlx/symmetry/symmetry_text.hpp"  // IWYU pragma: export
#include "dlx/version.hpp"                 // IWYU pragma: export
