#pragma once

namespace dlx::bench {

/// Registers the benchmarks "flat_boxes/BOX/HOW". They count the tilings of a box by the 12 flat
/// pentominoes, up to symmetry, by this library in one thread or by a plain program for such boxes
/// only.
void register_flat_boxes();

}  // namespace dlx::bench
