// Finds the steps in which an assembly is put together from the steps in which it comes apart.
//
// The scene has stages (viewer/README.md). A stage has the moves that separate a group of parts
// into two groups. Its last move is a slide without an end. The moves before the last move may be
// slides or quarter turns. Played backwards, all these moves put the assembly together. A removed
// group moves so far that it can be taken apart beside the other groups: the box around all its
// further moves does not meet their boxes.

import {around, boundsOf, distanceBeyond, shifted, WAYS} from './building.js';
import {about, rotate} from './rotation.js';

const QUARTER = Math.PI / 2;

/** Computes the fraction `much` (0 to 1) of a quarter turn. Returns the rotation, and the position
    to which it moves the point `at`. */
export function turned({axis, point}, much, at) {
  const rotation = about(axis, much * QUARTER);
  const arm = rotate(rotation, at.map((c, k) => c - point[k]));
  return {rotation, at: arm.map((c, k) => c + point[k])};
}

/** Removes the rounding error of a position after a turn: cubes stop at whole or half cells. */
export function roundedToHalves(at) {
  return at.map((c) => Math.round(2 * c) / 2);
}

/** The box of a part made of cubes after a quarter turn. */
function turnedBox(turn, {low, high}) {
  return boundsOf([low, high].map((corner) => roundedToHalves(turned(turn, 1, corner).at)));
}

/**
 * Returns the moves that put the assembly together, in their order. A move has the fields that
 * buildingMoves() describes, and these:
 *   slides    true if the move changes the place of parts that are already there: by `distance` in
 *             the direction opposite to `way`, or by a quarter turn opposite to `turn`
 *   turn      for a quarter turn: its axis, and a point on the axis
 *   steps     the number of steps of the grid that `distance` has
 */
export function slidingMoves(parts, stages) {
  const whole = around(parts.map(({box}) => box));
  const size = Math.max(...whole.high.map((c, k) => c - whole.low[k] + 1));
  // If any group of parts is put together beside the assembly, a single part moves only just past
  // the other parts. Otherwise all parts move equally far.
  const far = stages.some(({removed}) => removed !== undefined) ? null : 1.1 * size + 1;
  const boxOf = (some, places) => around(some.map((p) => places[p]));

  // Plans the moves that take apart the parts of a stage (parts that come apart together). Returns
  // the moves, and the box around them.
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
