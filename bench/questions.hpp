#pragma once

namespace dlx::bench {

/// Registers the benchmarks "questions/KIND/HOW": 1,000 questions about pentominoes in 6x10. They
/// are answered by one Questions object, or each by a new Questions object or a new Solver.
void register_questions();

}  // namespace dlx::bench
