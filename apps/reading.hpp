#pragma once

#include "apps/session.hpp"
#include "dlx/core/problem.hpp"
#include "dlx/io/input.hpp"

/// Problems from files, and to standard output.
namespace dlx::app {

[[nodiscard]] InputLimits limits(const ReadFlags& read);

/// How the input is spelled, as --from, the file's name or its first lines say.
[[nodiscard]] FileFormat format_of(const ReadFlags& read, Input& input);

/// The problem in session.read.file, with warnings about what was dropped and what cannot be
/// covered.
[[nodiscard]] Problem read_problem(Session& session);

/// Writes the problem as text (--emit).
int emit_problem(Session& session, const Problem& problem);

}  // namespace dlx::app
