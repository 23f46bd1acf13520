#pragma once

namespace dlx::bench {

/// Registers "flat_boxes/BOX/HOW": fillings of a box by the 12 flat pentominoes, up to symmetry,
/// counted by this library on one thread, or by a plain program that knows only such boxes.
void register_flat_boxes();

}  // namespace dlx::bench
