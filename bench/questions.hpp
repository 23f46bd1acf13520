#pragma once

namespace dlx::bench {

/// Registers the benchmarks "questions/KIND/HOW": 1,000 questions about pentominoes in 6x10. One
/// Questions object answers all questions, or a new Questions object or a new Solver answers each.
void register_questions();

}  // namespace dlx::bench
