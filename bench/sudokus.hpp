#pragma once

namespace dlx::bench {

/// Registers "sudokus/KIND/HOW": sudokus with 17 clues, or hard ones, read from lines and solved by
/// one BatchSearch, or each by a Solver of its own.
void register_sudokus();

}  // namespace dlx::bench
