#pragma once

namespace dlx::bench {

/// Registers the benchmarks "flat_boxes/BOX/HOW". These count the tilings of a box by the 12 flat
/// pentominoes, up to symmetry. The count is made by this library in one thread, or by a plain
/// program for such boxes only.
void register_flat_boxes();

}  // namespace dlx::bench
