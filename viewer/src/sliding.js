// The steps in which an assembly is put together, found from the way to take it apart.
//
// The scene has stages (viewer/README.md). Each is a part of the assembly that falls in two by a
// last slide without end; some moves before it may be quarter turns. Played backwards, they put the
// assembly together. A group that is removed goes so far that it can be taken apart beside the
// others: a box for all its further moves does not meet the boxes of the other groups.

import {around, boundsOf, distanceBeyond, shifted, WAYS} from './building.js';
import {about, rotate} from './rotation.js';

const QUARTER = Math.PI / 2;

/** How far a point comes by a part of a quarter turn, 0 to 1: its rotation, and where the origin goes
    that was at `at`. */
export function turned({axis, point}, much, at) {
  const rotation = about(axis, much * QUARTER);
  const arm = rotate(rotation, at.map((c, k) => c - point[k]));
  return {rotation, at: arm.map((c, k) => c + point[k])};
}

/** The box of a part of cubes after a quarter turn. */
function turnedBox(turn, {low, high}) {
  return boundsOf([low, high].map((corner) => turned(turn, 1, corner).at.map(Math.round)));
}

/**
 * The moves that put the assembly together, in their order, as buildingMoves() has them; besides,
 *   slides    true if parts that are there move to other places, `distance` against `way`, or by a
 *             quarter against `turn`, which has an axis and a point on it
 *   steps     how many steps of the grid that distance is
 */
export function slidingMoves(parts, stages) {
  const whole = around(parts.map(({box}) => box));
  const size = Math.max(...whole.high.map((c, k) => c - whole.low[k] + 1));
  // With groups beside, single parts go no farther than past the others.
  const far = stages.some(({removed}) => removed !== undefined) ? null : 1.1 * size + 1;
  const boxOf = (some, places) => around(some.map((p) => places[p]));

  // Takes a part of the assembly apart. Returns the moves, and the box of all that moves.
  const plan = (stage, before, beside) => {
    const places = [...before];
    const moves = [];
    const rooms = [boxOf(stage.parts, places)];
    const move = (some, way, distance, more) => moves.push({
      parts: some, way, distance, searched: true, beside, joins: true, slides: false, ...more,
    });
    for (const {parts: some, way, distance, steps, turn} of stage.slides.slice(0, -1)) {
      const moved = turn ? (box) => turnedBox(turn, box) : (box) => shifted(box, way, distance);
      for (const p of some) places[p] = moved(places[p]);
      move(some, way, distance, {slides: true, steps, turn});
      rooms.push(boxOf(some, places));
    }
    const {parts: gone, way} = stage.slides.at(-1);
    const left = stage.parts.filter((p) => !gone.includes(p));
    const above = WAYS[0];
    const end = (some) => ({
      moves: [{parts: some, way: above, distance: far ?? 2, searched: true, beside, joins: false}],
      room: boxOf(some, places),
    });
    const rest = stage.staying === undefined ? end(left)
      : plan(stages[stage.staying], places, beside);
    if (stage.removed === undefined) {
      const box = boxOf(gone, places);
      const distance = far ?? distanceBeyond(box, boxOf(left, places), way);
      move(gone, way, distance, {joins: false});
      moves.push(...rest.moves);
      rooms.push(rest.room, ...(far === null ? [shifted(box, way, distance)] : []));
    } else {
      const group = plan(stages[stage.removed], places, true);
      const distance = distanceBeyond(group.room, rest.room, way);
      move(gone, way, distance, {});
      moves.push(...rest.moves, ...group.moves);
      rooms.push(rest.room, shifted(group.room, way, distance));
    }
    return {moves, room: around(rooms)};
  };
  return plan(stages[0], parts.map(({box}) => box), false).moves.reverse();
}
