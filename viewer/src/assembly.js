// Computes where the parts (pieces) of an assembly are after a number of building steps, and how
// far apart they are drawn.

import {around, boundsOf, buildingMoves} from './building.js';
import {IDENTITY, after, rotate} from './rotation.js';
import {roundedToHalves, slidingMoves, turned} from './sliding.js';

const EXPLODE = 1.6;

/** Makes a motion slower at its start and at its end. `t` is the fraction of its time that has
    passed, from 0 to 1. Returns the fraction of the motion that is done, from 0 to 1. */
export function ease(t) {
  return t * t * (3 - 2 * t);
}

/** The fraction of the step with a given number that is done, from 0 to 1. */
function doneOf(step, progress) {
  return ease(Math.min(1, Math.max(0, progress - step)));
}

/** The moves that build an assembly; no moves if the assembly does not come apart. Straight moves
    are searched for only among cubes. */
function movesOf(parts, apart, grid) {
  if (apart?.whole) return [];
  if (apart?.stages) return slidingMoves(parts, apart.stages);
  if (!grid) return buildingMoves(parts);
  return parts.map((_, p) =>
    ({parts: [p], way: null, distance: 0, searched: false, beside: false, joins: false}));
}

export class Assembly {
  /** Makes an assembly. If the cells of the assembly are cubes, `grid` is null. */
  constructor(solution, colours, grid = null) {
    this.parts = solution.parts.map((part) => ({
      ...part,
      colour: colours[part.piece],
      box: grid ? grid.boxOf(part.cells) : boundsOf(part.cells),
    }));
    this.apart = solution.apart;
    this.moves = movesOf(this.parts, this.apart, grid);
    this.steps = this.moves.length;
    /** For each part, the number of the building step that brings the part. Before that step the
        part is not drawn. */
    this.placedAt = this.parts.map(() => (this.moves.length ? 0 : -1));
    /** For each part, its moves after the step that brings it. In most of them the part moves with
        a group of parts. */
    this.joints = this.parts.map(() => []);
    this.moves.forEach((move, step) => {
      for (const part of move.parts) {
        if (move.joins) this.joints[part].push({...move, step});
        else this.placedAt[part] = step;
      }
    });
    this.bounds = around(this.parts.map(({box}) => box));
    const {low, high} = this.bounds;
    this.centre = low.map((c, k) => (c + high[k]) / 2);
    this.flat = high[2] - low[2] < 1e-9;
    this.outward = this.parts.map(({cells}) => {
      const middles = grid ? cells.map((cell) => grid.middleOf(cell)) : cells;
      return [0, 1, 2].map((k) =>
        middles.reduce((sum, c) => sum + c[k], 0) / cells.length - this.centre[k]);
    });
    this.boxes = this.parts.map(({box}) => box);
    this.groups = this.moves.map((move, step) => ({...move, step}))
      .filter(({joins, beside, room}) => joins && !beside && room);
    this.slides = this.moves.some(({slides}) => slides);
    if (this.slides) this.rooms = [...this.moves, null].map((_, step) => this.roomAt(step));
  }

  /** The smallest box around the complete assembly, and around the parts where they are before a
      step. */
  roomAt(step) {
    const boxes = [this.bounds];
    this.pose(step, 0, (i, offset, turn) => {
      if (!offset) return;
      const {low, high} = this.boxes[i];
      const placed = (corner) => {
        const at = rotate(turn, corner).map((c, k) => c + offset[k]);
        return turn === IDENTITY ? at : roundedToHalves(at);
      };
      boxes.push(boundsOf([placed(low), placed(high)]));
    });
    return around(boxes);
  }

  /** The parts of the assembly in their final places. */
  inPlace() {
    return this.parts;
  }

  /** Calls `place(part, offset, turn)` for each part. If the part has not been placed yet, `offset`
      is null. */
  pose(progress, explode, place) {
    this.outward.forEach((out, i) => {
      const step = this.placedAt[i];
      if (progress <= step) {
        place(i, null);
        return;
      }
      const offset = out.map((c) => c * explode * EXPLODE);
      const come = (move, at, moved) => {
        const away = (1 - doneOf(at, progress)) * move.distance;
        if (away > 0) move.way.forEach((c, k) => (moved[k] += c * away));
      };
      if (step >= 0) come(this.moves[step], step, offset);
      // Later moves change the position of a part that is already placed. Therefore the loop starts
      // at the part's final position, and undoes the moves that have not been made yet, the last
      // move first. The order matters, because a turn is applied to the position that results from
      // the moves undone so far. A group that was put beside the other parts turns as if it were in
      // its final place.
      let at = [0, 0, 0];
      let turn = IDENTITY;
      const joints = this.joints[i];
      for (let j = joints.length - 1; j >= 0; --j) {
        const move = joints[j];
        const much = move.turn ? 1 - doneOf(move.step, progress) : 0;
        if (much > 0) {
          const next = turned(move.turn, much, at);
          at = next.at;
          turn = after(next.rotation, turn);
        } else if (!move.turn) {
          come(move, move.step, move.slides ? at : offset);
        }
      }
      place(i, offset.map((c, k) => c + at[k]), turn);
    });
  }

  /** A group of parts is put together beside the other parts, and then moves to its place. Returns
      a number from 0 to 1 for each group: 1 while the group is beside the other parts, 0 before its
      first part and after its move. */
  roomBeside(progress) {
    if (this.slides) return [progress];
    return this.groups.map(({first, step}) => doneOf(first, progress) - doneOf(step, progress));
  }

  /** The points that must stay in the picture: the corners of the boxes around the assembled parts,
      and around the groups that are put together beside them. */
  hull(progress, explode) {
    const points = [];
    const add = ({low, high}, shift) => {
      for (let corner = 0; corner < 8; ++corner) {
        points.push([0, 1, 2].map((k) =>
          shift[k] + (corner >> k & 1 ? high[k] + 0.5 : low[k] - 0.5)));
      }
    };
    this.boxes.forEach((box, i) => add(box, this.outward[i].map((c) => c * explode * EXPLODE)));
    const addBetween = (box, room, much) => {
      const between = (side) => box[side].map((c, k) => c + much * (room[side][k] - c));
      add({low: between('low'), high: between('high')}, [0, 0, 0]);
    };
    if (this.slides) {
      const step = Math.min(Math.floor(progress), this.steps - 1);
      addBetween(this.rooms[step], this.rooms[step + 1], ease(progress - step));
      return points;
    }
    this.roomBeside(progress).forEach((much, g) => {
      if (much > 0) addBetween(this.groups[g].box, this.groups[g].room, much);
    });
    return points;
  }
}
