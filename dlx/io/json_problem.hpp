#pragma once

#include "dlx/core/canonical_text.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/io/input.hpp"
#include "dlx/io/read_problem.hpp"

namespace dlx::io {

/// Reads a problem as JSON, which data/schemas/problem.schema.json describes:
///   {"format": "dlx-problem/1",
///    "items": [{"name": "a"}, {"name": "b", "min": 0, "max": 2}, {"name": "s", "kind":
///    "secondary"}], "options": [{"items": [0, 1, [2, "red"]], "cost": 3}]}
/// Items are named in options by their position, from 0; a secondary one may have a colour, in a
/// list of two. Items may be in any order: primary ones come first in the problem. Other members
/// of the document, and "data" of items and options, are passed over; other members of those are
/// not known and refused. `drop` drops options without a primary item rather than refusing them.
/// Throws InputError, and what Input throws.
[[nodiscard]] ReadProblem read_json_problem(Input& input, bool drop = false);

/// Writes that, an item and an option a line.
void write_json_problem(const Problem& problem, const TextSink& sink);

}  // namespace dlx::io
