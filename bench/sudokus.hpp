#pragma once

namespace dlx::bench {

/// Registers the benchmarks "sudokus/KIND/HOW". Sudokus with 17 clues, or hard sudokus, are read
/// from lines. One BatchSearch solves all, or a new Solver solves each.
void register_sudokus();

}  // namespace dlx::bench
