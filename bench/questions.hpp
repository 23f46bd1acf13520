#pragma once

namespace dlx::bench {

/// Registers "questions/KIND/HOW": 1,000 questions about pentominoes in 6x10, answered by one
/// Questions, or each by a new one or by a new Solver.
void register_questions();

}  // namespace dlx::bench
