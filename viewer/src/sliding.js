// In which steps is an assembly put together that somebody has taken apart?
//
// The scene says how: stages (viewer/README.md), each a part of the assembly that falls in two by a
// last slide without end. Played backwards, they put the assembly together. A group that is removed
// goes so far that it can be taken apart beside the others: the room of all its further moves, and
// of those of the others, are boxes that do not meet.

import {around, distanceBeyond, shifted, WAYS} from './building.js';

/**
 * The moves that put the assembly together, in their order, as buildingMoves() has them; besides,
 *   slides    true if parts that are there move to other places, `distance` against `way`
 *   steps     how many steps of the grid that distance is
 */
export function slidingMoves(parts, stages) {
  const boxes = parts.map(({box}) => box);
  const whole = around(boxes);
  const size = Math.max(...whole.high.map((c, k) => c - whole.low[k] + 1));
  // With groups beside, single parts go no farther than past the others.
  const far = stages.some(({removed}) => removed !== undefined) ? null : 1.1 * size + 1;
  const boxOf = (some, offsets) => around(some.map((p) => ({
    low: boxes[p].low.map((c, k) => c + offsets[p][k]),
    high: boxes[p].high.map((c, k) => c + offsets[p][k]),
  })));

  // Takes a part of the assembly apart. Returns the moves, and the box of all that moves.
  const plan = (stage, before, beside) => {
    const offsets = [...before];
    const moves = [];
    const rooms = [boxOf(stage.parts, offsets)];
    const move = (some, way, distance, more) => moves.push({
      parts: some, way, distance, searched: true, beside, joins: true, slides: false, ...more,
    });
    for (const {parts: some, way, distance, steps} of stage.slides.slice(0, -1)) {
      for (const p of some) offsets[p] = offsets[p].map((c, k) => c + distance * way[k]);
      move(some, way, distance, {slides: true, steps});
      rooms.push(boxOf(some, offsets));
    }
    const {parts: gone, way} = stage.slides.at(-1);
    const left = stage.parts.filter((p) => !gone.includes(p));
    const above = WAYS[0];
    const end = (some) => ({
      moves: [{parts: some, way: above, distance: far ?? 2, searched: true, beside, joins: false}],
      room: boxOf(some, offsets),
    });
    const rest = stage.staying === undefined ? end(left)
      : plan(stages[stage.staying], offsets, beside);
    if (stage.removed === undefined) {
      const box = boxOf(gone, offsets);
      const distance = far ?? distanceBeyond(box, boxOf(left, offsets), way);
      move(gone, way, distance, {joins: false});
      moves.push(...rest.moves);
      rooms.push(rest.room, ...(far === null ? [shifted(box, way, distance)] : []));
    } else {
      const group = plan(stages[stage.removed], offsets, true);
      const distance = distanceBeyond(group.room, rest.room, way);
      move(gone, way, distance, {});
      moves.push(...rest.moves, ...group.moves);
      rooms.push(rest.room, shifted(group.room, way, distance));
    }
    return {moves, room: around(rooms)};
  };
  return plan(stages[0], parts.map(() => [0, 0, 0]), false).moves.reverse();
}
